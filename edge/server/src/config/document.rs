//! The document that was approved, as the house offers it at a table.

use std::path::Path;
use std::sync::Arc;

use sha2::{Digest, Sha256};

/// A file that the house attaches to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    /// The name of the file, without its folder.
    pub file: String,
    /// The content type that browsers get.
    pub media: &'static str,
    /// What is in it.
    pub bytes: Arc<[u8]>,
    /// The SHA-256 of that.
    pub hash: [u8; 32],
}

/// How the name of a document may end, and what it is then.
const MEDIA: [(&str, &str); 2] = [("pdf", "application/pdf"), ("txt", "text/plain; charset=utf-8")];

impl Document {
    /// The largest document, in bytes.
    pub const BYTES_MAX: usize = 16 << 20;

    /// Reads a file, or says what is wrong with it and what would be right.
    pub(super) fn read(path: &Path) -> Result<Self, String> {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        let known = MEDIA.iter().find(|(known, _)| ending.eq_ignore_ascii_case(known));
        let (Some((_, media)), Some(file)) = (known, path.file_name()) else {
            let right = "expects the approved document as a file of .pdf or .txt";
            return Err(format!("{}: {right}", path.display()));
        };
        let bytes = std::fs::read(path).map_err(|error| {
            let right = "expects the file that was approved, found from the folder of this file";
            format!("{}: {error}; {right}", path.display())
        })?;
        if bytes.is_empty() || bytes.len() > Self::BYTES_MAX {
            let right = format!("expects 1 to {} bytes", Self::BYTES_MAX);
            return Err(format!("{}: has {} bytes; {right}", path.display(), bytes.len()));
        }
        let hash = Sha256::digest(&bytes).into();
        Ok(Self { file: file.to_string_lossy().into_owned(), media, bytes: bytes.into(), hash })
    }
}
