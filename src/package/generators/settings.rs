//! What of `problem.yaml` matters to who makes cases: its constants, what validators may use, and how outputs come to the output
//! validator.

use std::sync::Arc;

use referee_base::document::DocumentError;

use crate::package::Version;
use crate::package::limits::{Limits, MOST};
use crate::package::names::is_constant;
use crate::problem::Course;
use crate::programs::Constants;
use referee_base::yaml::{Fields, Node};

/// What `problem.yaml` says.
#[derive(Debug)]
pub(super) struct Settings {
    /// Constants by name, and their variants as `name.variant`.
    pub(super) constants: Arc<Constants>,
    /// How outputs come to the output validator. Where the course is not plain, answers are empty.
    pub(super) course: Course,
    /// Whether what is in `output_validators`, where old packages have it, judges outputs.
    pub(super) has_old_validators: bool,
    /// Arguments of the output validator on all cases, before those of groups.
    pub(super) validator_flags: Vec<String>,
    /// What validators may use; these limits are the same in all versions.
    pub(super) limits: Limits,
}

impl Default for Settings {
    fn default() -> Settings {
        let limits = Limits::of_version(Version::Legacy);
        Settings {
            constants: Arc::default(),
            course: Course::PLAIN,
            has_old_validators: false,
            validator_flags: Vec::new(),
            limits,
        }
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
        let validation = fields.take("validation").and_then(Node::text);
        words.extend(validation.unwrap_or_default().split_whitespace());
        let version = fields.take("problem_format_version").and_then(Node::text);
        let has_old_validators = match (validation, version.and_then(Version::of)) {
            (Some(_), _) => words.contains(&"custom"),
            (None, version) => version.is_some_and(|version| !version.is_legacy()),
        };
        let flags = fields.take("validator_flags").and_then(Node::text).unwrap_or_default();
        let is = |names: &[&str]| words.iter().any(|word| names.contains(word));
        let (interactive, multi_pass) = (is(&["interactive"]), is(&["multi-pass", "multipass"]));
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
                Some("compilation_time") => &mut limits.compilation_time,
                Some("compilation_memory") => &mut limits.compilation_memory,
                Some("validation_time") => &mut limits.validation_time,
                Some("validation_memory") => &mut limits.validation_memory,
                Some("validation_output") => &mut limits.validation_output,
                Some("validation_passes") => &mut limits.validation_passes,
                _ => continue,
            };
            // What is no limit is named when the package is read as a whole.
            if let Some(number) = value.integer().filter(|&number| number >= 1) {
                *place = (number as u64).min(MOST);
            }
        }
        let course = Course::of_package(interactive, multi_pass, limits.validation_passes);
        Ok(Settings {
            constants: Arc::new(constants),
            course,
            has_old_validators,
            validator_flags: flags.split_whitespace().map(String::from).collect(),
            limits,
        })
    }

    /// Whether a program plays against the submission, or the submission is run several times.
    pub(super) fn is_dialogue(&self) -> bool {
        self.course != Course::PLAIN
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
        assert!(settings.is_dialogue());
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
            assert_eq!(Settings::read(text.as_bytes()).unwrap().is_dialogue(), expected, "{text}");
        }
        for (text, interactive, passes) in [
            ("type: interactive\nlimits: {validation_passes: 3}", true, 1),
            ("type: multi-pass", false, 2),
            ("type: [interactive, multi-pass]\nlimits: {validation_passes: 3}", true, 3),
        ] {
            let course = Settings::read(text.as_bytes()).unwrap().course;
            assert_eq!(course, Course { interactive, passes }, "{text}");
        }
        for (text, expected) in [
            ("validation: custom", true),
            ("validation: default", false),
            ("name: x", false),
            ("problem_format_version: legacy", false),
            ("problem_format_version: 2023-07-draft", true),
        ] {
            let settings = Settings::read(text.as_bytes()).unwrap();
            assert_eq!(settings.has_old_validators, expected, "{text}");
        }
        assert!(Settings::read(b"- 1").is_err());
    }
}
