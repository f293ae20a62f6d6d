//! `taisai completions`: what a shell needs to complete our commands.

use clap::{Args, CommandFactory};
use clap_complete::Shell;

#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  taisai completions bash > /etc/bash_completion.d/taisai")]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

pub(crate) fn run(arguments: &Arguments) -> String {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Cli::command(), "taisai", &mut script);
    String::from_utf8(script).expect("completion scripts are text")
}

#[cfg(test)]
mod tests {
    use clap::ValueEnum as _;

    use super::*;

    #[test]
    fn every_shell_gets_a_script_that_knows_our_commands() {
        for &shell in Shell::value_variants() {
            let script = run(&Arguments { shell });
            for command in ["rules", "settle", "layout", "clauses"] {
                assert!(script.contains(command), "{shell} does not complete {command}");
            }
        }
    }
}
