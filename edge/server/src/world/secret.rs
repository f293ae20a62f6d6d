//! Secrets that people and machines carry; the house keeps only their digests.

use std::fmt::{self, Write as _};

use sha2::{Digest as _, Sha256};
use taisai_floor::{Digest, TerminalId};
use taisai_shaker::{Chance, OsChance};
use taisai_table::{StaffId, VoucherId};

/// The kind of a secret; a digest of one kind does not match another kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The token of a log-in.
    Session,
    /// The token of an enrolled terminal.
    Terminal,
    /// What is printed on a voucher.
    Voucher,
}

impl Kind {
    const fn domain(self) -> &'static [u8] {
        match self {
            Self::Session => b"taisai session 1\0",
            Self::Terminal => b"taisai terminal 1\0",
            Self::Voucher => b"taisai voucher 1\0",
        }
    }

    /// The digest of a secret of this kind.
    pub fn digest(self, secret: &[u8]) -> Digest {
        let mut hash = Sha256::new_with_prefix(self.domain());
        hash.update(secret);
        Digest(hash.finalize().into())
    }
}

/// What a code is for. A code is short enough to be typed, and so to be guessed: its digest is
/// keyed, so that nobody can try codes against the digests without the key of the house.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CodeFor {
    /// A terminal enrols at a seat.
    Enrolment,
    /// A person chooses their password.
    Invitation,
}

impl CodeFor {
    const fn domain(self) -> &'static [u8] {
        match self {
            Self::Enrolment => b"taisai enrolment 2\0",
            Self::Invitation => b"taisai invitation 1\0",
        }
    }
}

/// 128 bits that nobody can guess.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Token([u8; 16]);

/// Logs show only that there is a secret.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// The operating system gave no random bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoEntropy;

impl Token {
    pub const TEXT_LENGTH: usize = 32;

    /// A new one from this chance.
    pub fn drawn(chance: &dyn Chance) -> Result<Self, NoEntropy> {
        let mut bytes = [0; 16];
        chance.fill(&mut bytes).map_err(|_| NoEntropy)?;
        Ok(Self(bytes))
    }

    /// A new one from the operating system.
    pub fn random() -> Result<Self, NoEntropy> {
        Self::drawn(&OsChance)
    }

    /// Parses the text of a secret.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != Self::TEXT_LENGTH || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        u128::from_str_radix(text, 16).ok().map(|number| Self(number.to_be_bytes()))
    }

    /// Its bytes, where it is no secret but only unlike any other.
    pub const fn bytes(self) -> [u8; 16] {
        self.0
    }

    /// How it is written: 32 hexadecimal digits.
    pub fn text(self) -> String {
        let mut text = String::with_capacity(Self::TEXT_LENGTH);
        for byte in self.0 {
            write!(text, "{byte:02x}").expect("a text takes any letter");
        }
        text
    }

    /// A number nobody can guess either.
    pub fn number(self) -> u64 {
        let (half, _) = self.0.split_first_chunk::<8>().expect("a token has 16 bytes");
        u64::from_be_bytes(*half)
    }

    /// Whether both are the same. Every byte is compared, whichever differs first.
    pub fn is(self, other: Self) -> bool {
        let both = self.0.iter().zip(other.0);
        both.fold(0, |differs, (one, two)| differs | (one ^ two)) == 0
    }

    /// What the house keeps of it.
    pub fn digest(self, kind: Kind) -> Digest {
        kind.digest(&self.0)
    }

    /// The voucher that carries it.
    pub fn voucher(self) -> VoucherId {
        let Digest(digest) = self.digest(Kind::Voucher);
        let (half, _) = digest.split_first_chunk::<16>().expect("a digest has 32 bytes");
        VoucherId(u128::from_be_bytes(*half))
    }
}

/// What codes and marks are derived for, beside the tokens of vouchers.
const ENROLMENT: u64 = 100;
const DEVICE: u64 = 101;
const SALT: u64 = 102;
const INVITATION: u64 = 103;
const TICKET: u64 = 104;
/// What the fingerprint of a key is of; no other text that is hashed with a key begins like this.
const FINGERPRINT: &[u8; 25] = b"taisai key fingerprint 1\0";
/// Comes before what is derived in any series but the first.
const SERIES: u64 = 105;

/// The key from which the tokens of cash-outs follow, so that a request that is repeated after a
/// crash gets the same voucher and not a second one.
///
/// Once an old copy of the journal was accepted, people and terminals count again over numbers
/// whose papers are in somebody's hands: everything that is derived from then on is of another
/// series, as the numbers on vouchers are.
#[derive(Clone)]
pub struct VoucherKey {
    bytes: [u8; 32],
    series: u64,
}

