//! The game written a second time, from the rule documents alone: nothing comes from the engine.

/// One pay table as its document prints it.
pub(crate) struct Document {
    /// The rule book that follows it.
    pub(crate) book: &'static str,
    /// How its clauses are cited.
    pub(crate) cite: &'static str,
    /// Names of areas, and what each of them pays: `(17, 2)` is 8.5 to 1. Singles pay by dice.
    pub(crate) schedule: &'static [(&'static str, &'static [(u64, u64)])],
}

/// The eight pay tables of the five documents.
pub(crate) const DOCUMENTS: [Document; 8] = [
    Document { book: "massachusetts", cite: "MA ", schedule: MASSACHUSETTS },
    Document { book: "maryland", cite: "MD ", schedule: MARYLAND },
    Document { book: "act", cite: "ACT ", schedule: CAPITAL_TERRITORY },
    Document { book: "pennsylvania-a", cite: "PA ", schedule: PENNSYLVANIA_A },
    Document { book: "pennsylvania-b", cite: "PA ", schedule: PENNSYLVANIA_B },
    Document { book: "singapore-1", cite: "SG ", schedule: SINGAPORE_1 },
    Document { book: "singapore-2", cite: "SG ", schedule: SINGAPORE_2 },
    Document { book: "singapore-3", cite: "SG ", schedule: SINGAPORE_3 },
];

const SINGLES: &str = "single-1 single-2 single-3 single-4 single-5 single-6";
const DOUBLES: &str = "double-1 double-2 double-3 double-4 double-5 double-6";
const TRIPLES: &str = "triple-1 triple-2 triple-3 triple-4 triple-5 triple-6";
const DOMINOES: &str = "domino-14 domino-12 domino-24 domino-13 domino-23 domino-34 domino-25 \
     domino-26 domino-35 domino-45 domino-36 domino-15 domino-16 domino-46 domino-56";
const FOURS: &str = "four-3456 four-2356 four-2345 four-1234";
const THREE_SINGLES: &str = "combo-126 combo-135 combo-234 combo-256 combo-346 \
     combo-123 combo-136 combo-145 combo-235 combo-356 combo-124 combo-146 combo-236 combo-245 \
     combo-456 combo-125 combo-134 combo-156 combo-246 combo-345";
const DOUBLES_WITH_SINGLE: &str = "combo-113 combo-114 combo-115 combo-116 \
     combo-221 combo-223 combo-224 combo-225 combo-226 \
     combo-331 combo-332 combo-334 combo-335 combo-336 \
     combo-441 combo-442 combo-443 combo-445 combo-446 \
     combo-551 combo-552 combo-553 combo-554 combo-556 combo-661 combo-662 combo-663 combo-664";

/// MA 4(b)-(c), with "1 to 10" read as 1 to 1.
const MASSACHUSETTS: &[(&str, &[(u64, u64)])] = &[
    (TRIPLES, &[(150, 1)]),
    (DOUBLES, &[(8, 1)]),
    ("any-triple", &[(24, 1)]),
    ("total-4", &[(50, 1)]),
    ("total-5", &[(18, 1)]),
    ("total-6", &[(14, 1)]),
    ("total-7", &[(12, 1)]),
    ("total-8", &[(8, 1)]),
    ("total-9", &[(6, 1)]),
    ("total-10", &[(6, 1)]),
    ("total-11", &[(6, 1)]),
    ("total-12", &[(6, 1)]),
    ("total-13", &[(8, 1)]),
    ("total-14", &[(12, 1)]),
    ("total-15", &[(14, 1)]),
    ("total-16", &[(18, 1)]),
    ("total-17", &[(50, 1)]),
    (DOMINOES, &[(5, 1)]),
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (3, 1)]),
];

/// MD 6.A(1)-(21).
const MARYLAND: &[(&str, &[(u64, u64)])] = &[
    (TRIPLES, &[(150, 1)]),
    (DOUBLES, &[(8, 1)]),
    ("any-triple", &[(24, 1)]),
    ("total-4", &[(50, 1)]),
    ("total-5", &[(18, 1)]),
    ("total-6", &[(14, 1)]),
    ("total-7", &[(12, 1)]),
    ("total-8", &[(8, 1)]),
    ("total-9", &[(6, 1)]),
    ("total-10", &[(6, 1)]),
    ("total-11", &[(6, 1)]),
    ("total-12", &[(6, 1)]),
    ("total-13", &[(8, 1)]),
    ("total-14", &[(12, 1)]),
    ("total-15", &[(14, 1)]),
    ("total-16", &[(18, 1)]),
    ("total-17", &[(50, 1)]),
    (DOMINOES, &[(5, 1)]),
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (3, 1)]),
];

