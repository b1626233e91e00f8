"""`python -m ludejo.training.plots`: see run/curves.py."""

import sys

from ludejo.training.extra import FOR_PLOTS, launch

if __name__ == "__main__":
    sys.exit(launch("ludejo.training.run.curves", FOR_PLOTS))
