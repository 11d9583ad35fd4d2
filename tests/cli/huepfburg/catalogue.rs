//! The built-in solvers, families and recipe of Hüpfburg, as `problems` and `generate --list` print
//! them.

use insta::assert_snapshot;

use crate::support::Folder;

#[test]
fn solvers_and_options_are_listed() {
    let run = Folder::new().referee(&["problems", "huepfburg"]).ends_with(0);
    let (head, families) = run.stdout.split_once("\n  families of inputs").unwrap();
    for family in ["wielandt", "late-meeting", "given"] {
        assert!(families.contains(&format!("\n    {family}\n")), "{family} is not listed");
    }
    assert_snapshot!(head);
}

#[test]
fn the_built_in_recipe_is_listed_case_by_case() {
    let folder = Folder::new();
    let list = ["generate", "huepfburg", "--list"];
    let run = folder.referee_changing_nothing(&list).ends_with(0);
    assert!(run.stdout.lines().all(|line| line.starts_with(['s'])), "{run}");
    let only = [&list[..], &["--only", "sample/*", "--only", "*wielandt*"]].concat();
    assert_snapshot!(folder.referee_changing_nothing(&only).ends_with(0));
}
