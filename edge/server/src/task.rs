//! The tasks: one for each table and one for the floor, their journal, and what their screens see.

pub mod approvals;
pub mod audience;
pub mod call;
pub mod chips;
pub mod drawers;
pub mod floor;
pub mod handle;
pub mod host;
pub mod idle_sessions;
pub mod journal_client;
pub mod machine;
pub mod presence;
pub mod screen_sender;
pub mod shifts;
pub mod surveillance;
pub mod table;
pub mod table_feed;
pub mod tasks;
