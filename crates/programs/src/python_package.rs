//! Programs in Python that are modules of a package: a main file with relative imports runs only as
//! part of its package, and one that imports its neighbours through the folder above, as the
//! environments of many students permit, only if that is on the path.

use std::collections::{HashMap, HashSet};

/// The name of the file that starts such a program.
pub(super) const STARTER: &str = "__start__.py";

/// How the main file of a program is started as a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// The folder that contains its package; empty for the folder of all files.
    pub(super) folder: String,
    /// Its name, including its packages.
    name: String,
    /// Its own folder, below the first one, if the files there are modules as well.
    beside: Option<String>,
}

impl Module {
    /// Returns the module that a main file is, below a folder of these files, if its text shows
    /// that it is one.
    pub(super) fn of(main: &str, text: &str, files: &[String]) -> Option<Module> {
        let imports = |line: &str| {
            let rest = line.trim_start().strip_prefix("from");
            rest.is_some_and(|rest| rest.trim_start().starts_with('.'))
        };
        let (own, _) = main.rsplit_once('/')?;
        let is_relative = text.lines().any(imports);
        let folder = if is_relative {
            // The outermost of the folders above it, without a gap, that are packages; the
            // innermost is one in any case.
            let mut package = own;
            while let Some((above, _)) = package.rsplit_once('/')
                && files.contains(&format!("{above}/__init__.py"))
            {
                package = above;
            }
            package.rsplit_once('/').map_or("", |(above, _)| above)
        } else {
            let modules = Modules::of(own, files);
            text.lines().find_map(|line| modules.root_of_import(line))?
        };
        let below = main[folder.len()..].trim_start_matches('/');
        let path = below.rsplit_once('.')?.0;
        let name = path.replace('/', ".");
        let beside = own[folder.len()..].trim_start_matches('/');
        let beside = (!is_relative).then(|| beside.to_string());
        let folder = folder.to_string();
        path.split('/').all(is_found).then_some(Module { folder, name, beside })
    }

    /// Returns the text of the file that starts it.
    pub(super) fn starter(&self) -> String {
        let Module { name, beside, .. } = self;
        let beside = beside.as_ref().map_or(String::new(), |beside| {
            format!("import sys\nsys.path.insert(1, sys.path[0] + \"/{beside}\")\n")
        });
        format!(
            "{beside}import runpy\n\
             runpy.run_module(\"{name}\", run_name=\"__main__\", alter_sys=True)\n"
        )
    }

    pub(super) fn starter_path(&self) -> String {
        match self.folder.as_str() {
            "" => STARTER.to_string(),
            folder => format!("{folder}/{STARTER}"),
        }
    }
}

/// The modules that a file may import, by their paths without extension.
struct Modules<'a> {
    /// Those below its own folder.
    beside: HashSet<&'a str>,
    /// Those below each folder above that, each with the outermost folder.
    above: HashMap<&'a str, &'a str>,
}

impl<'a> Modules<'a> {
    /// Finds those of a file in the folder `own`.
    fn of(own: &'a str, files: &'a [String]) -> Modules<'a> {
        let ends = [".py", "/__init__.py"];
        let paths = files.iter().flat_map(|file| ends.map(|end| file.strip_suffix(end)));
        let paths: Vec<&str> = paths.flatten().collect();
        let beside = paths.iter().filter_map(|path| path.strip_prefix(own)?.strip_prefix('/'));
        let mut above = HashMap::new();
        for start in [0].into_iter().chain(own.match_indices('/').map(|(at, _)| at + 1)) {
            let root = &own[..start];
            for path in paths.iter().filter_map(|path| path.strip_prefix(root)) {
                above.entry(path).or_insert(root);
            }
        }
        Modules { beside: beside.collect(), above }
    }

    /// Returns the folder above the file's own from which a line of it imports a module by the
    /// names of folders: `from src.helper import f` in `a/src/main.py` imports `a/src/helper.py`
    /// from `a`, as does `from src import helper`.
    fn root_of_import(&self, line: &str) -> Option<&'a str> {
        let is_between = |letter: char| letter.is_ascii_whitespace() || ",()".contains(letter);
        let mut words = line.split(is_between).filter(|word| !word.is_empty());
        let (keyword, name, imported) = (words.next()?, words.next()?, words.nth(1));
        let path = name.replace('.', "/");
        let paths = match (keyword, imported) {
            ("from", Some(imported)) => vec![format!("{path}/{imported}"), path],
            ("from" | "import", _) => vec![path],
            _ => return None,
        };
        if paths.iter().any(|path| self.beside.contains(path.as_str())) {
            return None;
        }
        let root = paths
            .iter()
            .filter(|path| path.contains('/'))
            .find_map(|path| self.above.get(path.as_str()))?;
        Some(root.trim_end_matches('/'))
    }
}

/// Returns whether a module with this name is found, even if no statement could import it: a folder
/// may be called `my-project`.
fn is_found(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', '"', '\\']) && !name.contains(char::is_control)
}

/// Returns whether a text is a name in Python, as of a package.
pub(super) fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_numeric())
        && !text.is_empty()
        && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_file_with_relative_imports_is_a_module_of_its_package() {
        let files = [
            "a/__init__.py",
            "a/b/__init__.py",
            "a/b/__main__.py",
            "c/d/main.py",
            "c/d/e/f.py",
            "src/queue.py",
        ];
        let files = files.map(String::from);
        for (main, text, expected) in [
            ("a/b/__main__.py", "from .x import y\n", Some(("", "a.b.__main__"))),
            ("c/d/main.py", "import z\n  from\t.. import y\n", Some(("c", "d.main"))),
            ("c/d/main.py", "import z\n# from . import y\n", None),
            ("c/d/main.py", "from.x import y", Some(("c", "d.main"))),
            ("c/my d-1/main.py", "from . import y", Some(("c", "my d-1.main"))),
            ("c/d.1/main.py", "from . import y", None),
            ("c/\"d/main.py", "from . import y", None),
            ("c/d/main.py", "fromage = .5", None),
            ("main.py", "from . import y", None),
            ("src/main.py", "import sys\n from src.queue import Queue", Some(("", "src.main"))),
            ("src/main.py", "from queue import Queue\nimport src.other", None),
            ("src/main.py", "from src import (queue, other)", Some(("", "src.main"))),
            ("src/main.py", "from src.queue import (", Some(("", "src.main"))),
            ("src/main.py", "from src import other", None),
            ("c/d/main.py", "import d.e.f as f", Some(("c", "d.main"))),
            ("c/d/main.py", "import c.d.e.f", Some(("", "c.d.main"))),
            ("c/d/main.py", "import e.f", None),
            ("c/d/main.py", "from src.queue import Queue", Some(("", "c.d.main"))),
            ("c/d/main.py", "from src import queue", Some(("", "c.d.main"))),
            ("c/d/main.py", "import c.d.e.f, sys", Some(("", "c.d.main"))),
            ("main.py", "from src.queue import Queue", None),
        ] {
            let module = Module::of(main, text, &files);
            let found = module.as_ref().map(|module| (&*module.folder, &*module.name));
            assert_eq!(found, expected, "{main} {text}");
        }
    }

    /// To look for each import among all files of each folder would take minutes.
    #[test]
    fn many_imports_are_looked_for_in_many_folders() {
        let own = vec!["a"; 60].join("/");
        let files: Vec<String> = (0..1000).map(|at| format!("{own}/x/{at}.py")).collect();
        let lines: String = (0..200_000).map(|at| format!("import x.y{at}\n")).collect();
        assert_eq!(Module::of(&format!("{own}/main.py"), &lines, &files), None);
    }
}
