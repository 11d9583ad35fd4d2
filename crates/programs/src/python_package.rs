//! Programs in Python that are modules of a package: a main file with relative imports runs only as
//! part of its package.

use super::source::Source;

/// The name of the file that starts such a program.
pub(super) const STARTER: &str = "__start__.py";

/// How the main file of a program is started as a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// The folder that contains its package; empty for the folder of all files.
    pub(super) folder: String,
    /// Its name, including its packages.
    name: String,
}

impl Module {
    /// Returns the module that a main file is, below a folder of these files, if its text shows
    /// that it is one.
    pub(super) fn of(main: &str, text: &str, files: &[String]) -> Option<Module> {
        let imports = |line: &str| {
            let rest = line.trim_start().strip_prefix("from");
            rest.is_some_and(|rest| rest.trim_start().starts_with('.'))
        };
        if !text.lines().any(imports) {
            return None;
        }
        // The outermost of the folders above it, without a gap, that are packages; the innermost is
        // one in any case.
        let (mut package, _) = main.rsplit_once('/')?;
        while let Some((above, _)) = package.rsplit_once('/')
            && files.contains(&format!("{above}/__init__.py"))
        {
            package = above;
        }
        let folder = package.rsplit_once('/').map_or("", |(above, _)| above);
        let below = main[folder.len()..].trim_start_matches('/');
        let path = below.rsplit_once('.')?.0;
        let name = path.replace('/', ".");
        path.split('/').all(is_found).then(|| Module { folder: folder.to_string(), name })
    }

    /// Returns the text of the file that starts it.
    pub(super) fn starter(&self) -> String {
        let name = &self.name;
        format!(
            "import runpy\nrunpy.run_module(\"{name}\", run_name=\"__main__\", alter_sys=True)\n"
        )
    }

    /// Returns the path of that file.
    pub(super) fn starter_path(&self) -> String {
        match self.folder.as_str() {
            "" => STARTER.to_string(),
            folder => format!("{folder}/{STARTER}"),
        }
    }
}

/// Returns the name of the package that the folder of all files is: its own if that is valid.
pub(super) fn package_of(source: &Source) -> &str {
    let name = source.folder.file_name().and_then(|name| name.to_str());
    name.filter(|name| is_name(name)).unwrap_or("package")
}

/// Returns whether a module with this name is found, even if no statement could import it: a folder
/// may be called `my-project`.
fn is_found(name: &str) -> bool {
    !name.is_empty() && !name.contains(['.', '"', '\\']) && !name.contains(char::is_control)
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|first: char| first.is_numeric())
        && !text.is_empty()
        && text.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_main_file_with_relative_imports_is_a_module_of_its_package() {
        let files = ["a/__init__.py", "a/b/__init__.py", "a/b/__main__.py", "c/d/main.py"];
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
        ] {
            let module = Module::of(main, text, &files);
            let found = module.as_ref().map(|module| (&*module.folder, &*module.name));
            assert_eq!(found, expected, "{main} {text}");
        }
    }
}
