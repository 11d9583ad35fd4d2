//! A verdict depends on the program, the cases and the limits, and on nothing else.
//!
//! A corpus of programs, generated from templates, is judged under transformations that should not
//! matter: names, folders, encodings, archives, callers, earlier runs. The verdict, the points and
//! the first failing case must be those that each program is made for. A new transformation is an
//! entry of a list, with the programs that it applies to.
//!
//! By default, a fixed selection of pairs is tried, in the installed languages of `languages.toml`.
//! If the variable REFEREE_INVARIANCE starts with `all`, all pairs are tried, which takes hours:
//! `from N` continues with call number N, and any other text selects the pairs with that text in a
//! name. `tests/invariance/all` does so after it has installed the languages that Debian has.
//! Progress is written to `target/tmp/invariance.txt`.

mod behaviours;
mod called;
mod corpus;
mod drawn;
mod encoded;
#[path = "../environments/mod.rs"]
mod environments;
mod moved;
mod outcome;
mod packed;
mod pairs;
mod problems;
mod renamed;
mod repeated;
mod scene;
mod summary;
mod templates;
mod transformations;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use corpus::{CORPUS, Program};
use pairs::Call;
use summary::{CallResult, Summary};
use transformations::{of_calls, of_hand_ins};

/// The number of simultaneous calls: each leaves a core idle in parts.
const AT_A_TIME: usize = 2;

#[test]
fn nothing_that_should_not_matter_changes_a_verdict() {
    let (calls, hand_ins) = (of_calls(), of_hand_ins());
    let chosen = std::env::var("REFEREE_INVARIANCE").unwrap_or_default();
    let tried = match chosen.strip_prefix("all") {
        Some(text) => {
            let (first, text) = first_of(text.trim());
            let all = drawn::having(drawn::all(&calls, &hand_ins), text);
            all.into_iter().skip(first - 1).collect()
        }
        None => drawn::having(drawn::drawn(&calls, &hand_ins), &chosen),
    };
    let mut summary = Summary::begin();
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("invariance.txt");
    let (next, (send, results)) = (AtomicUsize::new(0), mpsc::channel());
    thread::scope(|scope| {
        for _ in 0..AT_A_TIME {
            let send = send.clone();
            scope.spawn(|| try_all(&tried, &next, send));
        }
        drop(send);
        // Visible as progress with `--nocapture`.
        for (number, result) in results.into_iter().enumerate() {
            summary.add(&result);
            fs::write(&file, format!("{summary}\n")).unwrap();
            eprintln!("{} of {}: {}", number + 1, tried.len(), result.call.transformation.name);
            result.told.iter().for_each(|difference| eprintln!("{difference}"));
        }
    });
    eprintln!("{summary}");
    assert!(summary.has_none(), "transformations have changed what comes of programs");
    assert!(!is_all_there() || summary.skipped().is_empty(), "calls were skipped, see above");
}

/// Splits off the number of the first call, as in `from 128`, from the front of a text; 1 if there
/// is none.
fn first_of(text: &str) -> (usize, &str) {
    let from = text.strip_prefix("from ").and_then(|rest| {
        let (number, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some((number.parse().ok().filter(|&number| number > 0)?, rest))
    });
    from.unwrap_or((1, text))
}

#[test]
fn where_to_begin_is_said_before_what_is_tried() {
    assert_eq!(first_of("from 128"), (128, ""));
    assert_eq!(first_of("from 128 go,"), (128, "go,"));
    for text in ["", "go,", "from nowhere", "from 0"] {
        assert_eq!(first_of(text), (1, text));
    }
}

/// Makes calls, each time the next one that no other thread has taken.
fn try_all<'a>(tried: &'a [Call<'a>], next: &AtomicUsize, results: Sender<CallResult<'a>>) {
    while let Some(call) = tried.get(next.fetch_add(1, Ordering::Relaxed)) {
        let differences = call.differences();
        let told = differences.iter().flatten().map(|difference| call.tell(difference)).collect();
        results.send(CallResult { call, differences, told }).unwrap();
    }
}

/// Returns whether the machine is required to have all common languages, and to permit all calls.
fn is_all_there() -> bool {
    std::env::var("CI").is_ok_and(|value| value == "true")
}

#[test]
fn every_transformation_is_drawn_with_a_program_that_shows_what_it_changes() {
    let (calls, hand_ins) = (of_calls(), of_hand_ins());
    let drawn = drawn::drawn(&calls, &hand_ins);
    let mut met = BTreeSet::new();
    for call in &drawn {
        for (program, change) in call.programs.iter().filter(|(program, _)| program.is_telling()) {
            met.insert((&call.transformation.name, Some(program.behaviour)));
            met.extend([&call.transformation.name, &change.name].map(|name| (name, None)));
        }
    }
    let usual: Vec<&Program> = CORPUS.iter().filter(|one| !one.language.is_further).collect();
    assert!(!is_all_there() || usual.len() >= 300, "only {} programs", usual.len());
    for call in &calls {
        let applies = |program: &&&Program| program.is_telling() && (call.applies)(program);
        let programs: Vec<&&Program> = usual.iter().filter(applies).collect();
        let is_further = call.name == called::BY_PYPY;
        assert!(is_further || !is_all_there() || !programs.is_empty(), "no program: {}", call.name);
        assert!(programs.is_empty() || met.contains(&(&call.name, None)), "{}", call.name);
        let shows = programs.iter().any(|program| call.shown_by == Some(program.behaviour));
        assert!(!shows || met.contains(&(&call.name, call.shown_by)), "{}", call.name);
    }
    for change in &hand_ins {
        let applies = |program: &&Program| program.is_telling() && (change.applies)(program);
        let is_drawn = met.contains(&(&change.name, None));
        assert!(is_drawn || !usual.iter().any(applies), "never drawn: {}", change.name);
    }
}

#[test]
fn every_program_meets_every_transformation_that_applies_to_it() {
    let (calls, hand_ins) = (of_calls(), of_hand_ins());
    let mut met = BTreeSet::new();
    for call in drawn::all(&calls, &hand_ins) {
        for (program, change) in &call.programs {
            met.insert((&program.name, &call.transformation.name));
            met.insert((&program.name, &change.name));
        }
    }
    for program in CORPUS.iter() {
        let of_calls = calls.iter().filter(|change| (change.applies)(program)).map(|one| &one.name);
        let of_own =
            hand_ins.iter().filter(|change| (change.applies)(program)).map(|one| &one.name);
        for name in of_calls.chain(of_own) {
            assert!(met.contains(&(&program.name, name)), "{} never meets: {name}", program.name);
        }
    }
}
