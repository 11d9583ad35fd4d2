//! Folders from untrusted people: nothing in them acts outside them or blocks a command.

use std::fs;
use std::os::unix::fs::symlink;

use crate::executables::write_executable;
use crate::judge::{RIGHT, judge, with_submissions};
use crate::support::{BOB, Folder, REFEREE, Run};

/// A language whose compiler is a script. Asked where a library is, it answers, and writes a file
/// outside.
fn with_compiler(found: &str) -> Folder {
    let folder = with_submissions(&[]);
    let outside = folder.path("outside");
    fs::create_dir(folder.path("bin")).unwrap();
    write_executable(
        &folder.path("bin/compiler"),
        format!(
            "#!/bin/sh\ncase $1 in -print-file-name=*) echo owned > '{}'; echo {found};;\n\
             -static) exit 0;; *) echo not static >&2; exit 1;; esac\n",
            outside.display()
        ),
    );
    folder.shell("chmod -R a+rx .").ends_with(0);
    folder.write(
        "referee.toml",
        format!(
            "format = 1\n[[language]]\nname = 'linked'\nendings = ['lnk']\n\
             compile = ['{bin}/compiler', '{{static}}', '{{main}}']\nstatic = ['libx.a']\n\
             run = ['sh', '{{main}}']\nreadable = ['{bin}']\n",
            bin = folder.path("bin").display()
        ),
    );
    folder.write("submissions/accepted/a.lnk", RIGHT);
    folder
}

#[test]
fn a_compiler_is_asked_for_its_libraries_in_a_sandbox() {
    let judge = |folder: &Folder| folder.referee(&["judge", "cases", "submissions"]);
    let folder = with_compiler("/usr/lib/libx.a");
    judge(&folder).ends_with(0).says("1 of 1 as expected");
    assert!(!folder.has("outside"), "the compiler was asked outside of a sandbox");
    let folder = with_compiler("libx.a");
    judge(&folder).ends_with(1).says("not static");
}

/// Runs `referee` in a folder below.
fn referee_in(folder: &Folder, below: &str, arguments: &[&str]) -> Run {
    let mut command = folder.command(REFEREE);
    command.current_dir(folder.path(below)).args(arguments);
    folder.run_of(&command.output().unwrap())
}

#[test]
fn languages_that_came_with_what_is_judged_do_not_count() {
    let folder = with_compiler("/usr/lib/libx.a");
    let theirs = folder.read("referee.toml");
    fs::remove_file(folder.path("referee.toml")).unwrap();
    let passed_over = |run: Run, why: &str| {
        // Without that file, there is no such language.
        let run = run.says("referee.toml is ignored: ").says(why).says("a.lnk   not judged");
        assert!(!folder.has("outside"), "{run}");
    };
    let cases = "it is in a folder that this command works on";
    let problem = "it is in the folder of a problem";
    // Beside the problem, beside a submission, and in a folder below a problem.
    folder.write("cases/referee.toml", &theirs);
    passed_over(referee_in(&folder, "cases", &["judge", ".", "../submissions"]), cases);
    passed_over(referee_in(&folder, "cases/secret", &["judge", ".", "../../submissions"]), problem);
    folder.write("submissions/accepted/referee.toml", &theirs);
    passed_over(referee_in(&folder, "submissions/accepted", &["judge", "../../cases", "."]), cases);
    // In a package.
    folder.write("package/problem.yaml", "problem_format_version: 2025-09\n");
    folder.write("package/sub/referee.toml", &theirs);
    let run = referee_in(&folder, "package/sub", &["judge", "../../cases", "../../submissions"]);
    passed_over(run, problem);
    // A file that the caller names, or that lies above all of these, counts.
    let named = ["judge", "cases", "submissions/accepted/a.lnk", "--languages"];
    folder.referee(&[&named[..], &["cases/referee.toml"]].concat()).ends_with(0);
    folder.write("referee.toml", &theirs);
    let run = referee_in(&folder, "cases", &["judge", ".", "../submissions/accepted/a.lnk"]);
    run.ends_with(0).says("referee.toml is ignored: ").says("1 of 1 as expected");
}

/// A file of languages that makes every program in Python fail.
const CHEAT: &str = "format = 1\n[[language]]\nname = 'python'\ncompile = []\n\
    run = ['sh', '-c', 'echo cheated >&2; exit 7']\n";

