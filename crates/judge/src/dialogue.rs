//! The dialogue of a program and its checker, for reports: line by line, in the order in which they
//! write.
//!
//! It takes a relay between the two, which makes each exchange slower. So the dialogue is never
//! that of the judged run: if a report shows it, a rejected run is repeated. A program that does
//! not behave the same each time may then say something else.

use std::io::Read;
use std::sync::Mutex;

use referee_base::parallel::{lock, unpoisoned};
use referee_checker::text::escape;

use crate::external::External;
use crate::runner::Runner;
use referee_package::interaction::NEXT_PASS;
use referee_problem::cases::excerpts::Keeping;
use referee_problem::{Attempt, Judgement, Party, RunMode, pass_on};
use referee_sandbox::{Input, Run, Stdin};

/// The maximum number of lines that are shown.
const LINES: usize = 200;

/// The maximum number of bytes of a line that are shown.
const LINE: usize = 200;

/// The mark for omitted text.
const REST: &str = "...";

impl External<'_> {
    /// Runs the submission on the case once more and returns the start of the dialogue: `<` marks a
    /// line of the checker, `>` one of the program, `---` separates passes. `None` if nothing is
    /// said, or if each case is one plain run.
    pub(crate) fn dialogue(&self, input: &Input, runner: &Runner) -> Option<String> {
        if self.case.run_mode() == RunMode::PLAIN {
            return None;
        }
        let said = Said::default();
        let mut attempt = self.case.begin().ok()?;
        let mut later: Option<Input> = None;
        loop {
            let stdin = Stdin::Input(later.as_ref().unwrap_or(input));
            let run = Run { stdin, ..runner.program.clone() };
            let judgement = if self.case.run_mode().interactive {
                said.at_once(&mut attempt, &run, runner)
            } else {
                said.in_turn(&mut attempt, &run, runner)
            };
            let Some(next) = judgement.and_then(|judgement| judgement.next) else { break };
            said.push(NEXT_PASS);
            if !self.case.run_mode().interactive {
                said.add_lines('<', &next);
            }
            later = Some(Input::new(&next).ok()?);
        }
        said.text()
    }
}

/// The lines exchanged so far.
#[derive(Default)]
struct Said(Mutex<Vec<String>>);

impl Said {
    /// Runs one pass of an interaction.
    fn at_once(&self, attempt: &mut Attempt, run: &Run, runner: &Runner) -> Option<Judgement> {
        let relay = |party, from, to| {
            let who = if party == Party::Checker { '<' } else { '>' };
            pass_on(from, to, LINE, &|line| self.add_line(who, line));
        };
        let interaction = attempt.interact(run.limits.wall, Some(&relay), |stdin, stdout| {
            runner.executor.run(&Run { stdin, stdout, ..run.clone() }, &mut |_| ())
        });
        interaction.ok()?.checked.ok()
    }

    /// Runs one pass in which the checker reads the whole output.
    fn in_turn(&self, attempt: &mut Attempt, run: &Run, runner: &Runner) -> Option<Judgement> {
        let mut judgement = None;
        let ran = runner.executor.run(run, &mut |output: &mut dyn Read| {
            let mut output = Keeping::new(output);
            judgement = attempt.check(&mut output).ok();
            output.kept().start.lines().for_each(|line| self.push(&format!(">{line}")));
        });
        ran.ok()?;
        judgement
    }

    /// Adds a line that is escaped already.
    fn push(&self, line: &str) {
        let mut lines = lock(&self.0);
        match lines.len() {
            0..LINES => lines.push(line.to_string()),
            LINES => lines.push(REST.to_string()),
            _ => {}
        }
    }

    fn add_line(&self, who: char, line: &[u8]) {
        let rest = if line.len() > LINE { REST } else { "" };
        self.push(&format!("{who}{}{rest}", escape(&line[..line.len().min(LINE)])));
    }

    fn add_lines(&self, who: char, text: &[u8]) {
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        text.split(|&byte| byte == b'\n').take(LINES).for_each(|line| self.add_line(who, line));
    }

    fn text(self) -> Option<String> {
        let lines = unpoisoned(self.0.into_inner());
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}
