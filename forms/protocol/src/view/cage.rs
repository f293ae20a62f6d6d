//! What a cashier may see.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use taisai_floor::{Act, Event, Floor, LookUpNumber, Origin, Proposal, Voucher};
use taisai_table::{Money, PlayerId, ProposalId, StaffId, Table, Time, VoucherId};
use ts_rs::TS;
use utoipa::ToSchema;

use super::bank::{BankShown, CountWaiting, DayShown};
use super::console::OwedTo;
use super::sections;
use super::table::Currency;

sections! {
    /// The cage.
    CageView
    /// The sections of the cage that changed.
    CageChanges {
        /// What went in and out of this cashier's drawer, by currency.
        drawer: Vec<Drawer>,
        /// The latest vouchers this cashier sold or paid out, the latest first.
        recent: Vec<VoucherShown>,
        /// What tables still owe to players who have left.
        owed: Vec<OwedAt>,
        /// Vouchers without their paper that wait for a second person.
        replacing: Vec<Replacing>,
        /// Vouchers that one cashier does not pay out alone, and that wait for a second person.
        paying: Vec<Replacing>,
        /// Every currency that the tables play in or a voucher is in, by its letters.
        currencies: Vec<Currency>,
        /// The numbers of vouchers that may be on paper and are not known, because an old copy of
        /// the journal was accepted.
        lost: Vec<LostNumbers>,
        /// Fills, credits, drops and corrections that wait for a second person.
        counting: Vec<CountWaiting>,
        /// The banks of the felt tables: their latest days, and those that wait for their drop.
        banks: Vec<BankShown>,
        /// What those are called who counted something of these banks.
        people: Vec<StaffNamed>,
    }
}

/// Somebody who works here, and what they are called.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StaffNamed {
    /// Who.
    pub staff: u32,
    /// The log-in name.
    pub name: String,
}

/// Numbers that were lost with an old copy of the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct LostNumbers {
    /// The last number that is known.
    pub after: u64,
    /// The first number of the next series.
    pub before: u64,
}

/// What went in and out of a drawer since the cashier logged in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Drawer {
    /// The three letters of the currency.
    pub currency: String,
    /// How many vouchers were sold.
    pub sold: u64,
    /// For how much.
    pub sold_amount: u64,
    /// How many were paid out.
    pub redeemed: u64,
    /// For how much.
    pub redeemed_amount: u64,
}

/// A voucher without its token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct VoucherShown {
    /// The short number printed on it.
    pub number: u64,
    /// What it is worth.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
    /// What has become of it.
    pub state: VoucherState,
    /// The table it came from or went to.
    pub table: Option<u32>,
    /// Until when it is good, where that has an end.
    pub good_until: Option<u64>,
}

/// What has become of a voucher.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VoucherState {
    /// It is being issued and is worth nothing yet.
    Prepared,
    /// It will be paid.
    Outstanding,
    /// It is kept for a seat while its table turns it into credit.
    Held,
    /// It became credit.
    Spent,
    /// It was paid out.
    Redeemed,
    /// It will never be worth anything.
    Dropped,
    /// Its paper was lost, and its bearer has another one.
    Replaced,
    /// Its time is over; two people can make it good again.
    Expired,
}

/// A voucher that waits for a second person: to be made out anew, paid out or made good again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Replacing {
    /// The proposal's number.
    pub proposal: u32,
    /// The number of the voucher.
    pub number: u64,
    /// What it is worth.
    pub amount: u64,
    /// The three letters of the currency.
    pub currency: String,
    /// Why.
    pub reason: String,
    /// Who proposed it.
    pub by: u32,
    /// Until when it can be agreed to.
    pub until: u64,
}

/// Vouchers without their paper that wait for a second person.
pub fn replacing(floor: &Floor, now: Time) -> Vec<Replacing> {
    let about = |act: &Act| matches!(act, Act::ReplaceVoucher { .. });
    let waiting = floor.waiting(now).filter(|(_, made)| about(&made.act));
    waiting.filter_map(|(id, made)| Replacing::of(floor, id, made)).collect()
}

