//! Renders PROMISES.md from the lists and the runs, and from nothing else.

use std::fmt::Write as _;

use crate::promises::{PROMISES, Promise};
use crate::proofs::{Figure, PROOFS, Proof};
use crate::runs::{Outcome, Run, Runs};

const HEAD: &str = "\
# Promises

What Taisai promises, how each promise is tested, and how hard anybody has tried to break it.
`make promises` writes this page from the runs stored in
[proof/promises/runs.json](proof/promises/runs.json); no figure on it was typed by hand, and a test
fails when the page says anything else. A run that found something, or did not end well, does not
count.

";

/// The whole page.
pub fn page(runs: &Runs) -> String {
    let mut text = HEAD.to_owned();
    text += &figures(runs);
    text += &promises(runs);
    text += &proofs(runs);
    text
}

/// Targets and results, row by row.
fn figures(runs: &Runs) -> String {
    let mut text = String::from("## Figures\n\n| figure | target | reached | when | how long |\n");
    text += "|---|---:|---|---|---:|\n";
    for proof in PROOFS {
        for figure in proof.figures.iter().filter(|figure| figure.asked.is_some()) {
            let asked = figure.asked.unwrap_or_default();
            let counting = runs.counting(proof, figure);
            let (when, took) = (when(&counting), took(&counting));
            let reached = reached(runs, proof, figure, &counting);
            let words = figure.words;
            let name = proof.name;
            let _ = writeln!(
                text,
                "| {words} ([{name}](#{name})) | {} | {reached} | {when} | {took} |",
                grouped(asked)
            );
        }
    }
    text + "\n"
}

fn reached(runs: &Runs, proof: &Proof, figure: &Figure, counting: &[&Run]) -> String {
    let asked = figure.asked.unwrap_or(0);
    let so_far = Runs::reached(counting, figure);
    let words = match runs.last(proof.name) {
        None => return "not run".to_owned(),
        Some(_) if counting.is_empty() => "not reported by any run that passed".to_owned(),
        Some(_) if so_far >= asked => format!("**{}**", grouped(so_far)),
        Some(_) => format!("reached {} of {}", grouped(so_far), grouped(asked)),
    };
    let several = match counting.len() {
        0 | 1 => String::new(),
        many => format!(", in {many} runs"),
    };
    words + &several + &last_failed(runs.last(proof.name))
}

fn last_failed(last: Option<&Run>) -> String {
    match last {
        Some(run) if run.outcome == Outcome::Failed => {
            format!("; **the last run, of {}, failed**", run.date)
        }
        Some(_) | None => String::new(),
    }
}

fn when(counting: &[&Run]) -> String {
    let last = counting.iter().max_by_key(|run| &run.date);
    last.map_or_else(|| "–".to_owned(), |run| format!("{}, `{}`", run.date, run.commit))
}

fn took(counting: &[&Run]) -> String {
    let known: Vec<u64> = counting.iter().filter_map(|run| run.seconds).collect();
    if known.is_empty() {
        return if counting.is_empty() { "–".to_owned() } else { "not reported".to_owned() };
    }
    duration(known.iter().sum())
}

fn promises(runs: &Runs) -> String {
    let mut text = String::from("## The promises\n\n");
    text += "These tests show each promise most plainly; there are more.\n";
    text += "`make test` runs them all.\n\n";
    text += "| | promise | tests | proofs |\n|---:|---|---|---|\n";
    for promise in PROMISES {
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} |",
            promise.number,
            promise.words,
            tests(promise),
            looked_for(promise, runs)
        );
    }
    text + "\n"
}

fn tests(promise: &Promise) -> String {
    let link = |(file, test): (&str, &str)| format!("[`{test}`]({file})");
    promise.tests().map(link).collect::<Vec<_>>().join("<br>")
}

