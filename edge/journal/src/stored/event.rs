//! Stored form of everything that can happen at a table.

use std::collections::BTreeMap;

use taisai_table as table;
use taisai_table::place;
use taisai_table::round;
use taisai_table::{
    CaseEvent as Case, CreditEvent as Credit, DayEvent as Day, EquipmentEvent as Equipment,
    PlaceEvent as Place, ProposalEvent as Proposal, ReversalEvent as Reversal, RoundEvent as Round,
    RulingEvent as Ruling, SeatEvent as Seat, SeatNumber, StaffEvent as Staff,
};

use crate::stored::case::{CaseFile, CaseRuling, Dispute};
use crate::stored::config::{Config, Limits, Times};
use crate::stored::edition::{Edition, Offer};
use crate::stored::entry::push;
use crate::stored::values::{Bet, Fixed64, Later, Tally};
use crate::stored::words::{
    Approval, BetMove, Irregularity, RecordStanding, Remedy, Role, ShakerKind,
};
use crate::stored::{Form, Shape};

stored_enum! {
    table::Event {
        TableConfigured in Day(config: Box<Config>),
        StaffAssigned in Staff { staff: u32, role: Role, },
        StaffReleased in Staff { staff: u32, },
        ShakerTaken in Staff { dealer: u32, },
        ShiftStarted in Staff { by: u32, },
        ShakerInstalled in Equipment {
            shaker: u32,
            kind: ShakerKind,
            sealed: bool,
            approvals: Vec<Approval>,
            by: u32,
        },
        ShakerRemoved in Equipment { shaker: u32, by: u32, },
        ShakerOutOfOrder in Equipment { shaker: u32, by: u32, },
        DiceInstalled in Equipment {
            shaker: u32,
            set: u32,
            dice: [u32; 3],
            expire: Option<u64>,
            by: u32,
        },
        DiceRemoved in Equipment { set: u32, by: u32, },
        DisplayInspected in Equipment { entered: u8, by: u32, },
        ShakerInspected in Equipment { shaker: u32, tosses: u8, by: u32, },
        ChecklistTicked in Equipment { lines: u8, by: u32, },
        TableOpened in Day { by: u32, },
        ClosingAnnounced in Day { by: u32, },
        TableClosed in Day { by: u32, },
        LimitsAnnounced in Day { limits: Box<Limits>, from: u64, by: u32, },
        SeatTaken in Seat { seat: u16, player: u64, staff: Option<u32>, },
        BoughtIn in Credit { seat: u16, voucher: u128, amount: u64, },
        CashedOut in Credit { seat: u16, voucher: u128, amount: u64, },
        SeatLeft in Seat { seat: u16, },
        SeatLost in Seat { seat: u16, },
        SeatReturned in Seat { seat: u16, },
        MarkerGranted in Seat { seat: u16, stake_max: u64, by: u32, },
        ColourAssigned in Seat { seat: u16, colour: u8, value: u64, by: u32, },
        OwedPaid in Credit { player: u64, voucher: u128, amount: Tally, },
        PlayerExcluded in Seat { player: u64, reason: String, by: u32, },
        BetsChanged {
            seat: u16,
            round: u64,
            how: BetMove,
            changes: Vec<BetChange>,
            advised: bool,
        },
        BettingOpened in Round { round: u64, until: Option<u64>, },
        BettingWarned in Round { round: u64, },
        BettingExtended in Round { round: u64, until: u64, },
        BettingClosed in Round { round: u64, },
        PlayerSelected in Round { round: u64, seat: u16, },
        DiceShaken in Round { round: u64, times: u8, by: Asker, },
        DiceRevealed in Round { round: u64, },
        ShakerCovered in Equipment { by: u32, },
        DiceEntered in Round { round: u64, roll: u8, by: u32, },
        EntryTakenBack in Round { round: u64, },
        ResultRecorded in Round { round: u64, roll: u8, by: Asker, },
        LosersCollected in Round { round: u64, collected: Vec<SeatAmount>, },
        WinnersPaid in Round { round: u64, paid: Vec<SeatAmount>, },
        RoundCleared in Round { round: u64, },
        IrregularityCalled in Ruling {
            what: Irregularity,
            remedy: Remedy,
            reason: String,
            by: u32,
        },
        ReshakeOrdered in Ruling { round: u64, by: [u32; 2], },
        PresenceAttested in Ruling { round: u64, by: u32, },
        TableSuspended in Equipment,
        RepairAttested in Equipment { by: u32, },
        Proposed in Proposal {
            proposal: u32,
            act: Box<Act>,
            basis: u64,
            superior: Role,
            by: u32,
            session: u64,
        },
        Approved in Proposal { proposal: u32, by: u32, },
        Withdrawn in Proposal { proposal: u32, by: u32, },
        RoundVoided in Reversal { round: u64, what: Irregularity, returned: Vec<SeatAmount>, },
        BetsVoided in Reversal { round: u64, seat: u16, returned: u64, reason: String, },
        PastRoundVoided in Reversal {
            round: u64,
            what: Irregularity,
            adjustments: Vec<Adjustment>,
        },
        PastRoundCorrected in Reversal { round: u64, roll: u8, adjustments: Vec<Adjustment>, },
        RulingAwaited in Ruling { round: u64, what: Irregularity, },
        RoundResumed in Ruling { round: u64, },
        Restarted in Day,
        RequestAnswered { from: Asker, session: u64, id: u64, digest: Fixed64, },
        OwnLimitsSet in Seat { seat: u16, pledge: Pledge, },
        SeatBound in Seat { seat: u16, terminal: u64, },
        SeatHandedOver in Seat {
            seat: u16,
            player: u64,
            terminal: u64,
            reason: String,
            by: [u32; 2],
        },
        RevealWaits in Round { round: u64, until: u64, },
        ApprovalNamed in Day { allowed_by: Option<String>, },
        CollectionUndone in Reversal { round: u64, restored: Vec<SeatAmount>, },
        PastBetsVoided in Reversal {
            round: u64,
            seat: u16,
            reason: String,
            adjustment: Adjustment,
        },
        ShakerLeft in Staff { dealer: u32, },
        SeatBarred in Seat { seat: u16, player: u64, },
        SeatReleased in Seat { seat: u16, by: u32, },
        ExclusionLifted in Seat { player: u64, reason: String, by: u32, },
        MadeForCage in Credit { voucher: u128, },
        RoundRecalled in Reversal {
            round: RecalledRound,
            borne: Vec<(u64, Tally)>,
            forgotten: Option<u64>,
        },
        DisplayConnected in Equipment { display: u32, },
        DisplayLost in Equipment { display: u32, },
        DisplayTried in Equipment { entered: u8, until: u64, by: u32, },
        DisplayDenied in Equipment { entered: u8, by: u32, },
        TrialLapsed in Equipment,
        DiceMarkedDamaged in Equipment { dice: Vec<u32>, },
        ShakerToInspect in Equipment { shaker: u32, },
        CallFoundMistaken in Ruling { round: u64, what: Irregularity, by: [u32; 2], },
        LinesAttested in Equipment { lines: Vec<String>, by: u32, },
        ShiftBegun in Staff { began: u64, },
        BetRuled in Reversal { case: u32, round: u64, adjustment: Adjustment, },
        CaseOpened in Case { case: u32, dispute: Dispute, by: u32, },
        CaseNoted in Case { case: u32, note: String, by: u32, },
        CaseDecided in Case { case: u32, ruling: CaseRuling, reason: String, by: [u32; 2], },
        CaseReopened in Case {
            case: u32,
            authority: String,
            reference: String,
            reason: String,
            by: u32,
        },
        CaseRecalled in Case { case: u32, file: CaseFile, },
        LentDiceInstalled in Equipment {
            shaker: u32,
            set: u32,
            dice: [u32; 3],
            first_used: [u64; 3],
            expire: Option<u64>,
            by: u32,
        },
        RegisterFollowed in Equipment { shakers: Vec<ShakerFacts>, disputed: bool, },
        ChipsRecorded in Place {
            round: u64,
            seat: u16,
            player: u64,
            bets: Vec<Bet>,
            excess: Vec<Bet>,
            advised: bool,
            by: u32,
        },
        ChipsVoided in Place { round: u64, seat: u16, reason: String, },
        ColourTakenBack in Place { seat: u16, colour: u8, by: u32, },
        ChipsRecalled in Place { round: u64, chips: Vec<(u16, ChipRecord)>, },
        EditionOffered in Day(offer: Box<Offer>),
        OfferWithdrawn in Day,
        TableMoved in Day {
            edition: Option<Box<Edition>>,
            times: Times,
            last: u64,
            reason: String,
            by: [u32; 2],
        },
    }
}

