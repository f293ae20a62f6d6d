//! What a line of a story asks of the table.

use taisai_rules::{Approval, Area, Bet, Irregularity, LineId, Role, Roll, ShakerKind, Stake};
use taisai_table::{
    Act, BetCommand, CaseCommand, CaseId, CaseRuling, Command, DayCommand, DiceSetId, DieId,
    DisplayId, Dispute, EquipmentCommand, HostCommand, HouseCommand, Limits, Money, Offer,
    OwnLimits, PlayerId, PlayersCommand, ProposalId, Reason, RoundCommand, RoundNumber,
    RulingCommand, SeatCommand, SeatNumber, SessionId, ShakerFacts, ShakerId, StaffCommand,
    StaffId, Table, Time, VoucherId,
};

use crate::editions;
use crate::floor::NOON;
use crate::openings::area_limit;

/// What is asked, and by whom.
pub(crate) fn request(table: &Table, words: &[&str]) -> Command {
    match words[0] {
        "host" => Command::Host(of_host(table, &words[1..])),
        "seat" => Command::Seat(seat(words[1]), of_seat(&words[2..])),
        "floor" => Command::Floor(staff(words[1]), of_floor(table, &words[2..])),
        role => {
            let known = Role::from_word(role).is_some() || role == "stranger";
            assert!(known, "who is {role}? {}", words.join(" "));
            Command::Staff(staff(words[1]), of_staff(table, &words[2..]))
        }
    }
}

/// What the floor asks, for somebody or by itself.
fn of_floor(table: &Table, words: &[&str]) -> HouseCommand {
    match words {
        ["assigns", role, id] => {
            let role = Role::from_word(role).expect("a role");
            HouseCommand::AssignStaff { staff: staff(id), role }
        }
        ["gives", "place", at, "to", id] => {
            HouseCommand::GivePlace { seat: seat(at), player: PlayerId(number(id)) }
        }
        ["releases", id] => HouseCommand::ReleaseStaff { staff: staff(id) },
        ["pays", "owed", id, amount @ ..] => {
            let player = PlayerId(number(id));
            let all = || table.owed().find(|(owed, _)| *owed == player).map(|(_, amount)| amount);
            let said = amount.first().map(|amount| money(amount));
            let amount = said.or_else(all).unwrap_or_else(|| money("1"));
            HouseCommand::PayOwed { player, voucher: VoucherId(99), amount }
        }
        ["lends", "dice", a, b, c, "as", "set", set, "in", "shaker", id, ages @ ..] => {
            let dice = [a, b, c].map(|die| DieId(small(die)));
            let (shaker, set) = (shaker(id), DiceSetId(small(set)));
            let first_used = match ages {
                ["used", hours, "before"] => {
                    let then = NOON - duration(hours);
                    [Time::from_millis(then); 3]
                }
                _ => [None; 3],
            };
            HouseCommand::InstallLentDice { shaker, set, dice, first_used }
        }
        ["lends", "shaker", id, kind, rest @ ..] => {
            let EquipmentCommand::InstallShaker { shaker, kind, sealed, approvals } =
                install(id, kind, rest)
            else {
                unreachable!("a shaker is installed")
            };
            HouseCommand::InstallLentShaker { shaker, kind, sealed, approvals }
        }
        _ => panic!("the floor asks no such thing: {}", words.join(" ")),
    }
}

