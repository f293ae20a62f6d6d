//! What would happen to the money: a request tried on copies, and nothing done.

use std::collections::BTreeMap;

use taisai_ledger::{Account, Ledger, LedgerFault};
use taisai_rules::Role;
use taisai_table::{
    Adjustment, Command, Event, PlaceChange, PlaceEvent, ProposalEvent, ProposalId, Refusal,
    Request, RequestId, RoundEvent, RoundNumber, RulingCommand, RulingEvent, SeatNumber, SessionId,
    StaffEvent, StaffId, Table, TableKind, Time,
};

use crate::answer::{AccountShown, AdjustmentShown, PlaceChanged, PostingShown, Preview};

/// Why there is no preview.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PreviewFault {
    /// It would be refused.
    Refused(Refusal),
    /// The books would not agree: a bug, found before it costs anything.
    Books(LedgerFault),
}

impl From<Refusal> for PreviewFault {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

/// What a request would do to the money. What two people must agree on is shown as if they had.
pub fn preview(
    table: &Table,
    ledger: &Ledger,
    request: &Request,
    now: Time,
) -> Result<Preview, PreviewFault> {
    let events = table.decide(request, now)?;
    let mut trial = Trial::new(ledger);
    let proposed = events.iter().find_map(proposal_in);
    trial.enter(table, &events)?;
    trial.change_places(table, &events, now);
    if let Some(proposal) = proposed {
        let mut table = table.clone();
        for event in &events {
            table.apply(event, now);
        }
        let events = agreed(&mut table, proposal, now)?;
        trial.preview.second_person = true;
        trial.enter(&table, &events)?;
        trial.change_places(&table, &events, now);
    }
    Ok(trial.finish())
}

const fn proposal_in(event: &Event) -> Option<ProposalId> {
    if let Event::Proposal(ProposalEvent::Proposed { proposal, .. }) = event {
        Some(*proposal)
    } else {
        None
    }
}

/// What the approval of somebody who may approve anything would lead to, on a copy of the table.
fn agreed(table: &mut Table, proposal: ProposalId, now: Time) -> Result<Vec<Event>, Refusal> {
    // Nobody has this number; the copy is thrown away.
    let (staff, role) = (StaffId(u32::MAX), Role::ShiftManager);
    table.apply(&Event::Staff(StaffEvent::StaffAssigned { staff, role }), now);
    let request = Request {
        session: SessionId(u64::MAX),
        id: RequestId(u64::MAX),
        round: table.round().map(|round| round.number),
        command: Command::staff(staff, RulingCommand::Approve(proposal)),
    };
    table.decide(&request, now)
}

/// The round of which an event can change what it gave to its places.
fn round_changed_by(event: &Event) -> Option<RoundNumber> {
    if let Event::Reversal(event) = event {
        Some(event.round())
    } else if let Event::Place(PlaceEvent::ChipsVoided { round, .. }) = event {
        Some(*round)
    } else {
        None
    }
}

/// What a settled round gives to each of its recorded places; nothing where it is not over.
fn given(table: &Table, round: RoundNumber) -> BTreeMap<SeatNumber, PlaceChange> {
    let past = table.settled_round(round);
    let pays = &table.book_of(round).pay_table;
    past.map(|past| past.place_changes(pays)).unwrap_or_default()
}

/// A copy of the books, and what is found while events are entered into it.
struct Trial {
    ledger: Ledger,
    preview: Preview,
    moved: BTreeMap<Account, i64>,
}

impl Trial {
    fn new(ledger: &Ledger) -> Self {
        let preview = Preview::default();
        Self { ledger: ledger.clone(), preview, moved: BTreeMap::new() }
    }

    fn enter(&mut self, table: &Table, events: &[Event]) -> Result<(), PreviewFault> {
        for event in events {
            for posting in self.ledger.post(event).map_err(PreviewFault::Books)? {
                *self.moved.entry(posting.account).or_default() += posting.amount;
            }
            self.note(table, event);
        }
        Ok(())
    }

    fn note(&mut self, table: &Table, event: &Event) {
        if let Event::Ruling(RulingEvent::IrregularityCalled { remedy, .. }) = event {
            self.preview.remedy = Some((*remedy).into());
        }
        if let Event::Round(event @ RoundEvent::ResultRecorded { roll, .. }) = event {
            let lit = table.book_of(event.round()).pay_table.winning_areas(*roll);
            self.preview.lit = lit.iter().map(Into::into).collect();
        }
        if let Event::Reversal(event) = event {
            let of = |change| AdjustmentShown::of(event.round(), change);
            self.preview.adjustments.extend(event.adjustments().iter().map(of));
        }
    }

    /// What each event changes of what was handed over in rounds that are over by then: the events
    /// before it may have ended the round in play.
    fn change_places(&mut self, table: &Table, events: &[Event], now: Time) {
        if table.config().kind != TableKind::Felt {
            return;
        }
        let mut table = table.clone();
        for event in events {
            let Some(round) = round_changed_by(event) else {
                table.apply(event, now);
                continue;
            };
            let before = given(&table, round);
            table.apply(event, now);
            let after = given(&table, round);
            let changed = before.into_iter().filter_map(|(seat, before)| {
                let after = after.get(&seat).filter(|after| after.due != before.due)?;
                Some(PlaceChanged {
                    round: round.0,
                    seat: seat.0,
                    player: before.player.0,
                    before: before.due,
                    after: after.due,
                })
            });
            self.preview.places.extend(changed);
        }
    }

    fn finish(mut self) -> Preview {
        let moved = self.moved.into_iter().filter(|(_, amount)| *amount != 0);
        let posting =
            |(account, amount): (Account, i64)| PostingShown { account: account.into(), amount };
        self.preview.postings = moved.map(posting).collect();
        self.preview
    }
}

impl From<Account> for AccountShown {
    fn from(account: Account) -> Self {
        match account {
            Account::HouseBank => Self::HouseBank,
            Account::TableFloat => Self::TableFloat,
            Account::SeatCredit(seat, player) => {
                Self::SeatCredit { seat: seat.0, player: player.0 }
            }
            Account::Layout(round) => Self::Layout { round: round.0 },
            Account::VouchersOutstanding => Self::VouchersOutstanding,
            Account::Owed(player) => Self::Owed { player: player.0 },
            Account::Shortfall => Self::Shortfall,
            Account::Rulings => Self::Rulings,
        }
    }
}

impl AdjustmentShown {
    /// What the undoing of a round means for one player.
    pub fn of(round: RoundNumber, change: &Adjustment) -> Self {
        Self {
            round: round.0,
            seat: change.seat.0,
            player: change.player.0,
            sits: change.sits.map(|seat| seat.0),
            before: change.before.units(),
            after: change.after.units(),
            given: change.given.units(),
            owed: change.owed.units(),
            recovered: change.recovered.units(),
            taken: change.taken.units(),
            forgone: change.forgone.units(),
            shortfall: change.shortfall.units(),
        }
    }
}
