//! A case with its whole history: for a screen, for a spreadsheet, and to print.

use std::fmt::Write as _;

use taisai_floor::TableId;
use taisai_journal::CaseHistory;
use taisai_protocol::answer::AdjustmentShown;
use taisai_protocol::api::past::{CaseDecisionShown, CaseNoteShown, CaseReviewShown, CaseShown};
use taisai_protocol::ask::CaseRulingAsk;
use taisai_protocol::view::console::CaseBrief;
use taisai_reports::{Language, csv_line};
use taisai_rules::{Currency, Role};
use taisai_table::{CaseId, Time};

use crate::door::date::http_date;
use crate::http::api::escaped;

/// A case of a table, and the lowest role that may decide it.
pub fn shown(
    (table, name, currency): (TableId, &str, Currency),
    (id, history): (CaseId, &CaseHistory),
    decides: Role,
) -> CaseShown {
    let CaseHistory { file, moved } = history;
    let decisions = file.decisions.iter().zip(moved);
    CaseShown {
        table: table.0,
        name: name.to_owned(),
        currency: currency.code().to_owned(),
        brief: CaseBrief::of(id, file, decides.into()),
        notes: file.notes.iter().map(CaseNoteShown::of).collect(),
        decisions: decisions.map(|(one, moved)| CaseDecisionShown::of(one, moved)).collect(),
        reviews: file.reviews.iter().map(CaseReviewShown::of).collect(),
    }
}

/// Cases for a spreadsheet; no cell of it is a formula, whatever somebody wrote.
pub fn csv(cases: &[CaseShown]) -> String {
    let columns = [
        "table",
        "name",
        "case",
        "opened",
        "opened_by",
        "about",
        "round",
        "seat",
        "player",
        "recording",
        "what",
        "state",
        "notes",
        "decisions",
        "reviews",
        "last_ruling",
        "currency",
        "amount",
        "last_reason",
    ];
    let mut told = csv_line(&columns.map(str::to_owned));
    for case in cases {
        told += &csv_line(&line(case));
    }
    told
}

fn line(case: &CaseShown) -> [String; 19] {
    let brief = &case.brief;
    let number = |number: Option<u64>| number.map(|number| number.to_string()).unwrap_or_default();
    let last = case.decisions.last();
    let amount = last.and_then(|last| amount(&last.ruling));
    [
        case.table.to_string(),
        case.name.clone(),
        brief.case.to_string(),
        brief.opened.to_string(),
        brief.by.to_string(),
        brief.about.0.to_string(),
        number(brief.round),
        number(brief.seat.map(u64::from)),
        number(brief.player),
        brief.recording.clone().unwrap_or_default(),
        brief.what.clone(),
        if brief.open { "open" } else { "decided" }.to_owned(),
        case.notes.len().to_string(),
        case.decisions.len().to_string(),
        case.reviews.len().to_string(),
        last.map(|last| ruling(&last.ruling, &WORDS[0])).unwrap_or_default(),
        case.currency.clone(),
        number(amount),
        last.map(|last| last.reason.clone()).unwrap_or_default(),
    ]
}

const fn amount(ruling: &CaseRulingAsk) -> Option<u64> {
    match ruling {
        CaseRulingAsk::PayBet { amount, .. }
        | CaseRulingAsk::TakeBet { amount, .. }
        | CaseRulingAsk::PayChips { amount }
        | CaseRulingAsk::TakeChips { amount } => Some(*amount),
        CaseRulingAsk::Stand
        | CaseRulingAsk::VoidBets { .. }
        | CaseRulingAsk::VoidRound { .. }
        | CaseRulingAsk::CorrectRound { .. } => None,
    }
}

