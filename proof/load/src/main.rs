//! How fast the server is under load, compared with servers that do less or store less. Every
//! server runs in its own process under the same client, in turns, so that the ratios mean the same
//! on any machine. docs/load.md explains the figures.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::{Parser, Subcommand};

mod broadcast;
mod child;
mod durable;
mod figures;
mod floor;
mod idle;
mod screen;
mod servers;
mod storm;
mod swarm;

use child::Served;

#[derive(Parser)]
#[command(about = "How fast the server is under load, beside servers that do less or keep less")]
struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Durable bets, compared with an echo and with one transaction per bet
    Bets(Ours),
    /// A result sent to many terminals, compared with a bare broadcast
    Broadcast(Ours),
    /// Memory of idle terminals, and the work of a bet on a small and a large floor
    Idle(Ours),
    /// All terminals reconnecting at once, compared with bare handshakes
    Storm(Ours),
    /// All of it
    All(Ours),
    /// A server that echoes
    #[command(hide = true)]
    Echo,
    /// A server that broadcasts
    #[command(hide = true)]
    BareBroadcast,
    /// A server with one transaction per bet
    #[command(hide = true)]
    PerBet {
        /// Where its database is made
        folder: PathBuf,
    },
}

#[derive(clap::Args)]
struct Ours {
    /// The binary that is measured
    #[arg(long, default_value = "target/release/taisai")]
    taisai: PathBuf,
    /// How long each measurement takes, in seconds
    #[arg(long, default_value_t = 12)]
    seconds: u64,
    /// How many terminals broadcasts and storms have
    #[arg(long, default_value_t = 5_000)]
    terminals: u32,
}

#[tokio::main]
async fn main() {
    match Arguments::parse().what {
        What::Bets(ours) => durable::measure(&ours).await,
        What::Broadcast(ours) => broadcast::measure(&ours).await,
        What::Idle(ours) => idle::measure(&ours).await,
        What::Storm(ours) => storm::measure(&ours).await,
        What::All(ours) => {
            durable::measure(&ours).await;
            broadcast::measure(&ours).await;
            idle::measure(&ours).await;
            storm::measure(&ours).await;
        }
        What::Echo => servers::echo::run().await,
        What::BareBroadcast => servers::bare_broadcast::run().await,
        What::PerBet { folder } => servers::per_bet::run(&folder).await,
    }
}

/// Starts one of the servers that ours is measured beside.
fn beside(name: &str, folder: Option<&Path>) -> Served {
    let mut command = Command::new(std::env::current_exe().expect("a program has a place"));
    command.arg(name).args(folder);
    Served::start(command, "listens at")
}
