//! The same programs judged again, in parts, in another order, and beside others.

use std::io::{BufRead, BufReader};
use std::process::{Command, Output, Stdio};

use crate::corpus::Program;
use crate::scene::{HAND_INS, HandIn, REFEREE, Scene};
use crate::transformations::{Changes, Transformation};

const RECORD: [&str; 2] = ["--record", "record"];

/// Judges what a scene describes.
type Run = fn(&Scene) -> Output;

/// How often and after what they are judged.
const RUNS: [(&str, Run); 13] = [
    ("for the second time", |scene| {
        scene.judge(&["--record", "off"]);
        scene.judge(&["--record", "off"])
    }),
    ("from the record", |scene| after(scene, &[])),
    ("run again in spite of the record", |scene| {
        scene.judge(&RECORD);
        scene.judge(&[&RECORD[..], &["--rerun"]].concat())
    }),
    ("after a run with other limits", |scene| {
        after(scene, &["--memory", "200", "--output-limit", "2"])
    }),
    ("after a run with less time", |scene| after(scene, &["--time-limit", "0.5"])),
    ("after a run of all cases", |scene| after(scene, &["--all-cases"])),
    ("after a run of some cases", |scene| after(scene, &["--only", "secret/[23]"])),
    ("after a run that was killed", after_a_kill),
    ("resumed after a kill", resumed),
    ("in shards", in_shards),
    ("beside a busy machine", beside_others),
    ("from another's record", |scene| {
        scene.judge(&RECORD);
        scene.judge(&["--record", "other", "--record", "from=record"])
    }),
    ("after the order of cases was learned", |scene| {
        let mut command = Command::new(REFEREE);
        command.arg("strength").args(&scene.named).args(&scene.options).args(RECORD);
        command.current_dir(&scene.folder);
        command.output().unwrap();
        scene.judge(&RECORD)
    }),
];

/// What else is judged, and in which order.
const ORDERS: Changes<Scene, 3> = [
    ("in another order", |scene| {
        let last = scene.hand_ins.len();
        for (number, hand_in) in scene.hand_ins.iter_mut().enumerate() {
            hand_in.entry.insert_str(0, &"z".repeat(last - number));
        }
    }),
    ("each named", |scene| {
        let entries = scene.hand_ins.iter().map(|one| format!("{HAND_INS}/{}", one.entry));
        scene.named.truncate(1);
        scene.named.extend(entries.rev());
    }),
    ("twice in one run", |scene| {
        let copies = scene.hand_ins.iter().map(|hand_in| HandIn {
            program: hand_in.program,
            entry: format!("copy of {}", hand_in.entry),
            files: hand_in.files.clone(),
        });
        let copies: Vec<_> = copies.collect();
        scene.hand_ins.extend(copies);
    }),
];

pub(crate) fn transformations() -> Vec<Transformation<Scene>> {
    let runs = RUNS
        .into_iter()
        .map(|(name, run)| Transformation::of_all(name, move |scene: &mut Scene| scene.run = run));
    let options = [
        "--jobs 1",
        "--jobs 5",
        "--all-cases",
        "--repeat 2",
        "--recheck off",
        "--instructions show",
        "--details 0",
        "--isolation off",
        "--start warm",
    ];
    let options = options.into_iter().map(|words| {
        Transformation::of_all(words, move |scene: &mut Scene| {
            scene.options.extend(words.split(' ').map(String::from))
        })
    });
    let order = ORDERS.map(|(name, change)| Transformation::of_all(name, change));
    let alone =
        Transformation::new("files that stand alone", Program::is_one_file, each_file_alone);
    runs.chain(options).chain(order).chain([alone]).collect()
}

/// Submits files instead of folders, unless another change has put more than one file into a
/// folder.
fn each_file_alone(scene: &mut Scene) {
    for hand_in in scene.hand_ins.iter_mut().filter(|hand_in| hand_in.files.len() == 1) {
        let name = std::mem::take(&mut hand_in.files[0].0);
        hand_in.entry = format!("{} {name}", hand_in.entry);
    }
    scene.options.extend(["--each", "file"].map(String::from));
}

/// Judges with a record, after a run with other options.
fn after(scene: &Scene, options: &[&str]) -> Output {
    scene.judge(&[&RECORD[..], options].concat());
    scene.judge(&RECORD)
}

/// Judges with the record of a run that was killed after its first results.
fn after_a_kill(scene: &Scene) -> Output {
    kill(scene);
    scene.judge(&RECORD)
}

/// Continues a run that was killed after its first results.
fn resumed(scene: &Scene) -> Output {
    if !kill(scene) {
        return scene.judge(&RECORD);
    }
    let mut command = scene.program();
    command.arg("--resume").arg(&scene.named[0]).args(RECORD).output().unwrap()
}

/// Kills a run with a record after its first results, and returns whether there was more to judge.
fn kill(scene: &Scene) -> bool {
    let mut command = scene.command(&RECORD);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    let mut events = BufReader::new(child.stdout.take().unwrap()).lines();
    let is = |name: &str, event: &std::io::Result<String>| {
        event.as_ref().is_ok_and(|event| event.starts_with(&format!("{{\"event\":\"{name}\"")))
    };
    events.find(|event| is("judged", event));
    child.kill().unwrap();
    let was_killed = child.wait().unwrap().code().is_none();
    // After the last submission the run may have been about to end.
    was_killed && events.filter(|event| is("submission", event)).count() < scene.hand_ins.len()
}

fn in_shards(scene: &Scene) -> Output {
    let reports = [1, 2, 3].map(|shard| {
        let report = format!("shard-{shard}.jsonl");
        let mut command = scene.shard(&format!("{shard}/3"));
        command.args(["--record", "off", "--report", &format!("jsonl={report}")]).output().unwrap();
        report
    });
    let mut merge = Command::new(REFEREE);
    merge
        .args(["shard", "merge"])
        .args(reports)
        .args(["--report", "jsonl"])
        .current_dir(&scene.folder);
    merge.output().unwrap()
}

/// Judges while other programs keep all cores busy.
fn beside_others(scene: &Scene) -> Output {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let busy = || Command::new("sh").args(["-c", "while :; do :; done"]).spawn().unwrap();
    let others: Vec<_> = (0..2 * cores).map(|_| busy()).collect();
    let output = scene.judge(&["--record", "off"]);
    for mut other in others {
        other.kill().unwrap();
        other.wait().unwrap();
    }
    output
}
