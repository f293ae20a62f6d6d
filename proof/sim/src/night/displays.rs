//! The displays of the tables: they answer, drop out, and come back after a moment or a while.

use taisai_floor::{TableId, TerminalId};
use taisai_server::error::Error;
use taisai_server::house::House;
use taisai_server::task::floor::Visitor;
use taisai_server::task::screen_sender::{Listening, ScreenSender};

use super::{Event, Night};

/// A display that was enrolled at a table.
pub(super) struct DisplayAt {
    table: TableId,
    device: TerminalId,
    /// Its line, and what arrives there and nobody reads.
    line: Option<(ScreenSender, Listening)>,
}

/// Longer than this a display is lost: new rounds wait for it.
const GRACE_MS: u64 = 3_000;

impl DisplayAt {
    /// One that has not come yet.
    pub(super) const fn enrolled(table: TableId, device: TerminalId) -> Self {
        Self { table, device, line: None }
    }

    pub(super) async fn comes(&mut self, house: &House) -> Result<(), Error> {
        let (line, listening) = ScreenSender::new();
        house.floor.enter(Visitor::Device(self.device), line.clone()).await?;
        self.line = Some((line, listening));
        house.reconcile_displays(Some(self.table)).await
    }

    async fn goes(&mut self, house: &House) -> Result<(), Error> {
        let Some((line, _)) = self.line.take() else { return Ok(()) };
        Ok(house.floor.leave(Visitor::Device(self.device), line).await?)
    }
}

impl Night {
    /// After a start every display opens another line.
    pub(super) async fn displays_come(&mut self) {
        let Some(house) = self.house.clone() else { return };
        for display in &mut self.displays {
            // A journal that has just failed answers nobody; the house is opened again.
            let _ = display.comes(&house).await;
        }
    }

    /// A display drops out, or comes back: mostly within the moment that nobody notices.
    pub(super) async fn display_stirs(&mut self, place: usize) {
        let Some(house) = self.house.clone() else {
            return self.later(5_000, Event::Display(place));
        };
        let drops = self.displays[place].line.is_some() && !self.is_quiet();
        let display = &mut self.displays[place];
        let _ = if drops {
            display.goes(&house).await
        } else if display.line.is_none() {
            display.comes(&house).await
        } else {
            Ok(())
        };
        let after = match (drops, self.luck.one_in(3)) {
            (true, false) => self.luck.between(1, GRACE_MS - 1),
            (true, true) => self.luck.between(GRACE_MS, 4 * GRACE_MS),
            (false, _) => self.luck.between(20_000, 200_000),
        };
        self.later(after, Event::Display(place));
    }
}
