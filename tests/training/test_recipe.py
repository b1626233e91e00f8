"""Recipes: those that ship can be followed, bad ones get a sentence."""

import pytest

from ludejo.games.discovery import names
from ludejo.training.recipe import BadRecipe, find_recipe, load_recipe, read_recipe

GOOD = 'family = "atoll"\n[[variants]]\nspec = "atoll:hex-9"\n'
NEVER_SEEN = ("atoll:rhombus,size=10", "atoll:classic,size=13")


@pytest.mark.parametrize("family", names())
def test_every_family_has_a_recipe(family):
    recipe = load_recipe(find_recipe(family))
    assert recipe.family == family
    assert recipe.due(0.0)
    assert recipe.due(1.0)
    assert not {plan.spec.removesuffix(",pie=yes") for plan in recipe.variants} & set(NEVER_SEEN)


def test_boards_join_and_leave():
    text = GOOD + 'begins = 0.2\nends = 0.5\n[[variants]]\nspec = "atoll"\nends = 0.4\n'
    recipe = read_recipe(text)
    assert [plan.spec for plan in recipe.due(0.1)] == ["atoll"]
    assert [plan.spec for plan in recipe.due(0.3)] == ["atoll:hex-9", "atoll"]
    assert [plan.spec for plan in recipe.due(0.9)] == ["atoll"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("family = ", "no TOML"),
        ('family = "chess"', "expected one of"),
        ('family = "atoll"', "names no variants"),
        (GOOD.replace("hex-9", "hex-900"), "hex-900"),
        (GOOD.replace("atoll:hex-9", "mammalath"), "expected a variant of atoll"),
        (GOOD + "weight = -1\n", "expected 0 to"),
        (GOOD + "colour = 1\n", "colour, which means nothing there"),
        (GOOD + "[cooking]\n", "cooking, which means nothing here"),
        (GOOD + "[network]\nblocks = 1.5\n", "expected a whole number"),
        (GOOD + "[network]\nblocks = true\n", "expected a whole number"),
        (GOOD + "[learning]\nrate = nan\n", "expected 1e-07 to 1"),
        (GOOD + "[selfplay]\ngames = 7\n", "expected an even number"),
    ],
)
def test_bad_recipes_get_a_sentence(text, sentence):
    with pytest.raises(BadRecipe, match=sentence):
        read_recipe(text)


def test_a_recipe_that_is_not_there(tmp_path):
    with pytest.raises(BadRecipe, match="cannot be read: No such file"):
        load_recipe(tmp_path / "none.toml")
