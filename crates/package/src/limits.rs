//! The key `limits` of problem.yaml, with the defaults of each version.

use std::time::Duration;

use super::keys::Keys;
use super::kinds::Kinds;
use super::version::Version;
use referee_base::yaml::Node;

/// The largest time limit, in seconds.
pub const MAX_SECONDS: f64 = 86_400.0;

/// The smallest time limit, in seconds.
pub const MIN_SECONDS: f64 = 0.001;

/// The finest unit of the time limit, in seconds: divided by less, a time would be infinite.
const NANOSECOND: f64 = 1e-9;

/// The maximum ratio of two times, so that the product of a ratio and a time is a valid time.
const MAX_RATIO: f64 = 1e6;

/// The maximum of all other values; as a limit, it means days or terabytes.
const MAX_MEBIBYTES: u64 = 1 << 20;

/// The limits of a package's programs.
#[derive(Debug, Clone, PartialEq)]
pub struct PackageLimits {
    /// The time limit: CPU time for each case; `None` if accepted submissions determine it.
    pub time: Option<Duration>,
    /// The unit of the time limit, in seconds; the limit is a multiple of it.
    pub time_resolution: f64,
    /// The factor by which the time limit must at least exceed the time of the slowest accepted
    /// submission.
    pub ac_to_time_limit: f64,
    /// The factor by which a submission must exceed the time limit if it is expected to exceed it.
    pub time_limit_to_tle: f64,
    /// The memory limit, in MiB.
    pub memory: u64,
    /// The output limit, in MiB.
    pub output: u64,
    /// The maximum size of the sources, in KiB.
    pub code: u64,
    /// The CPU time of compilers, in seconds.
    pub compilation_time: u64,
    /// The memory of compilers, in MiB.
    pub compilation_memory: u64,
    /// The CPU time of validators, in seconds.
    pub validation_time: u64,
    /// The memory of validators, in MiB.
    pub validation_memory: u64,
    /// The output limit of validators, in MiB.
    pub validation_output: u64,
    /// The maximum number of passes of a multi-pass problem.
    pub validation_passes: u64,
}

impl PackageLimits {
    /// Returns the defaults of a version.
    pub fn of_version(version: Version) -> PackageLimits {
        PackageLimits {
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

    /// Returns the output limit of validators, in bytes.
    pub fn most_written(&self) -> u64 {
        self.validation_output << 20
    }

    /// Returns the maximum size of a submission's sources, in bytes.
    pub fn most_code(&self) -> u64 {
        self.code << 10
    }

    /// Reads the keys of `limits`.
    pub(super) fn read(&mut self, mut keys: Keys, version: Version, kinds: Kinds) {
        let PackageLimits { ac_to_time_limit, time_limit_to_tle, .. } = self;
        if version.knows_new()
            && let Some(mut keys) = keys.below("time_multipliers")
        {
            set(ac_to_time_limit, keys.number("ac_to_time_limit", 1.0, MAX_RATIO));
            set(time_limit_to_tle, keys.number("time_limit_to_tle", 1.0, MAX_RATIO));
            keys.finish();
        }
        if version.knows_old() {
            set(ac_to_time_limit, keys.number("time_multiplier", 1.0, MAX_RATIO));
            set(time_limit_to_tle, keys.number("time_safety_margin", 1.0, MAX_RATIO));
        } else {
            keys.not_in_this_version(&[
                ("time_multiplier", "write `time_multipliers: {ac_to_time_limit: ...}`"),
                ("time_safety_margin", "write `time_multipliers: {time_limit_to_tle: ...}`"),
            ]);
        }
        if version.knows_new() {
            let resolution = keys.number("time_resolution", 0.0, MAX_SECONDS);
            set(&mut self.time_resolution, resolution.map(|seconds| seconds.max(NANOSECOND)));
        }
        // Some systems also read the time limit of old packages from here.
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
            set(value, keys.integer(key, 1).map(|value| value.min(MAX_MEBIBYTES)));
        }
        if let Some(node) = keys.node("validation_passes") {
            set(&mut self.validation_passes, keys.integer("validation_passes", 2));
            if !kinds.multi_pass {
                keys.warning(
                    node,
                    "validation_passes has no effect, since this is not a multi-pass problem",
                );
            }
        }
        keys.finish();
    }

    fn check_resolution(&self, node: &Node, version: Version, keys: &mut Keys) {
        let multiple = self.time.unwrap_or_default().as_secs_f64() / self.time_resolution;
        if version == Version::V2025_09 && (multiple - multiple.round()).abs() > 1e-9 {
            let message = format!(
                "time_limit is not a multiple of time_resolution, which is {} s",
                self.time_resolution
            );
            keys.blemish(node, message).help("write a `time_resolution` that divides it");
        }
    }
}

/// Reads a limit of CPU time, in seconds.
fn seconds(node: &Node, keys: &mut Keys) -> Option<Duration> {
    let fits = |seconds: &f64| (MIN_SECONDS..=MAX_SECONDS).contains(seconds);
    let seconds = keys.number_of(node).filter(fits);
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
