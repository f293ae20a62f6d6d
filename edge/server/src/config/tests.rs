//! The configuration file: what is sound, and the mistakes reported for what is not.

use std::fs::{self, Permissions};
use std::ops::Range;
use std::os::unix::fs::PermissionsExt as _;

use rcgen::{CertificateParams, KeyPair, date_time_ymd};
use sha2::{Digest, Sha256};

use super::*;

/// Reads a file; where a test is not about tables, it gets one.
fn read(text: &str) -> Result<Config, ConfigFault> {
    let table = if text.contains("[[table]]") { "" } else { TABLE };
    Config::read(&format!("{text}\n{table}"), Path::new("."))
}

/// What is wrong with a file, one line each.
fn mistakes(text: &str) -> Vec<String> {
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
    fs::write(folder.path().join("approved.pdf"), "%PDF-1.7 the rules").unwrap();
    certify(folder.path(), &["floor.example", "staff.example"], 2020..2120);
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
fn every_mistake_is_reported_at_once_with_its_place() {
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
    let places: Vec<String> = mistakes(text)
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
        assert!(
            places.iter().any(|mistakes| mistakes == place),
            "{place} is not reported: {places:#?}"
        );
    }
    let all = mistakes(text).join("\n");
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
        assert!(all.contains(right), "{right} is not reported:\n{all}");
    }
}

#[test]
fn what_is_not_toml_is_reported_with_its_place() {
    let mistakes = mistakes("house = \"a\"\nlisten = \n");
    assert!(mistakes[0].starts_with("2:") && mistakes[0].contains("not TOML"), "{mistakes:?}");
}

#[test]
fn limits_that_a_book_cannot_pay_are_reported_before_anything_starts() {
    let text = TABLE.replace("act", "singapore-1").replace("500, max", "501, max");
    let mistakes = mistakes(&text.replace("multiple = 100", "multiple = 1"));
    let right = "6:17: table 1.limits.usual.min: 501 cannot be paid exactly by the rule book: \
                 expects 500 or 502";
    assert_eq!(mistakes, [right]);
}

