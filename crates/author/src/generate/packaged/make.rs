//! Makes one case from its rule: generated or copied, completed with given contents, validated,
//! answered. Nothing is written to `data/` here.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use fancy_regex::{Regex, RegexBuilder};
use referee_base::document::DocumentError;
use referee_checker::text::excerpt;

use super::cache::{Cache, CacheKey};
use super::draft::CaseDraft;
use super::generated::Generating;
use super::generation::Generation;
use super::made::{MadeContent, MadeFiles, SEARCHED, with_extension};
use referee_base::fault::{Fault, FaultClass};
use referee_base::files::{self, NotFollowed};
use referee_package::SAMPLE;
use referee_package::generators::command::NAME;
use referee_package::generators::{Extension, PlannedCase, Text, extensions};
use referee_package::{CaseSettings, Diagnostics, Severity, Work};
use referee_problem::{InputRefusal, InputValidator, JuryRun};
use referee_sandbox::{ProcessExit, Stdin};

/// Makes the cases of a package.
pub(super) struct Maker<'a> {
    pub(super) generation: &'a Generation,
    pub(super) cache: &'a Cache,
    /// Whether to run generators twice even if their result is cached.
    pub(super) is_checked_again: bool,
}

impl Maker<'_> {
    /// Makes a case.
    ///
    /// # Errors
    /// Something that its rule needs is missing or fails, or a validator rejects the result.
    pub(super) fn make(&self, rule: &PlannedCase) -> Result<MadeFiles, Fault> {
        if rule.is_empty() {
            let fault = Fault::bad_input("no rule generates it, and it is not in data/");
            return Err(fault.help("write `generate`, `copy` or `in`, or put its files into data/"));
        }
        let mut made = MadeFiles::default();
        if let Some((command, seed, place)) = &rule.generate {
            let Some(tool) = self.generation.programs.generator(&command.program) else {
                return Err(Fault::judge("its generator does not exist"));
            };
            let (cache, again) = (self.cache, self.is_checked_again);
            let generating = Generating { tool, command, seed: *seed, rule, cache };
            let (entry, warnings) = generating.entry(again)?;
            let at_rule = |message| DocumentError { place: *place, message, help: None };
            made.warnings.extend(warnings.into_iter().map(at_rule));
            made.take(entry);
        }
        if let Some(from) = rule.copied_from() {
            self.copy(&from, &mut made)?;
        }
        for (extension, text) in &rule.contents {
            made.files.insert(extension, MadeContent::Text(text.clone()));
        }
        for (extension, target) in &rule.links {
            made.files.insert(extension, MadeContent::Link(target));
        }
        self.refuse_incomplete(rule, &made)?;
        if made.files.contains_key("in") {
            let settings = self.settings(rule, &mut made)?;
            made = self.complete(CaseDraft::new(rule, made, settings)?)?;
        }
        let mut links = made.files.iter().filter(|(_, file)| matches!(file, MadeContent::Link(_)));
        links.try_for_each(|(extension, _)| made.open(extension).map(drop))?;
        Ok(made)
    }

    /// Validates an input, adds the other files of its case, and validates those.
    fn complete(&self, mut draft: CaseDraft) -> Result<MadeFiles, Fault> {
        self.validate(&draft)?;
        self.answer(&mut draft)?;
        self.talk(&mut draft)?;
        self.validate_outputs(&mut draft)?;
        look_for_patterns(&mut draft)?;
        draft.made.core = Some(draft.fingerprint(self.is_dialogue())?);
        Ok(draft.made)
    }

    /// Copies the files of another case of the package.
    fn copy(&self, from: &Path, made: &mut MadeFiles) -> Result<(), Fault> {
        let mut is_any = false;
        for extension in extensions() {
            let below = with_extension(from, extension);
            let path = self.generation.folder.join(&below);
            let target = match self.generation.package.links().follow(&path) {
                Ok(target) => target.path,
                Err(NotFollowed::Nowhere) => continue,
                Err(_) => {
                    let message = "the file to copy is outside of the package";
                    return Err(Fault::bad_input(message).at(below));
                }
            };
            if !target.is_file() {
                continue;
            }
            is_any = true;
            let link = path.read_link().ok().and_then(|link| local_link(from, &link));
            let content = link.map_or(MadeContent::File(target), MadeContent::Link);
            made.files.insert(extension, content);
        }
        if is_any {
            Ok(())
        } else {
            Err(Fault::bad_input("there is nothing to copy")
                .at(with_extension(from, "in"))
                .help("`copy` is a path below generators/, without extension"))
        }
    }

    fn refuse_incomplete(&self, rule: &PlannedCase, made: &MadeFiles) -> Result<(), Fault> {
        let has = |extension: Extension| made.files.contains_key(extension);
        // A sample may consist only of the files that the statement shows.
        let is_shown = has("in.statement") || (self.is_dialogue() && has("interaction"));
        let is_sample = rule.root() == SAMPLE && is_shown && has("in.download");
        if !has("in") && !is_sample {
            return Err(Fault::bad_input("no input is generated"));
        }
        let needed = match rule.root() {
            "invalid_answer" => &["ans"][..],
            "invalid_output" | "valid_output" => &["ans", "out"],
            _ => &[],
        };
        match needed.iter().find(|extension| !has(extension)) {
            Some(extension) => Err(Fault::bad_input(format!(
                "a case in {} needs a file `{extension}`, which is not generated",
                rule.root()
            ))),
            None => Ok(()),
        }
    }

    /// Returns whether submissions and the output validator interact.
    pub(super) fn is_dialogue(&self) -> bool {
        self.generation.package.metadata.kinds.is_dialogue()
    }

    /// Resolves the settings of a case.
    ///
    /// # Errors
    /// Its `yaml` is malformed where it sets arguments.
    fn settings(&self, rule: &PlannedCase, made: &mut MadeFiles) -> Result<CaseSettings, Fault> {
        let Generation { package, plan, .. } = self.generation;
        let own = made.files.contains_key("yaml").then(|| made.text("yaml")).transpose()?;
        let own = own.as_deref().map(str::as_bytes);
        let mut diagnostics = Diagnostics::default();
        let settings = package.settings_under(&plan.groups, &rule.name, own, &mut diagnostics);
        for wrong in diagnostics.sorted() {
            let message = format!("its `yaml`: {}", wrong.message);
            if wrong.blocks(Work::Running) {
                let fault = Fault::bad_input(message);
                return Err(Fault { help: wrong.help.map(Into::into), ..fault });
            }
            if wrong.severity == Severity::Error {
                let message = format!("{}: {message}", rule.name);
                made.warnings.push(DocumentError { place: rule.place, message, help: wrong.help });
            }
        }
        Ok(settings)
    }

    /// Runs the input validators: all must accept a valid input, one must reject an invalid one.
    fn validate(&self, draft: &CaseDraft) -> Result<(), Fault> {
        let validators = &self.generation.programs.input_validators;
        let rule = draft.rule;
        if rule.root() == "testing_tool_test" {
            return Ok(());
        }
        let is_invalid = rule.root() == "invalid_input";
        let mut is_refused = false;
        for validator in validators {
            let arguments = draft.settings.arguments.input_arguments(&validator.name);
            match self.look(validator, &arguments, draft)? {
                None => {}
                Some(_) if is_invalid => is_refused = true,
                Some(reason) => {
                    let fault = validator.fault(&format!("it rejects the input: {reason}"));
                    return Err(Fault { class: FaultClass::BadInput, ..fault });
                }
            }
        }
        if is_invalid && !is_refused && !validators.is_empty() {
            Err(Fault::bad_input("no input validator rejects this invalid input"))
        } else {
            Ok(())
        }
    }

    /// Returns a validator's reason if it rejects the input. Runs of programs are cached.
    fn look(
        &self,
        validator: &InputValidator,
        arguments: &[String],
        draft: &CaseDraft,
    ) -> Result<Option<String>, Fault> {
        let look = || {
            let refusal =
                validator.refusal(&draft.made.open("in")?, arguments, draft.working_files())?;
            Ok(refusal.map(|InputRefusal { place, reason }| match place {
                Some(place) => format!("{place}: {reason}"),
                None => reason,
            }))
        };
        let Some(program) = validator.program() else { return look() };
        let key = CacheKey::new("validate").with(program.key()?).with(format!("{arguments:?}"));
        self.reason(draft.key(key), look)
    }

    /// Returns a validator's reason if it rejects, cached under a key.
    pub(super) fn reason(
        &self,
        key: CacheKey,
        look: impl FnOnce() -> Result<Option<String>, Fault>,
    ) -> Result<Option<String>, Fault> {
        let entry = self.cache.entry(key, |folder| {
            let Some(reason) = look()? else { return Ok(()) };
            let path = folder.join(REFUSED);
            fs::write(&path, reason).map_err(|error| Fault::cannot_write(&path, &error))
        })?;
        if entry.files.is_empty() {
            Ok(None)
        } else {
            files::read_text(&entry.path(REFUSED)).map(Some)
        }
    }

    /// Adds the answer if there is none.
    fn answer(&self, draft: &mut CaseDraft) -> Result<(), Fault> {
        let CaseDraft { rule, made, .. } = draft;
        if made.files.contains_key("ans") || !rule.needs_answer() {
            return Ok(());
        }
        if self.is_dialogue() {
            made.files.insert("ans", MadeContent::Text(String::new()));
            return Ok(());
        }
        let Some(tool) = self.generation.programs.solution(rule) else {
            return Err(Fault::bad_input(
                "it has no answer, and there is no solution to compute one",
            )
            .help("write `ans` or a `solution`, or put one into submissions/accepted"));
        };
        let arguments = draft.arguments();
        let key = CacheKey::new("answer").with(tool.key()?).with(format!("{arguments:?}"));
        let entry = self.cache.entry(draft.key(key), |folder| {
            let input = draft.made.open("in")?;
            let path = folder.join(format!("{NAME}.ans"));
            let mut answer = Ok(0);
            let files = draft.working_files();
            let arguments = arguments.iter().map(Into::into).collect();
            let task = JuryRun { arguments, files, ..JuryRun::reading(Stdin::File(&input)) };
            let ended = tool.run(task, &mut |output| {
                answer = File::create_new(&path).and_then(|mut file| io::copy(output, &mut file));
            })?;
            answer.map_err(|error| Fault::cannot_write(&path, &error))?;
            match (ended.stopped, ended.exit) {
                (None, ProcessExit::Exited(0)) => Ok(()),
                _ => Err(tool.failed(&ended)),
            }
        })?;
        draft.made.take(entry);
        Ok(())
    }
}

