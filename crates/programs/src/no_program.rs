//! Describes what was handed in where there is no program, in terms that students know, with what
//! to hand in instead.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::language::Languages;
use super::listed::list;

/// What to hand in instead of most things.
const SOURCE: &str = "hand in the source file of the program";

/// What files with these extensions are, and what to hand in instead.
const KINDS: [(&[&str], &str, &str); 14] = [
    (&["pdf"], "a PDF document", SOURCE),
    (&["doc", "docx", "odt", "rtf", "pages"], "a word-processor document", SOURCE),
    (&["xls", "xlsx", "ods", "numbers", "csv"], "a table", SOURCE),
    (&["ppt", "pptx", "odp", "key"], "a presentation", SOURCE),
    (
        &["txt", "md", "html", "htm", "tex"],
        "a text file",
        "hand in the source file of the program, with the extension of its language",
    ),
    (
        &["png", "jpg", "jpeg", "gif", "bmp", "heic", "webp", "tif", "tiff", "svg"],
        "a picture",
        SOURCE,
    ),
    (&["mp4", "mov", "avi", "mkv", "webm"], "a video", SOURCE),
    (&["ipynb"], "a notebook", "export it as a script, and hand in that"),
    (
        &["class", "jar", "exe", "o", "out", "pyc", "dll", "so"],
        "a compiled program",
        "hand in its source file",
    ),
    (
        &["rar", "7z", "gz", "bz2", "xz", "zst"],
        "an archive in an unsupported format",
        "hand in a .zip",
    ),
    (&["zip", "tar", "tgz"], "an archive", "hand in the program itself"),
    (&["iml", "sln", "vcxproj", "project", "classpath"], "a project file", SOURCE),
    (
        &["lnk", "url", "webloc", "desktop", "gdoc"],
        "a link to a missing file",
        "hand in the file itself",
    ),
    (
        &["crdownload", "part", "partial", "tmp"],
        "an incompletely copied file",
        "hand in the whole source file",
    ),
];

/// The first bytes of documents, whatever their names are.
const DOCUMENTS: [(&[u8], &str); 7] = [
    (b"%PDF-", "a PDF document"),
    (b"{\\rtf", "a word-processor document"),
    (b"\xd0\xcf\x11\xe0", "a word-processor document"),
    (b"PK\x03\x04", "an archive or a word-processor document"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"\x7fELF", "a compiled program"),
];

/// Returns what a file with a program's name is by its first bytes, if it is not a program.
pub(super) fn disguised(file: &Path) -> Option<&'static str> {
    let mut start = [0; 8];
    let mut file = File::open(file).ok()?;
    let read = file.read(&mut start).ok()?;
    let begins = |(bytes, _): &&(&[u8], &str)| start[..read].starts_with(bytes);
    DOCUMENTS.iter().find(begins).map(|(_, what)| *what)
}

/// Describes files none of which is in a known language, with what is accepted.
pub(super) fn described(files: &[String], languages: &Languages) -> String {
    let extensions = languages.iter().filter_map(|language| language.extensions.first());
    let extensions: Vec<String> = extensions.map(|extension| format!(".{extension}")).collect();
    let accepted = format!("accepted extensions are {}", list(&extensions));
    let kinds: Option<BTreeSet<_>> = files.iter().map(|file| kind(file)).collect();
    let kinds: Vec<_> = kinds.into_iter().flatten().collect();
    match &kinds[..] {
        [(what, instead)] => {
            let these = match files {
                [only] => format!("{} is {what}", list(&[only])),
                _ => format!("each of these files is {what}"),
            };
            format!("{these}, not a program; {instead}: {accepted}")
        }
        [] => match files {
            [only] if Path::new(only).extension().is_none() => {
                let only = list(&[only]);
                format!(
                    "{only} has no extension, so its language is unknown; name it like {only}.py; {accepted}"
                )
            }
            _ => format!("not a program in a known language; {accepted}"),
        },
        _ => {
            let what: Vec<&str> = kinds.iter().map(|(what, _)| *what).collect();
            format!(
                "none of these files is a program, but {}; {SOURCE}: {accepted}",
                what.join(", ")
            )
        }
    }
}

fn kind(file: &str) -> Option<(&'static str, &'static str)> {
    let extension = Path::new(file).extension().and_then(OsStr::to_str)?.to_ascii_lowercase();
    let known = KINDS.iter().find(|(extensions, ..)| extensions.contains(&extension.as_str()));
    known.map(|(_, what, instead)| (*what, *instead))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_called_what_they_are() {
        for (files, expected) in [
            (
                &["Report.PDF"][..],
                "Report.PDF is a PDF document, not a program; hand in the source",
            ),
            (&["a.pdf", "b.pdf"], "each of these files is a PDF document"),
            (
                &["a.pdf", "b.png"],
                "none of these files is a program, but a PDF document, a picture; hand in the source",
            ),
            (
                &["Main.class"],
                "Main.class is a compiled program, not a program; hand in its source file: accepted extensions",
            ),
            (&["work.rar"], "hand in a .zip"),
            (&["homework"], "homework has no extension, so its language is unknown"),
            (&["homework.xyz"], "not a program in a known language; accepted"),
        ] {
            let files: Vec<String> = files.iter().map(|file| file.to_string()).collect();
            let said = described(&files, &Languages::shipped());
            assert!(
                said.starts_with(expected) || said.contains(expected) && files.len() == 1,
                "{said}"
            );
        }
    }
}
