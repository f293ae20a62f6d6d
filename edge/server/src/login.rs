//! Who comes in: log-ins, the tokens that follow from them, and who has tried too often.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use taisai_floor::{
    Asker, Command, Digest, FloorRole, Line as Text, LoginName, Notice, PasswordIs, Request,
    TableId, TerminalId,
};
use taisai_journal::stored::Actor;
use taisai_protocol::Refusal;
use taisai_table::{
    Asker as TableAsker, Command as TableCommand, Request as TableRequest, RequestId, SeatNumber,
    SessionId, StaffId, Time,
};
use tokio::time::Instant;

use crate::cage::No;
use crate::host::Author;
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
    /// Who chose their password, when they came in.
    pub password_is: PasswordIs,
}

impl Staff {
    /// They, as the journal names them for what they ask under this number.
    pub const fn author(&self, id: u64) -> Author {
        let (actor, session) = (Actor::Staff(self.staff), self.session);
        Author { actor, session, request: RequestId(id) }
    }

    /// What they ask of a table at which they need not work; the floor has checked their right.
    pub const fn through_floor(&self, id: u64, command: TableCommand) -> TableRequest {
        let (from, session, id) = (TableAsker::Floor(self.staff), self.session, RequestId(id));
        TableRequest { from, session, id, round: None, command }
    }
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

/// What is known of whoever logs in, before they have shown who they are.
#[derive(Clone, Copy)]
pub struct Caller {
    /// Where they are.
    pub address: IpAddr,
    /// The mark of their device, as it was sent.
    pub device: Option<Token>,
    /// The log-in their browser had before.
    pub before: Option<Token>,
}

/// What somebody who has logged in is given.
pub struct Welcome {
    /// The token of the log-in, which is told once.
    pub token: Token,
    /// The mark of their device.
    pub device: Token,
    /// Who they are.
    pub staff: Staff,
}

impl House {
    /// Checks a name and a password, and opens a session in place of any the browser had.
    pub async fn log_in(
        &self,
        name: &str,
        password: String,
        caller: Caller,
    ) -> Result<Welcome, LoginFault> {
        let device = caller.device.and_then(|mark| self.key.device_of(mark));
        let from = device.map_or(Place::Address(caller.address), Place::Device);
        let tried = Tried { name: Text::of(name), from };
        let staff = self.authenticate(tried, password, Text::of(&caller.address.to_string()));
        let staff = staff.await?;
        let token = self.world.token().map_err(|_| LoginFault::Busy)?;
        let digest = token.digest(Kind::Session);
        let open = Command::OpenSession { staff, token: digest };
        self.floor.act_for(comes_in(staff), open).await?.map_err(No::from)?;
        if let Some(before) = caller.before {
            self.end_session_with(before, staff).await?;
        }
        let who = self.staff_with(token).await?.ok_or(LoginFault::Wrong)?;
        let number = match device {
            Some(number) => number,
            None => self.world.token().map_err(|_| LoginFault::Busy)?.number(),
        };
        Ok(Welcome { token, device: self.key.device(number), staff: who })
    }

    /// Checks the password of somebody who is logged in again; for a while they count as fresh,
    /// and their session goes on under another token.
    pub async fn refresh(&self, who: &Staff, password: String) -> Result<Token, LoginFault> {
        self.give_again(who, password).await?;
        let session = who.session;
        let before = self.floor.look(move |floor| floor.session(session).map(|known| known.token));
        let before = before.await?;
        let token = self.world.token().map_err(|_| LoginFault::Busy)?;
        let digest = token.digest(Kind::Session);
        let rotate = Command::RotateSession { session, token: digest };
        self.floor.act_for(who.author(0), rotate).await?.map_err(No::from)?;
        if let Some(before) = before {
            self.old_tokens.keep(before, session, who.staff);
        }
        let refresh = Command::RefreshSession { session };
        self.floor.act_for(who.author(0), refresh).await?.map_err(No::from)?;
        Ok(token)
    }

    /// Checks the password of somebody who is logged in. Whoever guesses at it loses the session,
    /// and nobody else can make them lose it.
    pub async fn give_again(&self, who: &Staff, password: String) -> Result<(), LoginFault> {
        let name = Text::of(who.name.as_str());
        let tried = Tried { name, from: Place::Session(who.session) };
        let address = Text::of(&tried.from.to_string());
        let staff = match self.authenticate(tried.clone(), password, address).await {
            Err(LoginFault::Wrong) if self.tries.check(&tried, Instant::now()).is_err() => {
                let end = Command::EndSession { session: who.session };
                // A session that is over already is as good as ended.
                let _ = self.floor.act(end).await?;
                return Err(LoginFault::Wrong);
            }
            checked => checked?,
        };
        if staff == who.staff { Ok(()) } else { Err(LoginFault::Wrong) }
    }

    /// Ends the session of a token, if there is one, for somebody who comes in anew.
    async fn end_session_with(&self, token: Token, by: StaffId) -> Result<(), No> {
        let digest = token.digest(Kind::Session);
        let known = self.floor.look(move |floor| floor.session_with(&digest).map(|(id, _)| id));
        if let Some(session) = known.await? {
            // A session that is over already is as good as ended.
            let _ = self.floor.act_for(comes_in(by), Command::EndSession { session }).await?;
        }
        Ok(())
    }

    /// The member of staff whose session has this token, who has used it now. A token that was
    /// replaced is refused, and the floor is told of it.
    pub async fn admit(&self, token: Token, address: IpAddr) -> Result<Option<Staff>, No> {
        let staff = self.staff_with(token).await?;
        match &staff {
            Some(staff) => self.uses.touch(staff.session, self.world.clock.now()),
            None => self.note_old_token(token, address).await?,
        }
        Ok(staff)
    }

