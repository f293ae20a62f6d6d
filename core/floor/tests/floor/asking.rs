//! Words of a story as requests.

use taisai_floor::{
    Act, Asker, BankAct, CageRules, Command, Count, CountOf, Date, DayNumber, FloorRole, Head,
    HeadsDiffer, Held, LargeRules, Line, LookUpNumber, Nature, Notice, Payee, Person, SlipNumber,
    TableId, TerminalId, ThingCommand, ThingId, Wish,
};
use taisai_rules::{Approval, ShakerKind};
use taisai_table::{
    DiceSetId, DieId, PlayerId, ProposalId, SeatNumber, SessionId, ShakerId, StaffId, VoucherId,
};
use taisai_testing::values::{
    config, currency, digest, felt_config, money, name, password, reason, time, title,
};

use crate::house::House;

/// Who asks, and what: `ann adds bob`, `ann/3 sells 9 500`, `host opens bob`, `term 1 sits`.
pub(crate) fn asked(house: &mut House, words: &[&str]) -> (Asker, Command) {
    match words {
        ["host", rest @ ..] => (Asker::Host, of_host(house, rest)),
        ["term", number, rest @ ..] => {
            (House::terminal(self::number(number)), of_terminal(house, number, rest))
        }
        [who, rest @ ..] => (asker(house, who), of_staff(house, rest)),
        [] => panic!("nobody asks"),
    }
}

fn asker(house: &House, who: &str) -> Asker {
    match who.split_once('/') {
        Some((who, session)) => Asker::Staff(house.staff(who), SessionId(number(session))),
        None => house.asker(who),
    }
}

fn of_host(house: &mut House, words: &[&str]) -> Command {
    match words {
        ["adds-administrator", who] => {
            Command::AddAdministrator { name: name(who), password: password(0) }
        }
        ["opens", who] => {
            let token = digest(house.secret());
            Command::OpenSession { staff: house.staff(who), token }
        }
        ["rotates", session, token] => {
            let (session, token) = (SessionId(number(session)), digest(number(token)));
            Command::RotateSession { session, token }
        }
        ["refreshes", session] => Command::RefreshSession { session: SessionId(number(session)) },
        ["idles", session] => Command::EndIdleSession { session: SessionId(number(session)) },
        ["enrols", code] => {
            let token = digest(house.secret());
            Command::EnrolTerminal { code: digest(1000 + number::<u64>(code)), token }
        }
        ["spends-ticket", ticket, terminal] => {
            Command::SpendTicket { terminal: TerminalId(number(terminal)), ticket: number(ticket) }
        }
        ["notes", what] => Command::Note(notice(what)),
        ["rules", "days", days] => Command::RuleCage(rules(Some(number(days)), None)),
        ["rules", "alone", amount] => Command::RuleCage(rules(None, Some(number(amount)))),
        ["rules", "nothing"] => Command::RuleCage(rules(None, None)),
        ["logs-above", amount] => Command::RuleLarge(logs_above(number(amount), 0)),
        ["logs-above", amount, "from", begins] => {
            let (hours, minutes) = begins.split_once(':').unwrap();
            let begins = number::<i16>(hours) * 60 + number::<i16>(minutes);
            Command::RuleLarge(logs_above(number(amount), -begins))
        }
        ["ticks"] => Command::Tick,
        _ => of_voucher(words).unwrap_or_else(|| of_either(house, words)),
    }
}

