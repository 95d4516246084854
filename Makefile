# Everything runs in .venv: requirements.lock has what the bot and the sandbox need, the other
# lock files what PostgreSQL, tests and benchmarks need on top. .venv is updated when a lock file changes.
PYTHON ?= python3
SCALE ?= 1
BIN := .venv/bin

# Python keeps what it has compiled: tests start many processes.
export PYTHONDONTWRITEBYTECODE :=

# Installs only files whose hash is in the lock, and only wheels: no package runs code of its own.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check \
	--require-hashes --only-binary :all: --requirement

# One lock for all systems and for Python 3.11 or newer, without the address of a package index.
COMPILE := .venv-lock/bin/uv pip compile pyproject.toml --quiet --no-config --universal \
	--python-version 3.11 --generate-hashes --custom-compile-command 'make lock' $(UV)
ON_TOP = --constraint requirements.lock \
	$$(sed -n 's/^\([a-z0-9-]*\)==.*/--no-emit-package \1/p' requirements.lock)

.PHONY: play bot test lint bench proof assets lock clean

play: .venv/ready
	$(BIN)/python -m sandbox

bot: .venv/ready
	$(BIN)/python bot.py

test: .venv/test
	SCALE=$(SCALE) $(BIN)/python -m pytest -n auto --dist worksteal

lint: .venv/test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/bench
	$(BIN)/python -m bench sandbox
	$(BIN)/python -m bench render
	$(BIN)/python -m bench engine
	$(BIN)/python -m bench host --tables 100000
	$(BIN)/python -m bench hostile
	$(BIN)/python -m bench click
	$(BIN)/python -m bench metrics
	$(BIN)/python -m bench knee
	$(BIN)/python -m bench postgres

proof: .venv/test
	$(BIN)/python -m proof

# A service may not write here, so its modules are compiled now.
.venv/ready: requirements.lock
	$(PYTHON) -m venv .venv
	$(INSTALL) requirements.lock
	$(BIN)/python -m compileall -q bot.py cogs engine host render
	touch $@

# `make .venv/postgres`: for a bot whose DATABASE is on a PostgreSQL server.
.venv/postgres: .venv/ready requirements-postgres.lock
	$(INSTALL) requirements-postgres.lock
	touch $@

.venv/test: .venv/postgres requirements-test.lock
	$(INSTALL) requirements-test.lock
	touch $@

.venv/bench: .venv/postgres requirements-bench.lock
	$(INSTALL) requirements-bench.lock
	touch $@

assets: .venv/test
	$(BIN)/python -m render bake

# Keeps every version that still fits; `make lock UV=--upgrade` takes the newest ones.
lock:
	rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet --disable-pip-version-check uv==0.13.8
	$(COMPILE) --output-file requirements.lock
	$(COMPILE) --extra postgres $(ON_TOP) --output-file requirements-postgres.lock
	$(COMPILE) --extra test $(ON_TOP) --output-file requirements-test.lock
	$(COMPILE) --extra bench $(ON_TOP) --output-file requirements-bench.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv .venv-lock .mypy_cache .pytest_cache .ruff_cache .hypothesis
