# Everything one does with the project. `make run` and `make test` are all a fresh machine needs.

PORT ?= 8000
VAR ?= var
HOST ?= 127.0.0.1
BIN := .venv/bin
# What DATABASE_URL decides is tested on PostgreSQL as well.
DATABASE_TESTS := $(wildcard tests/events tests/concurrency)
ARGS ?=
# What the counts of the night are multiplied by, and what its accidents are chosen from.
ROUNDS ?= 1
SEED ?= $(shell date +%s)

.PHONY: help setup run test night nightly check format audit bench screenshots playthroughs messages lock

help:  ## what there is
	@sed -n 's/^\([a-z-]*\):.*## /  make \1	/p' Makefile

setup:  ## the virtual environment with all locked packages
	@sh scripts/environment.sh base
	@sh scripts/environment.sh dev

run: export PORT := $(PORT)
run: export VAR := $(VAR)
run: export HOST := $(HOST)
run: export PUBLIC_URL := $(PUBLIC_URL)
run:  ## the whole site in one process, with a demo evening [PORT= VAR= HOST= PUBLIC_URL=]
	@sh scripts/environment.sh base
	@sh scripts/serve.sh

# The first run is on SQLite, and starts real sites in both set-ups; the second repeats on PostgreSQL
# what reads and writes the database. Services are started and stopped by the tests themselves.
test: setup  ## all tests, on SQLite and on PostgreSQL
	@sh scripts/system_packages.sh
	$(BIN)/python -m pytest -m "not bench and not nightly and not night" $(ARGS)
ifneq ($(DATABASE_TESTS),)
	$(BIN)/python -m tests.services -- \
		$(BIN)/python -m pytest -m "not bench and not nightly and not night and not served" $(ARGS) $(DATABASE_TESTS)
endif

# One after the other: what a recovery takes is part of the report.
night: setup  ## faults F1 to F17 in their large counts, and their report; 80 minutes on two quiet cores [ROUNDS= SEED=]
	@sh scripts/system_packages.sh night
	ROUNDS=$(ROUNDS) $(BIN)/python -m pytest -n 0 -m "night or nightly" --fault-seed=$(SEED) $(ARGS) tests/faults

nightly: setup  ## the tests that take minutes: whole games in browsers, a rehearsal by one person, pages on PostgreSQL
	@sh scripts/system_packages.sh night
	$(BIN)/python -m pytest -m nightly --ignore tests/faults $(ARGS)
	$(BIN)/python -m tests.services -- $(BIN)/python -m pytest -m "not bench and not served" $(ARGS) tests/web tests/security

check: setup  ## linters, types, layers, templates, migrations, catalogues
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 --check {} +
	$(BIN)/python manage.py makemigrations --check --dry-run
	$(BIN)/python -m scripts.catalogues check

format: setup  ## Python and templates, in the one layout that check asks for
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .
	find templates -name '*.html' -exec $(BIN)/djade --target-version 5.2 {} +

audit: setup  ## known faults of the locked packages; fails when that can't be found out
	$(BIN)/pip-audit --strict --require-hashes --disable-pip -r requirements/base.txt
	$(BIN)/pip-audit --strict --require-hashes --disable-pip -r requirements/dev.txt

bench: setup  ## ratios measured side by side in one run
	@sh scripts/system_packages.sh
	$(BIN)/python -m pytest -n 0 -m bench -s $(ARGS) tests/bench

screenshots: setup  ## every page of an evening, into var/screenshots/
	@sh scripts/system_packages.sh
	$(BIN)/python manage.py collectstatic --noinput --clear --verbosity 0
	$(BIN)/python -m scripts.screenshots

playthroughs: setup  ## write the golden playthroughs anew; read the difference before committing
	$(BIN)/python -m pytest -n 0 tests/games --write-playthroughs $(ARGS)

messages: setup  ## collect translatable strings into locale/, and compile the catalogues
	$(BIN)/python -m scripts.catalogues collect

lock: setup  ## lock the packages of requirements/*.in anew
	for set in base dev; do \
		$(BIN)/pip-compile --quiet --upgrade --generate-hashes --strip-extras --allow-unsafe \
			--no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links \
			--output-file requirements/$$set.txt requirements/$$set.in || exit 1; \
	done
	@! grep -n 'http' requirements/*.txt
