//! Collects the outcomes of `referee generate`, and prints them at the end.

use std::collections::HashSet;
use std::path::Path;

use referee_checker::text::escape;

use referee_author::generate::{GenerateMode, Generated};
use referee_base::fault::{Fault, FaultClass};
use referee_base::plural;
use referee_events::exit::Exit;
use referee_report::tally::Tally;
use referee_run::output::OutputSettings;

/// Records what an interruption would keep.
pub(super) fn keeps(mode: GenerateMode, output: &OutputSettings) {
    match mode {
        GenerateMode::Check => output.interruption.keeps("nothing was written"),
        GenerateMode::Fill | GenerateMode::Replace => {
            output.interruption.keeps("the finished cases are on disk, each complete");
            output.interruption.goes_on("run the same command to make the others");
        }
    }
}

pub(super) struct GeneratedCases {
    pub(super) exit: Exit,
    pub(super) details: String,
    tally: Tally,
    /// Messages of judge errors with their files; each is printed only once, since a program that
    /// fails on one case often fails on all.
    errors: HashSet<(Option<Box<Path>>, String)>,
    /// The number of cases that failed for a reason that was already printed.
    repeated: usize,
}

impl GeneratedCases {
    pub(super) fn new() -> GeneratedCases {
        let tally =
            Tally::new(&["new", "replaced", "unchanged", "on demand"], &["different", "failed"]);
        let (details, errors) = (String::new(), HashSet::new());
        GeneratedCases { exit: Exit::Expected, details, tally, errors, repeated: 0 }
    }

    pub(super) fn add(&mut self, name: &str, generated: &Generated) {
        let word = match generated {
            Generated::New => "new",
            Generated::Replaced => "replaced",
            Generated::Unchanged => "unchanged",
            Generated::OnDemand => "on demand",
            Generated::Different(differences) => {
                self.exit = self.exit.max(Exit::Failed);
                for difference in differences {
                    let difference = escape(difference.as_bytes());
                    self.details.push_str(&format!("{name}: {difference}\n"));
                }
                "different"
            }
            Generated::Failed(fault) => {
                self.exit = self.exit.max(Exit::of_fault(fault));
                let of_case = format!("{name}: ");
                let said = fault.message.strip_prefix(&of_case).unwrap_or(&fault.message);
                let error = (fault.path.clone(), said.to_string());
                if fault.class == FaultClass::Judge && !self.errors.insert(error) {
                    self.repeated += 1
                } else {
                    self.details.push_str(&referee_display::fault(fault))
                }
                "failed"
            }
        };
        self.tally.count(word, name);
    }

    /// Prints all outcomes below a heading.
    pub(super) fn end(
        self,
        head: &str,
        mode: GenerateMode,
        agreed: &str,
        output: &OutputSettings,
    ) -> Result<Exit, Fault> {
        let GeneratedCases { exit, mut details, tally, repeated, .. } = self;
        if repeated > 0 {
            let more = plural(repeated, "more case", "more cases");
            details.push_str(&format!("{more} failed for a reason above\n"));
        }
        if !details.is_empty() {
            output.print_sentences(&(details + "\n"))?;
        }
        if output.quiet && exit == Exit::Expected {
            return Ok(exit);
        }
        let tail = match (mode, exit) {
            (GenerateMode::Fill, Exit::Failed) => {
                "Files that differ were not changed; --force overwrites them.   "
            }
            (GenerateMode::Check, Exit::Expected) => agreed,
            _ => "",
        };
        let lines = tally.lines(output.quiet);
        output.print_sentences(&format!("{head}{lines}{tail}exit code {}\n", exit as u8))?;
        Ok(exit)
    }
}
