//! What each ask leads to; the same for a socket and for the HTTP API.

use std::sync::Arc;

use taisai_floor::{
    Act, Asker, Command as FloorCommand, Digest, FloorRole, LoginName, Password, PasswordHash,
    TableId, ThingCommand,
};
use taisai_protocol::answer::RecalledSlip;
use taisai_protocol::ask::BetLine;
use taisai_protocol::ask::checked::{
    self, Ask, CageAsk, FloorAsk, FoundPaper, Funds, LargePayment, LostPaper, LostPaperAgreed,
    Message, Owed, Paper, PasswordText, PresentedPaper, RunAsk, SeatAsk, TokenText,
};
use taisai_protocol::preview::{self, PreviewFault};
use taisai_protocol::view::place::PlacePaid;
use taisai_protocol::view::seat::OutcomeLine;
use taisai_protocol::{Answer, Refusal};
use taisai_rules::Bet;
use taisai_table::{
    Asker as TableAsker, ChipPayout, Command, DayCommand, Denominations, EquipmentCommand, Money,
    Request, RequestId, RoundNumber, RulingCommand, SeatCommand, SeatNumber, StaffCommand, StaffId,
};
use tracing::error;

use crate::ask::people::RoleChanged;
use crate::door::login::LoginFault;
use crate::error::Error;
use crate::house::House;
use crate::house::things::Installing;
use crate::house::who::{Staff, Who};
use crate::money::cage::{LookUp, TerminalAsk};
use crate::money::payout::Payout;
use crate::task::machine::TableMachine;
use crate::task::table::at_table;
use crate::world::hash_queue::Lane;
use crate::world::secret::{CodeFor, Token};

/// The highest number under which somebody has asked and been heard.
pub async fn asked(house: &House, who: &Who) -> Result<u64, Error> {
    match who {
        Who::Terminal { terminal, table, seat } => {
            let (seat, terminal) = (*seat, *terminal);
            let handle = house.table(*table)?;
            let at_table = handle.look(move |machine| {
                let from = TableAsker::Seat(seat);
                machine.table.last_request(from, at_table(terminal))
            });
            let at_table = at_table.await?.map_or(0, TerminalAsk::ask_of);
            let on_floor =
                house.floor.look(move |floor| floor.last_request(Asker::Terminal(terminal)));
            Ok(at_table.max(on_floor.await?.map_or(0, TerminalAsk::ask_of)))
        }
        Who::Display { .. } => Ok(0),
        Who::Staff(staff) => {
            let (person, session) = (staff.staff, staff.session);
            let from = Asker::Staff(person, session);
            let mut asked = house.floor.look(move |floor| floor.last_request(from)).await?;
            for (_, table) in house.tables() {
                let at_table = table.look(move |machine| {
                    machine.table.last_request(TableAsker::Staff(person), session)
                });
                asked = asked.max(at_table.await?);
            }
            Ok(asked.map_or(0, |request| request.0))
        }
    }
}

/// The door in front of every ask. Until people have chosen their own password they may do
/// nothing else; as soon as they have, the same conversation goes on.
pub async fn check_door(house: &House, who: &Who, ask: &Ask) -> Result<(), Error> {
    let Who::Staff(came_in) = who else { return Ok(()) };
    if came_in.check_own_password().is_ok() || leads_to_own_password(ask) {
        return Ok(());
    }
    let staff = came_in.staff;
    let own = house.floor.look(move |floor| floor.has_own_password(staff));
    if own.await? { Ok(()) } else { Err(Error::Refused(Refusal::PasswordNotOwn)) }
}

const fn leads_to_own_password(ask: &Ask) -> bool {
    match ask {
        Ask::Floor(FloorAsk::SetPassword { .. }) | Ask::Pong => true,
        Ask::Floor(_)
        | Ask::Bet(_)
        | Ask::Seat(_)
        | Ask::Run(_)
        | Ask::Preview(_)
        | Ask::Recall { .. }
        | Ask::Payouts { .. }
        | Ask::Watch(_)
        | Ask::Unwatch(_)
        | Ask::Resync(_)
        | Ask::Cage(_) => false,
    }
}

/// How far above their last number a terminal or a member of staff may ask. Screens count their
/// pongs too, so that this is enough for a screen at which nobody plays for years; and it is too
/// little for one ask to leave no numbers for those that follow.
pub const LEAP_MAX: u64 = 1 << 24;

