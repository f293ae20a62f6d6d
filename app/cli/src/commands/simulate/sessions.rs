//! `taisai simulate` with a bankroll: how sessions with a betting system end.

use std::fmt::Write as _;

use clap::Args;
use serde_json::{Value, json};
use taisai_odds::{Fraction, System};
use taisai_reports::{Chart, charts};
use taisai_rules::{Bet, Currency};
use taisai_simulation::float::{as_float, as_float_of};
use taisai_simulation::{
    Endings, Limits, PlanRefusal, SessionCount, SessionPlan, SessionTally, Visitor, play,
};

use super::estimates::{EstimateAnswer, as_json};
use super::system;
use super::watch::watched;
use super::{Form, NumberOption, Order, grouped, no_dice, nothing_done, read, score, slip_refused};
use crate::failure::Failure;
use crate::output::bars::bar;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::money::{average_money, money};
use crate::output::page::{BAD, Cell, DIM, HEADING, NAME, columns, headings, styled};
use crate::output::write::write_or_print;

/// A player with a bankroll.
#[derive(Debug, Args)]
pub(crate) struct SessionArguments {
    /// Play sessions with a system: flat, martingale, dalembert, fibonacci, paroli, labouchere, or
    /// a file of your own
    #[arg(long, value_name = "NAME|FILE", requires = "bankroll")]
    system: Option<String>,
    /// The money at the start of each session
    #[arg(long, value_name = "UNITS", allow_negative_numbers = true)]
    bankroll: Option<String>,
    /// The money at which a session stops
    #[arg(long, value_name = "UNITS", requires = "bankroll", allow_negative_numbers = true)]
    target: Option<String>,
    /// The table's limits for each bet: minimum, maximum, and the multiple for stakes
    #[arg(
        long,
        value_name = "MIN:MAX[:MULTIPLE]",
        requires = "bankroll",
        allow_hyphen_values = true
    )]
    limits: Option<String>,
    /// How many sessions [default: 100000]
    #[arg(long, value_name = "N", requires = "bankroll", allow_negative_numbers = true)]
    sessions: Option<String>,
}

const BANKROLL_OPTION: NumberOption = NumberOption {
    flag: "--bankroll",
    kind: "bad-amount",
    min: 1,
    max: SessionPlan::BANKROLL_MAX - 1,
    example: "10000",
};
const TARGET_OPTION: NumberOption = NumberOption {
    flag: "--target",
    max: SessionPlan::BANKROLL_MAX,
    example: "20000",
    ..BANKROLL_OPTION
};

/// A player as given on the command line; the bets are part of the order.
pub(crate) struct Player {
    system: System,
    name: String,
    bankroll: u64,
    target: Option<u64>,
    limits: Option<Limits>,
    rounds_max: u64,
}

impl SessionArguments {
    pub(crate) fn is_asked(&self) -> bool {
        self.bankroll.is_some()
    }

    pub(crate) fn sessions(&self) -> Option<&str> {
        self.sessions.as_deref()
    }

    pub(crate) fn read(&self, rounds_max: u64) -> Result<Player, Failure> {
        let name = self.system.as_deref().unwrap_or("flat");
        Ok(Player {
            system: system::find(name)?,
            name: name.to_owned(),
            bankroll: read(&BANKROLL_OPTION, self.bankroll.as_deref())?.unwrap_or_default(),
            target: read(&TARGET_OPTION, self.target.as_deref())?,
            limits: self.limits.as_deref().map(read_limits).transpose()?,
            rounds_max,
        })
    }
}

fn read_limits(text: &str) -> Result<Limits, Failure> {
    let refused = |why: &str| {
        let text: String = text.chars().take(40).collect();
        Failure::usage("bad-limits", format!("--limits {text}: {why}"))
            .hint("--limits 100:50000:100")
    };
    let numbers: Option<Vec<u64>> = text.split(':').map(|number| number.parse().ok()).collect();
    let (min, max, multiple) = match numbers.as_deref() {
        Some([min, max]) => (*min, *max, 1),
        Some([min, max, multiple]) => (*min, *max, *multiple),
        Some(_) | None => return Err(refused("give two or three whole numbers")),
    };
    Limits::new(min, max, multiple).map_err(|refusal| refused(&refusal.to_string()))
}

