//! Turns the tree of `generators.yaml` into the plan.
//!
//! Numbers are assigned here: test cases in lists are numbered across the whole file, groups in
//! lists within their parent. This also finds duplicate rules and resolves `include`.

use std::collections::{BTreeMap, HashMap};

use referee_base::document::{DocumentError, nearest};
use referee_checker::Position;

use super::command::{GeneratorCommand, with_constants};
use super::plan::{Link, Planned, PlannedCase};
use super::tree::{self, Child, ChildKind, DirectoryRule, Inherited, LINKED, Text};
use super::{count, read};
use crate::names::{self, joined};
use crate::{Diagnostics, Package, Work, groups};

/// Makes the plan for a package from the text of its `generators.yaml`.
pub fn plan(bytes: &[u8], package: &Package) -> Planned {
    let mut planned = Planned::default();
    planned.plan.groups = package.groups.clone();
    let root = read::read(bytes, &mut planned);
    let mut numbered = 0;
    count_numbered(&root, &mut numbered);
    let mut planner = Planner {
        package,
        planned,
        width: width_of(numbered),
        next: 1,
        entries: Vec::new(),
        taken: HashMap::new(),
        keys: BTreeMap::new(),
        rules: HashMap::new(),
    };
    planner.group("", root, &Inherited::default());
    let mut planned = planner.planned;
    for list in [&mut planned.errors, &mut planned.warnings] {
        // Each value of a `count` repeats the errors of its rule.
        list.sort_by_key(|error| error.place);
        list.dedup();
    }
    planned
}

/// Adds the number of numbered cases in a group.
fn count_numbered(group: &DirectoryRule, numbered: &mut usize) {
    for child in &group.children {
        match &child.kind {
            ChildKind::Group(below) => count_numbered(below, numbered),
            ChildKind::Case(case) if group.is_numbered => {
                *numbered += case.count.as_ref().map_or(1, Vec::len);
            }
            ChildKind::Case(_) => {}
        }
    }
}

fn width_of(number: usize) -> usize {
    number.to_string().len()
}

/// Returns a name with a number of this width in front.
fn with_number(number: usize, width: usize, name: &str) -> String {
    let gap = if name.is_empty() { "" } else { "-" };
    format!("{number:0width$}{gap}{name}")
}

struct Planner<'a> {
    package: &'a Package,
    planned: Planned,
    /// The width of the numbers of cases.
    width: usize,
    /// The number of the next case.
    next: usize,
    /// The entries named so far: the path of each, and the index of its case in the plan.
    entries: Vec<(String, usize)>,
    /// The entry with each path, unless the case there is made by hand, and the place where the
    /// path was taken.
    taken: HashMap<String, (Option<usize>, Position)>,
    /// The cases and groups with each key so far.
    keys: BTreeMap<String, Vec<Meant>>,
    /// The index of the first case with each rule, by [`PlannedCase::comes_to`].
    rules: HashMap<String, usize>,
}

/// A case or a group with a key, as `include` may refer to it.
struct Meant {
    entries: Vec<usize>,
    /// Whether the key belongs to a group that is still being planned, and must not include itself.
    is_open: bool,
}

