//! Settled rounds that their table no longer keeps: proved from the journal, beside the table's
//! task, and handed to it before anything is decided about them.

use taisai_floor::TableId;
use taisai_protocol::Refusal;
use taisai_protocol::answer::RecalledRound;
use taisai_table::{
    Act, CaseCommand, CaseId, Command, HostCommand, Request, RoundNumber, RulingCommand,
    StaffCommand, Table,
};
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::error::{Error, Unavailable};
use crate::house::House;
use crate::house::archive::Archive;
use crate::task::call::{Call, ReplyTo};
use crate::task::handle::TableHandle;
use crate::task::tasks::stream_of;

impl House {
    /// Hands the table every round that a proposal names and that it no longer keeps, one after
    /// another; what is refused for any other reason the table says itself.
    pub(super) async fn recall_for(&self, table: TableId, request: &Request) -> Result<(), Error> {
        if let Some(case) = reviewed(request) {
            self.recall_case(table, request, case).await?;
        }
        let Some(act) = proposed(request).filter(|act| !act.rounds().is_empty()) else {
            return Ok(());
        };
        let handle = self.table(table)?;
        for _ in 0..=Table::ROUNDS_RECALLED {
            let missing = self.missing(&handle, request, act).await?;
            if missing.len() > Table::ROUNDS_RECALLED {
                let max = Table::ROUNDS_RECALLED;
                return Err(taisai_table::Refusal::TooMany { max }.into());
            }
            let Some(round) = missing.first() else { return Ok(()) };
            self.recall(table, &handle, *round).await?;
        }
        Ok(())
    }

    /// The rounds that the table lacks to decide; none where this person may not ask at all.
    async fn missing(
        &self,
        handle: &TableHandle,
        request: &Request,
        act: &Act,
    ) -> Result<Vec<RoundNumber>, Error> {
        let (request, act, now) = (request.clone(), act.clone(), self.world.clock.now());
        let missing = handle.look(move |machine| match machine.table.decide(&request, now) {
            Err(taisai_table::Refusal::NoSuchRound) => machine.table.rounds_to_recall(&act),
            Ok(_) | Err(_) => Vec::new(),
        });
        Ok(missing.await?)
    }

    async fn recall(
        &self,
        table: TableId,
        handle: &TableHandle,
        round: RoundNumber,
    ) -> Result<(), Error> {
        let turn = timeout(Archive::PATIENCE, self.recalling.lock()).await;
        let turn = turn.map_err(|_| Error::Refused(Refusal::Busy))?;
        // Only what is recalled can be changed: while it is not, what is read of it stays so.
        if handle.look(move |machine| machine.table.settled_round(round).is_some()).await? {
            return Ok(());
        }
        // A house whose journal somebody else reads keeps no more rounds than its tables do.
        let Ok(archive) = self.archive() else { return Err(Error::Refused(Refusal::NoSuchRound)) };
        let read = archive.recall(stream(table)?, round).await?;
        let found = read.ok_or(Error::Refused(Refusal::NoSuchRound))?;
        let command = HostCommand::RecallRound { round: found.round, borne: found.borne };
        let (reply, answer) = oneshot::channel();
        handle.call(Call::Act(command, ReplyTo::Part(reply))).await?;
        answer.await.map_err(|_| Unavailable)??;
        drop(turn);
        Ok(())
    }

    /// Hands the table a decided case that a review is about and that it no longer keeps.
    async fn recall_case(
        &self,
        table: TableId,
        request: &Request,
        case: CaseId,
    ) -> Result<(), Error> {
        let handle = self.table(table)?;
        let (request, now) = (request.clone(), self.world.clock.now());
        let missing = handle.look(move |machine| {
            let refused = machine.table.decide(&request, now);
            refused == Err(taisai_table::Refusal::NoSuchCase)
                && machine.table.cases().was_opened(case)
        });
        if !missing.await? {
            return Ok(());
        }
        let turn = timeout(Archive::PATIENCE, self.recalling.lock()).await;
        let turn = turn.map_err(|_| Error::Refused(Refusal::Busy))?;
        let Ok(archive) = self.archive() else { return Err(Error::Refused(Refusal::NoSuchCase)) };
        let mut found = archive.cases(stream(table)?).await?;
        let found = found.remove(&case).ok_or(Error::Refused(Refusal::NoSuchCase))?;
        let command = HostCommand::RecallCase { case, file: found.file };
        let (reply, answer) = oneshot::channel();
        handle.call(Call::Act(command, ReplyTo::Part(reply))).await?;
        answer.await.map_err(|_| Unavailable)??;
        drop(turn);
        Ok(())
    }

    /// A round to look at: the table's own, or one from the journal.
    pub(super) async fn recalled_to_look(
        &self,
        table: TableId,
        round: RoundNumber,
    ) -> Result<RecalledRound, Error> {
        let handle = self.table(table)?;
        let known = handle.look(move |machine| {
            let known = machine.ledger.recall(round)?;
            Some(RecalledRound::of(&known, &machine.table))
        });
        if let Some(known) = known.await? {
            return Ok(known);
        }
        let was_played = handle.look(move |machine| round < machine.table.next_round());
        if !was_played.await? {
            return Err(Error::Refused(Refusal::NoSuchRound));
        }
        let found = self.archive()?.round(stream(table)?, round).await?;
        let found = found.ok_or(Error::Refused(Refusal::NoSuchRound))?;
        let shown = handle.look(move |machine| {
            let table = &machine.table;
            let book = table.book_of(round);
            let shown = RecalledRound::of(&found.shown(book), table);
            shown.with_places(found.past().as_ref(), book)
        });
        Ok(shown.await?)
    }
}

const fn reviewed(request: &Request) -> Option<CaseId> {
    match &request.command {
        Command::Staff(_, StaffCommand::Case(CaseCommand::ReopenCase { case, .. })) => Some(*case),
        Command::Seat(..) | Command::Staff(..) | Command::Floor(..) | Command::Host(_) => None,
    }
}

const fn proposed(request: &Request) -> Option<&Act> {
    match &request.command {
        Command::Staff(_, StaffCommand::Ruling(RulingCommand::Propose(act))) => Some(act),
        Command::Seat(..) | Command::Staff(..) | Command::Floor(..) | Command::Host(_) => None,
    }
}

fn stream(table: TableId) -> Result<taisai_journal::Stream, Error> {
    stream_of(table).map_err(|_| Error::Refused(Refusal::NoSuchTable { table: table.0 }))
}
