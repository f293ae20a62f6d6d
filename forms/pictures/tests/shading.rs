//! A shaded layout prints every area's figure and explains its bands; without shading nothing
//! changes.

use taisai_pictures::{Picture, Shade, Shading, svg, terminal};
use taisai_rulebooks::Library;
use taisai_rules::RuleBook;

fn shading(book: &RuleBook) -> Shading {
    let areas = book.pay_table.offers().iter().map(|offer| offer.area);
    let shade =
        |place: usize| Shade { band: place % Shading::BANDS_MAX, figure: format!("{place}.25 %") };
    Shading {
        title: "House edge".to_owned(),
        legend: (0..Shading::BANDS_MAX).map(|band| format!("band {band}")).collect(),
        shades: areas.enumerate().map(|(place, area)| (area, shade(place))).collect(),
    }
}

/// What a reader reads; a figure may stand on two lines.
fn read(group: &str) -> String {
    let (_, visible) = group.split_once("</title>").expect("an area has a title");
    let texts = visible.split('<').filter_map(|piece| piece.split_once('>'));
    texts.flat_map(|(_, text)| text.split_whitespace()).collect::<Vec<_>>().join(" ")
}

#[test]
fn every_area_shows_its_band_and_its_figure() {
    for edition in Library::editions() {
        let shading = shading(edition.rules());
        let sign = svg(&Picture::of(edition.rules()).shaded(&shading));
        for (area, Shade { band, figure }) in &shading.shades {
            let opening = format!("id=\"area-{area}\" class=\"area shade-{band}\"");
            let (_, group) = sign.split_once(&opening).expect("the area has its band");
            let (group, _) = group.split_once("</g>").expect("a group ends");
            assert!(read(group).contains(figure), "{area} lacks {figure}");
        }
        for band in &shading.legend {
            assert!(sign.contains(&format!(">{band}</text>")), "the legend lacks {band}");
        }
    }
}

#[test]
fn a_plain_layout_knows_no_bands() {
    for edition in Library::editions() {
        let sign = svg(&Picture::of(edition.rules()));
        assert!(!sign.contains("shade-") && !sign.contains("swatch"));
    }
}

#[test]
fn a_terminal_shows_the_figures_too() {
    let book = Library::get("act").unwrap().rules();
    let shading = shading(book);
    let drawn = terminal(&Picture::of(book).shaded(&shading), 120);
    for area in ["small", "any-triple", "total-10"] {
        let figure = &shading.shades[&area.parse().unwrap()].figure;
        assert!(drawn.contains(figure), "{area}");
    }
}
