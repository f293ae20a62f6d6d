//! Events in words, for stories.

use taisai_floor::{Act, Asker, BankAct, BankEvent, CashWay, Event, LargeEvent, Payee, ThingEvent};

pub(crate) fn of_events(events: &[Event]) -> String {
    let told: Vec<String> = events.iter().filter_map(of_event).collect();
    if told.is_empty() { "done".to_owned() } else { told.join(", ") }
}

/// What an event says; that a request was answered goes without saying.
#[expect(clippy::too_many_lines, reason = "one arm for each event")]
fn of_event(event: &Event) -> Option<String> {
    Some(match event {
        Event::AdministratorAdded { staff, name, .. } => format!("administrator {staff} {name}"),
        Event::StaffAdded { staff, name, by, .. } | Event::StaffInvited { staff, name, by, .. } => {
            format!("staff {staff} {name} by {by}")
        }
        Event::Invited { staff, by: [one, other], .. } => {
            format!("invited {staff} by {one} {other}")
        }
        Event::InvitationAccepted { staff, .. } => format!("invitation-accepted {staff}"),
        Event::PasswordChanged { staff, .. } => format!("password-changed {staff}"),
        Event::PasswordReset { staff, by: [one, other], .. } => {
            format!("password-reset {staff} by {one} {other}")
        }
        Event::PasswordRecovered { staff, .. } => format!("password-recovered {staff}"),
        Event::RoleGranted { staff, role, by: [one, other] } => {
            format!("role {staff} {role} by {one} {other}")
        }
        Event::RoleRevoked { staff, by, .. } => format!("role-revoked {staff} by {by}"),
        Event::StaffSuspended { staff, by, .. } => format!("suspended {staff} by {by}"),
        Event::StaffReinstated { staff, by, .. } => format!("reinstated {staff} by {by}"),
        Event::Proposed { proposal, act, by, .. } => {
            format!("proposed {proposal} {} by {by}", of_act(act))
        }
        Event::Approved { proposal, by, .. } => format!("approved {proposal} by {by}"),
        Event::Withdrawn { proposal, by } => format!("withdrawn {proposal} by {by}"),
        Event::ProposalLapsed { proposal } => format!("proposal-lapsed {proposal}"),
        Event::SessionOpened { session, staff, .. } => format!("session {session} of {staff}"),
        Event::SessionRotated { session, .. } => format!("rotated {session}"),
        Event::SessionRefreshed { session } => format!("refreshed {session}"),
        Event::SessionEnded { session, why } => format!("over {session} {why:?}"),
        Event::EnrolmentOffered { table, seat, .. } => format!("offered {table}.{seat}"),
        Event::DisplayOffered { table, .. } => format!("display offered {table}"),
        Event::DisplayEnrolled { display, table, equipment, .. } => {
            let number = equipment.map_or(String::new(), |number| format!(" as {number}"));
            format!("display {display} at {table}{number}")
        }
        Event::DisplayRemoved { display, .. } => format!("display-removed {display}"),
        Event::EnrolmentLapsed { .. } => "offer-lapsed".to_owned(),
        Event::TerminalEnrolled { terminal, table, seat, .. } => {
            format!("terminal {terminal} at {table}.{seat}")
        }
        Event::TerminalRemoved { terminal, .. } => format!("terminal-removed {terminal}"),
        Event::PlayerAdmitted { player, terminal } => format!("player {player} at {terminal}"),
        Event::PlaceAdmitted { player, table, seat, .. } => {
            format!("player {player} at place {table}.{seat}")
        }
        Event::TableAdded { table, by, .. } => format!("table {table} by {}", of_asker(*by)),
        Event::LimitsConfigured { table, .. } => format!("limits-configured {table}"),
        Event::TableRetired { table, by } => format!("table-retired {table} by {}", of_asker(*by)),
        // Every voucher that a terminal asks for is shown there.
        Event::RequestAnswered { .. } | Event::VoucherPromised { .. } => return None,
        Event::Noted(_) => "noted".to_owned(),
        Event::VoucherSold { .. }
        | Event::VoucherRedeemed { .. }
        | Event::VoucherHeld { .. }
        | Event::VoucherSpent { .. }
        | Event::VoucherReleased { .. }
        | Event::VoucherPrepared { .. }
        | Event::VoucherIssued { .. }
        | Event::VoucherIssuedForCage { .. }
        | Event::VoucherDropped { .. }
        | Event::VoucherTaken { .. }
        | Event::VoucherReplaced { .. } => of_voucher(event),
        Event::Things(event) => of_thing(event),
        Event::Bank(event) => of_bank(event),
        Event::TicketSpent { terminal, ticket } => format!("ticket-spent {ticket} of {terminal}"),
        Event::SeriesBegun { from } => format!("series from #{from}"),
        Event::PaperHonoured { voucher, number, amount, by: [one, other], .. } => {
            format!("honoured {voucher} as #{number} {amount} by {one} {other}")
        }
        Event::Large(event) => of_large(event),
        Event::CageRuled(_) => "cage-ruled".to_owned(),
        Event::VoucherExpired { voucher, amount } => format!("expired {voucher} {amount}"),
        Event::VoucherRevived { voucher, amount, by: [one, other], .. } => {
            format!("revived {voucher} {amount} by {one} {other}")
        }
    })
}

