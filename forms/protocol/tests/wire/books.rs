//! Every rule book as the screens get it.

use taisai_protocol::Book;
use taisai_rulebooks::Library;

#[test]
fn every_book_has_every_area_with_its_place_words_and_figures() {
    for edition in Library::editions() {
        let book = Book::of(edition, "Harbour House");
        assert_eq!(book.areas.len(), edition.rules().pay_table.offers().len());
        assert_eq!(book.irregularities.len(), 16);
        assert_eq!(book.lines.len(), edition.lines().len());
        assert_eq!(book.fingerprint, edition.fingerprint().to_string());
        for area in &book.areas {
            let frame = area.frame;
            assert!(frame.x + frame.width <= book.layout.columns, "{}", area.id.as_str());
            assert!(frame.y + frame.height <= book.layout.rows, "{}", area.id.as_str());
            assert!(1 <= area.ways && area.ways <= 108, "{}", area.id.as_str());
            assert!(!area.name.en.is_empty() && !area.name.zh_hans.is_empty());
            assert!(area.heading.is_some() || area.emblem.is_some() || !area.dice.is_empty());
            assert!(area.pays.len() == 1 || area.pays.len() == 3);
        }
        let text = serde_json::to_string(&book).unwrap();
        assert_eq!(serde_json::from_str::<Book>(&text).unwrap(), book);
    }
}

#[test]
fn a_total_and_a_single_as_the_screens_get_them() {
    let book = Book::of(Library::get("act").unwrap(), "Harbour House");
    let area = |id: &str| book.areas.iter().find(|area| area.id.as_str() == id).unwrap();
    let total = area("total-10");
    assert_eq!(total.name.en, "Three Dice Total 10");
    assert_eq!((total.edge.as_str(), total.edge_percent.as_str()), ("1/8", "12.50"));
    assert_eq!((total.ways, total.pays[0].words.en.as_str()), (27, "6 to 1"));
    let single = area("single-4");
    let on_dice: Vec<u8> = single.pays.iter().map(|odds| odds.on_dice).collect();
    assert_eq!((on_dice, single.dice.clone()), (vec![1, 2, 3], vec![vec![4]]));
    assert_eq!(area("domino-14").numbers, [1, 4]);
}
