//! The server one writes first: every bet is a transaction of its own in SQLite.
//!
//! As durable as ours (WAL, `synchronous=FULL`) and as plain as it gets: the credit is looked up,
//! the bet inserted and the credit lowered. It knows no rounds, no rules and no other screens.

use std::path::Path;
use std::sync::{Arc, Mutex};

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;
use rusqlite::{Connection, TransactionBehavior};
use serde_json::{Value, json};

use super::{bounded, serve};

type Store = Arc<Mutex<Connection>>;

/// Serves with a database in this folder until it is killed.
pub(crate) async fn run(folder: &Path) {
    let store = Arc::new(Mutex::new(open(folder).expect("a new database opens")));
    serve(Router::new().route("/ws", any(upgrade)).with_state(store)).await;
}

fn open(folder: &Path) -> rusqlite::Result<Connection> {
    let store = Connection::open(folder.join("bets.sqlite"))?;
    store.pragma_update(None, "journal_mode", "WAL")?;
    store.pragma_update(None, "synchronous", "FULL")?;
    store.execute_batch(
        "CREATE TABLE seat (id INTEGER PRIMARY KEY, credit INTEGER NOT NULL);
         CREATE TABLE bet (id INTEGER PRIMARY KEY, seat INTEGER NOT NULL, area TEXT NOT NULL,
                           stake INTEGER NOT NULL);
         CREATE INDEX bet_by_seat ON bet (seat);",
    )?;
    Ok(store)
}

async fn upgrade(State(store): State<Store>, upgrade: WebSocketUpgrade) -> Response {
    bounded(upgrade).on_upgrade(|socket| converse(socket, store))
}

async fn converse(mut socket: WebSocket, store: Store) {
    let Ok(seat) = register(&store) else { return };
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = message else { continue };
        let Ok(ask) = serde_json::from_str::<Value>(&text) else { return };
        let store = Arc::clone(&store);
        let id = ask["id"].clone();
        // A transaction waits for the disk, so it may not run where sockets are served.
        let done = tokio::task::spawn_blocking(move || place(&store, seat, &ask)).await;
        let done = matches!(done, Ok(Ok(())));
        let answer = json!({ "id": id, "answer": if done { "done" } else { "refused" } });
        if socket.send(Message::Text(answer.to_string().into())).await.is_err() {
            return;
        }
    }
}

fn register(store: &Store) -> rusqlite::Result<i64> {
    let store = store.lock().expect("nobody panics with it");
    store.execute("INSERT INTO seat (credit) VALUES (1000000000)", [])?;
    Ok(store.last_insert_rowid())
}

fn place(store: &Store, seat: i64, ask: &Value) -> rusqlite::Result<()> {
    let line = &ask["ask"]["bet"]["place_bets"]["bets"][0];
    let (area, stake) = (line["area"].as_str(), line["stake"].as_i64());
    let (Some(area), Some(stake)) = (area, stake) else {
        return Err(rusqlite::Error::InvalidQuery);
    };
    let mut store = store.lock().expect("nobody panics with it");
    let bet = store.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let credit: i64 = bet
        .prepare_cached("SELECT credit FROM seat WHERE id = ?1")?
        .query_row([seat], |row| row.get(0))?;
    if credit < stake {
        return Err(rusqlite::Error::QueryReturnedNoRows);
    }
    bet.prepare_cached("INSERT INTO bet (seat, area, stake) VALUES (?1, ?2, ?3)")?
        .execute((seat, area, stake))?;
    bet.prepare_cached("UPDATE seat SET credit = credit - ?2 WHERE id = ?1")?
        .execute((seat, stake))?;
    bet.commit()
}
