//! Maps the parts of an export to their places in each format, and lists those without a place.

use std::sync::Arc;

use super::statement::Sample;
use super::{
    ExportedPackage, ExportedProgram, File, FileContent, Format, Notation, OmittedPart,
    ProblemContents, Statement, metadata, statement,
};
use referee_base::fault::Fault;
use referee_package::CaseFileKind;
use referee_package::constants::substitute;
use referee_package::{SAMPLE, SECRET};

/// The folders below `data` whose cases are judged.
const JUDGED: [&str; 2] = [SAMPLE, SECRET];

/// Folders that have the same name in every format that has them, with these formats.
pub(super) const OTHERS: [(&str, &[Format]); 10] = [
    // Only BAPCtools reads them.
    ("answer_validators", &[Format::Icpc2025]),
    ("attachments", &Format::ALL),
    ("include", &[Format::Icpc2025, Format::IcpcLegacy]),
    ("solution", &[Format::Icpc2025]),
    ("generators", &[Format::Icpc2025]),
    ("graders", &[Format::IcpcLegacy]),
    ("static_validator", &[Format::Icpc2025]),
    ("input_visualizer", &[Format::Icpc2025]),
    ("output_visualizer", &[Format::Icpc2025]),
    // Files beside the validators, such as headers.
    ("input_validators", &[Format::Icpc2025, Format::IcpcLegacy]),
];

impl Format {
    /// Lays out an export in this format.
    ///
    /// # Errors
    /// A sample cannot be read, or the format would split an argument of the output validator.
    pub fn lay_out(self, export: &ProblemContents) -> Result<ExportedPackage, Fault> {
        if self != Format::Icpc2025 {
            refuse_split_arguments(export)?;
        }
        let mut package = ExportedPackage {
            // DOMjudge expects the files at the root of the archive; the others expect one folder.
            folder: (self != Format::Domjudge).then(|| export.name.clone()),
            left_out: export.left_out.clone(),
            by_hand: export.by_hand.clone(),
            ..ExportedPackage::default()
        };
        let made = |path: &str, text: String| File::new(path, FileContent::Made(text));
        package.files.push(made("problem.yaml", metadata::problem_yaml(export, self)));
        if self == Format::Domjudge {
            package.files.push(made("domjudge-problem.ini", metadata::domjudge_ini(export)));
        }
        package.left_out.extend(metadata::left_out(export, self));
        self.put_statements(export, &mut package)?;
        self.put_data(export, &mut package);
        self.put_programs(export, &mut package);
        self.put_others(export, &mut package);
        if let (Format::IcpcLegacy, Some(time)) = (self, export.metadata.limits.time) {
            package.files.push(made(".timelimit", format!("{}\n", time.as_secs_f64())));
            package.notes.push(format!(
                "DOMjudge and referee take the time limit of {} s from .timelimit; problemtools and Kattis make one from the accepted submissions",
                time.as_secs_f64()
            ));
        }
        package.notes.extend(self.notes(export));
        if self != Format::Icpc2025 && !export.metadata.constants.is_empty() {
            fill_constants(export, &mut package)?;
        }
        package.files.sort_by(|a, b| a.path.cmp(&b.path));
        Ok(package)
    }

