//! From the wire to the table's commands; every bound is checked on the way.

use std::collections::BTreeMap;

use taisai_rules::{Approval, Area, AreaSet, Bet, Currency, Family, Stake};
use taisai_table::{
    Act, AreaLimit, Command, Config, DiceSetId, DieId, Limits, Money, OwnLimits, PlayerId,
    ProposalId, Reason, RoundNumber, SeatNumber, SessionId, ShakerId, Table,
};

use super::fault::DURATION_MAX_MS;
use super::{
    ActAsk, AskFault, BetAsk, BetLine, CageAsk, Expects, FloorAsk, LimitsAsk, Order, OwnLimitsAsk,
    SeatAsk, StakeLimit, TableSetup, Times,
};

/// The most bets or areas in one ask: every area once.
pub const BETS_MAX: usize = Area::COUNT;
/// The most rounds made void at once: all that are kept, and the one in play.
pub const ROUNDS_MAX: usize = Table::ROUNDS_KEPT + 1;
/// The longest voucher token, in bytes.
pub const TOKEN_MAX: usize = 64;
/// The longest password, in bytes.
pub const PASSWORD_MAX: usize = 256;
/// The longest login name, in bytes.
pub const LOGIN_MAX: usize = 64;
/// The longest name of a table or id of a rule book, in bytes.
pub const TITLE_MAX: usize = 80;

const fn bad(field: &'static str, expects: Expects) -> AskFault {
    AskFault::Field { field, expects }
}

fn stake(field: &'static str, units: u64) -> Result<Stake, AskFault> {
    Stake::new(units).map_err(|_| bad(field, Expects::Stake))
}

fn amount(field: &'static str, units: u64) -> Result<Money, AskFault> {
    let money = Money::new(units).filter(|money| !money.is_zero());
    money.ok_or(bad(field, Expects::Amount))
}

fn reason(text: &str) -> Result<Reason, AskFault> {
    Reason::new(text).ok_or(bad("reason", Expects::Reason))
}

fn items<T>(field: &'static str, list: &[T], min: usize, max: usize) -> Result<(), AskFault> {
    let fits = min <= list.len() && list.len() <= max;
    if fits { Ok(()) } else { Err(bad(field, Expects::Items { min, max })) }
}

fn line(field: &'static str, text: &str, max: usize) -> Result<(), AskFault> {
    let sound = !text.trim().is_empty() && text.len() <= max && !text.contains(char::is_control);
    if sound { Ok(()) } else { Err(bad(field, Expects::Text { max })) }
}

fn token(field: &'static str, text: &str) -> Result<(), AskFault> {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    let sound = !text.is_empty() && text.len() <= TOKEN_MAX && text.bytes().all(plain);
    if sound { Ok(()) } else { Err(bad(field, Expects::Token)) }
}

fn currency(code: &str) -> Result<Currency, AskFault> {
    Currency::new(code).filter(Currency::is_known).ok_or(bad("currency", Expects::Currency))
}

fn password(field: &'static str, text: &str) -> Result<(), AskFault> {
    let sound = !text.is_empty() && text.len() <= PASSWORD_MAX;
    if sound { Ok(()) } else { Err(bad(field, Expects::Text { max: PASSWORD_MAX })) }
}

/// Bets of an ask as the rules know them.
pub fn bets(lines: &[BetLine], max: usize) -> Result<Vec<Bet>, AskFault> {
    items("bets", lines, 1, max)?;
    let bet = |line: &BetLine| Ok(Bet::new(line.area.0, stake("stake", line.stake)?));
    lines.iter().map(bet).collect()
}

impl BetAsk {
    /// What the table is asked.
    pub fn command(&self) -> Result<Command, AskFault> {
        Ok(match self {
            Self::PlaceBets { bets: lines } => Command::PlaceBets(bets(lines, BETS_MAX)?),
            Self::TakeDown { areas } => {
                items("areas", areas, 1, BETS_MAX)?;
                Command::TakeDown(areas.iter().map(|area| area.0).collect())
            }
            Self::ClearBets => Command::ClearBets,
            Self::RepeatBets => Command::RepeatBets,
            Self::DoubleBets => Command::DoubleBets,
            Self::UndoBets => Command::UndoBets,
            Self::Shake { times } => Command::Shake { times: *times },
        })
    }
}