/// ACT 6.1(a)-(h).
const CAPITAL_TERRITORY: &[(&str, &[(u64, u64)])] = &[
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    (TRIPLES, &[(180, 1)]),
    (DOUBLES, &[(11, 1)]),
    ("any-triple", &[(31, 1)]),
    ("total-4 total-17", &[(62, 1)]),
    ("total-5 total-16", &[(31, 1)]),
    ("total-6 total-15", &[(18, 1)]),
    ("total-7 total-14", &[(12, 1)]),
    ("total-8 total-13", &[(8, 1)]),
    ("total-9 total-12", &[(7, 1)]),
    ("total-10 total-11", &[(6, 1)]),
    (DOMINOES, &[(6, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (12, 1)]),
];

/// PA 625a.6(a) Paytable A, 625a.6(b)(1)-(3)(i).
const PENNSYLVANIA_A: &[(&str, &[(u64, u64)])] = &[
    (TRIPLES, &[(150, 1)]),
    (DOUBLES, &[(8, 1)]),
    ("any-triple", &[(24, 1)]),
    ("total-4", &[(50, 1)]),
    ("total-5", &[(18, 1)]),
    ("total-6", &[(14, 1)]),
    ("total-7", &[(12, 1)]),
    ("total-8", &[(8, 1)]),
    ("total-9", &[(6, 1)]),
    ("total-10", &[(6, 1)]),
    ("total-11", &[(6, 1)]),
    ("total-12", &[(6, 1)]),
    ("total-13", &[(8, 1)]),
    ("total-14", &[(12, 1)]),
    ("total-15", &[(14, 1)]),
    ("total-16", &[(18, 1)]),
    ("total-17", &[(50, 1)]),
    (DOMINOES, &[(5, 1)]),
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (3, 1)]),
];

/// PA 625a.6(a) Paytable B, 625a.6(b)(1)-(3)(ii).
const PENNSYLVANIA_B: &[(&str, &[(u64, u64)])] = &[
    (TRIPLES, &[(180, 1)]),
    (DOUBLES, &[(11, 1)]),
    ("any-triple", &[(31, 1)]),
    ("total-4", &[(62, 1)]),
    ("total-5", &[(31, 1)]),
    ("total-6", &[(18, 1)]),
    ("total-7", &[(12, 1)]),
    ("total-8", &[(8, 1)]),
    ("total-9", &[(7, 1)]),
    ("total-10", &[(6, 1)]),
    ("total-11", &[(6, 1)]),
    ("total-12", &[(7, 1)]),
    ("total-13", &[(8, 1)]),
    ("total-14", &[(12, 1)]),
    ("total-15", &[(18, 1)]),
    ("total-16", &[(31, 1)]),
    ("total-17", &[(62, 1)]),
    (DOMINOES, &[(6, 1)]),
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (12, 1)]),
];

/// SG 4.1.1.
const SINGAPORE_1: &[(&str, &[(u64, u64)])] = &[
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    ("even", &[(1, 1)]),
    ("odd", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (12, 1)]),
    ("total-4 total-17", &[(64, 1)]),
    ("total-5 total-16", &[(32, 1)]),
    ("total-6 total-15", &[(19, 1)]),
    ("total-7 total-14", &[(12, 1)]),
    ("total-8 total-13", &[(17, 2)]),
    ("total-9 total-12", &[(7, 1)]),
    ("total-10 total-11", &[(13, 2)]),
    (DOMINOES, &[(6, 1)]),
    (FOURS, &[(15, 2)]),
    (DOUBLES, &[(23, 2)]),
    ("any-triple", &[(32, 1)]),
    (TRIPLES, &[(195, 1)]),
];

/// SG 4.1.2.
const SINGAPORE_2: &[(&str, &[(u64, u64)])] = &[
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    ("even", &[(1, 1)]),
    ("odd", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (12, 1)]),
    ("total-4 total-17", &[(64, 1)]),
    ("total-5 total-16", &[(32, 1)]),
    ("total-6 total-15", &[(19, 1)]),
    ("total-7 total-14", &[(12, 1)]),
    ("total-8 total-13", &[(17, 2)]),
    ("total-9 total-12", &[(7, 1)]),
    ("total-10 total-11", &[(13, 2)]),
    (DOMINOES, &[(6, 1)]),
    (FOURS, &[(15, 2)]),
    (DOUBLES, &[(23, 2)]),
    ("any-triple", &[(32, 1)]),
    (TRIPLES, &[(195, 1)]),
    (THREE_SINGLES, &[(30, 1)]),
    (DOUBLES_WITH_SINGLE, &[(50, 1)]),
];

/// SG 4.1.3.
const SINGAPORE_3: &[(&str, &[(u64, u64)])] = &[
    ("small", &[(1, 1)]),
    ("big", &[(1, 1)]),
    ("even", &[(1, 1)]),
    ("odd", &[(1, 1)]),
    (SINGLES, &[(1, 1), (2, 1), (12, 1)]),
    ("total-4 total-17", &[(62, 1)]),
    ("total-5 total-16", &[(31, 1)]),
    ("total-6 total-15", &[(18, 1)]),
    ("total-7 total-14", &[(12, 1)]),
    ("total-8 total-13", &[(8, 1)]),
    ("total-9 total-12", &[(7, 1)]),
    ("total-10 total-11", &[(6, 1)]),
    (DOMINOES, &[(6, 1)]),
    (DOUBLES, &[(11, 1)]),
    ("any-triple", &[(31, 1)]),
    (TRIPLES, &[(180, 1)]),
    (FOURS, &[(7, 1)]),
    (THREE_SINGLES, &[(30, 1)]),
    (DOUBLES_WITH_SINGLE, &[(50, 1)]),
];

