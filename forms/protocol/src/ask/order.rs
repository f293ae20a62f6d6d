//! Everything staff can ask of a table.

use taisai_table::{Act, Command};

use super::checked;
use super::setup::LimitsAsk;
use crate::declare::{ask_form, wire_form};
use crate::kind::Phase;
use crate::word::{ApprovalWord, AreaId, Dice, IrregularityWord, ShakerKindWord};

ask_form! {
    /// Something asked of one table by its staff.
    struct RunAsk = checked::RunAsk {
        table: u32,
        /// Where the table stood when it was asked; nothing is done where it has moved on since,
        /// so that a button pressed by two people, or pressed late, does what it said and that
        /// once.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        phase: Option<Phase>,
        order: Order,
    }
}

ask_form! {
    /// Everything staff can ask of a table.
    #[ts(rename = "TableOrder")]
    #[schema(as = TableOrder)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Order = Command {
        /// The dealer who asks takes the shaker over and answers for it.
        TakeShaker = Command::TakeShaker,
        /// A new shift begins.
        StartShift = Command::StartShift,
        /// Brings a shaker to the table.
        InstallShaker {
            shaker: u32, kind: ShakerKindWord, sealed: bool, approvals: Vec<ApprovalWord>,
        } = Command::InstallShaker { shaker, kind, sealed, approvals },
        /// Takes a shaker away, with its dice.
        RemoveShaker { shaker: u32 } = Command::RemoveShaker { shaker },
        /// Takes the dice out of an automated shaker and covers or signs it.
        SetOutOfOrder { shaker: u32 } = Command::SetOutOfOrder { shaker },
        /// Locks three identified dice into a shaker.
        InstallDice { shaker: u32, set: u32, dice: [u32; 3] }
            = Command::InstallDice { shaker, set, dice },
        /// Takes the dice out.
        RemoveDice = Command::RemoveDice,
        /// Attests that these dice were entered and exactly these areas were seen lit.
        InspectDisplay { entered: Dice, seen_lit: Vec<AreaId> }
            = Command::InspectDisplay { entered, seen_lit },
        /// Attests that the shaker in use was operated so often, and tossed the dice properly.
        InspectShaker { tosses: u8 } = Command::InspectShaker { tosses },
        /// Attests every line of the checklist.
        TickChecklist { lines: u8 } = Command::TickChecklist { lines },
        /// Opens the table for play.
        OpenTable = Command::OpenTable,
        /// Tells the players that the table will close after this round.
        AnnounceClosing = Command::AnnounceClosing,
        /// Closes the table.
        CloseTable = Command::CloseTable,
        /// Tells the players of new limits, which hold from the next round on.
        AnnounceLimits { limits: LimitsAsk } = Command::AnnounceLimits(limits),
        /// Lets one player stake more on an area than others, shown by a marker.
        GrantMarker { seat: u16, stake_max: u64 } = Command::GrantMarker { seat, stake_max },
        /// Gives a player chips of a colour of their own, with their value.
        AssignColour { seat: u16, colour: u8, value: u64 }
            = Command::AssignColour { seat, colour, value },
        /// Keeps a player from the game.
        Exclude { player: u64, reason: String } = Command::Exclude { player, reason },
        /// Gives notice that bets may be placed.
        OpenBetting = Command::OpenBetting,
        /// Gives more time to bet.
        ExtendBetting = Command::ExtendBetting,
        /// Announces no more bets.
        CallNoMoreBets = Command::CallNoMoreBets,
        /// Chooses the player who will activate the shaker.
        SelectPlayer { seat: u16 } = Command::SelectPlayer { seat },
        /// Shakes or tumbles the dice.
        Shake { times: u8 } = Command::Shake { times },
        /// Takes the cover off, or sees the dice come to rest.
        Reveal = Command::Reveal,
        /// Puts the cover back on the shaker.
        CoverShaker = Command::CoverShaker,
        /// Enters what the dice show; it does not count yet.
        EnterDice { dice: Dice } = Command::EnterDice(dice),
        /// Takes the entry back.
        ReenterDice = Command::ReenterDice,
        /// Confirms the entry.
        ConfirmDice { dice: Dice } = Command::ConfirmDice(dice),
        /// Collects every losing bet.
        Collect = Command::Collect,
        /// Pays every winning bet.
        Pay = Command::Pay,
        /// Clears the lights and ends the round.
        Clear = Command::Clear,
        /// Calls an irregularity of the round in play; the rule book says what follows.
        CallIrregularity { what: IrregularityWord, reason: String }
            = Command::CallIrregularity { what, reason },
        /// A superior attests to be present while the dealer settles by hand.
        AttestPresence = Command::AttestPresence,
        /// Attests that what failed is repaired.
        AttestRepair = Command::AttestRepair,
        /// Proposes what two people must agree on.
        Propose { act: ActAsk } = Command::Propose(act),
        /// Agrees to a proposal.
        Approve { proposal: u32 } = Command::Approve(proposal),
        /// Takes a proposal back, or turns it down.
        Withdraw { proposal: u32 } = Command::Withdraw(proposal),
    }
}

wire_form! {
    /// What takes two people at a table; as it is asked, and as it is shown while it waits.
    #[ts(rename = "Act")]
    #[schema(as = Act)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum ActAsk = Act {
        /// Makes rounds void: every stake goes back, and what was paid is taken back.
        VoidRounds { rounds: Vec<u64>, what: IrregularityWord, reason: String }
            = Act::VoidRounds { rounds, what, reason },
        /// Settles a round again by what the dice really showed.
        CorrectRound { round: u64, dice: Dice, reason: String }
            = Act::CorrectRound { round, roll: dice, reason },
        /// Makes one player's bets of the round in play void.
        VoidBets { seat: u16, reason: String } = Act::VoidBets { seat, reason },
        /// Says what the dice showed when the machine stopped.
        StateDice { dice: Dice } = Act::StateDice { roll: dice },
        /// Lets the bets stand and the dice be shaken again.
        Reshake { what: IrregularityWord, reason: String } = Act::Reshake { what, reason },
        /// Decides that the round goes on as it is.
        GoOn { what: IrregularityWord, reason: String } = Act::GoOn { what, reason },
        /// Gives a player whose terminal was taken away their seat back at another terminal, which
        /// stands at that seat now: two people have identified them.
        HandOverSeat { seat: u16, player: u64, terminal: u32, reason: String }
            = Act::HandOverSeat { seat, player, terminal, reason },
    }
}
