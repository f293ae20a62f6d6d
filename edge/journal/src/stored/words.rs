//! Stored forms of the closed lists of words.

use taisai_rules as rules;
use taisai_table as table;
use taisai_table::table as life;

use crate::stored::Shape;

stored_words! { rules::Role { Dealer, Floorperson, Supervisor, PitManager, ShiftManager, } }
stored_words! {
    rules::ShakerKind { Manual, AutomatedCovered, AutomatedUncovered, PlayerActivated, }
}
stored_words! {
    rules::Approval { Table, Layout, Display, Shaker, ShakerProcedure, ShakerPlace, Dice, }
}
stored_words! {
    rules::Irregularity {
        DiceNotFlat,
        TooFewShakes,
        DiceExposed,
        DieBroken,
        DiceDamaged,
        ShakerFailed,
        DisplayFailed,
        Interruption,
        TerminalLost,
        WrongEntry,
        LateError,
        Disturbance,
        Impracticable,
        Contravention,
        Dispute,
        Uncovered,
    }
}
stored_words! {
    rules::Remedy {
        VoidRound,
        VoidAffectedRounds,
        Reshake,
        SettleByHand,
        ResultStands,
        ConcludeOrVoid,
        RegisteredStand,
        Correct,
        LaterRoundsStand,
        VoidBets,
        MayVoid,
        Ruling,
    }
}
stored_words! {
    rules::Family {
        Small,
        Big,
        Even,
        Odd,
        AnyTriple,
        Single,
        Double,
        Triple,
        Total,
        Domino,
        Four,
        ThreeSingles,
        DoubleWithSingle,
    }
}
stored_words! { table::TableKind { Electronic, Felt, } }
stored_words! { table::Run { Dealer, Automatic, } }
stored_words! { table::DiceSource { Physical, Random, } }
stored_words! { rules::NoMoreBets { BeforeShake, BeforeReveal, } }
stored_words! { life::Life { Closed, Open, Closing, Suspended, } }
stored_words! { table::BetMove { Placed, TakenDown, Cleared, Repeated, Doubled, Undone, } }
stored_words! { table::RecordStanding { Valid, VoidInPlay, VoidAfterPaid, } }

pub(crate) const SHAPES: &[Shape] = &[
    Role::SHAPE,
    ShakerKind::SHAPE,
    Approval::SHAPE,
    Irregularity::SHAPE,
    Remedy::SHAPE,
    Family::SHAPE,
    TableKind::SHAPE,
    Run::SHAPE,
    DiceSource::SHAPE,
    BetMove::SHAPE,
    NoMoreBets::SHAPE,
    Life::SHAPE,
    RecordStanding::SHAPE,
];
