//! `referee new`.

use std::path::Path;

use super::output::OutputSettings;
use crate::exit::Exit;
use crate::new;
use referee_base::fault::show;

pub(super) fn run(folder: &Path, output: &OutputSettings) -> anyhow::Result<Exit> {
    let files = new::write(folder)?;
    if !output.quiet {
        let folder = show(folder);
        let files = referee_base::plural(files.len(), "file", "files");
        output.print(&format!(
            "{folder}   {files}: cases, a checker, a validator, a solver, right and wrong submissions\n\n\
             next   referee judge {folder}\n       \
             referee validate {folder}\n       \
             {folder}/problem.toml says what is what\n"
        ))?;
    }
    Ok(Exit::Expected)
}
