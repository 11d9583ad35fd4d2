//! Writes the manual pages of `referee` and of all its commands into a folder. `dist/pack` runs it:
//! users get the pages, and their program need not know how to make them.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;

fn main() -> anyhow::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("usage: referee-man FOLDER")?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    write_pages(&folder)
}

/// Writes the page of each command.
fn write_pages(folder: &Path) -> anyhow::Result<()> {
    let written = clap_mangen::generate_to(referee::cli::command(), folder);
    written.with_context(|| format!("cannot write into {}", folder.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_command_has_a_page_with_its_flags() {
        let folder = tempfile::tempdir().unwrap();
        write_pages(folder.path()).unwrap();
        for (name, flag) in [
            ("referee.1", "\\-\\-jobs"),
            ("referee-check.1", "\\-\\-report"),
            ("referee-evaluate-subtraction-game.1", "\\-\\-upto"),
            ("referee-shard-run.1", "\\-\\-plan"),
        ] {
            let text = fs::read_to_string(folder.path().join(name)).expect(name);
            assert!(text.contains(flag), "{name} lacks {flag}");
        }
    }
}
