//! Programs under other names.

use crate::corpus::Program;
use crate::scene::HandIn;
use crate::transformations::Transformation;

/// What files and folders may be called: the name of the change, and the name.
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

/// The longest name is of so many bytes, of the 255 that file systems allow.
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
            hand_in.files[0].0 = shortened(&name, &ending);
        };
        let of_folder =
            move |hand_in: &mut HandIn| hand_in.entry = shortened(&folder, &hand_in.entry);
        [
            Transformation::new(format!("file's name: {what}"), Program::is_one_file, of_file),
            Transformation::of_all(format!("folder's name: {what}"), of_folder),
        ]
    });
    let upper = Transformation::new(
        "extension in upper case",
        // `.C` is another language.
        |program| program.is_one_file() && program.language.ending != "c",
        |hand_in: &mut HandIn| hand_in.files[0].0 = hand_in.files[0].0.to_uppercase(),
    );
    both.chain([upper]).collect()
}

/// The name with another one behind it, without what is too much of it.
fn shortened(name: &str, behind: &str) -> String {
    let most = LONG.saturating_sub(behind.len()).min(name.len());
    let end = (0..=most).rev().find(|&end| name.is_char_boundary(end));
    format!("{}{behind}", &name[..end.unwrap_or(0)])
}