/// Refuses a number that is too far above the last one. Nothing is looked up for one that is low.
pub async fn check_leap(house: &House, who: &Who, id: u64) -> Result<(), Error> {
    if id <= LEAP_MAX { Ok(()) } else { within_leap(house, who, id).await.map(|_| ()) }
}

/// The highest number under which somebody has asked, unless this one is too far above it.
pub async fn within_leap(house: &House, who: &Who, id: u64) -> Result<u64, Error> {
    let asked = asked(house, who).await?;
    let highest = asked.saturating_add(LEAP_MAX);
    if id <= highest {
        return Ok(asked);
    }
    let of = match who {
        Who::Terminal { .. } | Who::Display { .. } => "seat",
        Who::Staff(_) => "log-in",
    };
    let expects = format!("at most {highest}: count on from {asked}, the last number of this {of}");
    Err(Error::Refused(Refusal::BadField { field: "id".to_owned(), expects }))
}

/// Does what is asked, and answers when it is durable.
pub async fn answer(house: &House, who: &Who, asked: Message) -> Result<Answer, Error> {
    let Message { id, round, ask } = asked;
    check_door(house, who, &ask).await?;
    if let Who::Staff(staff) = who {
        house.sessions_used.touch(staff.session, house.world.clock.now());
    }
    match (ask, who) {
        (Ask::Bet(bet), Who::Terminal { .. }) => {
            let at = at_seat(who, id)?;
            let mut request = at.step(0, bet);
            request.round = round;
            house.table(at.table)?.ask(request).await??;
            Ok(Answer::Done { id, seat: None })
        }
        (Ask::Seat(seat), Who::Terminal { .. }) => seat_ask(house, at_seat(who, id)?, seat).await,
        (Ask::Run(run), Who::Staff(staff)) => run_ask(house, staff, id, round, run).await,
        (Ask::Preview(run), Who::Staff(staff)) => preview(house, staff, id, round, run).await,
        (Ask::Recall { table, round }, _) => recall(house, who, id, table, round).await,
        (Ask::Payouts { table, seat, bets }, Who::Staff(staff)) => {
            needs_table_role(staff)?;
            payouts(house, id, (table, seat), bets).await
        }
        (Ask::Floor(floor), Who::Staff(staff)) => floor_ask(house, staff, id, floor).await,
        (Ask::Cage(cage), Who::Staff(staff)) => cage_ask(house, staff, id, cage).await,
        (
            Ask::Bet(_)
            | Ask::Seat(_)
            | Ask::Run(_)
            | Ask::Preview(_)
            | Ask::Payouts { .. }
            | Ask::Floor(_)
            | Ask::Cage(_)
            | Ask::Watch(_)
            | Ask::Unwatch(_)
            | Ask::Resync(_)
            | Ask::Pong,
            _,
        ) => Err(Error::Refused(Refusal::NotYours)),
    }
}

/// The same, seen through to its end even where nobody waits for the answer any more: a browser
/// that hangs up must not leave money between two steps.
pub async fn answer_whole(house: &Arc<House>, who: Who, asked: Message) -> Result<Answer, Error> {
    let house = Arc::clone(house);
    let answered = tokio::spawn(async move { answer(&house, &who, asked).await });
    answered.await.map_err(|_| Error::Unavailable)?
}

fn at_seat(who: &Who, id: u64) -> Result<TerminalAsk, Error> {
    match who {
        Who::Terminal { terminal, table, seat } => {
            Ok(TerminalAsk { terminal: *terminal, table: *table, seat: *seat, id })
        }
        Who::Display { .. } | Who::Staff(_) => Err(Error::Refused(Refusal::NotYours)),
    }
}

