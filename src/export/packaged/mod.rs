//! What goes into a package that is made from another one.
//!
//! Every file of the package is either part of the export or named among what is left out: parts take their files out of a set,
//! and what remains in it at the end is what nobody knows a place for. Groups of cases and expectations of submissions differ
//! most between versions, so the format is known here already. Files stay on disk, where they are copied from.

mod cases;
mod groups;
mod submissions;

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::metadata::quoted;
use super::shipped::uuid;
use super::{Content, Export, File, Format, LeftOut, Notation, Program, Statement};
use crate::fault::Fault;
use crate::package::{FILE, Limits, Package};
use crate::yaml::{Node, Value};

/// Keys of `problem.yaml` that are carried over as they are, where the format has them.
const MORE_KEYS: [&str; 6] =
    ["credits", "version", "languages", "constants", "embargo_until", "allow_file_writing"];

/// Folders of which everything is carried over as it is, where the format has them.
const OTHERS: [&str; 8] = [
    "attachments",
    "include",
    "solution",
    "generators",
    "graders",
    "static_validator",
    "input_visualizer",
    "output_visualizer",
];

/// Files that say what an export says elsewhere.
const SAID: [&str; 3] = [FILE, "domjudge-problem.ini", ".timelimit"];

/// How finely limits of time are told, in seconds, where the package does not say: the first that divides it.
const RESOLUTIONS: [f64; 6] = [1.0, 0.5, 0.1, 0.05, 0.01, 0.001];

/// What a package holds, for a package of another format or version.
///
/// # Errors
/// A source of a submission cannot be read.
pub fn export(package: &Package, format: Format) -> Result<Export, Fault> {
    let mut parts = Parts {
        package,
        format,
        remaining: package.files().iter().map(String::as_str).collect(),
        left_out: Vec::new(),
        notes: Vec::new(),
    };
    let metadata = &package.metadata;
    for path in SAID {
        parts.remaining.remove(path);
    }
    let (statements, illustrations) = parts.statements();
    let titles = titles(package, &statements);
    let output_validators = parts.programs(&package.programs.output_validators);
    let input_validators = parts.programs(&package.programs.input_validators);
    let mut others: Vec<File> = OTHERS.iter().flat_map(|folder| parts.take(folder)).collect();
    // Headers and the like.
    others.extend(parts.take("input_validators"));
    let submissions = submissions::put(&mut parts)?;
    let (group_files, output_validator_arguments) = groups::put(&mut parts);
    let data = [cases::put(&mut parts), group_files].concat();
    if metadata.minimises && format == Format::Icpc2025 {
        let why = "in this version the largest score is the best";
        parts.left_out.push(LeftOut::new(format!("{FILE}: grading.objective"), why));
    }
    let keywords = parts.keywords();
    let uuid = metadata.uuid.clone().unwrap_or_else(|| {
        parts.notes.push("the package has no UUID; this one is made from its name".into());
        uuid(&format!("{} {}", package.name, metadata.names.values().cloned().collect::<String>()))
    });
    parts.leave_rest_out();
    Ok(Export {
        name: package.name.clone(),
        titles,
        kinds: metadata.kinds,
        authors: metadata.authors.clone(),
        sources: metadata.sources.clone(),
        license: metadata.license.clone(),
        rights_owner: metadata.rights_owner.clone(),
        uuid,
        keywords,
        more_keys: more_keys(package),
        limits: with_resolution(metadata.limits.clone()),
        statements,
        illustrations,
        data,
        input_validators,
        output_validators,
        output_validator_arguments,
        constants: metadata.constants.clone(),
        submissions,
        others,
        left_out: parts.left_out,
        notes: parts.notes,
    })
}

/// The same limits, with a resolution that divides the time limit.
fn with_resolution(limits: Limits) -> Limits {
    let Some(time) = limits.time.map(|time| time.as_secs_f64()) else { return limits };
    let divides = |resolution: &f64| {
        let multiple = time / resolution;
        (multiple - multiple.round()).abs() < 1e-9
    };
    let all = [limits.time_resolution].into_iter().chain(RESOLUTIONS);
    Limits { time_resolution: all.into_iter().find(divides).unwrap_or(time), ..limits }
}

/// A package that is taken to pieces.
struct Parts<'a> {
    package: &'a Package,
    format: Format,
    /// The files that nobody has taken yet.
    remaining: BTreeSet<&'a str>,
    left_out: Vec<LeftOut>,
    notes: Vec<String>,
}

impl<'a> Parts<'a> {
    /// A file as it is.
    fn file(&self, path: &str) -> File {
        let on_disk = self.package.path(path);
        let is_executable = is_executable(&on_disk);
        File { is_executable, ..File::new(path, Content::OnDisk(on_disk)) }
    }

