"""From weights to a file for play, in floats or in bytes."""
