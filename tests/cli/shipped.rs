//! Properties of every shipped problem: right answers are accepted in any notation, and files that
//! are truncated, break the grammar, or are wrong are reported by every command.

use insta::{allow_duplicates, assert_snapshot};

use crate::support::{ALICE, BOB, Folder, TIE};
use crate::{huepfburg, subtraction_game};

pub(crate) const INFINITY_WAR: Shipped = Shipped {
    name: "infinity-war",
    cases: [
        ("sample/1-alice", ALICE, "Alice wins\n"),
        ("secret/2-tie", TIE, "tie 1 1\n"),
        ("secret/3-bob", BOB, "Bob wins\n"),
    ],
};

const ALL: [Shipped; 3] = [INFINITY_WAR, huepfburg::PROBLEM, subtraction_game::PROBLEM];

/// A shipped problem and some cases of it.
pub(crate) struct Shipped {
    pub(crate) name: &'static str,
    /// The name, input and right answer of three cases; many tests change the second one.
    pub(crate) cases: [(&'static str, &'static str, &'static str); 3],
}

impl Shipped {
    /// The text of `problem.toml`.
    pub(crate) fn toml(&self) -> String {
        format!("format = 1\nproblem = \"{}\"\n", self.name)
    }

    /// A folder with `cases/`: the three cases with right answers.
    pub(crate) fn with_cases(&self) -> Folder {
        let folder = Folder::new();
        folder.write("cases/problem.toml", self.toml());
        for (name, input, answer) in self.cases {
            folder.case(name, input, answer);
        }
        folder
    }

    /// Writes the outputs of a contestant for the three cases.
    pub(crate) fn outputs(&self, folder: &Folder, contestant: &str, texts: [&str; 3]) {
        for ((case, ..), text) in self.cases.iter().zip(texts) {
            folder.write(format!("{contestant}/{case}.out"), text);
        }
    }

    /// A folder with one case, whose input is `input`, and an output equal to its answer.
    pub(crate) fn with_input(&self, input: impl AsRef<[u8]>, answer: &str) -> Folder {
        let folder = Folder::new();
        folder.write("problem.toml", self.toml());
        folder.write("a.in", input);
        folder.write("a.ans", answer);
        folder.write("out/ants/a.out", answer);
        folder
    }

    /// Returns the input of the second case with one change.
    pub(crate) fn changed(&self, from: &str, to: &str) -> String {
        let (_, input, _) = self.cases[1];
        assert!(input.contains(from));
        input.replacen(from, to, 1)
    }

    /// Returns the folder of an input, and what `validate` says about it, without the counts at the
    /// end.
    fn validated(&self, input: &str) -> (Folder, String) {
        let folder = self.with_input(input, self.cases[1].2);
        let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
        assert!(run.stderr.is_empty() && !run.stdout.contains("referee validate"), "{run}");
        let said = run.stdout.split("\n\n1 case\n").next().unwrap().to_string();
        (folder, said)
    }

    /// Returns what `validate` says about inputs that break the grammar. `solve` and `check` report
    /// the same, and how to list the rest. Messages with one of `ends` are about a line that ends
    /// too soon; lenient readers continue on the next line, so only the name of the file must
    /// agree.
    pub(crate) fn refused(&self, inputs: &[(&str, String)], ends: &[&str]) -> String {
        let mut text = String::new();
        for (what, input) in inputs {
            let (folder, said) = self.validated(input);
            let strict = said.lines().next().unwrap().trim_start_matches("error: ");
            let is_of_an_end = ends.iter().any(|end| strict.contains(end));
            let message = if is_of_an_end { "./a.in, line" } else { strict };
            let help = "help: `referee validate` lists all such places";
            let solve = |how| folder.referee_changing_nothing(&["solve", ".", how]).ends_with(2);
            solve("--verify").says(message).says(help);
            solve("--force").says(help);
            let check = folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3);
            check.says(message).says("(`referee validate` lists all such places)");
            text.push_str(&format!("----- {what}\n{said}\n"));
        }
        assert!(!text.contains('\x1b'));
        text
    }

    /// Returns what `validate` says about inputs with unusual white space, which `solve` and
    /// `check` accept.
    pub(crate) fn forgiven(&self, inputs: &[(&str, String)]) -> String {
        let mut text = String::new();
        for (what, input) in inputs {
            let (folder, said) = self.validated(input);
            folder.referee_changing_nothing(&["solve", ".", "--verify"]).ends_with(0);
            folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(0);
            let folder = self.with_input(input, "");
            folder.referee(&["solve", ".", "--force"]).ends_with(0);
            assert_eq!(folder.read("a.ans"), self.cases[1].2, "{what}");
            text.push_str(&format!("----- {what}\n{said}\n"));
        }
        text
    }

    /// Returns what `validate` says about answers to the second case; the other commands accept
    /// those in `taken`, and reject those in `refused`.
    pub(crate) fn answers(&self, taken: &[(&str, &str)], refused: &[(&str, &str)]) -> String {
        let mut text = String::new();
        for (answers, verify, check) in [(taken, 0, 0), (refused, 1, 3)] {
            for (what, answer) in answers {
                let folder = self.with_input(self.cases[1].1, answer);
                let run = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
                text.push_str(&format!("----- {what}\n{}\n", run.stdout));
                folder.referee(&["solve", ".", "--verify"]).ends_with(verify);
                folder.referee(&["check", ".", "out"]).ends_with(check);
            }
        }
        text
    }

    /// Asserts that each solver gives the answers of the three cases and of `more`, which are also
    /// right under the options.
    pub(crate) fn assert_solved(
        &self,
        solvers: [&str; 3],
        more: &[(&str, &str, &str)],
        options: &[&str],
    ) {
        for solver in solvers {
            let folder = self.with_cases();
            for (name, input, _) in more {
                folder.case(name, input, "");
            }
            folder.referee(&["solve", "cases", "--force", "--solver", solver]).ends_with(0);
            folder.referee(&[&["solve", "cases", "--verify"], options].concat()).ends_with(0);
            folder.referee(&["validate", "cases"]).ends_with(0);
            for (name, _, answer) in self.cases.iter().chain(more) {
                assert_eq!(folder.read(format!("cases/{name}.ans")), *answer, "{solver}: {name}");
            }
        }
    }
}

/// Asserts that the input `a.in`, whatever its size, is rejected within this many MiB, and that its
/// answer stays.
pub(crate) fn assert_input_refused(folder: &Folder, mebibytes: u32, says: &str) {
    let answer = folder.read("a.ans");
    folder.referee_within(mebibytes, "validate a.in").ends_with(1).says(says);
    folder.referee_within(mebibytes, "solve a.in --force").ends_with(2).says(says);
    folder.referee_within(mebibytes, "check a.in out").ends_with(3).says(says);
    assert_eq!(folder.read("a.ans"), answer);
}

/// Asserts how the output `out/ants/a.out`, whatever its size, is judged within this many MiB: with
/// this exit code, and as an answer of the jury too.
pub(crate) fn assert_output_judged(folder: &Folder, mebibytes: u32, code: i32, says: &str) {
    folder.referee_within(mebibytes, "check a.in out").ends_with(code).says(says);
    std::fs::rename(folder.path("out/ants/a.out"), folder.path("b.ans")).unwrap();
    std::fs::copy(folder.path("a.in"), folder.path("b.in")).unwrap();
    folder.referee_within(mebibytes, "validate b.in").ends_with(1);
    folder.referee_within(mebibytes, "solve b.in --verify").ends_with(code);
}

#[test]
fn right_answers_other_than_those_of_the_jury() {
    let outputs = [
        [
            ["Alice wins\n", "tie 3 4\n", "Bob wins\n"],
            ["alice WINS", "TIE\n+1\n1", "\n BOB wins \n"],
            ["Alice\r\nwins\r\n", "tie  001\t4", "Bob wins"],
        ],
        [
            ["1\n1 3\n2 3\n", "2\n1 3 4\n2 5 4\n", "impossible\n"],
            ["3\n1 3 5 3\n2 3 5 3", "4\r\n1 3 4 6 4\r\n2 5 4 6 4\r\n", "IMPOSSIBLE"],
            ["2 1 3 4 2 3 4", "\n2\n\n1\n3\n4\n2\n5\n4\n\n", " impossible \n"],
        ],
        [
            ["hot 1 1\n", "hot 1 3\n", "cold\n"],
            ["HOT 1 4", "Hot\n1\n3\n", "\n COLD \n"],
            ["hot 1 9\r\n", "hot  1\t3", "cold"],
        ],
    ];
    for (problem, [ants, bees, crabs]) in ALL.iter().zip(outputs) {
        let folder = problem.with_cases();
        problem.outputs(&folder, "outputs/ants", ants);
        problem.outputs(&folder, "outputs/bees", bees);
        problem.outputs(&folder, "outputs/crabs", crabs);
        let run = folder.referee_changing_nothing(&["check", "cases", "outputs"]).ends_with(0);
        allow_duplicates!(assert_snapshot!(run.to_string().replace(problem.name, "[problem]"), @"
        exit code: 0
        [problem]: 3 cases, 3 contestants

                 sample  secret  accepted
                 1       2
          ants   A       AA      3 of 3
          bees   A       AA      3 of 3
          crabs  A       AA      3 of 3

        All 9 outputs are right.   exit code 0
        "));
    }
}

#[test]
fn an_input_cut_at_any_byte_is_refused_by_every_command() {
    for problem in ALL {
        let (_, input, answer) = problem.cases[1];
        // The jury chose another square than the solvers.
        let solved = if problem.name == "infinity-war" { "tie 1 4\n" } else { answer };
        for end in 0..input.len() {
            let folder = problem.with_input(&input[..end], answer);
            let validate = folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
            validate.says("error: ./a.in, line");
            // Commands other than `validate` forgive a missing newline at the end, and nothing
            // else.
            let whole = end == input.len() - 1;
            let check = folder.referee_changing_nothing(&["check", ".", "out"]);
            check.ends_with(if whole { 0 } else { 3 });
            folder.referee(&["solve", ".", "--force"]).ends_with(if whole { 0 } else { 2 });
            assert_eq!(folder.read("a.ans"), if whole { solved } else { answer }, "cut at {end}");
            assert_eq!(folder.left_over(), [""; 0]);
        }
    }
}

#[test]
fn an_output_cut_at_any_byte_is_refused_or_right() {
    for problem in ALL {
        let (_, input, output) = problem.cases[1];
        let folder = problem.with_input(input, output);
        for end in 0..output.len() {
            folder.write("out/ants/a.out", &output[..end]);
            let right = end + 1 == output.len();
            folder.referee(&["check", ".", "out"]).ends_with(if right { 0 } else { 1 });
        }
    }
}

#[test]
fn the_built_in_recipe_makes_cases_that_are_valid_and_right() {
    for (problem, only, options) in [
        (huepfburg::PROBLEM, "secret/3*", &["--checker-option", "shortest"][..]),
        (subtraction_game::PROBLEM, "secret/2*", &[]),
    ] {
        let folder = Folder::new();
        let generate = ["generate", problem.name, "--only", "sample/*", "--only", only];
        folder.referee(&generate).ends_with(0);
        folder.referee(&[&generate[..], &["--check"]].concat()).ends_with(0);
        assert_eq!(folder.read(format!("cases/{}/problem.toml", problem.name)), problem.toml());
        folder.referee(&[&["validate", "cases"], options].concat()).ends_with(0);
    }
}

#[test]
fn a_wrong_answer_of_the_jury_is_a_judge_error_that_names_both() {
    let answers = [
        [
            (
                "tie 4 3\n",
                "the jury says \"tie 4 3\", the checker proves otherwise: Bob reaches (4,3)",
            ),
            ("Alice wins\n", "the jury says \"Alice wins\", the checker proves otherwise: no move"),
            ("tie 1\n", "the jury's own answer is rejected: malformed output; it says tie 1"),
        ],
        [
            (
                "impossible\n",
                "the jury says \"impossible\", the checker proves otherwise: 2 jumps lead",
            ),
            ("1\n1 3\n2 5\n", "after the last jump Sasha is on 3 and Mika on 5"),
            ("2\n1 3 4\n2 5\n", "the jury's own answer is rejected: malformed output"),
        ],
        [
            (
                "cold\n",
                "the jury says \"cold\", the checker proves otherwise: taking 3 from heap 1",
            ),
            (
                "hot 2 3\n",
                "the opponent then takes 5 from heap 1, 6 to 1, and leaves a cold position",
            ),
            ("hot 1\n", "the jury's own answer is rejected: malformed output"),
        ],
    ];
    let nothing = ("", "the jury's own answer is rejected: empty output; it says nothing");
    for (problem, answers) in ALL.iter().zip(answers) {
        let (_, input, right) = problem.cases[1];
        let folder = problem.with_input(input, right);
        for (answer, says) in answers.into_iter().chain([nothing]) {
            folder.write("a.ans", answer);
            folder.referee_changing_nothing(&["check", ".", "out"]).ends_with(3).says(says);
            folder.referee_changing_nothing(&["validate", "."]).ends_with(1);
            folder.referee_changing_nothing(&["solve", ".", "--verify"]).ends_with(1).says(says);
        }
    }
}
