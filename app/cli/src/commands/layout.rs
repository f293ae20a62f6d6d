//! `taisai layout`: a table's layout in the terminal, or as an SVG for a sign.

use std::path::PathBuf;

use clap::Args;
use taisai_floor::Title;
use taisai_pictures::{Picture, svg, terminal};
use terminal_size::{Width, terminal_size};

use crate::failure::Failure;
use crate::input::bets::read_roll;
use crate::input::books;
use crate::input::language::language;
use crate::output::write::write_or_print;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  taisai layout singapore-1 --dice 4,4,2
  taisai layout maryland --svg sign.svg --lang zh --house \"Harbour House\"     print it on A3")]
pub(crate) struct Arguments {
    /// A rule book's id, or a house's own file
    rules: String,
    /// Light up what wins on these dice
    #[arg(long, value_name = "A,B,C")]
    dice: Option<String>,
    /// Write an SVG for a sign instead; - writes it to standard output
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The language: en, zh (Traditional) or zh-Hans
    #[arg(long, value_name = "LANG", default_value = "en")]
    lang: String,
    /// Columns to draw in; by default as wide as the terminal
    #[arg(long, conflicts_with = "svg")]
    width: Option<u16>,
    /// The name of the house, in place of the one in the rule book
    #[arg(long, value_name = "NAME")]
    house: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String, Failure> {
    let edition = books::find(&arguments.rules)?;
    let language = language(&arguments.lang)?;
    let mut book = edition.rules().clone();
    if let Some(name) = &arguments.house {
        book.house_name.value = house(name)?.to_string();
    }
    let mut picture = Picture::of(&book).in_language(language);
    if let Some(dice) = &arguments.dice {
        picture = picture.rolled(read_roll(dice)?);
    }
    match &arguments.svg {
        None => Ok(terminal(&picture, arguments.width.unwrap_or_else(terminal_columns))),
        Some(path) => write_or_print(path, svg(&picture)),
    }
}

/// The name of a house, by the rules of a server's configuration.
fn house(name: &str) -> Result<Title, Failure> {
    Title::new(name).ok_or_else(|| {
        Failure::usage(
            "bad-house",
            format!("--house: one line of 1 to {} bytes", Title::LENGTH_MAX),
        )
    })
}

/// As wide as the terminal, or as a printed page if there is none.
fn terminal_columns() -> u16 {
    const PAGE: u16 = 100;
    terminal_size().map_or(PAGE, |(Width(columns), _)| columns)
}
