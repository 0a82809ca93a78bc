# `make book` and `make test` are the whole set-up: Python 3.11 or newer, and make.
PYTHON ?= python3
VENV := .venv
# From here, for the folder of the project may have blanks in its path.
BIN := $(VENV)/bin
PAGE := _build/html/chapters/index.html
PORT ?= 8000
# The tests start thousands of processes: what is compiled is kept for the next.
export PYTHONDONTWRITEBYTECODE :=
# Where the locale is C, Python 3.11 reads paths with an umlaut as ASCII.
export PYTHONUTF8 := 1

NAME ?= mae
SOLUTIONS ?=
DEPTH ?=

.PHONY: help book sphinx page live live-check serve pdf lab test proofs pages browsers test-engines meta machines newer replayed check quick chapter \
    notebooks lists vectors times bench mutants studies dist clean
help:
	@echo "make book       build the book and print the page to open"
	@echo "make page NAME=mae  one page of the built book again: seconds"
	@echo "make live       the book with all that its cells need to run in a browser"
	@echo "make serve      show the built book over http on this machine"
	@echo "make pdf        print the book as dist/ordref.pdf; SOLUTIONS=yes prints them as well;"
	@echo "                DEPTH=read leaves out the proofs: dist/ordref-read.pdf"
	@echo "make lab        open the chapters in JupyterLab, to run and change them"
	@echo "make test       chapters, tests, doctests, lint and types: minutes"
	@echo "make proofs     the theorems that Coq checks, and what each assumes: nothing"
	@echo "make pages      the built book in Chromium and on paper"
	@echo "make live-check the cells of all chapters as a page runs them, by node; CHAPTERS=mae: one"
	@echo "make machines   what is numerical once more, as on older processors"
	@echo "make newer      chapters and tests with a newer Python, where there is one"
	@echo "make check      all there is: also Firefox, WebKit, the engines, the tests of the tests"
	@echo "make quick      the tests that the changes since the last commit can reach"
	@echo "make chapter NAME=mae  one chapter or module and its tests: seconds"
	@echo "make notebooks  run the chapters again and store their outputs"
	@echo "make lists      make again what is made from the package: tables, test vectors"
	@echo "make times      run all tests and store how long each file takes"
	@echo "make bench      speed and memory beside the peers"
	@echo "make mutants    small changes of the package, and which of them no test notices"
	@echo "make studies    run what is missing of the experiments; STUDIES=holdouts runs one"
	@echo "make dist       wheel and source, looked at and tried where nothing else is"
	@echo "make clean      remove what the above have made"

# Redone only when the pins change.
$(VENV)/book: requirements.txt pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=python3.11 ...")'
	@echo "The environment: some minutes, once"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

$(VENV)/peers: $(VENV)/book requirements-checks.txt requirements-peers.txt
	@echo "What the checks need, and the libraries that ordref is compared with: a minute, once"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-checks.txt -r requirements-peers.txt
	touch $@

# Warnings are errors. Nothing is executed here: the pages show the stored outputs
# that `make test` replays. From scratch, for a page cannot then outlive its source.
book: $(VENV)/book
	@echo "The book is being built: a minute"
	rm -rf _build
	$(BIN)/jupyter-book build . -W -n --keep-going --quiet
	@echo "The book is built. Open $(CURDIR)/$(PAGE)"

# The book without Jupyter Book's command: by Sphinx alone, from the conf.py that is made of
# _config.yml and _toc.yml. This is the way on when Jupyter Book 1 no longer installs.
sphinx: $(VENV)/book
	$(BIN)/jupyter-book config sphinx . >/dev/null
	PYTHONPATH=chapters/_ext $(BIN)/sphinx-build -W -n --keep-going -q . _build/sphinx; \
	    code=$$?; rm -f conf.py; exit $$code

# One page of it again, after a change of a chapter or of what makes or shows the pages.
page: $(VENV)/book
	$(BIN)/python tools/page.py $(NAME)

# Python and its libraries lie in the site: nothing comes from another server.
live: book
	$(BIN)/python tools/pyodide.py || true
	$(BIN)/python tools/run_live.py into _build/html

