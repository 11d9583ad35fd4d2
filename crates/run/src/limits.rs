//! Measures the submissions of a problem to recommend its time limit, and writes it into the
//! problem's files.

use std::path::PathBuf;
use std::time::Duration;

use crate::RunSpec;
use crate::judge_setup::{JudgeSetup, calibration};
use crate::output::{OutputSettings, RUNS};
use crate::record::{self, RequestedRun};
use crate::target::Target;
use referee_base::fault::{Fault, show};
use referee_base::files;
use referee_events::exit::Exit;
use referee_judge::record::inferred::RecordedTimeLimit;
use referee_judge::time_limit::Multiple;
use referee_judge::{Judge, Services};
use referee_package::limits::PackageLimits;
use referee_package::{TIME_LIMIT_FILE, Version};
use referee_sandbox::end_all_runs;
use referee_strength::limits::written::{self, LimitFile, LimitForm};
use referee_strength::limits::{LimitRule, LimitsFindings, LimitsQuestion, Measurement};

/// The files into which a limit is written, and the folders from which it was inferred if they are
/// those of the problem.
pub type WriteTargets = (Vec<LimitFile>, Option<Vec<PathBuf>>);

/// A run of `limits`.
pub struct LimitsRun {
    /// The request.
    pub asked: RequestedRun,
    /// The number of runs of each submission on each case.
    pub repeat: usize,
    /// The time up to which submissions that must be too slow are measured.
    pub upto: Option<Duration>,
    /// Whether the limit is written.
    pub write: bool,
}

impl LimitsRun {
    /// Measures the submissions. Returns the findings, and where a limit is written, if it is.
    ///
    /// # Errors
    /// Something is missing or cannot be measured, or the limit cannot be written.
    pub fn findings(
        &self,
        output: &OutputSettings,
    ) -> Result<(LimitsFindings, Option<WriteTargets>), Fault> {
        let spec = &self.asked.spec;
        let setup = JudgeSetup::begin(&self.asked, output)?;
        let (task, given) = (&setup.task, setup.given);
        let sources = || task.place.time_limit_sources(!spec.submissions.is_empty());
        let targets = self.write.then(|| Ok((files_to_write(&task.place, spec)?, sources())));
        let targets = targets.transpose()?;
        for (name, fault) in &task.found.others {
            output.note(&format!("{name} is left out: {}", fault.one_line()));
        }
        let rule = rule(spec, &task.place);
        if let (Some(_), Some(time)) = (&targets, spec.runs.limits.given.time) {
            refuse_odd(time.as_secs_f64(), &task.place, spec)?;
        }
        let present = present(spec, &task.place);
        let record = self.asked.open(spec.root(), output)?;
        let progress = output.progress("measuring,", RUNS, 0);
        let calibration = calibration(record.as_ref(), given);
        let judge = setup.judge(spec, record.as_ref(), &progress)?;
        let services = Services { calibration: Some(&calibration), ..judge.services };
        let judge = Judge { services, ..judge };
        let (upto, repeat) = (self.upto, self.repeat);
        let question = LimitsQuestion { given, present, upto, repeat, rule };
        files::stop_when_interrupted(end_all_runs);
        let findings = LimitsFindings::find(Measurement::new(&judge), question)?;
        if !findings.is_interrupted {
            progress.end();
        }
        drop(judge);
        record::end(record, None, task, output)?;
        Ok((findings, targets))
    }

    /// Writes the recommended limit, or the given one.
    pub fn write(
        &self,
        findings: &LimitsFindings,
        (files, sources): &WriteTargets,
        output: &OutputSettings,
    ) -> Result<Exit, Fault> {
        let given = self.asked.spec.runs.limits.given.time.map(|time| time.as_secs_f64());
        let recommended = findings.recommended.map(|one| one.seconds);
        let recommended = recommended.filter(|limit| findings.all.has(*limit));
        let Some(limit) = given.or(recommended) else {
            output.warn(match findings.recommended {
                Some(_) => {
                    "nothing is written: the recommended limit does not suit all submissions; \
                     --time-limit SECONDS says which one to write"
                }
                None => "nothing is written: there is no limit to recommend",
            });
            return Ok(Exit::Failed);
        };
        for file in written::write(files, limit)? {
            let (path, limit) = (show(&file.path), written::shown(limit));
            output.print_unless_quiet(&if file.has_changed {
                format!("wrote        {limit} s into {path}\n")
            } else {
                format!("unchanged    {path} has {limit} s already\n")
            })?;
        }
        self.keep_machine(findings, limit, sources.as_deref(), output)?;
        Ok(Exit::Expected)
    }

