//! Every kind of ask, from the protocol's own types, and every mishap that can happen to one.

use std::collections::BTreeMap;
use std::ops::AddAssign;

use taisai_protocol::Ask;
use taisai_protocol::ask::{ActAsk, BetAsk, CageAsk, FloorAsk, Funds, Order, RunAsk, SeatAsk};

/// Lists every kind with its asks. A new ask in the protocol stops the build here, and then
/// wherever the code must know how to ask it.
macro_rules! kinds {
    ($($kind:ident: $asks:pat,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[expect(missing_docs, reason = "the protocol says what each of them asks")]
        pub enum AskKind { $($kind,)* }

        impl AskKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$kind,)*];

            /// The kind of an ask.
            pub const fn of(what: &Ask) -> Self {
                match what { $($asks => Self::$kind,)* }
            }
        }
    };
}

/// An order to a table.
macro_rules! order {
    ($order:pat) => {
        Ask::Run(RunAsk { order: $order, .. })
    };
}

/// A proposal at a table.
macro_rules! proposal {
    ($act:pat) => {
        order!(Order::Propose { act: $act })
    };
}

kinds! {
    PlaceBets: Ask::Bet(BetAsk::PlaceBets { .. }),
    TakeDown: Ask::Bet(BetAsk::TakeDown { .. }),
    ClearBets: Ask::Bet(BetAsk::ClearBets),
    RepeatBets: Ask::Bet(BetAsk::RepeatBets),
    DoubleBets: Ask::Bet(BetAsk::DoubleBets),
    UndoBets: Ask::Bet(BetAsk::UndoBets),
    PlayerShakes: Ask::Bet(BetAsk::Shake { .. }),
    SitWithVoucher: Ask::Seat(SeatAsk::Sit(Funds { voucher: Some(_), .. })),
    SitWithPlayMoney: Ask::Seat(SeatAsk::Sit(Funds { voucher: None, .. })),
    BuyIn: Ask::Seat(SeatAsk::BuyIn { .. }),
    CashOutAll: Ask::Seat(SeatAsk::CashOut { amount: None }),
    CashOutSome: Ask::Seat(SeatAsk::CashOut { amount: Some(_) }),
    SetLimits: Ask::Seat(SeatAsk::SetLimits(_)),
    Leave: Ask::Seat(SeatAsk::Leave),
    TakeVoucher: Ask::Seat(SeatAsk::TakeVoucher { .. }),
    TakeShaker: order!(Order::TakeShaker),
    LeaveShaker: order!(Order::LeaveShaker),
    StartShift: order!(Order::StartShift),
    InstallShaker: order!(Order::InstallShaker { .. }),
    RemoveShaker: order!(Order::RemoveShaker { .. }),
    SetOutOfOrder: order!(Order::SetOutOfOrder { .. }),
    InstallDice: order!(Order::InstallDice { .. }),
    RemoveDice: order!(Order::RemoveDice),
    TryDisplay: order!(Order::TryDisplay { .. }),
    JudgeDisplay: order!(Order::JudgeDisplay { .. }),
    InspectShaker: order!(Order::InspectShaker { .. }),
    TickChecklist: order!(Order::TickChecklist { .. }),
    AttestLines: order!(Order::AttestLines { .. }),
    OpenTable: order!(Order::OpenTable),
    AnnounceClosing: order!(Order::AnnounceClosing),
    CloseTable: order!(Order::CloseTable),
    AnnounceLimits: order!(Order::AnnounceLimits { .. }),
    GrantMarker: order!(Order::GrantMarker { .. }),
    AssignColour: order!(Order::AssignColour { .. }),
    Exclude: order!(Order::Exclude { .. }),
    ReleaseSeat: order!(Order::ReleaseSeat { .. }),
    LiftExclusion: order!(Order::LiftExclusion { .. }),
    OpenBetting: order!(Order::OpenBetting),
    ExtendBetting: order!(Order::ExtendBetting),
    CallNoMoreBets: order!(Order::CallNoMoreBets),
    SelectPlayer: order!(Order::SelectPlayer { .. }),
    DealerShakes: order!(Order::Shake { .. }),
    Reveal: order!(Order::Reveal),
    CoverShaker: order!(Order::CoverShaker),
    EnterDice: order!(Order::EnterDice { .. }),
    ReenterDice: order!(Order::ReenterDice),
    ConfirmDice: order!(Order::ConfirmDice { .. }),
    Collect: order!(Order::Collect),
    Pay: order!(Order::Pay),
    Clear: order!(Order::Clear),
    CallIrregularity: order!(Order::CallIrregularity { .. }),
    AttestPresence: order!(Order::AttestPresence),
    AttestRepair: order!(Order::AttestRepair),
    ProposeVoidRounds: proposal!(ActAsk::VoidRounds { .. }),
    ProposeCorrectRound: proposal!(ActAsk::CorrectRound { .. }),
    ProposeVoidBets: proposal!(ActAsk::VoidBets { .. }),
    ProposeStateDice: proposal!(ActAsk::StateDice { .. }),
    ProposeReshake: proposal!(ActAsk::Reshake { .. }),
    ProposeGoOn: proposal!(ActAsk::GoOn { .. }),
    ProposeCallMistaken: proposal!(ActAsk::CallMistaken { .. }),
    ProposeHandOver: proposal!(ActAsk::HandOverSeat { .. }),
    ProposeAttestDice: proposal!(ActAsk::AttestDice { .. }),
    ProposeVoidPastBets: proposal!(ActAsk::VoidPastBets { .. }),
    ProposeDecideCase: proposal!(ActAsk::DecideCase { .. }),
    ProposeMoveTable: proposal!(ActAsk::MoveTable { .. }),
    OpenCase: order!(Order::OpenCase { .. }),
    NoteCase: order!(Order::NoteCase { .. }),
    LetStand: order!(Order::LetStand { .. }),
    ReopenCase: order!(Order::ReopenCase { .. }),
    ApproveAtTable: order!(Order::Approve { .. }),
    WithdrawAtTable: order!(Order::Withdraw { .. }),
    Preview: Ask::Preview(_),
    Recall: Ask::Recall { .. },
    Payouts: Ask::Payouts { .. },
    Watch: Ask::Watch(_),
    Unwatch: Ask::Unwatch(_),
    Resync: Ask::Resync(_),
    AddStaff: Ask::Floor(FloorAsk::AddStaff { .. }),
    SetPassword: Ask::Floor(FloorAsk::SetPassword { .. }),
    ProposeRole: Ask::Floor(FloorAsk::ProposeRole { .. }),
    ProposeInvitation: Ask::Floor(FloorAsk::ProposeInvitation { .. }),
    ProposePaper: Ask::Floor(FloorAsk::ProposePaper { .. }),
    ProposePayment: Ask::Floor(FloorAsk::ProposePayment { .. }),
    ProposeRevival: Ask::Floor(FloorAsk::ProposeRevival { .. }),
    ApproveOnFloor: Ask::Floor(FloorAsk::Approve { .. }),
    WithdrawOnFloor: Ask::Floor(FloorAsk::Withdraw { .. }),
    RevokeRole: Ask::Floor(FloorAsk::RevokeRole { .. }),
    SuspendStaff: Ask::Floor(FloorAsk::SuspendStaff { .. }),
    ReinstateStaff: Ask::Floor(FloorAsk::ReinstateStaff { .. }),
    AssignStaff: Ask::Floor(FloorAsk::AssignStaff { .. }),
    ReleaseStaff: Ask::Floor(FloorAsk::ReleaseStaff { .. }),
    EndSession: Ask::Floor(FloorAsk::EndSession { .. }),
    EndSessions: Ask::Floor(FloorAsk::EndSessions { .. }),
    OfferEnrolment: Ask::Floor(FloorAsk::OfferEnrolment { .. }),
    OfferDisplay: Ask::Floor(FloorAsk::OfferDisplay { .. }),
    RemoveTerminal: Ask::Floor(FloorAsk::RemoveTerminal { .. }),
    AddTable: Ask::Floor(FloorAsk::AddTable { .. }),
    RetireTable: Ask::Floor(FloorAsk::RetireTable { .. }),
    RegisterThing: Ask::Floor(FloorAsk::RegisterThing { .. }),
    AttestSeal: Ask::Floor(FloorAsk::AttestSeal { .. }),
    AttestApproval: Ask::Floor(FloorAsk::AttestApproval { .. }),
    PlaceThing: Ask::Floor(FloorAsk::PlaceThing { .. }),
    WithdrawThing: Ask::Floor(FloorAsk::WithdrawThing { .. }),
    ReportDamage: Ask::Floor(FloorAsk::ReportDamage { .. }),
    DeclareSound: Ask::Floor(FloorAsk::DeclareSound { .. }),
    InstallThing: Ask::Floor(FloorAsk::InstallThing { .. }),
    Sell: Ask::Cage(CageAsk::Sell { .. }),
    LookUp: Ask::Cage(CageAsk::LookUp { .. }),
    Redeem: Ask::Cage(CageAsk::Redeem { .. }),
    PayOwed: Ask::Cage(CageAsk::PayOwed { .. }),
    ReplaceVoucher: Ask::Cage(CageAsk::ReplaceVoucher { .. }),
    ApproveReplacement: Ask::Cage(CageAsk::ApproveReplacement { .. }),
    Pong: Ask::Pong,
}

