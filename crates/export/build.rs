//! Lists the files that are embedded in the program, so that it exports without a checkout.

use std::env;
use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder whose files are embedded: the name of their list, the folder, and whether it is to have
/// the file at a path below it.
type Embedded = (&'static str, &'static str, fn(&str) -> bool);

const EMBEDDED: [Embedded; 3] = [
    // Validators do not draw: their build leaves out these modules.
    ("CHECKER", "../../checker/src", |path| path != "drawing.rs" && !path.ends_with("/draw.rs")),
    ("SHIPPED", "src/shipped", |_| true),
    // No format has a folder for what does not compile.
    ("EXAMPLES", "../../examples", |path| {
        path.contains("/submissions/") && !path.contains("/submissions/compile_error/")
    }),
];

fn main() -> io::Result<()> {
    let mut text = String::new();
    for (name, folder, is_wanted) in EMBEDDED {
        println!("cargo::rerun-if-changed={folder}");
        let folder = fs::canonicalize(folder)?;
        let mut files = Vec::new();
        find(&folder, &mut files)?;
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

/// Finds all files at a path or below it.
fn find(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    fs::read_dir(path)?.try_for_each(|entry| find(&entry?.path(), files))
}