/// The steps between cage and tables.
fn of_voucher(words: &[&str]) -> Option<Command> {
    Some(match words {
        ["holds", voucher, at] => {
            let (table, seat) = place(at);
            Command::HoldVoucher { voucher: self::voucher(voucher), table, seat }
        }
        ["prepares", voucher, amount, at] => {
            let (table, seat) = place(at);
            let payee = Payee::Seat(seat);
            prepare(voucher, amount, table, payee)
        }
        ["prepares-owed", voucher, amount, table, player] => {
            let payee = Payee::Player(PlayerId(number(player)));
            prepare(voucher, amount, TableId(number(table)), payee)
        }
        ["spends", voucher, table] => {
            let (voucher, table) = (self::voucher(voucher), TableId(number(table)));
            Command::SpendVoucher { voucher, table }
        }
        ["releases", voucher, table] => {
            let (voucher, table) = (self::voucher(voucher), TableId(number(table)));
            Command::ReleaseVoucher { voucher, table }
        }
        ["issues", voucher, table, "for", "the", "cage"] => {
            let (voucher, table) = (self::voucher(voucher), TableId(number(table)));
            Command::IssueForCage { voucher, table }
        }
        ["issues", voucher, table] => {
            let (voucher, table) = (self::voucher(voucher), TableId(number(table)));
            Command::IssueVoucher { voucher, table }
        }
        ["drops", voucher, table] => {
            let (voucher, table) = (self::voucher(voucher), TableId(number(table)));
            Command::DropVoucher { voucher, table }
        }
        _ => return None,
    })
}

fn prepare(voucher: &str, amount: &str, table: TableId, payee: Payee) -> Command {
    let (voucher, amount) = (self::voucher(voucher), money(number(amount)));
    let wish = match payee {
        Payee::Seat(_) => Wish::Amount,
        Payee::Player(_) => Wish::Owed(reason()),
    };
    Command::PrepareVoucher { voucher, table, payee, amount, wish }
}

fn of_terminal(house: &mut House, _number: &str, words: &[&str]) -> Command {
    match words {
        ["sits"] => Command::AdmitPlayer,
        ["takes", voucher] => Command::TakeVoucher { voucher: self::voucher(voucher) },
        ["leaves-with", voucher, amount, at] => {
            let (table, seat) = place(at);
            let (voucher, amount) = (self::voucher(voucher), money(number(amount)));
            let (payee, wish) = (Payee::Seat(seat), Wish::CreditAndLeave);
            Command::PrepareVoucher { voucher, table, payee, amount, wish }
        }
        _ => of_voucher(words).unwrap_or_else(|| of_staff(house, words)),
    }
}

fn of_staff(house: &mut House, words: &[&str]) -> Command {
    match words {
        ["adds", who] => Command::AddStaff { name: name(who), invitation: digest(900) },
        ["changes-password"] => Command::ChangePassword { password: password(2) },
        ["revokes", who] => Command::RevokeRole { staff: house.staff(who), reason: reason() },
        ["suspends", who] => Command::SuspendStaff { staff: house.staff(who), reason: reason() },
        ["reinstates", who] => {
            Command::ReinstateStaff { staff: house.staff(who), reason: reason() }
        }
        ["proposes", who, role] => {
            let role = FloorRole::from_word(role).unwrap();
            Command::Propose(Act::GrantRole { staff: house.staff(who), role })
        }
        ["proposes-password", who] => {
            let (staff, password) = (house.staff(who), password(3));
            Command::Propose(Act::ResetPassword { staff, password })
        }
        ["proposes-voucher", voucher, anew] => {
            let (voucher, anew) = (self::voucher(voucher), self::voucher(anew));
            Command::Propose(Act::ReplaceVoucher { voucher, anew, reason: reason() })
        }
        ["invites", who] => {
            let staff = house.staff(who);
            Command::Propose(Act::Invite { staff, invitation: digest(901) })
        }
        ["proposes-paper", voucher, number, amount] => {
            let (voucher, amount) = (self::voucher(voucher), money(self::number(amount)));
            let number = LookUpNumber(self::number(number));
            let (currency, reason) = (currency("USD"), reason());
            Command::Propose(Act::HonourPaper { voucher, number, amount, currency, reason })
        }
        ["proposes-payment", voucher] => {
            Command::Propose(Act::PayVoucher { voucher: self::voucher(voucher), reason: reason() })
        }
        ["proposes-revival", voucher] => Command::Propose(Act::ReviveVoucher {
            voucher: self::voucher(voucher),
            reason: reason(),
        }),
        ["counts", rest @ ..] => Command::Propose(Act::Bank(of_bank(rest))),
        ["approves", proposal] => Command::Approve(ProposalId(number(proposal))),
        ["withdraws", proposal] => Command::Withdraw(ProposalId(number(proposal))),
        ["offers", code, at] => {
            let (table, seat) = place(at);
            Command::OfferEnrolment { code: digest(1000 + number::<u64>(code)), table, seat }
        }
        ["offers-display", code, table] => {
            let (code, table) = (digest(1000 + number::<u64>(code)), TableId(number(table)));
            Command::OfferDisplay { code, table, equipment: None }
        }
        ["offers-display", code, table, "as", thing] => {
            let (code, table) = (digest(1000 + number::<u64>(code)), TableId(number(table)));
            Command::OfferDisplay { code, table, equipment: Some(number(thing)) }
        }
        ["removes", terminal] => Command::RemoveTerminal { terminal: TerminalId(number(terminal)) },
        ["sells", voucher, amount] => sell(voucher, amount, "USD"),
        ["sells", voucher, amount, code] => sell(voucher, amount, code),
        ["redeems", voucher] => Command::RedeemVoucher { voucher: self::voucher(voucher) },
        _ => of_known_person(words).unwrap_or_else(|| of_either(house, words)),
    }
}

