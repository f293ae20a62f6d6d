//! How a form of the wire is declared: once, with the way to core and the way back side by side.
//!
//! Every pattern names every field and every variant, so that a change of a core type stops the
//! build here, where it must be decided how it is said.

use crate::ask::AskFault;

/// The form that a value of core has on the wire.
pub trait ToWire<C: ?Sized> {
    /// What is said of the value.
    fn to_wire(core: &C) -> Self;
}

/// A form that becomes a value of core, or says what would be right in its place.
pub trait IntoCore<C>: Sized {
    /// The value; `field` is where in the message it stands.
    fn into_core(self, field: &'static str) -> Result<C, AskFault>;
}

/// A message, or a whole part of one, that becomes checked values by one path.
pub trait Check: Sized {
    /// What it becomes.
    type Checked;

    /// The checked values, or the first that is not what it may be.
    fn checked(self) -> Result<Self::Checked, AskFault>;
}

impl<T: Check> IntoCore<T::Checked> for T {
    fn into_core(self, _: &'static str) -> Result<T::Checked, AskFault> {
        self.checked()
    }
}

impl<C, W: ToWire<C>> ToWire<Vec<C>> for Vec<W> {
    fn to_wire(core: &Vec<C>) -> Self {
        core.iter().map(W::to_wire).collect()
    }
}

impl<C, W: ToWire<C>> ToWire<Option<C>> for Option<W> {
    fn to_wire(core: &Option<C>) -> Self {
        core.as_ref().map(W::to_wire)
    }
}

impl<C, W: IntoCore<C>> IntoCore<Option<C>> for Option<W> {
    fn into_core(self, field: &'static str) -> Result<Option<C>, AskFault> {
        self.map(|form| form.into_core(field)).transpose()
    }
}

/// An enum or a struct that is only asked: its form, and the checked value of each variant.
macro_rules! ask_form {
    (
        $(#[$about:meta])*
        enum $name:ident = $core:ty {
            $(
                $(#[$means:meta])*
                $variant:ident
                $({ $( $(#[$part:meta])* $field:ident: $form:ty ),+ $(,)? })?
                $(( $inner:ident: $inner_form:ty ))?
                = $head:ident $(:: $tail:ident)+ $({ $($named:tt)* })? $(( $($placed:tt)* ))?
            ,)+
        }
    ) => {
        #[derive(
            Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS,
            utoipa::ToSchema,
        )]
        $(#[$about])*
        #[allow(missing_docs, reason = "the sentence of an ask says what its fields are")]
        pub enum $name {
            $(
                $(#[$means])*
                $variant
                $({ $( $(#[$part])* $field: $form, )+ })?
                $(( $inner_form ))?
            ,)+
        }

        impl $name {
            /// The name of every variant, as declared.
            pub const NAMES: &[&str] = &[$(stringify!($variant)),+];

            /// The name of its variant.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => stringify!($variant),)+ }
            }
        }

        impl $crate::declare::Check for $name {
            type Checked = $core;

            #[allow(clippy::too_many_lines, reason = "one arm for each variant, and nothing else")]
            fn checked(self) -> Result<$core, $crate::ask::AskFault> {
                Ok(match self {
                    $(Self::$variant $({ $($field,)+ })? $(( $inner ))? => {
                        $($(
                            let $field =
                                $crate::declare::IntoCore::into_core($field, stringify!($field))?;
                        )+)?
                        $(
                            let $inner =
                                $crate::declare::IntoCore::into_core($inner, stringify!($inner))?;
                        )?
                        $head $(:: $tail)+ $({ $($named)* })? $(( $($placed)* ))?
                    })+
                })
            }
        }
    };
    (
        $(#[$about:meta])*
        struct $name:ident = $head:ident $(:: $tail:ident)+ {
            $( $(#[$part:meta])* $field:ident: $form:ty ),+ $(,)?
        }
    ) => {
        #[derive(
            Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize, ts_rs::TS,
            utoipa::ToSchema,
        )]
        $(#[$about])*
        #[serde(deny_unknown_fields)]
        #[allow(missing_docs, reason = "the sentence of an ask says what its fields are")]
        pub struct $name { $( $(#[$part])* pub $field: $form, )+ }

        impl $crate::declare::Check for $name {
            type Checked = $head $(:: $tail)+;

            fn checked(self) -> Result<Self::Checked, $crate::ask::AskFault> {
                let Self { $($field,)+ } = self;
                $(
                    let $field = $crate::declare::IntoCore::into_core($field, stringify!($field))?;
                )+
                Ok($head $(:: $tail)+ { $($field,)+ })
            }
        }
    };
}

/// An enum that is asked and told: as [`ask_form`], with the form of each value beside it.
macro_rules! wire_form {
    (@told
        $(#[$about:meta])*
        enum $name:ident = $core:ty {
            $(
                $(#[$means:meta])*
                $variant:ident
                $({ $( $(#[$part:meta])* $field:ident: $form:ty ),+ $(,)? })?
                $(( $inner:ident: $inner_form:ty ))?
                = $head:ident $(:: $tail:ident)+ $({ $($named:tt)* })? $(( $($placed:tt)* ))?
            ,)+
        }
    ) => {
        impl $crate::declare::ToWire<$core> for $name {
            fn to_wire(core: &$core) -> Self {
                match core {
                    $($head $(:: $tail)+ $({ $($named)* })? $(( $($placed)* ))? => Self::$variant
                        $({ $($field: $crate::declare::ToWire::to_wire($field),)+ })?
                        $(( <$inner_form as $crate::declare::ToWire<_>>::to_wire($inner) ))?,)+
                }
            }
        }
    };
    ($($declared:tt)*) => {
        ask_form! { $($declared)* }
        wire_form! { @told $($declared)* }
    };
}

pub(crate) use {ask_form, wire_form};
