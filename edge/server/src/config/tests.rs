//! The configuration file: what is sound, and what is told about what is not.

use super::*;

fn read(text: &str) -> Result<Config, ConfigFault> {
    Config::read(text, Path::new("."))
}

/// What is wrong with a file, one line each.
fn told(text: &str) -> Vec<String> {
    let fault = read(text).map(|_| "nothing is wrong").unwrap_err();
    fault.0.iter().map(ToString::to_string).collect()
}

const TABLE: &str = "\
[[table]]
number = 1
name = \"One\"
book = \"act\"
[table.limits]
usual = { min = 500, max = 100000, multiple = 100 }
seat_max = 500000
exposure_max = 10000000
";

#[test]
fn the_example_is_sound_and_means_what_its_comments_say() {
    let example = read(Config::EXAMPLE).unwrap();
    assert_eq!((example.house.as_str(), example.tables.len()), ("Harbour House", 1));
    assert!(example.listen.ip().is_loopback());
    // Every setting behind a # is the usual value, or would be sound as it stands there.
    let folder = tempfile::tempdir().unwrap();
    let own = "extends = \"maryland\"\nid = \"own\"\nname = \"Own\"\nlayout.house_name = \"Own\"\n";
    std::fs::write(folder.path().join("our-own.toml"), own).unwrap();
    let is_setting = |line: &str| {
        let first = line.strip_prefix('#').and_then(|rest| rest.chars().next());
        first.is_some_and(|first| first.is_ascii_lowercase() || first == '[')
    };
    let bare = |line: &str| if is_setting(line) { line[1..].to_owned() } else { line.to_owned() };
    let all: Vec<String> = Config::EXAMPLE.lines().map(bare).collect();
    let all = Config::read(&all.join("\n"), folder.path()).unwrap();
    assert_eq!((all.doors, all.log), (Doors::default(), Some(Log::default())));
    let staff = all.staff.unwrap().doors;
    assert_eq!(staff.connections_max, StaffListener::CONNECTIONS_MAX);
    assert_eq!(staff.connections_per_address_max, StaffListener::share(staff.connections_max));
    assert_eq!(all.idle, example.idle);
    assert_eq!((all.tables.len(), all.tables[0].config.limits.families.len()), (2, 1));
    assert_eq!(all.tables[0].config.times, example.tables[0].config.times);
    assert_eq!(all.tables[0].config.dice, example.tables[0].config.dice);
    assert!(all.tls.is_some() && all.metrics.is_some() && all.proxies.len() == 1);
}

#[test]
#[expect(clippy::too_many_lines, reason = "one line for each mistake")]
fn everything_wrong_is_told_at_once_with_its_place() {
    let text = "\
house = \"\"
listen = \"8080\"
origins = [\"https://floor.example/\", 7]
colour = \"red\"

[doors]
conections_max = 5
requests_per_second = 0

[log]
level = \"loud\"

[[table]]
number = 1
name = \"One\"
book = \"mariland\"
run = 7
[table.limits]
usual = { min = 550, max = 100000, multiple = 100 }
seat_max = -1

[[table]]
number = 1
name = \"Two\"
[table.times]
show_ms = 86400001
";
    let places: Vec<String> = told(text)
        .iter()
        .map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" "))
        .collect();
    let expected = [
        "1:9: house:",
        "2:10: listen:",
        "3:12: origins:",
        "3:38: origins:",
        "4:1: colour:",
        "7:1: doors.conections_max:",
        "8:23: doors.requests_per_second:",
        "11:9: log.level:",
        "16:8: table",
        "17:7: table",
        "19:9: table",
        "20:12: table",
    ];
    for place in expected {
        assert!(places.iter().any(|told| told == place), "{place} is not told: {places:#?}");
    }
    let all = told(text).join("\n");
    for right in [
        "1 to 80 bytes on one line",
        "such as \"127.0.0.1:8080\"",
        "did you mean connections_max?",
        "a whole number from 1 to 100000",
        "one of \"error\", \"warn\", \"info\", \"debug\"",
        "did you mean maryland?",
        "table 1.run: expects a text",
        "550 must be a multiple of 100, and not above the maximum of 100000",
        "table 1.limits.exposure_max: is missing: a whole number",
        "1 is the number of a table above",
        "table 1.book: is missing: a rule book (",
        "table 1.limits: is missing: what may be staked",
        "table 1.times.show_ms: expects a whole number from 0 to 86400000",
    ] {
        assert!(all.contains(right), "{right} is not told:\n{all}");
    }
}

#[test]
fn what_is_not_toml_is_told_with_its_place() {
    let told = told("house = \"a\"\nlisten = \n");
    assert!(told[0].starts_with("2:") && told[0].contains("not TOML"), "{told:?}");
}

