"""The README's examples do what it says."""

import doctest
from pathlib import Path


def test_the_examples_of_the_readme_run() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert results.attempted > 5
    assert results.failed == 0
