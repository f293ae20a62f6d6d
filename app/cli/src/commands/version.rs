//! `taisai version`: which software this is, as a laboratory writes it on its certificate.

use std::fmt::Write as _;
use std::sync::Arc;

use clap::Args;
use taisai_server::world::World;
use taisai_server::world::password::PasswordFault;
use taisai_server::world::software::Software;

use crate::output::json;
use crate::output::page::{Cell, HEADING, NAME, columns, styled};

#[derive(Debug, Args)]
#[command(after_help = "\
The hash of the binary is that of the file that runs (sha256sum taisai), that of a rule book is its
fingerprint (taisai rules list), and that of the screens is over the lines that sha256sum prints for
their files in the order of their names. A server answers the same at GET /api/v1/version, and
writes it into its journal at every start.")]
pub(crate) struct Arguments {
    /// Answer in JSON
    #[arg(long)]
    json: bool,
}

/// This software, with the commit it was built from.
pub(crate) fn software() -> Arc<Software> {
    Software::running(env!("TAISAI_BUILT_FROM"))
}

/// The `World` of a server that runs this software.
pub(crate) fn world() -> Result<World, PasswordFault> {
    Ok(World { software: software(), ..World::in_play()? })
}

pub(crate) fn run(arguments: &Arguments) -> String {
    let version = software().version();
    if arguments.json {
        return json::line(&version);
    }
    let hash = |hash: Option<String>, none: &str| hash.unwrap_or_else(|| none.to_owned());
    let binary = hash(version.binary_sha256, "the file cannot be read");
    let screens = hash(version.screens_sha256, "not in this binary: make web");
    let row = |name: &str, text: String| vec![Cell::new(name).style(NAME), Cell::new(text)];
    let mut page = styled(HEADING, &format!("Taisai {}", version.version)) + "\n";
    let rows = [row("commit", version.commit), row("binary", binary), row("screens", screens)];
    page += &columns(&rows);
    let _ = writeln!(page, "\n{}", styled(HEADING, "rule books"));
    let books = version.books.into_iter().map(|book| row(&book.book, book.sha256));
    page + &columns(&books.collect::<Vec<_>>())
}
