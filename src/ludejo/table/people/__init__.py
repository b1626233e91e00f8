"""Those who play: who they are without an account, whom they meet, and how they are told that it is their turn."""
