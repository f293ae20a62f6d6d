//! Every command of the README, the tour and `tests/cmd`, run and compared with what is written.

#[test]
fn what_is_written_is_what_is_printed() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md")
        .case("../../docs/tour.md");
}
