//! A plain second table: money, bets and phases, written apart from the first to check it.

use std::collections::{BTreeMap, BTreeSet};

use taisai_rules::{
    AboveMaximum, BelowMinimum, Bet, Irregularity, LimitPolicy, NoMoreBets, Remedy, Role, RuleBook,
};
use taisai_table::StaffCommand::{Case, Day, Equipment, Players, Round, Ruling};
use taisai_table::{
    Act, BetCommand, CaseCommand, CaseRuling, ChipRecord, Command, DayCommand, DayEvent,
    DiceSource, DieId, EquipmentCommand, EquipmentEvent, Event, HostCommand, HouseCommand, Life,
    Limits, OwnLimits, Phase, PlayersCommand, ProposalEvent, Request, ReversalEvent, RoundCommand,
    RoundEvent, RulingCommand, RulingEvent, Run, SeatCommand, SeatNumber, StaffCommand, StaffId,
    Table, TableKind, Times,
};

use crate::payout::Payout;

/// How long betting stays open at least, in the shifts.
pub const BETTING_MIN_MS: u64 = 1_500;

/// How long everybody can read "no more bets" where the dice were shaken before.
const WORDS_MS: u64 = 1_500;

type Bets = BTreeMap<usize, u64>;

#[derive(Clone, Debug, Default)]
pub struct Chair {
    player: u64,
    /// The terminal at which the player sat down, or that two people gave them.
    terminal: u64,
    pub credit: u64,
    pub bets: Bets,
    last: Bets,
    before: Vec<Bets>,
    marker: u64,
    told: bool,
    /// Bought in, less cashed out: what is not at hand of it is lost.
    put_in: i128,
    sat: u64,
    own: OwnLimits,
    own_later: Option<(u64, OwnLimits)>,
    /// The chips of the player's own that are out.
    colour: Option<(u8, u64)>,
}

/// What was written down of somebody's chips on cloth.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Pile {
    player: u64,
    counts: Bets,
    above: Bets,
    void: bool,
}

#[expect(clippy::struct_excessive_bools, reason = "each is a step of the round")]
#[derive(Clone, Debug, Default)]
struct Play {
    number: u64,
    open: bool,
    opened: u64,
    until: Option<u64>,
    extended: u8,
    order_first: bool,
    shakes: u64,
    /// How often the dice must tumble when the shaker is activated.
    shakes_min: u64,
    /// When betting ended.
    closed: u64,
    chosen: Option<u16>,
    seen: bool,
    entry: Option<usize>,
    result: Option<usize>,
    collected: bool,
    paid: bool,
    paid_at: u64,
    waits: Option<Irregularity>,
    by_hand: bool,
    piles: BTreeMap<u16, Pile>,
}

impl Play {
    fn waits_for_dice(&self) -> bool {
        !self.open && self.result.is_none() && self.waits.is_none()
    }
}

#[derive(Clone, Debug, Default)]
struct Gone {
    slips: BTreeMap<u16, (u64, Bets, u64)>,
    /// The seats whose bets are out of it, whatever the dice.
    out: BTreeSet<u16>,
    roll: Option<usize>,
    piles: BTreeMap<u16, Pile>,
    /// What each player of a pile was paid when the round was, less what was taken.
    paid: BTreeMap<u16, i128>,
}

/// A case, as far as it says who may do what.
#[derive(Clone, Debug)]
struct File {
    about: Irregularity,
    open: bool,
    notes: usize,
    reviews: usize,
}

impl Play {
    fn tumbled(&self) -> bool {
        self.shakes > 0 && self.shakes >= self.shakes_min
    }

    /// Whether betting cannot end before the shaker is activated.
    fn must_shake(&self) -> bool {
        self.open && !self.order_first && self.shakes == 0
    }

    /// The dice move before they are seen, once, and not before no more bets where that is first.
    fn may_shake(&self) -> bool {
        !self.seen && self.shakes == 0 && !(self.open && self.order_first)
    }

    fn start_over(&mut self) {
        (self.shakes, self.seen, self.entry, self.waits) = (0, false, None, None);
    }
}

impl Chair {
    /// Whether the player stays within what they have set themselves.
    fn keeps_own(&self, wanted: &Bets, now: u64) -> bool {
        let (had, has): (u64, u64) = (self.bets.values().sum(), wanted.values().sum());
        if has <= had {
            return true;
        }
        let own = self.own_at(now);
        let gone = self.put_in - (i128::from(self.credit) - i128::from(has - had));
        own.loss_max.is_none_or(|most| gone <= i128::from(most.units()))
            && own.time_max_ms.is_none_or(|most| now - self.sat < most)
    }

    fn own_at(&self, now: u64) -> OwnLimits {
        self.own_later.filter(|(from, _)| *from <= now).map_or(self.own, |(_, own)| own)
    }

    /// Step by step: first whatever is tighter, then, if anything is looser, the rest in a day.
    fn wish(&mut self, wish: OwnLimits, now: u64) {
        let mut own = self.own_at(now);
        let same = self.own_later.filter(|(from, known)| now < *from && *known == wish);
        let mut looser = false;
        match (own.loss_max, wish.loss_max) {
            (Some(had), Some(new)) if new > had => looser = true,
            (Some(_), None) => looser = true,
            (_, new) => own.loss_max = new,
        }
        match (own.time_max_ms, wish.time_max_ms) {
            (Some(had), Some(new)) if new > had => looser = true,
            (Some(_), None) => looser = true,
            (_, new) => own.time_max_ms = new,
        }
        own.remind_ms = wish.remind_ms;
        self.own = own;
        self.own_later = looser.then(|| same.unwrap_or((now + 86_400_000, wish)));
    }
}

/// The second table.
#[derive(Clone, Debug)]
pub struct Model {
    pub pay: Payout,
    book: RuleBook,
    kind: TableKind,
    run: Run,
    dice: DiceSource,
    limits: Limits,
    limits_next: Option<(u64, Limits)>,
    pub chairs: BTreeMap<u16, Chair>,
    /// Above nothing the house owes it to the player, below the house bears it for them.
    between: BTreeMap<u64, i128>,
    barred: BTreeSet<u64>,
    /// The seats of those, until somebody releases them.
    closed_seats: BTreeSet<u16>,
    used: BTreeSet<u128>,
    play: Option<Play>,
    /// Every round that is over; only the last and those that were recalled can be changed.
    gone: BTreeMap<u64, Gone>,
    recalled: BTreeSet<u64>,
    /// What the house bears for those all of whose rounds are too old to be changed.
    beyond: BTreeMap<u64, i128>,
    played: u64,
    ended: u64,
    acts: BTreeMap<u32, (Act, StaffId, Role)>,
    files: BTreeMap<u32, File>,
    /// Decided cases at hand, the one decided or recalled longest ago first.
    shelf: Vec<u32>,
    roles: BTreeMap<StaffId, Role>,
    /// Whether rounds are played with a display alone, and which displays answer.
    shows: bool,
    screens: BTreeSet<u32>,
    /// The roll that they light as a trial, and until when.
    trying: Option<(usize, u64)>,
    /// The dice that were called broken or damaged, or that the floor said are.
    broken: BTreeSet<DieId>,
    /// Those of them of which only the last call says so: it may be found mistaken.
    doubted: Vec<DieId>,
    /// The dice in the shaker, and whether another table says it has them.
    in_shaker: Option<[DieId; 3]>,
    disputed: bool,
    /// What rounds paid by that were played before the table moved: the last round of each.
    paid_by: Vec<(u64, Payout)>,
    /// What the table plays by, and what the configuration names instead.
    plays: ([u8; 32], Times),
    named: Option<([u8; 32], Times)>,
    /// How the edition that it names treats markers and colours.
    named_limits: Option<LimitPolicy>,
}

impl Model {
    pub fn of(table: &Table, now: u64) -> Self {
        let config = table.config();
        Self {
            pay: Payout::of(table.book()),
            book: table.book().clone(),
            kind: config.kind,
            run: config.run,
            dice: config.dice,
            limits: config.limits.clone(),
            limits_next: None,
            chairs: BTreeMap::new(),
            between: BTreeMap::new(),
            barred: BTreeSet::new(),
            closed_seats: BTreeSet::new(),
            used: BTreeSet::new(),
            play: None,
            gone: BTreeMap::new(),
            recalled: BTreeSet::new(),
            beyond: BTreeMap::new(),
            played: 0,
            ended: now,
            acts: BTreeMap::new(),
            files: BTreeMap::new(),
            shelf: Vec::new(),
            roles: table.staff().collect(),
            shows: config.dice == DiceSource::Physical
                && table.book().equipment.inspect_display.trials.value > 0,
            screens: table.equipment().displays.iter().map(|display| display.0).collect(),
            trying: None,
            broken: BTreeSet::new(),
            doubted: Vec::new(),
            in_shaker: table.equipment().dice.as_ref().map(|state| state.dice),
            disputed: false,
            paid_by: Vec::new(),
            plays: (config.rule_book, config.times),
            named: None,
            named_limits: None,
        }
    }

