//! Every word that is printed, in every language.

use taisai_rules::{
    AreaKind, DiceWords, Face, Family, Hit, Odds, OddsStyle, RangeWords, Title, TripleWords,
};

use crate::language::Language::{self, English, SimplifiedChinese, TraditionalChinese};

/// What stands between two things said on one line.
pub(crate) const BETWEEN: &str = " · ";

/// The name of the game.
pub(crate) fn game(language: Language) -> &'static str {
    match language {
        English => "SIC BO",
        TraditionalChinese => "骰寶",
        SimplifiedChinese => "骰宝",
    }
}

/// The name of the game for readers of the other script.
pub(crate) fn game_in_other_script(language: Language) -> &'static str {
    match language {
        English => game(TraditionalChinese),
        TraditionalChinese | SimplifiedChinese => game(English),
    }
}

/// The titles of the library's books in Chinese: id, traditional, simplified.
const TITLES: &str = include_str!("../titles.txt");

/// The name of a rule book; a house's own keeps the name that the house has given it.
pub(crate) fn title(title: &Title, language: Language) -> &str {
    let mut books = TITLES.lines().map(|line| line.split(" | "));
    let ours = books.find_map(|mut book| (book.next() == Some(&title.id)).then_some(book));
    let ours = ours.and_then(|mut names| match language {
        English => None,
        TraditionalChinese => names.next(),
        SimplifiedChinese => names.nth(1),
    });
    ours.unwrap_or(&title.name)
}

/// The character that marks an area on tables everywhere, even where people read English.
pub(crate) fn emblem(kind: AreaKind, language: Language) -> Option<&'static str> {
    let simplified = language == SimplifiedChinese;
    match kind {
        AreaKind::Small => Some("小"),
        AreaKind::Big => Some("大"),
        AreaKind::Even => Some(if simplified { "双" } else { "雙" }),
        AreaKind::Odd => Some(if simplified { "单" } else { "單" }),
        AreaKind::AnyTriple
        | AreaKind::Single(_)
        | AreaKind::Double(_)
        | AreaKind::Triple(_)
        | AreaKind::Total(_)
        | AreaKind::Domino(_)
        | AreaKind::Four(_)
        | AreaKind::ThreeSingles(_)
        | AreaKind::DoubleWithSingle { .. } => None,
    }
}

/// The words printed large on an area; where there are none, its emblem or its dice say enough.
pub(crate) fn heading(kind: AreaKind, language: Language) -> Option<String> {
    let in_english = |word: &str| (language == English).then(|| word.to_owned());
    match kind {
        AreaKind::Small => in_english("SMALL"),
        AreaKind::Big => in_english("BIG"),
        AreaKind::Even => in_english("EVEN"),
        AreaKind::Odd => in_english("ODD"),
        AreaKind::AnyTriple => Some(family(Family::AnyTriple, language).to_uppercase()),
        AreaKind::Single(face) => Some(number(face, language).to_owned()),
        AreaKind::Total(total) => Some(total.pips().to_string()),
        // The documents print the four numbers from high to low.
        AreaKind::Four(four) => Some(spaced(four.faces().iter().rev())),
        AreaKind::Double(_)
        | AreaKind::Triple(_)
        | AreaKind::Domino(_)
        | AreaKind::ThreeSingles(_)
        | AreaKind::DoubleWithSingle { .. } => None,
    }
}

/// The numbers an area bets on, for readers who cannot see its dice.
pub(crate) fn numbers(kind: AreaKind) -> Option<String> {
    match kind {
        AreaKind::Small | AreaKind::Big | AreaKind::Even | AreaKind::Odd | AreaKind::AnyTriple => {
            None
        }
        AreaKind::Single(face) | AreaKind::Double(face) | AreaKind::Triple(face) => {
            Some(face.to_string())
        }
        AreaKind::Total(total) => Some(total.pips().to_string()),
        AreaKind::Domino(pair) => Some(spaced(pair.faces().iter())),
        AreaKind::Four(four) => Some(spaced(four.faces().iter().rev())),
        AreaKind::ThreeSingles(three) => Some(spaced(three.faces().iter())),
        AreaKind::DoubleWithSingle { double, single } => {
            Some(spaced([double, double, single].iter()))
        }
    }
}

