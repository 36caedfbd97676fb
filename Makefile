# A fresh machine needs two things only: make, and Python 3.11, 3.12 or 3.13.
# `make run` plays a match and `make test` checks everything that is quick; both build the environment .venv when
# it is missing or older than pyproject.toml.

VENV := .venv
BIN := $(VENV)/bin
# Touched at the very end, so that an installation that broke off is begun again.
STAMP := $(VENV)/.installed

# The first of these that is recent enough is taken; `make PYTHON=... run` names another one.
PYTHONS := $(or $(PYTHON),python3 python3.13 python3.12 python3.11)
RECENT := -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))'

# Where Python may not keep its bytecode, each of the many starts in the tests compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run test test-long bench format clean

help:
	@echo "make run        play a match of Scotch Whist between four bots"
	@echo "make test       check the code, run the tests, check every game"
	@echo "make test-long  run the tests that take minutes"
	@echo "make bench      measure the speed"
	@echo "make format     lay out the Python code"
	@echo "make clean      remove .venv and everything else that was built"

run: $(STAMP)
	@$(BIN)/hoyle run scotch-whist --players 4 --seed 41

test: $(STAMP)
	@echo "1 of 4: is the code clean? (ruff check)"
	@$(BIN)/ruff check --quiet
	@echo "2 of 4: is it laid out as agreed? (ruff format; make format mends it)"
	@$(BIN)/ruff format --check --quiet
	@echo "3 of 4: do the types fit? (mypy)"
	@$(BIN)/mypy --no-error-summary
	@echo "4 of 4: do the tests pass? (pytest)"
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal
	@echo "Everything is fine."

test-long: $(STAMP)
	@echo "The tests that take minutes (pytest -m long)"
	@$(BIN)/python -m pytest --numprocesses auto --dist worksteal -m long

bench: $(STAMP)
	@$(BIN)/python tests/bench

format: $(STAMP)
	@$(BIN)/ruff check --select I --fix --quiet
	@$(BIN)/ruff format

clean:
	rm -rf $(VENV) build dist *.egg-info htmlcov .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find dsl interpreter rulesets tests -name __pycache__ -type d -prune -exec rm -rf {} +

$(STAMP): pyproject.toml
	@if ! $(BIN)/python $(RECENT) 2>/dev/null || ! $(BIN)/python -m pip --version >/dev/null 2>&1; then \
	    python=; \
	    for each in $(PYTHONS); do \
	        if $$each $(RECENT) 2>/dev/null; then python=$$each; break; fi; \
	    done; \
	    if [ -z "$$python" ]; then \
	        echo "Hoyle needs Python 3.11, 3.12 or 3.13. Tried without success: $(PYTHONS)." >&2; \
	        echo "Install one of them, or say where it is: make PYTHON=... $(MAKECMDGOALS)" >&2; \
	        exit 1; \
	    fi; \
	    echo "Making the environment $(VENV) with $$($$python --version)."; \
	    if ! $$python -m venv --clear $(VENV); then \
	        echo "$$python can't make an environment; on Debian and Ubuntu, install python3-venv." >&2; \
	        exit 1; \
	    fi; \
	fi
	@echo "Installing Hoyle and the tools for its tests into $(VENV); this takes a minute, and only once."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
