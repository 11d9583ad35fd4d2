//! Runs generators: each in a temporary folder, again with another seed if the rule allows it, and
//! twice to check that it is deterministic.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::time::Duration;

use super::cache::{Cache, CacheEntry, CacheKey};
use crate::generate::commands::MadeInput;
use referee_base::fault::Fault;
use referee_base::files::{self, TemporaryFolder};
use referee_package::generators::command::{GeneratorCommand, NAME};
use referee_package::generators::{PlannedCase, extensions};
use referee_problem::{JuryProgram, JuryRun};
use referee_sandbox::{Ended, Stdin};

/// The number of other seeds tried with a generator that seems to ignore its seed.
const OTHER_SEEDS: u32 = 10;

/// A generator with the rule of the case that it makes.
pub(super) struct Generating<'a> {
    pub(super) tool: &'a JuryProgram,
    pub(super) command: &'a GeneratorCommand,
    pub(super) seed: u32,
    pub(super) rule: &'a PlannedCase,
    pub(super) cache: &'a Cache,
}

/// The outcome of a run: whether it wrote to both outputs, or why it made no input.
type GeneratorRun = Result<bool, Fault>;

impl Generating<'_> {
    /// Returns the generated files, and warnings about the generator.
    ///
    /// # Errors
    /// It fails, makes nothing, or makes a different input when it runs again with the same seed.
    pub(super) fn entry(&self, is_checked_again: bool) -> Result<(CacheEntry, Vec<String>), Fault> {
        let mut warnings = Vec::new();
        let mut is_new = false;
        let arguments = format!("{:?} {} {}", self.command, self.seed, self.rule.retries);
        let key = CacheKey::new("generate").with(self.tool.key()?).with(arguments);
        let entry = self.cache.entry(key, |folder| {
            is_new = true;
            if self.generate(self.seed, folder)? {
                warnings.push(format!(
                    "the generator writes {NAME}.in and to its output, which is ignored"
                ));
            }
            self.check(&folder.join(format!("{NAME}.in")), &mut warnings)
        })?;
        if is_checked_again && !is_new {
            self.check(&entry.path(&format!("{NAME}.in")), &mut warnings)?;
        }
        Ok((entry, warnings))
    }

    /// Generates with a seed, or the next ones. Returns whether it wrote to both outputs.
    fn generate(&self, seed: u32, folder: &Path) -> Result<bool, Fault> {
        let mut tried = 1;
        loop {
            // A seed has 31 bits.
            let seed = seed.wrapping_add(tried - 1) & 0x7fff_ffff;
            let (ended, made) = self.run(seed, folder)?;
            match made {
                Ok(wrote_both) => return Ok(wrote_both),
                // A generator that was stopped at a limit is not retried.
                Err(fault) if ended.stopped.is_some() || tried >= self.rule.retries => {
                    let times = match tried {
                        1 => String::new(),
                        _ => format!("; it was tried {tried} times"),
                    };
                    let fault = self.tool.in_full(fault);
                    return Err(Fault { message: fault.message + &times, ..fault });
                }
                Err(_) => tried += 1,
            }
        }
    }

    /// Runs it once, and moves its files into a folder.
    fn run(&self, seed: u32, folder: &Path) -> Result<(Ended, GeneratorRun), Fault> {
        run(self.tool, self.command.arguments(seed), folder, None)
    }

    /// Checks that it makes the same input again, and a different one with another seed.
    fn check(&self, input: &Path, warnings: &mut Vec<String>) -> Result<(), Fault> {
        let again = TemporaryFolder::new()?;
        self.generate(self.seed, again.path())?;
        if !is_made_in(again.path(), input)? {
            let message = "it makes a different input each time it is run";
            return Err(self
                .tool
                .fault(message)
                .help("derive all randomness from its arguments, such as {seed}"));
        }
        if self.command.uses_seed {
            let others = (1..=OTHER_SEEDS).map(|more| self.seed.wrapping_add(more) & 0x7fff_ffff);
            for seed in others {
                let other = TemporaryFolder::new()?;
                let (_, made) = self.run(seed, other.path())?;
                // No case has this seed: a failure only shows that the input depends on it.
                if made.is_err() || !is_made_in(other.path(), input)? {
                    return Ok(());
                }
            }
            warnings.push(format!("the generator makes the same with {OTHER_SEEDS} other seeds"));
        }
        Ok(())
    }
}

/// Returns whether a generator made this input in a folder.
fn is_made_in(folder: &Path, input: &Path) -> Result<bool, Fault> {
    let (mut one, mut other) =
        (files::open(input)?, files::open(&folder.join(format!("{NAME}.in")))?);
    files::same(&mut one, &mut other).map_err(|error| Fault::cannot_read(input, &error))
}

/// Runs a generator with any arguments, for at most `at_most` of CPU time.
///
/// # Errors
/// It cannot be run.
pub(super) fn input_of(
    tool: &JuryProgram,
    arguments: Vec<String>,
    at_most: Duration,
) -> Result<MadeInput, Fault> {
    let folder = TemporaryFolder::new()?;
    let (ended, made) = run(tool, arguments, folder.path(), Some(at_most))?;
    let input = match made {
        Err(_) => None,
        Ok(_) => {
            let input = folder.path().join(format!("{NAME}.in"));
            Some(fs::read(&input).map_err(|error| Fault::cannot_read(&input, &error))?)
        }
    };
    Ok(MadeInput::of(&ended, input))
}

/// Runs a generator once, for at most `at_most` of CPU time, and copies its files into a folder.
fn run(
    tool: &JuryProgram,
    arguments: Vec<String>,
    folder: &Path,
    at_most: Option<Duration>,
) -> Result<(Ended, GeneratorRun), Fault> {
    let desk = TemporaryFolder::new()?;
    let working = desk.path().join("working");
    let output_path = desk.path().join("output");
    fs::create_dir(&working).map_err(|error| Fault::cannot_write(&working, &error))?;
    let arguments = arguments.into_iter().map(Into::into).collect();
    let writable = Some(&*working);
    let task = JuryRun { arguments, writable, at_most, ..JuryRun::reading(Stdin::Empty) };
    let mut written = Ok(0);
    let ended = tool.run(task, &mut |output| {
        written = File::create(&output_path).and_then(|mut file| io::copy(output, &mut file));
    })?;
    let written = written.map_err(|error| Fault::cannot_write(&output_path, &error))?;
    if !ended.succeeded() {
        let fault = tool.may_be_tried_again(&ended);
        return Ok((ended, Err(fault)));
    }
    // A generator may leave links to files of others.
    let is_file = |path: &Path| path.symlink_metadata().is_ok_and(|found| found.is_file());
    let wrote_file = is_file(&working.join(format!("{NAME}.in")));
    if !wrote_file && written == 0 {
        let message = format!("it writes neither {NAME}.in nor anything to its standard output");
        return Ok((ended, Err(tool.fault(&message))));
    }
    for extension in extensions() {
        let name = format!("{NAME}.{extension}");
        let (from, to) = (working.join(&name), folder.join(&name));
        if is_file(&from) {
            fs::copy(&from, &to).map_err(|error| Fault::cannot_write(&to, &error))?;
        }
    }
    if !wrote_file {
        let input = folder.join(format!("{NAME}.in"));
        fs::copy(&output_path, &input).map_err(|error| Fault::cannot_write(&input, &error))?;
    }
    Ok((ended, Ok(wrote_file && written > 0)))
}
