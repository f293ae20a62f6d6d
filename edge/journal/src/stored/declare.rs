//! How stored forms are declared: once, with both ways to core and the shape for the document.
//!
//! Every pattern names every field and every variant, so that a change of a core type stops the
//! build here, where it must be decided how it is stored.

/// A closed list of words, the same as core's; the place of a word is its code.
macro_rules! stored_words {
    ($home:ident::$name:ident { $($word:ident,)+ }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) enum $name { $($word,)+ }

        impl $crate::stored::Form<$home::$name> for $name {
            fn keep(core: &$home::$name) -> Self {
                match core { $($home::$name::$word => Self::$word,)+ }
            }

            #[inline]
            fn restore(self) -> Result<$home::$name, $crate::stored::Unsound> {
                Ok(match self { $(Self::$word => $home::$name::$word,)+ })
            }
        }

        impl $name {
            pub(crate) const SHAPE: $crate::stored::Shape = $crate::stored::Shape {
                name: stringify!($name),
                variants: &[$($crate::stored::Variant { name: stringify!($word), fields: &[] },)+],
            };
        }
    };
}

/// A struct, the same as core's, each field in its form; the fields are stored in this order.
macro_rules! stored_struct {
    ($home:ident::$core:ident as $name:ident { $($field:ident: $form:ty,)+ }) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) struct $name { $(pub(crate) $field: $form,)+ }

        impl $crate::stored::Form<$home::$core> for $name {
            fn keep(core: &$home::$core) -> Self {
                let $home::$core { $($field,)+ } = core;
                Self { $($field: $crate::stored::Form::keep($field),)+ }
            }

            #[inline]
            fn restore(self) -> Result<$home::$core, $crate::stored::Unsound> {
                let Self { $($field,)+ } = self;
                Ok($home::$core {
                    $($field: $crate::stored::Form::restore($field).map_err(|unsound| {
                        unsound.within(concat!(stringify!($name), ".", stringify!($field)))
                    })?,)+
                })
            }
        }

        impl $name {
            pub(crate) const SHAPE: $crate::stored::Shape = $crate::stored::Shape {
                name: stringify!($name),
                variants: &[$crate::stored::Variant {
                    name: "",
                    fields: &[$((stringify!($field), stringify!($form)),)+],
                }],
            };
        }
    };
    ($home:ident::$name:ident { $($fields:tt)+ }) => {
        stored_struct! { $home::$name as $name { $($fields)+ } }
    };
}

/// A variant of core's enum, as a pattern or as a value; `in` a subject, it is a variant of the
/// subject's own enum, which goes by the subject's name where this is used.
macro_rules! core_variant {
    ($home:ident::$core:ident, $variant:ident $($fields:tt)?) => {
        $home::$core::$variant $($fields)?
    };
    ($home:ident::$core:ident, $variant:ident in $subject:ident $($fields:tt)?) => {
        $home::$core::$subject($subject::$variant $($fields)?)
    };
}

/// An enum, the same as core's; the place of a variant is its code, its fields follow. Where core
/// keeps its variants by subject, a variant says `in` which.
macro_rules! stored_enum {
    ($home:ident::$core:ident as $name:ident {
        $($variant:ident $(in $subject:ident)?
            $({ $($field:ident: $form:ty,)+ })?
            $(( $($place:ident: $inner:ty),+ ))?
        ,)+
    }) => {
        #[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        pub(crate) enum $name {
            $($variant $({ $($field: $form,)+ })? $(($($inner),+))?,)+
        }

        impl $crate::stored::Form<$home::$core> for $name {
            fn keep(core: &$home::$core) -> Self {
                match core {
                    $(core_variant!(
                        $home::$core, $variant $(in $subject)? $({ $($field,)+ })? $(($($place),+))?
                    ) => Self::$variant
                        $({ $($field: $crate::stored::Form::keep($field),)+ })?
                        $(($($crate::stored::Form::keep($place)),+))?,)+
                }
            }

            #[inline]
            fn restore(self) -> Result<$home::$core, $crate::stored::Unsound> {
                Ok(match self {
                    $(Self::$variant $({ $($field,)+ })? $(($($place),+))? => core_variant!(
                        $home::$core, $variant $(in $subject)?
                        $({ $($field: $crate::stored::Form::restore($field).map_err(|unsound| {
                            unsound.within(concat!(stringify!($variant), ".", stringify!($field)))
                        })?,)+ })?
                        $(($($crate::stored::Form::restore($place).map_err(|unsound| {
                            unsound.within(stringify!($variant))
                        })?),+))?
                    ),)+
                })
            }
        }

        impl $name {
            pub(crate) const SHAPE: $crate::stored::Shape = $crate::stored::Shape {
                name: stringify!($name),
                variants: &[$($crate::stored::Variant {
                    name: stringify!($variant),
                    fields: &[
                        $($((stringify!($field), stringify!($form)),)+)?
                        $($((stringify!($place), stringify!($inner)),)+)?
                    ],
                },)+],
            };
        }
    };
    ($home:ident::$name:ident { $($variants:tt)+ }) => {
        stored_enum! { $home::$name as $name { $($variants)+ } }
    };
}
