"""The engine at work beside the event loop."""
