//! Stored forms of the small values: numbers that name, count or measure, texts, and collections.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde::{Deserialize, Serialize};
use taisai_rules::{Area, Currency, LineId, Roll, Stake};
use taisai_table::{
    CaseId, DiceSetId, DieId, DisplayId, Money, PlayerId, ProposalId, Reason, RequestId,
    RoundNumber, SeatNumber, SessionId, ShakerId, StaffId, Time, VoucherId,
};

use crate::stored::{Form, Unsound, ValueFault};

/// Any number is fine: the form of an id is its number.
macro_rules! ids {
    ($($id:ident: $number:ty,)+) => {$(
        impl Form<$id> for $number {
            #[inline]
            fn keep(core: &$id) -> Self {
                core.0
            }

            #[inline]
            fn restore(self) -> Result<$id, Unsound> {
                Ok($id(self))
            }
        }
    )+};
}

ids! {
    SeatNumber: u16,
    PlayerId: u64,
    StaffId: u32,
    SessionId: u64,
    RequestId: u64,
    RoundNumber: u64,
    VoucherId: u128,
    ShakerId: u32,
    DiceSetId: u32,
    DieId: u32,
    DisplayId: u32,
    ProposalId: u32,
    CaseId: u32,
}

/// What is its own form.
macro_rules! plain {
    ($($value:ty,)+) => {$(
        impl Form<$value> for $value {
            #[inline]
            fn keep(core: &$value) -> Self {
                *core
            }

            #[inline]
            fn restore(self) -> Result<$value, Unsound> {
                Ok(self)
            }
        }
    )+};
}

plain! { bool, i16, u8, u32, u64, u128, i64, i128, }

/// A number that looks random, so that a varint would only make it longer: eight bytes, little
/// endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fixed64(#[serde(with = "postcard::fixint::le")] u64);

impl Form<u64> for Fixed64 {
    #[inline]
    fn keep(core: &u64) -> Self {
        Self(*core)
    }

    #[inline]
    fn restore(self) -> Result<u64, Unsound> {
        Ok(self.0)
    }
}

/// Money that only counts, as meters do: it has no ceiling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tally(u64);

impl Form<Money> for Tally {
    #[inline]
    fn keep(core: &Money) -> Self {
        Self(core.units())
    }

    #[inline]
    fn restore(self) -> Result<Money, Unsound> {
        Ok(Money::tallied(self.0))
    }
}

/// What a form did not have when it was fixed. Nothing of it is stored in its place; where there is
/// any, it follows behind everything else.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Later;

impl<C: Default> Form<C> for Later {
    fn keep(_: &C) -> Self {
        Self
    }

    fn restore(self) -> Result<C, Unsound> {
        Ok(C::default())
    }
}

/// A form that core checks: one byte or number out, one checked value in.
macro_rules! checked {
    ($($core:ident: $form:ty = $keep:expr, $restore:expr;)+) => {$(
        impl Form<$core> for $form {
            #[inline]
            fn keep(core: &$core) -> Self {
                $keep(core)
            }

            #[inline]
            fn restore(self) -> Result<$core, Unsound> {
                let found = self;
                $restore(found).ok_or_else(|| ValueFault::$core { found }.into())
            }
        }
    )+};
}

checked! {
    Area: u8 = |area: &Area| byte(area.index()), Area::at;
    Roll: u8 = |roll: &Roll| byte(roll.index()), Roll::at;
    Stake: u64 = |stake: &Stake| stake.units(), |units| Stake::new(units).ok();
    Money: u64 = |money: &Money| money.units(), Money::new;
    Time: u64 = |time: &Time| time.millis(), Time::from_millis;
}

fn byte(index: usize) -> u8 {
    u8::try_from(index).expect("areas and rolls are fewer than 256")
}

impl Form<Reason> for String {
    #[inline]
    fn keep(core: &Reason) -> Self {
        core.as_str().to_owned()
    }

    #[inline]
    fn restore(self) -> Result<Reason, Unsound> {
        Reason::new(&self).ok_or_else(|| ValueFault::Reason.into())
    }
}

impl Form<LineId> for String {
    #[inline]
    fn keep(core: &LineId) -> Self {
        core.as_str().to_owned()
    }

    #[inline]
    fn restore(self) -> Result<LineId, Unsound> {
        LineId::new(&self).ok_or_else(|| ValueFault::Text { of: "checklist line" }.into())
    }
}

impl Form<Currency> for [u8; 3] {
    #[inline]
    fn keep(core: &Currency) -> Self {
        core.code().as_bytes().try_into().expect("a currency has three letters")
    }

