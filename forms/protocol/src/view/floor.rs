//! What those who run the floor may see.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use taisai_floor::staff::{Password, Standing};
use taisai_floor::{Act, Floor, TableId, VoucherState};
use taisai_table::{Offer, Seat, SeatNumber, SessionId, Table, Time};
use ts_rs::TS;
use utoipa::ToSchema;

use super::bank::{BankShown, CountWaiting};
use super::cage::Replacing;
use super::console::{Waiting, waiting};
use super::sections;
use super::table::{Currency, OutsideDocument, TableName, count, hexadecimal};
use super::things::ThingShown;
use crate::ask::Times;
use crate::kind::{DiceSource, FloorRole, Life, Phase, Run, TableKind};

sections! {
    /// The floor at a glance.
    FloorView
    /// The sections of the floor's view that changed.
    FloorChanges {
        /// Every table.
        tables: Vec<TableGlance>,
        /// What waits for a second person.
        approvals: Vec<ApprovalWaiting>,
        /// Everybody who works here.
        staff: Vec<StaffMember>,
        /// Who is logged in.
        sessions: Vec<SessionShown>,
        /// Every terminal.
        terminals: Vec<TerminalShown>,
        /// Seats that are kept for players whose terminal was taken away.
        kept: Vec<KeptSeat>,
        /// Every display that was enrolled.
        displays: Vec<DisplayShown>,
        /// Enrolments on offer.
        enrolments: Vec<EnrolmentShown>,
        /// What bears on security, the latest first.
        security: Vec<SecurityEvent>,
        /// The vouchers, in sums.
        vouchers: Vec<VoucherSums>,
        /// Every currency that the tables play in or a voucher is in, by its letters.
        currencies: Vec<Currency>,
        /// The server itself.
        server: ServerShown,
        /// Shakers, sets of dice, displays and layouts.
        things: Vec<ThingShown>,
        /// The banks of the felt tables: their latest days, and those that wait for their drop.
        banks: Vec<BankShown>,
    }
}

/// A table at a glance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TableGlance {
    /// Its number.
    pub table: u32,
    /// What people call it.
    pub name: String,
    /// The id of its rule book.
    pub book: String,
    /// The three letters of its currency.
    pub currency: String,
    /// Terminals or chips.
    pub kind: TableKind,
    /// A dealer or a timer.
    pub run: Run,
    /// Whether it is open.
    pub life: Life,
    /// Where it stands.
    pub phase: Phase,
    /// The round in play.
    pub round: Option<u64>,
    /// How many seats are taken.
    pub taken: u32,
    /// How many of them have lost their terminal.
    pub lost: u32,
    /// What lies on the layout.
    pub staked: u64,
    /// What the house loses on the worst roll.
    pub worst: i64,
    /// The most it may lose.
    pub exposure_max: u64,
    /// How many proposals wait.
    pub proposals: u32,
    /// How many players are still owed something.
    pub owed: u32,
    /// When the dice in use must leave the shaker.
    pub dice_expire: Option<u64>,
    /// Where its dice come from.
    pub dice: DiceSource,
    /// Whether no round can open because no display answers.
    pub display_missing: bool,
    /// What of it the rule document does not know; absent where it stands as the document has it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub outside: Option<OutsideDocument>,
    /// What the configuration names; absent where the table plays by it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub offer: Option<OfferShown>,
}

/// What the house's configuration names for a table that plays otherwise: another edition of its
/// rule book, other times, or both. Two people move it there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OfferShown {
    /// The fingerprint of the edition in force.
    pub from: String,
    /// The fingerprint of the edition that is named; the same where only the times are others.
    pub to: String,
    /// How long things take now.
    pub times_now: Times,
    /// How long they are to take.
    pub times: Times,
}

