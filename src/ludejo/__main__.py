"""`python -m ludejo` is the command `ludejo`."""

import sys

from ludejo.terminal.command import main

if __name__ == "__main__":
    sys.exit(main())
