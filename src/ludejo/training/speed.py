"""`python -m ludejo.training.speed`: see run/measuring.py."""

import sys

from ludejo.training.extra import FOR_NETWORKS, launch

if __name__ == "__main__":
    sys.exit(launch("ludejo.training.run.measuring", FOR_NETWORKS))
