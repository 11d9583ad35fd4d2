//! Lists the parts that other tools require and a converted package lacks, and that no converter
//! can add because they need a human decision or a program.

use std::collections::BTreeMap;

use super::super::{ExportedProgram, Format, ProblemContents};
use referee_base::digest;
use referee_base::files;
use referee_base::plural;
use referee_package::{CaseFileKind, FILE, Package, PackageCase, SAMPLE};

/// The header that includes the whole standard library.
const GCC_ONLY: &[u8] = b"bits/stdc++.h";

/// Lists the tasks to be done by hand after the export of a package.
pub(super) fn list(package: &Package, format: Format, export: &ProblemContents) -> Vec<String> {
    let mut tasks = Vec::new();
    for (what, programs) in [
        ("input validator", &export.input_validators),
        ("output validator", &export.output_validators),
    ] {
        for program in programs {
            let sources = sources_of(program);
            let shown = format!("the {what} {}", program.name);
            if contain(&sources, GCC_ONLY) {
                tasks.push(format!(
                    "include standard headers instead of bits/stdc++.h in {shown}: only GCC has it"
                ));
            }
            if sources.iter().any(|source| is_python_2(source)) {
                tasks.push(format!("port {shown} to Python 3: few systems still run Python 2"));
            }
        }
    }
    let is_converted = format == Format::Icpc2025 && package.metadata.version.is_legacy();
    if is_converted
        && !export.input_validators.is_empty()
        && !export.input_validators.iter().any(may_reject)
    {
        let task = "let an input validator exit with 43 where it rejects: some systems take any other exit code for a crash";
        tasks.push(task.into());
    }
    if is_converted {
        tasks.extend(stray_scores(export));
    }
    if format == Format::Icpc2025 && !package.metadata.kinds.scoring {
        tasks.extend(repeated_inputs(package));
    }
    if format == Format::Icpc2025 {
        if export.output_validators.is_empty() && package.entries("answer_validators").is_empty() {
            let task = "write a program in answer_validators that checks the answers, if BAPCtools is to run without warnings";
            tasks.push(task.into());
        }
        tasks.extend(interactions_alone(package).map(|case| {
            format!("write an .in.download and an .ans.download for data/{case}: its .interaction stands alone")
        }));
    }
    if package.metadata.names.is_empty()
        && export.metadata.names.values().any(|title| *title == package.name)
    {
        tasks.push(format!("write the name of the problem into {FILE}: nothing says it"));
    }
    tasks
}

/// Returns a task for each output validator that writes scores: the legacy version ignores those of
/// rejected outputs.
fn stray_scores(export: &ProblemContents) -> impl Iterator<Item = String> {
    let scores = |program: &&ExportedProgram| contain(&sources_of(program), b"score.txt");
    export.output_validators.iter().filter(scores).map(|program| {
        format!(
            "let the output validator {} write score.txt only if it exits with 42: in 2025-09, a score for a rejected output is a judge error",
            program.name
        )
    })
}

/// Returns whether a program may exit with 43: its sources say so, or it is a grammar.
fn may_reject(validator: &ExportedProgram) -> bool {
    let sources = sources_of(validator);
    sources.is_empty() || contain(&sources, b"43")
}

/// Returns the readable sources of a program. Others are reported when they are copied.
fn sources_of(program: &ExportedProgram) -> Vec<Vec<u8>> {
    let is_program = |path: &str| !path.ends_with(".ctd") && !path.ends_with(".viva");
    let texts = program.files.iter().filter(|file| is_program(&file.path));
    texts.filter_map(|file| Some(file.content.read().ok()?.into_owned())).collect()
}

fn contain(sources: &[Vec<u8>], text: &[u8]) -> bool {
    sources.iter().any(|source| source.windows(text.len()).any(|part| part == text))
}

fn is_python_2(source: &[u8]) -> bool {
    let line = source.split(|&byte| byte == b'\n').next().unwrap_or_default();
    line.starts_with(b"#!") && line.windows(7).any(|word| word == b"python2")
}

/// Returns a task for cases with the input of an earlier one. Reads only inputs of equal size.
fn repeated_inputs(package: &Package) -> Option<String> {
    let mut by_size: BTreeMap<u64, Vec<&PackageCase>> = BTreeMap::new();
    for case in package.judged() {
        let path = package.path(&case.file(CaseFileKind::Input));
        if let Ok(found) = path.metadata() {
            by_size.entry(found.len()).or_default().push(case);
        }
    }
    let mut repeated = Vec::new();
    for cases in by_size.values().filter(|cases| cases.len() > 1) {
        let mut first: BTreeMap<String, &str> = BTreeMap::new();
        for case in cases {
            let input = files::open(&package.path(&case.file(CaseFileKind::Input))).ok();
            let digest = input.and_then(|mut input| digest::sha256_of(&mut input).ok());
            let Some((_, digest)) = digest else { continue };
            let known = *first.entry(digest).or_insert(&case.name);
            if known != &*case.name {
                repeated.push((&case.name, known));
            }
        }
    }
    let (case, known) = repeated.first()?;
    let number = plural(repeated.len(), "case", "cases");
    Some(format!(
        "remove or link {number} with the input of another one, such as data/{case} with that of data/{known}"
    ))
}

/// Returns the samples that have an interaction, but no input of any kind.
fn interactions_alone(package: &Package) -> impl Iterator<Item = &str> {
    let has = |case: &str, kind: CaseFileKind| package.find("data", &kind.file_of(case)).is_some();
    let shown = package.files().iter().filter_map(|path| {
        let (case, kind) = CaseFileKind::split(path.strip_prefix("data/")?)?;
        let is_sample = case.split('/').next() == Some(SAMPLE);
        (is_sample && kind == CaseFileKind::Interaction).then_some(case)
    });
    shown.filter(move |case| {
        !has(case, CaseFileKind::Input) && !has(case, CaseFileKind::DownloadInput)
    })
}
