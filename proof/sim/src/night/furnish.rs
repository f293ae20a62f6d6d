//! The first evening: people are hired, tables equipped and opened.

use std::collections::BTreeMap;

use taisai_floor::{
    Act, Asker, BankAct, Command as FloorCommand, Count, DayNumber, Digest, LoginName, Notice,
    Request,
};
use taisai_protocol::FloorRole;
use taisai_rules::{Approval, Roll, ShakerKind};
use taisai_server::config::Config;
use taisai_server::error::Error;
use taisai_server::house::{Clerk, House, Lender};
use taisai_server::task::machine::TableMachine;
use taisai_server::world::hash_queue::Lane;
use taisai_server::world::secret::Kind as Secret;
use taisai_table::{
    Command, DayCommand, DiceSetId, DiceSource, DieId, EquipmentCommand, HouseCommand, Money,
    ProposalId, Reason, RequestId, SessionId, ShakerId, StaffCommand, StaffId, TableKind,
};

use super::displays::DisplayAt;
use super::{Event, Night};
use crate::auditor::{Broken, broken};
use crate::plan::{Kind, Plan};
use crate::player::Player;
use crate::staff::Worker;

/// Everybody who will be there.
pub(super) fn people(plan: &Plan, config: &Config) -> (Vec<Player>, Vec<Worker>) {
    let mut workers = vec![
        Worker::new("admin", FloorRole::Administrator, None, None),
        Worker::new("second-admin", FloorRole::Administrator, None, None),
        Worker::new("cashier", FloorRole::Cashier, None, None),
        Worker::new("second-cashier", FloorRole::Cashier, None, None),
        Worker::new("shift", FloorRole::ShiftManager, None, None),
    ];
    let mut players = Vec::new();
    for (planned, set_up) in plan.tables.iter().zip(&config.tables) {
        let table = set_up.table.0;
        let pays = &set_up.edition.rules().pay_table;
        for (name, role) in [
            ("dealer", FloorRole::Dealer),
            ("floor", FloorRole::Floorperson),
            ("pit", FloorRole::ShiftManager),
        ] {
            let name = format!("{name}-{table}");
            workers.push(Worker::new(&name, role, Some(table), Some(pays.clone())));
        }
        if planned.kind != Kind::Felt {
            players.extend((1..=plan.seats).map(|seat| Player::new(table, seat)));
        }
    }
    (players, workers)
}

impl Night {
    /// The place of the administrators among the workers.
    pub(super) const ADMINISTRATORS: [usize; 2] = [0, 1];

    /// The place of the cashiers.
    pub(super) const CASHIERS: [usize; 2] = [2, 3];

    /// The place of the shift manager who works at no table.
    pub(super) const SHIFT_MANAGER: usize = 4;

    /// Hires everybody and opens the tables, before anything goes wrong.
    pub(super) async fn furnish(&mut self) -> Result<(), Broken> {
        let Some(house) = self.house.clone() else { return Ok(()) };
        let workers = self.workers.iter();
        let mut people: Vec<Hired<'_>> = workers
            .map(|worker| (worker.name.as_str(), worker.password.as_str(), worker.role))
            .collect();
        people.extend(LENDERS.map(|(name, role)| (name, "nobody logs in with it", role)));
        hire(&house, &people).await.map_err(|no| told(&no))?;
        lose_records(&house).await.map_err(|no| told(&no))?;
        self.displays = enrol_displays(&house).await.map_err(|no| told(&no))?;
        for place in 0..self.displays.len() {
            self.later(20_000 + 7_000 * place as u64, Event::Display(place));
        }
        count_banks(&house).await.map_err(|no| told(&no))?;
        open_tables(&house, &self.workers).await.map_err(|no| told(&no))?;
        // The tables were equipped past the register, and a night without trouble has no other
        // start: what the next one would adopt is adopted now.
        house.settle_all_things().await.map_err(|no| told(&no))
    }

    /// The house lends play money beside real money, so that somebody sits down with it.
    pub(super) async fn lend(&mut self) -> Result<(), Broken> {
        let Some(house) = self.house.clone() else { return Ok(()) };
        let clerk = async |name| -> Result<Clerk, Error> {
            let staff = staff_named(&house, name).await?;
            Ok(Clerk { staff, at_work: tokio::sync::Mutex::new(None) })
        };
        // A journal that has just failed answers nobody; the house is opened again.
        let (Ok(bank), Ok(usher)) = (clerk(LENDERS[0].0).await, clerk(LENDERS[1].0).await) else {
            return Ok(());
        };
        self.bank = Some(bank.staff.0);
        // A house is begun once.
        let _ = house.lender.set(Lender { bank, usher, turn: tokio::sync::Mutex::new(()) });
        Ok(())
    }
}

