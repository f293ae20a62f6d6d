//! Counts what happened in a simulation: figures, and situations that must occur.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use crate::asks::AskTable;

/// A rare situation that a run of many seeds must have met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the words of a situation say what it is")]
pub enum Situation {
    BetAcknowledged,
    BetTooLate,
    BetForAnotherRound,
    DuplicateAnsweredAlike,
    RetryAnsweredAfterReturn,
    NumberReusedRefused,
    BetsTakenBack,
    CashedOut,
    SeatLeft,
    VoucherAtAnotherTable,
    VoucherRaceLost,
    TerminalLost,
    TerminalReturned,
    TerminalRemoved,
    OpenedElsewhere,
    ScreenTooSlow,
    ScreenResynchronised,
    Partition,
    CrashInCommit,
    CrashInRecovery,
    CrashAnywhere,
    WriteKept,
    WriteLost,
    WriteTorn,
    DiskFailed,
    DiskFull,
    StoppedInOrder,
    RotRefusedAtOpening,
    RotFoundByProof,
    RestartFromSnapshot,
    RoundVoidAtRestart,
    RoundConcludedAfterRestart,
    VoucherUnderWayAtCrash,
    WrongDiceConfirmed,
    RoundCorrected,
    PastRoundVoid,
    SeveralRoundsVoid,
    RoundVoid,
    BetsVoid,
    PastBetsVoid,
    CollectionPutBack,
    IrregularityCalled,
    RulingAwaited,
    Reshaken,
    OwedToWhoLeft,
    OwedPaid,
    Shortfall,
    SecondPersonAgreed,
    TimesMoved,
    EditionMoved,
    OwnApprovalRefused,
    OwnDiceRefused,
    OtherDrawRefused,
    StaleLoginRefused,
    RoleRevoked,
    RevokedPersonRefused,
    RoleGrantedAgain,
    ClockSetForward,
    ClockSetBack,
    ClockJumpNoted,
    LoginFailed,
    FeltTablePlayed,
    BankCounted,
    /// What lay on cloth was recorded.
    ChipsRecorded,
    BetRuled,
    CaseDecided,
    CaseReopened,
}

impl Situation {
    /// Every situation.
    pub const ALL: [Self; 67] = [
        Self::BetAcknowledged,
        Self::BetTooLate,
        Self::BetForAnotherRound,
        Self::DuplicateAnsweredAlike,
        Self::RetryAnsweredAfterReturn,
        Self::NumberReusedRefused,
        Self::BetsTakenBack,
        Self::CashedOut,
        Self::SeatLeft,
        Self::VoucherAtAnotherTable,
        Self::VoucherRaceLost,
        Self::TerminalLost,
        Self::TerminalReturned,
        Self::TerminalRemoved,
        Self::OpenedElsewhere,
        Self::ScreenTooSlow,
        Self::ScreenResynchronised,
        Self::Partition,
        Self::CrashInCommit,
        Self::CrashInRecovery,
        Self::CrashAnywhere,
        Self::WriteKept,
        Self::WriteLost,
        Self::WriteTorn,
        Self::DiskFailed,
        Self::DiskFull,
        Self::StoppedInOrder,
        Self::RotRefusedAtOpening,
        Self::RotFoundByProof,
        Self::RestartFromSnapshot,
        Self::RoundVoidAtRestart,
        Self::RoundConcludedAfterRestart,
        Self::VoucherUnderWayAtCrash,
        Self::WrongDiceConfirmed,
        Self::RoundCorrected,
        Self::PastRoundVoid,
        Self::SeveralRoundsVoid,
        Self::RoundVoid,
        Self::BetsVoid,
        Self::PastBetsVoid,
        Self::CollectionPutBack,
        Self::IrregularityCalled,
        Self::RulingAwaited,
        Self::Reshaken,
        Self::OwedToWhoLeft,
        Self::OwedPaid,
        Self::Shortfall,
        Self::SecondPersonAgreed,
        Self::TimesMoved,
        Self::EditionMoved,
        Self::OwnApprovalRefused,
        Self::OwnDiceRefused,
        Self::OtherDrawRefused,
        Self::StaleLoginRefused,
        Self::RoleRevoked,
        Self::RevokedPersonRefused,
        Self::RoleGrantedAgain,
        Self::ClockSetForward,
        Self::ClockSetBack,
        Self::ClockJumpNoted,
        Self::LoginFailed,
        Self::FeltTablePlayed,
        Self::BankCounted,
        Self::ChipsRecorded,
        Self::BetRuled,
        Self::CaseDecided,
        Self::CaseReopened,
    ];
}

