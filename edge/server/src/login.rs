//! Who comes in: log-ins, the tokens that follow from them, and who has tried too often.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taisai_floor::{
    Asker, Command, FloorRole, Line as Text, LoginName, Notice, Request, TableId, TerminalId,
};
use taisai_protocol::Refusal;
use taisai_table::{RequestId, SeatNumber, SessionId, StaffId, Time};
use tokio::time::Instant;

use crate::cage::No;
use crate::house::House;
use crate::password::PasswordFault;
use crate::secret::{Kind, Token};

/// Who speaks to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// A player's terminal at its seat.
    Terminal {
        /// The terminal.
        terminal: TerminalId,
        /// Its table.
        table: TableId,
        /// Its seat.
        seat: SeatNumber,
    },
    /// A display beside a table.
    Display {
        /// Its table.
        table: TableId,
    },
    /// A member of staff.
    Staff(Staff),
}

/// A member of staff who is logged in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Staff {
    /// The person.
    pub staff: StaffId,
    /// Their log-in.
    pub session: SessionId,
    /// Their name.
    pub name: LoginName,
    /// Their role when they came in; the floor and the tables judge anew every time.
    pub role: Option<FloorRole>,
}

/// Why nobody is logged in.
#[derive(Clone, Debug)]
pub enum LoginFault {
    /// Name and password do not belong together, or nobody may log in under them. It is not said
    /// which: whoever tries must not learn who works here.
    Wrong,
    /// Too many tries from there; not before so much time has passed.
    LockedOut {
        /// How long.
        wait: Duration,
    },
    /// Too many log in at this moment.
    Busy,
    /// Something else said no.
    No(No),
}

impl<F: Into<No>> From<F> for LoginFault {
    fn from(fault: F) -> Self {
        Self::No(fault.into())
    }
}

impl House {
    /// Checks a name and a password, and opens a session; its token is told once.
    pub async fn log_in(
        &self,
        name: &str,
        password: String,
        address: IpAddr,
    ) -> Result<(Token, Staff), LoginFault> {
        let staff = self.authenticate(name, password, address).await?;
        let token = self.world.token().map_err(|_| LoginFault::Busy)?;
        let digest = token.digest(Kind::Session);
        let opened = self.floor.act(Command::OpenSession { staff, token: digest }).await?;
        opened.map_err(No::from)?;
        let who = self.staff_with(token).await?.ok_or(LoginFault::Wrong)?;
        Ok((token, who))
    }

    /// Checks the password of somebody who is logged in again; for a while they count as fresh.
    pub async fn refresh(
        &self,
        who: &Staff,
        password: String,
        address: IpAddr,
    ) -> Result<(), LoginFault> {
        let staff = self.authenticate(who.name.as_str(), password, address).await?;
        if staff != who.staff {
            return Err(LoginFault::Wrong);
        }
        let refreshed = self.floor.act(Command::RefreshSession { session: who.session }).await?;
        Ok(refreshed.map_err(No::from)?)
    }

    /// Ends a session.
    pub async fn log_out(&self, who: &Staff) -> Result<(), No> {
        let from = Asker::Staff(who.staff, who.session);
        let command = Command::EndSession { session: who.session };
        let last = self.floor.look(move |floor| floor.last_request(from)).await?;
        let id = RequestId(last.map_or(1, |last| last.0 + 1));
        // A session that is over already is as good as ended.
        let _ = self.floor.ask(Request { from, id, command }).await?;
        Ok(())
    }

    /// The member of staff whose session has this token.
    pub async fn staff_with(&self, token: Token) -> Result<Option<Staff>, No> {
        let (digest, now) = (token.digest(Kind::Session), self.world.clock.now());
        let found = self.floor.look(move |floor| {
            let (session, known) = floor.session_with(&digest)?;
            let alive = now < known.until;
            let member = floor.member(known.staff).filter(|_| alive)?;
            Some(Staff {
                staff: known.staff,
                session,
                name: member.name.clone(),
                role: member.role,
            })
        });
        Ok(found.await?)
    }

    /// The terminal that has this token.
    pub async fn terminal_with(&self, token: Token) -> Result<Option<Who>, No> {
        let digest = token.digest(Kind::Terminal);
        let found = self.floor.look(move |floor| {
            let (terminal, known) = floor.terminal_with(&digest)?;
            Some(Who::Terminal { terminal, table: known.table, seat: known.seat })
        });
        Ok(found.await?)
    }

    /// Makes whoever gives this code the terminal it was offered for; its token is told once.
    pub async fn enrol(&self, code: &str) -> Result<(Token, Option<Who>), No> {
        let token = self.world.token().map_err(|_| No::Refused(Refusal::Busy))?;
        let (code, digest) =
            (Kind::Enrolment.digest(code.as_bytes()), token.digest(Kind::Terminal));
        self.floor.act(Command::EnrolTerminal { code, token: digest }).await??;
        Ok((token, self.terminal_with(token).await?))
    }

    /// Whether the person of a session has just given their password.
    pub async fn is_fresh(&self, session: SessionId) -> Result<bool, No> {
        let now = self.world.clock.now();
        let fresh = self.floor.look(move |floor| {
            let fresh_until = |at: Time| at.millis() + taisai_floor::Floor::FRESH_MS;
            floor
                .session(session)
                .is_some_and(|known| now.millis() <= fresh_until(known.authenticated))
        });
        Ok(fresh.await?)
    }

