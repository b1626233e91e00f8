# Everything installs into .venv in this folder. `make play` and `make test` need nothing but python3.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: setup play test check bench docs texts clean

setup: .venv/ready-play

.venv/ready-play: pyproject.toml
	@sh scripts/setup.sh $(PYTHON) play

.venv/ready-test: pyproject.toml
	@sh scripts/setup.sh $(PYTHON) test

.venv/ready-bench: pyproject.toml
	@sh scripts/setup.sh $(PYTHON) bench

.venv/ready-docs: pyproject.toml
	@sh scripts/setup.sh $(PYTHON) docs

play: .venv/ready-play
	@$(BIN)/ludejo serve --open

test: .venv/ready-test
	@sh scripts/test.sh

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

clean:
	rm -rf .venv benchmarks/limits/build
