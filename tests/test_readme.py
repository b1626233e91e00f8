"""The examples in the README and in the page for programmers do what they say."""

import doctest
from pathlib import Path

import pytest

HOME = Path(__file__).parent.parent


@pytest.mark.parametrize("page", ["README.md", "docs/python.md", "docs/environments.md", "docs/coming-from.md"])
def test_the_examples_of_a_page_run(page: str) -> None:
    results = doctest.testfile(str(HOME / page), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted >= 4
    assert results.failed == 0
