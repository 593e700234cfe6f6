"""The ledger with its guards, and the index."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context, op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
"""Text that compares by its bytes on every database."""

KEYS = {
    "entry": ("seq",),
    "assertion": ("seq", "n"),
    "ending": ("seq", "n"),
    "record": ("seq", "n"),
    "content": ("sha256",),
}
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


def guards() -> list[str]:
    """The triggers that keep the ledger append-only against any connection, on SQLite.

    INSERT OR REPLACE deletes without firing a DELETE trigger, so each key is guarded before an insert.
    A day is text here, so it is checked to be one; without ``+0 days`` SQLite takes 2026-02-30 for one.
    """
    found = []
    for table, key in KEYS.items():
        same = " AND ".join(f"{column} = NEW.{column}" for column in key)
        found.append(
            f"CREATE TRIGGER guard_{table}_delete BEFORE DELETE ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: no row is ever deleted'); END"
        )
        found.append(
            f"CREATE TRIGGER guard_{table}_replace BEFORE INSERT ON {table} "
            f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) "
            f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: the key is taken'); END"
        )
        if table != "content":
            found.append(
                f"CREATE TRIGGER guard_{table}_update BEFORE UPDATE ON {table} "
                f"BEGIN SELECT RAISE(ABORT, '{table} is append-only: no row is ever changed'); END"
            )
    found.append(
        "CREATE TRIGGER guard_content_update BEFORE UPDATE ON content "
        "WHEN NEW.sha256 IS NOT OLD.sha256 OR NEW.text IS NOT NULL OR NOT EXISTS "
        "(SELECT 1 FROM record WHERE kind = 'tombstone' AND key = OLD.sha256 AND body IS NOT NULL) "
        "BEGIN SELECT RAISE(ABORT, 'content is append-only: only a tombstone blanks a text'); END"
    )
    found.append(
        "CREATE TRIGGER guard_entry_gap BEFORE INSERT ON entry "
        "WHEN NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM entry) "
        "BEGIN SELECT RAISE(ABORT, 'entry numbers have no gaps'); END"
    )
    found.append(
        "CREATE TRIGGER guard_entry_clock BEFORE INSERT ON entry "
        "WHEN NEW.recorded_at < (SELECT max(recorded_at) FROM entry) "
        "BEGIN SELECT RAISE(ABORT, 'recorded_at never goes back'); END"
    )
    for table in ("assertion", "ending", "record"):
        found.append(
            f"CREATE TRIGGER guard_{table}_entry BEFORE INSERT ON {table} "
            f"WHEN NEW.seq IS NOT (SELECT max(seq) FROM entry) "
            f"BEGIN SELECT RAISE(ABORT, 'a fact joins the newest entry only'); END"
        )
    for table, columns in DAYS.items():
        bad = " OR ".join(
            f"(NEW.{column} IS NOT date(NEW.{column}, '+0 days') OR NEW.{column} < '0001-01-01')"
            for column in columns
        )
        found.append(
            f"CREATE TRIGGER guard_{table}_days BEFORE INSERT ON {table} WHEN {bad} "
            f"BEGIN SELECT RAISE(ABORT, 'a day is written YYYY-MM-DD'); END"
        )
    return found


def upgrade() -> None:
    op.create_table(
        "entry",
        sa.Column("seq", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("recorded_at", TEXT, nullable=False),
        sa.Column("actor", TEXT, nullable=False),
        sa.Column("origin", TEXT, nullable=False),
        sa.Column("message", TEXT),
        sa.Column("hash_format", sa.Integer, nullable=False),
        sa.Column("prev_hash", TEXT),
        sa.Column("hash", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("seq", name="pk_entry"),
    )
    op.create_table(
        "assertion",
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("erratum", TEXT),
        sa.Column("change_class", TEXT),
        sa.Column("class_basis", TEXT),
        sa.Column("follows", TEXT),
        sa.Column("replaces", TEXT),
        sa.Column("corrects", TEXT),
        sa.Column("scopes", TEXT),
        sa.Column("languages", TEXT),
        sa.Column("effective_from", sa.Date),
        sa.Column("effective_after", sa.Date),
        sa.Column("effective_by", sa.Date),
        sa.Column("effective_until", sa.Date),
        sa.Column("until_announced_on", sa.Date),
        sa.Column("until_document", TEXT),
        sa.Column("date_basis", TEXT),
        sa.Column("announced_on", sa.Date),
        sa.Column("document", TEXT),
        sa.Column("confirmed_by", TEXT),
        sa.Column("confirmed_on", sa.Date),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.Column("reason", TEXT),
        sa.Column("translates", TEXT),
        sa.Column("fields", TEXT),
        sa.PrimaryKeyConstraint("seq", "n", name="pk_assertion"),
        sa.CheckConstraint("kind IN ('base', 'erratum', 'reprint', 'printing')", name="kind"),
        sa.CheckConstraint("(kind = 'base') = (erratum IS NULL)", name="erratum"),
        sa.CheckConstraint(
            "effective_from IS NULL OR (effective_after IS NULL AND effective_by IS NULL)",
            name="day_or_window",
        ),
        sa.CheckConstraint("effective_after < effective_by", name="window"),
        sa.CheckConstraint("effective_from < effective_until", name="period"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_assertion_subject_seq_n", "assertion", ["subject", "seq", "n"])
    op.create_table(
        "ending",
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("erratum", TEXT),
        sa.Column("of", TEXT),
        sa.Column("corrects", TEXT),
        sa.Column("ended_on", sa.Date),
        sa.Column("ended_after", sa.Date),
        sa.Column("ended_by", sa.Date),
        sa.Column("announced_on", sa.Date),
        sa.Column("document", TEXT),
        sa.Column("reason", TEXT),
        sa.PrimaryKeyConstraint("seq", "n", name="pk_ending"),
        sa.CheckConstraint("kind IN ('void', 'lapsed', 'correction')", name="kind"),
        sa.CheckConstraint("kind <> 'correction' OR \"of\" IS NOT NULL", name="of"),
        sa.CheckConstraint('"of" IS NOT NULL OR erratum IS NOT NULL', name="named"),
        sa.CheckConstraint(
            "ended_on IS NULL OR (ended_after IS NULL AND ended_by IS NULL)", name="day_or_window"
        ),
        sa.CheckConstraint("ended_after < ended_by", name="window"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ending_subject_seq_n", "ending", ["subject", "seq", "n"])
    op.create_table(
        "record",
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("kind", TEXT, nullable=False),
        sa.Column("key", TEXT, nullable=False),
        sa.Column("body", TEXT),
        sa.PrimaryKeyConstraint("seq", "n", name="pk_record"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_record_kind_key_seq_n", "record", ["kind", "key", "seq", "n"])
    op.create_table(
        "content",
        sa.Column("sha256", TEXT, nullable=False),
        sa.Column("text", TEXT),
        sa.PrimaryKeyConstraint("sha256", name="pk_content"),
        sqlite_with_rowid=False,
    )
    _create_index_tables()
    if op.get_context().dialect.name == "sqlite":
        for guard in guards():
            op.execute(guard)


def _create_index_tables() -> None:
    op.create_table(
        "segment",
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("lang", TEXT, nullable=False),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("effective_from", sa.Date, nullable=False),
        sa.Column("effective_until", sa.Date),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("refs", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("subject", "lang", "scope", "effective_from", name="pk_segment"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "passage",
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("lang", TEXT, nullable=False),
        sa.Column("scope", TEXT, nullable=False),
        sa.Column("effective_from", sa.Date, nullable=False),
        sa.Column("face", sa.Integer, nullable=False),
        sa.Column("effective_until", sa.Date),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("name", TEXT),
        sa.Column("folded", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("subject", "lang", "scope", "effective_from", "face", name="pk_passage"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_passage_game_lang_subject", "passage", ["game", "lang", "subject"])
    op.create_table(
        "known_name",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("folded", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "folded", "subject", "name", name="pk_known_name"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_known_name_subject", "known_name", ["subject"])
    op.create_table(
        "printing",
        sa.Column("id", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("set_code", TEXT, nullable=False),
        sa.Column("number", TEXT),
        sa.Column("lang", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_printing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_printing_subject", "printing", ["subject"])
    op.create_index(
        "ix_printing_game_set_code_number_lang", "printing", ["game", "set_code", "number", "lang"]
    )
    op.create_table(
        "index_state",
        sa.Column("id", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("head_seq", sa.Integer, nullable=False),
        sa.Column("generation", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_index_state"),
        sa.CheckConstraint("id = 1", name="one_row"),
    )


def downgrade() -> None:
    _refuse_with_content()
    tables = ("index_state", "printing", "known_name", "passage", "segment")
    for table in (*tables, "content", "record", "ending", "assertion", "entry"):
        op.drop_table(table)


def _refuse_with_content() -> None:
    destroys = context.get_x_argument(as_dictionary=True).get("destroy") == "yes"
    if not destroys and op.get_bind().scalar(sa.text("SELECT count(*) FROM entry")):
        raise RuntimeError("the ledger has entries, and this would drop it; to do so: alembic -x destroy=yes")
