//! Tests of languages: recognizing them, reading descriptions, and substituting in commands.

use super::super::places::{PartFiles, Places};
use super::*;

#[test]
fn all_that_ship_can_be_read_and_told_apart() {
    let languages = Languages::none().with(SHIPPED).unwrap();
    assert_eq!(languages, Languages::shipped());
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
        ("py2", "python2"),
        ("pl", "prolog"),
        ("sh", "bash"),
    ] {
        assert_eq!(languages.of_extension(extension).expect(extension).name, name);
    }
    for (extension, name) in
        [("CPP", "cpp"), ("Java", "java"), ("PY", "python"), ("c", "c"), ("C", "cpp")]
    {
        assert_eq!(languages.of_extension(extension).expect(extension).name, name);
    }
    assert!(languages.of_extension("txt").is_none() && languages.of_extension("D").is_none());
    let mut extensions: Vec<&str> =
        languages.iter().flat_map(|language| &language.extensions).map(String::as_str).collect();
    let count = extensions.len();
    extensions.sort_unstable();
    extensions.dedup();
    assert_eq!(extensions.len(), count);
}

#[test]
fn a_language_is_shown_alike_whether_its_patterns_were_used_or_not() {
    let languages = Languages::none().read(SHIPPED, Pattern::later).unwrap();
    let before = format!("{languages:?}");
    let patterns =
        languages.iter().flat_map(|language| [&language.tests, &language.shebang]).flatten();
    assert_eq!(patterns.filter(|pattern| pattern.is_match("import org.junit.Test;")).count(), 3);
    assert_eq!(format!("{languages:?}"), before);
}

#[test]
fn commands_of_all_that_ship_can_be_filled_in() {
    let sources = ["main.x".to_string()];
    let places = Places {
        folder: "/f",
        main: "main.x",
        sources: &sources,
        class: "Main",
        memory: 256,
        ..Places::default()
    };
    for language in Languages::shipped().iter() {
        let commands = [&language.compile, &language.run];
        let words: Vec<String> =
            commands.into_iter().flat_map(|command| places.substitute(command)).collect();
        assert!(!words.iter().any(|word| word.contains(['{', '}'])), "{words:?}");
        // The command starts one of the files, or what was compiled from them.
        let starts = |word: &String| word.contains("/f") || word == "main" || word == "Main";
        assert!(words.iter().any(starts), "{words:?}");
        assert!(!language.title.is_empty() && !language.version.is_empty(), "{}", language.name);
    }
}

