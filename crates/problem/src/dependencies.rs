//! All that the result of a run depends on, in one place. Each part is added where it is known, and
//! the key of a recorded result is the hash of all parts.
//!
//! The table in docs/record.md is generated from this list, and a test changes one part after
//! another and asserts that the recorded result is not used then.

use referee_base::digest::{ContentHash, Digest};

/// A part that a result depends on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "`PARTS` says what each is")]
pub enum Part {
    Submission,
    Language,
    Toolchain,
    Packages,
    Limits,
    CompileLimits,
    Isolation,
    Input,
    Answer,
    CaseSettings,
    CaseFiles,
    Problem,
    Checker,
    CheckerToolchain,
    CheckerLimits,
    Referee,
}

/// All parts: each with its name, what of it is in the key, and the reason for that choice.
pub const PARTS: [(Part, &str, &str, &str); 16] = [
    (
        Part::Submission,
        "submission",
        "the contents of its files and of those that its package adds, their names within it, and which may be executed; the commands of its language",
        "times and paths differ from checkout to checkout",
    ),
    (
        Part::Language,
        "language",
        "the environment variables that it passes, the folders that it makes visible, how memory and time are measured",
        "`--languages` and packages change them",
    ),
    (
        Part::Toolchain,
        "compiler and interpreter",
        "name, first line of the version, and content (size if larger than 1 MiB); not the path",
        "a replaced compiler may compile differently, one that is installed elsewhere does not",
    ),
    (
        Part::Packages,
        "installed packages",
        "names and versions of system packages; names and sizes of the first 1,000 files in `/usr/local` and in the folder of each compiler and interpreter elsewhere; the targets of links, including those of `/etc/alternatives`",
        "a program may link or import any of them, and a checker may call it",
    ),
    (
        Part::Limits,
        "limits",
        "all except time limits",
        "times are recorded, and judged by the current limits",
    ),
    (
        Part::CompileLimits,
        "limits of the compiler",
        "all, if something is compiled",
        "under other limits, the same program may not compile",
    ),
    (
        Part::Isolation,
        "isolation",
        "the active layers, and inherited limits that are lower than usual",
        "a program may do on one machine what another forbids",
    ),
    (Part::Input, "input", "its content", "the name of the case does not matter"),
    (Part::Answer, "answer", "its content", "the checker reads it"),
    (
        Part::CaseSettings,
        "settings of the case",
        "the arguments of the checker and of the submission",
        "groups of a package may set them",
    ),
    (
        Part::CaseFiles,
        "other files of the case",
        "their names and contents",
        "a submission finds them in its working folder",
    ),
    (Part::Problem, "problem", "its name, and the options of its checker", "both affect verdicts"),
    (
        Part::Checker,
        "checker",
        "the contents of its files; its command, the files that this names by absolute paths, and if it names `{folder}`, all files there except cases, submissions, records and `.git`",
        "a script may run, import and read any of these",
    ),
    (
        Part::CheckerToolchain,
        "compiler and interpreter of the checker",
        "as those of submissions",
        "as for submissions",
    ),
    (
        Part::CheckerLimits,
        "limits of the checker",
        "all, including time limits, and those of its compiler",
        "a checker that exceeds one gives no verdict",
    ),
    (
        Part::Referee,
        "`referee`",
        "version and sources; not how or where it was built",
        "the same program, built again, judges the same",
    ),
];

/// The parts that a result depends on, as far as they are known, each as a hash.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Dependencies([ContentHash; PARTS.len()]);

impl Dependencies {
    /// Adds bytes to a part.
    pub fn on(&mut self, part: Part, bytes: &[u8]) {
        let known = &mut self.0[part as usize];
        let mut digest = Digest::new();
        digest.add(known);
        digest.add(bytes);
        *known = digest.number();
    }

    /// Combines these dependencies with others.
    #[must_use]
    pub fn and(mut self, others: &Dependencies) -> Dependencies {
        let known = others.0.iter().zip(&PARTS).filter(|(hash, _)| **hash != [0; 32]);
        known.for_each(|(hash, (part, ..))| self.on(*part, hash));
        self
    }

    /// Returns these dependencies without the given part.
    #[must_use]
    pub fn without(mut self, part: Part) -> Dependencies {
        self.0[part as usize] = ContentHash::default();
        self
    }

    /// Returns the hash of all parts.
    pub fn number(&self) -> ContentHash {
        let mut digest = Digest::new();
        self.0.iter().for_each(|part| digest.add(part));
        digest.number()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_has_a_place_of_its_own_and_changes_the_hash() {
        for (place, (part, ..)) in PARTS.into_iter().enumerate() {
            assert_eq!(part as usize, place, "{part:?}");
            let mut known = Dependencies::default();
            known.on(part, b"a");
            assert_ne!(known.number(), Dependencies::default().number());
            assert_eq!(known.without(part), Dependencies::default());
            let (mut twice, mut others) = (known, Dependencies::default());
            twice.on(part, b"a");
            others.on(part, b"b");
            assert_ne!(twice.number(), known.number());
            assert_ne!(known.and(&others), others.and(&known));
            assert_eq!(known.and(&Dependencies::default()), known);
        }
    }

    /// `UPDATE_DOCS=1` rewrites the table.
    #[test]
    fn the_table_of_the_docs_is_made_from_the_list() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/record.md");
        let text = std::fs::read_to_string(path).unwrap();
        let head = "| part | in the key | reason |\n| --- | --- | --- |\n";
        let (before, rest) = text.split_once(head).expect("docs/record.md has the table");
        let (_, after) = rest.split_once("\n\n").unwrap();
        let rows =
            PARTS.map(|(_, name, what, why)| format!("| {name} | {what} | {why} |")).join("\n");
        let expected = format!("{before}{head}{rows}\n\n{after}");
        if std::env::var_os("UPDATE_DOCS").is_some() {
            std::fs::write(path, expected).unwrap();
        } else {
            assert!(text == expected, "run this test with UPDATE_DOCS=1");
        }
    }
}
