//! What an actor knows about the world, and their wishes.

use axum::extract::ws::Utf8Bytes;
use taisai_protocol::answer::VoucherTold;
use taisai_rules::Roll;

use crate::plan::Plan;
use crate::tally::Tally;
use taisai_testing::luck::Luck;

/// An ask as it goes over the wire.
#[derive(Clone)]
pub struct Said {
    /// Its number; 0 where it has none.
    pub id: u64,
    pub text: Utf8Bytes,
}

/// What an actor knows about the world.
pub struct Scene<'a> {
    /// What time it is.
    pub now: u64,
    /// Whether everybody only finishes what was started.
    pub quiet: bool,
    /// What was planned.
    pub plan: &'a Plan,
    /// What is left to chance.
    pub luck: &'a mut Luck,
    /// What has happened.
    pub tally: &'a mut Tally,
    /// What is wished for.
    pub wishes: Vec<Wish>,
}

impl Scene<'_> {
    /// Wishes for something.
    pub fn wish(&mut self, wish: Wish) {
        self.wishes.push(wish);
    }
}

/// What somebody wishes for.
pub enum Wish {
    /// Opens a connection.
    Connect,
    /// Closes it.
    HangUp,
    /// Sends an ask.
    Say(Said),
    /// Sends an ask once more, so many milliseconds later.
    Repeat(Said, u64),
    /// Acts at this time, besides whenever they do anyway.
    ActAt(u64),
    /// Goes to somebody.
    Errand(Errand),
    LogIn,
    /// Tries to log in with a wrong password.
    LogInWrong,
    /// Gives the password again.
    Refresh,
    /// Draws the dice of a round, if they are not drawn yet.
    Draw(u64),
}

/// What people ask of each other.
#[derive(Clone)]
pub enum Errand {
    /// A terminal needs a code for its seat.
    OfferSeat { table: u32, seat: u16 },
    /// A player buys a voucher.
    Buy {
        /// For how much.
        amount: u64,
        /// In which currency.
        currency: String,
    },
    /// A player wants to be paid.
    Redeem { voucher: VoucherTold },
    /// A player's seat is kept for them, and the terminal at which they sat down is gone.
    ClaimSeat { table: u32, seat: u16 },
    /// Somebody who left is owed something.
    PayOwed {
        /// By this table.
        table: u32,
        player: u64,
    },
}

/// The true dice of a round, as they lie on the table.
#[derive(Clone, Copy, Debug)]
pub struct TrueDice {
    pub round: u64,
    /// What they show.
    pub roll: Roll,
}
