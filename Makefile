# `make demo` and `make test` set up everything they need in .venv.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test browser lint format bench paper docs wheel clean

demo: $(READY)
	$(BIN)/python examples/demo.py

test: $(READY) browser
	$(BIN)/python -m pytest -n 2 --dist worksteal --cov --cov-fail-under=95

# The report is tested in a real browser.
browser:
	@.ci/browser

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/style.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(READY)
	$(BIN)/python -m benchmarks.cost
	$(BIN)/python -m benchmarks.memory
	$(BIN)/python -m benchmarks.kernel
	$(BIN)/python -m benchmarks.algebra
	$(BIN)/python -m benchmarks.equivariant
	$(BIN)/python -m benchmarks.growth
	$(BIN)/python -m benchmarks.workers
	$(BIN)/python -m benchmarks.stream
	$(BIN)/python -m benchmarks.verdict_cost
	$(BIN)/python -m benchmarks.large
	$(BIN)/python -m benchmarks.tables

# SMALL=1: one seed and fewer jets, in minutes
paper: $(READY)
	$(BIN)/python -m benchmarks.paper $(if $(SMALL),--small)

# Into site/; the tests build it too.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

# The built wheel in fresh environments, alone and with each extra alone.
wheel: $(READY)
	$(BIN)/python tools/wheel.py

$(READY): pyproject.toml constraints.txt
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --constraint constraints.txt torch
	$(BIN)/python -m pip install --quiet --constraint constraints.txt --editable '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