/// What is done for somebody whom the cashier knows.
fn of_known_person(words: &[&str]) -> Option<Command> {
    Some(match words {
        ["proposes-payment", voucher, "of", person] => {
            let (voucher, person) = (self::voucher(voucher), self::person(person));
            Command::Propose(Act::PayVoucherOf { voucher, reason: reason(), person })
        }
        ["sells", voucher, amount, "to", person] => Command::SellVoucherTo {
            voucher: self::voucher(voucher),
            amount: money(number(amount)),
            currency: currency("USD"),
            person: self::person(person),
        },
        ["redeems", voucher, "of", person] => Command::RedeemVoucherOf {
            voucher: self::voucher(voucher),
            person: self::person(person),
        },
        _ => return None,
    })
}

/// What the host and people can both ask, and what only the host can.
fn of_either(house: &mut House, words: &[&str]) -> Command {
    match words {
        ["accepts", who, code] => Command::AcceptInvitation {
            staff: house.staff(who),
            invitation: digest(number(code)),
            password: password(4),
        },
        ["ends", session] => Command::EndSession { session: SessionId(number(session)) },
        ["ends-all", who] => Command::EndSessions { staff: house.staff(who) },
        ["adds-table", table, code] => {
            let (name, book, config) = (title("A table"), title("act"), config(code));
            Command::AddTable { table: TableId(number(table)), name, config, book }
        }
        ["adds-felt", table, code] => {
            let (name, book, config) = (title("Felt"), title("act"), felt_config(code));
            Command::AddTable { table: TableId(number(table)), name, config, book }
        }
        ["recovers", who] => {
            let (staff, password) = (house.staff(who), password(3));
            Command::RecoverPassword { staff, password, reason: reason() }
        }
        ["configures-limits", table] => {
            let (table, limits) = (TableId(number(table)), config("USD").limits);
            Command::ConfigureLimits { table, limits }
        }
        ["admits-to", at] => {
            let (table, seat) = place(at);
            Command::AdmitToPlace { table, seat }
        }
        ["retires", table] => Command::RetireTable { table: TableId(number(table)) },
        ["opens" | "notes" | "rules" | "logs-above" | "ticks" | "enrols", ..] => {
            of_host(house, words)
        }
        _ => of_thing(words)
            .map(Command::Things)
            .or_else(|| of_voucher(words))
            .unwrap_or_else(|| panic!("nobody understands {words:?}")),
    }
}