#[test]
fn limits_of_a_family_that_a_book_cannot_pay_are_reported_at_its_own_line() {
    let text = TABLE.replace("act", "singapore-1");
    let pays = &Library::get("singapore-1").unwrap().rules().pay_table;
    let halved = pays.offers().iter().find(|offer| pays.multiple(offer.area) == Some(2));
    let family = halved.unwrap().area.family().word();
    for (min, max, right) in [
        (511, 20_000, "511 cannot be paid exactly by the rule book: expects 510 or 512"),
        (1, 20_000, "1 cannot be paid exactly by the rule book: expects 2"),
        (1, 1, "expects a multiple of 2, and a maximum that is not below it"),
    ] {
        let own = format!("[table.limits.families]\n{family} = {{ min = {min}, max = {max} }}\n");
        let mistakes = mistakes(&format!("{text}{own}"));
        let key = format!("table 1.limits.families.{family}.min: ");
        assert!(mistakes[0].starts_with("10:") && mistakes[0].contains(&key), "{mistakes:?}");
        assert!(mistakes.len() == 1 && mistakes[0].ends_with(right), "{mistakes:?}");
    }
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
    let at = |text: &str| mistakes(text).join("\n");
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
    assert!(at(&same).contains("3:10: staff.listen: 127.0.0.1:80 is the address of another"));
    // An address of all includes every other one.
    for (floor, staff) in [
        ("127.0.0.1:80", "0.0.0.0:80"),
        ("0.0.0.0:80", "10.0.0.5:80"),
        ("127.0.0.1:80", "[::]:80"),
        ("[::1]:80", "[::]:80"),
    ] {
        let text = format!("listen = \"{floor}\"\n[staff]\nlisten = \"{staff}\"\n");
        let right = format!("staff.listen: {floor} is the address of another listener");
        assert!(at(&text).contains(&right), "{}", at(&text));
        let text = format!("[staff]\nlisten = \"{floor}\"\n[metrics]\nlisten = \"{staff}\"\n");
        let right = format!("staff.listen: {staff} is the address of another listener");
        assert!(at(&text).contains(&right), "{}", at(&text));
    }
    read("listen = \"127.0.0.1:80\"\n[staff]\nlisten = \"127.0.0.2:80\"\n").unwrap();
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
    let both = "origins = [\"https://floor.example\", \"http://floor.example\"]\n";
    assert!(at(both).contains("origins: the other pages come over TLS: expects \"https://floor"));
    for anybody in ["0.0.0.0", "::"] {
        let proxy = at(&format!("[proxy]\ntrusted = [{anybody:?}]\n"));
        assert!(proxy.contains("proxy.trusted: is no machine's address: expects"), "{proxy}");
    }
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
#[expect(clippy::too_many_lines, reason = "one setting after another")]
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
        let mistakes = mistakes(&TABLE.replace(from, to));
        assert!(
            mistakes.len() == 1 && mistakes[0].contains(wrong),
            "{wrong} is not reported: {mistakes:?}"
        );
    }
    let least = TABLE.replace("= 500000", "= 500").replace("= 10000000", "= 90000");
    read(&least).unwrap();
    let timed = |times: &str| {
        let table = TABLE.replace("[table.limits]", automatic);
        format!("{table}[table.times]\n{times}\n")
    };
    for (times, wrong) in [
        (
            "betting_ms = 0",
            "11:14: table 1.times.betting_ms: an automatic table ends the betting by itself: \
             expects at least 3000",
        ),
        (
            "betting_ms = 3000\nwarning_ms = 3000",
            "12:14: table 1.times.warning_ms: 3000 warns for as long as the betting lasts: expects \
             at most 2999",
        ),
        (
            "show_ms = 0\npause_ms = 0",
            "11:11: table 1.times.show_ms: 0 beside pause_ms = 0 lets nobody see the result: \
             expects at least 1",
        ),
        (
            "betting_ms = 3000\nwarning_ms = 3001",
            "3001 is longer than the betting: expects at most",
        ),
        (
            "betting_ms = 3000\nbetting_min_ms = 3001",
            "12:18: table 1.times.betting_min_ms: 3001 is",
        ),
    ] {
        let mistakes = mistakes(&timed(times));
        assert!(
            mistakes.len() == 1 && mistakes[0].contains(wrong),
            "{wrong} is not reported: {mistakes:?}"
        );
    }
    // What is usual is never longer than the betting that somebody asks for.
    let short = read(&timed("betting_ms = 3000")).unwrap().tables[0].config.times;
    assert_eq!((short.warning_ms, short.betting_min_ms), (1_500, 3_000));
    read(&timed("betting_ms = 3000\nwarning_ms = 2999\nbetting_min_ms = 3000")).unwrap();
    for seen in ["show_ms = 1\npause_ms = 0", "show_ms = 0\npause_ms = 1"] {
        read(&timed(seen)).unwrap();
    }
}

#[test]
fn everybody_has_the_time_to_bet_that_the_book_asks_for() {
    let timed = |book: &str, run: &str, times: &str| {
        let lines = format!("run = \"{run}\"\n[table.times]\n{times}\n[table.limits]");
        TABLE.replace("\"act\"", &format!("{book:?}")).replace("[table.limits]", &lines)
    };
    let early = "lets no more bets be called before everybody could bet (ACT 4.1; reading 24): \
                 expects at least 3000";
    for (book, run, times, wrong) in [
        (
            "act",
            "dealer",
            "betting_min_ms = 0",
            format!("7:18: table 1.times.betting_min_ms: 0 {early}"),
        ),
        (
            "act",
            "dealer",
            "betting_ms = 3000\nbetting_min_ms = 2999",
            format!("8:18: table 1.times.betting_min_ms: 2999 {early}"),
        ),
        (
            "act",
            "automatic",
            "betting_ms = 2999",
            "7:14: table 1.times.betting_ms: 2999 leaves nobody time to bet (ACT 4.1; reading \
             24): expects at least 3000"
                .to_owned(),
        ),
        (
            "maryland",
            "automatic",
            "betting_ms = 999",
            "7:14: table 1.times.betting_ms: 999 leaves nobody time to bet: expects at least 1000"
                .to_owned(),
        ),
    ] {
        assert_eq!(mistakes(&timed(book, run, times)), [wrong]);
    }
    read(&timed("act", "dealer", "betting_min_ms = 3000")).unwrap();
    read(&timed("maryland", "dealer", "betting_min_ms = 0")).unwrap();
}

#[test]
fn no_two_tables_look_alike_by_name() {
    let second = TABLE.replace("number = 1", "number = 2").replace("One", "ONE");
    let mistakes = mistakes(&format!("{TABLE}{second}"));
    assert_eq!(mistakes, ["11:8: table 2.name: is the name of table 1 already: expects another"]);
}