impl SeatAsk {
    /// Checks every bound; the money itself is the cage's and the table's matter.
    pub fn check(&self) -> Result<(), AskFault> {
        match self {
            Self::Sit { voucher, demo } => {
                if voucher.is_some() == demo.is_some() {
                    return Err(bad("voucher or demo", Expects::OneOf));
                }
                voucher.iter().try_for_each(|text| token("voucher", text))?;
                demo.iter().try_for_each(|&units| amount("demo", units).map(|_| ()))
            }
            Self::BuyIn { voucher } => token("voucher", voucher),
            Self::CashOut { amount: wanted } => {
                wanted.iter().try_for_each(|&units| amount("amount", units).map(|_| ()))
            }
            Self::SetLimits(limits) => limits.limits().map(|_| ()),
            Self::Leave | Self::TakeVoucher { .. } => Ok(()),
        }
    }
}

impl OwnLimitsAsk {
    /// The limits, where the amount and the times are some.
    pub fn limits(&self) -> Result<OwnLimits, AskFault> {
        let Self { loss_max, time_max_ms, remind_ms } = *self;
        let time = |field, millis: Option<u64>| match millis {
            Some(millis) if millis == 0 || millis > DURATION_MAX_MS => {
                Err(bad(field, Expects::Duration))
            }
            fine => Ok(fine),
        };
        Ok(OwnLimits {
            loss_max: loss_max.map(|units| amount("loss_max", units)).transpose()?,
            time_max_ms: time("time_max_ms", time_max_ms)?,
            remind_ms: time("remind_ms", remind_ms)?,
        })
    }
}

impl From<OwnLimits> for OwnLimitsAsk {
    fn from(limits: OwnLimits) -> Self {
        let OwnLimits { loss_max, time_max_ms, remind_ms } = limits;
        Self { loss_max: loss_max.map(Money::units), time_max_ms, remind_ms }
    }
}

impl CageAsk {
    /// Checks every bound.
    pub fn check(&self) -> Result<(), AskFault> {
        match self {
            Self::Sell { amount: units, currency: code } => {
                amount("amount", *units)?;
                currency(code).map(|_| ())
            }
            Self::LookUp { token: text, number } => {
                if text.is_some() == number.is_some() {
                    return Err(bad("token or number", Expects::OneOf));
                }
                text.iter().try_for_each(|text| token("token", text))
            }
            Self::Redeem { token: text } => token("token", text),
            Self::PayOwed { reason: why, .. } | Self::ReplaceVoucher { reason: why, .. } => {
                reason(why).map(|_| ())
            }
            Self::ApproveReplacement { .. } => Ok(()),
        }
    }
}

impl FloorAsk {
    /// Checks every bound.
    pub fn check(&self) -> Result<(), AskFault> {
        match self {
            Self::AddStaff { name } => login(name),
            Self::SetPassword { old, new } => {
                password("old", old)?;
                password("new", new)
            }
            Self::ProposePaper {
                token: text, amount: units, currency: code, reason: why, ..
            } => {
                token("token", text)?;
                amount("amount", *units)?;
                currency(code)?;
                reason(why).map(|_| ())
            }
            Self::RevokeRole { reason: why, .. }
            | Self::SuspendStaff { reason: why, .. }
            | Self::ReinstateStaff { reason: why, .. } => reason(why).map(|_| ()),
            Self::AddTable { setup } => setup.check(),
            Self::ProposeRole { .. }
            | Self::ProposeInvitation { .. }
            | Self::Approve { .. }
            | Self::Withdraw { .. }
            | Self::AssignStaff { .. }
            | Self::ReleaseStaff { .. }
            | Self::EndSession { .. }
            | Self::EndSessions { .. }
            | Self::OfferEnrolment { .. }
            | Self::RemoveTerminal { .. }
            | Self::RetireTable { .. } => Ok(()),
        }
    }
}

fn login(name: &str) -> Result<(), AskFault> {
    let plain = |byte: u8| {
        byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'.' | b'-' | b'_')
    };
    let sound = !name.is_empty() && name.len() <= LOGIN_MAX && name.bytes().all(plain);
    if sound { Ok(()) } else { Err(bad("name", Expects::LoginName)) }
}

