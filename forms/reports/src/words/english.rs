//! English: the language of the rule documents, whose words and ids stand as they are.

use super::{Charts, Facts, Headings, Method, Tables, Tiles, Words};

pub(super) const WORDS: Words = Words {
    par_sheet: "PAR sheet",
    game: "Sic Bo",
    headings: Headings {
        families: "Families",
        layout: "The layout by house edge",
        areas: "Every area",
        charts: "Charts",
        clauses: "Wagers and their clauses",
        readings: "Readings",
        method: "How these figures are made",
    },
    facts: Facts {
        book: "Rule book",
        extends: "Extends",
        cited: "Cited as",
        odds: "Odds",
        odds_floor: "a floor: a house may pay more",
        odds_exact: "exact: a house may not change them",
        areas: "Areas",
        dice: "Dice",
        dice_fair: "fair",
        dice_uneven: "faces 1 to 6 in proportion {weights}",
        made_by: "Made by",
        fingerprint: "Fingerprint (SHA-256)",
    },
    tiles: Tiles {
        lowest: "Lowest house edge",
        highest: "Highest house edge",
        average: "Average house edge",
        once: "every area counted once",
        below_80: "Return below 80 %",
        below_75: "Return below 75 %",
        area: "area",
        areas: "areas",
    },
    layout: "On each area stands what the house keeps of a stake on average. A border between two \
             colours belongs to the milder one, so the last two colours are the returns below \
             80 % and below 75 %.",
    bands: ["player’s", "to 5 %", "5–10 %", "10–15 %", "15–20 %", "20–25 %", "over 25 %"],
    charts: Charts {
        edge: "House edge",
        edges: "House edge per area",
        of_stake: "% of the stake",
        edges_below: "Areas that pay alike and win equally often stand together.",
        ways: "Ways of 216 per total",
        chances: "Chance of each total, %",
        chance: "chance in %",
        total: "total of the three dice",
        totals_below: "All rolls of the three dice, by their total.",
        session: "A thousand rounds with one stake on {area}",
        session_below: "Net result in stakes. Nine of ten players stay within the wide band, half \
                        of them within the narrow one; the red line is the average, which falls \
                        by the house edge of {edge} % a round.",
        rounds: "rounds played",
        net: "net result",
        quantiles: ["5 % end below", "25 % end below", "median", "25 % end above", "5 % end above"],
        mean: "average",
    },
    tables: Tables {
        ways: "ways of {all}",
        areas: [
            "area",
            "odds",
            "clause",
            "hit frequency",
            "hit %",
            "house edge",
            "house edge %",
            "return",
            "return %",
            "variance",
            "sd",
            "skewness",
            "flag",
        ],
        families: ["family", "areas", "lowest edge %", "mean edge %", "highest edge %"],
        all_areas: "all areas",
        clauses: ["wager", "areas", "defined by", "odds", "set by"],
        changes: ["changed by the house", "the law’s", "the house’s", "clause"],
        readings: ["reading", "where", "what the document does", "how it is read"],
        below_75: "below 75 %",
        below_80: "below 80 %",
    },
    method: Method {
        fair: "The dice are fair: each of the 216 rolls of three dice comes up equally often.",
        uneven: "The dice are not fair: {dice}. A roll counts the product of its weights, of \
                 {all} in all.",
        settled: "Every area is settled on all 216 rolls by the table that settles real bets; the \
                  figures are fractions of whole numbers, and only their print is rounded, to six \
                  places, half away from zero.",
        means: "The house edge is what the house keeps of a stake on average; the return is the \
                rest. Variance, standard deviation and skewness are of the net result for a stake \
                of one.",
        session: "The session is worked out exactly but for roundings whose sum is known; see \
                  <code>taisai odds session</code>.",
    },
    footer: "the same book gives the same sheet, byte for byte",
    reading: "reading {number}",
    house: "house",
    favours_player: "{area} pays back more than is staked over all 216 rolls",
    families: None,
    readings: &[],
};