/// What stands on the paper, in one language.
struct Words {
    case: &'static str,
    table: &'static str,
    state: [&'static str; 2],
    about: &'static str,
    what: &'static str,
    round: &'static str,
    seat: &'static str,
    player: &'static str,
    recording: &'static str,
    opened: &'static str,
    person: &'static str,
    note: &'static str,
    decision: &'static str,
    review: &'static str,
    reason: &'static str,
    signed: &'static str,
    rulings: [&'static str; 8],
    moved: [&'static str; 6],
}

const WORDS: [Words; 3] = [
    Words {
        case: "Case",
        table: "Table",
        state: ["decided", "open"],
        about: "About",
        what: "What is disputed",
        round: "Round",
        seat: "Seat",
        player: "Player",
        recording: "Recording",
        opened: "Opened",
        person: "staff",
        note: "Note",
        decision: "Decision",
        review: "Review asked for by",
        reason: "Reason",
        signed: "Signatures",
        rulings: [
            "everything stands",
            "the house pays the player",
            "the house takes from the player",
            "the player's bets are void",
            "the round is void",
            "the round is settled again",
            "paid in chips",
            "taken back in chips",
        ],
        moved: ["to the credit", "owed", "set off", "from the credit", "given up", "shortfall"],
    },
    Words {
        case: "個案",
        table: "賭枱",
        state: ["已裁決", "待裁決"],
        about: "事由",
        what: "爭議內容",
        round: "局",
        seat: "座位",
        player: "玩家",
        recording: "錄影時間",
        opened: "立案",
        person: "員工",
        note: "備註",
        decision: "裁決",
        review: "覆核要求方",
        reason: "理由",
        signed: "簽署",
        rulings: [
            "維持原狀",
            "賭場付款給玩家",
            "賭場向玩家收回",
            "該玩家的注無效",
            "該局無效",
            "該局重新結算",
            "以籌碼支付",
            "以籌碼收回",
        ],
        moved: ["存入餘額", "欠付", "抵銷", "從餘額扣除", "放棄", "差額"],
    },
    Words {
        case: "个案",
        table: "赌台",
        state: ["已裁决", "待裁决"],
        about: "事由",
        what: "争议内容",
        round: "局",
        seat: "座位",
        player: "玩家",
        recording: "录像时间",
        opened: "立案",
        person: "员工",
        note: "备注",
        decision: "裁决",
        review: "复核要求方",
        reason: "理由",
        signed: "签署",
        rulings: [
            "维持原状",
            "赌场付款给玩家",
            "赌场向玩家收回",
            "该玩家的注无效",
            "该局无效",
            "该局重新结算",
            "以筹码支付",
            "以筹码收回",
        ],
        moved: ["存入余额", "欠付", "抵销", "从余额扣除", "放弃", "差额"],
    },
];

const fn words(language: Language) -> &'static Words {
    match language {
        Language::English => &WORDS[0],
        Language::TraditionalChinese => &WORDS[1],
        Language::SimplifiedChinese => &WORDS[2],
    }
}

fn ruling(ruling: &CaseRulingAsk, words: &Words) -> String {
    let [stand, pay, take, void_bets, void_round, correct, chips, chips_back] = words.rulings;
    let Words { round: of, seat: at, .. } = words;
    match ruling {
        CaseRulingAsk::Stand => stand.to_owned(),
        CaseRulingAsk::PayBet { round, seat, .. } => format!("{pay}, {of} {round}, {at} {seat}"),
        CaseRulingAsk::TakeBet { round, seat, .. } => format!("{take}, {of} {round}, {at} {seat}"),
        CaseRulingAsk::VoidBets { round, seat } => {
            format!("{void_bets}, {of} {round}, {at} {seat}")
        }
        CaseRulingAsk::VoidRound { round } => format!("{void_round}, {of} {round}"),
        CaseRulingAsk::CorrectRound { round, dice } => {
            format!("{correct}, {of} {round}: {}", dice.0)
        }
        CaseRulingAsk::PayChips { .. } => chips.to_owned(),
        CaseRulingAsk::TakeChips { .. } => chips_back.to_owned(),
    }
}

const LOOK: &str = "body{font:11pt/1.45 system-ui,sans-serif;max-width:44rem;margin:2rem auto;\
    padding:0 1rem;color:#111;background:#fff}h1{font-size:1.5rem;margin:0}\
    h2{font-size:1.05rem;border-top:1px solid #999;padding-top:.6rem}\
    dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dt{color:#555}\
    dd{margin:0}.sign{margin-top:4rem;border-top:1px solid #111;width:18rem}\
    @media print{body{margin:0}}";

/// A case to read and to print.
pub fn page(case: &CaseShown, language: Language) -> String {
    let words = words(language);
    let brief = &case.brief;
    let title = format!("{} {}–{}", words.case, case.table, brief.case);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"{}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{}</title>\
         <style>{LOOK}</style></head><body><h1>{}</h1><p>{} {} · {}</p><dl>",
        language.code(),
        escaped(&title),
        escaped(&title),
        words.table,
        escaped(&case.name),
        words.state[usize::from(brief.open)],
    );
    let opened = format!("{}, {} {}", moment(brief.opened), words.person, brief.by);
    let number = |number: Option<u64>| number.map(|number| number.to_string());
    let facts = [
        (words.about, Some(brief.about.0.to_string())),
        (words.what, Some(brief.what.clone())),
        (words.round, number(brief.round)),
        (words.seat, number(brief.seat.map(u64::from))),
        (words.player, number(brief.player)),
        (words.recording, brief.recording.clone()),
        (words.opened, Some(opened)),
    ];
    for (name, value) in facts {
        page += &fact(name, value.as_deref());
    }
    page += "</dl>";
    for note in &case.notes {
        page += &part(words.note, (note.at, &[note.by]), words);
        page += &paragraph(&note.note);
    }
    for (place, decision) in case.decisions.iter().enumerate() {
        page += &decided(case, decision, words);
        if let Some(review) = case.reviews.get(place) {
            let heading = format!("{} {}", words.review, review.authority);
            page += &part(&heading, (review.at, &[review.by]), words);
            page += &paragraph(&review.reference);
            page += &paragraph(&review.reason);
        }
    }
    page + &format!("<p class=\"sign\">{}</p></body></html>\n", words.signed)
}

fn paragraph(text: &str) -> String {
    format!("<p>{}</p>", escaped(text))
}

fn part(heading: &str, (at, by): (u64, &[u32]), words: &Words) -> String {
    let by: Vec<String> = by.iter().map(|staff| format!("{} {staff}", words.person)).collect();
    let by = by.join(", ");
    format!("<h2>{}</h2><p>{}, {by}</p>", escaped(heading), moment(at))
}

fn fact(name: &str, value: Option<&str>) -> String {
    let Some(value) = value else { return String::new() };
    format!("<dt>{name}</dt><dd>{}</dd>", escaped(value))
}

fn decided(case: &CaseShown, decision: &CaseDecisionShown, words: &Words) -> String {
    let [one, other] = decision.by;
    let by = if one == other { vec![one] } else { vec![one, other] };
    let mut told = part(words.decision, (decision.at, &by), words);
    let amount = amount(&decision.ruling);
    let amount = amount.map(|units| format!(": {}", money(case, units))).unwrap_or_default();
    write!(told, "<p><b>{}{amount}</b></p><dl>", escaped(&ruling(&decision.ruling, words)))
        .expect("a text takes any letter");
    told += &fact(words.reason, Some(&decision.reason));
    for moved in &decision.moved {
        let of = format!("{} {}", words.player, moved.player);
        told += &fact(&of, Some(&went(case, moved, words)));
    }
    told + "</dl>"
}

/// Where the money of one player went.
fn went(case: &CaseShown, moved: &AdjustmentShown, words: &Words) -> String {
    let AdjustmentShown { given, owed, recovered, taken, forgone, shortfall, .. } = *moved;
    let parts = [given, owed, recovered, taken, forgone, shortfall].into_iter().zip(words.moved);
    let told = parts.filter(|(units, _)| *units > 0);
    let told: Vec<String> =
        told.map(|(units, word)| format!("{word} {}", money(case, units))).collect();
    told.join(", ")
}

fn money(case: &CaseShown, units: u64) -> String {
    let decimals = Currency::new(&case.currency).map_or(0, |currency| currency.decimals());
    let one = 10_u64.pow(decimals.into());
    let (whole, rest) = (units / one, units % one);
    let code = &case.currency;
    match usize::from(decimals) {
        0 => format!("{code} {whole}"),
        places => format!("{code} {whole}.{rest:0places$}"),
    }
}

/// The moment as every answer carries it.
fn moment(millis: u64) -> String {
    let time = Time::from_millis(millis).unwrap_or(Time::MAX);
    http_date(time).to_str().unwrap_or_default().to_owned()
}