/// What waits for a second person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(tag = "about", rename_all = "snake_case")]
pub enum ApprovalWaiting {
    /// At a table.
    Table {
        /// The table.
        table: u32,
        /// The proposal.
        waiting: Waiting,
    },
    /// A person's role.
    Role {
        /// The proposal's number.
        proposal: u32,
        /// The person.
        staff: u32,
        /// The role.
        role: FloorRole,
        /// Who proposed it.
        by: u32,
        /// Until when it can be agreed to.
        until: u64,
    },
    /// A person's password.
    Password {
        /// The proposal's number.
        proposal: u32,
        /// The person.
        staff: u32,
        /// Who proposed it.
        by: u32,
        /// Until when it can be agreed to.
        until: u64,
    },
    /// A voucher whose paper is lost.
    Voucher(Replacing),
    /// A voucher that one cashier does not pay out alone.
    Payment(Replacing),
    /// A voucher whose time is over, to be made good again.
    Revival(Replacing),
    /// Paper whose record was lost.
    Paper {
        /// The proposal's number.
        proposal: u32,
        /// The number printed on it.
        number: u64,
        /// What it is worth.
        amount: u64,
        /// The three letters of the currency.
        currency: String,
        /// Why it is genuine.
        reason: String,
        /// Who proposed it.
        by: u32,
        /// Until when it can be agreed to.
        until: u64,
    },
    /// Chips or cash of a felt table that somebody has counted.
    Count(CountWaiting),
}

/// Somebody who works here.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StaffMember {
    /// The person.
    pub staff: u32,
    /// The name to log in with.
    pub name: String,
    /// Their role.
    pub role: Option<FloorRole>,
    /// Whether they are shut out.
    pub suspended: bool,
    /// Whether they must choose another password.
    pub must_change_password: bool,
    /// Until when they can choose one by their invitation, where they have no password.
    pub invited_until: Option<u64>,
}

/// Somebody who is logged in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SessionShown {
    /// The session.
    pub session: u64,
    /// Whose it is.
    pub staff: u32,
    /// When its person last gave their password.
    pub authenticated: u64,
    /// When it ends at the latest.
    pub until: u64,
}

/// A terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct TerminalShown {
    /// The terminal.
    pub terminal: u32,
    /// The table it stands at.
    pub table: u32,
    /// The seat.
    pub seat: u16,
    /// Who sits there.
    pub player: Option<u64>,
    /// Whether it answers.
    pub connected: bool,
    /// Since when it does not.
    pub lost_since: Option<u64>,
}

/// A display that was enrolled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct DisplayShown {
    /// The display; it is numbered with the terminals and removed like one.
    pub display: u32,
    /// The table it stands at.
    pub table: u32,
    /// The number by which the house keeps it, where it has one.
    pub equipment: Option<u32>,
    /// Whether it answers.
    pub connected: bool,
    /// Since when it does not.
    pub lost_since: Option<u64>,
}

/// A seat that is kept for a player whose terminal was taken away, with its credit and its bets,
/// until two people have identified the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct KeptSeat {
    /// The table.
    pub table: u32,
    /// The seat.
    pub seat: u16,
    /// Whose it is.
    pub player: u64,
    /// Their credit.
    pub credit: u64,
    /// What they have on the layout.
    pub staked: u64,
    /// The terminal that stands there now; none where one must be enrolled first.
    pub terminal: Option<u32>,
}

/// An enrolment on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct EnrolmentShown {
    /// The table.
    pub table: u32,
    /// The seat; none where a display enrols.
    pub seat: Option<u16>,
    /// The code to type in; unknown after a restart, for only its digest is kept.
    pub code: Option<String>,
    /// Until when.
    pub until: u64,
}

/// Something that bears on security.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct SecurityEvent {
    /// Its place in the journal of the floor, or of the table where it happened.
    pub sequence: u64,
    /// When.
    pub time: u64,
    /// What happened, as a stable word.
    pub code: SecurityCode,
    /// The person who did it, if it was one.
    pub by: Option<u32>,
    /// The table it was about.
    pub table: Option<u32>,
    /// What else is known, as names and values.
    pub facts: Vec<Fact>,
}

/// A name and a value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Fact {
    /// What it is.
    pub name: String,
    /// Its value.
    pub value: String,
}

