//! Tests that a command line and its request agree: the request's words, parsed again, and its JSON
//! form give the same request.

use std::collections::BTreeSet;

use clap::{CommandFactory, Parser};

use super::{Cli, Command, DeferredShardCommand, JudgeArgs, ShardCommand};
use referee_run::RunSpec;

/// Command lines that contain each flag at least once; several, since some flags exclude each
/// other.
const LINES: &[&str] = &[
    "judge problem",
    "judge problem a.py b/c --only secret/* --only 1 --all-cases --repeat 3 --recheck off --expect nothing",
    "judge problem --recheck 7 --details expected --each argument --file *.py --missing-compilers fail",
    "judge problem --each file --missing-compilers skip --jobs 3",
    "judge problem --each folder",
    "judge problem --time-limit 500ms --wall-limit 3 --memory 1g --output-limit 5 --file-limit 6 --processes 9",
    "judge problem --time-limit 2x --isolation required --languages l.toml --rerun",
    "judge problem --time-limit 3.5x --isolation off --record r --record from=s --record from=t",
    "judge problem --record ./off --record from=./off",
    "judge problem --record off --problem other --checker-option shortest --root ..",
    "judge problem --instructions limit --keep-output kept",
    "judge problem --instructions show",
    "shard run 2/8 problem --weights old.jsonl --details no-times,excerpts",
    "shard run auto/8 problem --plan plan.json",
    "shard run last problem --near a.jsonl b.jsonl --details causes",
    "judge problem --student ann --feedback own-output --feedback sample=verdict",
    "judge problem --feedback gradescope=after-due-date --feedback full",
    "judge problem --report human --report jsonl=e.jsonl --report feedback=texts --force --against o.jsonl",
    "judge problem --details html=30m,9 --details cases",
    "judge --memory 64 -- --strange -a.py",
];

/// Returns the request of a command line.
fn spec(words: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>) -> RunSpec {
    let words = words.into_iter().map(Into::into);
    let words = ["referee".into()].into_iter().chain(words);
    let cli = Cli::try_parse_from(words).unwrap_or_else(|error| panic!("{error}"));
    let jobs = cli.common.jobs.map(usize::from);
    match cli.command {
        Command::Judge(judge) => judge.spec(jobs),
        Command::Shard { command: DeferredShardCommand(ShardCommand::Run(run)) } => run.spec(jobs),
        _ => panic!("this judges nothing"),
    }
}

#[test]
fn a_request_is_printed_as_the_command_that_asks_for_it() {
    for line in LINES {
        let asked = spec(line.split(' '));
        assert_eq!(spec(asked.words()), asked, "{line}: {:?}", asked.words());
    }
}

#[test]
fn a_request_is_read_as_it_was_written_down() {
    for line in LINES {
        let asked = spec(line.split(' '));
        let text = serde_json::to_string(&asked).unwrap();
        assert_eq!(serde_json::from_str::<RunSpec>(&text).unwrap(), asked, "{line}: {text}");
    }
}

#[test]
fn what_is_not_said_is_the_usual() {
    let strictness = JudgeArgs::bare().runs.strictness;
    let mut bare = RunSpec { place: Some("problem".into()), ..RunSpec::default() };
    bare.runs.strictness = strictness;
    assert_eq!(spec(["judge", "problem"]), bare);
}

/// A flag that the request lacked would be lost by `--resume`, and on other machines.
#[test]
fn the_lines_have_every_flag_of_commands_that_judge() {
    let all = Cli::command();
    let mut all = all.clone();
    all.build();
    let judge = all.find_subcommand("judge").unwrap();
    let run = all.find_subcommand("shard").unwrap().find_subcommand("run").unwrap();
    let flags = judge.get_arguments().chain(run.get_arguments());
    let flags = flags.filter_map(|flag| flag.get_long());
    // These request something else, show help, or do not affect results.
    let not_requested = ["resume", "help", "color", "quiet", "verbose", "start"];
    let flags = flags.filter(|flag| !not_requested.contains(flag));
    let said: BTreeSet<&str> = LINES.iter().flat_map(|line| line.split([' ', '='])).collect();
    let missing: Vec<&str> = flags.filter(|flag| !said.contains(&*format!("--{flag}"))).collect();
    assert!(missing.is_empty(), "in no line: {missing:?}");
}
