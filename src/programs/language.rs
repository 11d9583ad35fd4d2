//! The languages that programs are written in: how each is recognised, compiled and run.
//!
//! They are data, in `languages.toml`; a file of the same form adds languages or replaces keys of one.

use std::path::Path;
use std::process::Command;

use referee_checker::Place;
use referee_generators::document::{DocumentError, Table};

use crate::sandbox::MemoryRule;

/// The languages that ship.
const SHIPPED: &str = include_str!("languages.toml");

/// The word for the option to link statically.
const STATIC: &str = "{static}";

/// How programs of one language are recognised, compiled and run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Language {
    /// The name by which programs call it, such as `cpp`.
    pub name: String,
    /// The name for people, such as `C++`.
    pub title: String,
    /// The endings of its files, without the dot. Upper and lower case differ.
    pub endings: Vec<String>,
    /// The command that compiles; empty where nothing is compiled.
    pub compile: Vec<String>,
    /// The libraries that `{static}` in the command that compiles needs.
    pub static_libraries: Vec<String>,
    /// The command that runs.
    pub run: Vec<String>,
    /// Programs that its commands may call besides, if they are there.
    pub calls: Vec<String>,
    /// What it reads beyond the folders of the system; `~` at the start is the home folder.
    pub readable: Vec<String>,
    /// Variables that it needs, as `NAME=value`.
    pub environment: Vec<String>,
    /// How its memory is bounded.
    pub memory: MemoryRule,
}

/// What stands in commands for something else; [`Language::filled`] puts that in.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    /// The folder of all files, as the command sees it.
    pub folder: &'a str,
    /// The file that is started, below the folder.
    pub main: &'a str,
    /// All files of the language, below the folder.
    pub sources: &'a [String],
    /// The memory limit, in MiB.
    pub memory: u64,
    /// Whether programs are to be linked with all that they need.
    pub is_static: bool,
}

/// All languages, told apart by name and by ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Languages(Vec<Language>);

impl Default for Languages {
    fn default() -> Languages {
        Languages::shipped()
    }
}

impl Languages {
    /// Those that ship.
    pub fn shipped() -> Languages {
        Languages(Vec::new()).with(SHIPPED).expect("a test reads what ships")
    }

    /// These, with what a document adds or replaces.
    ///
    /// # Errors
    /// The first place at which the document is not what it must be.
    pub fn with(mut self, document: &str) -> Result<Languages, DocumentError> {
        let mut table = Table::parse(document)?;
        if table.integer("format", 1, 1)?.is_none() {
            return Err(table.missing("format"));
        }
        for entry in table.tables("language")? {
            self.add(entry)?;
        }
        table.finish()?;
        Ok(self)
    }

    /// These, and shell scripts, in which nobody solves problems, but some write validators.
    pub(super) fn with_shell(&self) -> Languages {
        let mut all = self.clone();
        if self.of_ending("sh").is_none() {
            let (endings, run) = (vec!["sh".into()], vec!["sh".into(), "{main}".into()]);
            all.0.push(Language { endings, run, ..Language::new("shell scripts".into()) });
        }
        all
    }

    /// What scripts are run as that call the compiler or the interpreter of any language.
    pub(super) fn of_scripts(&self) -> Language {
        let each =
            |list: fn(&Language) -> &[String]| self.0.iter().flat_map(list).cloned().collect();
        let first =
            |language: &Language| language.compile.first().or(language.run.first()).cloned();
        Language {
            calls: self.0.iter().filter_map(first).collect(),
            readable: each(|language| &language.readable),
            environment: each(|language| &language.environment),
            memory: MemoryRule::Resident,
            ..Language::new("scripts".into())
        }
    }

    fn add(&mut self, mut entry: Table) -> Result<(), DocumentError> {
        let start = entry.place();
        let (name, _) = entry.required_text("name")?;
        let known = self.0.iter().position(|language| language.name == name);
        let mut language = match known {
            Some(at) => self.0[at].clone(),
            None => Language::new(name),
        };
        if let Some((title, _)) = entry.text("title")? {
            language.title = title;
        }
        for (key, list) in [
            ("endings", &mut language.endings),
            ("compile", &mut language.compile),
            ("static", &mut language.static_libraries),
            ("run", &mut language.run),
            ("readable", &mut language.readable),
            ("environment", &mut language.environment),
        ] {
            let texts = entry.texts(key)?;
            if !texts.is_empty() {
                *list = texts.into_iter().map(|(text, _)| text).collect();
            }
        }
        if let Some((rule, place)) = entry.text("memory")? {
            language.memory = memory_rule(&rule, place)?;
        }
        for (key, list) in [("endings", &language.endings), ("run", &language.run)] {
            if list.is_empty() {
                return Err(entry.missing(key));
            }
        }
        entry.finish()?;
        let others = self.0.iter().filter(|other| other.name != language.name);
        let taken = |other: &Language| other.endings.iter().any(|e| language.endings.contains(e));
        if let Some(other) = others.into_iter().find(|other| taken(other)) {
            let message =
                format!("an ending of `{}` belongs to `{}` already", language.name, other.name);
            return Err(DocumentError { message, place: start, help: None });
        }
        match known {
            Some(at) => self.0[at] = language,
            None => self.0.push(language),
        }
        Ok(())
    }

