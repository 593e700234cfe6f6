"""Promised changes in the ledger; in the index the names and printings of former records, for pins."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import context, op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

PROMISED = (
    "pending IS NULL OR (pending AND effective_from IS NULL AND effective_after IS NULL"
    " AND effective_by IS NULL AND effective_until IS NULL)"
)

INDEX = ("index_state", "segment", "passage", "known_name", "printing")


def upgrade() -> None:
    # Not by a batch: that would make the table again, and drop its guards.
    op.execute(
        f"ALTER TABLE assertion ADD COLUMN pending BOOLEAN CONSTRAINT ck_assertion_pending CHECK ({PROMISED})"
    )
    _clear_index()
    op.drop_table("known_name")
    op.create_table(
        "known_name",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("folded", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("name", TEXT, nullable=False),
        sa.Column("standing", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("game", "folded", "subject", "name", name="pk_known_name"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_known_name_subject", "known_name", ["subject"])
    op.drop_table("printing")
    op.create_table(
        "printing",
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("n", sa.Integer, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("game", TEXT, nullable=False),
        sa.Column("set_code", TEXT, nullable=False),
        sa.Column("number", TEXT),
        sa.Column("lang", TEXT, nullable=False),
        sa.Column("standing", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("subject", "seq", "n", name="pk_printing"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_printing_id", "printing", ["id"])
    op.create_index(
        "ix_printing_game_set_code_number_lang", "printing", ["game", "set_code", "number", "lang"]
    )


def _clear_index() -> None:
    """Empty the index: it is made again from the ledger, and its rows have another form from here on."""
    for table in INDEX:
        op.execute(f"DELETE FROM {table}")


def downgrade() -> None:
    destroys = context.get_x_argument(as_dictionary=True).get("destroy") == "yes"
    if not destroys and op.get_bind().scalar(sa.text("SELECT count(*) FROM entry")):
        raise RuntimeError(
            "the ledger has entries, and this would drop what was promised; to do so: alembic -x destroy=yes"
        )
    _clear_index()
    op.drop_table("printing")
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
    op.drop_table("known_name")
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
    op.execute("ALTER TABLE assertion DROP COLUMN pending")
