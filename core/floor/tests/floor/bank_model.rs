//! Plain banks beside the floor's: what was counted at each felt table, day after day, and what its
//! win comes to.

use std::collections::{BTreeMap, BTreeSet};

use taisai_floor::{
    Account, Bank, BankAct, Count, CountOf, DayNumber, Floor, FloorRole, SlipNumber, TableId,
};
use taisai_testing::luck::Luck;
use taisai_testing::values::{currency, money, reason};

/// The plain banks.
#[derive(Default)]
pub(crate) struct Banks {
    /// The currencies of the felt tables, and what was counted on each of their days.
    felt: BTreeMap<u32, (String, Vec<Day>)>,
    slips: u64,
}

#[derive(Clone, Default)]
struct Day {
    counts: BTreeMap<CountOf, Count>,
    changed: u32,
}

/// Who counts what.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Dealer,
    Boss,
    Shift,
    Cage,
    Nobody,
}

fn side(role: &str) -> Side {
    match role {
        "dealer" => Side::Dealer,
        "floorperson" | "supervisor" | "pit-manager" => Side::Boss,
        "shift-manager" => Side::Shift,
        "cashier" => Side::Cage,
        _ => Side::Nobody,
    }
}

/// Whether somebody may be the first to say it, or take it back.
pub(crate) fn may_count(act: &BankAct, role: &str) -> bool {
    let side = side(role);
    match act {
        BankAct::OpenFloat { .. } | BankAct::CloseFloat { .. } => {
            [Side::Dealer, Side::Boss, Side::Shift].contains(&side)
        }
        BankAct::Fill { .. } | BankAct::Credit { .. } | BankAct::CorrectCount { .. } => {
            [Side::Boss, Side::Shift, Side::Cage].contains(&side)
        }
        BankAct::CountDrop { .. } => [Side::Shift, Side::Cage].contains(&side),
    }
}

/// Whether somebody may agree to what somebody else said.
pub(crate) fn may_agree(act: &BankAct, first: Option<FloorRole>, second: &str) -> bool {
    let (first, second) = (side(first.map_or("none", FloorRole::word)), side(second));
    match act {
        BankAct::OpenFloat { .. } | BankAct::CloseFloat { .. } => match second {
            Side::Boss | Side::Shift => true,
            Side::Dealer => [Side::Boss, Side::Shift].contains(&first),
            Side::Cage | Side::Nobody => false,
        },
        BankAct::Fill { .. } | BankAct::Credit { .. } => match second {
            Side::Boss | Side::Shift => first == Side::Cage,
            Side::Cage => first != Side::Cage,
            Side::Dealer | Side::Nobody => false,
        },
        BankAct::CountDrop { .. } => [Side::Shift, Side::Cage].contains(&second),
        BankAct::CorrectCount { .. } => match second {
            Side::Shift => true,
            Side::Boss | Side::Cage => first == Side::Shift,
            Side::Dealer | Side::Nobody => false,
        },
    }
}

impl Day {
    fn worth(&self, of: CountOf) -> Option<i128> {
        self.counts.get(&of).map(|count| i128::from(count.total().units()))
    }

    fn is_open(&self) -> bool {
        self.worth(CountOf::Closing).is_none()
    }

    fn waits(&self) -> bool {
        !self.is_open() && self.worth(CountOf::Drop).is_none()
    }

    fn slips(&self) -> usize {
        self.counts.keys().filter(|of| of.slip().is_some()).count()
    }

    /// Chips that came less chips that went, with the opening.
    fn brought(&self) -> i128 {
        let each = self.counts.iter().map(|(of, count)| {
            let worth = i128::from(count.total().units());
            match of {
                CountOf::Opening | CountOf::Fill(_) => worth,
                CountOf::Credit(_) => -worth,
                CountOf::Closing | CountOf::Drop => 0,
            }
        });
        each.sum()
    }

    fn win(&self) -> Option<i128> {
        let (closing, drop) = (self.worth(CountOf::Closing)?, self.worth(CountOf::Drop)?);
        Some(closing + drop - self.brought())
    }
}

impl Banks {
    pub(crate) fn add(&mut self, table: u32, code: &str) {
        self.felt.insert(table, (code.to_owned(), Vec::new()));
    }

    pub(crate) fn is_open(&self, table: u32) -> bool {
        self.days(table).last().is_some_and(Day::is_open)
    }

