//! The files of a case, by their endings.

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