fn of_voucher(event: &Event) -> String {
    match event {
        Event::VoucherSold { voucher, number, amount, currency, by } => {
            format!("sold {voucher} as #{number} {amount} {} by {by}", currency.code())
        }
        Event::VoucherRedeemed { voucher, amount, by } => {
            format!("redeemed {voucher} {amount} by {by}")
        }
        Event::VoucherHeld { voucher, amount, table, seat } => {
            format!("held {voucher} {amount} at {table}.{seat}")
        }
        Event::VoucherSpent { voucher, amount, table, seat } => {
            format!("spent {voucher} {amount} at {table}.{seat}")
        }
        Event::VoucherReleased { voucher, amount, table, seat } => {
            format!("released {voucher} {amount} at {table}.{seat}")
        }
        Event::VoucherPrepared { voucher, number, amount, table, payee, .. } => {
            let to = match payee {
                Payee::Seat(seat) => format!("seat {seat}"),
                Payee::Player(player) => format!("player {player}"),
            };
            format!("prepared {voucher} as #{number} {amount} at {table} for {to}")
        }
        Event::VoucherIssued { voucher, amount, table } => {
            format!("issued {voucher} {amount} at {table}")
        }
        Event::VoucherIssuedForCage { voucher, amount, table } => {
            format!("issued {voucher} {amount} at {table} for the cage")
        }
        Event::VoucherDropped { voucher, table } => format!("dropped {voucher} at {table}"),
        Event::VoucherTaken { voucher, terminal } => format!("taken {voucher} at {terminal}"),
        Event::VoucherReplaced { voucher, anew, number, amount, by, .. } => {
            format!("replaced {voucher} by {anew} as #{number} {amount} by {} and {}", by[0], by[1])
        }
        _ => unreachable!("of_event passes on only what happens to vouchers"),
    }
}

fn of_thing(event: &ThingEvent) -> String {
    match event {
        ThingEvent::ThingRegistered { thing, by, .. } => format!("{thing} registered by {by}"),
        ThingEvent::SealAttested { thing, number, by } => {
            format!("{thing} sealed {number} by {by}")
        }
        ThingEvent::ApprovalAttested { thing, approval, reference, date, holder, by } => {
            let word = approval.word();
            format!("{thing} approved {word} by {reference} of {date} at {holder}, seen by {by}")
        }
        ThingEvent::ThingPlaced { thing, table: Some(table), .. } => {
            format!("{thing} placed at {table}")
        }
        ThingEvent::ThingPlaced { thing, table: None, .. } => format!("{thing} stored"),
        ThingEvent::ThingWithdrawn { thing, by, .. } => format!("{thing} withdrawn by {by}"),
        ThingEvent::DamageReported { thing, by, .. } => format!("{thing} damaged by {by}"),
        ThingEvent::DeclaredSound { thing, by, .. } => format!("{thing} sound by {by}"),
        ThingEvent::ThingLent { thing, table, by } => format!("{thing} lent to {table} by {by}"),
        ThingEvent::ThingReturned { thing, table } => format!("{thing} returned by {table}"),
        ThingEvent::ThingAdopted { thing, table, .. } => format!("{thing} adopted at {table}"),
        ThingEvent::DiceUsed { thing, .. } => format!("{thing} used"),
        ThingEvent::DiceDamaged { dice, table, .. } => {
            let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
            format!("dice {} damaged at {table}", dice.join(" "))
        }
        ThingEvent::ThingDisputed { thing, tables: [one, other] } => {
            format!("{thing} disputed by {one} and {other}")
        }
        ThingEvent::DisputeEnded { thing, tables: [one, other] } => {
            format!("{thing} no longer disputed by {one} and {other}")
        }
    }
}

