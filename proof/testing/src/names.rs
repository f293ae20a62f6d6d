//! The name of every command, event and refusal; a new one stops the build until it stands here.

use std::collections::BTreeSet;

use taisai_table::{
    Act, BetCommand, BetRefusal, CaseCommand, CaseEvent, CaseRuling, Command, CreditEvent,
    DayCommand, DayEvent, EquipmentCommand, EquipmentEvent, Event, HostCommand, HouseCommand, Need,
    Phase, PlayersCommand, ProposalEvent, Refusal, ReversalEvent, RoundCommand, RoundEvent,
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

names!(SEAT_COMMANDS, seat_command, SeatCommand, [
    Sit SitAndBuyIn BuyIn CashOut Leave CashOutAndLeave SetOwnLimits Bet
]);
names!(BET_COMMANDS, bet_command, BetCommand, [
    PlaceBets TakeDown ClearBets RepeatBets DoubleBets UndoBets Shake
]);
names!(EQUIPMENT_COMMANDS, equipment_command, EquipmentCommand, [
    InstallShaker RemoveShaker SetOutOfOrder InstallDice RemoveDice InspectShaker TickChecklist
    AttestRepair TryDisplay JudgeDisplay AttestLines
]);
names!(DAY_COMMANDS, day_command, DayCommand, [
    TakeShaker LeaveShaker StartShift OpenTable AnnounceClosing CloseTable AnnounceLimits
]);
names!(PLAYERS_COMMANDS, players_command, PlayersCommand, [
    GrantMarker AssignColour Exclude ReleaseSeat LiftExclusion
]);
names!(ROUND_COMMANDS, round_command, RoundCommand, [
    OpenBetting ExtendBetting CallNoMoreBets SelectPlayer Shake Reveal CoverShaker EnterDice
    ReenterDice ConfirmDice Collect Pay Clear
]);
names!(RULING_COMMANDS, ruling_command, RulingCommand, [
    CallIrregularity AttestPresence Propose Approve Withdraw
]);
names!(CASE_COMMANDS, case_command, CaseCommand, [OpenCase NoteCase LetStand ReopenCase]);
names!(HOUSE_COMMANDS, house_command, HouseCommand, [
    AssignStaff ReleaseStaff PayOwed InstallLentDice InstallLentShaker
]);
names!(HOST_COMMANDS, host_command, HostCommand, [
    AnnounceLimits LoseSeat ReturnSeat BindSeat RecordRoll Tick Restart RecallRound EndCustody House
    NameApproval ConnectDisplay LoseDisplay BeginShift RecallCase FollowRegister OfferEdition
]);

/// Every command that is not only a group of others.
pub fn commands() -> BTreeSet<&'static str> {
    let groups = [
        SEAT_COMMANDS,
        BET_COMMANDS,
        EQUIPMENT_COMMANDS,
        DAY_COMMANDS,
        PLAYERS_COMMANDS,
        ROUND_COMMANDS,
        RULING_COMMANDS,
        CASE_COMMANDS,
        HOUSE_COMMANDS,
        HOST_COMMANDS,
    ];
    let all = groups.into_iter().flatten().copied();
    all.filter(|name| !["Bet", "House"].contains(name)).collect()
}

pub fn command(command: &Command) -> &'static str {
    match command {
        Command::Seat(_, command) => seat(command),
        Command::Staff(_, command) => staff(command),
        Command::Floor(_, command) | Command::Host(HostCommand::House(command)) => {
            house_command(command)
        }
        Command::Host(command) => host_command(command),
    }
}

pub fn seat(command: &SeatCommand) -> &'static str {
    match command {
        SeatCommand::Bet(command) => bet_command(command),
        command => seat_command(command),
    }
}

pub fn staff(command: &StaffCommand) -> &'static str {
    match command {
        StaffCommand::Equipment(command) => equipment_command(command),
        StaffCommand::Day(command) => day_command(command),
        StaffCommand::Players(command) => players_command(command),
        StaffCommand::Round(command) => round_command(command),
        StaffCommand::Ruling(command) => ruling_command(command),
        StaffCommand::Case(command) => case_command(command),
    }
}

