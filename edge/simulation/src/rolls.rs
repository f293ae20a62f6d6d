//! Rolls as bytes, eight at a time.

use taisai_shaker::{OsShaker, SeededShaker, Shaker, ShakerFault};

/// A source of eight bytes at a time: each the index of a roll in
/// [`Roll::all`](taisai_rules::Roll::all), or 216 and above for no roll.
pub(crate) trait Rolls {
    fn eight(&mut self) -> Result<[u8; 8], ShakerFault>;
}

impl Rolls for SeededShaker {
    #[inline]
    fn eight(&mut self) -> Result<[u8; 8], ShakerFault> {
        Ok(self.word().to_le_bytes())
    }
}

impl Rolls for OsShaker {
    fn eight(&mut self) -> Result<[u8; 8], ShakerFault> {
        let mut places = [0; 8];
        for place in &mut places {
            *place = u8::try_from(self.shake()?.index()).expect("216 rolls fit a byte");
        }
        Ok(places)
    }
}