impl VoucherKey {
    /// The key made of these bytes.
    pub const fn new(bytes: [u8; 32]) -> Self {
        Self { bytes, series: 0 }
    }

    /// The same key, from which other tokens and codes follow in each series.
    #[must_use]
    pub const fn in_series(&self, series: u64) -> Self {
        Self { bytes: self.bytes, series }
    }

    /// What a journal keeps of the key, to know it again; the key does not follow from it.
    pub fn fingerprint(&self) -> [u8; 32] {
        self.mac(*FINGERPRINT)
    }

    /// The token for what these words name; nobody can compute it without the key.
    pub fn token(&self, words: &[u64]) -> Token {
        let series: &[u64] = if self.series == 0 { &[] } else { &[SERIES, self.series] };
        let mac = self.mac(series.iter().chain(words).flat_map(|word| word.to_be_bytes()));
        let (half, _) = mac.split_first_chunk::<16>().expect("a digest has 32 bytes");
        Token(*half)
    }

    /// What the house keeps of a code.
    pub fn digest(&self, code_for: CodeFor, code: &str) -> Digest {
        Digest(self.mac(code_for.domain().iter().copied().chain(code.bytes())))
    }

    /// The salt of a password that these words name.
    pub fn salt(&self, words: &[u64]) -> Token {
        self.token(&[&[SALT], words].concat())
    }

    /// A code of eight digits and letters for what these words name.
    pub fn code(&self, words: &[u64]) -> String {
        self.letters(&[&[ENROLMENT], words].concat(), 8)
    }

    /// An invitation for what these words name: three groups of four digits and letters, good for
    /// a day and therefore longer than a code that is good for minutes.
    pub fn invitation(&self, words: &[u64]) -> String {
        let letters = self.letters(&[&[INVITATION], words].concat(), 12);
        format!("{}-{}-{}", &letters[..4], &letters[4..8], &letters[8..])
    }

    /// What the house keeps of an invitation, however it was typed in.
    pub fn invitation_digest(&self, invitation: &str) -> Digest {
        let plain: String = invitation.chars().filter(char::is_ascii_alphanumeric).collect();
        self.digest(CodeFor::Invitation, &plain.to_ascii_lowercase())
    }

