//! How events and refusals read in a story.

use taisai_ledger::Ledger;
use taisai_rules::{Bet, LineId, Stake};
use taisai_table::{
    Act, Adjustment, Asker, Attested, BetChange, BetMove, BetProblem, CaseEvent, CaseId,
    CaseRuling, CreditEvent, DayEvent, EquipmentEvent, Event, LineSeen, Money, Need, OwnLimits,
    PlaceEvent, PlacePayout, ProposalEvent, Refusal, ReversalEvent, RoundEvent, RoundNumber,
    RulingEvent, SeatAmount, SeatEvent, SeatNumber, ShakerId, StaffEvent, Table,
};

use crate::asking::REASON;

/// What a player has set themselves.
fn own(limits: OwnLimits) -> String {
    let loss = limits.loss_max.map(|most| format!(" loss {most}")).unwrap_or_default();
    let time = limits.time_max_ms.map(|millis| format!(" time {millis}")).unwrap_or_default();
    let none = if loss.is_empty() && time.is_empty() { " nothing" } else { "" };
    format!("{loss}{time}{none}")
}

/// What happened; the number of the request is left out, for it is always there, and so is the
/// terminal of whoever sits down.
pub(crate) fn of_events(events: &[Event]) -> String {
    let sits = matches!(events.first(), Some(Event::Seat(SeatEvent::SeatTaken { .. })));
    // Dice that are called damaged are.
    let called =
        |event: &Event| matches!(event, Event::Ruling(RulingEvent::IrregularityCalled { .. }));
    let calls = events.first().is_some_and(called);
    let goes_without_saying = |event: &&Event| {
        matches!(event, Event::RequestAnswered { .. })
            || (sits && matches!(event, Event::Seat(SeatEvent::SeatBound { .. })))
            || (calls
                && matches!(event, Event::Equipment(EquipmentEvent::DiceMarkedDamaged { .. })))
    };
    let told: Vec<String> =
        events.iter().filter(|event| !goes_without_saying(event)).map(of_event).collect();
    if told.is_empty() { "nothing".into() } else { told.join("; ") }
}

fn of_event(event: &Event) -> String {
    match event {
        Event::Staff(event) => of_staff(event),
        Event::Equipment(event) => of_equipment(event),
        Event::Day(event) => of_day(event),
        Event::Seat(event) => of_seat(event),
        Event::Credit(event) => of_credit(event),
        Event::BetsChanged { how, changes, advised, .. } => of_change(*how, changes, *advised),
        Event::Round(event) => of_round(event),
        Event::Ruling(event) => of_ruling(event),
        Event::Proposal(event) => of_proposal(event),
        Event::Reversal(event) => of_reversal(event),
        Event::Case(event) => of_case_event(event),
        Event::Place(event) => of_place(event),
        Event::RequestAnswered { .. } => "request-answered".into(),
    }
}

/// The words of an event that says no more than its name.
fn plain_words(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.push(letter.to_ascii_lowercase());
    }
    words
}

fn of_place(event: &PlaceEvent) -> String {
    match event {
        PlaceEvent::ChipsRecorded { seat, bets, excess, advised, .. } => {
            let advice = if *advised { ", advised" } else { "" };
            let above = if excess.is_empty() {
                String::new()
            } else {
                format!(", {} goes back", of_bets(excess))
            };
            format!("recorded at {seat} {}{above}{advice}", of_bets(bets))
        }
        PlaceEvent::ChipsVoided { round, seat, reason } => {
            assert_eq!(reason.as_str(), REASON, "the reason is kept as it was given");
            format!("chips of {seat} in {round} void")
        }
        PlaceEvent::ColourTakenBack { seat, colour, by } => {
            format!("colour {colour} of {seat} taken back by {by}")
        }
        PlaceEvent::ChipsRecalled { round, chips } => {
            format!("chips of {} places in {round} recalled", chips.len())
        }
    }
}

