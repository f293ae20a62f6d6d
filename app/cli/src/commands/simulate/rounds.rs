//! `taisai simulate` without a bankroll: how often each roll came up, and the returns that gives.

use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use taisai_odds::Fraction;
use taisai_reports::{Chart, charts};
use taisai_rules::{Area, Roll};
use taisai_simulation::roll_counts::TotalCount;
use taisai_simulation::{AreaEstimate, Estimate, RollCounts, Rounds, SlipEstimate, roll};

use super::estimates::{EstimateAnswer, as_json};
use super::sessions::amount;
use super::watch::watched;
use super::{Form, Order, grouped, no_dice, nothing_done, score, slip_refused};
use crate::failure::Failure;
use crate::output::bars::bar;
use crate::output::counted::counted;
use crate::output::json;
use crate::output::money::money;
use crate::output::page::{BAD, Cell, DIM, HEADING, NAME, PLAIN, columns, headings, styled};
use crate::output::write::write_or_print;

/// A simulation with its estimates.
struct Simulated<'a> {
    order: &'a Order<'a>,
    asked: Rounds,
    counts: RollCounts,
    areas: Vec<AreaEstimate>,
    slip: Option<SlipEstimate>,
}

pub(crate) fn run(order: &Order<'_>, rounds: Rounds) -> Result<String, Failure> {
    let table = &order.edition.rules().pay_table;
    let slip = |counts: &RollCounts| {
        let estimate = SlipEstimate::of(table, &order.bets, counts);
        estimate.map_err(|refusal| slip_refused(order.edition, &refusal))
    };
    // A slip that the table does not take is refused before the first roll.
    slip(&RollCounts::default())?;
    let counts = watched(order.threads, rounds.count(), |crew| roll(rounds, order.dice, crew));
    let counts = counts.map_err(no_dice)?;
    if counts.rounds() == 0 {
        return Err(nothing_done());
    }
    let areas = AreaEstimate::all(table, &counts).into_iter();
    let areas = areas.filter(|estimate| is_asked(order, estimate.area)).collect();
    let slip = slip(&counts)?;
    let simulated = Simulated { order, asked: rounds, counts, areas, slip };
    match order.form {
        Form::Page => Ok(simulated.page()),
        Form::Json => Ok(json::line(&RoundsJson::of(&simulated))),
        Form::Svg(path) => write_or_print(path, simulated.chart().svg()),
    }
}

/// All areas, if no bet was given.
fn is_asked(order: &Order<'_>, area: Area) -> bool {
    order.bets.is_empty() || order.bets.iter().any(|bet| bet.area == area)
}

