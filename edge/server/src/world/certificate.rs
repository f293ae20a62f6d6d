//! TLS by the server itself: the certificate in use.

use std::fmt;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::client::{verify_server_cert_signed_by_trust_anchor, verify_server_name};
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, RootCertStore, ServerConfig};
use tokio_rustls::TlsAcceptor;

/// Why a certificate or its key cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TlsFault {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it, and what would be right.
    pub what: String,
}

impl fmt::Display for TlsFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.what)
    }
}

impl std::error::Error for TlsFault {}

/// The files that TLS needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tls {
    /// The certificate and those above it, as PEM.
    pub certificate: PathBuf,
    /// Its key, as PEM; readable by the server alone.
    pub key: PathBuf,
}

/// The certificate in use; it can be replaced while connections come in.
#[derive(Clone)]
pub struct Certificate(Arc<RwLock<TlsAcceptor>>);

impl Certificate {
    /// Reads the files and checks that they belong together, are valid now and for these hosts, and
    /// that nobody else can read the key.
    pub fn read(tls: &Tls, hosts: &[&str]) -> Result<Self, TlsFault> {
        Ok(Self(Arc::new(RwLock::new(acceptor(tls, hosts)?))))
    }

    /// Reads the files again, for new connections; if they have a mistake, the old ones stay in
    /// use.
    pub fn renew(&self, tls: &Tls, hosts: &[&str]) -> Result<(), TlsFault> {
        let fresh = acceptor(tls, hosts)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// An acceptor with the current certificate.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn acceptor(tls: &Tls, hosts: &[&str]) -> Result<TlsAcceptor, TlsFault> {
    let fault = |path: &Path, what: String| TlsFault { path: path.to_owned(), what };
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(&tls.certificate).and_then(Iterator::collect);
    let certificates =
        certificates.map_err(|error| fault(&tls.certificate, unread(&error, "a certificate")))?;
    if certificates.is_empty() {
        let what = "no certificate in it; expects PEM, the server's own first".to_owned();
        return Err(fault(&tls.certificate, what));
    }
    valid(&certificates, hosts, UnixTime::now()).map_err(|what| fault(&tls.certificate, what))?;
    private(&tls.key).map_err(|what| fault(&tls.key, what))?;
    let key = PrivateKeyDer::from_pem_file(&tls.key)
        .map_err(|error| fault(&tls.key, unread_key(&error, &tls.key)))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| fault(&tls.certificate, error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(|error| fault(&tls.certificate, unfit(&error, &tls.key)))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}

/// Whether every certificate is valid now, and the first one for each of these hosts.
fn valid(chain: &[CertificateDer<'_>], hosts: &[&str], now: UnixTime) -> Result<(), String> {
    let algorithms = rustls::crypto::ring::default_provider().signature_verification_algorithms;
    for certificate in chain {
        let parsed = parsed(certificate)?;
        let nobody = RootCertStore::empty();
        // Nobody is trusted here, so that this never succeeds; but the time is looked at first.
        let tried =
            verify_server_cert_signed_by_trust_anchor(&parsed, &nobody, &[], now, algorithms.all);
        if let Err(rustls::Error::InvalidCertificate(error)) = tried {
            in_time(&error, now)?;
        }
    }
    let Some(first) = chain.first() else { return Ok(()) };
    let parsed = parsed(first)?;
    for host in hosts {
        let name =
            ServerName::try_from(*host).map_err(|_| format!("{host} is no name of a host"))?;
        verify_server_name(&parsed, &name).map_err(|error| {
            format!("is not for {host}, which origins names: expects one that is ({error})")
        })?;
    }
    Ok(())
}

fn parsed<'a>(certificate: &'a CertificateDer<'a>) -> Result<ParsedCertificate<'a>, String> {
    ParsedCertificate::try_from(certificate).map_err(|error| format!("cannot be read: {error}"))
}

fn in_time(error: &CertificateError, now: UnixTime) -> Result<(), String> {
    let days = |from: UnixTime, to: UnixTime| to.as_secs().saturating_sub(from.as_secs()) / 86_400;
    if let CertificateError::ExpiredContext { not_after, .. } = error {
        let days = days(*not_after, now);
        return Err(format!("expired {days} days ago: expects one that is valid now"));
    }
    if let CertificateError::NotValidYetContext { not_before, .. } = error {
        let days = days(now, *not_before);
        return Err(format!("becomes valid in {days} days: expects one that is valid now"));
    }
    Ok(())
}

/// Whether nobody but its owner and their group can read the key.
fn private(key: &Path) -> Result<(), String> {
    // A missing file is reported where it is read.
    let Ok(found) = std::fs::metadata(key) else { return Ok(()) };
    let mode = found.permissions().mode() & 0o777;
    let others = mode % 0o10;
    if others == 0 {
        return Ok(());
    }
    let shown = key.display();
    Err(format!("everybody on this machine may open it ({mode:03o}): chmod 600 {shown}"))
}

fn unread_key(error: &pem::Error, key: &Path) -> String {
    let text = std::fs::read_to_string(key).unwrap_or_default();
    if text.contains("ENCRYPTED") {
        let shown = key.display();
        return format!(
            "is encrypted, and nobody is there to type its password: expects one without, as \
             openssl pkey -in {shown} makes it"
        );
    }
    unread(error, "a private key")
}

fn unread(error: &pem::Error, expects: &str) -> String {
    if let pem::Error::Io(error) = error {
        error.to_string()
    } else if let pem::Error::NoItemsFound = error {
        format!("nothing in it; expects {expects} as PEM")
    } else {
        format!("{error:?}; expects {expects} as PEM")
    }
}

fn unfit(error: &rustls::Error, key: &Path) -> String {
    if let rustls::Error::InconsistentKeys(_) = error {
        format!("the key {} belongs to another certificate", key.display())
    } else {
        format!("cannot be used with the key {}: {error}", key.display())
    }
}