fn spaced<'a>(faces: impl Iterator<Item = &'a Face>) -> String {
    faces.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// A face's number as a word.
fn number(face: Face, language: Language) -> &'static str {
    let (english, chinese) = match face {
        Face::One => ("ONE", "一"),
        Face::Two => ("TWO", "二"),
        Face::Three => ("THREE", "三"),
        Face::Four => ("FOUR", "四"),
        Face::Five => ("FIVE", "五"),
        Face::Six => ("SIX", "六"),
    };
    match language {
        English => english,
        TraditionalChinese | SimplifiedChinese => chinese,
    }
}

/// The totals on which an area wins, where they are a range.
pub(crate) fn range(kind: AreaKind, words: RangeWords, language: Language) -> Option<String> {
    let (low, high) = match kind {
        AreaKind::Small => (4, 10),
        AreaKind::Big => (11, 17),
        AreaKind::Even
        | AreaKind::Odd
        | AreaKind::AnyTriple
        | AreaKind::Single(_)
        | AreaKind::Double(_)
        | AreaKind::Triple(_)
        | AreaKind::Total(_)
        | AreaKind::Domino(_)
        | AreaKind::Four(_)
        | AreaKind::ThreeSingles(_)
        | AreaKind::DoubleWithSingle { .. } => return None,
    };
    Some(match language {
        English => match words {
            RangeWords::To => format!("{low} to {high}"),
            RangeWords::Dash => format!("{low} - {high}"),
            RangeWords::Numbers => format!("numbers {low} to {high}"),
        },
        TraditionalChinese => format!("{low} 至 {high} 點"),
        SimplifiedChinese => format!("{low} 至 {high} 点"),
    })
}

/// The warning printed on an area.
pub(crate) fn condition(
    kind: AreaKind,
    words: TripleWords,
    language: Language,
) -> Option<&'static str> {
    match kind {
        AreaKind::Small | AreaKind::Big | AreaKind::Even | AreaKind::Odd => Some(match language {
            English => match words {
                TripleWords::Loses => "loses on any triple",
                TripleWords::Except => "except for any triple",
                TripleWords::LoseIf => "lose if any triple appears",
            },
            TraditionalChinese => "遇圍骰則輸",
            SimplifiedChinese => "遇围骰则输",
        }),
        AreaKind::AnyTriple
        | AreaKind::Single(_)
        | AreaKind::Double(_)
        | AreaKind::Triple(_)
        | AreaKind::Total(_)
        | AreaKind::Domino(_)
        | AreaKind::Four(_)
        | AreaKind::ThreeSingles(_)
        | AreaKind::DoubleWithSingle { .. } => None,
    }
}

/// A family's name; the rule document's own word is the offer's `wager`.
pub(crate) fn family(family: Family, language: Language) -> &'static str {
    let (english, traditional, simplified) = match family {
        Family::Small => ("small", "小", "小"),
        Family::Big => ("big", "大", "大"),
        Family::Even => ("even", "雙", "双"),
        Family::Odd => ("odd", "單", "单"),
        Family::AnyTriple => ("any triple", "全圍", "全围"),
        Family::Single => ("single", "單骰", "单骰"),
        Family::Double => ("double", "對子", "对子"),
        Family::Triple => ("triple", "圍骰", "围骰"),
        Family::Total => ("total", "點數", "点数"),
        Family::Domino => ("domino", "骨牌", "骨牌"),
        Family::Four => ("four numbers", "四號碼", "四号码"),
        Family::ThreeSingles => ("three single dice", "三單骰", "三单骰"),
        Family::DoubleWithSingle => ("double with single", "對子配單骰", "对子配单骰"),
    };
    match language {
        English => english,
        TraditionalChinese => traditional,
        SimplifiedChinese => simplified,
    }
}

/// The odds in the words of the layout.
pub(crate) fn odds(odds: Odds, style: OddsStyle, language: Language) -> String {
    let pays = match language {
        English => return odds.worded(style),
        TraditionalChinese => "賠",
        SimplifiedChinese => "赔",
    };
    match style {
        OddsStyle::Ratio => odds.worded(style),
        OddsStyle::Wins => odds.worded(style).replace("wins", pays),
        OddsStyle::To => {
            let worded = odds.worded(style);
            format!("1 {pays} {}", worded.trim_end_matches(" to 1"))
        }
    }
}