/// Warns of the patterns of a rule that do not occur in its input or its answer.
fn look_for_patterns(draft: &mut CaseDraft) -> Result<(), Fault> {
    let rule = draft.rule;
    for (extension, Text { text, place }) in &rule.patterns {
        let shown = excerpt(text.as_bytes(), 60);
        let pattern = RegexBuilder::new(text).multi_line(true).dot_matches_new_line(true).build();
        let Ok(pattern) = pattern else {
            draft.warn(*place, format!("`{shown}` is not a valid pattern"));
            continue;
        };
        if !draft.made.files.contains_key(extension) {
            let message = format!("`match` reads its `{extension}`, which is not generated");
            return Err(Fault::bad_input(message));
        }
        if let Some(what) = not_found(&pattern, &draft.made.text(extension)?) {
            draft.warn(*place, format!("{}: `{shown}` {what} its `{extension}`", rule.name));
        }
    }
    Ok(())
}

/// Returns what to say of a pattern and the beginning of a file in which it was not found.
fn not_found(pattern: &Regex, text: &str) -> Option<&'static str> {
    match pattern.is_match(text) {
        Ok(true) => None,
        Ok(false) if (text.len() as u64) < SEARCHED => Some("is not in"),
        Ok(false) => Some("is not in the first 64 MiB of"),
        Err(_) => Some("takes too many steps to look for in"),
    }
}

/// The name of the cached file with a validator's reason.
const REFUSED: &str = "refused";

/// Returns the extension of the file that a link leads to, if that file belongs to the same case.
fn local_link(case: &Path, link: &Path) -> Option<Extension> {
    let name = case.file_name()?.to_str()?;
    let extension = link.to_str()?.strip_prefix(name)?.strip_prefix('.')?;
    extensions().find(|known| *known == extension)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_missing_only_where_the_search_ends() {
        let says = |pattern: &str| not_found(&Regex::new(pattern).unwrap(), &"ab".repeat(40));
        assert_eq!(says("ba"), None);
        assert_eq!(says("bb"), Some("is not in"));
        assert_eq!(says(r"(a|b|ab)*\1c"), Some("takes too many steps to look for in"));
    }
}