/// What bears on security.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SecurityCode {
    /// Somebody failed to log in.
    LoginFailed,
    /// Log-ins are refused for a while.
    LockedOut,
    /// They are taken again.
    Unlocked,
    /// The machine's clock jumped.
    ClockJumped,
    /// The server started.
    ServerStarted,
    /// The server stopped in order.
    ServerStopped,
    /// A setting was changed.
    ConfigurationChanged,
    /// A person did what the machine advised against.
    Overridden,
    /// A journal behind its remembered head was accepted.
    JournalAccepted,
    /// A terminal was lost.
    TerminalLost,
    /// A terminal came back.
    TerminalReturned,
    /// Staff were added, suspended, reinstated, or had a role granted or revoked.
    StaffChanged,
    /// A round was made void or corrected.
    RoundChanged,
    /// A table was added or retired, or a terminal enrolled or removed.
    FloorChanged,
    /// Two people gave a player whose terminal was gone their seat back at another one.
    SeatHandedOver,
    /// A session's token was used after it had been replaced.
    OldTokenUsed,
    /// A snapshot was not what was kept.
    SnapshotSetAside,
    /// Paper whose record was lost was honoured by two people.
    PaperHonoured,
    /// The machine's clock is too far ahead to be followed.
    ClockNotFollowed,
    /// A person said that so much time has passed.
    ClockAccepted,
    /// Which software started.
    SoftwareIdentified,
    /// A terminal's ticket was shown after it was spent, or beside the terminal's open line.
    TicketMisused,
    /// The key of the vouchers was named.
    KeyNamed,
    /// A person went on with another key of the vouchers.
    KeyReplaced,
    /// A cashier paid a player who had left what a table owed.
    OwedPaid,
    /// A record or a snapshot of the journal is not what was written.
    JournalDamaged,
    /// A voucher whose paper was lost was made out anew by two people.
    VoucherReplaced,
    /// The house offers a file as the approved document of a table.
    DocumentAttached,
    /// A player was kept from the game, or let back; a seat was closed or released for it.
    PlayerExcluded,
    /// Somebody tried to play where, or with what, an excluded player may not.
    ExclusionTried,
    /// A display was lost.
    DisplayLost,
    /// A display came back.
    DisplayReturned,
    /// A display was seen to light something else than wins.
    DisplayDenied,
    /// A shaker, a set of dice, a display or a layout was registered, attested, moved, withdrawn
    /// or found damaged.
    EquipmentChanged,
    /// Two tables say they have the same thing, or the same die.
    EquipmentDisputed,
    /// An opening float was not what the last closing left.
    FloatDiffers,
    /// A count of chips or cash was found to be wrong.
    CountCorrected,
    /// What one chain of vouchers brought, or took, in a day is above the house's amount.
    LargeTransaction,
}

/// The vouchers of one currency, in sums.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VoucherSums {
    /// The three letters of the currency.
    pub currency: String,
    /// How many are outstanding.
    pub outstanding: u64,
    /// What they are worth together.
    pub outstanding_amount: u64,
    /// How many are held for a seat or being issued.
    pub under_way: u64,
    /// What those are worth together.
    pub under_way_amount: u64,
}

/// The server itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ServerShown {
    /// Its version.
    pub version: String,
    /// Since when it runs.
    pub started: u64,
    /// The journal's id.
    pub journal: String,
    /// The last sequence number of the floor's stream.
    pub head: u64,
    /// Whether money here is play money.
    pub demo: bool,
}

impl TableGlance {
    /// A table at a glance.
    pub fn of(table: &Table, name: TableName<'_>) -> Self {
        let config = table.config();
        let lost = table.seats().filter(|(_, seat)| !seat.is_connected()).count();
        Self {
            table: name.table,
            name: name.name.to_owned(),
            book: table.book().title.id.clone(),
            currency: config.currency.code().to_owned(),
            kind: config.kind.into(),
            run: config.run.into(),
            life: table.life().into(),
            phase: table.phase().into(),
            round: table.round().map(|round| round.number.0),
            taken: count(table.seats().len()),
            lost: count(lost),
            staked: table.seats().map(|(_, seat)| Seat::staked(seat).units()).sum(),
            worst: table.exposure().worst(),
            exposure_max: config.limits.exposure_max.units(),
            proposals: count(table.waiting().count()),
            owed: count(table.owed().len()),
            dice_expire: table
                .equipment()
                .dice
                .as_ref()
                .and_then(|dice| dice.expire)
                .map(Time::millis),
            dice: config.dice.into(),
            display_missing: table.lacks_display(),
            outside: OutsideDocument::of(table),
            offer: table.offer().map(|offer| OfferShown::of(table, offer)),
        }
    }
}