stored_struct! {
    table::ShakerFacts {
        shaker: u32,
        sealed: bool,
        approvals: Vec<Approval>,
    }
}

stored_struct! {
    round::PastRound as RecalledRound {
        number: u64,
        slips: Vec<(u16, RecalledSlip)>,
        results: Vec<u8>,
        voided: Option<Irregularity>,
        void_bets: Vec<u16>,
        chips: Later,
    }
}

stored_struct! {
    place::ChipRecord {
        player: u64,
        bets: Vec<Bet>,
        excess: Vec<Bet>,
        standing: RecordStanding,
    }
}

stored_struct! {
    round::Slip as RecalledSlip {
        player: u64,
        bets: Vec<Bet>,
        returned: Tally,
    }
}

stored_enum! {
    table::Asker {
        Seat(seat: u16),
        Staff(staff: u32),
        Host,
        Floor(staff: u32),
    }
}

stored_enum! {
    table::Act {
        VoidRounds { rounds: Vec<u64>, what: Irregularity, reason: String, },
        CorrectRound { round: u64, roll: u8, reason: String, },
        VoidBets { seat: u16, reason: String, },
        StateDice { roll: u8, },
        Reshake { what: Irregularity, reason: String, },
        GoOn { what: Irregularity, reason: String, },
        HandOverSeat { seat: u16, player: u64, terminal: u64, reason: String, },
        AttestDice { roll: u8, reason: String, },
        VoidPastBets { round: u64, seat: u16, reason: String, },
        CallMistaken { what: Irregularity, reason: String, },
        DecideCase { case: u32, ruling: CaseRuling, reason: String, },
        MoveTable { from: [u8; 32], to: [u8; 32], times: Times, reason: String, },
    }
}

