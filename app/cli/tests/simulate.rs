//! Simulations as a person runs them: stopped by Ctrl-C, drawn, and with real dice.

use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use serde_json::Value;

fn taisai(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taisai"));
    command.args(["simulate", "act"]).args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn answer(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("the answer is JSON")
}

fn simulated(arguments: &[&str]) -> Value {
    let output = taisai(arguments).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    answer(&output)
}

/// Runs, presses Ctrl-C after a while, and waits for the end.
#[cfg(unix)]
fn interrupted(arguments: &[&str], after: Duration) -> Output {
    let child = taisai(arguments).spawn().expect("it runs");
    thread::sleep(after);
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("every Unix has it").success());
    child.wait_with_output().expect("it ends")
}

/// On a busy machine the program may not listen yet when the signal comes; then it gets longer.
#[cfg(unix)]
fn stopped(arguments: &[&str]) -> Value {
    let patience = [300, 1_000, 3_000, 10_000].map(Duration::from_millis);
    let mut outputs = patience.into_iter().map(|after| interrupted(arguments, after));
    answer(&outputs.find(|output| output.status.success()).expect("it listens to Ctrl-C"))
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_done_so_far_and_the_same_rounds_come_again() {
    let stopped = stopped(&["--rounds", "1000000000000000", "--seed", "5", "--json"]);
    assert_eq!(stopped["stopped"], true);
    assert_eq!(stopped["rounds_asked"], 1_000_000_000_000_000_u64);
    let rolls = stopped["rolls"].as_array().unwrap();
    let counted: u64 = rolls.iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(stopped["rounds"], counted);
    let again = simulated(&["--rounds", &counted.to_string(), "--seed", "5", "--json"]);
    assert_eq!((&again["rolls"], &again["stopped"]), (&stopped["rolls"], &Value::Bool(false)));
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_the_sessions_that_were_played() {
    let session = ["--bet", "small=100", "--bankroll", "10000", "--sessions", "1000000000"];
    let stopped = stopped(&[&session[..], &["--seed", "5", "--json"]].concat());
    assert_eq!(stopped["stopped"], true);
    let ended = ["reached", "ruined", "out_of_rounds"].map(|how| stopped[how].as_u64().unwrap());
    assert_eq!(stopped["sessions"], ended.iter().sum::<u64>());
}

#[test]
fn a_seed_that_was_drawn_is_printed_and_gives_the_same_again() {
    let first = simulated(&["--rounds", "100000", "--json"]);
    let seed = first["seed"].as_u64().unwrap().to_string();
    let again = simulated(&["--rounds", "100000", "--seed", &seed, "--json"]);
    assert_eq!(again, first);
    let other = simulated(&["--rounds", "100000", "--json"]);
    assert_ne!(other["seed"], first["seed"]);
}

#[test]
fn dice_of_the_operating_system_have_no_seed() {
    let simulated = simulated(&["--rounds", "20000", "--os-dice", "--json"]);
    assert_eq!((&simulated["seed"], &simulated["rounds"]), (&Value::Null, &Value::from(20_000)));
}

#[test]
fn the_json_has_what_was_promised() {
    let simulated = simulated(&["--rounds", "1000000", "--seed", "3", "--threads", "2", "--json"]);
    for key in ["rules", "rounds", "seed", "threads", "rolls", "areas"] {
        assert!(!simulated[key].is_null(), "{key}");
    }
    assert_eq!(simulated["rolls"].as_array().unwrap().len(), 216);
    let areas = simulated["areas"].as_array().unwrap();
    assert_eq!(areas.len(), 50);
    for area in areas {
        for key in ["expected", "observed", "standard_error", "z"] {
            assert!(area[key].is_f64(), "{key} of {area}");
        }
        assert!(area["z"].as_f64().unwrap().abs() < 5.0, "{area}");
    }
}

#[test]
fn charts_are_written_whole_and_the_same_every_time() {
    let session = ["--bet", "small=100", "--bankroll", "1000", "--sessions", "1000"];
    for arguments in [&["--rounds", "100000"][..], &session[..]] {
        let drawn = || {
            let arguments = [arguments, &["--seed", "3", "--svg", "-"]].concat();
            String::from_utf8(taisai(&arguments).output().unwrap().stdout).unwrap()
        };
        let chart = drawn();
        assert!(chart.starts_with("<svg ") && chart.ends_with("</svg>\n"), "{chart}");
        assert_eq!(chart, drawn());
    }
}
