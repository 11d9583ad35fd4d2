//! The kinds of files of a case, with their extensions, which no other code compares.

/// A kind of file of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CaseFileKind {
    /// The input of programs.
    Input,
    /// The jury's answer.
    Answer,
    /// An output that tests the output validator.
    Output,
    /// The settings of the case, such as arguments of programs.
    Settings,
    /// The messages between the output validator and a submission.
    Interaction,
    /// The input that the statement shows.
    StatementInput,
    /// The answer that the statement shows.
    StatementAnswer,
    /// The input that contestants can download.
    DownloadInput,
    /// The answer that contestants can download.
    DownloadAnswer,
    /// An illustration in PNG.
    Png,
    /// An illustration in JPEG.
    Jpg,
    /// An illustration in JPEG, with the long extension.
    Jpeg,
    /// An illustration in SVG.
    Svg,
    /// A hint, if it has a file of its own.
    Hint,
    /// A description, if it has a file of its own.
    Description,
    /// The folder of extra files.
    ExtraFiles,
}

use CaseFileKind::*;

/// All kinds in their order, with their extensions.
const EXTENSIONS: [(CaseFileKind, &str); 16] = [
    (Input, "in"),
    (Answer, "ans"),
    (Output, "out"),
    (Settings, "yaml"),
    (Interaction, "interaction"),
    (StatementInput, "in.statement"),
    (StatementAnswer, "ans.statement"),
    (DownloadInput, "in.download"),
    (DownloadAnswer, "ans.download"),
    (Png, "png"),
    (Jpg, "jpg"),
    (Jpeg, "jpeg"),
    (Svg, "svg"),
    (Hint, "hint"),
    (Description, "desc"),
    (ExtraFiles, "files"),
];

impl CaseFileKind {
    /// Returns all kinds.
    pub fn all() -> impl Iterator<Item = CaseFileKind> {
        EXTENSIONS.into_iter().map(|(kind, _)| kind)
    }

    /// The kinds that are only displayed; a sample with one of them needs no input.
    pub const SHOWN: [CaseFileKind; 5] =
        [Interaction, StatementInput, StatementAnswer, DownloadInput, DownloadAnswer];

    /// Returns the extension, without the dot before it.
    pub const fn extension(self) -> &'static str {
        EXTENSIONS[self as usize].1
    }

    /// Returns the kind with this extension.
    pub fn of_extension(extension: &str) -> Option<CaseFileKind> {
        CaseFileKind::all().find(|kind| kind.extension() == extension)
    }

    /// Returns the name of the file of this kind of a case.
    pub fn file_of(self, case: &str) -> String {
        format!("{case}.{}", self.extension())
    }

    /// Splits a file name into case and kind, if it has one; the longest extension counts.
    pub fn split(name: &str) -> Option<(&str, CaseFileKind)> {
        let ends = CaseFileKind::all().filter_map(|kind| {
            let stem = name.strip_suffix(kind.extension())?.strip_suffix('.')?;
            (!stem.is_empty()).then_some((stem, kind))
        });
        ends.min_by_key(|(stem, _)| stem.len())
    }

    /// Returns whether this is an illustration.
    pub fn is_image(self) -> bool {
        matches!(self, Png | Jpg | Jpeg | Svg)
    }

    /// Returns whether the old versions of the format do not define this kind.
    pub fn is_only_new(self) -> bool {
        matches!(
            self,
            Settings
                | Output
                | StatementInput
                | StatementAnswer
                | DownloadInput
                | DownloadAnswer
                | ExtraFiles
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_told_from_names() {
        for (name, expected) in [
            ("1.in", Some(("1", Input))),
            ("a.b.in", Some(("a.b", Input))),
            ("1.in.statement", Some(("1", StatementInput))),
            ("1.in.in", Some(("1.in", Input))),
            (".in", None),
            ("in", None),
            ("1.txt", None),
        ] {
            assert_eq!(CaseFileKind::split(name), expected, "{name}");
        }
    }

    #[test]
    fn every_kind_has_an_extension_of_its_own() {
        for kind in CaseFileKind::all() {
            assert_eq!(CaseFileKind::of_extension(kind.extension()), Some(kind));
            assert_eq!(CaseFileKind::split(&kind.file_of("a/1")), Some(("a/1", kind)));
        }
    }
}