#[test]
fn the_first_line_decides_between_languages_with_one_extension() {
    let languages = Languages::shipped();
    let folder = tempfile::tempdir().unwrap();
    for (name, text, expected) in [
        ("a.py", "#!/usr/bin/env python2\nprint 1", "python2"),
        ("a.py", "#!/usr/bin/python2.7 -u\n", "python2"),
        ("a.PY", "\u{feff}#!/usr/bin/python2\r\nprint 1", "python2"),
        ("a.py", "#!/usr/bin/env python3\n", "python"),
        ("a.py", "print(1) # python2", "python"),
        ("a.py", "", "python"),
        ("a.py2", "print 1", "python2"),
        ("a.pl", "#!/usr/bin/perl\n", "perl"),
        ("a.pl", "# twice\nprint 1;", "perl"),
        ("a.pl", "\r\nuse strict;\n", "perl"),
        ("a.pl", "my $n = <STDIN>;\n", "perl"),
        ("a.pl", "while (<>) {\n", "perl"),
        ("a.pl", "print :- true.\n", "prolog"),
        ("a.pl", "#!/usr/bin/env swipl\n", "prolog"),
        ("a.pl", "main :- true.\n", "prolog"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        assert_eq!(languages.of_file(&path).unwrap().name, expected, "{text}");
    }
    assert!(languages.of_file(&folder.path().join("none.txt")).is_none());
    assert_eq!(languages.of_file(&folder.path().join("none.py")).unwrap().name, "python");
}

#[test]
fn a_document_adds_and_replaces() {
    let document = "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n\
        [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\nmemory = 'resident'\n";
    let languages = Languages::shipped().with(document).unwrap();
    let python = languages.of_extension("py").unwrap();
    assert_eq!((python.run[0].as_str(), python.title.as_str()), ("pypy3", "Python 3"));
    // Files in Python 2 are still recognized by their first line.
    let python_2 = languages.iter().find(|language| language.name == "python2").unwrap();
    assert_eq!(python_2.shebang_extensions, ["py"]);
    let shell = languages.of_extension("sh").unwrap();
    assert_eq!((shell.name.as_str(), shell.memory), ("shell", MemoryRule::Resident));
    // The memory that a runtime reserves and does not touch is bounded where it is known.
    let memory = |extension| languages.of_extension(extension).unwrap().memory;
    assert_eq!(memory("c"), MemoryRule::AddressSpace);
    assert_eq!(memory("java"), MemoryRule::Data { slack: 0 });
    let more = "format = 1\n[[language]]\nname = 'java'\nslack = 100\n\
        [[language]]\nname = 'go'\nmemory = 'resident'\n";
    let changed = Languages::shipped().with(more).unwrap();
    let memory = |extension| changed.of_extension(extension).unwrap().memory;
    assert_eq!(memory("java"), MemoryRule::Data { slack: 100 << 20 });
    assert_eq!(memory("go"), MemoryRule::Resident);
    // A document takes its extensions from the languages that ship, in whatever case.
    let loud = "format = 1\n[[language]]\nname = 'loud'\nendings = ['PY']\nrun = ['x']\n";
    let loud = Languages::shipped().with(loud).unwrap();
    assert_eq!(loud.of_extension("py").unwrap().name, "loud");
    assert_eq!(languages.of_extension("bash").unwrap().extensions, ["bash"]);
}

#[test]
fn a_document_turns_off_what_ships() {
    let changed = |keys: &str| {
        let (name, keys) = keys.split_once(": ").unwrap();
        let document = format!("format = 1\n[[language]]\nname = '{name}'\n{keys}");
        let languages = Languages::shipped().with(&document).unwrap();
        let found = languages.iter().find(|language| language.name == name).cloned();
        (Languages::shipped().iter().find(|one| one.name == name).cloned().unwrap(), found.unwrap())
    };
    let (before, after) = changed("bash: auxiliary = false");
    assert_eq!((before.is_auxiliary, after.is_auxiliary), (true, false));
    let (before, after) = changed("ada: keep_names = false");
    assert_eq!((before.keeps_names, after.keeps_names), (true, false));
    let (before, after) = changed("c: instructions = false\nparts = []");
    assert_eq!((before.is_counted, after.is_counted), (true, false));
    assert!(!before.parts.is_empty() && after.parts.is_empty());
    let (before, after) = changed("python: compile = []");
    assert!(!before.compile.is_empty() && after.compile.is_empty());
    // What is not given remains.
    let (before, after) = changed("c: title = 'C'\nauxiliary = false");
    assert_eq!(before, after);
}

#[test]
fn what_is_wrong_in_a_document_is_named() {
    for (text, expected) in [
        ("", "`format` is missing"),
        ("format = 1\n[[language]]\nendings = ['x']\nrun = ['x']", "`name` is missing"),
        ("format = 1\n[[language]]\nname = 'x'\nrun = ['x']", "`endings` is missing"),
        ("format = 1\n[[language]]\nname = 'x'\nendings = ['x']", "`run` is missing"),
        ("format = 1\n[[language]]\nname = 'c'\nendings = []", "`endings` is missing"),
        ("format = 1\n[[language]]\nname = 'c'\nrun = []", "`run` is missing"),
        ("format = 1\n[[language]]\nname = 'c'\nrum = ['x']", "unknown key `rum`"),
        ("format = 1\n[[language]]\nname = 'c'\nslack = 1", "`slack` belongs to `memory ="),
        ("format = 1\n[[language]]\nname = 'go'\nslack = -1", "slack"),
        ("format = 1\n[[language]]\nname = 'c'\nmemory = 'none'", "unknown memory rule `none`"),
        (
            "format = 1\n[[language]]\nname = 'x'\nendings = ['a']\nrun = ['x']\n\
             [[language]]\nname = 'y'\nendings = ['b', 'a']\nrun = ['y']",
            "an extension of `y` already belongs to `x`",
        ),
        (
            "format = 1\n[[language]]\nname = 'perl'\nshebang = '('",
            "`shebang` is not a valid regular expression",
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
        ..Places::default()
    };
    let command: Vec<String> = [
        "cc", "{static}", "-o", "{program}", "{sources}", "-m={memory}", "{stem}", "{main}",
        "{folder}", "{class}",
    ]
    .map(String::from)
    .to_vec();
    let expected = [
        "cc", "-static", "-o", "/f/program", "/f/a.cpp", "/f/b c.cpp", "-m=256", "b c",
        "/f/b c.cpp", "/f", "a.Main",
    ];
    assert_eq!(places.substitute(&command), expected);
    let filled = Places { is_static: false, ..places }.substitute(&command);
    assert_eq!(filled[..2], ["cc", "-o"]);
}

#[test]
fn what_takes_the_place_of_a_placeholder_is_not_searched_for_others() {
    let sources = ["{program}.c".to_string()];
    let places = Places {
        folder: "/{main}",
        main: "{folder}{program}.c",
        sources: &sources,
        class: "{memory}",
        memory: 256,
        ..Places::default()
    };
    let command =
        ["{sources}", "{main}", "{stem}", "-{class}-", "{folder}", "{none} {", "}{memory}{"];
    let command: Vec<String> = command.map(String::from).to_vec();
    let expected = [
        "/{main}/{program}.c",
        "/{main}/{folder}{program}.c",
        "{folder}{program}",
        "-{memory}-",
        "/{main}",
        "{none} {",
        "}256{",
    ];
    assert_eq!(places.substitute(&command), expected);
}

#[test]
fn what_belongs_to_a_program_takes_words_of_its_own() {
    let part = |options: &[&str], file: &str| PartFiles {
        options: options.iter().map(|option| option.to_string()).collect(),
        files: vec![file.into()],
    };
    let parts = [part(&[], "d.s"), part(&["-x", "c"], "e.c")];
    let include = [("-iquote", "src".to_string()), ("-idirafter", String::new())];
    let places = Places {
        folder: "/f",
        parts: &parts,
        include: &include,
        edition: "2021",
        library: Some("war"),
        ..Places::default()
    };
    let command = ["{parts}", "{include}", "{library}", "{crate} {rlib} {edition}"];
    let expected = [
        "/f/d.s",
        "-x",
        "c",
        "/f/e.c",
        "-iquote",
        "/f/src",
        "-idirafter",
        "/f/",
        "--extern=war=/f/libwar.rlib",
        "war /f/libwar.rlib 2021",
    ];
    assert_eq!(places.substitute(&command.map(String::from)), expected);
}
