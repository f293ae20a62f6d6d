//! The configuration file: what is sound, and what is told about what is not.

use std::fs::{self, Permissions};
use std::ops::Range;
use std::os::unix::fs::PermissionsExt as _;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};

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
    fs::write(folder.path().join("our-own.toml"), own).unwrap();
    certify(folder.path(), &["floor.example"], 2020..2120);
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

/// Writes a certificate for these hosts, valid from the first year to the second, and its key.
fn certify(folder: &Path, hosts: &[&str], years: Range<i32>) {
    let hosts: Vec<String> = hosts.iter().map(ToString::to_string).collect();
    let mut params = CertificateParams::new(hosts).unwrap();
    params.not_before = date_time_ymd(years.start, 1, 1);
    params.not_after = date_time_ymd(years.end, 1, 1);
    let key = KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    fs::write(folder.join("floor.pem"), certificate.pem()).unwrap();
    fs::write(folder.join("floor.key"), key.serialize_pem()).unwrap();
    fs::set_permissions(folder.join("floor.key"), Permissions::from_mode(0o600)).unwrap();
}

/// Each of these was taken, and a server started with it.
#[test]
fn settings_that_cannot_be_meant_are_refused_where_they_stand() {
    let automatic = "run = \"automatic\"\n[table.limits]";
    for (from, to, wrong) in [
        (
            "[table.limits]",
            "run = \"automatic\"\nkind = \"felt\"\n[table.limits]",
            "6:8: table 1.kind: chips on cloth need a dealer: expects \"electronic\", or",
        ),
        (
            "[table.limits]",
            "run = \"automatic\"\ndice = \"physical\"\n[table.limits]",
            "6:8: table 1.dice: dice in a shaker need a dealer: expects \"random\", or",
        ),
        (
            "[table.limits]",
            "currency = \"XYZ\"\n[table.limits]",
            "5:12: table 1.currency: XYZ is no currency in use: expects a code of ISO 4217",
        ),
        (
            "seat_max = 500000",
            "seat_max = 499",
            "7:12: table 1.limits.seat_max: is below the minimum of an area: expects at least 500",
        ),
        ("exposure_max = 10000000", "exposure_max = 89999", "expects at least 90000"),
        (
            "exposure_max = 10000000",
            "exposure_max = 499",
            "8:16: table 1.limits.exposure_max: is below what the minimum of an area can win",
        ),
    ] {
        let told = told(&TABLE.replace(from, to));
        assert!(told.len() == 1 && told[0].contains(wrong), "{wrong} is not told: {told:?}");
    }
    let least = TABLE.replace("= 500000", "= 500").replace("= 10000000", "= 90000");
    read(&least).unwrap();
    let timed = |times: &str| {
        let table = TABLE.replace("[table.limits]", automatic);
        format!("{table}[table.times]\n{times}\n")
    };
    for (times, wrong) in [
        ("betting_ms = 0", "11:14: table 1.times.betting_ms: an automatic table ends the betting"),
        (
            "betting_ms = 3000\nwarning_ms = 3001",
            "3001 is longer than the betting: expects at most",
        ),
        (
            "betting_ms = 3000\nbetting_min_ms = 3001",
            "12:18: table 1.times.betting_min_ms: 3001 is",
        ),
    ] {
        let told = told(&timed(times));
        assert!(told.len() == 1 && told[0].contains(wrong), "{wrong} is not told: {told:?}");
    }
    // What is usual is never longer than the betting that somebody asks for.
    let short = read(&timed("betting_ms = 3000")).unwrap().tables[0].config.times;
    assert_eq!((short.warning_ms, short.betting_min_ms), (3_000, 3_000));
    read(&timed("betting_ms = 3000\nwarning_ms = 3000\nbetting_min_ms = 3000")).unwrap();
}

#[test]
fn tables_are_told_apart_by_their_names() {
    let second = TABLE.replace("number = 1", "number = 2").replace("One", "ONE");
    let told = told(&format!("{TABLE}{second}"));
    assert_eq!(told, ["11:8: table 2.name: is the name of table 1 already: expects another"]);
}

#[test]
fn figures_are_not_told_where_the_floor_listens() {
    for listen in ["127.0.0.1:8080", "[::]:8080", "10.0.0.5:8080"] {
        let told = told(&format!("[metrics]\nlisten = \"{listen}\"\n{TABLE}"));
        let right =
            "2:10: metrics.listen: the floor listens at port 8080: expects a port of its own";
        assert_eq!(told, [right]);
    }
}

#[test]
fn a_key_that_nobody_knows_is_told_with_all_there_are() {
    let told = told(&format!("[doors]\nconections_max = 5\n{TABLE}"));
    assert!(told[0].contains("did you mean connections_max? there are connections_max, "));
    assert!(told[0].ends_with("messages_per_second, requests_per_second"), "{told:?}");
}

#[test]
fn a_certificate_that_no_browser_would_take_is_refused_where_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let tls = "origins = [\"https://floor.example:8443\"]\n[tls]\ncertificate = \"floor.pem\"\n\
               key = \"floor.key\"\n";
    let told = |extra: &str| {
        let read = Config::read(&format!("{tls}{extra}{TABLE}"), folder.path());
        read.map_or_else(|fault| fault.to_string(), |_| String::new())
    };
    assert!(told("").starts_with("3:15: tls.certificate: ") && told("").contains("No such file"));
    certify(folder.path(), &["floor.example"], 2020..2120);
    assert_eq!(told(""), "");
    for (years, wrong) in [(2020..2021, "expired "), (2119..2120, "becomes valid in ")] {
        certify(folder.path(), &["floor.example"], years);
        assert!(told("").starts_with("3:15: ") && told("").contains(wrong), "{}", told(""));
    }
    certify(folder.path(), &["other.example"], 2020..2120);
    assert!(told("").contains("is not for floor.example, which origins names"), "{}", told(""));
    // Behind a proxy people see the proxy's certificate.
    assert_eq!(told("[proxy]\ntrusted = [\"10.0.0.5\"]\n"), "");
    let key = fs::read(folder.path().join("floor.key")).unwrap();
    certify(folder.path(), &["floor.example"], 2020..2120);
    fs::set_permissions(folder.path().join("floor.key"), Permissions::from_mode(0o604)).unwrap();
    assert!(told("").starts_with("4:7: tls.key: "), "{}", told(""));
    assert!(told("").contains("everybody on this machine may open it (604): chmod 600"));
    fs::set_permissions(folder.path().join("floor.key"), Permissions::from_mode(0o600)).unwrap();
    fs::write(folder.path().join("floor.key"), key).unwrap();
    assert!(told("").contains("belongs to another certificate"), "{}", told(""));
}
