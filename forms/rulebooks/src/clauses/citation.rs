//! Where in the rule documents something is asked: one clause, or a range of neighbours.

use std::fmt;

/// The short names of the five rule documents, as the clause list cites them.
pub const DOCUMENTS: [&str; 5] = ["MA", "MD", "ACT", "PA", "SG"];

/// A place in one rule document: a clause with everything below it, or a range of such clauses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Citation {
    text: String,
    document: &'static str,
    /// The steps down to the clause, such as `6`, `A`, `(21)`; for a range, to its first clause.
    steps: Vec<String>,
    /// The last step of the range's last clause.
    until: Option<String>,
}

/// Why a text is no citation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CitationFault {
    /// The text does not begin with the short name of a rule document.
    UnknownDocument,
    /// What follows the document's name is neither a clause, nor a range, nor plain words.
    Malformed,
}

impl Citation {
    /// Reads a citation such as `MD 6.A(21)`, `SG 4.1.1-4.1.3` or `ACT dictionary void`.
    pub fn parse(text: &str) -> Result<Citation, CitationFault> {
        let (prefix, place) = text.split_once(' ').unwrap_or((text, ""));
        let document = DOCUMENTS.into_iter().find(|document| *document == prefix);
        let document = document.ok_or(CitationFault::UnknownDocument)?;
        let (first, last) = match place.split_once('-') {
            Some((first, last)) => (first, Some(last)),
            None => (place, None),
        };
        let steps = steps_of(first).ok_or(CitationFault::Malformed)?;
        let until = match last {
            Some(last) => Some(range_end(&steps, last).ok_or(CitationFault::Malformed)?),
            None => None,
        };
        Ok(Citation { text: text.to_owned(), document, steps, until })
    }

    /// The rule document, by its short name.
    pub fn document(&self) -> &'static str {
        self.document
    }

    /// How many steps lead down to the clause: the more, the closer the citation looks.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Whether the clause is the cited one, lies below it, or lies within the cited range.
    pub fn covers(&self, clause: &Citation) -> bool {
        let Some((last, parents)) = self.steps.split_last() else { return false };
        if clause.document != self.document || clause.until.is_some() {
            return false;
        }
        let Some((above, below)) = clause.steps.split_at_checked(parents.len()) else {
            return false;
        };
        let Some(step) = below.first() else { return false };
        above == parents
            && match &self.until {
                Some(until) => lies_between(last, step, until),
                None => step == last,
            }
    }
}

impl fmt::Display for Citation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The steps of `625a.5(b)(1)` or, for places without a number, its words.
fn steps_of(place: &str) -> Option<Vec<String>> {
    if !place.starts_with(|c: char| c.is_ascii_digit()) {
        let words: Vec<String> = place.split(' ').map(str::to_owned).collect();
        return words.iter().all(|word| is_name(word)).then_some(words);
    }
    let brackets_at = place.find('(').unwrap_or(place.len());
    let (dotted, bracketed) = place.split_at(brackets_at);
    let mut steps: Vec<String> = dotted.split('.').map(str::to_owned).collect();
    steps.extend(bracketed.split_inclusive(')').map(str::to_owned));
    let (names, brackets) = steps.split_at(dotted.split('.').count());
    let well_formed =
        names.iter().all(|name| is_name(name)) && brackets.iter().all(|step| is_bracketed(step));
    well_formed.then_some(steps)
}

fn is_name(step: &str) -> bool {
    !step.is_empty() && step.chars().all(|c| c.is_ascii_alphanumeric())
}

fn is_bracketed(step: &str) -> bool {
    step.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).is_some_and(is_name)
}

/// The last step of a range that begins at `steps` and is written to end at `end`.
fn range_end(steps: &[String], end: &str) -> Option<String> {
    let (first, parents) = steps.split_last()?;
    // The end is written in full, as in 4.1.1-4.1.3, or by its last step, as in 5.B-C.
    let in_full = end.strip_prefix(&parents.join(".")).and_then(|rest| rest.strip_prefix('.'));
    let last = in_full.unwrap_or(end);
    (first != last && lies_between(first, first, last)).then(|| last.to_owned())
}

fn lies_between(first: &str, step: &str, last: &str) -> bool {
    let (Some(low), Some(x), Some(high)) = (ordinal(first), ordinal(step), ordinal(last)) else {
        return false;
    };
    low.series == x.series
        && x.series == high.series
        && low.place <= x.place
        && x.place <= high.place
}

/// Where a step stands among its neighbours.
struct Ordinal {
    /// Whether it is bracketed and whether it is a letter: steps of two series are no neighbours.
    series: (bool, bool),
    place: u32,
}

