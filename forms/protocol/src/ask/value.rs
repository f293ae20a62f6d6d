//! Numbers, texts and lists of asks as core knows them; every bound is checked on the way.

use taisai_floor::{
    Date, DayNumber, Line, LoginName, LookUpNumber, Person, SlipNumber, TableId, TerminalId, Title,
};
use taisai_rules::{Approval, Area, AreaSet, Bet, Currency, LineId, Roll, Stake};
use taisai_table::{
    CaseId, DiceSetId, DieId, Money, PlayerId, ProposalId, Reason, RoundNumber, SeatNumber,
    SessionId, ShakerId, StaffId, Table,
};

use super::checked::{PasswordText, TokenText};
use super::{AskFault, BetLine, ChipsLaid, Expects};
use crate::declare::{IntoCore, ToWire};
use crate::view::table::hexadecimal;
use crate::word::{ApprovalWord, AreaId, Dice};

/// The most bets or areas in one ask: every area once.
const BETS_MAX: usize = Area::COUNT;
/// The most rounds made void at once: all that are kept, and the one in play.
const ROUNDS_MAX: usize = Table::ROUNDS_KEPT + 1;
/// The most checklist lines in one ask; no book has as many.
const LINES_MAX: usize = 200;

pub(super) const fn bad(field: &'static str, expects: Expects) -> AskFault {
    AskFault::Field { field, expects }
}

/// Numbers that are numbers of something.
macro_rules! numbers {
    ($($wire:ty: $($core:ident)+;)+) => { $($(
        impl ToWire<$core> for $wire {
            fn to_wire(core: &$core) -> Self {
                core.0
            }
        }

        impl IntoCore<$core> for $wire {
            fn into_core(self, _: &'static str) -> Result<$core, AskFault> {
                Ok($core(self))
            }
        }
    )+)+ };
}

numbers! {
    u16: SeatNumber;
    u32: CaseId DayNumber DiceSetId DieId ProposalId ShakerId StaffId TableId TerminalId;
    u64: LookUpNumber PlayerId RoundNumber SessionId SlipNumber;
}

/// What is the same on the wire and in core.
macro_rules! plain {
    ($($plain:ty)+) => { $(
        impl ToWire<$plain> for $plain {
            fn to_wire(core: &$plain) -> Self {
                *core
            }
        }

        impl IntoCore<$plain> for $plain {
            fn into_core(self, _: &'static str) -> Result<$plain, AskFault> {
                Ok(self)
            }
        }
    )+ };
}

plain! { bool u8 u32 u64 }

/// Values that their constructor checks.
macro_rules! checked {
    ($($wire:ty => $core:ty: $new:expr, or $expects:expr;)+) => { $(
        impl IntoCore<$core> for $wire {
            fn into_core(self, field: &'static str) -> Result<$core, AskFault> {
                let new: fn(&$wire) -> Option<$core> = $new;
                new(&self).ok_or(bad(field, $expects))
            }
        }
    )+ };
}

checked! {
    u64 => Stake: |units| Stake::new(*units).ok(), or Expects::Stake;
    u64 => Money: |units| Money::new(*units).filter(|money| !money.is_zero()), or Expects::Amount;
    String => Reason: |text| Reason::new(text), or Expects::Reason;
    String => LoginName: |text| LoginName::new(text), or Expects::LoginName;
    String => [u8; 32]: |text| fingerprint(text), or Expects::Fingerprint;
    String => LineId: |text| LineId::new(text), or Expects::LineId;
    String => Title: |text| Title::new(text), or Expects::Text { max: Title::LENGTH_MAX };
    String => Line: |text| Line::new(text), or Expects::Text { max: Line::LENGTH_MAX };
    String => Person: |text| Person::new(text), or Expects::Text { max: Person::LENGTH_MAX };
    String => Date: |text| Date::new(text), or Expects::Date;
    String => Currency: |code| Currency::new(code).filter(Currency::is_known), or Expects::Currency;
    String => TokenText: |text| TokenText::new(text), or Expects::Token;
    String => PasswordText: |text| PasswordText::new(text),
        or Expects::Text { max: PasswordText::LENGTH_MAX };
}

