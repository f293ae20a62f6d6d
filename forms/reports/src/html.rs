//! The sheet as a page of HTML, complete in itself: tables, coloured layout, charts, clauses.
//!
//! It needs no network and no script, follows the reader's light or dark scheme on a screen, and
//! prints on A4.

mod tables;

use std::fmt::Write as _;

use taisai_odds::{Dice, Fraction};
use taisai_pictures::{Language, Picture, escaped, svg};

use crate::chart::{self, Chart};
use crate::fan::Fan;
use crate::figures::{percent, short_percent};
use crate::sheet::{AreaFigures, Sheet, dice_in};
use crate::voice::Voice;
use crate::words::put;
use crate::{band, charts};
const LOOK: &str = include_str!("html/page.css");
/// The rounds of the session on the sheet: a long day at one table.
const ROUNDS: u32 = 1_000;
const MOMENTS: u32 = 20;

/// Prints a sheet as a page of HTML.
pub fn html(sheet: &Sheet<'_>, language: Language) -> String {
    Page { sheet, voice: Voice::of(sheet, language), links: Vec::new() }.print()
}

/// The same with a link to the page in each other language.
pub fn html_with_links(
    sheet: &Sheet<'_>,
    language: Language,
    address: impl Fn(Language) -> String,
) -> String {
    let links = Language::ALL.map(|language| (language, address(language))).to_vec();
    Page { sheet, voice: Voice::of(sheet, language), links }.print()
}

/// A sheet being rendered.
struct Page<'s, 'a> {
    sheet: &'s Sheet<'a>,
    voice: Voice<'a>,
    /// The address of the page in each language, if it has one.
    links: Vec<(Language, String)>,
}

impl Page<'_, '_> {
    fn print(&self) -> String {
        let words = self.voice.words;
        let (name, code) = (escaped(self.voice.title()), self.voice.language.code());
        let mut page =
            format!("<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n");
        let _ = writeln!(page, "<title>{} · {name}</title>", words.par_sheet);
        page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
        page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
        let _ =
            writeln!(page, "<style>\n{LOOK}{}</style>\n</head>\n<body>\n<main>", chart::style());
        page += &self.languages();
        page += &self.title();
        page += &self.summary();
        let headings = &words.headings;
        let Self { sheet, voice, .. } = self;
        page += &section("families", headings.families, &tables::families(sheet, voice));
        page += &section("layout", headings.layout, &self.layout());
        page += &section("areas", headings.areas, &tables::areas(sheet, voice));
        page += &section("charts", headings.charts, &self.all_charts());
        page += &section("clauses", headings.clauses, &tables::clauses(sheet, voice));
        page += &section("readings", headings.readings, &tables::readings(sheet, voice));
        page += &section("method", headings.method, &self.method());
        page + &self.footer() + "</main>\n</body>\n</html>\n"
    }

    fn languages(&self) -> String {
        if self.links.is_empty() {
            return String::new();
        }
        let mut text = "<nav>".to_owned();
        for (language, address) in &self.links {
            let (code, name, address) = (language.code(), language.name(), escaped(address));
            let here = if *language == self.voice.language { " aria-current=\"page\"" } else { "" };
            let _ = write!(
                text,
                "<a href=\"{address}\" lang=\"{code}\" hreflang=\"{code}\"{here}>{name}</a>"
            );
        }
        text + "</nav>\n"
    }

