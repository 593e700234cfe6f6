"""The checker: whether the ledger is whole and its index says what it says.

Written apart from the writer. It has the pure resolver in common with it, and what reads for answers; it
turns rows into hashed lines, and timelines into index rows, by its own few lines. Reads only, and trusts
nothing that a stranger may have written: what can't be read is a fault with its place.
"""
