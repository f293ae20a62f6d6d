//! The screens' files, embedded in the binary.

use rust_embed::RustEmbed;

/// What the build of the screens left.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
pub struct Screens;
