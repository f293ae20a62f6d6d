//! The proofs: the command of each, and how to read its figures.

use crate::reading::{Reading, Sign};

/// A command that tries to break a promise, and reports how hard it tried.
#[derive(Debug)]
pub struct Proof {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it does.
    pub words: &'static str,
    /// The command, run in the root of the project; `{size}` is replaced by the size.
    pub command: &'static str,
    /// The full size.
    pub size: u64,
    /// Where the figures are.
    pub output: Output,
    /// The sign in a stored output that nothing was found.
    pub sign: Sign,
    /// The figures it reports.
    pub figures: &'static [Figure],
    /// The files that belong only to this proof.
    pub made_of: &'static [&'static str],
}

/// Where a command reports its figures.
#[derive(Debug, Clone, Copy)]
pub enum Output {
    /// It prints them.
    Printed,
    /// It writes JSON into this file.
    Written(&'static str),
}

/// A number that a proof reports.
#[derive(Debug)]
pub struct Figure {
    /// The key it is stored under.
    pub name: &'static str,
    /// What it counts.
    pub words: &'static str,
    /// The target, if there is one.
    pub asked: Option<u64>,
    /// How to find it in the output.
    pub reading: Reading,
    /// How to combine several runs.
    pub adding: Adding,
}

/// How to combine several runs of one proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Adding {
    /// The largest of them: later runs repeat the same work.
    Largest,
    /// Their sum: each run is random.
    Sum,
    /// The sum of those whose seeds, `seeds` of them from `from` on, do not overlap.
    Seeds,
}

/// The proof of this name.
pub fn proof(name: &str) -> Option<&'static Proof> {
    PROOFS.iter().find(|proof| proof.name == name)
}

const fn written(name: &'static str, words: &'static str, asked: Option<u64>) -> Figure {
    Figure { name, words, asked, reading: Reading::Field(name), adding: Adding::Seeds }
}

const fn printed(
    name: &'static str,
    words: &'static str,
    asked: Option<u64>,
    line: &'static str,
) -> Figure {
    Figure { name, words, asked, reading: Reading::Line(line), adding: Adding::Largest }
}

impl Figure {
    const fn adds_up(mut self, adding: Adding) -> Self {
        self.adding = adding;
        self
    }

    const fn under(mut self, field: &'static str) -> Self {
        self.reading = Reading::Field(field);
        self
    }

    const fn summed(mut self, line: &'static str) -> Self {
        self.reading = Reading::Lines(line);
        self
    }
}

