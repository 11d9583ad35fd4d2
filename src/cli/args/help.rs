//! Help that fits on a screen: the commands by purpose, `-h` of a command with its everyday flags,
//! and topics that several commands share. `--help`, which clap generates, lists all options in
//! full.

use std::fmt::Write as _;

use clap::builder::StyledStr;
use clap::{Arg, Command};

use super::headings::{HEADINGS, heading_of};
use referee_display::paint::bold;

/// Commands by purpose.
const GROUPS: [(&str, &[&str]); 7] = [
    ("Start here", &["new", "judge", "check", "show"]),
    ("Problems", &["generate", "solve", "validate", "export"]),
    ("Strength", &["strength", "hunt", "mutate", "limits"]),
    ("Courses", &["grade", "similar"]),
    ("Data sets", &["batch", "serve"]),
    ("Many machines", &["shard"]),
    ("This machine", &["doctor", "problems", "evaluate", "completions"]),
];

/// The names and texts of topics that several commands share.
const TOPICS: [(&str, &str); 4] = [
    ("reports", include_str!("topics/reports.txt")),
    ("submissions", include_str!("topics/submissions.txt")),
    ("results", include_str!("topics/results.txt")),
    ("exit-codes", include_str!("topics/exit-codes.txt")),
];

/// The maximum number of flags that `-h` shows without a selection.
const FEW: usize = 18;

/// Returns the text of a topic: `referee help TOPIC`.
pub(super) fn topic(words: &[String]) -> Option<&'static str> {
    let [help, name] = words else { return None };
    let found = TOPICS.iter().find(|(topic, _)| help == "help" && name == topic)?;
    Some(found.1)
}

/// Returns the short help of the command that `words` name, in lines of at most `columns`
/// characters.
pub(super) fn short(mut program: Command, words: &[String], columns: usize) -> String {
    program.build();
    let mut command = &program;
    let mut words = from_command(&program, words);
    while let [word, rest @ ..] = words
        && let Some(found) = command.find_subcommand(word)
    {
        // `help judge` shows the help of `judge`.
        command = if word == "help" { command } else { found };
        words = from_command(&program, rest);
    }
    if command.get_name() == program.get_name() {
        return all_commands(command, columns);
    }
    let mut text = format!("{}\n\n", cut(&shown(command.get_about()), columns));
    let _ = writeln!(text, "{}\n", command.clone().render_usage());
    let rows = rows(command);
    let names = rows.iter().map(|(_, flag)| name_of(flag).chars().count());
    let places = command.get_positionals().map(|place| place.to_string().chars().count());
    let width = names.chain(places).max().unwrap_or(0);
    for place in command.get_positionals() {
        line(&mut text, &place.to_string(), place, (width, columns));
    }
    for (heading, _) in HEADINGS {
        let mut title = Some(heading);
        for (_, flag) in rows.iter().filter(|(of, _)| *of == heading) {
            if let Some(title) = title.take() {
                let _ = writeln!(text, "{}", bold(title));
            }
            line(&mut text, &name_of(flag), flag, (width, columns));
        }
    }
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let about = shown(sub.get_about());
        let _ = writeln!(text, "{}", cut(&format!("  {:12} {about}", sub.get_name()), columns));
    }
    let name = command.get_bin_name().unwrap_or_else(|| command.get_name());
    let _ = writeln!(text, "\nAll options, and examples: {}", bold(&format!("{name} --help")));
    text
}

/// Returns the words from that of the command on: flags of every command may come before it.
pub(super) fn from_command<'w>(program: &Command, mut words: &'w [String]) -> &'w [String] {
    while let [word, rest @ ..] = words
        && let Some(takes_next) = common_flag(program, word)
    {
        words = rest.get(usize::from(takes_next)..).unwrap_or_default();
    }
    words
}

