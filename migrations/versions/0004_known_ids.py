"""In the index the ids under which other catalogues know subjects and printings."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")

INDEX = ("index_state", "segment", "passage", "known_name", "printing")


def upgrade() -> None:
    op.create_table(
        "known_id",
        sa.Column("game", TEXT, nullable=False),
        sa.Column("id", TEXT, nullable=False),
        sa.Column("subject", TEXT, nullable=False),
        sa.Column("printing", TEXT, nullable=False),
        sa.PrimaryKeyConstraint("game", "id", "subject", "printing", name="pk_known_id"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_known_id_subject", "known_id", ["subject"])
    # The index is made again from the ledger, with the ids that were recorded before.
    for table in INDEX:
        op.execute(f"DELETE FROM {table}")


def downgrade() -> None:
    # Nothing is asked: it takes a part of the index, and the ledger stays as it is.
    op.drop_table("known_id")
