//! Exports a package to another format or version.
//!
//! Every file of the package is either part of the export or listed as left out: each part takes
//! its files out of a set, and the files that remain in the set have no place. Groups of cases and
//! expectations of submissions differ most between versions, so they are converted here for the
//! given format. Files stay on disk until they are copied.

mod by_hand;
mod cases;
mod groups;
mod parts;
mod submissions;

use std::collections::BTreeMap;

use super::layout::OTHERS;
use super::shipped::{short_name, uuid};
use super::{Format, OmittedPart, ProblemContents, Statement, with_resolution};
use parts::Parts;
use referee_base::fault::Fault;
use referee_base::yaml::{flow, old};
use referee_package::{FILE, Metadata, Package};

/// Keys of `problem.yaml` that are copied unchanged if the format has them.
const MORE_KEYS: [&str; 6] =
    ["credits", "version", "languages", "constants", "embargo_until", "allow_file_writing"];

/// Files whose contents the export states elsewhere.
const SAID: [&str; 3] = [FILE, "domjudge-problem.ini", ".timelimit"];

/// Returns the contents of a package for export to another format or version.
///
/// # Errors
/// A source of a submission cannot be read, or groups have keys that no version has together.
pub fn export(package: &Package, format: Format) -> Result<ProblemContents, Fault> {
    let mut parts = all_parts(package, format);
    let metadata = &package.metadata;
    let (statements, illustrations) = parts.statements();
    let names = titles(package, &statements);
    let input_validators = package.programs.input_validators.iter().map(|found| &found.path);
    let output_validators = parts.programs(&package.programs.output_validators);
    let input_validators = parts.programs(input_validators);
    let others = OTHERS.iter().flat_map(|(folder, _)| parts.take(folder)).collect();
    let submissions = submissions::put(&mut parts)?;
    let (group_files, validator_flags) = groups::put(&mut parts)?;
    let data = [cases::put(&mut parts), group_files].concat();
    if metadata.minimizes && format == Format::Icpc2025 {
        let why = "in this version the largest score is the best";
        parts.left_out.push(OmittedPart::new(format!("{FILE}: grading.objective"), why));
    }
    let metadata = Metadata {
        names,
        keywords: parts.keywords(),
        uuid: Some(uuid_of(&mut parts)),
        limits: with_resolution(metadata.limits.clone()),
        validator_flags,
        ..metadata.clone()
    };
    parts.leave_rest_out();
    let mut contents = ProblemContents {
        name: name_of(&mut parts),
        metadata,
        more_keys: more_keys(package),
        statements,
        illustrations,
        data,
        input_validators,
        output_validators,
        submissions,
        others,
        left_out: parts.left_out,
        notes: parts.notes,
        by_hand: Vec::new(),
    };
    contents.by_hand = by_hand::list(package, format, &contents);
    Ok(contents)
}

/// Returns the files of a package to be taken, except those that the export states elsewhere.
fn all_parts(package: &Package, format: Format) -> Parts<'_> {
    let mut parts = Parts {
        package,
        format,
        remaining: package.files().iter().map(String::as_str).collect(),
        left_out: Vec::new(),
        notes: Vec::new(),
    };
    for path in package.dangling_links() {
        parts.leave_out(path, "this link leads nowhere");
    }
    for path in SAID {
        parts.remaining.remove(path);
    }
    parts
}

/// Returns the UUID of the package, or one derived from its name.
fn uuid_of(parts: &mut Parts) -> String {
    let Package { name, metadata, .. } = parts.package;
    metadata.uuid.clone().unwrap_or_else(|| {
        parts.notes.push("the package has no UUID; this one is made from its name".into());
        uuid(&format!("{name} {}", metadata.names.values().cloned().collect::<String>()))
    })
}

/// Returns the short name of the package, and notes it if it differs from its own.
fn name_of(parts: &mut Parts) -> String {
    let name = short_name(&parts.package.name);
    if name != parts.package.name {
        parts.notes.push(format!("the short name is {name}: it has only small letters and digits"));
    }
    name
}

/// Returns a title for the language of each statement.
fn titles(package: &Package, statements: &[Statement]) -> BTreeMap<String, String> {
    let names = &package.metadata.names;
    let title = names.get("en").or_else(|| names.values().next()).unwrap_or(&package.name);
    let mut titles = names.clone();
    if package.metadata.version.is_legacy() {
        // A single name applies to all languages whose statement has no title.
        titles.clear();
        for statement in statements {
            let (language, own) = (&statement.language, statement.title().unwrap_or_default());
            let own = own.or_else(|| titles.get(language).or(names.get(language)).cloned());
            titles.insert(language.clone(), own.unwrap_or_else(|| title.clone()));
        }
    }
    if titles.is_empty() {
        titles.insert("en".into(), title.clone());
    }
    titles
}

/// Returns the keys that exist only in 2025-09, with their values.
fn more_keys(package: &Package) -> Vec<(String, String)> {
    let Some(document) = package.document(FILE).filter(|_| package.metadata.version.knows_new())
    else {
        return Vec::new();
    };
    let entries = document.mapping().unwrap_or_default();
    let more = entries.iter().filter_map(|(key, value)| {
        let key = *MORE_KEYS.iter().find(|known| key.text() == Some(known))?;
        // Words of YAML 1.1, such as `yes`, are strings in the version of the export.
        let boolean = old::boolean(value).filter(|_| key == "allow_file_writing");
        Some((key.to_string(), boolean.map_or_else(|| flow(value), |value| value.to_string())))
    });
    more.collect()
}