    fn days(&self, table: u32) -> &[Day] {
        self.felt.get(&table).map_or(&[], |(_, days)| days)
    }

    fn day(&self, table: u32, day: DayNumber) -> Option<&Day> {
        let place = usize::try_from(day.0).unwrap().checked_sub(1)?;
        self.days(table).get(place)
    }

    /// The chips of a currency that the tables had from the cage and did not give back.
    fn out(&self, code: &str) -> i128 {
        let tables = self.felt.values().filter(|(of, _)| of == code);
        tables
            .map(|(_, days)| {
                let slips: i128 = days
                    .iter()
                    .map(|day| day.brought() - day.worth(CountOf::Opening).unwrap_or(0))
                    .sum();
                let first = days.first().and_then(|day| day.worth(CountOf::Opening)).unwrap_or(0);
                slips + first
            })
            .sum()
    }

    pub(crate) fn can_be(&self, act: &BankAct, in_use: impl Fn(u32) -> bool) -> bool {
        let table = act.table().0;
        let Some((code, days)) = self.felt.get(&table) else { return false };
        let worth = i128::from(act.count().total().units());
        let open = in_use(table) && self.is_open(table);
        match act {
            BankAct::OpenFloat { .. } => {
                let waiting = days.iter().filter(|day| day.waits()).count();
                in_use(table) && !self.is_open(table) && waiting < 7
            }
            BankAct::Fill { .. } => open && worth > 0,
            BankAct::Credit { .. } => open && worth > 0 && worth <= self.out(code).max(0),
            BankAct::CloseFloat { .. } => open,
            BankAct::CountDrop { day, .. } => self.day(table, *day).is_some_and(Day::waits),
            BankAct::CorrectCount { day, of, count, .. } => {
                self.day(table, *day).is_some_and(|day| {
                    let before = day.counts.get(of);
                    let more = worth - day.worth(*of).unwrap_or(0);
                    let credit = matches!(of, CountOf::Credit(_));
                    let fits = !credit || more <= self.out(code).max(0);
                    before.is_some_and(|before| before != count) && day.changed < 50 && fits
                })
            }
        }
    }

    /// Two of these differ if what was counted is no longer what lay there.
    pub(crate) fn era(&self, act: &BankAct) -> (u32, u32) {
        let table = act.table().0;
        let days = self.days(table);
        let count = |many: usize| u32::try_from(many).unwrap();
        let last = if self.is_open(table) { count(days.len()) } else { 0 };
        match act {
            BankAct::OpenFloat { .. } => (count(days.len()), u32::from(self.is_open(table))),
            BankAct::Fill { .. } | BankAct::Credit { .. } => (last, 0),
            BankAct::CloseFloat { .. } => {
                (last, if last == 0 { 0 } else { count(days.last().map_or(0, Day::slips)) })
            }
            BankAct::CountDrop { day, .. } => {
                (u32::from(self.day(table, *day).is_some_and(Day::waits)), 0)
            }
            BankAct::CorrectCount { day, .. } => {
                (self.day(table, *day).map_or(0, |day| day.changed), 0)
            }
        }
    }

    pub(crate) fn happen(&mut self, act: &BankAct) {
        let (table, count) = (act.table().0, act.count().clone());
        let days = &mut self.felt.get_mut(&table).unwrap().1;
        match act {
            BankAct::OpenFloat { .. } => {
                let counts = BTreeMap::from([(CountOf::Opening, count)]);
                days.push(Day { counts, changed: 0 });
            }
            BankAct::Fill { .. } => {
                self.slips += 1;
                let of = CountOf::Fill(SlipNumber(self.slips));
                days.last_mut().unwrap().counts.insert(of, count);
            }
            BankAct::Credit { .. } => {
                self.slips += 1;
                let of = CountOf::Credit(SlipNumber(self.slips));
                days.last_mut().unwrap().counts.insert(of, count);
            }
            BankAct::CloseFloat { .. } => {
                days.last_mut().unwrap().counts.insert(CountOf::Closing, count);
            }
            BankAct::CountDrop { day, .. } => {
                days[day.0 as usize - 1].counts.insert(CountOf::Drop, count);
            }
            BankAct::CorrectCount { day, of, .. } => {
                let day = &mut days[day.0 as usize - 1];
                day.counts.insert(*of, count);
                day.changed += 1;
            }
        }
    }

