//! The digest of every command as journals have it: a request that is repeated after an upgrade
//! must still be known for the same one. None of these numbers ever changes.

use std::sync::Arc;

use taisai_rules::{
    Approval, Area, Bet, Family, Irregularity, LineId, Role, Roll, ShakerKind, Stake,
};

use super::digest_of;
use crate::case::{Case, CaseRuling, Dispute};
use crate::command::{
    Act, BetCommand, CaseCommand, Command, DayCommand, EquipmentCommand, HostCommand, HouseCommand,
    PlayersCommand, Request, RoundCommand, RulingCommand, SeatCommand,
};
use crate::config::{AreaLimit, Limits, Times};
use crate::edition::{Edition, Offer};
use crate::event::ShakerFacts;
use crate::ids::{
    CaseId, DiceSetId, DieId, DisplayId, PlayerId, ProposalId, RequestId, RoundNumber, SeatNumber,
    SessionId, ShakerId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::pledge::OwnLimits;
use crate::round::{PastRound, Slip};
use crate::text::Reason;
use crate::time::Time;

const SEAT: SeatNumber = SeatNumber(3);
const STAFF: StaffId = StaffId(7);
const CASE: CaseId = CaseId(4);
const SHAKER: ShakerId = ShakerId(5);
const PLAYER: PlayerId = PlayerId(42);
const VOUCHER: VoucherId = VoucherId(99);

fn money() -> Money {
    Money::new(1_000).unwrap()
}

fn stake() -> Stake {
    Stake::new(500).unwrap()
}

fn roll() -> Roll {
    "4,4,2".parse().unwrap()
}

fn area(id: &str) -> Area {
    id.parse().unwrap()
}

fn reason() -> Reason {
    Reason::new("as the tape shows").unwrap()
}

fn lines() -> Vec<LineId> {
    ["drop_box", "manual.sealed"].map(|line| LineId::new(line).unwrap()).to_vec()
}

fn limits() -> Limits {
    let limit = AreaLimit::new(stake(), stake(), 100).unwrap();
    let families = [(Family::ALL[0], limit)].into_iter().collect();
    Limits { usual: limit, families, seat_max: money(), exposure_max: money() }
}

fn own_limits() -> OwnLimits {
    OwnLimits { loss_max: Some(money()), time_max_ms: Some(60_000), remind_ms: None }
}

fn acts() -> [Act; 11] {
    let (what, reason) = (Irregularity::LateError, reason());
    let rounds = vec![RoundNumber(7), RoundNumber(8)];
    [
        Act::VoidRounds { rounds, what, reason: reason.clone() },
        Act::CorrectRound { round: RoundNumber(7), roll: roll(), reason: reason.clone() },
        Act::VoidBets { seat: SEAT, reason: reason.clone() },
        Act::StateDice { roll: roll() },
        Act::Reshake { what, reason: reason.clone() },
        Act::GoOn { what, reason: reason.clone() },
        Act::HandOverSeat {
            seat: SEAT,
            player: PLAYER,
            terminal: SessionId(9),
            reason: reason.clone(),
        },
        Act::AttestDice { roll: roll(), reason: reason.clone() },
        Act::VoidPastBets { round: RoundNumber(7), seat: SEAT, reason: reason.clone() },
        Act::CallMistaken { what, reason: reason.clone() },
        Act::MoveTable { from: [7; 32], to: [8; 32], times: times(), reason },
    ]
}

/// The fingerprint stands for the edition.
fn offer() -> Offer {
    let rules = taisai_rulebooks::Library::get("act").unwrap().rules().clone();
    let edition =
        Edition { fingerprint: [9; 32], rules: Arc::new(rules), own: "".into(), base: None };
    Offer { edition, times: times() }
}

const fn times() -> Times {
    Times {
        betting_ms: Some(1),
        betting_min_ms: 2,
        warning_ms: 3,
        extension_ms: 4,
        extensions_max: 5,
        show_ms: 6,
        pause_ms: 7,
    }
}

fn decisions() -> [Act; 8] {
    let round = RoundNumber(7);
    [
        decided(CaseRuling::Stand),
        decided(CaseRuling::PayBet { round, seat: SEAT, player: PLAYER, amount: money() }),
        decided(CaseRuling::TakeBet { round, seat: SEAT, player: PLAYER, amount: money() }),
        decided(CaseRuling::VoidBets { round, seat: SEAT }),
        decided(CaseRuling::VoidRound { round }),
        decided(CaseRuling::CorrectRound { round, roll: roll() }),
        decided(CaseRuling::PayChips { amount: money() }),
        decided(CaseRuling::TakeChips { amount: money() }),
    ]
}

fn decided(ruling: CaseRuling) -> Act {
    Act::DecideCase { case: CASE, ruling, reason: reason() }
}

fn dispute() -> Dispute {
    Dispute {
        about: Irregularity::Dispute,
        what: reason(),
        round: Some(RoundNumber(7)),
        seat: Some(SEAT),
        player: Some(PLAYER),
        recording: Some(reason()),
    }
}

fn case_commands() -> [Command; 5] {
    let case = CASE;
    let [authority, reference] = [reason(), reason()];
    let reopen = CaseCommand::ReopenCase { case, authority, reference, reason: reason() };
    let file = Case::new(dispute(), Time::FIRST, STAFF);
    [
        Command::staff(STAFF, CaseCommand::OpenCase(dispute())),
        Command::staff(STAFF, CaseCommand::NoteCase { case, note: reason() }),
        Command::staff(STAFF, CaseCommand::LetStand { case, reason: reason() }),
        Command::staff(STAFF, reopen),
        Command::Host(HostCommand::RecallCase { case, file }),
    ]
}

fn recalled() -> PastRound {
    let bets = vec![Bet::new(area("big"), stake())];
    let slip = Slip { player: PLAYER, bets, returned: money() };
    PastRound {
        number: RoundNumber(7),
        slips: [(SEAT, slip)].into(),
        results: vec![roll()],
        voided: Some(Irregularity::LateError),
        void_bets: [SEAT].into(),
    }
}

#[expect(clippy::too_many_lines, reason = "every command once, and nothing else")]
fn commands() -> Vec<Command> {
    let bets = vec![Bet::new(area("big"), stake()), Bet::new(area("total-10"), stake())];
    let (dice, approvals) = ([DieId(1), DieId(2), DieId(3)], Approval::ALL.to_vec());
    let (kind, sealed) = (ShakerKind::Manual, true);
    let mut all = vec![
        Command::Floor(STAFF, HouseCommand::AssignStaff { staff: STAFF, role: Role::Supervisor }),
        Command::Floor(STAFF, HouseCommand::ReleaseStaff { staff: STAFF }),
        Command::staff(STAFF, DayCommand::TakeShaker),
        Command::staff(STAFF, DayCommand::StartShift),
        Command::staff(
            STAFF,
            EquipmentCommand::InstallShaker { shaker: SHAKER, kind, sealed, approvals },
        ),
        Command::staff(STAFF, EquipmentCommand::RemoveShaker { shaker: SHAKER }),
        Command::staff(STAFF, EquipmentCommand::SetOutOfOrder { shaker: SHAKER }),
        Command::staff(
            STAFF,
            EquipmentCommand::InstallDice { shaker: SHAKER, set: DiceSetId(6), dice },
        ),
        Command::staff(STAFF, EquipmentCommand::RemoveDice),
        Command::staff(STAFF, EquipmentCommand::InspectShaker { tosses: 3 }),
        Command::staff(STAFF, EquipmentCommand::TickChecklist { lines: 4 }),
        Command::staff(STAFF, DayCommand::OpenTable),
        Command::staff(STAFF, DayCommand::AnnounceClosing),
        Command::staff(STAFF, DayCommand::CloseTable),
        Command::staff(STAFF, DayCommand::AnnounceLimits(limits())),
        Command::seat(SEAT, SeatCommand::Sit { player: PLAYER, staff: Some(STAFF) }),
        Command::seat(
            SEAT,
            SeatCommand::SitAndBuyIn {
                player: PLAYER,
                staff: None,
                voucher: VOUCHER,
                amount: money(),
            },
        ),
        Command::seat(SEAT, SeatCommand::BuyIn { voucher: VOUCHER, amount: money() }),
        Command::seat(SEAT, SeatCommand::CashOut { voucher: VOUCHER, amount: money() }),
        Command::seat(SEAT, SeatCommand::Leave),
        Command::seat(SEAT, SeatCommand::CashOutAndLeave { voucher: VOUCHER, amount: money() }),
        Command::Host(HostCommand::LoseSeat { seat: SEAT }),
        Command::Host(HostCommand::ReturnSeat { seat: SEAT }),
        Command::Host(HostCommand::BindSeat { seat: SEAT, terminal: SessionId(9) }),
        Command::staff(STAFF, PlayersCommand::GrantMarker { seat: SEAT, stake_max: stake() }),
        Command::seat(SEAT, SeatCommand::SetOwnLimits(own_limits())),
        Command::staff(
            STAFF,
            PlayersCommand::AssignColour { seat: SEAT, colour: 2, value: stake() },
        ),
        Command::Floor(
            STAFF,
            HouseCommand::PayOwed { player: PLAYER, voucher: VOUCHER, amount: money() },
        ),
        Command::staff(STAFF, PlayersCommand::Exclude { player: PLAYER, reason: reason() }),
        Command::seat(SEAT, BetCommand::PlaceBets(bets)),
        Command::seat(SEAT, BetCommand::TakeDown(vec![area("big"), area("small")])),
        Command::seat(SEAT, BetCommand::ClearBets),
        Command::seat(SEAT, BetCommand::RepeatBets),
        Command::seat(SEAT, BetCommand::DoubleBets),
        Command::seat(SEAT, BetCommand::UndoBets),
        Command::staff(STAFF, RoundCommand::OpenBetting),
        Command::staff(STAFF, RoundCommand::ExtendBetting),
        Command::staff(STAFF, RoundCommand::CallNoMoreBets),
        Command::staff(STAFF, RoundCommand::SelectPlayer { seat: SEAT }),
        Command::staff(STAFF, RoundCommand::Shake { times: 3 }),
        Command::staff(STAFF, RoundCommand::Reveal),
        Command::staff(STAFF, RoundCommand::CoverShaker),
        Command::staff(STAFF, RoundCommand::EnterDice(roll())),
        Command::staff(STAFF, RoundCommand::ReenterDice),
        Command::staff(STAFF, RoundCommand::ConfirmDice(roll())),
        Command::Host(HostCommand::RecordRoll(roll())),
        Command::staff(STAFF, RoundCommand::Collect),
        Command::staff(STAFF, RoundCommand::Pay),
        Command::staff(STAFF, RoundCommand::Clear),
        Command::staff(
            STAFF,
            RulingCommand::CallIrregularity { what: Irregularity::Dispute, reason: reason() },
        ),
        Command::staff(STAFF, RulingCommand::AttestPresence),
        Command::staff(STAFF, EquipmentCommand::AttestRepair),
        Command::staff(STAFF, RulingCommand::Approve(ProposalId(1))),
        Command::staff(STAFF, RulingCommand::Withdraw(ProposalId(1))),
        Command::Host(HostCommand::Tick),
        Command::Host(HostCommand::Restart),
        Command::Host(HostCommand::RecallRound {
            round: recalled(),
            borne: [(PLAYER, money())].into(),
        }),
    ];
    all.extend(acts().map(|act| Command::staff(STAFF, RulingCommand::Propose(act))));
    all.extend([
        Command::staff(STAFF, DayCommand::LeaveShaker),
        Command::Host(HostCommand::EndCustody { staff: STAFF }),
        Command::Host(HostCommand::ConnectDisplay { display: DisplayId(3) }),
        Command::Host(HostCommand::LoseDisplay { display: DisplayId(3) }),
        Command::staff(STAFF, EquipmentCommand::TryDisplay { entered: roll() }),
        Command::staff(STAFF, EquipmentCommand::JudgeDisplay { lit: true }),
        Command::staff(STAFF, EquipmentCommand::AttestLines { lines: lines() }),
        Command::Host(HostCommand::BeginShift { began: Time::from_millis(7).unwrap() }),
        Command::Host(HostCommand::OfferEdition(offer())),
        Command::Floor(
            STAFF,
            HouseCommand::InstallLentDice {
                shaker: SHAKER,
                set: DiceSetId(6),
                dice: [DieId(1), DieId(2), DieId(3)],
                first_used: [Time::from_millis(1_000), None, None],
            },
        ),
        Command::Floor(
            STAFF,
            HouseCommand::InstallLentShaker {
                shaker: SHAKER,
                kind,
                sealed,
                approvals: Approval::ALL.to_vec(),
            },
        ),
        Command::Host(HostCommand::FollowRegister {
            shakers: vec![ShakerFacts { shaker: SHAKER, sealed, approvals: Vec::new() }],
            damaged: vec![DieId(1)],
            disputed: true,
        }),
    ]);
    all.extend(decisions().map(|act| Command::staff(STAFF, RulingCommand::Propose(act))));
    all.extend(case_commands());
    all
}

fn digest(command: Command, round: Option<RoundNumber>) -> u64 {
    let (session, id) = (SessionId(0), RequestId(1));
    digest_of(&Request { session, id, round, command })
}

#[test]
fn every_command_has_the_digest_that_journals_have() {
    let digests: Vec<u64> = commands().into_iter().map(|command| digest(command, None)).collect();
    assert_eq!(digests, DIGESTS);
}

/// What two kinds of askers may ask is the same request to the journal.
#[test]
fn who_asks_is_no_part_of_the_digest() {
    let by_staff = Command::staff(STAFF, RoundCommand::Shake { times: 3 });
    let by_seat = Command::seat(SEAT, BetCommand::Shake { times: 3 });
    assert_eq!(digest(by_staff, None), digest(by_seat, None));
    let by_staff = Command::staff(STAFF, DayCommand::AnnounceLimits(limits()));
    let by_house = Command::Host(HostCommand::AnnounceLimits(limits()));
    assert_eq!(digest(by_staff, None), digest(by_house, None));
    let release = || HouseCommand::ReleaseStaff { staff: STAFF };
    let by_floor = Command::Floor(STAFF, release());
    let by_host = Command::Host(HostCommand::House(release()));
    assert_eq!(digest(by_floor, None), digest(by_host, None));
}

#[test]
fn the_round_is_part_of_the_digest() {
    let round = |number| Some(RoundNumber(number));
    assert_eq!(
        digest(Command::staff(STAFF, RoundCommand::OpenBetting), round(7)),
        0x9c1b_cee7_96cd_1c07
    );
    assert_eq!(
        digest(Command::staff(STAFF, RoundCommand::Collect), round(7)),
        0xdc1c_435b_2414_cd2c
    );
}

const DIGESTS: [u64; 93] = [
    0xd357_621b_9aff_e6e0,
    0x1715_bb7a_b245_57b3,
    0x261c_4b49_8729_94e7,
    0xd71e_3581_7414_7ca6,
    0xa601_fb36_a8f0_005f,
    0x4df7_e1b4_323c_c895,
    0x09f7_0e19_f546_c1a6,
    0x8705_8fde_2f1e_cfc2,
    0x0010_cdf9_f9a8_266d,
    0xa823_f49b_5498_d5e4,
    0xc5e2_5b45_5325_a95e,
    0xc418_76d9_ad53_c569,
    0x751a_6111_9a3e_ad28,
    0x6214_a269_d37d_f5eb,
    0xcdfd_3790_959e_a353,
    0x9567_16fd_161c_8ac9,
    0x524a_6bc9_e0cd_78e4,
    0x166b_4fdc_c1a9_e94d,
    0x760a_ccc7_edfa_54cc,
    0x3c09_251a_45fc_8771,
    0x84d4_6bc6_a282_49f6,
    0x8dea_5074_8d45_8810,
    0xef35_a05a_a081_4739,
    0xd4b2_1f37_15b7_1347,
    0x4f39_c0c6_5c87_d1e8,
    0x4cd6_3316_9d56_bd8c,
    0x290b_09a3_47ce_c496,
    0xf32f_8945_118a_4709,
    0x04b3_7153_bf09_393a,
    0x0c19_044e_4e7c_4de5,
    0x4397_6542_03c7_a981,
    0xa85d_66b6_fe5c_5c45,
    0x595f_50ee_eb47_4404,
    0x4659_9247_2486_8cc7,
    0xf75b_7c7f_1171_7486,
    0x6c65_0f96_b207_fb41,
    0x1d66_f9ce_9ef2_e300,
    0x0a61_3b26_d832_2bc3,
    0xef68_3a2c_fda8_4389,
    0x7d36_4313_324d_72ea,
    0xd14f_ff2f_83f0_060c,
    0xbe4a_4087_bd2f_4ecf,
    0xdc22_00e7_707b_afcd,
    0xe455_bdd7_4ab0_bd49,
    0xd987_1a9c_a92a_ce7b,
    0x970e_e059_5e36_e4a6,
    0x3353_d39f_5dc5_d58a,
    0x983e_c338_2fad_e055,
    0x4940_ad70_1c98_c814,
    0xa0ab_529b_e904_d55d,
    0xe73c_d900_42c2_f896,
    0x5c46_6c17_e359_7f51,
    0x121d_4176_0696_51d2,
    0x1a77_8cd4_93fb_4a63,
    0x102f_7178_c856_a25d,
    0xc131_5bb0_b541_8a1c,
    0xc1d1_509c_0c62_2325,
    0x2216_d9de_4ca8_f56b,
    0x4a8c_18cc_0d24_9ef1,
    0x59d0_5bdc_e25b_bbbd,
    0x4c4f_ff31_3563_e0fe,
    0x5bf6_bb51_f500_97ee,
    0x007b_0261_2411_6b53,
    0x8bd6_9b77_d5e9_606e,
    0xc81b_5ee1_4d97_5ce2,
    0x9157_26ec_91e9_e1e4,
    0xcdf1_a2e5_f4ee_e72f,
    0xbeef_72f3_dba1_5100,
    0xa9a9_662e_001b_4423,
    0xb2f9_4ac1_daed_7d15,
    0x121c_d974_34e7_ede9,
    0x2960_fae2_9708_5c06,
    0x9dda_9f54_b7c1_cfff,
    0x3326_fea0_b213_dcd2,
    0xf0f5_aac3_a979_eb5b,
    0xba93_dc81_2695_8c50,
    0x58a7_23a1_634d_9466,
    0x9d60_c2b5_7805_273f,
    0xb686_ef90_0f77_1d55,
    0xe3e9_a307_2c73_1bac,
    0x06d6_fcf3_a4cc_8c0e,
    0x70be_dcc3_bfa1_0cc0,
    0x085b_45ca_93bb_cdf3,
    0xae74_d8d5_1032_5005,
    0x926e_20ea_46ee_51a9,
    0xd85b_a8ee_8b7d_eddb,
    0xfd08_33d6_7635_9c65,
    0xe7f6_03f9_1e1e_4180,
    0x93ae_5c80_8268_3fe1,
    0x9aec_e5b8_4b37_ff2c,
    0x847a_d4a8_db72_778b,
    0x1d8d_e486_2619_be76,
    0xe08a_c71f_b635_bbde,
];
