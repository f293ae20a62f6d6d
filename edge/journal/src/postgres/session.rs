//! One connection, set up so that commits are durable and the server does not time it out.

use std::path::Path;
use std::sync::Arc;

use ::postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::postgres::OpenFault;
use crate::postgres::address::Address;

const SERVER_MIN: i32 = 130_000;

/// The session's settings, which override the server's defaults and the address. An append relies
/// on `read committed`: a statement that waited for a row reads it again.
const OPTIONS: &str = "-c default_transaction_isolation=read\\ committed -c statement_timeout=0 \
                       -c search_path=pg_catalog -c client_min_messages=warning";

/// A writer may be idle for long, and its transactions must not be cancelled. Not every version has
/// all of these.
const PATIENCE: &str = "
    SELECT set_config(name, '0', false) FROM pg_settings
     WHERE name IN ('lock_timeout', 'idle_in_transaction_session_timeout',
                    'idle_session_timeout', 'transaction_timeout')";

pub(crate) fn connect(url: &str, owner: &str) -> Result<Client, OpenFault> {
    let Address { mut config, roots } = Address::read(url)?;
    let of_the_address = config.get_options().unwrap_or_default().to_owned();
    config.options(&format!("{of_the_address} {OPTIONS}"));
    if config.get_application_name().is_none() {
        config.application_name(&format!("taisai {owner}"));
    }
    let mut client = reach(&config, roots.as_deref())?;
    check_version(&mut client)?;
    client.query(PATIENCE, &[])?;
    wait_for_the_disk(&mut client)?;
    check_durable(&mut client)?;
    Ok(client)
}

fn reach(config: &Config, roots: Option<&Path>) -> Result<Client, OpenFault> {
    Ok(match roots {
        Some(file) => config.connect(encrypted(file)?)?,
        None => config.connect(NoTls)?,
    })
}

/// A connection on which the server proves, by one of these certificates, that it has the name in
/// the address.
fn encrypted(file: &Path) -> Result<MakeRustlsConnect, OpenFault> {
    let unusable = |what: String| OpenFault::Roots { file: file.to_owned(), what };
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(file).and_then(Iterator::collect);
    let certificates: Vec<_> = certificates.map_err(|error| unusable(error.to_string()))?;
    for certificate in certificates {
        roots.add(certificate).map_err(|error| unusable(error.to_string()))?;
    }
    if roots.is_empty() {
        return Err(unusable("it holds no certificate".to_owned()));
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(|error| unusable(error.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

fn check_version(client: &mut Client) -> Result<(), OpenFault> {
    let found = "SELECT current_setting('server_version_num')::integer";
    let found = client.query_one(found, &[])?.try_get(0)?;
    if found < SERVER_MIN {
        return Err(OpenFault::OldServer { found });
    }
    Ok(())
}

/// Makes an acknowledgement wait for the disk, and for standbys if there are any. A server that is
/// set to wait for more keeps that.
fn wait_for_the_disk(client: &mut Client) -> Result<(), OpenFault> {
    if setting(client, "synchronous_commit")? != "remote_apply" {
        client.batch_execute("SET synchronous_commit = on")?;
    }
    Ok(())
}

fn check_durable(client: &mut Client) -> Result<(), OpenFault> {
    let wanted: [(&str, &[&str]); 3] = [
        ("synchronous_commit", &["on", "remote_apply"]),
        // Without it the server does not wait for the disk at all.
        ("fsync", &["on"]),
        // Without it a page torn by a power cut cannot be repaired.
        ("full_page_writes", &["on"]),
    ];
    for (name, good) in wanted {
        let value = setting(client, name)?;
        if !good.contains(&value.as_str()) {
            return Err(OpenFault::NotDurable { setting: name, value });
        }
    }
    Ok(())
}

fn setting(client: &mut Client, name: &str) -> Result<String, OpenFault> {
    Ok(client.query_one("SELECT current_setting($1)", &[&name])?.try_get(0)?)
}
