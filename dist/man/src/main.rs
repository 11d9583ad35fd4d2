//! Writes the manual pages of `referee` and of all its commands into a folder. `dist/pack` runs it:
//! users get the pages, and their program need not know how to make them.

use std::env;
use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::Command;
use clap_mangen::Man;

fn main() -> anyhow::Result<()> {
    let folder = env::args_os().nth(1).map(PathBuf::from);
    let folder = folder.context("usage: referee-man FOLDER")?;
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, page) in pages()? {
        let path = folder.join(name);
        fs::write(&path, page).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// Returns the name and the text of each page.
fn pages() -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let mut command = referee::cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages("referee", &command, &mut pages)?;
    Ok(pages)
}

/// Adds the page of a command, and those of its subcommands.
fn add_pages(
    name: &str,
    command: &Command,
    pages: &mut Vec<(String, Vec<u8>)>,
) -> anyhow::Result<()> {
    let mut page = Vec::new();
    // A page is titled with the command's own name.
    Man::new(command.clone().name(name.to_string()).bin_name(name)).render(&mut page)?;
    pages.push((format!("{name}.1"), page));
    for sub in command.get_subcommands() {
        add_pages(&format!("{name}-{}", sub.get_name()), sub, pages)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::pages;

    #[test]
    fn each_command_has_a_page_with_its_flags() {
        let pages = pages().unwrap();
        for (name, flag) in [
            ("referee.1", "\\-\\-jobs"),
            ("referee-check.1", "\\-\\-report"),
            ("referee-evaluate-subtraction-game.1", "\\-\\-upto"),
            ("referee-shard-run.1", "\\-\\-plan"),
        ] {
            let page = pages.iter().find(|(of, _)| of == name);
            let text = String::from_utf8_lossy(&page.unwrap_or_else(|| panic!("{name}")).1);
            assert!(text.contains(flag), "{name} lacks {flag}");
        }
    }
}
