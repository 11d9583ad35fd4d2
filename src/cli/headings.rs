//! Under which heading of `--help` each flag stands, and which flags `-h` shows. One table for all commands: the same flag stands under the
//! same heading everywhere.

use clap::{Arg, Command};

/// The headings with their flags. `*` marks those that `-h` shows, where a command has too many to show all.
pub(super) const HEADINGS: [(&str, &str); 12] = [
    (
        "Cases",
        "*only *all-cases *repeat *problem checker-option root out *check list clean check-deterministic *keep recipe *solver *verify",
    ),
    (
        "Limits",
        "*time-limit *memory *infer-time-limit wall-limit output-limit file-limit processes appeal time-by count-instructions upto",
    ),
    ("Submissions", "*languages *expect each one-program file isolation strict lenient sanitize"),
    (
        "Reports",
        "*report *against *details cases explain-expected format json html-limit no-times *force svg *quiet *color",
    ),
    ("Results", "*rerun *resume *record record-from no-record keep-output"),
    (
        "Students",
        "*students *student *feedback *worksheet *due attempt late extensions withhold columns sample-feedback secret-visibility \
         comments forget-course",
    ),
    (
        "Many machines",
        "*shards *plan *folder shard near weights excerpts partial hosts host referee partition at-once cpus walltime sbatch wait \
         script-only write",
    ),
    (
        "Search",
        "*for *seed *tries args no-shrink slower mutants cover least steps order operators max save hunt",
    ),
    ("Comparison", "*base *earlier *pairs anonymous common fragment"),
    ("New problem", "language checker generator solution validator package"),
    ("Game", "*rule *nim *compare method counts stretches fit positions plot"),
    ("Expert", "*jobs verbose help version"),
];

/// A flag that means something else in a command, and its heading there.
const ELSEWHERE: [(&str, &str, &str); 4] = [
    ("limits", "write", "Limits"),
    ("subtraction-game", "upto", "Game"),
    ("doctor", "languages", "Submissions"),
    ("similar", "least", "Comparison"),
];

/// Returns the heading of a flag, and whether `-h` shows it; none if it stands in no table.
pub(super) fn heading_of(command: &str, flag: &str) -> Option<(&'static str, bool)> {
    let elsewhere = ELSEWHERE.iter().find(|(of, name, _)| *of == command && *name == flag);
    let found = HEADINGS.iter().find_map(|(heading, flags)| {
        let mut flags = flags.split_whitespace();
        let found = flags.find(|known| known.trim_start_matches('*') == flag)?;
        Some((*heading, found.starts_with('*')))
    });
    match elsewhere {
        Some((_, _, heading)) => Some((heading, true)),
        None => found,
    }
}

/// Puts the flags of a command and its subcommands under their headings.
pub(super) fn with_headings(command: Command) -> Command {
    let name = command.get_name().to_string();
    let under = |flag: Arg| match flag.get_long().and_then(|long| heading_of(&name, long)) {
        Some((heading, _)) => flag.help_heading(heading),
        None => flag,
    };
    command.mut_args(under).mut_subcommands(with_headings)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::super::args::Cli;
    use super::*;

    /// All commands below one, with their names from the program on.
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

    /// Commands that may have more than [`MOST`], and why.
    const MORE: [(&str, usize, &str); 9] = [
        ("judge", 59, "a course has no file of its own yet, which will take some fifteen away"),
        ("plan", 56, "it plans a run of `judge`, with the flags of that"),
        ("slurm", 64, "the same"),
        ("parallel", 59, "the same"),
        ("hunt", 35, "it compiles, runs and records as `judge` does"),
        ("mutate", 35, "the same"),
        ("limits", 35, "the same"),
        ("suite", 35, "the same"),
        ("strength", 35, "the same"),
    ];

    /// As many flags as other commands may have.
    const MOST: usize = 31;

    #[test]
    fn no_command_has_more_flags_than_a_person_can_hold() {
        for (name, command) in all() {
            let count = command
                .get_arguments()
                .filter(|flag| {
                    !flag.is_positional() && !flag.is_global_set() && !flag.is_hide_set()
                })
                .count();
            let own = MORE.iter().find(|(of, ..)| *of == command.get_name());
            let most = own.map_or(MOST, |(_, most, _)| *most);
            assert!(count <= most, "{name} has {count} flags, more than {most}");
        }
    }
}
