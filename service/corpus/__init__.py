"""Card files in git: reading, checking, and what they claim. Knows no SQL."""