/// What a player does with the seat and its money.
async fn seat_ask(house: &House, at: TerminalAsk, ask: SeatAsk) -> Result<Answer, Error> {
    let id = at.id;
    match ask {
        SeatAsk::Sit(funds) => {
            // In a demo one person is everybody: what is lent there is no wager of theirs.
            let (token, staff) = match funds {
                Funds::Voucher(voucher) => (token(&voucher)?, house.staff_sitting_down(&at).await?),
                Funds::PlayMoney(amount) => (lent(house, &at, amount).await?, None),
            };
            house.sit(&at, token, staff).await?;
            Ok(Answer::Done { id, seat: None })
        }
        SeatAsk::BuyIn { voucher } => {
            house.buy_in(&at, token(&voucher)?).await?;
            Ok(Answer::Done { id, seat: None })
        }
        SeatAsk::CashOut { amount } => {
            pay_out(house, &at, amount.map_or(Payout::Credit, Payout::Amount)).await
        }
        SeatAsk::SetLimits(limits) => {
            let set = at.step(0, SeatCommand::SetOwnLimits(limits));
            house.table(at.table)?.ask(set).await??;
            Ok(Answer::Done { id, seat: None })
        }
        SeatAsk::Leave => pay_out(house, &at, Payout::CreditAndLeave).await,
        SeatAsk::TakeVoucher { number } => {
            house.take_voucher(&at, number).await?;
            Ok(Answer::Done { id, seat: None })
        }
    }
}

async fn pay_out(house: &House, at: &TerminalAsk, payout: Payout) -> Result<Answer, Error> {
    let id = at.id;
    Ok(match house.pay_out(at, payout).await? {
        Some(voucher) => Answer::Voucher { id, voucher, seat: None },
        None => Answer::Done { id, seat: None },
    })
}

/// Play money, where the house lends it.
async fn lent(house: &House, at: &TerminalAsk, amount: Money) -> Result<Token, Error> {
    let lender = house.lender.get().ok_or(Error::Refused(Refusal::NoPlayMoney))?;
    house.lend(lender, at, amount).await
}

/// The token that is written like this; whatever else could be one belongs to no voucher.
fn token(text: &TokenText) -> Result<Token, Error> {
    Token::parse(text.as_str()).ok_or(Error::Refused(Refusal::NoSuchVoucher))
}

/// What staff ask of a table.
async fn run_ask(
    house: &House,
    staff: &Staff,
    id: u64,
    round: Option<RoundNumber>,
    run: RunAsk,
) -> Result<Answer, Error> {
    let from_register = is_for_register(&run.order);
    // What a table gave up, or called damaged, the floor hears of.
    let bears_on_things = matches!(run.order, StaffCommand::Equipment(_) | StaffCommand::Ruling(_));
    let agrees = matches!(run.order, StaffCommand::Ruling(RulingCommand::Approve(_)));
    let takes_shaker = run.order == StaffCommand::Day(DayCommand::TakeShaker);
    let request = staff_request(staff, id, round, run.order);
    let handle = house.table(run.table)?;
    if from_register {
        // Whoever may not ask hears that first.
        let now = house.world.clock.now();
        handle.look(move |machine| machine.table.decide(&request, now).map(drop)).await??;
        return Err(Error::Refused(Refusal::FromRegister));
    }
    house.recall_for(run.table, &request).await?;
    // Whoever agrees as the second person has just shown that they are the second person. Whoever
    // has agreed hears so again, however late they ask.
    if agrees && !house.is_fresh(staff.session).await? {
        let (same, now) = (request.clone(), house.world.clock.now());
        let done = move |machine: &TableMachine| machine.table.decide(&same, now) == Ok(Vec::new());
        if !handle.look(done).await? {
            return Err(not_fresh());
        }
    }
    if takes_shaker {
        house.take_shaker(staff.staff, run.table, run.phase, request).await?;
        return Ok(Answer::Done { id, seat: None });
    }
    match run.phase {
        Some(phase) => handle.ask_while(phase, request).await??,
        None => handle.ask(request).await??,
    }
    // What a call has marked stands once its round has ended.
    let stands = |machine: &TableMachine| {
        let dice = machine.table.equipment().dice.as_ref();
        machine.table.round().is_none() && dice.is_some_and(|state| state.damaged)
    };
    if bears_on_things || handle.look(stands).await? {
        house.settle_things(run.table, Some(staff.author(id))).await?;
    }
    Ok(Answer::Done { id, seat: None })
}

/// Whether somebody would bring a thing to a table past the floor's register, as earlier versions
/// did.
const fn is_for_register(order: &StaffCommand) -> bool {
    matches!(
        order,
        StaffCommand::Equipment(
            EquipmentCommand::InstallShaker { .. } | EquipmentCommand::InstallDice { .. }
        )
    )
}

fn staff_request(
    staff: &Staff,
    id: u64,
    round: Option<RoundNumber>,
    order: StaffCommand,
) -> Request {
    let command = Command::Staff(staff.staff, order);
    Request { session: staff.session, id: RequestId(id), round, command }
}

