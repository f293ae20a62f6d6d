//! What a table plays with, from the floor's register: the asks of a supervisor, in their order.

use serde_json::{Value, json};

/// Registers a shaker of this kind, dice, a display and a layout, all with this number, attests
/// every paper, places them at the table, and puts shaker and dice to use there.
pub(crate) fn asks(number: u32, table: u32, shaker: &str) -> Vec<Value> {
    let dice = [0, 1, 2].map(|place| 3 * number + place);
    let things = [
        ("shaker", json!({ "shaker": { "kind": shaker } })),
        ("dice", json!({ "dice": { "dice": dice } })),
        ("display", json!({ "display": {} })),
        ("layout", json!("layout")),
    ];
    let mut asks = Vec::new();
    for (kind, nature) in things {
        let thing = json!({ kind: number });
        asks.push(json!({ "register_thing": { "thing": thing, "nature": nature } }));
        asks.push(json!({ "attest_seal": { "thing": thing, "number": "S-1" } }));
        asks.extend(approvals(kind).iter().map(|approval| {
            json!({ "attest_approval": {
                "thing": thing, "approval": approval, "reference": "A-1",
                "date": "2026-11-19", "holder": "office",
            }})
        }));
        asks.push(json!({ "place_thing": { "thing": thing, "table": table } }));
    }
    for kind in ["shaker", "dice"] {
        asks.push(json!({ "install_thing": {
            "thing": { kind: number }, "table": table, "shaker": number,
        }}));
    }
    asks.into_iter().map(|ask| json!({ "floor": ask })).collect()
}

fn approvals(kind: &str) -> &'static [&'static str] {
    match kind {
        "shaker" => &["shaker", "shaker-procedure", "shaker-place"],
        "dice" => &["dice"],
        "display" => &["display"],
        _ => &["layout", "table"],
    }
}
