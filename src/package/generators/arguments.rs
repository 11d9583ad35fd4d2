//! The arguments of programs on a case: what its own settings say, or else those of the nearest group.

use std::collections::HashMap;

use super::command::with_constants;
use super::plan::Plan;
use super::settings::Settings;
use referee_base::yaml::Node;

/// What groups say, by their path below `data/`.
pub(super) struct Arguments<'a> {
    settings: &'a Settings,
    groups: HashMap<String, Node>,
}

/// Whose arguments they are.
#[derive(Debug, Clone, Copy)]
pub(super) enum Whose<'a> {
    /// Those of the input validator of that name.
    InputValidator(&'a str),
    OutputValidator,
    Submission,
}

impl Whose<'_> {
    /// The keys that say them, in new packages and in old ones.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Whose::InputValidator(_) => &["input_validator_args", "input_validator_flags"],
            Whose::OutputValidator => &["output_validator_args", "output_validator_flags"],
            Whose::Submission => &["args"],
        }
    }
}

impl Arguments<'_> {
    /// Those that the groups of a plan say.
    pub(super) fn of<'a>(plan: &Plan, settings: &'a Settings) -> Arguments<'a> {
        let read = |(path, text): &(String, String)| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            Some((folder.to_string(), read(text, settings)?))
        };
        Arguments { settings, groups: plan.group_files.iter().filter_map(read).collect() }
    }

    /// The arguments for a case with this path and these settings of its own.
    pub(super) fn find(&self, name: &str, own: Option<&str>, whose: Whose) -> Vec<String> {
        let of_case = own.and_then(|text| read(text, self.settings));
        let above = name.match_indices('/').rev().map(|(at, _)| &name[..at]).chain([""]);
        let of_groups = above.filter_map(|folder| self.groups.get(folder));
        let said = of_case.iter().chain(of_groups).find_map(|settings| said(settings, whose));
        let words = said.map(|node| words(node, whose)).unwrap_or_default();
        match whose {
            Whose::OutputValidator => [&self.settings.validator_flags[..], &words].concat(),
            _ => words,
        }
    }
}

/// Reads a file of settings.
fn read(text: &str, settings: &Settings) -> Option<Node> {
    let (text, _) = with_constants(text, |name| settings.constant(name));
    Node::read(text.as_bytes()).ok()
}

/// What settings say about the arguments, if they say anything.
fn said<'a>(settings: &'a Node, whose: Whose) -> Option<&'a Node> {
    let mut entries = settings.mapping()?.iter();
    let is_known = |key: &Node| key.text().is_some_and(|key| whose.keys().contains(&key));
    entries.find(|(key, _)| is_known(key)).map(|(_, value)| value)
}

fn words(said: &Node, whose: Whose) -> Vec<String> {
    // A mapping says it for each input validator by name.
    let node = match (said.mapping(), whose) {
        (Some(entries), Whose::InputValidator(name)) => {
            entries.iter().find(|(key, _)| key.text() == Some(name)).map(|(_, value)| value)
        }
        _ => Some(said),
    };
    let Some(node) = node else { return Vec::new() };
    match node.sequence() {
        Some(words) => words.iter().filter_map(Node::text).map(String::from).collect(),
        // Older packages write flags into one text.
        None => node.text().unwrap_or_default().split_whitespace().map(String::from).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_settings_say_them() {
        let plan = Plan {
            group_files: vec![
                ("secret/test_group.yaml".into(), "input_validator_args: ['{{n}}', b]\n".into()),
                ("secret/a/test_group.yaml".into(), "input_validator_args: {v.sh: [x]}\n".into()),
                ("sample/testdata.yaml".into(), "input_validator_flags: small 1\n".into()),
                ("invalid_input/test_group.yaml".into(), "description: none\n".into()),
                ("test_group.yaml".into(), "output_validator_args: [o]\nargs: [s]\n".into()),
                ("sample/x/testdata.yaml".into(), "output_validator_flags: p q\n".into()),
            ],
            ..Plan::default()
        };
        let settings = Settings::read(b"constants: {n: 7}\nvalidator_flags: f").unwrap();
        let arguments = Arguments::of(&plan, &settings);
        let of = |name, own, whose| arguments.find(name, own, whose).join(" ");
        let find = |name, own| of(name, own, Whose::InputValidator("v.sh"));
        assert_eq!(find("secret/1", None), "7 b");
        assert_eq!(find("secret/b/1", None), "7 b");
        assert_eq!(find("secret/a/1", None), "x");
        assert_eq!(of("secret/a/1", None, Whose::InputValidator("w.sh")), "");
        assert_eq!(find("sample/1", None), "small 1");
        assert_eq!(find("sample/1", Some("input_validator_args: []\n")), "");
        assert_eq!(find("sample/1", Some("args: [y]\n")), "small 1");
        assert_eq!(find("invalid_input/1", None), "");
        assert_eq!(of("secret/1", None, Whose::OutputValidator), "f o");
        assert_eq!(of("sample/x/1", None, Whose::OutputValidator), "f p q");
        assert_eq!(
            of("sample/1", Some("output_validator_args: [r]"), Whose::OutputValidator),
            "f r"
        );
        assert_eq!(of("secret/1", None, Whose::Submission), "s");
        assert_eq!(of("secret/1", Some("args: ['{{n}}']"), Whose::Submission), "7");
    }
}
