"""How fast the games are, against limits and peers measured in the same run."""
