//! Programs under other names.

use crate::corpus::Program;
use crate::scene::HandIn;
use crate::transformations::Transformation;

/// Names of files and folders: the name of the change, and the name.
const NAMES: [(&str, &str); 19] = [
    ("spaces", " a b  c "),
    ("parentheses", "main (1)"),
    ("dots", "a.b..c"),
    ("quotes", "it's \"so\" `or`"),
    ("braces", "{a}{}}{"),
    ("the folder's placeholder", "{folder}"),
    ("the program's placeholder", "{program}"),
    ("all placeholders", "{main}{sources}{class}{stem}{memory}{static}"),
    ("characters of shells", "a;b&c|d$HOME$(e)*?[f]<g>!~#"),
    ("a hyphen first", "-o"),
    ("an at sign first", "@file"),
    ("a percent sign", "%s%n%"),
    ("a backslash", "a\\b\\"),
    ("an equals sign", "A=b,c:d+e"),
    ("composed letters", "Größe"),
    ("decomposed letters", "Gro\u{308}ße"),
    ("other scripts", "задача 问题 🙂"),
    ("a name of a module", "string"),
    ("a digit first", "1_0 "),
];

/// The length of the longest name in bytes, out of the 255 that file systems allow.
const LONG: usize = 240;

pub(crate) fn transformations() -> Vec<Transformation<HandIn>> {
    let names = NAMES.map(|(what, name)| (what.to_string(), name.to_string()));
    let long = ["x", "ö"]
        .map(|letter| (format!("{LONG} bytes of {letter}"), letter.repeat(LONG / letter.len())));
    let names = names.into_iter().chain(long);
    let both = names.flat_map(|(what, name)| {
        let folder = name.clone();
        let of_file = move |hand_in: &mut HandIn| {
            let ending = format!(".{}", hand_in.program.language.ending);
            let own = &hand_in.files[0].0;
            let above = own.rfind('/').map_or("", |at| &own[..=at]);
            hand_in.files[0].0 = format!("{above}{}", shortened(&name, &ending));
        };
        let of_folder =
            move |hand_in: &mut HandIn| hand_in.entry = shortened(&folder, &hand_in.entry);
        [
            Transformation::new(
                format!("file's name: {what}"),
                |program| program.has_free_name,
                of_file,
            ),
            Transformation::of_all(format!("folder's name: {what}"), of_folder),
        ]
    });
    // `.C` is another language.
    let upper = Transformation::new(
        "name in upper case",
        |program| program.is_one_file() && program.language.ending != "c",
        |hand_in: &mut HandIn| hand_in.files[0].0 = hand_in.files[0].0.to_uppercase(),
    );
    let extensions = Transformation::new(
        "extensions in upper case",
        |program| {
            program.has_free_name && !names_its_files(program) && program.language.ending != "c"
        },
        |hand_in: &mut HandIn| {
            let ending = format!(".{}", hand_in.program.language.ending);
            for (name, _) in hand_in.files.iter_mut() {
                if let Some(stem) = name.strip_suffix(&ending) {
                    *name = format!("{stem}{}", ending.to_uppercase());
                }
            }
        },
    );
    both.chain([upper, extensions]).collect()
}

/// Returns whether a file of a program mentions one of its sources with the extension.
fn names_its_files(program: &Program) -> bool {
    let ending = format!(".{}", program.language.ending);
    let names = program.files.iter().map(|(name, _)| name.rsplit('/').next().unwrap_or(name));
    let mut sources = names.filter(|name| name.ends_with(&ending));
    sources.any(|name| {
        let is_named = |content: &[u8]| String::from_utf8_lossy(content).contains(name);
        program.files.iter().any(|(_, content)| is_named(content))
    })
}

/// Returns the name followed by `behind`, truncated to fit.
fn shortened(name: &str, behind: &str) -> String {
    let most = LONG.saturating_sub(behind.len()).min(name.len());
    let end = (0..=most).rev().find(|&end| name.is_char_boundary(end));
    format!("{}{behind}", &name[..end.unwrap_or(0)])
}