/// Vouchers that wait for a second person to be paid out.
pub fn paying(floor: &Floor, now: Time) -> Vec<Replacing> {
    let about = |act: &Act| matches!(act, Act::PayVoucher { .. } | Act::PayVoucherOf { .. });
    let waiting = floor.waiting(now).filter(|(_, made)| about(&made.act));
    waiting.filter_map(|(id, made)| Replacing::of(floor, id, made)).collect()
}

impl Replacing {
    /// What is proposed about a voucher that is known; nothing where it is about something else.
    pub fn of(floor: &Floor, proposal: ProposalId, made: &Proposal) -> Option<Self> {
        let (voucher, reason) = match &made.act {
            Act::ReplaceVoucher { voucher, reason, .. }
            | Act::PayVoucher { voucher, reason }
            | Act::PayVoucherOf { voucher, reason, .. }
            | Act::ReviveVoucher { voucher, reason } => (voucher, reason),
            Act::GrantRole { .. }
            | Act::ResetPassword { .. }
            | Act::Invite { .. }
            | Act::HonourPaper { .. }
            | Act::Bank(_) => return None,
        };
        let known = floor.voucher(*voucher)?;
        Some(Self {
            proposal: proposal.0,
            number: known.number.0,
            amount: known.amount.units(),
            currency: known.currency.code().to_owned(),
            reason: reason.to_string(),
            by: made.by.0,
            until: made.until.millis(),
        })
    }
}

/// What a table owes to a player who has left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct OwedAt {
    /// The table.
    pub table: u32,
    /// The currency of the table.
    pub currency: String,
    /// To whom, and how much.
    pub owed: OwedTo,
}

impl VoucherState {
    /// The word for this state.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Prepared => "prepared",
            Self::Outstanding => "outstanding",
            Self::Held => "held",
            Self::Spent => "spent",
            Self::Redeemed => "redeemed",
            Self::Dropped => "dropped",
            Self::Replaced => "replaced",
            Self::Expired => "expired",
        }
    }
}

impl From<taisai_floor::VoucherState> for VoucherState {
    fn from(state: taisai_floor::VoucherState) -> Self {
        use taisai_floor::VoucherState as Core;
        match state {
            Core::Prepared => Self::Prepared,
            Core::Outstanding => Self::Outstanding,
            Core::Held { .. } => Self::Held,
            Core::Spent { .. } => Self::Spent,
            Core::Redeemed { .. } => Self::Redeemed,
            Core::Dropped => Self::Dropped,
            Core::Replaced { .. } => Self::Replaced,
            Core::Expired => Self::Expired,
        }
    }
}

impl VoucherShown {
    /// A voucher without its token.
    pub fn of(floor: &Floor, id: VoucherId, voucher: &Voucher) -> Self {
        Self {
            number: voucher.number.0,
            amount: voucher.amount.units(),
            currency: voucher.currency.code().to_owned(),
            state: voucher.state.into(),
            table: table_of(voucher),
            good_until: floor.good_until(id).map(Time::millis),
        }
    }
}

/// The table that took it in, or else the one that gave it out.
fn table_of(voucher: &Voucher) -> Option<u32> {
    use taisai_floor::VoucherState as Core;
    match (voucher.state, voucher.origin) {
        (Core::Held { table, .. } | Core::Spent { table, .. }, _)
        | (_, Origin::Table { table, .. }) => Some(table.0),
        (
            Core::Prepared
            | Core::Outstanding
            | Core::Redeemed { .. }
            | Core::Dropped
            | Core::Replaced { .. }
            | Core::Expired,
            _,
        ) => None,
    }
}

impl CageView {
    /// How many vouchers are shown.
    pub const RECENT_MAX: usize = 50;

    /// A drawer that nothing has gone through yet.
    pub const fn empty() -> Self {
        Self {
            drawer: Vec::new(),
            recent: Vec::new(),
            owed: Vec::new(),
            replacing: Vec::new(),
            paying: Vec::new(),
            currencies: Vec::new(),
            lost: Vec::new(),
            counting: Vec::new(),
            banks: Vec::new(),
            people: Vec::new(),
        }
    }

