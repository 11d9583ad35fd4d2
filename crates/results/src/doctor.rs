//! The findings of `doctor`: for people, in 80 columns, and as JSON.

use std::fmt::Write as _;

use anstyle::Style;
use serde::Serialize;

use crate::json_line;
use referee_base::plural;
use referee_display::paint::{BAD, GOOD, LABEL, ODD, painted};
use referee_display::wrap::wrapped_after;
use referee_events::Tool;
use referee_programs::doctor::{
    BuildInfo, Examination, IsolationState, LanguageState, LayerState, MachineState, MeasuringState,
};

/// The column at which facts begin.
const INDENT: usize = 14;

/// Formats everything for people, in lines of at most `width` columns if words are short enough.
pub fn human(found: &Examination, width: usize) -> String {
    let BuildInfo { version, profile, target, .. } = &found.build;
    let mut page = Page { text: format!("referee {version} ({profile}, {target})\n"), width };
    isolation(&found.isolation, &mut page);
    measuring(&found.measuring, &mut page);
    machine(&found.machine, &mut page);
    languages(&found.languages, &mut page);
    page.text
}

/// Formats the build, and a summary of the layers and toolchains found.
pub fn version(found: &Examination, width: usize) -> String {
    let BuildInfo { version, commit, sources, profile, features, target, compiler } = &found.build;
    let mut page = Page { text: format!("referee {version}\n"), width };
    page.fact("commit", commit.unwrap_or("not known"));
    page.fact("sources", sources);
    page.fact("profile", profile);
    let features = features.join(", ");
    page.fact("features", if features.is_empty() { "none" } else { &features });
    page.fact("target", target);
    page.fact("compiler", compiler);
    let layers = found.isolation.layers.iter().map(|layer| {
        if layer.holds { layer.name.to_string() } else { format!("no {}", layer.name) }
    });
    page.fact("isolation", &layers.collect::<Vec<_>>().join(", "));
    for language in found.languages.iter().filter(|language| is_usable(language)) {
        page.fact(&language.title, &versions(&language.programs));
    }
    page.text
}

/// Formats everything as one line of JSON.
pub fn json(found: &Examination) -> String {
    #[derive(Serialize)]
    struct Document<'a> {
        format: &'static str,
        version: u32,
        #[serde(flatten)]
        found: &'a Examination,
    }
    json_line(&Document { format: "referee-doctor", version: 1, found })
}

/// A text of labelled facts.
struct Page {
    text: String,
    width: usize,
}

impl Page {
    fn heading(&mut self, name: &str, style: Style, state: &str) {
        let _ = writeln!(self.text, "\n{name:INDENT$}{}", painted(style, state));
    }

    fn fact(&mut self, label: &str, fact: &str) {
        // A label that is too long gets a line of its own.
        let is_long = label.chars().count() + 2 >= INDENT;
        let gap = if is_long { format!("\n{:INDENT$}", "") } else { String::new() };
        let label = format!("  {label:width$}{gap}", width = INDENT - 2);
        wrapped_after(&mut self.text, &painted(LABEL, &label), INDENT, self.width, fact);
    }
}

fn isolation(isolation: &IsolationState, page: &mut Page) {
    let (style, state) = if isolation.complete { (GOOD, "complete") } else { (BAD, "incomplete") };
    page.heading("isolation", style, state);
    layers(&isolation.layers, page);
    for note in &isolation.notes {
        page.fact("note", note);
    }
}

fn measuring(measuring: &MeasuringState, page: &mut Page) {
    if measuring.exact {
        page.heading("measuring", GOOD, "memory and CPU time are exact")
    } else {
        page.heading("measuring", ODD, "memory is sampled")
    }
    layers(&measuring.layers, page);
}

fn layers(layers: &[LayerState], page: &mut Page) {
    for LayerState { name, holds, version, detail, reason, enable } in layers {
        let version = version.map_or(String::new(), |version| format!(", version {version}"));
        let detail = detail.as_ref().map_or(String::new(), |detail| format!(": {detail}"));
        let fact = match (holds, reason) {
            (true, None) => format!("yes{version}{detail}"),
            (true, Some(reason)) => format!("yes{detail}; no more: {reason}"),
            (false, reason) => format!("no: {}", reason.as_deref().unwrap_or_default()),
        };
        page.fact(name, &fact);
        if let Some(enable) = enable {
            let label = format!("  {:>width$}", "enable  ", width = INDENT - 2);
            wrapped_after(&mut page.text, &painted(ODD, &label), INDENT, page.width, enable);
        }
    }
}

fn machine(machine: &MachineState, page: &mut Page) {
    if machine.times_distorted_by.is_empty() {
        page.heading("machine", GOOD, "times can be trusted")
    } else {
        page.heading("machine", ODD, "times are less exact")
    }
    for distortion in &machine.times_distorted_by {
        page.fact("times", distortion);
    }
    let MachineState { processors, cores, programs_at_a_time, .. } = machine;
    let cores = match cores {
        0 => plural(*processors, "processor", "processors") + "; the number of cores is unknown",
        cores if cores == processors => format!("{cores}"),
        cores => format!("{cores}, with {processors} hardware threads"),
    };
    let programs = plural(*programs_at_a_time, "program at a time does", "programs at a time do");
    page.fact("cores", &format!("{cores}; {programs} not share one"));
    let gibibytes = |bytes: u64| format!("{:.1} GiB", bytes as f64 / f64::from(1 << 30));
    let (free, all) = (gibibytes(machine.free_memory), gibibytes(machine.memory));
    page.fact("memory", &format!("{free} free of {all}"));
    let own = "each program has one of its own";
    let none = "none: it comes with namespaces; Python's multiprocessing needs it";
    page.fact("/dev/shm", if machine.shared_memory { own } else { none });
}

fn languages(languages: &[LanguageState], page: &mut Page) {
    let (unasked, asked): (Vec<_>, Vec<_>) =
        languages.iter().partition(|one| one.unasked.is_some());
    let (usable, missing): (Vec<_>, Vec<_>) = asked.into_iter().partition(|one| is_usable(one));
    page.heading("languages", Style::new(), &format!("{} of {}", usable.len(), languages.len()));
    for language in usable {
        page.fact(&language.title, &versions(&language.programs));
        for note in language.programs.iter().filter_map(|program| program.note.as_deref()) {
            page.fact("", note);
        }
    }
    if !missing.is_empty() {
        let missing = missing.iter().map(|language| {
            format!("{} ({})", language.title, language.missing.as_deref().unwrap_or_default())
        });
        page.fact("missing", &missing.collect::<Vec<_>>().join(", "));
    }
    // All have the same reason.
    if let Some(why) = unasked.first().and_then(|language| language.unasked.as_deref()) {
        page.fact("not asked", &format!("{} of them: {why}", unasked.len()));
    }
}

fn is_usable(language: &LanguageState) -> bool {
    language.missing.is_none() && language.unasked.is_none()
}

/// Returns the versions of programs, which usually start with their names.
fn versions(programs: &[Tool]) -> String {
    let version = |tool: &Tool| match tool.version.clone() {
        Some(version) => version,
        None => format!("{}, whose version is unknown", tool.name),
    };
    programs.iter().map(version).collect::<Vec<_>>().join("; ")
}

#[cfg(test)]
mod tests;
