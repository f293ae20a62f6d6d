//! People at the tables: who sits, who works, and which tables there are.

use taisai_floor::{
    Command as FloorCommand, FloorRole, Payee, TableId, TableStanding, TerminalId, Title,
};
use taisai_protocol::ask::checked::TableSetup;
use taisai_protocol::{Answer, Refusal};
use taisai_table::Refusal::{RequestReused, RequestTooOld};
use taisai_table::{
    HostCommand, HouseCommand, Money, PlayerId, SeatCommand, SeatNumber, StaffId, TableKind,
};
use tracing::info;

use crate::config::{TablePlan, asks_for_shifts};
use crate::error::Error;
use crate::house::who::Staff;
use crate::house::{House, Lender};
use crate::money::cage::TerminalAsk;
use crate::task::call::Occupied;
use crate::task::table::at_table;
use crate::world::secret::Token;

use crate::task::tasks::OpenFault;

/// What a token is derived for; see the cage for the others.
const LOAN: u64 = 4;

impl House {
    /// Lends play money for a seat: a voucher that the demo's own cashier sells.
    pub async fn lend(
        &self,
        lender: &Lender,
        at: &TerminalAsk,
        amount: Money,
    ) -> Result<Token, Error> {
        let table = self.table(at.table)?;
        let currency = table.look(|machine| machine.table.config().currency).await?;
        let token = self.token_for(&[LOAN, at.terminal.0.into(), at.id]).await?;
        let voucher = token.voucher();
        // A repeated ask gets the voucher it got before.
        let _first = lender.turn.lock().await;
        let lent = self.floor.look(move |floor| floor.voucher(voucher).map(|known| known.amount));
        if let Some(lent) = lent.await? {
            let same = lent == amount;
            return if same { Ok(token) } else { Err(taisai_floor::Refusal::RequestReused.into()) };
        }
        // What the table refuses is lent to nobody: who would have the voucher?
        let (player, staff) = (PlayerId::NOBODY, None);
        let sit = SeatCommand::SitAndBuyIn { player, staff, voucher, amount };
        let checked = self.check_step(at, sit).await;
        self.note_barred(at, token, &checked).await?;
        checked?;
        let loan = FloorCommand::SellVoucher { voucher, amount, currency };
        self.clerk_asks(&lender.bank, loan).await?;
        Ok(token)
    }

    /// Gives a place at a felt table to somebody whom the floor admits: what the table refuses has
    /// admitted nobody, and a repeated ask finds whom it admitted.
    pub async fn give_place(
        &self,
        by: &Staff,
        id: u64,
        (table, seat): (TableId, SeatNumber),
    ) -> Result<Answer, Error> {
        let _turn = self.turns.take(table, Payee::Seat(seat)).await;
        let handle = self.table(table)?;
        let admit = by.on_floor(id, FloorCommand::AdmitToPlace { table, seat });
        // Whoever may admit nobody hears that first, and whoever has asked before goes on.
        let (same, now) = (admit.clone(), self.world.clock.now());
        self.floor.look(move |floor| floor.decide(&same, now).map(drop)).await??;
        let give = |player| by.through_floor(id, HouseCommand::GivePlace { seat, player });
        let trial = give(PlayerId::NOBODY);
        let tried = handle.look(move |machine| machine.table.decide(&trial, now).map(drop));
        match tried.await? {
            Ok(()) | Err(RequestReused) => {}
            Err(refusal) => return Err(refusal.into()),
        }
        self.floor.ask(admit).await??;
        let player = self.floor.look(move |floor| floor.admitted_to(table, seat)).await?;
        let player = player.ok_or(Error::Refused(Refusal::NotYours))?;
        handle.ask(give(player)).await??;
        Ok(Answer::Done { id, seat: None })
    }

    /// A terminal was taken away: its player's seat is lost at its table, also where there was
    /// never a line to hang up.
    pub async fn lose_seat_of(&self, terminal: TerminalId) -> Result<(), Error> {
        let gone = Some(at_table(terminal));
        for (table, handle) in self.tables() {
            let seat = handle.look(move |machine| {
                let mut seats = machine.table.seats();
                let known = seats.find(|(_, seat)| seat.terminal() == gone && seat.is_connected());
                known.map(|(number, _)| number)
            });
            if let Some(seat) = seat.await? {
                // Its line may have ended meanwhile, or the player left.
                let _ = self.host_asks(table, HostCommand::LoseSeat { seat }).await?;
            }
        }
        Ok(())
    }

