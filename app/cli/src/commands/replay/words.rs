//! The events of a round in sentences.

use taisai_rules::{Bet, Currency};
use taisai_table::{
    Act, Adjustment, Asker, BetChange, BetMove, CaseEvent, CaseRuling, DayEvent, Dispute,
    EquipmentEvent, Event, Money, PlaceEvent, ProposalEvent, ReversalEvent, RoundEvent,
    RoundNumber, RulingEvent, SeatAmount, SeatEvent,
};

use crate::output::moments::moment;
use crate::output::money::money;

/// An event as one sentence, and the lines that belong under it.
pub(crate) fn sentence(event: &Event, currency: Currency) -> (String, Vec<String>) {
    let plain = |text: String| (text, Vec::new());
    match event {
        Event::BetsChanged { seat, how, changes, advised, .. } => {
            let advised = if *advised { ", and was advised of the minimum" } else { "" };
            let lines = changes.iter().map(|one| change(one, currency)).collect();
            (format!("seat {seat} {}{advised}", move_word(*how)), lines)
        }
        Event::Round(event) => round(event, currency),
        Event::Reversal(event) => reversal(event, currency),
        Event::Ruling(event) => plain(ruling(event)),
        Event::Proposal(event) => plain(proposal(event)),
        Event::Case(event) => plain(case(event)),
        Event::Place(event) => place(event, currency),
        Event::Staff(_)
        | Event::Equipment(_)
        | Event::Day(_)
        | Event::Seat(_)
        | Event::Credit(_)
        | Event::RequestAnswered { .. } => plain(short(event)),
    }
}

fn place(event: &PlaceEvent, currency: Currency) -> (String, Vec<String>) {
    let laid = |bet: &Bet, word: &str| {
        format!("{} {}{word}", bet.area, money(bet.stake.units(), currency))
    };
    match event {
        PlaceEvent::ChipsRecorded { seat, player, bets, excess, advised, by, .. } => {
            let advised = if *advised { ", who was advised of the minimum" } else { "" };
            let what = if bets.is_empty() { "no chips" } else { "chips" };
            let lines = bets.iter().map(|bet| laid(bet, ""));
            let above = excess.iter().map(|bet| laid(bet, " above the maximum, returned"));
            let text =
                format!("staff {by} recorded {what} at place {seat} of player {player}{advised}");
            (text, lines.chain(above).collect())
        }
        PlaceEvent::ChipsVoided { seat, reason, .. } => {
            (format!("the recorded chips of place {seat} are void: {reason}"), Vec::new())
        }
        PlaceEvent::ColourTakenBack { seat, colour, by } => {
            (format!("staff {by} took colour {colour} of place {seat} back"), Vec::new())
        }
        PlaceEvent::ChipsRecalled { chips, .. } => {
            (format!("the records of {} places were recalled", chips.len()), Vec::new())
        }
    }
}

fn round(event: &RoundEvent, currency: Currency) -> (String, Vec<String>) {
    let text = match event {
        RoundEvent::BettingOpened { until: Some(until), .. } => {
            format!("betting opened, until {}", moment(*until))
        }
        RoundEvent::BettingOpened { until: None, .. } => "betting opened".to_owned(),
        RoundEvent::BettingWarned { .. } => "players warned that little time is left".to_owned(),
        RoundEvent::BettingExtended { until, .. } => {
            format!("betting extended until {}", moment(*until))
        }
        RoundEvent::BettingClosed { .. } => "no more bets".to_owned(),
        RoundEvent::PlayerSelected { seat, .. } => format!("seat {seat} activates the shaker"),
        RoundEvent::DiceShaken { times, by, .. } => format!("{} shook {times} times", asker(*by)),
        RoundEvent::DiceRevealed { .. } => "dice revealed".to_owned(),
        RoundEvent::DiceEntered { roll, by, .. } => format!("staff {by} entered {roll}"),
        RoundEvent::EntryTakenBack { .. } => "the entry was taken back".to_owned(),
        RoundEvent::ResultRecorded { roll, by, .. } => {
            format!("the result is {roll}, total {}, recorded by {}", roll.total(), asker(*by))
        }
        RoundEvent::LosersCollected { collected, .. } => {
            return ("losing bets collected".to_owned(), amounts(collected, currency));
        }
        RoundEvent::WinnersPaid { paid, .. } => {
            return ("winning bets paid, stake and win".to_owned(), amounts(paid, currency));
        }
        RoundEvent::RoundCleared { .. } => "the round is over".to_owned(),
        RoundEvent::RevealWaits { until, .. } => {
            format!("\"no more bets\" stands until {}", moment(*until))
        }
    };
    (text, Vec::new())
}

