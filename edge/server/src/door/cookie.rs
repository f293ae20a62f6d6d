//! The cookies: a member of staff's session, a terminal's ticket, and the mark of a device.

use axum::http::{HeaderMap, HeaderValue, header};

use crate::door::ticket::Ticket;
use crate::world::secret::Token;

/// Which cookie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cookie {
    /// A member of staff's session.
    Session,
    /// A terminal's ticket.
    Terminal,
    /// The marks of a device, one for each of the last few people who logged in there; they open
    /// nothing.
    Device,
}

/// Whether the server speaks TLS; a browser then keeps the cookie to this very host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wire {
    /// As it is.
    Plain,
    /// Encrypted, by this server or by a proxy before it.
    Encrypted,
}

impl Cookie {
    /// The most tokens in one cookie.
    pub const ALL_MAX: usize = 8;

    const fn name(self, wire: Wire) -> &'static str {
        match (self, wire) {
            (Self::Session, Wire::Plain) => "taisai-session",
            (Self::Session, Wire::Encrypted) => "__Host-taisai-session",
            (Self::Terminal, Wire::Plain) => "taisai-terminal",
            (Self::Terminal, Wire::Encrypted) => "__Host-taisai-terminal",
            (Self::Device, Wire::Plain) => "taisai-device",
            (Self::Device, Wire::Encrypted) => "__Host-taisai-device",
        }
    }

    /// How long a browser keeps it, in seconds: a session for a shift, what belongs to the machine
    /// for ten years.
    const fn age_max(self) -> u64 {
        match self {
            Self::Session => taisai_floor::Floor::SESSION_MS / 1_000,
            Self::Terminal | Self::Device => 10 * 365 * 86_400,
        }
    }

    /// The header that gives it to a browser.
    pub fn set(self, wire: Wire, token: Token) -> HeaderValue {
        self.header(wire, &token.text(), self.age_max())
    }

    /// The header that gives several at once to a browser.
    pub fn set_all(self, wire: Wire, tokens: &[Token]) -> HeaderValue {
        let texts: Vec<String> = tokens.iter().map(|token| token.text()).collect();
        self.header(wire, &texts.join("."), self.age_max())
    }

    /// The header that takes it away.
    pub fn clear(self, wire: Wire) -> HeaderValue {
        self.header(wire, "", 0)
    }

    fn header(self, wire: Wire, value: &str, age_max: u64) -> HeaderValue {
        let secure = match wire {
            Wire::Plain => "",
            Wire::Encrypted => "; Secure",
        };
        let name = self.name(wire);
        let header =
            format!("{name}={value}; Path=/; Max-Age={age_max}; HttpOnly; SameSite=Strict{secure}");
        HeaderValue::from_str(&header).expect("names and tokens are plain letters")
    }

    /// The token a browser sent; none where it sent none, or two that differ.
    pub fn read(self, wire: Wire, headers: &HeaderMap) -> Option<Token> {
        Token::parse(self.value(wire, headers)?)
    }

    /// The tokens a browser sent, where it was given several; no more than [`Cookie::ALL_MAX`].
    pub fn read_all(self, wire: Wire, headers: &HeaderMap) -> Vec<Token> {
        let value = self.value(wire, headers).unwrap_or_default();
        value.split('.').take(Self::ALL_MAX).filter_map(Token::parse).collect()
    }

    /// The ticket a terminal's browser sent.
    pub fn ticket(wire: Wire, headers: &HeaderMap) -> Option<Ticket> {
        Ticket::parse(Self::Terminal.value(wire, headers)?)
    }

    /// The header that gives a terminal's browser its ticket.
    pub fn set_ticket(wire: Wire, ticket: &Ticket) -> HeaderValue {
        Self::Terminal.header(wire, &ticket.to_string(), Self::Terminal.age_max())
    }

    fn value(self, wire: Wire, headers: &HeaderMap) -> Option<&str> {
        let prefix = format!("{}=", self.name(wire));
        let mut found = headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(';'))
            .filter_map(|pair| pair.trim().strip_prefix(&prefix));
        let (first, second) = (found.next()?, found.next());
        if second.is_some() { None } else { Some(first) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent(cookies: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for cookie in cookies {
            headers.append(header::COOKIE, HeaderValue::from_str(cookie).unwrap());
        }
        headers
    }

    #[test]
    fn a_cookie_comes_back_as_it_was_given() {
        let token = Token::random().unwrap();
        for (cookie, wire) in [(Cookie::Session, Wire::Plain), (Cookie::Terminal, Wire::Encrypted)]
        {
            let set = cookie.set(wire, token);
            let set = set.to_str().unwrap();
            let pair = set.split(';').next().unwrap();
            let found = cookie.read(wire, &sent(&[&format!("a=b; {pair}; c=d")]));
            assert!(found == Some(token), "{set}");
            assert!(set.contains("; HttpOnly; SameSite=Strict"), "{set}");
            assert_eq!(set.contains("; Secure"), wire == Wire::Encrypted);
        }
    }

    #[test]
    fn several_marks_come_back_and_no_more_than_were_given() {
        let marks: Vec<Token> = (0..9).map(|_| Token::random().unwrap()).collect();
        let set = Cookie::Device.set_all(Wire::Plain, &marks);
        let pair = set.to_str().unwrap().split(';').next().unwrap();
        assert!(Cookie::Device.read_all(Wire::Plain, &sent(&[pair])) == marks[..8]);
        assert!(Cookie::Device.read_all(Wire::Plain, &sent(&["a=b"])).is_empty());
        let nonsense = sent(&["taisai-device=..x.00"]);
        assert!(Cookie::Device.read_all(Wire::Plain, &nonsense).is_empty());
    }

    #[test]
    fn two_tokens_are_none() {
        let (one, two) = (Token::random().unwrap().text(), Token::random().unwrap().text());
        let both = sent(&[&format!("taisai-session={one}; taisai-session={two}")]);
        assert!(Cookie::Session.read(Wire::Plain, &both).is_none());
        let nothing = sent(&["taisai-session=; other-taisai-session=x"]);
        assert!(Cookie::Session.read(Wire::Plain, &nothing).is_none());
    }

    #[test]
    fn a_terminal_is_no_member_of_staff() {
        let token = Token::random().unwrap().text();
        let headers = sent(&[&format!("taisai-terminal={token}")]);
        assert!(Cookie::Session.read(Wire::Plain, &headers).is_none());
        assert!(Cookie::Terminal.read(Wire::Plain, &headers).is_some());
    }
}
