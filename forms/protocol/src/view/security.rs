//! What bears on security, read from the journal's events.

use std::fmt::{Display, Write as _};

use taisai_floor::{
    BankEvent, CashWay, Event, HeadsDiffer, LargeEvent, Notice, ThingEvent, ThingId,
};
use taisai_table::{
    CaseEvent, DayEvent, EquipmentEvent, PlaceEvent, Reason, ReversalEvent, RulingEvent, SeatEvent,
    StaffId,
};

use super::floor::{Fact, SecurityCode, SecurityEvent};
use super::table::hexadecimal;

/// When, where and for whom the journal wrote an event down.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Its sequence number.
    pub sequence: u64,
    /// Its time.
    pub time: u64,
    /// The member of staff who asked for it, if one did.
    pub by: Option<u32>,
}

impl SecurityEvent {
    /// How many are shown.
    pub const SHOWN_MAX: usize = 200;

    /// What of the floor's events bears on security.
    pub fn of_floor(event: &Event, written: Written) -> Option<Self> {
        Finding::of_floor(event).map(|finding| finding.at(written))
    }

    /// What of a table's events bears on security: whatever changes a round, what two people
    /// ruled beside the book, a seat that they gave to another terminal, and other limits.
    pub fn of_table(event: &taisai_table::Event, table: u32, written: Written) -> Option<Self> {
        Finding::of_table(event, |code| Finding::new(code).table(table))
            .map(|finding| finding.at(written))
    }
}

/// A security event in the making.
struct Finding {
    code: SecurityCode,
    by: Option<u32>,
    table: Option<u32>,
    facts: Vec<Fact>,
}

impl Finding {
    const fn new(code: SecurityCode) -> Self {
        Self { code, by: None, table: None, facts: Vec::new() }
    }

    fn by(self, staff: StaffId) -> Self {
        Self { by: Some(staff.0), ..self }
    }

    /// Two people agreed; the first proposed it.
    fn by_both(self, [first, second]: [StaffId; 2]) -> Self {
        self.by(first).fact("approved by", &second)
    }

    fn table(self, table: u32) -> Self {
        Self { table: Some(table), ..self }
    }

    fn fact(mut self, name: &str, value: &impl Display) -> Self {
        self.facts.push(Fact { name: name.to_owned(), value: value.to_string() });
        self
    }

