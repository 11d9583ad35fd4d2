//! `referee judge` with Java: classes in packages, files of any name, several classes, in any
//! encoding.

use std::process::Command;

use crate::support::{ALICE, Folder, Run, skip};

/// The `main` that must be started.
const MAIN: &str = "public static void main(String[] a) { System.out.println(\"Alice wins\"); }";

/// Judges submissions on one case; `None` if Java is not installed.
fn judge(test: &str, submissions: &[(&str, Vec<u8>)]) -> Option<Run> {
    if Command::new("javac").arg("-version").output().is_err() {
        skip(test, "there is no javac");
        return None;
    }
    let folder = Folder::new();
    folder.write("cases/problem.toml", "format = 1\nproblem = \"infinity-war\"\n");
    folder.case("1", ALICE, "Alice wins\n");
    for (name, text) in submissions {
        folder.write(format!("submissions/{name}"), text);
    }
    let limits = ["--time-limit", "20", "--report", "jsonl"];
    Some(folder.referee(&[&["judge", "cases", "submissions"], &limits[..]].concat()))
}

/// Returns a line for the end of each submission: its name, its verdict, and the message.
pub(crate) fn ends(run: &Run) -> Vec<String> {
    let events = run.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
    let ends = events.filter(|event: &serde_json::Value| event["event"] == "submission");
    let text = |value: &serde_json::Value| value.as_str().unwrap_or("-").to_string();
    ends.map(|end| {
        format!("{} {} {}", text(&end["contestant"]), text(&end["verdict"]), text(&end["message"]))
    })
    .collect()
}

#[test]
fn the_class_with_main_is_started_wherever_it_is() {
    let text = |text: &str| text.replace("MAIN", MAIN).into_bytes();
    let utf_16 = |text: &str| -> Vec<u8> {
        let text = text.replace("MAIN", MAIN);
        [vec![0xff, 0xfe], text.encode_utf16().flat_map(u16::to_le_bytes).collect()].concat()
    };
    let submissions = [
        ("in-package/Main.java", text("package org.example; public class Main { MAIN }")),
        ("file-of-another-name/task 1.java", text("public class Solution { MAIN }")),
        ("record/task.java", text("/* public class Not */ public record Solution(int a) { MAIN }")),
        ("several/A.java", text("class A { static int a; }")),
        ("several/B.java", text("class B { static void main() {} }")),
        ("several/Z.java", text("class Z { MAIN }")),
        ("tree/src/org/example/Part.java", text("package org.example; public class Part {}")),
        (
            "tree/src/org/example/Start.java",
            text("package org.example; public class Start { MAIN }"),
        ),
        ("own-test/Main.java", text("public class Main { MAIN }")),
        (
            "own-test/Test.java",
            text("public class Test { public static void main(String[] a) {} }"),
        ),
        ("earlier-version/Main.java", text("public class Main { MAIN }")),
        ("earlier-version/Main - Kopie.java", text("// earlier\npublic class Main { MAIN }")),
        ("earlier-by-name/main.java", text("public class Solution { MAIN }")),
        ("earlier-by-name/Solution.java", text("// earlier\npublic class Solution { MAIN }")),
        ("of-another-class/main.java", text("public class Solution { MAIN }")),
        (
            "of-another-class/Part.java",
            text("class Part { public static void main(String[] a) {} }"),
        ),
        ("tested/Sieve.java", text("// SieveTest tries it.\npublic class Sieve { MAIN }")),
        (
            "tested/SieveTest.java",
            text("public class SieveTest { public static void main(String[] a) {} }"),
        ),
        ("same-names/Main.java", text("public class Main { MAIN }")),
        (
            "same-names/a/Graph.java",
            text("package a; class Graph { public static void main(String[] a) {} } class Edge {}"),
        ),
        (
            "same-names/b/Tree.java",
            text("package b; class Tree { public static void main(String[] a) {} } class Edge {}"),
        ),
        ("stale-class/A.java", text("class A { MAIN }")),
        ("stale-class/Main.class", b"no class".to_vec()),
        ("nested/a.java", text("class A { static class B { MAIN } }")),
        ("mark/a.java", [b"\xef\xbb\xbf".to_vec(), text("public class A { MAIN }")].concat()),
        ("latin/a.java", [b"// gr\xf6\xdfer\n".to_vec(), text("public class A { MAIN }")].concat()),
        ("utf-16/a.java", utf_16("public class A { MAIN }")),
        ("umlaut/a.java", text("public class Größe { MAIN }")),
    ];
    let Some(run) = judge("the_class_with_main_is_started_wherever_it_is", &submissions) else {
        return;
    };
    let ends = ends(&run.ends_with(0));
    assert_eq!(ends.len(), 17, "{ends:#?}");
    assert!(ends.iter().all(|end| end.ends_with(" AC -")), "{ends:#?}");
}

#[test]
fn what_is_started_is_never_guessed() {
    let text = |text: &str| text.replace("MAIN", MAIN).into_bytes();
    let submissions = [
        ("none/A.java", text("class A { void main(String[] a) {} static void main() {} }")),
        ("one-file/task.java", text("class A { MAIN } class B { MAIN }")),
        ("two/A.java", text("class A { MAIN }")),
        ("two/B.java", text("package b; class B { MAIN }")),
    ];
    let Some(run) = judge("what_is_started_is_never_guessed", &submissions) else { return };
    let help = "(name the class to start `Main`, or judge only files that belong together)";
    assert_eq!(
        ends(&run),
        [
            "none CE no class has `public static void main(String[] args)`, with which it would start"
                .to_string(),
            format!("one-file - several classes have `main`: A, B {help}"),
            format!("two - several classes have `main`: A, b.B {help}"),
        ]
    );
}
