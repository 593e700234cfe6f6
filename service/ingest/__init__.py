"""Bringing facts in: the only callers of the ledger's writer."""
