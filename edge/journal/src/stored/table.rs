//! Stored form of a table's image.

use taisai_table::{answers, equipment, image, proposal, round, seat};

use crate::stored::Shape;
use crate::stored::config::{Config, Limits};
use crate::stored::event::{Act, BetChange, Pledge};
use crate::stored::values::{Bet, Fixed64, Later, Tally};
use crate::stored::words::{Approval, Irregularity, Life, NoMoreBets, Role, ShakerKind};

stored_struct! {
    image::TableImage {
        config: Config,
        staff: Vec<(u32, Role)>,
        equipment: Equipment,
        life: Life,
        limits_to_come: Option<(u64, Limits)>,
        seats: Vec<(u16, SeatImage)>,
        excluded: Vec<u64>,
        owed: Vec<(u64, Tally)>,
        redeemed: Vec<u128>,
        issued: Vec<u128>,
        shortfall: Tally,
        borne: Vec<(u64, Tally)>,
        round: Option<Round>,
        rounds_played: u64,
        round_ended: Option<u64>,
        past: Vec<PastRound>,
        proposals: Vec<(u32, Proposal)>,
        proposals_made: u32,
        answers: Vec<(Scope, Kept)>,
        barred: Later,
        for_cage: Later,
        terminals: Later,
        approved: Later,
        recalled: Later,
        shift_began: Later,
        cases: Later,
        offer: Later,
        earlier: Later,
        moved: Later,
    }
}

stored_struct! {
    equipment::Trial {
        entered: u8,
        until: u64,
        by: u32,
    }
}

stored_struct! {
    seat::SeatImage {
        player: u64,
        staff: Option<u32>,
        since: u64,
        credit: u64,
        connected: bool,
        bets: Vec<Bet>,
        undo: Vec<Vec<BetChange>>,
        last_bets: Vec<Bet>,
        marker: Option<u64>,
        colour: Option<(u8, u64)>,
        advised: bool,
        meters: SeatMeters,
        pledge: Pledge,
        sat_down: u64,
    }
}

stored_struct! {
    seat::Meters as SeatMeters {
        bought_in: Tally,
        cashed_out: Tally,
        turnover: Tally,
        returned: Tally,
        adjusted_in: Tally,
        adjusted_out: Tally,
        voided: Tally,
    }
}

stored_struct! {
    equipment::Equipment {
        shakers: Vec<(u32, ShakerState)>,
        dice: Option<DiceState>,
        on_duty: Option<u32>,
        display_seen: Vec<u8>,
        checklist_ticked: bool,
        display_failed: bool,
        covered: bool,
        first_used: Vec<(u32, u64)>,
        displays: Later,
        trial: Later,
        attested: Later,
        damaged_dice: Later,
        disputed: Later,
    }
}

stored_struct! {
    equipment::Attested {
        by: u32,
        at: u64,
    }
}

stored_struct! {
    equipment::ShakerState {
        kind: ShakerKind,
        sealed: bool,
        approvals: Vec<Approval>,
        out_of_order: bool,
        inspected: bool,
        inspected_this_shift: bool,
    }
}

stored_struct! {
    equipment::DiceState {
        shaker: u32,
        set: u32,
        dice: [u32; 3],
        expire: Option<u64>,
        damaged: bool,
    }
}

stored_struct! {
    round::Round {
        number: u64,
        opened: u64,
        betting: Betting,
        order: NoMoreBets,
        shakes: u8,
        selected: Option<u16>,
        revealed: bool,
        entry: Option<u8>,
        result: Option<u8>,
        collected: bool,
        paid: bool,
        paid_at: Option<u64>,
        by_hand: Option<ByHand>,
        awaiting: Option<Irregularity>,
        extensions: u8,
        returned: Vec<(u16, Tally)>,
        reveal_from: Later,
        marked: Later,
        chips: Later,
    }
}

stored_enum! {
    round::Betting {
        Open { until: Option<u64>, warned: bool, },
        Closed,
    }
}

stored_struct! {
    round::ByHand {
        present: Option<u32>,
    }
}

stored_struct! {
    round::PastRound {
        number: u64,
        slips: Vec<(u16, Slip)>,
        results: Vec<u8>,
        voided: Option<Irregularity>,
        void_bets: Later,
        chips: Later,
    }
}

stored_struct! {
    round::Slip {
        player: u64,
        bets: Vec<Bet>,
        returned: Tally,
    }
}

stored_struct! {
    proposal::Proposal {
        act: Act,
        by: u32,
        session: u64,
        superior: Role,
        basis: u64,
    }
}

stored_enum! {
    answers::Scope {
        Seat(seat: u16),
        Staff(staff: u32, session: u64),
        Host,
    }
}

stored_struct! {
    answers::Kept {
        answered: Vec<(u64, Fixed64)>,
        forgotten: Option<u64>,
    }
}

pub(crate) const SHAPES: &[Shape] = &[
    TableImage::SHAPE,
    SeatImage::SHAPE,
    SeatMeters::SHAPE,
    Equipment::SHAPE,
    Attested::SHAPE,
    ShakerState::SHAPE,
    DiceState::SHAPE,
    Trial::SHAPE,
    Round::SHAPE,
    Betting::SHAPE,
    ByHand::SHAPE,
    PastRound::SHAPE,
    Slip::SHAPE,
    Proposal::SHAPE,
    Scope::SHAPE,
    Kept::SHAPE,
];