    /// Two people move the table to what the configuration names, and to nothing else.
    fn expects_of_move(&self, staff: StaffId, act: &Act) -> Option<bool> {
        let Act::MoveTable { from, to, times, .. } = act else { return None };
        let named = self.named == Some((*to, *times)) && self.plays.0 == *from;
        let fine = named && self.play.is_none() && self.is_at_least(staff, Role::Supervisor);
        let fine = fine && (from == to || !self.is_held_by_players());
        (!fine || self.acts.len() < 20 && self.paid_by.len() < 32).then_some(fine)
    }

    /// Whether players have something that the edition named would take from them: chips of a
    /// colour, or a marker above everybody's maximum.
    fn is_held_by_players(&self) -> bool {
        let Some(limits) = &self.named_limits else { return false };
        let coloured = |chair: &Chair| self.kind == TableKind::Felt && chair.colour.is_some();
        let all = || 0..self.pay.areas();
        let marked = |chair: &Chair| {
            let most = |place| self.limits.of(self.pay.area(place)).stake_max().units();
            all().any(|place| most(place) < chair.marker)
        };
        let mut chairs = self.chairs.values();
        chairs.any(|chair| {
            !limits.colour_chips.value && coloured(chair) || !limits.markers.value && marked(chair)
        })
    }

    /// What was named, and what the table has moved to.
    fn follow_moves(&mut self, events: &[Event]) {
        for event in events {
            match event {
                Event::Day(DayEvent::EditionOffered(offer)) => {
                    self.named = Some((offer.edition.fingerprint, offer.times));
                    self.named_limits = Some(offer.edition.rules.limits.clone());
                    assert_ne!(self.named, Some(self.plays), "what it plays by is no offer");
                }
                Event::Day(DayEvent::OfferWithdrawn) => self.named = None,
                Event::Day(DayEvent::TableMoved { edition, times, last, .. }) => {
                    assert!(self.play.is_none(), "a table moves between rounds");
                    assert_eq!(last.0, self.played);
                    self.plays.1 = *times;
                    if let Some(edition) = edition {
                        let before = Payout::of(&edition.rules);
                        let before = std::mem::replace(&mut self.pay, before);
                        self.paid_by.push((self.played, before));
                        self.plays.0 = edition.fingerprint;
                        self.trying = None;
                        self.book = (*edition.rules).clone();
                        self.forget_what_is_unknown();
                    }
                    assert_eq!(self.named.take(), Some(self.plays), "only what was named");
                }
                _ => {}
            }
        }
    }

    /// What nobody has to take back means nothing under a book that does not know it.
    fn forget_what_is_unknown(&mut self) {
        let LimitPolicy { markers, colour_chips, .. } = &self.book.limits;
        for chair in self.chairs.values_mut() {
            chair.marker = if markers.value { chair.marker } else { 0 };
            chair.colour.take_if(|_| !colour_chips.value);
        }
    }

    /// What a round pays by: the edition it was played under.
    fn pay_of(&self, round: u64) -> &Payout {
        let before = self.paid_by.iter().find(|(last, _)| round <= *last);
        before.map_or(&self.pay, |(_, pay)| pay)
    }

    /// Whether the table should accept this, where the model can tell.
    pub fn expects(&self, request: &Request, table: &Table, now: u64) -> Option<bool> {
        match &request.command {
            Command::Seat(seat, command) => {
                self.expects_of_seat(seat.0, (command, request), table, now)
            }
            Command::Staff(staff, command) if self.is_no_second(*staff, command, table) => {
                Some(false)
            }
            Command::Staff(staff, Case(command)) => Some(self.expects_of_case(*staff, command)),
            Command::Staff(staff, Ruling(RulingCommand::Propose(act)))
                if let Act::DecideCase { case, ruling, .. } = act =>
            {
                let high = self.is_at_least(*staff, Role::Floorperson);
                self.expects_of_ruling(act, case.0, ruling).map(|fine| fine && high)
            }
            Command::Staff(staff, Players(PlayersCommand::TakeColourBack { seat })) => {
                let out = self.chairs.get(&seat.0).is_some_and(|chair| chair.colour.is_some());
                Some(self.works_with_chips(*staff) && out)
            }
            Command::Staff(staff, Players(PlayersCommand::FreePlace { seat })) => {
                let lies = self.play.as_ref().filter(|play| !play.paid);
                let lies = lies.and_then(|play| play.piles.get(&seat.0));
                let free = self.chairs.get(&seat.0).is_some_and(|chair| chair.colour.is_none());
                Some(self.works_with_chips(*staff) && free && lies.is_none_or(|pile| pile.void))
            }
            Command::Staff(staff, Ruling(RulingCommand::Propose(act @ Act::MoveTable { .. }))) => {
                self.expects_of_move(*staff, act)
            }
            Command::Staff(staff, command) => {
                let superior = table.role(*staff)? > Role::Dealer;
                let runs = matches!(command, Round(_)) && self.dice == DiceSource::Physical;
                let right = (superior && !runs) || table.equipment().on_duty == Some(*staff);
                self.expects_of_dealer(command, request, now).map(|fine| fine && right)
            }
            Command::Host(HostCommand::RecordRoll(_)) => {
                let waits = self.running(request).is_some_and(Play::waits_for_dice);
                Some(self.dice == DiceSource::Random && waits)
            }
            Command::Floor(_, HouseCommand::PayOwed { player, amount, .. })
            | Command::Host(HostCommand::House(HouseCommand::PayOwed { player, amount, .. })) => {
                Some(self.owed().get(&player.0).is_some_and(|owed| *owed == amount.units()))
            }
            Command::Floor(staff, HouseCommand::GivePlace { seat, player }) => {
                let free = self.may_be_given(seat.0, player.0, table);
                Some(self.works_with_chips(*staff) && free)
            }
            Command::Host(HostCommand::House(HouseCommand::GivePlace { seat, player })) => {
                Some(self.may_be_given(seat.0, player.0, table))
            }
            Command::Host(HostCommand::Tick | HostCommand::Restart) => Some(true),
            Command::Host(HostCommand::RecallRound { round, .. }) => {
                let round = round.number.0;
                let may = self.gone.contains_key(&round) && !self.is_known(round);
                // Where all places are taken and waited for there is no room.
                (self.recalled.len() < 20).then_some(may || self.recalled.contains(&round))
            }
            Command::Host(HostCommand::RecallCase { case, .. }) => {
                Some(self.files.get(&case.0).is_some_and(|file| !file.open || self.has(case.0)))
            }
            Command::Floor(..) | Command::Host(_) => None,
        }
    }

    fn works_with_chips(&self, staff: StaffId) -> bool {
        self.kind == TableKind::Felt && self.roles.contains_key(&staff)
    }

    fn may_be_given(&self, seat: u16, player: u64, table: &Table) -> bool {
        self.kind == TableKind::Felt
            && table.life() != Life::Closed
            && !self.chairs.contains_key(&seat)
            && !self.closed_seats.contains(&seat)
            && !self.barred.contains(&player)
            && self.chair_of(player).is_none()
    }

    /// Whether this may be written down of the chips before somebody.
    fn may_be_recorded(&self, seat: u16, bets: &[Bet], play: Option<&Play>) -> bool {
        let (Some(chair), Some(play)) = (self.chairs.get(&seat), play) else { return false };
        let before = play.piles.get(&seat);
        let fits = |(at, bet): (usize, &Bet)| {
            let named = bets[..at].iter().any(|other| other.area == bet.area);
            self.pay.place(bet.area).is_some_and(|place| {
                let units = bet.stake.units();
                let lay = before.is_some_and(|pile| pile.counts.get(&place) == Some(&units));
                !named && (lay || self.fits(chair, place, self.counting(chair, place, units)))
            })
        };
        self.kind == TableKind::Felt
            && !play.collected
            && before.is_none_or(|pile| !pile.void)
            && (!bets.is_empty() || before.is_some())
            && (bets.is_empty() || !self.barred.contains(&chair.player))
            && bets.len() <= Table::BETS_MAX
            && bets.iter().enumerate().all(fits)
    }

    fn counting(&self, chair: &Chair, place: usize, units: u64) -> u64 {
        match self.book.limits.above_maximum.value {
            AboveMaximum::SettleToMaximum => units.min(self.most(chair, place)),
            AboveMaximum::Refuse => units,
        }
    }

