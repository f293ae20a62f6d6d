//! Words, areas and dice as they stand on the wire.

use std::fmt;
use std::sync::LazyLock;

use serde::de::{self, Unexpected, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use taisai_rules::{Area, Face, Roll};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::{PartialSchema, ToSchema};

use crate::ask::AskFault;
use crate::declare::{IntoCore, ToWire};

/// Makes the closed lists of words of the core crates part of the wire, word for word.
macro_rules! words {
    ($( $(#[$about:meta])* $name:ident($core:ty) = $told:literal; )+) => { $(
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $core);

        impl From<$core> for $name {
            fn from(value: $core) -> Self {
                Self(value)
            }
        }

        impl ToWire<$core> for $name {
            fn to_wire(core: &$core) -> Self {
                Self(*core)
            }
        }

        impl IntoCore<$core> for $name {
            fn into_core(self, _: &'static str) -> Result<$core, AskFault> {
                Ok(self.0)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0.word())
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let known = KnownWord {
                    all: || <$core>::ALL.iter().map(|value| value.word()).collect(),
                    find: |word| <$core>::from_word(word).map(Self),
                };
                deserializer.deserialize_str(known)
            }
        }

        impl TS for $name {
            type WithoutGenerics = Self;
            type OptionInnerType = Self;

            fn name(_: &Config) -> String {
                $told.to_owned()
            }

            fn inline(_: &Config) -> String {
                union(&<$core>::ALL.iter().map(|value| value.word()).collect::<Vec<_>>())
            }

            fn decl(cfg: &Config) -> String {
                format!("type {} = {};", $told, Self::inline(cfg))
            }

            fn decl_concrete(cfg: &Config) -> String {
                Self::decl(cfg)
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!($told, ".ts").into())
            }
        }

        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                words_schema(<$core>::ALL.iter().map(|value| value.word()).collect())
            }
        }

        impl ToSchema for $name {
            fn name() -> std::borrow::Cow<'static, str> {
                $told.into()
            }
        }
    )+ };
}

words! {
    /// Everything that can go wrong at a table.
    IrregularityWord(taisai_rules::Irregularity) = "Irregularity";
    /// What is done about it.
    RemedyWord(taisai_rules::Remedy) = "Remedy";
    /// A rank at the tables.
    TableRoleWord(taisai_rules::Role) = "TableRole";
    /// A kind of shaker.
    ShakerKindWord(taisai_rules::ShakerKind) = "ShakerKind";
    /// The tables that a line of the checklist is about.
    LineScopeWord(taisai_rules::LineScope) = "LineScope";
    /// What a regulator must have approved.
    ApprovalWord(taisai_rules::Approval) = "Approval";
    /// When no more bets is called.
    OrderWord(taisai_rules::NoMoreBets) = "Order";
    /// When the cover of a shaker is off.
    CoverWord(taisai_rules::Cover) = "Cover";
    /// What happens to an automated shaker before a manual one takes its place.
    BeforeManualWord(taisai_rules::BeforeManual) = "BeforeManual";
    /// The areas that are one wager with different numbers.
    FamilyWord(taisai_rules::Family) = "Family";
    /// What happens to a bet below the minimum.
    BelowMinimumWord(taisai_rules::BelowMinimum) = "BelowMinimum";
    /// What happens to a bet above the maximum.
    AboveMaximumWord(taisai_rules::AboveMaximum) = "AboveMaximum";
    /// Whether a double still wins on a triple.
    DoubleOnTripleWord(taisai_rules::DoubleOnTriple) = "DoubleOnTriple";
    /// How a layout words its odds.
    OddsStyleWord(taisai_rules::OddsStyle) = "OddsStyle";
}

/// Reads one word of a closed list, and says which there are when it is none of them.
struct KnownWord<T> {
    all: fn() -> Vec<&'static str>,
    find: fn(&str) -> Option<T>,
}

impl<T> Visitor<'_> for KnownWord<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}", (self.all)().join(", "))
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<T, E> {
        (self.find)(word).ok_or_else(|| E::invalid_value(Unexpected::Str(word), &self))
    }
}

