//! The binary `taisai`.

use std::process::ExitCode;

fn main() -> ExitCode {
    taisai::run()
}
