//! One screen of the swarm: the same client for every measured server.

use std::net::SocketAddr;

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A conversation of the swarm.
pub(crate) struct Screen {
    socket: WebSocketStream<TcpStream>,
    /// The cookie that the server gave in place of the one that was shown.
    pub(crate) given: Option<String>,
}

impl Screen {
    /// Opens a conversation at this path, with this cookie if there is one.
    pub(crate) async fn open(address: SocketAddr, path: &str, cookie: Option<&str>) -> Self {
        let request = format!("ws://{address}{path}").into_client_request();
        let mut request = request.expect("a path of ours is a path");
        let origin = format!("http://{address}");
        let headers = request.headers_mut();
        headers.insert("origin", origin.parse().expect("an address is plain"));
        if let Some(cookie) = cookie {
            headers.insert("cookie", cookie.parse().expect("a cookie of ours is plain"));
        }
        let stream = TcpStream::connect(address).await.expect("the server is there");
        stream.set_nodelay(true).expect("a socket can");
        let small = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let opened = client_async_with_config(request, stream, Some(small)).await;
        let (socket, answer) = opened.expect("the server lets the swarm in");
        let given = answer.headers().get("set-cookie").and_then(|set| set.to_str().ok());
        let given = given.and_then(|set| set.split(';').next()).map(str::to_owned);
        Self { socket, given }
    }

    /// Sends a message.
    pub(crate) async fn say(&mut self, text: Utf8Bytes) {
        self.socket.send(Message::Text(text)).await.expect("the server listens");
    }

    /// The next message to it.
    pub(crate) async fn hear(&mut self) -> Utf8Bytes {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => return text,
                Some(Ok(_)) => {}
                gone => panic!("the server hung up: {gone:?}"),
            }
        }
    }

    /// Receives until this holds, and returns that message.
    pub(crate) async fn until(&mut self, wanted: impl Fn(&str) -> bool) -> Utf8Bytes {
        loop {
            let heard = self.hear().await;
            if wanted(&heard) {
                return heard;
            }
        }
    }
}
