-- Two roles for a ledger on PostgreSQL. Run once by a superuser, in the database that is to hold it:
--
--   sudo -u postgres createdb --encoding=UTF8 --template=template0 errata
--   sudo -u postgres psql --dbname=errata < deploy/postgresql/roles.sql
--
-- errata_owner  owns the tables; `errata db upgrade` and grants.sql are run as it, and nothing else
-- errata_app    loads, serves, verifies and exports; it can add to the ledger and change nothing in it
--
-- The guards refuse a change whoever asks for it, the owner too; only the owner could take them away, and what
-- serves never connects as the owner. Neither has a password yet; give each one:
--
--   sudo -u postgres psql --command='\password errata_owner' --command='\password errata_app'

DO $$
BEGIN
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'errata_owner') THEN
        CREATE ROLE errata_owner LOGIN;
    END IF;
    IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'errata_app') THEN
        CREATE ROLE errata_app LOGIN;
    END IF;
    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    EXECUTE format('GRANT CONNECT ON DATABASE %I TO errata_owner, errata_app', current_database());
END
$$;

REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE, CREATE ON SCHEMA public TO errata_owner;
GRANT USAGE ON SCHEMA public TO errata_app;
