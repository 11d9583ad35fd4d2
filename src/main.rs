//! The `referee` command.

use std::process::ExitCode;

/// Not that of musl, which is slow: see Cargo.toml.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: dlmalloc::GlobalDlmalloc = dlmalloc::GlobalDlmalloc;

fn main() -> ExitCode {
    if referee_sandbox::serve_if_launcher() {
        return ExitCode::SUCCESS;
    }
    referee::cli::main()
}
