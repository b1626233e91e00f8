"""`python -m ludejo.training.run`: see loop.py."""

import sys

from ludejo.training.extra import FOR_NETWORKS, launch

if __name__ == "__main__":
    sys.exit(launch("ludejo.training.run.loop", FOR_NETWORKS))
