# Everything a developer runs. `make help` lists it.

PYTHON ?= python3
ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PY := $(BIN)/python
# Stamps: a step runs again only when what it depends on has changed.
INSTALLED := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
QT := $(VENV)/.installed-qt
# The real agent that the tests talk to, in an environment of its own.
AGENT := .agent-venv/.installed
CHECKERS := tools/node_modules/.installed
VENDOR := tools/vendor/node_modules/.installed

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run test check conformance bench vendor screenshots clean system-test system-check

help: ## list the targets
	@grep -E '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

run: $(INSTALLED) ## start hermes-shell (ARGS="…" is passed on)
	@-$(PY) tools/link_gi.py
	@$(BIN)/hermes-shell $(ARGS)

test: system-test $(DEV) $(QT) $(AGENT) ## run all tests with coverage (ARGS="…" goes to pytest)
	@$(PY) tools/link_gi.py
	@rm -f .coverage .coverage.*
	$(PY) -m pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder --cov --cov-report=term:skip-covered $(ARGS)

check: system-check $(DEV) $(CHECKERS) $(VENDOR) ## lint, format, types of Python and JavaScript, vendored files
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	node tools/node_modules/pyright/index.js
	node tools/node_modules/typescript/bin/tsc --project tools/tsconfig.json
	node tools/vendor/build.mjs --check

conformance: $(DEV) ## run the rules of the plugin contract
	$(PY) -m tools.conformance $(ARGS)

bench: $(DEV) ## run the benchmarks
	$(PY) -m benchmarks $(ARGS)

screenshots: $(DEV) ## take the pictures that the documentation shows
	$(PY) -m tools.screenshots $(ARGS)

vendor: system-check $(VENDOR) ## rebuild hermes_shell/static/vendor
	node tools/vendor/build.mjs

clean: ## remove everything that make has made
	rm -rf $(VENV) .agent-venv tools/node_modules tools/vendor/node_modules build dist .coverage .coverage.* \
		.pytest_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

system-test:
	@$(PYTHON) tools/system_packages.py test

system-check:
	@$(PYTHON) tools/system_packages.py check

$(INSTALLED): pyproject.toml
	@$(PYTHON) tools/system_packages.py venv
	test -x $(PY) || $(PYTHON) -m venv $(VENV)
	$(PY) -m pip install --quiet --upgrade 'pip>=25.1'
	$(PY) -m pip install --quiet --editable .
	@touch $@

$(DEV): $(INSTALLED)
	$(PY) -m pip install --quiet --editable . --group dev
	@touch $@

$(QT): $(INSTALLED)
	$(PY) -m pip install --quiet --editable '.[qt]'
	@touch $@

$(AGENT): tools/agent_env.py tools/agent-constraints.txt | $(INSTALLED)
	$(PYTHON) tools/agent_env.py

$(CHECKERS): tools/package-lock.json
	cd tools && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

$(VENDOR): tools/vendor/package-lock.json
	cd tools/vendor && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@
