//! Completions and man pages, generated from the one definition of the flags.

use std::path::Path;

use clap::CommandFactory;
use clap_complete::Shell;

use super::args::Cli;
use super::headings::with_headings;
use super::output::OutputSettings;
use crate::exit::Exit;
use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use referee_base::plural;

pub(super) fn completions(shell: Shell, output: &OutputSettings) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "referee", &mut script);
    output.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Expected)
}

/// Adds the man page of a command, and those of its subcommands.
fn add_pages(name: &str, command: &clap::Command, pages: &mut Vec<(String, clap::Command)>) {
    // clap_mangen titles a page with the command's own name.
    let page = command.clone().name(name.to_string()).bin_name(name);
    pages.push((format!("{name}.1"), page));
    for sub in command.get_subcommands() {
        add_pages(&format!("{name}-{}", sub.get_name()), sub, pages);
    }
}

pub(super) fn man(folder: &Path, force: bool, output: &OutputSettings) -> anyhow::Result<Exit> {
    let existing = if force { Existing::Replace } else { Existing::Keep };
    let mut command = with_headings(Cli::command()).disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    add_pages("referee", &command, &mut pages);
    let there = |(name, _): &&(String, clap::Command)| folder.join(name).exists();
    if let Some((name, _)) = pages.iter().find(there).filter(|_| !force) {
        return Err(Fault::would_overwrite(&folder.join(name)).into());
    }
    for (name, command) in &pages {
        let path = folder.join(name);
        let mut page = Vec::new();
        clap_mangen::Man::new(command.clone())
            .render(&mut page)
            .map_err(|error| Fault::cannot_write(&path, &error))?;
        files::write_whole(&path, &page, existing)?;
    }
    output.tell(&format!("{} written\n", plural(pages.len(), "page", "pages")))?;
    Ok(Exit::Expected)
}
