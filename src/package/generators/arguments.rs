//! The arguments of input validators: what the settings of a case say, or else those of the nearest group.

use std::collections::HashMap;

use super::command::with_constants;
use super::plan::Plan;
use super::settings::Settings;
use crate::yaml::Node;

/// What groups say, by their path below `data/`.
pub(super) struct Arguments<'a> {
    settings: &'a Settings,
    groups: HashMap<String, Node>,
}

impl Arguments<'_> {
    /// Those that the groups of a plan say.
    pub(super) fn of<'a>(plan: &Plan, settings: &'a Settings) -> Arguments<'a> {
        let read = |(path, text): &(String, String)| {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            Some((folder.to_string(), said(text, settings)?))
        };
        Arguments { settings, groups: plan.group_files.iter().filter_map(read).collect() }
    }

    /// The arguments of a validator for a case with this path and these settings of its own.
    pub(super) fn find(&self, name: &str, own: Option<&str>, validator: &str) -> Vec<String> {
        let of_case = own.and_then(|text| said(text, self.settings));
        let above = name.match_indices('/').rev().map(|(at, _)| &name[..at]).chain([""]);
        let of_group = || above.into_iter().find_map(|folder| self.groups.get(folder));
        let Some(node) = of_case.as_ref().or_else(of_group) else { return Vec::new() };
        // A mapping says it for each validator by name.
        let mapping = node.mapping().map(|entries| {
            entries.iter().find(|(key, _)| key.text() == Some(validator)).map(|(_, value)| value)
        });
        let Some(node) = mapping.unwrap_or(Some(node)) else { return Vec::new() };
        match node.sequence() {
            Some(words) => words.iter().filter_map(Node::text).map(String::from).collect(),
            // Older packages write flags into one text.
            None => node.text().unwrap_or_default().split_whitespace().map(String::from).collect(),
        }
    }
}

/// What a file of settings says about the arguments, if it says anything.
fn said(text: &str, settings: &Settings) -> Option<Node> {
    let (text, _) = with_constants(text, |name| settings.constant(name));
    let node = Node::read(text.as_bytes()).ok()?;
    let entries = node.mapping()?.iter();
    let known = ["input_validator_args", "input_validator_flags"];
    let mut found = entries.filter(|(key, _)| key.text().is_some_and(|key| known.contains(&key)));
    found.next().map(|(_, value)| value.clone())
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
            ],
            ..Plan::default()
        };
        let settings = Settings::read(b"constants: {n: 7}").unwrap();
        let arguments = Arguments::of(&plan, &settings);
        let find = |name, own| arguments.find(name, own, "v.sh").join(" ");
        assert_eq!(find("secret/1", None), "7 b");
        assert_eq!(find("secret/b/1", None), "7 b");
        assert_eq!(find("secret/a/1", None), "x");
        assert_eq!(arguments.find("secret/a/1", None, "w.sh"), Vec::<String>::new());
        assert_eq!(find("sample/1", None), "small 1");
        assert_eq!(find("sample/1", Some("input_validator_args: []\n")), "");
        assert_eq!(find("sample/1", Some("args: [y]\n")), "small 1");
        assert_eq!(find("invalid_input/1", None), "");
    }
}
