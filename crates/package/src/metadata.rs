//! The settings of a problem in problem.yaml.

use std::collections::BTreeMap;
use std::sync::Arc;

use referee_checker::text::excerpt;

use super::constants::Constants;
use super::credits::{self, ProblemSource};
use super::diagnostic::{Diagnostics, Work};
use super::grading::LegacyGrading;
use super::keys::Keys;
use super::kinds::Kinds;
use super::limits::PackageLimits;
use super::names;
use super::version::{UNRELEASED, Version};
use referee_base::yaml::Node;

/// The name of the metadata file.
pub const FILE: &str = "problem.yaml";

/// The licences that the format defines.
const LICENSES: [&str; 7] =
    ["unknown", "public domain", "cc0", "cc by", "cc by-sa", "educational", "permission"];

/// The settings of problem.yaml.
#[derive(Debug, Clone, PartialEq)]
pub struct Metadata {
    /// The version of the package format.
    pub version: Version,
    /// The names of the problem, by language; under `en` if no language is given.
    pub names: BTreeMap<String, String>,
    /// The kinds of problem, such as scoring or interactive.
    pub kinds: Kinds,
    /// Whether `validation` requires a custom validator; `None` without such a key.
    pub custom_validation: Option<bool>,
    /// The arguments of output validators for all cases.
    pub validator_flags: Vec<String>,
    /// The limits of programs.
    pub limits: PackageLimits,
    /// The UUID of the problem.
    pub uuid: Option<String>,
    /// The licence.
    pub license: String,
    /// The owners of the rights.
    pub rights_owner: Option<String>,
    /// The authors.
    pub authors: Vec<String>,
    /// Where the problem was first used: names, with URLs if known.
    pub sources: Vec<ProblemSource>,
    /// The keywords.
    pub keywords: Vec<String>,
    /// The languages in which submissions may be written; empty if all are allowed.
    pub languages: Vec<String>,
    /// The values of constants, written as `{{name}}` in texts and programs.
    pub constants: Arc<Constants>,
    /// The grading of all groups of cases; old packages may set it in problem.yaml.
    pub grading: LegacyGrading,
    /// Whether the smallest score is the best; only old versions can set it.
    pub minimizes: bool,
}

impl Metadata {
    /// Returns the defaults of a version.
    pub fn of_version(version: Version) -> Metadata {
        Metadata {
            version,
            names: BTreeMap::new(),
            kinds: Kinds::default(),
            custom_validation: None,
            validator_flags: Vec::new(),
            limits: PackageLimits::of_version(version),
            uuid: None,
            license: "unknown".into(),
            rights_owner: None,
            authors: Vec::new(),
            sources: Vec::new(),
            keywords: Vec::new(),
            languages: Vec::new(),
            constants: Arc::default(),
            grading: LegacyGrading::default(),
            minimizes: false,
        }
    }

    /// Reads the document and records every diagnostic.
    pub(super) fn read(document: &Node, diagnostics: &mut Diagnostics) -> Metadata {
        let all = Some(Work::Converting);
        let keys = Keys::of(document, FILE, FILE, Version::Legacy, all, diagnostics);
        let Some(mut keys) = keys else { return Metadata::of_version(Version::Legacy) };
        let version = version(&mut keys);
        keys.version = version;
        keys.needed_for = None;
        let mut metadata = Metadata::of_version(version);
        metadata.names(&mut keys);
        metadata.origin(&mut keys);
        if version.knows_new() {
            metadata.new_keys(&mut keys);
        }
        // These keys determine which programs run, and how.
        keys.needed_for = Some(Work::Running);
        metadata.kinds = Kinds::read(version, &mut keys);
        if version.knows_old() {
            metadata.validation(&mut keys);
        } else {
            keys.not_in_this_version(&[
                ("validation", "the folder `output_validator` and `type` determine it"),
                (
                    "validator_flags",
                    "write `output_validator_args` into data/secret/test_group.yaml",
                ),
                ("grading", "write `score_aggregation` into test_group.yaml"),
                ("author", "write `credits`"),
                ("source_url", "write `source: {name: ..., url: ...}`"),
            ]);
        }
        if version.is_legacy() {
            keys.not_in_this_version(&[("credits", "write `author`")]);
        }
        keys.needed_for = Some(Work::Judging);
        let kinds = metadata.kinds;
        if let Some(keys) = keys.below("limits") {
            metadata.limits.read(keys, version, kinds);
        }
        keys.finish();
        metadata
    }

    fn names(&mut self, keys: &mut Keys) {
        let version = self.version;
        match keys.node("name") {
            None if version.knows_new() => drop(keys.missing("name")),
            None => {}
            Some(node) if node.mapping().is_some() => {
                if version.is_legacy() {
                    keys.warning(node, "name is a mapping; in this version it is a string");
                }
                let Some(inner) = keys.below_node(node, "name") else { return };
                for (language, name) in inner.rest() {
                    if !names::is_language(language) {
                        let shown = excerpt(language.as_bytes(), 40);
                        keys.blemish(name, format!("name: `{shown}` is not a language code"))
                            .help("such as `en`, `fil` or `pt-BR`");
                    }
                    if let Some(name) = keys.text_of(name, "the name") {
                        self.names.insert(language.to_string(), name);
                    }
                }
            }
            Some(node) => {
                if let Some(name) = keys.text_of(node, "name") {
                    self.names.insert("en".into(), name);
                }
            }
        }
    }

