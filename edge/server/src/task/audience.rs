//! The screens that watch a table: the same bytes for all, and a snapshot for one that fell behind.

use std::collections::BTreeMap;

use axum::extract::ws::Utf8Bytes;
use taisai_protocol::server_message::ByeReason;

use crate::task::screen_sender::{Out, ScreenSender};

/// The screens that watch a table.
#[derive(Default)]
pub struct Audience {
    /// By the number of their connection.
    watchers: BTreeMap<u64, Watcher>,
    /// Whether any of them is behind.
    is_behind: bool,
}

struct Watcher {
    line: ScreenSender,
    /// It has missed something and needs a snapshot.
    behind: bool,
}

impl Audience {
    /// A screen begins to watch: it gets a snapshot next, and updates from then on.
    pub fn join(&mut self, line: ScreenSender) {
        self.watchers.insert(line.number(), Watcher { line, behind: true });
        self.is_behind = true;
    }

    /// The screen stops watching.
    pub fn leave(&mut self, line: &ScreenSender) {
        self.watchers.remove(&line.number());
    }

    /// How many screens watch.
    pub fn len(&self) -> usize {
        self.watchers.len()
    }

    /// Whether no screen watches.
    pub fn is_empty(&self) -> bool {
        self.watchers.is_empty()
    }

    /// Whether some screen needs a snapshot.
    pub fn is_behind(&self) -> bool {
        self.is_behind
    }

    /// Sends an update to every screen that has seen all before it. A screen that does not read
    /// fast enough misses it.
    pub fn tell(&mut self, update: &Utf8Bytes) {
        for watcher in self.watchers.values_mut().filter(|watcher| !watcher.behind) {
            watcher.behind = !watcher.line.show(update.clone());
            self.is_behind |= watcher.behind;
        }
    }

    /// Sends a snapshot to every screen that needs one and has read what was sent before.
    pub fn catch_up(&mut self, view: impl FnOnce() -> Utf8Bytes) {
        if !self.is_behind {
            return;
        }
        // A closed connection can be shown nothing, so it is always behind.
        self.watchers.retain(|_, watcher| !watcher.line.is_closed());
        self.is_behind = false;
        let mut behind = self.watchers.values_mut().filter(|watcher| watcher.behind).peekable();
        if behind.peek().is_none() {
            return;
        }
        let view = view();
        for watcher in behind {
            watcher.behind = !watcher.line.show(view.clone());
            self.is_behind |= watcher.behind;
        }
    }

    /// Sends the last message to every screen.
    pub fn bye(&mut self, reason: ByeReason) {
        for watcher in std::mem::take(&mut self.watchers).into_values() {
            watcher.line.send(Out::Bye(reason));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::task::screen_sender::Listening;

    /// What was shown, up to something that was not.
    fn heard(listening: &mut Listening) -> Vec<String> {
        let mut heard = Vec::new();
        while let Ok(Out::Shared(text)) = listening.out.try_recv() {
            heard.push(text.to_string());
        }
        heard
    }

    #[test]
    fn a_screen_that_falls_behind_gets_a_snapshot_and_leaves_room_for_answers() {
        let mut audience = Audience::default();
        let (line, mut listening) = ScreenSender::new();
        audience.join(line.clone());
        audience.catch_up(|| "view 0".into());
        for number in 1..=100 {
            audience.tell(&format!("update {number}").into());
        }
        assert!(audience.is_behind());
        // Nothing more is shown while it does not read, not even the whole view.
        audience.catch_up(|| "view 100".into());
        assert!(audience.is_behind());
        line.send(Out::Bye(ByeReason::ServerStops));
        assert!(!listening.overrun());

        let first = heard(&mut listening);
        assert_eq!(first[0], "view 0");
        let last = format!("update {}", first.len() - 1);
        assert_eq!(first.last(), Some(&last), "without a gap as far as they go");
        audience.catch_up(|| "view 101".into());
        audience.tell(&"update 102".into());
        assert_eq!(heard(&mut listening), ["view 101", "update 102"]);
    }

    #[test]
    fn a_caller_who_is_gone_is_forgotten() {
        let mut audience = Audience::default();
        let (line, listening) = ScreenSender::new();
        audience.join(line);
        drop(listening);
        audience.catch_up(|| panic!("nobody is there to see it"));
        assert!(audience.is_empty());
    }
}
