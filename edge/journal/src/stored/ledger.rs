//! Stored form of the image of a table's books.

use taisai_ledger as ledger;
use taisai_ledger::image;

use crate::stored::Shape;
use crate::stored::values::{Bet, Later, Tally};
use crate::stored::words::Irregularity;

stored_struct! {
    image::LedgerImage {
        book_id: [u8; 32],
        balances: Vec<(Account, i64)>,
        players: Vec<(u16, u64)>,
        playing: Option<RoundRecord>,
        past: Vec<RoundRecord>,
        borne: Vec<(u64, u64)>,
        by_seat: Vec<(u16, Meters)>,
        by_table: Meters,
        by_book: Vec<([u8; 32], Meters)>,
        recalled: Later,
        earlier: Later,
    }
}

stored_enum! {
    ledger::Account {
        HouseBank,
        TableFloat,
        SeatCredit(seat: u16, player: u64),
        Layout(round: u64),
        VouchersOutstanding,
        Owed(player: u64),
        Shortfall,
        Rulings,
    }
}

stored_struct! {
    image::RoundRecord {
        number: u64,
        slips: Vec<(u16, SlipRecord)>,
        rolls: Vec<u8>,
        voided: Option<Irregularity>,
        voided_bets: Vec<(u16, Tally)>,
        collected: bool,
        paid: bool,
        void_bets: Later,
    }
}

stored_struct! {
    image::SlipRecord {
        player: u64,
        bets: Vec<Bet>,
        returned: u64,
    }
}

stored_struct! {
    ledger::Meters {
        turnover: u64,
        wins: u64,
        voided: u64,
        vouchers_in: u64,
        vouchers_out: u64,
        carried_in: u64,
        carried_out: u64,
        owed: u64,
        forgone: u64,
        owed_paid: u64,
        shortfall: u64,
        recovered: u64,
        ruled_in: Later,
        ruled_out: Later,
    }
}

pub(crate) const SHAPES: &[Shape] =
    &[LedgerImage::SHAPE, Account::SHAPE, RoundRecord::SHAPE, SlipRecord::SHAPE, Meters::SHAPE];
