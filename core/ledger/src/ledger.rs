//! The ledger: every event of a table entered in double entry.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use taisai_rules::{PayTable, RuleBook};
use taisai_table::{Event, PlayedEdition, PlayerId, RoundNumber, SeatNumber, Table};

use crate::account::{Account, Posting};
use crate::fault::LedgerFault;
use crate::meters::Meters;
use crate::rounds::RoundRecord;

/// A table's books, from its first event on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger {
    pub(crate) book: Arc<RuleBook>,
    pub(crate) book_id: [u8; 32],
    pub(crate) balances: BTreeMap<Account, i64>,
    pub(crate) players: BTreeMap<SeatNumber, PlayerId>,
    pub(crate) playing: Option<RoundRecord>,
    pub(crate) past: VecDeque<RoundRecord>,
    pub(crate) recalled: VecDeque<RoundRecord>,
    pub(crate) borne: BTreeMap<PlayerId, u64>,
    pub(crate) by_seat: BTreeMap<SeatNumber, Meters>,
    pub(crate) by_table: Meters,
    pub(crate) by_book: BTreeMap<[u8; 32], Meters>,
    /// The editions before the one in force, in the order of their last rounds.
    pub(crate) earlier: Vec<PlayedEdition>,
}

impl Ledger {
    /// How many rounds are kept: as many as a table keeps.
    pub const ROUNDS_KEPT: usize = Table::ROUNDS_KEPT;

    /// Empty books under this rule book, whose fingerprint is `book_id`.
    pub fn new(book: Arc<RuleBook>, book_id: [u8; 32]) -> Self {
        Self {
            book,
            book_id,
            balances: BTreeMap::new(),
            players: BTreeMap::new(),
            playing: None,
            past: VecDeque::new(),
            recalled: VecDeque::new(),
            borne: BTreeMap::new(),
            by_seat: BTreeMap::new(),
            by_table: Meters::default(),
            by_book: BTreeMap::new(),
            earlier: Vec::new(),
        }
    }

    /// Enters an event. Where it does not agree with the books, nothing is entered.
    pub fn post(&mut self, event: &Event) -> Result<Vec<Posting>, LedgerFault> {
        let postings = self.work_out(event)?.into_postings();
        let balances = self.balances_with(&postings)?;
        // An empty account is not kept: a table would carry everybody who ever sat at it.
        for (account, balance) in balances {
            match balance {
                0 => drop(self.balances.remove(&account)),
                _ => drop(self.balances.insert(account, balance)),
            }
        }
        self.record(event);
        Ok(postings)
    }

    /// What an account holds.
    pub fn balance(&self, account: Account) -> i64 {
        self.balances.get(&account).copied().unwrap_or(0)
    }

    /// Every account that holds something; together they hold nothing.
    pub fn balances(&self) -> impl ExactSizeIterator<Item = (Account, i64)> {
        self.balances.iter().map(|(&account, &balance)| (account, balance))
    }

    /// What of the shortfall is borne for a player whose rounds can still be changed.
    pub fn borne(&self, player: PlayerId) -> u64 {
        self.borne.get(&player).copied().unwrap_or(0)
    }

    /// What has gone through a seat, over all its players.
    pub fn seat_meters(&self, seat: SeatNumber) -> Meters {
        self.by_seat.get(&seat).copied().unwrap_or_default()
    }

    /// What has gone through the table.
    pub fn table_meters(&self) -> Meters {
        self.by_table
    }

    /// What has gone through the table under each rule book, by its fingerprint.
    pub fn book_meters(&self) -> impl ExactSizeIterator<Item = (&[u8; 32], Meters)> {
        self.by_book.iter().map(|(book, meters)| (book, *meters))
    }

    /// What a round pays by: the edition it was played under, or is played under.
    pub(crate) fn pays(&self, round: RoundNumber) -> &PayTable {
        let played = PlayedEdition::of(&self.earlier, round);
        played.map_or(&self.book.pay_table, |played| &played.rules.pay_table)
    }

    /// The fingerprint of that edition.
    pub(crate) fn edition_of(&self, round: RoundNumber) -> [u8; 32] {
        PlayedEdition::of(&self.earlier, round).map_or(self.book_id, |played| played.fingerprint)
    }

    pub(crate) fn players(&self) -> &BTreeMap<SeatNumber, PlayerId> {
        &self.players
    }

    pub(crate) fn player_at(&self, seat: SeatNumber) -> Option<PlayerId> {
        self.players.get(&seat).copied()
    }

    pub(crate) fn credit(&self, seat: SeatNumber, player: PlayerId) -> u64 {
        let balance = self.balance(Account::SeatCredit(seat, player));
        u64::try_from(balance).expect("a credit never stands below nothing")
    }

    /// The record of a round that is in play, is kept or was recalled.
    pub(crate) fn round_record(&self, number: RoundNumber) -> Option<&RoundRecord> {
        if let Some(playing) = self.playing.as_ref().filter(|playing| playing.number == number) {
            return Some(playing);
        }
        // The oldest first, and each number is higher than the one before.
        match self.past.binary_search_by_key(&number, |record| record.number) {
            Ok(place) => self.past.get(place),
            Err(_) => self.recalled.iter().find(|record| record.number == number),
        }
    }

    /// The record of a round that is over.
    pub(crate) fn past_record(&self, number: RoundNumber) -> Option<&RoundRecord> {
        let playing = self.playing.as_ref().map(|playing| playing.number);
        self.round_record(number).filter(|record| playing != Some(record.number))
    }

    pub(crate) fn playing(&self) -> Option<&RoundRecord> {
        self.playing.as_ref()
    }

    /// What the balances would be; a fault where one would be what it cannot be.
    fn balances_with(&self, postings: &[Posting]) -> Result<BTreeMap<Account, i64>, LedgerFault> {
        let mut changed: BTreeMap<Account, i64> = BTreeMap::new();
        for &Posting { account, amount } in postings {
            let before = changed.get(&account).copied().unwrap_or_else(|| self.balance(account));
            let after = before.checked_add(amount).ok_or(LedgerFault::Overflow { account })?;
            changed.insert(account, after);
        }
        let overdrawn =
            changed.iter().find(|(account, after)| **after < 0 && !account.may_be_negative());
        match overdrawn {
            Some((&account, _)) => Err(LedgerFault::Overdrawn { account }),
            None => Ok(changed),
        }
    }
}
