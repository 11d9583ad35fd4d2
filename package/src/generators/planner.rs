//! From the tree of `generators.yaml` to the plan.
//!
//! Numbers are given here: test cases in lists are counted through the whole file, groups in lists within their
//! parent. Rules that say the same are found here as well, and what `include` means.

use std::collections::{BTreeMap, HashMap, HashSet};

use referee_base::document::{DocumentError, nearest};
use referee_checker::Position;

use super::command::{Command, with_constants};
use super::plan::{Link, Plan, Planned, Rule};
use super::tree::{self, Child, Document, Group, Inherited, LINKED, Text, What};
use super::{count, read};
use crate::{Diagnostics, Package, groups, names};

/// Makes the plan for a package by the text of its `generators.yaml`.
pub fn plan(bytes: &[u8], package: &Package) -> Planned {
    let Document { root, generators, errors, warnings } = read::read(bytes);
    let groups = package.groups.clone();
    let mut numbered = 0;
    count_numbered(&root, &mut numbered);
    let mut planner = Planner {
        package,
        planned: Planned { plan: Plan { groups, ..Plan::default() }, errors, warnings },
        width: width_of(numbered),
        next: 1,
        entries: Vec::new(),
        taken: HashMap::new(),
        folders: HashSet::new(),
        keys: BTreeMap::new(),
        rules: HashMap::new(),
    };
    for (name, files) in generators {
        planner.planned.plan.generators.insert(name.text, files);
    }
    planner.group("", root, &Inherited::default());
    let mut planned = planner.planned;
    for list in [&mut planned.errors, &mut planned.warnings] {
        // Each value of a `count` has the faults of its rule.
        list.sort_by_key(|error| error.place);
        list.dedup();
    }
    planned
}

/// How many numbered cases there are.
fn count_numbered(group: &Group, numbered: &mut usize) {
    for child in &group.children {
        match &child.what {
            What::Group(below) => count_numbered(below, numbered),
            What::Case(case) if group.is_numbered => {
                *numbered += case.count.as_ref().map_or(1, Vec::len);
            }
            What::Case(_) => {}
        }
    }
}

fn width_of(number: usize) -> usize {
    number.to_string().len()
}

/// A number of that width before a name.
fn with_number(number: usize, width: usize, name: &str) -> String {
    let gap = if name.is_empty() { "" } else { "-" };
    format!("{number:0width$}{gap}{name}")
}

fn joined(folder: &str, name: &str) -> String {
    if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") }
}

struct Planner<'a> {
    package: &'a Package,
    planned: Planned,
    /// The width of the numbers of cases.
    width: usize,
    /// The number of the next case.
    next: usize,
    /// What was named so far: paths, and which case with a rule each one is.
    entries: Vec<(String, usize)>,
    /// The entry behind each path that is taken, and the place where it was taken.
    taken: HashMap<String, (usize, Position)>,
    /// The folders of groups.
    folders: HashSet<String>,
    /// What each key stands for, so far.
    keys: BTreeMap<String, Vec<Meant>>,
    /// Cases by what their rule comes to.
    rules: HashMap<String, usize>,
}

/// What a key stands for.
struct Meant {
    entries: Vec<usize>,
    /// Whether it is a group that still goes on.
    is_open: bool,
}