#[test]
fn languages_beside_a_program_do_not_count_wherever_the_caller_stands() {
    let folder = Folder::with_cases();
    folder.write("class/ann/src/main.py", "print('Bob wins')\n");
    folder.write("class/bob/main.py", "print('Bob wins')\n");
    folder.write("class/ann/referee.toml", CHEAT);
    folder.write("class/ann/src/referee.toml", CHEAT);
    symlink(folder.path("class/ann"), folder.path("elsewhere")).unwrap();
    folder.write("class/cy/referee.toml", CHEAT);
    folder.shell("tar -cf class/cy/hand-in.tar -C class/ann src").ends_with(0);
    for (stands, cases, program) in [
        ("class/ann/src", "../../../cases", "main.py"),
        ("class/ann/src", "../../../cases", "../src/../src/main.py"),
        ("class/ann/src", "../../../cases", ".."),
        ("class/ann", "../../cases", "src/main.py"),
        ("class/ann", "../../cases", "./src"),
        ("class/cy", "../../cases", "hand-in.tar"),
        ("class/ann", "../../cases", "../../elsewhere/src/main.py"),
        ("elsewhere", "../../cases", "src/main.py"),
        ("elsewhere/src", "../../../cases", "../../../class/ann/src/main.py"),
        // Nor one beside another student's submission.
        ("class/ann", "../../cases", "../bob/main.py"),
    ] {
        for problem in [Some(cases), None] {
            let cases = problem.map_or(folder.path("cases"), std::path::PathBuf::from);
            let cases = cases.to_str().unwrap();
            let arguments = ["judge", cases, program, "--record", "off", "--report", "jsonl"];
            let run = referee_in(&folder, stands, &arguments);
            let run = run.ends_with(1).says("referee.toml is ignored: ").says("--languages");
            assert!(!run.stdout.contains("cheated"), "{stands} {program}\n{run}");
        }
    }
    // A link to it in a folder of the caller.
    symlink(folder.path("class/ann/src/referee.toml"), folder.path("referee.toml")).unwrap();
    let run = folder.referee(&["judge", "cases", "class/ann/src/main.py", "--record", "off"]);
    run.ends_with(1).says("referee.toml is ignored: ");
}

/// A report of each kind but worksheets, with its file.
const REPORTS: [&str; 14] = [
    "jsonl=events.jsonl",
    "junit=junit.xml",
    "html=page.html",
    "human=-",
    "csv=csv.csv",
    "summary-csv=summary-csv.csv",
    "students-csv=students-csv.csv",
    "feedback=feedback.txt",
    "gradescope=results.json",
    "statistics=statistics.txt",
    "statistics-json=statistics.json",
    "statistics-csv=statistics-csv.csv",
    "failures=failures.toml",
    "changes-csv=changes-csv.csv",
];

#[test]
fn the_languages_in_use_are_named_in_every_report() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    fs::rename(folder.path("languages.toml"), folder.path("referee.toml")).unwrap();
    let reports: Vec<&str> = REPORTS.iter().flat_map(|report| ["--report", *report]).collect();
    let judge = |flags: &[&str]| {
        let fixed = [
            "judge", "cases", "submissions", "--record", "off", "--force", "--against",
            "before.jsonl",
        ];
        folder.referee(&[&fixed[..], &reports, flags].concat()).ends_with(0)
    };
    let check = |name: &str, run: Run| {
        run.says(&format!("languages {name}\n"));
        assert!(folder.read("events.jsonl").contains(&format!("\"languages\":\"{name}\"")));
        let property = format!("<property name=\"languages\" value=\"{name}\"/>");
        assert!(folder.read("junit.xml").contains(&property));
        assert!(folder.read("page.html").contains(&format!("languages {name}")));
        assert!(
            folder
                .read("feedback.txt")
                .ends_with(&format!("\nRun with the languages of {name}.\n"))
        );
        let results =
            serde_json::from_str::<serde_json::Value>(&folder.read("results.json")).unwrap();
        assert_eq!(results["extra_data"]["languages"], name);
        assert!(folder.read("statistics.txt").ends_with(&format!("\nlanguages {name}\n")));
        let key = format!("\"languages\": \"{name}\"");
        assert!(folder.read("statistics.json").contains(&key));
        assert!(
            folder
                .read("failures.toml")
                .contains(&format!("\n# Run with the languages of {name}.\n"))
        );
        for table in ["csv", "summary-csv", "students-csv", "statistics-csv", "changes-csv"] {
            let rows = folder.read(format!("{table}.csv"));
            let mut rows = rows.lines();
            assert!(rows.next().unwrap().ends_with(",languages"), "{table}");
            assert!(rows.all(|row| row.ends_with(&format!(",{name}"))), "{table}");
        }
    };
    let before = ["judge", "cases", "submissions", "--report", "jsonl=before.jsonl"];
    folder.referee(&before).ends_with(0);
    check("referee.toml", judge(&[]));
    fs::rename(folder.path("referee.toml"), folder.path("mine.toml")).unwrap();
    check("mine.toml", judge(&["--languages", "mine.toml"]));
    // Commands and reports without a place for it print a note.
    fs::rename(folder.path("mine.toml"), folder.path("referee.toml")).unwrap();
    folder.referee(&["validate", "cases"]).ends_with(0).says("note: languages of referee.toml\n");
    let below = referee_in(&folder, "submissions", &["validate", "../cases"]);
    below.ends_with(0).says("note: languages of ../referee.toml\n");
}

#[test]
fn other_commands_pass_such_languages_over_as_well() {
    let folder = Folder::with_cases();
    folder.write("cases/referee.toml", "not even a document");
    for command in [&["validate", "."][..], &["solve", ".", "--verify"], &["check", ".", "../none"]]
    {
        referee_in(&folder, "cases", command).says("referee.toml is ignored");
    }
    referee_in(&folder, "cases", &["validate", "."]).ends_with(0);
}

