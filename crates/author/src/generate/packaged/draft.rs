//! A case under construction, with its input and settings. Later steps add the other files.

use super::cache::CacheKey;
use super::made::MadeFiles;
use referee_base::document::DocumentError;
use referee_base::fault::Fault;
use referee_base::{digest, files};
use referee_checker::Position;
use referee_package::generators::PlannedCase;
use referee_package::{CaseSettings, ExtraFile};
use referee_problem::working_files;
use referee_sandbox::WorkingFiles;

/// A case whose input was made.
pub(super) struct CaseDraft<'a> {
    pub(super) rule: &'a PlannedCase,
    /// Its files so far.
    pub(super) made: MadeFiles,
    pub(super) settings: CaseSettings,
    /// The hash of its input.
    pub(super) input: String,
    /// Its extra files, in `data/` beside its input: no rule makes them, but validators and
    /// solutions find them in their working directory.
    extra: Option<WorkingFiles>,
    /// Their names and content hashes, alternating.
    extra_content: Vec<String>,
}

impl<'a> CaseDraft<'a> {
    /// Starts from an input and the settings of its case.
    ///
    /// # Errors
    /// The input or an extra file cannot be read, or extra files are too many or too large.
    pub(super) fn new(
        rule: &'a PlannedCase,
        made: MadeFiles,
        settings: CaseSettings,
    ) -> Result<CaseDraft<'a>, Fault> {
        let input = made.digest("in")?;
        let mut extra_content = Vec::new();
        for ExtraFile { name, path } in settings.extra_files.list() {
            extra_content.push(name.clone());
            let digest = digest::sha256_of(&mut files::open(path)?);
            extra_content.push(digest.map_err(|error| Fault::cannot_read(path, &error))?.1);
        }
        let extra = working_files(&settings.extra_files)?;
        Ok(CaseDraft { rule, made, settings, input, extra, extra_content })
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
        self.extra.as_ref()
    }

    /// Extends a cache key by the input and the extra files.
    pub(super) fn key(&self, key: CacheKey) -> CacheKey {
        self.extra_content.iter().fold(key.with(&self.input), CacheKey::with)
    }

    /// Returns a fingerprint that is equal for cases that test the same: of the input, the answer
    /// if it matters, and so on.
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
        core.extend(self.extra_content.iter().cloned());
        Ok(core.join(" "))
    }
}
