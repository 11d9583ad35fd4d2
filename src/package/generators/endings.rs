//! The files of a case: their endings, and which names cases and groups may have.

/// The ending of a file of a case, without the dot before it.
pub(super) type Ending = &'static str;

/// Those whose content may stand in `generators.yaml`.
pub(super) const TEXTS: [Ending; 9] = [
    "in",
    "ans",
    "out",
    "in.statement",
    "ans.statement",
    "in.download",
    "ans.download",
    "interaction",
    "yaml",
];

/// Those that a generator may write, or a copy may have, besides.
const PICTURES: [Ending; 4] = ["png", "jpg", "svg", "pdf"];

/// Those that may be links to another file of the case.
pub(super) const LINKED: [Ending; 4] =
    ["in.statement", "ans.statement", "in.download", "ans.download"];

/// Those that links may lead to.
pub(super) const LINK_TARGETS: [Ending; 6] =
    ["in.statement", "ans.statement", "in.download", "ans.download", "in", "ans"];

/// All of them.
pub(super) fn all() -> impl Iterator<Item = Ending> {
    TEXTS.into_iter().chain(PICTURES)
}

/// `in` or `ans`, for a file that belongs to the input or to the answer.
pub(super) fn side(ending: Ending) -> &'static str {
    ending.split('.').next().unwrap_or(ending)
}

/// Whether it is the name of a file that every system takes, and that leads nowhere else.
pub(super) fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let is_first = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let is_other = |byte: &u8| is_first(byte) || matches!(byte, b'.' | b'-');
    bytes.first().is_some_and(is_first) && bytes.iter().all(is_other) && bytes.len() <= 255
}
