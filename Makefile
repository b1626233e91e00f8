# Everything installs into .venv in this folder. `make play` and `make test` need nothing but python3.
PYTHON ?= python3
BIN := .venv/bin

# Where Python is told not to keep what it has compiled, every program of ours that starts compiles a thousand files: seconds.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: setup play test newest check bench docs texts dist clean

setup: .venv/ready-play

# What is installed is what was tested: the versions in constraints.txt.
.venv/ready-%: pyproject.toml constraints.txt
	@sh scripts/setup.sh $(PYTHON) $*

# `make play HOST=lan` lets everybody in the same network come to the table.
play: .venv/ready-play
	@$(BIN)/ludejo serve --open $(if $(HOST),--host $(HOST))

test: .venv/ready-test
	@sh scripts/test.sh

# Everything in its newest version, in a new .venv; constraints.txt is then what the suite has passed on.
newest: clean
	@NEWEST=yes sh scripts/setup.sh $(PYTHON) test
	@sh scripts/test.sh
	@sh scripts/constraints.sh

check: .venv/ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: .venv/ready-bench
	$(BIN)/python -m benchmarks

docs: .venv/ready-docs
	$(BIN)/python docs/build.py
	$(BIN)/python docs/website.py

texts: .venv/ready-play
	$(BIN)/python -m ludejo.language.collecting

# A wheel, the documentation in it, and a source archive, in dist/.
dist: .venv/ready-dist docs
	@rm -rf dist
	@$(BIN)/python -m hatchling build

clean:
	rm -rf .venv benchmarks/limits/build
