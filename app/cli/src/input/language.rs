//! The language of a page.

use taisai_pictures::Language;

use crate::failure::Failure;

/// The language of this code.
pub(crate) fn language(code: &str) -> Result<Language, Failure> {
    Language::from_code(code).ok_or_else(|| {
        Failure::usage("unknown-language", format!("there is no language {code:?}"))
            .hint("en, zh or zh-Hans")
    })
}
