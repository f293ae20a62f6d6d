//! Everything that can be asked of a table, sorted by who may ask it.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};

use taisai_rules::{Approval, Area, Bet, Irregularity, LineId, Role, Roll, ShakerKind, Stake};

use crate::case::{Case, CaseRuling, Dispute};
use crate::config::{Limits, Times};
use crate::edition::Offer;
use crate::event::ShakerFacts;
use crate::ids::{
    CaseId, DiceSetId, DieId, DisplayId, PlayerId, ProposalId, RequestId, RoundNumber, SeatNumber,
    SessionId, ShakerId, StaffId, VoucherId,
};
use crate::money::Money;
use crate::named::named;
use crate::pledge::OwnLimits;
use crate::round::PastRound;
use crate::text::Reason;
use crate::time::Time;

/// A command, and what makes it one request and not two.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Request {
    /// The log-in it came through.
    pub session: SessionId,
    /// Its number; each asker counts upwards. The same number again gets the first answer.
    pub id: RequestId,
    /// The round it is meant for; refused in any other. Commands outside rounds name none.
    pub round: Option<RoundNumber>,
    /// What is asked, and by whom.
    pub command: Command,
}

/// What is asked of a table, and by whom: what somebody can never ask cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// By a player's terminal.
    Seat(SeatNumber, SeatCommand),
    /// By a member of staff.
    Staff(StaffId, StaffCommand),
    /// By a member of staff for whom the floor answers: it has checked their right, and they need
    /// not work at this table.
    Floor(StaffId, HouseCommand),
    /// By the machine around the table.
    Host(HostCommand),
}

impl Command {
    /// What a player asks.
    pub fn seat(seat: SeatNumber, command: impl Into<SeatCommand>) -> Self {
        Self::Seat(seat, command.into())
    }

    /// What a member of staff asks.
    pub fn staff(staff: StaffId, command: impl Into<StaffCommand>) -> Self {
        Self::Staff(staff, command.into())
    }

    /// Who asks.
    pub const fn asker(&self) -> Asker {
        match self {
            Self::Seat(seat, _) => Asker::Seat(*seat),
            Self::Staff(staff, _) => Asker::Staff(*staff),
            Self::Floor(staff, _) => Asker::Floor(*staff),
            Self::Host(_) => Asker::Host,
        }
    }
}

/// Who asks is not hashed: requests are known within what their asker has asked before.
impl Hash for Command {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Self::Seat(_, command) => command.hash(state),
            Self::Staff(_, command) => command.hash(state),
            Self::Floor(_, command) => command.hash(state),
            Self::Host(command) => command.hash(state),
        }
    }
}

/// Who asks something of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asker {
    /// A player's terminal.
    Seat(SeatNumber),
    /// A member of staff.
    Staff(StaffId),
    /// The machine around the table: clock, random dice, cage and floor.
    Host,
    /// A member of staff for whom the floor answers.
    Floor(StaffId),
}

