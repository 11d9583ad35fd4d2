//! `doctor`: what this machine permits, which compilers it has, and how to enable what is missing.
//! Judging finds out the same; this reports it before anything depends on it.

mod advice;
mod facts;
mod timing;

use std::convert::Infallible;
use std::sync::Arc;

use serde::Serialize;

use crate::language::{Language, Languages};
use crate::toolchain::ToolchainProgram;
use crate::{Sandboxes, Toolchain, Toolchains};
pub use facts::SystemFacts;
use referee_base::parallel::ordered_large;
use referee_base::{cores, machine};
use referee_events::Tool;
use referee_sandbox::Layers;

/// The findings about this program and its machine.
#[derive(Debug, Clone, Serialize)]
pub struct Examination {
    /// How this program was built.
    pub build: BuildInfo,
    /// The system and the caller.
    pub system: SystemFacts,
    /// The layers that isolate programs.
    pub isolation: IsolationState,
    /// The layers that measure.
    pub measuring: MeasuringState,
    /// The resources of the machine.
    pub machine: MachineState,
    /// The languages, each with its compiler and interpreter.
    pub languages: Vec<LanguageState>,
}

/// The build of this program. Nothing in it is read from a repository at run time: an installed
/// program has none.
#[derive(Debug, Clone, Serialize)]
pub struct BuildInfo {
    /// The version of the package.
    pub version: &'static str,
    /// The commit, if the builder specified it or the package was made from one.
    pub commit: Option<&'static str>,
    /// The hash of all sources that verdicts may depend on.
    pub sources: &'static str,
    /// The profile of the build, `release` or `debug`.
    pub profile: &'static str,
    /// The features of the crate that are on.
    pub features: Vec<&'static str>,
    /// The target triple.
    pub target: &'static str,
    /// The version of the Rust compiler.
    pub compiler: &'static str,
}

/// The isolation layers.
#[derive(Debug, Clone, Serialize)]
pub struct IsolationState {
    /// Whether all of them hold.
    pub complete: bool,
    /// The layers, the strongest first.
    pub layers: Vec<LayerState>,
    /// Descriptions of resources that programs have less of than elsewhere.
    pub notes: Vec<String>,
}

/// The optional layers: with them resources are measured exactly, without them they are sampled.
#[derive(Debug, Clone, Serialize)]
pub struct MeasuringState {
    /// Whether memory and CPU time are exact.
    pub exact: bool,
    /// The layers.
    pub layers: Vec<LayerState>,
}

/// A layer.
#[derive(Debug, Clone, Serialize)]
pub struct LayerState {
    /// Its name in reports.
    pub name: &'static str,
    /// Whether it holds here.
    pub holds: bool,
    /// The kernel's version of it, if it has versions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Its capabilities, if they vary.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// Why it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How to enable it, in one sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enable: Option<String>,
}

/// The resources of the machine.
#[derive(Debug, Clone, Serialize)]
pub struct MachineState {
    /// The hardware threads that this process may use.
    pub processors: usize,
    /// The cores that they belong to; 0 if unknown.
    pub cores: usize,
    /// The number of programs that can run at a time without sharing a core.
    pub programs_at_a_time: usize,
    /// The memory of the machine, or of the control group, in bytes.
    pub memory: u64,
    /// The memory that is free, in bytes.
    pub free_memory: u64,
    /// Whether programs have a `/dev/shm`.
    pub shared_memory: bool,
    /// The reasons why measured times cannot be trusted; empty if they can.
    pub times_distorted_by: Vec<String>,
}

/// The compiler and the interpreter of a language.
#[derive(Debug, Clone, Serialize)]
pub struct LanguageState {
    /// Its key in the file of languages.
    pub name: String,
    /// Its name for people.
    pub title: String,
    /// Those that are installed.
    pub programs: Vec<Tool>,
    /// The names of programs of which one is needed, but none is installed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// Why it is unknown which are installed: no program can be run here.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unasked: Option<String>,
}

impl Examination {
    /// Examines everything. Compilers are asked for their versions in the sandboxes, as before
    /// judging.
    pub fn of(
        build: BuildInfo,
        languages: &Languages,
        sandboxes: &Sandboxes,
        jobs: usize,
    ) -> Examination {
        let system = SystemFacts::here();
        let layers = sandboxes.layers();
        Examination {
            build,
            isolation: isolation(layers, &system),
            measuring: measuring(layers, &system),
            machine: machine_state(layers),
            languages: languages_here(languages, sandboxes, jobs),
            system,
        }
    }
}

fn layer_state(name: &'static str, reason: Option<&str>, system: &SystemFacts) -> LayerState {
    LayerState {
        name,
        holds: reason.is_none(),
        version: None,
        detail: None,
        reason: reason.map(String::from),
        enable: reason.map(|_| advice::enabling(name, system)),
    }
}

fn isolation(layers: &Layers, system: &SystemFacts) -> IsolationState {
    let missing = layers.missing();
    let state = |name: &'static str| {
        let reason = missing.iter().find(|(layer, _)| *layer == name).map(|(_, reason)| *reason);
        let version = layers.landlock.as_ref().ok().copied().filter(|_| name == "landlock");
        LayerState { version, ..layer_state(name, reason, system) }
    };
    IsolationState {
        complete: missing.is_empty(),
        layers: Layers::NAMES.into_iter().map(state).collect(),
        notes: layers.notes.clone(),
    }
}

fn measuring(layers: &Layers, system: &SystemFacts) -> MeasuringState {
    let state =
        |name, reason: Option<&String>| layer_state(name, reason.map(String::as_str), system);
    let cgroup = match &layers.cgroup {
        Ok(group) => LayerState {
            holds: true,
            detail: Some(group.words().into()),
            ..state(Layers::CGROUP, group.lacks.as_ref())
        },
        Err(reason) => state(Layers::CGROUP, Some(reason)),
    };
    let counter = state(Layers::COUNTER, layers.counter.as_ref().err());
    let exact = layers.cgroup.as_ref().is_ok_and(|group| group.memory);
    MeasuringState { exact, layers: vec![cgroup, counter] }
}

fn machine_state(layers: &Layers) -> MachineState {
    let processors = cores::processors();
    MachineState {
        processors,
        cores: cores::cores().len(),
        programs_at_a_time: cores::sensible_jobs(),
        memory: machine::total_memory(),
        free_memory: machine::free_memory(),
        // Without namespaces there is none of the program's own.
        shared_memory: layers.namespaces.is_ok(),
        times_distorted_by: timing::distortions(processors),
    }
}

fn languages_here(languages: &Languages, sandboxes: &Sandboxes, jobs: usize) -> Vec<LanguageState> {
    let languages: Vec<&Language> = languages.iter().collect();
    let toolchains = Toolchains::default();
    let mut states = Vec::new();
    let Ok(()) = ordered_large(
        jobs,
        languages.len(),
        |at| toolchains.of(languages[at], sandboxes),
        |at, Toolchain { programs, missing, unasked, .. }| {
            let Language { name, title, .. } = languages[at];
            let as_event = |program: &Arc<ToolchainProgram>| program.as_event(title);
            let programs = programs.iter().map(as_event).collect();
            states.push(LanguageState {
                name: name.clone(),
                title: title.clone(),
                programs,
                missing: missing.map(|names| names.replace('|', " or ")),
                unasked,
            });
            Ok::<(), Infallible>(())
        },
    );
    states.sort_by_key(|state: &LanguageState| state.title.to_lowercase());
    states
}
