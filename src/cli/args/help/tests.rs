use clap::CommandFactory;

use super::super::Cli;
use super::*;

fn help(words: &str) -> String {
    let words: Vec<String> = words.split_whitespace().map(String::from).collect();
    short(Cli::command(), &words, 80)
}

#[test]
fn flags_of_every_command_may_come_before_the_command() {
    let judge = help("judge -h");
    assert!(judge.contains("referee judge --help"), "{judge}");
    for words in [
        "-q judge -h",
        "--quiet judge a.py -h",
        "--jobs 4 judge -h",
        "--threads=4 -vv judge -h",
        "-qj 4 judge -h",
        "-j4 --color never judge -h",
        "-q help judge",
        "help judge",
        "help -q judge",
    ] {
        assert_eq!(help(words), judge, "{words}");
    }
    assert_eq!(help("shard --jobs 4 run -h"), help("shard run -h"));
    assert_ne!(help("shard run -h"), help("shard -h"));
    for words in ["", "-h", "-q -h", "--jobs", "-- judge -h", "--no judge -h", "-x judge", "-"] {
        assert_eq!(help(words), help("help"), "{words}");
    }
}
