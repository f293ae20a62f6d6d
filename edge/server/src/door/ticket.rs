//! The tickets in the cookies of terminals, each good until the next one was used.

use std::fmt;

use taisai_floor::{Digest, TerminalId};

use crate::world::secret::{Token, VoucherKey};

/// What a terminal sends when it connects.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Ticket {
    /// Number 0: the token of its enrolment.
    First(Token),
    /// Any later one. It follows from the key of the house, so that nothing of it is kept.
    Given {
        terminal: TerminalId,
        /// The number, from 1 upwards.
        number: u64,
        /// What nobody without the key can put beside the two.
        proof: Token,
    },
}

impl Ticket {
    /// The ticket that is written like this.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(token) = Token::parse(text) {
            return Some(Self::First(token));
        }
        let mut parts = text.split('-');
        let (terminal, number, proof) = (parts.next()?, parts.next()?, parts.next()?);
        let terminal = TerminalId(terminal.parse().ok()?);
        let (number, proof) = (number.parse().ok()?, Token::parse(proof)?);
        let found = Self::Given { terminal, number, proof };
        // Any other spelling is refused, so that one ticket has one text.
        (number > 0 && found.to_string() == text).then_some(found)
    }

    pub const fn number(&self) -> u64 {
        match self {
            Self::First(_) => 0,
            Self::Given { number, .. } => *number,
        }
    }

    /// The ticket of this number for the terminal that was enrolled with this token. Numbers are
    /// used again when an old copy of the journal is accepted; a terminal that enrols later under
    /// the same number has another token and therefore other tickets.
    pub fn given(key: &VoucherKey, terminal: TerminalId, enrolment: &Digest, number: u64) -> Self {
        let proof = key.ticket(terminal, enrolment, number);
        Self::Given { terminal, number, proof }
    }

    /// Whether it was given to the terminal that was enrolled with this token.
    pub fn is_of(&self, key: &VoucherKey, terminal: TerminalId, enrolment: &Digest) -> bool {
        match self {
            Self::First(token) => token.digest(crate::world::secret::Kind::Terminal) == *enrolment,
            Self::Given { terminal: shown, number, proof } => {
                *shown == terminal && key.ticket(terminal, enrolment, *number).is(*proof)
            }
        }
    }
}

/// The text of the cookie: 32 hexadecimal digits, from the second ticket on with the terminal's
/// number and the ticket's before them.
impl fmt::Display for Ticket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::First(token) => f.write_str(&token.text()),
            Self::Given { terminal, number, proof } => {
                write!(f, "{terminal}-{number}-{}", proof.text())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::world::secret::Kind;

    const TERMINAL: TerminalId = TerminalId(7);
    const ENROLMENT: Digest = Digest([9; 32]);

    fn key() -> VoucherKey {
        VoucherKey::new([1; 32])
    }

    #[test]
    fn a_ticket_is_read_as_it_was_written() {
        let first = Ticket::First(Token::random().unwrap());
        for ticket in [first, Ticket::given(&key(), TERMINAL, &ENROLMENT, 12)] {
            let text = ticket.to_string();
            assert!(Ticket::parse(&text) == Some(ticket), "{text}");
        }
        let proof = Token::random().unwrap().text();
        for bad in [
            String::new(),
            format!("7-0-{proof}"),
            format!("07-1-{proof}"),
            format!("7-+1-{proof}"),
            format!("7--1-{proof}"),
            format!("7-1-{proof}-"),
            format!("7-1-{proof}0"),
            format!("7-{proof}"),
            format!("4294967296-1-{proof}"),
            format!("7-18446744073709551616-{proof}"),
        ] {
            assert!(Ticket::parse(&bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn a_ticket_of_another_terminal_enrolment_number_or_house_is_worth_nothing() {
        let ticket = Ticket::given(&key(), TERMINAL, &ENROLMENT, 12);
        assert!(ticket.is_of(&key(), TERMINAL, &ENROLMENT));
        assert!(!ticket.is_of(&key(), TerminalId(8), &ENROLMENT));
        assert!(!ticket.is_of(&key(), TERMINAL, &Digest([8; 32])));
        assert!(!ticket.is_of(&VoucherKey::new([2; 32]), TERMINAL, &ENROLMENT));
        let Ticket::Given { proof, .. } = ticket else { panic!("it is not the first") };
        for (terminal, number) in [(TERMINAL, 11), (TERMINAL, 13), (TerminalId(8), 12)] {
            let forged = Ticket::Given { terminal, number, proof };
            assert!(!forged.is_of(&key(), TERMINAL, &ENROLMENT));
            assert!(!forged.is_of(&key(), terminal, &ENROLMENT));
        }
    }

    #[test]
    fn no_single_bit_of_a_proof_can_be_another() {
        let Ticket::Given { terminal, number, proof } =
            Ticket::given(&key(), TERMINAL, &ENROLMENT, 12)
        else {
            panic!("it is not the first")
        };
        let bits = u128::from_be_bytes(proof.bytes());
        for bit in 0..128 {
            let proof = Token::parse(&format!("{:032x}", bits ^ (1 << bit))).unwrap();
            let forged = Ticket::Given { terminal, number, proof };
            assert!(!forged.is_of(&key(), TERMINAL, &ENROLMENT), "bit {bit}");
        }
    }

    #[test]
    fn the_first_ticket_is_the_token_of_the_enrolment() {
        let token = Token::random().unwrap();
        let enrolment = token.digest(Kind::Terminal);
        assert!(Ticket::First(token).is_of(&key(), TERMINAL, &enrolment));
        let other = Ticket::First(Token::random().unwrap());
        assert!(!other.is_of(&key(), TERMINAL, &enrolment));
        assert_eq!((other.number(), other.to_string().len()), (0, Token::TEXT_LENGTH));
    }
}
