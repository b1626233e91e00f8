"""python -m ludejo.training.evidence: play chunks of the lab with a network and keep them as arrays."""

import sys

from ludejo.training.evidence.command import main

if __name__ == "__main__":
    sys.exit(main())
