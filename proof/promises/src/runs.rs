//! The results of the runs, as `runs.json` keeps them.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::proofs::{Adding, Figure, Proof};

/// One run of one proof.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// The proof's name.
    pub proof: String,
    /// The command as it was given.
    pub command: String,
    /// The commit it ran on; with a plus where files were changed since.
    pub commit: String,
    /// The day it ended, in UTC.
    pub date: String,
    /// How long it took, where that is known.
    pub seconds: Option<u64>,
    /// How it ended.
    pub outcome: Outcome,
    /// The figures it reported.
    pub figures: BTreeMap<String, u64>,
}

/// How a run ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Nothing was found broken.
    Passed,
    /// Something was, or the command did not end well.
    Failed,
    /// The output that was kept does not say.
    NotTold,
}

/// Every run, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Runs(Vec<Run>);

/// Why a text is not the runs.
#[derive(Debug)]
pub struct Unreadable(serde_json::Error);

impl fmt::Display for Unreadable {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(to, "the runs cannot be read: {}; take the file of the last commit", self.0)
    }
}

impl std::error::Error for Unreadable {}

impl Run {
    /// The figures in the output of a proof; a missing one is left out.
    pub fn figures_of(proof: &Proof, output: &str) -> BTreeMap<String, u64> {
        let read = |figure: &Figure| Some((figure.name.to_owned(), figure.reading.number(output)?));
        proof.figures.iter().filter_map(read).collect()
    }

    fn figure(&self, name: &str) -> Option<u64> {
        self.figures.get(name).copied()
    }

    /// The seeds it ran through, from the first to before the last.
    fn seeds(&self) -> (u64, u64) {
        let from = self.figure("from").unwrap_or(0);
        (from, from.saturating_add(self.figure("seeds").unwrap_or(0)))
    }
}

impl Runs {
    /// The runs of a text.
    pub fn parse(text: &str) -> Result<Self, Unreadable> {
        serde_json::from_str(text).map(Self).map_err(Unreadable)
    }

    /// The runs as a text, one line each, so that two branches seldom touch the same line.
    pub fn text(&self) -> String {
        let line = |run: &Run| serde_json::to_string(run).expect("a run has only texts for keys");
        let lines: Vec<String> = self.0.iter().map(line).collect();
        format!("[\n{}\n]\n", lines.join(",\n"))
    }

    /// One more.
    pub fn add(&mut self, run: Run) {
        self.0.push(run);
    }

    /// The last run of a proof.
    pub fn last(&self, proof: &str) -> Option<&Run> {
        self.of(proof).last()
    }

    /// The runs that count towards a figure: those that passed and reported it.
    pub fn counting(&self, proof: &Proof, figure: &Figure) -> Vec<&Run> {
        let passed = self.of(proof.name).filter(|run| run.outcome == Outcome::Passed);
        let counted: Vec<&Run> = passed.filter(|run| run.figure(figure.name).is_some()).collect();
        match figure.adding {
            Adding::Sum => counted,
            Adding::Largest => {
                counted.into_iter().max_by_key(|run| run.figure(figure.name)).into_iter().collect()
            }
            Adding::Seeds => apart(counted),
        }
    }

    /// What those runs reached together.
    pub fn reached(counting: &[&Run], figure: &Figure) -> u64 {
        counting.iter().filter_map(|run| run.figure(figure.name)).sum()
    }

    fn of(&self, proof: &str) -> impl Iterator<Item = &Run> {
        self.0.iter().filter(move |run| run.proof == proof)
    }
}

/// The runs whose seeds do not overlap; where two do, the one with more seeds stays.
fn apart(runs: Vec<&Run>) -> Vec<&Run> {
    let mut largest_first = runs.clone();
    largest_first.sort_by_key(|run| std::cmp::Reverse(run.seeds().1 - run.seeds().0));
    let mut kept: Vec<&Run> = Vec::new();
    for run in largest_first {
        let (from, to) = run.seeds();
        if kept.iter().all(|other| to <= other.seeds().0 || other.seeds().1 <= from) {
            kept.push(run);
        }
    }
    // In the order in which they were made, so that the last is the last.
    runs.into_iter().filter(|run| kept.iter().any(|known| std::ptr::eq(*known, *run))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::proofs::proof;

    fn run(name: &str, outcome: Outcome, figures: &[(&str, u64)]) -> Run {
        Run {
            proof: name.into(),
            command: "c".into(),
            commit: "abc".into(),
            date: "2026-01-02".into(),
            seconds: None,
            outcome,
            figures: figures.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect(),
        }
    }

    fn reached(runs: &Runs, name: &str, figure: &str) -> u64 {
        let proof = proof(name).unwrap();
        let figure = proof.figures.iter().find(|known| known.name == figure).unwrap();
        Runs::reached(&runs.counting(proof, figure), figure)
    }

    #[test]
    fn runs_come_back_from_their_text() {
        let mut runs = Runs::default();
        assert_eq!(Runs::parse(&runs.text()).unwrap(), runs);
        runs.add(run("kills", Outcome::Passed, &[("kills", 7)]));
        runs.add(run("kills", Outcome::NotTold, &[]));
        assert_eq!(Runs::parse(&runs.text()).unwrap(), runs);
        assert!(Runs::parse("[{}]").unwrap_err().to_string().contains("missing field"));
    }

    #[test]
    fn runs_that_draw_their_own_chance_add_up_and_failed_ones_do_not_count() {
        let mut runs = Runs::default();
        runs.add(run("kills", Outcome::Passed, &[("kills", 7)]));
        runs.add(run("kills", Outcome::Failed, &[("kills", 100)]));
        runs.add(run("kills", Outcome::NotTold, &[("kills", 100)]));
        runs.add(run("kills", Outcome::Passed, &[("kills", 5)]));
        assert_eq!(reached(&runs, "kills", "kills"), 12);
    }

    #[test]
    fn the_largest_of_several_runs_of_the_same_counts() {
        let mut runs = Runs::default();
        runs.add(run("core", Outcome::Passed, &[("rounds", 70)]));
        runs.add(run("core", Outcome::Passed, &[("rounds", 50)]));
        assert_eq!(reached(&runs, "core", "rounds"), 70);
    }

    #[test]
    fn the_same_seeds_do_not_count_twice() {
        let mut runs = Runs::default();
        for (from, seeds, rounds) in [(0, 100, 1_000), (50, 200, 2_000), (250, 10, 5), (0, 50, 7)] {
            let figures = [("from", from), ("seeds", seeds), ("rounds", rounds)];
            runs.add(run("sim", Outcome::Passed, &figures));
        }
        assert_eq!(reached(&runs, "sim", "rounds"), 2_000 + 5 + 7);
        assert_eq!(reached(&runs, "sim", "seeds"), 260);
        let proof = proof("sim").unwrap();
        let seeds = proof.figures.iter().find(|known| known.name == "seeds").unwrap();
        let made: Vec<u64> =
            runs.counting(proof, seeds).iter().map(|run| run.seeds().1 - run.seeds().0).collect();
        assert_eq!(made, [200, 10, 50], "in the order in which they were made");
    }
}