/// The proofs of a promise, each with how its last run ended.
fn looked_for(promise: &Promise, runs: &Runs) -> String {
    let one = |name: &&str| {
        let how = match runs.last(name).map(|run| run.outcome) {
            None => "not run",
            Some(Outcome::Passed) => "held",
            Some(Outcome::Failed) => "**failed**",
            Some(Outcome::NotTold) => "not reported",
        };
        format!("[{name}](#{name}): {how}")
    };
    promise.proofs.iter().map(one).collect::<Vec<_>>().join("<br>")
}

/// Each proof with its command and all figures of its runs.
fn proofs(runs: &Runs) -> String {
    let mut text = String::from("## The proofs\n");
    for proof in PROOFS {
        let command = proof.command.replace("{size}", &proof.size.to_string());
        let _ =
            write!(text, "\n### {}\n\n{}\n\n```sh\n{command}\n```\n\n", proof.name, proof.words);
        text += &outcome_of(runs, proof);
    }
    text
}

fn outcome_of(runs: &Runs, proof: &Proof) -> String {
    let Some(last) = runs.last(proof.name) else { return "It was not run.\n".to_owned() };
    let mut text = String::new();
    for figure in proof.figures {
        let counting = runs.counting(proof, figure);
        let count = match counting.len() {
            0 => "not reported".to_owned(),
            1 => grouped(Runs::reached(&counting, figure)),
            many => format!("{} in {many} runs", grouped(Runs::reached(&counting, figure))),
        };
        let _ = writeln!(text, "- {}: {count}", figure.words);
    }
    let how = match last.outcome {
        Outcome::Passed => "nothing was broken",
        Outcome::Failed => "**it failed**",
        Outcome::NotTold => "its outcome was not reported",
    };
    let took = last.seconds.map_or_else(|| "an unknown time".to_owned(), duration);
    let Run { date, commit, command, .. } = last;
    let _ = writeln!(text, "\nThe last run, of {date} on `{commit}`, took {took}; {how}:\n");
    text + &format!("```sh\n{command}\n```\n")
}

fn duration(seconds: u64) -> String {
    match (seconds / 3_600, seconds / 60 % 60, seconds % 60) {
        (0, 0, seconds) => format!("{seconds} s"),
        (0, minutes, seconds) => format!("{minutes} min {seconds} s"),
        (hours, minutes, _) => format!("{hours} h {minutes} min"),
    }
}

/// A count with a comma after every three digits.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn runs(outcome: &str, kills: u64) -> Runs {
        let figures = format!("{{\"kills\":{kills}}}");
        let run = format!(
            "{{\"proof\":\"kills\",\"command\":\"sh kills\",\"commit\":\"abc1234\",\
             \"date\":\"2026-03-04\",\"seconds\":3725,\"outcome\":\"{outcome}\",\
             \"figures\":{figures}}}"
        );
        Runs::parse(&format!("[{run}]")).unwrap()
    }

    fn row(runs: &Runs) -> String {
        let page = page(runs);
        page.lines().find(|line| line.starts_with("| kills of the real server")).unwrap().to_owned()
    }

    #[test]
    fn what_was_never_run_says_so() {
        assert!(row(&Runs::default()).contains("| 10,000 | not run | – | – |"));
    }

    #[test]
    fn what_was_reached_in_part_says_how_far() {
        let row = row(&runs("passed", 2_345));
        let said = "reached 2,345 of 10,000 | 2026-03-04, `abc1234` | 1 h 2 min |";
        assert!(row.ends_with(said), "{row}");
    }

    #[test]
    fn what_was_reached_is_printed_in_full() {
        assert!(row(&runs("passed", 10_000)).contains("| **10,000** |"));
    }

    #[test]
    fn a_failed_run_counts_for_nothing_and_is_reported() {
        let row = row(&runs("failed", 10_000));
        assert!(row.contains("not reported by any run that passed; **the last run"), "{row}");
        assert!(page(&runs("failed", 1)).contains("**it failed**"));
    }

    #[test]
    fn every_proof_that_a_promise_names_is_known() {
        let names = PROMISES.iter().flat_map(|promise| promise.proofs);
        assert_eq!(names.filter(|name| crate::proof(name).is_none()).count(), 0);
    }
}