/// `float 5 100x20 500x3`, `drop 5 1 nothing`, `correction 5 1 fill:2 100x20`.
fn of_bank(words: &[&str]) -> BankAct {
    let table = |text: &str| TableId(number(text));
    let day = |text: &str| DayNumber(number(text));
    match words {
        ["float", at, count @ ..] => {
            BankAct::OpenFloat { table: table(at), count: self::count(count) }
        }
        ["fill", at, count @ ..] => BankAct::Fill { table: table(at), count: self::count(count) },
        ["credit", at, count @ ..] => {
            BankAct::Credit { table: table(at), count: self::count(count) }
        }
        ["closing", at, count @ ..] => {
            BankAct::CloseFloat { table: table(at), count: self::count(count) }
        }
        ["drop", at, of, count @ ..] => {
            BankAct::CountDrop { table: table(at), day: day(of), count: self::count(count) }
        }
        ["correction", at, of_day, of, count @ ..] => {
            let (count, of) = (self::count(count), count_of(of));
            let (table, day) = (table(at), day(of_day));
            BankAct::CorrectCount { table, day, of, count, reason: reason() }
        }
        _ => panic!("nobody counts {words:?}"),
    }
}

fn count_of(text: &str) -> CountOf {
    match text.split_once(':') {
        Some(("fill", slip)) => CountOf::Fill(SlipNumber(number(slip))),
        Some(("credit", slip)) => CountOf::Credit(SlipNumber(number(slip))),
        None if text == "opening" => CountOf::Opening,
        None if text == "closing" => CountOf::Closing,
        None if text == "drop" => CountOf::Drop,
        _ => panic!("{text} is no count"),
    }
}

/// `100x20` is twenty pieces of 100, `nothing` is none.
fn count(words: &[&str]) -> Count {
    let pieces = words.iter().filter(|word| **word != "nothing").map(|word| {
        let (denomination, pieces) = word.split_once('x').unwrap();
        (money(number(denomination)), number(pieces))
    });
    Count::new(pieces.collect()).unwrap()
}

/// `registers dice 5 of 13 14 15`, `places shaker 1 at 2`, `settles 1 with shaker 1 dice 5`.
fn of_thing(words: &[&str]) -> Option<ThingCommand> {
    Some(match words {
        ["registers", "dice", set, "of", a, b, c] => {
            let dice = [a, b, c].map(|die| DieId(number(die)));
            ThingCommand::Register { thing: thing("dice", set), nature: Nature::Dice { dice } }
        }
        ["registers", kind, of] => {
            let nature = match *kind {
                "shaker" => Nature::Shaker { kind: ShakerKind::Manual },
                "display" => Nature::Display { device: None },
                _ => Nature::Layout,
            };
            ThingCommand::Register { thing: thing(kind, of), nature }
        }
        ["seals", kind, of, seal @ ..] => {
            ThingCommand::AttestSeal { thing: thing(kind, of), number: Line::of(&seal.join(" ")) }
        }
        ["approves-of", kind, of, approval, reference @ ..] => ThingCommand::AttestApproval {
            thing: thing(kind, of),
            approval: Approval::from_word(approval).unwrap(),
            reference: Line::of(&reference.join(" ")),
            date: Date::new("2026-11-19").unwrap(),
            holder: Line::of("office"),
        },
        ["places", kind, of, "at", table] => {
            let table = Some(TableId(number(table)));
            ThingCommand::Place { thing: thing(kind, of), table }
        }
        ["stores", kind, of] => ThingCommand::Place { thing: thing(kind, of), table: None },
        ["withdraws-from-service", kind, of] => {
            ThingCommand::Withdraw { thing: thing(kind, of), reason: reason() }
        }
        ["reports-damage", kind, of] => {
            ThingCommand::ReportDamage { thing: thing(kind, of), reason: reason() }
        }
        ["declares-sound", kind, of] => {
            ThingCommand::DeclareSound { thing: thing(kind, of), reason: reason() }
        }
        ["lends", kind, of, "to", table] => {
            let (table, by) = (TableId(number(table)), StaffId(4));
            ThingCommand::Lend { thing: thing(kind, of), table, by }
        }
        ["settles", table, rest @ ..] => {
            ThingCommand::Settle { table: TableId(number(table)), held: held(rest), by: None }
        }
        _ => return None,
    })
}

