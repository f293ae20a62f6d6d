//! `taisai staff`: the first people of a floor, and break-glass; at the machine, without a server.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use clap::{Args, Subcommand};
use console::Term;
use serde_json::json;
use taisai_floor::{Floor, FloorRole, LoginName, PasswordHash, Refusal, Standing};
use taisai_journal::{Journal, OpenFault, StoreFault};
use taisai_server::run::offline::{OfflineFault, OfflineFloor};
use taisai_server::world::password::{PasswordFault, Passwords};
use taisai_table::Reason;

use crate::commands::serve::{Floor as FloorPlace, unbelieved};
use crate::failure::Failure;
use crate::input::data::read_floor;
use crate::output::json;
use crate::output::page::{Cell, DIM, GOOD, NAME, columns, headings, styled};

#[derive(Debug, Subcommand)]
pub(crate) enum Staff {
    /// Add an administrator to a floor that has fewer than two
    Add(AddArguments),
    /// List everybody who works or ever worked here
    List(ListArguments),
    /// Reset the password of an administrator who lost it; recorded in the journal
    ResetPassword(ResetArguments),
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai staff add ann --data floor

The password is asked for twice on a terminal, or read as one line from standard input. It takes two
administrators to give anybody else a role: add two, start the server, and let them log in. From
then on people are added at the floor's screen: one administrator proposes, another agrees.")]
pub(crate) struct AddArguments {
    /// The name to log in with: small letters, digits, dots, dashes
    name: String,
    #[command(flatten)]
    floor: FloorPlace,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai staff list --data floor")]
pub(crate) struct ListArguments {
    #[command(flatten)]
    floor: FloorPlace,
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai staff reset-password ann --reason \"both administrators locked out\" --data floor

For administrators alone, and only while no server runs: everybody else's password is reset by two
people at the floor's screen. All sessions of the person end, the new password must be changed
at the next log-in, and the journal keeps the reason.")]
pub(crate) struct ResetArguments {
    /// Who
    name: String,
    /// Why, for the journal
    #[arg(long)]
    reason: String,
    #[command(flatten)]
    floor: FloorPlace,
}

pub(crate) fn run(command: &Staff) -> Result<String, Failure> {
    match command {
        Staff::Add(arguments) => add(arguments),
        Staff::List(arguments) => list(arguments),
        Staff::ResetPassword(arguments) => reset_password(arguments),
    }
}

fn add(arguments: &AddArguments) -> Result<String, Failure> {
    let name = login_name(&arguments.name)?;
    let mut offline = open_offline(&arguments.floor)?;
    // Checked before anybody has to think of a password.
    if offline.administrators() >= Floor::ADMINISTRATORS_ENOUGH {
        let enough = Floor::ADMINISTRATORS_ENOUGH;
        return Err(refused(&OfflineFault::Refused(Refusal::AdministratorsEnough { enough })));
    }
    if offline.floor().member_named(&name).is_some() {
        return Err(refused(&OfflineFault::Refused(Refusal::NameTaken)));
    }
    let password = new_password(&name)?;
    offline.add_administrator(name.clone(), password).map_err(|fault| refused(&fault))?;
    let next = if offline.administrators() < Floor::ADMINISTRATORS_ENOUGH {
        "It takes two administrators to give anybody a role: add one more.\n"
    } else {
        "There are two administrators: start the server, and let them log in at /floor.\n"
    };
    Ok(format!("{name} is an {} now. {next}", styled(GOOD, "administrator")))
}

fn reset_password(arguments: &ResetArguments) -> Result<String, Failure> {
    let name = login_name(&arguments.name)?;
    let reason = Reason::new(&arguments.reason).ok_or_else(|| {
        let what = format!("--reason: one line of 1 to {} bytes", Reason::LENGTH_MAX);
        Failure::usage("bad-reason", what)
    })?;
    let mut offline = open_offline(&arguments.floor)?;
    if !offline.is_begun() {
        let place = arguments.floor.records()?.place.to_string();
        return Err(Failure::from(&OpenFault::NoJournal { place }));
    }
    let member = offline.floor().member_named(&name);
    let Some((_, member)) = member else {
        return Err(refused(&OfflineFault::Nobody(name.to_string())));
    };
    if member.role != Some(FloorRole::Administrator) {
        return Err(refused(&OfflineFault::Refused(Refusal::NotAdministrator)));
    }
    let password = new_password(&name)?;
    offline.recover_password(&name, password, reason).map_err(|fault| refused(&fault))?;
    Ok(format!("{name} has a new password, and must change it at the next log-in.\n"))
}

fn list(arguments: &ListArguments) -> Result<String, Failure> {
    let records = arguments.floor.records()?;
    let mut journal = Journal::open_read_only(&records.place, &records.options)
        .map_err(|fault| Failure::from(&fault))?;
    let replay = read_floor(&mut journal)?;
    Ok(if arguments.json { in_json(&replay.state) } else { page(&replay.state) })
}

fn page(floor: &Floor) -> String {
    if floor.staff().len() == 0 {
        return "nobody works here yet: taisai staff add NAME\n".to_owned();
    }
    let mut rows = vec![headings(&["number", "name", "role", ""])];
    rows.extend(floor.staff().map(|(staff, member)| {
        let suspended = member.standing == Standing::Suspended;
        vec![
            Cell::new(staff.to_string()).right(),
            Cell::new(member.name.as_str()).style(NAME),
            Cell::new(member.role.map_or("none", FloorRole::word)),
            Cell::new(if suspended { "suspended" } else { "" }).style(DIM),
        ]
    }));
    columns(&rows)
}

fn in_json(floor: &Floor) -> String {
    let staff: Vec<_> = floor
        .staff()
        .map(|(staff, member)| {
            json!({
                "staff": staff.0,
                "name": member.name.as_str(),
                "role": member.role.map(FloorRole::word),
                "suspended": member.standing == Standing::Suspended,
            })
        })
        .collect();
    json::line(&json!({ "staff": staff }))
}

fn login_name(text: &str) -> Result<LoginName, Failure> {
    LoginName::new(text).ok_or_else(|| {
        let what =
            format!("{text:?} is not a log-in name: 1 to 64 small letters, digits, . - or _");
        Failure::usage("bad-name", what).hint("taisai staff add ann.chan")
    })
}

fn open_offline(floor: &FloorPlace) -> Result<OfflineFloor, Failure> {
    OfflineFloor::open(floor.records()?).map_err(|fault| refused(&fault))
}

pub(crate) fn refused(fault: &OfflineFault) -> Failure {
    match fault {
        OfflineFault::Open(OpenFault::InUse { .. })
        | OfflineFault::Store(StoreFault::LeaseLost { .. }) => {
            let what = "a server is using this floor, and two writers would conflict";
            Failure::no("journal-in-use", what).hint(
                "stop the server and try again; on a running floor administrators add people at \
                 /floor",
            )
        }
        OfflineFault::Open(fault) => Failure::from(fault),
        OfflineFault::Replay(fault) => Failure::from(fault),
        OfflineFault::Store(fault) => Failure::from(fault),
        OfflineFault::Refused(Refusal::AdministratorsEnough { .. }) => {
            Failure::no("administrators-enough", fault.to_string()).hint(
                "start the server; one administrator adds people at /floor, proposes their role, \
                 and the other approves",
            )
        }
        OfflineFault::Refused(Refusal::NotAdministrator) => {
            Failure::no("not-administrator", fault.to_string())
                .hint("two people reset the password of anybody else at /floor")
        }
        OfflineFault::Nobody(_) => {
            Failure::no("nobody", fault.to_string()).hint("taisai staff list")
        }
        OfflineFault::Gap(fault) => unbelieved(fault),
        OfflineFault::NoReason => Failure::usage("bad-reason", fault.to_string()),
        OfflineFault::Refused(_) => Failure::no("refused", fault.to_string()),
        OfflineFault::Machine => Failure::no("machine", fault.to_string()),
    }
}

/// A new password, hashed: asked for twice on a terminal, or one line of standard input.
fn new_password(name: &LoginName) -> Result<PasswordHash, Failure> {
    let unread = |error: io::Error| {
        Failure::no("no-password", format!("no password could be read: {error}"))
    };
    let password = if io::stdin().is_terminal() {
        asked_twice(name).map_err(unread)?.ok_or_else(|| {
            Failure::no("not-the-same", "the two passwords are not the same; nothing was changed")
        })?
    } else {
        let mut line = String::new();
        io::stdin().lock().read_line(&mut line).map_err(unread)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    Passwords::hash_now(&password).map_err(|fault| {
        let what = match fault {
            PasswordFault::TooShort => {
                format!("a password has at least {} letters", Passwords::LENGTH_MIN)
            }
            PasswordFault::TooLong => {
                format!("a password has at most {} bytes", Passwords::LENGTH_MAX)
            }
            PasswordFault::Busy | PasswordFault::Failed => "the machine cannot hash".to_owned(),
        };
        Failure::no("bad-password", what).hint("several words that nobody would guess are best")
    })
}

/// Input is not echoed.
fn asked_twice(name: &LoginName) -> io::Result<Option<String>> {
    let terminal = Term::stderr();
    let ask = |what: &str| -> io::Result<String> {
        write!(&terminal, "{what}: ")?;
        terminal.read_secure_line()
    };
    let first = ask(&format!("Password for {name}, at least {} letters", Passwords::LENGTH_MIN))?;
    let second = ask("Once more")?;
    Ok((first == second).then_some(first))
}