/// What a place is paid, what goes back and what is collected.
pub(crate) fn of_payout(table: &Table, seat: SeatNumber) -> String {
    let payouts = table.round().map(|round| round.place_payouts(&table.book().pay_table));
    let paid = payouts.and_then(|mut payouts| payouts.remove(&seat));
    let Some(paid) = paid else { return "nothing".into() };
    let PlacePayout { bets, win, collected, back, .. } = &paid;
    let won = bets.iter().filter_map(|line| {
        let odds = line.odds?;
        Some(format!("{} {} at {odds} wins {}", line.bet.area, line.bet.stake, line.win))
    });
    let won: Vec<String> = won.collect();
    let won = if won.is_empty() { String::new() } else { format!(" ({})", won.join(", ")) };
    format!("paid {win}{won}, {collected} collected, {back} back")
}

/// What every place was paid in a settled round, and what it is due now.
pub(crate) fn of_changes(table: &Table, round: RoundNumber) -> String {
    let past = table.settled_round(round).expect("the round is kept");
    let changes = past.place_changes(&table.book_of(round).pay_table);
    let told = changes
        .iter()
        .map(|(seat, change)| format!("seat {seat} paid {} due {}", change.paid, change.due));
    let told: Vec<String> = told.collect();
    if told.is_empty() { "nothing".into() } else { told.join("; ") }
}

fn of_case_event(event: &CaseEvent) -> String {
    match event {
        CaseEvent::CaseOpened { case, dispute, by } => {
            format!("case {case} opened about {} by {by}", dispute.about)
        }
        CaseEvent::CaseNoted { case, by, .. } => format!("case {case} noted by {by}"),
        CaseEvent::CaseDecided { case, ruling, by: [one, other], .. } => {
            format!("case {case} decided by {one} and {other}: {}", of_ruling_of(ruling))
        }
        CaseEvent::CaseReopened { case, by, .. } => format!("case {case} reopened by {by}"),
        CaseEvent::CaseRecalled { case, .. } => format!("case {case} recalled"),
    }
}

fn of_ruling_of(ruling: &CaseRuling) -> String {
    match ruling {
        CaseRuling::Stand => "stands".into(),
        CaseRuling::PayBet { player, amount, .. } => format!("pay player {player} {amount}"),
        CaseRuling::TakeBet { player, amount, .. } => format!("take from player {player} {amount}"),
        CaseRuling::VoidBets { round, seat } => format!("bets of seat {seat} in {round} void"),
        CaseRuling::VoidRound { round } => format!("round {round} void"),
        CaseRuling::CorrectRound { round, roll } => format!("round {round} by {roll}"),
        CaseRuling::PayChips { amount } => format!("pay {amount} in chips"),
        CaseRuling::TakeChips { amount } => format!("take {amount} in chips"),
    }
}

/// A case as it stands.
pub(crate) fn of_case(table: &Table, id: u32) -> String {
    let Some(case) = table.case(CaseId(id)) else { return "not at hand".into() };
    let state = if case.is_open() { "open" } else { "decided" };
    let rulings: Vec<String> =
        case.decisions.iter().map(|decision| of_ruling_of(&decision.ruling)).collect();
    let (notes, reviews) = (case.notes.len(), case.reviews.len());
    let told = if rulings.is_empty() {
        ", not decided".into()
    } else {
        format!(": {}", rulings.join(", "))
    };
    format!("{state}, {notes} notes, {reviews} reviews{told}")
}

fn of_staff(event: &StaffEvent) -> String {
    match event {
        StaffEvent::ShakerTaken { dealer } => format!("shaker-taken by {dealer}"),
        StaffEvent::ShakerLeft { dealer } => format!("shaker-left by {dealer}"),
        StaffEvent::ShiftBegun { began } => format!("shift-begun at {}", began.millis()),
        StaffEvent::ShiftStarted { by } => format!("shift-started by {by}"),
        plain => plain_words(plain.name()),
    }
}

