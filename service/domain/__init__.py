"""The pure heart: days, ledger records, timelines, diffs. No input or output of any kind."""