fn of_host(table: &Table, words: &[&str]) -> HostCommand {
    match words {
        ["loses", "seat", at] => HostCommand::LoseSeat { seat: seat(at) },
        ["returns", "seat", at] => HostCommand::ReturnSeat { seat: seat(at) },
        ["binds", "seat", at, "to", terminal] => {
            HostCommand::BindSeat { seat: seat(at), terminal: SessionId(number(terminal)) }
        }
        ["rolls", dice] => HostCommand::RecordRoll(roll(dice)),
        ["ends", "the", "custody", "of", id] => HostCommand::EndCustody { staff: staff(id) },
        ["connects", "display", id] => {
            HostCommand::ConnectDisplay { display: DisplayId(small(id)) }
        }
        ["loses", "display", id] => HostCommand::LoseDisplay { display: DisplayId(small(id)) },
        ["tick"] => HostCommand::Tick,
        ["says", "shaker", id, "is", rest @ ..] => {
            let EquipmentCommand::InstallShaker { shaker, sealed, approvals, .. } =
                install(id, "manual", rest)
            else {
                unreachable!("a shaker is installed")
            };
            let shakers = vec![ShakerFacts { shaker, sealed, approvals }];
            HostCommand::FollowRegister { shakers, damaged: Vec::new(), disputed: false }
        }
        ["says", "dice", dice @ .., "are", "damaged"] => {
            let damaged = dice.iter().map(|die| DieId(small(die))).collect();
            HostCommand::FollowRegister { shakers: Vec::new(), damaged, disputed: false }
        }
        ["says", "another", "table", "has", "the", "dice"] => {
            HostCommand::FollowRegister { shakers: vec![], damaged: vec![], disputed: true }
        }
        ["says", "nobody", "else", "has", "the", "dice"] => {
            HostCommand::FollowRegister { shakers: vec![], damaged: vec![], disputed: false }
        }
        ["restart"] => HostCommand::Restart,
        ["begins", "the", "shift", "of", time] => {
            HostCommand::BeginShift { began: Time::from_millis(number(time)).expect("a time") }
        }
        ["names", "the", other @ ..] => HostCommand::OfferEdition(editions::offer(table, other)),
        ["names", "no", "approval"] => HostCommand::NameApproval { allowed_by: None },
        ["names", "approval", by @ ..] => {
            HostCommand::NameApproval { allowed_by: Reason::new(&by.join(" ")) }
        }
        ["announces", "limits", limits @ ..] => {
            HostCommand::AnnounceLimits(new_limits(table, limits))
        }
        _ => HostCommand::House(of_floor(table, words)),
    }
}

fn of_seat(words: &[&str]) -> SeatCommand {
    match words {
        ["sits", "player", id] => SeatCommand::Sit { player: PlayerId(number(id)), staff: None },
        ["sits", "player", id, "staff", name] => {
            SeatCommand::Sit { player: PlayerId(number(id)), staff: Some(staff(name)) }
        }
        ["sits", "player", id, "with", amount] => SeatCommand::SitAndBuyIn {
            player: PlayerId(number(id)),
            staff: None,
            voucher: VoucherId(1),
            amount: money(amount),
        },
        ["buys", "in", amount] => {
            SeatCommand::BuyIn { voucher: VoucherId(1), amount: money(amount) }
        }
        ["cashes", "out", amount] => {
            SeatCommand::CashOut { voucher: VoucherId(2), amount: money(amount) }
        }
        ["leaves"] => SeatCommand::Leave,
        ["leaves", "with", amount] => {
            SeatCommand::CashOutAndLeave { voucher: VoucherId(2), amount: money(amount) }
        }
        ["limits", "loss", most] => own_limits(Some(most), None),
        ["limits", "time", millis] => own_limits(None, Some(millis)),
        ["limits", "loss", most, "time", millis] => own_limits(Some(most), Some(millis)),
        ["limits", "nothing"] => own_limits(None, None),
        ["bets", rest @ ..] => BetCommand::PlaceBets(bets(rest)).into(),
        ["takes", "down", areas @ ..] => {
            BetCommand::TakeDown(areas.iter().map(|name| area(name)).collect()).into()
        }
        ["clears", "bets"] => BetCommand::ClearBets.into(),
        ["repeats"] => BetCommand::RepeatBets.into(),
        ["doubles"] => BetCommand::DoubleBets.into(),
        ["undoes"] => BetCommand::UndoBets.into(),
        ["shakes", times] => BetCommand::Shake { times: byte(times) }.into(),
        _ => panic!("a player asks no such thing: {}", words.join(" ")),
    }
}

fn own_limits(loss: Option<&str>, time: Option<&str>) -> SeatCommand {
    let (loss_max, time_max_ms) = (loss.map(money), time.map(number));
    SeatCommand::SetOwnLimits(OwnLimits { loss_max, time_max_ms, remind_ms: None })
}

