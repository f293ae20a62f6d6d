//! A table's books: who sits where, what lies on the layout, and what each round was worth.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use taisai_rules::{Area, Bet, Roll, Stake};

use super::decode::{Adjustment, Asker, Reader, SetUp, Stamp, Unreadable, area, limits};
use super::editions::{Editions, Texts, edition, times};
use super::floor::skip;
use super::things::{DICE, SHAKER, Thing};
use super::{Found, broken};
use crate::tally::Situation;

/// Which irregularity a shake that falls short is, as it is stored.
const TOO_FEW_SHAKES: u8 = 1;

/// The books of one table.
#[derive(Clone, Default)]
pub struct TableBooks {
    set_up: Option<SetUp>,
    editions: Editions,
    seats: BTreeMap<u16, SeatBooks>,
    /// The seat of every player so far.
    sat: BTreeMap<u64, u16>,
    staff: BTreeSet<u32>,
    /// The seats of players who were kept from the game.
    barred: BTreeSet<u16>,
    /// The displays that answer, and the dice of the trial that they light.
    displays: BTreeSet<u32>,
    trial: Option<u8>,
    round: Option<RoundBooks>,
    past: BTreeMap<u64, PastBooks>,
    owed: BTreeMap<u64, u64>,
    house: i128,
    bought_in: BTreeMap<u128, u64>,
    handed_out: BTreeMap<u128, u64>,
    answered: BTreeMap<(Asker, u64, u64), u64>,
    proposals: BTreeMap<u32, (u32, u64)>,
    /// Every case, and whether it is open.
    cases: BTreeMap<u32, bool>,
    /// The shakers that stand here, and the set of dice in one of them.
    things: BTreeSet<Thing>,
    dice_in: Option<u32>,
    /// Rounds that ended with a result.
    pub rounds: u64,
    /// Rounds that were corrected, and rounds that were made void.
    pub corrected: u64,
    /// Rounds that are void.
    pub voided: u64,
    /// When the shift began that was told last.
    shift: Option<u64>,
}

/// One seat.
#[derive(Clone, Debug, Default)]
struct SeatBooks {
    player: u64,
    credit: u64,
    bets: BTreeMap<u8, u64>,
    /// The terminal to which the seat belongs.
    terminal: Option<u64>,
    /// The colour whose chips are out.
    colour: Option<u8>,
}

impl SeatBooks {
    fn staked(&self) -> u64 {
        self.bets.values().sum()
    }
}

/// The round in play.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct RoundBooks {
    number: u64,
    until: Option<u64>,
    closed_in: Option<u64>,
    result: Option<u8>,
    draws: u32,
    collected: bool,
    paid: bool,
    returned: BTreeMap<u16, u64>,
    awaiting: bool,
    /// Whether the shaker was activated, and whether that was enough.
    shaken: bool,
    tumbled: bool,
    /// Whether a bet was taken after the time, which only a shake that is still to come allows.
    late: bool,
    reveal_from: u64,
    chips: BTreeMap<u16, Chips>,
}

/// A round that is over.
#[derive(Clone, Debug, Default)]
struct PastBooks {
    slips: BTreeMap<u16, Slip>,
    drawn: Option<u8>,
    void: bool,
    chips: BTreeMap<u16, Chips>,
}

/// What was recorded of chips at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Chips {
    player: u64,
    bets: Vec<(u8, u64)>,
    excess: Vec<(u8, u64)>,
    /// 0 while it counts, 1 once it is void in play, 2 once it is void after it was paid.
    void: u8,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Slip {
    player: u64,
    bets: BTreeMap<u8, u64>,
    returned: u64,
    /// Whether two people made them void after the round was settled.
    void: bool,
}

/// The context of a record, which decides what may happen in it.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct Beside {
    /// The member of staff who asked for it without working here.
    stranger: Option<u32>,
    approved: bool,
    restarted: Option<BeforeRestart>,
    voided: bool,
    awaited: bool,
    past_voids: u32,
    called: bool,
    shaken: bool,
    ruled: bool,
}

/// The state of the round before a restart.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
struct BeforeRestart {
    betting: bool,
    result: bool,
    awaiting: bool,
    tumbled: bool,
}

impl TableBooks {
    /// The vouchers that became credit here.
    pub fn bought_in(&self) -> impl Iterator<Item = (&u128, &u64)> {
        self.bought_in.iter()
    }

    /// The vouchers that credit became.
    pub fn handed_out(&self) -> impl Iterator<Item = (&u128, &u64)> {
        self.handed_out.iter()
    }

    /// What the table holds for its players.
    pub fn held(&self) -> i128 {
        let seats = self.seats.values().map(|seat| seat.credit + seat.staked());
        seats.chain(self.owed.values().copied()).map(i128::from).sum()
    }

    /// What the house has won here.
    pub const fn house(&self) -> i128 {
        self.house
    }

    /// The credit of a seat, and what lies on the layout for it.
    pub fn money(&self, seat: u16) -> (u64, u64) {
        self.seats.get(&seat).map_or((0, 0), |seat| (seat.credit, seat.staked()))
    }

    /// Who sits at a seat.
    pub fn player_at(&self, seat: u16) -> Option<u64> {
        self.seats.get(&seat).map(|seat| seat.player)
    }

    /// The seat at which a player sits or sat.
    pub fn seat_of(&self, player: u64) -> Option<u16> {
        self.sat.get(&player).copied()
    }

    /// A player to whom the table owes something.
    pub fn creditor(&self) -> Option<u64> {
        self.owed.iter().find(|(_, amount)| **amount > 0).map(|(player, _)| *player)
    }

    /// In which record a request was answered.
    pub fn answered(&self, from: Asker, session: u64, id: u64) -> Option<u64> {
        self.answered.get(&(from, session, id)).copied()
    }

    /// The dice of a round while it was in play, if recorded. A screen that was cut off may learn
    /// them long after they were corrected.
    pub fn drawn(&self, round: u64) -> Option<u8> {
        let playing = self.round.as_ref().filter(|playing| playing.number == round);
        let past = || self.past.get(&round).and_then(|past| past.drawn);
        playing.map_or_else(past, |playing| playing.result)
    }

    /// The round in play.
    pub fn playing(&self) -> Option<u64> {
        self.round.as_ref().map(|round| round.number)
    }

    /// Whether somebody works here.
    pub fn works_here(&self, staff: u32) -> bool {
        self.staff.contains(&staff)
    }

    /// What lies on the layout.
    pub fn stakes(&self) -> u64 {
        self.seats.values().map(SeatBooks::staked).sum()
    }

    /// The table's first record.
    pub fn opened(&mut self, from: &mut Reader<'_>) -> Found {
        let texts = Texts::read(from)?;
        let set_up = SetUp::read(from)?;
        if self.set_up.replace(set_up).is_some() {
            return Err(broken(6, "the table was opened twice"));
        }
        self.editions.begin(set_up.book, &texts)
    }

