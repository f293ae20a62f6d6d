//! Everything staff can ask of a table.

use taisai_table::{
    Act, CaseCommand, CaseRuling, DayCommand, Dispute, EquipmentCommand, PlayersCommand,
    RoundCommand, RulingCommand, StaffCommand,
};

use super::ChipsLaid;
use super::checked;
use super::setup::{LimitsAsk, Times};
use crate::declare::{ask_form, wire_form};
use crate::kind::Phase;
use crate::word::{ApprovalWord, Dice, IrregularityWord, ShakerKindWord};

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

wire_form! {
    /// Everything staff can ask of a table.
    #[ts(rename = "TableOrder")]
    #[schema(as = TableOrder)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum Order = StaffCommand {
        /// The dealer who asks takes the shaker over and answers for it.
        TakeShaker = StaffCommand::Day(DayCommand::TakeShaker),
        /// Whoever answers for the shaker gives it up; a round in play waits for the next one.
        LeaveShaker = StaffCommand::Day(DayCommand::LeaveShaker),
        /// A new shift begins.
        StartShift = StaffCommand::Day(DayCommand::StartShift),
        /// Brings a shaker to the table.
        InstallShaker {
            shaker: u32, kind: ShakerKindWord, sealed: bool, approvals: Vec<ApprovalWord>,
        }
            = StaffCommand::Equipment(EquipmentCommand::InstallShaker {
                shaker, kind, sealed, approvals
            }),
        /// Takes a shaker away, with its dice.
        RemoveShaker { shaker: u32 }
            = StaffCommand::Equipment(EquipmentCommand::RemoveShaker { shaker }),
        /// Takes the dice out of an automated shaker and covers or signs it.
        SetOutOfOrder { shaker: u32 }
            = StaffCommand::Equipment(EquipmentCommand::SetOutOfOrder { shaker }),
        /// Locks three identified dice into a shaker.
        InstallDice { shaker: u32, set: u32, dice: [u32; 3] }
            = StaffCommand::Equipment(EquipmentCommand::InstallDice { shaker, set, dice }),
        /// Takes the dice out.
        RemoveDice = StaffCommand::Equipment(EquipmentCommand::RemoveDice),
        /// Enters a trial roll: every display of the table lights its winning areas.
        TryDisplay { entered: Dice }
            = StaffCommand::Equipment(EquipmentCommand::TryDisplay { entered }),
        /// Says whether the display lit exactly the areas that win by the trial roll.
        JudgeDisplay { lit: bool }
            = StaffCommand::Equipment(EquipmentCommand::JudgeDisplay { lit }),
        /// Attests that the shaker in use was operated so often, and tossed the dice properly.
        InspectShaker { tosses: u8 }
            = StaffCommand::Equipment(EquipmentCommand::InspectShaker { tosses }),
        /// No longer accepted: the lines of the checklist are attested one by one.
        TickChecklist { lines: u8 }
            = StaffCommand::Equipment(EquipmentCommand::TickChecklist { lines }),
        /// Attests that what these lines of the checklist say was seen.
        AttestLines { lines: Vec<String> }
            = StaffCommand::Equipment(EquipmentCommand::AttestLines { lines }),
        /// Opens the table for play.
        OpenTable = StaffCommand::Day(DayCommand::OpenTable),
        /// Tells the players that the table will close after this round.
        AnnounceClosing = StaffCommand::Day(DayCommand::AnnounceClosing),
        /// Closes the table.
        CloseTable = StaffCommand::Day(DayCommand::CloseTable),
        /// Tells the players of new limits, which hold from the next round on.
        AnnounceLimits { limits: LimitsAsk }
            = StaffCommand::Day(DayCommand::AnnounceLimits(limits)),
        /// Lets one player stake more on an area than others, shown by a marker.
        GrantMarker { seat: u16, stake_max: u64 }
            = StaffCommand::Players(PlayersCommand::GrantMarker { seat, stake_max }),
        /// Gives a player chips of a colour of their own, with their value.
        AssignColour { seat: u16, colour: u8, value: u64 }
            = StaffCommand::Players(PlayersCommand::AssignColour { seat, colour, value }),
        /// Keeps a player from the game.
        Exclude { player: u64, reason: String }
            = StaffCommand::Players(PlayersCommand::Exclude { player, reason }),
        /// Lets players sit down again at the seat of somebody who was kept from the game.
        ReleaseSeat { seat: u16 } = StaffCommand::Players(PlayersCommand::ReleaseSeat { seat }),
        /// Lets a player back to the game.
        LiftExclusion { player: u64, reason: String }
            = StaffCommand::Players(PlayersCommand::LiftExclusion { player, reason }),
        /// Frees a place at a felt table: its player leaves.
        FreePlace { seat: u16 } = StaffCommand::Players(PlayersCommand::FreePlace { seat }),
        /// Takes back the chips of a player's colour, all that are out.
        TakeColourBack { seat: u16 }
            = StaffCommand::Players(PlayersCommand::TakeColourBack { seat }),
        /// Records what chips of the player at a place lie on the layout, all of them: what was
        /// recorded in this round before is replaced, and nothing at all takes it back.
        RecordChips { seat: u16, bets: ChipsLaid }
            = StaffCommand::Players(PlayersCommand::RecordChips { seat, bets }),
        /// Gives notice that bets may be placed.
        OpenBetting = StaffCommand::Round(RoundCommand::OpenBetting),
        /// Gives more time to bet.
        ExtendBetting = StaffCommand::Round(RoundCommand::ExtendBetting),
        /// Announces no more bets.
        CallNoMoreBets = StaffCommand::Round(RoundCommand::CallNoMoreBets),
        /// Chooses the player who will activate the shaker.
        SelectPlayer { seat: u16 } = StaffCommand::Round(RoundCommand::SelectPlayer { seat }),
        /// Activates the shaker once; the dice tumble so many times. Too few are recorded, and the
        /// rule book says what follows.
        Shake { times: u8 } = StaffCommand::Round(RoundCommand::Shake { times }),
        /// Takes the cover off, or sees the dice come to rest.
        Reveal = StaffCommand::Round(RoundCommand::Reveal),
        /// Puts the cover back on the shaker.
        CoverShaker = StaffCommand::Round(RoundCommand::CoverShaker),
        /// Enters what the dice show; it does not count yet.
        EnterDice { dice: Dice } = StaffCommand::Round(RoundCommand::EnterDice(dice)),
        /// Takes the entry back.
        ReenterDice = StaffCommand::Round(RoundCommand::ReenterDice),
        /// Confirms the entry.
        ConfirmDice { dice: Dice } = StaffCommand::Round(RoundCommand::ConfirmDice(dice)),
        /// Collects every losing bet.
        Collect = StaffCommand::Round(RoundCommand::Collect),
        /// Pays every winning bet.
        Pay = StaffCommand::Round(RoundCommand::Pay),
        /// Clears the lights and ends the round.
        Clear = StaffCommand::Round(RoundCommand::Clear),
        /// Calls an irregularity of the round in play; the rule book says what follows.
        CallIrregularity { what: IrregularityWord, reason: String }
            = StaffCommand::Ruling(RulingCommand::CallIrregularity { what, reason }),
        /// A superior attests to be present while the dealer settles by hand.
        AttestPresence = StaffCommand::Ruling(RulingCommand::AttestPresence),
        /// Attests that what failed is repaired.
        AttestRepair = StaffCommand::Equipment(EquipmentCommand::AttestRepair),
        /// Proposes what two people must agree on.
        Propose { act: ActAsk } = StaffCommand::Ruling(RulingCommand::Propose(act)),
        /// Agrees to a proposal.
        Approve { proposal: u32 } = StaffCommand::Ruling(RulingCommand::Approve(proposal)),
        /// Takes a proposal back, or turns it down.
        Withdraw { proposal: u32 } = StaffCommand::Ruling(RulingCommand::Withdraw(proposal)),
        /// Opens a case about what somebody disputes, at any time.
        OpenCase {
            about: IrregularityWord,
            what: String,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            round: Option<u64>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            seat: Option<u16>,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            player: Option<u64>,
            /// Where to look on the recording: a camera and a time.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            recording: Option<String>,
        }
            = StaffCommand::Case(CaseCommand::OpenCase(Dispute {
                about, what, round, seat, player, recording
            })),
        /// Notes something in an open case.
        NoteCase { case: u32, note: String }
            = StaffCommand::Case(CaseCommand::NoteCase { case, note }),
        /// Decides a case: everything stands as it is.
        LetStand { case: u32, reason: String }
            = StaffCommand::Case(CaseCommand::LetStand { case, reason }),
        /// Opens a decided case again, because an authority asked for a review.
        ReopenCase { case: u32, authority: String, reference: String, reason: String }
            = StaffCommand::Case(CaseCommand::ReopenCase { case, authority, reference, reason }),
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
        /// Makes one player's bets of the round in play void, at any moment of it.
        VoidBets { seat: u16, reason: String } = Act::VoidBets { seat, reason },
        /// As `attest_dice` was asked before it took a reason; the table no longer agrees to it.
        StateDice { dice: Dice } = Act::StateDice { roll: dice },
        /// Lets the bets stand and the dice be shaken again.
        Reshake { what: IrregularityWord, reason: String } = Act::Reshake { what, reason },
        /// Decides that the round goes on as it is.
        GoOn { what: IrregularityWord, reason: String } = Act::GoOn { what, reason },
        /// Gives a player whose terminal was taken away their seat back at another terminal, which
        /// stands at that seat now: two people have identified them.
        HandOverSeat { seat: u16, player: u64, terminal: u32, reason: String }
            = Act::HandOverSeat { seat, player, terminal, reason },
        /// Says what the dice showed when the machine stopped, and how that is known.
        AttestDice { dice: Dice, reason: String } = Act::AttestDice { roll: dice, reason },
        /// Makes one player's bets of a settled round void: their stakes go back, and what they
        /// won is taken back.
        VoidPastBets { round: u64, seat: u16, reason: String }
            = Act::VoidPastBets { round, seat, reason },
        /// Finds that what was called did not happen, so that nothing is void: the round goes on.
        CallMistaken { what: IrregularityWord, reason: String }
            = Act::CallMistaken { what, reason },
        /// Decides a case; it is done together with what the decision comes to.
        DecideCase { case: u32, ruling: CaseRulingAsk, reason: String }
            = Act::DecideCase { case, ruling, reason },
        /// Moves the table, between rounds, from one edition of its rule book to another that the
        /// configuration names, and to these times; where only the times change, both fingerprints
        /// are the same.
        MoveTable { from: String, to: String, times: Times, reason: String }
            = Act::MoveTable { from, to, times, reason },
    }
}

