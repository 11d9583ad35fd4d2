//! The locale of every program: UTF-8, with the sorting and number format of `C`, whatever the
//! caller's locale is.

use std::ffi::OsString;
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::sync::LazyLock;

/// The variable that overrides every category of the locale.
const VARIABLE: &str = "LC_ALL";

/// The folders in which systems keep locales, one folder per locale.
const FOLDERS: [&str; 2] = ["/usr/lib/locale", "/usr/share/locale"];

/// The file in which older systems keep all locales.
const ARCHIVE: &str = "/usr/lib/locale/locale-archive";

/// The part of that file that is searched, in bytes: the names are at its beginning.
const SEARCHED: u64 = 1 << 20;

/// The locale, and its substitute on systems too old to have it.
const WANTED: &str = "C.UTF-8";
const INSTEAD: &str = "en_US.UTF-8";

/// Returns the `LC_ALL` of programs: `C.UTF-8`, unless this system has only `en_US.UTF-8`. A system
/// without any locale files, such as one with musl, supports the former anyway.
pub fn locale() -> &'static str {
    static FOUND: LazyLock<&str> = LazyLock::new(|| {
        let is_there =
            |name: &str| FOLDERS.iter().any(|folder| is_in_folder(name, Path::new(folder)));
        choose(is_there, || is_in_archive(INSTEAD, Path::new(ARCHIVE)))
    });
    &FOUND
}

/// Returns the variables of a program, with the locale unless it is among them.
pub(crate) fn with_locale(variables: &[(OsString, OsString)]) -> Vec<(OsString, OsString)> {
    let is_given = variables.iter().any(|(name, _)| name == VARIABLE);
    let own = (!is_given).then(|| (VARIABLE.into(), locale().into()));
    variables.iter().cloned().chain(own).collect()
}

fn choose(is_there: impl Fn(&str) -> bool, has_archived: impl Fn() -> bool) -> &'static str {
    let has_only_the_other = || is_there(INSTEAD) || has_archived();
    if !is_there(WANTED) && has_only_the_other() { INSTEAD } else { WANTED }
}

/// Returns the name of a locale in the notation of the GNU C library.
fn normalized(name: &str) -> String {
    name.replace("UTF-8", "utf8")
}

fn is_in_folder(name: &str, folder: &Path) -> bool {
    folder.join(name).is_dir() || folder.join(normalized(name)).is_dir()
}

fn is_in_archive(name: &str, archive: &Path) -> bool {
    let mut start = Vec::new();
    // An archive that cannot be read provides no locales to programs either.
    let read = File::open(archive).and_then(|file| file.take(SEARCHED).read_to_end(&mut start));
    let name = format!("\0{}\0", normalized(name));
    read.is_ok() && start.windows(name.len()).any(|window| window == name.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_locale_is_taken_only_where_it_alone_is_there() {
        for (there, archived, expected) in [
            (&[WANTED, INSTEAD][..], false, WANTED),
            (&[WANTED], true, WANTED),
            (&[INSTEAD], false, INSTEAD),
            (&[], true, INSTEAD),
            (&[], false, WANTED),
        ] {
            assert_eq!(choose(|name| there.contains(&name), || archived), expected, "{there:?}");
        }
    }

    #[test]
    fn locales_are_found_in_folders_and_in_the_archive() {
        let folder = tempfile::tempdir().unwrap();
        let archive = folder.path().join("locale-archive");
        assert!(!is_in_folder(WANTED, folder.path()) && !is_in_archive(INSTEAD, &archive));
        std::fs::write(&archive, b"head\0de_DE.utf8\0en_US.utf8\0").unwrap();
        assert!(is_in_archive(INSTEAD, &archive) && !is_in_archive(WANTED, &archive));
        std::fs::create_dir(folder.path().join("C.utf8")).unwrap();
        assert!(is_in_folder(WANTED, folder.path()) && !is_in_folder(INSTEAD, folder.path()));
    }
}
