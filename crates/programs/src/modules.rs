//! Finds which of the modules that people often import a Python interpreter has, for programs that
//! import one that it lacks.

use std::fs;
use std::path::{Path, PathBuf};

/// Modules that are not part of the language and that people often import.
const OFTEN: [&str; 16] = [
    "PIL",
    "bitarray",
    "bs4",
    "gmpy2",
    "matplotlib",
    "more_itertools",
    "networkx",
    "numba",
    "numpy",
    "pandas",
    "requests",
    "scipy",
    "seaborn",
    "sklearn",
    "sortedcontainers",
    "sympy",
];

/// The folders of modules beside an interpreter.
const FOLDERS: [&str; 2] = ["site-packages", "dist-packages"];

/// The prefixes of an interpreter's folders.
const INTERPRETERS: [&str; 2] = ["python3", "pypy3"];

/// Returns the modules that people often import and that an interpreter finds, sorted.
pub fn installed_modules(interpreter: &Path) -> Vec<&'static str> {
    let real = interpreter.canonicalize().unwrap_or_else(|_| interpreter.to_path_buf());
    let homes = [interpreter, &real].map(|path| path.ancestors().nth(2).map(Path::to_path_buf));
    let mut homes: Vec<PathBuf> = homes.into_iter().flatten().collect();
    if homes.iter().any(|home| home == Path::new("/usr")) {
        homes.push("/usr/local".into());
    }
    let folders: Vec<PathBuf> = homes.iter().flat_map(|home| folders(&home.join("lib"))).collect();
    let is_there = |module: &&&str| {
        let file = format!("{module}.py");
        folders.iter().any(|folder| folder.join(module).is_dir() || folder.join(&file).is_file())
    };
    OFTEN.iter().filter(is_there).copied().collect()
}

fn folders(libraries: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(libraries).into_iter().flatten().flatten();
    let is_of_interpreter = |entry: &fs::DirEntry| {
        let name = entry.file_name();
        INTERPRETERS.iter().any(|start| name.as_encoded_bytes().starts_with(start.as_bytes()))
    };
    let of_interpreters = entries.filter(is_of_interpreter).map(|entry| entry.path());
    of_interpreters.flat_map(|path| FOLDERS.map(|folder| path.join(folder))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_beside_an_interpreter_are_found() {
        let home = tempfile::tempdir().unwrap();
        let write = |name: &str| {
            let path = home.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        };
        write("bin/python3");
        let interpreter = home.path().join("bin/python3");
        assert_eq!(installed_modules(&interpreter), [""; 0]);
        write("lib/python3.11/site-packages/numpy/__init__.py");
        write("lib/python3/dist-packages/sympy.py");
        write("lib/python3.11/site-packages/other/__init__.py");
        write("lib/ruby/site-packages/scipy/__init__.py");
        assert_eq!(installed_modules(&interpreter), ["numpy", "sympy"]);
    }
}
