# Everything a newcomer runs. `make` alone lists the targets.
# Needs git, make and Python 3.11 or newer; the rest is installed into .venv.
#
#   PYTHON=/path/to/python3.11   the interpreter that makes .venv (default: the first that is new enough)
#   ARGS="-k days"               more arguments for `make test`, `make serve`, `make bench` and `make bench-quick`

VENV   := .venv
ARGS   ?=
PY     := $(VENV)/bin/python
ERRATA := $(VENV)/bin/errata
# Tests take no notice of each other, so that every core has some; more than four would wait for the disk.
PYTEST := $(PY) -m pytest --numprocesses=auto --maxprocesses=4
PIP    := $(PY) -m pip --quiet --disable-pip-version-check

# One stamp for each set of packages. A newer setup.cfg or pyproject.toml makes them stale.
RUN  := $(VENV)/.installed
TEST := $(VENV)/.installed-test
DEV  := $(VENV)/.installed-dev

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help serve test proofs soak check bench bench-quick clean

help: ## list these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

serve: $(RUN) ## fill the ledger if it is empty, then serve it
	@$(ERRATA) db upgrade
	@$(ERRATA) load --if-empty
	@exec $(ERRATA) serve $(ARGS)

test: $(TEST) ## run the tests, without the longer proofs
	@$(PYTEST) -m "not proof" $(ARGS)

proofs: $(TEST) ## run the longer proofs, and break every guard once
	@$(PYTEST) -m proof
	@$(PYTEST) --hypothesis-profile=long -m "not proof" tests/domain tests/ingest/test_differences.py
	@$(PY) tests/breaks/run.py

soak: $(TEST) ## record 5,000 random histories and ask for every day; hours
	@$(PYTEST) --hypothesis-profile=soak -m proof tests/*/test_acts_by_brute_force.py

check: $(DEV) ## format, lint, types, layers, corpus, API document, migrations
	@$(VENV)/bin/ruff format --check
	@$(VENV)/bin/ruff check
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports
	@$(ERRATA) check
	@$(ERRATA) openapi --check
	@$(ERRATA) db check
	@rm -f var/check.db*
	@ERRATA_DATABASE_URL=sqlite:///var/check.db $(ERRATA) db upgrade
	@ERRATA_DATABASE_URL=sqlite:///var/check.db $(VENV)/bin/alembic check

bench: $(TEST) ## measure our side against its references; docs/performance.md
	@$(PY) -m bench $(ARGS)

bench-quick: $(TEST) ## the lines of which less data tells something, under a minute
	@$(PY) -m bench --quick $(ARGS)

clean: ## remove the environment, builds and caches; var/ stays
	rm -rf $(VENV) build dist ./*.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(TEST): EXTRA := [test]
$(DEV): EXTRA := [dev]
$(RUN) $(TEST) $(DEV): setup.cfg pyproject.toml | $(VENV)/.made
	@echo "Installing errata-ledger$(EXTRA) into $(VENV) ..."
	@$(PIP) install --no-build-isolation --editable ".$(EXTRA)" || { $(PIP_FAILED); }
	@touch $@

# setuptools is installed here, so that a later install with nothing new to fetch needs no network.
$(VENV)/.made:
	@python="$(PYTHON)"; \
	new_enough='import sys; sys.exit(sys.version_info < (3, 11))'; \
	if [ -z "$$python" ]; then \
	    for each in python3.11 python3.12 python3.13 python3.14 python3; do \
	        if "$$each" -c "$$new_enough" 2>/dev/null; then python=$$each; break; fi; \
	    done; \
	fi; \
	if [ -z "$$python" ]; then \
	    echo "No Python 3.11 or newer was found. Install it, or name it: make PYTHON=/path/to/python3.11" >&2; exit 1; \
	fi; \
	if ! "$$python" -c "$$new_enough"; then \
	    echo "PYTHON=$$python doesn't run, or is older than 3.11: name another one." >&2; exit 1; \
	fi; \
	echo "Making $(VENV) with $$("$$python" --version) ..."; \
	"$$python" -m venv --clear $(VENV)
	@$(PIP) install "setuptools>=77" || { $(PIP_FAILED); }
	@touch $@

define PIP_FAILED
echo "The packages could not be installed; pip's own words are above." >&2; \
echo "Without a network: PIP_NO_INDEX=1 PIP_FIND_LINKS=<folder of wheels> make ..." >&2; exit 1
endef
