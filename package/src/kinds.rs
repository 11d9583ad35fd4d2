//! `type` of problem.yaml: which kinds of problem a problem is.

use super::keys::Keys;
use super::version::Version;
use referee_base::yaml::Node;

/// Which kinds of problem a problem is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kinds {
    /// Submissions get a score, and not only a verdict.
    pub scoring: bool,
    /// Submissions talk with the output validator.
    pub interactive: bool,
    /// Submissions are run several times on a case.
    pub multi_pass: bool,
    /// Contestants hand in outputs.
    pub submit_answer: bool,
}

impl Kinds {
    /// Whether submissions and the output validator answer each other, at the same time or in turn: then answers are empty.
    pub fn is_dialogue(self) -> bool {
        self.interactive || self.multi_pass
    }

    /// Takes the key that says it; what is wrong with it is noted.
    pub(super) fn read(version: Version, keys: &mut Keys) -> Kinds {
        let mut kinds = Kinds::default();
        let known: &[&str] = match version {
            Version::LegacyIcpc => &["pass-fail"],
            Version::Legacy => &["pass-fail", "scoring"],
            _ => &["pass-fail", "scoring", "multi-pass", "interactive", "submit-answer"],
        };
        let Some(node) = keys.node("type") else { return kinds };
        // A text of several words is what some systems read.
        let words: Vec<(&str, &Node)> = match (node.sequence(), node.text()) {
            (Some(nodes), _) if version.knows_new() => {
                nodes.iter().map(|node| (node.text().unwrap_or(""), node)).collect()
            }
            (_, Some(text)) => text.split_whitespace().map(|word| (word, node)).collect(),
            _ => {
                keys.wrong(node, "type", "a text, or a list of texts");
                return kinds;
            }
        };
        if words.len() > 1 && node.text().is_some() {
            keys.blemish(node, "type has several words in one text").help("write a list");
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
            keys.error(node, "a problem is pass-fail or scoring, and not both");
        }
        if kinds.submit_answer && kinds.is_dialogue() {
            keys.error(node, "where outputs are handed in, nothing is interactive or multi-pass");
        }
        kinds
    }
}