    /// Takes the events of a record.
    pub fn happened(
        &mut self,
        stamp: &Stamp,
        batch: u64,
        from: &mut Reader<'_>,
        met: &mut Vec<Situation>,
    ) -> Found {
        let stranger = match stamp.actor {
            Asker::Staff(staff, _) if !self.staff.contains(&staff) => Some(staff),
            Asker::Staff(..) | Asker::Host | Asker::Seat(_) | Asker::Terminal(_) => None,
        };
        self.check_terminal(stamp)?;
        let mut beside = Beside { stranger, ..Beside::default() };
        for _ in 0..from.length()? {
            self.event(stamp, batch, from, &mut beside, met)?;
        }
        if beside.past_voids > 1 {
            met.push(Situation::SeveralRoundsVoid);
        }
        Self::check_restart(&beside, met)
    }

    /// Promise 11: only the terminal at which a player sat down acts for the seat, or the one to
    /// which two people gave it.
    fn check_terminal(&self, stamp: &Stamp) -> Found {
        let Asker::Seat(seat) = stamp.actor else { return Ok(()) };
        let own = self.seats.get(&seat).and_then(|books| books.terminal);
        if own.is_none_or(|own| own == stamp.session) {
            return Ok(());
        }
        let seen = format!("terminal {} acted for seat {seat} of {own:?}", stamp.session);
        Err(broken(11, seen))
    }