impl OfferShown {
    fn of(table: &Table, offer: &Offer) -> Self {
        let now = table.config();
        Self {
            from: hexadecimal(&now.rule_book),
            to: hexadecimal(&offer.edition.fingerprint),
            times_now: now.times.into(),
            times: offer.times.into(),
        }
    }
}

/// Everybody who works here.
pub fn staff(floor: &Floor) -> Vec<StaffMember> {
    let member =
        |(staff, member): (taisai_table::StaffId, &taisai_floor::staff::Member)| StaffMember {
            staff: staff.0,
            name: member.name.to_string(),
            role: member.role.map(Into::into),
            suspended: member.standing == Standing::Suspended,
            must_change_password: matches!(member.password, Password::Given(_)),
            invited_until: match &member.password {
                Password::Invited(invitation) => Some(invitation.until.millis()),
                Password::Own(_) | Password::Given(_) => None,
            },
        };
    floor.staff().map(member).collect()
}

/// Who is logged in.
pub fn sessions(floor: &Floor) -> Vec<SessionShown> {
    let shown = |(id, session): (SessionId, &taisai_floor::staff::Session)| SessionShown {
        session: id.0,
        staff: session.staff.0,
        authenticated: session.authenticated.millis(),
        until: session.until.millis(),
    };
    floor.sessions().map(shown).collect()
}

/// Every terminal; since when one does not answer is known to whoever holds its connection.
pub fn terminals(
    floor: &Floor,
    lost_since: impl Fn(taisai_floor::TerminalId) -> Option<Time>,
) -> Vec<TerminalShown> {
    let shown = |(id, terminal): (taisai_floor::TerminalId, &taisai_floor::Terminal)| {
        let lost_since = lost_since(id).map(Time::millis);
        TerminalShown {
            terminal: id.0,
            table: terminal.table.0,
            seat: terminal.seat.0,
            player: terminal.player.map(|player| player.0),
            connected: lost_since.is_none(),
            lost_since,
        }
    };
    floor.terminals().map(shown).collect()
}

/// Every display; since when one does not answer is known to whoever holds its connection.
pub fn displays(
    floor: &Floor,
    lost_since: impl Fn(taisai_floor::TerminalId) -> Option<Time>,
) -> Vec<DisplayShown> {
    let shown = |(id, display): (taisai_floor::TerminalId, &taisai_floor::Display)| {
        let lost_since = lost_since(id).map(Time::millis);
        DisplayShown {
            display: id.0,
            table: display.table.0,
            equipment: display.equipment,
            connected: lost_since.is_none(),
            lost_since,
        }
    };
    floor.displays().map(shown).collect()
}

/// A taken seat, and the terminal at which its player sat down.
#[derive(Clone, Copy, Debug)]
pub struct SeatTaken {
    sat_at: SessionId,
    seat: KeptSeat,
}

/// Every seat of a table that belongs to a terminal.
pub fn taken_at(table: &Table, number: u32) -> Vec<SeatTaken> {
    let taken = |(at, seat): (SeatNumber, &Seat)| {
        let sat_at = seat.terminal()?;
        let (player, credit) = (seat.player().0, seat.credit().units());
        let (seat, staked) = (at.0, seat.staked().units());
        let seat = KeptSeat { table: number, seat, player, credit, staked, terminal: None };
        Some(SeatTaken { sat_at, seat })
    };
    table.seats().filter_map(taken).collect()
}

/// Those among taken seats whose terminal stands there no longer.
pub fn kept(floor: &Floor, taken: &[SeatTaken]) -> Vec<KeptSeat> {
    let kept = |taken: &SeatTaken| {
        let KeptSeat { table, seat, .. } = taken.seat;
        let terminal = floor.terminal_at(TableId(table), SeatNumber(seat)).map(|now| now.0);
        let gone = terminal.is_none_or(|now| SessionId(now.into()) != taken.sat_at);
        gone.then_some(KeptSeat { terminal, ..taken.seat })
    };
    taken.iter().filter_map(kept).collect()
}

