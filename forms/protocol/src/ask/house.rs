//! What is asked of the floor and the cage.

use serde::{Deserialize, Serialize};
use taisai_floor::{BankAct, ThingCommand};
use ts_rs::TS;
use utoipa::ToSchema;

use super::bank::{CountOfForm, Pieces};
use super::checked::{FoundPaper, LargePayment, PresentedPaper};
use super::setup::TableSetup;
use super::thing::{NatureForm, ThingForm};
use super::value::bad;
use super::{AskFault, Expects, checked};
use crate::declare::{Check, IntoCore, ask_form};
use crate::kind::FloorRole;
use crate::word::ApprovalWord;

ask_form! {
    /// What staff ask of the floor.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum FloorAsk = checked::FloorAsk {
        /// Adds a person, who has no role yet. The answer has the invitation with which they choose
        /// their password.
        AddStaff { name: String } = checked::FloorAsk::AddStaff { name },
        /// Changes one's own password.
        SetPassword { old: String, new: String } = checked::FloorAsk::SetPassword { old, new },
        /// Proposes a role for a person, in place of any they have.
        ProposeRole { staff: u32, role: FloorRole }
            = checked::FloorAsk::ProposeRole { staff, role },
        /// Proposes to take the password of a person who lost it, and to invite them to choose
        /// another. The answer has the invitation, which is good once somebody agrees.
        ProposeInvitation { staff: u32 } = checked::FloorAsk::ProposeInvitation { staff },
        /// Proposes to honour paper whose record was lost with an old copy of the journal.
        ProposePaper { token: String, number: u64, amount: u64, currency: String, reason: String }
            = checked::FloorAsk::ProposePaper(FoundPaper {
                token, number, amount, currency, reason
            }),
        /// Proposes to pay out a voucher that is more than one cashier pays out alone.
        ProposePayment {
            token: String,
            reason: String,
            /// Who it is, in the house's own words, where the cashier knows.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            person: Option<String>,
        } = checked::FloorAsk::ProposePayment(LargePayment { token, reason, person }),
        /// Proposes to make a voucher good again whose time is over.
        ProposeRevival { token: String, reason: String }
            = checked::FloorAsk::ProposeRevival(PresentedPaper { token, reason }),
        /// Agrees to a proposal.
        Approve { proposal: u32 } = checked::FloorAsk::Approve { proposal },
        /// Takes a proposal back, or turns it down.
        Withdraw { proposal: u32 } = checked::FloorAsk::Withdraw { proposal },
        /// Takes a person's role away at once.
        RevokeRole { staff: u32, reason: String } = checked::FloorAsk::RevokeRole { staff, reason },
        /// Shuts a person out at once.
        SuspendStaff { staff: u32, reason: String }
            = checked::FloorAsk::SuspendStaff { staff, reason },
        /// Lets a suspended person log in again, without a role.
        ReinstateStaff { staff: u32, reason: String }
            = checked::FloorAsk::ReinstateStaff { staff, reason },
        /// Lets a person work at a table, in the role they have.
        AssignStaff { staff: u32, table: u32 } = checked::FloorAsk::AssignStaff { staff, table },
        /// Ends it.
        ReleaseStaff { staff: u32, table: u32 } = checked::FloorAsk::ReleaseStaff { staff, table },
        /// Ends a session.
        EndSession { session: u64 } = checked::FloorAsk::EndSession { session },
        /// Ends every session of a person.
        EndSessions { staff: u32 } = checked::FloorAsk::EndSessions { staff },
        /// Lets one terminal enrol at a seat; the answer carries the code.
        OfferEnrolment { table: u32, seat: u16 }
            = checked::FloorAsk::OfferEnrolment { table, seat },
        /// Lets one display enrol at a table; the answer carries the code.
        OfferDisplay { table: u32, equipment: Option<u32> }
            = checked::FloorAsk::OfferDisplay { table, equipment },
        /// Takes a terminal, or a display, away.
        RemoveTerminal { terminal: u32 } = checked::FloorAsk::RemoveTerminal { terminal },
        /// Adds a table.
        AddTable { setup: TableSetup } = checked::FloorAsk::AddTable { setup },
        /// Takes a table from the floor for good, with its terminals.
        RetireTable { table: u32 } = checked::FloorAsk::RetireTable { table },
        /// Gives a place at a felt table to a player, who gets a number of their own.
        GivePlace { table: u32, seat: u16 } = checked::FloorAsk::GivePlace { table, seat },
        /// Enters a shaker, a set of dice, a display or a layout into the register; it is in the
        /// store.
        RegisterThing { thing: ThingForm, nature: NatureForm }
            = checked::FloorAsk::Things(ThingCommand::Register { thing, nature }),
        /// Attests the seal on a thing, by what stands on it.
        AttestSeal { thing: ThingForm, number: String }
            = checked::FloorAsk::Things(ThingCommand::AttestSeal { thing, number }),
        /// Attests a written approval: its reference, its date, and who holds the paper.
        AttestApproval {
            thing: ThingForm,
            approval: ApprovalWord,
            reference: String,
            date: String,
            holder: String,
        }
            = checked::FloorAsk::Things(ThingCommand::AttestApproval {
                thing, approval, reference, date, holder
            }),
        /// Takes a thing to a table, or to the store where none is named.
        PlaceThing {
            thing: ThingForm,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            table: Option<u32>,
        }
            = checked::FloorAsk::Things(ThingCommand::Place { thing, table }),
        /// Takes a thing out of service.
        WithdrawThing { thing: ThingForm, reason: String }
            = checked::FloorAsk::Things(ThingCommand::Withdraw { thing, reason }),
        /// Reports that a thing is damaged; dice stay so for ever.
        ReportDamage { thing: ThingForm, reason: String }
            = checked::FloorAsk::Things(ThingCommand::ReportDamage { thing, reason }),
        /// Declares that a thing that is no dice is sound again; it goes to the store.
        DeclareSound { thing: ThingForm, reason: String }
            = checked::FloorAsk::Things(ThingCommand::DeclareSound { thing, reason }),
        /// Puts a thing to use at the table at which it is: a shaker, or dice in a shaker there.
        InstallThing {
            thing: ThingForm,
            table: u32,
            /// The shaker, where it is dice.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            #[ts(optional)]
            shaker: Option<u32>,
        }
            = checked::FloorAsk::InstallThing { thing, table, shaker },
        /// Proposes the float with which a day of a felt table begins: somebody of the tables
        /// counts it, and a second one agrees; one of them is a floorperson at least.
        OpenFloat { table: u32, count: Vec<Pieces> }
            = checked::FloorAsk::Bank(BankAct::OpenFloat { table, count }),
        /// Proposes chips that the cage brings: a cashier and somebody who runs the floor agree.
        Fill { table: u32, count: Vec<Pieces> }
            = checked::FloorAsk::Bank(BankAct::Fill { table, count }),
        /// Proposes chips that the cage takes away: the same two agree.
        Credit { table: u32, count: Vec<Pieces> }
            = checked::FloorAsk::Bank(BankAct::Credit { table, count }),
        /// Proposes the float with which the day ends: as at the opening.
        CloseFloat { table: u32, count: Vec<Pieces> }
            = checked::FloorAsk::Bank(BankAct::CloseFloat { table, count }),
        /// Proposes what was in the drop box of a closed day: two of the cage, or the shift manager
        /// and one of them.
        CountDrop { table: u32, day: u32, count: Vec<Pieces> }
            = checked::FloorAsk::Bank(BankAct::CountDrop { table, day, count }),
        /// Proposes what a count is found to have been; one of the two is the shift manager.
        CorrectCount {
            table: u32,
            day: u32,
            of: CountOfForm,
            count: Vec<Pieces>,
            reason: String,
        }
            = checked::FloorAsk::Bank(BankAct::CorrectCount { table, day, of, count, reason }),
    }
}

