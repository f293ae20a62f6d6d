//! The books laid open: everything they consist of, to store them and restore them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fmt;
use std::sync::Arc;

use taisai_rules::RuleBook;
use taisai_table::{PlayedEdition, PlayerId, RoundNumber, SeatNumber, Table};

use crate::account::Account;
use crate::ledger::Ledger;
use crate::meters::Meters;
pub use crate::rounds::{RoundRecord, SlipRecord};

/// Everything the books consist of, beside the rule book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LedgerImage {
    /// The rule book's fingerprint.
    pub book_id: [u8; 32],
    /// What every account holds that holds something.
    pub balances: BTreeMap<Account, i64>,
    /// Who sits where.
    pub players: BTreeMap<SeatNumber, PlayerId>,
    /// The round in play.
    pub playing: Option<RoundRecord>,
    /// The rounds that are kept, the oldest first.
    pub past: VecDeque<RoundRecord>,
    /// The rounds that were recalled, the one longest ago first.
    pub recalled: VecDeque<RoundRecord>,
    /// What the house bears, by player.
    pub borne: BTreeMap<PlayerId, u64>,
    /// What has gone through each seat.
    pub by_seat: BTreeMap<SeatNumber, Meters>,
    /// What has gone through the table.
    pub by_table: Meters,
    /// The same under each rule book.
    pub by_book: BTreeMap<[u8; 32], Meters>,
    /// The editions before the one in force, in the order of their last rounds.
    pub earlier: Vec<PlayedEdition>,
}

/// Why an image is not that of a table's books.
#[expect(missing_docs, reason = "the sentence of a fault says what its fields are")]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LedgerImageFault {
    /// The accounts do not balance.
    Unbalanced,
    /// An account stands below nothing, or holds nothing.
    Balance { account: Account },
    /// There are more past rounds than are kept.
    TooManyRounds { found: usize },
    /// Rounds are not in the order of their numbers.
    Rounds { round: RoundNumber },
    /// Bets are not in order, or cannot be paid by this rule book.
    Bets { round: RoundNumber, seat: SeatNumber },
}

impl Ledger {
    /// Everything the books consist of.
    pub fn image(&self) -> LedgerImage {
        LedgerImage {
            book_id: self.book_id,
            balances: self.balances.clone(),
            players: self.players.clone(),
            playing: self.playing.clone(),
            past: self.past.clone(),
            recalled: self.recalled.clone(),
            borne: self.borne.clone(),
            by_seat: self.by_seat.clone(),
            by_table: self.by_table,
            by_book: self.by_book.clone(),
            earlier: self.earlier.clone(),
        }
    }

    /// The books of an image under this rule book, which is the one they were kept under.
    pub fn from_image(book: Arc<RuleBook>, image: LedgerImage) -> Result<Self, LedgerImageFault> {
        check_balances(&image.balances)?;
        check_rounds(&book, &image)?;
        Ok(Self {
            book,
            book_id: image.book_id,
            balances: image.balances,
            players: image.players,
            playing: image.playing,
            past: image.past,
            recalled: image.recalled,
            borne: image.borne,
            by_seat: image.by_seat,
            by_table: image.by_table,
            by_book: image.by_book,
            earlier: image.earlier,
        })
    }
}

fn check_balances(balances: &BTreeMap<Account, i64>) -> Result<(), LedgerImageFault> {
    let cannot_be = |(account, balance): &(&Account, &i64)| {
        **balance == 0 || (**balance < 0 && !account.may_be_negative())
    };
    if let Some((&account, _)) = balances.iter().find(cannot_be) {
        return Err(LedgerImageFault::Balance { account });
    }
    let sum: i128 = balances.values().map(|balance| i128::from(*balance)).sum();
    if sum == 0 { Ok(()) } else { Err(LedgerImageFault::Unbalanced) }
}

fn check_rounds(book: &RuleBook, image: &LedgerImage) -> Result<(), LedgerImageFault> {
    let kept = [(&image.past, Ledger::ROUNDS_KEPT), (&image.recalled, Table::ROUNDS_RECALLED)];
    if let Some((many, _)) = kept.into_iter().find(|(rounds, max)| rounds.len() > *max) {
        return Err(LedgerImageFault::TooManyRounds { found: many.len() });
    }
    let mut before = None;
    for round in image.past.iter().chain(&image.playing) {
        if before >= Some(round.number) {
            return Err(LedgerImageFault::Rounds { round: round.number });
        }
        before = Some(round.number);
    }
    let mut known: BTreeSet<RoundNumber> = image.past.iter().map(|past| past.number).collect();
    let mut recalled = image.recalled.iter().map(|round| round.number);
    if let Some(round) = recalled.find(|number| !known.insert(*number)) {
        return Err(LedgerImageFault::Rounds { round });
    }
    for round in image.past.iter().chain(&image.recalled).chain(&image.playing) {
        if let Some(&seat) = round.void_bets.iter().find(|seat| !round.slips.contains_key(seat)) {
            return Err(LedgerImageFault::Bets { round: round.number, seat });
        }
        let played = PlayedEdition::of(&image.earlier, round.number);
        let pays = played.map_or(&book.pay_table, |played| &played.rules.pay_table);
        for (&seat, slip) in &round.slips {
            let sorted = slip.bets.is_sorted_by(|one, next| one.area < next.area);
            let payable = slip.bets.iter().all(|bet| pays.check(*bet).is_ok());
            if !sorted || !payable {
                return Err(LedgerImageFault::Bets { round: round.number, seat });
            }
        }
    }
    Ok(())
}

impl fmt::Display for LedgerImageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unbalanced => write!(f, "the accounts do not balance"),
            Self::Balance { account } => write!(f, "{account} cannot hold that"),
            Self::TooManyRounds { found } => write!(f, "{found} past rounds are too many"),
            Self::Rounds { round } => write!(f, "round {round} is out of order"),
            Self::Bets { round, seat } => {
                write!(f, "the bets of seat {seat} in round {round} cannot be")
            }
        }
    }
}

impl std::error::Error for LedgerImageFault {}
