# The one recipe that people and CI both run.
#   make demo   set up what is needed, run the two examples, say where to look
#   make test   set up and run every check: lint, format, types, layers, tests
#   make bench  time the engine beside its baselines and other people's programs

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin

.PHONY: demo test lint bench clean

demo: $(VENV)/.installed
	@echo; echo "== A lot that conforms"; echo
	$(BIN)/photometry run examples/elm-street/site.toml
	@echo; echo "== A lot that does not (exit 1 is its verdict, not an error)"; echo
	$(BIN)/photometry run examples/corner-gas/site.toml || test $$? -eq 1
	@echo; echo "Corner Gas is meant to FAIL: exit 1 says that rules are broken, not that the run went wrong."
	@echo; echo "Look at examples/*/out/isofootcandle.pdf and examples/*/out/results.json"

test: lint
	$(BIN)/python -m pytest -n auto

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.installed-peers
	$(BIN)/python benchmarks/run.py

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip

$(VENV)/.installed: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e .
	touch $@

$(VENV)/.installed-dev: pyproject.toml | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet -e ".[dev]"
	touch $@ $(VENV)/.installed

# A peer that cannot be installed here is named as absent: it does not stop the others.
$(VENV)/.installed-peers: pyproject.toml | $(VENV)/.installed-dev
	$(BIN)/python -m pip install --quiet -e ".[dev,peers]" || echo "not every peer installs here"
	touch $@

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis examples/*/out
