//! Who comes in: log-ins, enrolments, and the tokens that follow from them.

use std::net::IpAddr;
use std::time::Duration;

use taisai_floor::{Asker, Command, Digest, Line as Text, LoginName, Notice, Password, Request};
use taisai_journal::stored::Actor;
use taisai_protocol::Refusal;
use taisai_table::{RequestId, SessionId, StaffId, Time};
use tokio::time::Instant;

use crate::door::cookie::Cookie;
use crate::error::Error;
use crate::figures::LogIn;
use crate::house::House;
use crate::house::tries::{Counted, KnownPlace, NoTry, Tries, Try};
use crate::house::who::{Staff, Who};
use crate::task::host::Author;
use crate::world::hash_queue::Lane;
use crate::world::password::{PasswordFault, Passwords, sound};
use crate::world::secret::{CodeFor, Kind, Token};

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
    No(Error),
}

impl LoginFault {
    /// What it counts as.
    pub const fn counted(&self) -> LogIn {
        match self {
            Self::Wrong => LogIn::Wrong,
            Self::LockedOut { .. } => LogIn::LockedOut,
            Self::Busy | Self::No(_) => LogIn::Busy,
        }
    }
}

impl<F: Into<Error>> From<F> for LoginFault {
    fn from(fault: F) -> Self {
        Self::No(fault.into())
    }
}

/// What is known of somebody who logs in, before they have shown who they are.
#[derive(Clone)]
pub struct Caller {
    /// Where they are.
    pub address: IpAddr,
    /// The marks of their device, as they were sent.
    pub marks: Vec<Token>,
    /// The log-in their browser had before.
    pub before: Option<Token>,
}