    /// A code of this many digits and letters, easy to type: no letter looks like a digit.
    fn letters(&self, words: &[u64], count: usize) -> String {
        const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz#";
        let Token(bytes) = self.token(words);
        let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 31)]);
        bytes.iter().take(count).copied().map(letter).collect()
    }

    /// The mark of a device at which this person has logged in: a number, and what nobody without
    /// the key can put beside it. It is worth nothing under another name.
    pub fn device(&self, staff: StaffId, number: u64) -> Token {
        // It opens nothing, and stays good: the devices are the same after a loss.
        let Token(proof) = self.in_series(0).token(&[DEVICE, number, staff.0.into()]);
        let mut bytes = [0; 16];
        bytes[..8].copy_from_slice(&number.to_be_bytes());
        bytes[8..].copy_from_slice(&proof[..8]);
        Token(bytes)
    }

    /// What proves that a ticket was given to the terminal that was enrolled with this token.
    pub fn ticket(&self, terminal: TerminalId, enrolment: &Digest, number: u64) -> Token {
        let (words, _) = enrolment.0.as_chunks::<8>();
        let ticket = [TICKET, terminal.0.into(), number].into_iter();
        let words: Vec<u64> =
            ticket.chain(words.iter().map(|word| u64::from_be_bytes(*word))).collect();
        self.token(&words)
    }

    /// The number of a device, if this person was given the mark.
    pub fn device_of(&self, staff: StaffId, mark: Token) -> Option<u64> {
        let number = mark.number();
        self.device(staff, number).is(mark).then_some(number)
    }

    /// HMAC-SHA-256 of a text.
    fn mac(&self, text: impl IntoIterator<Item = u8>) -> [u8; 32] {
        let inner = self.keyed(0x36, text);
        self.keyed(0x5c, inner)
    }

    /// One of the two hashes of HMAC-SHA-256.
    fn keyed(&self, pad: u8, text: impl IntoIterator<Item = u8>) -> [u8; 32] {
        let mut block = [pad; 64];
        for (place, byte) in block.iter_mut().zip(self.bytes) {
            *place ^= byte;
        }
        let text: Vec<u8> = text.into_iter().collect();
        Sha256::new_with_prefix(block).chain_update(text).finalize().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_read_as_it_was_written() {
        let token = Token::random().unwrap();
        assert!(Token::parse(&token.text()) == Some(token));
        for bad in ["", "0", "+f", &"g".repeat(32), &"0".repeat(31), &"0".repeat(33)] {
            assert!(Token::parse(bad).is_none(), "{bad:?}");
        }
        assert!(Token::parse(&format!("+{}", "0".repeat(31))).is_none());
    }

    #[test]
    fn a_secret_of_one_kind_is_worth_nothing_as_another() {
        let kinds = [Kind::Session, Kind::Terminal, Kind::Voucher];
        for (place, kind) in kinds.iter().enumerate() {
            for other in &kinds[..place] {
                assert_ne!(kind.digest(b"secret"), other.digest(b"secret"));
            }
        }
    }

    #[test]
    fn the_mark_of_a_device_cannot_be_made_up() {
        let (key, other) = (VoucherKey::new([1; 32]), VoucherKey::new([2; 32]));
        let (ann, bob) = (StaffId(1), StaffId(2));
        let mark = key.device(ann, 7);
        assert_eq!(key.device_of(ann, mark), Some(7));
        assert_eq!(other.device_of(ann, mark), None);
        assert_eq!(key.device_of(bob, mark), None, "it is Ann's");
        for bit in 0..128 {
            let Token(mut bytes) = mark;
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(key.device_of(ann, Token(bytes)), None, "bit {bit}");
        }
    }

    /// RFC 4231, test case 2 (key "Jefe" padded to 32 bytes is the same key).
    #[test]
    fn tokens_follow_from_the_key_as_hmac_says() {
        let mut key = [0; 32];
        key[..4].copy_from_slice(b"Jefe");
        let key = VoucherKey::new(key);
        let mac = key.mac(*b"what do ya want for nothing?");
        assert_eq!(mac[..8], [0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e]);
        assert!(key.token(&[1, 2]) == key.token(&[1, 2]));
        assert!(key.token(&[1, 2]) != key.token(&[2, 1]));
    }

    /// After an old copy was accepted, new vouchers had the tokens of papers whose records were
    /// lost: one customer's paper paid out another's money.
    #[test]
    fn a_series_has_tokens_and_codes_of_its_own() {
        let key = VoucherKey::new([1; 32]);
        let (first, next) = (key.in_series(0), key.in_series(98_596));
        assert!(first.token(&[1, 2]) == key.token(&[1, 2]));
        assert!(next.token(&[1, 2]) != key.token(&[1, 2]));
        assert!(next.token(&[1, 2]) != key.in_series(98_597).token(&[1, 2]));
        assert_ne!(next.code(&[1]), key.code(&[1]));
        assert_ne!(next.invitation(&[1]), key.invitation(&[1]));
        // What was handed out before and is still in the journal stays good.
        let kept = key.digest(CodeFor::Enrolment, "23456789");
        assert_eq!(next.digest(CodeFor::Enrolment, "23456789"), kept);
        assert_eq!(next.device_of(StaffId(1), key.device(StaffId(1), 7)), Some(7));
    }

    /// Codes of 39 bits were kept as digests that anybody could try all codes against.
    #[test]
    fn the_digest_of_a_code_is_worth_nothing_without_the_key() {
        let (key, other) = (VoucherKey::new([1; 32]), VoucherKey::new([2; 32]));
        let kept = key.digest(CodeFor::Enrolment, "23456789");
        assert_eq!(kept, key.digest(CodeFor::Enrolment, "23456789"));
        assert_ne!(kept, other.digest(CodeFor::Enrolment, "23456789"));
        assert_ne!(kept, key.digest(CodeFor::Enrolment, "2345678a"));
        assert_ne!(kept, key.digest(CodeFor::Invitation, "23456789"));
    }

    #[test]
    fn an_invitation_is_read_however_it_is_typed_in() {
        let key = VoucherKey::new([1; 32]);
        let invitation = key.invitation(&[1, 2, 3]);
        assert_eq!(invitation.len(), 14, "{invitation}");
        assert_ne!(invitation, key.invitation(&[1, 2, 4]));
        let kept = key.invitation_digest(&invitation);
        let shouted = invitation.to_ascii_uppercase();
        let spoken = format!(" {} ", invitation.replace('-', " "));
        for typed in [shouted, spoken, invitation.replace('-', "")] {
            assert_eq!(key.invitation_digest(&typed), kept, "{typed:?}");
        }
        assert_ne!(key.invitation_digest(&invitation[1..]), kept);
    }
}
