//! The events of a round in sentences.

use taisai_rules::Currency;
use taisai_table::{
    Act, Adjustment, Asker, BetChange, BetMove, Event, Money, RoundNumber, SeatAmount,
};

use crate::output::moments::moment;
use crate::output::money::money;

/// An event as one sentence, and the lines that belong under it.
#[expect(clippy::wildcard_enum_match_arm, reason = "the others are looked at next")]
pub(crate) fn sentence(event: &Event, currency: Currency) -> (String, Vec<String>) {
    let shown = |amount: Money| money(amount.units(), currency);
    let plain = |text: String| (text, Vec::new());
    match event {
        Event::BetsChanged { seat, how, changes, advised, .. } => {
            let advised = if *advised { ", and was advised of the minimum" } else { "" };
            let lines = changes.iter().map(|one| change(one, currency)).collect();
            (format!("seat {seat} {}{advised}", move_word(*how)), lines)
        }
        Event::LosersCollected { collected, .. } => {
            ("losing bets collected".to_owned(), amounts(collected, currency))
        }
        Event::WinnersPaid { paid, .. } => {
            ("winning bets paid, stake and win".to_owned(), amounts(paid, currency))
        }
        Event::RoundVoided { what, returned, .. } => {
            (format!("the round is void: {what}; stakes returned"), amounts(returned, currency))
        }
        Event::BetsVoided { seat, returned, reason, .. } => {
            let returned = shown(*returned);
            plain(format!("bets of seat {seat} void, {returned} returned: {}", reason.as_str()))
        }
        Event::PastRoundVoided { what, adjustments, .. } => {
            let lines = adjustments.iter().map(|one| adjusted(one, currency)).collect();
            (format!("the settled round is void: {what}"), lines)
        }
        Event::PastRoundCorrected { roll, adjustments, .. } => {
            let lines = adjustments.iter().map(|one| adjusted(one, currency)).collect();
            (format!("the settled round was settled again by the true dice {roll}"), lines)
        }
        Event::Proposed { proposal, act, by, superior, .. } => {
            let act = act_words(act);
            plain(format!("staff {by} proposed ({proposal}) {act}; a {superior} must agree"))
        }
        other => plain(short(other)),
    }
}

/// Events that need no lines of their own.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other event belongs to a round")]
fn short(event: &Event) -> String {
    match event {
        Event::BettingOpened { until, .. } => match until {
            Some(until) => format!("betting opened, until {}", moment(*until)),
            None => "betting opened".to_owned(),
        },
        Event::BettingWarned { .. } => "players warned that little time is left".to_owned(),
        Event::BettingExtended { until, .. } => {
            format!("betting extended until {}", moment(*until))
        }
        Event::BettingClosed { .. } => "no more bets".to_owned(),
        Event::PlayerSelected { seat, .. } => format!("seat {seat} activates the shaker"),
        Event::DiceShaken { times, by, .. } => format!("{} shook {times} times", asker(*by)),
        Event::DiceRevealed { .. } => "dice revealed".to_owned(),
        Event::ShakerCovered { by } => format!("staff {by} covered the shaker"),
        Event::DiceEntered { roll, by, .. } => format!("staff {by} entered {roll}"),
        Event::EntryTakenBack { .. } => "the entry was taken back".to_owned(),
        Event::ResultRecorded { roll, by, .. } => {
            format!("the result is {roll}, total {}, recorded by {}", roll.total(), asker(*by))
        }
        Event::RoundCleared { .. } => "the round is over".to_owned(),
        Event::IrregularityCalled { what, remedy, reason, by } => {
            format!("staff {by} called {what}, remedy {remedy}: {}", reason.as_str())
        }
        Event::ReshakeOrdered { by: [one, other], .. } => {
            format!("staff {one} and staff {other} ordered another shake; the bets stand")
        }
        Event::PresenceAttested { by, .. } => format!("staff {by} was present"),
        Event::TableSuspended => "play suspended".to_owned(),
        Event::RepairAttested { by } => format!("staff {by} attested the repair"),
        Event::Approved { proposal, by } => format!("staff {by} agreed to proposal {proposal}"),
        Event::Withdrawn { proposal, by } => {
            format!("staff {by} withdrew or turned down proposal {proposal}")
        }
        Event::RulingAwaited { what, .. } => format!("a decision is awaited: {what}"),
        Event::RoundResumed { .. } => "the round goes on".to_owned(),
        Event::Restarted => "the table was started again".to_owned(),
        Event::SeatLost { seat } => format!("terminal of seat {seat} lost; its bets stand"),
        Event::SeatReturned { seat } => format!("terminal of seat {seat} came back"),
        Event::SeatBound { seat, terminal } => {
            format!("seat {seat} belongs to terminal {terminal}")
        }
        Event::SeatHandedOver { seat, player, terminal, reason, by: [one, other] } => format!(
            "staff {one} and staff {other} identified player {player} and gave seat {seat} to \
             terminal {terminal}: {}",
            reason.as_str()
        ),
        Event::PlayerExcluded { player, reason, by } => {
            format!("staff {by} excluded player {player}: {}", reason.as_str())
        }
        Event::ShakerOutOfOrder { shaker, by } => {
            format!("staff {by} put shaker {shaker} out of order")
        }
        other => crate::output::record::told_event(other).word,
    }
}

