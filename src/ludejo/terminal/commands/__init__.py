"""One module for each command of `ludejo`, or for a few that belong together."""
