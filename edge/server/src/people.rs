//! People at the tables: who sits, who works, and which tables there are.

use taisai_floor::{Command as FloorCommand, FloorRole, Head, LoginName, Notice, TableId, Title};
use taisai_journal::{Accepted, Stream};
use taisai_protocol::ask::TableSetup;
use taisai_protocol::{Answer, Refusal};
use taisai_table::{Command, Money, PlayerId, Reason, StaffId};
use tracing::info;

use crate::cage::{AtSeat, No};
use crate::config::TableSetUp;
use crate::dispatch::floor_request;
use crate::house::{House, Lender};
use crate::login::Staff;
use crate::secret::Token;

use crate::start::StartFault;

/// What a token is derived for; see the cage for the others.
const LOAN: u64 = 4;

impl House {
    /// Lends play money for a seat: a voucher that the demo's own cashier sells.
    pub async fn lend(&self, lender: &Lender, at: &AtSeat, amount: Money) -> Result<Token, No> {
        let table = self.table(at.table)?;
        let currency = table.look(|machine| machine.table.config().currency).await?;
        let token = self.key.token(&[LOAN, at.terminal.0.into(), at.id]);
        let voucher = token.voucher();
        // A repeated ask gets the voucher it got before.
        let _first = lender.turn.lock().await;
        if self.floor.look(move |floor| floor.voucher(voucher).is_some()).await? {
            return Ok(token);
        }
        // What the table refuses is lent to nobody: who would have the voucher?
        let (player, staff) = (PlayerId(0), None);
        self.check_step(at, Command::SitAndBuyIn { player, staff, voucher, amount }).await?;
        let loan = FloorCommand::SellVoucher { voucher, amount, currency };
        self.clerk_asks(&lender.bank, loan).await?;
        Ok(token)
    }

    /// Lets a person work at a table in the role they have.
    pub async fn assign(
        &self,
        by: &Staff,
        whom: StaffId,
        table: TableId,
        id: u64,
    ) -> Result<Answer, No> {
        needs_superior(by)?;
        let role = self.floor.look(move |floor| floor.role(whom)).await?;
        let Some(FloorRole::Table(role)) = role else {
            return Err(No::Refused(Refusal::NotStaff));
        };
        self.host_asks(table, Command::AssignStaff { staff: whom, role }).await??;
        Ok(Answer::Done { id, seat: None })
    }

    /// Ends it.
    pub async fn unassign(
        &self,
        by: &Staff,
        whom: StaffId,
        table: TableId,
        id: u64,
    ) -> Result<Answer, No> {
        needs_superior(by)?;
        self.host_asks(table, Command::ReleaseStaff { staff: whom }).await??;
        Ok(Answer::Done { id, seat: None })
    }

    /// Makes every table's staff what the floor says they are: whoever lost a role has it nowhere.
    pub async fn reconcile_staff(&self) -> Result<(), No> {
        for (table, handle) in self.tables() {
            let here: Vec<_> = handle.look(|machine| machine.table.staff().collect()).await?;
            let known = here.clone();
            let roles: Vec<_> = self
                .floor
                .look(move |floor| known.iter().map(|(staff, _)| floor.role(*staff)).collect())
                .await?;
            for ((staff, role), now) in here.into_iter().zip(roles) {
                let command = match now {
                    Some(FloorRole::Table(now)) if now == role => continue,
                    Some(FloorRole::Table(now)) => Command::AssignStaff { staff, role: now },
                    Some(FloorRole::Cashier | FloorRole::Auditor | FloorRole::Administrator)
                    | None => Command::ReleaseStaff { staff },
                };
                info!(%table, %staff, ?command, "the floor has another role for somebody here");
                self.host_asks(table, command).await??;
            }
        }
        Ok(())
    }

    /// Puts a table of the configuration on the floor, if it is not there yet.
    pub async fn set_up(&self, table: &TableSetUp) -> Result<(), StartFault> {
        let number = table.table;
        if self.table(number).is_ok() {
            return Ok(());
        }
        let replay = self.tasks.open_stream(self.journal, table).await?;
        let book = Title::new(table.edition.id()).expect("an id is a title");
        let (name, config) = (table.name.clone(), table.config.clone());
        let add = FloorCommand::AddTable { table: number, name: name.clone(), config, book };
        self.floor.act(add).await?.map_err(No::from)?;
        self.put(number, self.tasks.table(number, name.to_string(), replay));
        Ok(())
    }

    /// Adds a table for an administrator.
    pub async fn add_table(&self, by: &Staff, id: u64, setup: &TableSetup) -> Result<Answer, No> {
        let table = TableSetUp::of(setup)?;
        let number = table.table;
        let book = Title::new(table.edition.id()).expect("an id is a title");
        let (name, config) = (table.name.clone(), table.config.clone());
        let add = FloorCommand::AddTable { table: number, name: name.clone(), config, book };
        self.floor.ask(floor_request(by, id, add)).await??;
        if self.table(number).is_err() {
            let replay = self.tasks.open_stream(self.journal, &table).await;
            let replay = replay.map_err(|_| No::Away)?;
            self.put(number, self.tasks.table(number, name.to_string(), replay));
        }
        Ok(Answer::Done { id, seat: None })
    }

    /// Takes a table from the floor for good.
    pub async fn retire_table(&self, by: &Staff, id: u64, table: TableId) -> Result<Answer, No> {
        let retire = FloorCommand::RetireTable { table };
        self.floor.ask(floor_request(by, id, retire)).await??;
        if let Some(handle) = self.take(table) {
            handle.stop().await?;
        }
        Ok(Answer::Done { id, seat: None })
    }

    /// Writes down that a snapshot is not what was kept.
    pub async fn note_set_aside(&self, stream: Stream, sequence: u64) -> Result<(), StartFault> {
        let table = match stream {
            Stream::Floor => None,
            Stream::Table(number) => Some(TableId(number.get())),
        };
        let notice = Notice::SnapshotSetAside { table, sequence };
        Ok(self.floor.act(FloorCommand::Note(notice)).await?.map_err(No::from)?)
    }

    /// Writes down who took a journal although it is not what was remembered of it.
    pub async fn note_accepted(&self, accepted: &Accepted) -> Result<(), StartFault> {
        let head = |heads: Option<&std::collections::BTreeMap<Stream, taisai_journal::Head>>| {
            let head = heads.and_then(|heads| heads.get(&Stream::Floor));
            Head {
                sequence: head.map_or(0, |head| head.sequence),
                hash: head.map_or([0; 32], |head| head.link.0),
            }
        };
        let by = LoginName::new(&accepted.acceptance.by);
        let reason = Reason::new(&accepted.acceptance.reason);
        let (Some(by), Some(reason)) = (by, reason) else {
            let what = "who accepts an old journal gives a log-in name and a reason of one line";
            return Err(StartFault::Refused(what.to_owned()));
        };
        let (expected, found) = (head(accepted.remembered.as_ref()), head(Some(&accepted.found)));
        let notice = Notice::OldJournalAccepted { by, reason, expected, found };
        Ok(self.floor.act(FloorCommand::Note(notice)).await?.map_err(No::from)?)
    }
}

/// Whoever says who works where is at least a floorperson.
fn needs_superior(by: &Staff) -> Result<(), No> {
    let needs = FloorRole::Table(taisai_rules::Role::Floorperson);
    let may = by.role.is_some_and(|role| role.may_act_for(needs));
    if may { Ok(()) } else { Err(No::Refused(Refusal::RoleNeeded { needs: vec![needs.into()] })) }
}
