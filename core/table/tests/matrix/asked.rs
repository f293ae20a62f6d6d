//! One of every command, as somebody would rightly ask it, and what is wrong with its bad twin.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Bet, Irregularity, Role};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, BetCommand, Case, CaseCommand, CaseId, CaseRuling, DayCommand, DisplayId, Dispute,
    EquipmentCommand, HostCommand, HouseCommand, Money, Offer, OwnLimits, PlayerId, PlayersCommand,
    ProposalId, RoundCommand, RoundNumber, RulingCommand, SeatCommand, SeatNumber, SessionId,
    ShakerId, StaffCommand, StaffId, Time, VoucherId,
};
use taisai_testing::editions::another;
use taisai_testing::floor::{
    DEALER, DISPLAY, Floor, OTHER_DEALER, SHAKER, What, area, dice_into, install, install_lent,
    lent_dice_into, money, reason, roll, stake, wide,
};
use taisai_testing::names;

/// Every command, with its label in the document.
pub(crate) fn every_command(floor: &Floor) -> Vec<(String, What)> {
    let mut all = table_commands(floor);
    all.extend(seat_commands());
    all.extend(round_commands(floor));
    all.extend(irregular_commands(floor));
    all.into_iter().map(|command| (label(&command), command)).collect()
}

/// The name of what is asked.
pub(crate) fn name(what: &What) -> &'static str {
    match what {
        What::Seat(command) => names::seat(command),
        What::Staff(command) => names::staff(command),
        What::Floor(command) => names::house_command(command),
        What::Host(command) => names::host_command(command),
    }
}

fn label(command: &What) -> String {
    match command {
        What::Staff(StaffCommand::Ruling(RulingCommand::Propose(act))) => {
            format!("Propose {}", names::act(act))
        }
        What::Staff(StaffCommand::Ruling(RulingCommand::CallIrregularity { what, .. })) => {
            format!("CallIrregularity {}", what.word())
        }
        _ => name(command).to_owned(),
    }
}

fn table_commands(floor: &Floor) -> Vec<What> {
    let book = floor.table.book();
    let (asked, count) = (floor.lines_asked(), book.equipment.checklist.len());
    let lines = u8::try_from(count).unwrap();
    vec![
        HouseCommand::AssignStaff { staff: StaffId(50), role: Role::Dealer }.into(),
        HouseCommand::ReleaseStaff { staff: OTHER_DEALER }.into(),
        DayCommand::TakeShaker.into(),
        DayCommand::LeaveShaker.into(),
        DayCommand::StartShift.into(),
        install(ShakerId(2), floor.make.shaker).into(),
        EquipmentCommand::RemoveShaker { shaker: SHAKER }.into(),
        EquipmentCommand::SetOutOfOrder { shaker: SHAKER }.into(),
        dice_into(SHAKER, 5).into(),
        install_lent(ShakerId(3), floor.make.shaker).into(),
        lent_dice_into(SHAKER, 6, [None; 3]).into(),
        HostCommand::FollowRegister { shakers: vec![], damaged: vec![], disputed: true }.into(),
        EquipmentCommand::RemoveDice.into(),
        EquipmentCommand::TryDisplay { entered: roll("2,4,6") }.into(),
        EquipmentCommand::JudgeDisplay { lit: true }.into(),
        HostCommand::ConnectDisplay { display: DisplayId(2) }.into(),
        HostCommand::LoseDisplay { display: DISPLAY }.into(),
        EquipmentCommand::InspectShaker { tosses: 3 }.into(),
        EquipmentCommand::TickChecklist { lines }.into(),
        EquipmentCommand::AttestLines { lines: asked }.into(),
        DayCommand::OpenTable.into(),
        DayCommand::AnnounceClosing.into(),
        DayCommand::CloseTable.into(),
        DayCommand::AnnounceLimits(wide()).into(),
    ]
}

