//! Which software runs: what a laboratory writes on its certificate.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which software runs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct Version {
    /// The version of the release.
    pub version: String,
    /// The commit it was built from, or `unknown`.
    pub commit: String,
    /// The SHA-256 of the file that runs; none where it cannot be read.
    pub binary_sha256: Option<String>,
    /// The SHA-256 of the screens in it, over the lines that `sha256sum` prints for their files in
    /// the order of their names; none where it has none.
    pub screens_sha256: Option<String>,
    /// The rule books in it.
    pub books: Vec<BookVersion>,
}

/// One rule book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct BookVersion {
    /// Its id.
    pub book: String,
    /// Its fingerprint, a SHA-256 of its lines.
    pub sha256: String,
}
