//! What holds on every floor; an image in which it does not was made by something else.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use taisai_rules::Currency;
use taisai_table::equipment::Equipment;
use taisai_table::{Time, VoucherId};

use super::FloorImage;
use crate::books::Account;
use crate::command::Asker;
use crate::floor::Floor;
use crate::ids::{Digest, LookUpNumber, TableId, TerminalId};
use crate::places::TableStanding;
use crate::staff::Standing;
use crate::thing::{Place, Thing, ThingId};
use crate::voucher::{Origin, Promise, VoucherState};

/// Why an image cannot be of any floor.
#[expect(missing_docs, reason = "the sentence of a fault says what its fields are")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ImageFault {
    /// The list is not in order, or names something twice.
    OutOfOrder { part: Part },
    /// The list is longer than the floor lets it become.
    TooMany { part: Part },
    /// Something has a number that was not given yet.
    NumberNotGiven { part: Part },
    /// Something names a person, session or table that is not there.
    Orphan { part: Part },
    /// Two of them share a name, a token, a seat or a look-up number.
    Shared { part: Part },
    /// A suspended person has a role.
    SuspendedWithRole,
    /// People work here and none of them is an administrator.
    NoAdministrator,
    /// A voucher from the cage is only prepared.
    PreparedAtCage,
    /// The finished vouchers are not those that are listed as finished.
    FinishedDiffers,
    /// The accounts of a currency do not sum to zero.
    Unbalanced { currency: Currency },
    /// An account does not say what the vouchers say.
    BooksDiffer { currency: Currency, account: Account },
}

/// A part of an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The people.
    Staff,
    /// Their sessions.
    Sessions,
    /// The proposals.
    Proposals,
    /// The offers of an enrolment.
    Offers,
    /// The terminals.
    Terminals,
    /// The displays.
    Displays,
    /// Their next tickets.
    Tickets,
    /// The tables.
    Tables,
    /// The vouchers.
    Vouchers,
    /// Which terminals show which vouchers.
    Promises,
    /// The accounts.
    Balances,
    /// The remembered requests.
    Answers,
    /// The numbers that were lost, and the paper that was honoured.
    Paper,
    /// The register of things.
    Things,
    /// The banks of felt tables.
    Banks,
    /// The places of felt tables.
    Places,
    /// The chains of vouchers.
    Chains,
}

impl fmt::Display for ImageFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfOrder { part } => write!(f, "{part:?} are out of order"),
            Self::TooMany { part } => write!(f, "there are too many {part:?}"),
            Self::NumberNotGiven { part } => write!(f, "{part:?}: a number was not given yet"),
            Self::Orphan { part } => write!(f, "{part:?}: one belongs to nothing"),
            Self::Shared { part } => write!(f, "{part:?}: two share what is one's own"),
            Self::SuspendedWithRole => f.write_str("a suspended person has a role"),
            Self::NoAdministrator => f.write_str("nobody is an administrator"),
            Self::PreparedAtCage => f.write_str("a voucher from the cage is only prepared"),
            Self::FinishedDiffers => f.write_str("the finished vouchers are others"),
            Self::Unbalanced { currency } => {
                write!(f, "the books in {} do not sum to zero", currency.code())
            }
            Self::BooksDiffer { currency, account } => {
                write!(f, "{account} in {} is not what the vouchers say", currency.code())
            }
        }
    }
}

