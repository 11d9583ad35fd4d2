//! What was handed in where no program was, in the words of those who handed it in, with what to hand in instead.

use std::ffi::OsStr;
use std::path::Path;

use super::language::Languages;
use super::listed::list;

/// What files with these extensions are, and what their author should hand in instead.
const KINDS: [(&[&str], &str, &str); 9] = [
    (&["pdf"], "a PDF document", "hand in the source file of the program"),
    (
        &["doc", "docx", "odt", "rtf", "pages"],
        "a document of a word processor",
        "hand in the source file of the program",
    ),
    (
        &["txt", "md", "html", "htm", "tex"],
        "a text",
        "hand in the source file of the program, with the extension of its language",
    ),
    (
        &["png", "jpg", "jpeg", "gif", "bmp", "heic", "webp"],
        "a picture",
        "hand in the source file of the program",
    ),
    (&["ipynb"], "a notebook", "export it as a script, and hand in that"),
    (
        &["class", "jar", "exe", "o", "out", "pyc", "dll", "so"],
        "a compiled program",
        "hand in its source file",
    ),
    (
        &["rar", "7z", "gz", "bz2", "xz", "zst"],
        "an archive in a format that is not unpacked here",
        "hand in a .zip",
    ),
    (&["zip", "tar", "tgz"], "an archive", "hand in the program itself"),
    (
        &["iml", "sln", "vcxproj", "project", "classpath"],
        "the file of a project",
        "hand in the source file of the program",
    ),
];

/// Says of files of which none is in a known language what they are, and what is accepted.
pub(super) fn described(files: &[String], languages: &Languages) -> String {
    let extensions = languages.iter().filter_map(|language| language.extensions.first());
    let extensions: Vec<String> = extensions.map(|extension| format!(".{extension}")).collect();
    let accepted = format!("accepted are files that end in {}", list(&extensions));
    let mut kinds = files.iter().map(|file| kind(file));
    let first = kinds.next().flatten().filter(|first| kinds.all(|kind| kind == Some(*first)));
    match first {
        Some((what, instead)) => {
            let these = match files {
                [only] => format!("{} is {what}", list(&[only])),
                _ => format!("each of these files is {what}"),
            };
            format!("{these}, not a program; {instead}: {accepted}")
        }
        None => format!("not a program in a known language; {accepted}"),
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
                "not a program in a known language; accepted are files that end in .c",
            ),
            (
                &["Main.class"],
                "Main.class is a compiled program, not a program; hand in its source file: accepted are",
            ),
            (&["work.rar"], "hand in a .zip"),
            (&["homework"], "not a program in a known language; accepted"),
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