fn of_equipment(event: &EquipmentEvent) -> String {
    match event {
        EquipmentEvent::ShakerInstalled { shaker, .. } => format!("shaker-installed {shaker}"),
        EquipmentEvent::ShakerRemoved { shaker, by } => format!("shaker-removed {shaker} by {by}"),
        EquipmentEvent::ShakerOutOfOrder { shaker, by } => format!("out-of-order {shaker} by {by}"),
        EquipmentEvent::DiceInstalled { set, .. }
        | EquipmentEvent::LentDiceInstalled { set, .. } => format!("dice-installed {set}"),
        EquipmentEvent::DiceRemoved { set, .. } => format!("dice-removed {set}"),
        EquipmentEvent::DisplayInspected { entered, by } => {
            format!("display-inspected with {entered} by {by}")
        }
        EquipmentEvent::ShakerInspected { tosses, by, .. } => {
            format!("shaker-inspected {tosses} times by {by}")
        }
        EquipmentEvent::ChecklistTicked { lines, by } => {
            format!("checklist-ticked {lines} lines by {by}")
        }
        EquipmentEvent::LinesAttested { lines, by } => {
            let lines: Vec<&str> = lines.iter().map(LineId::as_str).collect();
            format!("lines-attested {} by {by}", lines.join(" "))
        }
        EquipmentEvent::ShakerCovered { .. } => "covered".into(),
        EquipmentEvent::TableSuspended => "suspended".into(),
        EquipmentEvent::RepairAttested { by } => format!("repair-attested by {by}"),
        EquipmentEvent::DisplayConnected { display } => format!("display-connected {display}"),
        EquipmentEvent::DisplayLost { display } => format!("display-lost {display}"),
        EquipmentEvent::DisplayTried { entered, by, .. } => {
            format!("display-tried with {entered} by {by}")
        }
        EquipmentEvent::DisplayDenied { entered, by } => {
            format!("display-denied with {entered} by {by}")
        }
        EquipmentEvent::DiceMarkedDamaged { .. } => "dice-marked".into(),
        EquipmentEvent::ShakerToInspect { shaker } => format!("shaker {shaker} to inspect"),
        EquipmentEvent::RegisterFollowed { shakers, disputed } => {
            let count = shakers.len();
            let words = if *disputed { "disputed" } else { "undisputed" };
            format!("register-followed for {count} shakers, {words}")
        }
        plain @ EquipmentEvent::TrialLapsed => plain_words(plain.name()),
    }
}

fn of_day(event: &DayEvent) -> String {
    match event {
        DayEvent::TableConfigured(_) => "table-configured".into(),
        DayEvent::TableOpened { by } => format!("table-opened by {by}"),
        DayEvent::ClosingAnnounced { by } => format!("closing-announced by {by}"),
        DayEvent::TableClosed { by } => format!("table-closed by {by}"),
        DayEvent::LimitsAnnounced { from, .. } => format!("limits-announced from round {from}"),
        DayEvent::ApprovalNamed { allowed_by: Some(by) } => format!("approval-named by {by}"),
        DayEvent::ApprovalNamed { allowed_by: None } => "approval-missing".into(),
        DayEvent::EditionOffered(_) => "edition-offered".into(),
        DayEvent::OfferWithdrawn => "offer-withdrawn".into(),
        DayEvent::TableMoved { edition, last, reason, by: [first, second], .. } => {
            assert_eq!(reason.as_str(), REASON, "the reason is kept as it was given");
            let what = if edition.is_some() { "edition" } else { "times" };
            format!("moved to other {what} after round {last} by {first} and {second}")
        }
        plain => plain_words(plain.name()),
    }
}

