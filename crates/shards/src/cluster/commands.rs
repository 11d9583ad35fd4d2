//! Runs the commands of Slurm, found on the search path, and reads their output.

use std::env;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use referee_base::fault::Fault;
use referee_checker::text::excerpt;

use super::queue::{FORMAT, Queue};
use super::slurm::{Jobs, SUBMIT};

/// The maximum length of a command's message that is shown, in bytes.
const SHOWN: usize = 400;

/// Returns whether a command is on the search path.
pub fn is_there(command: &str) -> bool {
    let path = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&path).any(|folder| folder.join(command).is_file())
}

/// Submits shards with the script of a folder; all of them if `numbers` is `None`.
///
/// # Errors
/// The script fails. The fault says what it submitted before.
pub fn submit(folder: &Path, numbers: Option<&str>) -> Result<Jobs, Fault> {
    let script = folder.join(SUBMIT);
    let mut command = Command::new("bash");
    let output = run(command.arg(&script).args(numbers))
        .map_err(|error| Fault::judge(format!("cannot run bash: {error}")).at(&script))?;
    let jobs = Jobs::read(&String::from_utf8_lossy(&output.stdout));
    if output.status.success() {
        return Ok(jobs);
    }
    let fault = Fault::judge("sbatch does not take the jobs").at(&script);
    let fault = fault.details(excerpt(output.stderr.trim_ascii(), SHOWN));
    Err(match jobs.arrays.last() {
        None => fault.help("nothing is submitted: change the options, and add --force"),
        Some(array) => fault.help(format!("the array is submitted: `scancel {array}` ends it")),
    })
}

/// Queries which of the jobs are queued or running. The error is a message.
pub fn queue(jobs: &Jobs) -> Result<Queue, String> {
    let numbers: Vec<String> = jobs.all().map(|job| job.to_string()).collect();
    if numbers.is_empty() {
        return Ok(Queue::default());
    }
    let mut command = Command::new("squeue");
    command.args(["--noheader", "--array", "--jobs", &numbers.join(",")]);
    command.arg(format!("--format={FORMAT}"));
    let output = run(&mut command).map_err(|error| format!("cannot run squeue: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    // Slurm forgets a job some minutes after it has ended.
    if output.status.success() || said.contains("Invalid job id") {
        return Ok(Queue::read(&String::from_utf8_lossy(&output.stdout), jobs));
    }
    Err(excerpt(said.lines().next().unwrap_or("squeue fails").as_bytes(), SHOWN))
}

fn run(command: &mut Command) -> std::io::Result<Output> {
    command.stdin(Stdio::null()).output()
}