/// Whom the house itself plays to lend play money.
const LENDERS: [(&str, FloorRole); 2] =
    [("bank", FloorRole::Cashier), ("usher", FloorRole::Floorperson)];

fn told(no: &Error) -> Broken {
    broken(0, format!("the floor cannot be furnished: {no:?}"))
}

/// Somebody's name, password and role.
type Hired<'a> = (&'a str, &'a str, FloorRole);

async fn hire(house: &House, people: &[Hired<'_>]) -> Result<(), Error> {
    let mut bosses = Vec::new();
    for &(login, password, role) in people {
        let name = LoginName::new(login).expect("a plain name");
        let hash = house.world.passwords.hash(password.to_owned(), Lane::House).await;
        let hash = hash.map_err(|_| Error::Unavailable)?;
        if role == FloorRole::Administrator {
            house.floor.act(FloorCommand::AddAdministrator { name, password: hash }).await??;
        } else {
            let invitation =
                house.world.token().map_err(|_| Error::Unavailable)?.digest(Secret::Session);
            asks(house, bosses[0], FloorCommand::AddStaff { name, invitation }).await?;
            let staff = staff_named(house, login).await?;
            let accept = FloorCommand::AcceptInvitation { staff, invitation, password: hash };
            house.floor.act(accept).await??;
        }
        let person = session_of(house, login).await?;
        if role == FloorRole::Administrator {
            bosses.push(person);
            continue;
        }
        let grant = Act::GrantRole { staff: person.0, role: role.into() };
        asks(house, bosses[0], FloorCommand::Propose(grant)).await?;
        let proposal = house.floor.look(|floor| floor.proposals().last().map(|(id, _)| id)).await?;
        let session = bosses[1].1;
        house.floor.act(FloorCommand::RefreshSession { session }).await??;
        let approve = FloorCommand::Approve(proposal.unwrap_or(ProposalId(0)));
        asks(house, bosses[1], approve).await?;
    }
    Ok(())
}

/// An old copy of the journal was accepted long ago: there may be paper that it does not know.
async fn lose_records(house: &House) -> Result<(), Error> {
    let by = staff_named(house, "admin").await?;
    let reason = Reason::new("the disk was put back as it was last week").expect("a plain reason");
    let notice = Notice::JournalAccepted { by, reason, streams: Vec::new() };
    house.floor.act(FloorCommand::Note(notice)).await??;
    Ok(())
}

async fn asks(
    house: &House,
    (staff, session): (StaffId, SessionId),
    command: FloorCommand,
) -> Result<(), Error> {
    let from = Asker::Staff(staff, session);
    let last = house.floor.look(move |floor| floor.last_request(from)).await?;
    let id = RequestId(last.map_or(1, |last| last.0 + 1));
    Ok(house.floor.ask(Request { from, id, command }).await??)
}

async fn staff_named(house: &House, name: &str) -> Result<StaffId, Error> {
    let login = LoginName::new(name).expect("a plain name");
    let staff = house.floor.look(move |floor| floor.member_named(&login).map(|(id, _)| id));
    staff.await?.ok_or(Error::Unavailable)
}

async fn session_of(house: &House, name: &str) -> Result<(StaffId, SessionId), Error> {
    let staff = staff_named(house, name).await?;
    let token = house.world.token().map_err(|_| Error::Unavailable)?.digest(Secret::Session);
    house.floor.act(FloorCommand::OpenSession { staff, token }).await??;
    let session = house.floor.look(move |floor| floor.session_with(&token).map(|(id, _)| id));
    Ok((staff, session.await?.ok_or(Error::Unavailable)?))
}

/// Enrols a display at each table whose dealer throws dice.
async fn enrol_displays(house: &House) -> Result<Vec<DisplayAt>, Error> {
    let (shift, mut displays) = (session_of(house, "shift").await?, Vec::new());
    for (table, handle) in house.tables() {
        let dice = handle.look(|machine| machine.table.config().dice).await?;
        if dice != DiceSource::Physical {
            continue;
        }
        let (code, token) = (secret(house)?, secret(house)?);
        let offer = FloorCommand::OfferDisplay { code, table, equipment: Some(table.0) };
        asks(house, shift, offer).await?;
        house.floor.act(FloorCommand::EnrolTerminal { code, token }).await??;
        let device = house.floor.look(move |floor| floor.device_with(&token).map(|(id, _)| id));
        let device = device.await?.ok_or(Error::Unavailable)?;
        let mut display = DisplayAt::enrolled(table, device);
        display.comes(house).await?;
        displays.push(display);
    }
    Ok(displays)
}

/// A whole day at each felt table, and the beginning of another.
async fn count_banks(house: &House) -> Result<(), Error> {
    for (table, handle) in house.tables() {
        if handle.look(|machine| machine.table.config().kind).await? != TableKind::Felt {
            continue;
        }
        let floor = format!("floor-{}", table.0);
        let people = (session_of(house, &floor).await?, session_of(house, "cashier").await?);
        let shift = session_of(house, "shift").await?;
        let (float, slip, drop) = ((people.0, shift), (people.1, people.0), (people.1, shift));
        let count = |pieces| {
            let denomination = Money::new(2_500).expect("a small amount");
            Count::new(BTreeMap::from([(denomination, pieces)])).expect("a small count")
        };
        let day = DayNumber(1);
        for (act, by) in [
            (BankAct::OpenFloat { table, count: count(400) }, float),
            (BankAct::Fill { table, count: count(100) }, slip),
            (BankAct::Credit { table, count: count(50) }, slip),
            (BankAct::CloseFloat { table, count: count(420) }, float),
            (BankAct::CountDrop { table, day, count: count(60) }, drop),
            (BankAct::OpenFloat { table, count: count(420) }, float),
        ] {
            asks(house, by.0, FloorCommand::Propose(Act::Bank(act))).await?;
            let made = house.floor.look(|floor| floor.proposals().last().map(|(id, _)| id));
            let approve = FloorCommand::Approve(made.await?.unwrap_or(ProposalId(0)));
            asks(house, by.1, approve).await?;
        }
    }
    Ok(())
}

fn secret(house: &House) -> Result<Digest, Error> {
    let token = house.world.token().map_err(|_| Error::Unavailable)?;
    Ok(token.digest(Secret::Terminal))
}

async fn open_tables(house: &House, workers: &[Worker]) -> Result<(), Error> {
    let (shift, session) = session_of(house, "shift").await?;
    for (table, handle) in house.tables() {
        let here = workers.iter().filter(|worker| worker.table == Some(table.0));
        let shift_manager = workers.iter().filter(|worker| worker.name == "shift");
        for worker in here.chain(shift_manager) {
            let staff = staff_named(house, &worker.name).await?;
            let taisai_floor::FloorRole::Table(role) = worker.role.into() else { continue };
            house.host_asks(table, HouseCommand::AssignStaff { staff, role }.into()).await??;
        }
        for (command, id) in
            handle.look(move |machine| equipment(machine, table.0)).await?.into_iter().zip(1..)
        {
            let command = Command::Staff(shift, command);
            let request =
                taisai_table::Request { session, id: RequestId(id), round: None, command };
            // What a book does not ask for it refuses; what it asks for is done.
            let _ = handle.ask(request).await?;
        }
    }
    Ok(())
}

/// What a table needs under its rule book before it opens.
fn equipment(machine: &TableMachine, table: u32) -> Vec<StaffCommand> {
    let book = &machine.book;
    let (mut commands, mut in_use) = (Vec::new(), None);
    if machine.table.config().dice == DiceSource::Physical {
        let known = |kind: &ShakerKind| book.equipment.shaker(*kind).is_some();
        let kind = ShakerKind::ALL.iter().copied().find(known).unwrap_or(ShakerKind::Manual);
        // As earlier versions did it: the register adopts what stands there.
        let (shaker, approvals) = (ShakerId(table), Approval::ALL.to_vec());
        let dice = [1, 2, 3].map(|die| DieId(10 * table + die));
        commands
            .push(EquipmentCommand::InstallShaker { shaker, kind, sealed: true, approvals }.into());
        commands.push(EquipmentCommand::InstallDice { shaker, set: DiceSetId(table), dice }.into());
        in_use = Some(kind);
        commands.push(DayCommand::TakeShaker.into());
        commands.push(EquipmentCommand::InspectShaker { tosses: 3 }.into());
    }
    for entered in Roll::all().step_by(50).take(4) {
        commands.push(EquipmentCommand::TryDisplay { entered }.into());
        commands.push(EquipmentCommand::JudgeDisplay { lit: true }.into());
    }
    let lines = book.equipment.checklist_with(in_use).map(|line| line.id.clone()).collect();
    commands.push(EquipmentCommand::AttestLines { lines }.into());
    commands.push(DayCommand::OpenTable.into());
    // One person answers for one shaker: whoever deals takes it over.
    commands.push(DayCommand::LeaveShaker.into());
    commands
}