    /// Records the machine for which the limit was made, since the problem's files have no place
    /// for it.
    fn keep_machine(
        &self,
        findings: &LimitsFindings,
        seconds: f64,
        sources: Option<&[PathBuf]>,
        output: &OutputSettings,
    ) -> Result<(), Fault> {
        let slowest = findings.recommended.and_then(|one| one.slowest.by);
        let (Some((submission, case)), Some((machine, _)), Some(sources)) =
            (slowest, &findings.machine, sources)
        else {
            return Ok(());
        };
        let Some(record) = self.asked.open(self.asked.spec.root(), output)? else {
            return Ok(());
        };
        let limit = RecordedTimeLimit {
            milliseconds: (seconds * 1000.0).round() as u64,
            contestant: findings.submissions[submission].name.to_string(),
            case: findings.cases[case].to_string(),
            machine: Some(machine.clone()),
        };
        if let Err(fault) = record.keep_time_limit(&limit, sources) {
            output.warn(&format!("the speed of this machine is not recorded: {fault}"));
        }
        if let Err(fault) = record.end() {
            output.warn(&format!("the record is not closed: {fault}"));
        }
        Ok(())
    }
}

/// Returns the time limit in question, in seconds, and its origin; `None` if a package infers it
/// from its submissions.
fn present(spec: &RunSpec, place: &Target) -> Option<(f64, String)> {
    if let Some(time) = spec.runs.limits.given.time {
        return Some((time.as_secs_f64(), "--time-limit".into()));
    }
    let own = place.limits();
    match (own.time, &place.package) {
        (Some(time), Some(_)) => Some((time.as_secs_f64(), "the package".into())),
        (Some(time), None) => Some((time.as_secs_f64(), "problem.toml".into())),
        (None, Some(_)) => None,
        (None, None) => Some((own.limits().cpu.as_secs_f64(), "the default".into())),
    }
}

/// Returns the rule of the problem's format; a problem without a format follows the newest.
fn rule(spec: &RunSpec, place: &Target) -> LimitRule {
    let package = place.package.as_ref().map(|package| &package.package.metadata);
    let newest = PackageLimits::of_version(Version::V2025_09);
    let limits = package.map_or(&newest, |metadata| &metadata.limits);
    let factor = spec.runs.limits.infer_time_limit.unwrap_or(limits.ac_to_time_limit);
    LimitRule {
        format: package.map_or(Version::V2025_09, |metadata| metadata.version).to_string(),
        multiple: Multiple { factor, resolution: limits.time_resolution },
        time_limit_to_tle: limits.time_limit_to_tle,
    }
}

/// Returns the files that contain the time limit, or would.
fn files_to_write(place: &Target, spec: &RunSpec) -> Result<Vec<LimitFile>, Fault> {
    let root = spec.root();
    let Some(package) = &place.package else {
        return match place.own_file() {
            Some(path) => {
                Ok(vec![LimitFile { path: path.to_path_buf(), form: LimitForm::ProblemToml }])
            }
            None => Err(Fault::bad_input("there is no problem.toml here to write the limit into")
                .at(root)
                .help("name the folder with the problem.toml, or the package")),
        };
    };
    package.refuse_archive("the limit")?;
    let own = |name: &str, form| LimitFile { path: root.join(name), form };
    let yaml = own(referee_package::FILE, LimitForm::ProblemYaml);
    let plain = own(TIME_LIMIT_FILE, LimitForm::Plain);
    let all = [yaml.clone(), own(referee_package::INI_FILE, LimitForm::Ini), plain.clone()];
    let mut files = Vec::new();
    // Every file that already has a limit is updated, so that systems that read different files see
    // the same limit.
    for file in all {
        if file.has_limit()? {
            files.push(file);
        }
    }
    let is_legacy = package.package.metadata.version.is_legacy();
    match is_legacy {
        true if files.is_empty() => files.push(plain),
        false if !files.contains(&yaml) => files.insert(0, yaml),
        _ => {}
    }
    Ok(files)
}

/// Rejects a limit that the format of the package does not allow.
fn refuse_odd(limit: f64, place: &Target, spec: &RunSpec) -> Result<(), Fault> {
    let Some(package) = &place.package else { return Ok(()) };
    let metadata = &package.package.metadata;
    let multiple = limit / metadata.limits.time_resolution;
    if metadata.version != Version::V2025_09 || (multiple - multiple.round()).abs() < 1e-9 {
        return Ok(());
    }
    let resolution = metadata.limits.time_resolution;
    let message =
        format!("{limit} s is not a multiple of time_resolution, which is {resolution} s");
    let fault = Fault::bad_input(message).at(spec.root().join(referee_package::FILE));
    Err(fault.help("write a `time_resolution` that divides it into `limits`"))
}