    /// Enters what a cashier did; the floor is as it is after the event, or later.
    pub fn record(&mut self, event: &Event, floor: &Floor, cashier: StaffId) {
        let (voucher, by, way) = if let Event::VoucherSold { voucher, by, .. } = event {
            (voucher, by, Way::In)
        } else if let Event::VoucherRedeemed { voucher, by, .. } = event {
            (voucher, by, Way::Out)
        } else {
            return;
        };
        let Some(known) = floor.voucher(*voucher).filter(|_| *by == cashier) else { return };
        let shown = VoucherShown::of(floor, *voucher, known);
        self.drawer_mut(&shown.currency).add(shown.amount, way);
        self.recent.retain(|other| other.number != shown.number);
        self.recent.insert(0, shown);
        self.recent.truncate(Self::RECENT_MAX);
    }

    /// The cage as it stands: what has become of the latest vouchers since, and what is owed.
    #[must_use]
    pub fn seen(
        &self,
        floor: &Floor,
        owed: Vec<OwedAt>,
        (replacing, paying): (Vec<Replacing>, Vec<Replacing>),
        (counting, banks): (Vec<CountWaiting>, Vec<BankShown>),
        currencies: Vec<Currency>,
    ) -> Self {
        let now = |line: &VoucherShown| {
            let known = floor.voucher_numbered(LookUpNumber(line.number));
            known.map_or_else(|| line.clone(), |(id, known)| VoucherShown::of(floor, id, known))
        };
        let recent = self.recent.iter().map(now).collect();
        let lost = |lost: &taisai_floor::LostNumbers| LostNumbers {
            after: lost.after,
            before: lost.before,
        };
        let lost = floor.lost().iter().map(lost).collect();
        let drawer = self.drawer.clone();
        let people = counters(floor, &counting, &banks);
        Self { drawer, recent, owed, replacing, paying, currencies, lost, counting, banks, people }
    }

    fn drawer_mut(&mut self, currency: &str) -> &mut Drawer {
        let place = self.drawer.iter().position(|drawer| drawer.currency == currency);
        let place = place.unwrap_or_else(|| {
            self.drawer.push(Drawer::empty(currency));
            self.drawer.len() - 1
        });
        &mut self.drawer[place]
    }
}

/// Everybody who counted something of this, each once.
fn counters(floor: &Floor, counting: &[CountWaiting], banks: &[BankShown]) -> Vec<StaffNamed> {
    let proposed = counting.iter().map(|waiting| waiting.by);
    let counted = banks.iter().flat_map(|bank| &bank.days).flat_map(DayShown::people);
    let people: BTreeSet<u32> = proposed.chain(counted).collect();
    let named = |staff| {
        let member = floor.member(StaffId(staff))?;
        Some(StaffNamed { staff, name: member.name.to_string() })
    };
    people.into_iter().filter_map(named).collect()
}

impl Drawer {
    fn empty(currency: &str) -> Self {
        let currency = currency.to_owned();
        Self { currency, sold: 0, sold_amount: 0, redeemed: 0, redeemed_amount: 0 }
    }

    const fn add(&mut self, amount: u64, way: Way) {
        match way {
            // What goes through a drawer has no end, as what is owed has: it stands still where
            // numbers end.
            Way::In => {
                self.sold += 1;
                self.sold_amount = self.sold_amount.saturating_add(amount);
            }
            Way::Out => {
                self.redeemed += 1;
                self.redeemed_amount = self.redeemed_amount.saturating_add(amount);
            }
        }
    }
}

/// Which way cash goes through a drawer.
#[derive(Clone, Copy)]
enum Way {
    In,
    Out,
}

/// What a table owes to players who have left.
pub fn owed_at(table: &Table, number: u32) -> Vec<OwedAt> {
    let at = |(player, amount): (PlayerId, Money)| OwedAt {
        table: number,
        currency: table.config().currency.code().to_owned(),
        owed: OwedTo { player: player.0, amount: amount.units() },
    };
    table.owed().map(at).collect()
}