    fn record(&mut self, seat: u16, bets: &[Bet]) {
        let chair = &self.chairs[&seat];
        let mut pile = Pile { player: chair.player, ..Pile::default() };
        let before = self.play.as_ref().and_then(|play| play.piles.get(&seat));
        let mut told = chair.told;
        for bet in bets {
            let place = self.pay.place(bet.area).unwrap();
            let (units, counts) =
                (bet.stake.units(), self.counting(chair, place, bet.stake.units()));
            let lay = before.is_some_and(|pile| pile.counts.get(&place) == Some(&units));
            told |= !lay && counts < self.limits.of(bet.area).stake_min().units();
            pile.counts.insert(place, counts);
            if units > counts && !lay {
                pile.above.insert(place, units - counts);
            }
        }
        self.chairs.get_mut(&seat).unwrap().told = told;
        let piles = &mut self.play.as_mut().unwrap().piles;
        if bets.is_empty() {
            piles.remove(&seat);
        } else {
            piles.insert(seat, pile);
        }
    }

    fn running(&self, request: &Request) -> Option<&Play> {
        self.play.as_ref().filter(|play| request.round.map(|round| round.0) == Some(play.number))
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
    fn expects_of_dealer(
        &self,
        command: &StaffCommand,
        request: &Request,
        now: u64,
    ) -> Option<bool> {
        let play = self.running(request);
        let quiet = play.filter(|play| play.waits.is_none());
        let is = |test: fn(&Play) -> bool| Some(quiet.is_some_and(test));
        let hand = self.dice == DiceSource::Physical;
        match command {
            Round(RoundCommand::OpenBetting) if self.play.is_some() => Some(false),
            Round(RoundCommand::OpenBetting) | Day(DayCommand::OpenTable)
                if self.shows && self.screens.is_empty() =>
            {
                Some(false)
            }
            Equipment(EquipmentCommand::TryDisplay { .. })
                if self.play.is_some() || self.screens.is_empty() =>
            {
                Some(false)
            }
            Equipment(EquipmentCommand::JudgeDisplay { .. }) => {
                Some(self.play.is_none() && self.trying.is_some_and(|(_, until)| now < until))
            }
            Ruling(RulingCommand::Propose(act)) if self.touches_a_void_round(act) => Some(false),
            Ruling(RulingCommand::Propose(act)) if self.names_an_old_round(act) => Some(false),
            Ruling(RulingCommand::Propose(Act::CorrectRound { .. } | Act::AttestDice { .. }))
                if !hand =>
            {
                Some(false)
            }
            // Nobody states dice without a reason, nor dice that did not tumble.
            Ruling(RulingCommand::Propose(Act::StateDice { .. })) => Some(false),
            Ruling(RulingCommand::Propose(Act::AttestDice { .. }))
                if play.is_none_or(|play| !play.tumbled() && !play.seen) =>
            {
                Some(false)
            }
            Ruling(RulingCommand::Propose(act)) => self.expects_of_act(act),
            Ruling(RulingCommand::CallIrregularity { what, .. }) => {
                self.expects_of_call(*what, quiet)
            }
            Players(PlayersCommand::RecordChips { seat, bets }) => {
                Some(self.may_be_recorded(seat.0, bets, quiet))
            }
            Round(RoundCommand::CallNoMoreBets) => {
                let long = |play: &Play| play.opened + BETTING_MIN_MS <= now;
                Some(quiet.is_some_and(|play| play.open && long(play) && !play.must_shake()))
            }
            Round(RoundCommand::Shake { .. }) if !quiet.is_some_and(Play::may_shake) => Some(false),
            Round(RoundCommand::ExtendBetting) => {
                Some(quiet.is_some_and(|play| play.open && play.extended < 2))
            }
            Round(RoundCommand::Shake { .. } | RoundCommand::Reveal) if !hand => Some(false),
            Round(RoundCommand::Reveal) if quiet.is_none_or(|play| play.open || play.seen) => {
                Some(false)
            }
            Round(RoundCommand::Reveal) if hand => Some(quiet.is_some_and(|play| {
                play.shakes > 0 && (play.order_first || play.closed + WORDS_MS <= now)
            })),
            Round(RoundCommand::EnterDice(_)) => {
                is(|play| play.seen && play.result.is_none() && play.entry.is_none())
            }
            Round(RoundCommand::ReenterDice) => is(|play| play.entry.is_some()),
            Round(RoundCommand::ConfirmDice(roll)) => {
                Some(quiet.is_some_and(|play| play.entry == Some(roll.index())))
            }
            Round(RoundCommand::Collect) if quiet.is_some_and(|play| play.by_hand) => None,
            Round(RoundCommand::Pay) if quiet.is_some_and(|play| play.by_hand) => None,
            Round(RoundCommand::Collect) => is(|play| play.result.is_some() && !play.collected),
            Round(RoundCommand::Pay) => is(|play| play.collected && !play.paid),
            Round(RoundCommand::Clear) => is(|play| play.paid),
            _ => None,
        }
    }

    /// Whether somebody approves what they proposed themselves, or what is above them.
    fn is_no_second(&self, staff: StaffId, command: &StaffCommand, table: &Table) -> bool {
        let Ruling(RulingCommand::Approve(id)) = command else { return false };
        self.acts.get(&id.0).is_none_or(|(_, by, superior)| {
            *by == staff || table.role(staff).is_none_or(|role| role < *superior)
        })
    }

    /// What is void has neither dice nor stakes left.
    fn touches_a_void_round(&self, act: &Act) -> bool {
        let void = |round: u64| self.gone.get(&round).is_some_and(|gone| gone.roll.is_none());
        match act {
            Act::VoidRounds { rounds, what, .. } => {
                // What the machine stopped in is void only where it asked, and nothing was seen.
                let open =
                    |play: &Play| play.waits == Some(Irregularity::Interruption) && !play.seen;
                let stopped = *what == Irregularity::Interruption;
                rounds.iter().any(|round| void(round.0))
                    || stopped && !self.play.as_ref().is_some_and(open)
            }
            Act::CorrectRound { round, .. } | Act::VoidPastBets { round, .. } => void(round.0),
            _ => false,
        }
    }

    /// What is over and neither among the last 200 nor recalled.
    fn names_an_old_round(&self, act: &Act) -> bool {
        act.rounds().iter().any(|round| self.gone.contains_key(&round.0) && !self.is_known(round.0))
    }

    fn is_known(&self, round: u64) -> bool {
        let last = self.gone.keys().next_back().copied().unwrap_or(0);
        last < round + 200 || self.recalled.contains(&round)
    }

    /// Nobody can make up for what the house bears, once none of their rounds can be changed.
    fn too_old(&mut self, round: u64) {
        for player in self.gone[&round].slips.values().map(|slip| slip.0).collect::<Vec<_>>() {
            let has = |gone: &Gone| gone.slips.values().any(|slip| slip.0 == player);
            let mut known = self.gone.iter().filter(|(number, _)| self.is_known(**number));
            if !known.any(|(_, gone)| has(gone))
                && let Some(borne) = self.between.get_mut(&player).filter(|units| **units < 0)
            {
                *self.beyond.entry(player).or_default() += std::mem::take(borne);
            }
        }
    }

    /// An old round comes back with what stood between the house and its players.
    fn recall(&mut self, round: u64, events: &[Event]) {
        let Some(Event::Reversal(ReversalEvent::RoundRecalled { forgotten, .. })) = events.first()
        else {
            return;
        };
        self.recalled.insert(round);
        for (player, ..) in self.gone[&round].slips.values() {
            let borne = self.beyond.remove(player).unwrap_or(0);
            *self.between.entry(*player).or_default() += borne;
        }
        if let Some(forgotten) = forgotten {
            self.recalled.remove(&forgotten.0);
            self.too_old(forgotten.0);
        }
    }

    /// Whether two people may do this: one is enough to propose it, if there is room for more.
    fn expects_of_act(&self, act: &Act) -> Option<bool> {
        let playing = self.play.as_ref();
        let fine = match act {
            Act::CorrectRound { round, roll, .. } => {
                let play = playing.filter(|play| play.number == round.0)?;
                play.result.is_some_and(|result| result != roll.index()) && !self.is_void_due(play)
            }
            Act::VoidBets { seat, .. } => playing.is_some_and(|play| {
                let decided = play.waits.is_none_or(|what| what == Irregularity::Contravention);
                let bets = self.chairs.get(&seat.0).is_some_and(|chair| !chair.bets.is_empty());
                let pile = play.piles.get(&seat.0).is_some_and(|pile| !pile.void);
                (bets || pile) && (!play.paid || decided)
            }),
            // What the book makes void is void, unless it never happened.
            Act::GoOn { what, .. } => {
                let leaves = [Remedy::Ruling, Remedy::MayVoid, Remedy::VoidBets];
                let play = playing.filter(|play| play.waits == Some(*what));
                if play.is_some() && leaves.contains(&self.remedy(*what)) {
                    return None;
                }
                false
            }
            Act::CallMistaken { what, .. } => playing.is_some_and(|play| {
                let thrown = play.seen || play.result.is_some() || play.tumbled();
                let due = match self.remedy(*what) {
                    Remedy::VoidRound | Remedy::VoidAffectedRounds | Remedy::Reshake => true,
                    Remedy::SettleByHand => !thrown,
                    _ => false,
                };
                let noticed = *what == Irregularity::TooFewShakes && !play.tumbled();
                play.waits == Some(*what) && due && !noticed
            }),
            Act::VoidPastBets { round, seat, .. } => {
                let gone = self.gone.get(&round.0);
                gone.is_some_and(|gone| {
                    let pile = gone.piles.get(&seat.0).is_some_and(|pile| !pile.void);
                    pile || gone.slips.contains_key(&seat.0) && !gone.out.contains(&seat.0)
                })
            }
            _ => return None,
        };
        (!fine || self.acts.len() < 20).then_some(fine)
    }

    fn is_at_least(&self, staff: StaffId, role: Role) -> bool {
        self.roles.get(&staff).is_some_and(|has| *has >= role)
    }

    /// Whether the table has this case at hand.
    fn has(&self, case: u32) -> bool {
        self.files.get(&case).is_some_and(|file| file.open) || self.shelf.contains(&case)
    }

    /// Who the book says decides this case, and who decides rulings.
    fn may_decide(&self, staff: StaffId, case: u32) -> bool {
        let at_hand = self.files.get(&case).filter(|_| self.has(case));
        let about = at_hand.map_or(Irregularity::Dispute, |file| file.about);
        let superior = self.book.irregularities.treatment(about).superior.value;
        [superior, self.book.people.rulings.value, Role::Floorperson]
            .into_iter()
            .all(|role| self.is_at_least(staff, role))
    }

    fn expects_of_case(&self, staff: StaffId, command: &CaseCommand) -> bool {
        let floor = self.is_at_least(staff, Role::Floorperson);
        let open = self.files.values().filter(|file| file.open).count();
        let opened = |case: u32| self.files.get(&case).filter(|file| file.open);
        match command {
            CaseCommand::OpenCase(dispute) => {
                let known = |round: u64| 1 <= round && round <= self.played;
                floor && open < 100 && dispute.round.is_none_or(|round| known(round.0))
            }
            CaseCommand::NoteCase { case, .. } => {
                floor && opened(case.0).is_some_and(|file| file.notes < 20)
            }
            CaseCommand::LetStand { case, .. } => {
                opened(case.0).is_some() && self.may_decide(staff, case.0)
            }
            CaseCommand::ReopenCase { case, .. } => {
                let decided = self.files.get(&case.0).filter(|file| !file.open);
                let fine = decided.is_some_and(|file| file.reviews < 10) && self.has(case.0);
                fine && open < 100 && self.may_decide(staff, case.0)
            }
        }
    }

    /// What two people decide about a case: one is enough to propose it.
    fn expects_of_ruling(&self, act: &Act, case: u32, ruling: &CaseRuling) -> Option<bool> {
        if self.files.get(&case).is_none_or(|file| !file.open) || self.names_an_old_round(act) {
            return Some(false);
        }
        let most = self.limits.exposure_max.units() + self.limits.seat_max.units();
        let fits = |units: u64| 1 <= units && units <= most;
        let fine = match ruling {
            CaseRuling::Stand => true,
            CaseRuling::PayChips { amount } | CaseRuling::TakeChips { amount } => {
                self.kind == TableKind::Felt && fits(amount.units())
            }
            CaseRuling::PayBet { .. } | CaseRuling::TakeBet { .. }
                if self.kind == TableKind::Felt =>
            {
                false
            }
            CaseRuling::TakeBet { round, seat, player, amount }
                if self.gone.contains_key(&round.0) =>
            {
                let slip = self.gone[&round.0].slips.get(&seat.0);
                slip.is_some_and(|slip| slip.0 == player.0) && fits(amount.units())
            }
            CaseRuling::PayBet { round, seat, player, amount }
                if self.gone.contains_key(&round.0) =>
            {
                let slip = self.gone[&round.0].slips.get(&seat.0);
                let had = slip.is_some_and(|slip| slip.0 == player.0);
                // Since when a player has sat somewhere the model does not know.
                if !had && self.chair_of(player.0) == Some(seat.0) {
                    return None;
                }
                had && fits(amount.units())
            }
            CaseRuling::PayBet { round, .. } | CaseRuling::TakeBet { round, .. } => {
                let paid = self.play.as_ref().is_some_and(|play| play.paid);
                return if paid && self.played == round.0 { None } else { Some(false) };
            }
            CaseRuling::VoidBets { .. }
            | CaseRuling::VoidRound { .. }
            | CaseRuling::CorrectRound { .. } => return None,
        };
        (!fine || self.acts.len() < 20).then_some(fine)
    }

    fn is_void_due(&self, play: &Play) -> bool {
        play.waits.is_some_and(|what| {
            [Remedy::VoidRound, Remedy::VoidAffectedRounds].contains(&self.remedy(what))
        })
    }

    fn remedy(&self, what: Irregularity) -> Remedy {
        self.book.irregularities.treatment(what).remedy.value
    }

    /// Whether this can be called, once the dice have fallen: until the lights are out.
    fn expects_of_call(&self, what: Irregularity, play: Option<&Play>) -> Option<bool> {
        let seen = |play: &Play| play.seen && self.dice == DiceSource::Physical;
        match what {
            Irregularity::DiceNotFlat => Some(play.is_some_and(seen)),
            Irregularity::DieBroken
            | Irregularity::DiceDamaged
            | Irregularity::DiceExposed
            | Irregularity::Contravention
            | Irregularity::Disturbance
            | Irregularity::Dispute => Some(play.is_some()),
            Irregularity::TooFewShakes => Some(play.is_some_and(|play| play.shakes > 0)),
            Irregularity::ShakerFailed => {
                Some(play.is_some_and(|play| !play.open || !play.order_first))
            }
            _ => None,
        }
    }

    fn expects_of_seat(
        &self,
        seat: u16,
        (command, request): (&SeatCommand, &Request),
        table: &Table,
        now: u64,
    ) -> Option<bool> {
        if self.kind == TableKind::Felt {
            return Some(false);
        }
        if let SeatCommand::Sit { player, staff } | SeatCommand::SitAndBuyIn { player, staff, .. } =
            command
        {
            let works = staff.is_some_and(|staff| table.role(staff).is_some());
            let pays = match command {
                SeatCommand::SitAndBuyIn { voucher, amount, .. } => {
                    !self.used.contains(&voucher.0)
                        && (1..=500_000_000_000_000).contains(&amount.units())
                }
                _ => true,
            };
            return Some(
                pays && self.kind == TableKind::Electronic
                    && table.life() != Life::Closed
                    && !self.chairs.contains_key(&seat)
                    && !self.closed_seats.contains(&seat)
                    && !self.barred.contains(&player.0)
                    && !works
                    && self.chairs.values().all(|chair| chair.player != player.0),
            );
        }
        let Some(chair) = self.chairs.get(&seat) else { return Some(false) };
        if chair.terminal != request.session.0 {
            return Some(false);
        }
        match command {
            SeatCommand::BuyIn { voucher, amount } => Some(
                !self.used.contains(&voucher.0)
                    && amount.units() > 0
                    && !self.barred.contains(&chair.player)
                    && chair.credit + amount.units() <= 500_000_000_000_000,
            ),
            SeatCommand::CashOut { amount, .. } => {
                Some(0 < amount.units() && amount.units() <= chair.credit)
            }
            SeatCommand::Leave => Some(chair.credit == 0 && chair.bets.is_empty()),
            SeatCommand::CashOutAndLeave { amount, .. } => {
                Some(0 < amount.units() && amount.units() == chair.credit && chair.bets.is_empty())
            }
            SeatCommand::SetOwnLimits(_) => Some(true),
            SeatCommand::Bet(BetCommand::Shake { .. }) => {
                let play = self.running(request).filter(|play| play.waits.is_none());
                (!play.is_some_and(Play::may_shake)).then_some(false)
            }
            SeatCommand::Sit { .. } | SeatCommand::SitAndBuyIn { .. } => None,
            SeatCommand::Bet(command) => {
                let Some(wanted) = self.wanted(chair, command) else { return Some(false) };
                let open = self.running(request).is_some_and(|play| {
                    let late = play.until.is_some_and(|until| until <= now);
                    play.open && play.waits.is_none() && (!late || play.must_shake())
                });
                let fine =
                    open && !self.barred.contains(&chair.player) && chair.keeps_own(&wanted, now);
                Some(fine && self.may_lie(chair, &wanted, matches!(command, BetCommand::UndoBets)))
            }
        }
    }

    /// The whole layout of a seat as a bet command wants it, the book's clipping included.
    fn wanted(&self, chair: &Chair, command: &BetCommand) -> Option<Bets> {
        let mut bets = chair.bets.clone();
        match command {
            BetCommand::PlaceBets(placed) => {
                for (at, bet) in placed.iter().enumerate() {
                    let place = self.pay.place(bet.area)?;
                    let named = placed[..at].iter().any(|other| other.area == bet.area);
                    (!named).then_some(())?;
                    self.add(chair, &mut bets, place, bet.stake.units());
                }
            }
            BetCommand::TakeDown(areas) => {
                for area in areas {
                    let place = self.pay.place(*area)?;
                    chair.bets.get(&place)?;
                    bets.remove(&place);
                }
            }
            BetCommand::ClearBets => bets.clear(),
            BetCommand::RepeatBets => {
                chair
                    .last
                    .iter()
                    .for_each(|(place, more)| self.add(chair, &mut bets, *place, *more));
            }
            BetCommand::DoubleBets => {
                chair
                    .bets
                    .iter()
                    .for_each(|(place, more)| self.add(chair, &mut bets, *place, *more));
            }
            BetCommand::UndoBets => bets = chair.before.last()?.clone(),
            BetCommand::Shake { .. } => return None,
        }
        (bets != chair.bets).then_some(bets)
    }

    fn add(&self, chair: &Chair, bets: &mut Bets, place: usize, more: u64) {
        let lies = bets.entry(place).or_default();
        *lies += more;
        if self.book.limits.above_maximum.value == AboveMaximum::SettleToMaximum {
            *lies = (*lies).min(self.most(chair, place));
        }
    }

    fn most(&self, chair: &Chair, place: usize) -> u64 {
        self.limits.of(self.pay.area(place)).stake_max().units().max(chair.marker)
    }

    fn may_lie(&self, chair: &Chair, wanted: &Bets, undone: bool) -> bool {
        let changed = |place: &usize, lies: &u64| chair.bets.get(place) != Some(lies);
        let fits = wanted.iter().filter(|(place, lies)| changed(place, lies));
        if !undone && !fits.clone().all(|(place, lies)| self.fits(chair, *place, *lies)) {
            return false;
        }
        let (had, has): (u64, u64) = (chair.bets.values().sum(), wanted.values().sum());
        if has > had + chair.credit {
            return false;
        }
        (has <= had || has <= self.limits.seat_max.units()) && self.bearable(chair, wanted)
    }

    fn fits(&self, chair: &Chair, place: usize, lies: u64) -> bool {
        let limit = self.limits.of(self.pay.area(place));
        let most = self.most(chair, place);
        if lies > most || !lies.is_multiple_of(self.pay.unit(place)) {
            return false;
        }
        if lies < limit.stake_min().units() {
            let settles = self.book.limits.below_minimum.value == BelowMinimum::SettleAndAdvise;
            return settles && !chair.told;
        }
        lies.is_multiple_of(u64::from(limit.multiple())) || lies == most
    }

    /// Whether the house may lose what it then can lose, looked at the slow way.
    fn bearable(&self, chair: &Chair, wanted: &Bets) -> bool {
        let limit = i128::from(self.limits.exposure_max.units());
        if limit > 10_000_000 {
            return true;
        }
        let others = self.chairs.values().filter(|other| other.player != chair.player);
        let others: Vec<&Bets> = others.map(|other| &other.bets).collect();
        let worst = |mine: &Bets| {
            let lost =
                |roll| others.iter().copied().chain([mine]).map(|b| self.lost(b, roll)).sum();
            (0..216).map(lost).max().unwrap_or(0i128)
        };
        let after = worst(wanted);
        after <= limit || after <= worst(&chair.bets)
    }

    fn lost(&self, bets: &Bets, roll: usize) -> i128 {
        lost_by(&self.pay, bets, roll)
    }

    /// Dice that were called broken or damaged are in no shaker again, and no round opens with
    /// them, nor with what another table says it has.
    fn follow_equipment(&mut self, request: &Request, events: &[Event]) {
        let here = self.dice == DiceSource::Physical;
        if let Command::Staff(_, Ruling(RulingCommand::CallIrregularity { what, .. })) =
            &request.command
        {
            let damaged = matches!(what, Irregularity::DieBroken | Irregularity::DiceDamaged);
            let dice = self.in_shaker.filter(|_| here && damaged).into_iter().flatten();
            self.doubted = dice.filter(|die| self.broken.insert(*die)).collect();
        }
        if let Command::Host(HostCommand::FollowRegister { damaged, disputed, .. }) =
            &request.command
        {
            self.broken.extend(damaged);
            self.doubted.retain(|die| !damaged.contains(die));
            self.disputed = *disputed;
        }
        for event in events {
            let sound = |dice: &[DieId; 3]| !dice.iter().any(|die| self.broken.contains(die));
            match event {
                Event::Equipment(EquipmentEvent::DiceMarkedDamaged { dice }) => {
                    self.broken.extend(dice);
                }
                Event::Ruling(RulingEvent::CallFoundMistaken { .. }) => {
                    let doubted = std::mem::take(&mut self.doubted);
                    self.broken.retain(|die| !doubted.contains(die));
                }
                Event::Equipment(
                    EquipmentEvent::DiceInstalled { dice, .. }
                    | EquipmentEvent::LentDiceInstalled { dice, .. },
                ) => {
                    assert!(sound(dice), "damaged dice are put back");
                    self.in_shaker = Some(*dice);
                }
                Event::Round(RoundEvent::BettingOpened { .. }) if here => {
                    assert!(self.in_shaker.as_ref().is_some_and(sound), "a round without dice");
                    assert!(!self.disputed, "a round with what another table has");
                }
                _ => {}
            }
        }
    }

    /// Lets an accepted request happen here too.
    pub fn follow(&mut self, request: &Request, events: &[Event], now: u64) {
        self.follow_equipment(request, events);
        self.follow_moves(events);
        for event in events {
            if let Event::Proposal(ProposalEvent::Proposed {
                proposal, act, by, superior, ..
            }) = event
            {
                assert!(*superior >= Role::Floorperson, "a second person above the dealer");
                self.acts.insert(proposal.0, (act.clone(), *by, *superior));
            }
        }
        match &request.command {
            Command::Seat(seat, command) => {
                self.follow_seat(seat.0, request.session.0, command, now);
            }
            Command::Staff(staff, command) => self.follow_staff(*staff, command, events, now),
            Command::Floor(_, command) | Command::Host(HostCommand::House(command)) => {
                match command {
                    HouseCommand::PayOwed { player, .. } => _ = self.between.remove(&player.0),
                    HouseCommand::AssignStaff { staff, role } => {
                        self.roles.insert(*staff, *role);
                    }
                    HouseCommand::ReleaseStaff { staff } => _ = self.roles.remove(staff),
                    HouseCommand::InstallLentDice { .. }
                    | HouseCommand::InstallLentShaker { .. } => {}
                    HouseCommand::GivePlace { seat, player } => {
                        let chair = Chair { player: player.0, sat: now, ..Chair::default() };
                        assert!(self.chairs.insert(seat.0, chair).is_none());
                    }
                }
            }
            Command::Host(command) => self.follow_host(command, events, now),
        }
    }

    fn follow_seat(&mut self, seat: u16, terminal: u64, command: &SeatCommand, now: u64) {
        if let SeatCommand::Sit { player, .. } = command {
            let player = player.0;
            let chair = Chair { player, terminal, sat: now, ..Chair::default() };
            assert!(self.chairs.insert(seat, chair).is_none());
            return;
        }
        if let SeatCommand::SitAndBuyIn { player, staff, voucher, amount } = command {
            for command in [
                SeatCommand::Sit { player: *player, staff: *staff },
                SeatCommand::BuyIn { voucher: *voucher, amount: *amount },
            ] {
                self.follow_seat(seat, terminal, &command, now);
            }
            return;
        }
        let chair = &self.chairs[&seat];
        let min = |place: usize| self.limits.of(self.pay.area(place)).stake_min().units();
        let wanted = match command {
            SeatCommand::Bet(command) => self.wanted(chair, command),
            _ => None,
        };
        let low = |(place, lies): (&usize, &u64)| {
            *lies < min(*place) && chair.bets.get(place) != Some(lies)
        };
        let told = wanted.as_ref().is_some_and(|bets| bets.iter().any(low));
        let chair = self.chairs.get_mut(&seat).unwrap();
        match command {
            SeatCommand::BuyIn { voucher, amount } => {
                chair.credit += amount.units();
                chair.put_in += i128::from(amount.units());
                self.used.insert(voucher.0);
            }
            SeatCommand::CashOut { amount, .. } => {
                chair.credit -= amount.units();
                chair.put_in -= i128::from(amount.units());
            }
            SeatCommand::SetOwnLimits(wish) => chair.wish(*wish, now),
            SeatCommand::Leave | SeatCommand::CashOutAndLeave { .. } => {
                drop(self.chairs.remove(&seat));
            }
            SeatCommand::Bet(BetCommand::Shake { times }) => self.shaken(*times, None, now),
            _ => {
                let wanted = wanted.expect("an accepted bet command wants something");
                let undone = matches!(command, SeatCommand::Bet(BetCommand::UndoBets));
                chair.told |= told && !undone;
                let before = std::mem::replace(&mut chair.bets, wanted);
                chair.credit += before.values().sum::<u64>();
                chair.credit -= chair.bets.values().sum::<u64>();
                if undone {
                    chair.before.pop();
                } else {
                    chair.before.push(before);
                    let old = chair.before.len().saturating_sub(20);
                    chair.before.drain(..old);
                }
            }
        }
    }

    fn chair_of(&self, player: u64) -> Option<u16> {
        self.chairs.iter().find(|(_, chair)| chair.player == player).map(|(seat, _)| *seat)
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
    fn follow_staff(&mut self, staff: StaffId, command: &StaffCommand, events: &[Event], now: u64) {
        let by = self.roles.get(&staff).copied();
        match command {
            Players(PlayersCommand::GrantMarker { seat, stake_max }) => {
                assert!(self.book.limits.markers.value, "the book knows no markers");
                self.chairs.get_mut(&seat.0).unwrap().marker = stake_max.units();
            }
            Players(PlayersCommand::Exclude { player, .. }) => {
                self.barred.insert(player.0);
                self.closed_seats.extend(self.chair_of(player.0));
            }
            Players(PlayersCommand::ReleaseSeat { seat }) => {
                _ = self.closed_seats.remove(&seat.0);
            }
            Players(PlayersCommand::LiftExclusion { player, .. }) => {
                self.barred.remove(&player.0);
                if let Some(seat) = self.chair_of(player.0) {
                    self.closed_seats.remove(&seat);
                }
            }
            Players(PlayersCommand::AssignColour { seat, colour, value }) => {
                assert!(self.book.limits.colour_chips.value, "the book knows no colours");
                let new = (*colour, value.units());
                let others = self.chairs.iter().filter(|(at, _)| **at != seat.0);
                let others: Vec<_> = others.filter_map(|(_, chair)| chair.colour).collect();
                assert!(!others.iter().any(|(theirs, _)| theirs == colour), "two of one colour");
                let chair = self.chairs.get_mut(&seat.0).unwrap();
                let had = chair.colour.replace(new);
                let felt = self.kind == TableKind::Felt;
                assert!(!felt || had.is_none_or(|had| had == new), "a colour is still out");
            }
            Players(PlayersCommand::TakeColourBack { seat }) => {
                self.chairs.get_mut(&seat.0).unwrap().colour = None;
            }
            Players(PlayersCommand::FreePlace { seat }) => drop(self.chairs.remove(&seat.0)),
            Players(PlayersCommand::RecordChips { seat, bets }) => self.record(seat.0, bets),
            Day(DayCommand::OpenTable) => self.ended = now,
            Day(DayCommand::CloseTable) => {
                self.trying = None;
                let out = self.chairs.values().any(|chair| chair.colour.is_some());
                assert!(!(out && self.kind == TableKind::Felt), "closed with colours out");
            }
            Equipment(EquipmentCommand::JudgeDisplay { .. }) => self.trying = None,
            Equipment(EquipmentCommand::TryDisplay { entered }) => {
                self.trying = Some((entered.index(), now + 60_000));
            }
            Day(DayCommand::AnnounceLimits(limits)) => {
                self.limits_next = Some((self.played + 1, limits.clone()));
            }
            Round(RoundCommand::OpenBetting) => self.open(events, now),
            Round(RoundCommand::ExtendBetting) => {
                let play = self.play.as_mut().unwrap();
                play.until = play.until.map(|until| until + 10_000);
                play.extended += 1;
            }
            Round(RoundCommand::CallNoMoreBets) => self.close(now),
            Round(RoundCommand::SelectPlayer { seat }) => {
                self.play.as_mut().unwrap().chosen = Some(seat.0);
            }
            Round(RoundCommand::Shake { times }) => self.shaken(*times, by, now),
            Round(RoundCommand::Reveal) => self.play.as_mut().unwrap().seen = true,
            Round(RoundCommand::EnterDice(roll)) => {
                self.play.as_mut().unwrap().entry = Some(roll.index());
            }
            Round(RoundCommand::ReenterDice) => self.play.as_mut().unwrap().entry = None,
            Round(RoundCommand::ConfirmDice(roll)) => self.result(roll.index()),
            Round(RoundCommand::Collect) => self.play.as_mut().unwrap().collected = true,
            Round(RoundCommand::Pay) => self.pay(now),
            Round(RoundCommand::Clear) => self.end(false, now),
            Ruling(RulingCommand::CallIrregularity { what, .. }) => self.irregular(*what, by, now),
            Ruling(RulingCommand::Approve(id)) => self.approved(id.0, now),
            Ruling(RulingCommand::Withdraw(id)) => drop(self.acts.remove(&id.0)),
            Case(command) => self.follow_case(command),
            _ => {}
        }
    }

    fn follow_host(&mut self, command: &HostCommand, events: &[Event], now: u64) {
        match command {
            HostCommand::AnnounceLimits(limits) => {
                self.limits_next = Some((self.played + 1, limits.clone()));
            }
            HostCommand::ConnectDisplay { display } => _ = self.screens.insert(display.0),
            HostCommand::LoseDisplay { display } => {
                self.screens.remove(&display.0);
                self.trying = self.trying.filter(|_| !self.screens.is_empty());
            }
            HostCommand::RecordRoll(roll) => self.result(roll.index()),
            HostCommand::Tick => self.tick(events, now),
            HostCommand::Restart => self.restart(now),
            HostCommand::RecallRound { round, .. } => self.recall(round.number.0, events),
            HostCommand::RecallCase { case, .. } if !self.has(case.0) => self.put_away(case.0),
            _ => {}
        }
    }

    fn follow_case(&mut self, command: &CaseCommand) {
        match command {
            CaseCommand::OpenCase(dispute) => {
                let case = u32::try_from(self.files.len() + 1).unwrap();
                let file = File { about: dispute.about, open: true, notes: 0, reviews: 0 };
                self.files.insert(case, file);
            }
            CaseCommand::NoteCase { case, .. } => {
                self.files.get_mut(&case.0).unwrap().notes += 1;
            }
            CaseCommand::LetStand { case, .. } => self.decided(case.0),
            CaseCommand::ReopenCase { case, .. } => {
                let file = self.files.get_mut(&case.0).unwrap();
                (file.open, file.reviews) = (true, file.reviews + 1);
                self.shelf.retain(|other| *other != case.0);
            }
        }
    }

    fn decided(&mut self, case: u32) {
        let file = self.files.get_mut(&case).unwrap();
        assert!(file.open, "a case is decided once, until it is reviewed");
        file.open = false;
        self.put_away(case);
    }

    fn put_away(&mut self, case: u32) {
        self.shelf.push(case);
        let old = self.shelf.len().saturating_sub(20);
        self.shelf.drain(..old);
    }

    fn open(&mut self, events: &[Event], now: u64) {
        assert!(matches!(events[0], Event::Round(RoundEvent::BettingOpened { .. })));
        self.played += 1;
        self.trying = None;
        if let Some((_, limits)) = self.limits_next.take_if(|(from, _)| *from <= self.played) {
            self.limits = limits;
        }
        self.play = Some(Play {
            number: self.played,
            open: true,
            opened: now,
            until: Some(now + 20_000),
            order_first: self.dice == DiceSource::Random,
            ..Play::default()
        });
    }

    /// What the shaker in use asks for is read from the book by the caller.
    pub fn shaker_asks(&mut self, order: NoMoreBets, shakes_min: u8) {
        if let Some(play) = &mut self.play {
            play.order_first = order == NoMoreBets::BeforeShake;
            play.shakes_min = shakes_min.into();
        }
    }

    /// The shaker was activated; too few are what they are.
    fn shaken(&mut self, times: u8, by: Option<Role>, now: u64) {
        let play = self.play.as_mut().unwrap();
        assert!(play.may_shake(), "dice move once, and in their time");
        play.shakes = times.into();
        if !play.tumbled() {
            self.irregular(Irregularity::TooFewShakes, by, now);
        }
    }

    fn close(&mut self, now: u64) {
        let play = self.play.as_mut().unwrap();
        assert!(!play.must_shake(), "the dice are shaken before no more bets");
        (play.open, play.closed) = (false, now);
        self.chairs.values_mut().for_each(|chair| chair.before.clear());
    }

    fn result(&mut self, roll: usize) {
        let play = self.play.as_mut().unwrap();
        assert!(!play.open, "a result needs no more bets");
        (play.result, play.entry, play.waits, play.seen) = (Some(roll), None, None, true);
    }

    fn pay(&mut self, now: u64) {
        let play = self.play.as_mut().unwrap();
        assert!(play.collected && !play.paid, "collect, then pay, once");
        (play.paid, play.paid_at) = (true, now);
        let roll = play.result.unwrap();
        for chair in self.chairs.values_mut() {
            let back = |(place, stake): (&usize, &u64)| self.pay.back(*place, *stake, roll);
            chair.credit += chair.bets.iter().map(back).sum::<u64>();
        }
    }

    /// The round is over; void, every stake goes back.
    fn end(&mut self, void: bool, now: u64) {
        let play = self.play.take().expect("a round in play");
        let mut gone = Gone { roll: play.result.filter(|_| !void), ..Gone::default() };
        for (seat, mut pile) in play.piles {
            let paid = play.result.filter(|_| !void && !pile.void);
            gone.paid.insert(seat, paid.map_or(0, |roll| self.lost(&pile.counts, roll)));
            pile.void |= void;
            gone.piles.insert(seat, pile);
        }
        for (seat, chair) in &mut self.chairs {
            let bets = std::mem::take(&mut chair.bets);
            chair.before.clear();
            let staked: u64 = bets.values().sum();
            if bets.is_empty() {
                continue;
            }
            let back = match gone.roll {
                Some(roll) => bets.iter().map(|(p, s)| self.pay.back(*p, *s, roll)).sum(),
                None => staked,
            };
            if void {
                chair.credit += staked;
            }
            chair.last.clone_from(&bets);
            gone.slips.insert(*seat, (chair.player, bets, back));
        }
        self.gone.insert(play.number, gone);
        if play.number > 200 {
            self.too_old(play.number - 200);
        }
        self.ended = now;
    }

    fn irregular(&mut self, what: Irregularity, by: Option<Role>, now: u64) {
        let treatment = self.book.irregularities.treatment(what);
        // A display that fails between rounds changes no bet.
        let Some(play) = &mut self.play else { return };
        let high = by.is_some_and(|role| role >= treatment.superior.value);
        let at_once = play.open || treatment.alone.value && high && play.result.is_none();
        let thrown = play.seen || play.result.is_some() || play.tumbled();
        match treatment.remedy.value {
            Remedy::ResultStands => {}
            Remedy::SettleByHand if thrown => play.by_hand = true,
            Remedy::VoidRound | Remedy::VoidAffectedRounds | Remedy::SettleByHand if at_once => {
                self.end(true, now);
            }
            Remedy::Reshake if at_once && !play.open => play.start_over(),
            _ => play.waits = Some(what),
        }
    }

    fn approved(&mut self, id: u32, now: u64) {
        let (act, ..) = self.acts.remove(&id).expect("only what was proposed is approved");
        self.happens(act, now);
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each act")]
    fn happens(&mut self, act: Act, now: u64) {
        match act {
            Act::DecideCase { case, ruling, reason } => {
                self.decided(case.0);
                let playing = self.play.as_ref().map(|play| play.number);
                let rules = ruling.round().is_some_and(|round| playing == Some(round.0));
                match ruling {
                    CaseRuling::Stand
                    | CaseRuling::PayChips { .. }
                    | CaseRuling::TakeChips { .. } => {}
                    CaseRuling::PayBet { player, amount, .. } => {
                        self.ruled(rules, player.0, i128::from(amount.units()), now);
                    }
                    CaseRuling::TakeBet { player, amount, .. } => {
                        self.ruled(rules, player.0, -i128::from(amount.units()), now);
                    }
                    CaseRuling::VoidBets { seat, .. } if rules => {
                        self.happens(Act::VoidBets { seat, reason }, now);
                    }
                    CaseRuling::VoidBets { round, seat } => self.out_of(round.0, seat.0),
                    CaseRuling::VoidRound { round } => {
                        let what = self.files[&case.0].about;
                        self.happens(Act::VoidRounds { rounds: vec![round], what, reason }, now);
                    }
                    CaseRuling::CorrectRound { round, roll } => {
                        self.happens(Act::CorrectRound { round, roll, reason }, now);
                    }
                }
            }
            Act::VoidRounds { rounds, .. } => {
                // What lies on the layout, or did until it was collected, goes back before
                // anything is asked back; what is paid is asked back like any other.
                let played = self.play.as_ref().map_or(0, |play| play.number);
                let paid = self.play.as_ref().is_some_and(|play| play.paid);
                if rounds.iter().any(|round| round.0 == played) {
                    self.end(!paid, now);
                }
                for round in rounds.iter().filter(|round| round.0 != played || paid) {
                    self.again(round.0, None);
                }
            }
            Act::CorrectRound { round, roll, .. } => {
                match self.play.as_mut().filter(|play| play.number == round.0) {
                    Some(play) if !play.paid => {
                        play.collected = false;
                        self.result(roll.index());
                    }
                    Some(_) => {
                        self.end(false, now);
                        self.again(round.0, Some(roll.index()));
                    }
                    None => self.again(round.0, Some(roll.index())),
                }
            }
            Act::VoidPastBets { round, seat, .. } => self.out_of(round.0, seat.0),
            Act::VoidBets { seat, .. } if self.play.as_ref().is_some_and(|play| play.paid) => {
                let round = self.played;
                self.end(false, now);
                self.out_of(round, seat.0);
            }
            Act::VoidBets { seat, .. } if self.kind == TableKind::Felt => {
                let play = self.play.as_mut().unwrap();
                play.collected = false;
                play.piles.get_mut(&seat.0).unwrap().void = true;
                play.waits.take_if(|what| *what == Irregularity::Contravention);
            }
            Act::VoidBets { seat, .. } => {
                self.play.as_mut().unwrap().collected = false;
                let chair = self.chairs.get_mut(&seat.0).unwrap();
                chair.credit += chair.bets.values().sum::<u64>();
                chair.bets.clear();
                chair.before.clear();
                let play = self.play.as_mut().unwrap();
                play.waits.take_if(|what| *what == Irregularity::Contravention);
            }
            // Its event says what it moved to.
            Act::MoveTable { .. } => {}
            Act::StateDice { .. } => unreachable!("nobody states dice without a reason"),
            Act::AttestDice { roll, .. } => self.result(roll.index()),
            Act::Reshake { .. } => self.play.as_mut().unwrap().start_over(),
            Act::GoOn { .. } | Act::CallMistaken { .. } => {
                self.play.as_mut().unwrap().waits = None;
            }
            Act::HandOverSeat { seat, player, terminal, .. } => {
                let chair = self.chairs.get_mut(&seat.0).unwrap();
                assert_eq!(chair.player, player.0, "the seat is given to whose it is");
                chair.terminal = terminal.0;
            }
        }
    }

    /// The lights of the round go out first; then the player has so much more or less.
    fn ruled(&mut self, playing: bool, player: u64, change: i128, now: u64) {
        if playing {
            self.end(false, now);
        }
        self.put_right(player, change);
    }

    /// A past round once more: by other dice, or by none.
    fn again(&mut self, round: u64, roll: Option<usize>) {
        let pay = self.pay_of(round).clone();
        let gone = self.gone.get_mut(&round).unwrap();
        gone.roll = roll;
        let out = &gone.out;
        let counts = gone.slips.iter_mut().filter(|(seat, _)| !out.contains(*seat));
        let changes: Vec<(u64, i128)> = counts
            .map(|(_, (player, bets, back))| {
                let right: u64 = match roll {
                    Some(roll) => bets.iter().map(|(p, s)| pay.back(*p, *s, roll)).sum(),
                    None => bets.values().sum(),
                };
                let was = std::mem::replace(back, right);
                (*player, i128::from(right) - i128::from(was))
            })
            .collect();
        for (player, change) in changes {
            self.put_right(player, change);
        }
    }

    /// One seat's bets are out of a past round: the stakes go back, and no dice count for them.
    fn out_of(&mut self, round: u64, seat: u16) {
        let gone = self.gone.get_mut(&round).unwrap();
        if let Some(pile) = gone.piles.get_mut(&seat) {
            assert!(!std::mem::replace(&mut pile.void, true), "chips are made void once");
            return;
        }
        assert!(gone.out.insert(seat), "bets are made void once");
        let (player, bets, back) = gone.slips.get_mut(&seat).unwrap();
        let staked: u64 = bets.values().sum();
        let was = std::mem::replace(back, staked);
        let (player, change) = (*player, i128::from(staked) - i128::from(was));
        self.put_right(player, change);
    }

    /// A player has more or less than was thought.
    fn put_right(&mut self, player: u64, change: i128) {
        // One number between house and player: what is owed counts up, what is borne down.
        let between = self.between.entry(player).or_default();
        let chair = self.chairs.values_mut().find(|chair| chair.player == player);
        let (debt, hand) = set_off(*between, change);
        *between += debt;
        match chair {
            Some(chair) => {
                let held = i128::from(chair.credit) + hand;
                chair.credit = u64::try_from(held.max(0)).unwrap();
                *between += held.min(0);
            }
            None => *between += hand,
        }
    }

    fn tick(&mut self, events: &[Event], now: u64) {
        let itself = self.run == Run::Automatic && self.dice == DiceSource::Random;
        let Some(play) = &mut self.play else {
            if matches!(events.first(), Some(Event::Round(RoundEvent::BettingOpened { .. }))) {
                assert!(self.run == Run::Automatic && self.ended + 2_000 <= now);
                self.open(events, now);
            }
            self.trying = self.trying.filter(|(_, until)| now < *until);
            return;
        };
        if play.waits.is_some() {
            return;
        }
        if play.open {
            if play.until.is_some_and(|until| until <= now) && !play.must_shake() {
                self.close(now);
            }
        } else if itself && play.result.is_some() && !play.by_hand {
            match (play.collected, play.paid) {
                (false, _) => play.collected = true,
                (true, false) => self.pay(now),
                (true, true) if play.paid_at + 3_000 <= now => self.end(false, now),
                (true, true) => {}
            }
        } else if play.by_hand && itself {
            self.tick_by_hand(events, now);
        }
    }

    /// With a superior watching it goes on by itself; who watches, the model does not know.
    fn tick_by_hand(&mut self, events: &[Event], now: u64) {
        match events.first() {
            Some(Event::Round(RoundEvent::LosersCollected { .. })) => {
                self.play.as_mut().unwrap().collected = true;
            }
            Some(Event::Round(RoundEvent::WinnersPaid { .. })) => self.pay(now),
            Some(Event::Round(RoundEvent::RoundCleared { .. })) => self.end(false, now),
            _ => {}
        }
    }

    fn restart(&mut self, now: u64) {
        let Some(play) = &mut self.play else { return };
        if play.result.is_some() {
            return;
        }
        if play.open || !(play.tumbled() || play.seen) {
            self.end(true, now);
        } else if play.waits.is_none() {
            play.waits = Some(Irregularity::Interruption);
        }
    }

    fn owed(&self) -> BTreeMap<u64, u64> {
        let owed = self.between.iter().map(|(player, units)| (*player, (*units).max(0)));
        owed.filter(|(_, units)| *units > 0).map(|(p, u)| (p, u64::try_from(u).unwrap())).collect()
    }

    /// What is to be collected from whom, the round's result standing.
    pub fn losers(&self) -> Vec<(u16, u64)> {
        let roll = self.play.as_ref().and_then(|play| play.result).expect("a result");
        let lost = |chair: &Chair| -> u64 {
            let lose = |(place, stake): &(&usize, &u64)| self.pay.back(**place, **stake, roll) == 0;
            chair.bets.iter().filter(lose).map(|(_, stake)| stake).sum()
        };
        let lost = self.chairs.iter().map(|(seat, chair)| (*seat, lost(chair)));
        lost.filter(|(_, units)| *units > 0).collect()
    }

    /// Panics where the two tables differ; what the house can lose is looked at for one roll.
    pub fn compare(&self, table: &Table, roll: usize) {
        let lost: i128 = self.chairs.values().map(|chair| self.lost(&chair.bets, roll)).sum();
        let piles = self.play.iter().flat_map(|play| play.piles.values());
        let valid = piles.filter(|pile| !pile.void);
        let lost = lost + valid.map(|pile| self.lost(&pile.counts, roll)).sum::<i128>();
        let dice = taisai_rules::Roll::all().nth(roll).unwrap();
        assert_eq!(lost, i128::from(table.exposure().on(dice)), "exposure on {dice}");
        assert_eq!(self.chairs.len(), table.seats().len());
        for (number, seat) in table.seats() {
            let chair = &self.chairs[&number.0];
            assert_eq!(chair.credit, seat.credit().units(), "credit of seat {number}");
            let terminal = (self.kind == TableKind::Electronic).then_some(chair.terminal);
            assert_eq!(terminal, seat.terminal().map(|terminal| terminal.0));
            let colour = seat.colour().map(|(colour, value)| (colour, value.units()));
            assert_eq!(chair.colour, colour, "colour of seat {number}");
            assert_eq!(chair.bets.len(), seat.bets().len(), "bets of seat {number}");
            for (bet, (place, stake)) in seat.bets().iter().zip(&chair.bets) {
                assert_eq!(bet.stake.units(), *stake);
                assert_eq!(bet.area, table.book().pay_table.offers()[*place].area);
            }
        }
        self.compare_chips(table);
        let between = self.between.values().map(|units| (*units).min(0));
        let borne: i128 = between.chain(self.beyond.values().copied()).sum();
        assert_eq!(-borne, i128::from(table.shortfall().units()));
        let owed: BTreeMap<u64, u64> = table.owed().map(|(p, m)| (p.0, m.units())).collect();
        assert_eq!(self.owed(), owed);
        assert_eq!(self.phase(), table.round().map(|_| table.phase()));
        let (trial, displays) = (table.equipment().trial, &table.equipment().displays);
        let trial = trial.map(|trial| (trial.entered.index(), trial.until.millis()));
        assert_eq!(self.trying, trial, "what the displays light as a trial");
        assert!(displays.iter().map(|display| display.0).eq(self.screens.iter().copied()));
    }

    /// Panics where what was recorded of chips, or what it is worth, is not the same.
    fn compare_chips(&self, table: &Table) {
        let pays = &table.book().pay_table;
        let piles = self.play.iter().flat_map(|play| &play.piles);
        let records = table.round().into_iter().flat_map(|round| &round.chips);
        assert!(self.are_same(piles, records), "the chips of the round in play");
        let payouts = table.round().map(|round| round.place_payouts(pays)).unwrap_or_default();
        for (seat, paid) in payouts {
            let play = self.play.as_ref().unwrap();
            let (pile, roll) = (&play.piles[&seat.0], play.result.unwrap());
            let net = i128::from(paid.win.units()) - i128::from(paid.collected.units());
            let due = if pile.void { 0 } else { self.lost(&pile.counts, roll) };
            assert_eq!(net, due, "what place {seat} is paid");
            let above: u64 = pile.above.values().sum();
            let all: u64 = pile.counts.values().sum();
            assert_eq!(paid.back.units(), if pile.void { above + all } else { above });
        }
        let Some(past) = table.past_rounds().next_back() else { return };
        let gone = &self.gone[&past.number.0];
        assert!(self.are_same(&gone.piles, &past.chips), "the chips of the last round");
        let pay = self.pay_of(past.number.0);
        for (seat, change) in past.place_changes(&table.book_of(past.number).pay_table) {
            let pile = &gone.piles[&seat.0];
            let due = gone.roll.filter(|_| !pile.void);
            let due = due.map_or(0, |roll| lost_by(pay, &pile.counts, roll));
            assert_eq!(i128::from(change.paid), gone.paid[&seat.0], "paid at place {seat}");
            assert_eq!(i128::from(change.due), due, "due at place {seat}");
        }
    }

    fn are_same<'a>(
        &self,
        piles: impl IntoIterator<Item = (&'a u16, &'a Pile)>,
        records: impl IntoIterator<Item = (&'a SeatNumber, &'a ChipRecord)>,
    ) -> bool {
        let bets = |bets: &[Bet]| -> Bets {
            bets.iter().map(|bet| (self.pay.place(bet.area).unwrap(), bet.stake.units())).collect()
        };
        let records: BTreeMap<u16, Pile> = records
            .into_iter()
            .map(|(seat, record)| {
                let (counts, above) = (bets(&record.bets), bets(&record.excess));
                let (player, void) = (record.player.0, !record.is_valid());
                (seat.0, Pile { player, counts, above, void })
            })
            .collect();
        piles.into_iter().map(|(seat, pile)| (*seat, pile.clone())).eq(records)
    }

    fn phase(&self) -> Option<Phase> {
        let play = self.play.as_ref()?;
        Some(match play {
            Play { waits: Some(_), .. } => Phase::AwaitingRuling,
            Play { paid: true, .. } => Phase::Clearing,
            Play { collected: true, .. } => Phase::Paying,
            Play { result: Some(_), .. } => Phase::Collecting,
            Play { entry: Some(_), .. } => Phase::Entered,
            Play { seen: true, .. } => Phase::Revealed,
            Play { open: true, .. } => Phase::Betting,
            Play { shakes: 1.., order_first: true, .. } => Phase::Shaken,
            Play { .. } => Phase::NoMoreBets,
        })
    }
}

/// How much of a change goes against what stands between house and player, and how much is left
/// to be handed over or taken.
fn set_off(between: i128, change: i128) -> (i128, i128) {
    let against = (between < 0) == (change > 0) && between != 0;
    let debt = if against { change.signum() * change.abs().min(between.abs()) } else { 0 };
    (debt, change - debt)
}

/// What bets bring their player by a roll, under one edition.
fn lost_by(pay: &Payout, bets: &Bets, roll: usize) -> i128 {
    let lost = |(place, stake): (&usize, &u64)| {
        i128::from(pay.back(*place, *stake, roll)) - i128::from(*stake)
    };
    bets.iter().map(lost).sum()
}