fn seat_commands() -> Vec<What> {
    let seat = SeatNumber(1);
    let small = || area("small");
    vec![
        SeatCommand::Sit { player: PlayerId(9), staff: None }.into(),
        SeatCommand::BuyIn { voucher: VoucherId(900), amount: money(100) }.into(),
        SeatCommand::CashOut { voucher: VoucherId(901), amount: money(100) }.into(),
        SeatCommand::Leave.into(),
        SeatCommand::SitAndBuyIn {
            player: PlayerId(9),
            staff: None,
            voucher: VoucherId(902),
            amount: money(100),
        }
        .into(),
        SeatCommand::CashOutAndLeave { voucher: VoucherId(903), amount: money(100) }.into(),
        SeatCommand::SetOwnLimits(OwnLimits::default()).into(),
        HostCommand::LoseSeat { seat }.into(),
        HostCommand::ReturnSeat { seat }.into(),
        HostCommand::BindSeat { seat, terminal: SessionId(5) }.into(),
        PlayersCommand::GrantMarker { seat, stake_max: stake(50_000) }.into(),
        PlayersCommand::AssignColour { seat, colour: 1, value: stake(10) }.into(),
        HouseCommand::PayOwed { player: PlayerId(1), voucher: VoucherId(902), amount: money(100) }
            .into(),
        PlayersCommand::Exclude { player: PlayerId(1), reason: reason() }.into(),
        PlayersCommand::ReleaseSeat { seat }.into(),
        PlayersCommand::LiftExclusion { player: PlayerId(1), reason: reason() }.into(),
        BetCommand::PlaceBets(vec![Bet::new(small(), stake(50))]).into(),
        BetCommand::TakeDown(vec![small()]).into(),
        BetCommand::ClearBets.into(),
        BetCommand::RepeatBets.into(),
        BetCommand::DoubleBets.into(),
        BetCommand::UndoBets.into(),
    ]
}

fn round_commands(floor: &Floor) -> Vec<What> {
    vec![
        RoundCommand::OpenBetting.into(),
        RoundCommand::ExtendBetting.into(),
        RoundCommand::CallNoMoreBets.into(),
        RoundCommand::SelectPlayer { seat: SeatNumber(1) }.into(),
        RoundCommand::Shake { times: 3 }.into(),
        RoundCommand::Reveal.into(),
        RoundCommand::CoverShaker.into(),
        RoundCommand::EnterDice(roll("1,2,3")).into(),
        RoundCommand::ReenterDice.into(),
        RoundCommand::ConfirmDice(roll("1,2,3")).into(),
        HostCommand::RecordRoll(roll("1,2,3")).into(),
        RoundCommand::Collect.into(),
        RoundCommand::Pay.into(),
        RoundCommand::Clear.into(),
        RulingCommand::AttestPresence.into(),
        EquipmentCommand::AttestRepair.into(),
        RulingCommand::Approve(ProposalId(1)).into(),
        RulingCommand::Withdraw(ProposalId(1)).into(),
        HostCommand::EndCustody { staff: DEALER }.into(),
        HostCommand::Tick.into(),
        HostCommand::Restart.into(),
        HostCommand::NameApproval { allowed_by: Some(reason()) }.into(),
        HostCommand::BeginShift { began: floor.time() }.into(),
        HostCommand::OfferEdition(named(floor)).into(),
        HostCommand::RecallRound { round: never_played(), borne: BTreeMap::new() }.into(),
    ]
}