#[test]
fn limits_that_a_book_cannot_pay_are_told_before_anything_starts() {
    let text = TABLE.replace("act", "singapore-1").replace("500, max", "501, max");
    let told = told(&text.replace("multiple = 100", "multiple = 1"));
    assert!(told[0].contains("table 1.limits: do not fit the rule book"), "{told:?}");
}

#[test]
fn an_origin_is_what_a_browser_sends() {
    for good in ["https://floor.example", "http://127.0.0.1:8080", "https://[::1]:8443"] {
        assert_eq!(read(&format!("origins = [\"{good}\"]")).unwrap().origins, [good]);
    }
    for bad in [
        "https://floor.example:443",
        "http://floor.example:80",
        "https://Floor.example",
        "https://floor.example/",
        "https://user@floor.example",
        "https://*",
        "https://",
        "floor.example",
        "ws://floor.example",
    ] {
        assert!(read(&format!("origins = [\"{bad}\"]")).is_err(), "{bad}");
    }
}

#[test]
fn one_address_has_a_share_of_the_connections_whatever_their_number() {
    let doors = |lines: &str| read(&format!("[doors]\n{lines}\n")).unwrap().doors;
    for (lines, all, one) in [
        ("", 10_000, 5_000),
        ("connections_max = 101", 101, 51),
        ("connections_max = 1", 1, 1),
        ("connections_per_address_max = 9", 10_000, 9),
        ("connections_max = 100\nconnections_per_address_max = 100", 100, 100),
    ] {
        let found = doors(lines);
        let found = (found.connections_max, found.connections_per_address_max);
        assert_eq!(found, (all, one), "{lines}");
    }
}

#[test]
fn the_listener_of_the_staff_is_another_one_and_its_pages_are_of_the_same_kind() {
    let at = |text: &str| told(text).join("\n");
    let plain = "listen = \"127.0.0.1:80\"\n";
    let staff = read(&format!("{plain}[staff]\nlisten = \"127.0.0.1:81\"\n")).unwrap().staff;
    let usual =
        Doors { connections_max: 500, connections_per_address_max: 100, ..Doors::default() };
    assert_eq!(staff.unwrap().doors, usual);
    let own = "[doors]\nrequests_per_second = 7\n[staff]\nlisten = \"127.0.0.1:81\"\n\
               connections_max = 3\nconnections_per_address_max = 2\n";
    let staff = read(own).unwrap().staff.unwrap().doors;
    assert_eq!((staff.connections_max, staff.connections_per_address_max), (3, 2));
    assert_eq!(staff.requests_per_second, 7);
    let same = format!("{plain}[staff]\nlisten = \"127.0.0.1:80\"\n");
    assert!(at(&same).contains("2:1: staff.listen: 127.0.0.1:80 is the address of another"));
    let figures = "[staff]\nlisten = \"127.0.0.1:81\"\n[metrics]\nlisten = \"127.0.0.1:81\"\n";
    assert!(at(figures).contains("staff.listen: 127.0.0.1:81 is the address of another"));
    assert!(at("[staff]\n").contains("staff.listen: is missing"));
    assert!(at("[staff]\nlisten = \"127.0.0.1:81\"\nport = 3\n").contains("staff.port: is no"));
    // Behind a proxy that speaks TLS a page of the inner address would get no cookie.
    let proxied = "origins = [\"https://floor.example\"]\n[staff]\nlisten = \"127.0.0.1:81\"\n";
    assert!(at(proxied).contains("staff.origins: expects pages of https://"));
    assert!(read(&format!("{proxied}origins = [\"https://staff.example\"]\n")).is_ok());
    let mixed = "[staff]\nlisten = \"127.0.0.1:81\"\norigins = [\"https://staff.example\"]\n";
    assert!(at(mixed).contains("staff.origins: expects pages of http://"));
    let bad = "[staff]\nlisten = \"127.0.0.1:81\"\norigins = [\"staff.example\"]\n";
    assert!(at(bad).contains("staff.origins: expects what a browser sends"), "{}", at(bad));
}

#[test]
fn an_automatic_table_has_random_dice_and_any_other_physical_ones() {
    use taisai_table::DiceSource::{Physical, Random};

    let with = |lines: &str| {
        let text = TABLE.replace("book = \"act\"\n", &format!("book = \"act\"\n{lines}\n"));
        read(&text).unwrap().tables[0].config.dice
    };
    assert_eq!(with(""), Physical);
    assert_eq!(with("run = \"automatic\""), Random);
    assert_eq!(with("run = \"dealer\"\ndice = \"random\""), Random);
}