/// What would happen to the money; tried on a copy.
async fn preview(
    house: &House,
    staff: &Staff,
    id: u64,
    round: Option<RoundNumber>,
    run: RunAsk,
) -> Result<Answer, Error> {
    let request = staff_request(staff, id, round, run.order);
    let handle = house.table(run.table)?;
    house.recall_for(run.table, &request).await?;
    let now = house.world.clock.now();
    let tried = handle
        .look(move |machine| preview::preview(&machine.table, &machine.ledger, &request, now));
    match tried.await? {
        Ok(preview) => Ok(Answer::Preview { id, preview }),
        Err(PreviewFault::Refused(refusal)) => Err(refusal.into()),
        Err(PreviewFault::Books(fault)) => {
            error!(%fault, "a preview found a bug: the books would not agree");
            Err(Error::Unavailable)
        }
    }
}

async fn recall(
    house: &House,
    who: &Who,
    id: u64,
    table: Option<TableId>,
    round: RoundNumber,
) -> Result<Answer, Error> {
    match who {
        Who::Terminal { table, seat, terminal } => {
            let (seat, sits_at) = (*seat, at_table(*terminal));
            let handle = house.table(*table)?;
            let slip = handle.look(move |machine| {
                let taken = machine.table.seat(seat).filter(|taken| taken.is_at(sits_at));
                let player = taken?.player();
                let recalled = machine.ledger.recall(round)?;
                Some(RecalledSlip::of(&recalled, player, machine.table.book_of(round)))
            });
            let round = slip.await?.ok_or(Error::Refused(Refusal::NoSuchRound))?;
            Ok(Answer::Recalled { id, round })
        }
        Who::Staff(staff) => {
            needs_table_role(staff)?;
            let table = table.ok_or(Error::Refused(Refusal::NoSuchTable { table: 0 }))?;
            let round = house.recalled_to_look(table, round).await?;
            Ok(Answer::RecalledAll { id, round })
        }
        Who::Display { .. } => Err(Error::Refused(Refusal::NotYours)),
    }
}

/// Cashiers have no business at the tables; everybody else with a role may look.
pub fn needs_table_role(staff: &Staff) -> Result<(), Error> {
    match staff.role {
        Some(FloorRole::Table(_) | FloorRole::Auditor | FloorRole::Administrator) => Ok(()),
        Some(FloorRole::Cashier) | None => Err(Error::Refused(Refusal::NotYours)),
    }
}

/// What chips are worth that nobody recorded, by the limits that hold where they lie.
async fn payouts(
    house: &House,
    id: u64,
    (table, seat): (TableId, Option<SeatNumber>),
    bets: Vec<Bet>,
) -> Result<Answer, Error> {
    let (handle, sets) = (house.table(table)?, house.tasks.chips.clone());
    let worth = handle.look(move |machine| {
        let felt = &machine.table;
        let paid = felt.payouts(seat, &bets).map_err(|refusal| Refusal::from(&refusal))?;
        let chips = sets.of(table, felt);
        let chips = chips
            .unwrap_or_else(|| Denominations::usual(&felt.config().limits, &felt.book().pay_table));
        let colour = seat.and_then(|seat| felt.seat(seat)?.colour());
        let PlacePaid { win, hand_over, .. } = PlacePaid::of(&paid, felt.book(), (colour, &chips));
        let roll = felt.round().and_then(|round| round.result).expect("there is a result");
        let line = |line: &ChipPayout| OutcomeLine::settled(&machine.book, roll, line.bet);
        let lines: Vec<OutcomeLine> = paid.bets.iter().map(line).collect();
        let excess = paid.bets.iter().filter_map(|line| {
            Some(BetLine { area: line.bet.area.into(), stake: line.excess?.units() })
        });
        let (returned, excess) = (lines.iter().map(|line| line.returned).sum(), excess.collect());
        Ok(Answer::Payouts { id, lines, returned, excess, win, hand_over })
    });
    worth.await?.map_err(Error::Refused)
}

