//! What can be done at a table now: every step tried without doing it.

use serde::{Deserialize, Serialize};
use taisai_rules::{Irregularity, NoMoreBets, Roll};
use taisai_table::{
    Command, Life, Phase, Reason, Request, RequestId, RoundCommand, RoundNumber, RulingCommand,
    Run, SessionId, StaffCommand, StaffId, Table, Time,
};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::ask::Order;
use crate::declare::Check;
use crate::kind;
use crate::refusal::{Need, Refusal};
use crate::word::Dice;

/// What can be done now.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct Next {
    /// The round in play, or the one about to open: the one that a step is meant for.
    pub round: u64,
    /// Where the table stands; whoever takes a step says so, and it is not taken anywhere else.
    pub phase: kind::Phase,
    /// The one thing to do next, if it is for a person to do.
    pub step: Option<Step>,
    /// Every step that needs no further word, and why not where it cannot be done.
    pub steps: Vec<StepShown>,
    /// How often the dice tumble when the shaker is activated.
    pub shakes: ShakeCount,
    /// Whether a player can be chosen to shake.
    pub chooses_player: bool,
    /// Whether "No Roll" can be called: the dice can be seen, and one of them may not lie flat.
    pub calls_no_roll: bool,
}

/// How often the dice tumble when the shaker is activated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct ShakeCount {
    /// As often as the rule book asks.
    pub least: u8,
    /// As often as the table takes.
    pub most: u8,
}

/// A step, and whether it can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct StepShown {
    /// The step; the word is that of the order.
    pub step: Step,
    /// Why it cannot be done now; nothing where it can.
    pub refused: Option<Refusal>,
    /// When the refusal ends by itself, where it is only a matter of time.
    pub from: Option<u64>,
}

/// Declares the steps in the order of a table's day, each with the order that it is. Dice and the
/// number of shakes come from the table.
macro_rules! steps {
    ($dice:ident, $shakes:ident: $(
        $(#[$means:meta])*
        $step:ident $({ $($field:ident: $given:expr),+ })?,
    )+) => {
        /// An order to the table that needs no further word, or the entry of dice.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Step { $( $(#[$means])* $step, )+ }

        impl Step {
            /// Every step, in the order of a table's day.
            pub const ALL: &[Self] = &[$(Self::$step,)+];

            /// The order that this step is, with these dice and so many shakes.
            pub const fn order(self, $dice: Dice, $shakes: u8) -> Order {
                match self { $( Self::$step => Order::$step $({ $($field: $given),+ })?, )+ }
            }
        }
    };
}

steps! { dice, shakes:
    /// Takes the shaker over.
    TakeShaker,
    /// Gives the shaker up.
    LeaveShaker,
    /// A new shift begins.
    StartShift,
    /// Takes the dice out.
    RemoveDice,
    /// Opens the table.
    OpenTable,
    /// Opens betting.
    OpenBetting,
    /// Gives more time.
    ExtendBetting,
    /// No more bets.
    CallNoMoreBets,
    /// Activates the shaker; the dice tumble as often as the rule book asks.
    Shake { times: shakes },
    /// Takes the cover off.
    Reveal,
    /// Enters the dice.
    EnterDice { dice: dice },
    /// Takes the entry back.
    ReenterDice,
    /// Confirms the entry that is shown.
    ConfirmDice { dice: dice },
    /// Collects the losers.
    Collect,
    /// Pays the winners.
    Pay,
    /// Clears the lights.
    Clear,
    /// Puts the cover on.
    CoverShaker,
    /// Attests to be present.
    AttestPresence,
    /// Attests the repair.
    AttestRepair,
    /// Tells the players that it will close.
    AnnounceClosing,
    /// Closes the table.
    CloseTable,
}

/// Who looks at the console.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewer {
    /// The person.
    pub staff: StaffId,
    /// Their log-in.
    pub session: SessionId,
}

impl Step {
    /// What the table would be asked.
    fn command(self, table: &Table) -> StaffCommand {
        // Any dice do: whether an entry is taken does not depend on what they show.
        let any = Roll::all().next().expect("there are rolls");
        let entry = table.round().and_then(|round| round.entry);
        let shakes = shakes_min(table);
        let order = self.order(Dice(entry.unwrap_or(any)), shakes);
        order.checked().expect("a step has no word that could be wrong")
    }

    fn round(self, table: &Table) -> Option<RoundNumber> {
        match table.round() {
            None if self == Self::OpenBetting => Some(table.next_round()),
            round => round.map(|round| round.number),
        }
    }

    /// Tries the step without doing it.
    fn tried(self, table: &Table, viewer: Viewer, now: Time) -> StepShown {
        let request = viewer.trial(self.round(table), self.command(table));
        let refused = table.decide(&request, now).err().map(|no| Refusal::from(&no));
        let from = refused.as_ref().and_then(ends_at);
        StepShown { step: self, refused, from }
    }
}

