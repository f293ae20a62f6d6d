//! TLS by the server itself.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use rcgen::{CertifiedKey, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use taisai_journal::{Options, Place};
use taisai_server::config::{Config, Tls};
use taisai_server::run::key::KeyFile;
use taisai_server::run::serve::{ServeFault, Server};
use taisai_server::run::start::Records;
use taisai_server::world::certificate::Certificate;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;

use crate::floor::{TestFloor, config};

const PATIENCE: Duration = Duration::from_secs(20);

/// Writes a new certificate and its key; gives the certificate to be trusted.
fn issue(tls: &Tls) -> CertificateDer<'static> {
    let CertifiedKey { cert, signing_key } =
        generate_simple_self_signed(vec!["floor.example".to_owned()]).unwrap();
    std::fs::write(&tls.certificate, cert.pem()).unwrap();
    std::fs::write(&tls.key, signing_key.serialize_pem()).unwrap();
    std::fs::set_permissions(&tls.key, Permissions::from_mode(0o600)).unwrap();
    cert.der().clone()
}

fn files(folder: &Path) -> Tls {
    Tls { certificate: folder.join("floor.pem"), key: folder.join("floor.key") }
}

/// A floor behind TLS at an address that only this test's names lead to.
fn encrypted(tls: &Tls) -> Config {
    let origins = vec!["https://floor.example".to_owned()];
    Config { tls: Some(tls.clone()), origins, ..config(10_000) }
}

async fn connect(
    floor: &TestFloor,
    trusts: &CertificateDer<'static>,
) -> Option<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusts.clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(floor.address).await.unwrap();
    let name = ServerName::try_from("floor.example").unwrap();
    let shaken = TlsConnector::from(Arc::new(config)).connect(name, stream);
    timeout(PATIENCE, shaken).await.unwrap().ok()
}

async fn get(stream: &mut TlsStream<TcpStream>, path: &str) -> String {
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: floor.example\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    // A server may end without the last word of TLS.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8(answer).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_and_sockets_come_through_tls() {
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    let trusted = issue(&tls);
    let floor = TestFloor::open(&folder.path().join("data"), encrypted(&tls)).await;
    let mut stream = connect(&floor, &trusted).await.unwrap();
    let page = get(&mut stream, "/readyz").await;
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    assert!(page.contains("strict-transport-security: max-age=31536000"), "{page}");

    let stream = connect(&floor, &trusted).await.unwrap();
    let mut request = "wss://floor.example/ws?as=display&table=1".into_client_request().unwrap();
    request.headers_mut().insert("origin", "https://floor.example".parse().unwrap());
    let (mut socket, _) = client_async(request, stream).await.unwrap();
    let hello = timeout(PATIENCE, socket.next()).await.unwrap().unwrap().unwrap();
    let hello: Value = serde_json::from_str(hello.to_text().unwrap()).unwrap();
    assert_eq!(hello["you"]["table"], 1, "{hello}");
    drop(socket);
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_renewed_certificate_is_read_without_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    let old = issue(&tls);
    let floor = TestFloor::open(&folder.path().join("data"), encrypted(&tls)).await;
    assert!(connect(&floor, &old).await.is_some());
    let new = issue(&tls);
    floor.reload.with(encrypted(&tls)).await;
    // A second one waits until the first has been taken.
    floor.reload.with(encrypted(&tls)).await;
    assert!(connect(&floor, &new).await.is_some());
    assert!(connect(&floor, &old).await.is_none(), "the old one is no longer shown");
    std::fs::write(&tls.key, "nonsense").unwrap();
    floor.reload.with(encrypted(&tls)).await;
    floor.reload.with(encrypted(&tls)).await;
    assert!(connect(&floor, &new).await.is_some(), "an unsound one takes no place");
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_speaks_plainly_to_a_port_with_tls_is_cut_off_and_keeps_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    let trusted = issue(&tls);
    let floor = TestFloor::open(&folder.path().join("data"), encrypted(&tls)).await;
    let mut silent = Vec::new();
    for _ in 0..20 {
        silent.push(TcpStream::connect(floor.address).await.unwrap());
    }
    let mut plain = TcpStream::connect(floor.address).await.unwrap();
    plain.write_all(b"GET /readyz HTTP/1.1\r\nhost: floor.example\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    let _ = timeout(PATIENCE, plain.read_to_end(&mut answer)).await.unwrap();
    assert!(!String::from_utf8_lossy(&answer).contains("HTTP/1.1 200"), "{answer:?}");
    let mut stream = connect(&floor, &trusted).await.unwrap();
    assert!(get(&mut stream, "/healthz").await.starts_with("HTTP/1.1 200"));
    drop(silent);
    floor.close().await;
}

/// The first message of a client that knows no version above this one.
fn old_hello(version: u8) -> Vec<u8> {
    let random = [7; 32];
    let mut hello = vec![3, version];
    hello.extend(random);
    // No session; two ciphers that old versions have; no compression; no extensions.
    hello.extend([0, 0, 4, 0xc0, 0x13, 0x00, 0x2f, 1, 0]);
    let length = u8::try_from(hello.len()).unwrap();
    let mut record = vec![0x16, 3, 1, 0, length + 4, 1, 0, 0, length];
    record.extend(hello);
    record
}

#[tokio::test(flavor = "multi_thread")]
async fn old_versions_of_tls_are_refused_in_the_first_message() {
    const ALERT: u8 = 0x15;
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    issue(&tls);
    let floor = TestFloor::open(&folder.path().join("data"), encrypted(&tls)).await;
    for version in 0..=2 {
        let mut stream = TcpStream::connect(floor.address).await.unwrap();
        stream.write_all(&old_hello(version)).await.unwrap();
        let mut answer = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut answer)).await.expect("it hangs up");
        let first = answer.first().copied().unwrap_or(ALERT);
        assert_eq!(first, ALERT, "3.{version} is answered with {answer:?}");
    }
    floor.close().await;
}

