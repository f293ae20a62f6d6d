//! The name of every command, event and refusal; a new one stops the build until it stands here.

use std::collections::BTreeSet;

use taisai_table::{
    BetCommand, BetRefusal, CaseCommand, CaseEvent, CaseRuling, Command, CreditEvent, DayCommand,
    DayEvent, EquipmentCommand, EquipmentEvent, Event, HostCommand, HouseCommand, Need, Phase,
    PlaceEvent, PlayersCommand, ProposalEvent, Refusal, ReversalEvent, RoundCommand, RoundEvent,
    RulingCommand, RulingEvent, SeatCommand, SeatEvent, StaffCommand, StaffEvent,
};

/// Lists the variants of an enum and finds the name of a value.
macro_rules! names {
    ($all:ident, $name:ident, $of:ident, [$($variant:ident)*]) => {
        pub const $all: &[&str] = &[$(stringify!($variant)),*];

        pub fn $name(value: &$of) -> &'static str {
            match value {
                $($of::$variant { .. } => stringify!($variant),)*
            }
        }
    };
}

/// Every command that is not only a group of others.
pub fn commands() -> BTreeSet<&'static str> {
    let groups = [
        SeatCommand::NAMES,
        BetCommand::NAMES,
        EquipmentCommand::NAMES,
        DayCommand::NAMES,
        PlayersCommand::NAMES,
        RoundCommand::NAMES,
        RulingCommand::NAMES,
        CaseCommand::NAMES,
        HouseCommand::NAMES,
        HostCommand::NAMES,
    ];
    let all = groups.into_iter().flatten().copied();
    all.filter(|name| !["Bet", "House"].contains(name)).collect()
}

pub fn command(command: &Command) -> &'static str {
    match command {
        Command::Seat(_, command) => seat(command),
        Command::Staff(_, command) => staff(command),
        Command::Floor(_, command) | Command::Host(HostCommand::House(command)) => command.name(),
        Command::Host(command) => command.name(),
    }
}

pub fn seat(command: &SeatCommand) -> &'static str {
    match command {
        SeatCommand::Bet(command) => command.name(),
        command => command.name(),
    }
}

pub fn staff(command: &StaffCommand) -> &'static str {
    match command {
        StaffCommand::Equipment(command) => command.name(),
        StaffCommand::Day(command) => command.name(),
        StaffCommand::Players(command) => command.name(),
        StaffCommand::Round(command) => command.name(),
        StaffCommand::Ruling(command) => command.name(),
        StaffCommand::Case(command) => command.name(),
    }
}

/// Lists the subjects of events and finds the name of an event, which is its own.
macro_rules! event_names {
    ([$($alone:ident)*] $($subject:ident $of:ident)*) => {
        pub fn events() -> Vec<&'static str> {
            let subjects = [&[$(stringify!($alone)),*] as &[_], $($of::NAMES),*];
            subjects.concat()
        }

        pub fn event(value: &Event) -> &'static str {
            match value {
                $(Event::$subject(event) => event.name(),)*
                $(Event::$alone { .. } => stringify!($alone),)*
            }
        }
    };
}

event_names! {
    [BetsChanged RequestAnswered]
    Staff StaffEvent
    Equipment EquipmentEvent
    Day DayEvent
    Seat SeatEvent
    Credit CreditEvent
    Round RoundEvent
    Ruling RulingEvent
    Proposal ProposalEvent
    Reversal ReversalEvent
    Case CaseEvent
    Place PlaceEvent
}