/// What somebody who has logged in is given.
pub struct Welcome {
    /// The token of the log-in, which is told once.
    pub token: Token,
    /// The marks of their device: theirs, and those of others who have logged in there.
    pub marks: Vec<Token>,
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
        check_lengths(name, &password)?;
        let tried = self.try_of(name, &caller).await?;
        let address = Text::of(&caller.address.to_string());
        let staff = self.authenticate(&tried, Text::of(name), password, address).await?;
        self.welcome(staff, caller).await
    }

    /// Lets somebody who shows their invitation choose a password, and logs them in with it. A
    /// wrong invitation counts as a wrong password.
    pub async fn accept_invitation(
        &self,
        name: &str,
        invitation: &str,
        password: String,
        caller: Caller,
    ) -> Result<Welcome, LoginFault> {
        check_lengths(name, &password)?;
        if invitation.len() > CODE_LENGTH_MAX {
            return Err(too_long("invitation", CODE_LENGTH_MAX).into());
        }
        sound(&password).map_err(Error::from)?;
        let tried = self.try_of(name, &caller).await?;
        let locks = self.begin(&tried).await?;
        let code = self.key.invitation_digest(invitation);
        let Some(staff) = self.invited(name, code).await? else {
            let address = Text::of(&caller.address.to_string());
            self.note_failure(&Text::of(name), &address, locks).await?;
            return Err(LoginFault::Wrong);
        };
        let hashed = self.world.passwords.hash(password, lane(&tried)).await;
        let password = hashed.map_err(|_| {
            self.tries.take_back(&tried);
            LoginFault::Busy
        })?;
        let accept = Command::AcceptInvitation { staff, invitation: code, password };
        match self.floor.act(accept).await? {
            // Somebody else was quicker with it.
            Err(taisai_floor::Refusal::NoSuchCode) => return Err(LoginFault::Wrong),
            accepted => accepted.map_err(Error::from)?,
        }
        self.tries.succeeded(&tried);
        self.welcome(staff, caller).await
    }

    /// Whose invitation this is, if it is still good under this name.
    async fn invited(&self, name: &str, code: Digest) -> Result<Option<StaffId>, Error> {
        let (login, now) = (LoginName::new(name), self.world.clock.now());
        let staff = self.floor.look(move |floor| {
            let (staff, member) = floor.member_named(&login?)?;
            let active = member.standing == taisai_floor::Standing::Active;
            match &member.password {
                Password::Invited(known) if active && known.code == code && now < known.until => {
                    Some(staff)
                }
                Password::Invited(_) | Password::Own(_) | Password::Given(_) => None,
            }
        });
        Ok(staff.await?)
    }

    /// Whether somebody comes from a place that is known for this name: a device at which its
    /// person has logged in before, whatever its address.
    async fn try_of(&self, name: &str, caller: &Caller) -> Result<Try, Error> {
        let login = LoginName::new(name);
        let staff = self.floor.look(move |floor| floor.member_named(&login?).map(|(id, _)| id));
        let known = staff.await?.and_then(|staff| {
            let number = caller.marks.iter().find_map(|mark| self.key.device_of(staff, *mark))?;
            Some(Try::Known { staff, at: KnownPlace::Device(number) })
        });
        let from = caller.address.into();
        Ok(known.unwrap_or_else(|| Try::Stranger { name: Text::of(name), from }))
    }

    /// Opens a session for somebody who has shown who they are.
    async fn welcome(&self, staff: StaffId, caller: Caller) -> Result<Welcome, LoginFault> {
        let token = self.world.token().map_err(|_| LoginFault::Busy)?;
        let digest = token.digest(Kind::Session);
        let open = Command::OpenSession { staff, token: digest };
        self.floor.act_for(comes_in(staff), open).await?.map_err(Error::from)?;
        if let Some(before) = caller.before {
            self.end_session_with(before, staff).await?;
        }
        let who = self.staff_with(token).await?.ok_or(LoginFault::Wrong)?;
        let marks = self.marks_with(staff, caller.marks)?;
        Ok(Welcome { token, marks, staff: who })
    }

    /// The marks of a device at which this person has just logged in, theirs first.
    fn marks_with(&self, staff: StaffId, before: Vec<Token>) -> Result<Vec<Token>, LoginFault> {
        let theirs = before.iter().find_map(|mark| self.key.device_of(staff, *mark));
        let number = match theirs {
            Some(number) => number,
            None => self.world.token().map_err(|_| LoginFault::Busy)?.number(),
        };
        let others = before.into_iter().filter(|mark| self.key.device_of(staff, *mark).is_none());
        let marks = std::iter::once(self.key.device(staff, number)).chain(others);
        Ok(marks.take(Cookie::ALL_MAX).collect())
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
        self.floor.act_for(who.author(0), rotate).await?.map_err(Error::from)?;
        if let Some(before) = before {
            self.old_tokens.keep(before, session, who.staff);
        }
        let refresh = Command::RefreshSession { session };
        self.floor.act_for(who.author(0), refresh).await?.map_err(Error::from)?;
        Ok(token)
    }

    /// Checks the password of somebody who is logged in. Whoever guesses at it loses the session,
    /// and nobody else can make them lose it.
    pub async fn give_again(&self, who: &Staff, password: String) -> Result<(), LoginFault> {
        check_lengths(who.name.as_str(), &password)?;
        let tried = Try::Known { staff: who.staff, at: KnownPlace::Session(who.session) };
        let name = Text::of(who.name.as_str());
        let address = Text::of(&format!("session {}", who.session.0));
        let staff = match self.authenticate(&tried, name, password, address).await {
            Err(LoginFault::Wrong) if self.tries.is_locked(&tried, Instant::now()) => {
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
    async fn end_session_with(&self, token: Token, by: StaffId) -> Result<(), Error> {
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
    pub async fn admit(&self, token: Token, address: IpAddr) -> Result<Option<Staff>, Error> {
        let staff = self.staff_with(token).await?;
        match &staff {
            Some(staff) => self.uses.touch(staff.session, self.world.clock.now()),
            None => self.note_old_token(token, address).await?,
        }
        Ok(staff)
    }

    async fn note_old_token(&self, token: Token, address: IpAddr) -> Result<(), Error> {
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
    pub async fn log_out(&self, who: &Staff) -> Result<(), Error> {
        let from = Asker::Staff(who.staff, who.session);
        let command = Command::EndSession { session: who.session };
        let last = self.floor.look(move |floor| floor.last_request(from)).await?;
        let id = RequestId(last.map_or(1, |last| last.0 + 1));
        // A session that is over already is as good as ended.
        let _ = self.floor.ask(Request { from, id, command }).await?;
        Ok(())
    }

    /// The member of staff whose session has this token.
    pub async fn staff_with(&self, token: Token) -> Result<Option<Staff>, Error> {
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
                has_own_password: member.password.is_own(),
            })
        });
        Ok(found.await?)
    }

    /// The terminal or display that has this token.
    pub async fn device_with(&self, token: Token) -> Result<Option<Who>, Error> {
        let digest = token.digest(Kind::Terminal);
        let found = self.floor.look(move |floor| {
            floor.device_with(&digest).map(|(number, known)| Who::device(number, known))
        });
        Ok(found.await?)
    }

    /// Makes whoever gives this code what it was offered for; wrong codes are counted.
    pub async fn enrol_from(
        &self,
        address: IpAddr,
        code: &str,
    ) -> Result<(Token, Option<Who>), LoginFault> {
        if code.len() > CODE_LENGTH_MAX {
            return Err(too_long("code", CODE_LENGTH_MAX).into());
        }
        let tried = Try::Code { from: address.into() };
        let locks = self.begin(&tried).await?;
        let enrolled = self.enrol(code).await;
        match &enrolled {
            Ok(_) => self.tries.succeeded(&tried),
            Err(Error::Refused(Refusal::NoSuchCode)) => {
                let (what, address) = (Text::of(CODES), Text::of(&address.to_string()));
                self.note_locks(&what, &address, locks).await?;
            }
            Err(Error::Refused(_) | Error::Unavailable) => self.tries.take_back(&tried),
        }
        Ok(enrolled?)
    }

    /// Enrols the device that shows this code as the terminal or display the code was offered for.
    /// Its token is given out once.
    pub async fn enrol(&self, code: &str) -> Result<(Token, Option<Who>), Error> {
        let token = self.world.token().map_err(|_| Error::Refused(Refusal::Busy))?;
        let (code, digest) =
            (self.key.digest(CodeFor::Enrolment, code), token.digest(Kind::Terminal));
        self.floor.act(Command::EnrolTerminal { code, token: digest }).await??;
        Ok((token, self.device_with(token).await?))
    }

    /// Whether the person of a session has just given their password.
    pub async fn is_fresh(&self, session: SessionId) -> Result<bool, Error> {
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
        tried: &Try,
        name: Text,
        password: String,
        address: Text,
    ) -> Result<StaffId, LoginFault> {
        let locks = self.begin(tried).await?;
        let known = LoginName::new(name.as_str());
        let member = self.floor.look(move |floor| {
            let (staff, member) = floor.member_named(&known?)?;
            Some((staff, member.password.hash().cloned(), member.standing))
        });
        let member = member.await?;
        let hash = member.as_ref().and_then(|(_, hash, _)| hash.clone());
        let checked = self.world.passwords.check(password, hash, lane(tried)).await;
        let right = checked.map_err(|fault| match fault {
            PasswordFault::Busy | PasswordFault::Failed => {
                self.tries.take_back(tried);
                LoginFault::Busy
            }
            PasswordFault::TooShort | PasswordFault::TooLong => LoginFault::Wrong,
        })?;
        match member {
            Some((staff, _, taisai_floor::Standing::Active)) if right => {
                self.tries.succeeded(tried);
                Ok(staff)
            }
            _ => {
                self.note_failure(&name, &address, locks).await?;
                Err(LoginFault::Wrong)
            }
        }
    }

    /// Counts a try before it is made. Nobody can fill the journal with failures: whoever cannot
    /// be counted is refused, and that is written down once in a while.
    async fn begin(&self, tried: &Try) -> Result<Vec<Counted>, LoginFault> {
        match self.tries.begin(tried, Instant::now()) {
            Ok(locks) => Ok(locks),
            Err(NoTry::Locked { wait }) => Err(LoginFault::LockedOut { wait }),
            Err(NoTry::Full { wait, is_news }) => {
                if is_news {
                    self.note_lock(Text::of(ANY_NAME), Text::of(ANY_PLACE)).await?;
                }
                Err(LoginFault::LockedOut { wait })
            }
        }
    }

    async fn note_failure(
        &self,
        name: &Text,
        address: &Text,
        locks: Vec<Counted>,
    ) -> Result<(), Error> {
        let failed = Notice::LoginFailed { name: name.clone(), address: address.clone() };
        let _ = self.floor.act(Command::Note(failed)).await?;
        self.note_locks(name, address, locks).await
    }

    /// Writes down what is locked now.
    async fn note_locks(&self, name: &Text, from: &Text, locks: Vec<Counted>) -> Result<(), Error> {
        for lock in locks {
            let (name, from) = match lock {
                Counted::NameAt(..) | Counted::Known(..) | Counted::CodesAt(_) => {
                    (name.clone(), from.clone())
                }
                Counted::Name(_) | Counted::Codes => (name.clone(), Text::of(ANY_PLACE)),
                Counted::At(_) => (Text::of(ANY_NAME), from.clone()),
            };
            self.note_lock(name, from).await?;
        }
        Ok(())
    }

    async fn note_lock(&self, name: Text, address: Text) -> Result<(), Error> {
        let lock_ms = u64::try_from(Tries::LOCK.as_millis()).unwrap_or(u64::MAX);
        let until = self.world.clock.now().millis().saturating_add(lock_ms);
        let until = Time::from_millis(until).unwrap_or(Time::MAX);
        let _ = self.floor.act(Command::Note(Notice::LockedOut { name, address, until })).await?;
        Ok(())
    }
}