impl Document {
    /// What an area of this name pays, or nothing where the document does not offer it.
    pub(crate) fn pays(&self, id: &str) -> Option<&'static [(u64, u64)]> {
        let row = self.schedule.iter().find(|(ids, _)| ids.split_whitespace().any(|one| one == id));
        row.map(|(_, pays)| *pays)
    }

    /// Everything the document offers, in the order in which areas are listed.
    pub(crate) fn wagers(&self) -> Vec<Wager> {
        let wager = |id: String| self.pays(&id).map(|pays| Wager { id, pays });
        all_ids().into_iter().filter_map(wager).collect()
    }
}

/// An area and what a document says it pays.
pub(crate) struct Wager {
    pub(crate) id: String,
    pub(crate) pays: &'static [(u64, u64)],
}

impl Wager {
    /// What a stake must be a multiple of: every one of the area's odds has to come out even.
    pub(crate) fn multiple(&self) -> u64 {
        self.pays.iter().map(|&(_, per)| per).product()
    }

    /// The odds this bet is paid at: a single's by its dice, any other's only ones.
    pub(crate) fn winning_odds(&self, dice: [u8; 3]) -> Option<(u64, u64)> {
        count_of_wins(&self.id, dice).checked_sub(1).map(|place| self.pays[place])
    }
}

/// How often a bet of this name wins: a single once for each of its dice, any other at most once.
fn count_of_wins(id: &str, dice: [u8; 3]) -> usize {
    let mut low_to_high = dice;
    low_to_high.sort_unstable();
    let [low, middle, high] = low_to_high;
    let all_alike = low == high;
    let all_different = low != middle && middle != high;
    let sum = low + middle + high;
    let (family, numbers) = id.split_once('-').unwrap_or((id, ""));
    let digits: Vec<u8> = numbers.bytes().map(|letter| letter.wrapping_sub(b'0')).collect();
    usize::from(match family {
        "small" => sum <= 10 && !all_alike,
        "big" => sum > 10 && !all_alike,
        "even" => sum & 1 == 0 && !all_alike,
        "odd" => sum & 1 == 1 && !all_alike,
        "any" => all_alike,
        "single" => return dice.iter().filter(|die| digits == [**die]).count(),
        // Of two equal dice among three, one is always the middle one.
        "double" => digits == [middle] && (low == middle || middle == high),
        "triple" => all_alike && digits == [low],
        "total" => numbers == sum.to_string(),
        "domino" => digits.iter().all(|number| dice.contains(number)),
        "four" => all_different && dice.iter().all(|die| digits.contains(die)),
        "combo" => {
            let mut wanted = digits;
            wanted.sort_unstable();
            wanted == low_to_high
        }
        unknown => panic!("no wager is called {unknown}"),
    })
}

/// The odds as a layout prints them.
pub(crate) fn words((win, per): (u64, u64)) -> String {
    match per {
        1 => format!("{win} to 1"),
        2 => format!("{}.5 to 1", win / 2),
        _ => panic!("no document has thirds"),
    }
}

/// The names of all 117 areas in the order in which they are listed everywhere.
pub(crate) fn all_ids() -> Vec<String> {
    let faces = || 1..=6;
    let mut ids: Vec<String> =
        ["small", "big", "even", "odd", "any-triple"].map(String::from).into();
    for family in ["single", "double", "triple"] {
        ids.extend(faces().map(|face| format!("{family}-{face}")));
    }
    ids.extend((4..=17).map(|sum| format!("total-{sum}")));
    let rising = |from: u32, to: u32| {
        (from..=to).map(|number| number.to_string()).filter(|text| {
            let digits = text.as_bytes();
            digits.iter().all(|digit| (b'1'..=b'6').contains(digit))
                && digits.windows(2).all(|pair| pair[0] < pair[1])
        })
    };
    ids.extend(rising(12, 56).map(|numbers| format!("domino-{numbers}")));
    ids.extend(rising(1234, 3456).map(|numbers| format!("four-{numbers}")));
    ids.extend(rising(123, 456).map(|numbers| format!("combo-{numbers}")));
    for double in faces() {
        let singles = faces().filter(|single| *single != double);
        ids.extend(singles.map(|single| format!("combo-{double}{double}{single}")));
    }
    ids
}

/// The 216 ways three dice can fall.
pub(crate) fn all_dice() -> Vec<[u8; 3]> {
    let faces = || 1..=6_u8;
    faces()
        .flat_map(|first| faces().map(move |second| (first, second)))
        .flat_map(|(first, second)| faces().map(move |third| [first, second, third]))
        .collect()
}