CHAPTERS ?=
live-check: $(VENV)/peers
	$(BIN)/python tools/pyodide.py || true
	$(BIN)/python tools/run_live.py check $(CHAPTERS)

serve:
	@test -f $(PAGE) || $(MAKE) --no-print-directory book
	@echo "The book is at http://127.0.0.1:$(PORT)/ (Ctrl-C stops)"
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT)

# Not in _build, which is made anew whenever the book is.
pdf: book
	mkdir -p dist
	$(BIN)/python tools/pdf.py $(if $(SOLUTIONS),--solutions) $(if $(DEPTH),--$(DEPTH) dist/ordref-$(DEPTH).pdf,dist/ordref.pdf)

$(VENV)/lab: $(VENV)/peers requirements-lab.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-checks.txt -r requirements-peers.txt -r requirements-lab.txt
	touch $@

# Copies: what a reader changes there stays, and the chapters stay as they are.
lab: $(VENV)/lab book
	mkdir -p lab
	for file in _build/html/_sources/chapters/*.ipynb chapters/axioms.toml; do \
	    test -e lab/$$(basename $$file) || cp $$file lab/; done
	$(BIN)/jupyter trust lab/*.ipynb  # else no figure shows before its cell has run
	$(BIN)/jupyter lab --notebook-dir=lab

# What runs where is seen from the folder: `pytest` leaves out those that have their own command.
test: $(VENV)/peers
	@echo "1 of 3: lint"
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-cache --no-logo
	@echo "2 of 3: types"
	$(BIN)/mypy
	@echo "3 of 3: the chapters replayed, the tests, the doctests"
	$(BIN)/python -m pytest -q -n 2

# Paper is looked at, too.
pages: $(VENV)/peers pdf
	$(BIN)/python tools/pyodide.py || true  # else cells are not run there
	$(BIN)/python -m pytest -q -n 2 tests/pages

# Needs Coq, and names the packages where it is missing. The tests plant what is no proof.
proofs: $(VENV)/peers
	$(BIN)/python tools/proofs.py
	$(BIN)/python -m pytest -q tests/proofs

# Firefox, and WebKit, the engine of Safari.
browsers: $(VENV)/peers book
	$(BIN)/python -m pytest -q -n 2 tests/browsers

# The tests of the tests, and NEW-MEASURE.md tried.
meta: $(VENV)/peers
	$(BIN)/python -m pytest -q -n 2 tests/meta

# What is numerical once more, as on older processors. Others, or all: make machines TESTS=tests
machines: $(VENV)/peers
	$(BIN)/python tools/machines.py $(TESTS)

# The chapters and the tests with a newer Python, where there is one: make newer NEWER=python3.14
NEWER ?= $(shell for v in 4 3 2; do for p in python3.1$$v "$$HOME"/.pyenv/versions/3.1$$v.*/bin/python; do \
    "$$p" -c 0 2>/dev/null && echo "$$p" && exit; done; done)
newer:
	$(if $(NEWER),,@echo "There is no Python from 3.12 on here")
	$(if $(NEWER),$(MAKE) --no-print-directory VENV=.venv-newer PYTHON="$(NEWER)" replayed)

replayed: $(VENV)/peers
	$(BIN)/python -m pytest -q -n 2

check: test proofs pdf pages browsers test-engines meta machines page sphinx

times:
	PYTEST_ADDOPTS=--store-times $(MAKE) check

# In an environment of its own, for what is heavy; PySpark is skipped where there is no Java.
.venv-engines/done: requirements.txt requirements-checks.txt requirements-peers.txt requirements-engines.txt pyproject.toml
	@echo "The environment of the engines: some minutes, once"
	test -x .venv-engines/bin/python || $(PYTHON) -m venv .venv-engines
	.venv-engines/bin/python -m pip install --quiet --disable-pip-version-check -r requirements.txt -r requirements-checks.txt -r requirements-peers.txt -r requirements-engines.txt
	.venv-engines/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	touch $@