impl Planner<'_> {
    fn error(&mut self, place: Position, message: String, help: Option<String>) {
        self.planned.errors.push(DocumentError { place, message, help });
    }

    /// Plans a group in the folder `path`, and returns the entries below it.
    fn group(&mut self, path: &str, group: DirectoryRule, above: &Inherited) -> Vec<usize> {
        let inherited = group.inherited.or(above);
        self.planned.plan.folders.push(path.to_string());
        for (name, text) in group.files {
            self.group_file(joined(path, name), text);
        }
        // Keys are resolved before the children are planned, since `include` refers only to earlier
        // cases. The links come after the children.
        let included: Vec<(usize, Position)> =
            group.include.iter().flat_map(|key| self.included(key)).collect();
        let groups =
            group.children.iter().filter(|child| matches!(child.kind, ChildKind::Group(_)));
        let width = width_of(groups.count());
        let mut next_group = 1;
        let mut below = Vec::new();
        for Child { key, kind } in group.children {
            match kind {
                ChildKind::Group(child) => {
                    let name = if group.is_numbered {
                        with_number(next_group, width, &key.text)
                    } else {
                        key.text.clone()
                    };
                    next_group += 1;
                    below.extend(self.child_group(path, &key, &name, child, &inherited));
                }
                ChildKind::Case(case) => {
                    below.extend(self.cases(path, group.is_numbered, &key, *case, &inherited));
                }
            }
        }
        for (entry, place) in included {
            let (to, case) = self.entries[entry].clone();
            let name = joined(path, to.rsplit('/').next().unwrap_or(&to));
            match self.taken.get(&name) {
                Some((there, _)) if *there == Some(entry) => {}
                Some((_, first)) => {
                    let line = first.line;
                    let message =
                        format!("the included case would be {name}, as that of line {line}");
                    self.error(place, message, Some("rename one of them".into()));
                }
                None => {
                    self.taken.insert(name.clone(), (Some(entry), place));
                    self.planned.plan.links.push(Link { name, to, case });
                    below.push(entry);
                }
            }
        }
        below
    }

    /// Adds a file with the settings of a group, and reads these settings.
    fn group_file(&mut self, path: String, Text { text, place }: Text) {
        let mut diagnostics = Diagnostics::default();
        let (metadata, groups) = (&self.package.metadata, &mut self.planned.plan.groups);
        let below = format!("data/{path}");
        groups::read_file(&below, text.as_bytes(), metadata, groups, &mut diagnostics);
        for found in diagnostics.sorted() {
            let message = format!("{path}: {}", found.message);
            let Planned { errors, warnings, .. } = &mut self.planned;
            let list = if found.blocks(Work::Running) { errors } else { warnings };
            list.push(DocumentError { place, message, help: found.help });
        }
        self.planned.plan.group_files.push((path, text));
    }

    fn child_group(
        &mut self,
        path: &str,
        key: &Text,
        name: &str,
        group: DirectoryRule,
        above: &Inherited,
    ) -> Vec<usize> {
        if !names::counts(name) {
            self.no_name(key, name);
        }
        let folder = joined(path, name);
        let meant = self.keys.entry(key.text.clone()).or_default();
        let at = meant.len();
        meant.push(Meant { entries: Vec::new(), is_open: true });
        let below = self.group(&folder, group, above);
        if let Some(meant) = self.keys.get_mut(&key.text).and_then(|all| all.get_mut(at)) {
            *meant = Meant { entries: below.clone(), is_open: false };
        }
        below
    }

    fn no_name(&mut self, key: &Text, name: &str) {
        let shown = referee_checker::text::excerpt(name.as_bytes(), 60);
        let help =
            "a name has letters, digits, `_`, `-` and `.`, and begins with none of the last two";
        self.error(key.place, format!("`{shown}` is not a valid name"), Some(help.into()));
    }

    /// Resolves a key in `include`.
    fn included(&mut self, key: &Text) -> Vec<(usize, Position)> {
        let name = &key.text;
        let (message, help) = match self.keys.get(name).map(Vec::as_slice) {
            Some([Meant { entries, is_open: false }]) => {
                return entries.iter().map(|entry| (*entry, key.place)).collect();
            }
            Some([Meant { is_open: true, .. }]) => {
                (format!("`{name}` is a group that contains this one"), None)
            }
            Some(several) => (
                format!(
                    "`{name}` is ambiguous: {} cases and groups before have that key",
                    several.len()
                ),
                Some("give them unique keys, or put them into a group and include that".into()),
            ),
            None if name.contains('/') => (
                format!("`{name}` is a path; expected the key of a case or group"),
                Some("write its last part, without a number".into()),
            ),
            None => {
                let near = nearest(name, self.keys.keys().map(String::as_str));
                let help = near.map(|near| format!("did you mean `{near}`?"));
                (format!("there is no case or group `{name}` before this"), help)
            }
        };
        self.error(key.place, message, help);
        Vec::new()
    }

    fn cases(
        &mut self,
        path: &str,
        is_numbered: bool,
        key: &Text,
        case: tree::CaseRule,
        above: &Inherited,
    ) -> Vec<usize> {
        let inherited = case.inherited.or(above);
        let values = case.count.clone().unwrap_or_else(|| vec![1]);
        let behind =
            case.count.as_deref().map(count::suffixes).unwrap_or_else(|| vec![String::new()]);
        let mut made = Vec::new();
        for (value, suffix) in values.into_iter().zip(behind) {
            let name = if is_numbered {
                with_number(self.next, self.width, &key.text)
            } else {
                key.text.clone()
            };
            self.next += usize::from(is_numbered);
            let name = name + &suffix;
            self.check_name(key, &name);
            let name = joined(path, &name);
            if case.is_empty() && self.is_made_by_hand(&name, key) {
                continue;
            }
            self.refuse_foreign_files(&name, &case, key);
            let generate = case.generate.as_ref().and_then(|text| {
                self.command(text, &case, value, inherited.salt.as_deref().unwrap_or_default())
            });
            let rule = PlannedCase {
                name,
                place: key.place,
                generate,
                copy: case.copy.clone(),
                contents: case.contents.clone(),
                links: case.links.clone(),
                patterns: case.patterns.clone(),
                solution: inherited.solution.clone(),
                retries: inherited.retries.unwrap_or(1),
            };
            made.extend(self.add(rule, key, case.count.is_some()));
        }
        made
    }

    fn check_name(&mut self, key: &Text, name: &str) {
        if name.ends_with(".in") {
            let help = Some("the name of a case has no extension".into());
            self.error(key.place, format!("the case {name} would be the file {name}.in"), help);
        } else if !names::counts(&format!("{name}.in")) {
            self.no_name(key, name);
        } else if name == "test_group" {
            let message = "a case must not be named test_group: its settings would be the group's";
            self.error(key.place, message.into(), None);
        }
    }

    /// Returns whether a case that is only named exists in `data/`; warns that it is not changed.
    fn is_made_by_hand(&mut self, name: &str, key: &Text) -> bool {
        let is_there = self.package.find("data", &format!("{name}.in")).is_some();
        if is_there {
            let message = format!("no rule generates {name}: its files in data/ are not changed");
            let help = Some("write `generate`, `copy` or `in` to generate it".into());
            self.planned.warnings.push(DocumentError { place: key.place, message, help });
            self.planned.plan.made_by_hand.push(name.to_string());
            // Its files must not be replaced by those of another case of this name.
            if let Some((_, first)) = self.taken.insert(name.to_string(), (None, key.place)) {
                self.refuse_second(name, first, key);
            }
        }
        is_there
    }

    /// Rejects a second case with a name.
    fn refuse_second(&mut self, name: &str, first: Position, key: &Text) {
        let message = format!("there are two cases {name}: line {} has one", first.line);
        self.error(key.place, message, Some("rename one of them".into()));
    }

    /// Rejects files that this kind of case or problem does not have.
    fn refuse_foreign_files(&mut self, name: &str, case: &tree::CaseRule, key: &Text) {
        let is_sample = name.starts_with("sample/");
        for extension in LINKED.into_iter().filter(|extension| !is_sample && case.has(extension)) {
            self.error(key.place, format!("only samples have a file `{extension}`"), None);
        }
        if case.has("interaction") && !self.package.metadata.kinds.is_dialogue() {
            let message = "only interactive and multi-pass problems have a file `interaction`";
            self.error(key.place, message.into(), None);
        }
    }

    /// Reads the command of a case, and computes its seed.
    fn command(
        &mut self,
        text: &Text,
        case: &tree::CaseRule,
        value: i64,
        salt: &str,
    ) -> Option<(GeneratorCommand, u32, Position)> {
        let constants = &self.package.metadata.constants;
        let (filled, unknown) = with_constants(&text.text, |name| constants.get(name).cloned());
        for name in unknown {
            let message = format!("problem.yaml has no constant `{name}`: it stays as it is");
            self.planned.warnings.push(DocumentError::new(text.place, message));
        }
        let filled = match case.count {
            Some(_) => filled.replace("{count}", &value.to_string()),
            None => filled,
        };
        if case.count.is_none() && filled.contains("{count}") {
            let message = "there is {count} in the command, but the case has no `count`";
            self.planned.warnings.push(DocumentError::new(text.place, message));
        }
        match GeneratorCommand::read(&filled) {
            Ok(command) => {
                let seed = command.seed(salt, value);
                Some((command, seed, text.place))
            }
            Err(message) => {
                self.error(text.place, message.to_string(), None);
                None
            }
        }
    }

    /// Adds a case; further cases of one `count` with the same rule become links to the first.
    fn add(&mut self, rule: PlannedCase, key: &Text, is_counted: bool) -> Option<usize> {
        if let Some((_, first)) = self.taken.get(&rule.name).copied() {
            self.refuse_second(&rule.name, first, key);
            return None;
        }
        let next = self.planned.plan.cases.len();
        let first =
            if rule.is_empty() { next } else { *self.rules.entry(rule.comes_to()).or_insert(next) };
        let (name, place) = (rule.name.clone(), rule.place);
        let case = if first == next {
            self.planned.plan.cases.push(rule);
            next
        } else {
            let other = &self.planned.plan.cases[first];
            if is_counted && other.place == rule.place {
                let (name, to) = (name.clone(), other.name.clone());
                self.planned.plan.links.push(Link { name, to, case: first });
                first
            } else {
                let message = format!("this is the same rule as that of {}", other.name);
                let help = Some("if that is meant, include it, or write a `count`".into());
                self.planned.warnings.push(DocumentError { place, message, help });
                self.planned.plan.cases.push(rule);
                next
            }
        };
        let entry = self.entries.len();
        self.entries.push((name.clone(), case));
        self.taken.insert(name, (Some(entry), place));
        let meant = self.keys.entry(key.text.clone()).or_default();
        meant.push(Meant { entries: vec![entry], is_open: false });
        Some(entry)
    }
}
