//! The rules of a book in our own words, each with its clause.
//!
//! It is titled as a summary and names the document that it does not replace.

mod parts;

use std::fmt::Write as _;

use taisai_pictures::tile::book_title;
use taisai_pictures::{Language, Picture, escaped};
use taisai_rulebooks::Edition;

use crate::words::put;

/// Every sentence by its key: in English, in traditional and in simplified Chinese.
const SENTENCES: &str = include_str!("../summary.txt");
const LOOK: &str = include_str!("html/page.css");

/// The rules of a book in one language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The language of its words.
    pub language: Language,
    /// What it is: a summary, and of which book.
    pub title: String,
    /// That it does not replace the document.
    pub note: String,
    /// The fingerprint of the book.
    pub fingerprint: String,
    /// What it says.
    pub parts: Vec<Part>,
}

/// One part of a summary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub heading: String,
    pub rules: Vec<Rule>,
}

/// One rule in our words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub sentence: String,
    /// The clauses it rests on.
    pub clause: String,
}

impl Summary {
    /// The summary of a book in a language.
    pub fn of(edition: &Edition, language: Language) -> Self {
        let rules = edition.rules();
        let book = book_title(&Picture::of(rules).in_language(language));
        let title = put(says("title", language), "book", book);
        let note = put(says("note", language), "document", &rules.title.document);
        let fingerprint = edition.fingerprint().to_string();
        let fingerprint = put(says("fingerprint", language), "hash", &fingerprint);
        let parts = parts::all(edition, language);
        Self { language, title, note, fingerprint, parts }
    }

    /// As plain text, for a terminal or a file.
    pub fn text(&self) -> String {
        let mut text = format!("{}\n\n{}\n", self.title, self.note);
        for part in &self.parts {
            let _ = writeln!(text, "\n{}", part.heading);
            for Rule { sentence, clause } in &part.rules {
                let _ = writeln!(text, "- {sentence} [{clause}]");
            }
        }
        let _ = writeln!(text, "\n{}", self.fingerprint);
        text
    }

    /// As a self-contained page of HTML, to read and to print; `address` gives its address in each
    /// language.
    pub fn html(&self, address: impl Fn(Language) -> String) -> String {
        let (title, code) = (escaped(&self.title), self.language.code());
        let mut page = format!(
            "<!doctype html>\n<html lang=\"{code}\">\n<head>\n<meta charset=\"utf-8\">\n\
             <title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <meta name=\"color-scheme\" content=\"light dark\">\n\
             <style>\n{LOOK}</style>\n</head>\n<body>\n<main>\n"
        );
        let label = says("other-languages", self.language);
        let _ = writeln!(page, "<nav aria-label=\"{label}\">");
        for other in Language::ALL.into_iter().filter(|other| *other != self.language) {
            let (code, href) = (other.code(), escaped(&address(other)));
            let _ = writeln!(page, "<a lang=\"{code}\" href=\"{href}\">{}</a>", other.name());
        }
        let _ = writeln!(page, "</nav>\n<h1>{title}</h1>\n<p>{}</p>", escaped(&self.note));
        for part in &self.parts {
            let _ = writeln!(page, "<h2>{}</h2>\n<ul>", escaped(&part.heading));
            for Rule { sentence, clause } in &part.rules {
                let (sentence, clause) = (escaped(sentence), escaped(clause));
                let _ = writeln!(page, "<li>{sentence} <small>{clause}</small></li>");
            }
            page += "</ul>\n";
        }
        let _ = writeln!(page, "<p><small>{}</small></p>", escaped(&self.fingerprint));
        page + "</main>\n</body>\n</html>\n"
    }
}

/// The sentence with this key, if there is one.
fn find(key: &str, language: Language) -> Option<&'static str> {
    let mut lines = SENTENCES.lines().map(|line| line.split(" | "));
    let mut found = lines.find_map(|mut line| (line.next() == Some(key)).then_some(line))?;
    match language {
        Language::English => found.next(),
        Language::TraditionalChinese => found.nth(1),
        Language::SimplifiedChinese => found.nth(2),
    }
}

fn says(key: &str, language: Language) -> &'static str {
    find(key, language).unwrap_or_else(|| unreachable!("a test says every sentence: {key}"))
}

#[cfg(test)]
mod tests {
    use taisai_rulebooks::Library;
    use taisai_rules::{
        AboveMaximum, Approval, BelowMinimum, Cover, Family, Irregularity, NoMoreBets, Remedy,
        Role, ShakerKind,
    };

    use super::*;

    fn summaries() -> impl Iterator<Item = (&'static Edition, Summary)> {
        Library::editions().flat_map(|edition| {
            Language::ALL.map(|language| (edition, Summary::of(edition, language)))
        })
    }

