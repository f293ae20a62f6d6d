//! Which round an event is about.

use taisai_table::{
    Act, CaseEvent, DayEvent, EquipmentEvent, Event, PlaceEvent, ProposalEvent, RoundNumber,
    RulingEvent, SeatEvent,
};

/// What an event is about.
pub(super) enum About<'e> {
    Round(RoundNumber),
    /// Whatever round is in play.
    InPlay,
    /// The rounds of a proposal.
    Proposal(&'e ProposalEvent),
    /// The table, its people or its money, but no round.
    Table,
}

pub(super) fn about(event: &Event) -> About<'_> {
    match event {
        Event::BetsChanged { round, .. } => About::Round(*round),
        Event::Equipment(event) => equipment(event),
        Event::Seat(event) => seat(event),
        Event::Round(event) => About::Round(event.round()),
        Event::Ruling(event) => ruling(event),
        Event::Proposal(event) => About::Proposal(event),
        Event::Reversal(event) => About::Round(event.round()),
        Event::Case(event) => case(event),
        Event::Place(event) => place(event),
        Event::Day(DayEvent::Restarted) => About::InPlay,
        Event::Day(
            DayEvent::TableConfigured(_)
            | DayEvent::TableOpened { .. }
            | DayEvent::ClosingAnnounced { .. }
            | DayEvent::TableClosed { .. }
            | DayEvent::LimitsAnnounced { .. }
            | DayEvent::ApprovalNamed { .. }
            | DayEvent::EditionOffered(_)
            | DayEvent::OfferWithdrawn
            | DayEvent::TableMoved { .. },
        )
        | Event::Staff(_)
        | Event::Credit(_)
        | Event::RequestAnswered { .. } => About::Table,
    }
}

const fn place(event: &PlaceEvent) -> About<'static> {
    match event {
        PlaceEvent::ChipsRecorded { round, .. }
        | PlaceEvent::ChipsVoided { round, .. }
        | PlaceEvent::ChipsRecalled { round, .. } => About::Round(*round),
        PlaceEvent::ColourTakenBack { .. } => About::Table,
    }
}

/// The history of a round includes the cases about it, and how they were decided.
fn case(event: &CaseEvent) -> About<'static> {
    let round = match event {
        CaseEvent::CaseOpened { dispute, .. } => dispute.round,
        CaseEvent::CaseDecided { ruling, .. } => ruling.round().copied(),
        CaseEvent::CaseNoted { .. }
        | CaseEvent::CaseReopened { .. }
        | CaseEvent::CaseRecalled { .. } => None,
    };
    round.map_or(About::Table, About::Round)
}

fn equipment(event: &EquipmentEvent) -> About<'static> {
    match event {
        EquipmentEvent::TableSuspended
        | EquipmentEvent::RepairAttested { .. }
        | EquipmentEvent::DiceMarkedDamaged { .. }
        | EquipmentEvent::ShakerToInspect { .. }
        | EquipmentEvent::ShakerCovered { .. }
        | EquipmentEvent::ShakerOutOfOrder { .. }
        | EquipmentEvent::DisplayConnected { .. }
        | EquipmentEvent::DisplayLost { .. }
        | EquipmentEvent::RegisterFollowed { .. } => About::InPlay,
        EquipmentEvent::ShakerInstalled { .. }
        | EquipmentEvent::LentDiceInstalled { .. }
        | EquipmentEvent::ShakerRemoved { .. }
        | EquipmentEvent::DiceInstalled { .. }
        | EquipmentEvent::DiceRemoved { .. }
        | EquipmentEvent::DisplayInspected { .. }
        | EquipmentEvent::DisplayTried { .. }
        | EquipmentEvent::DisplayDenied { .. }
        | EquipmentEvent::TrialLapsed
        | EquipmentEvent::ShakerInspected { .. }
        | EquipmentEvent::ChecklistTicked { .. }
        | EquipmentEvent::LinesAttested { .. } => About::Table,
    }
}

fn seat(event: &SeatEvent) -> About<'static> {
    match event {
        SeatEvent::SeatLost { .. }
        | SeatEvent::SeatReturned { .. }
        | SeatEvent::SeatHandedOver { .. }
        | SeatEvent::PlayerExcluded { .. }
        | SeatEvent::SeatBarred { .. }
        | SeatEvent::ExclusionLifted { .. } => About::InPlay,
        SeatEvent::SeatTaken { .. }
        | SeatEvent::SeatLeft { .. }
        | SeatEvent::SeatBound { .. }
        | SeatEvent::MarkerGranted { .. }
        | SeatEvent::ColourAssigned { .. }
        | SeatEvent::OwnLimitsSet { .. }
        | SeatEvent::SeatReleased { .. } => About::Table,
    }
}

fn ruling(event: &RulingEvent) -> About<'static> {
    match event {
        RulingEvent::IrregularityCalled { .. } => About::InPlay,
        RulingEvent::RulingAwaited { round, .. }
        | RulingEvent::RoundResumed { round }
        | RulingEvent::ReshakeOrdered { round, .. }
        | RulingEvent::CallFoundMistaken { round, .. }
        | RulingEvent::PresenceAttested { round, .. } => About::Round(*round),
    }
}

/// Whether an act is about the round in play without naming it.
pub(super) const fn is_of_round_in_play(act: &Act) -> bool {
    match act {
        Act::VoidBets { .. }
        | Act::StateDice { .. }
        | Act::AttestDice { .. }
        | Act::Reshake { .. }
        | Act::GoOn { .. }
        | Act::CallMistaken { .. } => true,
        Act::VoidRounds { .. }
        | Act::CorrectRound { .. }
        | Act::VoidPastBets { .. }
        | Act::DecideCase { .. }
        | Act::MoveTable { .. }
        | Act::HandOverSeat { .. } => false,
    }
}