/// All of them.
pub const PROOFS: &[Proof] = &[
    Proof {
        name: "sim",
        words: "A whole floor on one thread from one seed, with faults of network, disk, clock and \
                people; an auditor reads the journal's bytes alone.",
        command: "mkdir -p target/promises && cargo run --release --locked -p taisai-sim -- \
                  run --seeds {size} --jobs 2 --json target/promises/sim.json",
        size: 20_000,
        output: Output::Written("target/promises/sim.json"),
        sign: Sign::Zero("violations"),
        figures: &[
            written("seeds", "seeds of the simulator", Some(20_000)),
            written("rounds", "simulated rounds with faults", Some(10_000_000)),
            written("races", "races at no more bets, simulated", Some(1_000_000))
                .under("races_at_no_more_bets"),
            written("duplicates", "duplicates, simulated", Some(10_000_000)),
            written("corrections", "corrections, simulated", Some(1_000_000)),
            written("voids", "voids, simulated", Some(1_000_000)),
            written("disconnects", "disconnects, simulated", Some(1_000_000)),
            written("crashes", "crashes, simulated", None),
            written("ratio", "times real time", Some(1_000))
                .under("ratio_to_real_time")
                .adds_up(Adding::Largest),
            written("from", "the first seed", None).under("first_seed").adds_up(Adding::Largest),
            written("missing", "situations that never came up", None)
                .under("never_came_up")
                .adds_up(Adding::Largest),
        ],
        made_of: &["proof/sim/src/main.rs", "docs/simulator.md"],
    },
    Proof {
        name: "every-crash",
        words: "A simulated house that crashes at every single operation of its disk while a \
                script of rounds is played, in each of four ways.",
        command: "mkdir -p target/promises && cargo run --release --locked -p taisai-sim -- \
                  every-crash --rounds {size} --jobs 2 --json target/promises/every-crash.json",
        size: 50,
        output: Output::Written("target/promises/every-crash.json"),
        sign: Sign::Zero("violations"),
        figures: &[
            written("rounds", "rounds of a script, a crash at each operation", Some(50))
                .adds_up(Adding::Largest),
            written("operations", "operations of its disk", None).adds_up(Adding::Largest),
            written("crashes", "crashes, one for each operation and way", None)
                .adds_up(Adding::Largest),
            written("step", "only one operation in so many", None).adds_up(Adding::Largest),
        ],
        made_of: &["proof/sim/src/every.rs"],
    },
    Proof {
        name: "shifts",
        words: "Whole shifts at one table with everything people do, beside a second table that \
                was written apart from the first.",
        command: "SHIFT_ROUNDS={size} cargo test --release --locked -p taisai-table \
                  --test shifts whole_shifts_keep_every_promise -- --nocapture",
        size: 1_000_000,
        output: Output::Printed,
        sign: Sign::Line("test result: ok. 1 passed"),
        figures: &[
            printed("rounds", "rounds beside the second table", None, ": {} rounds, "),
            printed("requests", "requests beside the second table", None, " rounds, {} requests"),
        ],
        made_of: &["core/table/tests/shifts/main.rs", "proof/testing/src/shift.rs"],
    },
    Proof {
        name: "core",
        words: "The table beside the same second table, many rounds with few bets: money, \
                settlement and order checked in every round, races, repeats, corrections and voids \
                among them.",
        command: "CORE_ROUNDS={size} cargo test --release --locked -p taisai-table \
                  --test shifts every_round_pays_exactly_once_what_the_dice_say -- --nocapture",
        size: 100_000_000,
        output: Output::Printed,
        sign: Sign::Line("no violation"),
        figures: &[
            printed("rounds", "rounds in the core alone", Some(100_000_000), " {} rounds in all"),
            printed("races", "races at no more bets, core alone", Some(1_000_000), " {} races"),
            printed("duplicates", "duplicates, core alone", Some(10_000_000), " {} duplicates"),
            printed("corrections", "corrections, core alone", Some(1_000_000), " {} corrections"),
            printed("voids", "voids, core alone", Some(1_000_000), " {} voids"),
        ],
        made_of: &["core/table/tests/shifts/main.rs", "proof/testing/src/shift/lean.rs"],
    },
    Proof {
        name: "power",
        words: "Power lost, and the disk full, broken or read-only, at every single call to the \
                disk of a script of rounds; a process of the journal killed by the thousand.",
        command: "CRASH_LONG={size} cargo test --release --locked -p taisai-journal --test crash \
                  -- --nocapture",
        size: 1,
        output: Output::Printed,
        sign: Sign::Line("test result: ok."),
        figures: &[
            printed(
                "rounds",
                "rounds of a script, at each of whose calls to the disk the power goes, or the \
                 disk is full, fails or turns read-only",
                Some(50),
                "at every call of {} rounds",
            ),
            printed("calls", "calls to the disk, power lost at each", None, "{} calls, "),
            printed("disks", "different disks found afterwards", None, " calls, {} different"),
            printed("failed", "failing calls that stopped it in order", None, ": {} calls stopped")
                .summed(": {} calls stopped"),
            printed("kills", "kills of a process that keeps a journal", None, "{} kills, streams"),
        ],
        made_of: &["edge/journal/tests/crash/power.rs", "edge/journal/tests/crash/faults.rs"],
    },
    Proof {
        name: "kills",
        words: "The real server in a process of its own, killed at a random moment while terminals \
                bet; whatever was acknowledged is there at the next start.",
        command: "QUICK_KILLS={size} cargo test --locked -p taisai --test server \
                  killed_by_the_thousand -- --nocapture",
        size: 10_000,
        output: Output::Printed,
        // Reported after every hundred, each verified: a run that is stopped early counts so far.
        sign: Sign::Line("bets acknowledged and found"),
        figures: &[
            printed("kills", "kills of the real server", Some(10_000), " {} kills of the server")
                .adds_up(Adding::Sum),
            printed("bets", "bets acknowledged before a kill", None, " {} bets acknowledged")
                .adds_up(Adding::Sum),
        ],
        made_of: &["app/cli/tests/server/many_kills.rs"],
    },
    Proof {
        name: "stops",
        words: "The real server stopped for seconds and let go again with terminals connected: no \
                bet is taken late, and every screen comes back.",
        command: "SERVER_STOPS={size} cargo test --locked -p taisai --test server stops:: \
                  -- --nocapture",
        size: 20,
        output: Output::Printed,
        sign: Sign::Line("test result: ok."),
        figures: &[
            printed("stops", "times the server stood still", None, " {} stops")
                .adds_up(Adding::Sum),
            printed("late", "bets that came too late and were refused", None, " {} late bets")
                .adds_up(Adding::Sum),
        ],
        made_of: &["app/cli/tests/server/stops.rs"],
    },
    Proof {
        name: "soak",
        words: "The real server plays, is stopped and started again, and its journal is verified \
                at the end; its memory is recorded.",
        command: "SOAK_MINUTES={size} cargo test --release --locked -p taisai --test server \
                  soak:: -- --nocapture",
        size: 30,
        output: Output::Printed,
        sign: Sign::Line("test result: ok."),
        figures: &[
            printed("minutes", "minutes of one soak", Some(30), " {} minutes of play"),
            printed("rounds", "rounds of one soak", None, " {} rounds played"),
            printed("memory", "MiB of memory at its end", None, " {} MiB at the end"),
        ],
        made_of: &["app/cli/tests/server/soak.rs"],
    },
    Proof {
        name: "fuzz",
        words: "Any bytes at all for whatever comes from outside, and for whole days at tables and \
                on the floor.",
        command: "FUZZ_SANITIZER=none proof/fuzz/run.sh {size}",
        size: 900,
        output: Output::Printed,
        sign: Sign::Line("targets, 0 failed"),
        figures: &[printed(
            "executions",
            "fuzz executions",
            Some(100_000_000),
            "{} executions on ",
        )
        .adds_up(Adding::Sum)],
        made_of: &["proof/fuzz/run.sh", "proof/fuzz/tests/corpus.rs"],
    },
    Proof {
        name: "mutants",
        words: "Rules, table, floor, journal, host and log-ins broken on purpose, one breakage \
                at a time; the tests must notice every one.",
        command: "make mutants",
        size: 1,
        output: Output::Written("proof/mutants/OUTCOMES.md"),
        sign: Sign::Line(" killed, 0 survived, 0 unfit in "),
        figures: &[printed("killed", "breakages noticed", Some(60), "In all {} killed, ")],
        made_of: &["proof/mutants/run.sh", "proof/mutants/outcomes.py"],
    },
];
