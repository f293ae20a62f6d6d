//! The name of every command, event and refusal; a new one stops the build until it stands here.

use taisai_table::{
    Act, BetRefusal, Command, CreditEvent, DayEvent, EquipmentEvent, Event, Need, Phase,
    ProposalEvent, Refusal, ReversalEvent, RoundEvent, RulingEvent, SeatEvent, StaffEvent,
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

names!(COMMANDS, command, Command, [
    AssignStaff ReleaseStaff TakeShaker StartShift InstallShaker RemoveShaker SetOutOfOrder
    InstallDice RemoveDice InspectDisplay InspectShaker TickChecklist OpenTable AnnounceClosing
    CloseTable AnnounceLimits Sit SitAndBuyIn BuyIn CashOut Leave CashOutAndLeave SetOwnLimits
    LoseSeat ReturnSeat BindSeat GrantMarker AssignColour
    PayOwed Exclude PlaceBets TakeDown ClearBets RepeatBets DoubleBets UndoBets OpenBetting
    ExtendBetting CallNoMoreBets SelectPlayer Shake Reveal CoverShaker EnterDice ReenterDice
    ConfirmDice
    RecordRoll Collect Pay Clear CallIrregularity AttestPresence AttestRepair Propose Approve
    Withdraw Tick Restart
]);

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
    Staff StaffEvent [StaffAssigned StaffReleased ShakerTaken ShiftStarted]
    Equipment EquipmentEvent [
        ShakerInstalled ShakerRemoved ShakerOutOfOrder DiceInstalled DiceRemoved DisplayInspected
        ShakerInspected ChecklistTicked ShakerCovered TableSuspended RepairAttested
    ]
    Day DayEvent [
        TableConfigured TableOpened ClosingAnnounced TableClosed LimitsAnnounced Restarted
    ]
    Seat SeatEvent [
        SeatTaken SeatLeft SeatLost SeatReturned SeatBound SeatHandedOver MarkerGranted
        ColourAssigned OwnLimitsSet PlayerExcluded
    ]
    Credit CreditEvent [BoughtIn CashedOut OwedPaid]
    Round RoundEvent [
        BettingOpened BettingWarned BettingExtended BettingClosed PlayerSelected DiceShaken
        DiceRevealed DiceEntered EntryTakenBack ResultRecorded LosersCollected WinnersPaid
        RoundCleared
    ]
    Ruling RulingEvent [
        IrregularityCalled RulingAwaited RoundResumed ReshakeOrdered PresenceAttested
    ]
    Proposal ProposalEvent [Proposed Approved Withdrawn]
    Reversal ReversalEvent [RoundVoided BetsVoided PastRoundVoided PastRoundCorrected]
}

names!(REFUSALS, refusal, Refusal, [
    RequestReused RequestTooOld SeatEmpty NotStaff OnlySeats OnlyHost RoleTooLow NotOnDuty
    SeatKept OtherRound WrongPhase NotYet FeltTable OtherDice DiceDrawn BettingClosed
    NoMoreExtensions Bets
    CreditTooSmall SeatLimit ExposureLimit OwnLossLimit OwnTimeLimit NothingThere SeatTaken
    PlayerSeated TerminalAnswers PlayerExcluded
    StaffNeverPlay SeatNotEmpty VoucherUsed ColourTaken SameDie LinesMissing BadAmount NotAllowed
    NobodyAt ShakerPresent ShakerAbsent ShakerAside DicePresent DiceAbsent
    TooMany WrongLights OtherEntry
    NoSuchRound NoSuchProposal SamePerson ProposalStale BadLimits
]);

names!(BET_REFUSALS, bet_refusal, BetRefusal, [
    NotOffered BelowMinimum AboveMaximum NotAMultiple NamedTwice NoBet
]);

names!(NEEDS, need, Need, [
    Shaker Seal Approval Dice FreshDice DealerOnDuty DisplayInspection ShakerInspection Checklist
    AutomatedShakerAside Shakes NoMoreBets Collected Paid Presence Repair Notice SelectedPlayer
    BettingTime SoundDice
]);

names!(ACTS, act, Act, [VoidRounds CorrectRound VoidBets StateDice Reshake GoOn HandOverSeat]);

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
        | R::OnlyHost
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
        | R::StaffNeverPlay { .. }
        | R::SeatNotEmpty
        | R::VoucherUsed
        | R::ColourTaken
        | R::SameDie
        | R::LinesMissing { .. }
        | R::BadAmount
        | R::NotAllowed { .. }
        | R::NobodyAt { .. }
        | R::ShakerPresent { .. }
        | R::ShakerAbsent { .. }
        | R::ShakerAside { .. }
        | R::DicePresent { .. }
        | R::DiceAbsent { .. }
        | R::TooMany { .. }
        | R::WrongLights
        | R::OtherEntry
        | R::NoSuchRound
        | R::NoSuchProposal
        | R::SamePerson
        | R::ProposalStale
        | R::BadLimits { .. } => 5,
    }
}
