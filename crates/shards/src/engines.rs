//! Reads the number of a shard from the environment variables that engines set for arrays and
//! matrices of jobs.
//!
//! Sources: the manuals of sbatch (Slurm), qsub (PBS Professional, Grid Engine), bsub (LSF),
//! parallel, and the pages of Kubernetes on indexed jobs, of AWS Batch on array jobs, and of
//! GitLab, CircleCI and Buildkite on parallel jobs.

use referee_base::fault::Fault;
use referee_base::plural;
use referee_checker::text::excerpt;

use super::Shard;

/// An engine that runs one command many times.
struct Engine {
    name: &'static str,
    /// The variable with the number of the job.
    index: &'static str,
    base: Base,
    count: Count,
}

/// The number of the first job, and the difference between consecutive ones.
enum Base {
    Fixed(usize),
    /// The variables with the first number and the step; 1 if they are not set.
    Variables(&'static str, &'static str),
}

enum Count {
    Variable(&'static str),
    /// The variable with the number of the last job.
    Last(&'static str),
    Unknown,
}

/// The engines, in the order in which they are tried: those that run inside others come first.
const ENGINES: [Engine; 10] = [
    engine("GNU parallel", "PARALLEL_SEQ", Base::Fixed(1), Count::Unknown),
    engine(
        "Slurm",
        "SLURM_ARRAY_TASK_ID",
        Base::Variables("SLURM_ARRAY_TASK_MIN", "SLURM_ARRAY_TASK_STEP"),
        Count::Variable("SLURM_ARRAY_TASK_COUNT"),
    ),
    engine("PBS", "PBS_ARRAY_INDEX", Base::Fixed(1), Count::Unknown),
    engine(
        "Grid Engine",
        "SGE_TASK_ID",
        Base::Variables("SGE_TASK_FIRST", "SGE_TASK_STEPSIZE"),
        Count::Last("SGE_TASK_LAST"),
    ),
    engine(
        "LSF",
        "LSB_JOBINDEX",
        Base::Variables("LSB_JOBINDEX_BEGIN", "LSB_JOBINDEX_STEP"),
        Count::Last("LSB_JOBINDEX_END"),
    ),
    engine("Kubernetes", "JOB_COMPLETION_INDEX", Base::Fixed(0), Count::Unknown),
    engine("AWS Batch", "AWS_BATCH_JOB_ARRAY_INDEX", Base::Fixed(0), Count::Unknown),
    engine("GitLab", "CI_NODE_INDEX", Base::Fixed(1), Count::Variable("CI_NODE_TOTAL")),
    engine("CircleCI", "CIRCLE_NODE_INDEX", Base::Fixed(0), Count::Variable("CIRCLE_NODE_TOTAL")),
    engine(
        "Buildkite",
        "BUILDKITE_PARALLEL_JOB",
        Base::Fixed(0),
        Count::Variable("BUILDKITE_PARALLEL_JOB_COUNT"),
    ),
];

const fn engine(name: &'static str, index: &'static str, base: Base, count: Count) -> Engine {
    Engine { name, index, base, count }
}

/// Returns the shard that the environment specifies, and which variables of which engine do, in
/// words; `of` is the number of shards, if the user gave it.
///
/// # Errors
/// No engine's variables are set, they are not numbers, or the number of shards is unknown.
pub fn find(
    variable: impl Fn(&str) -> Option<String>,
    of: Option<usize>,
) -> Result<(Shard, String), Fault> {
    // Outside of arrays, Grid Engine sets `undefined`, and LSF 0.
    let is_set = |engine: &&Engine| {
        let value = variable(engine.index);
        value.is_some_and(|value| value != "undefined" && !(engine.name == "LSF" && value == "0"))
    };
    match ENGINES.iter().find(is_set) {
        Some(engine) => engine.shard(&variable, of),
        None => {
            let names: Vec<&str> = ENGINES.iter().map(|engine| engine.index).collect();
            let fault = Fault::bad_input("no engine provides the number of this shard")
                .details(format!("looked for: {}", names.join(", ")));
            Err(fault.help("give it, as in `shard run 2/8`"))
        }
    }
}

impl Engine {
    fn shard(
        &self,
        variable: &impl Fn(&str) -> Option<String>,
        given: Option<usize>,
    ) -> Result<(Shard, String), Fault> {
        let mut used = Vec::new();
        let mut number = |name: &str| -> Result<Option<usize>, Fault> {
            let Some(value) = variable(name) else { return Ok(None) };
            let Ok(number) = value.parse() else {
                let value = excerpt(value.as_bytes(), 40);
                let message = format!("{name} of {} is no number: {value}", self.name);
                return Err(Fault::bad_input(message).help("give the shard, as in `shard run 2/8`"));
            };
            used.push(format!("{name}={number}"));
            Ok(Some(number))
        };
        let index = number(self.index)?.unwrap_or(0);
        let (first, step) = match self.base {
            Base::Fixed(first) => (first, 1),
            Base::Variables(first, step) => {
                (number(first)?.unwrap_or(1), number(step)?.unwrap_or(1).max(1))
            }
        };
        let stated = match &self.count {
            Count::Variable(name) => number(name)?,
            Count::Last(name) => number(name)?.map(|last| last.saturating_sub(first) / step + 1),
            Count::Unknown => None,
        };
        let stated_by = format!("{}: {}", self.name, used.join(", "));
        let of = match (given, stated) {
            // The numbers of jobs count from the first job that was started, so a subset of shards
            // cannot be told from all.
            (Some(of), Some(stated)) if of != stated => {
                let jobs = plural(stated, "job was", "jobs were");
                let message = format!("{jobs} started for {of} shards ({stated_by})");
                let help = "say which one this is, as in `shard run 2/8`";
                return Err(Fault::bad_input(message).help(help));
            }
            (Some(of), _) | (None, Some(of)) => of,
            (None, None) => {
                let (name, index) = (self.name, self.index);
                let message = format!("{name} does not provide the number of shards");
                return Err(Fault::bad_input(message)
                    .help(format!("add it to the number from {index}, as in `shard run auto/8`")));
            }
        };
        let number = index.checked_sub(first).map_or(0, |from_first| from_first / step + 1);
        let shard = Shard::new(number, of)
            .map_err(|why| Fault::bad_input(format!("{why} ({stated_by})")))?;
        Ok((shard, stated_by))
    }
}

#[cfg(test)]
mod tests;
