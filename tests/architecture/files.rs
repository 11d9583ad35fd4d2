//! Which files and modules of a crate import which others.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use syn::visit::Visit;

use crate::house::{crates, folder, root};

/// A module by its path below the root of its crate, whose own path is empty.
type Module = Vec<String>;

/// For each file, as a module, the files it imports from.
type Imports = BTreeMap<Module, BTreeSet<Module>>;

#[test]
fn no_two_files_import_each_other() {
    let mut found: Vec<String> = Vec::new();
    for name in crates() {
        let imports = imports(&root().join(folder(name)).join("src"));
        for (one, others) in &imports {
            let back = |other: &&Module| one < *other && imports[*other].contains(one);
            let pairs = others.iter().filter(back);
            found.extend(pairs.map(|other| format!("{name}: {} and {}", shown(one), shown(other))));
        }
    }
    assert!(found.is_empty(), "these import each other:\n{}", found.join("\n"));
}

/// Checks each folder by repeatedly removing the modules that import none of the remaining ones:
/// whatever remains is a cycle.
#[test]
fn no_modules_import_each_other_in_a_cycle() {
    let mut found: Vec<String> = Vec::new();
    for name in crates() {
        let imports = imports(&root().join(folder(name)).join("src"));
        let folders: BTreeSet<&[String]> =
            imports.keys().filter_map(|module| Some(module.split_last()?.1)).collect();
        for folder in folders {
            let cycle = in_cycles(between_children(folder, &imports));
            if !cycle.is_empty() {
                found.push(format!("{name}, below {}: {}", shown(folder), cycle.join(", ")));
            }
        }
    }
    assert!(found.is_empty(), "these import each other in cycles:\n{}", found.join("\n"));
}

fn shown(module: &[String]) -> String {
    if module.is_empty() { "the root".into() } else { module.join("/") }
}

/// Which children of a folder import from which, each including everything below it.
fn between_children<'a>(
    folder: &[String],
    imports: &'a Imports,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let child = |module: &'a Module| {
        module.strip_prefix(folder).and_then(|below| below.first()).map(String::as_str)
    };
    let mut children: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (module, others) in imports {
        let Some(from) = child(module) else { continue };
        let to = others.iter().filter_map(child).filter(|to| *to != from);
        children.entry(from).or_default().extend(to);
    }
    children
}

/// Returns the nodes of a graph that lie on a cycle, or on a path between two cycles.
fn in_cycles<'a>(mut graph: BTreeMap<&'a str, BTreeSet<&'a str>>) -> Vec<&'a str> {
    loop {
        let imported: BTreeSet<&str> = graph.values().flatten().copied().collect();
        let left: BTreeSet<&str> = graph
            .iter()
            .filter(|(node, others)| {
                imported.contains(*node) && others.iter().any(|other| graph.contains_key(other))
            })
            .map(|(node, _)| *node)
            .collect();
        if left.len() == graph.len() {
            return left.into_iter().collect();
        }
        graph.retain(|node, _| left.contains(node));
        graph.values_mut().for_each(|others| others.retain(|other| left.contains(other)));
    }
}

