//! Reads Gradescope's "export submissions": folders `submission_NUMBER`, and
//! `submission_metadata.yml`, which lists their submitters.
//!
//! The export contains the submission that counts. If folders of earlier ones lie beside it, the
//! `:history:` of the metadata says when they were handed in.

use std::path::{Path, PathBuf};

use referee_checker::text::escape;

use super::alike::KnownStudents;
use super::handed::{Content, HandIn, HandIns};
use super::timestamp::Timestamp;
use referee_base::document::DocumentError;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::yaml::Node;
use referee_events::{Platform, Student};

const METADATA: &str = "submission_metadata.yml";

/// The largest list that is read, in bytes.
const MAX_BYTES: u64 = 16 << 20;

/// Returns whether a folder contains the list of an export.
pub(super) fn is_export(folder: &Path) -> bool {
    folder.join(METADATA).is_file()
}

/// Reads the entries of a folder.
pub(super) fn read(folder: &Path, entries: &[PathBuf]) -> Result<HandIns, Fault> {
    let list_path = folder.join(METADATA);
    let bytes = files::read_at_most(&list_path, MAX_BYTES)?;
    let fault = |error| Fault::document(&list_path, &error, &String::from_utf8_lossy(&bytes));
    let list = Node::read(&bytes).map_err(fault)?;
    let (mut all, mut students) = (Vec::new(), KnownStudents::default());
    for (name, about) in list.mapping().unwrap_or_default() {
        let Some(name) = name.text() else { continue };
        let student = students.first(student(name, about));
        let history = field(about, "history").and_then(Node::sequence).unwrap_or_default();
        let earlier =
            history.iter().filter_map(|one| Some((format!("submission_{}", id(one)?), one)));
        for (name, about) in std::iter::once((name.to_string(), about)).chain(earlier) {
            let Some(path) = entries.iter().find(|entry| entry.file_name() == Some(name.as_ref()))
            else {
                continue;
            };
            if all.iter().any(|(known, _)| known == path) {
                continue;
            }
            let time = time(about).map_err(fault)?;
            let attempt = number(&name).unwrap_or(1);
            let content = Content::of(path, &name);
            let student = student.clone();
            all.push((
                path.clone(),
                HandIn { student, attempt, time, is_marked_late: false, content },
            ));
        }
    }
    let is_known =
        |entry: &&PathBuf| all.iter().any(|(known, _)| known == *entry) || **entry == list_path;
    let others = entries.iter().filter(|entry| !is_known(entry)).cloned().collect();
    Ok(HandIns { all: all.into_iter().map(|(_, one)| one).collect(), others })
}

/// Returns the number of a submission, which is larger for later ones.
fn number(name: &str) -> Option<u64> {
    name.strip_prefix("submission_")?.parse().ok()
}

/// Returns when a submission was handed in, if the list says so.
fn time(about: &Node) -> Result<Option<Timestamp>, DocumentError> {
    let Some(node) = field(about, "created_at") else { return Ok(None) };
    let time = node.text().map(Timestamp::parse).transpose();
    time.map_err(|error| DocumentError {
        place: node.place,
        message: error.to_string(),
        help: None,
    })
}

fn id(about: &Node) -> Option<&str> {
    field(about, "id").and_then(Node::text)
}

/// Returns a field of a mapping; Gradescope's keys begin with a colon.
fn field<'a>(node: &'a Node, name: &str) -> Option<&'a Node> {
    let is_named = |key: &Node| key.text().is_some_and(|key| key.trim_start_matches(':') == name);
    node.mapping()?.iter().find(|(key, _)| is_named(key)).map(|(_, value)| value)
}

/// Returns the submitter. A submission of a group has the names of all members, separated by `, `;
/// so do the IDs, of which there are as many.
fn student(folder: &str, about: &Node) -> Student {
    let submitters = field(about, "submitters").and_then(Node::sequence).unwrap_or_default();
    let all = |names: &[&str]| {
        let of = |one| {
            let mut texts = names.iter().filter_map(|name| field(one, name)?.text().map(str::trim));
            texts.find(|text| !text.is_empty())
        };
        let texts = submitters.iter().filter_map(of);
        texts.map(|text| escape(text.as_bytes())).collect::<Vec<String>>()
    };
    let listed = |texts: &[String]| {
        texts.iter().map(|text| Student::listed(text)).collect::<Vec<_>>().join(", ")
    };
    let (names, ids) = (all(&["name", "email", "sid"]), all(&["sid", "email", "name"]));
    let name = match &names[..] {
        [] => escape(folder.as_bytes()),
        [only] => only.clone(),
        several => listed(several),
    };
    // The name of a single student that is also the ID is no list of IDs.
    let id = if ids.is_empty() { Student::listed(&name) } else { listed(&ids) };
    Student { name: name.into(), id: id.into(), platform: Platform::Gradescope }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_submitter_has_a_name_and_an_id() {
        let folder = tempfile::tempdir().unwrap();
        for (list, expected) in [
            ("[{:name: Ann, :sid: '1'}]", "Ann: 1"),
            ("[{:name: 'Lee, Ann', :email: a@b}]", "Lee, Ann: a@b"),
            ("[{:name: Ann}]", "Ann: Ann"),
            ("[{:name: 'Doe, Jane'}]", "Doe, Jane: Doe Jane"),
            ("[{:name: ' ', :sid: '1'}]", "1: 1"),
            ("[{:name: 'Lee, Ann', :sid: '1'}, {:name: Bo}]", "Lee Ann, Bo: 1, Bo"),
            ("[]", "submission_7: submission_7"),
        ] {
            std::fs::write(
                folder.path().join(METADATA),
                format!("submission_7: {{:submitters: {list}}}"),
            )
            .unwrap();
            let read = read(folder.path(), &[folder.path().join("submission_7")]).unwrap();
            let Student { name, id, .. } = &read.all[0].student;
            assert_eq!(format!("{name}: {id}"), expected);
            let people = read.all[0].student.people().len();
            assert_eq!(people, list.matches('{').count().max(1), "{list}");
        }
    }
}
