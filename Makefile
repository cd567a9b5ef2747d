# The one recipe that people and CI both run.
#   make demo   set up what is needed, run the two examples, say where to look
#   make test   set up and run every check: lint, format, types, layers, tests
#   make bench  time the engine against its baselines

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo test lint bench clean

demo: $(VENV)/.installed
	@echo; echo "== A lot that conforms"; echo
	$(BIN)/photometry run examples/elm-street/site.toml
	@echo; echo "== A lot that does not (exit 1 is its verdict, not an error)"; echo
	$(BIN)/photometry run examples/corner-gas/site.toml || test $$? -eq 1
	@echo; echo "Look at examples/*/out/isofootcandle.pdf and examples/*/out/results.json"

test: lint
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-dev
	$(BIN)/python benchmarks/bench_kernel.py
	$(BIN)/python benchmarks/bench_reading.py
	$(BIN)/python benchmarks/bench_startup.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e ".[dev]"
	touch $@ $(VENV)/.installed

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis examples/*/out