#[test]
fn names_that_look_the_same_are_the_same_and_what_nobody_sees_is_no_name() {
    let second = |name: &str| {
        let second = TABLE.replace("number = 1", "number = 2").replace("One", name);
        format!("{}{second}", TABLE.replace("One", "Table One"))
    };
    for same in ["table one", "Table  One", " Table One ", "Table\u{a0}One"] {
        let mistakes = mistakes(&second(same));
        assert!(mistakes[0].contains("is the name of table 1 already"), "{same:?}: {mistakes:?}");
    }
    for unseen in ["Table\u{200b} One", "\u{feff}Table One", "Table O\u{ad}ne", " "] {
        let mistakes = mistakes(&second(unseen));
        assert!(mistakes[0].contains("all of which can be seen"), "{unseen:?}: {mistakes:?}");
    }
    read(&second("Table Two")).unwrap();
}

/// A floor of no tables was sound, and served nobody.
#[test]
fn a_floor_has_a_table() {
    for empty in ["", "house = \"Harbour House\"\n"] {
        let fault = Config::read(empty, Path::new(".")).unwrap_err().to_string();
        assert!(fault.starts_with("1:1: table: is missing"), "{fault}");
        assert!(fault.contains("taisai config example"), "{fault}");
    }
}

#[test]
fn what_can_only_be_a_mistake_is_refused_with_what_would_be_right() {
    for (text, wrong) in [
        ("origins = []", "1:11: origins: names no page: expects one, or leave the key out"),
        ("[metrics]", "metrics.listen: is missing: an address and a port"),
        (
            "[doors]\nconnections_max = 5\nconnections_per_address_max = 6",
            "3:31: doors.connections_per_address_max: is above connections_max: expects at most 5",
        ),
        (
            "[staff]\nlisten = \"127.0.0.1:1\"\nconnections_per_address_max = 501",
            "3:31: staff.connections_per_address_max: is above connections_max: expects at most",
        ),
        (
            &TABLE.replace("{ min = 500, max = 100000, multiple = 100 }", "\"x\""),
            "6:9: table 1.limits.usual: expects a section: [table.limits.usual]",
        ),
    ] {
        let mistakes = mistakes(text).join("\n");
        assert!(mistakes.contains(wrong), "{wrong} is not reported: {mistakes}");
    }
}

/// The hint left out sections that are looked for before they are read.
#[test]
fn an_unknown_key_of_any_section_is_reported_with_every_key_of_it() {
    let bare = |line: &str| match line.strip_prefix('#') {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '[') => {
            rest.to_owned()
        }
        Some(_) | None => line.to_owned(),
    };
    let lines: Vec<String> = Config::EXAMPLE.lines().map(bare).collect();
    let whole: toml::Table = lines.join("\n").parse().unwrap();
    let table = whole["table"].as_array().unwrap()[0].as_table().unwrap();
    let other = ["book_file", "families", "outside_document"];
    let mut sections = vec![("", &whole), ("[[table]]", table)];
    for (name, at) in [
        ("[tls]", "tls"),
        ("[proxy]", "proxy"),
        ("[doors]", "doors"),
        ("[staff]", "staff"),
        ("[sessions]", "sessions"),
        ("[day]", "day"),
        ("[cage]", "cage"),
        ("[log]", "log"),
        ("[metrics]", "metrics"),
    ] {
        sections.push((name, whole[at].as_table().unwrap()));
    }
    sections.push(("[table.limits]", table["limits"].as_table().unwrap()));
    sections.push(("[table.times]", table["times"].as_table().unwrap()));
    assert_eq!(whole.values().filter(|value| value.is_table()).count() + 4, sections.len());
    for (heading, section) in sections {
        let text = match heading {
            "" => "zzz = 1\n".to_owned(),
            "[[table]]" | "[table.limits]" | "[table.times]" => {
                format!("[[table]]\nnumber = 1\n{}\nzzz = 1\n", heading.replace("[[table]]", ""))
            }
            _ => format!("{heading}\nzzz = 1\n"),
        };
        let mistakes = mistakes(&text).join("\n");
        let hint =
            mistakes.lines().find(|line| line.contains("is no key of this section")).unwrap();
        let (_, known) = hint.split_once("there are ").unwrap();
        let mut known: Vec<&str> = known.split(", ").collect();
        known.retain(|key| section.contains_key(*key) || !other.contains(key));
        let keys: Vec<&str> = section.keys().map(String::as_str).collect();
        assert_eq!(known, keys, "{heading}");
    }
}

