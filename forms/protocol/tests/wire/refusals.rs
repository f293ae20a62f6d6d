//! Every way to say no has a code, its data and a sentence.

use taisai_protocol::declare::ToWire;
use taisai_protocol::refusal::{Amount, BetRefusal, Need};
use taisai_protocol::{Problem, Refusal};
use taisai_rules::{Clause, Role, Stake};
use taisai_table as table;

fn said(refusal: &table::Refusal) -> (String, String) {
    let refusal = Refusal::from(refusal);
    (serde_json::to_string(&refusal).unwrap(), refusal.to_string())
}

#[test]
fn refusals_of_the_table_are_sent_with_their_data() {
    let clause = Clause::new("MD 6.A(21)(a)").unwrap();
    let stake_min = Stake::new(500).unwrap();
    let area = "total-10".parse().unwrap();
    let problem = table::BetProblem {
        area,
        stake: Some(Stake::new(100).unwrap()),
        why: table::BetRefusal::BelowMinimum { stake_min },
    };
    let cases = [
        (
            table::Refusal::BettingClosed { clause: clause.clone() },
            r#"{"code":"betting-closed","clause":"MD 6.A(21)(a)"}"#,
            "Betting is closed (MD 6.A(21)(a)).",
        ),
        (
            table::Refusal::NotYet { needs: table::Need::Shakes { min: 3 }, clause },
            r#"{"code":"not-yet","needs":{"need":"shakes","min":3},"clause":"MD 6.A(21)(a)"}"#,
            "Not yet: it takes at least 3 shakes (MD 6.A(21)(a)).",
        ),
        (
            table::Refusal::Bets(vec![problem, problem]),
            concat!(
                r#"{"code":"bets","bets":[{"area":"total-10","stake":100,"#,
                r#""why":{"code":"below-minimum","stake_min":500}},{"area":"total-10","#,
                r#""stake":100,"why":{"code":"below-minimum","stake_min":500}}]}"#,
            ),
            "The bets were not taken: total-10: the minimum is 500; total-10: the minimum is 500.",
        ),
        (
            table::Refusal::RoleTooLow { needs: Role::PitManager },
            r#"{"code":"role-too-low","needs":"pit-manager"}"#,
            "It takes at least a pit-manager.",
        ),
        (
            table::Refusal::WrongPhase { phase: table::Phase::NoMoreBets },
            r#"{"code":"wrong-phase","phase":"no-more-bets"}"#,
            "Not now: the table is no-more-bets.",
        ),
    ];
    for (refusal, data, sentence) in cases {
        assert_eq!(said(&refusal), (data.to_owned(), sentence.to_owned()));
    }
}

#[test]
fn what_is_needed_reads_as_it_does_at_the_table() {
    let needs = [
        table::Need::Shaker,
        table::Need::FreshDice { expired: table::Time::MAX },
        table::Need::Shakes { min: 2 },
        table::Need::BettingTime { until: table::Time::MAX },
    ];
    for need in needs {
        assert_eq!(Need::to_wire(&need).to_string(), need.to_string());
    }
    let why = BetRefusal::to_wire(&table::BetRefusal::NotAMultiple { multiple: 2 });
    assert_eq!(why, BetRefusal::NotAMultiple { multiple: Amount(2) });
}

#[test]
fn a_refusal_over_http_is_a_problem_with_the_same_data() {
    let cases = [
        (Refusal::Unreadable { fault: "x".into() }, 400, "Unreadable"),
        (Refusal::BadAmount, 422, "Bad amount"),
        (Refusal::RequestReused, 422, "Request reused"),
        (Refusal::SessionOver, 401, "Session over"),
        (Refusal::NotYours, 403, "Not yours"),
        (Refusal::NoSuchTable { table: 9 }, 404, "No such table"),
        (Refusal::SeatTaken, 409, "Seat taken"),
        (Refusal::TooFast { wait_ms: 100 }, 429, "Too fast"),
        (Refusal::Busy, 503, "Busy"),
    ];
    for (refusal, status, title) in cases {
        let problem = Problem::of(refusal.clone());
        assert_eq!((problem.status, problem.title.as_str()), (status, title));
        assert_eq!(problem.kind, format!("/problems/{}", refusal.code()));
        assert_eq!(problem.data, Some(refusal));
    }
}