/// Declares commands, each with its code. Journals have the digests of requests, which are made
/// from these codes: a code never changes, and a new command takes one that none ever had,
/// from 115 on.
macro_rules! commands {
    ($(
        $(#[$about:meta])*
        enum $name:ident {
            $(
                $(#[$means:meta])*
                $variant:ident
                $({ $($field:ident: $type:ty),+ })?
                $(( $inner:ident: $inner_type:ty ))?
                $(= $code:literal)?
            ,)+
        }
    )+) => { $(
        $(#[$about])*
        #[allow(missing_docs, reason = "the sentence of a command says what its fields are")]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $( $(#[$means])* $variant $({ $($field: $type),+ })? $(( $inner_type ))?, )+
        }

        impl $name {
            /// The name of every command, groups of others among them, as declared.
            pub const NAMES: &[&str] = &[$(stringify!($variant)),+];

            /// The name of its variant.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => stringify!($variant),)+ }
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                match self {
                    $(Self::$variant $({ $($field),+ })? $(( $inner ))? => {
                        $( isize::hash(&$code, state); )?
                        $( $( $field.hash(state); )+ )?
                        $( $inner.hash(state); )?
                    })+
                }
            }
        }
    )+ };
}

commands! {
    /// What a player does at the seat.
    enum SeatCommand {
        /// Takes the seat; a player who is on the staff of the house says so.
        Sit { player: PlayerId, staff: Option<StaffId> } = 16,
        /// Takes the seat and turns a voucher into credit there: both or neither.
        SitAndBuyIn {
            player: PlayerId, staff: Option<StaffId>, voucher: VoucherId, amount: Money
        } = 17,
        /// Turns a voucher into credit.
        BuyIn { voucher: VoucherId, amount: Money } = 18,
        /// Turns credit into a voucher.
        CashOut { voucher: VoucherId, amount: Money } = 19,
        /// Leaves the seat; no credit and no bet may be left on it.
        Leave = 20,
        /// Turns all of the credit into a voucher and leaves the seat: both or neither.
        CashOutAndLeave { voucher: VoucherId, amount: Money } = 21,
        /// Sets the player's own limits; a looser one holds after a day.
        SetOwnLimits(wish: OwnLimits) = 26,
        /// Bets, and the shaker where players activate it.
        Bet(bet: BetCommand),
    }

    /// What a player does in a round; each is done whole or not at all.
    enum BetCommand {
        /// Adds stakes to areas.
        PlaceBets(bets: Vec<Bet>) = 30,
        /// Takes whole bets back.
        TakeDown(areas: Vec<Area>) = 31,
        /// Takes every bet back.
        ClearBets = 32,
        /// Places the bets of the player's last round again.
        RepeatBets = 33,
        /// Doubles every bet.
        DoubleBets = 34,
        /// Takes the last change back.
        UndoBets = 35,
        /// Activates the shaker, where the player was selected to; the dice tumble so many times.
        Shake { times: u8 } = 40,
    }

    /// What staff ask of a table at which they work, by its subject.
    enum StaffCommand {
        /// Shakers, dice, the display.
        Equipment(command: EquipmentCommand),
        /// The table's day.
        Day(command: DayCommand),
        /// One player.
        Players(command: PlayersCommand),
        /// The round in play.
        Round(command: RoundCommand),
        /// Irregularities, and what takes two people.
        Ruling(command: RulingCommand),
        /// What somebody disputes.
        Case(command: CaseCommand),
    }

    /// Shakers, dice, the display and their inspections. Code 9 was an inspection in which people
    /// said what their own screen had shown; it is never given again.
    enum EquipmentCommand {
        /// Brings a shaker to the table.
        InstallShaker {
            shaker: ShakerId, kind: ShakerKind, sealed: bool, approvals: Vec<Approval>
        } = 4,
        /// Takes a shaker away, with its dice.
        RemoveShaker { shaker: ShakerId } = 5,
        /// Takes the dice out of an automated shaker and covers or signs it.
        SetOutOfOrder { shaker: ShakerId } = 6,
        /// Locks three identified dice into a shaker.
        InstallDice { shaker: ShakerId, set: DiceSetId, dice: [DieId; 3] } = 7,
        /// Takes the dice out.
        RemoveDice = 8,
        /// Attests that the shaker in use was operated so often, and tossed the dice properly.
        InspectShaker { tosses: u8 } = 10,
        /// Attested every line of the checklist at once, before they were attested one by one; no
        /// longer accepted.
        TickChecklist { lines: u8 } = 11,
        /// Attests that what failed is repaired.
        AttestRepair = 52,
        /// Enters a trial roll: every display of the table lights its winning areas.
        TryDisplay { entered: Roll } = 97,
        /// Says whether the display lit exactly the areas that win by the trial roll.
        JudgeDisplay { lit: bool } = 98,
        /// Attests that what these lines of the checklist say was seen.
        AttestLines { lines: Vec<LineId> } = 81,
    }

    /// The table's day.
    enum DayCommand {
        /// The dealer who asks takes the shaker over and answers for it.
        TakeShaker = 2,
        /// A new shift begins.
        StartShift = 3,
        /// Opens the table for play.
        OpenTable = 12,
        /// Tells the players that the table will close after this round.
        AnnounceClosing = 13,
        /// Closes the table.
        CloseTable = 14,
        /// Tells the players of new limits, which hold from the next round on.
        AnnounceLimits(limits: Limits) = 15,
        /// The person who answers for the shaker gives it up.
        LeaveShaker = 70,
    }

    /// What staff do about one player.
    enum PlayersCommand {
        /// Lets one player stake more on an area than others, shown by a marker.
        GrantMarker { seat: SeatNumber, stake_max: Stake } = 25,
        /// Gives a player chips of a colour of their own, with their value.
        AssignColour { seat: SeatNumber, colour: u8, value: Stake } = 27,
        /// Keeps a player from the game.
        Exclude { player: PlayerId, reason: Reason } = 29,
        /// Lets players sit down again at the seat of somebody who was kept from the game.
        ReleaseSeat { seat: SeatNumber } = 72,
        /// Lets a player back to the game.
        LiftExclusion { player: PlayerId, reason: Reason } = 73,
        /// Frees a place at a felt table: its player leaves.
        FreePlace { seat: SeatNumber } = 111,
        /// Takes back the chips of a player's colour, all that are out.
        TakeColourBack { seat: SeatNumber } = 112,
        /// Records what chips of the player at a place lie on the layout, all of them: what was
        /// recorded in this round before is replaced, and nothing at all takes it back.
        RecordChips { seat: SeatNumber, bets: Vec<Bet> } = 113,
    }

    /// The steps of a round.
    enum RoundCommand {
        /// Gives notice that bets may be placed.
        OpenBetting = 36,
        /// Gives more time to bet.
        ExtendBetting = 37,
        /// Announces no more bets.
        CallNoMoreBets = 38,
        /// Chooses the player who will activate the shaker.
        SelectPlayer { seat: SeatNumber } = 39,
        /// Activates the shaker once; the dice tumble so many times.
        Shake { times: u8 } = 40,
        /// Takes the cover off, or sees the dice come to rest.
        Reveal = 41,
        /// Puts the cover back on the shaker.
        CoverShaker = 42,
        /// Enters what the dice show; it does not count yet.
        EnterDice(roll: Roll) = 43,
        /// Takes the entry back.
        ReenterDice = 44,
        /// Confirms the entry.
        ConfirmDice(roll: Roll) = 45,
        /// Collects every losing bet.
        Collect = 47,
        /// Pays every winning bet.
        Pay = 48,
        /// Clears the lights and ends the round.
        Clear = 49,
    }

    /// What is done when something goes wrong.
    enum RulingCommand {
        /// Calls an irregularity of the round in play; the rule book says what follows.
        CallIrregularity { what: Irregularity, reason: Reason } = 50,
        /// A superior attests to be present while the dealer settles by hand.
        AttestPresence = 51,
        /// Proposes what two people must agree on.
        Propose(act: Act) = 53,
        /// Agrees to a proposal.
        Approve(proposal: ProposalId) = 54,
        /// Takes a proposal back, or turns it down.
        Withdraw(proposal: ProposalId) = 55,
    }

    /// What is done about a dispute, also between rounds and while the table is closed. What moves
    /// money is proposed, as [`Act::DecideCase`].
    enum CaseCommand {
        /// Opens a case.
        OpenCase(dispute: Dispute) = 100,
        /// Notes something in an open case.
        NoteCase { case: CaseId, note: Reason } = 101,
        /// Decides that everything stands as it is.
        LetStand { case: CaseId, reason: Reason } = 102,
        /// Opens a decided case again, because an authority asked for a review.
        ReopenCase { case: CaseId, authority: Reason, reference: Reason, reason: Reason } = 103,
    }

    /// What the house asks: for a member of staff whose right the floor has checked, or by itself.
    enum HouseCommand {
        /// Lets a member of staff work here, in a role the floor has granted.
        AssignStaff { staff: StaffId, role: Role } = 0,
        /// Ends it at once.
        ReleaseStaff { staff: StaffId } = 1,
        /// Hands a player who has left what is still owed to them, as a voucher. The voucher was
        /// made out before; if the amount is another by now, nothing is paid.
        PayOwed { player: PlayerId, voucher: VoucherId, amount: Money } = 28,
        /// Locks three dice into a shaker that the floor has lent, with the time of the first use
        /// of each that was used before. Whoever asks works here.
        InstallLentDice {
            shaker: ShakerId, set: DiceSetId, dice: [DieId; 3], first_used: [Option<Time>; 3]
        } = 85,
        /// Brings a shaker that the floor has lent, as its register has it. Whoever asks works
        /// here.
        InstallLentShaker {
            shaker: ShakerId, kind: ShakerKind, sealed: bool, approvals: Vec<Approval>
        } = 86,
        /// Gives a place at a felt table to a player whom the floor has admitted. Whoever asks
        /// works here.
        GivePlace { seat: SeatNumber, player: PlayerId } = 110,
    }

    /// What only the machine around the table asks: clock, random dice, cage and floor.
    enum HostCommand {
        /// The same as by staff: a configuration that was changed is told to the players, too.
        AnnounceLimits(limits: Limits) = 15,
        /// The terminal no longer answers.
        LoseSeat { seat: SeatNumber } = 22,
        /// The terminal answers again.
        ReturnSeat { seat: SeatNumber } = 23,
        /// The player of a seat sat down at this terminal, before seats knew theirs.
        BindSeat { seat: SeatNumber, terminal: SessionId } = 24,
        /// Records a roll drawn by the random dice.
        RecordRoll(roll: Roll) = 46,
        /// Time has passed.
        Tick = 56,
        /// The table was started again from its journal.
        Restart = 57,
        /// Hands the table a settled round that it no longer keeps, as its journal proves it, with
        /// what the house bears for the players who had bets in it.
        RecallRound { round: PastRound, borne: BTreeMap<PlayerId, Money> } = 66,
        /// The log-in of a member of staff is over: they answer for the shaker no longer.
        EndCustody { staff: StaffId } = 71,
        /// What the floor asks, by itself.
        House(command: HouseCommand),
        /// Names the approval that allows a table of real money outside its document, or says that
        /// there is none.
        NameApproval { allowed_by: Option<Reason> } = 80,
        /// A display of the table answers.
        ConnectDisplay { display: DisplayId } = 95,
        /// A display answers no longer, or was taken away.
        LoseDisplay { display: DisplayId } = 96,
        /// Says which edition and which times the house's configuration names for the table.
        OfferEdition(offer: Offer) = 114,
        /// By the house's clock, a shift began at this time.
        BeginShift { began: Time } = 82,
        /// Hands the table a decided case that it no longer keeps, as its journal proves it.
        RecallCase { case: CaseId, file: Case } = 104,
        /// Tells the table what the floor's register says of what stands here: its shakers, those
        /// of its dice that are damaged, and whether another table says it has any of it.
        FollowRegister {
            shakers: Vec<ShakerFacts>, damaged: Vec<DieId>, disputed: bool
        } = 87,
    }
}

/// Declares what a command is one of.
macro_rules! within {
    ($($inner:ident => $outer:ident::$variant:ident;)+) => { $(
        impl From<$inner> for $outer {
            fn from(command: $inner) -> Self {
                Self::$variant(command)
            }
        }
    )+ };
}

within! {
    BetCommand => SeatCommand::Bet;
    EquipmentCommand => StaffCommand::Equipment;
    DayCommand => StaffCommand::Day;
    PlayersCommand => StaffCommand::Players;
    RoundCommand => StaffCommand::Round;
    RulingCommand => StaffCommand::Ruling;
    CaseCommand => StaffCommand::Case;
    HouseCommand => HostCommand::House;
    HostCommand => Command::Host;
}

named! {
    /// What takes two people.
    #[expect(missing_docs, reason = "the sentence of an act says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum Act {
        /// Makes rounds void: every stake goes back, and what was paid is taken back.
        VoidRounds { rounds: Vec<RoundNumber>, what: Irregularity, reason: Reason },
        /// Settles a round again by what the dice really showed.
        CorrectRound { round: RoundNumber, roll: Roll, reason: Reason },
        /// Makes one player's bets of the round in play void.
        VoidBets { seat: SeatNumber, reason: Reason },
        /// As [`Self::AttestDice`] was asked before it took a reason; no longer agreed to.
        StateDice { roll: Roll },
        /// Lets the bets stand and the dice be shaken again.
        Reshake { what: Irregularity, reason: Reason },
        /// Decides that the round goes on as it is.
        GoOn { what: Irregularity, reason: Reason },
        /// Gives a player whose terminal is gone their seat back at another one: two people have
        /// identified them.
        HandOverSeat { seat: SeatNumber, player: PlayerId, terminal: SessionId, reason: Reason },
        /// Says what the dice showed when the machine stopped, and how that is known.
        AttestDice { roll: Roll, reason: Reason },
        /// Makes one player's bets of a settled round void: their stakes go back, and what they won
        /// is taken back.
        VoidPastBets { round: RoundNumber, seat: SeatNumber, reason: Reason },
        /// Finds that what was called did not happen: the round goes on as if nobody had called it.
        CallMistaken { what: Irregularity, reason: Reason },
        /// Decides a case.
        DecideCase { case: CaseId, ruling: CaseRuling, reason: Reason },
        /// Moves the table, between rounds, from one edition of its rule book to another that the
        /// configuration names, and to these times. The editions are named by their fingerprints;
        /// they are the same where only the times change.
        MoveTable { from: [u8; 32], to: [u8; 32], times: Times, reason: Reason },
    }
}

impl Act {
    /// The rounds it names.
    pub fn rounds(&self) -> &[RoundNumber] {
        match self {
            Self::VoidRounds { rounds, .. } => rounds,
            Self::DecideCase { ruling, .. } => ruling.round().map_or(&[], std::slice::from_ref),
            Self::CorrectRound { round, .. } | Self::VoidPastBets { round, .. } => {
                std::slice::from_ref(round)
            }
            Self::VoidBets { .. }
            | Self::StateDice { .. }
            | Self::AttestDice { .. }
            | Self::Reshake { .. }
            | Self::GoOn { .. }
            | Self::CallMistaken { .. }
            | Self::MoveTable { .. }
            | Self::HandOverSeat { .. } => &[],
        }
    }
}
