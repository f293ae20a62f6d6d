//! Dice, areas and bets as people type them, and messages about those that cannot be settled.

use std::str::FromStr;

use serde_json::json;
use taisai_rulebooks::{Edition, nearest};
use taisai_rules::{Area, Bet, BetRefusal, RefusedBet, Roll, Stake};

use crate::failure::{Detail, Failure};

pub(crate) fn read_roll(text: &str) -> Result<Roll, Failure> {
    Roll::from_str(text).map_err(|error| {
        Failure::usage("bad-dice", format!("--dice {text}: {error}")).hint("--dice 4,4,2")
    })
}

pub(crate) fn read_bet(text: &str) -> Result<Bet, Failure> {
    let Some((area, stake)) = text.split_once('=') else {
        let message = format!("--bet {text}: a bet is an area and a stake");
        return Err(Failure::usage("bad-bet", message).hint("--bet small=100"));
    };
    let area = read_area(area)?;
    let units = stake.parse::<u64>().map_err(|_| {
        let message = format!("--bet {text}: a stake is a whole number of the smallest unit");
        Failure::usage("bad-stake", message).hint(format!("--bet {area}=100"))
    })?;
    read_stake(area, units).map(|stake| Bet::new(area, stake))
}

pub(crate) fn read_area(name: &str) -> Result<Area, Failure> {
    name.parse::<Area>().map_err(|error| {
        let near = || nearest(name, Area::all().map(|area| area.to_string()));
        let meant = error.in_order.map(|area| area.to_string()).or_else(near);
        let name: String = name.chars().take(40).collect();
        let hint = meant.map_or_else(
            || "areas are named like small, single-4, total-10, domino-14".to_owned(),
            |area| format!("did you mean {area}?"),
        );
        Failure::usage("unknown-area", format!("{name:?} is not an area")).hint(hint)
    })
}

pub(crate) fn read_stake(area: Area, units: u64) -> Result<Stake, Failure> {
    Stake::new(units).map_err(|error| {
        Failure::usage("bad-stake", format!("{area}={units}: {error}"))
            .hint(format!("a stake from 1 to {}", Stake::MAX))
    })
}

pub(crate) fn bets_refused(edition: &Edition, refused: &[RefusedBet]) -> Failure {
    let message = match refused {
        [one] => one.to_string(),
        several => format!("{} bets are refused; nothing is settled", several.len()),
    };
    let kind = match refused {
        [RefusedBet { why: BetRefusal::AreaNotOffered, .. }] => "area-not-offered",
        [RefusedBet { why: BetRefusal::Unpayable { .. }, .. }] => "unpayable-stake",
        _ => "bets-refused",
    };
    let failure = Failure::no(kind, message);
    match refused {
        [one] => failure.hint(hint(edition, one)),
        several => failure.details(several.iter().map(|bet| detail(edition, bet)).collect()),
    }
}

fn detail(edition: &Edition, refused: &RefusedBet) -> Detail {
    let hint = hint(edition, refused);
    let Bet { area, stake } = refused.bet;
    let multiple = match refused.why {
        BetRefusal::AreaNotOffered => None,
        BetRefusal::Unpayable { multiple } => Some(multiple),
    };
    Detail {
        text: format!("{refused}: {hint}"),
        json: json!({
            "bet": refused.place,
            "area": area.to_string(),
            "stake": stake.units(),
            "message": refused.to_string(),
            "multiple": multiple,
            "hint": hint,
        }),
    }
}

fn hint(edition: &Edition, refused: &RefusedBet) -> String {
    let Bet { area, stake } = refused.bet;
    match refused.why {
        BetRefusal::AreaNotOffered => match edition.rules().pay_table.same_event(area) {
            Some(same) => format!("{same} wins on exactly the same rolls"),
            None => format!("taisai rules show {} lists what is offered", edition.id()),
        },
        BetRefusal::Unpayable { multiple } => {
            let multiple = u64::from(multiple);
            let below = stake.units() / multiple * multiple;
            let above = below + multiple;
            match (below, above) {
                (0, above) => format!("stake {above}"),
                (below, above) if above > Stake::MAX.units() => format!("stake {below}"),
                (below, above) => format!("stake {below} or {above}"),
            }
        }
    }
}
