//! The caller's own form of names, in which a course names its files or folders, such as
//! `{student}_{id}_{*}`.

use std::ffi::OsStr;
use std::fmt;
use std::path::{Path, PathBuf};

use fancy_regex::{Captures, Regex};
use referee_base::archive;
use referee_base::fault::{Fault, show};
use referee_checker::text::escape;

use super::handed::{Content, Groups, HandIn, HandIns};
use super::timestamp::Timestamp;
use referee_events::{Platform, Student};

/// A form of names.
#[derive(Debug, Clone)]
pub struct Template {
    /// The form as it was given.
    text: String,
    regex: Regex,
}

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Template {
    fn eq(&self, other: &Template) -> bool {
        self.text == other.text
    }
}

/// The names that may be between braces, each with its regular expression.
const FIELDS: [(&str, &str); 6] = [
    ("student", "(?<student>.+?)"),
    ("id", "(?<id>.+?)"),
    ("attempt", "(?<attempt>[0-9]+)"),
    ("time", "(?<time>.+?)"),
    ("file", "(?<file>.+)"),
    ("*", ".*?"),
];

impl Template {
    /// Parses a form: text with `{student}`, `{id}`, `{attempt}`, `{time}`, `{file}` and `{*}`,
    /// which matches anything.
    ///
    /// # Errors
    /// A message that says what is wrong with it.
    pub fn parse(text: &str) -> Result<Template, String> {
        let known = || FIELDS.map(|(name, _)| format!("{{{name}}}")).join(", ");
        if text.contains('/') {
            return Err("the form is that of a single name, without `/`".into());
        }
        let (mut form, mut rest) = (String::from("^"), text);
        let mut used: Vec<&str> = Vec::new();
        while let Some((literal, tail)) = rest.split_once('{') {
            let (name, tail) = tail.split_once('}').ok_or("a `{` without `}`")?;
            let Some((name, expression)) = FIELDS.iter().find(|(known, _)| *known == name) else {
                return Err(format!("unknown field {{{name}}}; expected one of: {}", known()));
            };
            if *name != "*" && used.contains(name) {
                return Err(format!("{{{name}}} stands there twice"));
            }
            used.push(name);
            form.push_str(&fancy_regex::escape(literal));
            form.push_str(expression);
            rest = tail;
        }
        form.push_str(&fancy_regex::escape(rest));
        form.push('$');
        if !used.contains(&"student") && !used.contains(&"id") {
            return Err("{student} or {id} must identify the student".into());
        }
        let regex = Regex::new(&form).map_err(|error| error.to_string())?;
        Ok(Template { text: text.to_string(), regex })
    }

    /// Returns whether the name of an entry has this form.
    pub(super) fn fits(&self, path: &Path) -> bool {
        self.captures(path).is_some()
    }

    fn captures<'a>(&self, path: &'a Path) -> Option<Captures<'a, str>> {
        let name = path.file_name().and_then(OsStr::to_str)?;
        // The extension of a file is part of its name only if the form includes it.
        let packed = archive::stem(path);
        let stem = packed.or_else(|| Some(name.rsplit_once('.')?.0)).filter(|_| path.is_file());
        let of = |name: &'a str| self.regex.captures(name).ok().flatten();
        of(name)
            .filter(|_| stem.is_none() || self.takes_rest())
            .or_else(|| of(stem?))
            .or_else(|| of(name))
    }

    /// Returns whether the form ends in a field that can match a file name.
    fn takes_rest(&self) -> bool {
        let form = self.regex.as_str();
        form.ends_with(".*?$") || form.ends_with("(?<file>.+)$")
    }

    /// Reads the entries of a folder.
    ///
    /// # Errors
    /// The time in a name is not one.
    pub(super) fn read(&self, entries: &[PathBuf]) -> Result<HandIns, Fault> {
        let (mut groups, mut others) = (Groups::default(), Vec::new());
        let mut clocks = Clocks::default();
        for path in entries {
            let Some(captures) = self.captures(path) else {
                others.push(path.clone());
                continue;
            };
            let field = |name| captures.name(name).map(|found| found.as_str());
            let (student, id) = (field("student"), field("id"));
            let escaped = |text: &str| escape(text.trim().as_bytes());
            let student = Student {
                name: student.or(id).map(escaped).unwrap_or_default().into(),
                // An ID is no list, though it may contain a comma if it is a name.
                id: Student::listed(&id.or(student).map(escaped).unwrap_or_default()).into(),
                platform: Platform::Template,
            };
            let time = field("time").map(|text| {
                Timestamp::parse(text).map_err(|error| {
                    Fault::bad_input(error.to_string())
                        .at(path)
                        .help("write it as 2026-11-22T23-59")
                })
            });
            let time = time.transpose()?;
            clocks.add(time, path)?;
            let attempt = field("attempt").map_or(Ok(1), str::parse).map_err(|_| {
                Fault::bad_input("the number of the attempt is too large")
                    .at(path)
                    .help("call it {time} if it is one")
            })?;
            let whole = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
            let content = Content::of(path, field("file").unwrap_or(whole));
            groups.add(HandIn { student, attempt, time, is_marked_late: false, content });
        }
        Ok(groups.with(others))
    }
}

