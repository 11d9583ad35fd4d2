//! Recipes of custom problems: cases made by the generators of a `problem.toml`.

use insta::assert_snapshot;

use crate::support::Folder;

/// A `referee.toml`, which is found at or above the current folder.
const SHELL: &str =
    "format = 1\n[[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";

const PROBLEM: &str = "format = 1\nname = 'twice'\ncases = 'data'\n\
    [solver]\ncommand = ['twice.sh']\n[validator]\ncommand = ['valid.sh']\n\
    [generators.draw]\ncommand = ['draw.sh', 'last']\n";

const HEAD: &str = "format = 1\nproblem = 'twice'\nsalt = 'salt'\n";

const CASES: &str = "[[case]]\nname = 'sample/1'\nfamily = 'given'\ninput = \"2\\n\"\n\
    [[case]]\nname = 'secret/draw'\ngenerator = 'draw'\narguments = ['{seed}', '{count}']\ncount = 3\n\
    [[case]]\nname = 'secret/slow'\ngenerator = 'draw'\narguments = ['7', '8']\non_demand = true\n";

/// A problem whose generator prints its arguments as one number.
fn problem() -> Folder {
    let folder = Folder::new();
    folder.write("referee.toml", SHELL);
    folder.write("twice/problem.toml", PROBLEM);
    folder.write("twice/recipe.toml", format!("{HEAD}{CASES}"));
    folder.write("twice/twice.sh", "read n\necho $((n + n))\n");
    folder.write(
        "twice/valid.sh",
        "read n\n[ \"$n\" -gt 0 ] && exit 42\necho too small >&2\nexit 43\n",
    );
    folder.write("twice/draw.sh", "[ \"$3\" = last ] && echo $1$2\n");
    folder
}

#[test]
fn cases_are_generated_answered_and_compared_with_recipe_and_manifest() {
    let folder = problem();
    let run = folder.referee(&["validate", "twice"]).ends_with(2);
    run.says("run `referee generate twice` first");
    assert_snapshot!(folder.referee(&["generate", "twice", "--list"]).ends_with(0).stdout);
    assert_snapshot!(folder.referee(&["generate", "twice"]).ends_with(0).stdout);
    assert_eq!(folder.read("twice/data/secret/slow.ans"), "156\n");
    assert_snapshot!(folder.read("twice/data/manifest.toml"));
    let run = folder.referee_changing_nothing(&["generate", "twice", "--check"]).ends_with(0);
    run.says("The recipe, the disk and the manifest agree.");
    folder.referee(&["validate", "twice"]).ends_with(0).says("valid         5");
    folder.referee(&["solve", "twice", "--verify"]).ends_with(0).says("right        5");
}

#[test]
fn what_differs_is_named_and_kept_and_what_is_on_demand_may_be_missing() {
    let folder = problem();
    folder.referee(&["generate", "twice"]).ends_with(0);
    for extension in ["in", "ans"] {
        std::fs::remove_file(folder.path(format!("twice/data/secret/slow.{extension}"))).unwrap();
    }
    let run = folder.referee(&["generate", "twice", "--check"]).ends_with(0);
    run.says("on demand     1   secret/slow");
    folder.write("twice/draw.sh", "echo 5$1$2\n");
    folder.write("twice/data/secret/other.in", "1\n");
    let run = folder.referee_changing_nothing(&["generate", "twice", "--check"]).ends_with(1);
    let run =
        run.says("secret/draw-1: manifest: sha256").says("secret/draw-1: .in on disk differs");
    run.says("secret/other is on disk, but not in the recipe");
    folder.referee(&["generate", "twice"]).ends_with(1).says("different");
    folder.referee(&["generate", "twice", "--force"]).ends_with(0).says("replaced      3");
    folder
        .referee(&["generate", "twice", "--out", "twice/other", "--only", "sample/*"])
        .ends_with(0);
    assert!(folder.has("twice/other/sample/1.in") && !folder.has("twice/other/secret/draw-1.in"));
}

#[test]
fn each_case_has_a_seed_of_its_own_that_no_other_case_changes() {
    let folder = problem();
    folder.referee(&["generate", "twice"]).ends_with(0);
    let read = |case: &str| folder.read(format!("twice/data/secret/draw-{case}.in"));
    let before = [read("1"), read("2"), read("3")];
    assert!(before[0] != before[1] && before[1] != before[2], "{before:?}");
    // Another order, another case, and one case less.
    let more = "[[case]]\nname = 'secret/more'\ngenerator = 'draw'\narguments = ['{seed}', '1']\n";
    folder.write("twice/recipe.toml", format!("{HEAD}{more}{CASES}"));
    folder.referee(&["generate", "twice"]).ends_with(0).says("new           1   secret/more");
    folder.write("twice/recipe.toml", format!("{HEAD}{CASES}").replace("'salt'", "'pepper'"));
    folder.referee(&["generate", "twice", "--force"]).ends_with(0);
    assert!((1..=3).all(|i| read(&i.to_string()) != before[i - 1]));
}

#[test]
fn what_every_entry_may_say_goes_for_written_inputs_as_well() {
    let folder = problem();
    let given = "[[case]]\nname = 'secret/same'\nfamily = 'given'\ninput = \"3\\n\"\n\
                 count = 10\nseed = 1\non_demand = true\n";
    folder.write("twice/recipe.toml", format!("{HEAD}{given}"));
    folder.referee(&["generate", "twice"]).ends_with(0).says("new          10");
    assert_eq!(folder.read("twice/data/secret/same-01.ans"), "6\n");
    assert_eq!(folder.read("twice/data/secret/same-10.in"), "3\n");
    assert!(!folder.has("twice/data/secret/same.in"));
    assert_eq!(folder.read("twice/data/manifest.toml").matches("on_demand = true").count(), 10);
    let run = folder.referee(&["show", "twice/secret/same-01"]).ends_with(0);
    run.says("made by   family given\n");
}

