//! `new`: creates a working problem to be changed: a folder with a `problem.toml`, or a package.
//!
//! Both forms share the same programs, which exist in every language of [`TemplateLanguage`].

mod files;
mod programs;

use std::hash::{BuildHasher, RandomState};
use std::path::Path;

use referee_checker::text::escape;

use programs::{SUBMISSIONS, program};
use referee_base::fault::Fault;
use referee_base::files::{Existing, WholeFolder};

pub use files::BUILD;
pub use programs::{TemplateLanguage, TemplateLanguages};

/// The form of a new problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemForm {
    /// A folder with a `problem.toml`.
    TomlFolder,
    /// A problem package of the version `legacy`.
    LegacyPackage,
    /// A problem package of the version 2025-09.
    Package2025,
}

/// Creates a folder with a new problem, named after the folder. Returns the number of its files.
///
/// # Errors
/// The path already exists, its name is not a valid problem name, or a file cannot be written.
pub fn write(
    folder: &Path,
    form: ProblemForm,
    languages: TemplateLanguages,
) -> Result<usize, Fault> {
    let name = name_of(folder, form)?;
    if folder.symlink_metadata().is_ok() {
        let fault = Fault::bad_input("this name is already taken").at(folder);
        return Err(fault.help("choose another name; nothing was written"));
    }
    let mut files = match form {
        ProblemForm::TomlFolder => files::toml_folder(languages),
        ProblemForm::LegacyPackage => files::legacy(languages),
        ProblemForm::Package2025 => files::package_2025(languages),
    };
    files.extend(SUBMISSIONS.iter().map(|one| program("", one, languages.solution)));
    let whole = WholeFolder::begin(folder, Existing::Keep)?;
    let title = title_of(name);
    let latex = in_latex(&title);
    let uuid = new_uuid();
    for file in &files {
        let title = if file.path.ends_with(".tex") { &latex } else { &title };
        let text = file.text.replace("{name}", name).replace("{title}", title);
        let text = text.replace("{uuid}", &uuid);
        let written = if file.is_script {
            whole.copy_script(&file.path, &mut text.as_bytes())
        } else {
            whole.write(&file.path, text.as_bytes())
        };
        written.map_err(|error| Fault::cannot_write(&folder.join(&file.path), &error))?;
    }
    whole.finish()?;
    Ok(files.len())
}

fn name_of(folder: &Path, form: ProblemForm) -> Result<&str, Fault> {
    let is_valid = |name: &&str| match form {
        ProblemForm::TomlFolder => escape(name.as_bytes()) == **name && !name.contains(['"', '\\']),
        ProblemForm::LegacyPackage | ProblemForm::Package2025 => {
            name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
        }
    };
    let name = folder.file_name().and_then(|name| name.to_str());
    name.filter(is_valid).ok_or_else(|| {
        match form {
            ProblemForm::TomlFolder => Fault::bad_input("this is not a valid name for a problem")
                .help("use letters, digits and hyphens"),
            _ => Fault::bad_input("this is not a valid name for a problem package")
                .help("the format allows only lower-case letters and digits"),
        }
        .at(folder)
    })
}

/// Returns the name as words, with its first letter capitalized.
fn title_of(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.trim().chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Returns a title as LaTeX reads it.
fn in_latex(title: &str) -> String {
    let escaped = |letter| match letter {
        '%' | '&' | '#' | '$' | '{' | '}' => format!("\\{letter}"),
        '~' => r"\textasciitilde{}".into(),
        '^' => r"\textasciicircum{}".into(),
        '\\' => r"\textbackslash{}".into(),
        letter => letter.into(),
    };
    title.chars().map(escaped).collect()
}

/// Returns a new random UUID (version 4). Judges identify problems by it, so two problems must not
/// share one even if both are called `split`. The keys of the standard library's hash maps supply
/// the system's randomness.
fn new_uuid() -> String {
    let bits = || u128::from(RandomState::new().hash_one(0));
    let bits = (bits() << 64 | bits()) & !(0xf << 76) & !(0b11 << 62) | (4 << 76) | (0b10 << 62);
    let digits = format!("{bits:032x}");
    let [a, b, c, d, e] = [0..8, 8..12, 12..16, 16..20, 20..32].map(|part| &digits[part]);
    format!("{a}-{b}-{c}-{d}-{e}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_words_that_latex_accepts() {
        assert_eq!(title_of("two_sums"), "Two sums");
        assert_eq!(
            in_latex(&title_of("50%_&_{~#$^}")),
            r"50\% \& \{\textasciitilde{}\#\$\textasciicircum{}\}"
        );
    }
}
