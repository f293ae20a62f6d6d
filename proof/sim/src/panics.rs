//! A panic fails its night wherever it happens: no task may die unnoticed.

use std::cell::{Cell, RefCell};
use std::sync::Once;

thread_local! {
    /// Whether a night runs on this thread.
    static NIGHT: Cell<bool> = const { Cell::new(false) };
    /// The first panic of the night on this thread: where, and its words.
    static FIRST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// While this lives, panics on this thread are kept for the night and not printed.
pub struct Watch(());

impl Watch {
    /// Begins to watch this thread.
    pub fn begin() -> Self {
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let before = std::panic::take_hook();
            std::panic::set_hook(Box::new(move |panic| {
                if NIGHT.get() {
                    let told = panic.to_string();
                    FIRST.with_borrow_mut(|first| {
                        first.get_or_insert(told);
                    });
                } else {
                    before(panic);
                }
            }));
        });
        NIGHT.set(true);
        FIRST.take();
        Self(())
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        NIGHT.set(false);
    }
}

/// The first panic on this thread since the watch began, once.
pub fn first() -> Option<String> {
    FIRST.take()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_panic_of_a_night_is_kept_with_its_place_even_in_a_task() {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        let watch = Watch::begin();
        runtime.block_on(async {
            for words in ["the first", "the second"] {
                let task = tokio::spawn(async move { assert!(words.is_empty(), "{words}") });
                assert!(task.await.is_err());
            }
        });
        let told = first().unwrap();
        assert!(told.contains("the first") && told.contains("panics.rs"), "{told}");
        assert_eq!(first(), None);
        drop(watch);
    }
}
