"""SGF: records written and read. record (a game), branching (its variations), text (the grammar), golem (a dialect)."""

from ludejo.play.sgf.record import read, write

__all__ = ["read", "write"]
