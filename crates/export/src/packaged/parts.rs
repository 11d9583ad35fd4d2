//! A package taken apart: parts that are taken go into an export, and the rest is listed.

use std::collections::{BTreeMap, BTreeSet};
use std::iter;

use super::super::{ExportedProgram, File, FileContent, Format, Notation, OmittedPart, Statement};
use referee_base::files;
use referee_base::yaml::quoted;
use referee_package::{FILE, Package};

/// A package whose files are taken out one part at a time.
pub(super) struct Parts<'a> {
    pub(super) package: &'a Package,
    pub(super) format: Format,
    /// The files that were not taken yet.
    pub(super) remaining: BTreeSet<&'a str>,
    pub(super) left_out: Vec<OmittedPart>,
    pub(super) notes: Vec<String>,
}

impl<'a> Parts<'a> {
    /// Returns a file, unchanged.
    pub(super) fn file(&self, path: &str) -> File {
        let on_disk = self.package.path(path);
        let is_executable = files::is_executable(&on_disk);
        File { is_executable, ..File::new(path, FileContent::OnDisk(on_disk)) }
    }

    /// Takes the files below a folder, or a single file.
    pub(super) fn take(&mut self, path: &str) -> Vec<File> {
        let below = format!("{path}/");
        let is_there = |known: &&&str| **known == path || known.starts_with(&below);
        let taken: Vec<&str> = self.remaining.iter().filter(is_there).copied().collect();
        for path in &taken {
            self.remaining.remove(path);
        }
        taken.into_iter().map(|path| self.file(path)).collect()
    }

    pub(super) fn leave_out(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.left_out.push(OmittedPart::new(what, why));
    }

    /// Takes the statements, and the files beside them.
    pub(super) fn statements(&mut self) -> (Vec<Statement>, Vec<File>) {
        let (mut statements, mut illustrations) = (Vec::<Statement>::new(), Vec::new());
        // Some systems look for the statement beside problem.yaml.
        let places = [
            ("statement", "statement/"),
            ("problem_statement", "problem_statement/"),
            ("problem.pdf", ""),
            ("problem.html", ""),
            ("problem.txt", ""),
        ];
        for (path, folder) in places {
            for file in self.take(path) {
                // What is beside problem.yaml may be a folder with that name.
                let name = if folder.is_empty() { path } else { &file.path[folder.len()..] };
                let Some((language, notation)) = named_statement(name) else {
                    illustrations.push(File { path: name.to_string(), ..file });
                    continue;
                };
                let is_same =
                    |known: &Statement| known.language == language && known.notation == notation;
                if statements.iter().any(is_same) {
                    self.leave_out(file.path, "there is another one of its kind");
                } else {
                    statements.push(Statement { language, notation, content: file.content });
                }
            }
        }
        (statements, illustrations)
    }

    /// Takes programs by their paths. One of the same name as an earlier one gets another: legacy
    /// packages have two folders for input validators.
    pub(super) fn programs<'p>(
        &mut self,
        paths: impl IntoIterator<Item = &'p String>,
    ) -> Vec<ExportedProgram> {
        let mut programs: Vec<ExportedProgram> = Vec::new();
        for path in paths {
            let own = path.rsplit('/').next().unwrap_or(path);
            let stem = own.split('.').next().unwrap_or(own);
            let numbered = (2..).map(|number| format!("{stem}-{number}"));
            let is_free = |name: &String| programs.iter().all(|other| other.name != *name);
            let name = iter::once(own.to_string()).chain(numbered).find(is_free);
            let name = name.unwrap_or_default();
            if name != own {
                self.notes.push(format!("{path} is called {name}: there is another {own}"));
            }
            let mut files = self.take(path);
            for file in &mut files {
                let below = file.path.strip_prefix(path).unwrap_or_default();
                let below = below.trim_start_matches('/');
                let is_script = matches!(below, "build" | "run");
                file.is_executable |= is_script;
                file.path = if below.is_empty() { own.to_string() } else { below.to_string() };
            }
            programs.push(ExportedProgram { name, files });
        }
        programs
    }

    /// Returns the keywords. Old versions have none with spaces: these are left out.
    pub(super) fn keywords(&mut self) -> Vec<String> {
        let keywords = self.package.metadata.keywords.iter().cloned();
        let (lost, kept): (Vec<String>, Vec<String>) = keywords.partition(|word| {
            self.format != Format::Icpc2025 && word.contains(char::is_whitespace)
        });
        for word in lost {
            let what = format!("{FILE}: the keyword {}", quoted(&word));
            self.leave_out(what, "keywords have no spaces in this version");
        }
        kept
    }

    /// Lists the remaining files as left out.
    pub(super) fn leave_rest_out(&mut self) {
        let rest = std::mem::take(&mut self.remaining);
        let mut by_folder: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for path in rest {
            by_folder
                .entry(path.rsplit_once('/').map_or(path, |(folder, _)| folder))
                .or_default()
                .push(path);
        }
        for (folder, paths) in by_folder {
            let what = match paths[..] {
                [only] => only.to_string(),
                _ => format!("{folder}/ ({} files)", paths.len()),
            };
            self.leave_out(what, "nothing uses it in the version that the package is in");
        }
    }
}

/// Returns the language and the notation of a statement with this file name, if it is one.
fn named_statement(name: &str) -> Option<(String, Notation)> {
    let parts: Vec<&str> = name.split('.').collect();
    match parts[..] {
        ["problem", extension] => Some(("en".into(), Notation::of_extension(extension)?)),
        ["problem", language, extension] => {
            Some((language.into(), Notation::of_extension(extension)?))
        }
        _ => None,
    }
}