/// What cashiers ask.
async fn cage_ask(house: &House, staff: &Staff, id: u64, ask: CageAsk) -> Result<Answer, Error> {
    let cashier = (staff.staff, staff.session, id);
    needs_cage_role(staff, &ask)?;
    match ask {
        CageAsk::Sell(sale) => {
            let voucher = house.sell(cashier, sale).await?;
            Ok(Answer::Voucher { id, voucher, seat: None })
        }
        CageAsk::LookUp(by) => {
            let by = match by {
                checked::LookUp::Token(text) => LookUp::Token(token(&text)?),
                checked::LookUp::Number(number) => LookUp::Number(number),
            };
            let voucher = house.look_up(by).await?;
            Ok(Answer::Found { id, voucher })
        }
        CageAsk::Redeem(Paper { token: text, person }) => {
            let voucher = house.redeem(cashier, token(&text)?, person).await?;
            Ok(Answer::Found { id, voucher })
        }
        CageAsk::PayOwed(Owed { table, player, reason }) => {
            let voucher = house.pay_owed(staff, id, (table, player), reason).await?;
            Ok(Answer::Voucher { id, voucher, seat: None })
        }
        CageAsk::ReplaceVoucher(LostPaper { number, reason }) => {
            house.propose_replacement(staff, id, number, reason).await?;
            Ok(Answer::Done { id, seat: None })
        }
        CageAsk::ApproveReplacement(LostPaperAgreed { proposal, number }) => {
            let voucher = house.approve_replacement(staff, id, proposal, number).await?;
            Ok(Answer::Voucher { id, voucher, seat: None })
        }
    }
}

/// The cage is the cashiers'; a shift manager may have a part in replacing a voucher.
fn needs_cage_role(staff: &Staff, ask: &CageAsk) -> Result<(), Error> {
    const SHIFT_MANAGER: FloorRole = FloorRole::Table(taisai_rules::Role::ShiftManager);
    let needs: &[FloorRole] = match ask {
        CageAsk::ReplaceVoucher(_) | CageAsk::ApproveReplacement(_) => {
            &[FloorRole::Cashier, SHIFT_MANAGER]
        }
        CageAsk::Sell(_) | CageAsk::LookUp(_) | CageAsk::Redeem(_) | CageAsk::PayOwed(_) => {
            &[FloorRole::Cashier]
        }
    };
    if staff.role.is_some_and(|role| needs.contains(&role)) {
        return Ok(());
    }
    let needs = needs.iter().map(|role| (*role).into()).collect();
    Err(Error::Refused(Refusal::RoleNeeded { needs }))
}

