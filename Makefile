# `make book` and `make test` are the whole set-up: Python 3.11 or newer, and make.
PYTHON ?= python3
VENV := .venv
BIN := $(CURDIR)/$(VENV)/bin
PAGE := _build/html/chapters/index.html
PORT ?= 8000
# The tests start thousands of processes: what is compiled is kept for the next.
export PYTHONDONTWRITEBYTECODE :=

SOLUTIONS ?=

.PHONY: help book serve pdf lab test pages test-engines chapter notebooks lists vectors bench mutants studies clean
help:
	@echo "make book       build the book and print the page to open"
	@echo "make serve      show the built book over http on this machine"
	@echo "make pdf        print the book as dist/ordref.pdf; SOLUTIONS=yes prints them as well"
	@echo "make lab        open the chapters in JupyterLab, to run and change them"
	@echo "make test       every check: chapters, tests, doctests, lint, types, pages"
	@echo "make pages      every page in Firefox as well, and some in WebKit, the engine of Safari"
	@echo "make test-engines  the frames, engines, arrays and versions that are heavy to install"
	@echo "make chapter NAME=mae  one chapter, its tests and its modules: seconds"
	@echo "make notebooks  run the chapters again and store their outputs"
	@echo "make lists      make again what is made from the catalogue: README, test vectors"
	@echo "make bench      speed and memory beside the peers"
	@echo "make mutants    small changes of the package, and which of them no test notices"
	@echo "make studies    run what is missing of the experiments; STUDIES=holdouts runs one"
	@echo "make clean      remove what the above have made"

# Redone only when the pins change.
$(VENV)/book: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/peers: $(VENV)/book requirements-peers.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-peers.txt
	touch $@

# Warnings are errors. Nothing is executed here: the pages show the stored outputs
# that `make test` replays. From scratch, for a page cannot then outlive its source.
book: $(VENV)/book
	rm -rf _build
	$(BIN)/jupyter-book build . -W -n --keep-going --quiet
	@echo "The book is built. Open $(CURDIR)/$(PAGE)"

serve:
	@test -f $(PAGE) || $(MAKE) --no-print-directory book
	@echo "The book is at http://127.0.0.1:$(PORT)/ (Ctrl-C stops)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

# Not in _build, which is made anew whenever the book is.
pdf: book
	mkdir -p dist
	$(BIN)/python tests/pdf.py $(if $(SOLUTIONS),--solutions) dist/ordref.pdf

$(VENV)/lab: $(VENV)/peers requirements-lab.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-peers.txt -r requirements-lab.txt
	touch $@

# Copies: what a reader changes there stays, and the chapters stay as they are.
lab: $(VENV)/lab book
	mkdir -p lab
	for file in _build/html/_sources/chapters/*.ipynb chapters/axioms.toml; do \
	    test -e lab/$$(basename $$file) || cp $$file lab/; done
	$(BIN)/jupyter trust lab/*.ipynb  # else no figure shows before its cell has run
	$(BIN)/jupyter lab --notebook-dir=lab

test: $(VENV)/peers book
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -q -n 2

# `make test` opens the pages in Chromium; not every reader has that.
pages: $(VENV)/peers book
	ORDREF_PAGES=1 $(BIN)/python -m pytest -q -n 2 tests/pages

# In an environment of its own, for what is heavy; PySpark is skipped where there is no Java.
.venv-engines/done: requirements.txt requirements-peers.txt requirements-engines.txt pyproject.toml
	test -x .venv-engines/bin/python || $(PYTHON) -m venv .venv-engines
	.venv-engines/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-peers.txt -r requirements-engines.txt
	.venv-engines/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

test-engines: .venv-engines/done
	ORDREF_ENGINES=1 .venv-engines/bin/python -m pytest -q tests/engines

NAME ?= mae
chapter: $(VENV)/peers
	$(BIN)/python -m pytest -q $(wildcard chapters/$(NAME).ipynb ordref/$(NAME).py ordref/definitions/$(NAME).py) $(shell find tests -name test_$(NAME).py)

notebooks: $(VENV)/peers
	$(BIN)/python tests/notebooks.py chapters

lists vectors: $(VENV)/book
	$(BIN)/python tests/lists.py
	$(BIN)/python tests/vectors.py

bench: $(VENV)/peers
	$(BIN)/python -m bench

# No part of `make test`: it takes some twenty minutes. Another sample: make mutants SEED=7 SAMPLE=200
SEED ?= 0
SAMPLE ?= 60
mutants: $(VENV)/peers
	$(BIN)/python tests/mutants.py --seed $(SEED) --sample $(SAMPLE) $(MODULES)

# Goes on where it stopped; where all rows are stored there is nothing to do. From the
# beginning, in less than an hour: make studies ANEW=yes
STUDIES ?=
studies: $(VENV)/peers
	$(BIN)/python -m studies $(STUDIES) $(if $(ANEW),--anew)

clean:
	rm -rf _build $(VENV) .venv-engines dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
