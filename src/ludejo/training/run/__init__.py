"""A training run: the loop of self-play and learning, and all that it keeps."""
