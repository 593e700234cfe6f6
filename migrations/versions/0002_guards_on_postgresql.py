"""The ledger's guards on PostgreSQL; SQLite has had its own since 0001."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context, op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

LEDGER_LOCK = 0x4C6564676572
"""The advisory lock of every writer: whoever adds an entry without having taken it waits for it here."""

FACTS = ("assertion", "ending", "record")
TABLES = ("entry", *FACTS, "content")
DAYS = {
    "assertion": (
        "effective_from",
        "effective_after",
        "effective_by",
        "effective_until",
        "until_announced_on",
        "announced_on",
        "confirmed_on",
    ),
    "ending": ("ended_on", "ended_after", "ended_by", "announced_on"),
}

REFUSE = "RAISE EXCEPTION USING ERRCODE = 'integrity_constraint_violation', MESSAGE ="
HERE = "FROM ' || quote_ident(TG_TABLE_SCHEMA) || '."

BODIES = {
    "guard_append_only": f"""
BEGIN
    {REFUSE} TG_TABLE_NAME || ' is append-only: ' || TG_ARGV[0];
END
""",
    "guard_content_update": f"""
DECLARE
    named boolean;
BEGIN
    EXECUTE 'SELECT EXISTS (SELECT 1 {HERE}record '
        'WHERE kind = ''tombstone'' AND key = $1 AND body IS NOT NULL)'
        INTO named USING OLD.sha256;
    IF NEW.sha256 IS DISTINCT FROM OLD.sha256 OR NEW.text IS NOT NULL OR NOT named THEN
        {REFUSE} 'content is append-only: only a tombstone blanks a text';
    END IF;
    RETURN NEW;
END
""",
    "guard_entry_gap": f"""
DECLARE
    following bigint;
BEGIN
    PERFORM pg_advisory_xact_lock({LEDGER_LOCK});
    EXECUTE 'SELECT coalesce(max(seq), 0) + 1 {HERE}entry' INTO following;
    IF NEW.seq IS DISTINCT FROM following THEN
        {REFUSE} 'entry numbers have no gaps';
    END IF;
    RETURN NEW;
END
""",
    "guard_entry_clock": f"""
DECLARE
    later boolean;
BEGIN
    PERFORM pg_advisory_xact_lock({LEDGER_LOCK});
    EXECUTE 'SELECT EXISTS (SELECT 1 {HERE}entry WHERE recorded_at > $1 COLLATE "C")'
        INTO later USING NEW.recorded_at;
    IF later THEN
        {REFUSE} 'recorded_at never goes back';
    END IF;
    RETURN NEW;
END
""",
    "guard_newest_entry": f"""
DECLARE
    newest bigint;
BEGIN
    PERFORM pg_advisory_xact_lock({LEDGER_LOCK});
    IF current_setting('transaction_isolation') <> 'read committed' THEN
        {REFUSE} 'a fact joins the newest entry only, which this isolation level does not see';
    END IF;
    EXECUTE 'SELECT max(seq) {HERE}entry' INTO newest;
    IF NEW.seq IS DISTINCT FROM newest THEN
        {REFUSE} 'a fact joins the newest entry only';
    END IF;
    RETURN NEW;
END
""",
    # Only what has four digits for a year is a day here: no infinity, nothing before Christ.
    "guard_days": f"""
DECLARE
    named text;
BEGIN
    FOREACH named IN ARRAY TG_ARGV LOOP
        IF to_jsonb(NEW) ->> named !~ '^[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}}$' THEN
            {REFUSE} 'a day is written YYYY-MM-DD';
        END IF;
    END LOOP;
    RETURN NEW;
END
""",
}
"""What the guards do, without per cent signs, which a migration written out as SQL would double.

They trust no name that a stranger can shadow, be it of a table or of a function.
"""


def functions() -> list[str]:
    """The functions of the guards."""
    return [
        f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql "
        f"SET search_path = pg_catalog, pg_temp AS $guard${body}$guard$"
        for name, body in BODIES.items()
    ]


def guards() -> list[tuple[str, str, str]]:
    """The triggers that keep the ledger append-only: name, table, and the rest as PostgreSQL writes it."""
    found = []
    for table in TABLES:
        call = "EXECUTE FUNCTION guard_append_only('{}')".format
        never_deleted, never_changed = call("no row is ever deleted"), call("no row is ever changed")
        found.append(
            (f"guard_{table}_delete", table, f"BEFORE DELETE ON {table} FOR EACH ROW {never_deleted}")
        )
        found.append(
            (
                f"guard_{table}_truncate",
                table,
                f"BEFORE TRUNCATE ON {table} FOR EACH STATEMENT {never_deleted}",
            )
        )
        if table == "content":
            never_changed = "EXECUTE FUNCTION guard_content_update()"
        found.append(
            (f"guard_{table}_update", table, f"BEFORE UPDATE ON {table} FOR EACH ROW {never_changed}")
        )
    inserted = [("gap", "entry", "guard_entry_gap()"), ("clock", "entry", "guard_entry_clock()")]
    inserted += [("entry", table, "guard_newest_entry()") for table in FACTS]
    inserted += [
        ("days", table, f"guard_days({', '.join(repr(column) for column in columns)})")
        for table, columns in DAYS.items()
    ]
    found += [
        (f"guard_{table}_{name}", table, f"BEFORE INSERT ON {table} FOR EACH ROW EXECUTE FUNCTION {call}")
        for name, table, call in inserted
    ]
    return found


def upgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    for function in functions():
        op.execute(function)
    for name, table, does in guards():
        op.execute(f"CREATE TRIGGER {name} {does}")
        # Without ALWAYS whoever may set session_replication_role passes them.
        op.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")


def downgrade() -> None:
    if op.get_context().dialect.name != "postgresql":
        return
    destroys = context.get_x_argument(as_dictionary=True).get("destroy") == "yes"
    if not destroys and op.get_bind().scalar(sa.text("SELECT count(*) FROM entry")):
        raise RuntimeError(
            "the ledger has entries, and this would unguard it; to do so: alembic -x destroy=yes"
        )
    for name, table, _ in guards():
        op.execute(f"DROP TRIGGER {name} ON {table}")
    for name in BODIES:
        op.execute(f"DROP FUNCTION {name}()")
