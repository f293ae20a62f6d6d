//! Every clause number of the five rule documents has an answer in the clause list.

use taisai_rulebooks::{Citation, ClauseEntry, ClauseList};

/// Whether the entry looks at the clause itself: a chapter cited whole answers for no part of it.
fn answers(entry: &ClauseEntry, clause: &Citation) -> bool {
    let looks_at =
        |cited: &Citation| cited.covers(clause) && (cited.depth() > 1 || cited == clause);
    entry.citations().iter().any(looks_at)
}

fn check(document: &str, clauses: &str) {
    let entries: Vec<&ClauseEntry> = ClauseList::embedded().for_document(document).collect();
    let unanswered: Vec<Citation> = clauses
        .split(',')
        .map(|clause| format!("{document} {}", clause.trim()))
        .map(|clause| Citation::parse(&clause).expect("the numbers below are well formed"))
        .filter(|clause| !entries.iter().any(|entry| answers(entry, clause)))
        .collect();
    assert!(unanswered.is_empty(), "clauses without an entry: {unanswered:#?}");
}

#[test]
fn every_clause_of_massachusetts_is_answered() {
    check(
        "MA",
        "1,
         2(a)(1), 2(a)(2), 2(a)(3), 2(a)(4), 2(a)(5), 2(a)(6), 2(a)(7), 2(a)(8),
         3(a), 3(b), 3(c),
         4(a), 4(b), 4(c),
         5(a)(1), 5(a)(2), 5(b), 5(c), 5(d)(1), 5(d)(2), 5(e), 5(f), 5(g),
         6(a), 6(b), 6(c), 6(d)",
    );
}

#[test]
fn every_clause_of_maryland_is_answered() {
    check(
        "MD",
        "1.A, 1.B, 1.C(1), 1.C(2), 1.C(3),
         1.D(1)(a), 1.D(1)(b), 1.D(1)(c), 1.D(1)(d), 1.D(2)(a), 1.D(2)(b), 1.D(2)(c), 1.E,
         2.A, 2.B, 2.C,
         3.A(1), 3.A(2), 3.A(3), 3.A(4), 3.A(5), 3.A(6), 3.A(7), 3.A(8),
         4.A, 4.A(1), 4.A(2), 4.A(3),
         5.A(1), 5.A(2), 5.B(1), 5.B(2), 5.C, 5.D, 5.E, 5.F, 5.G, 5.H,
         6.A(1), 6.A(2), 6.A(3), 6.A(4), 6.A(5), 6.A(6), 6.A(7), 6.A(8), 6.A(9), 6.A(10),
         6.A(11), 6.A(12), 6.A(13), 6.A(14), 6.A(15), 6.A(16), 6.A(17), 6.A(18), 6.A(19),
         6.A(20), 6.A(21)(a), 6.A(21)(b), 6.A(21)(c),
         7.A, 7.B, 7.C, 7.D, 7.E",
    );
}

#[test]
fn every_clause_of_the_capital_territory_is_answered() {
    check(
        "ACT",
        "dictionary approved, dictionary casino operator, dictionary casino supervisor,
         dictionary colour chips, dictionary control panel, dictionary dealer,
         dictionary dice tumbler, dictionary round of play, dictionary void,
         1.1, 2.1,
         3.1, 3.2, 3.3, 3.4, 3.5,
         4.1, 4.2, 4.3(a), 4.3(b), 4.3(c), 4.3(d), 4.3(e), 4.3(f), 4.3(g), 4.3(h),
         4.4, 4.5, 4.6,
         5.1, 5.2, 5.3,
         6.1(a), 6.1(b), 6.1(c), 6.1(d), 6.1(e), 6.1(f), 6.1(g),
         6.1(h)(i), 6.1(h)(ii), 6.1(h)(iii),
         7.1, 7.2,
         8.1, 8.2, 8.3, 8.4, 8.5,
         9.1, 9.2,
         10.1, 10.2(a), 10.2(b), 10.3, 10.4, 10.5(a), 10.5(b), 10.5(c), 10.6, 10.7, 10.8",
    );
}

#[test]
fn every_clause_of_pennsylvania_is_answered() {
    check(
        "PA",
        "625a.1(a), 625a.1(b), 625a.1(c)(1), 625a.1(c)(2), 625a.1(c)(3),
         625a.1(d)(1)(i), 625a.1(d)(1)(ii), 625a.1(d)(1)(iii),
         625a.1(d)(2)(i), 625a.1(d)(2)(ii), 625a.1(d)(2)(iii), 625a.1(e),
         625a.2(a), 625a.2(b),
         625a.3(1), 625a.3(2), 625a.3(3), 625a.3(4), 625a.3(5), 625a.3(6), 625a.3(7), 625a.3(8),
         625a.4(a), 625a.4(b), 625a.4(c),
         625a.5(a)(1), 625a.5(a)(2), 625a.5(b)(1), 625a.5(b)(2), 625a.5(c), 625a.5(d),
         625a.5(e), 625a.5(f), 625a.5(g),
         625a.6(a), 625a.6(b)(1), 625a.6(b)(2), 625a.6(b)(3)(i), 625a.6(b)(3)(ii), 625a.6(c),
         625a.7(a), 625a.7(b), 625a.7(c), 625a.7(d)",
    );
}

#[test]
fn every_clause_of_singapore_is_answered() {
    check(
        "SG",
        "1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 1.10,
         2.1.1, 2.2.1,
         3.1, 3.2, 3.3, 3.4, 3.5, 3.6, 3.7, 3.8, 3.9.1, 3.9.2, 3.9.3, 3.9.4, 3.9.5,
         4.1.1, 4.1.2, 4.1.3,
         5.1.1, 5.1.2, 5.2.1, 5.2.2, 5.3, 5.3.1, 5.3.2, 5.3.3,
         5.4, 5.5, 5.6, 5.7, 5.8, 5.9, 5.10,
         appendix A, appendix B, appendix C",
    );
}