    /// Returns the folder of statements.
    fn statements(self) -> &'static str {
        if self == Format::Icpc2025 { "statement" } else { "problem_statement" }
    }

    fn put_statements(
        self,
        export: &ProblemContents,
        package: &mut ExportedPackage,
    ) -> Result<(), Fault> {
        if self == Format::Domjudge {
            return put_one_statement(export, package);
        }
        let folder = self.statements();
        let file = |language: &str, notation: Notation, content: FileContent| {
            File::new(format!("{folder}/problem.{language}.{}", notation.extension()), content)
        };
        for Statement { language, notation, content } in &export.statements {
            let has_tex = export
                .statements
                .iter()
                .any(|other| other.language == *language && other.notation == Notation::Tex);
            let is_known = match notation {
                Notation::Tex | Notation::Pdf => true,
                Notation::Markdown => self == Format::Icpc2025,
                Notation::Html | Notation::Text => false,
            };
            // Not every reader of 2025-09 supports Markdown, so statements made here also come as
            // TeX. Others are converted only if necessary, since a person must check the result.
            let is_ours = matches!(content, FileContent::Made(_));
            let wants_tex = *notation == Notation::Markdown && !has_tex;
            if is_known {
                package.files.push(file(language, *notation, content.clone()));
            }
            if wants_tex && (is_ours || !is_known) {
                let title = export.title_in(language);
                let tex = statement::tex(title, &markdown(content, export)?);
                let file = file(language, Notation::Tex, FileContent::Made(tex));
                if !is_ours {
                    let path = &file.path;
                    package.notes.push(format!("{path} is converted from Markdown; check it"));
                }
                package.files.push(file);
            } else if !is_known {
                let (language, extension) = (language, notation.extension());
                let what = format!("the statement in `{language}`, as .{extension}");
                package.left_out.push(OmittedPart::no_place(what));
            }
        }
        let illustrations = export.illustrations.iter().cloned();
        package.files.extend(illustrations.map(|file| file.below(folder)));
        Ok(())
    }

    fn put_data(self, export: &ProblemContents, package: &mut ExportedPackage) {
        let mut without_place: Vec<&str> = Vec::new();
        for file in &export.data {
            let folder = file.path.split('/').next().unwrap_or_default();
            if self == Format::Icpc2025 || JUDGED.contains(&folder) || !file.path.contains('/') {
                package.files.push(file.clone().below("data"));
            } else if !without_place.contains(&folder) {
                without_place.push(folder);
            }
        }
        if let (Format::Icpc2025, Some(text)) = (self, metadata::test_group_yaml(export)) {
            for folder in JUDGED {
                let path = format!("data/{folder}/test_group.yaml");
                package.files.push(File::new(path, FileContent::Made(text.clone())));
            }
        }
        let left_out =
            without_place.iter().map(|folder| OmittedPart::no_place(format!("data/{folder}")));
        package.left_out.extend(left_out);
    }

    fn put_programs(self, export: &ProblemContents, package: &mut ExportedPackage) {
        if self == Format::Domjudge {
            // DOMjudge has no input validators: it accepts inputs unchecked.
            let names = export.input_validators.iter().map(|program| &program.name);
            let left_out =
                names.map(|name| OmittedPart::no_place(format!("input_validators/{name}")));
            package.left_out.extend(left_out);
        } else {
            for program in &export.input_validators {
                package.files.extend(files_below("input_validators", program));
            }
        }
        for (program, number) in export.output_validators.iter().zip(0..) {
            match self {
                Format::IcpcLegacy => {
                    package.files.extend(files_below("output_validators", program))
                }
                _ if number > 0 => package.left_out.push(OmittedPart::new(
                    format!("the output validator {}", program.name),
                    "the format has exactly one; what only this one refuses is accepted now",
                )),
                Format::Domjudge => package.files.extend(files_below("output_validators", program)),
                Format::Icpc2025 => {
                    let files = program.files.iter().cloned();
                    package.files.extend(files.map(|file| file.below("output_validator")));
                }
            }
        }
        let submissions = export.submissions.iter().cloned();
        package.files.extend(submissions.map(|file| file.below("submissions")));
    }

    fn put_others(self, export: &ProblemContents, package: &mut ExportedPackage) {
        let mut without_place: Vec<&str> = Vec::new();
        for file in &export.others {
            let folder = file.path.split('/').next().unwrap_or_default();
            let place = OTHERS.iter().find(|(known, _)| *known == folder);
            if place.is_some_and(|(_, formats)| formats.contains(&self)) {
                package.files.push(file.clone());
            } else if place.is_none() {
                package.left_out.push(OmittedPart::no_place(&file.path));
            } else if !without_place.contains(&folder) {
                without_place.push(folder);
            }
        }
        package.left_out.extend(without_place.into_iter().map(OmittedPart::no_place));
    }

    /// Returns notes for users of the package.
    fn notes(self, export: &ProblemContents) -> Vec<String> {
        // DOMjudge gets no input validators.
        let input_validators = export.input_validators.iter().filter(|_| self != Format::Domjudge);
        let has_rust = export.output_validators.iter().chain(input_validators).any(|program| {
            let has = |is_it: fn(&str) -> bool| program.files.iter().any(|file| is_it(&file.path));
            has(|path| path == "build") && has(|path| path.ends_with(".rs"))
        });
        let mut notes = export.notes.clone();
        if has_rust {
            let note = match self {
                Format::Domjudge => {
                    "its output validator is built on the judgehosts, which need rustc 1.89 or newer in their chroot"
                }
                _ => "its validators are built by scripts, which need rustc 1.89 or newer",
            };
            notes.push(note.to_string());
        }
        if self == Format::Domjudge && export.metadata.limits.time.is_none() {
            notes.push("there is no time limit; DOMjudge takes 10 s, or what `timelimit` in domjudge-problem.ini says".into());
        }
        if self == Format::IcpcLegacy && export.metadata.kinds.multi_pass {
            notes.push(
                "few readers of this format support `multi-pass`, which is not part of it".into(),
            );
        }
        if self != Format::Icpc2025
            && export.metadata.kinds.scoring
            && !export.output_validators.is_empty()
        {
            notes.push("its output validator must write scores to score.txt; this format has no score_multiplier.txt".into());
        }
        notes
    }
}

/// Rejects arguments that old versions of the format, which hold words in one text, would split.
fn refuse_split_arguments(export: &ProblemContents) -> Result<(), Fault> {
    let is_word = |text: &&String| !text.is_empty() && !text.contains(char::is_whitespace);
    match export.metadata.validator_flags.iter().find(|argument| !is_word(argument)) {
        None => Ok(()),
        Some(argument) => {
            let message = format!("this format splits the argument {argument:?} of the checker");
            let help = "use arguments without white space, or export to icpc-2025-09";
            Err(Fault::bad_input(message).help(help))
        }
    }
}