#[test]
fn a_record_that_is_a_link_or_a_pipe_is_no_record() {
    type Plant<'a> = (&'a str, &'a str, &'a dyn Fn(&Folder));
    let plant: [Plant; 5] = [
        ("runs", "this is a link", &|folder| {
            fs::create_dir(folder.path("home")).unwrap();
            symlink(folder.path("home"), folder.path("cases/.referee/runs")).unwrap();
        }),
        ("runs/SEGMENT", "this is a link", &|folder| {
            let segment = "cases/.referee/runs/0000000000000001-0123456789abcdef.runs";
            fs::create_dir(folder.path("cases/.referee/runs")).unwrap();
            symlink(folder.path("rc"), folder.path(segment)).unwrap();
        }),
        ("lock", "this is a link", &|folder| {
            symlink(folder.path("rc"), folder.path("cases/.referee/lock")).unwrap();
        }),
        ("lock", "this is a pipe or a device", &|folder| {
            folder.shell("mkfifo cases/.referee/lock").ends_with(0);
        }),
        ("", "this is a link", &|folder| {
            fs::remove_dir(folder.path("cases/.referee")).unwrap();
            fs::create_dir(folder.path("home")).unwrap();
            symlink(folder.path("home"), folder.path("cases/.referee")).unwrap();
        }),
    ];
    for (name, why, plant) in plant {
        let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
        // The name of the case would be a command if a shell ever read it.
        folder.case("secret/$(touch owned)", BOB, "Bob wins\n");
        folder.write("rc", "mine\n");
        fs::create_dir(folder.path("cases/.referee")).unwrap();
        plant(&folder);
        let run =
            judge(&folder, &[]).ends_with(0).says("warning: results are not recorded: ").says(why);
        assert_eq!(folder.read("rc"), "mine\n", "{name}: {run}");
        let home = fs::read_dir(folder.path("home"));
        assert!(home.is_err() || home.unwrap().count() == 0, "{run}");
        folder.referee(&["judge", "--resume", "cases"]).ends_with(2);
    }
}

#[test]
fn a_file_that_is_ignored_by_git_is_not_made_elsewhere() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    fs::create_dir(folder.path("cases/.referee")).unwrap();
    symlink(folder.path("new"), folder.path("cases/.referee/.gitignore")).unwrap();
    judge(&folder, &[]).ends_with(0);
    assert!(!folder.has("new") && folder.has("cases/.referee/runs"));
}

#[test]
fn a_pipe_without_a_writer_is_not_waited_for() {
    let folder = with_submissions(&[("accepted/right.sh", RIGHT)]);
    folder.shell("mkfifo pipe pipe.toml").ends_with(0);
    let pipe = "pipe or a device";
    for arguments in [
        &["judge", "cases", "submissions", "--languages", "pipe"][..],
        &["judge", "cases", "submissions", "--languages", "/dev/zero"],
        &["generate", "pipe.toml", "--out", "made"],
        &["judge", "cases", "submissions", "--force", "--report", "junit=pipe"],
    ] {
        folder.referee(arguments).ends_with(2).says(pipe);
    }
    // Not even in a submission.
    folder.shell("mkdir submissions/accepted/two && mkfifo submissions/accepted/two/pipe");
    folder.write("submissions/accepted/two/main.sh", RIGHT);
    judge(&folder, &[]).ends_with(0).says("accepted/two");
    // Nor does a report replace a link to a device.
    symlink("/dev/null", folder.path("null")).unwrap();
    judge(&folder, &["--force", "--report", "junit=null"]).ends_with(2).says(pipe);
    assert!(folder.path("null").is_symlink());
    // A pipe made by the caller's shell has a writer.
    let line = "\"$referee\" judge cases submissions --languages /dev/stdin < languages.toml";
    folder.shell(line).ends_with(0);
    folder
        .shell(&format!("cat languages.toml | {}", line.replace(" < languages.toml", "")))
        .ends_with(0);
}

#[test]
fn links_of_cases_stay_in_the_folder_of_the_problem() {
    let folder = Folder::with_cases();
    folder.write("mine/9.in", BOB);
    folder.write("mine/9.ans", "Bob wins\n");
    symlink(folder.path("mine"), folder.path("cases/linked")).unwrap();
    symlink(folder.path("mine/9.in"), folder.path("cases/secret/9.in")).unwrap();
    let run = folder.referee(&["validate", "cases"]).ends_with(1);
    run.says("cases/linked: this link leads out of the folder of the cases")
        .says("cases/secret/9.in: this link leads out of the folder of the cases")
        .says("valid         3");
    folder.write("mine/9.ans", "mine\n");
    folder.referee(&["solve", "cases", "--force"]).ends_with(2);
    assert_eq!(folder.read("mine/9.ans"), "mine\n");
    // Within the folder they are followed, whichever cases are named.
    fs::remove_file(folder.path("cases/linked")).unwrap();
    fs::remove_file(folder.path("cases/secret/9.in")).unwrap();
    symlink("../sample", folder.path("cases/secret/linked")).unwrap();
    folder.referee(&["validate", "cases/secret"]).ends_with(0).says("3 cases");
}