    /// Promise 13: a start does with the round in play what the rule book says.
    fn check_restart(beside: &Beside, met: &mut Vec<Situation>) -> Found {
        let Some(before) = &beside.restarted else { return Ok(()) };
        // Drawn dice never tumble, and what did not tumble has no outcome.
        let must_void = !before.result && (before.betting || !before.tumbled);
        if before.result && beside.voided {
            return Err(broken(13, "a start made a round with a result void"));
        }
        if must_void != beside.voided {
            return Err(broken(13, "a start did not make a round without a result void"));
        }
        let must_ask = !before.result && !must_void && !before.awaiting;
        if must_ask != beside.awaited {
            return Err(broken(13, "a start did not ask for the dice"));
        }
        met.push(if must_void {
            Situation::RoundVoidAtRestart
        } else {
            Situation::RoundConcludedAfterRestart
        });
        Ok(())
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event, and little else")]
    fn event(
        &mut self,
        stamp: &Stamp,
        batch: u64,
        from: &mut Reader<'_>,
        beside: &mut Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let code = from.byte()?;
        // The floor has checked the person who assigns staff or pays what is owed.
        if let Some(staff) = beside.stranger
            && ![1, 2, 25, 57, 69].contains(&code)
        {
            return Err(broken(10, format!("{staff} has no role here and acted")));
        }
        match code {
            0 => self.set_up = Some(SetUp::read(from)?),
            1 => {
                self.staff.insert(from.id()?);
                from.byte()?;
            }
            2 => drop(self.staff.remove(&from.id()?)),
            3 | 4 | 13 | 14 | 15 | 35 | 46 | 65 => skip(from, "i")?,
            5 => {
                self.things.insert((SHAKER, from.id()?));
                skip(from, "bb")?;
                from.list(Reader::byte)?;
                from.id()?;
            }
            6 | 7 => {
                let shaker = from.id()?;
                if code == 6 {
                    self.things.remove(&(SHAKER, shaker));
                }
                if self.dice_in == Some(shaker) {
                    self.take_dice_out();
                }
                from.id()?;
            }
            8 | 87 => {
                let (shaker, set) = (from.id()?, from.id()?);
                skip(from, if code == 8 { "iii" } else { "iiinnn" })?;
                from.maybe(Reader::number)?;
                from.id()?;
                self.take_dice_out();
                self.things.insert((DICE, set));
                self.dice_in = Some(shaker);
            }
            9 => {
                skip(from, "ii")?;
                self.take_dice_out();
            }
            10 => {
                let entered = from.byte()?;
                from.id()?;
                self.judged(entered)?;
            }
            12 => skip(from, "bi")?,
            11 => skip(from, "ibi")?,
            16 => {
                limits(from)?;
                skip(from, "ni")?;
            }
            17 => {
                let (seat, player) = (from.seat()?, from.number()?);
                from.maybe(Reader::id)?;
                self.sat.insert(player, seat);
                if self.barred.contains(&seat) {
                    return Err(broken(10, format!("somebody sat down at the barred seat {seat}")));
                }
                let books = SeatBooks { player, ..SeatBooks::default() };
                if self.seats.insert(seat, books).is_some() {
                    return Err(broken(1, format!("seat {seat} was taken twice")));
                }
            }
            18 => {
                let (seat, voucher, amount) = (from.seat()?, from.wide()?, from.number()?);
                if self.bought_in.insert(voucher, amount).is_some() {
                    return Err(broken(12, format!("voucher {voucher:x} became credit twice")));
                }
                self.seat(seat)?.credit += amount;
            }
            19 => {
                let (seat, voucher, amount) = (from.seat()?, from.wide()?, from.number()?);
                self.takes(seat, amount)?;
                self.hands_out(voucher, amount)?;
                met.push(Situation::CashedOut);
            }
            20 => {
                let seat = from.seat()?;
                let left = self.seats.remove(&seat).unwrap_or_default();
                if left.credit + left.staked() != 0 {
                    return Err(broken(14, format!("seat {seat} left {left:?} behind")));
                }
                if self.is_felt() && left.colour.is_some() {
                    return Err(broken(1, format!("place {seat} left with a colour out")));
                }
                met.push(Situation::SeatLeft);
            }
            21 => {
                from.seat()?;
                met.push(Situation::TerminalLost);
            }
            22 => {
                from.seat()?;
                met.push(Situation::TerminalReturned);
            }
            23 => skip(from, "hni")?,
            24 => {
                let (seat, colour) = (from.seat()?, from.byte()?);
                skip(from, "ni")?;
                let mut others = self.seats.iter().filter(|(at, _)| **at != seat);
                if others.any(|(_, books)| books.colour == Some(colour)) {
                    return Err(broken(1, format!("colour {colour} belongs to two players")));
                }
                self.seat(seat)?.colour = Some(colour);
            }
            25 => {
                let (player, voucher, amount) = (from.number()?, from.wide()?, from.number()?);
                if self.owed.remove(&player) != Some(amount) {
                    return Err(broken(1, format!("{amount} was paid to {player} and not owed")));
                }
                self.hands_out(voucher, amount)?;
                if !matches!(stamp.actor, Asker::Staff(..)) {
                    return Err(broken(10, format!("nobody paid {player} what was owed")));
                }
                met.push(Situation::OwedPaid);
            }
            26 => skip(from, "nsi")?,
            27 => self.bets_changed(stamp, from, met)?,
            28 => {
                let (number, until) = (from.number()?, from.maybe(Reader::number)?);
                self.begins(number, until)?;
            }
            29 => self.in_round(from.number()?)?,
            30 => {
                let (number, until) = (from.number()?, from.number()?);
                self.in_round(number)?;
                self.playing_mut()?.until = Some(until);
            }
            31 => {
                self.in_round(from.number()?)?;
                let round = self.playing_mut()?;
                if round.late && !round.shaken {
                    return Err(broken(2, "a bet was taken at its deadline, or later"));
                }
                round.closed_in = Some(batch);
            }
            32 => {
                self.in_round(from.number()?)?;
                from.seat()?;
            }
            33 => {
                self.in_round(from.number()?)?;
                from.byte()?;
                asker(from)?;
                self.by_hand("dice were shaken")?;
                let round = self.playing_mut()?;
                if round.shaken {
                    return Err(broken(3, "the shaker was activated twice"));
                }
                (round.shaken, round.tumbled) = (true, true);
                beside.shaken = true;
            }
            34 => {
                self.in_round(from.number()?)?;
                self.by_hand("the cover came off")?;
                self.after_no_more_bets("the cover came off")?;
                let round = self.playing_mut()?;
                if !round.shaken || stamp.time < round.reveal_from {
                    return Err(broken(3, "the cover came off too early"));
                }
                // Dice that were seen are an outcome, also those of a short activation.
                round.tumbled = true;
            }
            36 => {
                self.in_round(from.number()?)?;
                skip(from, "bi")?;
                self.by_hand("dice were entered")?;
                self.after_no_more_bets("dice were entered")?;
            }
            37 => self.in_round(from.number()?)?,
            38 => self.result_recorded(batch, from, beside)?,
            39 => self.collected(from)?,
            40 => self.paid(from)?,
            41 => {
                self.in_round(from.number()?)?;
                self.cleared(met)?;
            }
            42 => {
                // What the table itself calls together with a shake is that it was too short.
                let what = from.byte()?;
                skip(from, "bsi")?;
                if beside.shaken && what == TOO_FEW_SHAKES {
                    self.playing_mut()?.tumbled = false;
                }
                beside.called = true;
                met.push(Situation::IrregularityCalled);
            }
            43 => {
                self.in_round(from.number()?)?;
                let by = [from.id()?, from.id()?];
                if by[0] == by[1] && !beside.called {
                    return Err(broken(11, format!("{} alone ordered a reshake", by[0])));
                }
                // The round starts over: nobody waits for a ruling any more.
                let round = self.playing_mut()?;
                (round.awaiting, round.shaken, round.tumbled) = (false, false, false);
                met.push(Situation::Reshaken);
            }
            44 => {
                self.in_round(from.number()?)?;
                from.id()?;
            }
            45 => {}
            47 => self.proposed(from)?,
            48 => self.approved(from, beside, met)?,
            49 => {
                self.proposals.remove(&from.id()?);
                from.id()?;
            }
            50 => self.round_void(from, beside, met)?,
            51 => self.bets_void(from, beside, met)?,
            52 => self.past_void(from, beside, met)?,
            53 => self.past_corrected(from, beside, met)?,
            54 => {
                self.in_round(from.number()?)?;
                from.byte()?;
                self.playing_mut()?.awaiting = true;
                beside.awaited = true;
                met.push(Situation::RulingAwaited);
            }
            55 => {
                self.in_round(from.number()?)?;
                self.playing_mut()?.awaiting = false;
            }
            56 => {
                beside.restarted = self.round.as_ref().map(|round| BeforeRestart {
                    betting: round.closed_in.is_none(),
                    result: round.result.is_some(),
                    awaiting: round.awaiting,
                    tumbled: round.tumbled,
                });
            }
            57 => self.request_answered(stamp, from)?,
            58 => {
                from.seat()?;
                own_limits(from)?;
                from.maybe(|from| {
                    from.number()?;
                    own_limits(from)
                })?;
            }
            59 => {
                let (seat, terminal) = (from.seat()?, from.number()?);
                if self.seat(seat)?.terminal.replace(terminal).is_some() {
                    return Err(broken(11, format!("seat {seat} was given to another terminal")));
                }
            }
            60 => {
                let (seat, player, terminal) = (from.seat()?, from.number()?, from.number()?);
                skip(from, "sii")?;
                let books = self.seat(seat)?;
                let whose = books.terminal.replace(terminal);
                if books.player != player || !beside.approved {
                    let seen =
                        format!("seat {seat} went from {whose:?} to {terminal} for {player}");
                    return Err(broken(11, seen));
                }
            }
            61 => {
                let (number, until) = (from.number()?, from.number()?);
                self.in_round(number)?;
                self.playing_mut()?.reveal_from = until;
            }
            62 => {
                // The approval of a table that its document does not know, if there is one.
                if from.byte()? == 1 {
                    from.text()?;
                }
            }
            63 => self.collection_undone(from, beside, met)?,
            64 => self.past_bets_void(from, beside, met)?,
            66 => {
                let (seat, _) = (from.seat()?, from.number()?);
                self.barred.insert(seat);
            }
            67 => {
                let (seat, _) = (from.seat()?, from.id()?);
                self.barred.remove(&seat);
            }
            68 => skip(from, "nsi")?,
            69 => _ = from.wide()?,
            70 => self.recalled(from)?,
            71 => drop(self.displays.insert(from.id()?)),
            72 => {
                self.displays.remove(&from.id()?);
                self.trial = self.trial.filter(|_| !self.displays.is_empty());
            }
            73 => {
                self.trial = Some(from.byte()?);
                skip(from, "ni")?;
                if self.displays.is_empty() {
                    return Err(broken(15, "a trial was entered and no display could show it"));
                }
            }
            74 => {
                let entered = from.byte()?;
                from.id()?;
                self.judged(entered)?;
            }
            75 => self.trial = None,
            76 => _ = from.list(Reader::id)?,
            77 => skip(from, "i")?,
            78 => {
                self.in_round(from.number()?)?;
                skip(from, "bii")?;
                if !beside.approved {
                    return Err(broken(11, "a call was found mistaken by one person"));
                }
                self.playing_mut()?.awaiting = false;
            }
            79 => {
                from.list(Reader::text)?;
                from.id()?;
            }
            80 => self.shift_begins(from.number()?)?,
            81 => self.bet_ruled(from, beside, met)?,
            82 => self.case_opened(from)?,
            83 => {
                self.open_case(from.id()?)?;
                skip(from, "si")?;
            }
            84 => self.case_decided(from, beside, met)?,
            85 => {
                let case = from.id()?;
                skip(from, "sssi")?;
                if self.cases.insert(case, true) != Some(false) {
                    return Err(broken(11, format!("case {case} was not decided, and reopened")));
                }
                met.push(Situation::CaseReopened);
            }
            86 => self.case_recalled(from)?,
            88 => {
                from.list(|from| {
                    skip(from, "ib")?;
                    from.list(Reader::byte)
                })?;
                from.byte()?;
            }
            89 => self.chips_recorded(from, met)?,
            90 => self.chips_void(from, beside)?,
            91 => {
                let (seat, colour) = (from.seat()?, from.byte()?);
                from.id()?;
                if self.seat(seat)?.colour.take() != Some(colour) {
                    return Err(broken(1, format!("colour {colour} was not out at {seat}")));
                }
            }
            92 => self.chips_recalled(from)?,
            93 => {
                let (named, _) = edition(from)?;
                self.editions.name(Some((named, times(from)?)));
            }
            94 => self.editions.name(None),
            95 => self.moved(from, beside, met)?,
            _ => return Err(Unreadable("event of a table").into()),
        }
        Ok(())
    }

    fn is_felt(&self) -> bool {
        self.set_up.is_some_and(|set_up| set_up.felt)
    }

    /// What is recorded of chips is recorded before it is collected, of whoever has the place, and
    /// moves no money.
    fn chips_recorded(&mut self, from: &mut Reader<'_>, met: &mut Vec<Situation>) -> Found {
        self.in_round(from.number()?)?;
        let (seat, player) = (from.seat()?, from.number()?);
        let chip = |from: &mut Reader<'_>| Ok((from.byte()?, from.number()?));
        let (bets, excess) = (from.list(chip)?, from.list(chip)?);
        skip(from, "bi")?;
        if !self.is_felt() || self.player_at(seat) != Some(player) {
            return Err(broken(15, format!("chips of {player} were recorded at {seat}")));
        }
        let round = self.playing_mut()?;
        if round.collected {
            return Err(broken(2, format!("chips at {seat} were recorded after collecting")));
        }
        if round.chips.get(&seat).is_some_and(|chips| chips.void != 0) {
            return Err(broken(8, format!("the void chips of {seat} came back")));
        }
        if bets.is_empty() {
            round.chips.remove(&seat);
        } else {
            round.chips.insert(seat, Chips { player, bets, excess, void: 0 });
        }
        met.push(Situation::ChipsRecorded);
        Ok(())
    }

    /// Promise 11: whose chips are void two people say, and once.
    fn chips_void(&mut self, from: &mut Reader<'_>, beside: &Beside) -> Found {
        let (number, seat) = (from.number()?, from.seat()?);
        from.text()?;
        if !beside.approved {
            return Err(broken(11, format!("the chips of {seat} are void by one person")));
        }
        let playing = self.round.as_mut().filter(|round| round.number == number);
        let (chips, void) = match playing {
            Some(round) => (round.chips.get_mut(&seat), 1),
            None => (self.past.get_mut(&number).and_then(|past| past.chips.get_mut(&seat)), 2),
        };
        match chips.filter(|chips| chips.void == 0) {
            Some(chips) => chips.void = void,
            None => return Err(broken(8, format!("nothing of {seat} could be void"))),
        }
        Ok(())
    }

    /// Promise 7: what was recorded in a round that comes back is what it was.
    fn chips_recalled(&self, from: &mut Reader<'_>) -> Found {
        let number = from.number()?;
        let chip = |from: &mut Reader<'_>| Ok((from.byte()?, from.number()?));
        let told = from.list(|from| {
            let (seat, player) = (from.seat()?, from.number()?);
            let (bets, excess) = (from.list(chip)?, from.list(chip)?);
            Ok((seat, Chips { player, bets, excess, void: from.byte()? }))
        })?;
        let told: BTreeMap<u16, Chips> = told.into_iter().collect();
        if self.past.get(&number).is_some_and(|past| past.chips == told) {
            return Ok(());
        }
        Err(broken(7, format!("the chips of round {number} were recalled as {told:?}")))
    }

    /// Every shift is told once, and none before the one that was told last.
    fn shift_begins(&mut self, began: u64) -> Found {
        if self.shift.replace(began) >= Some(began) {
            return Err(broken(10, format!("the shift of {began} began twice")));
        }
        Ok(())
    }

    /// Promise 15: nobody judges a display but by the trial that it lights.
    fn judged(&mut self, entered: u8) -> Found {
        if self.trial.take() == Some(entered) {
            return Ok(());
        }
        Err(broken(15, format!("a display was judged by {entered}, which it did not light")))
    }

    /// The shakers that stand here, and the dice in one of them.
    pub(super) fn things(&self) -> impl Iterator<Item = Thing> {
        self.things.iter().copied()
    }

    fn take_dice_out(&mut self) {
        self.things.retain(|(kind, _)| *kind != DICE);
        self.dice_in = None;
    }

    fn seat(&mut self, seat: u16) -> Result<&mut SeatBooks, super::Broken> {
        let empty = || broken(1, format!("nobody sits at seat {seat}"));
        self.seats.get_mut(&seat).ok_or_else(empty)
    }

    /// No credit ever goes below zero.
    fn takes(&mut self, seat: u16, amount: u64) -> Found {
        let books = self.seat(seat)?;
        let short = || broken(1, format!("seat {seat} paid {amount} and had less"));
        books.credit = books.credit.checked_sub(amount).ok_or_else(short)?;
        Ok(())
    }

    fn hands_out(&mut self, voucher: u128, amount: u64) -> Found {
        if self.handed_out.insert(voucher, amount).is_some() {
            return Err(broken(12, format!("voucher {voucher:x} was handed out twice")));
        }
        Ok(())
    }

    fn playing_mut(&mut self) -> Result<&mut RoundBooks, super::Broken> {
        self.round.as_mut().ok_or_else(|| broken(15, "no round is in play"))
    }

    /// Promise 15: nothing happens in another round than the one in play.
    fn in_round(&self, number: u64) -> Found {
        let playing = self.playing();
        if playing == Some(number) {
            return Ok(());
        }
        Err(broken(15, format!("something of round {number} happened in {playing:?}")))
    }

    fn begins(&mut self, number: u64, until: Option<u64>) -> Found {
        let last = self.past.keys().next_back().copied().unwrap_or(0);
        if self.round.is_some() || number != last + 1 {
            return Err(broken(5, format!("round {number} began after round {last}")));
        }
        let by_hand = self.set_up.is_some_and(|set_up| !set_up.random);
        if by_hand && self.editions.shows() && self.displays.is_empty() {
            return Err(broken(15, format!("round {number} began and no display answered")));
        }
        self.trial = None;
        self.round = Some(RoundBooks {
            number,
            until,
            closed_in: None,
            result: None,
            draws: 0,
            collected: false,
            paid: false,
            returned: BTreeMap::new(),
            awaiting: false,
            shaken: false,
            tumbled: false,
            late: false,
            reveal_from: 0,
            chips: BTreeMap::new(),
        });
        Ok(())
    }

    /// Promise 2: no bet after no more bets, and none after its time.
    fn bets_changed(
        &mut self,
        stamp: &Stamp,
        from: &mut Reader<'_>,
        met: &mut Vec<Situation>,
    ) -> Found {
        let (seat, round, how) = (from.seat()?, from.number()?, from.byte()?);
        self.in_round(round)?;
        let playing = self.playing_mut()?;
        let late = playing.until.is_some_and(|until| until <= stamp.time);
        // Where the dice are shaken first, betting stays open until they are.
        playing.late |= late;
        if playing.closed_in.is_some() || late && playing.shaken {
            return Err(broken(2, format!("seat {seat} changed bets after no more bets")));
        }
        let changes = from.list(|from| {
            let area = from.byte()?;
            Ok((area, from.maybe(Reader::number)?, from.maybe(Reader::number)?))
        })?;
        from.byte()?;
        if how != 0 && how != 3 && how != 4 {
            met.push(Situation::BetsTakenBack);
        }
        for (area, was, is) in changes {
            let books = self.seat(seat)?;
            if books.bets.get(&area).copied() != was {
                return Err(broken(1, format!("seat {seat} had another bet on area {area}")));
            }
            match is {
                Some(stake) => drop(books.bets.insert(area, stake)),
                None => drop(books.bets.remove(&area)),
            }
            self.seat(seat)?.credit += was.unwrap_or(0);
            self.takes(seat, is.unwrap_or(0))?;
        }
        Ok(())
    }

    /// Promise 3: nothing is seen of the dice before no more bets.
    fn after_no_more_bets(&self, what: &str) -> Found {
        let closed = self.round.as_ref().is_some_and(|round| round.closed_in.is_some());
        if closed { Ok(()) } else { Err(broken(3, format!("{what} while betting was open"))) }
    }

    /// Promise 17: a table with drawn dice uses no others.
    fn by_hand(&self, what: &str) -> Found {
        let drawn = self.set_up.is_some_and(|set_up| set_up.random);
        if drawn { Err(broken(17, format!("{what} where dice are drawn"))) } else { Ok(()) }
    }

    /// Promise 17: one draw for a round, after no more bets is durable.
    fn result_recorded(&mut self, batch: u64, from: &mut Reader<'_>, beside: &Beside) -> Found {
        self.in_round(from.number()?)?;
        let (roll, by) = (from.byte()?, asker(from)?);
        self.after_no_more_bets("a result was recorded")?;
        if by != Asker::Host {
            self.by_hand("people recorded a result")?;
        }
        let round = self.playing_mut()?;
        round.draws += 1;
        let drawn_early = round.closed_in == Some(batch);
        if by == Asker::Host && drawn_early {
            return Err(broken(17, "dice were drawn before no more bets was durable"));
        }
        // What people entered, two people may put right before anything is collected by it.
        let corrected = beside.approved && by != Asker::Host && !round.collected;
        if (round.result.is_some() || round.draws > 1) && !corrected {
            return Err(broken(17, "a round has two results"));
        }
        if round.result.replace(roll).is_some() {
            self.corrected += 1;
        }
        Ok(())
    }

    /// Promise 7: what is put back on the layout is what was collected, and two people agreed.
    fn collection_undone(
        &mut self,
        from: &mut Reader<'_>,
        beside: &Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let number = from.number()?;
        self.in_round(number)?;
        let told = amounts(from)?;
        let round = self.playing_mut()?;
        if !beside.approved || round.paid || !std::mem::replace(&mut round.collected, false) {
            return Err(broken(11, "what was collected was put back by nobody, or twice"));
        }
        let roll = round.result.ok_or_else(|| broken(5, "no result, and collected"))?;
        met.push(Situation::CollectionPutBack);
        self.check_collected(number, roll, &told)
    }

    fn collected(&mut self, from: &mut Reader<'_>) -> Found {
        let round = from.number()?;
        self.in_round(round)?;
        let told = amounts(from)?;
        let roll =
            self.playing_mut()?.result.ok_or_else(|| broken(5, "no result, and collected"))?;
        if std::mem::replace(&mut self.playing_mut()?.collected, true) {
            return Err(broken(5, "losers were collected twice"));
        }
        self.check_collected(round, roll, &told)
    }

    /// Whether this is what everybody loses in a round by this roll.
    fn check_collected(&self, round: u64, roll: u8, told: &BTreeMap<u16, u64>) -> Found {
        let mut lost = BTreeMap::new();
        for (seat, books) in &self.seats {
            let amount: u64 = self.settle(round, roll, &books.bets)?.lost;
            if amount > 0 {
                lost.insert(*seat, amount);
            }
        }
        let felt = self.set_up.is_some_and(|set_up| set_up.felt);
        if lost == *told || felt { Ok(()) } else { Err(unequal("collected", told, &lost)) }
    }

    /// Promise 18: every win is exactly what the odds say.
    fn paid(&mut self, from: &mut Reader<'_>) -> Found {
        let round = from.number()?;
        self.in_round(round)?;
        let told = amounts(from)?;
        let roll = self.playing_mut()?.result.ok_or_else(|| broken(5, "no result, and paid"))?;
        if std::mem::replace(&mut self.playing_mut()?.paid, true) {
            return Err(broken(5, "winners were paid twice"));
        }
        let mut won = BTreeMap::new();
        for (seat, books) in &self.seats {
            let amount: u64 = self.settle(round, roll, &books.bets)?.returned;
            if amount > 0 {
                won.insert(*seat, amount);
            }
        }
        if won != told {
            return Err(unequal("paid", &told, &won));
        }
        for (seat, amount) in &told {
            self.seat(*seat)?.credit += amount;
        }
        self.playing_mut()?.returned = told;
        Ok(())
    }

    /// Promise 5: a round ends once, with everything collected and paid.
    fn cleared(&mut self, met: &mut Vec<Situation>) -> Found {
        let round = self.round.take().ok_or_else(|| broken(5, "no round to clear"))?;
        if !round.collected || !round.paid {
            return Err(broken(5, format!("round {} was cleared unsettled", round.number)));
        }
        self.rounds += 1;
        if self.set_up.is_some_and(|set_up| set_up.felt) {
            met.push(Situation::FeltTablePlayed);
        }
        self.ends(&round, &round.returned, round.result, false);
        Ok(())
    }

    fn ends(
        &mut self,
        round: &RoundBooks,
        returned: &BTreeMap<u16, u64>,
        result: Option<u8>,
        void: bool,
    ) {
        let mut chips = round.chips.clone();
        chips.values_mut().filter(|_| void).for_each(|chips| chips.void = 1);
        let mut past = PastBooks { drawn: result, void, chips, ..PastBooks::default() };
        for (seat, books) in &mut self.seats {
            let bets = std::mem::take(&mut books.bets);
            let staked: u64 = bets.values().sum();
            let returned = returned.get(seat).copied().unwrap_or(0);
            self.house += i128::from(staked) - i128::from(returned);
            if !bets.is_empty() {
                past.slips
                    .insert(*seat, Slip { player: books.player, bets, returned, void: false });
            }
        }
        self.past.insert(round.number, past);
    }

    /// Promise 8: a void gives back every stake and nothing else.
    fn round_void(
        &mut self,
        from: &mut Reader<'_>,
        beside: &mut Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        self.in_round(from.number()?)?;
        from.byte()?;
        let told = amounts(from)?;
        let round = self.round.take().ok_or_else(|| broken(5, "no round to void"))?;
        let by_itself = beside.restarted.is_some() || beside.called || beside.approved;
        if round.closed_in.is_some() && !by_itself {
            return Err(broken(11, format!("round {} was made void by nobody", round.number)));
        }
        if round.paid {
            return Err(broken(8, format!("round {} was paid and is void", round.number)));
        }
        if round.collected {
            return Err(broken(8, format!("round {} was collected and is void", round.number)));
        }
        let staked: BTreeMap<u16, u64> = self
            .seats
            .iter()
            .map(|(seat, books)| (*seat, books.staked()))
            .filter(|(_, staked)| *staked > 0)
            .collect();
        if told != staked {
            return Err(unequal("returned", &told, &staked));
        }
        for (seat, amount) in &told {
            self.seat(*seat)?.credit += amount;
        }
        self.ends(&round, &told, round.result, true);
        beside.voided = true;
        self.voided += 1;
        met.push(Situation::RoundVoid);
        Ok(())
    }

    fn bets_void(
        &mut self,
        from: &mut Reader<'_>,
        beside: &Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        self.in_round(from.number()?)?;
        let (seat, returned) = (from.seat()?, from.number()?);
        from.text()?;
        if !beside.approved && !beside.called {
            return Err(broken(11, format!("the bets of seat {seat} are void by one person")));
        }
        if self.playing_mut()?.collected {
            return Err(broken(8, format!("the bets of seat {seat} were collected and are void")));
        }
        let books = self.seat(seat)?;
        if books.staked() != returned {
            return Err(broken(8, format!("seat {seat} got {returned} back for its bets")));
        }
        books.credit += returned;
        books.bets.clear();
        met.push(Situation::BetsVoid);
        Ok(())
    }

    fn past_void(
        &mut self,
        from: &mut Reader<'_>,
        beside: &mut Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let number = from.number()?;
        from.byte()?;
        let adjustments = from.list(Adjustment::read)?;
        self.two_people(beside, number)?;
        beside.past_voids += 1;
        self.voided += 1;
        met.push(Situation::PastRoundVoid);
        let past = self.past.get(&number).cloned().unwrap_or_default();
        if past.void {
            return Err(broken(8, format!("round {number} was made void twice")));
        }
        let after: BTreeMap<u16, u64> =
            past.slips.iter().map(|(seat, slip)| (*seat, slip.bets.values().sum())).collect();
        self.adjust(number, &adjustments, &after, 8, met)?;
        if let Some(past) = self.past.get_mut(&number) {
            past.void = true;
        }
        Ok(())
    }

    /// Promise 7: after a correction a round has returned what the right dice return.
    fn past_corrected(
        &mut self,
        from: &mut Reader<'_>,
        beside: &Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let (number, roll) = (from.number()?, from.byte()?);
        let adjustments = from.list(Adjustment::read)?;
        self.two_people(beside, number)?;
        self.by_hand("a result was corrected")?;
        self.corrected += 1;
        met.push(Situation::RoundCorrected);
        let past = self.past.get(&number).cloned().unwrap_or_default();
        let mut after = BTreeMap::new();
        for (seat, slip) in &past.slips {
            let returned = if slip.void {
                slip.returned
            } else {
                self.settle(number, roll, &slip.bets)?.returned
            };
            after.insert(*seat, returned);
        }
        self.adjust(number, &adjustments, &after, 7, met)
    }

    /// Promise 7: a round that its table takes back stands as it stood, whoever handed it over.
    fn recalled(&self, from: &mut Reader<'_>) -> Found {
        let number = from.number()?;
        let slips = from.list(|from| {
            let (seat, player) = (from.seat()?, from.number()?);
            let bets = from.list(|from| Ok((from.byte()?, from.number()?)))?;
            let (bets, returned) = (bets.into_iter().collect(), from.number()?);
            Ok((seat, Slip { player, bets, returned, void: false }))
        })?;
        from.list(Reader::byte)?;
        let void = from.maybe(Reader::byte)?.is_some();
        let void_bets = from.list(Reader::seat)?;
        from.list(|from| Ok((from.number()?, from.number()?)))?;
        from.maybe(Reader::number)?;
        let past = self.past.get(&number);
        let mut slips: BTreeMap<u16, Slip> = slips.into_iter().collect();
        for (seat, slip) in &mut slips {
            slip.void = void_bets.contains(seat);
        }
        if past.is_some_and(|past| past.slips == slips && past.void == void) {
            return Ok(());
        }
        Err(broken(7, format!("round {number} was recalled as {slips:?}, void {void}: {past:?}")))
    }

    /// Promise 8: one player's bets that are void return their stakes, once; nobody else's change.
    fn past_bets_void(
        &mut self,
        from: &mut Reader<'_>,
        beside: &Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let (number, seat) = (from.number()?, from.seat()?);
        from.text()?;
        let told = Adjustment::read(from)?;
        self.two_people(beside, number)?;
        met.push(Situation::PastBetsVoid);
        let past = self.past.get(&number).cloned().unwrap_or_default();
        let open = past.slips.get(&seat).is_some_and(|slip| !slip.void);
        if past.void || !open || told.seat != seat {
            return Err(broken(8, format!("seat {seat} had no bets in round {number} to void")));
        }
        let of = |(at, slip): (&u16, &Slip)| {
            let staked: u64 = slip.bets.values().sum();
            (*at, if *at == seat { staked } else { slip.returned })
        };
        let after: BTreeMap<u16, u64> = past.slips.iter().map(of).collect();
        self.adjust(number, &[told], &after, 8, met)?;
        let slip = self.past.get_mut(&number).and_then(|past| past.slips.get_mut(&seat));
        if let Some(slip) = slip {
            slip.void = true;
        }
        Ok(())
    }

    /// Promises 1 and 11: what a case pays or takes adds up, takes two people, and leaves what the
    /// round returns by its dice as it was.
    fn bet_ruled(
        &mut self,
        from: &mut Reader<'_>,
        beside: &mut Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let (case, number) = (from.id()?, from.number()?);
        let told = Adjustment::read(from)?;
        self.two_people(beside, number)?;
        self.open_case(case)?;
        let past = self.past.get(&number).cloned().unwrap_or_default();
        let had_bets = past.slips.get(&told.seat).is_some_and(|slip| slip.player == told.player);
        let sits = self.player_at(told.seat) == Some(told.player);
        let may = if told.before == 0 { had_bets || sits } else { had_bets && told.after == 0 };
        if !may {
            return Err(broken(1, format!("a case paid or took for nobody's bets: {told:?}")));
        }
        check_balance(&told)?;
        self.adjust_one(&told, met)?;
        beside.ruled = true;
        met.push(Situation::BetRuled);
        Ok(())
    }

    fn case_opened(&mut self, from: &mut Reader<'_>) -> Found {
        let case = from.id()?;
        dispute(from)?;
        from.id()?;
        if self.cases.insert(case, true).is_some() {
            return Err(broken(9, format!("case {case} was opened twice")));
        }
        Ok(())
    }

    fn open_case(&self, case: u32) -> Found {
        if self.cases.get(&case) == Some(&true) {
            return Ok(());
        }
        Err(broken(11, format!("case {case} is not open")))
    }

    /// Promise 11: whoever decides alone lets everything stand.
    fn case_decided(
        &mut self,
        from: &mut Reader<'_>,
        beside: &Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let case = from.id()?;
        let stands = ruling(from)? == 0;
        from.text()?;
        let by = [from.id()?, from.id()?];
        self.open_case(case)?;
        if by[0] == by[1] && (beside.approved || beside.ruled || !stands) {
            return Err(broken(11, format!("{} alone decided case {case}", by[0])));
        }
        self.cases.insert(case, false);
        met.push(Situation::CaseDecided);
        Ok(())
    }

    /// Only a case that was opened and decided here comes back.
    fn case_recalled(&self, from: &mut Reader<'_>) -> Found {
        let case = from.id()?;
        dispute(from)?;
        skip(from, "ni")?;
        from.list(|from| skip(from, "sin"))?;
        from.list(|from| {
            ruling(from)?;
            skip(from, "siin")
        })?;
        from.list(|from| skip(from, "sssin"))?;
        if self.cases.get(&case) == Some(&false) {
            return Ok(());
        }
        Err(broken(7, format!("case {case} was recalled and is not decided")))
    }

    /// Promise 11: what changes a settled round takes two people.
    fn two_people(&self, beside: &Beside, number: u64) -> Found {
        let known = self.past.contains_key(&number);
        if beside.approved && known {
            return Ok(());
        }
        Err(broken(11, format!("round {number} was changed without a second person")))
    }

    fn adjust(
        &mut self,
        number: u64,
        adjustments: &[Adjustment],
        after: &BTreeMap<u16, u64>,
        promise: u8,
        met: &mut Vec<Situation>,
    ) -> Found {
        for told in adjustments {
            check_balance(told)?;
            self.adjust_one(told, met)?;
        }
        let Some(past) = self.past.get_mut(&number) else { return Ok(()) };
        for told in adjustments {
            let Some(slip) = past.slips.get_mut(&told.seat) else {
                return Err(broken(promise, format!("nobody bet there: {told:?}")));
            };
            if slip.returned != told.before || slip.player != told.player {
                return Err(broken(promise, format!("{slip:?} was adjusted by {told:?}")));
            }
            slip.returned = told.after;
        }
        let now: BTreeMap<u16, u64> =
            past.slips.iter().map(|(seat, slip)| (*seat, slip.returned)).collect();
        if now != *after {
            return Err(broken(promise, format!("round {number} returned {now:?}, not {after:?}")));
        }
        Ok(())
    }

    fn adjust_one(&mut self, told: &Adjustment, met: &mut Vec<Situation>) -> Found {
        if let Some(seat) = told.sits {
            self.seat(seat)?.credit += told.given;
            self.takes(seat, told.taken)?;
        } else if told.given + told.taken > 0 {
            return Err(broken(1, format!("money of nobody: {told:?}")));
        }
        let owed = self.owed.remove(&told.player).unwrap_or(0) + told.owed;
        let short = || broken(1, format!("more was forgone than owed: {told:?}"));
        let owed = owed.checked_sub(told.forgone).ok_or_else(short)?;
        if owed > 0 {
            self.owed.insert(told.player, owed);
        }
        self.house += i128::from(told.taken) + i128::from(told.forgone);
        self.house -= i128::from(told.given) + i128::from(told.owed);
        if told.owed > 0 {
            met.push(Situation::OwedToWhoLeft);
        }
        if told.shortfall > 0 {
            met.push(Situation::Shortfall);
        }
        Ok(())
    }

    /// Promise 11: a table moves where two people agreed on it, and between rounds.
    fn moved(&mut self, from: &mut Reader<'_>, beside: &Beside, met: &mut Vec<Situation>) -> Found {
        let (edition, times) = (from.maybe(edition)?, times(from)?);
        let last = from.number()?;
        from.text()?;
        let (one, other) = (from.id()?, from.id()?);
        if !beside.approved || one == other {
            return Err(broken(11, format!("a table was moved by {one} and {other}")));
        }
        if self.round.is_some() || last != self.past.keys().next_back().copied().unwrap_or(0) {
            return Err(broken(11, format!("a table moved after round {last}, or in one")));
        }
        let to_edition = edition.is_some();
        met.push(if to_edition { Situation::EditionMoved } else { Situation::TimesMoved });
        self.editions.moved(edition, times, last)
    }

    fn proposed(&mut self, from: &mut Reader<'_>) -> Found {
        let proposal = from.id()?;
        match from.byte()? {
            0 => {
                from.list(Reader::number)?;
                skip(from, "bs")?;
            }
            1 => skip(from, "nbs")?,
            2 => skip(from, "hs")?,
            3 => skip(from, "b")?,
            4 | 5 => skip(from, "bs")?,
            6 => skip(from, "hnns")?,
            7 => skip(from, "bs")?,
            8 => skip(from, "nhs")?,
            9 => skip(from, "bs")?,
            10 => {
                from.id()?;
                ruling(from)?;
                from.text()?;
            }
            11 => {
                skip(from, "##")?;
                times(from)?;
                from.text()?;
            }
            _ => return Err(Unreadable("act").into()),
        }
        skip(from, "nb")?;
        self.proposals.insert(proposal, (from.id()?, from.number()?));
        Ok(())
    }

    fn approved(
        &mut self,
        from: &mut Reader<'_>,
        beside: &mut Beside,
        met: &mut Vec<Situation>,
    ) -> Found {
        let (proposal, by) = (from.id()?, from.id()?);
        let made = self.proposals.remove(&proposal);
        if made.is_none_or(|made| made.0 == by) {
            return Err(broken(11, format!("{by} agreed to the proposal of {made:?}")));
        }
        beside.approved = true;
        met.push(Situation::SecondPersonAgreed);
        Ok(())
    }

    /// Promise 9: a request has one effect.
    fn request_answered(&mut self, stamp: &Stamp, from: &mut Reader<'_>) -> Found {
        let (whose, session, id) = (asker(from)?, from.number()?, from.number()?);
        from.bytes(8)?;
        let before = self.answered.insert((whose, session, id), stamp.sequence);
        if before.is_some() && whose != Asker::Host {
            let seen = format!("request {id} of {whose:?} in session {session} had two effects");
            return Err(broken(9, seen));
        }
        Ok(())
    }

    /// What bets of a round are worth on a roll.
    fn settle(
        &self,
        round: u64,
        roll: u8,
        bets: &BTreeMap<u8, u64>,
    ) -> Result<Worth, super::Broken> {
        let table = self.editions.pays(round)?;
        let roll = ROLLS.get(usize::from(roll)).ok_or_else(|| broken(18, "no such roll"))?;
        let mut worth = Worth::default();
        for (code, stake) in bets {
            let area = AREAS.get(usize::from(*code)).copied().flatten();
            let area = area.ok_or_else(|| broken(18, "no such area"))?;
            let stake_of = Stake::new(*stake).map_err(|_| broken(18, "no such stake"))?;
            let settled = table.settle(*roll, &[Bet::new(area, stake_of)]);
            let settled = settled.map_err(|_| broken(18, format!("{stake} cannot be paid")))?;
            match settled.returned() {
                0 => worth.lost += stake,
                returned => worth.returned += returned,
            }
        }
        Ok(worth)
    }
}

/// The worth of bets on a roll.
#[derive(Default)]
struct Worth {
    lost: u64,
    returned: u64,
}

/// The rolls by their codes.
static ROLLS: LazyLock<Vec<Roll>> = LazyLock::new(|| Roll::all().collect());

/// The areas by their codes, as the page of the stored form names them.
static AREAS: LazyLock<Vec<Option<Area>>> =
    LazyLock::new(|| (0..=u8::MAX).map(|code| area(code)?.parse().ok()).collect());

fn amounts(from: &mut Reader<'_>) -> Result<BTreeMap<u16, u64>, Unreadable> {
    let list = from.list(|from| Ok((from.seat()?, from.number()?)))?;
    Ok(list.into_iter().filter(|(_, amount)| *amount > 0).collect())
}

/// Skips `OwnLimits`.
fn own_limits(from: &mut Reader<'_>) -> Result<(), Unreadable> {
    for _ in ["loss", "time", "reminder"] {
        from.maybe(Reader::number)?;
    }
    Ok(())
}

fn asker(from: &mut Reader<'_>) -> Result<Asker, Unreadable> {
    Ok(match from.byte()? {
        0 => Asker::Seat(from.seat()?),
        1 => Asker::Staff(from.id()?, 0),
        2 => Asker::Host,
        3 => Asker::Staff(from.id()?, 0),
        _ => return Err(Unreadable("asker")),
    })
}

fn unequal(what: &str, told: &BTreeMap<u16, u64>, right: &BTreeMap<u16, u64>) -> super::Broken {
    broken(18, format!("{what} {told:?}, and {right:?} would be right"))
}

/// What an adjustment gives and takes is what it says.
fn check_balance(told: &Adjustment) -> Found {
    let balance = i128::from(told.given) + i128::from(told.owed) + i128::from(told.recovered)
        - i128::from(told.taken)
        - i128::from(told.forgone)
        - i128::from(told.shortfall);
    if i128::from(told.after) - i128::from(told.before) != balance {
        return Err(broken(1, format!("an adjustment does not add up: {told:?}")));
    }
    Ok(())
}

fn dispute(from: &mut Reader<'_>) -> Result<(), Unreadable> {
    skip(from, "bs")?;
    from.maybe(Reader::number)?;
    from.maybe(Reader::seat)?;
    from.maybe(Reader::number)?;
    from.maybe(|from| from.text().map(drop))?;
    Ok(())
}

/// How a case is decided: its code.
fn ruling(from: &mut Reader<'_>) -> Result<u8, Unreadable> {
    let code = from.byte()?;
    match code {
        0 => {}
        1 | 2 => skip(from, "nhnn")?,
        3 => skip(from, "nh")?,
        4 | 6 | 7 => skip(from, "n")?,
        5 => skip(from, "nb")?,
        _ => return Err(Unreadable("ruling")),
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of one record of the host, each by its number and its fields as they are stored.
    fn record(books: &mut TableBooks, events: &[&[u8]]) -> Found {
        let actor = Asker::Host;
        let stamp = Stamp { sequence: 1, time: 0, actor, session: 0, request: 0 };
        let length = u8::try_from(events.len()).unwrap();
        let bytes = [&[length], events.concat().as_slice()].concat();
        books.happened(&stamp, 1, &mut Reader(&bytes), &mut Vec::new())
    }

    const OPENED: &[u8] = &[28, 1, 0];
    const CLOSED: &[u8] = &[31, 1];
    const SHAKEN: &[u8] = &[33, 1, 3, 1, 5];
    const AWAITS: &[u8] = &[54, 1, 0];
    const RESHAKE: &[u8] = &[43, 1, 5, 6];
    const RESTARTED: &[u8] = &[56];
    const VOID: &[u8] = &[50, 1, 7, 0];
    const TOO_FEW: &[u8] = &[42, 1, 11, 1, b'x', 5];

    /// A round waited for a ruling, two people ordered a reshake, and the machine restarted before
    /// it happened: nothing had tumbled, so the start had to make the round void. The auditor
    /// thought that it still waited, and reported the server.
    #[test]
    fn a_round_that_is_shaken_again_is_void_at_a_start_until_it_has_tumbled() {
        let mut books = TableBooks::default();
        record(&mut books, &[OPENED, CLOSED, SHAKEN, AWAITS]).unwrap();
        assert_eq!(record(&mut books.clone(), &[RESTARTED]), Ok(()));
        record(&mut books, &[RESHAKE]).unwrap();
        assert!(record(&mut books.clone(), &[RESTARTED]).is_err(), "nothing has tumbled");
        assert_eq!(record(&mut books.clone(), &[RESTARTED, VOID]), Ok(()));
        record(&mut books, &[SHAKEN]).unwrap();
        assert!(record(&mut books.clone(), &[RESTARTED]).is_err(), "nobody was asked for the dice");
        assert_eq!(record(&mut books, &[RESTARTED, AWAITS]), Ok(()));
    }

    #[test]
    fn the_shaker_is_activated_once_and_too_few_tumbles_are_no_outcome() {
        let mut books = TableBooks::default();
        record(&mut books, &[OPENED, CLOSED]).unwrap();
        let mut twice = books.clone();
        record(&mut twice, &[SHAKEN]).unwrap();
        assert!(record(&mut twice, &[SHAKEN]).is_err(), "one activation");
        record(&mut books, &[SHAKEN, TOO_FEW]).unwrap();
        assert!(record(&mut books.clone(), &[RESTARTED, AWAITS]).is_err(), "no valid tumble");
        assert_eq!(record(&mut books, &[RESTARTED, VOID]), Ok(()));
    }

    #[test]
    fn dice_are_revealed_when_the_words_have_been_read() {
        let mut books = TableBooks::default();
        record(&mut books, &[OPENED, SHAKEN, CLOSED, &[61, 1, 1]]).unwrap();
        assert!(record(&mut books, &[&[34, 1]]).is_err(), "a millisecond too early");
    }
}