impl FloorImage {
    /// Whether each list is one the floor could have: in order, not too long, with numbers that
    /// were given.
    pub(super) fn check(&self) -> Result<(), ImageFault> {
        let live = self.vouchers.len().saturating_sub(self.finished.len());
        let sessions = self.sessions.last().map_or(0, |(id, _)| id.0);
        let proposals = self.proposals.last().map_or(0, |(id, _)| id.0);
        let terminals = self.terminals.last().map_or(0, |(id, _)| id.0);
        let displays = self.displays.last().map_or(0, |(id, _)| id.0);
        let seated = self.terminals.iter().filter_map(|(_, terminal)| terminal.player);
        let players = seated.chain(self.places.iter().map(|(_, player)| *player)).max();
        let numbers = self.vouchers.iter().map(|(_, voucher)| voucher.number.0).max();
        let accounts: Vec<_> =
            self.balances.iter().map(|(of, account, _)| ((*of, *account), ())).collect();

        in_order(Part::Staff, &self.staff)?;
        in_order(Part::Sessions, &self.sessions)?;
        in_order(Part::Proposals, &self.proposals)?;
        in_order(Part::Offers, &self.offers)?;
        in_order(Part::Terminals, &self.terminals)?;
        in_order(Part::Offers, &self.display_offers)?;
        in_order(Part::Displays, &self.displays)?;
        in_order(Part::Tickets, &self.next_tickets)?;
        in_order(Part::Tables, &self.tables)?;
        in_order(Part::Vouchers, &self.vouchers)?;
        in_order(Part::Vouchers, &self.good_until)?;
        in_order(Part::Places, &self.places)?;
        in_order(Part::Promises, &self.promises)?;
        in_order(Part::Balances, &accounts)?;
        in_order(Part::Answers, &self.answers)?;
        if !self.answers.iter().all(|(_, kept)| kept.is_sound()) {
            return Err(ImageFault::OutOfOrder { part: Part::Answers });
        }

        at_most(Part::Staff, self.staff.len(), Floor::STAFF_MAX)?;
        at_most(Part::Sessions, self.sessions.len(), Floor::SESSIONS_MAX)?;
        at_most(Part::Proposals, self.proposals.len(), Floor::PROPOSALS_MAX)?;
        let offers = self.offers.len() + self.display_offers.len();
        at_most(Part::Offers, offers, Floor::OFFERS_MAX)?;
        let devices = self.terminals.len() + self.displays.len();
        at_most(Part::Terminals, devices, Floor::TERMINALS_MAX)?;
        at_most(Part::Tables, self.tables.len(), Floor::TABLES_MAX)?;
        at_most(Part::Vouchers, live, Floor::VOUCHERS_MAX)?;
        at_most(Part::Vouchers, self.finished.len(), Floor::FINISHED_KEPT)?;

        given(Part::Sessions, sessions, self.sessions_opened)?;
        given(Part::Proposals, proposals.into(), self.proposals_made.into())?;
        given(Part::Terminals, terminals.into(), self.terminals_enrolled.into())?;
        given(Part::Displays, displays.into(), self.terminals_enrolled.into())?;
        given(Part::Terminals, players.map_or(0, |player| player.0), self.players_admitted)?;
        given(Part::Vouchers, numbers.unwrap_or(0), self.vouchers_numbered)?;
        self.check_things()?;
        self.check_banks()?;
        self.check_chains()?;
        self.check_paper()
    }

    /// Things are what their numbers say, and in use at a table or not at all.
    fn check_things(&self) -> Result<(), ImageFault> {
        in_order(Part::Things, &self.things)?;
        let damaged = self.damaged_dice.is_sorted_by(|one, next| one < next);
        if !(damaged && self.disputes.is_sorted_by(|one, next| one < next)) {
            return Err(ImageFault::OutOfOrder { part: Part::Things });
        }
        at_most(Part::Things, self.things.len(), Floor::THINGS_MAX)?;
        at_most(Part::Things, self.damaged_dice.len(), Floor::DICE_DAMAGED_MAX)?;
        at_most(Part::Things, self.disputes.len(), Floor::DISPUTES_MAX)?;
        let sound = |(id, thing): &(ThingId, Thing)| {
            thing.nature.fits(*id) && (!thing.lent || matches!(thing.place, Place::Table(_)))
        };
        belong(Part::Things, self.things.iter().all(sound))
    }

    /// Numbers are lost in stretches, one after another, and only lost ones are honoured.
    fn check_paper(&self) -> Result<(), ImageFault> {
        at_most(Part::Paper, self.lost.len(), Floor::LOST_MAX)?;
        at_most(Part::Paper, self.honoured.len(), Floor::HONOURED_MAX)?;
        let ends = self.lost.last().map_or(0, |lost| lost.before.saturating_sub(1));
        given(Part::Paper, ends, self.vouchers_numbered)?;
        let apart = self.lost.is_sorted_by(|one, next| one.before <= next.after + 1);
        let sound = self.lost.iter().all(|lost| lost.after < lost.before);
        if !(apart && sound && self.honoured.is_sorted_by(|one, next| one < next)) {
            return Err(ImageFault::OutOfOrder { part: Part::Paper });
        }
        let was_lost = |number: &LookUpNumber| self.lost.iter().any(|lost| lost.has(*number));
        belong(Part::Paper, self.honoured.iter().all(was_lost))
    }
}

pub(super) fn in_order<K: Ord, V>(part: Part, list: &[(K, V)]) -> Result<(), ImageFault> {
    let sound = list.is_sorted_by(|(one, _), (next, _)| one < next);
    if sound { Ok(()) } else { Err(ImageFault::OutOfOrder { part }) }
}

