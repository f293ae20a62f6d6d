//! Says what it hears: what any server pays for a message and its answer.

use axum::Router;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::response::Response;
use axum::routing::any;

use super::{bounded, serve};

/// Echoes until it is killed.
pub(crate) async fn run() {
    serve(Router::new().route("/ws", any(upgrade))).await;
}

async fn upgrade(upgrade: WebSocketUpgrade) -> Response {
    bounded(upgrade).on_upgrade(converse)
}

async fn converse(mut socket: WebSocket) {
    while let Some(Ok(message)) = socket.recv().await {
        let Message::Text(text) = message else { continue };
        if socket.send(Message::Text(text)).await.is_err() {
            return;
        }
    }
}