/// Sessions with their results.
struct Played<'a> {
    order: &'a Order<'a>,
    player: &'a Player,
    plan: &'a SessionPlan,
    asked: SessionCount,
    tally: SessionTally,
}

/// The shares of sessions whose end is printed, in percent.
const PERCENTILES: [u64; 7] = [1, 5, 25, 50, 75, 95, 99];
/// How many bars the distribution of the ends has.
const BINS: usize = 16;

pub(crate) fn run(
    order: &Order<'_>,
    player: &Player,
    asked: SessionCount,
) -> Result<String, Failure> {
    let visitor = Visitor {
        slip: &order.bets,
        system: player.system.clone(),
        bankroll: player.bankroll,
        target: player.target,
        limits: player.limits,
        rounds_max: player.rounds_max,
    };
    let plan = SessionPlan::new(&order.edition.rules().pay_table, visitor)
        .map_err(|refusal| refused(order, &refusal))?;
    let tally = watched(order.threads, asked.count(), |crew| play(&plan, asked, order.dice, crew));
    let tally = tally.map_err(no_dice)?;
    if tally.sessions() == 0 {
        return Err(nothing_done());
    }
    let answer = Played { order, player, plan: &plan, asked, tally };
    match order.form {
        Form::Page => Ok(answer.page()),
        Form::Json => Ok(json::line(&answer.json())),
        Form::Svg(path) => write_or_print(path, answer.chart().svg()),
    }
}

fn refused(order: &Order<'_>, refusal: &PlanRefusal) -> Failure {
    let (kind, hint) = match refusal {
        PlanRefusal::Slip(refusal) => return slip_refused(order.edition, refusal),
        PlanRefusal::NoBets => ("no-bets", "--bet small=100".to_owned()),
        PlanRefusal::Rounds => ("bad-rounds", "--rounds 1000".to_owned()),
        PlanRefusal::BelowMinimum { bet, min } => {
            ("below-minimum", format!("--bet {}={min}", bet.area))
        }
        PlanRefusal::AboveMaximum { bet, max } => {
            ("above-maximum", format!("--bet {}={max}", bet.area))
        }
        PlanRefusal::NotAMultiple { bet, multiple } => {
            let nearest = bet.stake.units().div_ceil(*multiple) * multiple;
            ("not-a-multiple", format!("--bet {}={nearest}", bet.area))
        }
        PlanRefusal::BankrollTooSmall { staked } => {
            ("bankroll-too-small", format!("--bankroll {staked} or more"))
        }
        PlanRefusal::BankrollTooLarge => ("bankroll-too-large", "--bankroll 10000".to_owned()),
        PlanRefusal::TargetTooSmall => ("target-too-small", "give a higher --target".to_owned()),
        PlanRefusal::TargetTooLarge => ("target-too-large", "give a lower --target".to_owned()),
    };
    Failure::no(kind, refusal.to_string()).hint(hint)
}

