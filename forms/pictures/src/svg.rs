//! The layout as a sign: one SVG on A3, complete in itself, to print, hang up or put on a screen.
//! Every area is a `<g id="area-total-10" class="area" data-area="total-10">`; a winning one also
//! has the class `lit`, which shows its ring and its star. A screen can therefore light areas by
//! that class alone. Coordinates are whole tenths of a millimetre, so the same picture is the same
//! text on every machine.

mod areas;
mod dice;
mod legend;
mod lettering;
mod markup;
mod paper;
mod print;
mod stack;

use std::fmt::Display;

use taisai_rules::Roll;

use crate::picture::Picture;
use crate::tile::book_title;
use crate::words;
use areas::Areas;
use dice::Arrangement;
use markup::Markup;
pub use markup::escaped;
use paper::{FELT, FOOTER, HEADER, Rect, SHEET};
use print::{Print, Side, rect};

/// The look of the sign, in one place.
const LOOK: &str = include_str!("svg/sign.css");
/// The colours of the bands, for a picture that is shaded.
const BANDS: &str = include_str!("svg/shading.css");

/// Draws the picture as an SVG document.
pub fn svg(picture: &Picture<'_>) -> String {
    let mut markup = Markup::default();
    let view = format!("0 0 {} {}", SHEET.width, SHEET.height);
    let language = picture.language().code();
    let attributes: [(&str, &dyn Display); 7] = [
        ("xmlns", &"http://www.w3.org/2000/svg"),
        ("width", &"420mm"),
        ("height", &"297mm"),
        ("viewBox", &view),
        ("class", &"taisai-layout"),
        ("lang", &language),
        ("data-rule-book", &picture.book().title.id),
    ];
    markup.element("svg", &attributes, |sign| {
        sign.new_line();
        sign.text("title", &[], &title(picture));
        sign.new_line();
        define(sign, picture);
        page(sign);
        header(sign, picture);
        Areas::of(picture).draw(sign);
        footer(sign, picture);
    });
    markup.new_line();
    markup.into_text()
}

fn title(picture: &Picture<'_>) -> String {
    let book = picture.book();
    let game = words::game(picture.language());
    let parts = [game, &book.house_name.value, book_title(picture)];
    let mut title = parts.join(words::BETWEEN);
    if let Some(roll) = picture.roll() {
        title.push_str(words::BETWEEN);
        title.push_str(&roll.to_string());
    }
    title
}

/// The look, the six faces of a die, and the star that marks a winning area.
fn define(sign: &mut Markup, picture: &Picture<'_>) {
    let bands = if picture.shading().is_some() { BANDS } else { "" };
    sign.text("style", &[], &format!("{LOOK}{bands}"));
    sign.new_line();
    sign.element("defs", &[], |defs| {
        defs.new_line();
        dice::define(defs);
        defs.element("symbol", &[("id", &"lit-mark"), ("viewBox", &"0 0 100 100")], |mark| {
            let star = "50,4 62,37 97,38 69,59 79,93 50,73 21,93 31,59 3,38 38,37";
            mark.empty("polygon", &[("points", &star)]);
        });
        defs.new_line();
    });
    sign.new_line();
}

fn page(sign: &mut Markup) {
    rect(sign, "page", SHEET, 0);
    rect(sign, "rim", SHEET.inset(50), 40);
    rect(sign, "hairline", SHEET.inset(64), 30);
    rect(sign, "felt", FELT, 24);
    sign.new_line();
}

/// The house and its rules at the left, the game in the middle, the dice or legend at the right.
fn header(sign: &mut Markup, picture: &Picture<'_>) {
    let book = picture.book();
    let [left, middle, right] = HEADER.columns();
    let house = Print { class: "serif house", size: 120 };
    house.set_to_fit(sign, &book.house_name.value, left.strip(20, 140), Side::Left);
    let name = Print { class: "sans faint", size: 56 };
    name.set_to_fit(sign, book_title(picture), left.strip(170, 80), Side::Left);
    let game = Print { class: "serif game", size: 220 };
    game.set_to_fit(sign, words::game(picture.language()), middle, Side::Middle);
    if let Some(roll) = picture.roll() {
        result(sign, picture, roll, right);
    } else if let Some(shading) = picture.shading() {
        legend::draw(sign, shading, right);
    } else {
        let other = Print { class: "serif game other", size: 150 };
        let words = words::game_in_other_script(picture.language());
        other.set_to_fit(sign, words, right, Side::Right);
    }
    sign.new_line();
}

/// The three dice and their total.
fn result(sign: &mut Markup, picture: &Picture<'_>, roll: Roll, place: Rect) {
    let faces = [roll.faces().to_vec()];
    let dice = Arrangement::of(&faces, (place.width, place.height), 220);
    let [total_place, dice_place] = place.split_right(dice.width());
    sign.element("g", &[("class", &"roll"), ("data-roll", &roll)], |shown| {
        dice.lay(shown, &faces, dice_place);
        let total = words::total(roll.total(), picture.language());
        let print = Print { class: "serif", size: 110 };
        print.set_to_fit(shown, &total, total_place.inset(30), Side::Right);
    });
}

/// The rule document at the left, what its odds mean at the right.
fn footer(sign: &mut Markup, picture: &Picture<'_>) {
    let (book, language) = (picture.book(), picture.language());
    let print = Print { class: "sans faint", size: 40 };
    let [left, right] = FOOTER.split_right(FOOTER.width / 2 - 40);
    let document = words::rules(&book.title.document, language);
    print.set_to_fit(sign, &document, left, Side::Left);
    let meaning = words::odds_mean(book.odds_style.value, language);
    print.set_to_fit(sign, &meaning, right, Side::Right);
    sign.new_line();
}
