//! An example of every command: the one list that a new command must stand in. The matrix of the
//! table says whether one is missing; the wire, the server's rights, the digests of journals and
//! the fuzzer read it from here.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{Bet, Irregularity, Role};
use taisai_table::round::PastRound;
use taisai_table::{
    Act, BetCommand, Case, CaseCommand, CaseId, CaseRuling, DayCommand, DisplayId, Dispute,
    EquipmentCommand, HostCommand, HouseCommand, Offer, OwnLimits, PlayerId, PlayersCommand,
    ProposalId, RoundCommand, RoundNumber, RulingCommand, SeatCommand, SeatNumber, SessionId,
    ShakerId, StaffCommand, StaffId, Time, VoucherId,
};

use crate::editions::another;
use crate::floor::{
    DEALER, DISPLAY, Floor, Make, OTHER_DEALER, SHAKER, What, area, dice_into, install,
    install_lent, lent_dice_into, money, reason, roll, stake, wide,
};

/// Every command, as somebody would rightly ask it on this floor.
pub fn every_command(floor: &Floor) -> Vec<What> {
    let mut all = table_commands(floor);
    all.extend(seat_commands());
    all.extend(round_commands(floor));
    all.extend(irregular_commands(floor));
    all
}

/// Every command on a closed table of one book, which is always the same.
pub fn of_closed_table() -> Vec<What> {
    let make = Make::with(taisai_rules::ShakerKind::Manual);
    let all = every_command(&Floor::closed("massachusetts", make, wide()));
    all.into_iter().map(with_fixed_fingerprints).collect()
}

/// What is written down of these examples stays the same when a rule book changes.
fn with_fixed_fingerprints(what: What) -> What {
    match what {
        What::Host(HostCommand::OfferEdition(mut offer)) => {
            offer.edition.fingerprint = [9; 32];
            HostCommand::OfferEdition(offer).into()
        }
        What::Staff(StaffCommand::Ruling(RulingCommand::Propose(Act::MoveTable {
            times,
            reason,
            ..
        }))) => {
            let act = Act::MoveTable { from: [7; 32], to: [8; 32], times, reason };
            RulingCommand::Propose(act).into()
        }
        other => other,
    }
}

/// Every order of staff.
pub fn of_staff() -> Vec<StaffCommand> {
    let orders = of_closed_table().into_iter().filter_map(|what| match what {
        What::Staff(command) => Some(command),
        What::Seat(_) | What::Floor(_) | What::Host(_) => None,
    });
    orders.collect()
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
        HouseCommand::GivePlace { seat: SeatNumber(2), player: PlayerId(9) }.into(),
        PlayersCommand::FreePlace { seat }.into(),
        PlayersCommand::TakeColourBack { seat }.into(),
        PlayersCommand::RecordChips { seat, bets: vec![Bet::new(small(), stake(50))] }.into(),
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

fn never_played() -> PastRound {
    let (slips, results) = (BTreeMap::new(), vec![roll("1,2,3")]);
    PastRound {
        number: RoundNumber(1_000),
        slips,
        results,
        voided: None,
        void_bets: BTreeSet::new(),
        chips: BTreeMap::new(),
    }
}