impl Played<'_> {
    fn currency(&self) -> Currency {
        self.order.edition.rules().currency.value
    }

    fn is_stopped(&self) -> bool {
        self.tally.sessions() < self.asked.count()
    }

    fn page(&self) -> String {
        let mut page = self.heading();
        let _ = write!(page, "\n{}\n{}", self.outcomes(), self.ends());
        let _ = write!(page, "\n{}\n{}", self.distribution(), self.house());
        page
    }

    fn heading(&self) -> String {
        let title = &self.order.edition.rules().title;
        let shown = |units| money(units, self.currency());
        let bet = |bet: &Bet| format!("{} {}", bet.area, shown(bet.stake.units()));
        let bets: Vec<String> = self.order.bets.iter().map(bet).collect();
        let mut text = format!("{}  {}\n", styled(HEADING, &title.name), styled(DIM, &title.id));
        let sessions = counted(self.tally.sessions(), "session");
        let rounds = counted(self.player.rounds_max, "round");
        let name = styled(NAME, &self.player.name);
        let _ = writeln!(text, "{sessions} of at most {rounds}, {name}");
        let _ = writeln!(text, "{}", self.order.origin());
        if self.is_stopped() {
            let asked = grouped(self.asked.count());
            let _ = writeln!(text, "{}", styled(BAD, &format!("stopped: {asked} were asked for")));
        }
        let target = self.player.target.map_or_else(|| "none".to_owned(), shown);
        let from = shown(self.player.bankroll);
        let _ = writeln!(text, "unit: {}; bankroll {from}, target {target}", bets.join(", "));
        text
    }

    fn outcomes(&self) -> String {
        let tally = &self.tally;
        let row = |(words, sessions): (&str, u64)| {
            let share = Fraction::new(sessions.into(), tally.sessions().into());
            vec![
                Cell::new(words).style(NAME),
                Cell::new(grouped(sessions)).right(),
                Cell::new(format!("{:.3}", as_float_of(share) * 100.0)).right(),
                Cell::new(format!("{:.3}", share_error(share, tally.sessions()) * 100.0))
                    .style(DIM)
                    .right(),
                Cell::new(bar(share, Fraction::ONE, 24)),
            ]
        };
        let rows = self.endings_by_name().map(row);
        columns(&[vec![headings(&["ended by", "sessions", "%", "error"])], rows.to_vec()].concat())
    }

    fn endings_by_name(&self) -> [(&'static str, u64); 3] {
        let SessionTally { reached, ruined, .. } = self.tally;
        [("target", reached), ("ruin", ruined), ("rounds", self.tally.out_of_rounds())]
    }

    /// The average end, and the quantiles of the end.
    fn ends(&self) -> String {
        let endings = &self.tally.endings;
        let mean = Fraction::new(endings.sum(), endings.sessions().into());
        let shown = average_money(mean, self.currency());
        let start = money(self.plan.bankroll(), self.currency());
        let mut text = format!("on average a session ends with {shown} of its {start}\n");
        for percent in PERCENTILES {
            let end = endings.percentile(percent).unwrap_or_default();
            let end = amount(end.into(), self.currency());
            let _ = writeln!(text, "{percent:>3} % end with {end} or less");
        }
        if endings.step() > 1 {
            let step = money(endings.step(), self.currency());
            let _ = writeln!(text, "{}", styled(DIM, &format!("rounded down to steps of {step}")));
        }
        text
    }

    fn distribution(&self) -> String {
        let bins = bins(&self.tally.endings);
        let highest = bins.iter().map(|bin| bin.sessions).max().unwrap_or(1);
        let row = |bin: &Bin| {
            let length = Fraction::new(bin.sessions.into(), highest.into());
            vec![
                Cell::new(amount(bin.low.into(), self.currency())).right(),
                Cell::new(amount(bin.high.into(), self.currency())).right(),
                Cell::new(grouped(bin.sessions)).right(),
                Cell::new(bar(length, Fraction::ONE, 32)),
            ]
        };
        let rows = bins.iter().map(row).collect();
        columns(&[vec![headings(&["end from", "to", "sessions"])], rows].concat())
    }

    fn house(&self) -> String {
        let (tally, plan, currency) = (&self.tally, self.plan, self.currency());
        let largest = money(tally.units_most * plan.unit(), currency);
        let mut text =
            format!("most losses in a row {}, largest stake {largest}\n", tally.losses_most);
        let turnover = i128::try_from(tally.turnover(plan)).unwrap_or(i128::MAX);
        let (staked, kept) = (amount(turnover, currency), amount(tally.take(plan), currency));
        let _ = writeln!(text, "staked {staked} in {}", counted(tally.rounds, "round"));
        let Some(hold) = tally.hold(plan) else { return text };
        let percent = |share| as_float_of(share) * 100.0;
        let (observed, exact) = (percent(hold.observed), percent(hold.expected));
        let (error, z) = (hold.standard_error * 100.0, score(hold.z()));
        let _ = writeln!(text, "the house kept {kept} of it: {observed:.4} %");
        let _ = writeln!(text, "its exact edge is {exact:.4} %, error {error:.4}, z {z}");
        text
    }

    fn chart(&self) -> Chart {
        let row = |bin: &Bin| {
            let share = Fraction::new(i128::from(bin.sessions) * 100, self.tally.sessions().into());
            let figure = format!("{} %", share.decimal(2));
            (amount(bin.low.into(), self.currency()), share, figure)
        };
        let rows: Vec<_> = bins(&self.tally.endings).iter().map(row).collect();
        let name = &self.player.name;
        let title = format!("Ends of {}, {name}", counted(self.tally.sessions(), "session"));
        charts::amounts(&title, "% of the sessions, by the money at the end", &rows)
    }

    fn json(&self) -> Value {
        let (tally, endings, order) = (&self.tally, &self.tally.endings, self.order);
        let bet = |bet: &Bet| json!({ "area": bet.area.to_string(), "stake": bet.stake.units() });
        let percentiles: Vec<Value> = PERCENTILES
            .iter()
            .map(|&percent| json!({ "percent": percent, "end": endings.percentile(percent) }))
            .collect();
        let (mean, error) = endings.mean().unwrap_or_default();
        json!({
            "rules": order.edition.id(),
            "sessions": tally.sessions(),
            "sessions_asked": self.asked.count(),
            "stopped": self.is_stopped(),
            "seed": order.seed(),
            "threads": order.threads.count(),
            "system": self.player.name,
            "bets": order.bets.iter().map(bet).collect::<Vec<_>>(),
            "bankroll": self.player.bankroll,
            "target": self.player.target,
            "rounds_max": self.player.rounds_max,
            "reached": tally.reached,
            "ruined": tally.ruined,
            "out_of_rounds": tally.out_of_rounds(),
            "end": { "mean": mean, "standard_error": error, "percentiles": percentiles,
                     "step": endings.step() },
            "rounds": tally.rounds,
            "losses_most": tally.losses_most,
            "stake_most": tally.units_most * self.plan.unit(),
            "staked": as_json(i128::try_from(tally.turnover(self.plan)).unwrap_or(i128::MAX)),
            "house_take": as_json(tally.take(self.plan)),
            "hold": tally.hold(self.plan).as_ref().map(EstimateAnswer::of),
        })
    }
}