ask_form! {
    /// What cashiers ask.
    #[serde(rename_all = "snake_case", deny_unknown_fields)]
    enum CageAsk = checked::CageAsk {
        /// Sells a voucher; the answer carries its token, once.
        Sell(sale: Sale) = checked::CageAsk::Sell(sale),
        /// Looks a voucher up by its token or its number.
        LookUp(presented: Presented) = checked::CageAsk::LookUp(presented),
        /// Pays a voucher out.
        Redeem(paper: Paper) = checked::CageAsk::Redeem(paper),
        /// Hands a player who has left what a table still owes, as a voucher.
        PayOwed(owed: Owed) = checked::CageAsk::PayOwed(owed),
        /// Proposes to make a voucher out anew whose paper is lost.
        ReplaceVoucher(lost: LostPaper) = checked::CageAsk::ReplaceVoucher(lost),
        /// Agrees as the second person; the answer carries the new voucher's token, and the old
        /// one is worth nothing from then on. A shift manager may, too.
        ApproveReplacement(agreed: LostPaperAgreed) = checked::CageAsk::ApproveReplacement(agreed),
    }
}

ask_form! {
    /// A voucher to be sold.
    struct Sale = checked::Sale {
        amount: u64,
        /// The three letters of the currency.
        currency: String,
        /// Who it is, in the house's own words, where the cashier knows: the number of a document,
        /// say. No player sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        person: Option<String>,
    }
}

/// A voucher by its token or its number; exactly one of the two. Tokens are never part of an
/// address, for addresses are written into logs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Presented {
    /// What is printed on it for machines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub token: Option<String>,
    /// What is printed on it for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub number: Option<u64>,
}

impl Check for Presented {
    type Checked = checked::LookUp;

    fn checked(self) -> Result<checked::LookUp, AskFault> {
        match (self.token, self.number) {
            (Some(token), None) => Ok(checked::LookUp::Token(token.into_core("token")?)),
            (None, Some(number)) => Ok(checked::LookUp::Number(number.into_core("number")?)),
            (Some(_), Some(_)) | (None, None) => Err(bad("token or number", Expects::OneOf)),
        }
    }
}

ask_form! {
    /// A voucher to be paid out. Its number is not enough: whoever pays has the paper before them,
    /// and a cashier cannot pay out what nobody brought.
    struct Paper = checked::Paper {
        /// What is printed on it for machines.
        token: String,
        /// Who it is, in the house's own words, where the cashier knows: the number of a document,
        /// say. No player sees it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        person: Option<String>,
    }
}

ask_form! {
    /// A player who has left and is still owed something.
    struct Owed = checked::Owed {
        /// The table that owes.
        table: u32,
        player: u64,
        /// How the cashier knows that it is them; goes into the journal.
        reason: String,
    }
}

ask_form! {
    /// A voucher whose paper is lost.
    struct LostPaper = checked::LostPaper {
        /// The short number printed on it.
        number: u64,
        /// Why it is made out anew.
        reason: String,
    }
}

ask_form! {
    /// A proposal to make a voucher out anew, and the voucher it is about.
    struct LostPaperAgreed = checked::LostPaperAgreed {
        proposal: u32,
        /// The short number of the voucher whose paper is lost.
        number: u64,
    }
}
