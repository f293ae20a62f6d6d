//! One of every command with its label, and what is wrong with its bad twin.

use taisai_rules::Bet;
use taisai_table::{
    BetCommand, Money, PlayerId, PlayersCommand, RoundCommand, SeatCommand, StaffCommand,
};
use taisai_testing::examples;
use taisai_testing::floor::{Floor, What, area, roll, stake};

/// Every command, with its label in the document.
pub(crate) fn every_command(floor: &Floor) -> Vec<(String, What)> {
    let all = examples::every_command(floor);
    all.into_iter().map(|command| (command.label(), command)).collect()
}

/// The same command with something wrong in what it asks, where that is possible.
pub(crate) fn unsound(command: &What) -> Option<What> {
    Some(match command {
        What::Seat(SeatCommand::BuyIn { voucher, .. }) => {
            SeatCommand::BuyIn { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::CashOut { voucher, .. }) => {
            SeatCommand::CashOut { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::SitAndBuyIn { player, staff, voucher, .. }) => {
            SeatCommand::SitAndBuyIn {
                player: *player,
                staff: *staff,
                voucher: *voucher,
                amount: Money::ZERO,
            }
            .into()
        }
        What::Seat(SeatCommand::CashOutAndLeave { voucher, .. }) => {
            SeatCommand::CashOutAndLeave { voucher: *voucher, amount: Money::ZERO }.into()
        }
        What::Seat(SeatCommand::Bet(BetCommand::PlaceBets(_))) => {
            BetCommand::PlaceBets(vec![Bet::new(area("small"), stake(11))]).into()
        }
        What::Staff(StaffCommand::Players(PlayersCommand::RecordChips { seat, .. })) => {
            let bets = vec![Bet::new(area("small"), stake(11))];
            PlayersCommand::RecordChips { seat: *seat, bets }.into()
        }
        What::Seat(SeatCommand::Bet(BetCommand::TakeDown(_))) => {
            BetCommand::TakeDown(vec![area("triple-1")]).into()
        }
        What::Staff(StaffCommand::Round(RoundCommand::ConfirmDice(_))) => {
            RoundCommand::ConfirmDice(roll("6,6,6")).into()
        }
        What::Seat(SeatCommand::Sit { .. }) => {
            SeatCommand::Sit { player: PlayerId(2), staff: None }.into()
        }
        _ => return None,
    })
}

/// Whether the command is meant for one round alone.
pub(crate) fn names_a_round(command: &What) -> bool {
    let name = command.name();
    let always = [
        "PlaceBets",
        "TakeDown",
        "ClearBets",
        "RepeatBets",
        "DoubleBets",
        "UndoBets",
        "OpenBetting",
        "ExtendBetting",
        "CallNoMoreBets",
        "SelectPlayer",
        "Shake",
        "Reveal",
        "EnterDice",
        "ReenterDice",
        "ConfirmDice",
        "RecordRoll",
        "Collect",
        "Pay",
        "Clear",
        "AttestPresence",
        "CallIrregularity",
        "RecordChips",
    ];
    always.contains(&name)
}