/// Adds one statement: DOMjudge shows only one, and does not typeset it.
fn put_one_statement(export: &ProblemContents, package: &mut ExportedPackage) -> Result<(), Fault> {
    let wanted = [Notation::Pdf, Notation::Html, Notation::Text, Notation::Markdown];
    let rank = |statement: &Statement| {
        let notation = wanted.iter().position(|wanted| *wanted == statement.notation);
        notation.map(|notation| (statement.language != "en", notation))
    };
    let ranked = export.statements.iter().filter_map(|one| Some((rank(one)?, one)));
    let chosen = ranked.min_by_key(|(rank, _)| *rank).map(|(_, chosen)| chosen);
    let put = |notation: Notation, content: FileContent| {
        File::new(format!("problem_statement/problem.{}", notation.extension()), content)
    };
    if let Some(Statement { notation, content, language }) = chosen {
        package.files.push(match notation {
            Notation::Markdown => {
                let title = export.title_in(language);
                let markdown = markdown(content, export)?;
                let text = statement::text(title, &markdown, &samples(export)?);
                put(Notation::Text, FileContent::Made(text))
            }
            _ => put(*notation, content.clone()),
        });
    }
    let why = match chosen {
        Some(_) => "DOMjudge shows one statement",
        None => "DOMjudge shows PDF, HTML and text, and sets no TeX",
    };
    for other in &export.statements {
        if !chosen.is_some_and(|chosen| std::ptr::eq(chosen, other)) {
            let extension = other.notation.extension();
            let what = format!("the statement in `{}`, as .{extension}", other.language);
            package.left_out.push(OmittedPart::new(what, why));
        }
    }
    let beside = export.illustrations.iter();
    let left_out =
        beside.map(|file| OmittedPart::new(format!("{} of the statement", file.path), why));
    package.left_out.extend(left_out);
    Ok(())
}

/// Returns the text of a Markdown statement, with constants substituted.
fn markdown(content: &FileContent, export: &ProblemContents) -> Result<String, Fault> {
    Ok(filled(&content.read()?, export))
}

/// Returns a text with constants substituted.
fn filled(text: &[u8], export: &ProblemContents) -> String {
    String::from_utf8_lossy(&substitute(text, &export.metadata.constants)).into_owned()
}

/// Substitutes constants in files that may contain them, for formats without constants.
fn fill_constants(export: &ProblemContents, package: &mut ExportedPackage) -> Result<(), Fault> {
    const CONSTANT: &[u8] = b"\\constant";
    for file in &mut package.files {
        let folder = file.path.split('/').next().unwrap_or_default();
        let is_text =
            matches!(folder, "input_validators" | "output_validators" | "submissions" | "include");
        match &file.content {
            FileContent::OnDisk(path) if is_text => {
                file.content =
                    FileContent::Filled(path.clone(), Arc::clone(&export.metadata.constants));
            }
            // A submission to which its expected results were added.
            FileContent::Made(text) if is_text => {
                file.content = FileContent::Made(filled(text.as_bytes(), export));
            }
            FileContent::OnDisk(_)
                if folder == "problem_statement" && file.path.ends_with(".tex") =>
            {
                let text = file.content.read()?;
                if text.windows(CONSTANT.len()).any(|part| part == CONSTANT) {
                    let path = &file.path;
                    let note = format!("`\\constant` in {path} must be written out by hand");
                    package.notes.push(note);
                }
            }
            _ => {}
        }
    }
    Ok(())
}

fn files_below<'a>(
    folder: &'a str,
    program: &'a ExportedProgram,
) -> impl Iterator<Item = File> + 'a {
    let folder =
        if program.is_file() { folder.to_string() } else { format!("{folder}/{}", program.name) };
    program.files.iter().map(move |file| file.clone().below(&folder))
}

/// Reads the samples as text.
fn samples(export: &ProblemContents) -> Result<Vec<Sample>, Fault> {
    let text = |file: &File| {
        let bytes = file.content.read()?;
        Ok::<_, Fault>(String::from_utf8_lossy(&bytes).into_owned())
    };
    let inputs = export.data.iter().filter_map(|file| {
        let (name, kind) = CaseFileKind::split(&file.path)?;
        if kind != CaseFileKind::Input || !name.starts_with("sample/") {
            return None;
        }
        let answer = CaseFileKind::Answer.file_of(name);
        let answer = export.data.iter().find(|file| file.path == answer)?;
        Some((file, answer))
    });
    inputs
        .map(|(input, answer)| Ok(Sample { input: text(input)?, answer: text(answer)? }))
        .collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::super::shipped::MATERIALS;
    use super::*;

    #[test]
    fn judgehosts_need_a_compiler_only_for_output_validators() {
        let material = &MATERIALS[0];
        let cases =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(material.problem);
        let problem = referee_problem::find(material.problem).unwrap();
        let mut export = material.export(&problem, &cases).unwrap();
        let needs_compiler = |format: Format, export: &ProblemContents| {
            format.lay_out(export).unwrap().notes.iter().any(|note| note.contains("rustc"))
        };
        assert!(needs_compiler(Format::Domjudge, &export));
        export.output_validators.clear();
        assert!(!needs_compiler(Format::Domjudge, &export));
        assert!(needs_compiler(Format::IcpcLegacy, &export));
    }
}
