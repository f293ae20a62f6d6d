//! One of every command, as somebody would rightly ask it, and what is wrong with its bad twin.

use taisai_rules::{Bet, Irregularity, Role};
use taisai_table::{
    Act, Command, Money, OwnLimits, PlayerId, ProposalId, RoundNumber, SeatNumber, SessionId,
    ShakerId, StaffId, VoucherId,
};
use taisai_testing::floor::{
    Floor, OTHER_DEALER, SHAKER, area, dice_into, install, money, reason, roll, stake, wide,
};
use taisai_testing::names;

/// Who a command is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Who {
    Player,
    Staff,
    Host,
}

/// Every command, with its label in the document.
pub(crate) fn every_command(floor: &Floor) -> Vec<(String, Command)> {
    let mut all = table_commands(floor);
    all.extend(seat_commands());
    all.extend(round_commands());
    all.extend(irregular_commands(floor));
    all.into_iter().map(|command| (label(&command), command)).collect()
}

fn label(command: &Command) -> String {
    match command {
        Command::Propose(act) => format!("Propose {}", names::act(act)),
        Command::CallIrregularity { what, .. } => format!("CallIrregularity {}", what.word()),
        _ => names::command(command).to_owned(),
    }
}

fn table_commands(floor: &Floor) -> Vec<Command> {
    let book = floor.table.book();
    let entered = roll("2,4,6");
    let seen_lit = book.pay_table.winning_areas(entered);
    let lines = u8::try_from(book.equipment.checklist.len()).unwrap();
    vec![
        Command::AssignStaff { staff: StaffId(50), role: Role::Dealer },
        Command::ReleaseStaff { staff: OTHER_DEALER },
        Command::TakeShaker,
        Command::StartShift,
        install(ShakerId(2), floor.make.shaker),
        Command::RemoveShaker { shaker: SHAKER },
        Command::SetOutOfOrder { shaker: SHAKER },
        dice_into(SHAKER, 5),
        Command::RemoveDice,
        Command::InspectDisplay { entered, seen_lit },
        Command::InspectShaker { tosses: 3 },
        Command::TickChecklist { lines },
        Command::OpenTable,
        Command::AnnounceClosing,
        Command::CloseTable,
        Command::AnnounceLimits(wide()),
    ]
}

fn seat_commands() -> Vec<Command> {
    let seat = SeatNumber(1);
    let small = || area("small");
    vec![
        Command::Sit { player: PlayerId(9), staff: None },
        Command::BuyIn { voucher: VoucherId(900), amount: money(100) },
        Command::CashOut { voucher: VoucherId(901), amount: money(100) },
        Command::Leave,
        Command::SitAndBuyIn {
            player: PlayerId(9),
            staff: None,
            voucher: VoucherId(902),
            amount: money(100),
        },
        Command::CashOutAndLeave { voucher: VoucherId(903), amount: money(100) },
        Command::SetOwnLimits(OwnLimits::default()),
        Command::LoseSeat { seat },
        Command::ReturnSeat { seat },
        Command::BindSeat { seat, terminal: SessionId(5) },
        Command::GrantMarker { seat, stake_max: stake(50_000) },
        Command::AssignColour { seat, colour: 1, value: stake(10) },
        Command::PayOwed { player: PlayerId(1), voucher: VoucherId(902), amount: money(100) },
        Command::Exclude { player: PlayerId(1), reason: reason() },
        Command::PlaceBets(vec![Bet::new(small(), stake(50))]),
        Command::TakeDown(vec![small()]),
        Command::ClearBets,
        Command::RepeatBets,
        Command::DoubleBets,
        Command::UndoBets,
    ]
}

fn round_commands() -> Vec<Command> {
    vec![
        Command::OpenBetting,
        Command::ExtendBetting,
        Command::CallNoMoreBets,
        Command::SelectPlayer { seat: SeatNumber(1) },
        Command::Shake { times: 3 },
        Command::Reveal,
        Command::CoverShaker,
        Command::EnterDice(roll("1,2,3")),
        Command::ReenterDice,
        Command::ConfirmDice(roll("1,2,3")),
        Command::RecordRoll(roll("1,2,3")),
        Command::Collect,
        Command::Pay,
        Command::Clear,
        Command::AttestPresence,
        Command::AttestRepair,
        Command::Approve(ProposalId(1)),
        Command::Withdraw(ProposalId(1)),
        Command::Tick,
        Command::Restart,
    ]
}

