# The two commands are `make run` and `make test`; the others are their parts.

CARGO ?= cargo
TARGET = $(or $(CARGO_TARGET_DIR),target)
TAISAI = $(CARGO) run --quiet --locked --package taisai --

.PHONY: run test fmt lint doc unit outside web web-check browser gallery screens-bench licences open-clauses pictures bench shifts \
	crash mutants fuzz sim load core-rounds kills soak promises fresh client

# The demo floor: one table for each rule book, play money, log-ins printed once. Ctrl-C stops it. The profile `demo`
# of Cargo.toml is ready sooner than a release.
run: web
	@echo "Building the server: about two minutes the first time, on two cores."
	@$(CARGO) run --locked --profile demo --package taisai -- demo

# The screens, built to web/dist, which the binary embeds.
web:
	@echo "Building the screens."
	cd web && npm ci --include=dev --silent && npm run build --silent

# Both commands of the README in a clone with empty caches, as on a machine that has built nothing, and how long
# each takes.
fresh:
	scripts/fresh.sh

# Types, lint, format and unit tests of the screens.
web-check:
	cd web && npm ci --include=dev --silent && npm run check --silent && npm test --silent

test: fmt lint doc web web-check unit outside browser client open-clauses

fmt:
	$(CARGO) fmt --all --check

lint:
	$(CARGO) clippy --workspace --all-targets --locked -- -D warnings

doc:
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --workspace --no-deps --locked --quiet

# The journal's tests start a PostgreSQL server of their own; it is installed where it is missing.
unit:
	scripts/ensure-postgres.sh
	$(CARGO) test --workspace --locked

# Our core in somebody else's release build, which has no overflow checks.
outside:
	$(CARGO) test --quiet --release --locked --manifest-path proof/outside/library/Cargo.toml --target-dir $(TARGET)

# The reports, and the screens against the real server, in a real browser. Installs Chromium and the packages of the
# tests where they are missing.
browser: web
	$(CARGO) build --quiet --locked --package taisai
	scripts/ensure-chromium.sh
	cd proof/browser && npm ci --silent
	node proof/browser/check.mjs $(TARGET)/debug/taisai
	node proof/browser/stories.mjs $(TARGET)/debug/taisai

# A client generated from the server's OpenAPI document, asking the running server. Needs python3; the generator is
# installed below target.
client:
	$(CARGO) build --quiet --locked --package taisai
	proof/outside/client/run.sh $(TARGET)/debug/taisai

# Pictures of the screens from the real server; those of the README are among them.
gallery: web
	$(CARGO) build --quiet --locked --package taisai
	cd proof/browser && npm ci --silent
	node proof/browser/gallery.mjs $(TARGET)/debug/taisai docs/screens

# How fast the terminal is, against the real server; MINUTES=10 for the long soak.
MINUTES ?= 1
screens-bench: web
	$(CARGO) build --quiet --release --locked --package taisai
	cd proof/browser && npm ci --silent
	node proof/browser/bench.mjs $(TARGET)/release/taisai $(MINUTES)

# Licences, bans and sources of the dependencies of every platform, also of those that are not built here: by
# cargo-deny where it is installed, and always by our own reading of deny.toml.
licences:
	EVERY_PLATFORM=1 $(CARGO) test --quiet --locked --package taisai-tidy --test tidy dependencies_may_be_used
	if command -v cargo-deny >/dev/null; then $(CARGO) deny check licenses bans sources; fi

open-clauses:
	@$(CARGO) test --quiet --locked --package taisai-tidy --test tidy named_tests_exist -- --nocapture \
		| grep 'open clauses'

# The pictures of the README; a test compares them with what is drawn today.
pictures:
	$(TAISAI) layout singapore-1 --dice 4,4,2 --svg docs/pictures/singapore-1.svg
	$(TAISAI) layout maryland --svg docs/pictures/maryland.svg
	$(TAISAI) layout singapore-3 --lang zh --svg docs/pictures/singapore-3-zh.svg

# Benchmarks print ratios to a reference measured in the same run.
bench:
	$(CARGO) bench --quiet --package taisai-rules --bench settle
	$(CARGO) bench --quiet --package taisai-table --bench table
	$(CARGO) bench --quiet --package taisai-journal --bench postgres
	$(CARGO) bench --quiet --package taisai-reports --bench reports
	$(CARGO) bench --quiet --package taisai-journal --bench append
	$(CARGO) bench --quiet --package taisai-journal --bench replay
	edge/simulation/benches/numpy/compare.sh

# A million random rounds of the table beside a plain model and the ledger; make test runs a share of them.
shifts:
	SHIFT_ROUNDS=1000000 $(CARGO) test --release --locked --package taisai-table --test shifts whole_shifts -- --nocapture

# A hundred million lean ones; make test runs a share of them.
core-rounds:
	CORE_ROUNDS=100000000 $(CARGO) test --release --locked --package taisai-table --test shifts every_round -- --nocapture

# The real server killed ten thousand times; make test kills it a few times.
kills:
	QUICK_KILLS=10000 $(CARGO) test --locked --package taisai --test server killed_by_the_thousand -- --nocapture

# The real server for half an hour, with restarts; SOAK_MINUTES=N for another time.
soak: web
	SOAK_MINUTES=$(or $(SOAK_MINUTES),30) $(CARGO) test --release --locked --package taisai --test server soak:: -- --nocapture

# PROMISES.md from the runs that are kept; `taisai-promises run NAME` makes one, `taisai-promises list` names them.
promises:
	$(CARGO) run --quiet --locked --package taisai-promises -- write

# Crashes, failing disks and kills by the thousand; make test runs a share of them.
crash:
	CRASH_LONG=1 $(CARGO) test --release --package taisai-journal --test crash -- --nocapture

# Breaks rooms, books and screens on purpose, one breakage at a time in a copy, and asks their tests to notice; then
# each breakage of a clause against exactly the test that the clause list names.
mutants:
	for list in rules rulebooks books pictures reports table floor journal server login web; do proof/mutants/run.sh $$list || exit 1; done
	proof/mutants/clauses.py

# Needs a nightly compiler and cargo-fuzz; proof/fuzz/README.md says how.
fuzz:
	proof/fuzz/run.sh 60

# Simulated nights on a whole floor with everything that can go wrong; SEEDS=N says how many, FROM=S which, JOBS=J how many at a
# time.
sim:
	$(CARGO) run --release --locked --package taisai-sim -- run --seeds $(or $(SEEDS),1000) --from $(or $(FROM),0) --jobs $(or $(JOBS),2)

# The server under load, beside an echo, a bare broadcast and a server with one transaction per bet; docs/load.md explains it.
load: web
	$(CARGO) build --quiet --release --locked --package taisai --package taisai-load
	$(TARGET)/release/taisai-load all --taisai $(TARGET)/release/taisai