stored_struct! {
    table::BetChange {
        area: u8,
        from: Option<u64>,
        to: Option<u64>,
    }
}

stored_struct! {
    table::SeatAmount {
        seat: u16,
        amount: u64,
    }
}

stored_struct! {
    table::Adjustment {
        seat: u16,
        player: u64,
        sits: Option<u16>,
        before: u64,
        after: u64,
        given: u64,
        owed: u64,
        recovered: u64,
        taken: u64,
        forgone: u64,
        shortfall: u64,
    }
}

stored_struct! {
    table::Pledge {
        holds: OwnLimits,
        later: Option<(u64, OwnLimits)>,
    }
}

stored_struct! {
    table::OwnLimits {
        loss_max: Option<u64>,
        time_max_ms: Option<u64>,
        remind_ms: Option<u64>,
    }
}

/// The bytes of a settled round, as an event that recalls it has them.
pub(crate) fn bytes_of_round(past: &round::PastRound) -> Vec<u8> {
    let mut bytes = Vec::new();
    push(&mut bytes, &RecalledRound::keep(past));
    bytes
}

/// The bytes of what was recorded in a round, as an event that recalls it has them.
pub(crate) fn bytes_of_chips(chips: &BTreeMap<SeatNumber, place::ChipRecord>) -> Vec<u8> {
    let mut bytes = Vec::new();
    push(&mut bytes, &<Vec<(u16, ChipRecord)>>::keep(chips));
    bytes
}

pub(crate) const SHAPES: &[Shape] = &[
    Event::SHAPE,
    Asker::SHAPE,
    Act::SHAPE,
    BetChange::SHAPE,
    SeatAmount::SHAPE,
    Adjustment::SHAPE,
    Pledge::SHAPE,
    OwnLimits::SHAPE,
    RecalledRound::SHAPE,
    RecalledSlip::SHAPE,
    ChipRecord::SHAPE,
    ShakerFacts::SHAPE,
    Bet::SHAPE,
];
