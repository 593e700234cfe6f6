"""The ledger as files: what is in effect on a day, every entry, and a manifest of both."""