test-engines: .venv-engines/done
	.venv-engines/bin/python tools/pyodide.py || true  # its tests then skip
	.venv-engines/bin/python -m pytest -q tests/engines

# Another base than the last commit: make quick BASE=main
BASE ?= HEAD
quick: $(VENV)/peers
	$(BIN)/python tools/quick.py $(BASE)

# Folders of tests that need no book and no Coq.
TESTED := $(filter-out $(addprefix tests/,browsers engines meta pages proofs),$(wildcard tests/*))
MODULE = $(shell find ordref -name $(NAME).py)
OWN = $(wildcard chapters/$(NAME).ipynb tests/$(NAME)) $(shell find $(TESTED) -name test_$(NAME).py)
# Of a module without tests of its own, those of its room; definitions are tested with all measures, files by the command.
ROOMS = $(notdir $(patsubst %/,%,$(dir $(MODULE))))
BESIDE = $(wildcard $(ROOMS:%=tests/%) $(ROOMS:%=tests/project/test_%.py) $(ROOMS:%=tests/measures/test_%.py)) \
    $(if $(filter definitions,$(ROOMS)),tests/measures/test_every.py) $(if $(filter files,$(ROOMS)),tests/command)
NAMED = $(OWN) $(if $(filter tests/%,$(OWN)),,$(BESIDE)) $(MODULE)
chapter: $(VENV)/peers
	$(if $(strip $(NAMED)),,$(error no chapter and no module is called $(NAME)))
	$(BIN)/python -m pytest -q $(NAMED)

notebooks: $(VENV)/peers
	$(BIN)/python tools/notebooks.py chapters

lists vectors: $(VENV)/peers
	$(BIN)/python tools/lists.py
	$(BIN)/python tools/vectors.py
	$(BIN)/python tools/more_vectors.py
	$(BIN)/python tools/proof_vectors.py
	$(BIN)/python tools/proof_certificates.py
	$(BIN)/python tools/proof_refutations.py

bench: $(VENV)/peers
	$(BIN)/python -m bench

# No part of `make test`: a change at the centre meets most tests. Another sample: make mutants SEED=7 SAMPLE=200
SEED ?= 0
SAMPLE ?= 60
mutants: $(VENV)/peers
	$(BIN)/python tools/mutants.py --seed $(SEED) --sample $(SAMPLE) $(MODULES)

# Goes on where it stopped; where all rows are stored there is nothing to do. From the
# beginning, in less than an hour: make studies ANEW=yes
STUDIES ?=
studies: $(VENV)/peers
	$(BIN)/python -m studies $(STUDIES) $(if $(ANEW),--anew)
	$(BIN)/python -m studies.libraries

# A release: the forms of what a maintainer hands out, wheel and source, and the wheel tried
# where nothing else of the project is.
.venv-dist/done: requirements-dist.txt
	test -x .venv-dist/bin/python || $(PYTHON) -m venv .venv-dist
	.venv-dist/bin/python -m pip install --quiet --disable-pip-version-check -r requirements-dist.txt
	touch $@

dist: .venv-dist/done
	.venv-dist/bin/check-jsonschema --builtin-schema vendor.citation-file-format CITATION.cff
	.venv-dist/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	.venv-dist/bin/zizmor --offline --quiet .github/workflows
	rm -f dist/*.whl dist/*.tar.gz
	.venv-dist/bin/python -m build --outdir dist .
	.venv-dist/bin/twine check --strict dist/*.whl dist/*.tar.gz
	rm -rf .venv-wheel && $(PYTHON) -m venv .venv-wheel
	.venv-wheel/bin/python -m pip install --quiet --disable-pip-version-check \
	    "$$(echo dist/*.whl)[files,frames,plots,sklearn,table]" polars
	cd .venv-wheel && bin/python -m doctest -o ELLIPSIS ../README.md
	cd .venv-wheel && bin/python -m ordref.verify ordref:mae --measure mae

clean:
	rm -rf .pyodide .venv-newer .venv-dist .venv-wheel _build $(VENV) .venv-engines dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -f proofs/*.vo proofs/*.vok proofs/*.vos proofs/*.glob proofs/.*.aux
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