pub(super) fn at_most(part: Part, count: usize, max: usize) -> Result<(), ImageFault> {
    if count <= max { Ok(()) } else { Err(ImageFault::TooMany { part }) }
}

pub(super) fn given(part: Part, highest: u64, last_given: u64) -> Result<(), ImageFault> {
    if highest <= last_given { Ok(()) } else { Err(ImageFault::NumberNotGiven { part }) }
}

impl Floor {
    /// Whether the parts fit one another. The indexes were made from the lists, so that something
    /// shared is missing from them.
    pub(super) fn check_whole(&self) -> Result<(), ImageFault> {
        let index = &self.index;
        alone(Part::Staff, index.names.len(), self.staff.len())?;
        alone(Part::Sessions, index.session_tokens.len(), self.sessions.len())?;
        let devices = self.terminals.len() + self.displays.len();
        alone(Part::Terminals, index.terminal_tokens.len(), devices)?;
        let is_terminal = |display: &TerminalId| self.terminals.contains_key(display);
        alone(Part::Displays, self.displays.keys().filter(|id| is_terminal(id)).count(), 0)?;
        let is_seats = |code: &Digest| self.offers.contains_key(code);
        alone(Part::Offers, self.display_offers.keys().filter(|code| is_seats(code)).count(), 0)?;
        alone(Part::Terminals, index.seats.len(), self.terminals.len())?;
        alone(Part::Vouchers, index.numbers.len(), self.vouchers.len())?;
        self.check_staff()?;
        self.check_orphans()?;
        self.check_vouchers()?;
        self.check_books()
    }

    fn check_staff(&self) -> Result<(), ImageFault> {
        let suspended_with_role = self
            .staff
            .values()
            .any(|member| member.standing == Standing::Suspended && member.role.is_some());
        if suspended_with_role {
            return Err(ImageFault::SuspendedWithRole);
        }
        if !self.staff.is_empty() && self.administrators() == 0 {
            return Err(ImageFault::NoAdministrator);
        }
        let most = |staff| self.sessions_of(staff).count() <= Self::SESSIONS_PER_PERSON_MAX;
        if self.staff.keys().copied().all(most) {
            return Ok(());
        }
        Err(ImageFault::TooMany { part: Part::Sessions })
    }

    fn check_orphans(&self) -> Result<(), ImageFault> {
        let active =
            |staff| self.member(staff).is_some_and(|member| member.standing == Standing::Active);
        let known = |staff| self.member(staff).is_some();
        let in_use = |table: TableId| {
            self.table(table).is_some_and(|found| found.standing == TableStanding::InUse)
        };
        let asks = |from: &Asker| match from {
            Asker::Staff(staff, session) => {
                self.session(*session).is_some_and(|own| own.staff == *staff)
            }
            Asker::Terminal(terminal) => self.terminals.contains_key(terminal),
            Asker::Host => true,
        };
        belong(Part::Sessions, self.sessions.values().all(|session| active(session.staff)))?;
        let proposals = self.proposals.values();
        belong(
            Part::Proposals,
            proposals.clone().all(|made| active(made.by) && made.act.staff().is_none_or(known)),
        )?;
        let shown = |(voucher, promise): (&VoucherId, &Promise)| {
            self.vouchers.contains_key(voucher) && self.terminals.contains_key(&promise.terminal)
        };
        belong(Part::Promises, self.promises.iter().all(shown))?;
        belong(Part::Vouchers, self.for_cage.iter().all(|id| self.vouchers.contains_key(id)))?;
        let in_use_still = |(id, _): (&VoucherId, &Time)| {
            self.voucher(*id).is_some_and(|voucher| !voucher.state.is_finished())
        };
        belong(Part::Vouchers, self.good_until.iter().all(in_use_still))?;
        belong(Part::Offers, self.offers.values().all(|offer| in_use(offer.table)))?;
        belong(Part::Offers, self.display_offers.values().all(|offer| in_use(offer.table)))?;
        belong(Part::Places, self.places.keys().all(|(table, _)| in_use(*table)))?;
        belong(Part::Terminals, self.terminals.values().all(|terminal| in_use(terminal.table)))?;
        belong(Part::Displays, self.displays.values().all(|display| in_use(display.table)))?;
        let most = |table| self.displays_of(table).count() <= Equipment::DISPLAYS_MAX;
        if !self.displays.values().all(|display| most(display.table)) {
            return Err(ImageFault::TooMany { part: Part::Displays });
        }
        // A terminal that has spent none is not listed, so that equal floors have equal images.
        let spent =
            |(terminal, next): (&TerminalId, &u64)| self.device(*terminal).is_some() && *next > 0;
        belong(Part::Tickets, self.next_tickets.iter().all(spent))?;
        let stands = |thing: &Thing| match thing.place {
            Place::Table(table) => in_use(table),
            Place::Store | Place::Withdrawn { .. } => true,
        };
        belong(Part::Things, self.register.things.values().all(stands))?;
        belong(Part::Vouchers, self.unfinished().all(|(table, ..)| in_use(table)))?;
        self.check_bank_tables()?;
        self.check_left()?;
        belong(Part::Balances, self.books.balances().all(|kept| self.is_kept(kept)))?;
        belong(Part::Answers, self.answers.kept().all(|(from, _)| asks(from)))
    }

