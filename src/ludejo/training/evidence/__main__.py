"""python -m ludejo.training.evidence: play chunks of the lab with a network and keep them as arrays."""

import sys

from ludejo.training.extra import FOR_EVIDENCE, launch

if __name__ == "__main__":
    sys.exit(launch("ludejo.training.evidence.command", FOR_EVIDENCE))
