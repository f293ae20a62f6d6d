//! What the configuration names for tables that stand: other editions of their rule books, and
//! other times. Two people move a table there; nothing moves by itself.

use taisai_floor::{TableId, TableStanding};
use taisai_journal::stored::BookSources;
use taisai_protocol::api::{LineDiffers, TableOffer};
use taisai_rulebooks::{Edition, Library};
use taisai_rules::Clause;
use taisai_table::{Config as TableConfig, HostCommand, Offer, Times};
use tracing::{info, warn};

use crate::config::{Senseless, TablePlan, asks_for_shifts, senseless_times};
use crate::error::Error;
use crate::house::House;
use crate::task::machine::TableMachine;
use crate::task::tasks::OpenFault;

impl House {
    /// Tells every standing table what the configuration names for it. A table that no file names
    /// is told of the edition that this program has of its embedded book.
    pub(super) async fn offer_editions(&self, plans: &[TablePlan]) -> Result<(), OpenFault> {
        for (table, handle) in self.tables() {
            let standing = self.floor.look(move |floor| floor.table(table).map(|it| it.standing));
            if standing.await.map_err(Error::from)? != Some(TableStanding::InUse) {
                continue;
            }
            let plan = plans.iter().find(|plan| plan.table == table).cloned();
            let shifts_begin = !self.tasks.approvals.are_needed() || self.tasks.shifts.are_set();
            let offer = handle.look(move |machine| {
                let offer = named(machine, plan.as_ref())?;
                match shift_clause(machine, offer.as_ref()).filter(|_| !shifts_begin) {
                    Some(clause) => Err(format!(
                        "the rule book asks for an inspection of the shaker in every shift \
                         ({clause}), and the configuration does not say when shifts begin"
                    )),
                    None => Ok(offer),
                }
            });
            match offer.await.map_err(Error::from)? {
                Ok(Some(offer)) => self.offer_edition(table, offer).await?,
                Ok(None) => {}
                Err(why) => warn!(%table, why, "the table cannot move: it takes a new table"),
            }
        }
        Ok(())
    }

    async fn offer_edition(&self, table: TableId, offer: Offer) -> Result<(), OpenFault> {
        match self.host_asks(table, HostCommand::OfferEdition(offer)).await? {
            Ok(()) => self.warn_of_offer(table).await,
            // A table that cannot move plays on as it stands, and so does the house.
            Err(refusal) => {
                warn!(%table, ?refusal, "the table cannot move: it takes a new table");
                Ok(())
            }
        }
    }

    /// Says in the log which table plays otherwise than the configuration names, and in what.
    async fn warn_of_offer(&self, table: TableId) -> Result<(), OpenFault> {
        let Some(TableOffer { lines, times, times_now, from, to }) = self.offer_of(table).await?
        else {
            info!(%table, "the table plays as the configuration names");
            return Ok(());
        };
        if from != to {
            let keys: Vec<&str> = lines.iter().map(|line| line.key.as_str()).collect();
            let differs = keys.join(", ");
            warn!(%table, from = &from[..12], to = &to[..12], differs,
                "the table plays another edition of its rule book than the configuration names; \
                 two supervisors move it at the floor's screen");
        }
        if times != times_now {
            warn!(%table, "the table has other times than the configuration names; two supervisors \
                move it at the floor's screen");
        }
        Ok(())
    }
}

impl House {
    /// What the configuration names for a table, and in what that differs from what it plays.
    pub async fn offer_of(&self, table: TableId) -> Result<Option<TableOffer>, Error> {
        let handle = self.table(table)?;
        let known = handle.look(|machine| {
            let offer = machine.table.offer().cloned()?;
            Some((machine.sources.clone(), machine.table.config().clone(), offer))
        });
        let Some((sources, config, Offer { edition, times })) = known.await? else {
            return Ok(None);
        };
        // Texts that the table itself was read from.
        let (Ok(now), Ok(then)) = (sources.read(), BookSources::of_edition(&edition).read()) else {
            return Err(Error::Unavailable);
        };
        Ok(Some(TableOffer {
            from: now.fingerprint().to_string(),
            to: then.fingerprint().to_string(),
            times_now: config.times.into(),
            times: times.into(),
            lines: now.differences(&then).iter().map(LineDiffers::of).collect(),
        }))
    }
}

