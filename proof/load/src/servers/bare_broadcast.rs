//! Sends whatever is posted to `/say` to everybody at `/ws`, and does nothing else.

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;
use tokio::sync::broadcast;

use super::{bounded, serve};

type Everybody = broadcast::Sender<Utf8Bytes>;

/// Broadcasts until it is killed.
pub(crate) async fn run() {
    let (everybody, _) = broadcast::channel(64);
    let router = Router::new().route("/ws", any(hear)).route("/say", any(say));
    serve(router.with_state(everybody)).await;
}

async fn hear(State(everybody): State<Everybody>, upgrade: WebSocketUpgrade) -> Response {
    bounded(upgrade).on_upgrade(move |socket| pass_on(socket, everybody.subscribe()))
}

async fn pass_on(mut socket: WebSocket, mut said: broadcast::Receiver<Utf8Bytes>) {
    loop {
        tokio::select! {
            text = said.recv() => {
                let Ok(text) = text else { return };
                if socket.send(Message::Text(text)).await.is_err() {
                    return;
                }
            }
            heard = socket.recv() => {
                if !matches!(heard, Some(Ok(_))) {
                    return;
                }
            }
        }
    }
}

async fn say(State(everybody): State<Everybody>, upgrade: WebSocketUpgrade) -> Response {
    bounded(upgrade).on_upgrade(|mut socket| async move {
        while let Some(Ok(message)) = socket.recv().await {
            if let Message::Text(text) = message {
                // With nobody there nobody hears it.
                let _ = everybody.send(text);
            }
        }
    })
}