impl Viewer {
    /// A request that is only decided, never done.
    fn trial(self, round: Option<RoundNumber>, command: impl Into<StaffCommand>) -> Request {
        Request {
            session: self.session,
            // No screen counts this far, so that it is never taken for a repeated request.
            id: RequestId(u64::MAX),
            round,
            command: Command::staff(self.staff, command),
        }
    }

    /// Whether this person can choose a player to shake now.
    fn chooses_player(self, table: &Table, now: Time) -> bool {
        let Some((seat, _)) = table.seats().next() else { return false };
        let round = table.round().map(|round| round.number);
        table.decide(&self.trial(round, RoundCommand::SelectPlayer { seat }), now).is_ok()
    }
}

impl Viewer {
    /// Whether this person can call a throw in which a die did not come to rest flat.
    fn calls_no_roll(self, table: &Table, now: Time) -> bool {
        let reason = Reason::new("no roll").expect("a short line");
        let what = Irregularity::DiceNotFlat;
        // Once a result is recorded it is an irregularity like others, for two people.
        let Some(round) = table.round().filter(|round| round.result.is_none()) else {
            return false;
        };
        let call = RulingCommand::CallIrregularity { what, reason };
        table.decide(&self.trial(Some(round.number), call), now).is_ok()
    }
}

impl Next {
    /// What this person can do now.
    pub fn of(table: &Table, viewer: Viewer, now: Time) -> Self {
        let steps = Step::ALL.iter().map(|step| step.tried(table, viewer, now)).collect::<Vec<_>>();
        let can =
            |step: Step| steps.iter().any(|shown| shown.step == step && shown.refused.is_none());
        // Whoever must first take the shaker or be present is told that instead.
        let step = due(table).map(|due| {
            let shown = steps.iter().find(|shown| shown.step == due);
            let first = shown.and_then(|shown| shown.refused.as_ref()).and_then(cleared_by);
            first.filter(|first| can(*first)).unwrap_or(due)
        });
        let round = table.round().map_or_else(|| table.next_round(), |round| round.number);
        Self {
            round: round.0,
            phase: table.phase().into(),
            step,
            steps,
            shakes: ShakeCount { least: shakes_min(table), most: Table::SHAKES_MAX },
            chooses_player: viewer.chooses_player(table, now),
            calls_no_roll: viewer.calls_no_roll(table, now),
        }
    }
}

/// When a refusal ends by itself.
fn ends_at(refused: &Refusal) -> Option<u64> {
    let Refusal::NotYet { needs, .. } = refused else { return None };
    if let Need::BettingTime { until } | Need::WordsRead { until } = needs {
        Some(until.0)
    } else {
        None
    }
}

/// How often the dice tumble at least when the shaker is activated; once where no shaker is in use.
fn shakes_min(table: &Table) -> u8 {
    table.shaker_rules().map_or(1, |rules| rules.shakes_min.value.max(1))
}

/// How often the dice must tumble, where the shaker of the round was not activated.
pub(crate) fn shakes_due(table: &Table) -> Option<u8> {
    (table.round()?.shakes == 0).then(|| shakes_min(table))
}

/// The step that takes a refusal out of the way, if one step does.
fn cleared_by(refused: &Refusal) -> Option<Step> {
    let needs = if let Refusal::NotYet { needs, .. } = refused { Some(*needs) } else { None };
    if *refused == Refusal::NotOnDuty || needs == Some(Need::DealerOnDuty) {
        return Some(Step::TakeShaker);
    }
    (needs == Some(Need::Presence)).then_some(Step::AttestPresence)
}

/// The step that the round or the day is waiting for, if it waits for a person.
fn due(table: &Table) -> Option<Step> {
    let by_hand = table.config().run == Run::Dealer;
    let shakes_left = || shakes_due(table).is_some();
    let shakes_first = table.order() == NoMoreBets::BeforeReveal && shakes_left();
    match table.phase() {
        Phase::Suspended if table.equipment().display_failed => Some(Step::AttestRepair),
        Phase::Closed | Phase::Suspended => Some(Step::OpenTable),
        Phase::Idle if table.life() == Life::Closing => Some(Step::CloseTable),
        Phase::AwaitingRuling => None,
        Phase::Revealed => Some(Step::EnterDice),
        Phase::Entered => Some(Step::ConfirmDice),
        Phase::Idle => by_hand.then_some(Step::OpenBetting),
        Phase::Betting if shakes_first => by_hand.then_some(Step::Shake),
        Phase::Betting => by_hand.then_some(Step::CallNoMoreBets),
        Phase::NoMoreBets if shakes_left() => by_hand.then_some(Step::Shake),
        Phase::NoMoreBets | Phase::Shaken => by_hand.then_some(Step::Reveal),
        Phase::Collecting => by_hand.then_some(Step::Collect),
        Phase::Paying => by_hand.then_some(Step::Pay),
        Phase::Clearing => by_hand.then_some(Step::Clear),
    }
}