fn of_seat(event: &SeatEvent) -> String {
    match event {
        SeatEvent::SeatLost { seat } => format!("seat-lost {seat}"),
        SeatEvent::SeatReturned { seat } => format!("seat-returned {seat}"),
        SeatEvent::SeatBound { seat, terminal } => format!("seat-bound {seat} to {terminal}"),
        SeatEvent::SeatHandedOver { seat, player, terminal, reason, by } => {
            assert_eq!(reason.as_str(), REASON, "the reason is kept as it was given");
            let [one, other] = by;
            format!("seat {seat} of player {player} handed over to {terminal} by {one} and {other}")
        }
        SeatEvent::MarkerGranted { seat, stake_max, by } => {
            format!("marker-granted seat {seat} up to {stake_max} by {by}")
        }
        SeatEvent::ColourAssigned { seat, colour, value, .. } => {
            format!("colour-assigned seat {seat} colour {colour} worth {value}")
        }
        SeatEvent::OwnLimitsSet { seat, pledge } => {
            let later = pledge.later.map_or_else(String::new, |_| " and later more".into());
            format!("own-limits-set seat {seat}{}{later}", own(pledge.holds))
        }
        SeatEvent::PlayerExcluded { player, by, .. } => format!("excluded player {player} by {by}"),
        SeatEvent::SeatBarred { seat, .. } => format!("seat {seat} barred"),
        SeatEvent::SeatReleased { seat, by } => format!("seat {seat} released by {by}"),
        SeatEvent::ExclusionLifted { player, by, .. } => {
            format!("exclusion of player {player} lifted by {by}")
        }
        plain => plain_words(plain.name()),
    }
}

fn of_credit(event: &CreditEvent) -> String {
    match event {
        CreditEvent::BoughtIn { amount, .. } => format!("bought-in {amount}"),
        CreditEvent::CashedOut { amount, .. } => format!("cashed-out {amount}"),
        CreditEvent::MadeForCage { .. } => "for the cage".into(),
        CreditEvent::OwedPaid { player, amount, .. } => {
            format!("owed-paid player {player} {amount}")
        }
    }
}

fn of_round(event: &RoundEvent) -> String {
    match event {
        RoundEvent::BettingOpened { round, .. } => format!("betting-opened {round}"),
        RoundEvent::PlayerSelected { seat, .. } => format!("player-selected seat {seat}"),
        RoundEvent::DiceShaken { times, by: Asker::Seat(seat), .. } => {
            format!("shaken {times} times by seat {seat}")
        }
        RoundEvent::DiceShaken { times, .. } => format!("shaken {times} times"),
        RoundEvent::DiceRevealed { .. } => "revealed".into(),
        RoundEvent::DiceEntered { roll, .. } => format!("entered {roll}"),
        RoundEvent::ResultRecorded { roll, .. } => format!("result {roll}"),
        RoundEvent::LosersCollected { collected, .. } => {
            format!("collected {}", of_amounts(collected))
        }
        RoundEvent::WinnersPaid { paid, .. } => format!("paid {}", of_amounts(paid)),
        RoundEvent::RoundCleared { .. } => "cleared".into(),
        RoundEvent::RevealWaits { .. } => "reveal waits".into(),
        plain => plain_words(plain.name()),
    }
}

fn of_ruling(event: &RulingEvent) -> String {
    match event {
        RulingEvent::IrregularityCalled { what, remedy, by, reason } => {
            // What the table itself has noticed says what it was.
            let noticed = if reason.as_str() == REASON { "" } else { reason.as_str() };
            let noticed = if noticed.is_empty() { "" } else { &format!(": {noticed}") };
            format!("called {what} by {by}, remedy {remedy}{noticed}")
        }
        RulingEvent::RulingAwaited { what, .. } => format!("awaiting {what}"),
        RulingEvent::RoundResumed { .. } => "resumed".into(),
        RulingEvent::ReshakeOrdered { by, .. } => {
            format!("reshake-ordered by {} and {}", by[0], by[1])
        }
        RulingEvent::PresenceAttested { by, .. } => format!("presence-attested by {by}"),
        RulingEvent::CallFoundMistaken { what, by, .. } => {
            format!("{what} found mistaken by {} and {}", by[0], by[1])
        }
    }
}

