//! The eight embedded rule books are sound.

use taisai_rulebooks::{Edition, Library};

#[test]
fn every_embedded_book_is_read_without_a_mistake() {
    for id in Library::ids() {
        let text = Library::text(id).unwrap();
        // The loader for houses checks the same, and refuses only the id.
        let mistakes = Edition::read(text.as_bytes()).unwrap_err();
        let mistakes: Vec<String> = mistakes.iter().map(ToString::to_string).collect();
        assert_eq!(mistakes.len(), 1, "{id}: {mistakes:#?}");
        assert!(mistakes[0].contains("embedded"), "{id}: {mistakes:#?}");
    }
}
