//! Who holds the journal: one start of a server, under a name that no other start has.

use std::fs;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use taisai_journal::{Journal, OpenFault, PostgresOptions, StoreFault, Stream};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, sleep};
use tracing::info;

use crate::config::Config;
use crate::figures::Figures;
use crate::run::key::KeyFile;
use crate::run::start::{Records, Running};
use crate::run::start_fault::StartFault;
use crate::world::World;

/// How long a start waits for a lease: if it has not expired by then, another server renews it.
const WAIT: Duration = PostgresOptions::LEASE.saturating_add(Duration::from_secs(1));
/// How often it tries meanwhile.
const LOOKED: Duration = Duration::from_millis(500);

/// The owner name of one start in a database: a part that people recognise, and a random part that
/// no other start has. Two machines may have the same name and address, and must not take each
/// other's streams.
pub fn named(name: &str) -> Result<String, StartFault> {
    let drawn: [u8; 8] = taisai_shaker::os_bytes().map_err(|_| StartFault::Machine)?;
    Ok(format!("{name} {:016x}", u64::from_be_bytes(drawn)))
}

/// The same for a server, recognised by its machine and its address.
pub fn of_server(listen: SocketAddr) -> Result<String, StartFault> {
    // Where a machine does not tell its name like this, the address has to do.
    let machine = fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    named(&format!("taisai {} {listen}", machine.trim()))
}

/// Checks whether another server holds the journal, and returns that fault.
pub async fn other(records: Records) -> Option<StartFault> {
    let judged = spawn_blocking(move || {
        let Records { place, options, acceptance, .. } = &records;
        let mut judged = Journal::judge(place, options, acceptance.as_ref())?;
        judged.journal().claim(Stream::Floor).map(|_| ()).map_err(OpenFault::Store)
    });
    let fault = judged.await.ok()?.err()?;
    is_held(&fault).then_some(StartFault::Journal(fault))
}

fn is_held(fault: &OpenFault) -> bool {
    matches!(fault, OpenFault::InUse { .. }) || is_leased(fault)
}

fn is_leased(fault: &OpenFault) -> bool {
    matches!(fault, OpenFault::Store(StoreFault::LeaseLost { .. }))
}

/// Starts the house. The leases of a server that was killed expire by themselves, so the start
/// waits for that and continues; the leases of a running server do not expire, and the start is
/// refused.
pub async fn start_once_free(
    config: &Config,
    records: &Records,
    key: &KeyFile,
    (world, figures): (&World, &Arc<Figures>),
) -> Result<Running, StartFault> {
    let (since, mut is_told) = (Instant::now(), false);
    loop {
        let (at, counted) = (world.clone(), Arc::clone(figures));
        match Running::start(config, records, key.clone(), at, counted).await {
            Err(StartFault::Journal(fault)) if is_leased(&fault) && since.elapsed() < WAIT => {}
            started => return started,
        }
        if !is_told {
            let seconds = WAIT.as_secs();
            info!(seconds, "another server holds the journal: waiting for its lease to expire");
        }
        is_told = true;
        sleep(LOOKED).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two hosts with one name and one address took the floor from one another.
    #[test]
    fn no_two_starts_have_one_name_and_people_know_both() {
        let (first, second) = (named("taisai-office").unwrap(), named("taisai-office").unwrap());
        assert_ne!(first, second);
        let listen = "127.0.0.1:8080".parse().unwrap();
        let (here, there) = (of_server(listen).unwrap(), of_server(listen).unwrap());
        assert_ne!(here, there);
        for name in [first, second] {
            assert!(name.starts_with("taisai-office "), "{name}");
        }
        for name in [here, there] {
            assert!(name.starts_with("taisai ") && name.contains(" 127.0.0.1:8080 "), "{name}");
        }
    }
}
