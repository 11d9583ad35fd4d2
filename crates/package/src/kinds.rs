//! The key `type` of problem.yaml: the kinds of a problem.

use super::keys::Keys;
use super::version::Version;
use referee_base::yaml::Node;

/// The kinds of a problem.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Submissions get a score besides a verdict.
    pub scoring: bool,
    /// Submissions run interactively with the output validator.
    pub interactive: bool,
    /// Submissions are run several times on a case.
    pub multi_pass: bool,
    /// Contestants submit outputs instead of programs.
    pub submit_answer: bool,
}

impl Kinds {
    /// Returns whether submissions and the output validator exchange messages, simultaneously or in
    /// turns; answer files are empty then.
    pub fn is_dialogue(self) -> bool {
        self.interactive || self.multi_pass
    }

    /// Reads the key `type` and records diagnostics about it.
    pub(super) fn read(version: Version, keys: &mut Keys) -> Kinds {
        let mut kinds = Kinds::default();
        let known: &[&str] = match version {
            Version::LegacyIcpc => &["pass-fail"],
            Version::Legacy => &["pass-fail", "scoring"],
            _ => &["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"],
        };
        let Some(node) = keys.node("type") else { return kinds };
        // Some systems accept several words in one text.
        let words: Vec<(&str, &Node)> = match (node.sequence(), node.text()) {
            (Some(nodes), _) if version.knows_new() => {
                nodes.iter().map(|node| (node.text().unwrap_or(""), node)).collect()
            }
            (_, Some(text)) => text.split_whitespace().map(|word| (word, node)).collect(),
            _ => {
                keys.wrong(node, "type", "a string, or a list of strings");
                return kinds;
            }
        };
        if words.len() > 1 && node.text().is_some() {
            keys.blemish(node, "type has several words in one string").help("write a list");
        }
        let mut is_pass_fail = false;
        for (word, node) in words {
            match word {
                _ if !known.contains(&word) => keys.unknown_word(node, "type", word, known),
                "pass-fail" => is_pass_fail = true,
                "scoring" => kinds.scoring = true,
                "multi-pass" => kinds.multi_pass = true,
                "interactive" => kinds.interactive = true,
                _ => kinds.submit_answer = true,
            }
        }
        if is_pass_fail && kinds.scoring {
            keys.error(node, "a problem is either pass-fail or scoring");
        }
        if kinds.submit_answer && kinds.is_dialogue() {
            keys.error(node, "submit-answer problems cannot be interactive or multi-pass");
        }
        kinds
    }
}
