//! The configuration file, section by section.

use std::collections::{BTreeMap, BTreeSet};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use taisai_floor::{CageRules, LargeRules, TableId, Title};
use taisai_journal::TableNumber;
use taisai_rulebooks::{Edition, Library, nearest};
use taisai_rules::{Currency, Family, Stake};
use taisai_table::{
    AreaLimit, Config as TableConfig, Denominations, DiceSource, Limits, Money, Reason, Run,
    TableKind, Times,
};
use toml::de::DeTable;

use super::day::{self, GamingDay, asks_for_shifts};
use super::section::{Placed, Section, Sheet};
use super::sense::{Senseless, senseless, table_name};
use super::{
    Config, ConfigFault, Document, Doors, Log, LogForm, LogLevel, Patience, StaffListener,
    TablePlan, Tls,
};
use crate::world::certificate::Certificate;

/// Where it listens by default: on this machine alone.
pub(super) const LISTEN: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8080);

const TITLE: &str = "1 to 80 bytes on one line";
const TABLE_NAME: &str = "1 to 80 bytes on one line, all of which can be seen";
/// The longest time that can be set: a day.
const TIME_MAX_MS: u64 = 86_400_000;

pub(super) fn read(text: &str, beside: &Path) -> Result<Config, ConfigFault> {
    let mut sheet = Sheet::new(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    for error in &errors {
        let at = error.span().map_or(0, |span| span.start);
        sheet.wrong(at, "", format!("not TOML: {}", error.message()));
    }
    // What is not TOML hides what it meant: mistakes beyond it would only mislead.
    let config =
        errors.is_empty().then(|| config(&mut sheet, Section::root(table.get_ref()), beside));
    let mut mistakes = sheet.mistakes;
    mistakes.sort();
    match config {
        Some(config) if mistakes.is_empty() => Ok(config),
        _ => Err(ConfigFault(mistakes)),
    }
}

fn config(sheet: &mut Sheet<'_>, mut file: Section<'_>, beside: &Path) -> Config {
    let house = if file.has("house") {
        file.read(sheet, "house", TITLE, Title::new)
    } else {
        Title::new("Taisai")
    };
    let listen = address(sheet, &mut file, "listen").unwrap_or(LISTEN);
    let (origins, doors) = (origins(sheet, &mut file), doors(sheet, &mut file));
    let staff = staff(sheet, &mut file, &doors);
    let mut config = Config {
        house: house.unwrap_or_else(|| Title::new("Taisai").expect("a plain name")),
        listen,
        origins,
        proxies: proxies(sheet, &mut file),
        tls: tls(sheet, &mut file, beside),
        doors,
        staff: staff.as_ref().map(|staff| staff.value.clone()),
        patience: Patience::default(),
        idle: idle(sheet, &mut file),
        log: log(sheet, &mut file),
        metrics: metrics(sheet, &mut file),
        cage: CageRules::default(),
        large: LargeRules::default(),
        day: day::read(sheet, &mut file),
        tables: Vec::new(),
        unapproved: Vec::new(),
        demo: false,
    };
    (config.cage, config.large) = cage(sheet, &mut file, config.day.as_ref());
    let shifts_set = file.has("day");
    config.tables = tables(sheet, &mut file, (beside, shifts_set));
    config.unapproved = std::mem::take(&mut sheet.unapproved);
    check_certificate(sheet, &file, &config);
    check_encrypted(sheet, &file, &config);
    check_one_scheme(sheet, &file, &config);
    for (key, what) in config.listeners_in_the_way() {
        let path: Vec<&str> = key.split('.').collect();
        sheet.wrong(file.place(&path), key, what);
    }
    if !file.has("table") {
        let what = "is missing: every floor has a table; taisai config example shows one";
        sheet.wrong(0, "table", what);
    }
    file.end(sheet);
    if let Some(staff) = &staff {
        check_staff(sheet, staff, &config);
    }
    config
}

/// Reports mistakes in the certificate at the line of the file that names it.
fn check_certificate(sheet: &mut Sheet<'_>, file: &Section<'_>, config: &Config) {
    let Some(tls) = &config.tls else { return };
    if let Err(fault) = Certificate::read(tls, &config.hosts()) {
        let name = if fault.path == tls.key { "key" } else { "certificate" };
        sheet.wrong(file.place(&["tls", name]), &format!("tls.{name}"), fault.to_string());
    }
}

/// Where the server itself speaks TLS, every page is of that kind, and the certificate is for its
/// host. Without a proxy the file has to say which hosts these are.
fn check_encrypted(sheet: &mut Sheet<'_>, file: &Section<'_>, config: &Config) {
    if config.tls.is_none() {
        return;
    }
    for plain in config.origins.iter().filter_map(|origin| origin.strip_prefix("http://")) {
        let what = format!("the server speaks TLS: expects \"https://{plain}\"");
        sheet.wrong(file.place(&["origins"]), "origins", what);
    }
    if config.origins.is_empty() && config.proxies.is_empty() {
        let what = "is missing: which pages the certificate is for, such as \
                    [\"https://floor.example\"]";
        sheet.wrong(file.place(&["tls"]), "origins", what);
    }
    let staff = config.staff.as_ref().filter(|staff| staff.origins.is_empty());
    if staff.is_some() && config.proxies.is_empty() {
        let what = "is missing: which pages of staff the certificate is for, such as \
                    [\"https://staff.example:8444\"]";
        sheet.wrong(file.place(&["staff"]), "staff.origins", what);
    }
}

/// Cookies are for pages over TLS or for plain ones: a host whose pages are of both kinds would
/// lose its log-ins at one of them.
fn check_one_scheme(sheet: &mut Sheet<'_>, file: &Section<'_>, config: &Config) {
    let has_encrypted = config.origins.iter().any(|origin| origin.starts_with("https://"));
    if config.tls.is_some() || !has_encrypted {
        return;
    }
    for plain in config.origins.iter().filter_map(|origin| origin.strip_prefix("http://")) {
        let what = format!("the other pages come over TLS: expects \"https://{plain}\"");
        sheet.wrong(file.place(&["origins"]), "origins", what);
    }
}

fn address(
    sheet: &mut Sheet<'_>,
    section: &mut Section<'_>,
    name: &'static str,
) -> Option<SocketAddr> {
    let expects = "an address and a port, such as \"127.0.0.1:8080\" or \"[::]:8443\"";
    section.read(sheet, name, expects, |text| text.parse().ok())
}

fn origins(sheet: &mut Sheet<'_>, section: &mut Section<'_>) -> Vec<String> {
    let (mut sound, key) = (Vec::new(), section.key("origins"));
    let named = section.list(sheet, "origins");
    if named.is_empty() && section.is_empty_list("origins") {
        let what = "names no page: expects one, or leave the key out for the address it listens at";
        sheet.wrong(section.place(&["origins"]), &key, what);
    }
    for Placed { value, at } in named {
        if is_origin(value) {
            sound.push(value.to_owned());
        } else {
            let what = "expects what a browser sends, such as \"https://floor.example:8443\": \
                        scheme, host in small letters, and the port unless it is the usual one";
            sheet.wrong(at, &key, what);
        }
    }
    sound
}

/// Scheme, host and port exactly as a browser writes them, and nothing after.
fn is_origin(text: &str) -> bool {
    let usual = [("https://", ":443"), ("http://", ":80")];
    usual.iter().any(|(scheme, port)| {
        let rest = text.strip_prefix(scheme).filter(|rest| !rest.ends_with(port));
        let sound = |byte: u8| {
            byte.is_ascii_lowercase() || byte.is_ascii_digit() || b".-:[]".contains(&byte)
        };
        rest.is_some_and(|rest| !rest.is_empty() && rest.bytes().all(sound))
    })
}

fn proxies(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Vec<IpAddr> {
    let mut proxy = file.section(sheet, "proxy");
    let mut trusted = Vec::new();
    for Placed { value, at } in proxy.list(sheet, "trusted") {
        match value.parse() {
            Ok(IpAddr::V4(Ipv4Addr::UNSPECIFIED) | IpAddr::V6(Ipv6Addr::UNSPECIFIED)) => {
                let what = "is no machine's address: expects the one that the proxy connects \
                            from, such as \"10.0.0.5\"";
                sheet.wrong(at, "proxy.trusted", what);
            }
            Ok(address) => trusted.push(address),
            Err(_) => sheet.wrong(at, "proxy.trusted", "expects addresses such as \"10.0.0.5\""),
        }
    }
    proxy.end(sheet);
    trusted
}

fn tls(sheet: &mut Sheet<'_>, file: &mut Section<'_>, beside: &Path) -> Option<Tls> {
    if !file.has("tls") {
        return None;
    }
    let mut tls = file.section(sheet, "tls");
    for name in ["certificate", "key"] {
        tls.needs(sheet, name, "a PEM file");
    }
    let mut path = |name| tls.text(sheet, name).map(|text| beside.join(text.value));
    let (certificate, key) = (path("certificate"), path("key"));
    tls.end(sheet);
    Some(Tls { certificate: certificate?, key: key? })
}

fn doors(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Doors {
    let usual = Doors::default();
    let mut doors = file.section(sheet, "doors");
    let mut count = |name, usual: u32, max: u64| {
        let found = doors.whole(sheet, name, &(1..=max));
        found.and_then(|found| u32::try_from(found).ok()).unwrap_or(usual)
    };
    let connections_max = count("connections_max", usual.connections_max, CONNECTIONS_MAX);
    let share = Doors::share(connections_max);
    let read = Doors {
        connections_max,
        connections_per_address_max: count("connections_per_address_max", share, CONNECTIONS_MAX),
        messages_per_second: count("messages_per_second", usual.messages_per_second, 100_000),
        requests_per_second: count("requests_per_second", usual.requests_per_second, 100_000),
    };
    check_share(sheet, &doors, &read);
    doors.end(sheet);
    read
}

/// One address cannot have more connections than there are.
fn check_share(sheet: &mut Sheet<'_>, section: &Section<'_>, doors: &Doors) {
    let name = "connections_per_address_max";
    if doors.connections_per_address_max > doors.connections_max {
        let what = format!("is above connections_max: expects at most {}", doors.connections_max);
        sheet.wrong(section.place(&[name]), &section.key(name), what);
    }
}

/// More connections than that no machine of a floor holds.
const CONNECTIONS_MAX: u64 = 1_000_000;

fn staff(
    sheet: &mut Sheet<'_>,
    file: &mut Section<'_>,
    doors: &Doors,
) -> Option<Placed<StaffListener>> {
    if !file.has("staff") {
        return None;
    }
    let mut staff = file.section(sheet, "staff");
    staff.needs(sheet, "listen", "an address and a port");
    let (at, listen) = (staff.at, address(sheet, &mut staff, "listen"));
    let mut count = |name, usual: u32| {
        let found = staff.whole(sheet, name, &(1..=CONNECTIONS_MAX));
        found.and_then(|found| u32::try_from(found).ok()).unwrap_or(usual)
    };
    let connections_max = count("connections_max", StaffListener::CONNECTIONS_MAX);
    let share = StaffListener::share(connections_max);
    let connections_per_address_max = count("connections_per_address_max", share);
    let doors = Doors { connections_max, connections_per_address_max, ..*doors };
    check_share(sheet, &staff, &doors);
    let origins = origins(sheet, &mut staff);
    staff.end(sheet);
    Some(Placed { value: StaffListener { listen: listen?, origins, doors }, at })
}

/// Cookies are the same at both listeners: either all pages come over TLS, or none.
fn check_staff(sheet: &mut Sheet<'_>, staff: &Placed<StaffListener>, config: &Config) {
    let Placed { value: StaffListener { origins, .. }, at } = staff;
    let https = |origin: &String| origin.starts_with("https://");
    let encrypted = config.tls.is_some() || Config::is_encrypted_by_proxy(&config.origins);
    let fits = if origins.is_empty() {
        config.tls.is_some() == encrypted
    } else {
        origins.iter().all(|origin| https(origin) == encrypted)
    };
    if !fits {
        let scheme = if encrypted { "https" } else { "http" };
        let what = format!("expects pages of {scheme}://, as the other listener's are");
        sheet.wrong(*at, "staff.origins", what);
    }
}

/// After how many minutes without use a log-in ends; twelve hours are as long as any lasts.
const IDLE_MINUTES: std::ops::RangeInclusive<u64> = 1..=720;
/// The usual one.
pub(super) const IDLE: Duration = Duration::from_mins(30);

fn idle(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Duration {
    let mut sessions = file.section(sheet, "sessions");
    let minutes = sessions.whole(sheet, "idle_minutes", &IDLE_MINUTES);
    sessions.end(sheet);
    minutes.map_or(IDLE, Duration::from_mins)
}

const LEVELS: [(&str, LogLevel); 4] = [
    ("error", LogLevel::Error),
    ("warn", LogLevel::Warn),
    ("info", LogLevel::Info),
    ("debug", LogLevel::Debug),
];
const FORMS: [(&str, LogForm); 3] =
    [("auto", LogForm::Auto), ("text", LogForm::Text), ("json", LogForm::Json)];

fn log(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Option<Log> {
    let said = file.has("log");
    let mut log = file.section(sheet, "log");
    let level = log.word(sheet, "level", &LEVELS).unwrap_or_default();
    let form = log.word(sheet, "form", &FORMS).unwrap_or_default();
    log.end(sheet);
    said.then_some(Log { level, form })
}

fn metrics(sheet: &mut Sheet<'_>, file: &mut Section<'_>) -> Option<SocketAddr> {
    let said = file.has("metrics");
    let mut metrics = file.section(sheet, "metrics");
    if said {
        metrics.needs(sheet, "listen", "an address and a port");
    }
    let listen = address(sheet, &mut metrics, "listen");
    metrics.end(sheet);
    listen
}

/// What the house sets for its cage.
fn cage(
    sheet: &mut Sheet<'_>,
    file: &mut Section<'_>,
    day: Option<&GamingDay>,
) -> (CageRules, LargeRules) {
    let mut cage = file.section(sheet, "cage");
    let days = cage.whole(sheet, "voucher_days", &(1..=u64::from(CageRules::VOUCHER_DAYS_MAX)));
    let alone_max = amounts(sheet, &mut cage, "alone_max");
    let above = amounts(sheet, &mut cage, "large");
    cage.end(sheet);
    let days = days.and_then(|days| u16::try_from(days).ok());
    let rules = CageRules::new(days, alone_max);
    let large = LargeRules::new(above, day.map_or(0, GamingDay::ahead_minutes));
    (
        rules.expect("a whole number of days within their bounds"),
        large.expect("a clock and a shift within their bounds"),
    )
}

/// An amount for each currency that is named.
fn amounts(
    sheet: &mut Sheet<'_>,
    cage: &mut Section<'_>,
    name: &'static str,
) -> BTreeMap<Currency, Money> {
    let mut amounts = BTreeMap::new();
    for mut most in cage.sections(sheet, name) {
        most.needs(sheet, "currency", "three capital letters");
        let currency = most.read(sheet, "currency", "three capital letters", Currency::new);
        let amount = most.needs_whole(sheet, "amount", &(1..=Money::MAX.units()));
        let (at, key) = (most.place(&["currency"]), most.key("currency"));
        most.end(sheet);
        let (Some(currency), Some(amount)) = (currency, amount.and_then(Money::new)) else {
            continue;
        };
        if amounts.insert(currency, amount).is_some() {
            sheet.wrong(at, &key, format!("{} is named before", currency.code()));
        }
    }
    amounts
}

/// Every table that is sound; what is wrong with the others is on the sheet.
fn tables(
    sheet: &mut Sheet<'_>,
    file: &mut Section<'_>,
    (beside, shifts_set): (&Path, bool),
) -> Vec<TablePlan> {
    let sections = file.sections(sheet, "table");
    if sections.len() > Config::TABLES_MAX {
        let what = format!("there are {}; at most {}", sections.len(), Config::TABLES_MAX);
        sheet.wrong(sections[Config::TABLES_MAX].at, "table", what);
        return Vec::new();
    }
    let (mut numbers, mut by_name) = (BTreeSet::new(), BTreeMap::new());
    let mut tables = Vec::new();
    for mut section in sections {
        let numbered = u64::from(TableNumber::MAX);
        let number = section.needs_whole(sheet, "number", &(1..=numbered));
        let number = number.and_then(|number| u32::try_from(number).ok());
        if let Some(number) = number.filter(|number| !numbers.insert(*number)) {
            let what = format!("{number} is the number of a table above");
            sheet.wrong(section.at, "table.number", what);
        }
        let called = number.map_or_else(|| "table".to_owned(), |number| format!("table {number}"));
        let (at, key) = (section.place(&["name"]), format!("{called}.name"));
        let named = if section.has("book") { "book" } else { "book_file" };
        let book_at = section.place(&[named]);
        let found = table(sheet, section.called(called.clone()), number, beside);
        let (Some(found), Some(number)) = (found, number) else { continue };
        if !shifts_set {
            check_shifts(sheet, (book_at, &called), &found);
        }
        // Nobody who reads signs tells tables apart by capitals or by the width of a blank.
        let read = found.name.as_str().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(other) = by_name.insert(read.to_lowercase(), number) {
            let what = format!("is the name of table {other} already: expects another");
            sheet.wrong(at, &key, what);
        }
        tables.push(found);
    }
    tables
}

/// A book that asks for something in every shift needs shifts that begin.
fn check_shifts(sheet: &mut Sheet<'_>, (at, called): (usize, &str), plan: &TablePlan) {
    let Some(clause) = asks_for_shifts(&plan.config, plan.edition.rules()) else { return };
    let what = format!(
        "the rule book asks for an inspection of the shaker in every shift ({clause}), and the \
         file does not say when shifts begin: expects {}",
        day::EXPECTED
    );
    sheet.wrong(at, &format!("{called}.book"), what);
}

fn table(
    sheet: &mut Sheet<'_>,
    mut section: Section<'_>,
    number: Option<u32>,
    beside: &Path,
) -> Option<TablePlan> {
    let at = section.at;
    section.needs(sheet, "name", "what people call the table");
    let name = section.read(sheet, "name", TABLE_NAME, table_name);
    let book = book(sheet, &mut section, beside);
    let document = document(sheet, &mut section, beside);
    let outside_document = approval(sheet, &mut section);
    let kinds = [("electronic", TableKind::Electronic), ("felt", TableKind::Felt)];
    let kind = section.word(sheet, "kind", &kinds).unwrap_or(TableKind::Electronic);
    let runs = [("dealer", Run::Dealer), ("automatic", Run::Automatic)];
    let run = section.word(sheet, "run", &runs).unwrap_or(Run::Dealer);
    let sources = [("physical", DiceSource::Physical), ("random", DiceSource::Random)];
    // An automatic table has random dice, any other physical ones, unless the file says so.
    let dice = section.word(sheet, "dice", &sources).unwrap_or(match run {
        Run::Dealer => DiceSource::Physical,
        Run::Automatic => DiceSource::Random,
    });
    let currency = section.read(sheet, "currency", "three capital letters", Currency::new);
    let chips = chips(sheet, &mut section);
    let limits = limits(sheet, &mut section);
    let times = times(sheet, &mut section);
    let key = section.key("limits");
    let mut whole = section.clone();
    section.end(sheet);
    let (table, name, (edition, own_book), limits) = (TableId(number?), name?, book?, limits?);
    let currency = currency.unwrap_or(edition.rules().currency.value);
    let rule_book = *edition.fingerprint().as_bytes();
    let config = TableConfig { rule_book, currency, kind, run, dice, limits, times };
    let senseless = senseless(&config, edition.rules());
    let set_up =
        TablePlan { table, name, edition, own_book, document, outside_document, chips, config };
    check_approval(sheet, &mut whole, &set_up);
    let wrong_chips = set_up.chips.as_ref().and_then(|chips| senseless_chips(chips, &set_up));
    if let Some(what) = wrong_chips {
        sheet.wrong(whole.place(&["chips"]), &whole.key("chips"), what);
        return Some(set_up);
    }
    for Senseless { path, what } in &senseless {
        sheet.wrong(whole.place(path), &whole.key(&path.join(".")), what);
    }
    if !senseless.is_empty() {
        return Some(set_up);
    }
    // What fits the file need not fit the book: its odds ask for stakes that can be paid.
    match set_up.opened() {
        Ok(_) => Some(set_up),
        Err(why) => {
            sheet.wrong(at, &key, format!("do not fit the rule book: {why}"));
            None
        }
    }
}

/// What the value chips of a table are worth.
fn chips(sheet: &mut Sheet<'_>, table: &mut Section<'_>) -> Option<Denominations> {
    if !table.has("chips") {
        return None;
    }
    let values = table.numbers(sheet, "chips", &(1..=Stake::MAX.units()));
    let stakes: Option<Vec<Stake>> =
        values?.into_iter().map(|value| Stake::new(value).ok()).collect();
    let chips = stakes.and_then(|stakes| Denominations::new(&stakes));
    if chips.is_none() {
        let what = format!(
            "expects 1 to {} values, each larger than the one before it, such as [100, 500, 2500]",
            Denominations::MAX
        );
        sheet.wrong(table.place(&["chips"]), &table.key("chips"), what);
    }
    chips
}

/// Chips that no table of terminals has, or with which not everything can be paid.
fn senseless_chips(chips: &Denominations, plan: &TablePlan) -> Option<String> {
    if plan.config.kind != TableKind::Felt {
        return Some("a table of terminals has no chips: expects kind = \"felt\"".to_owned());
    }
    let (limits, pays) = (&plan.config.limits, &plan.edition.rules().pay_table);
    if chips.make_every_payment(limits, pays) {
        return None;
    }
    let part = Denominations::usual(limits, pays).smallest();
    Some(format!(
        "the smallest does not make every stake and win at these limits: expects {part}, or a \
         smaller one that divides it"
    ))
}

/// Who allows a table outside its document, in the words of the house.
fn approval(sheet: &mut Sheet<'_>, table: &mut Section<'_>) -> Option<Reason> {
    if !table.has("outside_document") {
        return None;
    }
    let mut section = table.section(sheet, "outside_document");
    section.needs(sheet, "allowed_by", "the approval: who gave it, its number, its date");
    let expects = "the approval: who gave it, its number, its date; 1 to 500 bytes on one line";
    let allowed_by = section.read(sheet, "allowed_by", expects, named_approval);
    section.end(sheet);
    allowed_by
}

/// An approval that somebody gave; a word for none is none.
fn named_approval(text: &str) -> Option<Reason> {
    const NONE: [&str; 10] =
        ["none", "no", "nobody", "nil", "n/a", "na", "false", "null", "todo", "tbd"];
    let word = text.trim().to_ascii_lowercase();
    let says_none = NONE.contains(&word.as_str()) || !word.chars().any(char::is_alphanumeric);
    Reason::new(text).filter(|_| !says_none)
}

/// An approval stands where one is needed, and nowhere else. Where it is missing, a table that
/// stands already is only kept from opening rounds; that is for the start to say.
fn check_approval(sheet: &mut Sheet<'_>, section: &mut Section<'_>, plan: &TablePlan) {
    let unknown = plan.unknown_to_its_document();
    if section.has("outside_document") {
        if unknown.is_empty() {
            let what = "the table is as its rule document knows it: leave the key out";
            let key = section.key("outside_document");
            sheet.wrong(section.place(&["outside_document"]), &key, what);
        }
        return;
    }
    for (key, what) in unknown {
        let mistake = sheet.mistake(section.place(&[key]), &section.key(key), what);
        sheet.unapproved.push((plan.table, mistake));
    }
}

fn document(sheet: &mut Sheet<'_>, section: &mut Section<'_>, beside: &Path) -> Option<Document> {
    let file = section.text(sheet, "document")?;
    let found = Document::read(&beside.join(file.value));
    found.map_err(|what| sheet.wrong(file.at, &section.key("document"), what)).ok()
}

type Book = (Arc<Edition>, Option<String>);

fn book(sheet: &mut Sheet<'_>, section: &mut Section<'_>, beside: &Path) -> Option<Book> {
    let (id, file) = (section.text(sheet, "book"), section.text(sheet, "book_file"));
    match (id, file) {
        (Some(id), None) => embedded(sheet, section, &id),
        (None, Some(file)) => own(sheet, section, &file, beside),
        (Some(_), Some(file)) => {
            let what = "stands beside book; one of the two says which rules the table plays";
            sheet.wrong(file.at, &section.key("book_file"), what);
            None
        }
        (None, None) => {
            let ids = Library::ids().collect::<Vec<_>>().join(", ");
            let expects = format!("a rule book ({ids}), or book_file for a house's own");
            section.needs(sheet, "book", &expects);
            None
        }
    }
}

fn embedded(sheet: &mut Sheet<'_>, section: &Section<'_>, id: &Placed<&str>) -> Option<Book> {
    let found = Library::get(id.value);
    if found.is_none() {
        let right = nearest(id.value, Library::ids()).map_or_else(
            || format!("there are {}", Library::ids().collect::<Vec<_>>().join(", ")),
            |near| format!("did you mean {near}?"),
        );
        let what = format!("there is no rule book {:?}; {right}", id.value);
        sheet.wrong(id.at, &section.key("book"), what);
    }
    found.map(|edition| (Arc::new(edition.clone()), None))
}

/// A house's own book; its mistakes are reported with its own lines.
fn own(
    sheet: &mut Sheet<'_>,
    section: &Section<'_>,
    file: &Placed<&str>,
    beside: &Path,
) -> Option<Book> {
    let (path, key) = (beside.join(file.value), section.key("book_file"));
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) => {
            sheet.wrong(file.at, &key, format!("{}: {error}", path.display()));
            return None;
        }
    };
    match Edition::read(text.as_bytes()) {
        Ok(edition) => Some((Arc::new(edition), Some(text))),
        Err(mistakes) => {
            for mistake in mistakes {
                sheet.wrong(file.at, &key, format!("{}:{mistake}", path.display()));
            }
            None
        }
    }
}

fn limits(sheet: &mut Sheet<'_>, table: &mut Section<'_>) -> Option<Limits> {
    table.needs(sheet, "limits", "what may be staked, as [table.limits]");
    if !table.has("limits") {
        return None;
    }
    let mut section = table.section(sheet, "limits");
    section.needs(sheet, "usual", "{ min = …, max = …, multiple = … }");
    let usual = section.has("usual").then(|| section.section(sheet, "usual"));
    let usual = usual.and_then(|usual| area_limit(sheet, usual));
    let mut families = BTreeMap::new();
    for (word, part) in section.section(sheet, "families").each(sheet) {
        let limit = area_limit(sheet, part);
        if let Some(family) = Family::from_word(word.value) {
            families.extend(limit.map(|limit| (family, limit)));
        } else {
            let known: Vec<&str> = Family::ALL.iter().map(|family| family.word()).collect();
            let what = format!("no family {:?}; there are {}", word.value, known.join(", "));
            sheet.wrong(word.at, &section.key("families"), what);
        }
    }
    let most = 1..=Money::MAX.units();
    let seat_max = section.needs_whole(sheet, "seat_max", &most);
    let exposure_max = section.needs_whole(sheet, "exposure_max", &most);
    section.end(sheet);
    let (seat_max, exposure_max) = (Money::new(seat_max?)?, Money::new(exposure_max?)?);
    Some(Limits { usual: usual?, families, seat_max, exposure_max })
}

fn area_limit(sheet: &mut Sheet<'_>, mut section: Section<'_>) -> Option<AreaLimit> {
    let stakes = 1..=Stake::MAX.units();
    let min = section.needs_whole(sheet, "min", &stakes);
    let max = section.needs_whole(sheet, "max", &stakes);
    let multiple = section.whole(sheet, "multiple", &(1..=u64::from(u32::MAX)));
    let (at, key) = (section.at, section.key("min"));
    let has_multiple = section.has("multiple");
    section.end(sheet);
    let (min, max) = (min?, max?);
    let multiple = if has_multiple { u32::try_from(multiple?).ok()? } else { 1 };
    let limit = AreaLimit::new(Stake::new(min).ok()?, Stake::new(max).ok()?, multiple);
    if limit.is_none() {
        let what =
            format!("{min} must be a multiple of {multiple}, and not above the maximum of {max}");
        sheet.wrong(at, &key, what);
    }
    limit
}

fn times(sheet: &mut Sheet<'_>, table: &mut Section<'_>) -> Times {
    let mut section = table.section(sheet, "times");
    let mut time =
        |name, usual: u64| section.whole(sheet, name, &(0..=TIME_MAX_MS)).unwrap_or(usual);
    let betting_ms = time("betting_ms", 25_000);
    // Without a time of its own only the dealer ends the betting; what is usual within it is never
    // longer than it.
    let betting_ms = (betting_ms > 0).then_some(betting_ms);
    let within = betting_ms.unwrap_or(u64::MAX);
    let warning_ms = if within <= 5_000 { within / 2 } else { 5_000 };
    let times = Times {
        betting_ms,
        betting_min_ms: time("betting_min_ms", within.min(5_000)),
        warning_ms: time("warning_ms", warning_ms),
        extension_ms: time("extension_ms", 10_000),
        extensions_max: 0,
        show_ms: time("show_ms", 6_000),
        pause_ms: time("pause_ms", 2_000),
    };
    let extensions = section.whole(sheet, "extensions_max", &(0..=u64::from(u8::MAX)));
    let extensions_max = extensions.and_then(|count| u8::try_from(count).ok()).unwrap_or(3);
    section.end(sheet);
    Times { extensions_max, ..times }
}
