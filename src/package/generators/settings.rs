//! What of `problem.yaml` matters to who makes cases: its constants, what validators may use, and whether the solution's output is the
//! answer.

use std::sync::Arc;

use referee_generators::document::DocumentError;

use crate::package::Version;
use crate::package::limits::{Limits, MOST};
use crate::package::names::is_constant;
use crate::programs::Constants;
use crate::yaml::{Fields, Node};

/// What `problem.yaml` says.
#[derive(Debug)]
pub(super) struct Settings {
    /// Constants by name, and their variants as `name.variant`.
    pub(super) constants: Arc<Constants>,
    /// Whether a program plays against the submission, or the submission is run several times: answers are empty then.
    pub(super) is_dialogue: bool,
    /// What validators may use; these limits are the same in all versions.
    pub(super) limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        let limits = Limits::of_version(Version::Legacy);
        Settings { constants: Arc::default(), is_dialogue: false, limits }
    }
}

impl Settings {
    /// Reads a `problem.yaml`.
    ///
    /// # Errors
    /// It is no YAML, or no mapping.
    pub(super) fn read(bytes: &[u8]) -> Result<Settings, DocumentError> {
        let node = Node::read(bytes)?;
        let mut fields = Fields::of(&node, "problem.yaml")?;
        let mut words: Vec<&str> = Vec::new();
        if let Some(kind) = fields.take("type") {
            let single = std::slice::from_ref(kind);
            words.extend(kind.sequence().unwrap_or(single).iter().filter_map(Node::text));
        }
        // What older packages say it with.
        let validation = fields.take("validation").and_then(Node::text).unwrap_or_default();
        words.extend(validation.split_whitespace());
        let is_dialogue =
            words.iter().any(|word| ["interactive", "multi-pass", "multipass"].contains(word));
        let mut constants = Constants::new();
        for (key, value) in fields.take("constants").and_then(Node::mapping).unwrap_or_default() {
            let Some(name) = key.text().filter(|name| is_constant(name)) else { continue };
            if let Some(text) = value.text() {
                constants.insert(name.to_string(), text.to_string());
                constants.insert(format!("{name}.value"), text.to_string());
            }
            for (variant, value) in value.mapping().unwrap_or_default() {
                let (Some(variant), Some(text)) = (variant.text(), value.text()) else { continue };
                constants.insert(format!("{name}.{variant}"), text.to_string());
                if variant == "value" {
                    constants.insert(name.to_string(), text.to_string());
                }
            }
        }
        let mut limits = Settings::default().limits;
        for (key, value) in fields.take("limits").and_then(Node::mapping).unwrap_or_default() {
            let place = match key.text() {
                Some("validation_time") => &mut limits.validation_time,
                Some("validation_memory") => &mut limits.validation_memory,
                Some("validation_output") => &mut limits.validation_output,
                _ => continue,
            };
            // What is no limit is named when the package is read as a whole.
            if let Some(number) = value.integer().filter(|&number| number >= 1) {
                *place = (number as u64).min(MOST);
            }
        }
        Ok(Settings { constants: Arc::new(constants), is_dialogue, limits })
    }

    /// The value of a constant.
    pub(super) fn constant(&self, name: &str) -> Option<String> {
        self.constants.get(name).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_types_of_all_versions() {
        let text = "type: [pass-fail, interactive]\nconstants:\n  n: 10\n  m: {value: 1e5, latex: '10^5'}\n";
        let settings = Settings::read(text.as_bytes()).unwrap();
        assert!(settings.is_dialogue);
        let value = |name| settings.constant(name);
        assert_eq!(value("n").as_deref(), Some("10"));
        assert_eq!(value("n.value").as_deref(), Some("10"));
        assert_eq!(value("m").as_deref(), Some("1e5"));
        assert_eq!(value("m.latex").as_deref(), Some("10^5"));
        assert_eq!(value("k"), None);
        for (text, expected) in [
            ("type: pass-fail", false),
            ("type: multi-pass", true),
            ("validation: custom interactive", true),
            ("validation: custom score", false),
            ("", false),
        ] {
            assert_eq!(Settings::read(text.as_bytes()).unwrap().is_dialogue, expected, "{text}");
        }
        assert!(Settings::read(b"- 1").is_err());
    }
}
