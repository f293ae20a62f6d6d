//! The servers that ours is compared with; each prints its address and serves until killed.

use std::io::Write as _;
use std::net::SocketAddr;

use axum::Router;
use axum::extract::ws::WebSocketUpgrade;
use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;

pub(crate) mod bare_broadcast;
pub(crate) mod echo;
pub(crate) mod per_bet;

/// What a socket may buffer; as small as in ours, so that memory compares.
const BUFFER: usize = 4096;

/// The same bounds on a socket as ours has.
fn bounded(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.read_buffer_size(BUFFER).write_buffer_size(0).max_message_size(16 << 10)
}

/// Serves on a free port of this machine alone and tells which.
async fn serve(router: Router) {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await;
    let listener = listener.expect("this machine has a free port");
    let address = listener.local_addr().expect("a listener has an address");
    println!("listens at http://{address}");
    std::io::stdout().flush().expect("whoever started this reads what it says");
    let listener = listener.tap_io(|stream| {
        // Without it small messages wait for company, and nothing would be measured but that.
        let _ = stream.set_nodelay(true);
    });
    axum::serve(listener, router).await.expect("a server serves until it is killed");
}