#[test]
fn metrics_are_not_served_where_the_floor_listens() {
    for listen in ["127.0.0.1:8080", "[::]:8080", "10.0.0.5:8080"] {
        let mistakes = mistakes(&format!("[metrics]\nlisten = \"{listen}\"\n{TABLE}"));
        let right =
            "2:10: metrics.listen: the floor listens at port 8080: expects a port of its own";
        assert_eq!(mistakes, [right]);
    }
}

#[test]
fn an_unknown_key_is_reported_with_all_known_keys() {
    let mistakes = mistakes(&format!("[doors]\nconections_max = 5\n{TABLE}"));
    assert!(mistakes[0].contains("did you mean connections_max? there are connections_max, "));
    assert!(mistakes[0].ends_with("messages_per_second, requests_per_second"), "{mistakes:?}");
}

#[test]
fn a_certificate_that_no_browser_would_take_is_refused_where_it_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let tls = "origins = [\"https://floor.example:8443\"]\n[tls]\ncertificate = \"floor.pem\"\n\
               key = \"floor.key\"\n";
    let fault = |extra: &str| {
        let read = Config::read(&format!("{tls}{extra}{TABLE}"), folder.path());
        read.map_or_else(|error| error.to_string(), |_| String::new())
    };
    assert!(fault("").starts_with("3:15: tls.certificate: ") && fault("").contains("No such file"));
    certify(folder.path(), &["floor.example"], 2020..2120);
    assert_eq!(fault(""), "");
    for (years, wrong) in [(2020..2021, "expired "), (2119..2120, "becomes valid in ")] {
        certify(folder.path(), &["floor.example"], years);
        assert!(fault("").starts_with("3:15: ") && fault("").contains(wrong), "{}", fault(""));
    }
    certify(folder.path(), &["other.example"], 2020..2120);
    assert!(fault("").contains("is not for floor.example, which origins names"), "{}", fault(""));
    // Nobody said whom it is for; or its pages are not encrypted.
    let other = |from: &str, to: &str| {
        let text = format!("{}{TABLE}", tls.replace(from, to));
        Config::read(&text, folder.path()).unwrap_err().to_string()
    };
    let unnamed = other("origins = [\"https://floor.example:8443\"]\n", "");
    assert!(unnamed.contains("origins: is missing: which pages the certificate is for"));
    let plain = other("https://", "http://");
    assert!(
        plain.contains(
            "1:11: origins: the server speaks TLS: expects \"https://floor.example:8443\""
        ),
        "{plain}"
    );
    certify(folder.path(), &["floor.example"], 2020..2120);
    let staff = "[staff]\nlisten = \"127.0.0.1:81\"\n";
    assert!(fault(staff).contains("staff.origins: is missing: which pages of staff"));
    let staff = format!("{staff}origins = [\"https://staff.example\"]\n");
    assert!(fault(&staff).contains("is not for staff.example, which origins names"));
    certify(folder.path(), &["other.example"], 2020..2120);
    // Behind a proxy people see the proxy's certificate.
    assert_eq!(fault("[proxy]\ntrusted = [\"10.0.0.5\"]\n"), "");
    let key = fs::read(folder.path().join("floor.key")).unwrap();
    certify(folder.path(), &["floor.example"], 2020..2120);
    fs::set_permissions(folder.path().join("floor.key"), Permissions::from_mode(0o604)).unwrap();
    assert!(fault("").starts_with("4:7: tls.key: "), "{}", fault(""));
    assert!(fault("").contains("everybody on this machine may open it (604): chmod 600"));
    fs::set_permissions(folder.path().join("floor.key"), Permissions::from_mode(0o600)).unwrap();
    fs::write(folder.path().join("floor.key"), key).unwrap();
    assert!(fault("").contains("belongs to another certificate"), "{}", fault(""));
    let secret =
        "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n";
    fs::write(folder.path().join("floor.key"), secret).unwrap();
    assert!(
        fault("").contains("is encrypted") && fault("").contains("openssl pkey"),
        "{}",
        fault("")
    );
}