/// Enrolments on offer; the codes are known to whoever offered them since the start.
pub fn enrolments(
    floor: &Floor,
    code_of: impl Fn(&taisai_floor::Digest) -> Option<String>,
) -> Vec<EnrolmentShown> {
    let shown = |digest, table: TableId, seat, until: Time| EnrolmentShown {
        table: table.0,
        seat,
        code: code_of(&digest),
        until: until.millis(),
    };
    let seats = floor
        .offers()
        .map(|(digest, offer)| shown(digest, offer.table, Some(offer.seat.0), offer.until));
    let displays = floor.display_offers();
    let displays = displays.map(|(digest, offer)| shown(digest, offer.table, None, offer.until));
    let offers = seats.chain(displays);
    offers.collect()
}

/// What waits for a second person at a table.
pub fn approvals_at(table: &Table, number: u32) -> Vec<ApprovalWaiting> {
    let waiting = waiting(table).into_iter();
    waiting.map(|waiting| ApprovalWaiting::Table { table: number, waiting }).collect()
}

/// What waits for a second person on the floor itself.
pub fn approvals(floor: &Floor, now: Time) -> Vec<ApprovalWaiting> {
    let waiting = floor.waiting(now).filter_map(|(id, made)| {
        let (by, until) = (made.by.0, made.until.millis());
        match &made.act {
            Act::GrantRole { staff, role } => Some(ApprovalWaiting::Role {
                proposal: id.0,
                staff: staff.0,
                role: (*role).into(),
                by,
                until,
            }),
            Act::ResetPassword { staff, .. } | Act::Invite { staff, .. } => {
                Some(ApprovalWaiting::Password { proposal: id.0, staff: staff.0, by, until })
            }
            Act::ReplaceVoucher { .. } => {
                Replacing::of(floor, id, made).map(ApprovalWaiting::Voucher)
            }
            Act::PayVoucher { .. } | Act::PayVoucherOf { .. } => {
                Replacing::of(floor, id, made).map(ApprovalWaiting::Payment)
            }
            Act::ReviveVoucher { .. } => {
                Replacing::of(floor, id, made).map(ApprovalWaiting::Revival)
            }
            Act::HonourPaper { number, amount, currency, reason, .. } => {
                Some(ApprovalWaiting::Paper {
                    proposal: id.0,
                    number: number.0,
                    amount: amount.units(),
                    currency: currency.code().to_owned(),
                    reason: reason.to_string(),
                    by,
                    until,
                })
            }
            Act::Bank(_) => CountWaiting::of(floor, id, made).map(ApprovalWaiting::Count),
        }
    });
    waiting.collect()
}

/// The vouchers, in sums.
pub fn voucher_sums(floor: &Floor) -> Vec<VoucherSums> {
    let mut sums: BTreeMap<String, VoucherSums> = BTreeMap::new();
    for (_, voucher) in floor.vouchers() {
        let code = voucher.currency.code().to_owned();
        let sum = sums.entry(code.clone()).or_insert_with(|| VoucherSums::none(code));
        let amount = voucher.amount.units();
        match voucher.state {
            VoucherState::Outstanding => {
                sum.outstanding += 1;
                sum.outstanding_amount = sum.outstanding_amount.saturating_add(amount);
            }
            VoucherState::Prepared | VoucherState::Held { .. } => {
                sum.under_way += 1;
                sum.under_way_amount = sum.under_way_amount.saturating_add(amount);
            }
            VoucherState::Spent { .. }
            | VoucherState::Redeemed { .. }
            | VoucherState::Dropped
            | VoucherState::Replaced { .. }
            | VoucherState::Expired => {}
        }
    }
    sums.into_values().collect()
}

/// Every currency that the tables play in or a voucher is in, by its letters.
pub fn currencies(
    floor: &Floor,
    tables: impl IntoIterator<Item = taisai_rules::Currency>,
) -> Vec<Currency> {
    let mut known: BTreeSet<taisai_rules::Currency> = tables.into_iter().collect();
    known.extend(floor.vouchers().map(|(_, voucher)| voucher.currency));
    known.into_iter().map(Into::into).collect()
}

impl VoucherSums {
    fn none(currency: String) -> Self {
        Self { currency, outstanding: 0, outstanding_amount: 0, under_way: 0, under_way_amount: 0 }
    }
}
