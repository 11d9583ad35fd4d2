//! `referee shard slurm` and `shard parallel`: a stand-in for the real engine runs what they write,
//! which must give the run of one machine byte for byte, whatever the names of the files.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::Command;

use insta::assert_snapshot;
use referee_base::yaml::Node;

use crate::executables::write_executable;
use crate::judge::{RIGHT, with_submissions};
use crate::support::{Folder, REFEREE, Run, skip};

/// Like Slurm, it runs a submitted script in the folder of submission, with the number of the task
/// in a variable. It runs each job to its end before it returns. `FAILING` names a task that is
/// killed, `RESTARTED` one that was started before.
const SBATCH: &str = r#"#!/usr/bin/env bash
set -eu
printf '%s\n' "$*" >> "$FAKE/submitted"
[ ! -e "$FAKE/refuses-${!#}" ] || { echo "sbatch: error: invalid account" >&2; exit 1; }
job=$(($(cat "$FAKE/job" 2> /dev/null || echo 11) + 1))
echo "$job" > "$FAKE/job"
script=${!#} numbers=
for word; do
    case $word in --array=*) numbers=${word#--array=} ;; esac
done
numbers=${numbers%\%*}
if [ -z "$numbers" ]; then
    bash "$script" > merge.log 2>&1 || true
else
    for range in ${numbers//,/ }; do
        for ((task = ${range%-*}; task <= ${range#*-}; task++)); do
            [ "$task" != "${FAILING:-}" ] || continue
            restarts=0
            [ "$task" != "${RESTARTED:-}" ] || restarts=2
            SLURM_ARRAY_TASK_ID=$task SLURM_RESTART_COUNT=$restarts bash "$script" > "shard-$task.log" 2>&1 || true
        done
    done
fi
echo "$job;cluster"
"#;

/// Prints the queue that the test has written.
const SQUEUE: &str = r#"#!/usr/bin/env bash
[ ! -e "$FAKE/silent" ] || { echo "slurm_load_jobs error: Unable to contact slurm controller" >&2; exit 1; }
[ ! -e "$FAKE/interrupts" ] || kill -INT "$PPID"
[ ! -e "$FAKE/queue" ] || cat "$FAKE/queue"
"#;

/// Names with special meanings to shells, Slurm, GNU parallel, Kubernetes, GitHub or YAML.
const HOSTILE: [&str; 3] = [
    "it's \"a\" $(touch owned) `touch owned`.sh",
    "-e {} {#} {= system \"touch owned\" =} %a %j.sh",
    "$(REFEREE) $$ ${{ github.token }} & *.sh",
];

/// A folder of submissions whose name looks like an option and spans two lines.
const FOLDER: &str = "-s 'x'\n\u{2028}\u{7f}$(touch owned): - |";

/// A folder with hostile submissions and commands of Slurm.
fn hostile() -> Folder {
    let folder = with_submissions(&[]);
    for (name, number) in HOSTILE.iter().zip(0..) {
        let wrong = if number == 1 { "echo no\n" } else { "" };
        folder.write(
            Path::new(FOLDER).join("accepted").join(name),
            format!("{wrong}{RIGHT}# {number}\n"),
        );
    }
    std::fs::create_dir(folder.path("fake")).unwrap();
    for (name, script) in [("sbatch", SBATCH), ("squeue", SQUEUE)] {
        write_executable(&folder.path("fake").join(name), script);
    }
    folder
}

const PLACES: [&str; 3] = ["--", "cases", FOLDER];
const RUN: [&str; 6] =
    ["--languages", "languages.toml", "--details", "no-times", "--time-limit", "5s"];

/// Runs a command with the engine on the search path.
fn with_engine(folder: &Folder, words: &[&str], variables: &[(&str, &str)]) -> Run {
    let mut command = folder.command(REFEREE);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = [folder.path("fake")].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap()).env("FAKE", folder.path("fake"));
    command.args(words).envs(variables.iter().copied());
    folder.run_of(&command.output().unwrap())
}

fn cluster(folder: &Folder, flags: &[&str], variables: &[(&str, &str)]) -> Run {
    with_engine(folder, &[&["shard"], flags, &RUN, &PLACES].concat(), variables)
}

/// Returns the events of the run on this machine.
fn whole(folder: &Folder) -> String {
    let words = [
        "judge",
        "--report",
        "jsonl=whole.jsonl",
        "--details",
        "excerpts",
        "--force",
        "--record",
        "off",
    ];
    folder.referee(&[&words[..], &RUN, &PLACES].concat()).ends_with(1);
    folder.read("whole.jsonl")
}

#[track_caller]
fn assert_same(folder: &Folder, merged: impl AsRef<Path>) {
    assert_eq!(folder.read(merged), whole(folder));
    let owned = folder.names().into_iter().find(|name| name.ends_with("owned"));
    assert_eq!(owned, None, "a name was run");
}

#[test]
fn an_array_gives_the_run_of_one_machine_whatever_files_are_called() {
    let folder = hostile();
    let to = "it's $(touch owned) #\n{} run";
    let options = ["--sbatch=--comment=it's $(touch owned)", "--walltime", "01:00:00", "--wait"];
    let flags = [&["slurm", "--shards", "3", "--at-once", "2", "--folder", to], &options[..]];
    let run = cluster(&folder, &flags.concat(), &[("RESTARTED", "2")]).ends_with(1);
    run.says("submitted  3 shards (1-3) as job 12; job 13 merges")
        .says("cancel     scancel 12 13")
        .says("note: requeued and restarted by Slurm: shard 2 (2 times)")
        .says("2 of 3 as expected.");
    assert_same(&folder, Path::new(to).join("merged.jsonl"));
    let page = folder.read(Path::new(to).join("report.html"));
    assert!(page.contains("id=\"cases-0\""), "the page shows no cases");
    let submitted = folder.read("fake/submitted");
    let lines: Vec<&str> = submitted.lines().collect();
    let common = "--parsable --time=01:00:00 --comment=it's $(touch owned)";
    let array = format!("{common} --array=1-3%2 shard.sh");
    let merge = format!("{common} --dependency=afterany:12 merge.sh");
    assert_eq!(lines, [array, merge]);
}

#[test]
fn what_is_missing_is_submitted_again_and_nothing_else() {
    let folder = hostile();
    let flags = ["slurm", "--shards", "4", "--wait"];
    let run = cluster(&folder, &flags, &[("FAILING", "3")]).ends_with(3);
    run.says("error: shards 3 of 4 are missing\n").says("shards/shard-3.log");
    assert!(folder.read("shards/merge.log").contains("missing: 3 of 4 shards"));
    // The shard is queued already: it is followed until it has ended.
    folder.write("fake/queue", "12|3|PENDING|Priority\n");
    let queued = cluster(&folder, &flags[..3], &[]).ends_with(0);
    queued.says("note: already queued or running: 3\n");
    folder.write("fake/queue", "");
    cluster(&folder, &flags, &[]).ends_with(1).says("submitted  1 shard (3) as job 14");
    assert!(folder.read("fake/submitted").contains("--array=3 shard.sh"));
    assert_same(&folder, "shards/merged.jsonl");
    let before = folder.read("fake/submitted");
    cluster(&folder, &flags, &[]).ends_with(1).says("note: all 4 shards are done\n");
    assert_eq!(folder.read("fake/submitted"), before);
}

#[test]
fn whoever_stops_waiting_is_told_what_goes_on() {
    let folder = hostile();
    folder.write("fake/interrupts", "");
    folder.write("fake/queue", "12|2|RUNNING|None\n13|N/A|PENDING|Dependency\n");
    let run = cluster(&folder, &["slurm", "--shards", "2", "--wait"], &[]).ends_with(130);
    run.says("of 2 shards; the jobs continue\n")
        .says("help: `scancel 12 13` cancels them; the same command waits for them again\n");
}

#[test]
fn scripts_are_there_to_be_read() {
    let folder = hostile();
    let flags = ["slurm", "--shards", "64", "--at-once", "16", "--cpus", "4", "--script-only"];
    let more = ["--partition", "compute", "--referee", "referee"];
    let reports = ["--report", "students-csv=points.csv"];
    let places = ["--languages", "languages.toml", "--time-limit", "2", "cases", "submissions"];
    folder.write("submissions/right.sh", RIGHT);
    let words = [&["shard"], &flags[..], &more, &reports, &places].concat();
    let run = folder.referee(&words).ends_with(0);
    assert_snapshot!(run.stdout, @"shards written; to start it: bash shards/submit.sh");
    let root = folder.path("");
    let root = root.to_string_lossy();
    for script in ["shard", "merge", "submit"] {
        let text = folder.read(format!("shards/{script}.sh"));
        let text = text.replace(root.trim_end_matches('/'), "/home/me");
        assert_snapshot!(format!("cluster-slurm-{script}"), text);
        folder.shell(&format!("bash -n shards/{script}.sh")).ends_with(0);
    }
}

#[test]
fn what_slurm_cannot_do_is_said() {
    let folder = hostile();
    let slurm = ["slurm", "--shards", "2"];
    let fake = |name: &str, is_there: bool| {
        if is_there {
            folder.write(format!("fake/{name}"), "")
        } else {
            std::fs::remove_file(folder.path(format!("fake/{name}"))).unwrap()
        }
    };
    fake("refuses-shard.sh", true);
    let refused = cluster(&folder, &slurm, &[]).ends_with(3);
    refused
        .says("sbatch does not take the jobs")
        .says("invalid account")
        .says("nothing is submitted");
    fake("refuses-shard.sh", false);
    fake("silent", true);
    cluster(&folder, &slurm, &[]).ends_with(0);
    cluster(&folder, &slurm, &[]).ends_with(0).says("all 2 shards are done");
    std::fs::remove_file(folder.path("shards/shard-2.jsonl")).unwrap();
    let silent = cluster(&folder, &slurm, &[]).ends_with(3);
    silent.says("it is unknown which shards are already queued").says("Unable to contact");
    fake("silent", false);
    fake("refuses-merge.sh", true);
    let half = cluster(&folder, &slurm, &[]).ends_with(3);
    half.says("help: the array is submitted: `scancel 14` ends it");
}

#[test]
fn folders_of_something_else_are_refused() {
    let folder = hostile();
    let slurm = ["slurm", "--script-only", "--shards", "2"];
    folder.write("shards/mine", "");
    cluster(&folder, &slurm, &[]).ends_with(2).says("shards: this folder is not empty");
    std::fs::remove_file(folder.path("shards/mine")).unwrap();
    cluster(&folder, &slurm, &[]).ends_with(0);
    cluster(&folder, &slurm, &[]).ends_with(0);
    // A script that somebody has edited since.
    let written = folder.read("shards/submit.sh");
    folder.write("shards/submit.sh", "mine\n");
    let edited = cluster(&folder, &slurm, &[]).ends_with(2);
    edited.says("submit.sh: this file already exists").says("--force overwrites it");
    assert_eq!(folder.read("shards/submit.sh"), "mine\n");
    cluster(&folder, &[&slurm[..], &["--force"]].concat(), &[]).ends_with(0);
    assert_eq!(folder.read("shards/submit.sh"), written);
    let other = [&slurm[..], &["--all-cases"]].concat();
    cluster(&folder, &other, &[]).ends_with(2).says("this folder contains shards of another run");
    folder.write("file", "");
    let no_folder = [&slurm[..], &["--folder", "file"]].concat();
    cluster(&folder, &no_folder, &[]).ends_with(2);
}

#[test]
fn what_is_no_run_in_shards_is_refused() {
    let folder = hostile();
    let refused = |flags: &[&str], why: &str| {
        let words = [&["slurm", "--script-only", "--shards", "2"], flags].concat();
        cluster(&folder, &words, &[]).ends_with(2).says(why);
        assert!(!folder.has("shards"));
    };
    refused(&["--resume"], "--resume does not apply to a run in shards");
    refused(&["--student", "x"], "--student does not apply");
    refused(&["--keep-output", "x"], "--keep-output does not apply");
    refused(&["--rerun"], "--rerun does not apply");
    refused(&["--folder", "50%"], "Slurm takes % and \\ in the path of a log for a pattern");
    refused(&["--folder", "a\\b"], "Slurm takes % and \\");
    refused(&["--plan", "x"], "unexpected argument");
    refused(&["--hosts", "x"], "unexpected argument");
    refused(&["--report", "changes-csv"], "--against OLD.jsonl");
    refused(&["--wait"], "cannot be used with");
    let words = ["shard", "slurm", "--script-only", "cases"];
    folder.referee(&words).ends_with(2).says("the number of shards is unknown");
    let many = ["shard", "slurm", "--script-only", "--shards", "1001", "cases"];
    folder.referee(&many).ends_with(2).says("not a whole number from 1 to 1000");
    let none = ["shard", "slurm", "--shards", "2", "cases"];
    let mut alone = folder.command(REFEREE);
    let run = alone.env("PATH", folder.path("nothing")).args(none).output().unwrap();
    folder.run_of(&run).ends_with(2).says("sbatch is not installed here").says("--script-only");
    let name: &OsStr = OsStrExt::from_bytes(b"\xff");
    let no_text = |words: &[&str], why: &str| {
        let mut command = folder.command(REFEREE);
        let output = command.arg("shard").args(words).arg(name).args(RUN).args(PLACES).output();
        folder.run_of(&output.unwrap()).ends_with(2).says(why);
    };
    no_text(&["slurm", "--script-only", "--shards", "2", "--record"], "this is not UTF-8 text");
    let slurm = ["slurm", "--script-only", "--shards", "2", "--folder"];
    no_text(&slurm, "the name of this folder is not UTF-8");
}

#[test]
fn gnu_parallel_gives_the_run_of_one_machine() {
    let folder = hostile();
    let flags = ["parallel", "--shards", "3", "--folder", "{} {= 1 =} it's"];
    cluster(&folder, &flags, &[]).ends_with(2).says("--host <HOST>");
    for (host, hosts) in [("", None), ("a\nb", None), ("", Some("# none\n\n"))] {
        let mut words = flags.to_vec();
        match hosts {
            None => words.extend(["--host", host]),
            Some(text) => {
                folder.write("hosts.txt", text);
                words.extend(["--hosts", "hosts.txt"]);
            }
        }
        cluster(&folder, &words, &[]).ends_with(2).says("a machine has no name");
    }
    let nowhere = [&flags[..], &["--hosts", "nowhere"]].concat();
    cluster(&folder, &nowhere, &[]).ends_with(2).says("nowhere: there is no such file");
    let run = cluster(&folder, &[&flags[..], &["--host", ":"]].concat(), &[]).ends_with(0);
    run.says("run.sh");
    let version = Command::new("parallel").arg("--version").output();
    if !version.is_ok_and(|run| String::from_utf8_lossy(&run.stdout).contains("GNU parallel")) {
        return skip("gnu_parallel_gives_the_run_of_one_machine", "there is no GNU parallel");
    }
    for _ in 0..2 {
        let run = folder.shell(r#"exec bash "{} {= 1 =} it's/run.sh""#).ends_with(1);
        run.says("2 of 3 as expected.");
    }
    assert_same(&folder, "{} {= 1 =} it's/merged.jsonl");
    let log = folder.read("{} {= 1 =} it's/joblog");
    assert_eq!(log.lines().count(), 4, "each shard ran once: {log}");
}

/// Returns the value at a path of keys and list positions below a value.
fn at<'a>(node: &'a Node, path: &str) -> &'a Node {
    path.split('/').fold(node, |node, key| match node.sequence() {
        Some(values) => &values[key.parse::<usize>().unwrap()],
        None => {
            let entries = node.mapping().unwrap_or_else(|| panic!("{path}: no mapping"));
            let found = entries.iter().find(|(name, _)| name.text() == Some(key));
            &found.unwrap_or_else(|| panic!("{path}: there is no {key}")).1
        }
    })
}

fn texts(node: &Node) -> Vec<String> {
    node.sequence().unwrap().iter().map(|one| one.text().unwrap_or_default().to_string()).collect()
}

/// Runs a command with variables, and with this program as `referee` on the search path.
fn engine(folder: &Folder, words: &[String], variables: &[(&str, String)]) -> Run {
    let mut command = folder.command(&words[0]);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let own = Path::new(REFEREE).parent().unwrap().to_path_buf();
    let folders = [own].into_iter().chain(std::env::split_paths(&path));
    command.env("PATH", std::env::join_paths(folders).unwrap());
    command.args(&words[1..]).envs(variables.iter().map(|(name, value)| (name, value)));
    folder.run_of(&command.output().unwrap())
}

/// Returns a template of `dist`.
fn template(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist").join(path);
    std::fs::read_to_string(path).unwrap()
}

/// A folder laid out as the templates expect it.
fn for_templates() -> Folder {
    let folder = hostile();
    for (from, to) in
        [("cases", "problem"), (FOLDER, "submissions"), ("languages.toml", "referee.toml")]
    {
        std::fs::rename(folder.path(from), folder.path(to)).unwrap();
    }
    folder
}

/// The placeholders for names in templates.
const NAMES: [(&str, &str); 3] =
    [("PROBLEM", "problem"), ("SUBMISSIONS", "submissions"), ("TIME_LIMIT", "5")];

/// Runs a script of a template as an engine would, with these variables in addition to the names.
fn script(folder: &Folder, shell: &str, text: &str, variables: &[(&str, String)]) -> Run {
    let words = [shell, "-e", "-c", text].map(String::from);
    let names = NAMES.iter().map(|(name, value)| (*name, value.to_string()));
    let variables: Vec<_> = names.chain(variables.iter().cloned()).collect();
    engine(folder, &words, &variables)
}

#[track_caller]
fn assert_merged(folder: &Folder, merged: Run) {
    merged.ends_with(1).says("2 of 3 as expected.");
    assert!(folder.has("report.html") && !folder.has("owned"));
    assert!(folder.read("report.html").contains("id=\"cases-0\""), "the page shows no cases");
}

#[test]
fn pods_of_the_template_judge_and_merge() {
    let folder = for_templates();
    let text = template("kubernetes/job.yaml");
    let [shards, merge] = [0, 1].map(|at| {
        let document = text.split("\n---\n").nth(at).unwrap();
        Node::read(document.as_bytes()).unwrap()
    });
    assert_eq!(at(&shards, "spec/completions").integer(), Some(8));
    let command = |job| texts(at(job, "spec/template/spec/containers/0/command"))[2].clone();
    // Kubernetes would substitute these as its own variables.
    assert!(!text.contains("$(") && !text.contains("$$"));
    for index in 0..8 {
        let index = [("JOB_COMPLETION_INDEX", index.to_string())];
        script(&folder, "sh", &command(&shards), &index).ends_with(0);
    }
    assert_merged(&folder, script(&folder, "sh", &command(&merge), &[]));
}

#[test]
fn jobs_of_the_template_for_gitlab_judge_and_merge() {
    let folder = for_templates();
    let file = Node::read(template("gitlab/shards.yml").as_bytes()).unwrap();
    let shards = at(&file, "judge/parallel").integer().unwrap();
    let text = |job: &str| at(&file, &format!("{job}/script/0")).text().unwrap().to_string();
    for number in 1..=shards {
        let variables =
            [("CI_NODE_INDEX", number.to_string()), ("CI_NODE_TOTAL", shards.to_string())];
        script(&folder, "sh", &text("judge"), &variables).ends_with(0);
    }
    assert_merged(&folder, script(&folder, "sh", &text("merge"), &[]));
    assert!(folder.has("report.xml"));
}

#[test]
fn jobs_of_the_template_for_github_judge_and_merge() {
    let folder = for_templates();
    let file = Node::read(template("github/shards.yml").as_bytes()).unwrap();
    let step = |job: &str, name: &str| {
        let steps = at(&file, &format!("jobs/{job}/steps")).sequence().unwrap();
        let is_named = |step: &&Node| {
            let mut entries = step.mapping().unwrap().iter();
            entries.any(|(key, value)| key.text() == Some("name") && value.text() == Some(name))
        };
        at(steps.iter().find(is_named).unwrap(), "run").text().unwrap().to_string()
    };
    for number in texts(at(&file, "jobs/shard/strategy/matrix/shard")) {
        script(&folder, "bash", &step("shard", "Judge"), &[("SHARD", number)]).ends_with(0);
    }
    assert_merged(&folder, script(&folder, "bash", &step("merge", "Merge"), &[]));
}