    #[test]
    fn every_word_of_a_rule_book_has_its_sentence_in_every_language() {
        let mut keys: Vec<String> = Vec::new();
        let mut all = |of: &str, words: Vec<&str>| {
            keys.extend(words.into_iter().map(|word| format!("{of}.{word}")));
        };
        all("how", Family::ALL.iter().map(|word| word.word()).collect());
        all("shaker", ShakerKind::ALL.iter().map(|word| word.word()).collect());
        all("order", NoMoreBets::ALL.iter().map(|word| word.word()).collect());
        let covers = Cover::ALL.iter().filter(|cover| **cover != Cover::Free);
        all("cover", covers.map(|word| word.word()).collect());
        all("approval", Approval::ALL.iter().map(|word| word.word()).collect());
        all("below", BelowMinimum::ALL.iter().map(|word| word.word()).collect());
        all("above", AboveMaximum::ALL.iter().map(|word| word.word()).collect());
        all("irregularity", Irregularity::ALL.iter().map(|word| word.word()).collect());
        all("remedy", Remedy::ALL.iter().map(|word| word.word()).collect());
        all("role", Role::ALL.iter().map(|word| word.word()).collect());
        for key in keys {
            for language in Language::ALL {
                assert!(find(&key, language).is_some(), "{key} in {}", language.code());
            }
        }
        for line in SENTENCES.lines() {
            let cells: Vec<&str> = line.split(" | ").collect();
            assert_eq!(cells.len(), 4, "{line}");
            assert!(cells.iter().all(|cell| !cell.trim().is_empty()), "{line}");
        }
    }

    #[test]
    fn a_summary_says_that_it_is_one_and_names_the_document_it_does_not_replace() {
        for (edition, summary) in summaries() {
            let word = ["Summary", "摘要", "摘要"]
                [Language::ALL.iter().position(|language| *language == summary.language).unwrap()];
            for printed in [summary.text(), summary.html(|_| String::new())] {
                assert!(printed.contains(word), "{}", edition.id());
                assert!(printed.contains(&escaped(&edition.rules().title.document)));
                assert!(printed.contains(&edition.fingerprint().to_string()));
            }
        }
    }

    #[test]
    fn no_place_is_left_open_and_every_rule_has_its_clause() {
        for (edition, summary) in summaries() {
            for rule in summary.parts.iter().flat_map(|part| &part.rules) {
                assert!(!rule.sentence.contains(['{', '}']), "{}: {rule:?}", edition.id());
                assert!(!rule.clause.is_empty(), "{}: {rule:?}", edition.id());
            }
            assert_eq!(summary.parts.len(), 6);
            assert!(summary.parts.iter().all(|part| !part.rules.is_empty()), "{}", edition.id());
        }
    }

    /// The clauses that the summary of each document must contain.
    #[test]
    fn the_clauses_of_the_document_are_in_its_summary() {
        for (book, clauses) in [
            ("massachusetts", &["MA 4(b)", "MA 5(a)(1)", "MA 5(b)", "MA 6(b)", "MA 6(d)"][..]),
            ("maryland", &["MD 6.A(1)", "MD 2.B", "MD 2.C", "MD 7.A", "MD 7.E", "MD 1.A"]),
            ("act", &["ACT 4.1", "ACT 3.5", "ACT 4.6", "ACT 8.5", "ACT 10.2", "ACT 6.1(c)"]),
            ("pennsylvania-b", &["PA 625a.6(a)", "PA 625a.5(g)", "PA 625a.7(b)"]),
            ("singapore-3", &["SG 4.1.3", "SG 3.6", "SG 5.1", "SG 5.10", "SG 3.3"]),
        ] {
            let summary = Summary::of(Library::get(book).unwrap(), Language::English);
            let cited: Vec<&str> = summary
                .parts
                .iter()
                .flat_map(|part| &part.rules)
                .flat_map(|rule| rule.clause.split("; "))
                .collect();
            for clause in clauses {
                assert!(cited.contains(clause), "{book}: {clause}");
            }
        }
    }

    /// Refusing a spoken bet is the dealer's task, and players can read the rule in the summary.
    #[test]
    fn wherever_the_document_forbids_spoken_bets_its_summary_says_so() {
        for (edition, summary) in summaries() {
            let limits = &edition.rules().limits.verbal_bets_refused;
            let wanted = ["word of mouth", "口頭", "口头"]
                [Language::ALL.iter().position(|language| *language == summary.language).unwrap()];
            let mut rules = summary.parts.iter().flat_map(|part| &part.rules);
            let says_so = rules.any(|rule| {
                rule.sentence.contains(wanted) && rule.clause == limits.clause.as_str()
            });
            assert!(limits.value && says_so, "{}: {wanted}", edition.id());
        }
        let clause = |book: &str| {
            let rules = Library::get(book).unwrap().rules();
            rules.limits.verbal_bets_refused.clause.as_str().to_owned()
        };
        let books = ["massachusetts", "maryland", "pennsylvania-a", "pennsylvania-b"];
        assert_eq!(books.map(clause), ["MA 3(a)", "MD 4.A", "PA 625a.4(a)", "PA 625a.4(a)"]);
    }

    #[test]
    fn the_summary_of_the_act_in_english() {
        let text = Summary::of(Library::get("act").unwrap(), Language::English).text();
        for sentence in [
            "- Everybody has at least 3 seconds to bet [ACT 4.1; reading 24]\n",
            "- Specific Triple wins when: The number on all three dice. It pays 180 to 1 \
             [ACT 4.3(c); ACT 6.1(c)]\n",
            "- A stake above the maximum is paid or collected up to the maximum, and the rest is \
             returned [ACT 3.5]\n",
            "- The display failed: The result stands. Decided or witnessed by at least: ",
        ] {
            assert!(text.contains(sentence), "{sentence}\n{text}");
        }
    }
}
