"""``python -m liesd.cli``."""

from liesd.cli import main

main(prog_name="liesd")
