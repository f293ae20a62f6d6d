//! Watches a running simulation: a progress bar on a terminal, and Ctrl-C.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};
use signal_hook::consts::SIGINT;
use signal_hook::flag;
use taisai_simulation::{Crew, Threads};

use crate::output::money::grouped;

/// Runs some work with a progress bar, until it is done or Ctrl-C is pressed. A second Ctrl-C ends
/// the program at once.
pub(crate) fn watched<T>(threads: Threads, total: u64, work: impl FnOnce(&Crew<'_>) -> T) -> T {
    let stop = Arc::new(AtomicBool::new(false));
    listen(&stop);
    // If standard error is not a terminal, nothing is drawn.
    let bar = ProgressBar::with_draw_target(Some(total), ProgressDrawTarget::stderr());
    bar.set_style(style());
    bar.enable_steady_tick(Duration::from_millis(200));
    let progress = |done: u64| bar.inc(done);
    let result = work(&Crew { threads, stop: &stop, progress: &progress });
    bar.finish_and_clear();
    result
}

/// The second signal finds the flag set by the first, and ends the program with the status that
/// shells expect of an interrupted one.
fn listen(stop: &Arc<AtomicBool>) {
    const INTERRUPTED: i32 = 130;
    let again = flag::register_conditional_shutdown(SIGINT, INTERRUPTED, Arc::clone(stop));
    // If signals cannot be handled, Ctrl-C ends the program as usual.
    if again.is_ok() {
        let _ = flag::register(SIGINT, Arc::clone(stop));
    }
}

fn style() -> ProgressStyle {
    let template =
        "{bar:30} {percent:>3} %  {human_pos} of {human_len}  {rate} a second  {eta} left";
    let style = ProgressStyle::with_template(template).expect("a sound template");
    style.with_key("rate", |state: &ProgressState, out: &mut dyn fmt::Write| {
        // A failure to draw is no reason to stop.
        let _ = out.write_str(&grouped(&format!("{:.0}", state.per_sec())));
    })
}
