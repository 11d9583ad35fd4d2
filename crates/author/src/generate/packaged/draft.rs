//! A case under construction whose input is made, with its settings: the steps that follow validate it and add its other files.

use referee_base::document::DocumentError;
use referee_checker::Position;
use referee_package::CaseSettings;
use referee_package::generators::PlannedCase;
use referee_sandbox::WorkingFiles;

use super::cache::CacheKey;
use super::existing_files::ExistingFiles;
use super::made::MadeFiles;
use referee_base::fault::Fault;

/// A case whose input is made.
pub(super) struct CaseDraft<'a> {
    pub(super) rule: &'a PlannedCase,
    /// Its files so far.
    pub(super) made: MadeFiles,
    pub(super) settings: CaseSettings,
    /// The hash of its input.
    pub(super) input: String,
    /// Its extra files, which exist already.
    existing: ExistingFiles,
}

impl<'a> CaseDraft<'a> {
    /// Starts from an input and the settings of its case.
    ///
    /// # Errors
    /// The input or an extra file cannot be read.
    pub(super) fn new(
        rule: &'a PlannedCase,
        made: MadeFiles,
        settings: CaseSettings,
    ) -> Result<CaseDraft<'a>, Fault> {
        let input = made.digest("in")?;
        let existing = ExistingFiles::read(&settings.extra_files)?;
        Ok(CaseDraft { rule, made, settings, input, existing })
    }

    /// Adds a warning.
    pub(super) fn warn(&mut self, place: Position, message: String) {
        self.made.warnings.push(DocumentError { place, message, help: None });
    }

    /// Returns the arguments of solutions.
    pub(super) fn arguments(&self) -> &[String] {
        self.settings.arguments.arguments()
    }

    /// Returns the files in the working folder of validators and solutions.
    pub(super) fn working_files(&self) -> Option<&WorkingFiles> {
        self.existing.files.as_ref()
    }

    /// Extends a cache key by the input and the extra files.
    pub(super) fn key(&self, key: CacheKey) -> CacheKey {
        self.existing.key(key.with(&self.input))
    }

    /// Returns a fingerprint that is equal for cases that test the same: their inputs, their answers where these matter, and so on.
    pub(super) fn fingerprint(&self, is_dialogue: bool) -> Result<String, Fault> {
        let more = match self.rule.root() {
            "invalid_input" => &[][..],
            "invalid_answer" => &["ans"],
            "invalid_output" | "valid_output" => &["ans", "out"],
            _ if is_dialogue => &["ans"],
            _ => &[],
        };
        let mut core = vec![self.input.clone()];
        let more = more.iter().chain(["yaml"].iter());
        for extension in more.filter(|extension| self.made.files.contains_key(*extension)) {
            core.push(self.made.digest(extension)?);
        }
        core.extend(self.existing.content.iter().cloned());
        Ok(core.join(" "))
    }
}