    fn at(self, written: Written) -> SecurityEvent {
        let Self { code, by, table, facts } = self;
        let Written { sequence, time, by: asked } = written;
        SecurityEvent { sequence, time, code, by: by.or(asked), table, facts }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event, and little else")]
    fn of_table(event: &taisai_table::Event, new: impl Fn(SecurityCode) -> Self) -> Option<Self> {
        use taisai_table::Event as Of;
        Some(match event {
            Of::Reversal(event) => Self::of_reversal(event, new(SecurityCode::RoundChanged)),
            Of::Ruling(RulingEvent::ReshakeOrdered { round, by }) => {
                new(SecurityCode::Overridden).fact("reshake", round).by_both(*by)
            }
            Of::Ruling(RulingEvent::CallFoundMistaken { round, what, by }) => {
                new(SecurityCode::Overridden)
                    .fact("call was mistaken in round", round)
                    .fact("what was called", what)
                    .by_both(*by)
            }
            Of::Ruling(RulingEvent::RoundResumed { round }) => {
                new(SecurityCode::Overridden).fact("goes on", round)
            }
            Of::Seat(SeatEvent::SeatHandedOver { seat, player, terminal, reason, by }) => {
                new(SecurityCode::SeatHandedOver)
                    .fact("seat", seat)
                    .fact("player", player)
                    .fact("terminal", terminal)
                    .fact("reason", reason)
                    .by_both(*by)
            }
            Of::Seat(SeatEvent::PlayerExcluded { player, reason, by }) => {
                new(SecurityCode::PlayerExcluded)
                    .fact("excluded", player)
                    .fact("reason", reason)
                    .by(*by)
            }
            Of::Seat(SeatEvent::SeatReleased { seat, by }) => {
                new(SecurityCode::PlayerExcluded).fact("seat released", seat).by(*by)
            }
            Of::Seat(SeatEvent::ExclusionLifted { player, reason, by }) => {
                new(SecurityCode::PlayerExcluded)
                    .fact("exclusion lifted", player)
                    .fact("reason", reason)
                    .by(*by)
            }
            Of::Day(DayEvent::LimitsAnnounced { from, by, .. }) => {
                new(SecurityCode::ConfigurationChanged).fact("limits from round", from).by(*by)
            }
            Of::Day(DayEvent::ApprovalNamed { allowed_by }) => {
                let allowed_by = allowed_by.as_ref().map_or("nobody", Reason::as_str);
                new(SecurityCode::ConfigurationChanged).fact("outside its document by", &allowed_by)
            }
            Of::Day(DayEvent::EditionOffered(offer)) => {
                let named = hexadecimal(&offer.edition.fingerprint);
                new(SecurityCode::ConfigurationChanged).fact("names the edition", &&named[..12])
            }
            Of::Day(DayEvent::OfferWithdrawn) => {
                new(SecurityCode::ConfigurationChanged).fact("names", &"what the table plays by")
            }
            Of::Day(DayEvent::TableMoved { edition, reason, by, .. }) => {
                let moved =
                    new(SecurityCode::ConfigurationChanged).fact("reason", reason).by_both(*by);
                match edition {
                    Some(edition) => {
                        let to = hexadecimal(&edition.fingerprint);
                        moved.fact("moved to the edition", &&to[..12])
                    }
                    None => moved.fact("moved to", &"other times"),
                }
            }
            Of::Equipment(EquipmentEvent::DisplayDenied { entered, by }) => {
                new(SecurityCode::DisplayDenied).fact("dice", entered).by(*by)
            }
            Of::Case(CaseEvent::CaseDecided { case, reason, by, .. }) => {
                new(SecurityCode::Overridden)
                    .fact("case decided", case)
                    .fact("reason", reason)
                    .by_both(*by)
            }
            Of::Case(CaseEvent::CaseReopened { case, authority, reference, by, .. }) => {
                new(SecurityCode::Overridden)
                    .fact("case reopened", case)
                    .fact("authority", authority)
                    .fact("reference", reference)
                    .by(*by)
            }
            Of::Place(PlaceEvent::ChipsVoided { round, seat, reason }) => {
                new(SecurityCode::RoundChanged)
                    .fact("recorded chips void", round)
                    .fact("seat", seat)
                    .fact("reason", reason)
            }
            Of::Staff(_)
            | Of::Place(_)
            | Of::Case(_)
            | Of::Equipment(_)
            | Of::Day(_)
            | Of::Seat(_)
            | Of::Credit(_)
            | Of::BetsChanged { .. }
            | Of::Round(_)
            | Of::Ruling(_)
            | Of::Proposal(_)
            | Of::RequestAnswered { .. } => return None,
        })
    }

    fn of_reversal(event: &ReversalEvent, changed: Self) -> Self {
        match event {
            ReversalEvent::RoundVoided { round, what, .. }
            | ReversalEvent::PastRoundVoided { round, what, .. } => {
                changed.fact("void", round).fact("what", what)
            }
            ReversalEvent::BetsVoided { round, seat, reason, .. } => {
                changed.fact("bets void", round).fact("seat", seat).fact("reason", reason)
            }
            ReversalEvent::PastRoundCorrected { round, roll, .. } => {
                changed.fact("corrected", round).fact("dice", roll)
            }
            ReversalEvent::CollectionUndone { round, .. } => {
                changed.fact("collection undone", round)
            }
            ReversalEvent::PastBetsVoided { round, seat, reason, .. } => {
                changed.fact("settled bets void", round).fact("seat", seat).fact("reason", reason)
            }
            ReversalEvent::RoundRecalled { round, .. } => changed.fact("recalled", &round.number),
            ReversalEvent::BetRuled { case, round, adjustment } => changed
                .fact("bet ruled", round)
                .fact("case", case)
                .fact("seat", &adjustment.seat)
                .fact("player", &adjustment.player),
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event, and little else")]
    fn of_floor(event: &Event) -> Option<Self> {
        let staff =
            |what: &str, whom: &StaffId| Self::new(SecurityCode::StaffChanged).fact(what, whom);
        let floor = || Self::new(SecurityCode::FloorChanged);
        Some(match event {
            Event::Noted(notice) => Self::of_notice(notice),
            Event::Things(event) => Self::of_things(event),
            Event::Bank(event) => return Self::of_bank(event),
            Event::Large(event) => return Self::of_large(event),
            Event::AdministratorAdded { staff: whom, .. } => staff("administrator added", whom),
            Event::StaffAdded { staff: whom, by, .. } => staff("added", whom).by(*by),
            Event::StaffInvited { staff: whom, by, .. } => staff("invited", whom).by(*by),
            Event::Invited { staff: whom, by, .. } => staff("invited again", whom).by_both(*by),
            Event::InvitationAccepted { staff: whom, .. } => {
                staff("invitation accepted", whom).by(*whom)
            }
            Event::PasswordReset { staff: whom, by, .. } => {
                staff("password reset", whom).by_both(*by)
            }
            Event::PasswordRecovered { staff: whom, reason, .. } => {
                staff("password recovered at the machine", whom).fact("reason", reason)
            }
            Event::RoleGranted { staff: whom, role, by } => {
                staff("role granted", whom).fact("role", role).by_both(*by)
            }
            Event::RoleRevoked { staff: whom, reason, by } => {
                staff("role revoked", whom).fact("reason", reason).by(*by)
            }
            Event::StaffSuspended { staff: whom, reason, by } => {
                staff("suspended", whom).fact("reason", reason).by(*by)
            }
            Event::StaffReinstated { staff: whom, reason, by } => {
                staff("reinstated", whom).fact("reason", reason).by(*by)
            }
            Event::TerminalEnrolled { terminal, table, seat, .. } => {
                floor().fact("terminal enrolled", terminal).fact("seat", seat).table(table.0)
            }
            Event::DisplayEnrolled { display, table, .. } => {
                floor().fact("display enrolled", display).table(table.0)
            }
            Event::DisplayRemoved { display, .. } => floor().fact("display removed", display),
            Event::TerminalRemoved { terminal, .. } => floor().fact("terminal removed", terminal),
            Event::TableAdded { table, name, .. } => {
                floor().fact("table added", name).table(table.0)
            }
            Event::TableRetired { table, .. } => floor().fact("table retired", table),
            Event::VoucherReplaced { voucher: _, anew: _, number, amount, reason, by } => {
                Self::new(SecurityCode::VoucherReplaced)
                    .fact("voucher replaced by", number)
                    .fact("amount", amount)
                    .fact("reason", reason)
                    .by_both(*by)
            }
            Event::PaperHonoured { number, amount, currency, reason, by, .. } => {
                Self::new(SecurityCode::PaperHonoured)
                    .fact("voucher", number)
                    .fact("amount", &format!("{} {}", amount.units(), currency.code()))
                    .fact("reason", reason)
                    .by_both(*by)
            }
            Event::VoucherRevived { amount, reason, by, .. } => {
                Self::new(SecurityCode::VoucherReplaced)
                    .fact("voucher made good again", amount)
                    .fact("reason", reason)
                    .by_both(*by)
            }
            Event::CageRuled(rules) => {
                let days = rules.voucher_days().map_or("for ever".to_owned(), |n| n.to_string());
                let alone = rules.alone_max().iter();
                let alone = alone.map(|(of, most)| format!("{} {}", most.units(), of.code()));
                Self::new(SecurityCode::ConfigurationChanged)
                    .fact("vouchers are good for days", &days)
                    .fact("paid out alone", &alone.collect::<Vec<_>>().join(", "))
            }
            Event::PasswordChanged { staff: whom, .. } => staff("password changed", whom).by(*whom),
            // The notice of the changed configuration, written with it, tells what it was before.
            Event::LimitsConfigured { .. }
            | Event::Proposed { .. }
            | Event::Approved { .. }
            | Event::Withdrawn { .. }
            | Event::ProposalLapsed { .. }
            | Event::SessionOpened { .. }
            | Event::SessionRotated { .. }
            | Event::SessionRefreshed { .. }
            | Event::SessionEnded { .. }
            | Event::EnrolmentOffered { .. }
            | Event::DisplayOffered { .. }
            | Event::EnrolmentLapsed { .. }
            | Event::PlayerAdmitted { .. }
            | Event::PlaceAdmitted { .. }
            | Event::TicketSpent { .. }
            | Event::VoucherSold { .. }
            | Event::VoucherRedeemed { .. }
            | Event::VoucherHeld { .. }
            | Event::VoucherSpent { .. }
            | Event::VoucherReleased { .. }
            | Event::VoucherPrepared { .. }
            | Event::VoucherIssued { .. }
            | Event::VoucherIssuedForCage { .. }
            | Event::VoucherDropped { .. }
            | Event::VoucherPromised { .. }
            | Event::VoucherTaken { .. }
            | Event::VoucherExpired { .. }
            // The notice of the accepted journal, written with it, tells why.
            | Event::SeriesBegun { .. }
            | Event::RequestAnswered { .. } => return None,
        })
    }

    /// A float that is not what was left, and a count that was wrong; whatever else is counted is
    /// an ordinary day's work.
    fn of_bank(event: &BankEvent) -> Option<Self> {
        match event {
            BankEvent::FloatOpened { table, day, carried: Some(carried), count, by }
                if *carried != count.total() =>
            {
                let found = Self::new(SecurityCode::FloatDiffers).table(table.0).by_both(*by);
                let found = found.fact("day", day).fact("left", carried);
                Some(found.fact("counted", &count.total()))
            }
            BankEvent::CountCorrected { table, day, of, count, reason, by } => {
                let found = Self::new(SecurityCode::CountCorrected).table(table.0).by_both(*by);
                let found = found.fact("day", day).fact("count", of);
                Some(found.fact("now", &count.total()).fact("reason", reason))
            }
            BankEvent::FloatOpened { .. }
            | BankEvent::Filled { .. }
            | BankEvent::Credited { .. }
            | BankEvent::FloatClosed { .. }
            | BankEvent::DropCounted { .. } => None,
        }
    }

    /// What a cashier says of a person stays out of it: more people read this than the list.
    fn of_large(event: &LargeEvent) -> Option<Self> {
        match event {
            LargeEvent::SumLarge { date, chain, way, currency, sum, above } => {
                let amount = |units: u128| format!("{units} {}", currency.code());
                let way = match way {
                    CashWay::In => "cash in",
                    CashWay::Out => "cash out",
                };
                let found = Self::new(SecurityCode::LargeTransaction).fact("gaming day", date);
                let found = found.fact("chain", chain).fact(way, &amount(*sum));
                Some(found.fact("above", &amount(above.units().into())))
            }
            LargeEvent::LargeRuled(rules) => {
                let above = rules.above().iter();
                let above = above.map(|(of, above)| format!("{} {}", above.units(), of.code()));
                let found = Self::new(SecurityCode::ConfigurationChanged);
                Some(found.fact("large above", &above.collect::<Vec<_>>().join(", ")))
            }
            LargeEvent::CashCounted { .. } | LargeEvent::ChainsJoined { .. } => None,
        }
    }

    fn of_things(event: &ThingEvent) -> Self {
        let changed = |what: &str, thing: &ThingId| {
            Self::new(SecurityCode::EquipmentChanged).fact(what, thing)
        };
        let by = |found: Self, by: Option<StaffId>| Self { by: by.map(|staff| staff.0), ..found };
        match event {
            ThingEvent::ThingRegistered { thing, by, .. } => changed("registered", thing).by(*by),
            ThingEvent::SealAttested { thing, number, by } => {
                changed("sealed", thing).fact("seal", number).by(*by)
            }
            ThingEvent::ApprovalAttested { thing, approval, reference, date, holder, by } => {
                changed("approved", thing)
                    .fact("what", &approval.word())
                    .fact("reference", reference)
                    .fact("date", date)
                    .fact("held by", holder)
                    .by(*by)
            }
            ThingEvent::ThingPlaced { thing, table: Some(table), by: who } => {
                by(changed("placed", thing).table(table.0), *who)
            }
            ThingEvent::ThingPlaced { thing, table: None, by: who } => {
                by(changed("stored", thing), *who)
            }
            ThingEvent::ThingWithdrawn { thing, reason, by } => {
                changed("withdrawn", thing).fact("reason", reason).by(*by)
            }
            ThingEvent::DamageReported { thing, reason, by } => {
                changed("damaged", thing).fact("reason", reason).by(*by)
            }
            ThingEvent::DeclaredSound { thing, reason, by } => {
                changed("sound again", thing).fact("reason", reason).by(*by)
            }
            ThingEvent::ThingLent { thing, table, by } => {
                changed("in use", thing).table(table.0).by(*by)
            }
            ThingEvent::ThingReturned { thing, table } => {
                changed("given back", thing).table(table.0)
            }
            ThingEvent::ThingAdopted { thing, table, .. } => {
                changed("found at a table", thing).table(table.0)
            }
            ThingEvent::DiceUsed { thing, since: [first, ..] } => {
                changed("first used", thing).fact("since", &first.millis())
            }
            ThingEvent::DiceDamaged { dice, table, by: who } => {
                let dice: Vec<String> = dice.iter().map(ToString::to_string).collect();
                let found = Self::new(SecurityCode::EquipmentChanged);
                by(found.fact("dice damaged", &dice.join(" ")).table(table.0), *who)
            }
            ThingEvent::ThingDisputed { thing, tables: [one, other] } => {
                let found = Self::new(SecurityCode::EquipmentDisputed).fact("at two tables", thing);
                found.fact("tables", &format!("{one} {other}"))
            }
            ThingEvent::DisputeEnded { thing, tables: [one, other] } => {
                let found = Self::new(SecurityCode::EquipmentDisputed).fact("at one table", thing);
                found.fact("tables", &format!("{one} {other}"))
            }
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each notice, and little else")]
    fn of_notice(notice: &Notice) -> Self {
        use SecurityCode as Code;
        match notice {
            Notice::LoginFailed { name, address } => {
                Self::new(Code::LoginFailed).fact("name", name).fact("address", address)
            }
            Notice::LockedOut { name, address, until } => Self::new(Code::LockedOut)
                .fact("name", name)
                .fact("address", address)
                .fact("until", &until.millis()),
            Notice::Unlocked { name, address, by } => {
                let found = Self::new(Code::Unlocked).fact("name", name).fact("address", address);
                Self { by: by.map(|staff| staff.0), ..found }
            }
            Notice::ClockJumped { expected, found } => Self::new(Code::ClockJumped)
                .fact("expected", &expected.millis())
                .fact("found", &found.millis()),
            Notice::ServerStarted { version } => {
                Self::new(Code::ServerStarted).fact("version", version)
            }
            Notice::ServerStopped => Self::new(Code::ServerStopped),
            Notice::ConfigurationChanged { key, from, to, by } => {
                let found = Self::new(Code::ConfigurationChanged).fact("key", key);
                let found = found.fact("from", from).fact("to", to);
                Self { by: by.map(|staff| staff.0), ..found }
            }
            Notice::Overridden { what, reason, by } => {
                Self::new(Code::Overridden).fact("what", what).fact("reason", reason).by(*by)
            }
            Notice::OldJournalAccepted { by, reason, .. } => {
                Self::new(Code::JournalAccepted).fact("by", by).fact("reason", reason)
            }
            Notice::TerminalLost { terminal, table, seat } => Self::new(Code::TerminalLost)
                .fact("terminal", terminal)
                .fact("seat", seat)
                .table(table.0),
            Notice::TerminalReturned { terminal, table, seat } => Self::new(Code::TerminalReturned)
                .fact("terminal", terminal)
                .fact("seat", seat)
                .table(table.0),
            Notice::OldTokenUsed { session, staff, address } => Self::new(Code::OldTokenUsed)
                .fact("session", &session.0)
                .fact("address", address)
                .fact("of", staff),
            Notice::SnapshotSetAside { table, sequence } => {
                let found = Self::new(Code::SnapshotSetAside).fact("record", sequence);
                Self { table: table.map(|table| table.0), ..found }
            }
            Notice::JournalDamaged { table, sequence, what } => {
                let found = Self::new(Code::JournalDamaged).fact("record", sequence);
                Self { table: table.map(|table| table.0), ..found.fact("found", what) }
            }
            Notice::DemoFounded => Self::new(Code::FloorChanged).fact("founded as a demo", &"✓"),
            Notice::JournalAccepted { by, reason, streams } => {
                let accepted = Self::new(Code::JournalAccepted).by(*by).fact("reason", reason);
                streams.iter().fold(accepted, |told, differs| {
                    told.fact("remembered and there", &lost_words(differs))
                })
            }
            Notice::ClockNotFollowed { house, found } => Self::new(Code::ClockNotFollowed)
                .fact("house time", &house.millis())
                .fact("found", &found.millis()),
            Notice::ClockAccepted { by, reason, last, found } => Self::new(Code::ClockAccepted)
                .by(*by)
                .fact("reason", reason)
                .fact("last record", &last.millis())
                .fact("found", &found.millis()),
            Notice::TicketMisused { terminal, table, seat, ticket, address } => {
                Self::new(Code::TicketMisused)
                    .fact("terminal", terminal)
                    .fact("seat", seat)
                    .fact("ticket", ticket)
                    .fact("address", address)
                    .table(table.0)
            }
            Notice::DisplayLost { display, table } => {
                Self::new(Code::DisplayLost).fact("display", display).table(table.0)
            }
            Notice::DisplayReturned { display, table } => {
                Self::new(Code::DisplayReturned).fact("display", display).table(table.0)
            }
            Notice::DisplayMisused { display, table, ticket, address } => {
                Self::new(Code::TicketMisused)
                    .fact("display", display)
                    .fact("ticket", ticket)
                    .fact("address", address)
                    .table(table.0)
            }
            Notice::SoftwareIdentified { commit, binary, screens, books } => {
                let none = || "–".to_owned();
                Self::new(Code::SoftwareIdentified)
                    .fact("commit", commit)
                    .fact("binary", &binary.as_ref().map_or_else(none, hex))
                    .fact("screens", &screens.as_ref().map_or_else(none, hex))
                    .fact("rule books", &books.len())
            }
            Notice::KeyNamed { fingerprint } => {
                Self::new(Code::KeyNamed).fact("fingerprint", &hex(fingerprint))
            }
            Notice::KeyReplaced { fingerprint, by, reason } => Self::new(Code::KeyReplaced)
                .by(*by)
                .fact("reason", reason)
                .fact("fingerprint", &hex(fingerprint)),
            Notice::OwedPaid { table, player, amount, reason } => Self::new(Code::OwedPaid)
                .table(table.0)
                .fact("player", player)
                .fact("amount", &amount.units())
                .fact("reason", reason),
            Notice::DocumentAttached { table, file, hash } => Self::new(Code::DocumentAttached)
                .table(table.0)
                .fact("file", file)
                .fact("sha-256", &hex(hash)),
            Notice::BarredSeatTried { terminal, table, seat } => Self::new(Code::ExclusionTried)
                .table(table.0)
                .fact("terminal", terminal)
                .fact("closed seat", seat),
            Notice::BarredVoucherTried { terminal, table, seat, number } => {
                Self::new(Code::ExclusionTried)
                    .table(table.0)
                    .fact("terminal", terminal)
                    .fact("seat", seat)
                    .fact("voucher for the cage", number)
            }
        }
    }
}

/// Up to which record a stream was remembered, and up to which it is there.
fn lost_words(differs: &HeadsDiffer) -> String {
    let HeadsDiffer { table, expected, found } = differs;
    let (expected, found) = (expected.sequence, found.sequence);
    table.map_or_else(
        || format!("floor {expected}, {found}"),
        |table| format!("table {table} {expected}, {found}"),
    )
}

fn hex(hash: &[u8; 32]) -> String {
    hash.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
