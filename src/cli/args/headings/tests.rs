//! Rules for all commands: the headings of flags, and the number of flags.

use clap::CommandFactory;

use super::super::Cli;
use super::*;

/// Collects all commands below one, with their full names.
fn commands(command: &Command, above: &str, found: &mut Vec<(String, Command)>) {
    let name = format!("{above} {}", command.get_name());
    for sub in command.get_subcommands() {
        commands(sub, &name, found);
    }
    found.push((name, command.clone()));
}

fn all() -> Vec<(String, Command)> {
    let mut program = with_headings(Cli::command()).disable_help_subcommand(true);
    program.build();
    let mut found = Vec::new();
    commands(&program, "", &mut found);
    assert!(found.len() > 20);
    found
}

#[test]
fn every_flag_stands_under_a_heading() {
    for (name, command) in all() {
        for flag in command.get_arguments().filter(|flag| !flag.is_positional()) {
            let long = flag.get_long().unwrap_or_default();
            let found = heading_of(command.get_name(), long);
            assert!(found.is_some(), "{name}: --{long} stands under no heading");
        }
    }
}

#[test]
fn every_flag_of_the_table_is_one_of_a_command() {
    let all = all();
    let flags = all.iter().flat_map(|(_, command)| command.get_arguments());
    let flags: Vec<&str> = flags.filter_map(Arg::get_long).collect();
    for (heading, named) in HEADINGS {
        for flag in named.split_whitespace() {
            let flag = flag.trim_start_matches('*');
            assert!(flags.contains(&flag), "{heading}: no command has --{flag}");
        }
    }
}

/// Commands that may have more flags than [`MAX_FLAGS`], with the reasons.
const MORE: [(&str, usize, &str); 7] = [
    ("judge", 30, "limits, languages, isolation, records and reports: others have them from here"),
    ("run", 31, "it judges a shard, with the flags of `judge`"),
    ("plan", 30, "it plans a run of `judge`, with the flags of that"),
    ("slurm", 37, "the same"),
    ("parallel", 32, "the same"),
    ("hunt", 30, "it compiles, runs and records as `judge` does, and searches besides"),
    ("mutate", 26, "the same"),
];

/// The maximum number of flags of other commands.
const MAX_FLAGS: usize = 25;

#[test]
fn no_command_has_more_flags_than_a_person_can_hold() {
    for (name, command) in all() {
        let count = command
            .get_arguments()
            .filter(|flag| !flag.is_positional() && !flag.is_global_set() && !flag.is_hide_set())
            .filter(|flag| flag.get_id() != "help")
            .count();
        let own = MORE.iter().find(|(of, ..)| *of == command.get_name());
        let most = own.map_or(MAX_FLAGS, |(_, most, _)| *most);
        assert!(count <= most, "{name} has {count} flags, more than {most}");
    }
}
