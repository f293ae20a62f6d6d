//! SQLite's errors as store faults.

use rusqlite::{Error, ErrorCode};

use crate::store::StoreFault;

/// `SQLITE_IOERR_CORRUPTFS`: the file system itself says that the file is damaged.
const CORRUPT_FILE_SYSTEM: i32 = 0x210a;

/// The fault behind an error of SQLite.
#[expect(clippy::wildcard_enum_match_arm, reason = "SQLite's errors, and more may come")]
pub(crate) fn fault(error: Error) -> StoreFault {
    let (code, extended) = match &error {
        Error::SqliteFailure(failure, _) | Error::SqlInputError { error: failure, .. } => {
            (failure.code, failure.extended_code)
        }
        // Every statement is ours: a column in another form was not written by us.
        Error::InvalidColumnType(_, column, kind) => {
            let kind = kind.to_string().to_lowercase();
            return damaged(format!("a stored {column} is {kind}, which no writer of ours keeps"));
        }
        _ => return StoreFault::Damaged(error.into()),
    };
    match code {
        ErrorCode::DiskFull => StoreFault::Full(error.into()),
        ErrorCode::ReadOnly | ErrorCode::PermissionDenied => StoreFault::ReadOnly(error.into()),
        ErrorCode::DatabaseCorrupt
        | ErrorCode::NotADatabase
        | ErrorCode::ConstraintViolation
        | ErrorCode::TypeMismatch
        | ErrorCode::SchemaChanged
        | ErrorCode::TooBig
        | ErrorCode::Unknown => StoreFault::Damaged(error.into()),
        _ if extended == CORRUPT_FILE_SYSTEM => StoreFault::Damaged(error.into()),
        _ => StoreFault::Other(error.into()),
    }
}

/// The stored data has a form that our writer never produces.
pub(crate) fn damaged(what: impl Into<String>) -> StoreFault {
    StoreFault::Damaged(what.into().into())
}
