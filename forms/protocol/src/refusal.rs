//! Every way to say no, as data: screens translate the code and fill in the fields.
//!
//! A refusal is declared once: what it carries, the English sentence for logs, for developers and
//! for screens without words of their own, and what the table or the floor calls it.

use std::fmt;

use serde::{Deserialize, Serialize};
use taisai_floor::Refusal as Floor;
use taisai_rules::{Clause, Currency};
use taisai_table as core;
use taisai_table::{BetRefusal as CoreBet, Need as CoreNeed, Refusal as Table};
use ts_rs::TS;
use utoipa::ToSchema;

mod measure;

pub use measure::{Amount, Moment};

use crate::ask::{CountOfForm, ThingForm};
use crate::declare::{Check, ToWire, ask_form, wire_form};
use crate::kind::{FloorRole, Phase};
use crate::view::cage::VoucherState;
use crate::word::{AreaId, TableRoleWord};

/// What refuses.
enum Source<'a> {
    Table(&'a Table),
    Floor(&'a Floor),
}

/// Declares the refusals: those that are the server's own, and those of the table and the floor
/// with their names there. One that core gains stops the build until it stands here.
macro_rules! refusals {
    (
        own { $(
            $(#[$own_means:meta])*
            $own:ident $({ $($own_field:ident: $own_form:ty),+ })?
                = ($own_sentence:literal $(, $own_word:expr)*),
        )+ }
        core { $(
            $(#[$means:meta])*
            $variant:ident $({ $($field:ident: $form:ty),+ })?
                = ($sentence:literal $(, $word:expr)*)
                <- $($home:ident :: $source:ident $({ $($named:tt)+ })? $(( $placed:ident ))?)|+,
        )+ }
        $($else:tt)*
    ) => {
        /// Why something is not done.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
        #[serde(tag = "code", rename_all = "kebab-case")]
        #[expect(missing_docs, reason = "the sentence of a refusal says what its fields are")]
        pub enum Refusal {
            $( $(#[$own_means])* $own $({ $($own_field: $own_form,)+ })?, )+
            $( $(#[$means])* $variant $({ $($field: $form,)+ })?, )+
        }

        impl From<Source<'_>> for Refusal {
            fn from(source: Source<'_>) -> Self {
                match source {
                    $($(Source::$home($home::$source $({ $($named)+ })? $(( $placed ))?))|+ => {
                        Self::$variant $({ $($field: ToWire::to_wire($field),)+ })?
                    })+
                    $($else)*
                }
            }
        }

        impl fmt::Display for Refusal {
            #[expect(unused_variables, reason = "a sentence need not say everything")]
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Self::$own $({ $($own_field,)+ })? => {
                        write!(f, $own_sentence $(, $own_word)*)
                    })+
                    $(Self::$variant $({ $($field,)+ })? => {
                        write!(f, $sentence $(, $word)*)
                    })+
                }
            }
        }
    };
}

refusals! {
    own {
        /// The message is not one of ours.
        Unreadable { fault: String } = ("The message cannot be read: {fault}."),
        /// Something in it is longer, larger or other than it may be.
        BadField { field: String, expects: String } = ("{field} must be {expects}."),
        /// More messages than one screen may send.
        TooFast { wait_ms: u64 } = ("Too fast: wait {wait_ms} ms."),
        /// So many are waiting that no more are taken in; ask again in a moment.
        Busy = ("Too much is waiting; ask again in a moment."),
        /// This screen may not ask this.
        NotYours = ("This screen may not ask this."),
        /// No seat of this floor has such a number.
        NoSuchSeat = ("There is no such seat here."),
        /// The seat has no credit to become a voucher.
        NoCredit = ("There is no credit at this seat."),
        /// The house lends no play money here.
        NoPlayMoney = ("There is no play money here."),
        /// Players sit at the table, or are owed something there.
        TableOccupied { taken: u32, owed: u32 } = (
            "{taken} seats are taken there and {owed} players are owed money."
        ),
        /// The terminal names no line over which it asks, or one that another has replaced.
        NeedsLine = (
            "Open a line with POST /api/v1/seat/line, and send its name in the header \
             Taisai-Line."
        ),
        /// The person it is about has not chosen their own password yet, and works at no table.
        PasswordNotChosen = ("This person must log in and choose a password of their own first."),
        /// Whoever answers for one shaker takes no second one.
        AnswersElsewhere { table: u32, name: String } = (
            "You answer for the shaker at {name}. Give it up there first."
        ),
        /// A player who has left is owed nothing at the table.
        NothingOwed = ("This table owes this player nothing."),
        /// Shakers and dice come from the floor's register.
        FromRegister = (
            "Shakers and dice come from the floor's register: have it placed at this table, and \
             take it from there."
        ),
    }
    core {
        /// The number belongs to another request.
        RequestReused = ("The number belongs to another request.")
            <- Table::RequestReused | Floor::RequestReused,
        /// The number is older than any that is remembered.
        RequestTooOld = ("The request is too old.") <- Table::RequestTooOld | Floor::RequestTooOld,
        /// Nobody sits at the terminal that asks.
        SeatEmpty = ("Nobody sits there.") <- Table::SeatEmpty,
        /// This person does not work here.
        NotStaff = ("You do not work at this table.") <- Table::NotStaff,
        /// Only a player at a seat may ask this.
        OnlySeats = ("Only a player at a seat may ask this.") <- Table::OnlySeats,
        /// Only the machine itself may ask this.
        OnlyHost = ("Only the machine itself may ask this.") <- Floor::OnlyHost,
        /// It takes a higher role.
        RoleTooLow { needs: TableRoleWord } = ("It takes at least a {}.", needs.0)
            <- Table::RoleTooLow { needs },
        /// It is done by the person who answers for the shaker.
        NotOnDuty = (
            "Only the person who answers for the shaker may do this; take it over first."
        ) <- Table::NotOnDuty,
        /// The player sat down at another terminal; two people must identify them first.
        SeatKept = ("This seat is kept for its player. Two people of the floor give it back.")
            <- Table::SeatKept,
        /// The command is for another round.
        OtherRound { now: Option<u64> } = ("{}", in_play(*now)) <- Table::OtherRound { now },
        /// Not in this phase.
        WrongPhase { phase: Phase } = (
            "Not now: the table is {}.", taisai_table::Phase::from(*phase)
        ) <- Table::WrongPhase { phase },
        /// The book asks for something first.
        NotYet { needs: Need, clause: String } = ("Not yet: it takes {needs} ({clause}).")
            <- Table::NotYet { needs, clause },
        /// Terminals do not play at a felt table.
        FeltTable = ("Terminals do not play at a felt table.") <- Table::FeltTable,
        /// The table has random dice, or has not.
        OtherDice = ("This is not how the dice of this table are read.") <- Table::OtherDice,
        /// Dice that were drawn were entered by nobody, and nobody enters others.
        DiceDrawn = ("The dice of this table are drawn: a round stands or is made void.")
            <- Table::DiceDrawn,
        /// Betting is closed.
        BettingClosed { clause: String } = ("Betting is closed ({clause}).")
            <- Table::BettingClosed { clause },
        /// The round's time has been extended as often as it may.
        NoMoreExtensions = ("The time was extended as often as it may be.")
            <- Table::NoMoreExtensions,
        /// These bets cannot be taken; nothing was changed.
        Bets { bets: Vec<BetProblem> } = ("The bets were not taken: {}.", joined(bets, "; "))
            <- Table::Bets(bets),
        /// The stakes are more than the seat's credit.
        CreditTooSmall { credit: Amount, needed: Amount } =
            ("It takes {needed}; the credit is {credit}.")
            <- Table::CreditTooSmall { credit, needed },
        /// The stakes are more than a seat may have on the layout.
        SeatLimit { seat_max: Amount } = ("A seat may have {seat_max} on the layout.")
            <- Table::SeatLimit { seat_max },
        /// The house could lose more than it may.
        ExposureLimit { exposure_max: Amount } = (
            "The house may lose at most {exposure_max} on one roll."
        ) <- Table::ExposureLimit { exposure_max },
        /// The player would lose more than they have set themselves.
        OwnLossLimit { loss_max: Amount, left: Amount } = (
            "Your own limit is to lose {loss_max}; {left} may still be staked."
        ) <- Table::OwnLossLimit { loss_max, left },
        /// The time is over that the player has set themselves.
        OwnTimeLimit { time_max_ms: u64 } = (
            "Your own limit of {} minutes is over.", time_max_ms / 60_000
        ) <- Table::OwnTimeLimit { time_max_ms },
        /// There is nothing to take back, repeat or double.
        NothingThere = ("There is nothing to take back, repeat or double.") <- Table::NothingThere,
        /// The seat is taken.
        SeatTaken = ("The seat is taken.") <- Table::SeatTaken,
        /// The player sits elsewhere at this table.
        PlayerSeated = ("The player sits elsewhere at this table.") <- Table::PlayerSeated,
        /// The terminal of the seat that is meant answers; nobody else is given the seat.
        TerminalAnswers = ("The player's own terminal answers: remove it first if it is broken.")
            <- Table::TerminalAnswers,
        /// The player is kept from the game.
        PlayerExcluded { player: u64 } = ("The player is kept from the game.")
            <- Table::PlayerExcluded { player },
        /// The player is not kept from the game.
        NotExcluded { player: u64 } = ("Player {player} is not kept from the game.")
            <- Table::NotExcluded { player },
        /// A player was kept from the game at this seat.
        SeatBarred { seat: u16 } = (
            "Seat {seat} is closed for now. Please ask a floorperson."
        ) <- Table::SeatBarred { seat },
        /// The seat takes whoever comes.
        SeatNotBarred { seat: u16 } = ("Seat {seat} is open to everybody.")
            <- Table::SeatNotBarred { seat },
        /// No seat takes the voucher: the cage pays it.
        VoucherForCage = ("This voucher cannot be played. The cage pays it.")
            <- Floor::VoucherForCage,
        /// All that would be owed on vouchers of a currency is no amount of money.
        OwedTooMuch { owed_max: Amount }
            = ("All vouchers of a currency together are worth at most {owed_max}. Redeem some \
                first.")
            <- Floor::OwedTooMuch { owed_max },
        /// More than one cashier pays out alone: a second person agrees.
        PaidByTwo { alone_max: Amount }
            = ("One cashier pays out at most {alone_max} alone. A second person must agree.")
            <- Floor::PaidByTwo { alone_max },
        /// Who works here does not play here.
        StaffNeverPlay { clause: String } = ("Who works here does not play here ({clause}).")
            <- Table::StaffNeverPlay { clause },
        /// The seat still has credit or bets.
        SeatNotEmpty = ("The seat still has credit or bets.") <- Table::SeatNotEmpty,
        /// The voucher has become credit before.
        VoucherUsed = ("The voucher has become credit before.") <- Table::VoucherUsed,
        /// Another player has this colour.
        ColourTaken = ("Another player has this colour.") <- Table::ColourTaken,
        /// A set is three different dice.
        SameDie = ("A set is three different dice.") <- Table::SameDie,
        /// The checklist has so many lines, and each is attested by its id.
        LinesMissing { lines: u64 } = ("Each of the {lines} lines must be ticked by itself.")
            <- Table::LinesMissing { lines },
        /// The checklist of the shaker in use has no such line.
        LineNotAsked { line: String } = ("The checklist of this table has no line {line}.")
            <- Table::LineNotAsked { line },
        /// An amount of nothing, or above the ceiling.
        BadAmount = ("An amount is at least 1, and no more than may be held there.")
            <- Table::BadAmount | Floor::NoAmount,
        /// The rule book does not allow it.
        NotAllowed { clause: String } = ("The rule book does not allow it ({clause}).")
            <- Table::NotAllowed { clause },
        /// Nobody sits at the seat that is meant.
        NobodyAt { seat: u16 } = ("Nobody sits at seat {seat}.") <- Table::NobodyAt { seat },
        /// The shaker stands at the table already.
        ShakerPresent { shaker: u32 } = ("Shaker {shaker} is at the table.")
            <- Table::ShakerPresent { shaker },
        /// The shaker does not stand at the table.
        ShakerAbsent { shaker: u32, present: Vec<u32> } = ("Shaker {shaker} is not at the table.")
            <- Table::ShakerAbsent { shaker, present },
        /// The shaker is emptied and covered or signed.
        ShakerAside { shaker: u32 } = ("Shaker {shaker} is out of order.")
            <- Table::ShakerAside { shaker },
        /// Dice are in a shaker; they are taken out first.
        DicePresent { set: u32, shaker: u32 } = ("Take set {set} out of shaker {shaker} first.")
            <- Table::DicePresent { set, shaker },
        /// There are dice in no shaker.
        DiceAbsent { shakers: Vec<u32> } = ("There are no dice in a shaker.")
            <- Table::DiceAbsent { shakers },
        /// More of these than are kept.
        TooMany { max: u64 } = ("There are {max} already, and no more are kept.")
            <- Table::TooMany { max } | Floor::TooMany { max },
        /// The dice confirmed are not the dice entered.
        OtherEntry = ("Other dice were entered.") <- Table::OtherEntry,
        /// The round is not kept, or cannot be changed any more.
        NoSuchRound = ("The round is not kept, or cannot be changed any more.")
            <- Table::NoSuchRound,
        /// Nobody proposed this.
        NoSuchProposal = ("Nobody proposed this.") <- Table::NoSuchProposal | Floor::NoSuchProposal,
        /// Two different people, on two log-ins, must agree.
        SamePerson = ("Two different people must agree.") <- Table::SamePerson | Floor::SamePerson,
        /// What the proposal was about has changed since.
        ProposalStale = ("What it was about has changed since.")
            <- Table::ProposalStale | Floor::ProposalStale,
        /// New limits must fit the rule book's odds.
        BadLimits { area: AreaId } = ("The limits do not fit what {} pays.", area.as_str())
            <- Table::BadLimits { area },
        /// No case of this table has that number.
        NoSuchCase = ("There is no such case at this table.") <- Table::NoSuchCase,
        /// The case is decided; only a review opens it again.
        CaseDecided = ("The case is decided. A review by an authority opens it again.")
            <- Table::CaseDecided,
        /// The case is open: there is no decision to review.
        CaseStillOpen = ("The case is open: there is no decision to review.")
            <- Table::CaseStillOpen,
        /// More than a bet could bring at this table.
        RulingTooLarge { max: Amount } = ("A bet at this table brings {max} at most.")
            <- Table::RulingTooLarge { max },
        /// The table is played with credit, not with chips that are paid by hand.
        NotInChips = ("This table is played with credit: pay to the seat, not in chips.")
            <- Table::NotInChips,
        /// The table is played with chips: nobody has credit, and people pay by hand.
        NotInCredit = ("This table is played with chips: pay by hand, not to a place.")
            <- Table::NotInCredit,
        /// Chips of a colour are out at these places, worth nothing anywhere else.
        ColoursOut { seats: Vec<u16> } = (
            "Take the colour chips back first, at place {}: they are worth nothing anywhere else.",
            joined(seats, ", ")
        ) <- Table::ColoursOut { seats },
        /// Markers at these seats let their players stake more than the edition allows anybody.
        MarkersOut { seats: Vec<u16> } = (
            "Take the markers back first, at seat {}: grant the table's maximum there. The other \
             edition lets nobody stake more.",
            joined(seats, ", ")
        ) <- Table::MarkersOut { seats },
        /// What was recorded of this player is void: the chips lie there no more.
        ChipsVoid { seat: u16 } = (
            "The chips of place {seat} are void in this round and go back to the player."
        ) <- Table::ChipsVoid { seat },
        /// Only an enrolled terminal may ask this.
        OnlyTerminals = ("Only a terminal may ask this.") <- Floor::OnlyTerminals,
        /// Only a member of staff may ask this.
        OnlyStaff = ("Only staff may ask this.") <- Floor::OnlyStaff,
        /// The session is over, or is somebody else's.
        SessionOver = ("The session is over; log in again.") <- Floor::SessionOver,
        /// The terminal is not enrolled.
        NotEnrolled = ("The terminal is not enrolled.") <- Floor::NotEnrolled,
        /// The terminal, or somebody who has copied its cookie, has used this ticket or a later
        /// one; the floor enrols the terminal anew.
        TicketSpent = (
            "This ticket was used before; ask the floor to remove this terminal and to enrol it \
             again."
        ) <- Floor::TicketSpent,
        /// A terminal speaks for its own seat only.
        OtherSeat = ("A terminal speaks for its own seat only.") <- Floor::OtherSeat,
        /// A password that somebody else chose must be changed first.
        PasswordNotOwn = ("Choose a password of your own first.") <- Floor::PasswordNotOwn,
        /// It takes one of these roles, or one that may act for it.
        RoleNeeded { needs: Vec<FloorRole> } = (
            "It takes the role of {}.", joined(needs.iter().map(|role| role.word()), " or ")
        ) <- Floor::RoleNeeded { needs },
        /// The password must have been given a moment ago.
        NotFresh { fresh_ms: u64 } = ("Give your password again first.")
            <- Floor::NotFresh { fresh_ms },
        /// The floor has so many administrators; they grant further roles among themselves.
        AdministratorsEnough { enough: u64 } = (
            "There are {enough} administrators; they grant further roles."
        ) <- Floor::AdministratorsEnough { enough },
        /// The floor would have no administrator left.
        LastAdministrator = ("The last administrator stays.") <- Floor::LastAdministrator,
        /// The person is suspended.
        Suspended = ("The person is suspended.") <- Floor::Suspended,
        /// The person is not suspended.
        NotSuspended = ("The person is not suspended.") <- Floor::NotSuspended,
        /// The person has no role.
        NoRole = ("The person has no role.") <- Floor::NoRole,
        /// Nobody decides on their own role or password.
        OwnCase = ("Nobody decides on their own role or password.") <- Floor::OwnCase,
        /// The seat has a terminal, which must be removed first.
        SeatHasTerminal { terminal: u32 } = ("Remove terminal {terminal} first.")
            <- Floor::SeatHasTerminal { terminal },
        /// The table is retired.
        TableRetired = ("The table is retired.") <- Floor::TableRetired,
        /// Vouchers are held or prepared at the table; they must be finished first.
        VouchersUnfinished { unfinished: u64 } = (
            "{unfinished} vouchers are on their way from or to the table."
        ) <- Floor::VouchersUnfinished { unfinished },
        /// The voucher is not where this step would find it.
        VoucherIs { state: VoucherState } = ("The voucher is {}.", state.word())
            <- Floor::VoucherIs(state),
        /// The voucher is known with other particulars.
        VoucherDiffers = ("The voucher is known with other particulars.") <- Floor::VoucherDiffers,
        /// No voucher of this number was lost.
        PaperNotLost = ("No voucher of this number was lost.") <- Floor::PaperNotLost,
        /// The paper of this number was honoured before.
        PaperHonoured = ("Paper of this number was honoured before.") <- Floor::PaperHonoured,
        /// Nobody works here under this number.
        NoSuchStaff { staff: u32 } = ("Nobody works here as number {staff}.")
            <- Floor::NoSuchStaff { staff },
        /// There is no such session.
        NoSuchSession = ("There is no such session.") <- Floor::NoSuchSession,
        /// There is no such terminal.
        NoSuchTerminal { terminal: u32 } = ("There is no terminal {terminal}.")
            <- Floor::NoSuchTerminal { terminal },
        /// There is no such table.
        NoSuchTable { table: u32 } = ("There is no table {table}.") <- Floor::NoSuchTable { table },
        /// The voucher is not known: never given out, or long finished.
        NoSuchVoucher = ("There is no such voucher.") <- Floor::NoSuchVoucher,
        /// The code was not offered, is used up, or its time is over.
        NoSuchCode = ("The code is not good, or no longer.") <- Floor::NoSuchCode,
        /// The log-in name is somebody's.
        NameTaken = ("The name is somebody's.") <- Floor::NameTaken,
        /// The person has this role.
        HasRole = ("The person has this role.") <- Floor::HasRole,
        /// The table's number is taken.
        TableTaken = ("The table's number is taken.") <- Floor::TableTaken,
        /// A token or code that is in use must not be used twice.
        DigestTaken = ("Draw another token: this one is in use.") <- Floor::DigestTaken,
        /// The table plays in another currency.
        OtherCurrency { needs: String } = ("The table plays in {needs}.")
            <- Floor::OtherCurrency { currency: needs },
        /// The die was called broken or damaged, and is not used again.
        DieDamaged { die: u32 } = ("Die {die} was damaged and is not used again.")
            <- Table::DieDamaged { die },
        /// The configuration names no such edition and times for this table.
        EditionNotOffered = (
            "The house's configuration does not name this edition and these times for the table. \
             Look again at what it names."
        ) <- Table::EditionNotOffered,
        /// It is not another edition of the table's own rule book.
        OtherBook = (
            "That is not another edition of this table's rule book. Retire the table and set up \
             another."
        ) <- Table::OtherBook,
        /// The thing is damaged, or one of its dice is.
        ThingDamaged { thing: ThingForm } = ("{thing} is damaged and stays out of use.")
            <- Floor::ThingDamaged { thing },
        /// The thing is out of service.
        ThingWithdrawn { thing: ThingForm } = ("{thing} is out of service.")
            <- Floor::ThingWithdrawn { thing },
        /// The thing is in use at a table, which gives it up first.
        ThingInUse { thing: ThingForm, table: u32 } = (
            "{thing} is in use at table {table}; take it out there first."
        ) <- Floor::ThingInUse { thing, table },
        /// The thing stands at another table, or in the store.
        ThingElsewhere { thing: ThingForm, at: Option<u32> } = ("{}", elsewhere(*thing, *at))
            <- Floor::ThingElsewhere { thing, at },
        /// Nothing is wrong with the thing.
        ThingSound { thing: ThingForm } = ("Nothing is wrong with {thing}.")
            <- Floor::ThingSound { thing },
        /// Dice that were damaged or withdrawn never come back.
        DiceStayOut = ("Dice that were damaged or withdrawn never come back.")
            <- Floor::DiceStayOut,
        /// The register does not have this thing.
        NoSuchThing { thing: ThingForm } = ("{thing} is not in the register.")
            <- Floor::NoSuchThing { thing },
        /// The number is that of another thing of this kind.
        ThingTaken { thing: ThingForm } = ("{thing} is in the register already.")
            <- Floor::ThingTaken { thing },
        /// One of the dice belongs to another set.
        DieTaken { thing: ThingForm } = ("One of these dice belongs to {thing}.")
            <- Floor::DieTaken { thing },
        /// A set is three different dice.
        BadThing = ("A set is three different dice.") <- Floor::BadThing,
        /// Such a thing has no such approval.
        OtherApproval = ("A thing of this kind has no such approval.") <- Floor::OtherApproval,
        /// What is on a seal or a paper must be written down.
        NothingWritten = ("Write down what stands on it.") <- Floor::NothingWritten,
        /// The table plays with credit and has no chips.
        NoChips = ("This table plays with credit and has no chips.") <- Floor::NoChips,
        /// The float of this day is open, and is closed first.
        FloatOpen { day: u32 } = ("The float of day {day} is open; close it first.")
            <- Floor::FloatOpen { day },
        /// The float is not open: it is counted first.
        FloatNotOpen = ("The float is not open: count it first.") <- Floor::FloatNotOpen,
        /// The drop of this day is counted first.
        DropNotCounted { day: u32 } = ("Count the drop of day {day} first.")
            <- Floor::DropNotCounted { day },
        /// The drop of this day was counted before.
        DropCounted { day: u32 } = (
            "The drop of day {day} was counted; a shift manager and somebody else correct it."
        ) <- Floor::DropCounted { day },
        /// No more chips than these are out of the cage.
        MoreThanOut { out_max: Amount } = (
            "The cage has given the tables no more than {out_max} that did not come back."
        ) <- Floor::MoreThanOut { out_max },
        /// The day never was, or is long finished.
        NoSuchDay { day: u32 } = ("The table has no day {day}, or it is long finished.")
            <- Floor::NoSuchDay { day },
        /// The day has no such count.
        NoSuchCount { of: CountOfForm } = ("The day has no {of}.") <- Floor::NoSuchCount { of },
        /// The count is as it was.
        SameCount = ("The count is as it was.") <- Floor::SameCount,
    }
    // Only the machine itself asks what is refused so; no screen ever hears it.
    Source::Floor(Floor::NotAdministrator) => {
        Self::RoleNeeded { needs: vec![FloorRole::Administrator] }
    }
}

impl From<&Table> for Refusal {
    fn from(refusal: &Table) -> Self {
        Source::Table(refusal).into()
    }
}

impl From<&Floor> for Refusal {
    fn from(refusal: &Floor) -> Self {
        Source::Floor(refusal).into()
    }
}

fn elsewhere(thing: ThingForm, at: Option<u32>) -> String {
    match at {
        Some(table) => format!("{thing} is at table {table}."),
        None => format!("{thing} is in the store."),
    }
}

fn in_play(round: Option<u64>) -> String {
    match round {
        Some(round) => format!("Round {round} is in play."),
        None => "No such round is in play.".to_owned(),
    }
}

fn joined<T: ToString>(parts: impl IntoIterator<Item = T>, between: &str) -> String {
    parts.into_iter().map(|part| part.to_string()).collect::<Vec<_>>().join(between)
}

wire_form! {
    /// What must be done before the table goes on.
    #[derive(Copy)]
    #[serde(tag = "need", rename_all = "kebab-case")]
    enum Need = CoreNeed {
        /// A shaker at the table.
        Shaker = CoreNeed::Shaker,
        /// The shaker sealed or locked.
        Seal = CoreNeed::Seal,
        /// Everything approved that must be.
        Approval = CoreNeed::Approval,
        /// Dice in the shaker.
        Dice = CoreNeed::Dice,
        /// Dice that have not expired.
        FreshDice { expired: Moment } = CoreNeed::FreshDice { expired },
        /// A dealer who answers for the shaker.
        DealerOnDuty = CoreNeed::DealerOnDuty,
        /// The display inspected.
        DisplayInspection = CoreNeed::DisplayInspection,
        /// The shaker inspected.
        ShakerInspection = CoreNeed::ShakerInspection,
        /// The checklist ticked.
        Checklist = CoreNeed::Checklist,
        /// The automated shaker gone, or emptied and signed.
        AutomatedShakerAside = CoreNeed::AutomatedShakerAside,
        /// The dice shaken.
        Shakes { min: u8 } = CoreNeed::Shakes { min },
        /// No more bets called.
        NoMoreBets = CoreNeed::NoMoreBets,
        /// Every loser collected.
        Collected = CoreNeed::Collected,
        /// Every winner paid.
        Paid = CoreNeed::Paid,
        /// A superior present.
        Presence = CoreNeed::Presence,
        /// The failed equipment repaired.
        Repair = CoreNeed::Repair,
        /// Notice to the players.
        Notice = CoreNeed::Notice,
        /// A selected player.
        SelectedPlayer = CoreNeed::SelectedPlayer,
        /// Time for everybody to bet.
        BettingTime { until: Moment } = CoreNeed::BettingTime { until },
        /// Dice that are neither broken nor damaged.
        SoundDice = CoreNeed::SoundDice,
        /// The words "no more bets" read by everybody.
        WordsRead { until: Moment } = CoreNeed::WordsRead { until },
        /// The approval of a table that its rule document does not know.
        OutsideApproval = CoreNeed::OutsideApproval,
        /// A display of the table that answers: a floorperson enrols one, or brings it back.
        Display = CoreNeed::Display,
        /// A trial on the display that nobody has judged yet.
        DisplayTrial = CoreNeed::DisplayTrial,
        /// Equipment that no other table says it has.
        UndisputedEquipment = CoreNeed::UndisputedEquipment,
    }
}

/// As the table says it.
impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.checked() {
            Ok(need) => need.fmt(f),
            Err(fault) => fault.fmt(f),
        }
    }
}

/// Why one bet was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
pub struct BetProblem {
    /// Where it would lie.
    pub area: AreaId,
    /// What would lie there in all.
    pub stake: Option<u64>,
    /// Why not.
    pub why: BetRefusal,
}

wire_form! {
    /// Why a bet is refused.
    #[derive(Copy)]
    #[serde(tag = "code", rename_all = "kebab-case")]
    enum BetRefusal = CoreBet {
        /// The table does not offer the area.
        NotOffered = CoreBet::NotOffered,
        /// Below the minimum.
        BelowMinimum { stake_min: Amount } = CoreBet::BelowMinimum { stake_min },
        /// Above the maximum.
        AboveMaximum { stake_max: Amount } = CoreBet::AboveMaximum { stake_max },
        /// Not a multiple of this.
        NotAMultiple { multiple: Amount } = CoreBet::NotAMultiple { multiple },
        /// The area is named twice in one command.
        NamedTwice = CoreBet::NamedTwice,
        /// Nothing lies there.
        NoBet = CoreBet::NoBet,
    }
}

impl ToWire<core::BetProblem> for BetProblem {
    fn to_wire(problem: &core::BetProblem) -> Self {
        let core::BetProblem { area, stake, why } = problem;
        Self {
            area: ToWire::to_wire(area),
            stake: ToWire::to_wire(stake),
            why: ToWire::to_wire(why),
        }
    }
}

/// As the table says it.
impl fmt::Display for BetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.area.as_str())?;
        match self.why.checked() {
            Ok(why) => why.fmt(f),
            Err(fault) => fault.fmt(f),
        }
    }
}

impl ToWire<usize> for u64 {
    fn to_wire(core: &usize) -> Self {
        *core as Self
    }
}

impl ToWire<Clause> for String {
    fn to_wire(core: &Clause) -> Self {
        core.to_string()
    }
}

impl ToWire<Currency> for String {
    fn to_wire(core: &Currency) -> Self {
        core.code().to_owned()
    }
}

impl ToWire<&[taisai_floor::FloorRole]> for Vec<FloorRole> {
    fn to_wire(core: &&[taisai_floor::FloorRole]) -> Self {
        core.iter().copied().map(FloorRole::from).collect()
    }
}

impl ToWire<taisai_floor::VoucherState> for VoucherState {
    fn to_wire(core: &taisai_floor::VoucherState) -> Self {
        (*core).into()
    }
}
