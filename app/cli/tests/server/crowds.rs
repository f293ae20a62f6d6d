//! More connections than descriptors.
//!
//! A server that was started with 1,024 descriptors, as most are, stopped at 1,100 connections that
//! said nothing: it accepted nobody else, for ever, and wrote not a line about it.

use std::fs;
use std::io::{self, Read as _, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};
use taisai_testing::client::http;

use crate::floor::{TestFloor, one_table};

/// This process holds the other ends.
fn make_room_here(descriptors: u64) {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let current = Some(maximum.map_or(descriptors, |maximum| maximum.min(descriptors)));
    setrlimit(Resource::Nofile, Rlimit { current, maximum }).unwrap();
}

/// A demo whose shell gives it so many descriptors.
fn demo_with(limits: &str, folder: &Path) -> TestFloor {
    let data = folder.join("data");
    let demo = TestFloor::demo_command(folder, data.to_str().unwrap(), &one_table(600_000));
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(format!("{limits} && exec \"$0\" \"$@\"")).arg(demo.get_program());
    shell.args(demo.get_args());
    TestFloor::start(folder, shell)
}

fn silent(count: usize, to: SocketAddr) -> Vec<TcpStream> {
    (0..count).map(|_| TcpStream::connect(to).unwrap()).collect()
}

async fn is_ready(floor: &TestFloor) -> bool {
    http(floor, "GET", "/readyz", &[], None).await.status == 200
}

#[tokio::test(flavor = "multi_thread")]
async fn eleven_hundred_silent_connections_stop_nobody() {
    make_room_here(4_096);
    let folder = tempfile::tempdir().unwrap();
    let floor = demo_with("ulimit -Sn 1024", folder.path());
    let limits = fs::read_to_string(format!("/proc/{}/limits", floor.pid())).unwrap();
    let line = limits.lines().find(|line| line.starts_with("Max open files")).unwrap();
    let soft: u64 = line.split_whitespace().nth(3).unwrap().parse().unwrap();
    let most = getrlimit(Resource::Nofile).maximum.unwrap_or(u64::MAX);
    assert_eq!(soft, most.min(10_160), "as many as connections_max needs: {line}");
    let crowd = silent(1_100, floor.address);
    assert!(is_ready(&floor).await);
    drop(crowd);
    floor.close();
}

/// The answer to a request that may meet a closed door.
fn get(address: SocketAddr, path: &str) -> io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(20)))?;
    write!(stream, "GET {path} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

fn try_ready(floor: &TestFloor) -> bool {
    get(floor.address, "/readyz").is_ok_and(|answer| answer.starts_with("HTTP/1.1 200"))
}

#[test]
fn where_the_system_gives_too_few_descriptors_the_start_says_so_and_the_rest_is_refused() {
    make_room_here(4_096);
    let folder = tempfile::tempdir().unwrap();
    let floor = demo_with("ulimit -n 300", folder.path());
    floor.until_log("too few descriptors for the connections of the configuration");
    assert!(floor.log().contains("10160"), "what would be enough: {}", floor.log());
    let crowd = silent(400, floor.address);
    floor.until_log("visitors are turned away");
    assert!(!floor.log().contains("cannot be accepted"), "it never runs out: {}", floor.log());
    let since = Instant::now();
    while !try_ready(&floor) {
        // The first of the crowd are shown out when they have said nothing for long enough.
        assert!(since.elapsed() < Duration::from_secs(40), "{}", floor.log());
        std::thread::sleep(Duration::from_millis(200));
    }
    let lines = floor.log().matches("visitors are turned away").count();
    assert!(lines <= 8, "a crowd is worth a line now and then, not {lines}");
    drop(crowd);
    floor.close();
}

#[test]
fn a_server_out_of_descriptors_waits_without_spinning_and_goes_on_when_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    let free = taisai_testing::client::free_address();
    let floor =
        demo_with(&format!("ulimit -Sn 1024 && set -- \"$@\" --metrics {free}"), folder.path());
    let pid = Pid::from_raw(i32::try_from(floor.pid()).unwrap());
    let open = fs::read_dir(format!("/proc/{}/fd", floor.pid())).unwrap().count() as u64;
    let few = Rlimit { current: Some(open + 3), ..getrlimit(Resource::Nofile) };
    let before = prlimit(pid, Resource::Nofile, few).unwrap();
    let since = Instant::now();
    let crowd = silent(20, floor.address);
    floor.until_log("connections cannot be accepted; they wait");
    std::thread::sleep(Duration::from_secs(2));
    prlimit(pid, Resource::Nofile, before).unwrap();
    assert!(try_ready(&floor), "{}", floor.log());
    let page = get(free, "/metrics").unwrap();
    let failures = page.lines().find_map(|line| line.strip_prefix("taisai_accept_failures_total "));
    let failures: u128 = failures.unwrap().parse().unwrap();
    assert!(failures >= 2, "{failures}");
    assert!(failures * 90 < since.elapsed().as_millis(), "{failures} in {:?}", since.elapsed());
    drop(crowd);
    floor.close();
}
