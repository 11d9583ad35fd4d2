//! Runs every parser of untrusted bytes on a few thousand mutations of valid inputs: the same
//! functions as in `fuzz/`, and always the same mutations, without a fuzzer.

#[expect(unreachable_pub, reason = "elsewhere it is a library")]
#[path = "../../fuzz/src/lib.rs"]
mod targets;

use std::fs;
use std::panic;
use std::path::Path;

use referee_generators::{Random, Seed};
use targets::{TARGETS, Target};

/// The number of mutated inputs for each target.
const MUTATIONS: u64 = 2000;

/// The longest mutated input, in bytes; other tests cover the buffer sizes of readers.
const MAX_BYTES: usize = 4 << 10;

/// Strings with a special meaning to some reader.
const WORDS: &[&[u8]] = &[
    b"\0",
    b"\n",
    b"\r\n",
    b"\t",
    b" ",
    b"-",
    b"+",
    b"0",
    b"-1",
    b"65536",
    b"4294967296",
    b"18446744073709551616",
    b"1e999",
    b"nan",
    b"\"",
    b"'",
    b"\\",
    b"{",
    b"}",
    b"[",
    b"]",
    b"[[",
    b": ",
    b"- ",
    b"&a ",
    b"*a",
    b"<<: ",
    b"#",
    b"|",
    b"../",
    b"/",
    b"\xff",
    b"\xc3",
    b"\xef\xbb\xbf",
    b"\xc2\xa0",
    b"\xe2\x80\xae",
    b"\x1b[31m",
];

/// Returns a seed with one to eight changes.
fn mutated(target: &Target, random: &mut Random) -> Vec<u8> {
    let seeds: Vec<&[u8]> =
        target.seeds.iter().map(|seed| &seed[..seed.len().min(MAX_BYTES)]).collect();
    let mut bytes = random.choose(&seeds).to_vec();
    for _ in 0..=random.below(8) {
        let mut within = |length: usize| random.below(length as u64 + 1) as usize;
        let (a, b) = (within(bytes.len()), within(bytes.len()));
        let (from, to) = (a.min(b), a.max(b));
        // Most changes are small: a text without its half is soon rejected.
        let near = to.min(from + 8);
        match random.below(9) {
            0 => bytes.truncate(from),
            1 => drop(bytes.drain(from..near)),
            2 => bytes.extend_from_within(from..to),
            3 => drop(bytes.splice(from..from, bytes[from..to].to_vec())),
            4 => drop(bytes.splice(from..near, random.choose(WORDS).iter().copied())),
            5 => drop(bytes.splice(from..from, random.choose(WORDS).iter().copied())),
            6 => {
                let other = random.choose(&seeds);
                let start = random.below(other.len() as u64 + 1) as usize;
                bytes.splice(from..to, other[start..].iter().copied());
            }
            7 if from < bytes.len() => bytes[from] = random.below(256) as u8,
            _ if from < bytes.len() => bytes[from] ^= 1 << random.below(8),
            _ => bytes.push(random.below(256) as u8),
        }
        bytes.truncate(MAX_BYTES);
    }
    bytes
}

/// Runs a target, and shows the input if it panics, to be made a test of its own.
fn run(target: &Target, bytes: &[u8]) {
    let outcome = panic::catch_unwind(|| targets::run(target.name, bytes));
    assert!(outcome.is_ok(), "{} panics on \"{}\"", target.name, bytes.escape_ascii());
}

fn fuzz(names: impl Fn(&str) -> bool) {
    for target in TARGETS.iter().filter(|target| names(target.name)) {
        run(target, b"");
        target.seeds.iter().for_each(|seed| run(target, seed));
        let mut random = Random::new(Seed::of(&["mutations", target.name]));
        for _ in 0..MUTATIONS {
            run(target, &mutated(target, &mut random));
        }
    }
}

#[test]
fn inputs_and_outputs_of_the_problems() {
    fuzz(|name| name.ends_with("_input") || name.ends_with("_output"));
}

#[test]
fn archives() {
    fuzz(|name| name.ends_with("_archive"));
}

#[test]
fn packages() {
    fuzz(|name| name.ends_with("_yaml"));
}

#[test]
fn all_others() {
    let endings = ["_input", "_output", "_archive", "_yaml"];
    fuzz(|name| !endings.iter().any(|ending| name.ends_with(ending)));
}

#[test]
fn each_target_has_a_file_and_seeds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    for Target { name, seeds, .. } in TARGETS {
        assert!(!seeds.is_empty(), "{name} has no seeds");
        assert!(
            manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")),
            "{name} is not in Cargo.toml"
        );
        let file = fs::read_to_string(folder.join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(file.contains(&format!("referee_fuzz::run(\"{name}\", bytes)")), "{name}: {file}");
    }
    assert_eq!(fs::read_dir(folder.join("fuzz_targets")).unwrap().count(), TARGETS.len());
}
