//! `referee judge` for course assistants: downloads from Moodle, points, and feedback for each
//! student.

use std::io::{Cursor, Write};

use insta::assert_snapshot;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::grade::with_scores;
use crate::support::{Folder, Run, TIE};
use crate::zipped::zip;

const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'checked'\nendings = ['chk']\ncompile = ['sh', '-n', '{main}']\nrun = ['sh', '{main}']\n";

const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
    [[groups]]\ntitle = \"Samples\"\ncases = \"sample\"\npoints = 10\n\
    [[groups]]\ntitle = \"Secret cases\"\ncases = \"secret\"\npoints = 30\n";

const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

/// Prints its input, and a word that is not secret.
const TELLS: &str = "echo own-words; cat; echo own-error >&2; cat /dev/stdin >&2; exit 3\n";

/// Returns the bytes with every occurrence of one string replaced by another of the same length.
fn patched(mut bytes: Vec<u8>, from: &[u8], to: &[u8]) -> Vec<u8> {
    assert_eq!(from.len(), to.len());
    for at in 0..=bytes.len() - from.len() {
        if bytes[at..].starts_with(from) {
            bytes[at..at + to.len()].copy_from_slice(to);
        }
    }
    bytes
}

/// A class with every kind of submission.
fn class() -> Vec<(&'static str, Vec<u8>)> {
    let right = || RIGHT.as_bytes().to_vec();
    vec![
        ("Ann Lee_12_assignsubmission_file/main.sh", right()),
        ("Ann Lee_12_assignsubmission_file/notes.txt", b"read me".to_vec()),
        ("Bob Ray_13_assignsubmission_file_/bob.sh", b"echo Bob wins\n".to_vec()),
        ("Bob Ray_14_assignsubmission_file/tells.sh", TELLS.into()),
        ("Cy Ox_15_assignsubmission_onlinetext/onlinetext.html", b"<p>sorry</p>".to_vec()),
        (
            "Dee Su_16_assignsubmission_file/a.zip",
            zip(&[
                ("project/main.sh", b". \"$(dirname \"$0\")/part.sh\"\n"),
                ("project/part.sh", RIGHT.as_bytes()),
                ("__MACOSX/project/._main.sh", b"x"),
            ]),
        ),
        ("Eve At_17_assignsubmission_file/a.zip", zip(&[("../../../evil.sh", RIGHT.as_bytes())])),
        ("Fay By_18_assignsubmission_file_main.sh", b". \"$(dirname \"$0\")/part.sh\"\n".to_vec()),
        ("Fay By_18_assignsubmission_file_part.sh", right()),
        ("Gus In_19_assignsubmission_file/open.chk", b"echo 'Alice\n".to_vec()),
    ]
}

fn with_class() -> Folder {
    let folder = Folder::with_cases();
    folder.write("cases/problem.toml", GROUPS);
    folder.write("languages.toml", LANGUAGES);
    let files = class();
    let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, &text[..])).collect();
    folder.write("moodle.zip", zip(&files));
    folder
}

fn judge(folder: &Folder, what: &str, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", what, "--languages", "languages.toml", "--record", "off"];
    folder.referee(&[&fixed[..], more].concat())
}

/// Returns the table without the two columns that depend on the machine.
fn timeless(table: &str) -> String {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(table.as_bytes());
    let rows: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let is_kept = |at: &usize| !rows[0][*at].starts_with("slowest_");
    let kept = rows.iter().map(|row| {
        let cells = (0..row.len()).filter(is_kept).map(|at| &row[at]);
        cells.collect::<Vec<_>>().join(" | ")
    });
    kept.collect::<Vec<_>>().join("\n")
}

#[test]
fn a_class_from_moodle() {
    let folder = with_class();
    let reports = [
        "--report",
        "students-csv=grades.csv",
        "--report",
        "feedback=feedback",
        "--report",
        "gradescope=results",
    ];
    judge(&folder, "moodle.zip", &reports).ends_with(3);
    let texts = folder.names().into_iter().filter(|name| name.starts_with("feedback/"));
    let texts = texts.map(|name| format!("=== {name}\n{}", folder.read(&name)));
    assert_snapshot!("class-feedback", texts.collect::<Vec<_>>().join("\n"));
    assert_snapshot!("class-grades", timeless(&folder.read("grades.csv")));
    assert_snapshot!("class-results", folder.read("results/Bob Ray (14)/results.json"));
    assert_snapshot!("class-not-judged", folder.read("results/Cy Ox/results.json"));
    assert!(folder.left_over().is_empty(), "{:?}", folder.left_over());
}