/// What has happened.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How often each situation occurred.
    pub situations: BTreeMap<Situation, u64>,
    /// The mishaps of each kind of ask.
    pub table: AskTable,
    /// Vouchers that could not be delivered, because their asker lost the right to ask again.
    pub papers_lost: u64,
    /// Rounds that ended with a result.
    pub rounds: u64,
    /// Rounds that were settled again by other dice.
    pub corrections: u64,
    /// Rounds that were made void, in play or settled.
    pub voids: u64,
    /// How often the house went down without warning, whatever it was doing.
    pub crashes: u64,
    /// Those of them that came while it was starting.
    pub crashes_in_recovery: u64,
    /// Those of them in which the machine lost its power.
    pub power_cuts: u64,
    /// Asks that were sent.
    pub asks: u64,
    /// Asks that were sent once more under the same number.
    pub duplicates: u64,
    /// Connections that ended without a word.
    pub disconnects: u64,
    /// Bets sent within a moment of no more bets.
    pub races: u64,
    /// Messages that screens were sent.
    pub told: u64,
    /// Writes and syncs of the disk, once the floor was furnished and before the last checks.
    pub operations: u64,
    /// Those of them that came before the house closed for good.
    pub operations_open: u64,
    /// Records that became durable.
    pub records: u64,
    /// Times the house started.
    pub starts: u64,
    /// Simulated milliseconds.
    pub simulated_ms: u64,
}

impl Tally {
    /// Adds one.
    pub fn note(&mut self, situation: Situation) {
        self.note_many(situation, 1);
    }

    /// Adds this many.
    pub fn note_many(&mut self, situation: Situation, count: u64) {
        if count > 0 {
            *self.situations.entry(situation).or_default() += count;
        }
    }

    /// Every figure by its name.
    pub fn figures(&self) -> [(&'static str, u64); 15] {
        [
            ("rounds", self.rounds),
            ("races at no more bets", self.races),
            ("duplicates", self.duplicates),
            ("corrections", self.corrections),
            ("voids", self.voids),
            ("disconnects", self.disconnects),
            ("crashes", self.crashes),
            ("crashes in recovery", self.crashes_in_recovery),
            ("power cuts", self.power_cuts),
            ("starts", self.starts),
            ("disk operations", self.operations),
            ("records", self.records),
            ("asks", self.asks),
            ("messages told", self.told),
            ("papers lost", self.papers_lost),
        ]
    }

    /// How often a situation occurred.
    pub fn count(&self, situation: Situation) -> u64 {
        self.situations.get(&situation).copied().unwrap_or(0)
    }

    /// The situations that never occurred.
    pub fn missing(&self) -> Vec<Situation> {
        Situation::ALL.into_iter().filter(|&situation| self.count(situation) == 0).collect()
    }
}

impl AddAssign<&Self> for Tally {
    fn add_assign(&mut self, other: &Self) {
        for (&situation, &count) in &other.situations {
            self.note_many(situation, count);
        }
        self.table += &other.table;
        self.papers_lost += other.papers_lost;
        self.rounds += other.rounds;
        self.corrections += other.corrections;
        self.voids += other.voids;
        self.crashes += other.crashes;
        self.crashes_in_recovery += other.crashes_in_recovery;
        self.power_cuts += other.power_cuts;
        self.asks += other.asks;
        self.duplicates += other.duplicates;
        self.disconnects += other.disconnects;
        self.races += other.races;
        self.told += other.told;
        self.operations += other.operations;
        self.operations_open += other.operations_open;
        self.records += other.records;
        self.starts += other.starts;
        self.simulated_ms += other.simulated_ms;
    }
}
