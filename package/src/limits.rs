//! `limits` of problem.yaml, with the defaults of each version.

use std::time::Duration;

use super::keys::Keys;
use super::kinds::Kinds;
use super::version::Version;
use referee_base::yaml::Node;

/// The most seconds that a limit can be.
pub const MAX_SECONDS: f64 = 86_400.0;

/// The least.
pub const MIN_SECONDS: f64 = 0.001;

/// The largest number that means anything; days, or terabytes.
const MOST: u64 = 1 << 20;

/// How much a package lets programs use.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// CPU time for each case; where it is not given, accepted submissions tell it.
    pub time: Option<Duration>,
    /// What the limit of time is a multiple of, in seconds.
    pub time_resolution: f64,
    /// How many times the slowest accepted submission may be slower before it is too slow.
    pub ac_to_time_limit: f64,
    /// How many times the limit those must take that are to be too slow.
    pub time_limit_to_tle: f64,
    /// Memory, in MiB.
    pub memory: u64,
    /// What is written, in MiB.
    pub output: u64,
    /// Sources, in KiB.
    pub code: u64,
    /// CPU time of compilers, in seconds.
    pub compilation_time: u64,
    /// Memory of compilers, in MiB.
    pub compilation_memory: u64,
    /// CPU time of validators, in seconds.
    pub validation_time: u64,
    /// Memory of validators, in MiB.
    pub validation_memory: u64,
    /// What validators write, in MiB.
    pub validation_output: u64,
    /// How often a submission is run in a multi-pass problem, at most.
    pub validation_passes: u64,
}

impl Limits {
    /// What holds where nothing is said.
    pub fn of_version(version: Version) -> Limits {
        Limits {
            time: None,
            time_resolution: 1.0,
            ac_to_time_limit: if version.is_legacy() { 5.0 } else { 2.0 },
            time_limit_to_tle: if version.is_legacy() { 2.0 } else { 1.5 },
            memory: 2048,
            output: 8,
            code: 128,
            compilation_time: 60,
            compilation_memory: 2048,
            validation_time: 60,
            validation_memory: 2048,
            validation_output: 8,
            validation_passes: 2,
        }
    }

    /// What validators may write, in bytes.
    pub fn most_written(&self) -> u64 {
        self.validation_output << 20
    }

    /// How many bytes the sources of a submission may have.
    pub fn most_code(&self) -> u64 {
        self.code << 10
    }

    /// Takes what `limits` says.
    pub(super) fn read(&mut self, mut keys: Keys, version: Version, kinds: Kinds) {
        let Limits { ac_to_time_limit, time_limit_to_tle, .. } = self;
        if version.knows_new()
            && let Some(mut keys) = keys.below("time_multipliers")
        {
            set(ac_to_time_limit, keys.number("ac_to_time_limit", 1.0));
            set(time_limit_to_tle, keys.number("time_limit_to_tle", 1.0));
            keys.finish();
        }
        if version.knows_old() {
            set(ac_to_time_limit, keys.number("time_multiplier", 1.0));
            set(time_limit_to_tle, keys.number("time_safety_margin", 1.0));
        } else {
            keys.not_in_this_version(&[
                ("time_multiplier", "write `time_multipliers: {ac_to_time_limit: ...}`"),
                ("time_safety_margin", "write `time_multipliers: {time_limit_to_tle: ...}`"),
            ]);
        }
        if version.knows_new() {
            set(&mut self.time_resolution, keys.number("time_resolution", 0.0));
        }
        // Some systems read the limit of time of old packages here, too.
        if let Some(node) = keys.node("time_limit") {
            self.time = seconds(node, &mut keys);
            self.check_resolution(node, version, &mut keys);
        }
        for (key, value) in [
            ("memory", &mut self.memory),
            ("output", &mut self.output),
            ("code", &mut self.code),
            ("compilation_time", &mut self.compilation_time),
            ("compilation_memory", &mut self.compilation_memory),
            ("validation_time", &mut self.validation_time),
            ("validation_memory", &mut self.validation_memory),
            ("validation_output", &mut self.validation_output),
        ] {
            set(value, keys.integer(key, 1).map(|value| value.min(MOST)));
        }
        if let Some(node) = keys.node("validation_passes") {
            set(&mut self.validation_passes, keys.integer("validation_passes", 2));
            if !kinds.multi_pass {
                keys.warning(
                    node,
                    "validation_passes means nothing, since this is no multi-pass problem",
                );
            }
        }
        keys.finish();
    }

    fn check_resolution(&self, node: &Node, version: Version, keys: &mut Keys) {
        let multiple = self.time.unwrap_or_default().as_secs_f64() / self.time_resolution;
        if version == Version::V2025_09 && (multiple - multiple.round()).abs() > 1e-9 {
            let message = format!(
                "time_limit is no multiple of time_resolution, which is {} s",
                self.time_resolution
            );
            keys.blemish(node, message).help("write a `time_resolution` that divides it");
        }
    }
}

/// A limit of CPU time, in seconds.
fn seconds(node: &Node, keys: &mut Keys) -> Option<Duration> {
    let fits = |seconds: &f64| (MIN_SECONDS..=MAX_SECONDS).contains(seconds);
    let seconds = node.number().filter(fits);
    if seconds.is_none() {
        let wanted = format!("a number of seconds from {MIN_SECONDS} to {MAX_SECONDS}");
        keys.wrong(node, "time_limit", &wanted);
    }
    seconds.map(Duration::from_secs_f64)
}

fn set<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