/// What a table is still to be told, or why it cannot move there.
fn named(machine: &TableMachine, plan: Option<&TablePlan>) -> Result<Option<Offer>, String> {
    let offer = match plan {
        Some(plan) if plays_by(machine, plan.config.rule_book, plan.config.times) => None,
        Some(plan) => Some(plan.offer()?),
        None => of_this_program(machine)?,
    };
    let Some(offer) = offer.filter(|offer| machine.table.lacks_offer(offer)) else {
        return Ok(None);
    };
    let now = machine.sources.read().map_err(|fault| fault.to_string())?;
    let other = BookSources::of_edition(&offer.edition).read();
    let other = other.map_err(|fault| fault.to_string())?;
    let (root, other_root) = (root(&now), root(&other));
    if root != other_root {
        return Err(format!("its rule book extends {root}, the one that is named {other_root}"));
    }
    let (document, other_document) = (&now.rules().title.cite, &other.rules().title.cite);
    if document != other_document {
        return Err(format!("it follows {document}, the rule book that is named {other_document}"));
    }
    let config = TableConfig { times: offer.times, ..machine.table.config().clone() };
    match senseless_times(&config, &offer.edition.rules).into_iter().next() {
        Some(Senseless { path, what }) => Err(format!("{}: {what}", path.join("."))),
        None => Ok(Some(offer)),
    }
}

/// The clause by which the shaker is inspected in every shift, under what is named.
fn shift_clause<'o>(machine: &TableMachine, offer: Option<&'o Offer>) -> Option<&'o Clause> {
    asks_for_shifts(machine.table.config(), &offer?.edition.rules)
}

/// Most tables do, and nothing is read again for them.
fn plays_by(machine: &TableMachine, fingerprint: [u8; 32], times: Times) -> bool {
    let (config, offer) = (machine.table.config(), machine.table.offer());
    config.rule_book == fingerprint && config.times == times && offer.is_none()
}

/// The edition that this program has of the embedded book a table plays, with the table's times.
fn of_this_program(machine: &TableMachine) -> Result<Option<Offer>, String> {
    let (id, times) = (&machine.book.title.id, machine.table.config().times);
    let Some(embedded) = Library::get(id).filter(|_| machine.sources.base.is_none()) else {
        return Ok(None);
    };
    let fingerprint = *embedded.fingerprint().as_bytes();
    if plays_by(machine, fingerprint, times) {
        return Ok(None);
    }
    let edition = BookSources::embedded(id).expect("it was found by its id").edition(fingerprint);
    Ok(Some(Offer { edition: edition.map_err(|fault| fault.to_string())?, times }))
}

/// The law a book follows: its own id, or that of the book it extends.
fn root(edition: &Edition) -> &str {
    edition.extends().unwrap_or(edition.id())
}

#[cfg(test)]
mod tests {
    use taisai_journal::stored::{Opened, TableState};
    use taisai_table::DiceSource;
    use taisai_testing::editions::{another, changed, embedded};

    use super::*;
    use crate::config::Config;

    /// A table that stands under this edition, as one of the demo's is set up.
    fn stands(edition: &taisai_table::Edition, change: impl Fn(&mut TableConfig)) -> TableMachine {
        let mut config = Config::demo().tables[0].config.clone();
        config.rule_book = edition.fingerprint;
        change(&mut config);
        TableState::open(Opened { sources: BookSources::of_edition(edition), config }).unwrap()
    }

    /// A newer program has a cure in an embedded book, and no file names the table.
    #[test]
    fn a_table_that_no_file_names_is_told_of_the_embedded_edition() {
        let machine = stands(&another("maryland"), |_| ());
        let times = machine.table.config().times;
        let offer = Offer { edition: embedded("maryland"), times };
        assert_eq!(named(&machine, None), Ok(Some(offer)));
        assert_eq!(named(&stands(&embedded("maryland"), |_| ()), None), Ok(None));
    }

    /// The house starts all the same: the table plays on as it stands.
    #[test]
    fn a_book_of_another_document_is_not_named() {
        let old = changed("maryland", |text| text.replace("MD", "MD1"));
        let why = named(&stands(&old, |_| ()), None).unwrap_err();
        assert_eq!(why, "it follows MD1, the rule book that is named MD");
    }

    #[test]
    fn an_edition_that_asks_for_longer_betting_than_the_table_has_is_not_named() {
        let hasty =
            changed("act", |text| text.replace("seconds_min = { is = 3", "seconds_min = { is = 1"));
        let with = |betting_min_ms| {
            named(&stands(&hasty, |config| config.times.betting_min_ms = betting_min_ms), None)
        };
        assert!(matches!(with(3_000), Ok(Some(_))));
        let why = with(2_999).unwrap_err();
        assert!(why.starts_with("times.betting_min_ms: 2999"), "{why}");
    }

    #[test]
    fn an_edition_that_asks_for_something_in_every_shift_says_by_which_clause() {
        let machine =
            stands(&another("massachusetts"), |config| config.dice = DiceSource::Physical);
        let offer = named(&machine, None).unwrap();
        let clause = shift_clause(&machine, offer.as_ref()).map(ToString::to_string);
        assert_eq!(clause.as_deref(), Some("MA 5(b)"));
        assert_eq!(shift_clause(&machine, None), None);
        let drawn = stands(&another("massachusetts"), |config| config.dice = DiceSource::Random);
        assert_eq!(shift_clause(&drawn, named(&drawn, None).unwrap().as_ref()), None);
    }
}
