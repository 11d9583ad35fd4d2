//! `problem.yaml` in each version of the format, and DOMjudge's file beside it.
//!
//! Texts stand between double quotes, as in JSON, which YAML reads just so.

use super::{Export, Format};

/// How much slower than the slowest accepted submission a submission may be, and how much over the limit one must be that is to
/// exceed it: the defaults of 2025-09, which the legacy format is told.
const AC_TO_TIME_LIMIT: f64 = 2.0;
const TIME_LIMIT_TO_TLE: f64 = 1.5;

/// The text of `problem.yaml`.
pub(super) fn problem_yaml(export: &Export, format: Format) -> String {
    match format {
        Format::Icpc2025 => icpc_2025_09(export),
        Format::IcpcLegacy => legacy(export, true),
        Format::Domjudge => legacy(export, false),
    }
}

fn icpc_2025_09(export: &Export) -> String {
    let mut yaml = format!(
        "problem_format_version: 2025-09\ntype: pass-fail\nname:\n  en: {}\nuuid: {}\n",
        quoted(&export.title),
        export.uuid
    );
    if let Some((source, address)) = &export.source {
        yaml += &format!("source:\n  name: {}\n", quoted(source));
        if let Some(address) = address {
            yaml += &format!("  url: {}\n", quoted(address));
        }
    }
    yaml += &format!(
        "license: {}\nrights_owner: {}\nlimits:\n  time_limit: {:.1}\n  memory: {}\n",
        export.license,
        quoted(&export.rights_owner),
        export.limits.seconds,
        export.limits.memory
    );
    yaml
}

/// The legacy version. It has no key for a fixed limit of time: that is inferred from the accepted submissions.
fn legacy(export: &Export, infers_limit: bool) -> String {
    let mut yaml = format!("name: {}\nuuid: {}\n", quoted(&export.title), export.uuid);
    if let Some((source, address)) = &export.source {
        yaml += &format!("source: {}\n", quoted(source));
        if let Some(address) = address {
            yaml += &format!("source_url: {}\n", quoted(address));
        }
    }
    yaml +=
        &format!("license: {}\nrights_owner: {}\n", export.license, quoted(&export.rights_owner));
    if export.output_validator.is_some() {
        yaml += "validation: custom\n";
    }
    if !export.output_validator_arguments.is_empty() {
        let flags = export.output_validator_arguments.join(" ");
        yaml += &format!("validator_flags: {}\n", quoted(&flags));
    }
    yaml += "limits:\n";
    if infers_limit {
        yaml += &format!(
            "  time_multiplier: {AC_TO_TIME_LIMIT}\n  time_safety_margin: {TIME_LIMIT_TO_TLE}\n"
        );
    }
    yaml += &format!("  memory: {}\n", export.limits.memory);
    yaml
}

/// The text of `test_group.yaml`, by which 2025-09 tells the output validator its arguments; none where it has none.
pub(super) fn test_group_yaml(export: &Export) -> Option<String> {
    let arguments: Vec<String> =
        export.output_validator_arguments.iter().map(|argument| quoted(argument)).collect();
    let list = arguments.join(", ");
    (!arguments.is_empty()).then(|| format!("output_validator_args: [{list}]\n"))
}

/// The text of `domjudge-problem.ini`, which fixes the limit of time.
pub(super) fn domjudge_ini(export: &Export) -> String {
    format!(
        "name = {}\nexternalid = {name}\nshort-name = {name}\ntimelimit = {}\n",
        quoted(&export.title),
        export.limits.seconds,
        name = export.name
    )
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
