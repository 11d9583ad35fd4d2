//! The cost of judging with a checker program, beyond the bare starts of submission and checker, in
//! the same run.
//!
//! The floor is `posix_spawn` and `wait` for each of them, on files, without isolation. Small cases
//! show the cost of a case best, as the programs themselves take next to no time. For interactive
//! problems the floor is the same: the programs are started one after the other and immediately
//! find the end of their input.

use std::convert::Infallible;
use std::fs::{self, File};
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use referee_base::machine::Machine;
use referee_events::watch::Unwatched;
use referee_events::{Event, Runs, Verdict};
use referee_intake::finding;
use referee_intake::submission::{FoundSubmissions, Grouping};
use referee_judge::{Inputs, Judge, Policy, Services, StopPolicy};
use referee_problem::cases::{self, CaseFile};
use referee_problem::dependencies::Dependencies;
use referee_problem::limits::LimitOverrides;
use referee_problem::{Problem, ProblemSelection, ToolRunner};
use referee_programs::language::Languages;
use referee_programs::{JURY_LIMITS, Sandboxes, StartRule, Toolchains};
use referee_sandbox::{Isolation, Setup};

use referee_benches::{Table, medians};

/// The number of cases in a turn.
const CASES: usize = 40;

const SUBMISSION: &str = r#"
    #include <iostream>
    int main() { int n; std::cin >> n; std::cout << 2 * n << '\n'; }
"#;

const CHECKER: &str = r#"
    #include <fstream>
    #include <iostream>
    #include <string>
    int main(int, char **arguments) {
        std::ifstream answer(arguments[2]);
        std::string ours, theirs;
        while (answer >> ours)
            if (!(std::cin >> theirs) || ours != theirs) return 43;
        return std::cin >> theirs ? 43 : 42;
    }
"#;

const TALKING_SUBMISSION: &str = r#"
    #include <iostream>
    int main() { int n; while (std::cin >> n && n) std::cout << 2 * n << std::endl; }
"#;

const TALKING_CHECKER: &str = r#"
    #include <fstream>
    #include <iostream>
    int main(int, char **arguments) {
        std::ifstream input(arguments[1]);
        int n, twice;
        input >> n;
        std::cout << n << std::endl;
        if (!(std::cin >> twice)) return 43;
        std::cout << 0 << std::endl;
        return twice == 2 * n ? 42 : 43;
    }
"#;

/// Programs are compiled beforehand, so that only runs are measured.
const LANGUAGE: &str =
    "format = 1\n[[language]]\nname = 'built'\nendings = ['exe']\nrun = ['{main}']\n";

fn main() {
    // This program is also the launcher of its sandboxes.
    if !referee_sandbox::serve_if_launcher() {
        measure();
    }
}

fn measure() {
    let mut table = Table::begin();
    for (what, keys, submission, checker, target) in [
        ("a case, with a C++ checker", "", SUBMISSION, CHECKER, None),
        ("a case, interactive", "interactive = true", TALKING_SUBMISSION, TALKING_CHECKER, None),
    ] {
        let folder = tempfile::tempdir().expect("a folder");
        write_problem(folder.path(), keys);
        let (one, other) = (folder.path().join("one.exe"), folder.path().join("checker"));
        if !compile(submission, &one) || !compile(checker, &other) {
            println!("SKIPPED {what}: there is no C++ compiler here");
            continue;
        }
        let bench = Bench::new(folder.path());
        let [ours, floor] =
            medians([&mut || bench.judge(), &mut || one_after_the_other(folder.path())]);
        let part = |time: Duration| time / CASES as u32;
        table.times(&format!("{what}, against two starts"), part(ours), part(floor), target);
    }
    table.end();
}