/// The first name whose time has a zone, and the first whose time has none: between such attempts,
/// nothing shows which is the later one.
#[derive(Default)]
struct Clocks<'a>([Option<&'a Path>; 2]);

impl<'a> Clocks<'a> {
    fn add(&mut self, time: Option<Timestamp>, path: &'a Path) -> Result<(), Fault> {
        let Some(time) = time else { return Ok(()) };
        self.0[usize::from(time.has_zone())].get_or_insert(path);
        let [Some(without), Some(with)] = self.0 else { return Ok(()) };
        let name = |path: &Path| show(Path::new(path.file_name().unwrap_or_default()));
        let message = format!(
            "the time in {} has a zone, and that in {} has none",
            name(with),
            name(without)
        );
        Err(Fault::bad_input(message).at(path).help("give all of them a zone, or none"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_by_the_form() {
        let folder = tempfile::tempdir().unwrap();
        for (form, file, expected) in [
            ("{student}_{id}_{*}", "Ann Lee_12_main.py", Some("Ann Lee 12 1 Ann Lee_12_main.py")),
            ("{student}_{id}_{file}", "Ann Lee_12_main.py", Some("Ann Lee 12 1 main.py")),
            ("{student}", "ann.lee.py", Some("ann.lee ann.lee 1 ann.lee.py")),
            ("{student}", "Lee, Ann.py", Some("Lee, Ann Lee Ann 1 Lee, Ann.py")),
            ("{id}", "Lee, Ann.py", Some("Lee, Ann Lee Ann 1 Lee, Ann.py")),
            ("{id}.{*}", "12.py", Some("12 12 1 12.py")),
            ("hw1-{id}-{attempt}", "hw1-ann-3.tar.gz", Some("ann ann 3 hw1-ann-3.tar.gz")),
            ("hw1-{id}-{attempt}", "hw1-ann-x.py", None),
            ("{id}_{file}", "12_", None),
            ("a(b)_{id}", "a(b)_7.py", Some("7 7 1 a(b)_7.py")),
        ] {
            let path = folder.path().join(file);
            std::fs::write(&path, "").unwrap();
            let read = Template::parse(form).unwrap().read(std::slice::from_ref(&path)).unwrap();
            let shown = read.all.first().map(|one| {
                let Content::Files(files) = &one.content else { panic!("{one:?}") };
                let Student { name, id, .. } = &one.student;
                format!("{name} {id} {} {}", one.attempt, files[0].1)
            });
            assert_eq!(shown.as_deref(), expected, "{form} {file}");
        }
    }

    #[test]
    fn files_of_one_student_are_ordinary_and_have_different_names() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["12_a_main.py", "12_b_main.py"] {
            std::fs::write(path(name), "").unwrap();
        }
        std::os::unix::fs::symlink("12_a_main.py", path("13_a_main.py")).unwrap();
        let entries = ["12_a_main.py", "12_b_main.py", "13_a_main.py"].map(path);
        let read = Template::parse("{id}_{*}_{file}").unwrap().read(&entries).unwrap();
        let refused = |one: &HandIn| one.content.folder(&mut Vec::new()).unwrap_err().message;
        let refused: Vec<_> = read.all.iter().map(refused).collect();
        let twice = "two files of this student are called main.py";
        assert_eq!(refused, [twice, "this is not an ordinary file with a valid name"]);
    }

    #[test]
    fn wrong_forms_are_refused() {
        for (form, why) in [
            ("{name}_{*}", "unknown field {name}; expected one of: {student}, {id}"),
            ("{*}_{*}", "{student} or {id} must identify"),
            ("{student", "a `{` without `}`"),
            ("{id}_{id}", "{id} stands there twice"),
            ("{student}/{*}", "without `/`"),
        ] {
            assert!(Template::parse(form).unwrap_err().contains(why), "{form}");
        }
    }

    #[test]
    fn a_time_that_is_none_is_refused() {
        let template = Template::parse("{id}_{time}").unwrap();
        let read = template.read(&[PathBuf::from("ann_2026-11-22T10-00")]).unwrap();
        assert_eq!(read.all[0].time, Timestamp::parse("2026-11-22 10:00").ok());
        let attempts = Template::parse("{id}_{attempt}").unwrap();
        let fault = attempts.read(&[PathBuf::from("ann_20261122235959000001")]).unwrap_err();
        assert_eq!(fault.message, "the number of the attempt is too large");
        for (names, why) in [
            (&["ann_later"][..], "`later` is not a valid time: `later` in column 1 is invalid"),
            (
                &["ann_2026-11-22T10-00", "bob_2026-11-22T10-00Z"],
                "the time in bob_2026-11-22T10-00Z has a zone, and that in ann_2026-11-22T10-00 has none",
            ),
        ] {
            let paths: Vec<PathBuf> = names.iter().map(PathBuf::from).collect();
            assert_eq!(template.read(&paths).unwrap_err().message, why);
        }
    }
}
