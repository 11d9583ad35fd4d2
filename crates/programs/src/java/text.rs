//! Reads what must be known about a Java source before it is compiled: its encoding, and its public
//! type, after which the compiler requires the file to be named.
//!
//! Only the necessary parts of the language are parsed: comments, string literals, brackets and
//! words. For invalid sources the result is arbitrary, and the compiler reports the errors.

use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;

use referee_base::fault::Fault;
use referee_base::files;

use crate::MAX_BYTES;
use crate::tokens::{SourceTokens, is_of_name};

/// Returns the text of a source in any language; of one that is larger than a whole program may be,
/// only the start.
pub(crate) fn text_of(path: &Path) -> Result<String, Fault> {
    Ok(decoded(&files::read_at_most(path, MAX_BYTES)?).into_owned())
}

/// Decodes a source to UTF-8 without a byte order mark. Sources in UTF-16, which have such a mark,
/// are converted; other sources that are not UTF-8 are read as Latin-1, in which all bytes are
/// characters: they were written on an older Windows.
pub(super) fn decoded(bytes: &[u8]) -> Cow<'_, str> {
    let units = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> =
            bytes[2..].chunks_exact(2).map(|two| from([two[0], two[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xff, 0xfe, ..] => return units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return units(u16::from_be_bytes),
        _ => {}
    }
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(text) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(text.iter().map(|&byte| char::from(byte)).collect()),
    }
}

/// Returns the name of the public class, interface, enum or record at the top level of a source, if
/// there is one.
pub(super) fn public_type(text: &str) -> Option<&str> {
    let (mut braces, mut others) = (0usize, 0usize);
    let (mut is_public, mut is_named) = (false, false);
    for token in SourceTokens::of(text) {
        let is_top = braces == 0 && others == 0;
        match token {
            "{" => braces += 1,
            "}" => braces = braces.saturating_sub(1),
            "(" | "[" => others += 1,
            ")" | "]" => others = others.saturating_sub(1),
            _ => {}
        }
        match token {
            _ if !is_top => {}
            ";" | "{" => (is_public, is_named) = (false, false),
            "public" => is_public = true,
            "class" | "interface" | "enum" | "record" if is_public && !is_named => is_named = true,
            name if is_named && name.starts_with(is_of_name) => return Some(name),
            _ => is_named = false,
        }
    }
    None
}

/// The maximum number of bytes of a package's name that are kept, since each type has a copy.
const MAX_PACKAGE: usize = 255;

/// Returns the names of all types at the top level of a source, with their package.
pub(crate) fn types(text: &str) -> HashSet<String> {
    const KINDS: [&str; 4] = ["class", "interface", "enum", "record"];
    let (mut names, mut depth, mut last) = (HashSet::new(), 0usize, "");
    let (mut package, mut is_in_package) = (String::new(), false);
    for token in SourceTokens::of(text) {
        is_in_package &= token == "." || matches!(last, "package" | ".");
        match token {
            _ if is_in_package && package.len() + token.len() > MAX_PACKAGE => {}
            _ if is_in_package => package.push_str(token),
            "package" if depth == 0 => is_in_package = true,
            "{" | "(" | "[" => depth += 1,
            "}" | ")" | "]" => depth = depth.saturating_sub(1),
            name if depth == 0 && KINDS.contains(&last) && name.starts_with(is_of_name) => {
                names.insert(format!("{package}.{name}"));
            }
            _ => {}
        }
        last = token;
    }
    names
}

#[cfg(test)]
mod tests;