/// A list with its bounds, item by item.
macro_rules! lists {
    ($($wire:ty => $core:ty: $min:literal..=$max:expr;)+) => { $(
        impl IntoCore<$core> for Vec<$wire> {
            fn into_core(self, field: &'static str) -> Result<$core, AskFault> {
                let (min, max) = ($min, $max);
                let fits = min <= self.len() && self.len() <= max;
                if !fits {
                    return Err(bad(field, Expects::Items { min, max }));
                }
                self.into_iter().map(|item| item.into_core(field)).collect()
            }
        }
    )+ };
}

lists! {
    BetLine => Vec<Bet>: 1..=BETS_MAX;
    AreaId => Vec<Area>: 1..=BETS_MAX;
    AreaId => AreaSet: 0..=Area::COUNT;
    ApprovalWord => Vec<Approval>: 0..=Approval::ALL.len();
    u64 => Vec<RoundNumber>: 1..=ROUNDS_MAX;
    String => Vec<LineId>: 1..=LINES_MAX;
}

impl IntoCore<Vec<Bet>> for ChipsLaid {
    fn into_core(self, field: &'static str) -> Result<Vec<Bet>, AskFault> {
        if self.0.is_empty() { Ok(Vec::new()) } else { self.0.into_core(field) }
    }
}

impl ToWire<Vec<Bet>> for ChipsLaid {
    fn to_wire(core: &Vec<Bet>) -> Self {
        Self(ToWire::to_wire(core))
    }
}

impl ToWire<Stake> for u64 {
    fn to_wire(core: &Stake) -> Self {
        core.units()
    }
}

impl ToWire<Money> for u64 {
    fn to_wire(core: &Money) -> Self {
        core.units()
    }
}

impl ToWire<Reason> for String {
    fn to_wire(core: &Reason) -> Self {
        core.to_string()
    }
}

impl ToWire<[u8; 32]> for String {
    fn to_wire(core: &[u8; 32]) -> Self {
        hexadecimal(core)
    }
}

/// The bytes of a fingerprint in hexadecimal.
fn fingerprint(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    let plain = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(text.get(2 * at..2 * at + 2)?, 16).ok()?;
    }
    plain.then_some(bytes)
}

impl ToWire<LineId> for String {
    fn to_wire(core: &LineId) -> Self {
        core.to_string()
    }
}

impl ToWire<AreaSet> for Vec<AreaId> {
    fn to_wire(core: &AreaSet) -> Self {
        core.iter().map(AreaId).collect()
    }
}

impl ToWire<[DieId; 3]> for [u32; 3] {
    fn to_wire(core: &[DieId; 3]) -> Self {
        core.map(|die| die.0)
    }
}

impl IntoCore<[DieId; 3]> for [u32; 3] {
    fn into_core(self, _: &'static str) -> Result<[DieId; 3], AskFault> {
        Ok(self.map(DieId))
    }
}

impl ToWire<Roll> for Dice {
    fn to_wire(core: &Roll) -> Self {
        Self(*core)
    }
}

impl IntoCore<Roll> for Dice {
    fn into_core(self, _: &'static str) -> Result<Roll, AskFault> {
        Ok(self.0)
    }
}

impl ToWire<Area> for AreaId {
    fn to_wire(core: &Area) -> Self {
        Self(*core)
    }
}

impl IntoCore<Area> for AreaId {
    fn into_core(self, _: &'static str) -> Result<Area, AskFault> {
        Ok(self.0)
    }
}

impl ToWire<Bet> for BetLine {
    fn to_wire(core: &Bet) -> Self {
        Self { area: core.area.into(), stake: core.stake.units() }
    }
}

impl IntoCore<Bet> for BetLine {
    fn into_core(self, _: &'static str) -> Result<Bet, AskFault> {
        Ok(Bet::new(self.area.0, self.stake.into_core("stake")?))
    }
}

/// A terminal as the table knows it: the log-in under which its player sat down.
impl ToWire<SessionId> for u32 {
    fn to_wire(core: &SessionId) -> Self {
        // Terminals are counted so far; a session of the table's is never beyond them.
        Self::try_from(core.0).unwrap_or(Self::MAX)
    }
}

impl IntoCore<SessionId> for u32 {
    fn into_core(self, _: &'static str) -> Result<SessionId, AskFault> {
        Ok(SessionId(self.into()))
    }
}
