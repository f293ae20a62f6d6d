//! The equipment of a demo's tables: registered, attested and put to use as a house would.

use taisai_floor::{Command as FloorCommand, Date, Line, Nature, TableId, ThingCommand, ThingId};
use taisai_rules::{Approval, ShakerKind};
use taisai_table::{DiceSetId, DieId, ShakerId};

use crate::error::Error;
use crate::house::House;
use crate::house::things::Installing;

impl House {
    /// Registers a shaker, three dice and a layout for a table, each with what a house would have
    /// on paper, and puts them to use there. They have the number of the table.
    pub(super) async fn equip_demo(&self, table: TableId, kind: ShakerKind) -> Result<(), Error> {
        let number = table.0;
        let (shaker, set) = (ShakerId(number), DiceSetId(number));
        let dice = [0, 1, 2].map(|place| DieId(3 * number + place));
        let things = [
            (ThingId::Shaker(shaker), Nature::Shaker { kind }),
            (ThingId::Dice(set), Nature::Dice { dice }),
            (ThingId::Display(number), Nature::Display { device: None }),
            (ThingId::Layout(number), Nature::Layout),
        ];
        for (thing, nature) in things {
            let known = self.floor.look(move |floor| floor.register().get(thing).is_some());
            if !known.await? {
                self.things(ThingCommand::Register { thing, nature }).await?;
            }
            let paper = Line::of("demo");
            self.things(ThingCommand::AttestSeal { thing, number: paper.clone() }).await?;
            for approval in Approval::ALL.iter().filter(|approval| nature.takes(**approval)) {
                let (approval, date) = (*approval, Date::new("2026-01-01").expect("a day"));
                let (reference, holder) = (paper.clone(), paper.clone());
                let attest =
                    ThingCommand::AttestApproval { thing, approval, reference, date, holder };
                self.things(attest).await?;
            }
            self.things(ThingCommand::Place { thing, table: Some(table) }).await?;
        }
        for thing in [ThingId::Shaker(shaker), ThingId::Dice(set)] {
            let what = Installing { thing, table, shaker: Some(shaker) };
            may_be_refused(&self.install_by_house(what).await)?;
        }
        Ok(())
    }

    async fn things(&self, command: ThingCommand) -> Result<(), Error> {
        let done = self.floor.act(FloorCommand::Things(command)).await?;
        may_be_refused(&done.map_err(Error::from))
    }
}

/// People may have moved the demo's things; a refused step is skipped.
fn may_be_refused(done: &Result<(), Error>) -> Result<(), Error> {
    match done {
        Ok(()) | Err(Error::Refused(_)) => Ok(()),
        Err(Error::Unavailable) => Err(Error::Unavailable),
    }
}