#[test]
fn what_programs_make_is_checked_before_it_is_written() {
    for (file, text, code, why) in [
        ("draw.sh", "date +%s%N\n", 3, "it makes a different input each time it is run"),
        ("draw.sh", ":\n", 3, "it writes nothing to its standard output"),
        ("draw.sh", "echo broken >&2; exit 1\n", 3, "broken"),
        ("draw.sh", "echo 0\n", 2, "the validator rejects its input: too small"),
        ("twice.sh", "exit 1\n", 3, "sample/1: the solver twice.sh: it ended with exit code 1"),
        (
            "problem.toml",
            &format!("{PROBLEM}[checker]\ncommand = ['draw.sh']\nprotocol = 'testlib'\n"),
            3,
            "sample/1: the answer of the solver: the jury says \"4\", the checker proves otherwise",
        ),
    ] {
        let folder = problem();
        folder.write(format!("twice/{file}"), text);
        folder.referee(&["generate", "twice"]).ends_with(code).says(why);
        assert!(!folder.has("twice/data/secret/draw-1.in"), "{why}");
    }
}

#[test]
fn a_malformed_recipe_is_refused_with_its_place() {
    let entry = |keys: &str| format!("{HEAD}[[case]]\nname = 'secret/1'\n{keys}");
    for (recipe, why) in [
        (
            HEAD.replace("twice", "thrice"),
            "recipe.toml, line 2, column 11: this recipe is for another problem",
        ),
        (HEAD.into(), "the key `case` is missing"),
        (entry("generator = 'drew'\n"), "those of problem.toml are: draw"),
        (entry("family = 'uniform'\n"), "a problem.toml has no families but `given`"),
        (entry("generator = 'draw'\nargument = []\n"), "did you mean `arguments`?"),
        (entry("family = 'given'\n"), "the key `input` is missing"),
        (entry("generator = 'draw'\ncount = 1001\n"), "count = 1001 is outside 1..=1000"),
        (entry("generator = 'draw'\n").replace("secret/1", "../1"), "starts with a letter"),
        (
            format!("{HEAD}{}", CASES.replace("secret/slow", "SECRET/DRAW-2")),
            "there is a case secret/draw-2 already",
        ),
    ] {
        let folder = problem();
        folder.write("twice/recipe.toml", recipe);
        let why = why.replace("starts with", "start with");
        folder.referee_changing_nothing(&["generate", "twice"]).ends_with(2).says(&why);
    }
    let folder = problem();
    std::fs::remove_file(folder.path("twice/recipe.toml")).unwrap();
    folder.referee(&["generate", "twice"]).ends_with(2).says("this problem has no recipe");
    folder.write("twice/problem.toml", format!("{PROBLEM}times = 1\n"));
    folder.referee(&["generate", "twice"]).ends_with(2).says("unknown key `times`");
    folder.write("twice/problem.toml", PROBLEM.replace("draw.sh", "none.sh"));
    folder.referee(&["generate", "twice"]).ends_with(2).says("none.sh: there is no such file");
}

#[test]
fn a_folder_that_names_a_shipped_problem_can_have_a_recipe_too() {
    let folder = Folder::new();
    folder.write("war/problem.toml", "format = 1\nproblem = 'infinity-war'\ncases = 'mine'\n");
    let given = "[[case]]\nname = 'secret/1'\nfamily = 'own-square-only'\nn = 3\n";
    let recipe = format!("format = 1\nproblem = 'infinity-war'\nsalt = ''\n{given}");
    folder.write("war/recipe.toml", recipe);
    folder
        .referee(&["generate", "war"])
        .ends_with(0)
        .says("war/mine   1 case from war/recipe.toml");
    assert!(folder.has("war/mine/secret/1.ans") && !folder.has("war/mine/problem.toml"));
    folder.write("war/recipe.toml", "format = 1\nproblem = 'huepfburg'\nsalt = ''\n[[case]]\nname = 'a'\nfamily = 'given'\ninput = ''\n");
    folder
        .referee(&["generate", "war"])
        .ends_with(2)
        .says("this recipe is for huepfburg, not infinity-war");
}

#[test]
fn hunting_varies_what_the_recipe_has_generators_make() {
    let folder = problem();
    folder.referee(&["generate", "twice", "--only", "sample/*"]).ends_with(0);
    // The existing case, and everything that two hundred candidates get to from it, is far smaller.
    folder.write("large.sh", "read n\n[ \"$n\" -gt 9999999999 ] && n=0\necho $((n + n))\n");
    let hunt = |program: &str, more: &[&str]| {
        folder.referee(&[&["hunt", "twice", program, "--tries", "200"], more].concat())
    };
    hunt("large.sh", &["--args", "draw 1..9 1..9"]).ends_with(0);
    let run = hunt("large.sh", &["--args", "draw 900000..999999 90000..99999"]).ends_with(1);
    run.says("on generator draw ");
    // Without --args, the generator calls of the recipe are tried too.
    folder.write("right.sh", "read n\necho $((n + n))\n");
    hunt("right.sh", &[]).ends_with(0).says(" inputs of generators, ");
}