fn of_proposal(event: &ProposalEvent) -> String {
    match event {
        ProposalEvent::Proposed { proposal, superior, by, act, .. } => {
            assert!(is_reasoned(act), "the reason is kept as it was given, or is the table's own");
            format!("proposed {proposal} by {by} to a {superior}")
        }
        ProposalEvent::Approved { proposal, by } => format!("approved {proposal} by {by}"),
        ProposalEvent::Withdrawn { proposal, by } => format!("withdrawn {proposal} by {by}"),
    }
}

fn of_reversal(event: &ReversalEvent) -> String {
    match event {
        ReversalEvent::RoundVoided { what, returned, .. } => {
            format!("round-voided for {what}, returned {}", of_amounts(returned))
        }
        ReversalEvent::BetsVoided { seat, returned, .. } => {
            format!("bets-voided seat {seat} returned {returned}")
        }
        ReversalEvent::PastRoundVoided { round, what, adjustments } => {
            format!("past-round {round} voided for {what}: {}", of_adjustments(adjustments))
        }
        ReversalEvent::PastRoundCorrected { round, roll, adjustments } => {
            format!("past-round {round} corrected to {roll}: {}", of_adjustments(adjustments))
        }
        ReversalEvent::CollectionUndone { restored, .. } => {
            format!("collection-undone {}", of_amounts(restored))
        }
        ReversalEvent::PastBetsVoided { round, adjustment, .. } => {
            format!("past-bets in {round} voided: {}", of_adjustments(&[*adjustment]))
        }
        ReversalEvent::RoundRecalled { round, .. } => format!("round {} recalled", round.number),
        ReversalEvent::BetRuled { round, adjustment, .. } => {
            format!("bet in {round} ruled: {}", of_adjustments(&[*adjustment]))
        }
    }
}

/// Whether an act carries its reason.
fn is_reasoned(act: &Act) -> bool {
    match act {
        Act::VoidRounds { reason, .. }
        | Act::CorrectRound { reason, .. }
        | Act::VoidBets { reason, .. }
        | Act::Reshake { reason, .. }
        | Act::GoOn { reason, .. }
        | Act::CallMistaken { reason, .. }
        | Act::VoidPastBets { reason, .. }
        | Act::DecideCase { reason, .. }
        | Act::AttestDice { reason, .. }
        | Act::MoveTable { reason, .. }
        | Act::HandOverSeat { reason, .. } => {
            reason.as_str() == REASON || reason.as_str().ends_with(" tumbles")
        }
        Act::StateDice { .. } => false,
    }
}

fn of_change(how: BetMove, changes: &[BetChange], advised: bool) -> String {
    let how = match how {
        BetMove::Placed => "placed",
        BetMove::TakenDown => "taken-down",
        BetMove::Cleared => "cleared",
        BetMove::Repeated => "repeated",
        BetMove::Doubled => "doubled",
        BetMove::Undone => "undone",
    };
    let now = |change: &BetChange| format!("{} {}", change.area, change.to.map_or(0, Stake::units));
    let changes: Vec<String> = changes.iter().map(now).collect();
    let advice = if advised { ", advised" } else { "" };
    format!("{how} {}{advice}", changes.join(" "))
}

fn of_amounts(amounts: &[SeatAmount]) -> String {
    let told: Vec<String> =
        amounts.iter().map(|amount| format!("seat {} {}", amount.seat, amount.amount)).collect();
    if told.is_empty() { "nothing".into() } else { told.join(", ") }
}

fn of_adjustments(adjustments: &[Adjustment]) -> String {
    let told: Vec<String> = adjustments.iter().map(of_adjustment).collect();
    if told.is_empty() { "nothing".into() } else { told.join(", ") }
}

fn of_adjustment(adjustment: &Adjustment) -> String {
    let mut told = format!("seat {}", adjustment.seat);
    if let Some(sits) = adjustment.sits.filter(|sits| *sits != adjustment.seat) {
        told += &format!(" now at {sits}");
    }
    let parts = [
        ("recovered", adjustment.recovered),
        ("given", adjustment.given),
        ("owed", adjustment.owed),
        ("forgone", adjustment.forgone),
        ("taken", adjustment.taken),
        ("shortfall", adjustment.shortfall),
    ];
    for (word, amount) in parts.into_iter().filter(|(_, amount)| *amount != Money::ZERO) {
        told += &format!(" {word} {amount}");
    }
    told
}