    /// Whether an account belongs to somebody, or something, that is there.
    fn is_kept(&self, (currency, account, _): (Currency, Account, i128)) -> bool {
        match account {
            Account::Drawer(staff) => self.member(staff).is_some(),
            Account::Table(table) => {
                self.table(table).is_some_and(|found| found.config.currency == currency)
            }
            Account::Float(table)
            | Account::Unsettled(table)
            | Account::Variance(table)
            | Account::Win(table) => {
                let known = self.table(table);
                let fits = known.is_some_and(|found| found.config.currency == currency);
                fits && self.bank(table).is_some()
            }
            Account::Outstanding
            | Account::Held
            | Account::Honoured
            | Account::Expired
            | Account::Chips
            | Account::Drop => true,
        }
    }

    fn check_vouchers(&self) -> Result<(), ImageFault> {
        let from_cage = |origin| matches!(origin, Origin::Cage { .. } | Origin::Honoured { .. });
        let half_sold = self
            .vouchers
            .values()
            .any(|voucher| voucher.state == VoucherState::Prepared && from_cage(voucher.origin));
        if half_sold {
            return Err(ImageFault::PreparedAtCage);
        }
        let listed: BTreeSet<VoucherId> = self.finished.iter().copied().collect();
        let finished = self.vouchers.iter().filter(|(_, voucher)| voucher.state.is_finished());
        let same = finished.map(|(id, _)| *id).eq(listed.iter().copied());
        if same && listed.len() == self.finished.len() {
            return Ok(());
        }
        Err(ImageFault::FinishedDiffers)
    }

    /// What is owed on vouchers is what the vouchers are worth.
    fn check_books(&self) -> Result<(), ImageFault> {
        let mut owed: BTreeMap<(Currency, Account), i128> = BTreeMap::new();
        for (currency, sum) in self.books.sums() {
            if sum != 0 {
                return Err(ImageFault::Unbalanced { currency });
            }
            owed.insert((currency, Account::Outstanding), 0);
            owed.insert((currency, Account::Held), 0);
        }
        for voucher in self.vouchers.values() {
            let account = match voucher.state {
                VoucherState::Outstanding => Account::Outstanding,
                VoucherState::Held { .. } => Account::Held,
                VoucherState::Prepared
                | VoucherState::Spent { .. }
                | VoucherState::Redeemed { .. }
                | VoucherState::Dropped
                | VoucherState::Replaced { .. }
                | VoucherState::Expired => continue,
            };
            let units = i128::from(voucher.amount.units());
            *owed.entry((voucher.currency, account)).or_default() -= units;
        }
        for (table, bank) in self.banks() {
            // Its table was found before: a bank belongs to something.
            let Some(found) = self.table(table) else { continue };
            let said = super::banks::counted(table, bank);
            owed.extend(said.map(|(account, sum)| ((found.config.currency, account), sum)));
        }
        for ((currency, account), owed) in owed {
            if self.books.balance(currency, account) != owed {
                return Err(ImageFault::BooksDiffer { currency, account });
            }
        }
        Ok(())
    }
}

pub(super) fn alone(part: Part, indexed: usize, listed: usize) -> Result<(), ImageFault> {
    if indexed == listed { Ok(()) } else { Err(ImageFault::Shared { part }) }
}

pub(super) fn belong(part: Part, all: bool) -> Result<(), ImageFault> {
    if all { Ok(()) } else { Err(ImageFault::Orphan { part }) }
}
