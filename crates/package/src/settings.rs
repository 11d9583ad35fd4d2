//! The settings of a folder of cases, or of a single case: arguments of programs.
//!
//! A missing key is inherited from the nearest folder above that has it.

use std::collections::BTreeMap;

use super::keys::Keys;
use super::metadata::words;

/// The arguments of input validators.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ValidatorArguments {
    /// The same arguments for all input validators.
    All(Vec<String>),
    /// Arguments by the name of the validator.
    ByName(BTreeMap<String, Vec<String>>),
}

impl ValidatorArguments {
    /// Returns the arguments of the validator with this name.
    pub fn of(&self, name: &str) -> &[String] {
        match self {
            ValidatorArguments::All(arguments) => arguments,
            ValidatorArguments::ByName(by_name) => {
                by_name.get(name).map_or(&[], |arguments| arguments)
            }
        }
    }
}

/// The arguments of programs; `None` if a file does not set them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ProgramArguments {
    /// The arguments of submissions.
    pub arguments: Option<Vec<String>>,
    /// The arguments of input validators.
    pub input_validators: Option<ValidatorArguments>,
    /// The arguments of the output validator.
    pub output_validator: Option<Vec<String>>,
    /// The arguments of the input visualizer.
    pub input_visualizer: Option<Vec<String>>,
    /// The arguments of the output visualizer.
    pub output_visualizer: Option<Vec<String>>,
}

impl ProgramArguments {
    /// Reads the keys that cases and groups of cases share in the newest version.
    pub(super) fn read(keys: &mut Keys) -> ProgramArguments {
        let settings = ProgramArguments {
            arguments: keys.texts("args", false),
            input_validators: input_validators(keys),
            output_validator: keys.texts("output_validator_args", false),
            input_visualizer: keys.texts("input_visualizer_args", false),
            output_visualizer: keys.texts("output_visualizer_args", false),
        };
        keys.boolean("full_feedback");
        settings
    }

    /// Reads the keys of the old versions, in which arguments are words in one text.
    pub(super) fn read_old(keys: &mut Keys) -> ProgramArguments {
        let flags = |text: &str| words(&[text.to_string()]);
        let input_validators = keys.node("input_validator_flags").and_then(|node| {
            if let Some(text) = node.text() {
                return Some(ValidatorArguments::All(flags(text)));
            }
            let mut keys = keys.below_node(node, "input_validator_flags")?;
            let (name, text) = (keys.text("name"), keys.text("flags"));
            keys.finish();
            Some(ValidatorArguments::ByName(BTreeMap::from([(name?, flags(&text?))])))
        });
        let output_validator = keys.node("output_validator_flags").and_then(|node| {
            if let Some(text) = node.text() {
                return Some(flags(text));
            }
            let mut keys = keys.below_node(node, "output_validator_flags")?;
            keys.text("name");
            let text = keys.text("flags");
            keys.finish();
            text.map(|text| flags(&text))
        });
        ProgramArguments { input_validators, output_validator, ..ProgramArguments::default() }
    }

    /// Returns the arguments of programs; none if none are set.
    pub fn arguments(&self) -> &[String] {
        self.arguments.as_deref().unwrap_or_default()
    }

    /// Returns the arguments of an input validator: its own, then those of the case.
    pub fn input_arguments(&self, validator: &str) -> Vec<String> {
        let own = self.input_validators.iter().flat_map(|given| given.of(validator));
        own.chain(self.arguments()).cloned().collect()
    }

    /// Returns these settings, with missing ones taken from `others`.
    pub(super) fn or(self, others: ProgramArguments) -> ProgramArguments {
        ProgramArguments {
            arguments: self.arguments.or(others.arguments),
            input_validators: self.input_validators.or(others.input_validators),
            output_validator: self.output_validator.or(others.output_validator),
            input_visualizer: self.input_visualizer.or(others.input_visualizer),
            output_visualizer: self.output_visualizer.or(others.output_visualizer),
        }
    }

    /// Reads the settings in the `.yaml` file of a case.
    pub(super) fn of_case(mut keys: Keys) -> ProgramArguments {
        let settings = ProgramArguments::read(&mut keys);
        for key in ["hint", "description"] {
            keys.text(key);
        }
        keys.finish();
        settings
    }
}

fn input_validators(keys: &mut Keys) -> Option<ValidatorArguments> {
    let node = keys.node("input_validator_args")?;
    if node.mapping().is_none() {
        let arguments = keys.texts_of(node, "input_validator_args", false)?;
        return Some(ValidatorArguments::All(arguments));
    }
    let inner = keys.below_node(node, "input_validator_args")?;
    let mut by_name = BTreeMap::new();
    for (name, node) in inner.rest() {
        if let Some(arguments) = keys.texts_of(node, "input_validator_args", false) {
            by_name.insert(name.to_string(), arguments);
        }
    }
    Some(ValidatorArguments::ByName(by_name))
}