pub(crate) fn of_bets(bets: &[Bet]) -> String {
    let told: Vec<String> = bets.iter().map(|bet| format!("{} {}", bet.area, bet.stake)).collect();
    if told.is_empty() { "nothing".into() } else { told.join(" ") }
}

pub(crate) fn of_recall(ledger: &Ledger, round: RoundNumber) -> String {
    let recalled = ledger.recall(round).expect("the round can be recalled");
    let rolls: Vec<String> = recalled.rolls.iter().map(ToString::to_string).collect();
    let mut told = format!("dice {}", rolls.join(" then "));
    if let Some(what) = recalled.voided {
        told += &format!(", void for {what}");
    }
    for bet in &recalled.bets {
        told += &format!(", seat {} {} {} wins {}", bet.seat, bet.area, bet.stake, bet.win);
    }
    let void = recalled.bets.iter().filter(|bet| bet.is_void).map(|bet| bet.seat);
    for seat in void.collect::<std::collections::BTreeSet<_>>() {
        told += &format!(", bets of seat {seat} void");
    }
    told
}

/// Why not, in the words a person would hear.
pub(crate) fn of_refusal(refusal: &Refusal) -> String {
    format!("refused: {}", why_not(refusal))
}

#[expect(clippy::too_many_lines, reason = "one sentence for each refusal")]
fn why_not(refusal: &Refusal) -> String {
    match refusal {
        Refusal::RequestReused => "the number belongs to another request".into(),
        Refusal::RequestTooOld => "the request is too old".into(),
        Refusal::NobodyAt { seat } => format!("nobody sits at seat {seat}"),
        Refusal::SeatEmpty => "nobody sits there".into(),
        Refusal::NotStaff => "not on the staff of this table".into(),
        Refusal::OnlySeats => "only a player may".into(),
        Refusal::RoleTooLow { needs } => format!("needs a {needs}"),
        Refusal::NotOnDuty => "not on duty".into(),
        Refusal::SeatKept => "the seat is kept for its player".into(),
        Refusal::OtherRound { now: Some(now) } => format!("another round, it is {now}"),
        Refusal::OtherRound { now: None } => "no round".into(),
        Refusal::WrongPhase { phase } => format!("not while {phase}"),
        Refusal::NotYet { needs: Need::FreshDice { .. }, clause } => {
            format!("needs fresh dice ({clause})")
        }
        Refusal::NotYet { needs, clause } => format!("needs {needs} ({clause})"),
        Refusal::FeltTable => "a felt table has no terminals".into(),
        Refusal::OtherDice => "not with these dice".into(),
        Refusal::DiceDrawn => "the dice were drawn".into(),
        Refusal::BettingClosed { clause } => format!("betting is closed ({clause})"),
        Refusal::NoMoreExtensions => "no more extensions".into(),
        Refusal::Bets(problems) => {
            let told: Vec<String> = problems.iter().map(of_problem).collect();
            told.join(", ")
        }
        Refusal::CreditTooSmall { credit, needed } => format!("credit {credit}, needed {needed}"),
        Refusal::OwnLossLimit { loss_max, left } => {
            format!("their own limit is to lose {loss_max}, {left} left")
        }
        Refusal::OwnTimeLimit { time_max_ms } => {
            format!("their own time of {time_max_ms} ms is over")
        }
        Refusal::SeatLimit { seat_max } => format!("a seat may stake {seat_max}"),
        Refusal::ExposureLimit { exposure_max } => format!("the house may lose {exposure_max}"),
        Refusal::NotExcluded { player } => format!("player {player} is not excluded"),
        Refusal::SeatBarred { seat } => format!("seat {seat} is barred"),
        Refusal::SeatNotBarred { seat } => format!("seat {seat} is not barred"),
        Refusal::PlayerExcluded { player } => format!("player {player} is excluded"),
        Refusal::StaffNeverPlay { clause } => format!("staff never play ({clause})"),
        Refusal::NotAllowed { clause } => format!("not allowed ({clause})"),
        Refusal::TooMany { max } => format!("at most {max}"),
        Refusal::BadLimits { area } => format!("limits do not fit {area}"),
        Refusal::DieDamaged { die } => format!("die {die} is damaged"),
        Refusal::NothingThere => "there is nothing".into(),
        Refusal::SeatTaken => "the seat is taken".into(),
        Refusal::PlayerSeated => "the player sits elsewhere".into(),
        Refusal::TerminalAnswers => "the player's own terminal answers".into(),
        Refusal::SeatNotEmpty => "credit or bets are left".into(),
        Refusal::VoucherUsed => "the voucher has been used".into(),
        Refusal::ColourTaken => "another player has this colour".into(),
        Refusal::SameDie => "a set is three different dice".into(),
        Refusal::LinesMissing { lines } => format!("the checklist has {lines} lines"),
        Refusal::LineNotAsked { line } => format!("the checklist has no line {line}"),
        Refusal::BadAmount => "not such an amount".into(),
        Refusal::ShakerPresent { shaker } => format!("shaker {shaker} is here already"),
        Refusal::ShakerAbsent { shaker, present } => {
            format!("no shaker {shaker} here, only {}", of_shakers(present))
        }
        Refusal::ShakerAside { shaker } => format!("shaker {shaker} is out of order"),
        Refusal::DicePresent { set, shaker } => format!("set {set} is in shaker {shaker}"),
        Refusal::DiceAbsent { shakers } => {
            format!("no dice in any shaker, room in {}", of_shakers(shakers))
        }
        Refusal::OtherEntry => "other dice were entered".into(),
        Refusal::NoSuchRound => "no such round".into(),
        Refusal::NoSuchProposal => "no such proposal".into(),
        Refusal::SamePerson => "two people must agree".into(),
        Refusal::ProposalStale => "things have changed since".into(),
        Refusal::NoSuchCase => "no such case".into(),
        Refusal::CaseDecided => "the case is decided".into(),
        Refusal::CaseStillOpen => "the case is open".into(),
        Refusal::RulingTooLarge { max } => format!("a bet brings {max} at most"),
        Refusal::ColoursOut { seats } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            format!("colours are out at {}", seats.join(" "))
        }
        Refusal::MarkersOut { seats } => {
            let seats: Vec<String> = seats.iter().map(ToString::to_string).collect();
            format!("markers are out at {}", seats.join(" "))
        }
        Refusal::ChipsVoid { seat } => format!("the chips of {seat} are void"),
        Refusal::NotInCredit => "no credit is paid here".into(),
        Refusal::NotInChips => "no chips are paid here".into(),
        Refusal::EditionNotOffered => "the configuration names no such thing".into(),
        Refusal::OtherBook => "another book takes another table".into(),
    }
}

fn of_shakers(shakers: &[ShakerId]) -> String {
    let told: Vec<String> = shakers.iter().map(ToString::to_string).collect();
    if told.is_empty() { "none".into() } else { told.join(" ") }
}

fn of_problem(problem: &BetProblem) -> String {
    format!("{}: {}", problem.area, problem.why)
}

/// Whether a line of the checklist was seen, by whom, and when after the beginning of the story.
pub(crate) fn of_line(table: &Table, id: &str) -> String {
    match table.checklist().find(|(line, _)| line.id.as_str() == id) {
        None => "not asked for".into(),
        Some((_, LineSeen::NotYet)) => "not seen".into(),
        Some((_, LineSeen::WithAllOthers)) => "seen with all others".into(),
        Some((_, LineSeen::By(Attested { by, at }))) => {
            format!("seen by {by} at {}ms", at.millis())
        }
    }
}
