//! What happens to the table itself: its staff, its equipment, its day.

use taisai_rules::{Approval, LineId, Role, Roll, ShakerKind};

use crate::config::{Config, Limits, Times};
use crate::edition::{Edition, Offer};
use crate::ids::{DiceSetId, DieId, DisplayId, RoundNumber, ShakerId, StaffId};
use crate::named::named;
use crate::text::Reason;
use crate::time::Time;

named! {
    /// What happens to those who work at the table.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum StaffEvent {
        /// A member of staff works here now.
        StaffAssigned { staff: StaffId, role: Role },
        /// A member of staff works here no longer.
        StaffReleased { staff: StaffId },
        /// A dealer answers for the shaker.
        ShakerTaken { dealer: StaffId },
        /// A shift began.
        ShiftStarted { by: StaffId },
        /// A dealer answers for the shaker no longer; nobody does until somebody takes it over.
        ShakerLeft { dealer: StaffId },
        /// By the house's clock, a shift began at this time.
        ShiftBegun { began: Time },
    }

    /// What happens to shakers, dice and display.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum EquipmentEvent {
        /// A shaker came to the table.
        ShakerInstalled {
            shaker: ShakerId,
            kind: ShakerKind,
            sealed: bool,
            approvals: Vec<Approval>,
            by: StaffId,
        },
        /// A shaker left the table.
        ShakerRemoved { shaker: ShakerId, by: StaffId },
        /// A shaker was emptied and covered or signed.
        ShakerOutOfOrder { shaker: ShakerId, by: StaffId },
        /// Dice were locked into a shaker.
        DiceInstalled {
            shaker: ShakerId,
            set: DiceSetId,
            dice: [DieId; 3],
            expire: Option<Time>,
            by: StaffId,
        },
        /// The dice were taken out.
        DiceRemoved { set: DiceSetId, by: StaffId },
        /// The display was seen to light what it should.
        DisplayInspected { entered: Roll, by: StaffId },
        /// The shaker was seen to toss as it should.
        ShakerInspected { shaker: ShakerId, tosses: u8, by: StaffId },
        /// Every line of the checklist was ticked at once, before they were attested one by one.
        ChecklistTicked { lines: u8, by: StaffId },
        /// The cover is on the shaker.
        ShakerCovered { by: StaffId },
        /// Play stopped until what failed is repaired and inspected.
        TableSuspended,
        /// What failed is repaired.
        RepairAttested { by: StaffId },
        /// A display of the table answers.
        DisplayConnected { display: DisplayId },
        /// A display answers no longer, or was taken away.
        DisplayLost { display: DisplayId },
        /// The displays light the winning areas of a trial roll, until then at most.
        DisplayTried { entered: Roll, until: Time, by: StaffId },
        /// The display was seen to light something else: it has failed.
        DisplayDenied { entered: Roll, by: StaffId },
        /// Nobody said in time what the display lit.
        TrialLapsed,
        /// These dice are broken or damaged, and not used again.
        DiceMarkedDamaged { dice: Vec<DieId> },
        /// The shaker failed: what was seen of it before counts no longer.
        ShakerToInspect { shaker: ShakerId },
        /// What these lines of the checklist say was seen.
        LinesAttested { lines: Vec<LineId>, by: StaffId },
        /// Dice from the floor's register were locked into a shaker; each was first used then.
        LentDiceInstalled {
            shaker: ShakerId,
            set: DiceSetId,
            dice: [DieId; 3],
            first_used: [Time; 3],
            expire: Option<Time>,
            by: StaffId,
        },
        /// The floor told what its register says of what stands here: each shaker's seal and
        /// approvals, and whether another table says it has something of it.
        RegisterFollowed { shakers: Vec<ShakerFacts>, disputed: bool },
    }
}

/// What the floor's register says of a shaker.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ShakerFacts {
    /// The shaker.
    pub shaker: ShakerId,
    /// Whether a seal on it was attested.
    pub sealed: bool,
    /// What is approved about it, and about the table at which it stands.
    pub approvals: Vec<Approval>,
}

named! {
    /// What happens in the table's day, from its set-up to its closing.
    #[expect(missing_docs, reason = "the sentence of an event says what its fields are")]
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    pub enum DayEvent {
        /// The table was set up; always the first event.
        TableConfigured(Config),
        /// The table opened.
        TableOpened { by: StaffId },
        /// The closing was announced to the players.
        ClosingAnnounced { by: StaffId },
        /// The table closed.
        TableClosed { by: StaffId },
        /// New limits were announced to the players, which apply from this round on.
        LimitsAnnounced { limits: Limits, from: RoundNumber, by: StaffId },
        /// The table was started again.
        Restarted,
        /// The house named the approval that allows the table outside its document, or named none.
        ApprovalNamed { allowed_by: Option<Reason> },
        /// The house's configuration names another edition of the rule book, or other times.
        EditionOffered(Offer),
        /// The configuration names what the table plays by.
        OfferWithdrawn,
        /// The table moved to other times, and to another edition where one is named; what was
        /// played before it moved ends with the round named last.
        TableMoved {
            edition: Option<Edition>,
            times: Times,
            last: RoundNumber,
            reason: Reason,
            by: [StaffId; 2],
        },
    }
}
