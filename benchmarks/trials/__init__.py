"""What seldom happens, tried on real servers: `python -m benchmarks.trials`."""
