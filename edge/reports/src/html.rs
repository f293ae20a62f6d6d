//! The sheet as a page of HTML, complete in itself: tables, coloured layout, charts, clauses.
//!
//! It needs no network and no script, follows the reader's light or dark scheme on a screen, and
//! prints on A4.

mod tables;

use std::fmt::Write as _;

use taisai_odds::{Dice, Fraction};
use taisai_pictures::{Picture, escaped, svg};

use crate::chart::{self, Chart};
use crate::fan::Fan;
use crate::figures::{percent, short_percent};
use crate::sheet::{AreaFigures, Sheet, dice_in_words};
use crate::{band, charts};
const LOOK: &str = include_str!("html/page.css");
/// The rounds of the session on the sheet: a long day at one table.
const ROUNDS: u32 = 1_000;
const MOMENTS: u32 = 20;

/// Prints a sheet as a page of HTML.
pub fn html(sheet: &Sheet<'_>) -> String {
    let name = escaped(&sheet.edition().rules().title.name);
    let mut page =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n".to_owned();
    let _ = writeln!(page, "<title>PAR sheet · {name}</title>");
    page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
    let _ = writeln!(page, "<style>\n{LOOK}{}</style>\n</head>\n<body>\n<main>", chart::style());
    page += &title(sheet);
    page += &summary(sheet);
    page += &section("families", "Families", &tables::families(sheet));
    page += &section("layout", "The layout by house edge", &layout(sheet));
    page += &section("areas", "Every area", &tables::areas(sheet));
    page += &section("charts", "Charts", &all_charts(sheet));
    page += &section("clauses", "Wagers and their clauses", &tables::clauses(sheet));
    page += &section("readings", "Readings", &tables::readings(sheet));
    page += &section("method", "How these figures are made", &method(sheet));
    page + &footer(sheet) + "</main>\n</body>\n</html>\n"
}

fn section(id: &str, heading: &str, inside: &str) -> String {
    format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{inside}</section>\n")
}

fn title(sheet: &Sheet<'_>) -> String {
    let book = &sheet.edition().rules().title;
    let mut text = format!(
        "<header>\n<div>\n<p class=\"kind\">PAR sheet · Sic Bo</p>\n\
         <h1>{}</h1>\n<p>{}</p>\n</div>\n<dl>\n",
        escaped(&book.name),
        escaped(&book.document)
    );
    for (name, value) in facts(sheet) {
        let _ = writeln!(text, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&value));
    }
    text + "</dl>\n</header>\n"
}

fn facts(sheet: &Sheet<'_>) -> Vec<(&'static str, String)> {
    let edition = sheet.edition();
    let title = &edition.rules().title;
    let odds = if edition.odds_are_floor() {
        "a floor: a house may pay more"
    } else {
        "exact: a house may not change them"
    };
    let mut facts = vec![("Rule book", title.id.clone())];
    facts.extend(edition.extends().map(|law| ("Extends", law.to_owned())));
    facts.push(("Cited as", title.cite.clone()));
    facts.push(("Odds", odds.to_owned()));
    facts.push(("Areas", sheet.areas().len().to_string()));
    facts.push(("Dice", dice_in_words(sheet.dice())));
    facts.push(("Made by", format!("Taisai {}", crate::VERSION)));
    facts.push(("Fingerprint (SHA-256)", edition.fingerprint().to_string()));
    facts
}

