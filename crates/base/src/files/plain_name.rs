//! File names from untrusted names.

/// The maximum length of a name, in bytes, with room for the rest of the file name.
const MAX_LENGTH: usize = 120;

/// Returns a name of letters, digits and a few other characters that is neither a path nor reserved
/// by an operating system.
pub fn plain_name(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || " -_.'()+".contains(c);
    let mut plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    while plain.len() > MAX_LENGTH {
        plain.pop();
    }
    let plain = plain.trim_matches([' ', '.', '-']);
    let stem = plain.split('.').next().unwrap_or(plain).to_ascii_lowercase();
    let numbered = stem.strip_suffix(|c: char| c.is_ascii_digit()).unwrap_or("");
    let is_device =
        ["con", "prn", "aux", "nul"].contains(&&*stem) || ["com", "lpt"].contains(&numbered);
    match plain {
        "" => "unnamed".into(),
        plain if is_device => format!("{plain}-"),
        plain => plain.into(),
    }
}