fn write_problem(folder: &Path, keys: &str) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(folder, fs::Permissions::from_mode(0o755)).expect("our own folder");
    let checker = "[checker]\ncommand = ['{folder}/checker']\n";
    let file = format!("format = 1\nname = 'twice'\ncases = 'data'\n{checker}{keys}\n");
    fs::write(folder.join("problem.toml"), file).expect("a file");
    fs::create_dir(folder.join("data")).expect("a folder");
    for case in 0..CASES {
        let path = |ending: &str| folder.join(format!("data/{case:02}.{ending}"));
        fs::write(path("in"), format!("{}\n", case + 1)).expect("a file");
        fs::write(path("ans"), format!("{}\n", 2 * (case + 1))).expect("a file");
    }
}

fn compile(source: &str, program: &Path) -> bool {
    let file = program.with_extension("cpp");
    fs::write(&file, source).expect("a file");
    let status = Command::new("c++").arg("-O2").arg(&file).arg("-o").arg(program).status();
    status.is_ok_and(|status| status.success())
}

struct Bench {
    problem: Problem,
    cases: Vec<CaseFile>,
    found: FoundSubmissions,
    sandboxes: Sandboxes,
}

impl Bench {
    fn new(folder: &Path) -> Bench {
        let sandboxes = Sandboxes::start(Setup::new(Isolation::Auto), 1).expect("a sandbox");
        let languages = Languages::shipped().with(LANGUAGE).expect("it is one");
        let tool_runner = Arc::new(ToolRunner::new(Isolation::Auto, languages.clone()));
        let named = ProblemSelection { tool_runner, ..ProblemSelection::default() };
        let file = named.read(&folder.join("problem.toml")).expect("it is one");
        let mut found = FoundSubmissions::default();
        found.add(
            finding::find(&folder.join("one.exe"), &languages, &Grouping::Unsaid.into())
                .expect("it is there"),
        );
        let cases = cases::find(&folder.join("data")).expect("they are there").cases;
        Bench { problem: file.problem, cases, found, sandboxes }
    }

    fn judge(&self) -> u64 {
        let limits = LimitOverrides::default().limits();
        let inputs = Inputs {
            problem: self.problem.clone(),
            dependencies: Dependencies::default(),
            cases: &self.cases,
            not_on_disk: Vec::new(),
            scoring: None,
            found: &self.found,
        };
        let policy = Policy {
            mode: StopPolicy::All,
            limits,
            compile_limits: JURY_LIMITS,
            time_limit_to_tle: None,
            repeat: 1,
            rechecks: 0,
            apart: Duration::ZERO,
            allow_missing_compilers: false,
            excerpts: false,
            start: StartRule::Cold,
        };
        let services = Services {
            machine: Machine::here(Some(1)),
            executor: &self.sandboxes,
            toolchains: &Toolchains::default(),
            record: None,
            timed: None,
            faults: Vec::new(),
            builds: None,
            sanitizers: None,
            runs: Runs::default(),
            outputs: None,
            calibration: None,
            shard: None,
            watch: &Unwatched,
        };
        let judge = Judge { inputs, policy, services };
        let Ok(totals) = judge.run(&mut |event| {
            if let Event::Judged(judged) = event {
                assert_eq!(judged.verdict, Verdict::Accepted, "{judged:?}");
            }
            Ok::<(), Infallible>(())
        });
        assert_eq!(totals.accepted, CASES, "{totals:?}");
        totals.accepted as u64
    }
}

fn one_after_the_other(folder: &Path) -> u64 {
    let output = folder.join("output");
    for case in 0..CASES {
        let path = |ending: &str| folder.join(format!("data/{case:02}.{ending}"));
        let open = |path: &Path| File::open(path).expect("it is there");
        let written = File::create(&output).expect("a file");
        let mut one = Command::new(folder.join("one.exe"));
        let status = one.stdin(open(&path("in"))).stdout(written).status();
        assert!(status.expect("it starts").success());
        let mut checker = Command::new(folder.join("checker"));
        checker.args([path("in"), path("ans")]).arg("./").stdin(open(&output));
        let status = checker.stdout(std::process::Stdio::null()).status();
        assert!(status.expect("it starts").code().is_some_and(|code| code >= 42));
    }
    CASES as u64
}
