//! Every command of the README and of `tests/cmd`, run and compared with what is written there.

#[test]
fn what_is_written_is_what_is_printed() {
    trycmd::TestCases::new()
        .case("tests/cmd/*.trycmd")
        .case("tests/cmd/*.toml")
        .case("../../README.md");
}