fn union(words: &[&str]) -> String {
    words.iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
}

fn words_schema(words: Vec<&'static str>) -> RefOr<Schema> {
    let string = ObjectBuilder::new().schema_type(SchemaType::Type(Type::String));
    string.enum_values(Some(words)).into()
}

/// An area by its id, such as `total-10`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AreaId(pub Area);

/// Every id in the order of the areas, worked out once: bets name areas all day long.
static AREA_IDS: LazyLock<Vec<String>> =
    LazyLock::new(|| Area::all().map(|area| area.to_string()).collect());

impl AreaId {
    /// The id.
    pub fn as_str(self) -> &'static str {
        &AREA_IDS[self.0.index()]
    }

    fn find(id: &str) -> Option<Self> {
        let place = AREA_IDS.iter().position(|known| known == id)?;
        Area::all().nth(place).map(Self)
    }
}

impl From<Area> for AreaId {
    fn from(area: Area) -> Self {
        Self(area)
    }
}

impl Serialize for AreaId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for AreaId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Id;
        impl Visitor<'_> for Id {
            type Value = AreaId;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of an area, such as total-10")
            }

            fn visit_str<E: de::Error>(self, id: &str) -> Result<AreaId, E> {
                AreaId::find(id).ok_or_else(|| E::invalid_value(Unexpected::Str(id), &self))
            }
        }
        deserializer.deserialize_str(Id)
    }
}

impl TS for AreaId {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "AreaId".to_owned()
    }

    fn inline(_: &Config) -> String {
        "string".to_owned()
    }

    fn decl(_: &Config) -> String {
        "type AreaId = string;".to_owned()
    }

    fn decl_concrete(cfg: &Config) -> String {
        Self::decl(cfg)
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("AreaId.ts".into())
    }

    fn docs() -> Option<String> {
        Some("/** An area by its id, such as `total-10`. */\n".to_owned())
    }
}

impl PartialSchema for AreaId {
    fn schema() -> RefOr<Schema> {
        words_schema(AREA_IDS.iter().map(String::as_str).collect())
    }
}

impl ToSchema for AreaId {}

/// Three dice in the order of the dice: `[4, 4, 2]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Dice(pub Roll);

impl From<Roll> for Dice {
    fn from(roll: Roll) -> Self {
        Self(roll)
    }
}

impl Serialize for Dice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.faces().map(Face::pips).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Dice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pips = <[u8; 3]>::deserialize(deserializer)?;
        let face = |pips: u8| {
            let seen = Unexpected::Unsigned(pips.into());
            Face::new(pips).ok_or_else(|| de::Error::invalid_value(seen, &"1 to 6 pips"))
        };
        Ok(Self(Roll::new(face(pips[0])?, face(pips[1])?, face(pips[2])?)))
    }
}

impl TS for Dice {
    type WithoutGenerics = Self;
    type OptionInnerType = Self;

    fn name(_: &Config) -> String {
        "Dice".to_owned()
    }

    fn inline(_: &Config) -> String {
        "[number, number, number]".to_owned()
    }

    fn decl(cfg: &Config) -> String {
        format!("type Dice = {};", Self::inline(cfg))
    }

    fn decl_concrete(cfg: &Config) -> String {
        Self::decl(cfg)
    }

    fn output_path() -> Option<std::path::PathBuf> {
        Some("Dice.ts".into())
    }

    fn docs() -> Option<String> {
        Some("/** Three dice in the order of the dice: `[4, 4, 2]`. */\n".to_owned())
    }
}

impl PartialSchema for Dice {
    fn schema() -> RefOr<Schema> {
        let face = ObjectBuilder::new()
            .schema_type(SchemaType::Type(Type::Integer))
            .minimum(Some(1))
            .maximum(Some(6));
        ArrayBuilder::new().items(face).min_items(Some(3)).max_items(Some(3)).into()
    }
}

impl ToSchema for Dice {}
