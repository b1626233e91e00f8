"""Evidence by self-play: the lab's games with a network, thousands at once, on a GPU or a CPU, without learning.

batch (games that begin where they are told) · chunks (the rows of the lab's chunks) · command (on a machine that keeps
arrays). `ludejo lab … --on gpu` plays them here; what another machine played is taken in by `--on played:FOLDER`.
"""