    /// Takes the files below a folder, or a single file.
    fn take(&mut self, path: &str) -> Vec<File> {
        let below = format!("{path}/");
        let is_there = |known: &&&str| **known == path || known.starts_with(&below);
        let taken: Vec<&str> = self.remaining.iter().filter(is_there).copied().collect();
        for path in &taken {
            self.remaining.remove(path);
        }
        taken.into_iter().map(|path| self.file(path)).collect()
    }

    fn leave_out(&mut self, what: impl Into<String>, why: impl Into<String>) {
        self.left_out.push(LeftOut::new(what, why));
    }

    /// Statements, and what lies beside them.
    fn statements(&mut self) -> (Vec<Statement>, Vec<File>) {
        let (mut statements, mut illustrations) = (Vec::new(), Vec::new());
        let mut add = |statement: Statement, path: String, left_out: &mut Vec<LeftOut>| {
            let is_same = |known: &Statement| {
                known.language == statement.language && known.notation == statement.notation
            };
            match statements.iter().any(is_same) {
                true => left_out.push(LeftOut::new(path, "there is another one of its kind")),
                false => statements.push(statement),
            }
        };
        for folder in ["statement", "problem_statement"] {
            for mut file in self.take(folder) {
                let name = file.path[folder.len() + 1..].to_string();
                match named_statement(&name) {
                    Some((language, notation)) => {
                        let statement = Statement { language, notation, content: file.content };
                        add(statement, file.path, &mut self.left_out);
                    }
                    None => {
                        file.path = name;
                        illustrations.push(file);
                    }
                }
            }
        }
        // Some systems find the statement beside problem.yaml.
        for name in ["problem.pdf", "problem.html", "problem.txt"] {
            for file in self.take(name) {
                let Some((language, notation)) = named_statement(name) else { continue };
                let statement = Statement { language, notation, content: file.content };
                add(statement, file.path, &mut self.left_out);
            }
        }
        (statements, illustrations)
    }

    /// Programs by their paths.
    fn programs(&mut self, paths: &[String]) -> Vec<Program> {
        let mut programs = Vec::new();
        for path in paths {
            let name = path.rsplit('/').next().unwrap_or(path).to_string();
            let mut files = self.take(path);
            for file in &mut files {
                let below = file.path.strip_prefix(path).unwrap_or_default();
                let below = below.trim_start_matches('/');
                let is_script = matches!(below, "build" | "run");
                file.is_executable |= is_script;
                file.path = if below.is_empty() { name.clone() } else { below.to_string() };
            }
            programs.push(Program { name, files });
        }
        programs
    }

    /// Words by which it is found; in old versions they have no spaces.
    fn keywords(&mut self) -> Vec<String> {
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

    /// Names what nobody has taken.
    fn leave_rest_out(&mut self) {
        let rest = std::mem::take(&mut self.remaining);
        let mut by_folder: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for path in rest {
            by_folder
                .entry(path.rsplit_once('/').map_or("", |(folder, _)| folder))
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

/// The language and the notation of a statement of that name; none where it is no statement.
fn named_statement(name: &str) -> Option<(String, Notation)> {
    let parts: Vec<&str> = name.split('.').collect();
    match parts[..] {
        ["problem", ending] => Some(("en".into(), Notation::of_ending(ending)?)),
        ["problem", language, ending] => Some((language.into(), Notation::of_ending(ending)?)),
        _ => None,
    }
}

/// A title for the language of each statement.
fn titles(package: &Package, statements: &[Statement]) -> BTreeMap<String, String> {
    let names = &package.metadata.names;
    let title = names.get("en").or_else(|| names.values().next()).unwrap_or(&package.name);
    let mut titles = names.clone();
    if package.metadata.version.is_legacy() {
        // The one name stood for all languages.
        titles.clear();
        let languages = statements.iter().map(|statement| &statement.language);
        titles.extend(languages.map(|language| (language.clone(), title.clone())));
    }
    if titles.is_empty() {
        titles.insert("en".into(), title.clone());
    }
    titles
}

/// The values of the keys that only 2025-09 knows.
fn more_keys(package: &Package) -> Vec<(String, String)> {
    let Some(document) = package.document(FILE).filter(|_| package.metadata.version.knows_new())
    else {
        return Vec::new();
    };
    let entries = document.mapping().unwrap_or_default();
    let more = entries.iter().filter_map(|(key, value)| {
        let key = MORE_KEYS.iter().find(|known| key.text() == Some(known))?;
        Some((key.to_string(), flow(value)))
    });
    more.collect()
}

/// A value in one line of YAML.
fn flow(node: &Node) -> String {
    match &node.value {
        Value::Scalar { text, is_plain } => {
            let is_text = node.string().is_some() || !is_plain;
            if is_text { quoted(text) } else { text.to_string() }
        }
        Value::Sequence(values) => {
            let values: Vec<String> = values.iter().map(flow).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Mapping(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}

/// Whether a file on disk may be run.
fn is_executable(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}