/// How the journal names what is locked where it is more than one name or one place.
const ANY_NAME: &str = "any name";
const ANY_PLACE: &str = "any unknown place";
const CODES: &str = "enrolment codes";

/// The most bytes of a code that is typed in.
const CODE_LENGTH_MAX: usize = 64;

/// What is longer than it can be is neither counted nor hashed.
fn check_lengths(name: &str, password: &str) -> Result<(), Error> {
    if name.len() > LoginName::LENGTH_MAX {
        return Err(too_long("name", LoginName::LENGTH_MAX));
    }
    if password.len() > Passwords::LENGTH_MAX {
        return Err(too_long("password", Passwords::LENGTH_MAX));
    }
    Ok(())
}

fn too_long(field: &str, length_max: usize) -> Error {
    let expects = format!("at most {length_max} bytes");
    Error::Refused(Refusal::BadField { field: field.to_owned(), expects })
}

/// How long somebody who is locked out has to wait.
pub fn too_fast(wait: Duration) -> Refusal {
    Refusal::TooFast { wait_ms: u64::try_from(wait.as_millis()).unwrap_or(u64::MAX) }
}

/// In whose turn the password of a try is hashed.
const fn lane(tried: &Try) -> Lane {
    match tried {
        Try::Stranger { from, .. } | Try::Code { from } => Lane::Stranger(*from),
        Try::Known { staff, .. } => Lane::Known(*staff),
    }
}

/// Somebody who logs in, as the journal names them: they have no session yet.
const fn comes_in(staff: StaffId) -> Author {
    Author { actor: Actor::Staff(staff), session: SessionId(0), request: RequestId(0) }
}
