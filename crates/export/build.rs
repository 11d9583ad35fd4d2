//! Lists the files that are embedded in the program, so that it exports without a checkout.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder whose files are embedded: the name of their list, the folder, the name of the folders
/// in its own that count if not all do, and whether the list is to have the file at a path below
/// it.
type Embedded = (&'static str, &'static str, Option<&'static str>, fn(&str) -> bool);

const EMBEDDED: [Embedded; 3] = [
    // Validators do not draw: their build leaves out these modules.
    ("CHECKER", "../../checker/src", None, |path| {
        path != "drawing.rs" && !path.ends_with("/draw.rs")
    }),
    ("SHIPPED", "src/shipped", None, |_| true),
    // Runs write to the folders around submissions, which must not cause a build. No format has a
    // folder for what does not compile.
    ("EXAMPLES", "../../examples", Some("submissions"), |path| {
        !path.contains("/submissions/compile_error/")
    }),
];

fn main() -> io::Result<()> {
    let mut text = String::new();
    for (name, folder, inner, is_wanted) in EMBEDDED {
        let folder = fs::canonicalize(folder)?;
        let mut files = Vec::new();
        for root in roots(&folder, inner)? {
            println!("cargo::rerun-if-changed={}", root.display());
            find(&root, &mut files)?;
        }
        files.sort();
        let _ = writeln!(text, "pub(super) const {name}: Files = &[");
        for file in files {
            let below = file.strip_prefix(&folder).unwrap_or(&file);
            let below = below.to_string_lossy().replace('\\', "/");
            if is_wanted(&below) {
                let _ = writeln!(text, "    ({below:?}, include_bytes!({file:?})),");
            }
        }
        text += "];\n";
    }
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("embedded.rs"), text)
}

/// Returns the folder, or those of this name in the folders in it.
fn roots(folder: &Path, inner: Option<&str>) -> io::Result<Vec<PathBuf>> {
    let Some(inner) = inner else { return Ok(vec![folder.to_path_buf()]) };
    let roots = fs::read_dir(folder)?.map(|entry| Ok(entry?.path().join(inner)));
    let roots = roots.collect::<io::Result<Vec<PathBuf>>>()?;
    Ok(roots.into_iter().filter(|root| root.is_dir()).collect())
}

/// Finds all files at a path or below it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    fs::read_dir(path)?.try_for_each(|entry| find(&entry?.path(), files))
}
