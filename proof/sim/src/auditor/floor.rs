//! The floor's books: vouchers, roles, and who agreed to what.

use std::collections::{BTreeMap, BTreeSet};

use super::banks::{self, BankBooks};
use super::decode::{Asker, Reader, SetUp, Stamp, Unreadable, limits};
use super::large::LargeBooks;
use super::things::ThingBooks;
use super::{Broken, Found, broken};
use crate::tally::Situation;

/// Where a voucher stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VoucherState {
    /// Not yet worth anything.
    Prepared,
    /// Worth its amount.
    Outstanding,
    /// On its way to a table.
    Held,
    /// Turned into credit.
    Spent,
    /// Paid out.
    Redeemed,
    /// Worth nothing; its ask may be repeated.
    Dropped,
    /// Its paper was lost; a new voucher replaces it.
    Replaced,
    /// Its time is over.
    Expired,
}

impl VoucherState {
    /// Whether it was ever worth its amount.
    pub fn is_issued(self) -> bool {
        match self {
            Self::Outstanding
            | Self::Held
            | Self::Spent
            | Self::Redeemed
            | Self::Replaced
            | Self::Expired => true,
            Self::Prepared | Self::Dropped => false,
        }
    }
}

/// Where a voucher comes from, which decides who receives its token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// A cashier sold it.
    Sold(u32),
    /// The credit of a seat at a table.
    Seat(u32, u16),
    /// What a table owed to a player.
    Owed(u32, u64),
    /// It replaces one whose paper was lost.
    Replaced(u128),
    /// Two people honoured a voucher whose record the journal had lost.
    Honoured,
}

/// Something that waits for a second person on the floor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Proposed {
    about: About,
    by: u32,
    session: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum About {
    /// A role for this person.
    Role(u32),
    /// Another password for somebody.
    Password,
    /// A paper in place of this voucher's.
    Paper(u128),
    /// Another invitation for somebody.
    Invitation,
    /// A paper that the journal does not know.
    UnknownPaper(u128),
    /// A voucher to be paid out by two people, or made good again.
    KnownPaper,
    /// Chips or cash of a felt table.
    Count,
}

/// The floor's books.
#[derive(Clone, Default)]
pub struct FloorBooks {
    vouchers: BTreeMap<u128, (u64, VoucherState)>,
    /// Those that no seat takes.
    for_cage: BTreeSet<u128>,
    outstanding: BTreeSet<u128>,
    origins: BTreeMap<u128, Origin>,
    places: BTreeMap<u128, (u32, u16)>,
    numbers: BTreeMap<u128, u64>,
    cash: i128,
    proposals: BTreeMap<u32, Proposed>,
    answered: BTreeSet<(Asker, u64)>,
    roles: BTreeMap<u32, bool>,
    suspended: BTreeSet<u32>,
    retired: BTreeSet<u32>,
    /// Where each shaker and each set of dice is.
    pub things: ThingBooks,
    /// What was counted at felt tables.
    pub banks: BankBooks,
    /// What chains of vouchers brought and took.
    large: LargeBooks,
    /// Jumps of the clock that were written down.
    pub jumps: u64,
}

impl FloorBooks {
    /// The cage's takings minus its payments.
    pub const fn cash(&self) -> i128 {
        self.cash
    }

    /// The amount and the state of a voucher.
    pub fn voucher(&self, voucher: u128) -> Option<(u64, VoucherState)> {
        self.vouchers.get(&voucher).copied()
    }

    /// The total of all vouchers in people's hands.
    pub fn outstanding(&self) -> i128 {
        let alive = |state| matches!(state, VoucherState::Outstanding | VoucherState::Held);
        let vouchers = self.vouchers.values().filter(|(_, state)| alive(*state));
        vouchers.map(|(amount, _)| i128::from(*amount)).sum()
    }

    /// The vouchers that the holder of their token can be paid for.
    pub fn outstanding_now(&self) -> impl Iterator<Item = u128> {
        self.outstanding.iter().copied()
    }

    /// Where a voucher comes from.
    pub fn origin(&self, voucher: u128) -> Option<Origin> {
        self.origins.get(&voucher).copied()
    }

    /// The table and the seat at which a voucher became credit, or is about to.
    pub fn place(&self, voucher: u128) -> Option<(u32, u16)> {
        self.places.get(&voucher).copied()
    }

    /// Whether a request was answered.
    pub fn has_answered(&self, from: Asker, id: u64) -> bool {
        self.answered.contains(&(from, id))
    }

