//! What a line of a story asks of the table.

use taisai_rules::{Approval, Area, AreaSet, Bet, Irregularity, Role, Roll, ShakerKind, Stake};
use taisai_table::{
    Act, Asker, Command, DiceSetId, DieId, Limits, Money, OwnLimits, PlayerId, ProposalId, Reason,
    RoundNumber, SeatNumber, SessionId, ShakerId, StaffId, Table, VoucherId,
};

use crate::openings::area_limit;

/// Who asks, and what.
pub(crate) fn request(table: &Table, words: &[&str]) -> (Asker, Command) {
    match words[0] {
        "host" => (Asker::Host, of_host(table, &words[1..])),
        "seat" => (Asker::Seat(seat(words[1])), of_seat(table, &words[2..])),
        "floor" => (Asker::Floor(staff(words[1])), of_host(table, &words[2..])),
        role => {
            let known = Role::from_word(role).is_some() || role == "stranger";
            assert!(known, "who is {role}? {}", words.join(" "));
            (Asker::Staff(staff(words[1])), of_staff(table, &words[2..]))
        }
    }
}

fn of_host(table: &Table, words: &[&str]) -> Command {
    match words {
        ["assigns", role, id] => {
            let role = Role::from_word(role).expect("a role");
            Command::AssignStaff { staff: staff(id), role }
        }
        ["releases", id] => Command::ReleaseStaff { staff: staff(id) },
        ["loses", "seat", at] => Command::LoseSeat { seat: seat(at) },
        ["returns", "seat", at] => Command::ReturnSeat { seat: seat(at) },
        ["binds", "seat", at, "to", terminal] => {
            Command::BindSeat { seat: seat(at), terminal: SessionId(number(terminal)) }
        }
        ["pays", "owed", id, amount @ ..] => {
            let player = PlayerId(number(id));
            let all = || table.owed().find(|(owed, _)| *owed == player).map(|(_, amount)| amount);
            let said = amount.first().map(|amount| money(amount));
            let amount = said.or_else(all).unwrap_or_else(|| money("1"));
            Command::PayOwed { player, voucher: VoucherId(99), amount }
        }
        ["rolls", dice] => Command::RecordRoll(roll(dice)),
        ["tick"] => Command::Tick,
        ["restart"] => Command::Restart,
        ["announces", "limits", ..] => of_staff(table, words),
        _ => either(words),
    }
}

fn of_seat(table: &Table, words: &[&str]) -> Command {
    match words {
        ["sits", "player", id] => Command::Sit { player: PlayerId(number(id)), staff: None },
        ["sits", "player", id, "staff", name] => {
            Command::Sit { player: PlayerId(number(id)), staff: Some(staff(name)) }
        }
        ["sits", "player", id, "with", amount] => Command::SitAndBuyIn {
            player: PlayerId(number(id)),
            staff: None,
            voucher: VoucherId(1),
            amount: money(amount),
        },
        ["buys", "in", amount] => Command::BuyIn { voucher: VoucherId(1), amount: money(amount) },
        ["cashes", "out", amount] => {
            Command::CashOut { voucher: VoucherId(2), amount: money(amount) }
        }
        ["leaves"] => Command::Leave,
        ["leaves", "with", amount] => {
            Command::CashOutAndLeave { voucher: VoucherId(2), amount: money(amount) }
        }
        ["limits", "loss", most] => own_limits(Some(most), None),
        ["limits", "time", millis] => own_limits(None, Some(millis)),
        ["limits", "loss", most, "time", millis] => own_limits(Some(most), Some(millis)),
        ["limits", "nothing"] => own_limits(None, None),
        ["bets", rest @ ..] => Command::PlaceBets(bets(rest)),
        ["takes", "down", areas @ ..] => {
            Command::TakeDown(areas.iter().map(|name| area(name)).collect())
        }
        ["clears", "bets"] => Command::ClearBets,
        ["repeats"] => Command::RepeatBets,
        ["doubles"] => Command::DoubleBets,
        ["undoes"] => Command::UndoBets,
        ["announces", "limits", ..] => of_staff(table, words),
        _ => either(words),
    }
}

fn own_limits(loss: Option<&str>, time: Option<&str>) -> Command {
    let (loss_max, time_max_ms) = (loss.map(money), time.map(number));
    Command::SetOwnLimits(OwnLimits { loss_max, time_max_ms, remind_ms: None })
}

