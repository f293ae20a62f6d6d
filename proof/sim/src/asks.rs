//! Every kind of ask, from the protocol's own types, and every mishap that can happen to one.

use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::LazyLock;

use taisai_protocol::Ask;
use taisai_protocol::ask::{ActAsk, BetAsk, CageAsk, FloorAsk, Funds, Order, RunAsk, SeatAsk};
use taisai_protocol::declare::ToWire;
use taisai_testing::examples;

/// Who asks something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Crew {
    Player,
    Dealer,
    Floorperson,
    PitManager,
    Cashier,
    Administrator,
}

/// Lists every kind with who asks it, and its asks. A new ask in the protocol stops the build here,
/// and then wherever the code must know how to ask it.
macro_rules! kinds {
    ($($kind:ident by $crew:ident: $asks:pat,)*) => {
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

            /// Who asks it.
            pub(crate) const fn crew(self) -> Crew {
                match self { $(Self::$kind => Crew::$crew,)* }
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
    PlaceBets by Player: Ask::Bet(BetAsk::PlaceBets { .. }),
    TakeDown by Player: Ask::Bet(BetAsk::TakeDown { .. }),
    ClearBets by Player: Ask::Bet(BetAsk::ClearBets),
    RepeatBets by Player: Ask::Bet(BetAsk::RepeatBets),
    DoubleBets by Player: Ask::Bet(BetAsk::DoubleBets),
    UndoBets by Player: Ask::Bet(BetAsk::UndoBets),
    PlayerShakes by Player: Ask::Bet(BetAsk::Shake { .. }),
    SitWithVoucher by Player: Ask::Seat(SeatAsk::Sit(Funds { voucher: Some(_), .. })),
    SitWithPlayMoney by Player: Ask::Seat(SeatAsk::Sit(Funds { voucher: None, .. })),
    BuyIn by Player: Ask::Seat(SeatAsk::BuyIn { .. }),
    CashOutAll by Player: Ask::Seat(SeatAsk::CashOut { amount: None }),
    CashOutSome by Player: Ask::Seat(SeatAsk::CashOut { amount: Some(_) }),
    SetLimits by Player: Ask::Seat(SeatAsk::SetLimits(_)),
    Leave by Player: Ask::Seat(SeatAsk::Leave),
    TakeVoucher by Player: Ask::Seat(SeatAsk::TakeVoucher { .. }),
    TakeShaker by Dealer: order!(Order::TakeShaker),
    LeaveShaker by Dealer: order!(Order::LeaveShaker),
    StartShift by PitManager: order!(Order::StartShift),
    InstallShaker by PitManager: order!(Order::InstallShaker { .. }),
    RemoveShaker by PitManager: order!(Order::RemoveShaker { .. }),
    SetOutOfOrder by PitManager: order!(Order::SetOutOfOrder { .. }),
    InstallDice by PitManager: order!(Order::InstallDice { .. }),
    RemoveDice by PitManager: order!(Order::RemoveDice),
    TryDisplay by PitManager: order!(Order::TryDisplay { .. }),
    JudgeDisplay by PitManager: order!(Order::JudgeDisplay { .. }),
    InspectShaker by PitManager: order!(Order::InspectShaker { .. }),
    TickChecklist by PitManager: order!(Order::TickChecklist { .. }),
    AttestLines by PitManager: order!(Order::AttestLines { .. }),
    OpenTable by PitManager: order!(Order::OpenTable),
    AnnounceClosing by PitManager: order!(Order::AnnounceClosing),
    CloseTable by PitManager: order!(Order::CloseTable),
    AnnounceLimits by PitManager: order!(Order::AnnounceLimits { .. }),
    GrantMarker by PitManager: order!(Order::GrantMarker { .. }),
    AssignColour by PitManager: order!(Order::AssignColour { .. }),
    GivePlace by PitManager: Ask::Floor(FloorAsk::GivePlace { .. }),
    FreePlace by PitManager: order!(Order::FreePlace { .. }),
    TakeColourBack by PitManager: order!(Order::TakeColourBack { .. }),
    RecordChips by PitManager: order!(Order::RecordChips { .. }),
    Exclude by PitManager: order!(Order::Exclude { .. }),
    ReleaseSeat by PitManager: order!(Order::ReleaseSeat { .. }),
    LiftExclusion by PitManager: order!(Order::LiftExclusion { .. }),
    OpenBetting by Dealer: order!(Order::OpenBetting),
    ExtendBetting by Dealer: order!(Order::ExtendBetting),
    CallNoMoreBets by Dealer: order!(Order::CallNoMoreBets),
    SelectPlayer by Dealer: order!(Order::SelectPlayer { .. }),
    DealerShakes by Dealer: order!(Order::Shake { .. }),
    Reveal by Dealer: order!(Order::Reveal),
    CoverShaker by Dealer: order!(Order::CoverShaker),
    EnterDice by Dealer: order!(Order::EnterDice { .. }),
    ReenterDice by Dealer: order!(Order::ReenterDice),
    ConfirmDice by Dealer: order!(Order::ConfirmDice { .. }),
    Collect by Dealer: order!(Order::Collect),
    Pay by Dealer: order!(Order::Pay),
    Clear by Dealer: order!(Order::Clear),
    CallIrregularity by Dealer: order!(Order::CallIrregularity { .. }),
    AttestPresence by Floorperson: order!(Order::AttestPresence),
    AttestRepair by PitManager: order!(Order::AttestRepair),
    ProposeVoidRounds by Floorperson: proposal!(ActAsk::VoidRounds { .. }),
    ProposeCorrectRound by Floorperson: proposal!(ActAsk::CorrectRound { .. }),
    ProposeVoidBets by Floorperson: proposal!(ActAsk::VoidBets { .. }),
    ProposeStateDice by Floorperson: proposal!(ActAsk::StateDice { .. }),
    ProposeReshake by Floorperson: proposal!(ActAsk::Reshake { .. }),
    ProposeGoOn by Floorperson: proposal!(ActAsk::GoOn { .. }),
    ProposeCallMistaken by Floorperson: proposal!(ActAsk::CallMistaken { .. }),
    ProposeHandOver by Floorperson: proposal!(ActAsk::HandOverSeat { .. }),
    ProposeAttestDice by Floorperson: proposal!(ActAsk::AttestDice { .. }),
    ProposeVoidPastBets by Floorperson: proposal!(ActAsk::VoidPastBets { .. }),
    ProposeDecideCase by Floorperson: proposal!(ActAsk::DecideCase { .. }),
    ProposeMoveTable by PitManager: proposal!(ActAsk::MoveTable { .. }),
    OpenCase by Floorperson: order!(Order::OpenCase { .. }),
    NoteCase by Floorperson: order!(Order::NoteCase { .. }),
    LetStand by PitManager: order!(Order::LetStand { .. }),
    ReopenCase by PitManager: order!(Order::ReopenCase { .. }),
    ApproveAtTable by PitManager: order!(Order::Approve { .. }),
    WithdrawAtTable by PitManager: order!(Order::Withdraw { .. }),
    Preview by Floorperson: Ask::Preview(_),
    Recall by Player: Ask::Recall { .. },
    Payouts by Dealer: Ask::Payouts { .. },
    Watch by Administrator: Ask::Watch(_),
    Unwatch by Administrator: Ask::Unwatch(_),
    Resync by Administrator: Ask::Resync(_),
    AddStaff by Administrator: Ask::Floor(FloorAsk::AddStaff { .. }),
    SetPassword by Administrator: Ask::Floor(FloorAsk::SetPassword { .. }),
    ProposeRole by Administrator: Ask::Floor(FloorAsk::ProposeRole { .. }),
    ProposeInvitation by Administrator: Ask::Floor(FloorAsk::ProposeInvitation { .. }),
    ProposePaper by Cashier: Ask::Floor(FloorAsk::ProposePaper { .. }),
    ProposePayment by Cashier: Ask::Floor(FloorAsk::ProposePayment { .. }),
    ProposeRevival by Cashier: Ask::Floor(FloorAsk::ProposeRevival { .. }),
    ApproveOnFloor by Administrator: Ask::Floor(FloorAsk::Approve { .. }),
    WithdrawOnFloor by Administrator: Ask::Floor(FloorAsk::Withdraw { .. }),
    RevokeRole by Administrator: Ask::Floor(FloorAsk::RevokeRole { .. }),
    SuspendStaff by Administrator: Ask::Floor(FloorAsk::SuspendStaff { .. }),
    ReinstateStaff by Administrator: Ask::Floor(FloorAsk::ReinstateStaff { .. }),
    AssignStaff by PitManager: Ask::Floor(FloorAsk::AssignStaff { .. }),
    ReleaseStaff by PitManager: Ask::Floor(FloorAsk::ReleaseStaff { .. }),
    EndSession by Administrator: Ask::Floor(FloorAsk::EndSession { .. }),
    EndSessions by Administrator: Ask::Floor(FloorAsk::EndSessions { .. }),
    OfferEnrolment by Floorperson: Ask::Floor(FloorAsk::OfferEnrolment { .. }),
    OfferDisplay by Floorperson: Ask::Floor(FloorAsk::OfferDisplay { .. }),
    RemoveTerminal by Floorperson: Ask::Floor(FloorAsk::RemoveTerminal { .. }),
    AddTable by Administrator: Ask::Floor(FloorAsk::AddTable { .. }),
    RetireTable by Administrator: Ask::Floor(FloorAsk::RetireTable { .. }),
    RegisterThing by PitManager: Ask::Floor(FloorAsk::RegisterThing { .. }),
    AttestSeal by PitManager: Ask::Floor(FloorAsk::AttestSeal { .. }),
    AttestApproval by PitManager: Ask::Floor(FloorAsk::AttestApproval { .. }),
    PlaceThing by PitManager: Ask::Floor(FloorAsk::PlaceThing { .. }),
    WithdrawThing by PitManager: Ask::Floor(FloorAsk::WithdrawThing { .. }),
    ReportDamage by PitManager: Ask::Floor(FloorAsk::ReportDamage { .. }),
    DeclareSound by PitManager: Ask::Floor(FloorAsk::DeclareSound { .. }),
    InstallThing by PitManager: Ask::Floor(FloorAsk::InstallThing { .. }),
    OpenFloat by PitManager: Ask::Floor(FloorAsk::OpenFloat { .. }),
    Fill by PitManager: Ask::Floor(FloorAsk::Fill { .. }),
    Credit by PitManager: Ask::Floor(FloorAsk::Credit { .. }),
    CloseFloat by PitManager: Ask::Floor(FloorAsk::CloseFloat { .. }),
    CountDrop by PitManager: Ask::Floor(FloorAsk::CountDrop { .. }),
    CorrectCount by PitManager: Ask::Floor(FloorAsk::CorrectCount { .. }),
    Sell by Cashier: Ask::Cage(CageAsk::Sell { .. }),
    LookUp by Cashier: Ask::Cage(CageAsk::LookUp { .. }),
    Redeem by Cashier: Ask::Cage(CageAsk::Redeem { .. }),
    PayOwed by Cashier: Ask::Cage(CageAsk::PayOwed { .. }),
    ReplaceVoucher by Cashier: Ask::Cage(CageAsk::ReplaceVoucher { .. }),
    ApproveReplacement by Cashier: Ask::Cage(CageAsk::ApproveReplacement { .. }),
    Pong by Player: Ask::Pong,
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
    /// The order as the examples have it, for those that ask about nothing the scene knows better.
    pub(crate) fn example(self) -> Option<Order> {
        static ORDERS: LazyLock<Vec<Order>> =
            LazyLock::new(|| examples::of_staff().iter().map(Order::to_wire).collect());
        let is_this = |order: &&Order| {
            let order = Order::clone(order);
            Self::of(&Ask::Run(RunAsk { table: 0, phase: None, order })) == self
        };
        ORDERS.iter().find(is_this).cloned()
    }

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
