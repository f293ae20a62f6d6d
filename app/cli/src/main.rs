//! The binary `taisai`.

use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static MEMORY: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    taisai::run()
}
