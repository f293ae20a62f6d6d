//! The editions of a table's rule book, read from the texts that its records carry.

use std::sync::Arc;

use taisai_rulebooks::Library;
use taisai_rules::PayTable;

use super::decode::{Reader, Unreadable};
use super::{Broken, broken};

/// How long things take, as a record says it.
pub(super) type Times = (Option<u64>, [u64; 6]);

/// What an edition says of what is audited.
struct Book {
    fingerprint: [u8; 32],
    pays: PayTable,
    /// Whether it asks for a device which lights what a dealer enters.
    shows: bool,
}

/// The texts of an edition, as a record carries them.
pub(super) struct Texts<'r> {
    own: &'r str,
    base: Option<&'r str>,
}

/// The edition in force, those before it with the last round of each, and what the configuration
/// names.
#[derive(Clone, Default)]
pub(super) struct Editions {
    now: Option<Arc<Book>>,
    earlier: Vec<(u64, Arc<Book>)>,
    named: Option<([u8; 32], Times)>,
}

impl<'r> Texts<'r> {
    pub(super) fn read(from: &mut Reader<'r>) -> Result<Self, Unreadable> {
        Ok(Self { own: from.text()?, base: from.maybe(Reader::text)? })
    }

    /// The book they are, if it has this fingerprint.
    fn book(&self, fingerprint: [u8; 32]) -> Result<Arc<Book>, Broken> {
        let read = Library::read_kept(self.own.as_bytes(), self.base.map(str::as_bytes));
        let edition = read.map_err(|_| broken(18, "the texts are no rule book"))?;
        if *edition.fingerprint().as_bytes() != fingerprint {
            return Err(broken(18, "the texts are another rule book than is said"));
        }
        let rules = edition.rules();
        let shows = rules.equipment.inspect_display.trials.value > 0;
        Ok(Arc::new(Book { fingerprint, pays: rules.pay_table.clone(), shows }))
    }
}

/// A fingerprint and the texts it stands for.
pub(super) fn edition<'r>(from: &mut Reader<'r>) -> Result<([u8; 32], Texts<'r>), Unreadable> {
    let fingerprint = from.bytes(32)?.try_into().map_err(|_| Unreadable("fingerprint"))?;
    Ok((fingerprint, Texts::read(from)?))
}

pub(super) fn times(from: &mut Reader<'_>) -> Result<Times, Unreadable> {
    let betting = from.maybe(Reader::number)?;
    let mut others = [0; 6];
    for (place, time) in others.iter_mut().enumerate() {
        // How often the betting is extended at most is a byte.
        *time = if place == 3 { from.byte()?.into() } else { from.number()? };
    }
    Ok((betting, others))
}

impl Editions {
    /// What the table was set up with.
    pub(super) fn begin(&mut self, fingerprint: [u8; 32], texts: &Texts<'_>) -> Result<(), Broken> {
        self.now = Some(texts.book(fingerprint)?);
        Ok(())
    }

    /// The configuration names this, or what the table plays by.
    pub(super) fn name(&mut self, named: Option<([u8; 32], Times)>) {
        self.named = named;
    }

    /// Promise 18: the table plays by what it moved to from the next round on, and what was played
    /// before it moved is worth what it was. It moves to what the configuration names, whole.
    pub(super) fn moved(
        &mut self,
        edition: Option<([u8; 32], Texts<'_>)>,
        times: Times,
        last: u64,
    ) -> Result<(), Broken> {
        let now = self.now.clone().ok_or_else(|| broken(18, "no rule book"))?;
        let to = edition.as_ref().map_or(now.fingerprint, |(fingerprint, _)| *fingerprint);
        if self.named.take() != Some((to, times)) {
            return Err(broken(11, "a table moved to what the configuration does not name"));
        }
        if let Some((fingerprint, texts)) = edition {
            self.now = Some(texts.book(fingerprint)?);
            self.earlier.push((last, now));
        }
        Ok(())
    }

    /// What a round is worth: by the edition it was played under.
    pub(super) fn pays(&self, round: u64) -> Result<&PayTable, Broken> {
        let before = self.earlier.iter().find(|(last, _)| round <= *last).map(|(_, book)| book);
        let book = before.or(self.now.as_ref());
        book.map(|book| &book.pays).ok_or_else(|| broken(18, "no rule book"))
    }

    /// Whether the edition in force asks for a display.
    pub(super) fn shows(&self) -> bool {
        self.now.as_ref().is_some_and(|book| book.shows)
    }
}

#[cfg(test)]
mod tests {
    use taisai_rules::{Area, Bet, Roll, Stake};
    use taisai_table::Edition;
    use taisai_testing::editions::{another, embedded};

    use super::*;

    const TIMES: Times = (None, [0; 6]);

    fn texts(edition: &Edition) -> Texts<'_> {
        Texts { own: &edition.own, base: edition.base.as_deref() }
    }

    /// What a hundred on three sixes return in this round.
    fn returned(editions: &Editions, round: u64) -> u64 {
        let bet = Bet::new("triple-6".parse::<Area>().unwrap(), Stake::new(100).unwrap());
        let sixes: Roll = "6,6,6".parse().unwrap();
        editions.pays(round).unwrap().settle(sixes, &[bet]).unwrap().returned()
    }

    fn begun(edition: &Edition) -> Editions {
        let mut editions = Editions::default();
        editions.begin(edition.fingerprint, &texts(edition)).unwrap();
        editions
    }

    #[test]
    fn a_round_is_worth_what_its_own_edition_says() {
        let (one, other) = (embedded("maryland"), another("maryland"));
        let mut editions = begun(&one);
        editions.name(Some((other.fingerprint, TIMES)));
        let to = Some((other.fingerprint, texts(&other)));
        editions.moved(to, TIMES, 7).unwrap();
        assert_eq!([7, 8].map(|round| returned(&editions, round)), [15_100, 15_600]);
    }

    #[test]
    fn a_move_that_nobody_named_or_whose_texts_say_something_else_is_found() {
        let (one, other) = (embedded("maryland"), another("maryland"));
        let mut editions = begun(&one);
        let to = || Some((other.fingerprint, texts(&other)));
        assert!(editions.moved(to(), TIMES, 0).is_err(), "nobody named it");
        editions.name(Some((other.fingerprint, (Some(1), [0; 6]))));
        assert!(editions.moved(to(), TIMES, 0).is_err(), "with other times");
        editions.name(Some((other.fingerprint, TIMES)));
        let lies = Some((other.fingerprint, texts(&one)));
        assert!(editions.moved(lies, TIMES, 0).is_err(), "the texts are those of another");
        assert!(Editions::default().begin(one.fingerprint, &texts(&other)).is_err());
    }
}