fn irregular_commands(floor: &Floor) -> Vec<What> {
    let call =
        |&what: &Irregularity| RulingCommand::CallIrregularity { what, reason: reason() }.into();
    let mut all: Vec<What> = Irregularity::ALL.iter().map(call).collect();
    let now = floor.table.round().map_or(RoundNumber(1), |round| round.number);
    let (what, reason) = (Irregularity::Dispute, reason());
    let seat = SeatNumber(1);
    let other = named(floor);
    let acts = [
        Act::VoidRounds { rounds: vec![now], what, reason: reason.clone() },
        Act::CorrectRound { round: now, roll: roll("6,6,6"), reason: reason.clone() },
        Act::VoidBets { seat, reason: reason.clone() },
        Act::StateDice { roll: roll("1,2,3") },
        Act::Reshake { what, reason: reason.clone() },
        Act::GoOn { what, reason: reason.clone() },
        Act::HandOverSeat {
            seat,
            player: PlayerId(1),
            terminal: SessionId(5),
            reason: reason.clone(),
        },
        Act::AttestDice { roll: roll("1,2,3"), reason: reason.clone() },
        Act::VoidPastBets { round: RoundNumber(1), seat, reason: reason.clone() },
        Act::CallMistaken { what, reason: reason.clone() },
        Act::DecideCase { case: CaseId(1), ruling: CaseRuling::Stand, reason: reason.clone() },
        Act::MoveTable {
            from: floor.table.config().rule_book,
            to: other.edition.fingerprint,
            times: other.times,
            reason,
        },
    ];
    all.extend(case_commands());
    all.extend(acts.map(|act| RulingCommand::Propose(act).into()));
    all
}

/// Another edition of the table's book.
fn named(floor: &Floor) -> Offer {
    let edition = another(&floor.table.book().title.id);
    Offer { edition, times: floor.table.config().times }
}

fn case_commands() -> Vec<What> {
    let (case, reason) = (CaseId(1), reason());
    let dispute = Dispute {
        about: Irregularity::Dispute,
        what: reason.clone(),
        round: None,
        seat: Some(SeatNumber(1)),
        player: None,
        recording: None,
    };
    let [authority, reference] = [reason.clone(), reason.clone()];
    let by = StaffId(1);
    let file = Case::new(dispute.clone(), Time::from_millis(0).unwrap(), by);
    vec![
        CaseCommand::OpenCase(dispute).into(),
        CaseCommand::NoteCase { case, note: reason.clone() }.into(),
        CaseCommand::LetStand { case, reason: reason.clone() }.into(),
        CaseCommand::ReopenCase { case, authority, reference, reason }.into(),
        HostCommand::RecallCase { case, file }.into(),
    ]
}

/// The same command with something wrong in what it asks, where that is possible.
pub(crate) fn unsound(command: &What) -> Option<What> {
    Some(match command {
        What::Seat(SeatCommand::BuyIn { voucher, .. }) => {
            SeatCommand::BuyIn { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::CashOut { voucher, .. }) => {
            SeatCommand::CashOut { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::SitAndBuyIn { player, staff, voucher, .. }) => {
            SeatCommand::SitAndBuyIn {
                player: *player,
                staff: *staff,
                voucher: *voucher,
                amount: Money::ZERO,
            }
            .into()
        }
        What::Seat(SeatCommand::CashOutAndLeave { voucher, .. }) => {
            SeatCommand::CashOutAndLeave { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::Bet(BetCommand::PlaceBets(_))) => {
            BetCommand::PlaceBets(vec![Bet::new(area("small"), stake(11))]).into()
        }
        What::Seat(SeatCommand::Bet(BetCommand::TakeDown(_))) => {
            BetCommand::TakeDown(vec![area("triple-1")]).into()
        }
        What::Staff(StaffCommand::Round(RoundCommand::ConfirmDice(_))) => {
            RoundCommand::ConfirmDice(roll("6,6,6")).into()
        }
        What::Seat(SeatCommand::Sit { .. }) => {
            SeatCommand::Sit { player: PlayerId(2), staff: None }.into()
        }
        _ => return None,
    })
}

/// Whether the command is meant for one round alone.
pub(crate) fn names_a_round(command: &What) -> bool {
    let name = name(command);
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

fn never_played() -> PastRound {
    let (slips, results) = (BTreeMap::new(), vec![roll("1,2,3")]);
    PastRound {
        number: RoundNumber(1_000),
        slips,
        results,
        voided: None,
        void_bets: BTreeSet::new(),
    }
}
