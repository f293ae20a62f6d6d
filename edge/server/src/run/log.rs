//! The server's log, into which nobody outside can write a line.

use std::fmt::Write as _;
use std::io::{self, IsTerminal as _, Write};

use tracing::Level;
use tracing_subscriber::filter::LevelFilter;
use tracing_subscriber::fmt::MakeWriter;

use crate::config::{Log, LogForm, LogLevel};

impl Log {
    /// Sends the log to standard error from now on. A process does this once.
    pub fn start(self) {
        let filter = LevelFilter::from_level(match self.level {
            LogLevel::Error => Level::ERROR,
            LogLevel::Warn => Level::WARN,
            LogLevel::Info => Level::INFO,
            LogLevel::Debug => Level::DEBUG,
        });
        let plain = match self.form {
            LogForm::Auto => io::stderr().is_terminal(),
            LogForm::Text => true,
            LogForm::Json => false,
        };
        let lines = tracing_subscriber::fmt().with_max_level(filter).with_ansi(false);
        let lines = lines.with_writer(OneLine(io::stderr));
        if plain {
            lines.with_target(false).init();
        } else {
            lines.json().flatten_event(true).with_target(false).init();
        }
    }
}

/// Writes each event as one line. Control characters that a visitor sent are escaped, so that no
/// name or address can begin a line of its own or move the reader's cursor.
struct OneLine<M>(M);

impl<'a, M: MakeWriter<'a>> MakeWriter<'a> for OneLine<M> {
    type Writer = OneLine<M::Writer>;

    fn make_writer(&'a self) -> Self::Writer {
        OneLine(self.0.make_writer())
    }
}

impl<W: Write> Write for OneLine<W> {
    /// An event comes in one piece, with its line break at the end.
    fn write(&mut self, event: &[u8]) -> io::Result<usize> {
        let text = String::from_utf8_lossy(event);
        self.0.write_all(one_line(&text).as_bytes())?;
        Ok(event.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn one_line(event: &str) -> String {
    let text = event.strip_suffix('\n').unwrap_or(event);
    let mut line = String::with_capacity(text.len() + 1);
    for letter in text.chars() {
        // Rust does not count line and paragraph separators, or marks that change the writing
        // direction, as control characters, but they change what a reader sees.
        let hidden = matches!(letter, '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}');
        if letter.is_control() || hidden {
            write!(line, "\\u{:04x}", u32::from(letter)).expect("a text takes any letter");
        } else {
            line.push(letter);
        }
    }
    line.push('\n');
    line
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Page(Arc<Mutex<Vec<u8>>>);

    impl Write for Page {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// What is written about a visitor who calls himself this.
    fn written(name: &str, json: bool) -> String {
        let page = Page::default();
        let kept = page.clone();
        let lines = tracing_subscriber::fmt().with_ansi(false);
        let lines = lines.with_writer(OneLine(move || kept.clone()));
        let log: Box<dyn tracing::Subscriber + Send + Sync> =
            if json { Box::new(lines.json().finish()) } else { Box::new(lines.finish()) };
        tracing::subscriber::with_default(log, || {
            tracing::info!(%name, "a visitor");
            tracing::warn!("named {name}");
        });
        let bytes = page.0.lock().unwrap().clone();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn nobody_outside_writes_a_line_of_their_own() {
        let name = "ann\r\n2026-01-01 INFO all is well\u{1b}[2J\u{7f}\u{85}\u{2028}\u{202e}x\0";
        for json in [false, true] {
            let log = written(name, json);
            assert_eq!(log.matches('\n').count(), 2, "{log:?}");
            let clean = |letter: char| letter == '\n' || !letter.is_control();
            assert!(log.chars().all(clean), "{log:?}");
            assert!(!log.contains(['\u{2028}', '\u{202e}']), "{log:?}");
            assert!(log.contains("all is well"), "what was logged before is still there: {log:?}");
        }
    }

    #[test]
    fn what_is_json_stays_json() {
        for line in written("a\nb\u{2028}", true).lines() {
            let event: serde_json::Value = serde_json::from_str(line).unwrap();
            assert!(event["level"].is_string(), "{line}");
        }
    }
}
