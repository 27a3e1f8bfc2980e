# Each target sets up what it needs. The first run makes .venv and installs into it; later runs go straight on.
#
#   ARGS=…     handed on to the command:  make test ARGS="-k locate"
#   PYTHON=…   the interpreter to set up with, if not the first fit one of python3, python3.14 … python3.11
#   JOBS=…     how many tests run at a time (2)

VENV  := .venv
BIN   := $(VENV)/bin
STAMP := $(VENV)/.set-up
ARGS  ?=
JOBS  ?= 2

FIT := import sys; sys.exit(sys.version_info < (3, 11))

.PHONY: help setup play test lint format bench schemas golden clean FORCE
.DEFAULT_GOAL := help

help:
	@echo "make play      play the siege of Syracuse"
	@echo "make test      every check and test"
	@echo "make lint      the checks without the tests"
	@echo "make format    let ruff put the source in order"
	@echo "make bench     measure the speed"
	@echo "make schemas   write schemas/ anew from the engine's model"
	@echo "make golden    write the golden playthroughs anew"
	@echo "make setup     only set up $(VENV)"
	@echo "make clean     remove $(VENV), caches and what was built"

setup: $(STAMP)
	@:

play: $(STAMP)
	@$(BIN)/sieges play syracuse $(ARGS)

test: lint
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal --no-header $(ARGS)

# Silent where there is nothing to say.
lint: $(STAMP)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "Run 'make format'." >&2; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@said=$$($(BIN)/lint-imports 2>&1) || { printf '%s\n' "$$said" >&2; exit 1; }

format: $(STAMP)
	@$(BIN)/ruff check --quiet --fix-only .
	@$(BIN)/ruff format .

bench: $(STAMP)
	@$(BIN)/python -m benchmarks $(ARGS)

schemas: $(STAMP)
	@$(BIN)/python -m sieges.pack.write_schemas $(ARGS)

golden: $(STAMP)
	@$(BIN)/python -m tests.golden $(ARGS)

clean:
	@rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	@find engine tests benchmarks examples -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

# The stamp holds the folder it was made in: a checkout that has moved is set up anew, and so is
# one whose interpreter has gone.
ifneq ($(shell $(BIN)/python -c '$(FIT)' 2>/dev/null && cat $(STAMP) 2>/dev/null),$(CURDIR))
$(STAMP): FORCE
endif

$(STAMP): pyproject.toml
	@set -e; \
	if [ "$$(cat $(STAMP) 2>/dev/null)" != "$(CURDIR)" ] || ! $(BIN)/python -c '$(FIT)' 2>/dev/null; then \
	    python=; \
	    for candidate in $(or $(PYTHON),python3 python3.14 python3.13 python3.12 python3.11 python); do \
	        if "$$candidate" -c '$(FIT)' 2>/dev/null; then python=$$candidate; break; fi; \
	    done; \
	    if [ -z "$$python" ]; then \
	        echo "sieges needs Python 3.11 or later; found: $$($(or $(PYTHON),python3) --version 2>&1 | head -n 1)." >&2; \
	        echo "Install one, or name it: make PYTHON=/path/to/python3.12 …" >&2; exit 1; \
	    fi; \
	    if ! "$$python" -c 'import ensurepip, venv' 2>/dev/null; then \
	        echo "$$python cannot make virtual environments: its modules venv and ensurepip are missing." >&2; \
	        echo "On Debian and Ubuntu install the package python3-venv, then run make again." >&2; exit 1; \
	    fi; \
	    echo "Setting up $(VENV) with $$("$$python" --version) (once, about a minute) …" >&2; \
	    "$$python" -m venv --clear $(VENV); \
	else \
	    echo "Bringing $(VENV) up to date with pyproject.toml …" >&2; \
	fi; \
	$(BIN)/python -m pip install -qq --disable-pip-version-check --editable '.[dev]'; \
	printf '%s\n' "$(CURDIR)" > $(STAMP)

FORCE:
