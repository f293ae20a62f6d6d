//! What people ask, with every value checked: past [`ClientMessage::read`] nothing is parsed.
//!
//! [`ClientMessage::read`]: super::ClientMessage::read
#![expect(missing_docs, reason = "the forms of the wire say what each part is")]

use std::fmt;

use taisai_floor::{
    BankAct, FloorRole, LoginName, LookUpNumber, Person, TableId, TerminalId, ThingCommand,
    ThingId, Title,
};
use taisai_rules::{Bet, Currency};
use taisai_table::{
    BetCommand, Config, DiceSource, Limits, Money, OwnLimits, Phase, PlayerId, ProposalId, Reason,
    RoundNumber, Run, SeatNumber, SessionId, ShakerId, StaffCommand, StaffId, TableKind, Times,
};

use crate::server_message::Channel;

/// A message from a screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub id: u64,
    pub round: Option<RoundNumber>,
    pub ask: Ask,
}

/// What is asked, sorted by who may.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ask {
    Bet(BetCommand),
    Seat(SeatAsk),
    Run(RunAsk),
    Preview(RunAsk),
    Recall { table: Option<TableId>, round: RoundNumber },
    Payouts { table: TableId, seat: Option<SeatNumber>, bets: Vec<Bet> },
    Watch(Channel),
    Unwatch(Channel),
    Resync(Channel),
    Floor(FloorAsk),
    Cage(CageAsk),
    Pong,
}

/// Something asked of one table by its staff.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunAsk {
    pub table: TableId,
    pub phase: Option<Phase>,
    pub order: StaffCommand,
}

/// What is asked of a table over HTTP, and for which round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ordered {
    pub round: Option<RoundNumber>,
    pub phase: Option<Phase>,
    pub order: StaffCommand,
}

/// What a player does to the bets over HTTP, and in which round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BetsAsked {
    pub round: RoundNumber,
    pub bet: BetCommand,
}

/// Bets on cloth whose worth is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnCloth {
    pub seat: Option<SeatNumber>,
    pub bets: Vec<Bet>,
}

/// What a player does with the seat and its money.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeatAsk {
    Sit(Funds),
    BuyIn { voucher: TokenText },
    CashOut { amount: Option<Money> },
    SetLimits(OwnLimits),
    Leave,
    TakeVoucher { number: LookUpNumber },
}

/// What a player sits down with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Funds {
    Voucher(TokenText),
    PlayMoney(Money),
}

/// What cashiers ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CageAsk {
    Sell(Sale),
    LookUp(LookUp),
    Redeem(Paper),
    PayOwed(Owed),
    ReplaceVoucher(LostPaper),
    ApproveReplacement(LostPaperAgreed),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sale {
    pub amount: Money,
    pub currency: Currency,
    pub person: Option<Person>,
}

/// A voucher by what is printed on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LookUp {
    Token(TokenText),
    Number(LookUpNumber),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paper {
    pub token: TokenText,
    pub person: Option<Person>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Owed {
    pub table: TableId,
    pub player: PlayerId,
    pub reason: Reason,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostPaper {
    pub number: LookUpNumber,
    pub reason: Reason,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LostPaperAgreed {
    pub proposal: ProposalId,
    pub number: LookUpNumber,
}

/// What staff ask of the floor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FloorAsk {
    AddStaff { name: LoginName },
    SetPassword { old: PasswordText, new: PasswordText },
    ProposeRole { staff: StaffId, role: FloorRole },
    ProposeInvitation { staff: StaffId },
    ProposePaper(FoundPaper),
    ProposePayment(LargePayment),
    ProposeRevival(PresentedPaper),
    Approve { proposal: ProposalId },
    Withdraw { proposal: ProposalId },
    RevokeRole { staff: StaffId, reason: Reason },
    SuspendStaff { staff: StaffId, reason: Reason },
    ReinstateStaff { staff: StaffId, reason: Reason },
    AssignStaff { staff: StaffId, table: TableId },
    ReleaseStaff { staff: StaffId, table: TableId },
    EndSession { session: SessionId },
    EndSessions { staff: StaffId },
    OfferEnrolment { table: TableId, seat: SeatNumber },
    OfferDisplay { table: TableId, equipment: Option<u32> },
    RemoveTerminal { terminal: TerminalId },
    AddTable { setup: TableSetup },
    RetireTable { table: TableId },
    GivePlace { table: TableId, seat: SeatNumber },
    Things(ThingCommand),
    InstallThing { thing: ThingId, table: TableId, shaker: Option<ShakerId> },
    Bank(BankAct),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundPaper {
    pub token: TokenText,
    pub number: LookUpNumber,
    pub amount: Money,
    pub currency: Currency,
    pub reason: Reason,
}

/// A voucher whose paper lies before the cashier, and why something is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresentedPaper {
    pub token: TokenText,
    pub reason: Reason,
}

/// A voucher that is more than one cashier pays out alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LargePayment {
    pub token: TokenText,
    pub reason: Reason,
    pub person: Option<Person>,
}

/// A table to be set up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSetup {
    pub table: TableId,
    pub name: Title,
    pub book: Title,
    pub currency: Option<Currency>,
    pub kind: TableKind,
    pub run: Run,
    pub dice: DiceSource,
    pub limits: Limits,
    pub times: Times,
}

impl TableSetup {
    /// How the table is set up, under the rule book that `self.book` names.
    pub fn config(&self, rule_book: [u8; 32], usual: Currency) -> Config {
        Config {
            rule_book,
            currency: self.currency.unwrap_or(usual),
            kind: self.kind,
            run: self.run,
            dice: self.dice,
            limits: self.limits.clone(),
            times: self.times,
        }
    }
}

/// What may be the token of a voucher; whether it is one, the house knows.
#[derive(Clone, PartialEq, Eq)]
pub struct TokenText(String);

impl TokenText {
    /// The longest, in bytes.
    pub const LENGTH_MAX: usize = 64;

    /// The text, if it has only letters and digits of a token.
    pub fn new(text: &str) -> Option<Self> {
        let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let sound = !text.is_empty() && text.len() <= Self::LENGTH_MAX && text.bytes().all(plain);
        sound.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What may be somebody's password.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordText(String);

impl PasswordText {
    /// The longest, in bytes.
    pub const LENGTH_MAX: usize = 256;

    /// The text, if it is neither empty nor too long.
    pub fn new(text: &str) -> Option<Self> {
        let sound = !text.is_empty() && text.len() <= Self::LENGTH_MAX;
        sound.then(|| Self(text.to_owned()))
    }

    /// The text, for whoever hashes it.
    pub fn into_string(self) -> String {
        self.0
    }
}

/// Logs show that there is one, and nothing of it.
impl fmt::Debug for TokenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenText(…)")
    }
}

/// Logs show that there is one, and nothing of it.
impl fmt::Debug for PasswordText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordText(…)")
    }
}