impl Planner<'_> {
    fn error(&mut self, place: Position, message: String, help: Option<String>) {
        self.planned.errors.push(DocumentError { place, message, help });
    }

    /// Plans a group in the folder `path`, and returns the entries below it.
    fn group(&mut self, path: &str, group: Group, above: &Inherited) -> Vec<usize> {
        let inherited = handed_down(above, &group.inherited);
        self.planned.plan.folders.push(path.to_string());
        for (name, text) in group.files {
            self.group_file(joined(path, name), text);
        }
        // What is included is looked up before what is below is known, and written after it.
        let included: Vec<(usize, Position)> =
            group.include.iter().flat_map(|key| self.included(key)).collect();
        let groups = group.children.iter().filter(|child| matches!(child.what, What::Group(_)));
        let width = width_of(groups.count());
        let mut next_group = 1;
        let mut below = Vec::new();
        for Child { key, what } in group.children {
            match what {
                What::Group(child) => {
                    let name = match group.is_numbered {
                        true => with_number(next_group, width, &key.text),
                        false => key.text.clone(),
                    };
                    next_group += 1;
                    below.extend(self.child_group(path, &key, &name, child, &inherited));
                }
                What::Case(case) => {
                    below.extend(self.cases(path, group.is_numbered, &key, *case, &inherited));
                }
            }
        }
        for (entry, place) in included {
            let (to, case) = self.entries[entry].clone();
            let name = joined(path, to.rsplit('/').next().unwrap_or(&to));
            match self.taken.get(&name) {
                Some((there, _)) if *there == entry => {}
                Some((_, first)) => {
                    let line = first.line;
                    let message =
                        format!("the included case would be {name}, as that of line {line}");
                    self.error(place, message, Some("rename one of them".into()));
                }
                None => {
                    self.taken.insert(name.clone(), (entry, place));
                    self.planned.plan.links.push(Link { name, to, case });
                    below.push(entry);
                }
            }
        }
        below
    }

    /// Adds a file with the settings of a group, and what it says.
    fn group_file(&mut self, path: String, Text { text, place }: Text) {
        let mut diagnostics = Diagnostics::default();
        let (metadata, groups) = (&self.package.metadata, &mut self.planned.plan.groups);
        let below = format!("data/{path}");
        groups::read_file(&below, text.as_bytes(), metadata, groups, &mut diagnostics);
        for found in diagnostics.sorted() {
            let message = format!("{path}: {}", found.message);
            let error = DocumentError { place, message, help: found.help };
            match found.blocks {
                true => self.planned.errors.push(error),
                false => self.planned.warnings.push(error),
            }
        }
        self.planned.plan.group_files.push((path, text));
    }

    fn child_group(
        &mut self,
        path: &str,
        key: &Text,
        name: &str,
        group: Group,
        above: &Inherited,
    ) -> Vec<usize> {
        if !names::counts(name) {
            self.no_name(key, name);
        }
        let folder = joined(path, name);
        if !self.folders.insert(folder.clone()) {
            self.error(key.place, format!("there are two groups {folder}"), None);
        }
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
        self.error(key.place, format!("`{shown}` is no name"), Some(help.into()));
    }

    /// What a key in `include` stands for.
    fn included(&mut self, key: &Text) -> Vec<(usize, Position)> {
        let name = &key.text;
        let (message, help) = match self.keys.get(name).map(Vec::as_slice) {
            Some([Meant { entries, is_open: false }]) => {
                return entries.iter().map(|entry| (*entry, key.place)).collect();
            }
            Some([Meant { is_open: true, .. }]) => {
                (format!("`{name}` is a group that this is a part of"), None)
            }
            Some(several) => (
                format!(
                    "`{name}` is ambiguous: {} cases and groups before have that key",
                    several.len()
                ),
                Some(
                    "give them keys of their own, or put them into a group and include that".into(),
                ),
            ),
            None if name.contains('/') => (
                format!("`{name}` is a path; wanted is the key of a case or group"),
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

    /// The cases of one rule.
    fn cases(
        &mut self,
        path: &str,
        is_numbered: bool,
        key: &Text,
        case: tree::Case,
        above: &Inherited,
    ) -> Vec<usize> {
        let inherited = handed_down(above, &case.inherited);
        let values = case.count.clone().unwrap_or_else(|| vec![1]);
        let behind =
            case.count.as_deref().map(count::endings).unwrap_or_else(|| vec![String::new()]);
        let mut made = Vec::new();
        for (value, ending) in values.into_iter().zip(behind) {
            let name = match is_numbered {
                true => with_number(self.next, self.width, &key.text),
                false => key.text.clone(),
            };
            self.next += usize::from(is_numbered);
            let name = name + &ending;
            self.check_name(key, &name);
            let name = joined(path, &name);
            self.refuse_foreign_files(&name, &case, key);
            let generate = case.generate.as_ref().and_then(|text| {
                self.command(text, &case, value, inherited.salt.as_deref().unwrap_or_default())
            });
            let rule = Rule {
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
            let help = Some("the name of a case has no ending".into());
            self.error(key.place, format!("the case {name} would be the file {name}.in"), help);
        } else if !names::counts(&format!("{name}.in")) {
            self.no_name(key, name);
        } else if name == "test_group" {
            let message = "a case must not be called test_group: its settings would be the group's";
            self.error(key.place, message.into(), None);
        }
    }

    /// Refuses files that such a case, or such a problem, does not have.
    fn refuse_foreign_files(&mut self, name: &str, case: &tree::Case, key: &Text) {
        let is_sample = name.starts_with("sample/");
        for ending in LINKED.into_iter().filter(|ending| !is_sample && case.has(ending)) {
            self.error(key.place, format!("only samples have a file `{ending}`"), None);
        }
        if case.has("interaction") && !self.package.metadata.kinds.is_dialogue() {
            let message = "only interactive and multi-pass problems have a file `interaction`";
            self.error(key.place, message.into(), None);
        }
    }

    /// The command of a case, and its seed.
    fn command(
        &mut self,
        text: &Text,
        case: &tree::Case,
        value: i64,
        salt: &str,
    ) -> Option<(Command, u32, Position)> {
        let constants = &self.package.metadata.constants;
        let (filled, unknown) = with_constants(&text.text, |name| constants.get(name).cloned());
        for name in unknown {
            let message = format!("problem.yaml has no constant `{name}`: it stays as it is");
            let place = text.place;
            self.planned.warnings.push(DocumentError { place, message, help: None });
        }
        let filled = match case.count {
            Some(_) => filled.replace("{count}", &value.to_string()),
            None => filled,
        };
        if case.count.is_none() && filled.contains("{count}") {
            let message = "there is {count} in the command, but the case has no `count`";
            let (place, message) = (text.place, message.to_string());
            self.planned.warnings.push(DocumentError { place, message, help: None });
        }
        match Command::read(&filled) {
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

    /// Adds a case, or a link to the one before that has the same rule, if that is what was meant.
    fn add(&mut self, rule: Rule, key: &Text, is_counted: bool) -> Option<usize> {
        if let Some((_, first)) = self.taken.get(&rule.name) {
            let message = format!("there are two cases {}: line {} has one", rule.name, first.line);
            self.error(key.place, message, Some("rename one of them".into()));
            return None;
        }
        let next = self.planned.plan.cases.len();
        let first = *self.rules.entry(rule.comes_to()).or_insert(next);
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
                let help = "if that is meant, include it, or write a `count`";
                self.planned.warnings.push(DocumentError {
                    place,
                    message,
                    help: Some(help.into()),
                });
                self.planned.plan.cases.push(rule);
                next
            }
        };
        let entry = self.entries.len();
        self.entries.push((name.clone(), case));
        self.taken.insert(name, (entry, place));
        let meant = self.keys.entry(key.text.clone()).or_default();
        meant.push(Meant { entries: vec![entry], is_open: false });
        Some(entry)
    }
}

/// What is below a group has from it what it does not say itself.
fn handed_down(above: &Inherited, own: &Inherited) -> Inherited {
    Inherited {
        solution: own.solution.or(&above.solution),
        salt: own.salt.clone().or_else(|| above.salt.clone()),
        retries: own.retries.or(above.retries),
    }
}
