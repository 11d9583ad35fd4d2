//! Valid and invalid files of comments.

use super::*;

#[test]
fn what_is_empty_is_no_comment() {
    let text = "format = 1\n[[failure]]\nid = 'a1'\ncomment = ' Look at the border. '\n\
                [[failure]]\nid = 'b2'\ncomment = ''\n[[failure]]\nid = 'c3'\n";
    let comments = parse(text).unwrap();
    assert_eq!(comments.all().collect::<Vec<_>>(), [("a1", "Look at the border.")]);
}

#[test]
fn what_is_wrong_is_named_with_its_line() {
    for (text, line, expected) in [
        ("", 1, "the key `format` is missing"),
        ("format = 2", 1, "format"),
        ("format = 1\n[[failure]]\ncomment = 'x'", 2, "the key `id` is missing"),
        ("format = 1\n[[failure]]\nid = 'a'\ncoment = 'x'", 4, "unknown key `coment`"),
        (
            "format = 1\n[[failure]]\nid = 'a'\n[[failure]]\nid = 'a'",
            5,
            "two comments on the failure `a`",
        ),
        ("format = 1\n[[failure]]\nid = 7", 3, "id must be"),
        ("format = 1\n[[failures]]\nid = 'a'", 2, "unknown key `failures`"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
        assert_eq!(error.place.line, line, "{error}");
    }
}