#[test]
fn a_document_is_read_with_its_hash_or_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("rules.pdf"), "%PDF-1.7 the rules").unwrap();
    fs::write(folder.path().join("rules.html"), "<p>").unwrap();
    fs::write(folder.path().join("empty.txt"), "").unwrap();
    let named = |file: &str| {
        let line = format!("document = \"{file}\"\n[table.limits]");
        Config::read(&TABLE.replace("[table.limits]", &line), folder.path())
    };
    let config = named("rules.pdf").unwrap();
    let [(table, document)] = config.documents()[..] else { panic!("one document") };
    assert_eq!(
        (table.0, document.file.as_str(), document.media),
        (1, "rules.pdf", "application/pdf")
    );
    assert_eq!(document.hash, <[u8; 32]>::from(Sha256::digest(b"%PDF-1.7 the rules")));
    let other = named("rules.pdf").unwrap();
    assert_eq!(config.needs_restart(&other), [""; 0]);
    fs::write(folder.path().join("rules.pdf"), "%PDF-1.7 other rules").unwrap();
    assert_eq!(config.needs_restart(&named("rules.pdf").unwrap()), ["document"]);
    for (file, right) in [
        ("missing.pdf", "expects the file that was approved, found from the folder of this file"),
        ("rules.html", "expects the approved document as a file of .pdf or .txt"),
        ("empty.txt", "has 0 bytes; expects 1 to 16777216 bytes"),
    ] {
        let fault = named(file).unwrap_err().to_string();
        assert!(fault.starts_with("5:12: table 1.document: "), "{fault}");
        assert!(fault.ends_with(right), "{fault}");
    }
}

/// A table with terminals and drawn dice stood under documents that know chips and a shaker, and
/// nobody said so.
#[test]
fn a_table_outside_its_document_names_its_approval() {
    let table = |lines: &str| TABLE.replace("[table.limits]", &format!("{lines}\n[table.limits]"));
    let unapproved = |lines: &str| -> Vec<String> {
        let config = read(&table(lines)).unwrap();
        config.unapproved.iter().map(|(_, mistake)| mistake.to_string()).collect()
    };
    let by = "outside_document = { allowed_by = \"licence 12\" }";
    let right = "or the approval that allows it, as outside_document = { allowed_by = \"…\" }";
    let felt = format!(
        "1:1: table 1.kind: the rule document does not know terminals (ACT 4.2; reading 27): \
         expects \"felt\", {right}"
    );
    let physical = format!(
        "the rule document does not know random dice (ACT 5.1; reading 27): expects \
         \"physical\", {right}"
    );
    assert_eq!(unapproved(""), std::slice::from_ref(&felt));
    let drawn = unapproved("run = \"automatic\"");
    assert_eq!(drawn.len(), 2, "{drawn:?}");
    assert!(drawn[1].ends_with(&physical), "{drawn:?}");
    assert!(unapproved("kind = \"electronic\"")[0].starts_with("5:8: table 1.kind: "));
    assert_eq!(unapproved("kind = \"felt\""), [""; 0]);
    // The approval is a line of text, where one is needed and nowhere else.
    assert_eq!(unapproved(by), [""; 0]);
    let plan = read(&table(by)).unwrap().tables.swap_remove(0);
    assert_eq!(plan.outside_document.unwrap().as_str(), "licence 12");
    for (lines, wrong) in [
        (&*format!("kind = \"felt\"\n{by}"), "as its rule document knows it: leave the key out"),
        ("outside_document = { allowed_by = \" \" }", "1 to 500 bytes on one line"),
        ("outside_document = {}", "allowed_by: is missing"),
        ("outside_document = { allowed_by = \"None\" }", "the approval: who gave it"),
        ("outside_document = { allowed_by = \"-\" }", "the approval: who gave it"),
    ] {
        let mistakes = mistakes(&table(lines));
        assert!(mistakes.len() == 1 && mistakes[0].contains(wrong), "{lines}: {mistakes:?}");
    }
}

/// The shift's inspection was asked for only where somebody pressed a button.
#[test]
fn a_book_that_asks_for_inspections_in_every_shift_needs_shifts() {
    let table = TABLE.replace("\"act\"", "\"massachusetts\"");
    let day = "[day]\nshifts = [\"06:00\", \"14:00\"]\nutc_offset = \"-05:00\"\n";
    let wrong = mistakes(&table);
    assert_eq!(wrong.len(), 1, "{wrong:?}");
    assert!(wrong[0].starts_with("4:8: table 1.book: the rule book asks for an inspection"));
    let right = "(MA 5(b)), and the file does not say when shifts begin: expects [day] with shifts \
                 = [\"06:00\", \"14:00\", \"22:00\"] and utc_offset = \"-05:00\"";
    assert!(wrong[0].ends_with(right), "{wrong:?}");
    assert!(read(&format!("{day}{table}")).unwrap().day.is_some());
    // Where dice are drawn there is no shaker to inspect; another book does not ask.
    let drawn = table.replace("[table.limits]", "run = \"automatic\"\n[table.limits]");
    assert!(read(&drawn).is_ok() && read(TABLE).is_ok());
}

