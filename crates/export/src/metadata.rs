//! Writes `problem.yaml` in each version of the format, and DOMjudge's file beside it.
//!
//! Strings are quoted as in JSON, which is valid YAML.

use super::{Format, OmittedPart, ProblemContents};
use referee_base::yaml::{list, quoted};
use referee_package::{LegacyGrading, Metadata, PackageLimits, ProblemSource, Version};

/// Returns the text of `problem.yaml`.
pub(super) fn problem_yaml(export: &ProblemContents, format: Format) -> String {
    match format {
        Format::Icpc2025 => icpc_2025_09(export),
        Format::IcpcLegacy => legacy(export, true),
        Format::Domjudge => legacy(export, false),
    }
}

fn icpc_2025_09(export: &ProblemContents) -> String {
    let kinds = match &kinds(export)[..] {
        [] => "pass-fail".to_string(),
        [only] => only.to_string(),
        several => format!("[{}]", several.join(", ")),
    };
    let metadata = &export.metadata;
    let mut yaml = format!("problem_format_version: 2025-09\ntype: {kinds}\nname:\n");
    for (language, title) in &metadata.names {
        yaml += &format!("  {language}: {}\n", quoted(title));
    }
    yaml += &uuid(metadata);
    yaml += &sources(&metadata.sources);
    yaml += &rights(metadata);
    let has_credits = export.more_keys.iter().any(|(key, _)| key == "credits");
    if !has_credits && !metadata.authors.is_empty() {
        yaml += &format!("credits:\n  authors: {}\n", list(&metadata.authors));
    }
    if !metadata.keywords.is_empty() {
        yaml += &format!("keywords: {}\n", list(&metadata.keywords));
    }
    for (key, value) in &export.more_keys {
        yaml += &format!("{key}: {value}\n");
    }
    yaml + &limits_2025_09(metadata)
}

fn limits_2025_09(Metadata { kinds, limits, .. }: &Metadata) -> String {
    let standard = PackageLimits::of_version(Version::V2025_09);
    let mut yaml = String::from("limits:\n");
    if let Some(time) = limits.time {
        yaml += &format!("  time_limit: {:?}\n", time.as_secs_f64());
    }
    if limits.time_resolution != standard.time_resolution {
        yaml += &format!("  time_resolution: {}\n", limits.time_resolution);
    }
    let multipliers = [
        ("ac_to_time_limit", limits.ac_to_time_limit, standard.ac_to_time_limit),
        ("time_limit_to_tle", limits.time_limit_to_tle, standard.time_limit_to_tle),
    ];
    if multipliers.iter().any(|(_, given, standard)| given != standard) {
        yaml += "  time_multipliers:\n";
        for (key, given, _) in multipliers {
            yaml += &format!("    {key}: {given}\n");
        }
    }
    yaml += &format!("  memory: {}\n", limits.memory);
    for (key, value) in others(limits) {
        yaml += &format!("  {key}: {value}\n");
    }
    if kinds.multi_pass {
        yaml += &format!("  validation_passes: {}\n", limits.validation_passes);
    }
    yaml
}

/// Returns the legacy version. It has no key for a time limit, which systems infer.
fn legacy(export: &ProblemContents, infers_limit: bool) -> String {
    let metadata = &export.metadata;
    let Metadata { kinds, limits, .. } = metadata;
    let mut yaml = String::new();
    if kinds.scoring {
        yaml += "type: scoring\n";
    }
    yaml += &format!("name: {}\n{}", quoted(export.title()), uuid(metadata));
    if !metadata.authors.is_empty() {
        yaml += &format!("author: {}\n", quoted(&metadata.authors.join(", ")));
    }
    if let Some(ProblemSource { name: source, url: address }) = metadata.sources.first() {
        yaml += &format!("source: {}\n", quoted(source));
        yaml += &line("source_url", address.as_deref());
    }
    yaml += &rights(metadata);
    if !metadata.keywords.is_empty() {
        yaml += &format!("keywords: {}\n", quoted(&metadata.keywords.join(" ")));
    }
    if !export.output_validators.is_empty() {
        let words = [
            (kinds.scoring, " score"),
            (kinds.interactive, " interactive"),
            (kinds.multi_pass, " multi-pass"),
        ];
        let words = words.iter().filter(|(is_one, _)| *is_one).map(|(_, word)| *word);
        yaml += &format!("validation: custom{}\n", words.collect::<String>());
    }
    if !metadata.validator_flags.is_empty() {
        yaml += &format!("validator_flags: {}\n", quoted(&metadata.validator_flags.join(" ")));
    }
    let grading = grading(metadata);
    if !grading.is_empty() {
        yaml += &format!("grading:\n{grading}");
    }
    yaml += "limits:\n";
    if infers_limit {
        yaml += &format!(
            "  time_multiplier: {}\n  time_safety_margin: {}\n",
            limits.ac_to_time_limit, limits.time_limit_to_tle
        );
    }
    yaml += &format!("  memory: {}\n", limits.memory);
    for (key, value) in others(limits).filter(|(key, _)| infers_limit || *key == OUTPUT) {
        yaml += &format!("  {key}: {value}\n");
    }
    if kinds.multi_pass {
        yaml += &format!("  validation_passes: {}\n", limits.validation_passes);
    }
    yaml
}

