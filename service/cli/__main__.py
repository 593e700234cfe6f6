"""``python -m service.cli``: the command line from a source tree that is not installed."""

from service.cli import main

main(prog_name="errata")