wire_form! {
    /// How a case is decided; as it is asked, and as it is shown.
    #[ts(rename = "CaseRuling")]
    #[schema(as = CaseRuling)]
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum CaseRulingAsk = CaseRuling {
        /// Everything stands as it is.
        Stand = CaseRuling::Stand,
        /// The house pays so much to one player, for their bets of a round.
        PayBet { round: u64, seat: u16, player: u64, amount: u64 }
            = CaseRuling::PayBet { round, seat, player, amount },
        /// The house takes so much from one player, for their bets of a round.
        TakeBet { round: u64, seat: u16, player: u64, amount: u64 }
            = CaseRuling::TakeBet { round, seat, player, amount },
        /// One player's bets of a round are void, in play or settled.
        VoidBets { round: u64, seat: u16 } = CaseRuling::VoidBets { round, seat },
        /// The round is void.
        VoidRound { round: u64 } = CaseRuling::VoidRound { round },
        /// The round is settled again by what the dice really showed.
        CorrectRound { round: u64, dice: Dice } = CaseRuling::CorrectRound { round, roll: dice },
        /// So much is paid by hand, where the table is played with chips.
        PayChips { amount: u64 } = CaseRuling::PayChips { amount },
        /// So much is taken back by hand, where the table is played with chips.
        TakeChips { amount: u64 } = CaseRuling::TakeChips { amount },
    }
}
