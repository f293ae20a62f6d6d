//! Puts the parts of a sheet into the words of a language.

use taisai_pictures::tile::{book_title, name, odds_in};
use taisai_pictures::{Language, Picture};
use taisai_rulebooks::Note;
use taisai_rules::{Area, Family, Odds, Offer, RuleBook};

use crate::readings::Reading;
use crate::sheet::{Sheet, names_by};
use crate::words::{Words, put, words};

/// Puts the parts of a sheet into the words of a language.
pub(crate) struct Voice<'a> {
    pub(crate) words: &'static Words,
    pub(crate) language: Language,
    rules: &'a RuleBook,
}

impl<'a> Voice<'a> {
    /// The voice of a sheet in a language.
    pub(crate) fn of(sheet: &Sheet<'a>, language: Language) -> Self {
        Self { words: words(language), language, rules: sheet.edition().rules() }
    }

    fn picture(&self) -> Picture<'a> {
        Picture::of(self.rules).in_language(self.language)
    }

    /// The name of the book.
    pub(crate) fn title(&self) -> &'a str {
        book_title(&self.picture())
    }

    /// An area: by its id in English, which files and commands know it by, and else by its name.
    pub(crate) fn area(&self, area: Area) -> String {
        match self.language {
            Language::English => area.to_string(),
            Language::TraditionalChinese | Language::SimplifiedChinese => {
                name(&self.picture(), area)
            }
        }
    }

    /// Areas that stand together.
    pub(crate) fn areas(&self, areas: &[Area]) -> String {
        names_by(areas, |area| self.area(area))
    }

    pub(crate) fn family(&self, family: Family) -> &'static str {
        let place = Family::ALL.iter().position(|known| *known == family);
        let ours = self.words.families.zip(place).map(|(families, place)| families[place]);
        ours.unwrap_or_else(|| family.word())
    }

    /// A wager, in the document's own word where that is the language of the document.
    pub(crate) fn wager(&self, offer: &Offer) -> String {
        match self.language {
            Language::English => offer.wager.to_string(),
            Language::TraditionalChinese | Language::SimplifiedChinese => {
                self.family(offer.area.family()).to_owned()
            }
        }
    }

    pub(crate) fn odds(&self, odds: Odds) -> String {
        match self.language {
            Language::English => odds.to_string(),
            Language::TraditionalChinese | Language::SimplifiedChinese => {
                odds_in(odds, self.rules.odds_style.value, self.language)
            }
        }
    }

    /// A clause as it is cited; what is no document is said in words.
    pub(crate) fn clause(&self, clause: &str) -> String {
        let said = |part: &str| match part.strip_prefix("reading ") {
            Some(number) => put(self.words.reading, "number", number),
            None if part == "house" => self.words.house.to_owned(),
            None => part.to_owned(),
        };
        clause.split("; ").map(said).collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn reading(&self, reading: Reading) -> Reading {
        let ours = self.words.readings.iter().find(|ours| ours.number == reading.number);
        ours.copied().unwrap_or(reading)
    }

    /// Something worth a second look.
    pub(crate) fn note(&self, note: &Note) -> String {
        match note {
            Note::FavoursPlayer { area, .. } => {
                put(self.words.favours_player, "area", &self.area(*area))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use taisai_odds::Dice;
    use taisai_rulebooks::Library;

    use super::*;
    use crate::readings::of_wagers;

    const CHINESE: [(Language, &str); 2] = [
        (Language::TraditionalChinese, include_str!("../../../web/src/lang/zh-Hant.json")),
        (Language::SimplifiedChinese, include_str!("../../../web/src/lang/zh-Hans.json")),
    ];

    #[test]
    fn books_and_families_have_the_names_of_the_screens() {
        for (language, screens) in CHINESE {
            let screens: Value = serde_json::from_str(screens).unwrap();
            let words = words(language);
            for edition in Library::editions() {
                let title = Voice::of(&Sheet::of(edition, &Dice::FAIR), language).title();
                assert_eq!(screens[format!("book.{}", edition.id())], *title);
            }
            for (family, name) in Family::ALL.iter().zip(words.families.unwrap()) {
                assert_eq!(screens[format!("family.{}", family.word())], name);
            }
            let reading = put(words.reading, "number", "{n}");
            assert_eq!(screens["clause.reading"], reading);
            assert_eq!(screens["clause.house"], words.house);
        }
    }

    #[test]
    fn every_reading_of_a_wager_is_put_into_each_language() {
        for edition in Library::editions() {
            for (language, _) in CHINESE {
                let words = words(language);
                for Reading { number, .. } in of_wagers(edition) {
                    assert!(words.readings.iter().any(|known| known.number == number), "{number}");
                }
            }
        }
    }

    #[test]
    fn what_is_cited_beside_a_document_is_said_in_the_language() {
        let edition = Library::get("act").unwrap();
        let sheet = Sheet::of(edition, &Dice::FAIR);
        let clause = "ACT 4.3(g); reading 9; house";
        let said = |language| Voice::of(&sheet, language).clause(clause);
        assert_eq!(said(Language::English), clause);
        assert_eq!(said(Language::TraditionalChinese), "ACT 4.3(g); 解讀 9; 本場");
        assert_eq!(said(Language::SimplifiedChinese), "ACT 4.3(g); 解读 9; 本场");
    }
}
