//! The cost of `check` beyond walking the folders and reading the files: 10,000 small cases times
//! 10 contestants, with the same number of threads on both sides.
//!
//! Run with `cargo bench --bench check`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

use referee_author::check::Check;
use referee_base::machine::Machine;
use referee_benches::{Table, medians};
use referee_events::watch::Unwatched;
use referee_generators::Recipe;
use referee_page::PageServices;
use referee_problem::cases;
use referee_problem::cases::outputs;
use referee_problem::{self as problem, Problem};
use referee_report::students::Seeing;
use referee_report::{ReportKind, Style};

const FOLDERS: usize = 10;
const CASES_A_FOLDER: usize = 1000;
const CONTESTANTS: usize = 10;

fn main() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let (cases, outputs) = (root.path().join("cases"), root.path().join("outputs"));
    let files = make(&cases, &outputs);
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    println!("{files} files, {jobs} threads");
    let mut table = Table::begin();
    let judged = (FOLDERS * CASES_A_FOLDER * CONTESTANTS) as u64;
    let [ours, floor] = medians([
        &mut || {
            let accepted = check(&cases, &outputs, jobs);
            assert_eq!(accepted, judged, "every output is right");
            accepted
        },
        &mut || read_all(&cases, &outputs, jobs),
    ]);
    table.times("check 10,000 cases x 10 / walk and read", ours, floor, Some(1.5));
    table.end();
}

/// Writes the cases and the outputs; returns the number of files.
fn make(cases: &Path, outputs: &Path) -> usize {
    let entries = (0..FOLDERS).map(|folder| {
        format!("[[case]]\nname = \"f{folder}/c\"\nfamily = \"uniform\"\nn = 8\ncount = {CASES_A_FOLDER}\n")
    });
    let head = "format = 1\nproblem = \"infinity-war\"\nsalt = \"bench\"\n".to_string();
    let recipe = Recipe::parse(&(head + &entries.collect::<String>())).expect("a recipe");
    let solver = &problem::find("infinity-war").expect("a problem").solvers[0];
    for folder in 0..FOLDERS {
        fs::create_dir_all(cases.join(format!("f{folder}"))).expect("a folder");
        for contestant in 0..CONTESTANTS {
            let folder = outputs.join(format!("t{contestant}/f{folder}"));
            fs::create_dir_all(folder).expect("a folder");
        }
    }
    for case in &recipe.cases {
        let input = case.generate().expect("an input");
        let answer = solver.answer(&input).expect("an answer");
        fs::write(cases.join(format!("{}.in", case.name)), &input).expect("a file");
        fs::write(cases.join(format!("{}.ans", case.name)), &answer).expect("a file");
        for contestant in 0..CONTESTANTS {
            let path = outputs.join(format!("t{contestant}/{}.out", case.name));
            fs::write(path, &answer).expect("a file");
        }
    }
    recipe.cases.len() * (2 + CONTESTANTS)
}

/// Everything that `referee check` does, from the folders to the report; returns the number of
/// accepted outputs.
fn check(cases: &Path, outputs: &Path, jobs: usize) -> u64 {
    let found = cases::find(cases).expect("cases");
    let contestants = outputs::find(&[outputs.to_path_buf()], &found.cases, jobs).expect("outputs");
    let problem = Problem::Shipped(problem::find("infinity-war").expect("a problem"));
    let (found, contestants) = (&found, &contestants);
    let machine = Machine::here(Some(jobs));
    let check = Check {
        problem,
        found,
        contestants,
        not_on_disk: Vec::new(),
        machine,
        excerpts: false,
        watch: &Unwatched,
    };
    let style = Style {
        scale: Default::default(),
        has_decisions: false,
        width: 100,
        details: 50,
        quiet: false,
        wraps: false,
        by_case: false,
        plain: true,
        seeing: Seeing::default(),
        explain_expected: false,
        against: None,
        comments: None,
        worksheet: None,
    };
    let mut report = ReportKind::Human.begin(std::io::sink(), &style, PageServices::default());
    let totals = check.run(&mut |event| report.event(event)).expect("a report");
    totals.accepted as u64
}

/// The floor: walks the folders and reads every file.
fn read_all(cases: &Path, outputs: &Path, jobs: usize) -> u64 {
    let mut folders = vec![cases.to_path_buf()];
    folders.extend(fs::read_dir(outputs).expect("outputs").map(|e| e.expect("an entry").path()));
    let walked: Vec<std::sync::Mutex<Vec<PathBuf>>> =
        folders.iter().map(|_| std::sync::Mutex::new(Vec::new())).collect();
    in_parallel(jobs, folders.len(), |index| {
        let entries =
            walkdir::WalkDir::new(&folders[index]).into_iter().map(|e| e.expect("an entry"));
        let files = entries.filter(|e| e.file_type().is_file()).map(|e| e.into_path());
        walked[index].lock().expect("a lock").extend(files);
    });
    let paths: Vec<PathBuf> =
        walked.into_iter().flat_map(|paths| paths.into_inner().expect("a lock")).collect();
    let bytes = AtomicU64::new(0);
    in_parallel(jobs, paths.len(), |index| {
        let read = fs::read(&paths[index]).expect("a file");
        bytes.fetch_add(read.len() as u64, Ordering::Relaxed);
    });
    bytes.into_inner()
}

fn in_parallel(jobs: usize, count: usize, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..jobs {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= count {
                        break;
                    }
                    work(index);
                }
            });
        }
    });
}
