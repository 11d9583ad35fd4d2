//! The same programs in other encodings, where their language allows it.

use crate::corpus::Program;
use crate::scene::HandIn;
use crate::transformations::Transformation;

/// Encodes a source, given its text and the start of a comment.
type Encode = fn(&str, &str) -> Vec<u8>;

/// Returns text to add to a source, given the start of a comment.
type Added = fn(&str) -> String;

pub(crate) fn transformations() -> Vec<Transformation<HandIn>> {
    let encodings: [(&str, &'static str, Encode); 5] = [
        ("byte order mark", "mark", |text, _| format!("\u{feff}{text}").into_bytes()),
        ("carriage returns", "returns", |text, _| text.replace('\n', "\r\n").into_bytes()),
        ("Windows-1252 in a comment", "latin", |text, comment| {
            [text.as_bytes(), b"\n", comment.as_bytes(), b" Gr\xf6\xdfe \x80\n"].concat()
        }),
        ("UTF-16, the low byte first", "wide", |text, _| wide(text, u16::to_le_bytes)),
        ("UTF-16, the high byte first", "wide", |text, _| wide(text, u16::to_be_bytes)),
    ];
    let encodings = encodings.into_iter().map(|(name, encoding, encode)| {
        let applies = move |program: &Program| program.language.allows(encoding);
        Transformation::new(name, applies, move |hand_in| each_source(hand_in, encode))
    });
    let comments: [(&str, Added); 3] = [
        ("letters in a comment", |comment| format!("\n{comment} Größe Gro\u{308}ße 问题 🙂\n")),
        ("a long comment", |comment| format!("\n{comment} {}\n", "x".repeat(40_000))),
        ("no line end at the end", |comment| format!("{comment} end")),
    ];
    let comments = comments.into_iter().map(|(name, added)| {
        Transformation::of_all(name, move |hand_in| {
            each_source(hand_in, |text, comment| [text, &added(comment)].concat().into_bytes());
        })
    });
    encodings.chain(comments).collect()
}

/// Encodes a text in UTF-16 with a byte order mark.
fn wide(text: &str, bytes: fn(u16) -> [u8; 2]) -> Vec<u8> {
    ['\u{feff}']
        .into_iter()
        .chain(text.chars())
        .collect::<String>()
        .encode_utf16()
        .flat_map(bytes)
        .collect()
}

/// Replaces the content of each source by a function of its text and the start of a comment.
fn each_source(hand_in: &mut HandIn, encode: impl Fn(&str, &str) -> Vec<u8>) {
    let language = hand_in.program.language;
    let ending = format!(".{}", language.ending);
    for (_, content) in hand_in.files.iter_mut().filter(|(name, _)| name.ends_with(&ending)) {
        *content = encode(std::str::from_utf8(content).unwrap(), &language.comment);
    }
}
