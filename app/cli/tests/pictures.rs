//! The pictures in `docs/pictures` are what is drawn today.

use std::fs;
use std::path::Path;

use taisai_pictures::{Language, Picture, svg};
use taisai_rulebooks::Library;

/// The picture's name, the rule book, the roll and the language; `make pictures` draws the same.
const PICTURES: [(&str, &str, Option<&str>, &str); 3] = [
    ("singapore-1", "singapore-1", Some("4,4,2"), "en"),
    ("maryland", "maryland", None, "en"),
    ("singapore-3-zh", "singapore-3", None, "zh"),
];

#[test]
fn the_pictures_are_what_is_drawn() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    for (name, rules, roll, language) in PICTURES {
        let language = Language::from_code(language).unwrap();
        let mut picture = Picture::of(Library::get(rules).unwrap().rules()).in_language(language);
        if let Some(roll) = roll {
            picture = picture.rolled(roll.parse().unwrap());
        }
        let kept = fs::read_to_string(folder.join(format!("{name}.svg"))).unwrap();
        assert!(kept == svg(&picture), "{name}.svg is out of date: run make pictures");
    }
}

#[test]
fn every_picture_is_drawn_again_by_this_test() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/pictures");
    let mut kept: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    kept.sort();
    let mut drawn = PICTURES.map(|(name, ..)| format!("{name}.svg"));
    drawn.sort();
    assert_eq!(kept, drawn);
}
