//! A session while it goes on: how far the net result spreads, round after round.

use taisai_odds::{Fraction, Session, SessionRefusal, Spread};

/// The quantiles of the net result at some moments of a session.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fan {
    /// What one round stakes.
    pub staked: u64,
    /// The average net result of one round.
    pub mean: Fraction,
    /// The moments, from no rounds to all of them.
    pub moments: Vec<Moment>,
}

/// Where sessions stand after some rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moment {
    /// How many rounds were played.
    pub rounds: u32,
    /// The net results that the shares of [`Fan::SHARES`] do not exceed.
    pub quantiles: [i64; 5],
}

impl Fan {
    /// The shares in percent, lowest first.
    pub const SHARES: [u32; 5] = [5, 25, 50, 75, 95];

    /// The fan of a slip over these rounds, at this many moments or fewer.
    pub fn of(round: &Spread, rounds: u32, moments: u32) -> Result<Self, SessionRefusal> {
        let parts = moments.clamp(1, rounds.max(1));
        // Stretches differ by at most one round, so two sessions are enough to build them all.
        let short = rounds / parts;
        let stretch = Session::of(round, short)?;
        let longer = Session::of(round, short + 1)?;
        let mut fan = Self { staked: round.staked(), mean: round.mean(), moments: vec![START] };
        let mut session: Option<Session> = None;
        for part in 1..=parts {
            let until = |part: u32| u64::from(rounds) * u64::from(part) / u64::from(parts);
            let is_short = until(part) - until(part - 1) == u64::from(short);
            let next = if is_short { &stretch } else { &longer };
            let now = match session {
                Some(before) => before.then(next)?,
                None => next.clone(),
            };
            fan.moments.push(Moment::of(&now));
            session = Some(now);
        }
        Ok(fan)
    }
}

const START: Moment = Moment { rounds: 0, quantiles: [0; 5] };

impl Moment {
    fn of(session: &Session) -> Self {
        let quantile = |share: u32| session.quantile(Fraction::new(share.into(), 100)).low;
        Self { rounds: session.rounds(), quantiles: Fan::SHARES.map(quantile) }
    }
}

#[cfg(test)]
mod tests {
    use taisai_odds::{AreaOdds, Dice};
    use taisai_rulebooks::Library;

    use super::*;

    #[test]
    fn every_moment_is_the_session_of_its_rounds() {
        let table = &Library::get("act").unwrap().rules().pay_table;
        let odds = AreaOdds::of(table, "double-3".parse().unwrap(), &Dice::FAIR).unwrap();
        for (rounds, moments) in [(1, 20), (7, 3), (100, 7), (60, 20)] {
            let fan = Fan::of(odds.spread(), rounds, moments).unwrap();
            assert_eq!(fan.moments.len(), moments.min(rounds) as usize + 1);
            assert_eq!(fan.moments.last().unwrap().rounds, rounds);
            for moment in &fan.moments[1..] {
                let session = Session::of(odds.spread(), moment.rounds).unwrap();
                assert_eq!(*moment, Moment::of(&session));
            }
        }
    }

    #[test]
    fn no_rounds_have_no_fan() {
        let table = &Library::get("act").unwrap().rules().pay_table;
        let odds = AreaOdds::of(table, "small".parse().unwrap(), &Dice::FAIR).unwrap();
        assert_eq!(Fan::of(odds.spread(), 0, 5), Err(SessionRefusal::Rounds));
    }
}
