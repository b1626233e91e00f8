"""Fuzzed inputs to parsers, records, the interface and the websocket: `python -m benchmarks.fuzz`."""
