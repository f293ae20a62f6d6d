//! Stored form of everything that can happen at a table.

use taisai_table as table;

use crate::stored::Shape;
use crate::stored::config::{Config, Limits};
use crate::stored::values::{Bet, Fixed64, Tally};
use crate::stored::words::{Approval, BetMove, Irregularity, Remedy, Role, ShakerKind};

stored_enum! {
    table::Event {
        TableConfigured(config: Box<Config>),
        StaffAssigned { staff: u32, role: Role, },
        StaffReleased { staff: u32, },
        ShakerTaken { dealer: u32, },
        ShiftStarted { by: u32, },
        ShakerInstalled {
            shaker: u32,
            kind: ShakerKind,
            sealed: bool,
            approvals: Vec<Approval>,
            by: u32,
        },
        ShakerRemoved { shaker: u32, by: u32, },
        ShakerOutOfOrder { shaker: u32, by: u32, },
        DiceInstalled { shaker: u32, set: u32, dice: [u32; 3], expire: Option<u64>, by: u32, },
        DiceRemoved { set: u32, by: u32, },
        DisplayInspected { entered: u8, by: u32, },
        ShakerInspected { shaker: u32, tosses: u8, by: u32, },
        ChecklistTicked { lines: u8, by: u32, },
        TableOpened { by: u32, },
        ClosingAnnounced { by: u32, },
        TableClosed { by: u32, },
        LimitsAnnounced { limits: Box<Limits>, from: u64, by: u32, },
        SeatTaken { seat: u16, player: u64, staff: Option<u32>, },
        BoughtIn { seat: u16, voucher: u128, amount: u64, },
        CashedOut { seat: u16, voucher: u128, amount: u64, },
        SeatLeft { seat: u16, },
        SeatLost { seat: u16, },
        SeatReturned { seat: u16, },
        MarkerGranted { seat: u16, stake_max: u64, by: u32, },
        ColourAssigned { seat: u16, colour: u8, value: u64, by: u32, },
        OwedPaid { player: u64, voucher: u128, amount: Tally, },
        PlayerExcluded { player: u64, reason: String, by: u32, },
        BetsChanged {
            seat: u16,
            round: u64,
            how: BetMove,
            changes: Vec<BetChange>,
            advised: bool,
        },
        BettingOpened { round: u64, until: Option<u64>, },
        BettingWarned { round: u64, },
        BettingExtended { round: u64, until: u64, },
        BettingClosed { round: u64, },
        PlayerSelected { round: u64, seat: u16, },
        DiceShaken { round: u64, times: u8, by: Asker, },
        DiceRevealed { round: u64, },
        ShakerCovered { by: u32, },
        DiceEntered { round: u64, roll: u8, by: u32, },
        EntryTakenBack { round: u64, },
        ResultRecorded { round: u64, roll: u8, by: Asker, },
        LosersCollected { round: u64, collected: Vec<SeatAmount>, },
        WinnersPaid { round: u64, paid: Vec<SeatAmount>, },
        RoundCleared { round: u64, },
        IrregularityCalled { what: Irregularity, remedy: Remedy, reason: String, by: u32, },
        ReshakeOrdered { round: u64, by: [u32; 2], },
        PresenceAttested { round: u64, by: u32, },
        TableSuspended,
        RepairAttested { by: u32, },
        Proposed {
            proposal: u32,
            act: Box<Act>,
            basis: u64,
            superior: Role,
            by: u32,
            session: u64,
        },
        Approved { proposal: u32, by: u32, },
        Withdrawn { proposal: u32, by: u32, },
        RoundVoided { round: u64, what: Irregularity, returned: Vec<SeatAmount>, },
        BetsVoided { round: u64, seat: u16, returned: u64, reason: String, },
        PastRoundVoided { round: u64, what: Irregularity, adjustments: Vec<Adjustment>, },
        PastRoundCorrected { round: u64, roll: u8, adjustments: Vec<Adjustment>, },
        RulingAwaited { round: u64, what: Irregularity, },
        RoundResumed { round: u64, },
        Restarted,
        RequestAnswered { from: Asker, session: u64, id: u64, digest: Fixed64, },
        OwnLimitsSet { seat: u16, pledge: Pledge, },
        SeatBound { seat: u16, terminal: u64, },
        SeatHandedOver { seat: u16, player: u64, terminal: u64, reason: String, by: [u32; 2], },
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

pub(crate) const SHAPES: &[Shape] = &[
    Event::SHAPE,
    Asker::SHAPE,
    Act::SHAPE,
    BetChange::SHAPE,
    SeatAmount::SHAPE,
    Adjustment::SHAPE,
    Pledge::SHAPE,
    OwnLimits::SHAPE,
    Bet::SHAPE,
];
