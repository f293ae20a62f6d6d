//! The four forms of a sheet hold every area of every book, with the same figures digit for digit.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

use std::collections::BTreeMap;

use serde_json::Value;
use taisai_odds::{Dice, Figure as _};
use taisai_reports::{Language, Sheet, csv, html, html_with_links, json, markdown};
use taisai_rulebooks::{Edition, Library};

/// The figures of an area as they are printed, in the order of [`FIGURES`].
type Figures = BTreeMap<String, Vec<String>>;

const FIGURES: [&str; 10] = [
    "ways",
    "hit_frequency",
    "hit_percent",
    "house_edge",
    "house_edge_percent",
    "return",
    "return_percent",
    "variance",
    "sd",
    "skewness",
];

/// Every book with fair dice and with others.
fn sheets() -> impl Iterator<Item = Sheet<'static>> {
    let loaded = Dice::weighted([1_667, 1_667, 1_667, 1_667, 1_667, 1_665]).unwrap();
    let dice = [Dice::FAIR, Dice::weighted([1, 1, 1, 1, 1, 2]).unwrap(), loaded];
    Library::editions().flat_map(move |edition| dice.map(|dice| Sheet::of(edition, &dice)))
}

/// A JSON number has no trailing zeros.
fn plain(text: &str) -> String {
    let is_decimal = text.contains('.') && text.parse::<f64>().is_ok();
    if !is_decimal {
        return text.to_owned();
    }
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn from_json(text: &str) -> Figures {
    let answer: Value = serde_json::from_str(text).unwrap();
    let printed =
        |value: &Value| value.as_str().map_or_else(|| plain(&value.to_string()), ToOwned::to_owned);
    let areas = answer["areas"].as_array().unwrap().iter();
    areas
        .map(|area| {
            let figures = FIGURES.iter().map(|name| printed(&area[name])).collect();
            (area["area"].as_str().unwrap().to_owned(), figures)
        })
        .collect()
}

fn from_csv(text: &str) -> Figures {
    let mut lines = text.lines().map(cells);
    let columns = lines.next().unwrap();
    let place = |name: &str| columns.iter().position(|column| column == name).unwrap();
    lines
        .filter(|line| line[place("kind")] == "area")
        .map(|line| {
            let figures = FIGURES.iter().map(|name| plain(&line[place(name)])).collect();
            (line[place("name")].clone(), figures)
        })
        .collect()
}

/// The cells of a line of CSV, a quoted one without its quotes.
fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut quoted = false;
    for letter in line.chars() {
        match letter {
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            _ => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

fn from_markdown(text: &str) -> Figures {
    let (_, areas) = text.split_once("## Areas").unwrap();
    let (areas, _) = areas.split_once("## Families").unwrap();
    let rows = areas.lines().filter(|line| line.starts_with("| ")).skip(2);
    rows.map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split(" | ").map(str::trim).collect();
        (cells[0].to_owned(), cells[3..13].iter().map(|cell| plain(cell)).collect())
    })
    .collect()
}

fn from_html(text: &str) -> Figures {
    let rows = text.split("<tr data-area=\"").skip(1);
    rows.map(|row| {
        let (row, _) = row.split_once("</tr>").unwrap();
        let cells: Vec<&str> = row
            .split("<td")
            .skip(1)
            .map(|cell| cell.split_once('>').unwrap().1.split_once('<').unwrap().0)
            .collect();
        (cells[0].to_owned(), cells[3..13].iter().map(|cell| plain(cell)).collect())
    })
    .collect()
}

#[test]
fn the_four_forms_say_the_same_of_every_area() {
    for sheet in sheets() {
        let figures_read = from_json(&json(&sheet));
        let offered: Vec<String> = sheet.areas().iter().map(|one| one.area().to_string()).collect();
        assert_eq!(figures_read.len(), offered.len());
        assert!(offered.iter().all(|area| figures_read.contains_key(area)));
        assert_eq!(figures_read, from_csv(&csv(&sheet)), "{} csv", sheet.edition().id());
        assert_eq!(figures_read, from_markdown(&markdown(&sheet)), "{} md", sheet.edition().id());
        assert_eq!(
            figures_read,
            from_html(&html(&sheet, Language::English)),
            "{} html",
            sheet.edition().id()
        );
    }
}

#[test]
fn the_four_forms_name_the_book_by_its_fingerprint() {
    for sheet in sheets() {
        let fingerprint = sheet.edition().fingerprint().to_string();
        for text in [json(&sheet), csv(&sheet), markdown(&sheet), html(&sheet, Language::English)] {
            assert!(text.contains(&fingerprint));
        }
    }
}

/// Families and the book as a whole: each percentage stands in every form.
#[test]
fn the_four_forms_say_the_same_of_families_and_the_book() {
    for sheet in sheets() {
        let texts = [csv(&sheet), markdown(&sheet), html(&sheet, Language::English)];
        let answer: Value = serde_json::from_str(&json(&sheet)).unwrap();
        let families = answer["families"].as_array().unwrap();
        assert_eq!(families.len(), sheet.families().len());
        let whole = (answer["book"]["house_edge"].clone(), sheet.book().edges.clone());
        let each = families.iter().zip(sheet.families());
        let each = each.map(|(figures_read, figures)| {
            (figures_read["house_edge"].clone(), figures.edges.clone())
        });
        for (figures_read, edges) in each.chain([whole]) {
            for (name, edge) in ["lowest", "mean", "highest"].into_iter().zip(edges.in_order()) {
                assert_eq!(figures_read[name], edge.to_string());
                let percent = edge.to_percent(6).unwrap();
                assert_eq!(
                    figures_read[format!("{name}_percent")].to_string(),
                    json_number(&percent)
                );
                assert!(texts.iter().all(|text| text.contains(&percent)), "{name}");
            }
        }
    }
}

/// How JSON prints a decimal: a whole number keeps one zero.
fn json_number(decimal: &str) -> String {
    let trimmed = plain(decimal);
    if trimmed.contains('.') { trimmed } else { format!("{trimmed}.0") }
}

/// By hand: the edge is 1 − (odds + 1) p, the standard deviation (odds + 1) √(p (1 − p)).
#[test]
fn known_figures_come_out_to_the_last_digit() {
    let cases = [
        ("act", "small", "105", "1/36", "2.777778", "0.999614"),
        ("massachusetts", "triple-4", "1", "65/216", "30.092593", "10.250438"),
        ("singapore-1", "total-10", "27", "1/16", "6.25", "2.480392"),
        ("act", "domino-14", "30", "1/36", "2.777778", "2.420814"),
    ];
    for (book, area, ways, edge, percent, sd) in cases {
        let sheet = Sheet::of(Library::get(book).unwrap(), &Dice::FAIR);
        let figures = &from_json(&json(&sheet))[area];
        assert_eq!([&figures[0], &figures[3], &figures[4], &figures[8]], [ways, edge, percent, sd]);
    }
}

#[test]
fn low_returns_are_flagged_everywhere() {
    let sheet = Sheet::of(Library::get("massachusetts").unwrap(), &Dice::FAIR);
    let flagged = sheet.areas().iter().filter(|one| one.flag().is_some()).count();
    let (below_75, below_80) = (sheet.book().below_75, sheet.book().below_80);
    assert!(0 < below_75 && below_75 <= below_80 && below_80 == flagged);
    assert_eq!(json(&sheet).matches("\"flag\":\"below-75\"").count(), below_75);
    assert_eq!(csv(&sheet).matches(",below 75 %,").count(), below_75);
    assert_eq!(markdown(&sheet).matches("| below 75 % |").count(), below_75);
    assert_eq!(html(&sheet, Language::English).matches(">below 75 %</td>").count(), below_75);
    assert_eq!(html(&sheet, Language::English).matches("class=\"flagged\"").count(), flagged);
}

/// A page that needs other files breaks when they are gone.
#[test]
fn the_page_is_complete_in_itself() {
    for sheet in sheets() {
        let page = html(&sheet, Language::English);
        let page = page.replace("http://www.w3.org/2000/svg", "");
        for outside in ["http", "//", "url(", "@import", "<script", "<link", "<img", " src=", " on"]
        {
            let found = page.find(outside).map(|at| &page[at..(at + 60).min(page.len())]);
            let harmless = |text: &str| outside == " on" && !text.contains("=\"");
            assert!(found.is_none_or(harmless), "{outside}: {found:?}");
        }
        assert_eq!(page.matches("class=\"taisai-chart\"").count(), 3);
        assert_eq!(page.matches("class=\"taisai-layout\"").count(), 1);
    }
}

/// A house may have any name; on the page it stays plain text.
#[test]
fn a_hostile_name_stays_a_name() {
    let house = r#"
        extends = "maryland"
        id = "hostile-house"
        name = "</title><script>alert('x')</script>"
        layout.house_name = "</svg><script>alert(1)</script>"
        wager.triple.pays = "180 to 1"
    "#;
    let edition = Edition::read(house.as_bytes()).unwrap();
    let sheet = Sheet::of(&edition, &Dice::FAIR);
    assert!(!html(&sheet, Language::English).contains("<script"));
    assert!(!markdown(&sheet).contains("<script"));
    assert!(
        html(&sheet, Language::English).contains("<td>wager.triple.pays</td>"),
        "the house's change is shown"
    );
}

#[test]
fn every_language_tells_the_same_figures() {
    for sheet in sheets() {
        let figures = |language| {
            let figures_read = from_html(&html(&sheet, language));
            let mut rows: Vec<Vec<String>> = figures_read.into_values().collect();
            rows.sort();
            rows
        };
        let english = figures(Language::English);
        assert_eq!(english.len(), sheet.areas().len());
        for language in [Language::TraditionalChinese, Language::SimplifiedChinese] {
            assert_eq!(figures(language), english, "{} {language:?}", sheet.edition().id());
        }
    }
}

/// What a reader sees of a page: no marks, no style, no code.
fn seen(page: &str) -> String {
    let mut text = String::new();
    let mut skipped = None;
    for part in page.split('<').skip(1) {
        let (mark, after) = part.split_once('>').unwrap_or((part, ""));
        let name = mark.split_whitespace().next().unwrap_or_default();
        match skipped {
            Some(until) if name == until => skipped = None,
            Some(_) => continue,
            None if name == "style" => skipped = Some("/style"),
            None if name == "code" => skipped = Some("/code"),
            None => {}
        }
        if skipped.is_none() {
            text += after;
            text.push('\n');
        }
    }
    text
}

/// Names that are the same in every language: of documents, of books, of this program.
fn without_names(text: &str, sheet: &Sheet<'_>) -> String {
    let title = &sheet.edition().rules().title;
    let house = &sheet.edition().rules().house_name.value;
    let fingerprint = sheet.edition().fingerprint();
    let (whole, short) = (fingerprint.to_string(), fingerprint.short().clone());
    let names =
        [&title.document, &title.cite, &title.id, house, &whole, &short].map(String::as_str);
    let fixed = ["Taisai", "Sic Bo", "SIC BO", "wager.double_on_triple", "SHA-256"];
    names.into_iter().chain(fixed).fold(text.to_owned(), |text, name| text.replace(name, ""))
}

#[test]
fn a_page_in_chinese_has_no_english_word() {
    let english = |text: &str| -> Vec<String> {
        let words = text.split(|letter: char| !letter.is_ascii_alphabetic());
        words
            .filter(|word| word.len() > 2 && word.chars().any(char::is_lowercase))
            // Clauses are counted in Roman numerals.
            .filter(|word| !word.chars().all(|letter| "ivx".contains(letter)))
            .map(ToOwned::to_owned)
            .collect()
    };
    for sheet in sheets() {
        let of = |language| {
            let page = html(&sheet, language);
            english(&without_names(&seen(&page), &sheet))
        };
        assert!(of(Language::English).len() > 100, "the check sees English where it is");
        for language in [Language::TraditionalChinese, Language::SimplifiedChinese] {
            assert_eq!(of(language), [""; 0], "{} {language:?}", sheet.edition().id());
        }
    }
}

#[test]
fn a_page_links_to_its_other_languages_if_it_has_their_addresses() {
    let sheet = &sheets().next().unwrap();
    assert!(!html(sheet, Language::English).contains("<nav>"));
    let page = html_with_links(sheet, Language::SimplifiedChinese, |language| {
        format!("/sheet/{}", language.code())
    });
    assert!(page.contains("<a href=\"/sheet/en\" lang=\"en\" hreflang=\"en\">English</a>"));
    let here =
        "<a href=\"/sheet/zh-Hans\" lang=\"zh-Hans\" hreflang=\"zh-Hans\" aria-current=\"page\">";
    assert!(page.contains(here) && page.contains("<html lang=\"zh-Hans\">"));
}

/// A house may pay in odds of all kinds of denominators. Their average with uneven dice is longer
/// than any fraction of two machine words, and working it out stopped the program.
#[test]
fn odds_of_many_denominators_have_an_average() {
    let totals = (4..=17).map(|total| format!("total-{total}"));
    let wagers = totals.chain(["triple", "any-triple", "double", "domino"].map(str::to_owned));
    let primes = [97, 89, 83, 79, 73, 71, 67, 61, 59, 53, 47, 43, 41, 37, 31, 29, 23, 19];
    let wager = |(wager, prime): (String, u32)| {
        format!("[wager.{wager}]\npays = \"{} to {prime}\"\n", prime * 180 + 1)
    };
    let wagers: String = wagers.zip(primes).map(wager).collect();
    let book =
        format!("extends = \"maryland\"\nid = \"odd-house\"\nname = \"Odd House\"\n{wagers}");
    let edition = Edition::read(book.as_bytes()).unwrap();
    let dice = Dice::weighted([1_542, 1_752, 1_840, 1_621, 1_891, 1_354]).unwrap();
    let sheet = Sheet::of(&edition, &dice);
    let answer: Value = serde_json::from_str(&json(&sheet)).unwrap();
    let mean = answer["book"]["house_edge"]["mean"].as_str().unwrap();
    assert!(mean.len() > 80, "{mean}");
    assert!(csv(&sheet).contains(mean) && html(&sheet, Language::English).len() > 10_000);
}