    /// The language of a file, by its ending.
    pub fn of_ending(&self, ending: &str) -> Option<&Language> {
        self.0.iter().find(|language| language.endings.iter().any(|known| known == ending))
    }

    /// All of them.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &Language> {
        self.0.iter()
    }
}

fn memory_rule(name: &str, place: Place) -> Result<MemoryRule, DocumentError> {
    match name {
        "address-space" => Ok(MemoryRule::AddressSpace),
        "resident" => Ok(MemoryRule::Resident),
        _ => Err(DocumentError {
            message: format!("unknown memory rule `{name}`"),
            place,
            help: Some("known are: address-space, resident".into()),
        }),
    }
}

impl Language {
    /// One of that name, of which nothing is known yet.
    pub(super) fn new(name: String) -> Language {
        let title = name.clone();
        let none = Vec::new;
        Language {
            name,
            title,
            endings: none(),
            compile: none(),
            static_libraries: none(),
            run: none(),
            calls: none(),
            readable: none(),
            environment: none(),
            memory: MemoryRule::AddressSpace,
        }
    }

    /// Whether its compiler can link programs with all that they need: such a program starts in half the time, for it has
    /// nothing to look for. The compiler is asked for the libraries; none of them is a part of every installation.
    pub(super) fn links_statically(&self) -> bool {
        let Some(compiler) = self.compile.first() else { return false };
        let is_wanted = self.compile.iter().any(|word| word == STATIC);
        let finds = |library: &String| {
            let asked = Command::new(compiler).arg(format!("-print-file-name={library}")).output();
            // What it does not find it answers with the bare name.
            asked.is_ok_and(|said| {
                Path::new(String::from_utf8_lossy(&said.stdout).trim_end()).is_absolute()
            })
        };
        is_wanted && self.static_libraries.iter().all(finds)
    }

    /// A command with its places filled in. A word `{sources}` becomes as many words as there are sources, and `{static}` the
    /// option of that name, or nothing.
    pub fn filled(command: &[String], places: &Places) -> Vec<String> {
        let inside = |file: &str| format!("{}/{file}", places.folder);
        let mut filled = Vec::new();
        for word in command {
            if word == "{sources}" {
                filled.extend(places.sources.iter().map(|source| inside(source)));
                continue;
            }
            if word == STATIC {
                filled.extend(places.is_static.then(|| "-static".to_string()));
                continue;
            }
            let stem = places.main.rsplit_once('.').map_or(places.main, |(stem, _)| stem);
            filled.push(
                word.replace("{main}", &inside(places.main))
                    .replace("{stem}", stem)
                    .replace("{program}", &inside("program"))
                    .replace("{folder}", places.folder)
                    .replace("{memory}", &places.memory.to_string()),
            );
        }
        filled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_ship_can_be_read_and_told_apart() {
        let languages = Languages::shipped();
        for (ending, name) in [
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
            assert_eq!(languages.of_ending(ending).expect(ending).name, name);
        }
        assert_eq!(languages.iter().count(), 9);
        assert!(languages.of_ending("txt").is_none() && languages.of_ending("CPP").is_none());
    }

    #[test]
    fn a_document_adds_and_replaces() {
        let document = "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n\
            [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\nmemory = 'resident'\n";
        let languages = Languages::shipped().with(document).unwrap();
        let python = languages.of_ending("py").unwrap();
        assert_eq!((python.run[0].as_str(), python.title.as_str()), ("pypy3", "Python 3"));
        assert_eq!(languages.of_ending("sh").unwrap().memory, MemoryRule::Resident);
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
                "an ending of `x` belongs to `python` already",
            ),
        ] {
            let error = Languages::shipped().with(text).expect_err(text).to_string();
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn programs_are_linked_statically_where_the_libraries_are() {
        let language = |compiler: &str, library: &str| Language {
            compile: vec![compiler.into(), STATIC.into()],
            static_libraries: vec![library.into()],
            ..Language::new("x".into())
        };
        assert!(!language("true", "libc.a").links_statically());
        assert!(!language("there-is-no-such-compiler", "libc.a").links_statically());
        assert!(!language("cc", "there-is-no-such-library.a").links_statically());
        assert!(!Languages::shipped().of_ending("rs").unwrap().links_statically());
        let is_there = Command::new("cc").arg("-print-file-name=libc.a").output();
        let is_there = is_there.is_ok_and(|said| said.stdout.starts_with(b"/"));
        assert_eq!(language("cc", "libc.a").links_statically(), is_there);
    }

    #[test]
    fn places_are_filled_in() {
        let sources = ["a.cpp".to_string(), "b c.cpp".to_string()];
        let places = Places {
            folder: "/f",
            main: "b c.cpp",
            sources: &sources,
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
        ];
        assert_eq!(Language::filled(&command, &places), expected);
        let filled = Language::filled(&command, &Places { is_static: false, ..places });
        assert_eq!(filled[..2], ["cc", "-o"]);
    }
}