#[expect(clippy::too_many_lines, reason = "one arm for each sentence")]
fn of_staff(table: &Table, words: &[&str]) -> StaffCommand {
    match words {
        ["proposes", "to", "move", "to", other @ ..] => {
            RulingCommand::Propose(moved(table, other)).into()
        }
        ["takes", "the", "shaker"] => DayCommand::TakeShaker.into(),
        ["leaves", "the", "shaker"] => DayCommand::LeaveShaker.into(),
        ["starts", "a", "shift"] => DayCommand::StartShift.into(),
        ["installs", "shaker", id, kind, rest @ ..] => install(id, kind, rest).into(),
        ["removes", "shaker", id] => EquipmentCommand::RemoveShaker { shaker: shaker(id) }.into(),
        ["sets", "shaker", id, "aside"] => {
            EquipmentCommand::SetOutOfOrder { shaker: shaker(id) }.into()
        }
        ["installs", "dice", a, b, c, "as", "set", set, "in", "shaker", id] => {
            let dice = [a, b, c].map(|die| DieId(small(die)));
            EquipmentCommand::InstallDice { shaker: shaker(id), set: DiceSetId(small(set)), dice }
                .into()
        }
        ["removes", "the", "dice"] => EquipmentCommand::RemoveDice.into(),
        ["tries", "the", "display", "with", dice] => {
            EquipmentCommand::TryDisplay { entered: roll(dice) }.into()
        }
        ["sees", "it", "lit"] => EquipmentCommand::JudgeDisplay { lit: true }.into(),
        ["sees", "it", "wrong"] => EquipmentCommand::JudgeDisplay { lit: false }.into(),
        ["inspects", "the", "shaker", times, "times"] => {
            EquipmentCommand::InspectShaker { tosses: byte(times) }.into()
        }
        ["ticks", "the", "checklist"] => {
            let lines = table.checklist().map(|(line, _)| line.id.clone()).collect();
            EquipmentCommand::AttestLines { lines }.into()
        }
        ["checks", lines @ ..] => {
            let lines = lines.iter().map(|line| LineId::new(line).expect("a line's id"));
            EquipmentCommand::AttestLines { lines: lines.collect() }.into()
        }
        ["ticks", lines, "lines"] => EquipmentCommand::TickChecklist { lines: byte(lines) }.into(),
        ["opens", "the", "table"] => DayCommand::OpenTable.into(),
        ["announces", "closing"] => DayCommand::AnnounceClosing.into(),
        ["closes", "the", "table"] => DayCommand::CloseTable.into(),
        ["announces", "limits", limits @ ..] => {
            DayCommand::AnnounceLimits(new_limits(table, limits)).into()
        }
        ["marks", "seat", at, "up", "to", max] => {
            PlayersCommand::GrantMarker { seat: seat(at), stake_max: stake(max) }.into()
        }
        ["gives", "seat", at, "colour", colour, "worth", value] => PlayersCommand::AssignColour {
            seat: seat(at),
            colour: byte(colour),
            value: stake(value),
        }
        .into(),
        ["excludes", "player", id] => {
            PlayersCommand::Exclude { player: PlayerId(number(id)), reason: reason() }.into()
        }
        ["frees", "place", at] => PlayersCommand::FreePlace { seat: seat(at) }.into(),
        ["takes", "the", "colour", "of", at, "back"] => {
            PlayersCommand::TakeColourBack { seat: seat(at) }.into()
        }
        ["records", at, "nothing"] => {
            PlayersCommand::RecordChips { seat: seat(at), bets: Vec::new() }.into()
        }
        ["records", at, laid @ ..] => {
            PlayersCommand::RecordChips { seat: seat(at), bets: bets(laid) }.into()
        }
        ["releases", "seat", at] => PlayersCommand::ReleaseSeat { seat: seat(at) }.into(),
        ["lifts", "the", "exclusion", "of", id] => {
            PlayersCommand::LiftExclusion { player: PlayerId(number(id)), reason: reason() }.into()
        }
        _ => of_dealer(words),
    }
}

fn of_dealer(words: &[&str]) -> StaffCommand {
    match words {
        ["opens", "betting"] => RoundCommand::OpenBetting.into(),
        ["extends", "betting"] => RoundCommand::ExtendBetting.into(),
        ["calls", "no", "more", "bets"] => RoundCommand::CallNoMoreBets.into(),
        ["selects", "seat", at] => RoundCommand::SelectPlayer { seat: seat(at) }.into(),
        ["reveals"] => RoundCommand::Reveal.into(),
        ["covers"] => RoundCommand::CoverShaker.into(),
        ["enters", dice] => RoundCommand::EnterDice(roll(dice)).into(),
        ["re-enters"] => RoundCommand::ReenterDice.into(),
        ["confirms", dice] => RoundCommand::ConfirmDice(roll(dice)).into(),
        ["collects"] => RoundCommand::Collect.into(),
        ["pays"] => RoundCommand::Pay.into(),
        ["clears"] => RoundCommand::Clear.into(),
        ["calls", what] => {
            RulingCommand::CallIrregularity { what: irregularity(what), reason: reason() }.into()
        }
        ["is", "present"] => RulingCommand::AttestPresence.into(),
        ["attests", "repair"] => EquipmentCommand::AttestRepair.into(),
        ["proposes", act @ ..] => RulingCommand::Propose(proposed(act)).into(),
        ["approves", id] => RulingCommand::Approve(ProposalId(small(id))).into(),
        ["withdraws", id] => RulingCommand::Withdraw(ProposalId(small(id))).into(),
        ["shakes", times] => RoundCommand::Shake { times: byte(times) }.into(),
        _ => of_case(words),
    }
}

