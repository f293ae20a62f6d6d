//! Passwords: hashed slowly on purpose, and never many at once.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash as Phc;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use taisai_floor::PasswordHash;
use tokio::task::spawn_blocking;

use crate::world::hash_queue::{Busy, HashQueue, Lane};
use crate::world::secret::Token;

/// Hashes and checks passwords.
#[derive(Clone)]
pub struct Passwords {
    /// By what.
    hashing: Arc<dyn Hashing>,
    /// Who waits, and whose password is being hashed.
    queue: Arc<HashQueue>,
    /// Checked if there is no such person, so that both cases take the same time.
    nobody: Arc<str>,
}

/// Hashes passwords and checks them against hashes.
pub trait Hashing: Send + Sync {
    /// Where it is done.
    fn place(&self) -> WorkPlace;

    /// The hash of a password, if there is one.
    fn hash(&self, password: &str) -> Option<PasswordHash>;

    /// The hash with this salt: the same again for the same password and salt.
    fn hash_with(&self, password: &str, salt: &[u8; 16]) -> Option<PasswordHash> {
        let _ = salt;
        self.hash(password)
    }

    /// Whether the password has this hash.
    fn verify(&self, password: &str, hash: &str) -> bool;
}

/// Where passwords are hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkPlace {
    /// On a thread of its own: it takes long.
    Aside,
    /// At once: it takes no time.
    AtOnce,
}

/// Argon2id with 19 MiB, two passes and one lane; slow on purpose.
#[derive(Clone, Copy, Debug)]
pub struct Argon2id;

impl Hashing for Argon2id {
    fn place(&self) -> WorkPlace {
        WorkPlace::Aside
    }

    fn hash(&self, password: &str) -> Option<PasswordHash> {
        let phc = Argon2::default().hash_password(password.as_bytes()).ok()?;
        PasswordHash::new(&phc.to_string())
    }

    fn hash_with(&self, password: &str, salt: &[u8; 16]) -> Option<PasswordHash> {
        let phc = Argon2::default().hash_password_with_salt(password.as_bytes(), salt).ok()?;
        PasswordHash::new(&phc.to_string())
    }

    fn verify(&self, password: &str, hash: &str) -> bool {
        let known = Phc::new(hash);
        known.is_ok_and(|known| {
            Argon2::default().verify_password(password.as_bytes(), &known).is_ok()
        })
    }
}

/// Why there is no hash.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordFault {
    /// Shorter than it may be.
    TooShort,
    /// Longer than it may be.
    TooLong,
    /// Too many people log in at this moment.
    Busy,
    /// The machine could not hash.
    Failed,
}

impl Passwords {
    /// The fewest letters of a password.
    pub const LENGTH_MIN: usize = 12;
    /// The most bytes of a password.
    pub const LENGTH_MAX: usize = 256;

    /// Passwords as a real house hashes them.
    pub fn new() -> Result<Self, PasswordFault> {
        Self::by(Arc::new(Argon2id))
    }

    /// Ready to hash by this.
    pub fn by(hashing: Arc<dyn Hashing>) -> Result<Self, PasswordFault> {
        let nobody = hashing.hash("nobody has this password").ok_or(PasswordFault::Failed)?;
        Ok(Self { hashing, queue: Arc::default(), nobody: nobody.as_str().into() })
    }

    /// The hash of a new password.
    pub async fn hash(&self, password: String, lane: Lane) -> Result<PasswordHash, PasswordFault> {
        sound(&password)?;
        let hashed = self.slowly(lane, move |hashing| hashing.hash(&password)).await?;
        hashed.ok_or(PasswordFault::Failed)
    }

    /// The hash of a new password, made here and now.
    pub fn hash_now(password: &str) -> Result<PasswordHash, PasswordFault> {
        sound(password)?;
        Argon2id.hash(password).ok_or(PasswordFault::Failed)
    }

