"""What stands before the application: connections, limits, whose request is next, compression."""