pub(crate) fn thing(kind: &str, of: &str) -> ThingId {
    match kind {
        "shaker" => ThingId::Shaker(ShakerId(number(of))),
        "dice" => ThingId::Dice(DiceSetId(number(of))),
        "display" => ThingId::Display(number(of)),
        "layout" => ThingId::Layout(number(of)),
        _ => panic!("{kind} is no kind of thing"),
    }
}

/// `shaker 1`, `dice 5 of 13 14 15`, `used 1000` for those dice, `broken 13`.
fn held(words: &[&str]) -> Held {
    let mut held = Held::default();
    let mut rest = words;
    while !rest.is_empty() {
        rest = match rest {
            ["shaker", of, rest @ ..] => {
                let approvals = vec![Approval::Shaker, Approval::Dice];
                held.shakers.insert(ShakerId(number(of)), (ShakerKind::Manual, true, approvals));
                rest
            }
            ["dice", set, "of", a, b, c, rest @ ..] => {
                let dice = [*a, *b, *c].map(|die| DieId(number(die)));
                held.dice = Some((DiceSetId(number(set)), dice));
                rest
            }
            ["used", when, rest @ ..] => {
                let dice = held.dice.iter().flat_map(|(_, dice)| *dice);
                held.first_used = dice.map(|die| (die, time(number(when)))).collect();
                rest
            }
            ["broken", die, rest @ ..] => {
                held.damaged.insert(DieId(number(die)));
                rest
            }
            _ => panic!("no table has {rest:?}"),
        };
    }
    held
}

fn sell(voucher: &str, amount: &str, code: &str) -> Command {
    let (voucher, amount) = (self::voucher(voucher), money(number(amount)));
    Command::SellVoucher { voucher, amount, currency: currency(code) }
}

fn rules(days: Option<u16>, alone_max: Option<u64>) -> CageRules {
    let alone_max = alone_max.map(|most| (currency("USD"), money(most)));
    CageRules::new(days, alone_max.into_iter().collect()).unwrap()
}

fn logs_above(amount: u64, ahead_minutes: i16) -> LargeRules {
    LargeRules::new([(currency("USD"), money(amount))].into(), ahead_minutes).unwrap()
}

fn person(text: &str) -> Person {
    Person::new(text).unwrap()
}

fn notice(what: &str) -> Notice {
    let head = |sequence| Head { sequence, hash: [9; 32] };
    match what {
        "failed" => Notice::LoginFailed { name: Line::of("root"), address: Line::of("::1") },
        "started" => Notice::ServerStarted { version: title("0.1.0") },
        "jumped" => Notice::ClockJumped { expected: time(1000), found: time(2000) },
        "old-journal" => Notice::OldJournalAccepted {
            by: name("ann"),
            reason: reason(),
            expected: head(9),
            found: head(7),
        },
        "journal-accepted" => accepted_by(StaffId(1)),
        "journal-accepted-by-a-stranger" => accepted_by(StaffId(99)),
        "clock-accepted-by-a-stranger" => Notice::ClockAccepted {
            by: StaffId(99),
            reason: reason(),
            last: time(1000),
            found: time(2000),
        },
        _ => panic!("nobody notices {what}"),
    }
}

fn accepted_by(by: StaffId) -> Notice {
    let head = |sequence| Head { sequence, hash: [9; 32] };
    let streams = vec![HeadsDiffer { table: None, expected: head(9), found: head(7) }];
    Notice::JournalAccepted { by, reason: reason(), streams }
}

fn voucher(text: &str) -> VoucherId {
    VoucherId(number(text))
}

/// `2.5` is the fifth seat of the second table.
fn place(text: &str) -> (TableId, SeatNumber) {
    let (table, seat) = text.split_once('.').unwrap();
    (TableId(number(table)), SeatNumber(number(seat)))
}

pub(crate) fn number<N: std::str::FromStr>(text: &str) -> N {
    text.parse().unwrap_or_else(|_| panic!("{text} is not a number"))
}