/// What can go wrong with an ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mishap {
    /// The server answered, and the line was cut before the answer arrived.
    AnswerLost,
    /// It was asked again under its number over another connection.
    Repeated,
    /// The server died between accepting and answering it, while the disk was working.
    Killed,
    /// The asker's role, session or terminal was gone before the answer arrived.
    Revoked,
    /// It was asked while bets were on the layout: the player's own, or any at the table of the
    /// staff.
    BetsLying,
}

impl Mishap {
    /// Every one.
    pub const ALL: [Self; 5] =
        [Self::AnswerLost, Self::Repeated, Self::Killed, Self::Revoked, Self::BetsLying];
}

/// A cell of the table of asks: a kind of ask and a mishap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cell {
    /// The kind of ask.
    pub kind: AskKind,
    pub mishap: Mishap,
}

impl Cell {
    /// Every possible cell.
    pub fn all() -> Vec<Self> {
        let of = |&kind: &AskKind| Mishap::ALL.map(|mishap| Self { kind, mishap });
        let possible = |cell: &Self| cell.impossible().is_none();
        AskKind::ALL.iter().flat_map(of).filter(possible).collect()
    }

    /// Why a cell is impossible; `None` if it is possible.
    pub const fn impossible(self) -> Option<&'static str> {
        use AskKind::{LookUp, Payouts, Pong, Preview, Recall, Resync, Unwatch, Watch};
        match (self.kind, self.mishap) {
            (Pong, _) => Some("a pong only says that the screen is there; nobody answers it"),
            (Preview | Recall | Payouts | Watch | Unwatch | Resync | LookUp, Mishap::Killed) => {
                Some("it writes nothing, so that there is no step to die at")
            }
            _ => None,
        }
    }

    /// Whether it only counts if the ask succeeded in the end: a lost answer or a crash between two
    /// steps proves something about money only if money moved.
    pub const fn must_be_done(self) -> bool {
        self.kind.moves_money()
            && matches!(self.mishap, Mishap::AnswerLost | Mishap::Repeated | Mishap::Killed)
    }

    /// Its name on the command line: `leave:killed`.
    pub fn word(self) -> String {
        format!("{:?}:{:?}", self.kind, self.mishap).to_lowercase()
    }

    /// The cell of this word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::all().into_iter().find(|cell| cell.word() == word)
    }
}