/// Only so many could shake hands at once, and nobody else was heard while they said nothing.
#[tokio::test(flavor = "multi_thread")]
async fn six_hundred_silent_handshakes_keep_nobody_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    let trusted = issue(&tls);
    let mut impatient = encrypted(&tls);
    impatient.patience.handshake = Duration::from_secs(5);
    let floor = TestFloor::open(&folder.path().join("data"), impatient).await;
    let mut silent = Vec::new();
    for _ in 0..600 {
        silent.push(TcpStream::connect(floor.address).await.unwrap());
    }
    let since = Instant::now();
    let mut stream = connect(&floor, &trusted).await.unwrap();
    assert!(get(&mut stream, "/healthz").await.starts_with("HTTP/1.1 200"));
    let waited = since.elapsed();
    assert!(waited < Duration::from_secs(5), "behind {} silent ones: {waited:?}", silent.len());
    // And those who say nothing are not waited for without end.
    for mut stream in silent {
        let mut rest = Vec::new();
        let _ = timeout(PATIENCE, stream.read_to_end(&mut rest)).await.expect("it hangs up");
    }
    floor.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_certificate_is_reported_before_anything_starts() {
    let folder = tempfile::tempdir().unwrap();
    let tls = files(folder.path());
    let fault =
        |tls: &Tls| Certificate::read(tls, &["floor.example"]).map(|_| ()).unwrap_err().to_string();
    assert!(fault(&tls).contains("floor.pem: No such file"), "{}", fault(&tls));
    issue(&tls);
    let other = Tls { key: folder.path().join("other.key"), ..tls.clone() };
    assert!(fault(&other).contains("other.key: No such file"), "{}", fault(&other));
    let elsewhere = Tls { certificate: folder.path().join("other.pem"), ..other.clone() };
    issue(&elsewhere);
    assert!(fault(&other).contains("belongs to another certificate"), "{}", fault(&other));
    let swapped = Tls { certificate: tls.key.clone(), key: tls.certificate.clone() };
    assert!(fault(&swapped).contains("no certificate in it"), "{}", fault(&swapped));
    std::fs::write(&other.key, "nonsense").unwrap();
    assert!(fault(&other).contains("expects a private key as PEM"), "{}", fault(&other));
    let place = Place::Folder(folder.path().join("data"));
    let records = Records { place, options: Options::default(), acceptance: None, time_said: None };
    let opened = Server::open(encrypted(&other), records, KeyFile::from([7; 32])).await;
    assert!(matches!(opened.map(|_| ()), Err(ServeFault::Tls(_))));
    assert!(!folder.path().join("data").exists(), "nothing was begun");
}