/// The same for the events, which stand under their subjects; each is named by its own name.
macro_rules! event_names {
    ([$($alone:ident)*] $($subject:ident $of:ident [$($variant:ident)*])*) => {
        pub const EVENTS: &[&str] =
            &[$(stringify!($alone),)* $($(stringify!($variant)),*),*];

        pub fn event(value: &Event) -> &'static str {
            match value {
                $($(Event::$subject($of::$variant { .. }) => stringify!($variant),)*)*
                $(Event::$alone { .. } => stringify!($alone),)*
            }
        }
    };
}

event_names! {
    [BetsChanged RequestAnswered]
    Staff StaffEvent [
        StaffAssigned StaffReleased ShakerTaken ShiftStarted ShakerLeft ShiftBegun
    ]
    Equipment EquipmentEvent [
        ShakerInstalled ShakerRemoved ShakerOutOfOrder DiceInstalled DiceRemoved DisplayInspected
        ShakerInspected ChecklistTicked ShakerCovered TableSuspended RepairAttested
        DisplayConnected DisplayLost DisplayTried DisplayDenied TrialLapsed
        DiceMarkedDamaged ShakerToInspect LinesAttested LentDiceInstalled
        RegisterFollowed
    ]
    Day DayEvent [
        TableConfigured TableOpened ClosingAnnounced TableClosed LimitsAnnounced Restarted
        ApprovalNamed EditionOffered OfferWithdrawn TableMoved
    ]
    Seat SeatEvent [
        SeatTaken SeatLeft SeatLost SeatReturned SeatBound SeatHandedOver MarkerGranted
        ColourAssigned OwnLimitsSet PlayerExcluded SeatBarred SeatReleased ExclusionLifted
    ]
    Credit CreditEvent [BoughtIn CashedOut OwedPaid MadeForCage]
    Round RoundEvent [
        BettingOpened BettingWarned BettingExtended BettingClosed PlayerSelected DiceShaken
        DiceRevealed DiceEntered EntryTakenBack ResultRecorded LosersCollected WinnersPaid
        RoundCleared RevealWaits
    ]
    Ruling RulingEvent [
        IrregularityCalled RulingAwaited RoundResumed ReshakeOrdered PresenceAttested
        CallFoundMistaken
    ]
    Proposal ProposalEvent [Proposed Approved Withdrawn]
    Reversal ReversalEvent [
        RoundVoided BetsVoided PastRoundVoided PastRoundCorrected CollectionUndone PastBetsVoided
        RoundRecalled BetRuled
    ]
    Case CaseEvent [CaseOpened CaseNoted CaseDecided CaseReopened CaseRecalled]
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
    EditionNotOffered OtherBook
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

names!(ACTS, act, Act, [
    VoidRounds CorrectRound VoidBets StateDice Reshake GoOn HandOverSeat AttestDice VoidPastBets
    CallMistaken DecideCase MoveTable
]);

names!(RULINGS, case_ruling, CaseRuling, [
    Stand PayBet TakeBet VoidBets VoidRound CorrectRound PayChips TakeChips
]);

names!(PHASES, phase, Phase, [
    Closed Idle Betting NoMoreBets Shaken Revealed Entered Collecting Paying Clearing
    AwaitingRuling Suspended
]);

/// The step of precedence a refusal belongs to, as `refusal.rs` states them.
pub fn rank(refusal: &Refusal) -> u8 {
    use Refusal as R;
    match refusal {
        R::RequestReused | R::RequestTooOld => 1,
        R::SeatEmpty
        | R::NotStaff
        | R::OnlySeats
        | R::RoleTooLow { .. }
        | R::NotOnDuty
        | R::SeatKept => 2,
        R::OtherRound { .. } => 3,
        R::WrongPhase { .. }
        | R::NotYet { .. }
        | R::FeltTable
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
        | R::DieDamaged { .. } => 5,
    }
}
