//! Tests of languages: recognising them, reading descriptions, and substituting in commands.

use super::*;

#[test]
fn all_that_ship_can_be_read_and_told_apart() {
    let languages = Languages::shipped();
    for (extension, name) in [
        ("c", "c"),
        ("cpp", "cpp"),
        ("C", "cpp"),
        ("rs", "rust"),
        ("py", "python"),
        ("java", "java"),
        ("js", "javascript"),
        ("go", "go"),
        ("kt", "kotlin"),
        ("cs", "csharp"),
    ] {
        assert_eq!(languages.of_extension(extension).expect(extension).name, name);
    }
    assert_eq!(languages.iter().count(), 9);
    assert!(languages.of_extension("txt").is_none() && languages.of_extension("CPP").is_none());
}

#[test]
fn a_document_adds_and_replaces() {
    let document = "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n\
        [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\nmemory = 'resident'\n";
    let languages = Languages::shipped().with(document).unwrap();
    let python = languages.of_extension("py").unwrap();
    assert_eq!((python.run[0].as_str(), python.title.as_str()), ("pypy3", "Python 3"));
    assert_eq!(languages.of_extension("sh").unwrap().memory, MemoryRule::Resident);
}

#[test]
fn what_is_wrong_in_a_document_is_named() {
    for (text, expected) in [
        ("", "`format` is missing"),
        ("format = 1\n[[language]]\nendings = ['x']\nrun = ['x']", "`name` is missing"),
        ("format = 1\n[[language]]\nname = 'x'\nrun = ['x']", "`endings` is missing"),
        ("format = 1\n[[language]]\nname = 'x'\nendings = ['x']", "`run` is missing"),
        ("format = 1\n[[language]]\nname = 'c'\nrum = ['x']", "unknown key `rum`"),
        ("format = 1\n[[language]]\nname = 'c'\nmemory = 'none'", "unknown memory rule `none`"),
        (
            "format = 1\n[[language]]\nname = 'x'\nendings = ['py']\nrun = ['x']",
            "an extension of `x` belongs to `python` already",
        ),
    ] {
        let error = Languages::shipped().with(text).expect_err(text).to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn compilers_are_asked_for_the_libraries_that_static_programs_need() {
    let language = |word: &str| Language {
        compile: vec!["cc".into(), word.into()],
        static_libraries: vec!["libc.a".into()],
        ..Language::new("x".into())
    };
    let asked: Vec<_> = language(STATIC).static_probes().collect();
    assert_eq!(asked, [["cc", "-print-file-name=libc.a"]]);
    assert_eq!(language("-O2").static_probes().count(), 0);
    assert_eq!(Languages::shipped().of_extension("rs").unwrap().static_probes().count(), 0);
}

#[test]
fn places_are_filled_in() {
    let sources = ["a.cpp".to_string(), "b c.cpp".to_string()];
    let places = Places {
        folder: "/f",
        main: "b c.cpp",
        sources: &sources,
        class: "a.Main",
        memory: 256,
        is_static: true,
    };
    let command: Vec<String> = [
        "cc",
        "{static}",
        "-o",
        "{program}",
        "{sources}",
        "-m={memory}",
        "{stem}",
        "{main}",
        "{folder}",
        "{class}",
    ]
    .map(String::from)
    .to_vec();
    let expected = [
        "cc",
        "-static",
        "-o",
        "/f/program",
        "/f/a.cpp",
        "/f/b c.cpp",
        "-m=256",
        "b c",
        "/f/b c.cpp",
        "/f",
        "a.Main",
    ];
    assert_eq!(Language::substitute(&command, &places), expected);
    let filled = Language::substitute(&command, &Places { is_static: false, ..places });
    assert_eq!(filled[..2], ["cc", "-o"]);
}