fn new_limits(table: &Table, words: &[&str]) -> Limits {
    let [min, max, multiple] = words else { panic!("limits are three numbers: {words:?}") };
    let usual = area_limit(number(min), number(max), small(multiple));
    Limits { usual, ..table.config().limits.clone() }
}

fn install(id: &str, kind: &str, rest: &[&str]) -> EquipmentCommand {
    let approved = rest.iter().skip_while(|word| **word != "approved").skip(1);
    let approvals = approved.flat_map(|word| match *word {
        "all" => Approval::ALL.to_vec(),
        word => vec![Approval::from_word(word).expect("an approval")],
    });
    EquipmentCommand::InstallShaker {
        shaker: shaker(id),
        kind: ShakerKind::from_word(kind).expect("a kind of shaker"),
        sealed: rest.contains(&"sealed"),
        approvals: approvals.collect(),
    }
}

/// A table moves to what is named, from what it plays or, if it is said, from something else.
fn moved(table: &Table, words: &[&str]) -> Act {
    let (words, from) = match words {
        [words @ .., "from", from] => (words, editions::other(table, from).fingerprint),
        words => (words, table.config().rule_book),
    };
    let Offer { edition, times } = editions::offer(table, words);
    Act::MoveTable { from, to: edition.fingerprint, times, reason: reason() }
}

fn proposed(words: &[&str]) -> Act {
    match words {
        ["void", "for", what, "of", rounds @ ..] => Act::VoidRounds {
            rounds: rounds.iter().map(|round| RoundNumber(number(round))).collect(),
            what: irregularity(what),
            reason: reason(),
        },
        ["correction", "of", round, "to", dice] => Act::CorrectRound {
            round: RoundNumber(number(round)),
            roll: roll(dice),
            reason: reason(),
        },
        ["void", "bets", "of", "seat", at, "in", round] => Act::VoidPastBets {
            round: RoundNumber(number(round)),
            seat: seat(at),
            reason: reason(),
        },
        ["void", "bets", "of", "seat", at] => Act::VoidBets { seat: seat(at), reason: reason() },
        ["case", id, "is", ruling @ ..] => {
            Act::DecideCase { case: CaseId(small(id)), ruling: ruled(ruling), reason: reason() }
        }
        ["dice", dice] => Act::AttestDice { roll: roll(dice), reason: reason() },
        ["dice", dice, "without", "a", "reason"] => Act::StateDice { roll: roll(dice) },
        ["reshake", "for", what] => Act::Reshake { what: irregularity(what), reason: reason() },
        ["going", "on", "for", what] => Act::GoOn { what: irregularity(what), reason: reason() },
        [what, "was", "no", "such", "thing"] => {
            Act::CallMistaken { what: irregularity(what), reason: reason() }
        }
        ["seat", at, "of", player, "at", terminal] => Act::HandOverSeat {
            seat: seat(at),
            player: PlayerId(number(player)),
            terminal: SessionId(number(terminal)),
            reason: reason(),
        },
        _ => panic!("no such act: {}", words.join(" ")),
    }
}

