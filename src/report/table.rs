//! Letters in columns: a row per contestant, a letter per case, cases grouped by their folder.

use std::sync::Arc;

use crate::events::Reason;

/// The letter of a verdict.
pub(super) fn letter(reason: Reason) -> char {
    match reason {
        Reason::Proved => 'A',
        Reason::Refuted => 'W',
        Reason::Malformed | Reason::NotText => 'P',
        Reason::Empty => 'N',
        Reason::Missing => '-',
        Reason::JudgeError => 'J',
    }
}

/// A run of cases in one folder.
pub(super) struct Group {
    /// The folder, empty for the case folder itself.
    pub name: String,
    /// How many cases are in it.
    pub size: usize,
}

/// The groups of a sorted list of case names.
pub(super) fn groups(cases: &[Arc<str>]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for case in cases {
        let folder = case.rsplit_once('/').map_or("", |(folder, _)| folder);
        match groups.last_mut() {
            Some(group) if group.name == folder => group.size += 1,
            _ => groups.push(Group { name: folder.to_string(), size: 1 }),
        }
    }
    groups
}

impl Group {
    /// The width of the group's column: letters in tens with a space between, or the name if wider.
    pub(super) fn width(&self) -> usize {
        self.name.chars().count().max(self.size + self.size.saturating_sub(1) / 10)
    }
}

/// The letters of one group, in tens.
pub(super) fn in_tens(letters: &[char]) -> String {
    let tens: Vec<String> = letters.chunks(10).map(|ten| ten.iter().collect()).collect();
    tens.join(" ")
}
