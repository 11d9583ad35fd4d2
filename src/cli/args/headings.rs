//! The heading of each flag in `--help`, and which flags `-h` shows. There is one table for all
//! commands: a flag has the same heading everywhere.

use clap::{Arg, Command};

/// The headings with their flags. `*` marks those that `-h` shows if a command has too many to show
/// all.
pub(super) const HEADINGS: [(&str, &str); 14] = [
    (
        "Cases",
        "*only *all-cases *repeat *problem checker-option root cases format out *check list clean \
         check-deterministic *keep recipe *solver *verify",
    ),
    (
        "Data sets",
        "*tasks *candidates *audit fields *extract *reward *compare-by *all-tests default-language",
    ),
    (
        "Limits",
        "*time-limit *memory wall-limit output-limit file-limit processes recheck instructions upto",
    ),
    ("Submissions", "*languages *expect each file isolation missing-compilers strict"),
    ("Reports", "*report *against *details *force svg *quiet *color"),
    ("Results", "*rerun *resume *record keep-output"),
    ("Students", "*publish *student *exercise *students attempt *feedback"),
    (
        "Many machines",
        "*shard *rows *shards *plan *folder near weights partial hosts host referee partition at-once cpus walltime sbatch wait \
         script-only write",
    ),
    (
        "Search",
        "*for *seed *tries *below args shrink-for no-shrink slower mutants cover least minimize steps order operators max save hunt *from",
    ),
    ("Comparison", "*base *earlier *pairs anonymous common fragment"),
    ("New problem", "*course language checker generator solution validator package"),
    ("Game", "*rule *nim *compare method counts stretches fit positions plot"),
    ("Service", "*listen *token-file"),
    ("Expert", "*jobs start verbose help version"),
];

/// Flags with another meaning in some command: the command, the flag, and its heading there.
const ELSEWHERE: [(&str, &str, &str); 5] = [
    ("batch", "format", "Data sets"),
    ("serve", "format", "Data sets"),
    ("limits", "write", "Limits"),
    (referee_games::NAME, "upto", "Game"),
    ("similar", "least", "Comparison"),
];

/// Returns the heading of a flag, and whether `-h` shows it; `None` if it is in no table.
pub(super) fn heading_of(command: &str, flag: &str) -> Option<(&'static str, bool)> {
    let elsewhere = ELSEWHERE.iter().find(|(of, name, _)| *of == command && *name == flag);
    let in_table = |(heading, flags): &(&'static str, &str)| {
        let mut flags = flags.split_whitespace();
        let found = flags.find(|known| known.trim_start_matches('*') == flag)?;
        Some((*heading, found.starts_with('*')))
    };
    let elsewhere = elsewhere.map(|(.., heading)| (*heading, true));
    elsewhere.or_else(|| HEADINGS.iter().find_map(in_table))
}

/// Puts the flags of a command and its subcommands under their headings.
pub(in crate::cli) fn with_headings(command: Command) -> Command {
    let name = command.get_name().to_string();
    let under = |flag: Arg| match flag.get_long().and_then(|long| heading_of(&name, long)) {
        Some((heading, _)) => flag.help_heading(heading),
        None => flag,
    };
    command.mut_args(under).mut_subcommands(with_headings)
}

#[cfg(test)]
mod tests;