#[test]
fn the_unpacked_folder_is_judged_like_the_zip() {
    let folder = with_class();
    let report = ["--report", "feedback", "--feedback", "sample=verdict"];
    let packed = judge(&folder, "moodle.zip", &report).ends_with(3);
    for (name, content) in class() {
        folder.write(format!("moodle/{name}"), content);
    }
    let before = folder.files();
    let unpacked = judge(&folder, "moodle", &report).ends_with(3);
    assert_eq!(unpacked.stdout, packed.stdout);
    assert!(folder.files() == before, "{:?}", folder.names());
}

#[test]
fn what_students_see_is_a_choice() {
    let folder = with_class();
    let text = |levels: &[&str]| {
        let more = [&["--report", "feedback=feedback", "--force"], levels].concat();
        judge(&folder, "moodle.zip", &more).ends_with(3);
        folder.read("feedback/Bob Ray_14_assignsubmission_file_feedback.txt")
    };
    let nothing = text(&["--feedback", "sample=verdict"]);
    for given_away in ["2-tie", "1 4", "tie 1 1", "own-words", "own-error", "|"] {
        assert!(!nothing.contains(given_away), "{given_away}:\n{nothing}");
    }
    assert!(nothing.contains("Secret case 2: run-time error"), "{nothing}");
    let own = text(&["--feedback", "own-output", "--feedback", "sample=verdict"]);
    assert!(own.contains("| own-words") && own.contains("| own-error"), "{own}");
    assert!(!own.contains("input:") && !own.contains("secret/"), "{own}");
    assert_snapshot!("feedback-full", text(&["--feedback", "full", "--details", "1"]));
}

#[test]
fn samples_come_first_and_with_their_standard_error() {
    let folder = with_class();
    // By name these precede the samples.
    for name in ["extra/1", "extra/2", "extra/3"] {
        folder.case(name, TIE, "tie 1 1\n");
    }
    folder.write("ann.sh", "echo Bob wins; echo own-error >&2\n");
    let more = ["--all-cases", "--report", "feedback", "--details", "1"];
    let text = judge(&folder, "ann.sh", &more).ends_with(1).stdout;
    let sample = text.find("Sample case sample/1-alice").unwrap_or_else(|| panic!("{text}"));
    assert!(text.find("Secret case 1:").is_some_and(|secret| secret > sample), "{text}");
    assert!(text.contains("  your standard error:\n    | own-error\n"), "{text}");
    assert!(text.contains("  a correct answer:\n    | Alice wins\n"), "{text}");
    assert_eq!(text.matches("own-error").count(), 1, "{text}");
    let more = ["--all-cases", "--report", "gradescope"];
    let results = judge(&folder, "ann.sh", &more).ends_with(1).stdout;
    let results: serde_json::Value = serde_json::from_str(&results).unwrap();
    let names = results["tests"].as_array().unwrap().iter().map(|test| &test["name"]);
    let names: Vec<&str> = names.filter_map(|name| name.as_str()).collect();
    let expected = [
        "Samples",
        "Sample case sample/1-alice",
        "Secret cases",
        "Secret case 4",
        "Secret case 5",
        "Secret case 1",
        "Secret case 2",
        "Secret case 3",
    ];
    assert_eq!(names, expected);
}

