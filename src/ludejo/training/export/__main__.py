"""`python -m ludejo.training.export`: see writing.py."""

import sys

from ludejo.training.extra import FOR_NETWORKS, launch

if __name__ == "__main__":
    sys.exit(launch("ludejo.training.export.writing", FOR_NETWORKS))
