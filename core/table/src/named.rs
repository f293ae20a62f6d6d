//! Enums that know the names of their variants, from the one place where they are declared.

/// Declares enums and gives each the list of its names and the name of every value, so that no
/// reader of all of them keeps a list of its own.
macro_rules! named {
    ($(
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$means:meta])*
                $variant:ident
                $({ $( $(#[$part:meta])* $field:ident: $type:ty ),+ $(,)? })?
                $(( $inner:ty ))?
            ),+ $(,)?
        }
    )+) => { $(
        $(#[$about])*
        pub enum $name {
            $(
                $(#[$means])*
                $variant $({ $( $(#[$part])* $field: $type ),+ })? $(( $inner ))?,
            )+
        }

        impl $name {
            /// The name of every variant, as declared.
            pub const NAMES: &[&str] = &[$(stringify!($variant)),+];

            /// The name of its variant.
            pub const fn name(&self) -> &'static str {
                match self { $(Self::$variant { .. } => stringify!($variant),)+ }
            }
        }
    )+ };
}

pub(crate) use named;