fn move_word(how: BetMove) -> &'static str {
    match how {
        BetMove::Placed => "bet",
        BetMove::TakenDown => "took down",
        BetMove::Cleared => "cleared its bets",
        BetMove::Repeated => "repeated its last bets",
        BetMove::Doubled => "doubled its bets",
        BetMove::Undone => "undid its last change",
    }
}

fn change(change: &BetChange, currency: Currency) -> String {
    let shown = |stake: Option<taisai_rules::Stake>| {
        stake.map_or_else(|| "nothing".to_owned(), |stake| money(stake.units(), currency))
    };
    match change.from {
        None => format!("{}: {}", change.area, shown(change.to)),
        Some(_) => format!("{}: from {} to {}", change.area, shown(change.from), shown(change.to)),
    }
}

fn amounts(amounts: &[SeatAmount], currency: Currency) -> Vec<String> {
    let line =
        |one: &SeatAmount| format!("seat {}: {}", one.seat, money(one.amount.units(), currency));
    amounts.iter().map(line).collect()
}

/// What the undoing of a settled round meant for one player; nothing is left out but noughts.
fn adjusted(one: &Adjustment, currency: Currency) -> String {
    let shown = |amount: Money| money(amount.units(), currency);
    let parts = [
        ("given", one.given),
        ("owed", one.owed),
        ("recovered", one.recovered),
        ("taken", one.taken),
        ("forgone", one.forgone),
        ("borne by the house", one.shortfall),
    ];
    let parts = parts.iter().filter(|(_, amount)| !amount.is_zero());
    let parts: Vec<String> =
        parts.map(|(word, amount)| format!(", {word} {}", shown(*amount))).collect();
    let (before, after) = (shown(one.before), shown(one.after));
    let player = one.player;
    format!("seat {}, player {player}: {before} became {after}{}", one.seat, parts.concat())
}

fn act_words(act: &Act) -> String {
    match act {
        Act::VoidRounds { rounds, what, reason } => {
            let rounds: Vec<String> = rounds.iter().map(RoundNumber::to_string).collect();
            format!("to void round {} for {what}: {}", rounds.join(", "), reason.as_str())
        }
        Act::CorrectRound { round, roll, reason } => {
            format!("to correct round {round} to {roll}: {}", reason.as_str())
        }
        Act::VoidBets { seat, reason } => {
            format!("to void the bets of seat {seat}: {}", reason.as_str())
        }
        Act::StateDice { roll } => format!("to state that the dice show {roll}"),
        Act::Reshake { what, reason } => {
            format!("to shake again for {what}: {}", reason.as_str())
        }
        Act::GoOn { what, reason } => format!("to go on after {what}: {}", reason.as_str()),
        Act::HandOverSeat { seat, player, terminal, reason } => format!(
            "to give seat {seat} of player {player} to terminal {terminal}: {}",
            reason.as_str()
        ),
    }
}

fn asker(asker: Asker) -> String {
    match asker {
        Asker::Seat(seat) => format!("seat {seat}"),
        Asker::Staff(staff) | Asker::Floor(staff) => format!("staff {staff}"),
        Asker::Host => "the host".to_owned(),
    }
}
