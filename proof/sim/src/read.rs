//! Parses the server's messages, the frequent ones in one pass. Two fields of a message say what it
//! is. A general parser must buffer everything until it finds them; the server writes them first.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use taisai_protocol::ServerMessage;
use taisai_protocol::server_message::{Snapshot, Update};

/// Reads a message.
pub(crate) fn tell(text: &str) -> Result<ServerMessage, serde_json::Error> {
    let channel = |tell: &str| text.strip_prefix(tell)?.split('"').next();
    if let Some(channel) = channel(r#"{"tell":"update","channel":""#) {
        return Ok(ServerMessage::Update(update(channel, text)?));
    }
    if let Some(channel) = channel(r#"{"tell":"snapshot","channel":""#) {
        return Ok(ServerMessage::Snapshot(snapshot(channel, text)?));
    }
    serde_json::from_str(text)
}

/// A message of a channel; what says which one is passed over.
#[derive(Deserialize)]
struct Of<V> {
    #[serde(default)]
    table: u32,
    number: u64,
    #[serde(alias = "state")]
    changed: V,
}

fn of<V: DeserializeOwned>(text: &str) -> Result<Of<V>, serde_json::Error> {
    serde_json::from_str(text)
}

fn update(channel: &str, text: &str) -> Result<Update, serde_json::Error> {
    Ok(match channel {
        "table" => {
            let Of { table, number, changed } = of(text)?;
            Update::Table { table, number, changed }
        }
        "seat" => {
            let Of { number, changed, .. } = of(text)?;
            Update::Seat { number, changed }
        }
        "console" => {
            let Of { table, number, changed } = of(text)?;
            Update::Console { table, number, changed }
        }
        _ => serde_json::from_str(text)?,
    })
}

fn snapshot(channel: &str, text: &str) -> Result<Snapshot, serde_json::Error> {
    Ok(match channel {
        "table" => {
            let Of { table, number, changed: state } = of(text)?;
            Snapshot::Table { table, number, state }
        }
        "seat" => {
            let Of { number, changed: state, .. } = of(text)?;
            Snapshot::Seat { number, state }
        }
        "console" => {
            let Of { table, number, changed: state } = of(text)?;
            Snapshot::Console { table, number, state }
        }
        _ => serde_json::from_str(text)?,
    })
}