/// Returns the lines below `grading`. The scores of drafts become part of the groups' files.
fn grading(metadata: &Metadata) -> String {
    let LegacyGrading { goes_on, accept_score, reject_score, range, .. } = &metadata.grading;
    let on_reject = goes_on.map(|goes_on| if goes_on { "grade" } else { "first_error" });
    let scores = [
        ("on_reject", on_reject.map(String::from)),
        ("accept_score", accept_score.map(|score| score.to_string())),
        ("reject_score", reject_score.map(|score| score.to_string())),
        ("range", range.map(|(least, most)| format!("{least} {most}"))),
    ];
    let scores = scores.into_iter().filter(|_| metadata.version.is_legacy());
    let objective = metadata.minimizes.then(|| "min".to_string());
    let all = [("objective", objective)].into_iter().chain(scores);
    all.filter_map(|(key, value)| Some(format!("  {key}: {}\n", value?))).collect()
}

/// Returns the metadata for which old versions have no key.
pub(super) fn left_out(export: &ProblemContents, format: Format) -> Vec<OmittedPart> {
    if format == Format::Icpc2025 {
        return Vec::new();
    }
    let mut keys: Vec<String> = Vec::new();
    let title = export.title();
    let metadata = &export.metadata;
    let other_titles = metadata.names.iter().filter(|(_, other)| *other != title);
    keys.extend(other_titles.map(|(language, _)| format!("name, in `{language}`")));
    keys.extend(
        metadata.sources.iter().skip(1).map(|source| format!("source {}", quoted(&source.name))),
    );
    let authors = format!("{{\"authors\": {}}}", list(&metadata.authors));
    let only_author = metadata.authors.first().map_or_else(String::new, |name| quoted(name));
    for (key, value) in &export.more_keys {
        match key.as_str() {
            // Constants are substituted instead.
            "constants" => {}
            "credits" if *value == authors || *value == only_author => {}
            "credits" => keys.push("credits, but for the names of the authors".into()),
            "languages" if value == "\"all\"" => {}
            _ => keys.push(key.clone()),
        }
    }
    if metadata.kinds.submit_answer {
        keys.push("type submit-answer".into());
    }
    if format == Format::Domjudge {
        let others = others(&metadata.limits).filter(|(key, _)| *key != OUTPUT);
        keys.extend(others.map(|(key, value)| format!("limits.{key}, {value}")));
    } else if metadata.limits.time.is_none() && metadata.limits.time_resolution != 1.0 {
        keys.push(format!("limits.time_resolution, {}", metadata.limits.time_resolution));
    }
    let of_file = |key| OmittedPart::no_place(format!("problem.yaml: {key}"));
    keys.into_iter().map(of_file).collect()
}

const OUTPUT: &str = "output";

/// Returns the limits that differ from the defaults of all versions.
fn others(limits: &PackageLimits) -> impl Iterator<Item = (&'static str, u64)> {
    let standard = PackageLimits::of_version(Version::V2025_09);
    [
        (OUTPUT, limits.output, standard.output),
        ("code", limits.code, standard.code),
        ("compilation_time", limits.compilation_time, standard.compilation_time),
        ("compilation_memory", limits.compilation_memory, standard.compilation_memory),
        ("validation_time", limits.validation_time, standard.validation_time),
        ("validation_memory", limits.validation_memory, standard.validation_memory),
        ("validation_output", limits.validation_output, standard.validation_output),
    ]
    .into_iter()
    .filter(|(_, given, standard)| given != standard)
    .map(|(key, given, _)| (key, given))
}

/// Returns the kinds of the problem beyond the default one.
fn kinds(export: &ProblemContents) -> Vec<&'static str> {
    let kinds = export.metadata.kinds;
    let all = [
        (kinds.scoring, "scoring"),
        (kinds.multi_pass, "multi-pass"),
        (kinds.interactive, "interactive"),
        (kinds.submit_answer, "submit-answer"),
    ];
    all.into_iter().filter(|(is_one, _)| *is_one).map(|(_, word)| word).collect()
}

fn sources(sources: &[ProblemSource]) -> String {
    let (first, next) = if sources.len() == 1 { ("  ", "  ") } else { ("  - ", "    ") };
    let entries = sources.iter().map(|ProblemSource { name, url }| {
        let name = format!("{first}name: {}\n", quoted(name));
        name + &line(&format!("{next}url"), url.as_deref())
    });
    let entries: String = entries.collect();
    if entries.is_empty() { entries } else { format!("source:\n{entries}") }
}

/// Returns the text of `test_group.yaml` with the arguments of output validators, if any.
pub(super) fn test_group_yaml(export: &ProblemContents) -> Option<String> {
    let arguments = &export.metadata.validator_flags;
    (!arguments.is_empty()).then(|| format!("output_validator_args: {}\n", list(arguments)))
}

/// Returns the text of `domjudge-problem.ini`, which fixes the time limit.
pub(super) fn domjudge_ini(export: &ProblemContents) -> String {
    let mut ini = format!(
        "name = {}\nexternalid = {name}\nshort-name = {name}\n",
        quoted(export.title()),
        name = export.name
    );
    if let Some(time) = export.metadata.limits.time {
        ini += &format!("timelimit = {}\n", time.as_secs_f64());
    }
    ini
}

fn line(key: &str, value: Option<&str>) -> String {
    value.map_or_else(String::new, |value| format!("{key}: {}\n", quoted(value)))
}

fn rights(Metadata { license, rights_owner, .. }: &Metadata) -> String {
    format!("license: {license}\n") + &line("rights_owner", rights_owner.as_deref())
}

/// Returns the line of the identifier, without quotes if it is a UUID.
fn uuid(metadata: &Metadata) -> String {
    let text = metadata.uuid.as_deref().unwrap_or_default();
    let is_word = |byte: u8| byte.is_ascii_hexdigit() || byte == b'-';
    let is_uuid = text.len() == 36 && text.bytes().all(is_word);
    if is_uuid { format!("uuid: {text}\n") } else { line("uuid", Some(text)) }
}
