"""What the table has to read: lessons, puzzles, rules."""