impl Order {
    /// What the table is asked.
    #[expect(clippy::too_many_lines, reason = "one arm for each order, and nothing else")]
    pub fn command(&self) -> Result<Command, AskFault> {
        Ok(match self {
            Self::TakeShaker => Command::TakeShaker,
            Self::StartShift => Command::StartShift,
            Self::InstallShaker { shaker, kind, sealed, approvals } => {
                items("approvals", approvals, 0, Approval::ALL.len())?;
                Command::InstallShaker {
                    shaker: ShakerId(*shaker),
                    kind: kind.0,
                    sealed: *sealed,
                    approvals: approvals.iter().map(|approval| approval.0).collect(),
                }
            }
            Self::RemoveShaker { shaker } => Command::RemoveShaker { shaker: ShakerId(*shaker) },
            Self::SetOutOfOrder { shaker } => Command::SetOutOfOrder { shaker: ShakerId(*shaker) },
            Self::InstallDice { shaker, set, dice } => Command::InstallDice {
                shaker: ShakerId(*shaker),
                set: DiceSetId(*set),
                dice: dice.map(DieId),
            },
            Self::RemoveDice => Command::RemoveDice,
            Self::InspectDisplay { entered, seen_lit } => {
                items("seen_lit", seen_lit, 0, Area::COUNT)?;
                let seen_lit: AreaSet = seen_lit.iter().map(|area| area.0).collect();
                Command::InspectDisplay { entered: entered.0, seen_lit }
            }
            Self::InspectShaker { tosses } => Command::InspectShaker { tosses: *tosses },
            Self::TickChecklist { lines } => Command::TickChecklist { lines: *lines },
            Self::OpenTable => Command::OpenTable,
            Self::AnnounceClosing => Command::AnnounceClosing,
            Self::CloseTable => Command::CloseTable,
            Self::AnnounceLimits { limits } => Command::AnnounceLimits(limits.limits()?),
            Self::GrantMarker { seat, stake_max } => Command::GrantMarker {
                seat: SeatNumber(*seat),
                stake_max: stake("stake_max", *stake_max)?,
            },
            Self::AssignColour { seat, colour, value } => Command::AssignColour {
                seat: SeatNumber(*seat),
                colour: *colour,
                value: stake("value", *value)?,
            },
            Self::Exclude { player, reason: why } => {
                Command::Exclude { player: PlayerId(*player), reason: reason(why)? }
            }
            Self::OpenBetting => Command::OpenBetting,
            Self::ExtendBetting => Command::ExtendBetting,
            Self::CallNoMoreBets => Command::CallNoMoreBets,
            Self::SelectPlayer { seat } => Command::SelectPlayer { seat: SeatNumber(*seat) },
            Self::Shake { times } => Command::Shake { times: *times },
            Self::Reveal => Command::Reveal,
            Self::CoverShaker => Command::CoverShaker,
            Self::EnterDice { dice } => Command::EnterDice(dice.0),
            Self::ReenterDice => Command::ReenterDice,
            Self::ConfirmDice { dice } => Command::ConfirmDice(dice.0),
            Self::Collect => Command::Collect,
            Self::Pay => Command::Pay,
            Self::Clear => Command::Clear,
            Self::CallIrregularity { what, reason: why } => {
                Command::CallIrregularity { what: what.0, reason: reason(why)? }
            }
            Self::AttestPresence => Command::AttestPresence,
            Self::AttestRepair => Command::AttestRepair,
            Self::Propose { act } => Command::Propose(act.act()?),
            Self::Approve { proposal } => Command::Approve(ProposalId(*proposal)),
            Self::Withdraw { proposal } => Command::Withdraw(ProposalId(*proposal)),
        })
    }
}

impl ActAsk {
    /// What is proposed.
    pub fn act(&self) -> Result<Act, AskFault> {
        Ok(match self {
            Self::VoidRounds { rounds, what, reason: why } => {
                items("rounds", rounds, 1, ROUNDS_MAX)?;
                let rounds = rounds.iter().copied().map(RoundNumber).collect();
                Act::VoidRounds { rounds, what: what.0, reason: reason(why)? }
            }
            Self::CorrectRound { round, dice, reason: why } => {
                Act::CorrectRound { round: RoundNumber(*round), roll: dice.0, reason: reason(why)? }
            }
            Self::VoidBets { seat, reason: why } => {
                Act::VoidBets { seat: SeatNumber(*seat), reason: reason(why)? }
            }
            Self::StateDice { dice } => Act::StateDice { roll: dice.0 },
            Self::Reshake { what, reason: why } => {
                Act::Reshake { what: what.0, reason: reason(why)? }
            }
            Self::GoOn { what, reason: why } => Act::GoOn { what: what.0, reason: reason(why)? },
            Self::HandOverSeat { seat, player, terminal, reason: why } => Act::HandOverSeat {
                seat: SeatNumber(*seat),
                player: PlayerId(*player),
                terminal: SessionId((*terminal).into()),
                reason: reason(why)?,
            },
        })
    }
}