    #[inline]
    fn restore(self) -> Result<Currency, Unsound> {
        let code = std::str::from_utf8(&self).ok().and_then(Currency::new);
        code.ok_or_else(|| ValueFault::Currency.into())
    }
}

stored_struct! {
    taisai_rules::Bet {
        area: u8,
        stake: u64,
    }
}

impl<C, S: Form<C>> Form<Option<C>> for Option<S> {
    #[inline]
    fn keep(core: &Option<C>) -> Self {
        core.as_ref().map(S::keep)
    }

    #[inline]
    fn restore(self) -> Result<Option<C>, Unsound> {
        self.map(S::restore).transpose()
    }
}

impl<C, S: Form<C>> Form<C> for Box<S> {
    #[inline]
    fn keep(core: &C) -> Self {
        Self::new(S::keep(core))
    }

    #[inline]
    fn restore(self) -> Result<C, Unsound> {
        S::restore(*self)
    }
}

impl<C, S: Form<C>> Form<Vec<C>> for Vec<S> {
    #[inline]
    fn keep(core: &Vec<C>) -> Self {
        core.iter().map(S::keep).collect()
    }

    #[inline]
    fn restore(self) -> Result<Vec<C>, Unsound> {
        // Nearly all lists are short; a loop is faster than collecting in place.
        let mut restored = Vec::with_capacity(self.len());
        for form in self {
            restored.push(form.restore()?);
        }
        Ok(restored)
    }
}

impl<C, S: Form<C>> Form<VecDeque<C>> for Vec<S> {
    #[inline]
    fn keep(core: &VecDeque<C>) -> Self {
        core.iter().map(S::keep).collect()
    }

    #[inline]
    fn restore(self) -> Result<VecDeque<C>, Unsound> {
        self.into_iter().map(S::restore).collect()
    }
}

impl<C, S: Form<C>, const N: usize> Form<[C; N]> for [S; N] {
    #[inline]
    fn keep(core: &[C; N]) -> Self {
        std::array::from_fn(|place| S::keep(&core[place]))
    }

    #[inline]
    fn restore(self) -> Result<[C; N], Unsound> {
        let restored: Vec<C> = self.into_iter().map(S::restore).collect::<Result<_, _>>()?;
        let Ok(restored) = restored.try_into() else { unreachable!("as many as before") };
        Ok(restored)
    }
}

impl<C1, C2, S1: Form<C1>, S2: Form<C2>> Form<(C1, C2)> for (S1, S2) {
    #[inline]
    fn keep((first, second): &(C1, C2)) -> Self {
        (S1::keep(first), S2::keep(second))
    }

    #[inline]
    fn restore(self) -> Result<(C1, C2), Unsound> {
        Ok((self.0.restore()?, self.1.restore()?))
    }
}

impl<C1, C2, C3, S1: Form<C1>, S2: Form<C2>, S3: Form<C3>> Form<(C1, C2, C3)> for (S1, S2, S3) {
    fn keep((first, second, third): &(C1, C2, C3)) -> Self {
        (S1::keep(first), S2::keep(second), S3::keep(third))
    }

    fn restore(self) -> Result<(C1, C2, C3), Unsound> {
        Ok((self.0.restore()?, self.1.restore()?, self.2.restore()?))
    }
}

/// Sets and maps are stored in the order of their keys; any other order was not written by us, and
/// two forms of one value would be one too many.
impl<C: Ord, S: Form<C>> Form<BTreeSet<C>> for Vec<S> {
    #[inline]
    fn keep(core: &BTreeSet<C>) -> Self {
        core.iter().map(S::keep).collect()
    }

    #[inline]
    fn restore(self) -> Result<BTreeSet<C>, Unsound> {
        let restored: Vec<C> = self.into_iter().map(S::restore).collect::<Result<_, _>>()?;
        if !restored.is_sorted_by(|one, next| one < next) {
            return Err(ValueFault::Disorder.into());
        }
        Ok(restored.into_iter().collect())
    }
}

impl<K: Ord, V, S: Form<K>, T: Form<V>> Form<BTreeMap<K, V>> for Vec<(S, T)> {
    #[inline]
    fn keep(core: &BTreeMap<K, V>) -> Self {
        core.iter().map(|(key, value)| (S::keep(key), T::keep(value))).collect()
    }

    #[inline]
    fn restore(self) -> Result<BTreeMap<K, V>, Unsound> {
        let pairs = self.into_iter().map(Form::<(K, V)>::restore);
        let restored: Vec<(K, V)> = pairs.collect::<Result<_, _>>()?;
        if !restored.is_sorted_by(|(one, _), (next, _)| one < next) {
            return Err(ValueFault::Disorder.into());
        }
        Ok(restored.into_iter().collect())
    }
}
