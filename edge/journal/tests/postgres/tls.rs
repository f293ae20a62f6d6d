//! An encrypted connection, to a real server with a real certificate.

use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use taisai_journal::postgres::OpenFault;
use taisai_journal::{PostgresStore, StoreFault, Stream};
use taisai_testing::cluster::Cluster;
use taisai_testing::place::{append, records};

use crate::{open, options};

/// An address of this machine that nothing else in these tests listens at.
const ADDRESS: &str = "127.68.19.6";

struct Authority {
    issuer: CertifiedIssuer<'static, KeyPair>,
    file: PathBuf,
}

impl Authority {
    fn new(folder: &Path, name: &str) -> Self {
        let mut params = CertificateParams::new(Vec::new()).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let issuer = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
        let file = folder.join(name);
        std::fs::write(&file, issuer.pem()).unwrap();
        Self { issuer, file }
    }

    /// A certificate for a host of this name, and its key.
    fn certificate(&self, host: &str) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let params = CertificateParams::new([host.to_owned()]).unwrap();
        let certificate = params.signed_by(&key, &self.issuer).unwrap();
        (certificate.pem(), key.serialize_pem())
    }
}

/// A server that takes nothing in the clear over the network.
fn server((certificate, key): (String, String)) -> Cluster {
    let settings = [
        &format!("listen_addresses = '{ADDRESS}'")[..],
        "ssl = on",
        "ssl_cert_file = 'own.crt'",
        "ssl_key_file = 'own.key'",
    ];
    let rights = "local all all trust\nhostssl all all 127.0.0.0/8 scram-sha-256\n";
    let files = [("own.crt", &certificate[..]), ("own.key", &key), ("pg_hba.conf", rights)];
    let cluster = Cluster::start_with(&settings, &files);
    let role = "CREATE ROLE dealer LOGIN PASSWORD 'geheim'";
    cluster.admin().batch_execute(role).unwrap();
    cluster.admin().batch_execute("CREATE DATABASE floor OWNER dealer").unwrap();
    cluster
}

fn url(host: &str, query: &str) -> String {
    format!("postgres://dealer:geheim@{host}/floor?hostaddr={ADDRESS}{query}")
}

fn refusal(url: &str) -> OpenFault {
    let lease = std::time::Duration::from_mins(1);
    match PostgresStore::open(url, &options("host", lease)) {
        Ok(_) => panic!("{url} was opened"),
        Err(fault) => fault,
    }
}

#[test]
fn a_server_is_believed_only_with_a_certificate_for_the_name_it_is_called_by() {
    let folder = tempfile::tempdir().unwrap();
    let ours = Authority::new(folder.path(), "ours.pem");
    let theirs = Authority::new(folder.path(), "theirs.pem");
    let cluster = server(ours.certificate("floor.example"));
    let full = |file: &Path| format!("&sslmode=verify-full&sslrootcert={}", file.display());

    // SCRAM is bound to the certificate as well: nobody in between can pass it on.
    let bound = format!("{}&channel_binding=require", full(&ours.file));
    let mut store = open(&url("floor.example", &bound), "host");
    append(&mut store, Stream::Floor, &[b"one"]);
    assert_eq!(records(&mut store, Stream::Floor), [b"one"]);
    let encrypted = "SELECT count(*) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid)
                      WHERE usename = 'dealer' AND ssl";
    let found: i64 = cluster.admin().query_one(encrypted, &[]).unwrap().get(0);
    assert_eq!(found, 1);
    drop(store);

    let unreachable = |url: &str, what: &str| {
        let fault = refusal(url);
        let message = fault.to_string();
        let is_unreachable = matches!(fault, OpenFault::Store(StoreFault::Unreachable(_)));
        assert!(is_unreachable && message.contains(what), "{url}: {fault:?} {message}");
    };
    unreachable(&url("other.example", &full(&ours.file)), "not valid for name");
    unreachable(&url("floor.example", &full(&theirs.file)), "invalid peer certificate");

    // In the clear the server takes nobody, and nobody sends a password.
    let plain = refusal(&url("floor.example", "&sslmode=disable"));
    assert!(matches!(plain, OpenFault::Store(_)), "{plain:?}");
    for query in ["&sslmode=require", "&sslmode=verify-full"] {
        assert!(matches!(refusal(&url("floor.example", query)), OpenFault::Tls), "{query}");
    }
}

#[test]
fn certificates_that_cannot_be_read_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = folder.path().join("empty.pem");
    std::fs::write(&empty, "no certificate\n").unwrap();
    for file in [folder.path().join("missing.pem"), empty] {
        let query = format!("&sslmode=verify-full&sslrootcert={}", file.display());
        let fault = refusal(&url("floor.example", &query));
        assert!(matches!(fault, OpenFault::Roots { .. }), "{fault:?}");
        assert!(fault.to_string().contains(file.to_str().unwrap()), "{fault}");
    }
}
