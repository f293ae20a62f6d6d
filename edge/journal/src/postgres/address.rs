//! The address of a database; no error message repeats any part of it but a file's name.

use std::path::PathBuf;
use std::time::Duration;

use ::postgres::Config;
use ::postgres::config::{SslMode, SslNegotiation, TargetSessionAttrs};

use crate::postgres::OpenFault;

/// How long a server may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// How long a connection may be silent before TCP probes the server.
const SILENT_MAX: Duration = Duration::from_secs(10);
/// How long sent bytes may stay unacknowledged before the connection counts as lost.
const UNANSWERED_MAX: Duration = Duration::from_secs(20);

/// Where a database is, and how to reach it.
#[derive(Debug)]
pub(crate) struct Address {
    pub(crate) config: Config,
    /// The certificates by which the server is known, where the connection is encrypted.
    pub(crate) roots: Option<PathBuf>,
}

/// How the address wants the connection to be encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Encryption {
    /// Not at all.
    None,
    /// Only with a server whose certificate is right and bears the name in the address.
    VerifyFull,
}

impl Address {
    /// Reads `postgres://user:password@host:port/database`, with more hosts after commas.
    pub(crate) fn read(url: &str) -> Result<Self, OpenFault> {
        if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
            return Err(OpenFault::Address);
        }
        // With a second @ the end of the password would be taken for a host, and be repeated in
        // errors.
        if url.matches('@').count() > 1 {
            return Err(OpenFault::Address);
        }
        let (url, wishes) = Wishes::taken_from(url)?;
        let mut config: Config = url.parse().map_err(|_| OpenFault::Address)?;
        let is_plain = config.get_ssl_mode() != SslMode::Require
            && config.get_ssl_negotiation() == SslNegotiation::Postgres;
        if !is_plain {
            return Err(OpenFault::Tls);
        }
        let roots = wishes.roots()?;
        config.ssl_mode(if roots.is_some() { SslMode::Require } else { SslMode::Disable });
        set_patience(&mut config);
        // Of several servers, one is the primary; an address that says otherwise is obeyed.
        if 1 < config.get_hosts().len() && !url.contains("target_session_attrs=") {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        Ok(Self { config, roots })
    }
}

/// What the driver's own address does not know.
#[derive(Debug)]
struct Wishes {
    encryption: Encryption,
    roots: Option<PathBuf>,
}

impl Wishes {
    /// Takes them out of an address.
    fn taken_from(url: &str) -> Result<(String, Self), OpenFault> {
        let mut wishes = Self { encryption: Encryption::None, roots: None };
        let Some((place, query)) = url.split_once('?') else { return Ok((url.to_owned(), wishes)) };
        let mut others = Vec::new();
        for wish in query.split('&') {
            match wish.split_once('=') {
                Some(("sslmode", "verify-full")) => wishes.encryption = Encryption::VerifyFull,
                // These encrypt, and believe whoever answers.
                Some(("sslmode", "require" | "verify-ca")) => return Err(OpenFault::Tls),
                Some(("sslrootcert", file)) => {
                    wishes.roots = Some(decoded(file).ok_or(OpenFault::Address)?.into());
                }
                Some(_) | None => others.push(wish),
            }
        }
        let query = others.join("&");
        let url = if query.is_empty() { place.to_owned() } else { format!("{place}?{query}") };
        Ok((url, wishes))
    }

    fn roots(self) -> Result<Option<PathBuf>, OpenFault> {
        match (self.encryption, self.roots) {
            (Encryption::None, None) => Ok(None),
            (Encryption::VerifyFull, Some(roots)) => Ok(Some(roots)),
            (Encryption::None, Some(_)) | (Encryption::VerifyFull, None) => Err(OpenFault::Tls),
        }
    }
}

/// A text in which `%2F` stands for `/`.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            u8::from_str_radix(std::str::from_utf8(&digits).ok()?, 16).ok()?
        } else {
            byte
        });
    }
    String::from_utf8(bytes).ok()
}