fn reversal(event: &ReversalEvent, currency: Currency) -> (String, Vec<String>) {
    let adjusted = |adjustments: &[Adjustment]| {
        adjustments.iter().map(|one| adjusted(one, currency)).collect()
    };
    match event {
        ReversalEvent::RoundVoided { what, returned, .. } => {
            (format!("the round is void: {what}; stakes returned"), amounts(returned, currency))
        }
        ReversalEvent::BetsVoided { seat, returned, reason, .. } => {
            let returned = money(returned.units(), currency);
            let text =
                format!("bets of seat {seat} void, {returned} returned: {}", reason.as_str());
            (text, Vec::new())
        }
        ReversalEvent::PastRoundVoided { what, adjustments, .. } => {
            (format!("the settled round is void: {what}"), adjusted(adjustments))
        }
        ReversalEvent::PastRoundCorrected { roll, adjustments, .. } => {
            let text = format!("the settled round was settled again with the true dice {roll}");
            (text, adjusted(adjustments))
        }
        ReversalEvent::CollectionUndone { restored, .. } => {
            let text = "what was collected lies on the layout again".to_owned();
            (text, amounts(restored, currency))
        }
        ReversalEvent::PastBetsVoided { seat, reason, adjustment, .. } => {
            let reason = reason.as_str();
            let text = format!("bets of seat {seat} in the settled round are void: {reason}");
            (text, adjusted(&[*adjustment]))
        }
        ReversalEvent::BetRuled { case, adjustment, .. } => {
            let text = format!("the decision of case {case} paid or took for bets of this round");
            (text, adjusted(&[*adjustment]))
        }
        ReversalEvent::RoundRecalled { .. } => {
            ("the round was taken from the journal to decide about it again".to_owned(), Vec::new())
        }
    }
}

fn ruling(event: &RulingEvent) -> String {
    match event {
        RulingEvent::IrregularityCalled { what, remedy, reason, by } => {
            format!("staff {by} called {what}, remedy {remedy}: {}", reason.as_str())
        }
        RulingEvent::RulingAwaited { what, .. } => format!("waiting for a ruling: {what}"),
        RulingEvent::RoundResumed { .. } => "the round continues".to_owned(),
        RulingEvent::ReshakeOrdered { by: [one, other], .. } => {
            format!("staff {one} and staff {other} ordered another shake; the bets stand")
        }
        RulingEvent::PresenceAttested { by, .. } => format!("staff {by} was present"),
        RulingEvent::CallFoundMistaken { what, by: [one, other], .. } => format!(
            "staff {one} and staff {other} found that {what} did not happen; the round continues"
        ),
    }
}

fn case(event: &CaseEvent) -> String {
    match event {
        CaseEvent::CaseOpened { case, dispute, by } => {
            let Dispute { about, what, .. } = dispute;
            format!("staff {by} opened case {case} about {about}: {}", what.as_str())
        }
        CaseEvent::CaseNoted { case, note, by } => {
            format!("staff {by} noted in case {case}: {}", note.as_str())
        }
        CaseEvent::CaseDecided { case, ruling, reason, by: [one, other] } => {
            let by = if one == other {
                format!("staff {one}")
            } else {
                format!("staff {one} and staff {other}")
            };
            let ruling = ruling_words(ruling);
            format!("{by} decided case {case}: {ruling}: {}", reason.as_str())
        }
        CaseEvent::CaseReopened { case, authority, reference, reason, by } => format!(
            "staff {by} opened case {case} again for {} ({}): {}",
            authority.as_str(),
            reference.as_str(),
            reason.as_str()
        ),
        CaseEvent::CaseRecalled { case, .. } => {
            format!("case {case} was taken from the journal to be reviewed")
        }
    }
}

/// How a case is decided.
pub(crate) fn ruling_words(ruling: &CaseRuling) -> String {
    match ruling {
        CaseRuling::Stand => "everything stands".to_owned(),
        CaseRuling::PayBet { round, seat, player, .. } => {
            format!("the house pays player {player} for bets of seat {seat} in round {round}")
        }
        CaseRuling::TakeBet { round, seat, player, .. } => {
            format!("the house takes from player {player} for bets of seat {seat} in round {round}")
        }
        CaseRuling::VoidBets { round, seat } => {
            format!("the bets of seat {seat} in round {round} are void")
        }
        CaseRuling::VoidRound { round } => format!("round {round} is void"),
        CaseRuling::CorrectRound { round, roll } => {
            format!("round {round} is settled by the dice {roll}")
        }
        CaseRuling::PayChips { .. } => "chips are paid by hand".to_owned(),
        CaseRuling::TakeChips { .. } => "chips are taken back by hand".to_owned(),
    }
}

