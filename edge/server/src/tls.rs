//! TLS by the server itself: the certificate in use.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

use crate::config::Tls;

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

/// The certificate in use; another can take its place while connections come in.
#[derive(Clone)]
pub struct Certificate(Arc<RwLock<TlsAcceptor>>);

impl Certificate {
    /// Reads the files and sees whether they belong together.
    pub fn read(tls: &Tls) -> Result<Self, TlsFault> {
        Ok(Self(Arc::new(RwLock::new(acceptor(tls)?))))
    }

    /// Reads the files again, for connections from now on; where they are not sound the old ones
    /// stay in use.
    pub fn renew(&self, tls: &Tls) -> Result<(), TlsFault> {
        let fresh = acceptor(tls)?;
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// What shakes hands with the certificate as it is now.
    pub fn acceptor(&self) -> TlsAcceptor {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

fn acceptor(tls: &Tls) -> Result<TlsAcceptor, TlsFault> {
    let fault = |path: &Path, what: String| TlsFault { path: path.to_owned(), what };
    let certificates: Result<Vec<_>, _> =
        CertificateDer::pem_file_iter(&tls.certificate).and_then(Iterator::collect);
    let certificates =
        certificates.map_err(|error| fault(&tls.certificate, unread(&error, "a certificate")))?;
    if certificates.is_empty() {
        let what = "no certificate in it; expects PEM, the server's own first".to_owned();
        return Err(fault(&tls.certificate, what));
    }
    let key = PrivateKeyDer::from_pem_file(&tls.key)
        .map_err(|error| fault(&tls.key, unread(&error, "a private key")))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| fault(&tls.certificate, error.to_string()))?
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .map_err(|error| fault(&tls.certificate, unfit(&error, &tls.key)))?;
    Ok(TlsAcceptor::from(Arc::new(config)))
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
