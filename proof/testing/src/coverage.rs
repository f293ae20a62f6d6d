//! How often everything happened; what never happened was never tested.

use std::collections::BTreeMap;

use taisai_rules::Irregularity;
use taisai_table::{
    Act, Adjustment, CaseEvent, Event, ProposalEvent, Refusal, ReversalEvent, RulingEvent,
    SeatEvent,
};

use crate::names;

/// Every way of money when a settled round is undone.
const WAYS: [&str; 11] = [
    "given",
    "given elsewhere",
    "owed",
    "recovered",
    "recovered and more",
    "taken",
    "taken elsewhere",
    "forgone",
    "forgone by who is here",
    "forgone and more",
    "shortfall",
];

/// What older releases did, and journals still tell.
const NO_LONGER: [(&str, &str); 2] = [("act", "StateDice"), ("event", "ChecklistTicked")];

/// A count for every name.
#[derive(Clone, Debug, Default)]
pub struct Coverage(BTreeMap<(&'static str, &'static str), u64>);

impl Coverage {
    pub fn event(&mut self, event: &Event) {
        self.count("event", names::event(event));
        match event {
            Event::Ruling(
                RulingEvent::IrregularityCalled { what, .. }
                | RulingEvent::RulingAwaited { what, .. },
            )
            | Event::Reversal(
                ReversalEvent::RoundVoided { what, .. }
                | ReversalEvent::PastRoundVoided { what, .. },
            ) => {
                self.count("irregularity", what.word());
            }
            Event::Reversal(ReversalEvent::PastRoundCorrected { .. }) => {
                self.count("irregularity", Irregularity::WrongEntry.word());
                self.count("irregularity", Irregularity::LateError.word());
            }
            Event::Seat(SeatEvent::SeatLost { .. }) => {
                self.count("irregularity", Irregularity::TerminalLost.word());
            }
            _ => {}
        }
        if let Event::Reversal(
            ReversalEvent::PastRoundVoided { adjustments, .. }
            | ReversalEvent::PastRoundCorrected { adjustments, .. },
        ) = event
        {
            for adjustment in adjustments {
                self.adjustment(adjustment);
            }
        }
        if let Event::Reversal(
            ReversalEvent::PastBetsVoided { adjustment, .. }
            | ReversalEvent::BetRuled { adjustment, .. },
        ) = event
        {
            self.adjustment(adjustment);
        }
        if let Event::Case(CaseEvent::CaseDecided { ruling, .. }) = event {
            self.count("ruling", names::case_ruling(ruling));
        }
        if let Event::Proposal(ProposalEvent::Proposed { act, .. }) = event {
            self.count("act", act.name());
        }
    }

    /// Where the money of a round that was settled again went to and came from.
    fn adjustment(&mut self, adjustment: &Adjustment) {
        let Adjustment { seat, sits, given, owed, recovered, .. } = *adjustment;
        let Adjustment { taken, forgone, shortfall, .. } = *adjustment;
        let moved = sits.is_some() && sits != Some(seat);
        let [given, owed, recovered] = [given, owed, recovered].map(|money| !money.is_zero());
        let [taken, forgone, short] = [taken, forgone, shortfall].map(|money| !money.is_zero());
        let ways = [
            ("given", given && !moved),
            ("given elsewhere", given && moved),
            ("owed", owed),
            ("recovered", recovered),
            ("recovered and more", recovered && (given || owed)),
            ("taken", taken && !moved),
            ("taken elsewhere", taken && moved),
            ("forgone", forgone),
            ("forgone by who is here", forgone && sits.is_some()),
            ("forgone and more", forgone && (taken || short)),
            ("shortfall", short),
        ];
        assert_eq!(ways.map(|(way, _)| way), WAYS);
        for (way, _) in ways.into_iter().filter(|(_, is)| *is) {
            self.count("adjusted", way);
        }
    }

    pub fn refusal(&mut self, refusal: &Refusal) {
        self.count("refusal", names::refusal(refusal));
        match refusal {
            Refusal::NotYet { needs, .. } => self.count("need", names::need(needs)),
            Refusal::Bets(problems) => {
                for problem in problems {
                    self.count("bet", names::bet_refusal(&problem.why));
                }
            }
            _ => {}
        }
    }

    pub fn count(&mut self, what: &'static str, name: &'static str) {
        *self.0.entry((what, name)).or_default() += 1;
    }

    pub fn add(&mut self, other: &Self) {
        for (name, times) in &other.0 {
            *self.0.entry(*name).or_default() += times;
        }
    }

    /// Prints the table and says what is missing from it.
    pub fn report(&self) -> Vec<String> {
        let irregularities: Vec<&str> = Irregularity::ALL.iter().map(|what| what.word()).collect();
        let events = names::events();
        let all: [(&str, &[&str]); 8] = [
            ("event", &events),
            ("refusal", names::REFUSALS),
            ("irregularity", &irregularities),
            ("act", Act::NAMES),
            ("ruling", names::RULINGS),
            ("adjusted", &WAYS),
            ("need", names::NEEDS),
            ("bet", names::BET_REFUSALS),
        ];
        let mut missing = Vec::new();
        for (what, names) in all {
            for name in names {
                let found = self.0.iter().find(|((w, n), _)| *w == what && n == name);
                let times = found.map_or(0, |(_, times)| *times);
                println!("{what:<13} {name:<22} {times:>10}");
                // What no release does any more must not happen again.
                if (times == 0) != NO_LONGER.contains(&(what, *name)) {
                    missing.push(format!("{what} {name}"));
                }
            }
        }
        missing
    }
}
