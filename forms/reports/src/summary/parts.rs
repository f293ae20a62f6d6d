//! The parts of a summary, written from the values of a rule book.

use taisai_pictures::Language;
use taisai_pictures::tile::odds_in;
use taisai_rulebooks::Edition;
use taisai_rules::{
    Approval, BeforeManual, Clause, Cover, DiceLife, DoubleOnTriple, Family, Inspection, OddsStyle,
    Offer, PayLine, Role, RuleBook, Ruled, Shaker,
};

use super::{Part, Rule, find, says};
use crate::words::put;

pub(super) fn all(edition: &Edition, language: Language) -> Vec<Part> {
    let voice = Voice { rules: edition.rules(), language };
    let part = |key: &str, rules| Part { heading: voice.says(key).to_owned(), rules };
    vec![
        part("part.wagers", voice.wagers(edition)),
        part("part.round", voice.round()),
        part("part.equipment", voice.equipment()),
        part("part.limits", voice.limits()),
        part("part.wrong", voice.wrong()),
        part("part.people", voice.people()),
    ]
}

/// Puts the rules of a book into the words of a language.
struct Voice<'a> {
    rules: &'a RuleBook,
    language: Language,
}

impl Voice<'_> {
    fn says(&self, key: &str) -> &'static str {
        says(key, self.language)
    }

    /// A sentence with something in each of its places.
    fn filled(&self, key: &str, places: &[(&str, &str)]) -> String {
        let empty = self.says(key).to_owned();
        places.iter().fold(empty, |text, (place, what)| put(&text, place, what))
    }

    fn word(&self, of: &str, word: &str) -> &'static str {
        self.says(&format!("{of}.{word}"))
    }

    fn role(&self, role: Role) -> &'static str {
        self.word("role", role.word())
    }

    /// A duty, where the book asks for it.
    fn asked(&self, key: &str, duty: &Ruled<bool>) -> Option<Rule> {
        duty.value.then(|| rule(self.says(key), &duty.clause))
    }

    fn wagers(&self, edition: &Edition) -> Vec<Rule> {
        let offers = self.rules.pay_table.offers();
        let alike = |a: &Offer, b: &Offer| a.wager == b.wager && a.pays == b.pays;
        let mut rules: Vec<Rule> = Vec::new();
        for rule in offers.chunk_by(alike).map(|offers| self.wager(offers)) {
            // Some documents name two totals as one wager: it is listed once.
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        let odds = if edition.odds_are_floor() { "odds-are-floor" } else { "odds-are-exact" };
        let clause = &offers[0].pays.lines()[0].clause;
        rules.push(rule(self.says(odds), clause));
        rules
    }

    /// One wager: when it wins and what it pays, on how many dice where that matters.
    fn wager(&self, offers: &[Offer]) -> Rule {
        let (first, family) = (&offers[0], offers[0].area.family());
        let strict = self.rules.pay_table.double_on_triple() == DoubleOnTriple::Loses;
        let strict = if family == Family::Double && strict { ".strict" } else { "" };
        let how = self.says(&format!("how.{family}{strict}"));
        let lines = first.pays.lines();
        let worded = |line: &PayLine| odds_in(line.odds, OddsStyle::To, self.language);
        let odds: Vec<String> = lines.iter().map(worded).collect();
        let name = match self.language {
            Language::English => first.wager.to_string(),
            Language::TraditionalChinese | Language::SimplifiedChinese => self.named(offers),
        };
        let places = [("wager", name.as_str()), ("how", how), ("odds", &odds.join(" / "))];
        let clauses: Vec<&Clause> =
            [&first.defined].into_iter().chain(lines.iter().map(|line| &line.clause)).collect();
        Rule { sentence: self.filled("wager", &places), clause: joined(&clauses) }
    }

    /// A wager in Chinese: our name for its first area, without numbers where there are several.
    fn named(&self, offers: &[Offer]) -> String {
        let picture = taisai_pictures::Picture::of(self.rules).in_language(self.language);
        let name = taisai_pictures::tile::name(&picture, offers[0].area);
        match offers {
            [_] => name,
            _ => name.split(' ').next().unwrap_or_default().to_owned(),
        }
    }

    fn round(&self) -> Vec<Rule> {
        let (procedure, scope) = (&self.rules.procedure, &self.rules.scope);
        let duties = [
            ("duty.physical-dice", &scope.physical_dice),
            ("duty.random-dice", &scope.random_dice),
            ("duty.felt-table", &scope.felt_table),
            ("duty.electronic-table", &scope.electronic_table),
            ("duty.betting-notice", &procedure.betting_notice),
            ("duty.bets-final", &procedure.bets_final),
            ("duty.dice-flat", &procedure.dice_flat),
            ("duty.announce-and-enter", &procedure.announce_and_enter),
            ("duty.entry-confirmed", &procedure.entry_confirmed),
            ("duty.winners-lit", &procedure.winners_lit),
            ("duty.collect-before-pay", &procedure.collect_before_pay),
            ("duty.lights-until-paid", &procedure.lights_until_paid),
            ("duty.settle-by-position", &procedure.settle_by_position),
            ("duty.dice-prevail", &procedure.dice_prevail),
            ("duty.closing-notice", &procedure.closing_notice),
        ];
        let seconds = &procedure.betting_seconds_min;
        let places = [("n", &*seconds.value.to_string())];
        let seconds = (seconds.value > 0)
            .then(|| rule(&self.filled("betting-seconds", &places), &seconds.clause));
        let duties = duties.into_iter().filter_map(|(key, duty)| self.asked(key, duty));
        let shakers = self.rules.equipment.shakers.iter().filter(|shaker| shaker.allowed.value);
        let shakers = shakers.flat_map(|shaker| self.shaker(shaker));
        duties.chain(seconds).chain(shakers).collect()
    }

    fn shaker(&self, shaker: &Shaker) -> Vec<Rule> {
        let kind = self.word("shaker", shaker.kind.word());
        let (count, least) = (shaker.shakes_min.value.to_string(), &shaker.shakes_min);
        let when = self.word("order", shaker.no_more_bets.value.word());
        let key = if least.value > 0 { "shakes" } else { "shakes.none" };
        let sentence = self.filled(key, &[("kind", kind), ("n", &count), ("when", when)]);
        let clause = joined(&[&least.clause, &shaker.no_more_bets.clause]);
        let life = match shaker.dice_life.value {
            DiceLife::Hours(hours) => Some(("life.hours", hours.to_string())),
            DiceLife::Months(months) => Some(("life.months", months.to_string())),
            DiceLife::Unlimited => None,
        };
        let life = life.map(|(key, n)| {
            let life = self.filled(key, &[("n", &n)]);
            let sentence = self.filled("dice-life", &[("kind", kind), ("life", &life)]);
            rule(&sentence, &shaker.dice_life.clause)
        });
        let cover = (shaker.cover.value != Cover::Free).then(|| {
            let key = format!("cover.{}", shaker.cover.value);
            rule(&self.filled(&key, &[("kind", kind)]), &shaker.cover.clause)
        });
        [Some(Rule { sentence, clause }), life, cover].into_iter().flatten().collect()
    }

    fn equipment(&self) -> Vec<Rule> {
        let equipment = &self.rules.equipment;
        let mut rules = Vec::new();
        rules.extend(self.asked("sealed", &equipment.sealed));
        rules.extend(self.asked("attended", &equipment.attended));
        rules.extend(self.approvals("approvals", &equipment.approvals));
        rules.extend(self.approvals("approvals-automated", &equipment.approvals_automated));
        let before = &equipment.before_manual;
        if before.value != BeforeManual::Free {
            rules.push(rule(self.word("before-manual", before.value.word()), &before.clause));
        }
        rules.extend(self.inspection("inspect.display", &equipment.inspect_display));
        rules.extend(self.inspection("inspect.shaker", &equipment.inspect_shaker));
        rules.extend(self.inspection("inspect.shift", &equipment.inspect_shaker_each_shift));
        for line in &equipment.checklist {
            let Ruled { value: words, clause } = &line.words;
            // A house's own line has no translation: it stands as the house wrote it.
            let what = find(&format!("seen.{words}"), self.language).unwrap_or(words);
            let seen = self.filled(&format!("checklist.{}", line.scope), &[("what", what)]);
            rules.push(rule(&seen, clause));
        }
        rules
    }

    fn approvals(&self, key: &str, asked: &Ruled<Vec<Approval>>) -> Option<Rule> {
        let between = match self.language {
            Language::English => ", ",
            Language::TraditionalChinese | Language::SimplifiedChinese => "、",
        };
        let words = asked.value.iter().map(|approval| self.word("approval", approval.word()));
        let words = words.collect::<Vec<_>>().join(between);
        let sentence = self.filled(key, &[("what", &words)]);
        (!asked.value.is_empty()).then(|| rule(&sentence, &asked.clause))
    }

    fn inspection(&self, key: &str, asked: &Inspection) -> Option<Rule> {
        let places = [("n", &*asked.trials.value.to_string()), ("role", self.role(asked.by.value))];
        (asked.trials.value > 0).then(|| rule(&self.filled(key, &places), &asked.trials.clause))
    }

    fn limits(&self) -> Vec<Rule> {
        let limits = &self.rules.limits;
        let (below, above) = (&limits.below_minimum, &limits.above_maximum);
        let outside = [
            rule(self.word("below", below.value.word()), &below.clause),
            rule(self.word("above", above.value.word()), &above.clause),
        ];
        let asked = [
            ("limits.shown", &limits.shown),
            ("limits.multiples", &limits.multiples_shown),
            ("limits.notice", &limits.change_needs_notice),
            ("limits.markers", &limits.markers),
            ("limits.colours", &limits.colour_chips),
            ("limits.verbal", &limits.verbal_bets_refused),
        ];
        let asked = asked.into_iter().filter_map(|(key, duty)| self.asked(key, duty));
        outside.into_iter().chain(asked).collect()
    }

    fn wrong(&self) -> Vec<Rule> {
        let treated = self.rules.irregularities.iter().map(|treatment| {
            let places = [
                ("what", self.word("irregularity", treatment.of.word())),
                ("remedy", self.word("remedy", treatment.remedy.value.word())),
                ("role", self.role(treatment.decides())),
            ];
            let (remedy, superior) = (&treatment.remedy.clause, &treatment.superior.clause);
            if treatment.alone.value {
                let clause = joined(&[remedy, superior, &treatment.alone.clause]);
                return Rule { sentence: self.filled("wrong.alone", &places), clause };
            }
            Rule { sentence: self.filled("wrong", &places), clause: joined(&[remedy, superior]) }
        });
        treated.collect()
    }

    fn people(&self) -> Vec<Rule> {
        let people = &self.rules.people;
        let roles = [
            ("people.run", &people.run_round),
            ("people.open", &people.open_table),
            ("people.rulings", &people.rulings),
        ];
        let roles = roles.into_iter().map(|(key, role)| {
            rule(&self.filled(key, &[("role", self.role(role.value))]), &role.clause)
        });
        let duties = [
            ("people.staff", &people.staff_never_play),
            ("people.side", &people.side_bets_refused),
        ];
        let duties = duties.into_iter().filter_map(|(key, duty)| self.asked(key, duty));
        roles.chain(duties).collect()
    }
}

fn rule(sentence: &str, clause: &Clause) -> Rule {
    Rule { sentence: sentence.to_owned(), clause: clause.to_string() }
}

/// Clauses one after another, each once.
fn joined(clauses: &[&Clause]) -> String {
    let mut each_once: Vec<&str> = Vec::new();
    for clause in clauses.iter().flat_map(|clause| clause.as_str().split("; ")) {
        if !each_once.contains(&clause) {
            each_once.push(clause);
        }
    }
    each_once.join("; ")
}