    /// The hash with this salt, which no other password has. The salt follows from the ask, so a
    /// repeated ask has the same hash and is the same request.
    pub async fn hash_with(
        &self,
        password: String,
        salt: Token,
        lane: Lane,
    ) -> Result<PasswordHash, PasswordFault> {
        sound(&password)?;
        let salt = salt.bytes();
        let hashed = self.slowly(lane, move |hashing| hashing.hash_with(&password, &salt)).await?;
        hashed.ok_or(PasswordFault::Failed)
    }

    /// Whether this is the password; takes as long if there is no hash to compare with.
    pub async fn check(
        &self,
        password: String,
        known: Option<PasswordHash>,
        lane: Lane,
    ) -> Result<bool, PasswordFault> {
        if password.len() > Self::LENGTH_MAX {
            return Ok(false);
        }
        let is_known = known.is_some();
        let phc = known.map_or_else(|| Arc::clone(&self.nobody), |known| known.as_str().into());
        let same = self.slowly(lane, move |hashing| hashing.verify(&password, &phc)).await?;
        Ok(same && is_known)
    }

    /// Runs on a thread of its own; the turn goes along, so that a visitor who hangs up cannot
    /// start more work than there are turns.
    async fn slowly<R: Send + 'static>(
        &self,
        lane: Lane,
        work: impl FnOnce(&dyn Hashing) -> R + Send + 'static,
    ) -> Result<R, PasswordFault> {
        let turn = self.queue.turn(lane).await.map_err(|Busy| PasswordFault::Busy)?;
        let hashing = Arc::clone(&self.hashing);
        if hashing.place() == WorkPlace::AtOnce {
            return Ok(work(hashing.as_ref()));
        }
        let done = spawn_blocking(move || {
            let result = work(hashing.as_ref());
            drop(turn);
            result
        });
        done.await.map_err(|_| PasswordFault::Failed)
    }
}

/// Whether a password is neither short nor endless.
pub fn sound(password: &str) -> Result<(), PasswordFault> {
    if password.chars().count() < Passwords::LENGTH_MIN {
        return Err(PasswordFault::TooShort);
    }
    if password.len() > Passwords::LENGTH_MAX {
        return Err(PasswordFault::TooLong);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let passwords = Passwords::new().unwrap();
        let known = passwords.hash("a long enough one".into(), Lane::House).await.unwrap();
        assert!(
            known.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"),
            "{}",
            known.as_str()
        );
        let check = async |password: &str, known: Option<&PasswordHash>| {
            passwords.check(password.into(), known.cloned(), Lane::House).await
        };
        assert_eq!(check("a long enough one", Some(&known)).await, Ok(true));
        assert_eq!(check("a long enough two", Some(&known)).await, Ok(false));
        assert_eq!(check("nobody has this password", None).await, Ok(false));
    }

    #[tokio::test]
    async fn the_same_salt_gives_the_same_hash_and_another_salt_another() {
        let passwords = Passwords::new().unwrap();
        let (one, two) = (Token::random().unwrap(), Token::random().unwrap());
        let hash =
            async |salt| passwords.hash_with("a long enough one".into(), salt, Lane::House).await;
        assert_eq!(hash(one).await, hash(one).await);
        assert_ne!(hash(one).await, hash(two).await);
    }

    #[tokio::test]
    async fn a_password_is_neither_short_nor_endless() {
        let passwords = Passwords::new().unwrap();
        let hashed =
            async |length: usize| passwords.hash("a".repeat(length), Lane::House).await.map(|_| ());
        assert_eq!(hashed(11).await, Err(PasswordFault::TooShort));
        assert_eq!(hashed(12).await, Ok(()));
        assert_eq!(hashed(256).await, Ok(()));
        assert_eq!(hashed(257).await, Err(PasswordFault::TooLong));
    }

    #[tokio::test]
    async fn more_than_may_wait_are_turned_away() {
        let passwords = Passwords::new().unwrap();
        let lane = Lane::Stranger(std::net::IpAddr::from([10, 0, 0, 1]).into());
        let crowd = (0..100).map(|_| passwords.check("any".into(), None, lane));
        let checked = futures_util::future::join_all(crowd).await;
        let done = checked.iter().filter(|checked| checked.is_ok()).count();
        assert_eq!(done, HashQueue::AT_ONCE + HashQueue::LANE_MAX, "one address has its share");
    }
}
