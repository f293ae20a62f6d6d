//! Durable bets a second over sockets, compared with an echo and with one transaction per bet.

use std::time::Duration;

use tempfile::TempDir;

use crate::child::Served;
use crate::figures::Figures;
use crate::floor::{self, Floor, Run, work_folder};
use crate::screen::Screen;
use crate::swarm::{self, Bettor, IsAnswer};
use crate::{Ours, beside};

/// How long a server is under load before the other is. The machine's speed varies from moment to
/// moment: only neighbouring measurements compare.
const TURN: Duration = Duration::from_secs(1);

/// Measures and prints.
pub(crate) async fn measure(ours: &Ours) {
    let turns = ours.seconds.max(1);
    println!("durable bets, one in flight for each terminal, {turns} turns of a second each");
    let echo = UnderLoad::bare("echo", None, 1_000).await;
    let floor = UnderLoad::floor(ours, 1_000).await;
    let [echo, floor] = in_turns(turns, [echo, floor]).await;
    let rates = Spread::of(&floor, &echo, Figures::rate);
    println!("  1,000 terminals   echo               {}", Figures::of_all(echo));
    println!("                    taisai, one table  {}", Figures::of_all(floor));
    let [low, middle, high] = rates.0.map(|ratio| 100.0 * ratio);
    println!(
        "    taisai to echo: {middle:.1} % (aim: at least 50), {low:.0} to {high:.0} in a turn"
    );

    let folder = TempDir::new_in(work_folder()).expect("there is room for a folder");
    let plain = UnderLoad::bare("per-bet", Some(folder), 200).await;
    let floor = UnderLoad::floor(ours, 200).await;
    let [plain, floor] = in_turns(turns, [plain, floor]).await;
    let [_, times, _] = Spread::of(&floor, &plain, Figures::rate).0;
    let [_, p99, _] = Spread::of(&floor, &plain, |turn| turn.within(990).as_secs_f64()).0;
    println!("  200 terminals     transaction a bet  {}", Figures::of_all(plain));
    println!("                    taisai, one table  {}", Figures::of_all(floor));
    println!(
        "    taisai to it: {times:.1} times (aim: at least 8), p99 {p99:.2} of its p99 (aim: at \
         most 0.33)"
    );
}

/// The ratios of two servers turn by turn: the lowest, the middle one and the highest.
struct Spread([f64; 3]);

impl Spread {
    fn of(ours: &[Figures], beside: &[Figures], what: impl Fn(&Figures) -> f64) -> Self {
        let ratio = |(ours, beside): (&Figures, &Figures)| what(ours) / what(beside);
        let mut ratios: Vec<f64> = ours.iter().zip(beside).map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        Self([ratios[0], ratios[ratios.len() / 2], ratios[ratios.len() - 1]])
    }
}

/// Puts one after the other under load for a turn, again and again.
async fn in_turns(turns: u64, mut servers: [UnderLoad; 2]) -> [Vec<Figures>; 2] {
    let mut figures = [Vec::new(), Vec::new()];
    for _ in 0..turns {
        for (server, figures) in servers.iter_mut().zip(&mut figures) {
            figures.push(server.bet().await);
        }
    }
    figures
}

/// A server, and its clients.
struct UnderLoad {
    served: Served,
    bettors: Vec<Bettor>,
    is_answer: IsAnswer,
    /// Its folder, while it runs.
    _folder: Option<TempDir>,
}

impl UnderLoad {
    /// A server without seats under this many screens.
    async fn bare(name: &str, folder: Option<TempDir>, screens: u32) -> Self {
        let served = beside(name, folder.as_ref().map(TempDir::path));
        let mut bettors = Vec::new();
        for _ in 0..screens {
            let screen = Screen::open(served.address, "/ws", None).await;
            bettors.push(Bettor { screen, asked: 0 });
        }
        Self { served, bettors, is_answer: |_| true, _folder: folder }
    }

    /// Ours, with this many terminals at one table.
    async fn floor(ours: &Ours, terminals: u32) -> Self {
        let floor = Floor::start(&ours.taisai, 1, Run::Automatic);
        let seated = floor.seat(1..=1, terminals).await;
        let bettors = seated.into_iter().map(|(_, bettor)| bettor).collect();
        let Floor { served, folder } = floor;
        Self { served, bettors, is_answer: floor::is_answer, _folder: Some(folder) }
    }

    async fn bet(&mut self) -> Figures {
        let bettors = std::mem::take(&mut self.bettors);
        let (bettors, figures) = swarm::bet(&self.served, bettors, TURN, self.is_answer).await;
        self.bettors = bettors;
        figures
    }
}
