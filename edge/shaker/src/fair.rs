//! From random bytes to faces and rolls without bias. A byte has 256 values and a die six faces, so
//! some bytes must be discarded: those that would give a few faces one chance more than the others.
//! The rest is exactly fair, not nearly.

use taisai_rules::{Face, Roll};

/// Bytes from here on are not faces: 252 is the largest multiple of six in a byte's range.
const FACE_BYTES: u8 = 252;

/// Bytes from here on are not rolls.
#[expect(clippy::cast_possible_truncation, reason = "216 rolls fit a byte")]
pub const ROLL_BYTES: u8 = Roll::COUNT as u8;

/// The face for a byte, or `None` if another byte must be drawn.
///
/// ```
/// use taisai_rules::Face;
/// use taisai_shaker::face_of;
/// assert_eq!(face_of(0), Some(Face::One));
/// assert_eq!(face_of(251), Some(Face::Six));
/// assert_eq!(face_of(252), None);
/// ```
pub const fn face_of(byte: u8) -> Option<Face> {
    if byte < FACE_BYTES { Some(Face::ALL[(byte % 6) as usize]) } else { None }
}

/// The roll for a byte by its index in [`Roll::all`], or `None` if another byte must be drawn.
///
/// One byte makes a whole roll, where three faces would take three: for simulation, where there
/// are billions of them. Dice in play are drawn face by face, each die by its own byte.
///
/// ```
/// use taisai_shaker::roll_of;
/// assert_eq!(roll_of(0).map(|roll| roll.to_string()), Some("1,1,1".to_owned()));
/// assert_eq!(roll_of(215).map(|roll| roll.to_string()), Some("6,6,6".to_owned()));
/// assert_eq!(roll_of(216), None);
/// ```
pub fn roll_of(byte: u8) -> Option<Roll> {
    if byte < ROLL_BYTES { Roll::all().nth(byte.into()) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_face_has_42_of_256_bytes_and_four_are_drawn_again() {
        let bytes_of = |face| (0..=u8::MAX).filter(|&byte| face_of(byte) == face).count();
        assert_eq!(Face::ALL.map(|face| bytes_of(Some(face))), [42; 6]);
        assert_eq!(bytes_of(None), 4);
    }

    #[test]
    fn each_roll_has_one_of_256_bytes_and_forty_are_drawn_again() {
        let bytes_of = |roll| (0..=u8::MAX).filter(|&byte| roll_of(byte) == roll).count();
        assert!(Roll::all().all(|roll| bytes_of(Some(roll)) == 1));
        assert_eq!(bytes_of(None), 40);
    }

    #[test]
    fn a_byte_is_the_place_of_its_roll() {
        for byte in 0..ROLL_BYTES {
            assert_eq!(roll_of(byte).map(Roll::index), Some(usize::from(byte)));
        }
    }
}