    /// How many proposals wait for a second person.
    pub fn proposals(&self) -> usize {
        self.proposals.len()
    }

    /// The first of them that an administrator has a say in.
    pub fn first_proposal(&self) -> Option<u32> {
        let others = self.proposals.iter().filter(|(_, made)| made.about != About::Count);
        others.map(|(number, _)| *number).next()
    }

    /// Whether somebody is shut out.
    pub fn is_suspended(&self, staff: u32) -> bool {
        self.suspended.contains(&staff)
    }

    /// Whether a table was taken from the floor.
    pub fn is_retired(&self, table: u32) -> bool {
        self.retired.contains(&table)
    }

    /// A proposal that this person did not make, about something else than chips.
    pub fn proposal_not_by(&self, staff: u32) -> Option<u32> {
        let is = |made: &Proposed| made.by != staff && made.about != About::Count;
        self.proposals.iter().find(|(_, made)| is(made)).map(|(number, _)| *number)
    }

    /// A proposal that gives a person a role and that somebody else made.
    pub fn role_for(&self, staff: u32, not_by: Option<u32>) -> Option<u32> {
        self.proposed_about(About::Role(staff), not_by)
    }

    /// A proposal to replace a lost paper that somebody else made.
    pub fn paper_for(&self, lost: u128, not_by: Option<u32>) -> Option<u32> {
        self.proposed_about(About::Paper(lost), not_by)
    }

    /// A lost paper that somebody else wants to replace, and their proposal.
    pub fn paper_proposed(&self, not_by: Option<u32>) -> Option<(u32, u128)> {
        self.proposals.iter().find_map(|(number, made)| match made.about {
            About::Paper(lost) if Some(made.by) != not_by && self.outstanding.contains(&lost) => {
                Some((*number, lost))
            }
            About::Paper(_)
            | About::Role(_)
            | About::Password
            | About::Invitation
            | About::UnknownPaper(_)
            | About::KnownPaper
            | About::Count => None,
        })
    }

    /// A proposal to honour a paper that the journal does not know.
    pub fn honour_for(&self, paper: u128) -> Option<u32> {
        self.proposed_about(About::UnknownPaper(paper), None)
    }

    fn proposed_about(&self, about: About, not_by: Option<u32>) -> Option<u32> {
        let is = |made: &Proposed| made.about == about && Some(made.by) != not_by;
        self.proposals.iter().find(|(_, made)| is(made)).map(|(number, _)| *number)
    }

    /// The number that is printed on a voucher.
    pub fn number(&self, voucher: u128) -> Option<u64> {
        self.numbers.get(&voucher).copied()
    }

    /// The voucher on which this number is printed.
    pub fn numbered(&self, number: u64) -> Option<u128> {
        self.numbers.iter().find(|(_, known)| **known == number).map(|(voucher, _)| *voucher)
    }

    /// Whether a person has a role.
    pub fn has_role(&self, staff: u32) -> bool {
        self.roles.get(&staff).copied().unwrap_or(false)
    }

    /// No voucher is between cage and table.
    pub fn at_rest(&self) -> Found {
        let under_way = |state| matches!(state, VoucherState::Prepared | VoucherState::Held);
        match self.vouchers.iter().find(|(_, (_, state))| under_way(*state)) {
            Some((voucher, (_, state))) => {
                Err(broken(12, format!("voucher {voucher:x} is {state:?} for ever")))
            }
            None => Ok(()),
        }
    }