/// What staff ask of the floor.
#[expect(clippy::too_many_lines, reason = "one arm for each ask")]
async fn floor_ask(house: &House, staff: &Staff, id: u64, ask: FloorAsk) -> Result<Answer, Error> {
    let command = match ask {
        FloorAsk::AddStaff { name } => return add_staff(house, staff, id, name).await,
        FloorAsk::SetPassword { old, new } => {
            check_other(&old, &new)?;
            let password = hashed(house, staff, id, new).await?;
            if is_own(house, staff, password.clone()).await? {
                return Ok(Answer::Done { id, seat: None });
            }
            house.give_again(staff, old.into_string()).await.map_err(login_fault)?;
            let refresh = FloorCommand::RefreshSession { session: staff.session };
            house.floor.act_for(staff.author(id), refresh).await??;
            FloorCommand::ChangePassword { password }
        }
        FloorAsk::ProposeRole { staff, role } => {
            FloorCommand::Propose(Act::GrantRole { staff, role })
        }
        FloorAsk::ProposeInvitation { staff: whom } => {
            return propose_invitation(house, staff, id, whom).await;
        }
        FloorAsk::Approve { proposal } => {
            // Its answer would not carry the voucher.
            if house.is_replacement(proposal).await? {
                return Err(Error::Refused(Refusal::NotYours));
            }
            FloorCommand::Approve(proposal)
        }
        FloorAsk::ProposePaper(FoundPaper { token: text, number, amount, currency, reason }) => {
            let voucher = token(&text)?.voucher();
            FloorCommand::Propose(Act::HonourPaper { voucher, number, amount, currency, reason })
        }
        FloorAsk::ProposePayment(LargePayment { token: text, reason, person }) => {
            let voucher = token(&text)?.voucher();
            FloorCommand::Propose(match person {
                None => Act::PayVoucher { voucher, reason },
                Some(person) => Act::PayVoucherOf { voucher, reason, person },
            })
        }
        FloorAsk::ProposeRevival(PresentedPaper { token: text, reason }) => {
            let voucher = token(&text)?.voucher();
            FloorCommand::Propose(Act::ReviveVoucher { voucher, reason })
        }
        FloorAsk::Bank(act) => FloorCommand::Propose(Act::Bank(act)),
        FloorAsk::Withdraw { proposal } => FloorCommand::Withdraw(proposal),
        FloorAsk::RevokeRole { staff, reason } => FloorCommand::RevokeRole { staff, reason },
        FloorAsk::SuspendStaff { staff, reason } => FloorCommand::SuspendStaff { staff, reason },
        FloorAsk::ReinstateStaff { staff, reason } => {
            FloorCommand::ReinstateStaff { staff, reason }
        }
        FloorAsk::AssignStaff { staff: whom, table } => {
            return house.assign(staff, whom, table, id).await;
        }
        FloorAsk::ReleaseStaff { staff: whom, table } => {
            return house.unassign(staff, whom, table, id).await;
        }
        FloorAsk::EndSession { session } => FloorCommand::EndSession { session },
        FloorAsk::EndSessions { staff } => FloorCommand::EndSessions { staff },
        FloorAsk::OfferEnrolment { table, seat } => {
            return offer_seat(house, staff, id, table, seat).await;
        }
        FloorAsk::OfferDisplay { table, equipment } => {
            return offer_display(house, staff, id, table, equipment).await;
        }
        FloorAsk::RemoveTerminal { terminal } => FloorCommand::RemoveTerminal { terminal },
        FloorAsk::AddTable { setup } => return house.add_table(staff, id, &setup).await,
        FloorAsk::GivePlace { table, seat } => {
            return house.give_place(staff, id, (table, seat)).await;
        }
        FloorAsk::RetireTable { table } => return house.retire_table(staff, id, table).await,
        FloorAsk::Things(command) => return about_thing(house, staff, id, command).await,
        FloorAsk::InstallThing { thing, table, shaker } => {
            house.install(staff, id, Installing { thing, table, shaker }).await?;
            return Ok(Answer::Done { id, seat: None });
        }
    };
    let whom = role_of(house, &command).await?;
    house.floor.ask(staff.on_floor(id, command.clone())).await??;
    if let FloorCommand::RemoveTerminal { terminal } = command {
        house.lose_seat_of(terminal).await?;
        house.reconcile_displays(None).await?;
    }
    // A role that is gone on the floor is gone at every table before anybody is told.
    house.reconcile_staff(whom.map(|whom| RoleChanged { whom, by: staff, id })).await?;
    Ok(Answer::Done { id, seat: None })
}

/// What staff ask about a thing; the table at which it is hears what the register then says.
async fn about_thing(
    house: &House,
    staff: &Staff,
    id: u64,
    command: ThingCommand,
) -> Result<Answer, Error> {
    house.change_thing(staff, id, command).await?;
    Ok(Answer::Done { id, seat: None })
}

/// Whose role a command changes, if it changes one.
async fn role_of(house: &House, command: &FloorCommand) -> Result<Option<StaffId>, Error> {
    if let FloorCommand::RevokeRole { staff, .. } | FloorCommand::SuspendStaff { staff, .. } =
        command
    {
        return Ok(Some(*staff));
    }
    let FloorCommand::Approve(proposal) = *command else { return Ok(None) };
    let act = house.floor.look(move |floor| {
        floor.proposals().find(|(id, _)| *id == proposal).and_then(|(_, made)| made.act.staff())
    });
    Ok(act.await?)
}

/// Adds a person. Their invitation follows from the ask, so that the same ask again is told the
/// same; only its digest is kept.
async fn add_staff(house: &House, by: &Staff, id: u64, login: LoginName) -> Result<Answer, Error> {
    let invitation = invitation(house, by, id).await?;
    let code = house.key.invitation_digest(&invitation);
    let command = FloorCommand::AddStaff { name: login.clone(), invitation: code };
    house.floor.ask(by.on_floor(id, command)).await??;
    let added = house.floor.look(move |floor| {
        let (staff, member) = floor.member_named(&login)?;
        let until = match &member.password {
            Password::Invited(known) if known.code == code => known.until.millis(),
            Password::Invited(_) | Password::Own(_) | Password::Given(_) => 0,
        };
        Some((staff.0, until))
    });
    let (staff, until) = added.await?.ok_or(Error::Unavailable)?;
    Ok(Answer::StaffAdded { id, staff, invitation, until })
}

