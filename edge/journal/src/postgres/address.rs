//! The address of a database; no error message repeats any part of it.

use std::time::Duration;

use ::postgres::Config;
use ::postgres::config::{SslMode, SslNegotiation};

use crate::postgres::OpenFault;

/// How long a server may take to accept a connection.
const CONNECT_MAX: Duration = Duration::from_secs(10);
/// How long a connection may be silent before TCP probes the server.
const SILENT_MAX: Duration = Duration::from_secs(10);
/// How long sent bytes may stay unacknowledged before the connection counts as lost.
const UNANSWERED_MAX: Duration = Duration::from_secs(20);

/// Reads `postgres://user:password@host:port/database`.
pub(crate) fn config_of(url: &str) -> Result<Config, OpenFault> {
    if !url.starts_with("postgres://") && !url.starts_with("postgresql://") {
        return Err(OpenFault::Address);
    }
    // With a second @ the end of the password would be taken for a host, and be repeated in errors.
    if url.matches('@').count() > 1 {
        return Err(OpenFault::Address);
    }
    if ["sslmode=require", "sslmode=verify"].iter().any(|wish| url.contains(wish)) {
        return Err(OpenFault::Tls);
    }
    let mut config: Config = url.parse().map_err(|_| OpenFault::Address)?;
    let is_plain = config.get_ssl_mode() != SslMode::Require
        && config.get_ssl_negotiation() == SslNegotiation::Postgres;
    if !is_plain {
        return Err(OpenFault::Tls);
    }
    set_patience(&mut config);
    Ok(config)
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
            let found = match config_of(url) {
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
            let fault = config_of(url).unwrap_err();
            assert!(!format!("{fault} {fault:?}").contains("secret"), "{url}: {fault:?}");
        }
    }

    #[test]
    fn the_address_may_set_its_own_patience() {
        let config = config_of("postgres://host/floor?connect_timeout=3").unwrap();
        assert_eq!(config.get_connect_timeout(), Some(&Duration::from_secs(3)));
        assert_eq!(config.get_tcp_user_timeout(), Some(&UNANSWERED_MAX));
    }
}