fn irregular_commands(floor: &Floor) -> Vec<Command> {
    let call = |&what: &Irregularity| Command::CallIrregularity { what, reason: reason() };
    let mut all: Vec<Command> = Irregularity::ALL.iter().map(call).collect();
    let now = floor.table.round().map_or(RoundNumber(1), |round| round.number);
    let (what, reason) = (Irregularity::Dispute, reason());
    let seat = SeatNumber(1);
    let acts = [
        Act::VoidRounds { rounds: vec![now], what, reason: reason.clone() },
        Act::CorrectRound { round: now, roll: roll("6,6,6"), reason: reason.clone() },
        Act::VoidBets { seat, reason: reason.clone() },
        Act::StateDice { roll: roll("1,2,3") },
        Act::Reshake { what, reason: reason.clone() },
        Act::GoOn { what, reason: reason.clone() },
        Act::HandOverSeat { seat, player: PlayerId(1), terminal: SessionId(5), reason },
    ];
    all.extend(acts.map(Command::Propose));
    all
}

/// The same command with something wrong in what it asks, where that is possible.
pub(crate) fn unsound(command: &Command) -> Option<Command> {
    Some(match command {
        Command::BuyIn { voucher, .. } => Command::BuyIn { voucher: *voucher, amount: Money::ZERO },
        Command::CashOut { voucher, .. } => {
            Command::CashOut { voucher: *voucher, amount: Money::ZERO }
        }
        Command::SitAndBuyIn { player, staff, voucher, .. } => Command::SitAndBuyIn {
            player: *player,
            staff: *staff,
            voucher: *voucher,
            amount: Money::ZERO,
        },
        Command::CashOutAndLeave { voucher, .. } => {
            Command::CashOutAndLeave { voucher: *voucher, amount: Money::ZERO }
        }
        Command::PlaceBets(_) => Command::PlaceBets(vec![Bet::new(area("small"), stake(11))]),
        Command::TakeDown(_) => Command::TakeDown(vec![area("triple-1")]),
        Command::InspectDisplay { entered, .. } => {
            Command::InspectDisplay { entered: *entered, seen_lit: taisai_rules::AreaSet::EMPTY }
        }
        Command::ConfirmDice(_) => Command::ConfirmDice(roll("6,6,6")),
        Command::Sit { .. } => Command::Sit { player: PlayerId(2), staff: None },
        _ => return None,
    })
}

pub(crate) fn who(command: &Command) -> Who {
    match names::command(command) {
        "Sit" | "SitAndBuyIn" | "BuyIn" | "CashOut" | "Leave" | "CashOutAndLeave"
        | "SetOwnLimits" | "PlaceBets" | "TakeDown" | "ClearBets" | "RepeatBets" | "DoubleBets"
        | "UndoBets" => Who::Player,
        "AssignStaff" | "ReleaseStaff" | "LoseSeat" | "ReturnSeat" | "BindSeat" | "PayOwed"
        | "RecordRoll" | "Tick" | "Restart" => Who::Host,
        _ => Who::Staff,
    }
}

/// Whether the command is meant for one round alone.
pub(crate) fn names_a_round(command: &Command) -> bool {
    let name = names::command(command);
    let always = [
        "PlaceBets",
        "TakeDown",
        "ClearBets",
        "RepeatBets",
        "DoubleBets",
        "UndoBets",
        "OpenBetting",
        "ExtendBetting",
        "CallNoMoreBets",
        "SelectPlayer",
        "Shake",
        "Reveal",
        "EnterDice",
        "ReenterDice",
        "ConfirmDice",
        "RecordRoll",
        "Collect",
        "Pay",
        "Clear",
        "AttestPresence",
        "CallIrregularity",
    ];
    always.contains(&name)
}
