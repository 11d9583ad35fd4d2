//! Statistics of many submissions, and one comment for all submissions that fail in the same way.

use insta::assert_snapshot;
use serde_json::Value;

use crate::grade::{grade_by, last};
use crate::support::{Folder, Run};

const LANGUAGES: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

const GROUPS: &str = "format = 1\nproblem = \"infinity-war\"\n\
    [[groups]]\ntitle = \"Samples\"\ncases = \"sample\"\npoints = 10\n\
    [[groups]]\ntitle = \"Secret cases\"\ncases = \"secret\"\npoints = 30\n";

/// Two right programs, three with one mistake, one whose other mistake is reported in the same
/// words, one that crashes, and one file that is no program.
fn with_submissions() -> Folder {
    let folder = Folder::with_cases();
    folder.write("cases/problem.toml", GROUPS);
    folder.write("languages.toml", LANGUAGES);
    let right =
        "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";
    for (name, text) in [
        ("ann.sh", right),
        ("bob.sh", right),
        ("cy.sh", "echo Bob wins\n"),
        ("dee.sh", "echo Bob wins # too\n"),
        ("eve.sh", "echo Bob wins # as well\n"),
        ("fay.sh", "echo tie 2 2\n"),
        ("gus.sh", "echo too much >&2; exit 3\n"),
        ("hal.pdf", "%PDF"),
    ] {
        folder.write(format!("subs/{name}"), text);
    }
    folder
}

fn judge(folder: &Folder, more: &[&str]) -> Run {
    let fixed = ["judge", "cases", "subs", "--each", "file", "--languages", "languages.toml"];
    folder.referee(&[&fixed[..], more].concat())
}

/// Returns the id of the group whose comment is below a line with these words.
fn id_below(template: &str, words: &str) -> String {
    let after = template.split_once(words).unwrap_or_else(|| panic!("{words}: {template}")).1;
    let id = after.split("id = \"").nth(1).unwrap();
    id.split('"').next().unwrap().to_string()
}