#[test]
fn samples_in_no_group_of_their_own_come_first_as_well() {
    let folder = with_class();
    folder.write("ann.sh", "echo Bob wins\n");
    let groups = "format = 1\nproblem = \"infinity-war\"\n\
        [[groups]]\ntitle = \"Bob\"\ncases = \"secret/3*\"\npoints = 1\n\
        [[groups]]\ntitle = \"Alice\"\ncases = \"*/1*\"\npoints = 2\n";
    folder.write("cases/problem.toml", groups);
    folder.case("secret/1-tie", TIE, "tie 1 1\n");
    let more = ["--all-cases", "--report", "feedback", "--feedback", "sample=verdict"];
    assert_snapshot!(judge(&folder, "ann.sh", &more).ends_with(1).stdout, @"
    infinity-war: ann.sh
    wrong answer, 1 of 3 points
    judged: ann.sh, shell

    Samples                0 of 1 case passed

    Sample case sample/1-alice: wrong answer

    Bob                    1 of 1 point, 1 of 1 case passed
    Alice                  0 of 2 points, 2 lost, 0 of 2 cases passed

    Secret case 1: wrong answer

    Cases worth no points  0 of 1 case passed

    Secret case 2: wrong answer

    Run with the languages of languages.toml.
    ");
    // Without points, the samples are still listed separately.
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    assert_snapshot!(judge(&folder, "ann.sh", &more).ends_with(1).stdout, @"
    infinity-war: ann.sh
    wrong answer
    judged: ann.sh, shell

    Samples       0 of 1 case passed

    Sample case sample/1-alice: wrong answer

    Secret cases  1 of 3 cases passed

    Secret case 1: wrong answer
    Secret case 2: wrong answer

    Run with the languages of languages.toml.
    ");
}

#[test]
fn one_person_is_judged_out_of_an_archive_and_again() {
    let folder = with_class();
    let run = judge(&folder, "moodle.zip", &["--student", "13"]).ends_with(1);
    let run =
        run.says(": 3 cases, 1 submission").says("Bob Ray (13)  sample/1-alice   wrong answer");
    // Every failure has a command that repeats exactly this run.
    let commands: Vec<&str> = run
        .stdout
        .lines()
        .filter_map(|line| line.trim().strip_prefix("again     referee"))
        .collect();
    assert_eq!(commands.len(), run.stdout.matches("   wrong answer\n").count(), "{run}");
    assert!(commands.len() > 1, "{run}");
    for again in commands {
        let again = folder.shell(&format!("\"$referee\" {again} --record off")).ends_with(1);
        again.says(": 1 case, 1 submission").says("Bob Ray (13)  ").says("   wrong answer");
    }
    // So does a program that does not compile.
    let gus = judge(&folder, "moodle.zip", &["--student", "gus"]).ends_with(1);
    gus.says("Gus In   compile error").says("moodle.zip --student 'Gus In'\n");
    // So does one in an unpacked folder, and a student without a program is told why.
    for (name, content) in class() {
        folder.write(format!("moodle/{name}"), content);
    }
    let dee = judge(&folder, "moodle", &["--student", "Bob Ray (14)"]).ends_with(1);
    dee.says("again     referee judge").says(" moodle --student 'Bob Ray (14)' --only ");
    judge(&folder, "moodle", &["--student", "Cy Ox"]).ends_with(3).says("text typed into the page");
}

#[test]
fn a_name_that_does_not_tell_is_refused_with_the_candidates() {
    let folder = with_class();
    let of = |name: &str| judge(&folder, "moodle.zip", &["--student", name]);
    of("Bob Ray")
        .ends_with(2)
        .says("`Bob Ray` is in the names of 2 submissions")
        .says("write more of the name: Bob Ray (13), Bob Ray (14)");
    of("y").ends_with(2).says("Bob Ray (13), Bob Ray (14), Cy Ox, Fay By");
    of("Ann Leo")
        .ends_with(2)
        .says("there is no submission of `Ann Leo`")
        .says("did you mean `Ann Lee`?");
    of("").ends_with(2).says("there is no submission of ``").says("and 2 more");
    for name in ["ann", "ANN  Lee"] {
        of(name).ends_with(0).says("1 of 1 accepted");
    }
}

#[test]
fn who_hands_in_no_program_is_told_what_is_accepted() {
    let folder = with_class();
    folder.write("paper.pdf", "%PDF-1.7");
    let text = judge(&folder, "paper.pdf", &["--report", "feedback"]).ends_with(3).stdout;
    let told = "not judged\n\nThe submission could not be judged: \
                paper.pdf is a PDF document, not a program; \
                hand in the source file of the program: accepted extensions are .c, .cpp,";
    assert!(text.contains(told) && text.contains(".py,"), "{text}");
    assert!(!text.contains("[folder]") && !text.contains("Those who run"), "{text}");
    let more = ["--report", "gradescope=results.json"];
    judge(&folder, "paper.pdf", &more).ends_with(3);
    let results: serde_json::Value = serde_json::from_str(&folder.read("results.json")).unwrap();
    assert_eq!((&results["score"], &results["tests"][0]["max_score"]), (&0.into(), &40.into()));
    assert_eq!(results["tests"][0]["visibility"], "visible");
    assert!(results["output"].as_str().unwrap().contains("accepted extensions are .c"));
}

#[test]
fn a_fault_of_the_judge_is_no_grade_for_gradescope() {
    let folder = with_class();
    folder.case("secret/4-wrong", TIE, "Bob wins\n");
    folder.write("ann.sh", RIGHT);
    judge(&folder, "ann.sh", &["--report", "gradescope=results.json"]).ends_with(3);
    assert!(!folder.path("results.json").exists(), "Gradescope would take it for a grade");
    folder.write("results.json", "{}");
    judge(&folder, "ann.sh", &["--report", "gradescope=results.json", "--force"]).ends_with(3);
    assert!(!folder.path("results.json").exists(), "this is the grade of an earlier run");
    let run = judge(&folder, "ann.sh", &["--report", "gradescope"]).ends_with(3);
    assert_eq!(run.stdout, "");
}

#[test]
fn what_only_the_answer_tells_is_not_in_a_verdict() {
    let folder = with_class();
    folder.write("one/wrong.sh", "echo tie 4 2\n");
    let see = |level| {
        let more = ["--report", "gradescope", "--feedback", level, "--feedback", "sample=verdict"];
        judge(&folder, "one/wrong.sh", &more).ends_with(1).stdout
    };
    let (verdict, own, full) = (see("verdict"), see("own-output"), see("full"));
    let own_words = "tie 4 2";
    assert!(!verdict.contains(own_words) && own.contains(own_words) && full.contains(own_words));
    for given_away in ["input:", "a correct answer:", "tie 1 1", "secret/2-tie"] {
        assert!(!verdict.contains(given_away) && !own.contains(given_away), "{given_away}");
        assert!(full.contains(given_away), "{given_away}: {full}");
    }
}

#[test]
fn archives_cannot_do_harm() {
    let plain = zip(&[("aa.sh", RIGHT.as_bytes()), ("ab.sh", RIGHT.as_bytes())]);
    let mut link = ZipWriter::new(Cursor::new(Vec::new()));
    link.add_symlink("main.sh", "/etc/passwd", SimpleFileOptions::default()).unwrap();
    let link = link.finish().unwrap().into_inner();
    let mut encrypted = zip(&[("aa.sh", RIGHT.as_bytes())]);
    // The lowest bit of the flags, in the header of the entry and in the directory.
    let directory = encrypted.windows(4).position(|bytes| bytes == b"PK\x01\x02").unwrap();
    encrypted[6] |= 1;
    encrypted[directory + 8] |= 1;
    let zeros = vec![0; 17 << 20];
    let half = &zeros[..9 << 20];
    let many: Vec<String> = (0..4001).map(|number| format!("{number}.sh")).collect();
    let many: Vec<(&str, &[u8])> = many.iter().map(|name| (&**name, &b""[..])).collect();
    let mut broken = zip(&[("aa.sh", RIGHT.as_bytes())]);
    let content = broken.windows(4).position(|bytes| bytes == b"aa.s").unwrap() + 8;
    broken[content] ^= 0xff;
    let hostile = [
        (zip(&[(".", b"x")]), ". in it cannot be taken: it has no name"),
        (zip(&[("../evil.sh", b"x")]), "../evil.sh in it cannot be taken: its name leads out"),
        (zip(&[("/tmp/evil.sh", b"x")]), "its name is an absolute path"),
        (zip(&[("C:/evil.sh", b"x")]), "its name is an absolute path"),
        (zip(&[("a\\..\\evil.sh", b"x")]), "its name has a backslash"),
        (zip(&[("a\x1b[2J.sh", b"x")]), "a\\x1b[2J.sh in it cannot be taken: its name has control"),
        (zip(&[("a.sh/b.sh", b"x"), ("a.sh", b"x")]), "there is another entry of that name"),
        (zip(&[("a.sh", b"x"), ("./a.sh", b"x")]), "there is another entry of that name"),
        (patched(plain.clone(), b"ab.sh", b"aa.sh"), "two of its entries have the same name"),
        (link, "main.sh in it cannot be taken: it is a link"),
        (encrypted, "aa.sh in it cannot be taken: it is encrypted"),
        (broken, "aa.sh in it cannot be taken: it is broken"),
        (zip(&[("bomb.sh", &zeros)]), "a.zip: more than 16 MiB: no program"),
        (zip(&[("1.sh", half), ("2.sh", half)]), "a.zip: more than 16 MiB: no program"),
        (zip(&many), "a.zip: more than 1000 files: no program"),
        (b"no archive".to_vec(), "cannot unpack it"),
        (zip(&[]), "a.zip: there is no file in it"),
        (
            zip(&[("b.zip", &zip(&[("report.pdf", b"x")]))]),
            "a.zip/b.zip: report.pdf is a PDF document",
        ),
    ];
    let folder = with_class();
    let names: Vec<String> = (10..)
        .take(hostile.len())
        .map(|id| format!("S{id}_{id}_assignsubmission_file/a.zip"))
        .collect();
    let mut files: Vec<(&str, &[u8])> =
        names.iter().zip(&hostile).map(|(name, (content, _))| (&**name, &content[..])).collect();
    files.push(("Ann Lee_9_assignsubmission_file/main.sh", RIGHT.as_bytes()));
    folder.write("hostile.zip", zip(&files));
    let before = folder.names();
    let run = judge(&folder, "hostile.zip", &["--report", "students-csv"]).ends_with(3);
    assert_eq!(folder.names(), before);
    let rows: Vec<&str> = run.stdout.lines().collect();
    for ((_, why), id) in hostile.iter().zip(10..) {
        let start = format!("S{id},S{id},{id},,0,3,,40,");
        let row = rows.iter().find(|row| row.starts_with(&start));
        assert!(row.is_some_and(|row| row.contains(why)), "S{id}: {why}\n{run}");
    }
    // The temporary folders of unpacked archives are not shown.
    assert!(!run.to_string().contains("referee-"), "{run}");
    run.says("Ann Lee,Ann Lee,9,AC,3,3,40,40,10,30");
    assert!(!std::path::Path::new("/tmp/evil.sh").exists());
}

#[test]
fn what_is_left_out_of_the_whole_archive_is_missed_by_its_student() {
    let folder = with_class();
    let mut all = ZipWriter::new(Cursor::new(Vec::new()));
    for name in
        ["Ann Lee_1_assignsubmission_file/main.sh", "Bob Ray_2_assignsubmission_file/main.sh"]
    {
        all.start_file(name, SimpleFileOptions::default()).unwrap();
        all.write_all(RIGHT.as_bytes()).unwrap();
    }
    for name in ["Ann Lee_1_assignsubmission_file/part.sh", "Cy Ox_3_assignsubmission_file/a.sh"] {
        all.add_symlink(name, "/etc/passwd", SimpleFileOptions::default()).unwrap();
    }
    folder.write("moodle.zip", all.finish().unwrap().into_inner());
    let run = judge(&folder, "moodle.zip", &["--report", "students-csv"]).ends_with(3);
    run.says("Ann Lee,Ann Lee,1,,")
        .says("Cy Ox (3),Cy Ox,3,,")
        .says("Bob Ray,Bob Ray,2,AC,3,3,40,40");
}

/// The names of a flat folder show whose file is missing, at any depth of the archive.
#[test]
fn what_is_left_out_of_a_flat_folder_is_missed_by_its_student() {
    for folders in ["", "course/sheet 1/"] {
        let folder = with_class();
        let mut all = ZipWriter::new(Cursor::new(Vec::new()));
        for name in ["leeann_1_10_main.sh", "raybob_2_20_main.sh"] {
            all.start_file(format!("{folders}{name}"), SimpleFileOptions::default()).unwrap();
            all.write_all(RIGHT.as_bytes()).unwrap();
        }
        for name in ["leeann_1_11_part.sh", "leeann_1_12_more.sh", "oxcy_3_30_main.sh"] {
            let name = format!("{folders}{name}");
            all.add_symlink(name, "/etc/passwd", SimpleFileOptions::default()).unwrap();
        }
        folder.write("canvas.zip", all.finish().unwrap().into_inner());
        let run = judge(&folder, "canvas.zip", &["--report", "students-csv"]).ends_with(3);
        let run = run
            .says("leeann,leeann,1,,")
            .says("part.sh in it cannot be taken: it is a link")
            .says("oxcy (3),oxcy,3,,")
            .says("raybob,raybob,2,AC,3,3,40,40");
        assert_eq!(run.stdout.lines().count(), 4, "{run}");
    }
}

#[test]
fn other_archives_are_unpacked_too() {
    let folder = with_class();
    let mut tar = tar::Builder::new(flate2::write::GzEncoder::new(
        Vec::new(),
        flate2::Compression::default(),
    ));
    let mut header = tar::Header::new_gnu();
    header.set_size(RIGHT.len() as u64);
    header.set_mode(0o644);
    tar.append_data(&mut header, "./project/main.sh", RIGHT.as_bytes()).unwrap();
    let packed = tar.into_inner().unwrap().finish().unwrap();
    folder.write("moodle/Ann Lee_1_assignsubmission_file/work.tar.gz", &packed);
    folder.write("alone/ann.tgz", &packed);
    judge(&folder, "moodle", &[]).ends_with(0).says("1 of 1 accepted");
    judge(&folder, "alone/ann.tgz", &[]).ends_with(0).says("project").says("1 of 1 accepted");
    folder.write("several/ann.tgz", &packed);
    folder.write("several/bob.ZIP", zip(&[("bob.sh", RIGHT.as_bytes())]));
    judge(&folder, "several", &[]).ends_with(0).says("2 of 2 accepted");
}

#[test]
fn nothing_is_overwritten_without_force() {
    let folder = with_class();
    let report = ["--report", "feedback=feedback"];
    folder.write("feedback/mine.txt", "mine");
    let run = judge(&folder, "moodle.zip", &report).ends_with(2);
    run.says("feedback: this folder is not empty");
    judge(&folder, "moodle.zip", &[&report[..], &["--force"]].concat()).ends_with(3);
    assert_eq!(folder.read("feedback/mine.txt"), "mine");
    assert!(folder.has("feedback/Ann Lee_12_assignsubmission_file_feedback.txt"));
    assert!(folder.left_over().is_empty());
}

#[test]
fn what_is_wrong_with_points_or_the_call_is_said() {
    let folder = with_class();
    let run = judge(&folder, "moodle.zip", &["--report", "gradescope=results.json"]).ends_with(2);
    run.says("Gradescope takes a file for each submission");
    folder
        .referee(&["check", "cases", "cases", "--report", "feedback"])
        .ends_with(2)
        .says("this kind of report describes programs that were run");
    folder.write("mine.sh", RIGHT);
    judge(&folder, "mine.sh", &["--report", "gradescope=results/results.json"]).ends_with(0);
    assert!(folder.read("results/results.json").starts_with("{\n  \"score\": 40,"));
    let part = ["judge", "cases/sample", "mine.sh", "--languages", "languages.toml"];
    let part = folder.referee(&part).ends_with(0);
    assert!(!part.stdout.contains("points"), "{part}");
    let only_samples = GROUPS.split("[[groups]]\ntitle = \"Secret").next().unwrap();
    folder.write("cases/problem.toml", only_samples);
    judge(&folder, "mine.sh", &[])
        .ends_with(0)
        .says("10 of 10")
        .says("2 cases are in no group and earn nothing: secret/2-tie, secret/3-bob");
    let all_but_one = only_samples.replace("\"sample\"", "\"*/[12]*\"");
    folder.write("cases/problem.toml", all_but_one);
    judge(&folder, "mine.sh", &[]).says("1 case is in no group and earns nothing: secret/3-bob");
    folder.write(
        "cases/problem.toml",
        format!("{only_samples}[[groups]]\ncases = '*/1*'\npoints = 1\n"),
    );
    judge(&folder, "mine.sh", &[]).ends_with(2).says(
        "cases/problem.toml, line 7, column 1: sample/1-alice is already in the group `Samples`",
    );
}

#[test]
fn several_students_files_side_by_side_are_never_one_submission_in_silence() {
    let folder = with_class();
    let wrong = "echo Bob wins\n";
    let files: [(&str, &[u8]); 2] = [("ann.sh", RIGHT.as_bytes()), ("bob.sh", wrong.as_bytes())];
    for (name, text) in files {
        folder.write(format!("flat/{name}"), text);
    }
    folder.write("flat.zip", zip(&files));
    folder.write("wrapped.zip", zip(&[("all/ann.sh", files[0].1), ("all/bob.sh", files[1].1)]));
    for (what, place) in
        [("flat", "[folder]/flat"), ("flat.zip", "flat.zip"), ("wrapped.zip", "wrapped.zip/all")]
    {
        judge(&folder, what, &[])
            .ends_with(2)
            .says(&format!("{place}: there are several programs in it: ann.sh, bob.sh"))
            .says("--each file judges each file as a submission, --each folder all of them as one");
        let each =
            judge(&folder, what, &["--each", "file", "--report", "summary-csv"]).ends_with(1);
        let rows: Vec<&str> =
            each.stdout.lines().skip(1).map(|row| row.split(",0").next().unwrap()).collect();
        assert_eq!(rows.len(), 2, "{each}");
        // It is unclear which of them is the program, so nobody fails.
        judge(&folder, what, &["--each", "argument"])
            .ends_with(3)
            .says("it is not clear which of its files is started: ")
            .says("0 of 0 as expected, 1 not judged.");
    }
    let both = ["--each", "file", "--each", "argument"];
    judge(&folder, "flat", &both).ends_with(2).says("cannot be used multiple times");
    // With a clear main file, the command that repeats a case keeps the chosen grouping.
    folder.write("flat/main.sh", wrong);
    let run = judge(&folder, "flat", &["--each", "argument"]).ends_with(1);
    let again = run.stdout.lines().find_map(|line| line.trim().strip_prefix("again     referee"));
    let again = again.unwrap_or_else(|| panic!("{run}"));
    assert!(again.contains(" --each argument "), "{again}");
    folder.shell(&format!("\"$referee\" {again}")).ends_with(1).says(": 1 case, 1 submission");
}

/// The score of a package is its points, in a single run as in one that is merged from shards.
#[test]
fn scores_of_a_package_are_points_for_students() {
    let folder = with_scores();
    folder.write("class/ann.py", crate::packages::TWICE);
    folder.write("class/bob.py", crate::packages::SAME);
    let run =
        ["twice", "class", "--each", "file", "--record", "off", "--details", "no-times,excerpts"];
    let reports = ["students-csv=s.csv", "feedback=feedback", "gradescope=gradescope"];
    let reports = reports.map(|report| ["--report", report]).concat();
    folder.referee(&[&["judge"], &run[..], &reports].concat()).ends_with(0);
    assert_snapshot!(folder.read("s.csv"), @r#"
    submission,student,id,verdict,passed,cases,points,most_points,points: twice,late_percent,grade,slowest_seconds,slowest_case,message,unsteady,languages
    ann.py,ann.py,,AC,3,3,26,50,26,,26,,,,0,referee.toml
    bob.py,bob.py,,AC,1,3,12.5,50,12.5,,12.5,,,"sample/1: wrong answer: expected ""4"", at line 1, column 1 of the answer",0,referee.toml
    "#);
    let paths = ["s.csv", "feedback/bob.py.txt", "gradescope/bob.py/results.json"];
    let single = paths.map(|path| folder.read(path));
    assert!(single[1].contains("\naccepted, 12.5 of 50 points\n"), "{}", single[1]);
    assert!(single[2].starts_with("{\n  \"score\": 12.5,"), "{}", single[2]);
    for shard in ["1/2", "2/2"] {
        let report = format!("jsonl=s{}.jsonl", &shard[..1]);
        let run = [&["shard", "run", shard], &run[..], &["--report", &report]].concat();
        folder.referee(&run).ends_with(0);
    }
    let merge = ["shard", "merge", "s1.jsonl", "s2.jsonl", "--details", "no-times", "--force"];
    folder.referee(&[&merge[..], &reports].concat()).ends_with(0);
    assert_eq!(paths.map(|path| folder.read(path)), single);
}