    async fn authenticate(
        &self,
        name: &str,
        password: String,
        address: IpAddr,
    ) -> Result<StaffId, LoginFault> {
        let key = (Text::of(name), address);
        self.tries.check(&key, Instant::now())?;
        let known = LoginName::new(name);
        let member = self.floor.look(move |floor| {
            let (staff, member) = floor.member_named(&known?)?;
            Some((staff, member.password.clone(), member.standing))
        });
        let member = member.await?;
        let hash = member.as_ref().map(|(_, hash, _)| hash.clone());
        let right =
            self.world.passwords.check(password, hash).await.map_err(|fault| match fault {
                PasswordFault::Busy | PasswordFault::Failed => LoginFault::Busy,
                PasswordFault::TooShort | PasswordFault::TooLong => LoginFault::Wrong,
            })?;
        match member {
            Some((staff, _, taisai_floor::Standing::Active)) if right => {
                self.tries.forget(&key);
                Ok(staff)
            }
            _ => {
                self.note_failure(key).await?;
                Err(LoginFault::Wrong)
            }
        }
    }

    /// Failed log-ins are journalled, but nobody can fill the journal with them.
    async fn note_failure(&self, key: Key) -> Result<(), No> {
        let (name, address) = (key.0.clone(), Text::of(&key.1.to_string()));
        let noted = self.tries.failed(key, Instant::now());
        let failed = Notice::LoginFailed { name: name.clone(), address: address.clone() };
        if noted != Noted::Silently {
            let _ = self.floor.act(Command::Note(failed)).await?;
        }
        if noted == Noted::LockedOut {
            let lock_ms = u64::try_from(Tries::LOCK.as_millis()).unwrap_or(u64::MAX);
            let until = self.world.clock.now().millis().saturating_add(lock_ms);
            let until = Time::from_millis(until).unwrap_or(Time::MAX);
            let _ =
                self.floor.act(Command::Note(Notice::LockedOut { name, address, until })).await?;
        }
        Ok(())
    }
}

type Key = (Text, IpAddr);

/// Who has tried in vain. A name is locked only for the address that tried: nobody can lock the
/// floor's people out from elsewhere.
#[derive(Debug, Default)]
pub struct Tries(Mutex<BTreeMap<Key, Failures>>);

#[derive(Clone, Copy, Debug)]
struct Failures {
    count: u32,
    last: Instant,
}

/// What became of a failed log-in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Noted {
    /// It is told.
    Told,
    /// It is told, and the name is locked for that address.
    LockedOut,
    /// One of too many to be told.
    Silently,
}

impl Tries {
    /// After how many failures a name is locked for an address.
    pub const MAX: u32 = 5;
    /// For how long.
    pub const LOCK: Duration = Duration::from_mins(5);
    /// How many pairs of name and address are remembered.
    const KEPT: usize = 10_000;

    fn check(&self, key: &Key, now: Instant) -> Result<(), LoginFault> {
        let Some(failures) = self.lock().get(key).copied() else { return Ok(()) };
        let over = failures.last + Self::LOCK;
        if failures.count < Self::MAX || over <= now {
            return Ok(());
        }
        Err(LoginFault::LockedOut { wait: over - now })
    }

    fn failed(&self, key: Key, now: Instant) -> Noted {
        let mut tries = self.lock();
        tries.retain(|_, known| now < known.last + Self::LOCK);
        if tries.len() >= Self::KEPT && !tries.contains_key(&key) {
            return Noted::Silently;
        }
        let known = tries.entry(key).or_insert(Failures { count: 0, last: now });
        known.count += 1;
        known.last = now;
        if known.count == Self::MAX { Noted::LockedOut } else { Noted::Told }
    }

    fn forget(&self, key: &Key) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Key, Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, last: u8) -> Key {
        (Text::of(name), IpAddr::from([127, 0, 0, last]))
    }

    #[test]
    fn five_failures_lock_a_name_for_one_address_and_for_a_while() {
        let (tries, start) = (Tries::default(), Instant::now());
        for count in 1..=Tries::MAX {
            assert!(tries.check(&key("ann", 1), start).is_ok(), "{count}");
            let noted = tries.failed(key("ann", 1), start);
            assert_eq!(noted == Noted::LockedOut, count == Tries::MAX);
        }
        assert!(tries.check(&key("ann", 1), start).is_err());
        assert!(tries.check(&key("ann", 2), start).is_ok(), "from elsewhere Ann may still come");
        assert!(tries.check(&key("bob", 1), start).is_ok());
        let almost = start + (Tries::LOCK.checked_sub(Duration::from_millis(1)).unwrap());
        assert!(tries.check(&key("ann", 1), almost).is_err());
        assert!(tries.check(&key("ann", 1), start + Tries::LOCK).is_ok());
    }

    #[test]
    fn a_right_password_forgets_the_wrong_ones() {
        let (tries, start) = (Tries::default(), Instant::now());
        for _ in 1..Tries::MAX {
            tries.failed(key("ann", 1), start);
        }
        tries.forget(&key("ann", 1));
        tries.failed(key("ann", 1), start);
        assert!(tries.check(&key("ann", 1), start).is_ok());
    }

    #[test]
    fn a_flood_of_names_is_not_remembered_without_end() {
        let (tries, start) = (Tries::default(), Instant::now());
        for name in 0..Tries::KEPT {
            assert_eq!(tries.failed(key(&name.to_string(), 1), start), Noted::Told);
        }
        assert_eq!(tries.failed(key("one more", 1), start), Noted::Silently);
        let later = start + Tries::LOCK;
        assert_eq!(tries.failed(key("one more", 1), later), Noted::Told);
    }
}
