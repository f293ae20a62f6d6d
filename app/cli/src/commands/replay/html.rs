//! A round as a self-contained web page: no script, no font, no network.

use std::fmt::Write as _;

use super::words::sentence;
use super::{BetOutcome, RoundView};
use crate::output::moments::moment;
use crate::output::record::actor;

const STYLE: &str = "body{font:16px/1.4 system-ui,sans-serif;margin:2rem;max-width:70rem}\
table{border-collapse:collapse;margin:1rem 0}td,th{padding:.25rem .75rem;text-align:left;\
border-bottom:1px solid #ccc;vertical-align:top}td.n{text-align:right}tr.win{background:#e6f4e6}\
tr.void{color:#666}ul{margin:0;padding-left:1.2rem}";

/// The page.
pub(crate) fn html(view: &RoundView<'_>) -> String {
    let title = format!("table {}, round {}", view.table, view.round.number);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <title>{title}</title><style>{STYLE}</style></head>\n<body>\n<h1>{title}</h1>\n"
    );
    let _ = writeln!(
        page,
        "<p>{}</p>\n<p>{}; staked {}, returned {}</p>",
        escaped(&view.book.title.name),
        escaped(&view.result()),
        view.money(view.round.staked()),
        view.money(view.round.returned())
    );
    page += "<h2>What happened</h2>\n<table>\n\
             <tr><th>time (UTC)</th><th>record</th><th>who</th><th>what</th></tr>\n";
    for (stamp, event) in &view.round.lines {
        let (text, lines) = sentence(event, view.book.currency.value);
        let _ = writeln!(
            page,
            "<tr><td>{}</td><td class=\"n\">{}</td><td>{}</td><td>{}{}</td></tr>",
            moment(stamp.time),
            stamp.sequence,
            actor(stamp.actor),
            escaped(&text),
            list(&lines)
        );
    }
    page += "</table>\n<h2>The bets</h2>\n<table>\n<tr><th>seat</th><th>player</th><th>area</th>\
             <th>stake</th><th>outcome</th><th>odds</th><th>returned</th><th>clause</th></tr>\n";
    for bet in view.outcomes() {
        page += &row(view, &bet);
    }
    page + "</table>\n</body></html>\n"
}

fn row(view: &RoundView<'_>, bet: &BetOutcome) -> String {
    let player = bet.player.map(|player| player.to_string()).unwrap_or_default();
    format!(
        "<tr class=\"{}\"><td>{}</td><td>{player}</td><td>{}</td><td class=\"n\">{}</td>\
         <td>{}</td><td>{}</td><td class=\"n\">{}</td><td>{}</td></tr>\n",
        bet.outcome,
        bet.seat,
        bet.area,
        view.money(bet.stake),
        bet.outcome,
        bet.odds.as_deref().unwrap_or_default(),
        view.money(bet.returned),
        escaped(bet.clause.as_deref().unwrap_or_default())
    )
}

fn list(lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let lines: Vec<String> = lines.iter().map(|line| escaped(line)).collect();
    format!("<ul><li>{}</li></ul>", lines.join("</li><li>"))
}

/// People type the reasons; none of them is markup.
fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            other => safe.push(other),
        }
    }
    safe
}