fn of_bank(event: &BankEvent) -> String {
    match event {
        BankEvent::FloatOpened { table, day, carried, count, by: [one, other] } => {
            let carried = carried.map_or(String::new(), |left| format!(" after {left}"));
            format!("float {table} day {day} {}{carried} by {one} {other}", count.total())
        }
        BankEvent::Filled { table, slip, count, by: [one, other], .. } => {
            format!("fill {slip} to {table} {} by {one} {other}", count.total())
        }
        BankEvent::Credited { table, slip, count, by: [one, other], .. } => {
            format!("credit {slip} from {table} {} by {one} {other}", count.total())
        }
        BankEvent::FloatClosed { table, day, count, by: [one, other] } => {
            format!("closed {table} day {day} {} by {one} {other}", count.total())
        }
        BankEvent::DropCounted { table, day, count, by: [one, other] } => {
            format!("drop {table} day {day} {} by {one} {other}", count.total())
        }
        BankEvent::CountCorrected { table, day, of, count, by: [one, other], .. } => {
            format!("corrected {table} day {day} {of} {} by {one} {other}", count.total())
        }
    }
}

/// `c1 +600` is cash in of chain 1, `c2 is c1` that two are one.
fn of_large(event: &LargeEvent) -> String {
    let sign = |way: &CashWay| match way {
        CashWay::In => '+',
        CashWay::Out => '-',
    };
    match event {
        LargeEvent::LargeRuled(_) => "large-ruled".to_owned(),
        LargeEvent::CashCounted { chain, way, amount, .. } => {
            format!("c{chain} {}{amount}", sign(way))
        }
        LargeEvent::ChainsJoined { chain, other, .. } => format!("c{other} is c{chain}"),
        LargeEvent::SumLarge { chain, way, sum, .. } => {
            format!("c{chain} large {}{sum}", sign(way))
        }
    }
}

fn of_bank_act(act: &BankAct) -> String {
    let (table, total) = (act.table(), act.count().total());
    match act {
        BankAct::OpenFloat { .. } => format!("float {table} {total}"),
        BankAct::Fill { .. } => format!("fill {table} {total}"),
        BankAct::Credit { .. } => format!("credit {table} {total}"),
        BankAct::CloseFloat { .. } => format!("closing {table} {total}"),
        BankAct::CountDrop { day, .. } => format!("drop {table} day {day} {total}"),
        BankAct::CorrectCount { day, of, .. } => {
            format!("correction {table} day {day} {of} {total}")
        }
    }
}

fn of_act(act: &Act) -> String {
    match act {
        Act::GrantRole { staff, role } => format!("{staff} {role}"),
        Act::ResetPassword { staff, .. } => format!("password {staff}"),
        Act::ReplaceVoucher { voucher, anew, .. } => format!("voucher {voucher} by {anew}"),
        Act::Invite { staff, .. } => format!("invitation {staff}"),
        Act::HonourPaper { voucher, number, amount, .. } => {
            format!("paper {voucher} #{number} {amount}")
        }
        Act::PayVoucher { voucher, .. } => format!("payment {voucher}"),
        Act::PayVoucherOf { voucher, person, .. } => format!("payment {voucher} of {person}"),
        Act::ReviveVoucher { voucher, .. } => format!("revival {voucher}"),
        Act::Bank(act) => of_bank_act(act),
    }
}

fn of_asker(from: Asker) -> String {
    match from {
        Asker::Staff(staff, _) => staff.to_string(),
        Asker::Terminal(terminal) => format!("terminal {terminal}"),
        Asker::Host => "host".to_owned(),
    }
}