/// Sets timeouts that notice a vanished server, unless the address sets its own.
fn set_patience(config: &mut Config) {
    config.get_connect_timeout().is_none().then(|| config.connect_timeout(CONNECT_MAX));
    config.get_tcp_user_timeout().is_none().then(|| config.tcp_user_timeout(UNANSWERED_MAX));
    if config.get_keepalives_interval().is_none() {
        config.keepalives_idle(SILENT_MAX).keepalives_interval(SILENT_MAX / 5);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_understood_or_refused() {
        let cases = [
            ("postgres://host/floor", "fine"),
            ("postgresql://dealer:secret@host:5433/floor?sslmode=disable", "fine"),
            ("postgres://dealer@%2Frun%2Fpostgresql/floor?sslmode=prefer", "fine"),
            ("postgres://host/floor?sslmode=require", "tls"),
            ("postgres://host/floor?sslmode=verify-ca", "tls"),
            ("postgres://host/floor?sslmode=verify-full", "tls"),
            ("postgres://host/floor?sslrootcert=ca.pem", "tls"),
            ("postgres://host/floor?sslmode=verify-full&sslrootcert=ca.pem", "fine"),
            ("postgres://host/floor?sslrootcert=ca%2", "address"),
            ("postgres://one:5432,two:5433/floor", "fine"),
            ("postgres://host/floor?sslmode=disable&sslnegotiation=direct", "tls"),
            ("postgres://host/floor?sslmode=req%75ire", "tls"),
            ("postgres://host/floor?sslmode=perhaps", "address"),
            ("postgres://dealer:se@cret@host/floor", "address"),
            ("postgres://dealer:secret@host:port/floor", "address"),
            ("postgres://dealer:secret@host/floor?colour=red", "address"),
            ("host=localhost password=secret", "address"),
            ("floor.sqlite", "address"),
            ("", "address"),
        ];
        for (url, expected) in cases {
            let found = match Address::read(url) {
                Ok(_) => "fine",
                Err(OpenFault::Tls) => "tls",
                Err(OpenFault::Address) => "address",
                Err(other) => panic!("{other}"),
            };
            assert_eq!(found, expected, "{url}");
        }
    }

    #[test]
    fn no_refusal_repeats_the_password() {
        let urls = [
            "postgres://dealer:secret@host/floor?sslmode=require",
            "postgres://dealer:se@secret@host/floor",
            "postgres://dealer:x?secret=1&y@host:port/floor",
            "postgres://%FF:secret@host/floor",
            "password=secret",
        ];
        for url in urls {
            let fault = Address::read(url).unwrap_err();
            assert!(!format!("{fault} {fault:?}").contains("secret"), "{url}: {fault:?}");
        }
    }

    #[test]
    fn the_address_may_set_its_own_patience() {
        let Address { config, .. } =
            Address::read("postgres://host/floor?connect_timeout=3").unwrap();
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        assert_eq!(config.get_tcp_user_timeout(), Some(&UNANSWERED_MAX));
    }

    #[test]
    fn an_encrypted_connection_is_never_made_in_the_clear() {
        let read = |url| Address::read(url).unwrap();
        let url = "postgres://host/floor?application_name=x&sslrootcert=%2Fca%20own.pem\
                   &sslmode=verify-full&connect_timeout=3";
        let Address { config, roots } = read(url);
        assert_eq!(roots, Some(PathBuf::from("/ca own.pem")));
        assert_eq!(config.get_ssl_mode(), SslMode::Require);
        assert_eq!(config.get_application_name(), Some("x"), "the rest of the address holds");
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        let plain = read("postgres://host/floor");
        assert_eq!((plain.roots, plain.config.get_ssl_mode()), (None, SslMode::Disable));
    }

    #[test]
    fn of_several_servers_the_one_that_takes_writes_is_meant() {
        let attributes = |url| Address::read(url).unwrap().config.get_target_session_attrs();
        let several = "postgres://one,two/floor";
        assert_eq!(attributes(several), TargetSessionAttrs::ReadWrite);
        assert_eq!(attributes("postgres://one/floor"), TargetSessionAttrs::Any);
        let standby = "postgres://one,two/floor?target_session_attrs=any";
        assert_eq!(attributes(standby), TargetSessionAttrs::Any);
    }
}