/// How a case is decided.
fn ruled(words: &[&str]) -> CaseRuling {
    let of = |round: &str, at: &str, player: &str| {
        (RoundNumber(number(round)), seat(at), PlayerId(number(player)))
    };
    match words {
        ["left", "as", "it", "is"] => CaseRuling::Stand,
        ["to", "pay", amount, "to", player, "at", "seat", at, "for", round] => {
            let ((round, seat, player), amount) = (of(round, at, player), money(amount));
            CaseRuling::PayBet { round, seat, player, amount }
        }
        ["to", "take", amount, "from", player, "at", "seat", at, "for", round] => {
            let ((round, seat, player), amount) = (of(round, at, player), money(amount));
            CaseRuling::TakeBet { round, seat, player, amount }
        }
        ["void", "bets", "of", "seat", at, "in", round] => {
            CaseRuling::VoidBets { round: RoundNumber(number(round)), seat: seat(at) }
        }
        ["void", round] => CaseRuling::VoidRound { round: RoundNumber(number(round)) },
        ["correction", "of", round, "to", dice] => {
            CaseRuling::CorrectRound { round: RoundNumber(number(round)), roll: roll(dice) }
        }
        ["to", "pay", amount, "in", "chips"] => CaseRuling::PayChips { amount: money(amount) },
        ["to", "take", amount, "in", "chips"] => CaseRuling::TakeChips { amount: money(amount) },
        _ => panic!("no such ruling: {}", words.join(" ")),
    }
}

fn dispute(about: &str, rest: &[&str]) -> CaseCommand {
    let told = |word: &str| {
        let place = rest.iter().position(|other| *other == word)?;
        Some(number(rest[place + 1]))
    };
    CaseCommand::OpenCase(Dispute {
        about: irregularity(about),
        what: reason(),
        round: told("round").map(RoundNumber),
        seat: told("seat").map(|at| SeatNumber(u16::try_from(at).expect("a seat's number"))),
        player: told("player").map(PlayerId),
        recording: Reason::new("camera 4, 21:14:05"),
    })
}

fn of_case(words: &[&str]) -> StaffCommand {
    match words {
        ["opens", "a", "case", "about", what, rest @ ..] => dispute(what, rest),
        ["notes", "something", "in", "case", id] => {
            CaseCommand::NoteCase { case: CaseId(small(id)), note: reason() }
        }
        ["lets", "case", id, "stand"] => {
            CaseCommand::LetStand { case: CaseId(small(id)), reason: reason() }
        }
        ["reopens", "case", id] => CaseCommand::ReopenCase {
            case: CaseId(small(id)),
            authority: Reason::new("the commission").expect("a name"),
            reference: Reason::new("letter 12").expect("a reference"),
            reason: reason(),
        },
        _ => panic!("staff ask no such thing: {}", words.join(" ")),
    }
    .into()
}

fn bets(words: &[&str]) -> Vec<Bet> {
    words.chunks(2).map(|bet| Bet::new(area(bet[0]), stake(bet[1]))).collect()
}

fn area(name: &str) -> Area {
    name.trim_end_matches(',').parse().unwrap_or_else(|_| panic!("no such area: {name}"))
}

fn stake(text: &str) -> Stake {
    Stake::new(number(text)).expect("a stake")
}

fn money(text: &str) -> Money {
    Money::new(number(text)).expect("money")
}

fn roll(text: &str) -> Roll {
    text.parse().unwrap_or_else(|_| panic!("not three dice: {text}"))
}

fn irregularity(word: &str) -> Irregularity {
    Irregularity::from_word(word).unwrap_or_else(|| panic!("no such irregularity: {word}"))
}

/// The reason everybody gives.
pub(crate) const REASON: &str = "as seen by everybody";

fn reason() -> Reason {
    Reason::new(REASON).expect("a reason")
}

fn seat(text: &str) -> SeatNumber {
    SeatNumber(u16::try_from(number(text)).expect("a seat's number"))
}

fn staff(text: &str) -> StaffId {
    StaffId(small(text))
}

fn shaker(text: &str) -> ShakerId {
    ShakerId(small(text))
}

fn byte(text: &str) -> u8 {
    u8::try_from(number(text)).expect("a small number")
}

pub(crate) fn small(text: &str) -> u32 {
    u32::try_from(number(text)).expect("a number of 32 bits")
}

pub(crate) fn number(text: &str) -> u64 {
    let digits = text.trim_end_matches(',');
    digits.parse().unwrap_or_else(|_| panic!("not a number: {text}"))
}

/// Milliseconds of `20s`, `1ms`, `24h` or `30d`.
pub(crate) fn duration(text: &str) -> u64 {
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let millis = match unit {
        "ms" => 1,
        "s" => 1_000,
        "h" => 3_600_000,
        "d" => 86_400_000,
        _ => panic!("no such unit of time: {text}"),
    };
    number(text.trim_end_matches(unit)) * millis
}