/// Roman numerals have no ordinal: `(i)` could be the ninth letter, so no range may end in one.
fn ordinal(step: &str) -> Option<Ordinal> {
    let bracketed = step.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    let name = bracketed.unwrap_or(step);
    let mut letters = name.chars();
    let (is_letter, place) = match (name.parse::<u32>(), letters.next(), letters.next()) {
        (Ok(number), _, _) => (false, number),
        (Err(_), Some(letter), None) if letter.is_ascii_alphabetic() => (true, u32::from(letter)),
        _ => return None,
    };
    Some(Ordinal { series: (bracketed.is_some(), is_letter), place })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn covers(citation: &str, clause: &str) -> bool {
        Citation::parse(citation).unwrap().covers(&Citation::parse(clause).unwrap())
    }

    #[test]
    fn a_citation_covers_itself_and_what_lies_below() {
        assert!(covers("MD 6.A", "MD 6.A"));
        assert!(covers("MD 6.A", "MD 6.A(21)(a)"));
        assert!(covers("SG 4.1", "SG 4.1.3"));
        assert!(covers("MA 1", "MA 1"));
        assert!(covers("ACT dictionary void", "ACT dictionary void"));
    }

    #[test]
    fn a_citation_covers_nothing_above_or_beside_it() {
        assert!(!covers("MD 6.A(21)", "MD 6.A"));
        assert!(!covers("MD 6.A(2)", "MD 6.A(21)"));
        assert!(!covers("SG 1.1", "SG 1.10"));
        assert!(!covers("SG 4.1", "ACT 4.1"));
        assert!(!covers("ACT dictionary void", "ACT dictionary dealer"));
    }

    #[test]
    fn a_range_covers_both_ends_and_what_lies_between_and_below() {
        for clause in ["MA 2(a)(1)", "MA 2(a)(5)", "MA 2(a)(8)"] {
            assert!(covers("MA 2(a)(1)-(8)", clause), "{clause}");
        }
        for clause in ["SG 4.1.1", "SG 4.1.2", "SG 4.1.3"] {
            assert!(covers("SG 4.1.1-4.1.3", clause), "{clause}");
        }
        assert!(covers("MD 5.B-C", "MD 5.B(1)"));
        assert!(covers("ACT 10.5-10.6", "ACT 10.5(c)"));
        assert!(covers("PA 625a.5(b)-(c)", "PA 625a.5(b)(2)"));
    }

    #[test]
    fn a_range_ends_at_its_ends() {
        assert!(!covers("MA 2(a)(2)-(7)", "MA 2(a)(1)"));
        assert!(!covers("MA 2(a)(2)-(7)", "MA 2(a)(8)"));
        assert!(!covers("MA 2(a)(2)-(7)", "MA 2(a)"));
        assert!(!covers("SG 4.1.2-4.1.3", "SG 4.1.1"));
        assert!(!covers("MD 5.B-C", "MD 5.A"));
        assert!(!covers("MD 5.B-C", "MD 5.D"));
        assert!(!covers("ACT 4.3(a)-(h)", "ACT 4.3(i)"));
        assert!(!covers("MD 5.B-C", "MD 5(B)"));
    }

    #[test]
    fn only_the_five_documents_are_cited() {
        assert_eq!(Citation::parse("NV 3.1"), Err(CitationFault::UnknownDocument));
        assert_eq!(Citation::parse("md 3.1"), Err(CitationFault::UnknownDocument));
        assert_eq!(Citation::parse(""), Err(CitationFault::UnknownDocument));
        assert_eq!(Citation::parse("SG 3.1").map(|citation| citation.document()), Ok("SG"));
    }

    #[test]
    fn a_place_that_cannot_be_read_is_malformed() {
        let malformed = "MA|MA |MA 2(a|MA 2a)|MA 2()|MA 2..1|MA 2(a)x|MA 2(8)-(1)|MA 2(1)-(1)|\
                         MA 2(1)-(b)|MA 2(1)-3|SG 4.1.1-4.2.3|PA 1(i)-(iii)|MA  2|ACT a-b c";
        for text in malformed.split('|') {
            assert_eq!(Citation::parse(text), Err(CitationFault::Malformed), "{text}");
        }
    }

    #[test]
    fn a_citation_is_written_as_it_was_read() {
        for text in ["PA 625a.5(b)-(c)", "ACT dictionary colour chips", "SG 4.1.1-4.1.3"] {
            assert_eq!(Citation::parse(text).unwrap().to_string(), text);
        }
    }
}
