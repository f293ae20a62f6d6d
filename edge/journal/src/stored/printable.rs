//! Events in their stored form, field by field, for commands that print records.

use std::fmt::Debug;

use serde::Serialize;
use taisai_floor as floor;
use taisai_table as table;

use crate::stored::Form;
use crate::stored::config::Config;
use crate::stored::event::Event;
use crate::stored::floor::FloorEvent;

/// An event of a table: its name, and its fields by theirs.
pub fn printable_event(event: &table::Event) -> impl Serialize + Debug + use<> {
    Event::keep(event)
}

/// An event of the floor: its name, and its fields by theirs.
pub fn printable_floor_event(event: &floor::Event) -> impl Serialize + use<> {
    FloorEvent::keep(event)
}

/// How a table is set up, field by field.
pub fn printable_config(config: &table::Config) -> impl Serialize + use<> {
    Config::keep(config)
}
