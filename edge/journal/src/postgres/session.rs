//! One connection, set up so that commits are durable and the server does not time it out.

use ::postgres::{Client, NoTls};

use crate::postgres::OpenFault;
use crate::postgres::address::config_of;

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
    let mut config = config_of(url)?;
    let of_the_address = config.get_options().unwrap_or_default().to_owned();
    config.options(&format!("{of_the_address} {OPTIONS}"));
    if config.get_application_name().is_none() {
        config.application_name(&format!("taisai {owner}"));
    }
    let mut client = config.connect(NoTls)?;
    check_version(&mut client)?;
    client.query(PATIENCE, &[])?;
    wait_for_the_disk(&mut client)?;
    check_durable(&mut client)?;
    Ok(client)
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