/// How far an observed share lies from the exact one in a typical run.
fn share_error(share: Fraction, sessions: u64) -> f64 {
    let share = as_float_of(share);
    (share * (1.0 - share) / as_float(sessions.into())).sqrt()
}

/// Money of any size, with its sign where it is negative.
pub(crate) fn amount(units: i128, currency: Currency) -> String {
    let sign = if units < 0 { "-" } else { "" };
    match u64::try_from(units.unsigned_abs()) {
        Ok(small) => format!("{sign}{}", money(small, currency)),
        Err(_) => average_money(Fraction::whole(units), currency),
    }
}

/// The sessions that ended with an amount from `low` to `high`.
struct Bin {
    low: i64,
    high: i64,
    sessions: u64,
}

/// The ends in bins of equal width.
fn bins(endings: &Endings) -> Vec<Bin> {
    let amounts: Vec<(i64, u64)> = endings.amounts().collect();
    let (Some(&(first, _)), Some(&(last, _))) = (amounts.first(), amounts.last()) else {
        return Vec::new();
    };
    let count = i64::try_from(BINS).expect("a few");
    let width = (last - first) / count + 1;
    let bin = |place: i64| {
        let (low, high) = (first + place * width, first + (place + 1) * width - 1);
        let inside = amounts.iter().filter(|&&(end, _)| low <= end && end <= high);
        Bin { low, high, sessions: inside.map(|&(_, sessions)| sessions).sum() }
    };
    (0..count).map(bin).filter(|bin| bin.low <= last).collect()
}
