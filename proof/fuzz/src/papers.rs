//! Any bytes as what people carry: a voucher's token, a key, a name, a password's hash.

use taisai_floor::{Line, LoginName, PasswordHash, Title};
use taisai_protocol::api::Key;
use taisai_server::world::secret::{Kind, Token, VoucherKey};
use taisai_table::Reason;

/// Accepted input is written back as it was read, and none of it can control a terminal.
pub fn read(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Some(token) = Token::parse(&text) {
        assert_eq!(token.text(), text.to_ascii_lowercase(), "a token is written in one way");
        let kinds = [Kind::Session, Kind::Terminal];
        let voucher = token.digest(Kind::Voucher);
        assert!(kinds.iter().all(|kind| token.digest(*kind) != voucher), "one kind is no other");
    }
    if let Some(key) = Key::parse(&text) {
        assert_eq!(key.to_string(), text, "a key is written in one way");
    }
    let taken = [
        LoginName::new(&text).map(|name| name.to_string()),
        Title::new(&text).map(|title| title.to_string()),
        PasswordHash::new(&text).map(|hash| hash.as_str().to_owned()),
        Reason::new(&text).map(|reason| reason.as_str().to_owned()),
    ];
    for taken in taken.into_iter().flatten() {
        assert_eq!(taken, text, "a text is kept as it came");
        assert!(!taken.contains(char::is_control), "a text is one line");
    }
    let line = Line::of(&text).to_string();
    assert!(line.len() <= Line::LENGTH_MAX && !line.contains(char::is_control), "{line:?}");
    codes(bytes);
}

/// Codes and tokens that follow from the house's key are of the right form, whatever they are for.
fn codes(bytes: &[u8]) {
    let words: Vec<u64> = bytes
        .chunks(8)
        .take(8)
        .map(|chunk| chunk.iter().fold(0, |word, byte| word << 8 | u64::from(*byte)))
        .collect();
    let key = VoucherKey::new([7; 32]);
    let code = key.code(&words);
    assert!(code.len() == 8 && code.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{code}");
    let token = key.token(&words);
    assert!(Token::parse(&token.text()).is_some_and(|again| again == token));
}