    fn title(&self) -> String {
        let words = self.voice.words;
        let mut text = format!(
            "<header>\n<div>\n<p class=\"kind\">{} · {}</p>\n\
             <h1>{}</h1>\n<p>{}</p>\n</div>\n<dl>\n",
            words.par_sheet,
            words.game,
            escaped(self.voice.title()),
            escaped(&self.sheet.edition().rules().title.document)
        );
        for (name, value) in self.facts() {
            let _ = writeln!(text, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
        }
        text + "</dl>\n</header>\n"
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let edition = self.sheet.edition();
        let title = &edition.rules().title;
        let words = &self.voice.words.facts;
        let odds = if edition.odds_are_floor() { words.odds_floor } else { words.odds_exact };
        let mut facts = vec![(words.book, title.id.clone())];
        facts.extend(edition.extends().map(|law| (words.extends, law.to_owned())));
        facts.push((words.cited, title.cite.clone()));
        facts.push((words.odds, odds.to_owned()));
        facts.push((words.areas, self.sheet.areas().len().to_string()));
        facts.push((words.dice, dice_in(self.sheet.dice(), self.voice.language)));
        facts.push((words.made_by, format!("Taisai {}", crate::VERSION)));
        facts.push((words.fingerprint, edition.fingerprint().to_string()));
        facts
    }

    /// The whole book in five figures.
    fn summary(&self) -> String {
        let (book, words) = (self.sheet.book(), &self.voice.words.tiles);
        let areas = |count: usize| if count == 1 { words.area } else { words.areas }.to_owned();
        let of = |figures: &AreaFigures<'_>| {
            (short_percent(figures.odds.house_edge()), self.voice.area(figures.area()))
        };
        let ((best, best_area), (worst, worst_area)) = (of(book.best), of(book.worst));
        let tiles = [
            (words.lowest, best, best_area),
            (words.highest, worst, worst_area),
            (words.average, short_percent(book.edges.mean), words.once.to_owned()),
            (words.below_80, book.below_80.to_string(), areas(book.below_80)),
            (words.below_75, book.below_75.to_string(), areas(book.below_75)),
        ];
        let mut text = "<div class=\"tiles\">\n".to_owned();
        for (name, figure, of) in tiles {
            let _ = writeln!(
                text,
                "<div><span>{name}</span><strong>{figure}</strong><span>{of}</span></div>"
            );
        }
        text + "</div>\n"
    }

    fn layout(&self) -> String {
        let shading = band::shading(self.sheet, self.voice.language);
        let picture = Picture::of(self.sheet.edition().rules()).in_language(self.voice.language);
        let sign = svg(&picture.shaded(&shading));
        format!(
            "<figure class=\"sign\">\n{sign}<figcaption>{}</figcaption>\n</figure>\n",
            self.voice.words.layout
        )
    }

    fn all_charts(&self) -> String {
        let words = &self.voice.words.charts;
        let edges = figure(&charts::edges(self.sheet, self.voice.language), words.edges_below);
        let totals =
            figure(&charts::totals(self.sheet.dice(), self.voice.language), words.totals_below);
        let session = self.session().unwrap_or_default();
        format!("<div class=\"charts\">\n{edges}{totals}{session}</div>\n")
    }

    /// A flat stake on the best area, round after round.
    fn session(&self) -> Option<String> {
        let (words, best) = (&self.voice.words.charts, self.sheet.book().best);
        let spread = best.odds.spread();
        let fan = Fan::of(spread, ROUNDS, MOMENTS).ok()?;
        let staked = i128::from(spread.staked());
        let in_stakes = |net: i64| stakes(Fraction::new(net.into(), staked));
        let title = put(words.session, "area", &self.voice.area(best.area()));
        let chart = charts::fan(&title, &fan, &in_stakes, self.voice.language);
        let edge = percent(best.odds.house_edge());
        Some(figure(&chart, &put(words.session_below, "edge", &edge)))
    }

    fn method(&self) -> String {
        let (words, dice) = (&self.voice.words.method, self.sheet.dice());
        let is_fair = *dice == Dice::FAIR;
        let on = if is_fair {
            words.fair.to_owned()
        } else {
            let uneven = put(words.uneven, "dice", &escaped(&dice_in(dice, self.voice.language)));
            put(&uneven, "all", &dice.chance_of_all().to_string())
        };
        let mut text = format!(
            "<ul>\n<li>{on}</li>\n<li>{}</li>\n<li>{}</li>\n<li>{}</li>\n",
            words.settled, words.means, words.session
        );
        let notes = if is_fair { self.sheet.edition().notes() } else { Vec::new() };
        for note in notes {
            let note = escaped(&self.voice.note(&note));
            let _ = writeln!(text, "<li class=\"warning\">{note}</li>");
        }
        text + "</ul>\n"
    }

    fn footer(&self) -> String {
        let edition = self.sheet.edition();
        let id = escaped(edition.id());
        format!(
            "<footer>Taisai {} · {id} · {} · {}</footer>\n",
            crate::VERSION,
            edition.fingerprint().short(),
            self.voice.words.footer
        )
    }
}

fn section(id: &str, heading: &str, inside: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{inside}</section>\n")
}

/// A number of stakes without trailing zeros.
fn stakes(number: Fraction) -> String {
    let text = number.decimal(2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn figure(chart: &Chart, caption: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n{}<figcaption>{caption}</figcaption>\n</figure>\n", chart.inline())
}
