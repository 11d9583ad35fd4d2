//! Reads `generators.yaml` into a tree of groups and cases, with all errors.

use referee_base::document::{DocumentError, nearest, suggestion};
use referee_checker::text::excerpt;

use super::count;
use super::plan::Planned;
use super::tree::{self, CaseRule, Child, DirectoryRule, Extension, FOLDERS, Inherited};
use super::tree::{ChildKind, LINK_TARGETS, LINKED, SolutionRule, TEXTS, Text};
use crate::keys::items;
use crate::{GROUP_FILES, names};
use referee_base::yaml::{Fields, Node, emit};

/// Reads a document. Adds its generators, its errors and its warnings to a plan without cases.
pub(super) fn read(bytes: &[u8], planned: &mut Planned) -> DirectoryRule {
    let mut reader = Reader { planned };
    let node = Node::read(bytes).map_err(|error| reader.error(error)).ok();
    node.and_then(|node| reader.root(&node)).unwrap_or_default()
}

struct Reader<'a> {
    planned: &'a mut Planned,
}

impl Reader<'_> {
    fn error(&mut self, error: DocumentError) {
        self.planned.errors.push(error);
    }

    fn warn(&mut self, node: &Node, message: String, help: Option<String>) {
        self.planned.warnings.push(DocumentError { help, ..node.error(message) });
    }

    fn root(&mut self, node: &Node) -> Option<DirectoryRule> {
        if is_case(node) && !node.is_null() {
            self.error(node.error("this is a test case; expected a mapping with `data`"));
            return None;
        }
        let mut fields = self.fields(node, "generators.yaml")?;
        fields.take_even_null("version");
        if let Some(generators) = fields.take("generators") {
            self.generators(generators);
        }
        if let Some(data) = fields.take("data").filter(|data| data.sequence().is_some()) {
            self.error(data.error("the folders of data/ are not numbered: write a mapping"));
            return None;
        }
        Some(self.group(fields, true))
    }

    fn fields<'a>(&mut self, node: &'a Node, what: &str) -> Option<Fields<'a>> {
        Fields::of(node, what).map_err(|error| self.error(error)).ok()
    }

    /// Reads a nonempty string; rejects other types, such as numbers.
    fn text(&mut self, node: &Node, what: &str) -> Option<Text> {
        let error = match node.string() {
            Some("") => node.error(format!("{what} is empty")),
            Some(text) => return Some(Text { text: text.to_string(), place: node.place }),
            None => node.is_not(what, "a string"),
        };
        self.error(error);
        None
    }

    fn texts(&mut self, node: &Node, what: &str) -> Vec<Text> {
        items(node).iter().filter_map(|node| self.text(node, what)).collect()
    }

    fn generators(&mut self, node: &Node) {
        let Some(fields) = self.fields(node, "`generators`") else { return };
        for field in fields.rest() {
            if !names::counts(field.name) {
                self.error(field.key.error("this is no name for a program"));
            }
            match field.value.sequence() {
                Some(list) if !list.is_empty() => {
                    let files = self.texts(field.value, "a file of a generator");
                    self.planned.plan.generators.insert(field.name.to_string(), files);
                }
                Some(_) => self.error(field.value.error("a generator must have at least one file")),
                None => self.error(field.value.is_not("a generator", "a list of its files")),
            }
        }
    }

    fn inherited(&mut self, fields: &mut Fields) -> Inherited {
        let solution = match fields.take_even_null("solution") {
            Some(node) if node.is_null() => SolutionRule::Nothing,
            Some(node) => {
                self.text(node, "`solution`").map_or(SolutionRule::Unsaid, SolutionRule::Program)
            }
            None => SolutionRule::Unsaid,
        };
        let salt = fields.take("random_salt").and_then(|node| match node.string() {
            Some(salt) => Some(salt.to_string()),
            None => {
                self.error(node.is_not("`random_salt`", "a string, in quotes if it is a number"));
                None
            }
        });
        let retries = fields.take("retries").and_then(|node| {
            let retries = node.integer().and_then(|retries| u32::try_from(retries).ok());
            let retries = retries.filter(|retries| (1..=1000).contains(retries));
            if retries.is_none() {
                self.error(node.is_not("`retries`", "a whole number from 1 to 1000"));
            }
            retries
        });
        Inherited { solution, salt, retries }
    }

    fn group(&mut self, mut fields: Fields, is_root: bool) -> DirectoryRule {
        let mut group =
            DirectoryRule { inherited: self.inherited(&mut fields), ..DirectoryRule::default() };
        for name in GROUP_FILES {
            if let Some(node) = fields.take(name) {
                match node.mapping() {
                    Some(_) => {
                        let text = emit(node);
                        group.files.push((name, Text { text, place: node.place }));
                    }
                    None => self.error(node.is_not(name, "a mapping")),
                }
            }
        }
        if let Some(include) = fields.take("include") {
            group.include = self.texts(include, "an entry of `include`");
        }
        if let Some(data) = fields.take("data") {
            group.is_numbered = data.sequence().is_some();
            for (key, value) in self.entries(data, is_root) {
                let key = Text { text: key.text().unwrap_or_default().into(), place: key.place };
                group.children.extend(self.child(key, value, &group));
            }
        }
        if !is_root {
            for field in
                fields.rest().filter(|field| ["generators", "version"].contains(&field.name))
            {
                let message = format!("`{}` belongs to the beginning of the file", field.name);
                self.error(field.key.error(message));
            }
        }
        // Other tools may have further keys: one is reported only if it resembles a known one.
        let known = ["data", "include", "solution", "random_salt", "retries", "test_group.yaml"];
        for field in fields.rest() {
            if let Some(near) = nearest(field.name, known) {
                let name = excerpt(field.name.as_bytes(), 40);
                let help = Some(format!("did you mean `{near}`?"));
                self.warn(field.key, format!("unknown key `{name}`"), help);
            }
        }
        group
    }

    /// Returns the entries of `data`, in the order of generation.
    fn entries<'a>(&mut self, data: &'a Node, is_root: bool) -> Vec<(&'a Node, &'a Node)> {
        let mut entries: Vec<(&Node, &Node)> = Vec::new();
        if let Some(mapping) = data.mapping() {
            entries.extend(mapping.iter().map(|(key, value)| (key, value)));
            let name = |entry: &(&'a Node, &'a Node)| entry.0.text().unwrap_or_default();
            if is_root {
                entries.retain(|entry| FOLDERS.contains(&name(entry)) || self.no_folder(entry.0));
                entries.sort_by_key(|entry| FOLDERS.iter().position(|known| *known == name(entry)));
            } else {
                entries.sort_by_key(name);
            }
            return entries;
        }
        let Some(list) = data.sequence() else {
            self.error(
                data.is_not("`data`", "a mapping, or a list of mappings with one entry each"),
            );
            return entries;
        };
        for item in list {
            match item.mapping() {
                Some([(key, value)]) => entries.push((key, value)),
                Some(several) => {
                    let mut error = item.error("an entry of a numbered list has exactly one key");
                    if several.iter().any(|(key, _)| key.text().is_some_and(is_case_key)) {
                        error.help = Some("what belongs to the case is one level deeper".into());
                    }
                    self.error(error);
                }
                None => {
                    self.error(
                        item.is_not("an entry of a numbered list", "a mapping with one key"),
                    );
                }
            }
        }
        entries
    }

    /// Warns that a folder of `data/` is not known.
    fn no_folder(&mut self, key: &Node) -> bool {
        let name = key.text().unwrap_or_default();
        let help = suggestion(name, &FOLDERS);
        let name = excerpt(name.as_bytes(), 40);
        let message = format!("`{name}` is no folder of data/: nothing is made for it");
        self.warn(key, message, Some(help));
        false
    }

    fn child(&mut self, key: Text, node: &Node, parent: &DirectoryRule) -> Option<Child> {
        if key.text.is_empty() && !parent.is_numbered {
            let message = "only cases and groups in a numbered list may have no name";
            self.error(DocumentError::new(key.place, message));
            return None;
        }
        let kind = if is_case(node) {
            ChildKind::Case(Box::new(self.case(node)))
        } else if node.mapping().is_some() {
            ChildKind::Group(self.fields(node, "a group").map(|fields| self.group(fields, false))?)
        } else {
            self.error(node.is_not("this", "a command, a case or a group"));
            return None;
        };
        Some(Child { key, kind })
    }

    fn case(&mut self, node: &Node) -> CaseRule {
        if node.is_null() {
            return CaseRule::default();
        }
        if let Some(text) = node.string() {
            let text = Text { text: text.to_string(), place: node.place };
            // An old form, from before the key `copy` existed.
            return match text.text.strip_suffix(".in") {
                Some(below) => {
                    let below = below.to_string();
                    let help = Some(format!("write `copy: {below}`"));
                    self.warn(node, "a file as a case is an old form".into(), help);
                    CaseRule { copy: Some(Text { text: below, ..text }), ..CaseRule::default() }
                }
                None => CaseRule { generate: Some(text), ..CaseRule::default() },
            };
        }
        let Some(mut fields) = self.fields(node, "a case") else { return CaseRule::default() };
        let mut case = CaseRule { inherited: self.inherited(&mut fields), ..CaseRule::default() };
        case.generate = fields.take("generate").and_then(|node| self.text(node, "`generate`"));
        case.copy = fields.take("copy").and_then(|node| self.text(node, "`copy`"));
        if let Some(count) = fields.take("count") {
            match count::values(count) {
                Ok(values) => case.count = Some(values),
                Err(error) => self.error(error),
            }
        }
        for extension in TEXTS {
            if let Some(node) = fields.take(extension) {
                self.content(extension, node, &mut case);
            }
        }
        for (from, to) in &case.links {
            if case.links.contains_key(to) {
                self.error(node.error(format!("`{from}` links to `{to}`, which is also a link")));
            }
        }
        if let Some(patterns) = fields.take("match") {
            self.patterns(patterns, &mut case);
        }
        self.planned.errors.extend(fields.unknown());
        // A key with a wrong value counts as present, since it was already reported.
        let has = |name: &&str| {
            let mut entries = node.mapping().unwrap_or_default().iter();
            entries.any(|(key, value)| key.text() == Some(name) && !value.is_null())
        };
        let is_made = ["generate", "copy", "in"].iter().any(has);
        let is_only_shown = ["in.statement", "interaction"].iter().any(has) && has(&"in.download");
        if !is_made && !is_only_shown {
            let mut error = node.error("there is no rule for the input");
            error.help = Some("write `generate`, `copy` or `in`".into());
            self.error(error);
        }
        case
    }

    /// Reads a file of a rule: given content, or a link.
    fn content(&mut self, extension: Extension, node: &Node, case: &mut CaseRule) {
        if extension == "yaml" && node.mapping().is_some() {
            let text = emit(node);
            case.contents.insert(extension, text);
            return;
        }
        if let Some([(key, target)]) = node.mapping()
            && key.text() == Some("link")
            && LINKED.contains(&extension)
        {
            let target_name = target.text().unwrap_or_default();
            match LINK_TARGETS.into_iter().find(|known| *known == target_name) {
                None => {
                    let help = Some(suggestion(target_name, &LINK_TARGETS));
                    let error = target.error("a link leads to another file of the case");
                    self.error(DocumentError { help, ..error });
                }
                Some(known) if tree::side(known) != tree::side(extension) => {
                    self.error(
                        target.error(format!("`{extension}` cannot be a link to `{known}`")),
                    );
                }
                Some(known) => drop(case.links.insert(extension, known)),
            }
            return;
        }
        match node.string() {
            Some(text) => {
                let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
                case.contents.insert(extension, format!("{text}{end}"));
            }
            None => {
                let mut error = node.is_not(&format!("`{extension}`"), "a string");
                if node.number().is_some() || node.boolean().is_some() {
                    error.help = Some("put it into quotes".into());
                }
                self.error(error);
            }
        }
    }

    fn patterns(&mut self, node: &Node, case: &mut CaseRule) {
        let mut add = |reader: &mut Self, extension, node: &Node| {
            let texts = reader.texts(node, "a pattern of `match`");
            case.patterns.extend(texts.into_iter().map(|text| (extension, text)));
        };
        if node.mapping().is_none() {
            return add(self, "in", node);
        }
        let Some(mut fields) = self.fields(node, "`match`") else { return };
        for extension in ["in", "ans"] {
            if let Some(node) = fields.take(extension) {
                add(self, extension, node);
            }
        }
        self.planned.errors.extend(fields.unknown());
    }
}

/// Returns whether a mapping with this key is a case.
fn is_case_key(key: &str) -> bool {
    ["generate", "copy", "count", "match"].contains(&key) || TEXTS.contains(&key)
}

/// Returns whether a node is a case rather than a group.
fn is_case(node: &Node) -> bool {
    let mut keys = node.mapping().unwrap_or_default().iter().filter_map(|(key, _)| key.text());
    node.is_null() || node.string().is_some() || keys.any(is_case_key)
}
