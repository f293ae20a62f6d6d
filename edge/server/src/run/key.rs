//! The file of the voucher key.

use std::fmt;
use std::fs::{self, DirBuilder, OpenOptions};
use std::io::{self, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};

use taisai_floor::{Floor, Notice};
use taisai_journal::{Acceptance, KEY_FILE, Readable, readable_by_others};

use crate::run::accepted::{NotAccepted, signed};
use crate::world::secret::VoucherKey;

/// The voucher key, and where it is kept. A new one is written only once the house starts, so that
/// a refused start leaves no file behind.
#[derive(Clone)]
pub struct KeyFile {
    key: VoucherKey,
    bytes: [u8; 32],
    /// Where it is kept; nowhere in tests.
    path: Option<PathBuf>,
    is_new: bool,
    /// Who continues with this key instead of the one that the journal names.
    replaced_by: Option<Acceptance>,
}

/// Why there is no key.
#[derive(Debug)]
pub enum KeyFault {
    /// The file cannot be read or written.
    Io {
        /// The file.
        path: PathBuf,
        /// How.
        error: io::Error,
    },
    /// The file holds no key.
    Length {
        /// The file.
        path: PathBuf,
    },
    /// Others than its owner may read it.
    Readable(Vec<Readable>),
    /// There is no file, and the journal was written with a key.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The journal was written with another key.
    Other {
        /// The file; none where the key is kept nowhere.
        path: Option<PathBuf>,
    },
    /// No member of staff has confirmed that another key takes its place.
    NotSigned(NotAccepted),
    /// The machine gives no random bytes.
    NoEntropy,
}

impl KeyFile {
    /// The name of the file beside a journal.
    pub const NAME: &str = KEY_FILE;
    const LENGTH: usize = 32;

    /// Reads the key, or draws a new one where there is no file.
    pub fn read(path: &Path) -> Result<Self, KeyFault> {
        let readable = readable_by_others([path]);
        if !readable.is_empty() {
            return Err(KeyFault::Readable(readable));
        }
        match fs::read(path) {
            Ok(bytes) => {
                let bytes = <[u8; Self::LENGTH]>::try_from(bytes);
                let bytes = bytes.map_err(|_| KeyFault::Length { path: path.to_owned() })?;
                Ok(Self { path: Some(path.to_owned()), ..Self::from(bytes) })
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Self::drawn(path),
            Err(error) => Err(KeyFault::Io { path: path.to_owned(), error }),
        }
    }

    fn drawn(path: &Path) -> Result<Self, KeyFault> {
        let bytes = taisai_shaker::os_bytes().map_err(|_| KeyFault::NoEntropy)?;
        Ok(Self { path: Some(path.to_owned()), is_new: true, ..Self::from(bytes) })
    }

    pub const fn key(&self) -> &VoucherKey {
        &self.key
    }

    /// Whether the key is new: no token of an earlier key can be derived from it.
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    /// The same key, confirmed by a person although the journal names another one.
    #[must_use]
    pub fn replaced_by(self, acceptance: Acceptance) -> Self {
        Self { replaced_by: Some(acceptance), ..self }
    }

    /// Checks whether a house may continue with this key, and returns the notice to record if the
    /// journal has none yet, or if a person continues with another one.
    pub fn check(&self, floor: &Floor) -> Result<Option<Notice>, KeyFault> {
        let fingerprint = self.key.fingerprint();
        match (floor.key(), &self.replaced_by) {
            (None, _) => Ok(Some(Notice::KeyNamed { fingerprint })),
            (Some(named), _) if named == fingerprint => Ok(None),
            (Some(_), Some(acceptance)) => {
                let (by, reason) = signed(acceptance, floor)?;
                Ok(Some(Notice::KeyReplaced { fingerprint, by, reason }))
            }
            (Some(_), None) => Err(self.not_named()),
        }
    }

    fn not_named(&self) -> KeyFault {
        match &self.path {
            Some(path) if self.is_new => KeyFault::Missing { path: path.clone() },
            path => KeyFault::Other { path: path.clone() },
        }
    }

    /// Writes a new key, readable by its owner alone; durable when it returns.
    pub fn keep(&mut self) -> Result<(), KeyFault> {
        let (Some(path), true) = (&self.path, self.is_new) else { return Ok(()) };
        write(path, &self.bytes).map_err(|error| KeyFault::Io { path: path.clone(), error })?;
        self.is_new = false;
        Ok(())
    }

    /// The same key after it was written: a restart after a fault makes no other.
    #[must_use]
    pub fn kept(self) -> Self {
        Self { is_new: false, replaced_by: None, ..self }
    }
}

fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
    }
    let mut file = OpenOptions::new().write(true).create_new(true).mode(0o600).open(path)?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    // Half a key would be taken for a wrong one by every later start.
    if written.is_err() {
        let _ = fs::remove_file(path);
    }
    written
}

impl From<[u8; 32]> for KeyFile {
    /// A key that is kept nowhere.
    fn from(bytes: [u8; 32]) -> Self {
        let (key, path, is_new) = (VoucherKey::new(bytes), None, false);
        Self { key, bytes, path, is_new, replaced_by: None }
    }
}

impl fmt::Display for KeyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: {error}", path.display()),
            Self::Length { path } => write!(f, "{}: not a key of 32 bytes", path.display()),
            Self::Readable(readable) => {
                let of = |file: &Readable| format!("{} ({:o})", file.path.display(), file.mode);
                let files: Vec<String> = readable.iter().map(of).collect();
                write!(f, "others can read the key of the vouchers: {}", files.join(", "))
            }
            Self::Missing { path } => {
                let path = path.display();
                write!(f, "{path}: the key with which this journal was written is not there")
            }
            Self::Other { path } => {
                let path = path.as_ref().map_or("the key".into(), |path| path.to_string_lossy());
                write!(f, "{path}: not the key with which this journal was written")
            }
            Self::NotSigned(why) => why.fmt(f),
            Self::NoEntropy => f.write_str("the machine gives no random bytes"),
        }
    }
}

impl std::error::Error for KeyFault {}

impl From<NotAccepted> for KeyFault {
    fn from(why: NotAccepted) -> Self {
        Self::NotSigned(why)
    }
}
