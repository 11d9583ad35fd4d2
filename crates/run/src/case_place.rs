//! The case that a command is given: an input, or the name of a case after its case folder, package
//! or shipped problem.

use std::path::{Path, PathBuf};

use referee_checker::text::excerpt;

use referee_base::archive::is_archive;
use referee_base::document::nearest;
use referee_base::fault::Fault;
use referee_package::is_package;
use referee_problem as problem;
use referee_problem::cases::{self, CaseFile};

/// The place of a case.
pub struct CasePlace {
    /// The case folder, package or shipped problem; or the input itself.
    pub place: PathBuf,
    /// The name of the case; `None` if the place is its input.
    pub name: Option<String>,
}

impl CasePlace {
    /// Finds the place of a path: an input, with or without `.in`, or the name of a case after the
    /// name of its place.
    pub fn find(path: &Path) -> CasePlace {
        let mut input = path.as_os_str().to_os_string();
        input.push(".in");
        let is_input = |input: &&Path| input.is_file() && !is_archive(input);
        if let Some(input) = [path, Path::new(&input)].into_iter().find(is_input) {
            return CasePlace { place: input.into(), name: None };
        }
        let has_cases = |root: &&Path| {
            root.is_dir()
                || is_archive(root)
                || root.to_str().is_some_and(|name| problem::find(name).is_ok())
        };
        let roots = path.ancestors().filter(|root| *root != Path::new(""));
        let root = roots.into_iter().find(has_cases).unwrap_or(path);
        let name = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
        CasePlace { place: root.into(), name: Some(name.into_owned()) }
    }
}

/// Returns the fault that there is no case with this name, with the name of one that exists.
pub fn no_such_case(name: &str, cases: &[CaseFile]) -> Fault {
    let names = cases.iter().map(|case| &*case.name);
    let help = match (nearest(name, names.clone()), names.clone().next()) {
        (Some(near), _) => format!("did you mean {near}?"),
        (None, Some(first)) => format!("name one of them, such as {first}"),
        (None, None) => "there are none".into(),
    };
    let name = excerpt(name.as_bytes(), 60);
    if name.is_empty() {
        Fault::bad_input("this is a folder of cases, not a case").help(help)
    } else {
        Fault::bad_input(format!("there is no case {name} here")).help(help)
    }
}

/// Returns the folder of a file.
pub fn folder_of(input: &Path) -> &Path {
    input.parent().filter(|parent| *parent != Path::new("")).unwrap_or(Path::new("."))
}

/// Returns the package in which an input lies.
pub fn package_of(input: &Path) -> Option<PathBuf> {
    let above = folder_of(input).ancestors().filter(|above| *above != Path::new(""));
    above.into_iter().find(|above| is_package(above)).map(PathBuf::from)
}

/// Returns the name of an input in reports on its whole folder: below the folder of the cases of
/// its problem, or else below that of the nearest `problem.toml`; `None` if there is neither.
pub fn name_in_folder(of_problem: Option<&Path>, input: &Path) -> Result<Option<String>, Fault> {
    let root = match of_problem {
        Some(cases) => Some(cases.to_path_buf()),
        None => cases::nearest_problem_file(folder_of(input))?
            .and_then(|file| file.parent().map(PathBuf::from)),
    };
    let root = root.filter(|root| input.starts_with(root));
    Ok(root.and_then(|root| cases::name_below(&root, input)))
}