/// Proposes to invite a person who lost their password to choose another.
async fn propose_invitation(
    house: &House,
    by: &Staff,
    id: u64,
    staff: StaffId,
) -> Result<Answer, Error> {
    let invitation = invitation(house, by, id).await?;
    let code = house.key.invitation_digest(&invitation);
    let command = FloorCommand::Propose(Act::Invite { staff, invitation: code });
    house.floor.ask(by.on_floor(id, command)).await??;
    Ok(Answer::InvitationProposed { id, staff: staff.0, invitation })
}

async fn invitation(house: &House, by: &Staff, id: u64) -> Result<String, Error> {
    let words = [by.staff.0.into(), by.session.0, id];
    Ok(house.present_key().await?.invitation(&words))
}

/// Whoever gave somebody a password knows it: it is not theirs when they choose it again.
fn check_other(old: &PasswordText, new: &PasswordText) -> Result<(), Error> {
    if old != new {
        return Ok(());
    }
    let (field, expects) = ("new".to_owned(), "another password than the one until now".to_owned());
    Err(Error::Refused(Refusal::BadField { field, expects }))
}

/// The hash of a password in an ask; the salt follows from the ask, so that the same ask again is
/// the same request.
async fn hashed(
    house: &House,
    staff: &Staff,
    id: u64,
    password: PasswordText,
) -> Result<PasswordHash, Error> {
    let salt = house.present_key().await?.salt(&[staff.staff.0.into(), staff.session.0, id]);
    let lane = Lane::Known(staff.staff);
    house.world.passwords.hash_with(password.into_string(), salt, lane).await.map_err(Error::from)
}

/// Whether this is the hash that is kept of somebody's password: then the ask that brought it has
/// been done, and the password before it is no longer right.
async fn is_own(house: &House, staff: &Staff, password: PasswordHash) -> Result<bool, Error> {
    let staff = staff.staff;
    let own = house
        .floor
        .look(move |floor| floor.member(staff)?.password.hash().map(|own| *own == password));
    Ok(own.await?.unwrap_or(false))
}

/// Offers a terminal its seat.
async fn offer_seat(
    house: &House,
    staff: &Staff,
    id: u64,
    table: TableId,
    seat: SeatNumber,
) -> Result<Answer, Error> {
    let seat_offer = |code| FloorCommand::OfferEnrolment { code, table, seat };
    let (code, until) = offer(house, staff, id, seat_offer).await?;
    Ok(Answer::Enrolment { id, code, table: table.0, seat: seat.0, until })
}

/// Offers a display its table.
async fn offer_display(
    house: &House,
    staff: &Staff,
    id: u64,
    table: TableId,
    equipment: Option<u32>,
) -> Result<Answer, Error> {
    let display_offer = |code| FloorCommand::OfferDisplay { code, table, equipment };
    let (code, until) = offer(house, staff, id, display_offer).await?;
    Ok(Answer::DisplayCode { id, code, table: table.0, until })
}

/// Offers an enrolment; the code is told once and only its digest kept.
async fn offer(
    house: &House,
    staff: &Staff,
    id: u64,
    command: impl FnOnce(Digest) -> FloorCommand,
) -> Result<(String, u64), Error> {
    let code = house.present_key().await?.code(&[staff.staff.0.into(), staff.session.0, id]);
    let digest = house.key.digest(CodeFor::Enrolment, &code);
    house.floor.ask(staff.on_floor(id, command(digest))).await??;
    let (codes, told) = (house.codes.clone(), code.clone());
    let until = house.floor.look(move |floor| {
        codes.keep(digest, &told, floor);
        floor.offered_until(&digest)
    });
    Ok((code, until.await?.map_or(0, taisai_table::Time::millis)))
}

/// Whoever agrees, or changes a password, has just given their own.
fn not_fresh() -> Error {
    Error::Refused(Refusal::NotFresh { fresh_ms: taisai_floor::Floor::FRESH_MS })
}

fn login_fault(fault: LoginFault) -> Error {
    match fault {
        LoginFault::Wrong => not_fresh(),
        LoginFault::LockedOut { .. } => Error::Refused(Refusal::SessionOver),
        LoginFault::Busy => Error::Refused(Refusal::Busy),
        LoginFault::No(no) => no,
    }
}