impl From<&Act> for ActAsk {
    fn from(act: &Act) -> Self {
        match act {
            Act::VoidRounds { rounds, what, reason } => Self::VoidRounds {
                rounds: rounds.iter().map(|round| round.0).collect(),
                what: (*what).into(),
                reason: reason.to_string(),
            },
            Act::CorrectRound { round, roll, reason } => Self::CorrectRound {
                round: round.0,
                dice: (*roll).into(),
                reason: reason.to_string(),
            },
            Act::VoidBets { seat, reason } => {
                Self::VoidBets { seat: seat.0, reason: reason.to_string() }
            }
            Act::StateDice { roll } => Self::StateDice { dice: (*roll).into() },
            Act::Reshake { what, reason } => {
                Self::Reshake { what: (*what).into(), reason: reason.to_string() }
            }
            Act::GoOn { what, reason } => {
                Self::GoOn { what: (*what).into(), reason: reason.to_string() }
            }
            Act::HandOverSeat { seat, player, terminal, reason } => Self::HandOverSeat {
                seat: seat.0,
                player: player.0,
                // Terminals are counted so far; a session of the table's is never beyond them.
                terminal: u32::try_from(terminal.0).unwrap_or(u32::MAX),
                reason: reason.to_string(),
            },
        }
    }
}

impl StakeLimit {
    fn limit(&self, field: &'static str) -> Result<AreaLimit, AskFault> {
        let (low, high) = (stake(field, self.stake_min)?, stake(field, self.stake_max)?);
        AreaLimit::new(low, high, self.multiple).ok_or(bad(field, Expects::Limit))
    }
}

impl From<AreaLimit> for StakeLimit {
    fn from(limit: AreaLimit) -> Self {
        let (low, high) = (limit.stake_min().units(), limit.stake_max().units());
        Self { stake_min: low, stake_max: high, multiple: limit.multiple() }
    }
}

impl LimitsAsk {
    /// The limits as the table knows them.
    pub fn limits(&self) -> Result<Limits, AskFault> {
        items("families", &self.families, 0, Family::ALL.len())?;
        let mut families = BTreeMap::new();
        for family in &self.families {
            let limit = family.limit.limit("families")?;
            if families.insert(family.family.0, limit).is_some() {
                return Err(bad("families", Expects::NoFamilyTwice));
            }
        }
        Ok(Limits {
            usual: self.usual.limit("usual")?,
            families,
            seat_max: amount("seat_max", self.seat_max)?,
            exposure_max: amount("exposure_max", self.exposure_max)?,
        })
    }
}

impl From<&Limits> for LimitsAsk {
    fn from(limits: &Limits) -> Self {
        let family = |(&family, &limit): (&Family, &AreaLimit)| super::FamilyLimit {
            family: family.into(),
            limit: limit.into(),
        };
        Self {
            usual: limits.usual.into(),
            families: limits.families.iter().map(family).collect(),
            seat_max: limits.seat_max.units(),
            exposure_max: limits.exposure_max.units(),
        }
    }
}

impl Times {
    /// The times as the table knows them.
    pub fn times(&self) -> Result<taisai_table::Times, AskFault> {
        let all = [
            self.betting_ms.unwrap_or(0),
            self.betting_min_ms,
            self.warning_ms,
            self.extension_ms,
            self.show_ms,
            self.pause_ms,
        ];
        if all.iter().any(|&millis| millis > DURATION_MAX_MS) {
            return Err(bad("times", Expects::Duration));
        }
        Ok(taisai_table::Times {
            betting_ms: self.betting_ms,
            betting_min_ms: self.betting_min_ms,
            warning_ms: self.warning_ms,
            extension_ms: self.extension_ms,
            extensions_max: self.extensions_max,
            show_ms: self.show_ms,
            pause_ms: self.pause_ms,
        })
    }
}

impl From<taisai_table::Times> for Times {
    fn from(times: taisai_table::Times) -> Self {
        Self {
            betting_ms: times.betting_ms,
            betting_min_ms: times.betting_min_ms,
            warning_ms: times.warning_ms,
            extension_ms: times.extension_ms,
            extensions_max: times.extensions_max,
            show_ms: times.show_ms,
            pause_ms: times.pause_ms,
        }
    }
}

impl TableSetup {
    /// Checks every bound.
    pub fn check(&self) -> Result<(), AskFault> {
        line("name", &self.name, TITLE_MAX)?;
        line("book", &self.book, TITLE_MAX)?;
        self.currency.iter().try_for_each(|code| currency(code).map(|_| ()))?;
        self.limits.limits()?;
        self.times.times().map(|_| ())
    }

    /// How the table is set up, under the rule book that `self.book` names.
    pub fn config(&self, fingerprint: [u8; 32], usual: Currency) -> Result<Config, AskFault> {
        self.check()?;
        let own = self.currency.as_deref().map(currency).transpose()?;
        Ok(Config {
            rule_book: fingerprint,
            currency: own.unwrap_or(usual),
            kind: self.kind.into(),
            run: self.run.into(),
            dice: self.dice.into(),
            limits: self.limits.limits()?,
            times: self.times.times()?,
        })
    }
}
