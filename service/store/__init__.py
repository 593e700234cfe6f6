"""SQL to domain and back: the ledger, its index, and connections. Knows no files."""