    /// Lets a person work at a table in the role they have.
    pub async fn assign(
        &self,
        by: &Staff,
        whom: StaffId,
        table: TableId,
        id: u64,
    ) -> Result<Answer, Error> {
        self.check_assigner(by).await?;
        let role = self.floor.look(move |floor| (floor.role(whom), floor.role_in_force(whom)));
        let role = match role.await? {
            (_, Some(FloorRole::Table(role))) => role,
            (Some(FloorRole::Table(_)), None) => {
                return Err(Error::Refused(Refusal::PasswordNotChosen));
            }
            (_, _) => return Err(Error::Refused(Refusal::NotStaff)),
        };
        let assign = by.through_floor(id, HouseCommand::AssignStaff { staff: whom, role });
        self.table(table)?.ask(assign).await??;
        // They may have lost the role since the floor was asked.
        self.reconcile_staff(None).await?;
        Ok(Answer::Done { id, seat: None })
    }

    /// Ends it.
    pub async fn unassign(
        &self,
        by: &Staff,
        whom: StaffId,
        table: TableId,
        id: u64,
    ) -> Result<Answer, Error> {
        self.check_assigner(by).await?;
        let release = by.through_floor(id, HouseCommand::ReleaseStaff { staff: whom });
        self.table(table)?.ask(release).await??;
        Ok(Answer::Done { id, seat: None })
    }

    /// The floor answers for whoever says who works where: it checks their right at this moment.
    pub(crate) async fn check_assigner(&self, by: &Staff) -> Result<(), Error> {
        let (staff, session, now) = (by.staff, by.session, self.world.clock.now());
        let may = self.floor.look(move |floor| floor.check_assigner(staff, session, now));
        Ok(may.await??)
    }

    /// Makes every table's staff what the floor says they are. Who has lost a role, or has not
    /// chosen their own password, works at no table.
    pub async fn reconcile_staff(&self, changed: Option<RoleChanged<'_>>) -> Result<(), Error> {
        for (table, handle) in self.tables() {
            let here: Vec<_> = handle.look(|machine| machine.table.staff().collect()).await?;
            let known = here.clone();
            let roles: Vec<_> = self
                .floor
                .look(move |floor| {
                    known.iter().map(|(staff, _)| floor.role_in_force(*staff)).collect()
                })
                .await?;
            for ((staff, role), now) in here.into_iter().zip(roles) {
                let command = match now {
                    Some(FloorRole::Table(now)) if now == role => continue,
                    Some(FloorRole::Table(now)) => HouseCommand::AssignStaff { staff, role: now },
                    Some(FloorRole::Cashier | FloorRole::Auditor | FloorRole::Administrator)
                    | None => HouseCommand::ReleaseStaff { staff },
                };
                info!(%table, %staff, ?command, "the floor has another role for somebody here");
                let changed = changed.filter(|changed| changed.whom == staff);
                self.follow_floor(table, command, changed).await??;
            }
        }
        Ok(())
    }

    /// Lets a table follow the floor, for whoever has changed the role if that is known.
    async fn follow_floor(
        &self,
        table: TableId,
        command: HouseCommand,
        changed: Option<RoleChanged<'_>>,
    ) -> Result<Result<(), taisai_table::Refusal>, Error> {
        if let Some(RoleChanged { by, id, .. }) = changed {
            let asked = self.table(table)?.ask(by.through_floor(id, command.clone())).await?;
            // A number that the table cannot take must not leave anybody in a role they lost.
            if !matches!(asked, Err(RequestReused | RequestTooOld)) {
                return Ok(asked);
            }
        }
        self.host_asks(table, command.into()).await
    }

    /// Lets every seat know its terminal: players who sat down before seats did are bound to the
    /// one that stands there, or, where it is gone, to none that anybody has.
    pub async fn bind_seats(&self) -> Result<(), Error> {
        for (table, handle) in self.tables() {
            let unbound = handle.look(|machine| {
                // At a felt table nobody has a terminal.
                let has_terminals = machine.table.config().kind == TableKind::Electronic;
                let seats = machine.table.seats();
                let unbound = seats.filter(|(_, seat)| has_terminals && seat.terminal().is_none());
                unbound.map(|(number, _)| number).collect::<Vec<_>>()
            });
            for seat in unbound.await? {
                let stands = self.floor.look(move |floor| floor.terminal_at(table, seat)).await?;
                let terminal = at_table(stands.unwrap_or(TerminalId(0)));
                info!(%table, %seat, %terminal, "a seat belongs to its terminal from now on");
                self.host_asks(table, HostCommand::BindSeat { seat, terminal }).await??;
            }
        }
        Ok(())
    }