/// Returns whether the value of a flag of every command is the word after it; `None` if the word is
/// no such flag.
fn common_flag(program: &Command, word: &str) -> Option<bool> {
    let common = || program.get_arguments().filter(|flag| flag.is_global_set());
    if let Some(long) = word.strip_prefix("--") {
        let name = long.split('=').next();
        let is_it = |flag: &&Arg| {
            let names = flag.get_long_and_visible_aliases().unwrap_or_default();
            names.into_iter().any(|own| Some(own) == name)
        };
        let takes_value = common().find(is_it)?.get_action().takes_values();
        return Some(takes_value && !long.contains('='));
    }
    // Several letters may share a dash; the value of the last flag may follow its letter.
    let letters = word.strip_prefix('-').filter(|letters| !letters.is_empty())?;
    for (at, letter) in letters.char_indices() {
        let flag = common().find(|flag| flag.get_short() == Some(letter))?;
        if flag.get_action().takes_values() {
            return Some(at + letter.len_utf8() == letters.len());
        }
    }
    Some(false)
}

/// Returns the list of commands by purpose.
fn all_commands(program: &Command, columns: usize) -> String {
    let about = program.get_long_about().or(program.get_about());
    let mut text = format!("{}\n\n{}\n\n", shown(about), program.clone().render_usage());
    for (group, names) in GROUPS {
        for (number, name) in names.iter().enumerate() {
            let about = shown(program.find_subcommand(name).and_then(Command::get_about));
            let group = if number == 0 { group } else { "" };
            let row = cut(&format!("{name:12} {about}"), columns.saturating_sub(15));
            let _ = writeln!(text, "{}{row}", bold(&format!("{group:15}")));
        }
    }
    let _ = writeln!(
        text,
        "{}--jobs N, --quiet, -v, --color WHEN, --version",
        bold(&format!("{:15}", "Everywhere"))
    );
    let topics: Vec<&str> = TOPICS.iter().map(|(topic, _)| *topic).collect();
    let _ = writeln!(
        text,
        "\n{}  everyday options; {}: all options, and examples",
        bold("referee COMMAND -h"),
        bold("--help")
    );
    let _ = writeln!(text, "{}  {}", bold("referee help TOPIC"), topics.join(", "));
    text
}

/// Returns the flags that `-h` shows for a command, each with its heading; those with a value come
/// first.
fn rows(command: &Command) -> Vec<(&'static str, &Arg)> {
    let is_own = |flag: &&Arg| {
        !flag.is_positional()
            && !flag.is_hide_set()
            && !flag.is_global_set()
            && !matches!(flag.get_id().as_str(), "help" | "version")
    };
    let mut flags: Vec<&Arg> = command.get_arguments().filter(is_own).collect();
    flags.sort_by_key(|flag| !flag.get_action().takes_values());
    let are_few = flags.len() <= FEW;
    let row = |flag: &Arg| heading_of(command.get_name(), flag.get_long().unwrap_or_default());
    let shown = flags.into_iter().filter_map(|flag| {
        let (heading, is_common) = row(flag)?;
        (are_few || is_common).then_some((heading, flag))
    });
    shown.collect()
}

/// Formats a flag with its letter and its value.
fn name_of(flag: &Arg) -> String {
    let letter = flag.get_short().map(|letter| format!("-{letter}, ")).unwrap_or_default();
    let long = flag.get_long().unwrap_or_default();
    let values =
        flag.get_value_names().filter(|_| flag.get_action().takes_values()).unwrap_or_default();
    let values: String = values.iter().map(|value| format!(" <{value}>")).collect();
    format!("{letter}--{long}{values}")
}

/// Appends a line about an argument.
fn line(text: &mut String, name: &str, argument: &Arg, (width, columns): (usize, usize)) {
    let help = shown(argument.get_help());
    let help = help.split(" [default").next().unwrap_or_default().replace('\n', " ");
    let _ = writeln!(text, "{}", cut(&format!("  {name:width$}  {help}"), columns));
}

fn shown(text: Option<&StyledStr>) -> String {
    text.map(ToString::to_string).unwrap_or_default()
}

/// Truncates a line, at the end of a clause if one is near.
fn cut(line: &str, columns: usize) -> String {
    if line.chars().count() <= columns {
        return line.trim_end().to_string();
    }
    let most: String = line.chars().take(columns.saturating_sub(1)).collect();
    let clause = ["; ", ": ", ", "].iter().filter_map(|end| most.rfind(end)).max();
    match clause.filter(|&at| at > columns / 2) {
        Some(at) => most[..at].to_string(),
        None => format!("{}…", most[..most.rfind(' ').unwrap_or(most.len())].trim_end()),
    }
}

#[cfg(test)]
mod tests;