fn proposal(event: &ProposalEvent) -> String {
    match event {
        ProposalEvent::Proposed { proposal, act, by, superior, .. } => {
            let act = act_words(act);
            format!("staff {by} proposed ({proposal}) {act}; a {superior} must agree")
        }
        ProposalEvent::Approved { proposal, by } => {
            format!("staff {by} approved proposal {proposal}")
        }
        ProposalEvent::Withdrawn { proposal, by } => {
            format!("staff {by} withdrew or turned down proposal {proposal}")
        }
    }
}

/// Other events that may belong to a round; the rest are shown by name.
#[expect(clippy::wildcard_enum_match_arm, reason = "no other event belongs to a round")]
fn short(event: &Event) -> String {
    match event {
        Event::Equipment(EquipmentEvent::ShakerCovered { by }) => {
            format!("staff {by} covered the shaker")
        }
        Event::Equipment(EquipmentEvent::TableSuspended) => "play suspended".to_owned(),
        Event::Equipment(EquipmentEvent::DisplayConnected { display }) => {
            format!("display {display} answered")
        }
        Event::Equipment(EquipmentEvent::DisplayLost { display }) => {
            format!("display {display} no longer answered")
        }
        Event::Equipment(EquipmentEvent::DiceMarkedDamaged { dice }) => {
            let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("dice {} are damaged and not used again", dice.join(", "))
        }
        Event::Equipment(EquipmentEvent::ShakerToInspect { shaker }) => {
            format!("shaker {shaker} failed and is inspected anew")
        }
        Event::Equipment(EquipmentEvent::RegisterFollowed { disputed: true, .. }) => {
            "another table claims something that is at this one".to_owned()
        }
        Event::Equipment(EquipmentEvent::RegisterFollowed { disputed: false, .. }) => {
            "the table took over the floor's register".to_owned()
        }
        Event::Equipment(EquipmentEvent::RepairAttested { by }) => {
            format!("staff {by} attested the repair")
        }
        Event::Equipment(EquipmentEvent::ShakerOutOfOrder { shaker, by }) => {
            format!("staff {by} put shaker {shaker} out of order")
        }
        Event::Day(DayEvent::Restarted) => "the table was started again".to_owned(),
        Event::Seat(SeatEvent::SeatLost { seat }) => {
            format!("terminal of seat {seat} lost; its bets stand")
        }
        Event::Seat(SeatEvent::SeatReturned { seat }) => {
            format!("terminal of seat {seat} came back")
        }
        Event::Seat(SeatEvent::SeatBound { seat, terminal }) => {
            format!("seat {seat} belongs to terminal {terminal}")
        }
        Event::Seat(SeatEvent::SeatHandedOver { seat, player, terminal, reason, by }) => format!(
            "staff {} and staff {} identified player {player} and gave seat {seat} to \
             terminal {terminal}: {}",
            by[0],
            by[1],
            reason.as_str()
        ),
        Event::Seat(SeatEvent::PlayerExcluded { player, reason, by }) => {
            format!("staff {by} excluded player {player}: {}", reason.as_str())
        }
        Event::Seat(SeatEvent::SeatBarred { seat, .. }) => {
            format!("seat {seat} takes nobody until a floorperson releases it")
        }
        Event::Seat(SeatEvent::ExclusionLifted { player, reason, by }) => {
            format!("staff {by} let player {player} back to the game: {}", reason.as_str())
        }
        other => crate::output::record::event_json(other).word,
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

/// What undoing a settled round meant for one player; only zeros are left out.
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
        Act::VoidPastBets { round, seat, reason } => {
            format!("to void the bets of seat {seat} in round {round}: {}", reason.as_str())
        }
        Act::MoveTable { from, to, reason, .. } if from == to => {
            format!("to move the table to other times: {}", reason.as_str())
        }
        Act::MoveTable { reason, .. } => {
            format!("to move the table to another edition: {}", reason.as_str())
        }
        Act::DecideCase { case, ruling, reason } => {
            let ruling = ruling_words(ruling);
            format!("to decide case {case}: {ruling}: {}", reason.as_str())
        }
        Act::StateDice { roll } => format!("to state that the dice show {roll}"),
        Act::AttestDice { roll, reason } => {
            format!("to state that the dice show {roll}: {}", reason.as_str())
        }
        Act::Reshake { what, reason } => {
            format!("to shake again for {what}: {}", reason.as_str())
        }
        Act::GoOn { what, reason } => format!("to continue after {what}: {}", reason.as_str()),
        Act::CallMistaken { what, reason } => {
            format!("to find that it did not happen: {what}: {}", reason.as_str())
        }
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
