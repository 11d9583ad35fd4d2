//! The flags that a command of `cluster` was given, as words again: those of the shards, and those of the merge.

use clap::parser::ValueSource;
use clap::{ArgMatches, Args, Command, CommandFactory};

use super::super::{Cli, JudgeArgs, MergeArgs};
use referee_base::fault::Fault;
use referee_checker::text::excerpt;

/// Flags of `judge` that a run in shards cannot have, and why.
pub(super) const REFUSED: [(&str, &str); 5] = [
    ("shard", "all shards are judged; `referee judge --shard` judges one"),
    ("resume", "the same command once more goes on with what is missing"),
    ("student", "one submission is judged by `referee judge --student`"),
    ("keep_output", "each shard would make the folder anew; `referee judge` keeps outputs"),
    ("rerun", "verdicts that change are told by `referee judge`; --no-record judges all again"),
];

/// The flags that say how a run is shared: a plan that is made stands for both.
const OF_PLANS: [&str; 2] = ["plan", "weights"];

/// The flag that means one thing to shards, and another to the merge.
const PROBLEM: &str = "problem";

/// Flags of the merge that a command does not hand on: scripts always give the first.
const OWN_OF_MERGE: [&str; 2] = ["force", PROBLEM];

/// The flags of the command that the process was started with.
pub(in crate::cli) struct GivenFlags {
    matches: ArgMatches,
}

impl GivenFlags {
    /// Reads the arguments of the process once more.
    pub(in crate::cli) fn of_this_command() -> GivenFlags {
        let mut matches = Cli::command().get_matches();
        while let Some((_, inner)) = matches.remove_subcommand() {
            matches = inner;
        }
        GivenFlags { matches }
    }

    /// Refuses what a run in shards cannot have.
    pub(in crate::cli) fn check(&self) -> Result<(), Fault> {
        match REFUSED.iter().find(|(id, _)| self.is_given(id)) {
            None => Ok(()),
            Some((id, why)) => {
                let flag = id.replace('_', "-");
                Err(Fault::bad_input(format!("--{flag} is no flag of a run in shards")).help(*why))
            }
        }
    }

    /// Returns the words for `judge`: flags, and then the problem and the submissions. As a plan is made for all shards, they need
    /// not be told how to make one.
    ///
    /// # Errors
    /// A word is not UTF-8: scripts are texts.
    pub(in crate::cli) fn of_shards(&self) -> Result<Vec<String>, Fault> {
        let merge = flags_of::<MergeArgs>();
        let is_left_out = |flag: &clap::Arg| {
            let id = flag.get_id();
            let is_of_merge = has(&merge, flag) && id != PROBLEM;
            is_of_merge || OF_PLANS.iter().any(|other| id == *other)
        };
        let flags = flags_of::<JudgeArgs>();
        let mut words = self.words(flags.iter().filter(|flag| !is_left_out(flag)))?;
        let mut named = Vec::new();
        let places = JudgeArgs::augment_args(Command::new(""));
        for place in places.get_positionals() {
            named.extend(self.values(place)?.into_iter().flatten());
        }
        words.extend(named.iter().any(|name| name.starts_with('-')).then(|| "--".to_string()));
        words.extend(named);
        Ok(words)
    }

    /// Returns the words for `merge`, but for the files: the reports, and what is said of them.
    ///
    /// # Errors
    /// A word is not UTF-8.
    pub(in crate::cli) fn of_merge(&self) -> Result<Vec<String>, Fault> {
        let judge = flags_of::<JudgeArgs>();
        let is_own = |flag: &clap::Arg| OWN_OF_MERGE.iter().any(|own| flag.get_id() == *own);
        let merge = flags_of::<MergeArgs>();
        self.words(merge.iter().filter(|flag| has(&judge, flag) && !is_own(flag)))
    }

    /// Returns whether the problem of the cases is named by a flag, and not by its folder.
    pub(in crate::cli) fn names_problem(&self) -> bool {
        self.is_given(PROBLEM)
    }

    fn is_given(&self, id: &str) -> bool {
        self.matches.value_source(id) == Some(ValueSource::CommandLine)
    }

    fn words<'a>(&self, flags: impl Iterator<Item = &'a clap::Arg>) -> Result<Vec<String>, Fault> {
        let mut words = Vec::new();
        for flag in flags.filter(|flag| self.is_given(flag.get_id().as_str())) {
            let name = format!("--{}", flag.get_long().unwrap_or_default());
            // Behind a flag that need not have a value, the next word might be taken for one.
            let is_optional = flag.get_num_args().is_some_and(|number| number.min_values() == 0);
            if !flag.get_action().takes_values() {
                words.push(name);
                continue;
            }
            for occurrence in self.values(flag)? {
                match occurrence.as_slice() {
                    [value] if is_optional || value.starts_with('-') => {
                        words.push(format!("{name}={value}"));
                    }
                    values => {
                        words.push(name.clone());
                        words.extend(values.iter().cloned());
                    }
                }
            }
        }
        Ok(words)
    }

    /// Returns the values of an argument, each time that it was given.
    fn values(&self, argument: &clap::Arg) -> Result<Vec<Vec<String>>, Fault> {
        let occurrences = self.matches.get_raw_occurrences(argument.get_id().as_str());
        let text = |value: &std::ffi::OsStr| match value.to_str() {
            Some(text) => Ok(text.to_string()),
            None => {
                let shown = excerpt(value.as_encoded_bytes(), 80);
                Err(Fault::bad_input(format!("this is no text: {shown}"))
                    .help("scripts are texts in UTF-8: rename the file"))
            }
        };
        let all = occurrences.into_iter().flatten();
        all.map(|values| values.map(text).collect()).collect()
    }
}

fn flags_of<A: Args>() -> Vec<clap::Arg> {
    let all = A::augment_args(Command::new(""));
    all.get_arguments().filter(|argument| !argument.is_positional()).cloned().collect()
}

/// Returns whether a flag of one command is one of another.
fn has(flags: &[clap::Arg], flag: &clap::Arg) -> bool {
    let id = flag.get_id();
    flags.iter().any(|other| other.get_id() == id)
}