/// What the whole book comes to, in five figures.
fn summary(sheet: &Sheet<'_>) -> String {
    let book = sheet.book();
    let of = |figures: &AreaFigures<'_>| (short_percent(figures.odds.house_edge()), figures.area());
    let ((best, best_area), (worst, worst_area)) = (of(book.best), of(book.worst));
    let tiles = [
        ("Lowest house edge", best, best_area.to_string()),
        ("Highest house edge", worst, worst_area.to_string()),
        (
            "Average house edge",
            short_percent(book.edges.mean),
            "every area counted once".to_owned(),
        ),
        ("Return below 80 %", book.below_80.to_string(), areas(book.below_80)),
        ("Return below 75 %", book.below_75.to_string(), areas(book.below_75)),
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

fn areas(count: usize) -> String {
    if count == 1 { "area".to_owned() } else { "areas".to_owned() }
}

fn layout(sheet: &Sheet<'_>) -> String {
    let shading = band::shading(sheet);
    let sign = svg(&Picture::of(sheet.edition().rules()).shaded(&shading));
    format!(
        "<figure class=\"sign\">\n{sign}<figcaption>On each area stands what the house keeps of a \
         stake on average. A border between two colours belongs to the milder one, so the last two \
         colours are the returns below 80 % and below 75 %.</figcaption>\n</figure>\n"
    )
}

fn all_charts(sheet: &Sheet<'_>) -> String {
    let edges =
        figure(&charts::edges(sheet), "Areas that pay alike and win equally often stand together.");
    let totals =
        figure(&charts::totals(sheet.dice()), "All rolls of the three dice, by their total.");
    let session = session(sheet).unwrap_or_default();
    format!("<div class=\"charts\">\n{edges}{totals}{session}</div>\n")
}

/// A flat stake on the best area, round after round.
fn session(sheet: &Sheet<'_>) -> Option<String> {
    let best = sheet.book().best;
    let spread = best.odds.spread();
    let fan = Fan::of(spread, ROUNDS, MOMENTS).ok()?;
    let staked = i128::from(spread.staked());
    let in_stakes = |net: i64| stakes(Fraction::new(net.into(), staked));
    let title = format!("A thousand rounds with one stake on {}", best.area());
    let chart = charts::fan(&title, &fan, &in_stakes);
    let edge = percent(best.odds.house_edge());
    let caption = format!(
        "Net result in stakes. Nine of ten players stay within the wide band, half of them within \
         the narrow one; the red line is the average, which falls by the house edge of {edge} % a \
         round."
    );
    Some(figure(&chart, &caption))
}

/// A number of stakes without needless noughts.
fn stakes(number: Fraction) -> String {
    let text = number.decimal(2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn figure(chart: &Chart, caption: &str) -> String {
    let caption = escaped(caption);
    format!("<figure>\n{}<figcaption>{caption}</figcaption>\n</figure>\n", chart.inline())
}

fn method(sheet: &Sheet<'_>) -> String {
    let of = sheet.dice().chance_of_all();
    let dice = if *sheet.dice() == Dice::FAIR {
        "The dice are fair: each of the 216 rolls of three dice comes up equally often.".to_owned()
    } else {
        let dice = escaped(&dice_in_words(sheet.dice()));
        format!(
            "The dice are not fair: {dice}. A roll counts the product of its weights, of {of} in \
             all."
        )
    };
    let mut text = format!(
        "<ul>\n<li>{dice}</li>\n<li>Every area is settled on all 216 rolls by the table that \
         settles real bets; the figures are fractions of whole numbers, and only their print is \
         rounded, to six places, half away from zero.</li>\n<li>The house edge is what the house \
         keeps of a stake on average; the return is the rest. Variance, standard deviation and \
         skewness are of the net result for a stake of one.</li>\n<li>The session is worked out \
         exactly but for roundings whose sum is known; see <code>taisai odds session</code>.\
         </li>\n"
    );
    if *sheet.dice() == Dice::FAIR {
        for note in sheet.edition().notes() {
            let _ = writeln!(text, "<li class=\"warning\">{}</li>", escaped(&note.to_string()));
        }
    }
    text + "</ul>\n"
}

fn footer(sheet: &Sheet<'_>) -> String {
    let edition = sheet.edition();
    let id = escaped(edition.id());
    format!(
        "<footer>Taisai {} · {id} · {} · the same book gives the same sheet, byte for \
         byte</footer>\n",
        crate::VERSION,
        edition.fingerprint().short()
    )
}