impl AskKind {
    /// Whether it moves money between a player, the table and the cage.
    pub const fn moves_money(self) -> bool {
        matches!(
            self,
            Self::SitWithVoucher
                | Self::SitWithPlayMoney
                | Self::BuyIn
                | Self::CashOutAll
                | Self::CashOutSome
                | Self::Leave
                | Self::Sell
                | Self::Redeem
                | Self::PayOwed
                | Self::ApproveReplacement
        )
    }
}

/// How often each mishap happened to each kind of ask.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AskTable {
    cells: BTreeMap<Cell, Count>,
    asked: BTreeMap<AskKind, Count>,
}

/// How often something happened to asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    pub all: u64,
    /// To asks that succeeded in the end, and were not refused.
    pub done: u64,
}

impl Count {
    fn add(&mut self, done: bool) {
        self.all += 1;
        self.done += u64::from(done);
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.all += other.all;
        self.done += other.done;
    }
}

impl AskTable {
    /// Records a finished ask: its mishaps, and whether it succeeded.
    pub fn note(&mut self, kind: AskKind, mishaps: &[Mishap], done: bool) {
        self.asked.entry(kind).or_default().add(done);
        for &mishap in mishaps {
            self.cells.entry(Cell { kind, mishap }).or_default().add(done);
        }
    }

    /// How often a mishap happened to a kind of ask.
    pub fn count(&self, cell: Cell) -> Count {
        self.cells.get(&cell).copied().unwrap_or_default()
    }

    /// How often a kind was asked.
    pub fn asked(&self, kind: AskKind) -> Count {
        self.asked.get(&kind).copied().unwrap_or_default()
    }

    /// The possible cells that never occurred.
    pub fn missing(&self) -> Vec<Cell> {
        let empty = |cell: &Cell| {
            let Count { all, done } = self.count(*cell);
            if cell.must_be_done() { done == 0 } else { all == 0 }
        };
        Cell::all().into_iter().filter(empty).collect()
    }
}

impl AddAssign<&Self> for AskTable {
    fn add_assign(&mut self, other: &Self) {
        for (&cell, &count) in &other.cells {
            *self.cells.entry(cell).or_default() += count;
        }
        for (&kind, &count) in &other.asked {
            *self.asked.entry(kind).or_default() += count;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_cells_cannot_be() {
        let all = AskKind::ALL.len() * Mishap::ALL.len();
        assert_eq!(all - Cell::all().len(), Mishap::ALL.len() + 7);
    }

    #[test]
    fn a_cell_is_found_by_its_word() {
        for cell in Cell::all() {
            assert_eq!(Cell::from_word(&cell.word()), Some(cell));
        }
        assert_eq!(Cell::from_word("pong:answerlost"), None);
    }

    #[test]
    fn money_that_never_moved_fills_no_cell() {
        let (kind, mishap) = (AskKind::Leave, Mishap::AnswerLost);
        let mut table = AskTable::default();
        table.note(kind, &[mishap, Mishap::BetsLying], false);
        assert!(table.missing().contains(&Cell { kind, mishap }));
        assert!(!table.missing().contains(&Cell { kind, mishap: Mishap::BetsLying }));
        table.note(kind, &[mishap], true);
        assert!(!table.missing().contains(&Cell { kind, mishap }));
        assert_eq!(table.asked(kind), Count { all: 2, done: 1 });
    }
}
