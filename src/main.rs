//! The `referee` command.

use std::process::ExitCode;

fn main() -> ExitCode {
    if referee_sandbox::serve_if_launcher() {
        return ExitCode::SUCCESS;
    }
    referee::cli::main()
}