#[test]
fn cycles_are_found() {
    let graph = |edges: &[(&'static str, &'static str)]| {
        let mut graph: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for (from, to) in edges {
            graph.entry(from).or_default().insert(to);
            graph.entry(to).or_default();
        }
        graph
    };
    assert!(in_cycles(graph(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    assert_eq!(in_cycles(graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")])), ["b", "c"]);
}

#[test]
fn imports_are_found() {
    let sources = [
        ("mod.rs", "mod a; mod b; pub use a::A;"),
        ("a.rs", "use super::b::{self, c::{D as E, *}}; struct A;"),
        (
            "b/mod.rs",
            "mod c; fn f() { crate::a::A; c::f() } #[cfg(test)] mod tests { use super::*; }",
        ),
        ("b/c.rs", "pub(crate) use super::super::a::A; fn f(_: &super::F) {}"),
    ];
    let files = sources.map(|(path, text)| (module_of(Path::new(path)), text.to_string()));
    let imports = imports_of(files.into_iter().collect());
    let of = |module: &[&str]| {
        let module: Module = module.iter().map(ToString::to_string).collect();
        imports[&module].iter().map(|other| other.join("/")).collect::<Vec<_>>()
    };
    // Re-exports do not count: their users import from the defining file.
    assert_eq!(of(&[]), Vec::<String>::new());
    assert_eq!(of(&["a"]), ["b", "b/c"]);
    assert_eq!(of(&["b"]), ["a", "b/c"]);
    assert_eq!(of(&["b", "c"]), ["b"]);
}

/// Returns the imports between the files of a crate.
fn imports(sources: &Path) -> Imports {
    let walk = walkdir::WalkDir::new(sources).into_iter().map(|entry| entry.unwrap().into_path());
    let rust = walk.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).unwrap();
        (module_of(path.strip_prefix(sources).unwrap()), text)
    };
    imports_of(rust.map(read).collect())
}

/// Returns the module of a file; programs beside the library are modules of their own.
fn module_of(path: &Path) -> Module {
    let mut parts: Module =
        path.with_extension("").iter().map(|part| part.to_string_lossy().into_owned()).collect();
    parts.pop_if(|last| last == "mod" || last == "lib");
    parts
}

fn imports_of(texts: BTreeMap<Module, String>) -> Imports {
    let parse = |(module, text): (Module, String)| {
        let file = syn::parse_file(&text).unwrap_or_else(|error| panic!("{module:?}: {error}"));
        (module, file)
    };
    let files: BTreeMap<Module, syn::File> = texts.into_iter().map(parse).collect();
    let modules = files.keys().cloned().collect();
    let mut crate_ = Crate { modules, passed_on: BTreeMap::new() };
    crate_.passed_on = files
        .iter()
        .flat_map(|(module, file)| {
            let items = file.items.iter().filter_map(|item| match item {
                syn::Item::Use(item) if !is_private(item) => Some(item),
                _ => None,
            });
            let named =
                items.flat_map(|item| leaves(&[], &item.tree)).filter_map(|(path, name)| {
                    Some(((module.clone(), name), crate_.absolute(module, &path)?))
                });
            named.collect::<Vec<_>>()
        })
        .collect();
    let imports_of = |(file, parsed): (&Module, &syn::File)| {
        let mut paths =
            Paths { file, scope: file.clone(), crate_: &crate_, found: BTreeSet::new() };
        paths.visit_file(parsed);
        (file.clone(), paths.found)
    };
    files.iter().map(imports_of).collect()
}

fn is_private(item: &syn::ItemUse) -> bool {
    matches!(item.vis, syn::Visibility::Inherited)
}

/// Returns the paths of a tree of imports, each with the name it brings into scope; `*` for all
/// names.
fn leaves(before: &[String], tree: &syn::UseTree) -> Vec<(Vec<String>, String)> {
    let with = |last: &syn::Ident| [before, &[last.to_string()]].concat();
    match tree {
        syn::UseTree::Path(path) => leaves(&with(&path.ident), &path.tree),
        syn::UseTree::Group(group) => {
            group.items.iter().flat_map(|tree| leaves(before, tree)).collect()
        }
        syn::UseTree::Name(name) if name.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned().unwrap_or_default())]
        }
        syn::UseTree::Name(name) => vec![(with(&name.ident), name.ident.to_string())],
        syn::UseTree::Rename(rename) => vec![(with(&rename.ident), rename.rename.to_string())],
        syn::UseTree::Glob(_) => vec![(before.to_vec(), "*".into())],
    }
}

/// The files of a crate.
struct Crate {
    modules: BTreeSet<Module>,
    /// The names that files re-export (`pub use`), and the paths from the root they stand for.
    passed_on: BTreeMap<(Module, String), Vec<String>>,
}

impl Crate {
    /// Resolves a path to one from the root, if it lies within the crate.
    fn absolute(&self, scope: &Module, path: &[String]) -> Option<Vec<String>> {
        let is_child = |name: &str| self.modules.contains(&[&scope[..], &[name.into()]].concat());
        let (mut module, mut rest) = match path.first().map(String::as_str)? {
            "crate" => (Module::new(), &path[1..]),
            "self" => (scope.clone(), &path[1..]),
            "super" => (scope.clone(), path),
            child if is_child(child) => (scope.clone(), path),
            _ => return None,
        };
        while rest.first().is_some_and(|first| first == "super") {
            module.pop();
            rest = &rest[1..];
        }
        Some([&module[..], rest].concat())
    }

    /// Returns the file that defines what a path from the root names.
    fn file_of(&self, path: &[String]) -> Module {
        let is_file = |length: &usize| self.modules.contains(&path[..*length]);
        let length = (0..=path.len()).rev().find(is_file).expect("the root is a file");
        let (module, rest) = path.split_at(length);
        let name = rest.first().map(|name| (module.to_vec(), name.clone()));
        match name.and_then(|name| self.passed_on.get(&name)) {
            Some(stands_for) => self.file_of(stands_for),
            None => module.to_vec(),
        }
    }
}

/// Collects the files that the paths in a file lead to.
struct Paths<'a> {
    file: &'a Module,
    /// The module being read: that of the file, or an inline module.
    scope: Module,
    crate_: &'a Crate,
    found: BTreeSet<Module>,
}

impl Paths<'_> {
    fn note(&mut self, path: &[String]) {
        let Some(path) = self.crate_.absolute(&self.scope, path) else { return };
        let file = self.crate_.file_of(&path);
        if file != *self.file {
            self.found.insert(file);
        }
    }
}

impl<'ast> Visit<'ast> for Paths<'_> {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        // Re-exports do not count: their users import from the defining file.
        if is_private(item) {
            leaves(&[], &item.tree).iter().for_each(|(path, _)| self.note(path));
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let parts: Vec<String> = path.segments.iter().map(|part| part.ident.to_string()).collect();
        // A single name is a variable or an imported item.
        if parts.len() > 1 {
            self.note(&parts);
        }
        syn::visit::visit_path(self, path);
    }

    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        self.scope.push(module.ident.to_string());
        syn::visit::visit_item_mod(self, module);
        self.scope.pop();
    }

    // Visibilities such as `pub(in super)` import nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}