impl Simulated<'_> {
    fn rounds(&self) -> u64 {
        self.counts.rounds()
    }

    fn is_stopped(&self) -> bool {
        self.rounds() < self.asked.count()
    }

    fn page(&self) -> String {
        let title = &self.order.edition.rules().title;
        let mut page = format!("{}  {}\n", styled(HEADING, &title.name), styled(DIM, &title.id));
        let (rounds, origin) = (self.rounds(), self.order.origin());
        let _ = writeln!(page, "{}, {origin}", counted(rounds, "round"));
        if self.is_stopped() {
            let asked = grouped(self.asked.count());
            let _ = writeln!(page, "{}", styled(BAD, &format!("stopped: {asked} were asked for")));
        }
        let _ = write!(page, "\n{}\n{}\n", self.areas(), self.totals());
        page + &self.slip() + &self.fairness()
    }

    fn areas(&self) -> String {
        let mut rows = vec![headings(&["area", "won", "return %", "exact %", "error", "z"])];
        rows.extend(self.areas.iter().map(|estimate| {
            let mut row = vec![Cell::new(estimate.area.to_string()).style(NAME)];
            row.push(Cell::new(grouped(estimate.hits)).right());
            row.extend(figures(&estimate.returned));
            row
        }));
        columns(&rows)
    }

    /// The distribution of the totals as bars, each beside its exact chance.
    fn totals(&self) -> String {
        let rounds = self.rounds();
        let totals = self.counts.by_total();
        let share = |total: &TotalCount| Fraction::new(total.count.into(), rounds.into());
        let highest = totals.iter().map(share).max().unwrap_or(Fraction::ONE);
        let mut rows = vec![headings(&["total", "came %", "exact %"])];
        rows.extend(totals.iter().map(|total| {
            let exact = Fraction::new(total.ways.into(), Roll::COUNT as i128);
            vec![
                Cell::new(total.total.to_string()).right(),
                percent(share(total)),
                percent(exact),
                Cell::new(bar(share(total), highest, 32)),
            ]
        }));
        columns(&rows)
    }

    fn slip(&self) -> String {
        let Some(slip) = &self.slip else { return String::new() };
        let currency = self.order.edition.rules().currency.value;
        let mut row = vec![Cell::new("slip").style(NAME)];
        row.extend(figures(&slip.returned));
        let rows = [headings(&["", "return %", "exact %", "error", "z"]), row];
        let (staked, net) = (money(slip.staked, currency), amount(slip.net, currency));
        format!("{}\nstaked {staked} a round; net result {net}\n", columns(&rows))
    }

    /// Pearson's test over all 216 rolls, as the z score it is nearly.
    fn fairness(&self) -> String {
        let degrees = Roll::COUNT - 1;
        let Some((chi_square, z)) = self.chi_square() else { return String::new() };
        let words = format!("all 216 rolls: chi-square {chi_square:.1} on {degrees} degrees");
        format!("{words} of freedom, z {z:+.2}\n")
    }

    fn chi_square(&self) -> Option<(f64, f64)> {
        // Wilson and Hilferty: the cube root of chi-square is very nearly normal.
        let chi_square = self.counts.chi_square()?;
        let degrees = 215.0;
        let spread = 2.0 / (9.0 * degrees);
        let cube_root = (chi_square / degrees).cbrt();
        Some((chi_square, (cube_root - (1.0 - spread)) / spread.sqrt()))
    }

    fn chart(&self) -> Chart {
        let rounds = i128::from(self.rounds());
        let row = |total: &TotalCount| {
            let share = Fraction::new(i128::from(total.count) * 100, rounds);
            let exact = Fraction::new(i128::from(total.ways) * 100, Roll::COUNT as i128);
            let figure = format!("{} % (exact {} %)", share.decimal(4), exact.decimal(4));
            (total.total.to_string(), share, figure)
        };
        let rows: Vec<_> = self.counts.by_total().iter().map(row).collect();
        let title = format!("Totals of {}", counted(self.rounds(), "round"));
        charts::amounts(&title, "% of the rounds", &rows)
    }
}

/// An estimate in four columns.
fn figures(estimate: &Estimate) -> Vec<Cell> {
    let z = estimate.z();
    let style = if z.is_some_and(|z| z.abs() >= 5.0) { BAD } else { PLAIN };
    vec![
        percent(estimate.observed),
        percent(estimate.expected),
        Cell::new(format!("{:.4}", estimate.standard_error * 100.0)).style(DIM).right(),
        Cell::new(score(z)).style(style).right(),
    ]
}

fn percent(share: Fraction) -> Cell {
    Cell::new(share.percent(4)).right()
}

/// A simulation for programs. Expected and observed are returns for one unit staked.
#[derive(Serialize)]
struct RoundsJson<'a> {
    rules: &'a str,
    rounds: u64,
    rounds_asked: u64,
    stopped: bool,
    seed: Option<u64>,
    threads: usize,
    rolls: &'a [u64],
    chi_square: Option<f64>,
    areas: Vec<AreaAnswer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    slip: Option<SlipAnswer>,
}

#[derive(Serialize)]
struct AreaAnswer {
    area: String,
    hits: u64,
    #[serde(flatten)]
    returned: EstimateAnswer,
}

#[derive(Serialize)]
struct SlipAnswer {
    staked: u64,
    net: Value,
    #[serde(flatten)]
    returned: EstimateAnswer,
}

impl<'a> RoundsJson<'a> {
    fn of(simulated: &'a Simulated<'a>) -> Self {
        let order = simulated.order;
        let area = |estimate: &AreaEstimate| AreaAnswer {
            area: estimate.area.to_string(),
            hits: estimate.hits,
            returned: EstimateAnswer::of(&estimate.returned),
        };
        let slip = |slip: &SlipEstimate| SlipAnswer {
            staked: slip.staked,
            net: as_json(slip.net),
            returned: EstimateAnswer::of(&slip.returned),
        };
        Self {
            rules: order.edition.id(),
            rounds: simulated.rounds(),
            rounds_asked: simulated.asked.count(),
            stopped: simulated.is_stopped(),
            seed: order.seed(),
            threads: order.threads.count(),
            rolls: simulated.counts.counts(),
            chi_square: simulated.counts.chi_square(),
            areas: simulated.areas.iter().map(area).collect(),
            slip: simulated.slip.as_ref().map(slip),
        }
    }
}
