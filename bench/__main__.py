"""``python -m bench``."""

from bench.command import command
from bench.lines import LINES

if __name__ == "__main__":
    command(LINES)(prog_name="bench")
