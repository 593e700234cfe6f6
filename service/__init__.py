"""Errata Ledger: the effective text of any trading card on any date."""
