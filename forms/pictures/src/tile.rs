//! What is printed on one area, before anyone decides how large and where.

use taisai_rules::{Area, AreaKind, Caption, Face, Family, Hit, Odds, OddsStyle, PayLine, Pays};

use crate::language::Language;
use crate::picture::Picture;
use crate::words;

/// The print of one area, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tile {
    /// A word or a number.
    pub heading: Option<String>,
    /// A character that stands for the area.
    pub emblem: Option<&'static str>,
    /// The totals it wins on.
    pub range: Option<String>,
    /// Groups of dice; each group wins.
    pub dice: Vec<Vec<Face>>,
    /// What it pays; a single has three odds.
    pub odds: Vec<WordedOdds>,
    /// The warning printed on it.
    pub condition: Option<&'static str>,
}

/// Odds in words, and whether the shown roll pays them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordedOdds {
    /// In the words of the layout.
    pub text: String,
    /// Whether the shown roll pays them.
    pub pays: bool,
}

impl Tile {
    /// The print of an area.
    pub fn of(picture: &Picture<'_>, area: Area) -> Self {
        let (kind, language) = (area.kind(), picture.language());
        let wording = &picture.book().wording;
        Self {
            heading: words::heading(kind, language),
            emblem: words::emblem(kind, language),
            range: words::range(kind, wording.range.value, language),
            dice: dice(kind),
            odds: odds(picture, area),
            condition: words::condition(kind, wording.triple.value, language),
        }
    }

    /// All its odds on one line.
    pub fn odds_line(&self) -> String {
        let odds: Vec<&str> = self.odds.iter().map(|odds| odds.text.as_str()).collect();
        odds.join(words::BETWEEN)
    }
}

/// The dice printed on an area. A four shows its numbers only: no three dice can show all of it.
fn dice(kind: AreaKind) -> Vec<Vec<Face>> {
    match kind {
        AreaKind::Small
        | AreaKind::Big
        | AreaKind::Even
        | AreaKind::Odd
        | AreaKind::Total(_)
        | AreaKind::Four(_) => Vec::new(),
        AreaKind::AnyTriple => Face::ALL.map(|face| vec![face; 3]).to_vec(),
        AreaKind::Single(face) => vec![vec![face]],
        AreaKind::Double(face) => vec![vec![face; 2]],
        AreaKind::Triple(face) => vec![vec![face; 3]],
        AreaKind::Domino(pair) => vec![pair.faces().to_vec()],
        AreaKind::ThreeSingles(three) => vec![three.faces().to_vec()],
        AreaKind::DoubleWithSingle { double, single } => vec![vec![double, double, single]],
    }
}

fn odds(picture: &Picture<'_>, area: Area) -> Vec<WordedOdds> {
    if let Some(shade) = picture.shade(area) {
        return vec![WordedOdds { text: shade.figure.clone(), pays: false }];
    }
    let table = &picture.book().pay_table;
    let hit = picture.roll().and_then(|roll| area.hit(roll, table.double_on_triple()));
    let pays = &picture.offer(area).pays;
    let line = |place: usize, line: &PayLine| {
        let wanted = match pays {
            Pays::Same(_) => hit.is_some(),
            Pays::ByDice(_) => hit == Some(Hit::ALL[place]),
        };
        WordedOdds { text: worded(picture, area, line), pays: wanted }
    };
    pays.lines().iter().enumerate().map(|(place, pay_line)| line(place, pay_line)).collect()
}

fn worded(picture: &Picture<'_>, area: Area, line: &PayLine) -> String {
    words::odds(line.odds, picture.book().odds_style_of(area), picture.language())
}

/// The text of a caption.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaptionText {
    /// The odds alone, for where there is little room.
    pub odds: String,
    /// The wager and its odds.
    pub full: String,
}

impl CaptionText {
    /// The text of a caption.
    pub fn of(picture: &Picture<'_>, caption: &Caption) -> Self {
        let language = picture.language();
        match &picture.offer(caption.of).pays {
            Pays::Same(line) => {
                let odds = worded(picture, caption.of, line);
                let full = words::wager_pays(wager(picture, caption.of), &odds, language);
                Self { odds, full }
            }
            Pays::ByDice(lines) => {
                let words = picture.book().wording.dice.value;
                let on_dice = |(line, hit): (&PayLine, Hit)| {
                    words::odds_on_dice(&worded(picture, caption.of, line), hit, words, language)
                };
                let lines: Vec<String> = lines.iter().zip(Hit::ALL).map(on_dice).collect();
                let odds = lines.join(words::BETWEEN);
                Self { full: odds.clone(), odds }
            }
        }
    }
}

/// The name of an area: the wager and its numbers.
pub fn name(picture: &Picture<'_>, area: Area) -> String {
    let wager = wager(picture, area);
    match words::numbers(area.kind()) {
        // The documents name some totals one by one; nobody says "Total 4 4".
        Some(numbers) if !wager.ends_with(&numbers) => format!("{wager} {numbers}"),
        Some(_) | None => wager.to_owned(),
    }
}

/// The name of the rule book in the language of a picture.
pub fn book_title<'a>(picture: &Picture<'a>) -> &'a str {
    words::title(&picture.book().title, picture.language())
}

/// Odds in the words of a layout of this style.
pub fn odds_in(odds: Odds, style: OddsStyle, language: Language) -> String {
    words::odds(odds, style, language)
}

/// What the odds of this layout mean, said with an example.
pub fn odds_mean(picture: &Picture<'_>) -> String {
    words::odds_mean(picture.book().odds_style.value, picture.language())
}

/// An area in one sentence: the wager, its numbers, its odds.
pub(crate) fn sentence(picture: &Picture<'_>, area: Area) -> String {
    let odds = Tile::of(picture, area).odds_line();
    words::wager_pays(&name(picture, area), &odds, picture.language())
}

/// Whether a caption words the odds of this family.
pub fn is_captioned(picture: &Picture<'_>, family: Family) -> bool {
    picture.book().layout.captions().iter().any(|caption| caption.of.family() == family)
}

/// The family whose look another one takes: opposites are printed alike.
pub(crate) fn look(family: Family) -> Family {
    match family {
        Family::Small | Family::Big => Family::Small,
        Family::Even | Family::Odd => Family::Even,
        Family::AnyTriple
        | Family::Single
        | Family::Double
        | Family::Triple
        | Family::Total
        | Family::Domino
        | Family::Four
        | Family::ThreeSingles
        | Family::DoubleWithSingle => family,
    }
}

/// The document's word for the wager in English; our own in every other language.
fn wager<'a>(picture: &Picture<'a>, area: Area) -> &'a str {
    match picture.language() {
        Language::English => &picture.offer(area).wager,
        language @ (Language::TraditionalChinese | Language::SimplifiedChinese) => {
            words::family(area.family(), language)
        }
    }
}