names!(REFUSALS, refusal, Refusal, [
    RequestReused RequestTooOld SeatEmpty NotStaff OnlySeats RoleTooLow NotOnDuty
    SeatKept OtherRound WrongPhase NotYet FeltTable OtherDice DiceDrawn BettingClosed
    NoMoreExtensions Bets
    CreditTooSmall SeatLimit ExposureLimit OwnLossLimit OwnTimeLimit NothingThere SeatTaken
    PlayerSeated TerminalAnswers NotExcluded SeatBarred SeatNotBarred PlayerExcluded
    StaffNeverPlay SeatNotEmpty VoucherUsed ColourTaken SameDie LinesMissing LineNotAsked BadAmount
    NotAllowed
    NobodyAt ShakerPresent ShakerAbsent ShakerAside DicePresent DiceAbsent
    TooMany OtherEntry
    NoSuchRound NoSuchProposal SamePerson ProposalStale BadLimits
    NoSuchCase CaseDecided CaseStillOpen RulingTooLarge NotInChips DieDamaged
    ColoursOut ChipsVoid NotInCredit EditionNotOffered OtherBook MarkersOut
]);

names!(BET_REFUSALS, bet_refusal, BetRefusal, [
    NotOffered BelowMinimum AboveMaximum NotAMultiple NamedTwice NoBet
]);

names!(NEEDS, need, Need, [
    Shaker Seal Approval Dice FreshDice DealerOnDuty DisplayInspection ShakerInspection Checklist
    AutomatedShakerAside Shakes NoMoreBets Collected Paid Presence Repair Notice SelectedPlayer
    BettingTime SoundDice WordsRead OutsideApproval Display DisplayTrial
    UndisputedEquipment
]);

names!(RULINGS, case_ruling, CaseRuling, [
    Stand PayBet TakeBet VoidBets VoidRound CorrectRound PayChips TakeChips
]);

names!(PHASES, phase, Phase, [
    Closed Idle Betting NoMoreBets Shaken Revealed Entered Collecting Paying Clearing
    AwaitingRuling Suspended
]);

/// The step of precedence a refusal belongs to, as `refusal.rs` states them.
#[expect(clippy::too_many_lines, reason = "a list of refusals")]
pub fn rank(refusal: &Refusal) -> u8 {
    use Refusal as R;
    match refusal {
        R::RequestReused | R::RequestTooOld => 1,
        R::SeatEmpty
        | R::NotStaff
        | R::OnlySeats
        | R::RoleTooLow { .. }
        | R::NotOnDuty
        | R::SeatKept
        | R::FeltTable => 2,
        R::OtherRound { .. } => 3,
        R::WrongPhase { .. }
        | R::NotYet { .. }
        | R::OtherDice
        | R::DiceDrawn
        | R::BettingClosed { .. }
        | R::NoMoreExtensions => 4,
        R::Bets(_)
        | R::CreditTooSmall { .. }
        | R::SeatLimit { .. }
        | R::ExposureLimit { .. }
        | R::OwnLossLimit { .. }
        | R::OwnTimeLimit { .. }
        | R::NothingThere
        | R::SeatTaken
        | R::PlayerSeated
        | R::TerminalAnswers
        | R::PlayerExcluded { .. }
        | R::NotExcluded { .. }
        | R::SeatBarred { .. }
        | R::SeatNotBarred { .. }
        | R::StaffNeverPlay { .. }
        | R::SeatNotEmpty
        | R::VoucherUsed
        | R::ColourTaken
        | R::SameDie
        | R::LinesMissing { .. }
        | R::LineNotAsked { .. }
        | R::BadAmount
        | R::NotAllowed { .. }
        | R::NobodyAt { .. }
        | R::ShakerPresent { .. }
        | R::EditionNotOffered
        | R::OtherBook
        | R::MarkersOut { .. }
        | R::ShakerAbsent { .. }
        | R::ShakerAside { .. }
        | R::DicePresent { .. }
        | R::DiceAbsent { .. }
        | R::TooMany { .. }
        | R::OtherEntry
        | R::NoSuchRound
        | R::NoSuchProposal
        | R::SamePerson
        | R::ProposalStale
        | R::BadLimits { .. }
        | R::NoSuchCase
        | R::CaseDecided
        | R::CaseStillOpen
        | R::RulingTooLarge { .. }
        | R::NotInChips
        | R::DieDamaged { .. }
        | R::NotInCredit
        | R::ColoursOut { .. }
        | R::ChipsVoid { .. } => 5,
    }
}