/// Odds in two lines, so that what is won stands on a line of its own.
pub(crate) fn odds_halves(odds: &str) -> (&str, &str) {
    let halves = if odds.ends_with(" to 1") { odds.split_once(' ') } else { odds.rsplit_once(' ') };
    halves.unwrap_or((odds, ""))
}

/// The odds of a single on this many dice.
pub(crate) fn odds_on_dice(odds: &str, hit: Hit, words: DiceWords, language: Language) -> String {
    let (preposition, one) = match words {
        DiceWords::OnOneDie => ("on", "one die"),
        DiceWords::ForOneDie => ("for", "one die"),
        DiceWords::OnOneDice => ("on", "one dice"),
    };
    let (english, traditional, simplified) = match hit {
        Hit::Once => (one, "一粒", "一粒"),
        Hit::Twice => ("two dice", "兩粒", "两粒"),
        Hit::Thrice => ("three dice", "三粒", "三粒"),
    };
    match language {
        English => format!("{odds} {preposition} {english}"),
        TraditionalChinese => format!("{traditional} {odds}"),
        SimplifiedChinese => format!("{simplified} {odds}"),
    }
}

/// A wager and what it pays, on one line.
pub(crate) fn wager_pays(wager: &str, odds: &str, language: Language) -> String {
    match language {
        English => format!("{wager}: {odds}"),
        TraditionalChinese | SimplifiedChinese => format!("{wager}：{odds}"),
    }
}

/// The total of a roll.
pub(crate) fn total(pips: u8, language: Language) -> String {
    match language {
        English => format!("Total {pips}"),
        TraditionalChinese => format!("總點數 {pips}"),
        SimplifiedChinese => format!("总点数 {pips}"),
    }
}

/// That an area with the sign of the light wins.
pub(crate) fn wins(language: Language) -> &'static str {
    match language {
        English => "wins",
        TraditionalChinese | SimplifiedChinese => "中",
    }
}

/// The rule document the layout follows.
pub(crate) fn rules(document: &str, language: Language) -> String {
    match language {
        English => format!("Rules: {document}"),
        TraditionalChinese => format!("規則：{document}"),
        SimplifiedChinese => format!("规则：{document}"),
    }
}

/// What odds mean, said with an example.
pub(crate) fn odds_mean(style: OddsStyle, language: Language) -> String {
    let example = odds(Odds::new(8, 1).expect("8 to 1 is odds"), style, language);
    match language {
        English => format!("{example}: a stake of 1 wins 8 and is itself returned"),
        TraditionalChinese => format!("{example}：每 1 注碼贏 8，另取回本金"),
        SimplifiedChinese => format!("{example}：每 1 注码赢 8，另取回本金"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odds_keep_the_style_of_the_layout_in_every_language() {
        let half: Odds = "11.5 to 1".parse().unwrap();
        let cases = [
            (OddsStyle::To, ["11.5 to 1", "1 賠 11.5", "1 赔 11.5"]),
            (OddsStyle::Wins, ["1 wins 11½", "1 賠 11½", "1 赔 11½"]),
            (OddsStyle::Ratio, ["1:11½", "1:11½", "1:11½"]),
        ];
        for (style, worded) in cases {
            assert_eq!(Language::ALL.map(|language| odds(half, style, language)), worded);
        }
    }

    #[test]
    fn odds_break_beside_what_is_won() {
        let cases = [
            ("62 to 1", ("62", "to 1")),
            ("1 wins 8½", ("1 wins", "8½")),
            ("1 賠 8½", ("1 賠", "8½")),
            ("1:62", ("1:62", "")),
        ];
        for (odds, halves) in cases {
            assert_eq!(odds_halves(odds), halves);
        }
    }

    #[test]
    fn no_odds_are_ever_worded_with_for() {
        for language in Language::ALL {
            for &style in OddsStyle::ALL {
                assert!(!odds_mean(style, language).contains("for "), "MA 4(a)");
            }
        }
    }
}
