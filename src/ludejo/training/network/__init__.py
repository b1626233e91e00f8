"""The network: its one forward pass, its weights, and how it is asked."""
