# make book        set up, build and serve the site (SERVE=0: stop after the build; PORT=8000)
# make pdf         the chapters and what follows them as one PDF, from the site: _build/attention.pdf
# make slides      a talk of every chapter, with notes, which needs no network: _build/slides
# make test        set up and run everything: style, types, the library's tests, every notebook
# make chapter N=7  a minute: style, types, tests and notebooks of one chapter alone, without a browser
# make cover       the library's tests with shapes checked and lines counted, of which 95 % must be reached
# make lab         the chapters in JupyterLab
# make notebooks   run every notebook again, in place; writes only what changed (FORCE=1: writes all)
# make owner       set the repository's address: OWNER=name, or OWNER=name/repository
# make lint        style and types only
# make data        fetch Multi30k into the cache, for training and for the tests on real data
# make soak        every sample of what make test takes one of each kind: weekly, and before a release
# make mutants     mutmut changes the library in one place after the other: which changes does no test notice? MODULES="attnbook.masks*"
# make bench       seconds and bytes beside torch.nn, x-transformers and vit-pytorch: attnbook run speed
# make release     run test and soak, then tag the version in pyproject.toml
# make clean       remove what was built, the environment too

PYTHON ?= python3
PORT ?= 8000
SERVE ?= 1
FORCE ?= 0
COVER ?= 0
JOBS ?= 2
BIN := .venv/bin
READY := .venv/ready
SITE := _build/built

# Where Python keeps no bytecode, every notebook and every submission would compile torch anew.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: setup book port test site pdf slides lab notebooks owner lint unit chapters chapter cover data soak mutants bench release clean

book: port site
	@if [ "$(SERVE)" = 0 ]; then echo "The site is in _build/html"; else \
	  echo "The site is at http://127.0.0.1:$(PORT)/ (stop with Ctrl-C)"; \
	  $(BIN)/python -m http.server --bind 127.0.0.1 --directory _build/html $(PORT); fi

# Before the build, so that nobody waits for a site that cannot be served.
port:
	@[ "$(SERVE)" = 0 ] || $(PYTHON) -c 'import socket; socket.create_server(("127.0.0.1", $(PORT)))' 2>/dev/null || \
	  { echo "Port $(PORT) is not free: choose another one, as in make book PORT=8001" >&2; exit 1; }

test: lint site unit chapters
	@for name in chromium-headless-shell chromium google-chrome; do \
	  command -v $$name >/dev/null && exit; done; echo "The tests of the site in a browser were skipped:" \
	  "no Chromium is on this machine (Debian has the package chromium-headless-shell)"

# Small models gain nothing from more threads, and two processes with all of them stop each other.
unit chapters chapter cover lab soak mutants: export OMP_NUM_THREADS ?= 1

site: $(SITE)

# If pages alone have changed, the others need not be read again (book/extension/changes.py).
PAGES := $(shell find book chapters -name '*.md' -or -name '*.ipynb' -not -path '*/.*')
$(SITE): $(READY) $(PAGES) $(shell find _config.yml _toc.yml book chapters lib -type f -not -path '*/.*' -not -path '*/__pycache__/*')
	$(BIN)/jupyter-book build . -W -n --keep-going $(if $(filter-out $(PAGES),$?),--all)
	@touch $@

pdf: $(SITE)
	$(BIN)/python book/paper/pdf.py

slides: $(READY)
	$(BIN)/python book/paper/slides.py

lab: $(READY)
	$(BIN)/jupyter lab --ip 127.0.0.1 --ServerApp.preferred_dir=chapters $(if $(filter 0,$(shell id -u)),--allow-root)

notebooks: $(READY)
	$(BIN)/python .ci/notebooks.py $(if $(filter 1,$(FORCE)),--force)

owner: $(READY)
	$(BIN)/python .ci/owner.py '$(OWNER)'

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# To trace lines and to check shapes takes a third of the time, so only COVER=1 does. From Python 3.12 on the
# interpreter itself can say which lines are reached.
TRACED := --shapes --cov --cov-report=term --cov-fail-under=95
TRACER = import sys; print("sysmon" if sys.version_info >= (3, 12) else "ctrace")
unit: $(READY)
	$(if $(filter 1,$(COVER)),COVERAGE_CORE=$$($(BIN)/python -c '$(TRACER)')) \
	  $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -p no:nbval $(if $(filter 1,$(COVER)),$(TRACED))

cover: COVER = 1
cover: site unit

chapters: $(READY)
	.ci/chapters -n $(JOBS)

# The browser's tests need the site, and are left to `make unit`.
chapter: $(READY)
	@[ -n "$(N)" ] && [ -d "lib/attncourse/chapter$(N)" ] || \
	  { echo "Which chapter? As in make chapter N=7" >&2; exit 1; }
	$(BIN)/ruff check lib/attncourse/chapter$(N) tests/attncourse/chapter$(N)
	$(BIN)/ruff format --check lib/attncourse/chapter$(N) tests/attncourse/chapter$(N)
	$(BIN)/mypy lib/attncourse/chapter$(N)
	$(BIN)/lint-imports
	JOBS=$(JOBS) .ci/chapter $(N)

data: $(READY)
	$(BIN)/attnbook data multi30k --pair en-fr
	$(BIN)/attnbook data multi30k --pair de-en

soak: site
	$(BIN)/python -m pytest -n $(JOBS) --hypothesis-profile=soak tests/laws tests/soak tests/attncourse/chapter*/soak

mutants: $(READY)
	$(BIN)/pip install -q -c constraints.txt -e ".[mutants]"
	rm -rf _build/mutants && mkdir -p _build/mutants
	git ls-files | tar -c -T - | tar -x -C _build/mutants
	cd _build/mutants && cp -r lib src && ../../$(BIN)/mutmut run --max-children $(JOBS) $(MODULES) && ../../$(BIN)/mutmut results

bench: $(READY)
	$(BIN)/pip install -q -c constraints.txt -e ".[bench]"
	$(BIN)/attnbook run speed

release: $(READY)
	.ci/release

clean:
	rm -rf _build .venv dist .pytest_cache .ruff_cache .mypy_cache .hypothesis .coverage*

setup: $(READY)

# Torch comes first and alone, at its exact version: a looser request could replace it by another build.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; assert sys.version_info >= (3, 11), f"python 3.11 or newer is needed: {sys.version}"'
	$(PYTHON) -m venv .venv
	@echo "Fetching what the course needs into .venv: one or two minutes"
	$(BIN)/pip install -q --no-compile -c constraints.txt torch
	$(BIN)/pip install -q --no-compile -c constraints.txt -e ".[book,dev,grading,test]"
	touch $@