#[test]
fn shifts_are_times_of_the_clock_each_later_than_the_one_before() {
    let mistakes = |day: &str| mistakes(&format!("[day]\n{day}\n{TABLE}"));
    let offset = "utc_offset = \"+08:00\"";
    let shifts = |shifts: &str| mistakes(&format!("shifts = {shifts}\n{offset}"));
    let sound = format!("[day]\nshifts = [\"00:00\", \"23:59\"]\n{offset}\n{TABLE}");
    assert!(read(&sound).unwrap().day.is_some());
    assert_eq!(
        shifts("[\"14:00\", \"06:00\", \"22:00\"]"),
        ["2:20: day.shifts: 06:00 stands behind 14:00: expects the earliest time first"]
    );
    assert_eq!(
        shifts("[\"06:00\", \"06:00\"]"),
        ["2:20: day.shifts: 06:00 is there twice: expects each time once"]
    );
    for bad in ["6:00", "24:00", "06:60", "noon"] {
        let what = format!(
            "2:11: day.shifts: \"{bad}\" is no time: expects hours and minutes, as \"06:00\""
        );
        assert_eq!(shifts(&format!("[\"{bad}\"]")), [what]);
    }
    let none = "2:10: day.shifts: names no time: expects one at least, such as [\"06:00\"]";
    assert_eq!(shifts("[]"), [none]);
    assert_eq!(shifts("[6]"), ["2:11: day.shifts: expects texts in quotation marks"]);
    let many: Vec<String> = (0..25).map(|minute| format!("\"00:{minute:02}\"")).collect();
    let many = shifts(&format!("[{}]", many.join(", ")));
    assert!(many[0].ends_with("day.shifts: expects at most 24 shifts"), "{many:?}");
    assert_eq!(
        mistakes("shifts = [\"06:00\"]\nutc_offset = \"8\""),
        [concat!(
            "3:14: day.utc_offset: \"8\" is not an offset of the house's clock from UTC, ",
            "from \"-12:00\" to \"+14:00\"",
        )]
    );
    let missing = mistakes("shifts = [\"06:00\"]");
    assert!(missing[0].contains("day.utc_offset: is missing: how far"), "{missing:?}");
    let missing = mistakes(offset);
    assert!(missing[0].contains("day.shifts: is missing: when shifts begin"), "{missing:?}");
}

#[test]
fn large_sums_are_an_amount_for_each_currency_within_the_days_of_the_house() {
    let cage = |lines: &str| format!("[cage]\n{lines}\n{TABLE}");
    let usd = "{ currency = \"USD\", amount = 1000000 }";
    let found = read(&cage(&format!("large = [{usd}]"))).unwrap().large;
    let above: Vec<_> = found.above().iter().map(|(of, sum)| (of.code(), sum.units())).collect();
    assert_eq!((above, found.ahead_minutes()), (vec![("USD", 1_000_000)], 0));
    let day = "[day]\nshifts = [\"06:00\"]\nutc_offset = \"-05:00\"\n";
    let found = read(&format!("{day}{}", cage(&format!("large = [{usd}]")))).unwrap().large;
    assert_eq!(found.ahead_minutes(), -660);
    assert!(read(TABLE).unwrap().large.above().is_empty());
    for (large, wrong) in [
        (&*format!("[{usd}, {usd}]"), "USD is named before"),
        ("[{ currency = \"USD\" }]", "amount: is missing"),
        ("[{ amount = 5 }]", "currency: is missing"),
        ("[{ currency = \"usd\", amount = 5 }]", "three capital letters"),
        ("[{ currency = \"USD\", amount = 0 }]", "a whole number from 1 to 1000000000000000"),
        ("5", "cage.large"),
    ] {
        let mistakes = mistakes(&cage(&format!("large = {large}")));
        assert!(mistakes.len() == 1 && mistakes[0].contains(wrong), "{large}: {mistakes:?}");
    }
}