    /// Something that somebody counts, often enough what comes next.
    pub(crate) fn act(&self, luck: &mut Luck) -> BankAct {
        let tables: Vec<u32> = self.felt.keys().copied().collect();
        let few = luck.below(4) > 0;
        let number = if few { tables[0] } else { *luck.one_of(&tables) };
        let table = TableId(if luck.below(40) == 0 { 1 } else { number });
        let days = self.days(number);
        let last = u32::try_from(days.len()).unwrap();
        let day = DayNumber((last + 1).saturating_sub(luck.small(5)));
        let count = some_count(luck);
        let (open, drops) = (self.is_open(number), luck.below(2) == 0);
        let waiting = days.iter().position(Day::waits);
        match (luck.below(10), open) {
            (0..=2, true) => BankAct::Fill { table, count },
            (3..=4, true) => BankAct::Credit { table, count },
            (5..=6, true) | (7, false) => BankAct::CloseFloat { table, count },
            (0..=3, false) if drops && waiting.is_some() => {
                let day = DayNumber(u32::try_from(waiting.unwrap()).unwrap() + 1);
                BankAct::CountDrop { table, day, count }
            }
            (0..=5, false) | (7, true) => BankAct::OpenFloat { table, count },
            (6, false) => BankAct::CountDrop { table, day, count },
            _ => {
                let there = self.day(number, day).map(|day| day.counts.keys().copied());
                let there: Vec<CountOf> = there.into_iter().flatten().collect();
                let of = if there.is_empty() { CountOf::Drop } else { *luck.one_of(&there) };
                BankAct::CorrectCount { table, day, of, count, reason: reason() }
            }
        }
    }

    /// The days are what was counted, and the books have what the days come to.
    pub(crate) fn audit(&self, floor: &Floor, step: u64) {
        let of = |code: &str, account| floor.books().balance(currency(code), account);
        let codes: BTreeSet<&str> = self.felt.values().map(|(code, _)| code.as_str()).collect();
        for code in codes {
            assert_eq!(of(code, Account::Chips), -self.out(code), "step {step}");
            let tables = self.felt.values().filter(|(of, _)| of == code);
            let drops = tables.flat_map(|(_, days)| days);
            let drops: i128 = drops.filter_map(|day| day.worth(CountOf::Drop)).sum();
            assert_eq!(of(code, Account::Drop), drops, "step {step}");
        }
        for (table, (code, days)) in &self.felt {
            let id = TableId(*table);
            let won: i128 = days.iter().filter_map(Day::win).sum();
            assert_eq!(of(code, Account::Win(id)), -won, "step {step}: table {table}");
            let float = days
                .last()
                .map_or(0, |day| day.worth(CountOf::Closing).unwrap_or_else(|| day.brought()));
            assert_eq!(of(code, Account::Float(id)), float, "step {step}: table {table}");
            let Some(bank) = floor.bank(id) else {
                assert!(days.is_empty(), "step {step}: table {table}");
                continue;
            };
            assert_eq!(bank.opened as usize, days.len(), "step {step}: table {table}");
            self.audit_days(days, bank, step);
        }
    }

    fn audit_days(&self, days: &[Day], bank: &Bank, step: u64) {
        for (place, day) in days.iter().enumerate() {
            let number = DayNumber(u32::try_from(place).unwrap() + 1);
            let Some(known) = bank.day(number) else {
                assert!(days.len() > 62, "step {step}: day {number} is forgotten");
                continue;
            };
            assert_eq!(known.win().map(i128::from), day.win(), "step {step}: day {number}");
            for (of, count) in &day.counts {
                let standing = known.standing(*of).map(|counted| &counted.count);
                assert_eq!(standing, Some(count), "step {step}: day {number} {of}");
            }
            let carried =
                place.checked_sub(1).and_then(|before| days[before].worth(CountOf::Closing));
            let variance = carried.map(|left| day.worth(CountOf::Opening).unwrap() - left);
            assert_eq!(known.variance().map(i128::from), variance, "step {step}: day {number}");
        }
        assert!(self.slips >= days.iter().map(Day::slips).sum::<usize>() as u64);
    }
}

/// A few pieces of some denominations, or nothing.
fn some_count(luck: &mut Luck) -> Count {
    let kinds = luck.below(4);
    let piece =
        |luck: &mut Luck| (money(*luck.one_of(&[100, 500, 2_500, 10_000])), luck.small(30) + 1);
    Count::new((0..kinds).map(|_| piece(luck)).collect()).unwrap()
}