    /// Puts a table of the configuration on the floor, if it is not there yet.
    pub async fn set_up(&self, table: &TablePlan) -> Result<(), OpenFault> {
        let number = table.table;
        if let Some(other) = self.named(&table.name).await? {
            let why =
                format!("table {number}: name: table {other} has it already: expects another");
            return Err(OpenFault::Refused(why));
        }
        let replay = self.tasks.open_stream(self.journal, table).await?;
        let book = Title::new(table.edition.id()).expect("an id is a title");
        let (name, config) = (table.name.clone(), table.config.clone());
        let add = FloorCommand::AddTable { table: number, name: name.clone(), config, book };
        self.floor.act(add).await?.map_err(Error::from)?;
        self.put(number, self.tasks.table(number, name.to_string(), replay));
        Ok(())
    }

    /// The table in use that people know by this name.
    async fn named(&self, name: &Title) -> Result<Option<TableId>, Error> {
        let name = name.as_str().to_lowercase();
        let found = self.floor.look(move |floor| {
            let in_use = floor.tables().filter(|(_, table)| table.standing == TableStanding::InUse);
            let mut same = in_use.filter(|(_, table)| table.name.as_str().to_lowercase() == name);
            same.next().map(|(table, _)| table)
        });
        Ok(found.await?)
    }

    /// Adds a table for an administrator.
    pub async fn add_table(
        &self,
        by: &Staff,
        id: u64,
        setup: &TableSetup,
    ) -> Result<Answer, Error> {
        let table = TablePlan::of(setup)?;
        let number = table.table;
        let unknown = table.unknown_to_its_document();
        if let Some((key, _)) = unknown.first().filter(|_| self.tasks.approvals.are_needed()) {
            // An approval is named in the configuration, not at a screen.
            let expects = "one that the rule document knows; any other table is added by the \
                           configuration, which names the approval that allows it";
            let (field, expects) = ((*key).to_owned(), expects.to_owned());
            return Err(Error::Refused(Refusal::BadField { field, expects }));
        }
        let rules = table.edition.rules();
        if let Some(clause) = asks_for_shifts(&table.config, rules)
            && self.tasks.approvals.are_needed()
            && !self.tasks.shifts.are_set()
        {
            let expects = format!(
                "another, or shifts in the configuration, as [day]: this one asks for an \
                 inspection in every shift ({clause})"
            );
            let field = "book".to_owned();
            return Err(Error::Refused(Refusal::BadField { field, expects }));
        }
        if let Some(other) = self.named(&table.name).await?.filter(|other| *other != number) {
            let (field, expects) = ("name".to_owned(), format!("another: table {other} has it"));
            return Err(Error::Refused(Refusal::BadField { field, expects }));
        }
        let book = Title::new(table.edition.id()).expect("an id is a title");
        let (name, config) = (table.name.clone(), table.config.clone());
        let add = FloorCommand::AddTable { table: number, name: name.clone(), config, book };
        self.floor.ask(by.on_floor(id, add)).await??;
        if self.table(number).is_err() {
            let replay = self.tasks.open_stream(self.journal, &table).await;
            let replay = replay.map_err(|_| Error::Unavailable)?;
            self.put(number, self.tasks.table(number, name.to_string(), replay));
        }
        Ok(Answer::Done { id, seat: None })
    }

    /// Takes a table from the floor for good.
    pub async fn retire_table(&self, by: &Staff, id: u64, table: TableId) -> Result<Answer, Error> {
        let retire = by.on_floor(id, FloorCommand::RetireTable { table });
        let (same, now) = (retire.clone(), self.world.clock.now());
        // Whoever may not retire it, or has done so before, does not hold the table up.
        let events = self.floor.look(move |floor| floor.decide(&same, now)).await??;
        if !events.is_empty() {
            let handle = self.table(table)?;
            handle.hold().await?.map_err(table_occupied)?;
            let retired = self.floor.ask(retire).await?;
            if retired.is_err() {
                handle.go_on().await?;
            }
            retired?;
        }
        if let Some(handle) = self.take(table) {
            handle.stop().await?;
        }
        Ok(Answer::Done { id, seat: None })
    }
}

/// A table is retired when nobody's money is left there.
fn table_occupied(Occupied { taken, owed }: Occupied) -> Error {
    let count = |number| u32::try_from(number).unwrap_or(u32::MAX);
    Error::Refused(Refusal::TableOccupied { taken: count(taken), owed: count(owed) })
}

/// Somebody has just changed, under this number, the role that another person has on the floor.
#[derive(Clone, Copy)]
pub struct RoleChanged<'a> {
    /// Whose role it is.
    pub whom: StaffId,
    /// Who changed it.
    pub by: &'a Staff,
    /// The number of the ask.
    pub id: u64,
}
