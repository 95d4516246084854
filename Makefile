# Everything runs in .venv, which is made from the lock file when that changes.
PYTHON ?= python3
SCALE ?= 1
BIN := .venv/bin

.PHONY: play bot test lint bench proof assets lock clean

play: .venv/ready
	$(BIN)/python -m sandbox

bot: .venv/ready
	$(BIN)/python bot.py

test: .venv/ready
	SCALE=$(SCALE) $(BIN)/python -m pytest -n auto --dist worksteal

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: .venv/bench
	$(BIN)/python -m bench sandbox
	$(BIN)/python -m bench render
	$(BIN)/python -m bench engine
	$(BIN)/python -m bench host
	$(BIN)/python -m bench hostile
	$(BIN)/python -m bench click

proof: .venv/ready
	$(BIN)/python -m proof

.venv/ready: requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.lock
	touch $@

.venv/bench: .venv/ready requirements-bench.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-bench.lock
	touch $@

assets: .venv/ready
	$(BIN)/python -m render bake

lock:
	rm -rf .venv-lock && $(PYTHON) -m venv .venv-lock
	.venv-lock/bin/python -m pip install --quiet '.[dev]'
	{ echo '# What `make test` installs; made by `make lock`.'; \
	  .venv-lock/bin/python -m pip freeze --exclude factory-table; } > requirements.lock
	.venv-lock/bin/python -m pip install --quiet '.[bench]'
	{ echo '# What `make bench` adds; made by `make lock`.'; \
	  .venv-lock/bin/python -m pip freeze | grep -E '^(catanatron|networkx)=='; } > requirements-bench.lock
	rm -rf .venv-lock

clean:
	rm -rf .venv .venv-lock .mypy_cache .pytest_cache .ruff_cache .hypothesis