#[test]
fn statistics_for_people() {
    let folder = with_submissions();
    assert_snapshot!(judge(&folder, &["--report", "statistics"]).ends_with(3).stdout, @r"
    infinity-war: 7 submissions, 1 more not judged and not counted

    points: mean 20, median 15, of 40
        0 to <4  1  #############
        4 to <8  0
       8 to <12  0
      12 to <16  4  ##################################################
      16 to <20  0
      20 to <24  0
      24 to <28  0
      28 to <32  0
      32 to <36  0
       36 to 40  2  #########################

    group           mean  median      of   all  none
    Samples         2.86       0      10     2     5
    Secret cases   17.14      15      30     2     1

    hardest cases   failed   run  most often
    sample/1-alice       5     7  wrong answer 4, run-time error 1
    secret/2-tie         4     7  wrong answer 3, run-time error 1
    secret/3-bob         2     7  wrong answer 1, run-time error 1

    equal failures: --report failures=FILE writes all of them, for comments
    842194eb32  3 of 7  sample/1-alice  wrong answer: Alice captures Bob: from (1...
                cy.sh, dee.sh, eve.sh
    56d250fba5  3 of 7  secret/2-tie  wrong answer: there is a square that Bob ca...
                cy.sh, dee.sh, eve.sh

    languages languages.toml
    ");
    // Without points, cases are counted.
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    let counted = judge(&folder, &["--report", "statistics", "--all-cases"]).ends_with(3).stdout;
    let start = counted.split("\n\nhardest").next().unwrap();
    assert_snapshot!(start, @r"
    infinity-war: 7 submissions, 1 more not judged and not counted

    cases passed: mean 1.43, median 1, of 3
      0  1  #############
      1  4  ##################################################
      2  0
      3  2  #########################
    ");
}

#[test]
fn statistics_for_programs_agree_with_those_for_people() {
    let folder = with_submissions();
    let json = judge(&folder, &["--report", "statistics-json"]).ends_with(3).stdout;
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["judged"], &json["not_judged"], &json["unit"]),
        (&7.into(), &1.into(), &"points".into())
    );
    let results = &json["results"];
    assert_eq!((&results["mean"], &results["median"]), (&20.into(), &15.into()));
    let counts =
        results["histogram"].as_array().unwrap().iter().map(|bar| bar["count"].as_u64().unwrap());
    assert_eq!(counts.sum::<u64>(), 7);
    let largest = &json["failures"][0];
    assert_eq!(largest["case"], "sample/1-alice");
    let csv = judge(&folder, &["--report", "statistics-csv"]).ends_with(3).stdout;
    let first = csv.lines().nth(1).unwrap();
    let expected = format!("sample/1-alice,7,5,refuted,{},", largest["id"].as_str().unwrap());
    assert!(first.starts_with(&expected), "{expected}\n{csv}");
    folder
        .referee(&["check", "cases", "cases", "--report", "statistics"])
        .ends_with(2)
        .says("this kind of report describes programs that were run");
}

const COURSE: &str = "each = \"file\"\nfeedback = \"verdict\"\nsample_feedback = \"verdict\"\n";

#[test]
fn one_comment_reaches_everybody_who_fails_alike() {
    let folder = with_submissions();
    judge(&folder, &["--report", "failures=failures.toml"]).ends_with(3);
    let template = folder.read("failures.toml");
    assert!(template.contains("# 3 submissions: cy.sh, dee.sh, eve.sh\n"), "{template}");
    let id = id_below(&template, "# 3 submissions: cy.sh, dee.sh, eve.sh\n");
    let empty = format!("id = \"{id}\"\ncomment = \"\"\n");
    let comment = "A tie is possible, too.";
    let filled = template.replace(&empty, &format!("id = \"{id}\"\ncomment = \"{comment}\"\n"));
    assert_ne!(filled, template);
    folder.write("comments.toml", filled);
    let grade = || grade_by(&folder, "subs", &format!("{COURSE}comments = \"comments.toml\""));
    grade().ends_with(3);
    for (name, has_it) in
        [("ann", false), ("cy", true), ("dee", true), ("eve", true), ("fay", false), ("gus", false)]
    {
        let text = last(&folder, &format!("feedback/{name}.sh.txt"));
        assert_eq!(text.contains(&format!("  comment:\n    | {comment}\n")), has_it, "{text}");
    }
    // The next template keeps the comment, even if nobody fails like this any more.
    assert!(last(&folder, "failures.toml").contains(comment));
    for name in ["cy", "dee"] {
        folder.write(format!("subs/{name}.sh"), folder.read("subs/ann.sh"));
    }
    grade().ends_with(3);
    let kept = last(&folder, "failures.toml");
    assert!(kept.contains(comment) && kept.contains("# Nobody, or only one submission,"), "{kept}");
}

#[test]
fn comments_that_reach_nobody_are_noticed() {
    let folder = with_submissions();
    let grade = |file: &str| grade_by(&folder, "subs", &format!("{COURSE}comments = \"{file}\""));
    folder.write("mine.toml", "format = 1\n[[failure]]\nid = \"0123456789\"\ncomment = \"x\"\n");
    grade("mine.toml")
        .ends_with(3)
        .says("1 comment is on failures that no student has: 0123456789");
    folder.write("mine.toml", "format = 1\n[[failure]]\nid = \"0123456789\"\nremark = \"x\"\n");
    grade("mine.toml").ends_with(2).says("mine.toml, line 4").says("unknown key `remark`");
    grade("none.toml").ends_with(2).says("none.toml");
}

#[test]
fn a_page_of_several_submissions_has_statistics_and_a_students_page_has_none() {
    let folder = with_submissions();
    let reports = ["--report", "html=page.html", "--report", "feedback-html=pages"];
    judge(&folder, &reports).ends_with(3);
    let page = folder.read("page.html");
    let part = page.split_once("id=\"statistics\"").unwrap_or_else(|| panic!("no statistics")).1;
    let part = part.split_once("</section>").unwrap().0;
    assert!(part.contains("Points: mean 20, median 15, of 40"), "{part}");
    assert!(
        part.contains("Equal failures of several submissions") && part.contains("eve.sh"),
        "{part}"
    );
    assert!(!folder.read("pages/eve.sh.html").contains("id=\"statistics\""));
}