    async fn note_old_token(&self, token: Token, address: IpAddr) -> Result<(), No> {
        let Some((session, staff)) = self.old_tokens.used(token.digest(Kind::Session)) else {
            return Ok(());
        };
        let runs = self.floor.look(move |floor| floor.session(session).is_some()).await?;
        if runs {
            let address = Text::of(&address.to_string());
            let noted = Notice::OldTokenUsed { session, staff, address };
            let _ = self.floor.act(Command::Note(noted)).await?;
        }
        Ok(())
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
                password_is: member.password_is,
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
        tried: Tried,
        password: String,
        address: Text,
    ) -> Result<StaffId, LoginFault> {
        self.tries.check(&tried, Instant::now())?;
        let known = LoginName::new(tried.name.as_str());
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
                self.tries.forget(&tried);
                Ok(staff)
            }
            _ => {
                self.note_failure(tried, address).await?;
                Err(LoginFault::Wrong)
            }
        }
    }

    /// Failed log-ins are journalled, but nobody can fill the journal with them.
    async fn note_failure(&self, tried: Tried, address: Text) -> Result<(), No> {
        let name = tried.name.clone();
        let noted = self.tries.failed(tried, Instant::now());
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

/// Somebody who logs in, as the journal names them: they have no session yet.
const fn comes_in(staff: StaffId) -> Author {
    Author { actor: Actor::Staff(staff), session: SessionId(0), request: RequestId(0) }
}

/// Tokens that sessions had before they were given others; whoever shows one has it from
/// elsewhere.
#[derive(Debug, Default)]
pub struct OldTokens(Mutex<VecDeque<OldToken>>);

#[derive(Debug)]
struct OldToken {
    digest: Digest,
    session: SessionId,
    staff: StaffId,
}

impl OldTokens {
    /// How many are remembered.
    const KEPT: usize = 2_000;

    fn keep(&self, digest: Digest, session: SessionId, staff: StaffId) {
        let mut kept = self.lock();
        if kept.len() >= Self::KEPT {
            kept.pop_front();
        }
        kept.push_back(OldToken { digest, session, staff });
    }

    /// Whose token this was. It is told once: whoever sends it again and again fills no journal.
    fn used(&self, digest: Digest) -> Option<(SessionId, StaffId)> {
        let mut kept = self.lock();
        let place = kept.iter().position(|old| old.digest == digest)?;
        kept.remove(place).map(|old| (old.session, old.staff))
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<OldToken>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A name, and from where somebody tried to use it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tried {
    name: Text,
    from: Place,
}

/// From where somebody tries: a device at which somebody of the staff has logged in before is
/// known by its mark, whatever its address, so that strangers behind the same address cannot lock
/// it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Address(IpAddr),
    Device(u64),
    Session(SessionId),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Address(address) => address.fmt(f),
            Self::Device(number) => write!(f, "device {number:x}"),
            Self::Session(session) => write!(f, "session {}", session.0),
        }
    }
}

/// Who has tried in vain. A name is locked only for the place that tried: nobody can lock the
/// floor's people out from elsewhere.
#[derive(Debug, Default)]
pub struct Tries(Mutex<BTreeMap<Tried, Failures>>);

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
    /// After how many failures a name is locked for a place.
    pub const MAX: u32 = 5;
    /// For how long.
    pub const LOCK: Duration = Duration::from_mins(5);
    /// How many pairs of name and place are remembered.
    const KEPT: usize = 10_000;

    fn check(&self, key: &Tried, now: Instant) -> Result<(), LoginFault> {
        let Some(failures) = self.lock().get(key).copied() else { return Ok(()) };
        let over = failures.last + Self::LOCK;
        if failures.count < Self::MAX || over <= now {
            return Ok(());
        }
        Err(LoginFault::LockedOut { wait: over - now })
    }

    fn failed(&self, key: Tried, now: Instant) -> Noted {
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

    fn forget(&self, key: &Tried) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<Tried, Failures>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &str, last: u8) -> Tried {
        Tried { name: Text::of(name), from: Place::Address(IpAddr::from([127, 0, 0, last])) }
    }

    #[test]
    fn strangers_at_the_same_address_do_not_lock_a_known_device_out() {
        let (tries, start) = (Tries::default(), Instant::now());
        for _ in 0..Tries::MAX {
            tries.failed(key("ann", 1), start);
        }
        assert!(tries.check(&key("ann", 1), start).is_err());
        let known = Tried { name: Text::of("ann"), from: Place::Device(7) };
        assert!(tries.check(&known, start).is_ok());
        for _ in 0..Tries::MAX {
            tries.failed(known.clone(), start);
        }
        assert!(tries.check(&known, start).is_err(), "guessing there is guessing too");
    }

    #[test]
    fn an_old_token_is_told_of_once() {
        let (old, digest) = (OldTokens::default(), Digest([1; 32]));
        assert_eq!(old.used(digest), None);
        old.keep(digest, SessionId(5), StaffId(6));
        assert_eq!(old.used(digest), Some((SessionId(5), StaffId(6))));
        assert_eq!(old.used(digest), None);
        for number in 0..=OldTokens::KEPT {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&number.to_le_bytes());
            old.keep(Digest(bytes), SessionId(5), StaffId(6));
        }
        assert_eq!(old.used(Digest([0; 32])), None, "the oldest made room");
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