    fn validation(&mut self, keys: &mut Keys) {
        if let Some(node) = keys.node("validation") {
            let known = ["default", "custom", "score", "interactive", "multi-pass"];
            let words: Vec<&str> = node.text().unwrap_or_default().split_whitespace().collect();
            match words[..] {
                ["default"] => self.custom_validation = Some(false),
                ["custom", ref more @ ..] => {
                    self.custom_validation = Some(true);
                    for &word in more {
                        match word {
                            "score" => {}
                            "interactive" => self.kinds.interactive = true,
                            "multi-pass" => self.kinds.multi_pass = true,
                            _ => keys.unknown_word(node, "validation", word, &known),
                        }
                    }
                }
                _ => {
                    keys.wrong(node, "validation", "`default`, or `custom` with `score`, `interactive` or `multi-pass` after it");
                }
            }
        }
        if let Some(node) = keys.node("validator_flags") {
            let flags = keys.texts_of(node, "validator_flags", true).unwrap_or_default();
            self.validator_flags = words(&flags);
        }
        keys.needed_for = Some(Work::Judging);
        if let Some(mut keys) = keys.below("grading") {
            self.minimizes = keys.word("objective", &["max", "min"]) == Some("min");
            keys.boolean("show_test_data_groups");
            self.grading = LegacyGrading::of_problem(&mut keys);
            keys.finish();
        }
    }

    /// Reads the authors, the sources and the licence.
    fn origin(&mut self, keys: &mut Keys) {
        if self.version.knows_old() {
            let author = keys.text("author").unwrap_or_default();
            self.authors = credits::split_names(&author);
        }
        if self.version.knows_new() {
            self.authors.extend(credits::read(keys));
        }
        let source = keys.node("source");
        match source {
            Some(node) if self.version.knows_new() => self.sources = credits::sources(node, keys),
            Some(node) => {
                let name = keys.text_of(node, "source");
                self.sources.extend(name.map(ProblemSource::named));
            }
            None => {}
        }
        if self.version.knows_old()
            && let Some(node) = keys.node("source_url")
        {
            let url = keys.text_of(node, "source_url");
            match self.sources.first_mut() {
                Some(source) => source.url = url,
                None => {
                    keys.blemish(node, "source_url is given without source")
                        .help("name the source");
                }
            }
        }
        if let Some(license) = keys.word("license", &LICENSES) {
            self.license = license.into();
        }
        if let Some(node) = keys.node("rights_owner") {
            if self.license == "public domain" {
                keys.blemish(node, "works in the public domain have no rights_owner");
            }
            let owners = credits::persons(node, "rights_owner", keys);
            self.rights_owner = (!owners.is_empty()).then(|| owners.join(", "));
        }
        self.keywords = match keys.node("keywords") {
            Some(node) if node.sequence().is_none() && self.version.knows_old() => {
                words(&[keys.text_of(node, "keywords").unwrap_or_default()])
            }
            Some(node) => {
                if self.version.is_legacy() {
                    keys.warning(node, "keywords is a list; in this version it is a string");
                }
                keys.texts_of(node, "keywords", false).unwrap_or_default()
            }
            None => Vec::new(),
        };
        match keys.text("uuid") {
            Some(uuid) => self.uuid = Some(uuid),
            None if self.version == Version::V2025_09 => drop(keys.missing("uuid")),
            None => {}
        }
    }

    fn new_keys(&mut self, keys: &mut Keys) {
        keys.node("version");
        keys.boolean("allow_file_writing");
        if let Some(node) = keys.node("embargo_until")
            && !node.text().is_some_and(credits::is_time)
        {
            keys.wrong(
                node,
                "embargo_until",
                "a date such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z",
            );
        }
        match keys.node("languages") {
            Some(node) if node.text() == Some("all") => {}
            Some(node) => {
                self.languages = keys.texts_of(node, "languages", false).unwrap_or_default();
            }
            None => {}
        }
        let Some(node) = keys.node("constants") else { return };
        let Some(constants) = keys.below_node(node, "constants") else { return };
        let mut known = Constants::new();
        for (name, value) in constants.rest() {
            constant(name, value, keys, &mut known);
        }
        self.constants = Arc::new(known);
    }
}

fn constant(name: &str, node: &Node, keys: &mut Keys, known: &mut Constants) {
    let shown = excerpt(name.as_bytes(), 40);
    if !names::is_constant(name) {
        keys.error(node, format!("constants: `{shown}` is not a valid name"))
            .help("names consist of letters, digits and `_`, and do not begin with a digit");
        return;
    }
    match (node.mapping(), node.text()) {
        (None, Some(text)) => {
            known.insert(name.into(), text.into());
            known.insert(format!("{name}.value"), text.into());
        }
        (Some(variants), _) => {
            for (variant, value) in variants {
                let (Some(variant), Some(text)) = (variant.text(), value.text()) else {
                    keys.wrong(value, "the value of a constant", "a string or a number");
                    continue;
                };
                if variant == "value" {
                    known.insert(name.into(), text.into());
                }
                known.insert(format!("{name}.{variant}"), text.into());
            }
            if !known.contains_key(name) {
                keys.error(node, format!("the constant `{shown}` has no `value`"));
            }
        }
        _ => {
            keys.wrong(node, "the value of a constant", "a string or a number");
        }
    }
}

fn version(keys: &mut Keys) -> Version {
    let Some(node) = keys.node("problem_format_version") else { return Version::Legacy };
    match node.text().and_then(Version::of) {
        Some(version) => {
            if node.text() == Some(UNRELEASED) {
                let message = format!("{UNRELEASED} was never released; it is read as {version}");
                keys.warning(node, message).help("write 2025-09, and what is new in it");
            }
            version
        }
        None => {
            let word = node.text().unwrap_or(node.kind());
            keys.unknown_word(node, "problem_format_version", word, &Version::KNOWN);
            Version::V2025_09
        }
    }
}

/// Splits texts into words.
pub(super) fn words(texts: &[String]) -> Vec<String> {
    texts.iter().flat_map(|text| text.split_whitespace()).map(String::from).collect()
}