    /// Takes the events of a record.
    pub fn happened(
        &mut self,
        stamp: &Stamp,
        from: &mut Reader<'_>,
        met: &mut Vec<Situation>,
    ) -> Found {
        for _ in 0..from.length()? {
            self.event(stamp, from, met)?;
        }
        self.large.settled()
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event, and little else")]
    fn event(
        &mut self,
        stamp: &Stamp,
        from: &mut Reader<'_>,
        met: &mut Vec<Situation>,
    ) -> Result<(), Broken> {
        match from.byte()? {
            0 => skip(from, "iss")?,
            1 => skip(from, "issi")?,
            2 => skip(from, "is")?,
            3 => skip(from, "isii")?,
            4 => {
                let staff = from.id()?;
                if from.byte()? == 0 {
                    from.byte()?;
                }
                let by = [from.id()?, from.id()?];
                if by[0] == by[1] {
                    return Err(broken(11, format!("{} alone granted a role", by[0])));
                }
                if self.roles.insert(staff, true) == Some(false) {
                    met.push(Situation::RoleGrantedAgain);
                }
            }
            5 => {
                let staff = from.id()?;
                skip(from, "si")?;
                self.roles.insert(staff, false);
                met.push(Situation::RoleRevoked);
            }
            6 => {
                self.suspended.insert(from.id()?);
                skip(from, "si")?;
            }
            7 => {
                self.suspended.remove(&from.id()?);
                skip(from, "si")?;
            }
            8 => self.proposed(from)?,
            9 => {
                let (proposal, by, session) = (from.id()?, from.id()?, from.number()?);
                let made = self.proposals.remove(&proposal);
                let two = made.is_some_and(|made| made.by != by && made.session != session);
                if !two {
                    return Err(broken(11, format!("{by} agreed to proposal {made:?}")));
                }
                met.push(Situation::SecondPersonAgreed);
            }
            10 => {
                self.proposals.remove(&from.id()?);
                from.id()?;
            }
            11 => drop(self.proposals.remove(&from.id()?)),
            12 => skip(from, "ni#n")?,
            13 => skip(from, "n#")?,
            14 => skip(from, "n")?,
            15 => skip(from, "nb")?,
            16 => skip(from, "#ihni")?,
            17 => skip(from, "#")?,
            18 => skip(from, "i##ih")?,
            19 => {
                from.id()?;
                asker(from)?;
                met.push(Situation::TerminalRemoved);
            }
            20 => skip(from, "ni")?,
            21 => {
                skip(from, "is")?;
                SetUp::read(from)?;
                from.text()?;
                asker(from)?;
            }
            22 => {
                self.retired.insert(from.id()?);
                asker(from)?;
            }
            23 => {
                let (voucher, number, amount) = (from.wide()?, from.number()?, from.number()?);
                from.bytes(3)?;
                self.numbers.insert(voucher, number);
                self.origins.insert(voucher, Origin::Sold(from.id()?));
                self.begins(voucher, amount, VoucherState::Outstanding)?;
                self.cash += i128::from(amount);
            }
            24 => {
                let (voucher, amount, _) = (from.wide()?, from.number()?, from.id()?);
                self.moves(voucher, amount, VoucherState::Outstanding, VoucherState::Redeemed)?;
                self.cash -= i128::from(amount);
            }
            25 => {
                let voucher = from.clone().wide()?;
                if self.for_cage.contains(&voucher) {
                    let seen = format!("a seat took voucher {voucher:x}, which is for the cage");
                    return Err(broken(12, seen));
                }
                self.step(from, VoucherState::Outstanding, VoucherState::Held)?;
            }
            26 => self.step(from, VoucherState::Held, VoucherState::Spent)?,
            27 => self.step(from, VoucherState::Held, VoucherState::Outstanding)?,
            28 => {
                let (voucher, number, amount) = (from.wide()?, from.number()?, from.number()?);
                from.bytes(3)?;
                self.numbers.insert(voucher, number);
                let table = from.id()?;
                let origin = match from.byte()? {
                    0 => Origin::Seat(table, from.seat()?),
                    _ => Origin::Owed(table, from.number()?),
                };
                self.origins.insert(voucher, origin);
                // An ask that was broken off goes on with the voucher it had.
                if self.voucher(voucher).is_some_and(|(_, was)| was == VoucherState::Dropped) {
                    self.vouchers.remove(&voucher);
                }
                self.begins(voucher, amount, VoucherState::Prepared)?;
            }
            29 => {
                let (voucher, amount, _) = (from.wide()?, from.number()?, from.id()?);
                self.moves(voucher, amount, VoucherState::Prepared, VoucherState::Outstanding)?;
            }
            30 => {
                let (voucher, _) = (from.wide()?, from.id()?);
                let amount = self.voucher(voucher).map_or(0, |(amount, _)| amount);
                self.moves(voucher, amount, VoucherState::Prepared, VoucherState::Dropped)?;
            }
            31 => self.notice(from, met)?,
            32 => {
                let (from_whom, id) = (asker(from)?, from.number()?);
                from.bytes(8)?;
                let new = self.answered.insert((from_whom, id));
                if !new && from_whom != Asker::Host {
                    let seen = format!("request {id} of {from_whom:?} had two effects");
                    return Err(broken(9, seen));
                }
                let _ = stamp;
            }
            33 => skip(from, "iss")?,
            34 => {
                from.id()?;
                limits(from)?;
            }
            35 => {
                from.wide()?;
                skip(from, "in")?;
            }
            36 => {
                from.wide()?;
                from.id()?;
            }
            37 => self.replaced(from)?,
            38 => skip(from, "is#ni")?,
            39 => skip(from, "i#nii")?,
            40 => skip(from, "is")?,
            41 => skip(from, "n")?,
            42 => self.honoured(from)?,
            43 => skip(from, "in")?,
            44 => {
                let (voucher, amount, _) = (from.wide()?, from.number()?, from.id()?);
                self.moves(voucher, amount, VoucherState::Prepared, VoucherState::Outstanding)?;
                self.for_cage.insert(voucher);
            }
            45 => {
                from.maybe(Reader::number)?;
                from.list(|from| {
                    from.bytes(3)?;
                    skip(from, "n")
                })?;
            }
            46 => {
                let (voucher, amount) = (from.wide()?, from.number()?);
                self.moves(voucher, amount, VoucherState::Outstanding, VoucherState::Expired)?;
            }
            47 => {
                let (voucher, amount) = (from.wide()?, from.number()?);
                from.text()?;
                let by = [from.id()?, from.id()?];
                if by[0] == by[1] {
                    return Err(broken(11, format!("{} alone made a voucher good", by[0])));
                }
                self.moves(voucher, amount, VoucherState::Expired, VoucherState::Outstanding)?;
            }
            48 => {
                skip(from, "#i")?;
                from.maybe(Reader::id)?;
                skip(from, "ni")?;
            }
            49 => {
                skip(from, "i##i")?;
                from.maybe(Reader::id)?;
            }
            50 => {
                from.id()?;
                asker(from)?;
            }
            place @ 51..=64 => self.things.event(place - 51, from)?,
            place @ 65..=70 => {
                self.banks.event(place - 65, from)?;
                met.push(Situation::BankCounted);
            }
            71 => {
                skip(from, "nih")?;
                asker(from)?;
            }
            place @ 72..=75 => self.large.event(place - 72, from)?,
            _ => return Err(Unreadable("event of the floor").into()),
        }
        Ok(())
    }

    /// Two people make out a voucher in place of one whose paper is lost, for the same amount.
    fn replaced(&mut self, from: &mut Reader<'_>) -> Found {
        let (lost, anew) = (from.wide()?, from.wide()?);
        let (number, amount) = (from.number()?, from.number()?);
        from.text()?;
        self.numbers.insert(anew, number);
        self.origins.insert(anew, Origin::Replaced(lost));
        if self.for_cage.contains(&lost) {
            self.for_cage.insert(anew);
        }
        let by = [from.id()?, from.id()?];
        if by[0] == by[1] {
            return Err(broken(11, format!("{} alone replaced a voucher", by[0])));
        }
        self.moves(lost, amount, VoucherState::Outstanding, VoucherState::Replaced)?;
        self.begins(anew, amount, VoucherState::Outstanding)
    }

    /// A voucher whose record was lost: its sale is in no record either.
    fn honoured(&mut self, from: &mut Reader<'_>) -> Found {
        let (voucher, number, amount) = (from.wide()?, from.number()?, from.number()?);
        from.bytes(3)?;
        from.text()?;
        self.numbers.insert(voucher, number);
        self.origins.insert(voucher, Origin::Honoured);
        let by = [from.id()?, from.id()?];
        if by[0] == by[1] {
            return Err(broken(11, format!("{} alone honoured a paper", by[0])));
        }
        self.cash += i128::from(amount);
        self.begins(voucher, amount, VoucherState::Outstanding)
    }

    fn proposed(&mut self, from: &mut Reader<'_>) -> Found {
        let proposal = from.id()?;
        let about = match from.byte()? {
            0 => {
                let staff = from.id()?;
                if from.byte()? == 0 {
                    from.byte()?;
                }
                About::Role(staff)
            }
            1 => {
                skip(from, "is")?;
                About::Password
            }
            2 => {
                let (lost, _) = (from.wide()?, from.wide()?);
                from.text()?;
                About::Paper(lost)
            }
            3 => {
                skip(from, "i#")?;
                About::Invitation
            }
            4 => {
                let voucher = from.wide()?;
                skip(from, "nn")?;
                from.bytes(3)?;
                from.text()?;
                About::UnknownPaper(voucher)
            }
            5 | 6 => {
                from.wide()?;
                from.text()?;
                About::KnownPaper
            }
            13 => {
                from.wide()?;
                skip(from, "ss")?;
                About::KnownPaper
            }
            place @ 7..=12 => {
                from.id()?;
                if place >= 11 {
                    from.id()?;
                }
                if place == 12 {
                    banks::count_of(from)?;
                }
                banks::count(from)?;
                if place == 12 {
                    from.text()?;
                }
                About::Count
            }
            _ => return Err(Unreadable("act").into()),
        };
        skip(from, "nn")?;
        let (by, session) = (from.id()?, from.number()?);
        self.proposals.insert(proposal, Proposed { about, by, session });
        Ok(())
    }

    fn step(&mut self, from: &mut Reader<'_>, was: VoucherState, is: VoucherState) -> Found {
        let (voucher, amount) = (from.wide()?, from.number()?);
        self.places.insert(voucher, (from.id()?, from.seat()?));
        self.moves(voucher, amount, was, is)
    }

    fn begins(&mut self, voucher: u128, amount: u64, state: VoucherState) -> Found {
        if self.vouchers.insert(voucher, (amount, state)).is_some() {
            return Err(broken(12, format!("voucher {voucher:x} was made twice")));
        }
        self.stands(voucher, state);
        Ok(())
    }

    fn stands(&mut self, voucher: u128, state: VoucherState) {
        if state == VoucherState::Outstanding {
            self.outstanding.insert(voucher);
        } else {
            self.outstanding.remove(&voucher);
        }
    }

    fn moves(&mut self, voucher: u128, amount: u64, was: VoucherState, is: VoucherState) -> Found {
        let known = self.vouchers.insert(voucher, (amount, is));
        if known != Some((amount, was)) {
            return Err(broken(12, format!("voucher {voucher:x} of {amount} was {known:?}")));
        }
        self.stands(voucher, is);
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each notice")]
    fn notice(&mut self, from: &mut Reader<'_>, met: &mut Vec<Situation>) -> Found {
        match from.byte()? {
            0 => {
                skip(from, "ss")?;
                met.push(Situation::LoginFailed);
            }
            1 => skip(from, "ssn")?,
            2 => {
                skip(from, "ss")?;
                from.maybe(Reader::id)?;
            }
            3 => {
                skip(from, "nn")?;
                self.jumps += 1;
                met.push(Situation::ClockJumpNoted);
            }
            4 => skip(from, "s")?,
            5 => {}
            6 => {
                skip(from, "sss")?;
                from.maybe(Reader::id)?;
            }
            7 => skip(from, "ssi")?,
            8 => skip(from, "ssn#n#")?,
            9 | 10 => skip(from, "iih")?,
            11 => skip(from, "nis")?,
            12 => {
                from.maybe(Reader::id)?;
                skip(from, "n")?;
            }
            13 => {}
            14 => {
                skip(from, "is")?;
                from.list(|from| {
                    from.maybe(Reader::id)?;
                    skip(from, "n#n#")
                })?;
            }
            15 => skip(from, "nn")?,
            16 => skip(from, "isnn")?,
            17 => {
                from.text()?;
                for _ in 0..2 {
                    from.maybe(|from| from.bytes(32))?;
                }
                from.list(|from| skip(from, "s#"))?;
            }
            18 => skip(from, "iihns")?,
            19 => skip(from, "#")?,
            20 => skip(from, "#is")?,
            21 => skip(from, "inns")?,
            22 => {
                from.maybe(Reader::id)?;
                skip(from, "ns")?;
            }
            23 => skip(from, "is#")?,
            24 => skip(from, "iih")?,
            25 => skip(from, "iihn")?,
            26 | 27 => skip(from, "ii")?,
            28 => skip(from, "iins")?,
            _ => return Err(Unreadable("notice").into()),
        }
        Ok(())
    }
}

fn asker(from: &mut Reader<'_>) -> Result<Asker, Unreadable> {
    Ok(match from.byte()? {
        0 => Asker::Staff(from.id()?, from.number()?),
        1 => Asker::Terminal(from.id()?),
        2 => Asker::Host,
        _ => return Err(Unreadable("asker")),
    })
}

/// Skips fields: `i` an id, `n` a number, `h` a seat, `s` a text, `b` a byte, `#` 32 bytes.
pub(super) fn skip(from: &mut Reader<'_>, fields: &str) -> Result<(), Unreadable> {
    for field in fields.chars() {
        match field {
            'i' => drop(from.id()?),
            'n' => drop(from.number()?),
            'h' => drop(from.seat()?),
            's' => drop(from.text()?),
            'b' => drop(from.byte()?),
            '#' => drop(from.bytes(32)?),
            _ => return Err(Unreadable("field")),
        }
    }
    Ok(())
}
