//! `new`: a template for a custom problem, small but complete, to be changed piece by piece.

use std::fs;
use std::path::Path;

use referee_checker::text::escape;

use referee_base::fault::Fault;
use referee_base::files::{self, Existing};

/// Embeds the template's files. Judging the template keeps it working.
macro_rules! example {
    ($($file:literal),* $(,)?) => {
        [$(($file, include_str!(concat!("../examples/split/", $file)))),*]
    };
}

/// Every file of a new problem, with its content.
const FILES: [(&str, &str); 16] = example![
    "problem.toml",
    "checker.rs",
    "validator.rs",
    "cases/sample/1.in",
    "cases/sample/1.ans",
    "cases/secret/1-smallest.in",
    "cases/secret/1-smallest.ans",
    "cases/secret/2-odd.in",
    "cases/secret/2-odd.ans",
    "cases/secret/3-largest.in",
    "cases/secret/3-largest.ans",
    "submissions/accepted/halves.rs",
    "submissions/accepted/one.rs",
    "submissions/run_time_error/small_numbers.rs",
    "submissions/time_limit_exceeded/all_pairs.rs",
    "submissions/wrong_answer/two_halves.rs",
];

/// Creates a folder with a new problem, named like the folder. Returns the paths of its files.
///
/// # Errors
/// The path exists already, its name is not a valid problem name, or a file cannot be written.
pub(crate) fn write(folder: &Path) -> Result<Vec<&'static str>, Fault> {
    let is_plain = |name: &&str| escape(name.as_bytes()) == **name && !name.contains(['"', '\\']);
    let Some(name) = folder.file_name().and_then(|name| name.to_str()).filter(is_plain) else {
        let fault = Fault::bad_input("this is no name for a problem").at(folder);
        return Err(fault.help("letters, digits and hyphens make a good one"));
    };
    if folder.symlink_metadata().is_ok() {
        let fault = Fault::bad_input("this name is taken already").at(folder);
        return Err(fault.help("choose another name; nothing was written"));
    }
    for (file, text) in FILES {
        let path = folder.join(file);
        let above = path.parent().unwrap_or(folder);
        fs::create_dir_all(above).map_err(|error| Fault::cannot_write(above, &error))?;
        let named = text.replace("name = \"split\"", &format!("name = \"{name}\""));
        files::write_whole(&path, named.as_bytes(), Existing::Keep)?;
    }
    Ok(FILES.map(|(file, _)| file).to_vec())
}
