# `make run` plays, `make test` proves. Both make `.venv` from the lock files, and make it anew when those change.

PYTHON ?= python3
JOBS ?= 2
GAMES ?= 1
SEATS ?= 4
LEVELS ?= steady
SEED ?= 1
VARIANT ?= standard
RULESET ?= titan

BIN := .venv/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes
LINT := $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy && $(BIN)/lint-imports --no-logo

# Folders of tests with deep ones; each is a part of its own, `make deep-engine`. The longest come first.
LONG := secrets month counts engine fuzz thumbs skirmish battle_titan
DEEP := $(sort $(shell grep -rl --include='*.py' 'mark\.deep\|deep_but' tests/*/ | cut -d/ -f2))

.PHONY: help run emojis move-database test test-deep $(DEEP:%=deep-%) lint format bench restart load drill newcomer gallery portrait selfplay \
	mutate lock clean
.DELETE_ON_ERROR:

help:
	@echo 'make run         the bot, if there is a DISCORD_TOKEN; else a local table in the browser'
	@echo 'make emojis      gives the bot its emojis, which stand beside creatures on buttons; once is enough'
	@echo 'make move-database FROM=sqlite:///data/titan.db TO=postgresql://USER:PASSWORD@HOST/NAME'
	@echo '              everything in one database into another, which must be empty; either can be of either kind'
	@echo 'make test        lint and all tests but the deep ones'
	@echo 'make test-deep   long walks and soaks, two folders at a time; a single one with make deep-NAME:'
	@echo '              $(DEEP)'
	@echo 'make lint        ruff, mypy, import contracts'
	@echo 'make format      lays the code out as lint wants it'
	@echo 'make bench       how fast it is: a table, and bench.json'
	@echo 'make restart     how soon the bot is back with a thousand games that all have something due'
	@echo 'make load        how soon presses are answered with 200 running games, half of them late, and 20 presses a second;'
	@echo '              make load DATABASE=postgresql PROCESSES=2   by real processes, with 1000 late games;'
	@echo "              the highest rate that they can do: LOAD='--seconds 30 --search'"
	@echo 'make drill       kills the bot before and after each kind of request to Discord in the middle of a game;'
	@echo "              a part of it: make drill DRILL='--kind pin --first 10 --count 20'"
	@echo '              make drill DATABASE=postgresql PROCESSES=3   kills real processes at random moments'
	@echo 'make newcomer    plays the first sessions of somebody new, and counts presses, posts, pictures and words;'
	@echo "              one of them, with all that is pressed and read: make newcomer NEWCOMER='titan --told'"
	@echo 'make mutate      breaks the rules that tests/mutate lists, one at a time: each must make a test fail. It goes on where'
	@echo "              it stopped; a part of it: make mutate MUTATE='--engine titan --only R14'"
	@echo 'make gallery     every picture in every theme, from games of bots: gallery/index.html'
	@echo "make portrait    the bot's portrait and banner again: docs/portrait.png, docs/banner.png"
	@echo 'make selfplay GAMES=1 SEATS=4 LEVELS=steady SEED=1   games of bots among themselves;'
	@echo '              and with VARIANT=battle_titan TURNS=12 OPTIONS=tiebreak=living_value of the variant'
	@echo '              and with RULESET=skirmish SCENARIO=thunderclap, or free, of the skirmish game'
	@echo 'make lock        the lock files, from pyproject.toml'
	@echo 'make clean       removes what these commands made, except for data/'

run: .venv/.run
	@$(BIN)/python bot.py

emojis: .venv/.run
	@$(BIN)/python bot.py emojis

move-database: .venv/.postgres
	@$(BIN)/python bot.py move-database $(if $(FROM),'$(FROM)') $(if $(TO),'$(TO)')

# Workers and the programs that tests start read the compiled modules, even where the machine would rather keep none.
test deep-% .venv/.collected: export PYTHONDONTWRITEBYTECODE :=

# Lint keeps one core busy, so the tests run beside it; what it says comes after what they say. Many tests wait for
# processes or for PostgreSQL, so one more runs at a time than there are cores.
test: .venv/.dev
	@said=$$(mktemp); ($(LINT)) >$$said 2>&1 & lint=$$!; \
	$(MAKE) --no-print-directory .venv/.collected; \
	$(BIN)/python -m pytest -q -n $$(($(JOBS) + 1)) --dist worksteal; tests=$$?; \
	wait $$lint; lint=$$?; cat $$said; rm -f $$said; exit $$((tests || lint))

# As many parts at once as JOBS says, with a process each: some parts are of one test alone.
test-deep: .venv/.dev
	@$(MAKE) --no-print-directory --keep-going $(if $(filter output-sync,$(.FEATURES)),--output-sync) \
	  --jobs=$(JOBS) JOBS=1 $(patsubst %,deep-%,$(LONG) $(filter-out $(LONG),$(DEEP)))

$(DEEP:%=deep-%): deep-%: .venv/.dev
	@$(BIN)/python -m pytest -q -n $(JOBS) --dist worksteal -m deep tests/$*

lint: .venv/.dev
	@$(LINT)

format: .venv/.dev
	@$(BIN)/ruff check --fix --quiet . || true
	@$(BIN)/ruff format .

bench: .venv/.run
	@$(BIN)/python -m tests.bench

restart: .venv/.run
	@$(BIN)/python -m tests.restart

# With DATABASE they are about real processes on a database: sqlite, or postgresql with as many PROCESSES as are said.
load: $(if $(DATABASE),.venv/.dev,.venv/.run)
	@$(BIN)/python -m tests.load$(if $(DATABASE),.processes --database $(DATABASE) --processes $(or $(PROCESSES),1)) $(LOAD)

drill: .venv/.dev
	@$(BIN)/python -m tests.drill$(if $(DATABASE),.processes --database $(DATABASE) --processes $(or $(PROCESSES),1)) $(DRILL)

newcomer: .venv/.dev
	@$(BIN)/python -m tests.newcomer $(NEWCOMER)

mutate: .venv/.dev
	@$(BIN)/python -m tests.mutate --jobs $(JOBS) $(MUTATE)

gallery: .venv/.run
	@$(BIN)/python -m tests.gallery

portrait: .venv/.run
	@$(BIN)/python -m tests.illustrations portrait.png banner.png

selfplay: .venv/.run
ifeq ($(RULESET),skirmish)
	@$(BIN)/python -m tests.skirmish.selfplay --games $(GAMES) --levels $(LEVELS) --seed $(SEED) --armies \
	  $(if $(SCENARIO),--scenario $(SCENARIO))
else
	@$(BIN)/python -m tests.selfplay --games $(GAMES) --seats $(SEATS) --levels $(LEVELS) --seed $(SEED) \
	  --variant $(VARIANT) $(if $(TURNS),--turns $(TURNS)) $(if $(OPTIONS),--options '$(OPTIONS)')
endif

# A venv that fails half-way leaves a Python without pip: hence pip is the target.
.venv/bin/pip:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo 'Python 3.11 or newer is needed; say where it is with make PYTHON=/path/to/python3' >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv || \
	  { echo 'no virtual environment could be made; on Debian and Ubuntu: apt install python3-venv' >&2; exit 1; }

# Each lock holds everything of those before it: of the bot, as in the image; of the local table; of the tests.
.venv/.run: requirements-local.lock | .venv/bin/pip
	@$(INSTALL) -r requirements-local.lock
	@touch $@

.venv/.postgres: requirements-postgres.lock .venv/.run
	@$(INSTALL) -r requirements-postgres.lock
	@touch $@

.venv/.dev: requirements-dev.lock requirements-local.lock | .venv/bin/pip
	@$(INSTALL) -r requirements-dev.lock
	@touch .venv/.run $@

# pytest compiles the tests in its own way and keeps what came of it. Each worker of a first run would do it all. What
# can't be collected is said by the run itself.
.venv/.collected: .venv/.dev
	@$(BIN)/python -m pytest -q --collect-only >/dev/null || true
	@touch $@

# One lock for every platform and every Python from 3.11 on; hashes are those of the public files.
# What makes them is locked too; where its version changes, a second run is made by the new one.
UV := .lock/bin/uv pip compile --quiet --no-config --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --upgrade

lock:
	@$(PYTHON) -m venv .lock
	@.lock/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	@$(UV) pyproject.toml -o requirements.lock
	@$(UV) pyproject.toml --extra postgres -c requirements.lock -o requirements-postgres.lock
	@$(UV) pyproject.toml --group local -c requirements.lock -o requirements-local.lock
	@$(UV) pyproject.toml --extra postgres --group dev -c requirements-local.lock -c requirements-postgres.lock -o requirements-dev.lock
	@$(UV) --group lock -o requirements-uv.lock
	@rm -rf .lock

clean:
	@rm -rf .venv .lock .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis bench.json eyes gallery .mutate drill-logs
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