fn of_staff(table: &Table, words: &[&str]) -> Command {
    match words {
        ["takes", "the", "shaker"] => Command::TakeShaker,
        ["starts", "a", "shift"] => Command::StartShift,
        ["installs", "shaker", id, kind, rest @ ..] => install(id, kind, rest),
        ["removes", "shaker", id] => Command::RemoveShaker { shaker: shaker(id) },
        ["sets", "shaker", id, "aside"] => Command::SetOutOfOrder { shaker: shaker(id) },
        ["installs", "dice", a, b, c, "as", "set", set, "in", "shaker", id] => {
            let dice = [a, b, c].map(|die| DieId(small(die)));
            Command::InstallDice { shaker: shaker(id), set: DiceSetId(small(set)), dice }
        }
        ["removes", "the", "dice"] => Command::RemoveDice,
        ["inspects", "the", "display", "with", dice] => inspect(table, dice, dice),
        ["inspects", "the", "display", "with", dice, "lit", "as", lit] => inspect(table, dice, lit),
        ["inspects", "the", "shaker", times, "times"] => {
            Command::InspectShaker { tosses: byte(times) }
        }
        ["ticks", "the", "checklist"] => {
            let lines = table.book().equipment.checklist.len();
            Command::TickChecklist { lines: u8::try_from(lines).expect("checklists are short") }
        }
        ["ticks", lines, "lines"] => Command::TickChecklist { lines: byte(lines) },
        ["opens", "the", "table"] => Command::OpenTable,
        ["announces", "closing"] => Command::AnnounceClosing,
        ["closes", "the", "table"] => Command::CloseTable,
        ["announces", "limits", min, max, multiple] => Command::AnnounceLimits(Limits {
            usual: area_limit(number(min), number(max), small(multiple)),
            ..table.config().limits.clone()
        }),
        ["marks", "seat", at, "up", "to", max] => {
            Command::GrantMarker { seat: seat(at), stake_max: stake(max) }
        }
        ["gives", "seat", at, "colour", colour, "worth", value] => {
            Command::AssignColour { seat: seat(at), colour: byte(colour), value: stake(value) }
        }
        ["excludes", "player", id] => {
            Command::Exclude { player: PlayerId(number(id)), reason: reason() }
        }
        _ => of_dealer(words),
    }
}

fn of_dealer(words: &[&str]) -> Command {
    match words {
        ["opens", "betting"] => Command::OpenBetting,
        ["extends", "betting"] => Command::ExtendBetting,
        ["calls", "no", "more", "bets"] => Command::CallNoMoreBets,
        ["selects", "seat", at] => Command::SelectPlayer { seat: seat(at) },
        ["reveals"] => Command::Reveal,
        ["covers"] => Command::CoverShaker,
        ["enters", dice] => Command::EnterDice(roll(dice)),
        ["re-enters"] => Command::ReenterDice,
        ["confirms", dice] => Command::ConfirmDice(roll(dice)),
        ["collects"] => Command::Collect,
        ["pays"] => Command::Pay,
        ["clears"] => Command::Clear,
        ["calls", what] => Command::CallIrregularity { what: irregularity(what), reason: reason() },
        ["is", "present"] => Command::AttestPresence,
        ["attests", "repair"] => Command::AttestRepair,
        ["proposes", act @ ..] => Command::Propose(proposed(act)),
        ["approves", id] => Command::Approve(ProposalId(small(id))),
        ["withdraws", id] => Command::Withdraw(ProposalId(small(id))),
        _ => either(words),
    }
}

/// What more than one kind of asker may try.
fn either(words: &[&str]) -> Command {
    match words {
        ["shakes", times] => Command::Shake { times: byte(times) },
        ["opens", "the", "table"] => Command::OpenTable,
        ["opens", "betting"] => Command::OpenBetting,
        ["collects"] => Command::Collect,
        ["tick"] => Command::Tick,
        ["rolls", dice] => Command::RecordRoll(roll(dice)),
        ["buys", "in", amount] => Command::BuyIn { voucher: VoucherId(1), amount: money(amount) },
        ["bets", rest @ ..] => Command::PlaceBets(bets(rest)),
        _ => panic!("no such request: {}", words.join(" ")),
    }
}

fn install(id: &str, kind: &str, rest: &[&str]) -> Command {
    let approved = rest.iter().skip_while(|word| **word != "approved").skip(1);
    let approvals = approved.flat_map(|word| match *word {
        "all" => Approval::ALL.to_vec(),
        word => vec![Approval::from_word(word).expect("an approval")],
    });
    Command::InstallShaker {
        shaker: shaker(id),
        kind: ShakerKind::from_word(kind).expect("a kind of shaker"),
        sealed: rest.contains(&"sealed"),
        approvals: approvals.collect(),
    }
}

fn inspect(table: &Table, entered: &str, lit: &str) -> Command {
    let seen_lit = match lit {
        "nothing" => AreaSet::EMPTY,
        dice => table.book().pay_table.winning_areas(roll(dice)),
    };
    Command::InspectDisplay { entered: roll(entered), seen_lit }
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
        ["void", "bets", "of", "seat", at] => Act::VoidBets { seat: seat(at), reason: reason() },
        ["dice", dice] => Act::StateDice { roll: roll(dice) },
        ["reshake", "for", what] => Act::Reshake { what: irregularity(what), reason: reason() },
        ["going", "on", "for", what] => Act::GoOn { what: irregularity(what), reason: reason() },
        ["seat", at, "of", player, "at", terminal] => Act::HandOverSeat {
            seat: seat(at),
            player: PlayerId(number(player)),
            terminal: SessionId(number(terminal)),
            reason: reason(),
        },
        _ => panic!("no such act: {}", words.join(" ")),
    }
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

fn small(text: &str) -> u32 {
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
