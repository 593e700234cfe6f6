-- What errata_app may do. Run by errata_owner after each `errata db upgrade`; running it again changes nothing:
--
--   psql postgresql://errata_owner:PASSWORD@localhost/errata --file=deploy/postgresql/grants.sql

-- The ledger only grows: nothing in it is changed.
GRANT SELECT, INSERT ON entry, assertion, ending, record, content TO errata_app;

-- But a text can be removed: `errata load` blanks what removals.yaml lists, and a guard refuses any other change.
GRANT UPDATE (text) ON content TO errata_app;

-- The index is made again at any time.
GRANT SELECT, INSERT, UPDATE, DELETE ON segment, passage, known_name, printing, known_id, index_state TO errata_app;

-- Which version the tables are of.
GRANT SELECT ON alembic_version TO errata_app;
