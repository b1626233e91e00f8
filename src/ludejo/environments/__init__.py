"""Games as environments for learning agents: many at once (vector.py), and for PettingZoo, Gymnasium, OpenSpiel.

Importing this registers every game with whichever of these libraries is installed:

    pettingzoo.make("aec", "ludejo/NAME-v0")    gymnasium.make("ludejo/Title-v0")    pyspiel.load_game("ludejo_NAME")
"""

from ludejo.environments.registering import register_all

register_all()
