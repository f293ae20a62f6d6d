//! More connections than descriptors.
//!
//! A server that was started with 1,024 descriptors, as most are, stopped at 1,100 connections that
//! said nothing: it accepted nobody else, for ever, and wrote not a line about it.

use std::fs;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Resource, Rlimit, getrlimit, prlimit, setrlimit};

use crate::client::http;
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

/// A request that may meet a closed door.
fn try_ready(floor: &TestFloor) -> bool {
    use std::io::{Read as _, Write as _};

    let mut answer = String::new();
    let asked = TcpStream::connect(floor.address).and_then(|mut stream| {
        stream.set_read_timeout(Some(Duration::from_secs(20)))?;
        stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n")?;
        stream.read_to_string(&mut answer)
    });
    asked.is_ok() && answer.starts_with("HTTP/1.1 200")
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

/// How long the process has worked, in hundredths of a second.
fn worked(floor: &TestFloor) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", floor.pid())).unwrap();
    let fields: Vec<&str> = stat.rsplit(')').next().unwrap().split_whitespace().collect();
    [11, 12].into_iter().map(|place| fields[place].parse::<u64>().unwrap()).sum()
}

#[test]
fn a_server_out_of_descriptors_waits_without_spinning_and_goes_on_when_there_are_some() {
    let folder = tempfile::tempdir().unwrap();
    let floor = demo_with("ulimit -Sn 1024", folder.path());
    let pid = Pid::from_raw(i32::try_from(floor.pid()).unwrap());
    let open = fs::read_dir(format!("/proc/{}/fd", floor.pid())).unwrap().count() as u64;
    let few = Rlimit { current: Some(open + 3), ..getrlimit(Resource::Nofile) };
    let before = prlimit(pid, Resource::Nofile, few).unwrap();
    let crowd = silent(20, floor.address);
    floor.until_log("connections cannot be accepted; they wait");
    let since = (Instant::now(), worked(&floor));
    std::thread::sleep(Duration::from_secs(3));
    let (took, work) = (since.0.elapsed(), worked(&floor) - since.1);
    assert!(u128::from(work) * 10 * 4 < took.as_millis(), "{work} hundredths in {took:?}");
    prlimit(pid, Resource::Nofile, before).unwrap();
    assert!(try_ready(&floor), "{}", floor.log());
    drop(crowd);
    floor.close();
}
