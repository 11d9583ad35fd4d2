//! The programs: all behaviours in all languages, as one file and as several.

use std::sync::LazyLock;

use crate::behaviours::{BEHAVIOURS, Behaviour, Expected};
use crate::templates::{Form, LANGUAGES, Language};

/// A submitted program.
pub(crate) struct Program {
    /// Language, behaviour and form.
    pub(crate) name: String,
    pub(crate) language: &'static Language,
    /// Its files; the first one contains `main`.
    pub(crate) files: Vec<(String, Vec<u8>)>,
    /// Whether no tool of its language depends on the name of its main file.
    pub(crate) has_free_name: bool,
    /// The name of its behaviour.
    pub(crate) behaviour: &'static str,
    pub(crate) expected: Expected,
    /// Whether it runs until its time is up.
    pub(crate) is_slow: bool,
}

impl Program {
    fn new(
        name: &str,
        language: &'static Language,
        behaviour: &'static Behaviour,
        form: Option<&Form>,
    ) -> Option<Program> {
        let program = language.program(&behaviour.statement(language)?, form);
        let alone = [[format!("main.{}", language.ending), "PROGRAM".to_string()]];
        let files = form.map_or(&alone[..], |form| &form.files).iter().map(|[path, content]| {
            (path.clone(), content.replace("PROGRAM", &program).into_bytes())
        });
        let data = (behaviour.name == "data").then(|| ("data.txt".to_string(), b"0\n".to_vec()));
        let has_free_name = form.is_none_or(|form| !form.keeps_name);
        let form = form.map_or("one file", |form| &form.name);
        Some(Program {
            name: format!("{name}, {}, {form}", behaviour.name),
            language,
            files: files.chain(data).collect(),
            has_free_name,
            behaviour: behaviour.name,
            expected: behaviour.expected(),
            is_slow: behaviour.is_slow(),
        })
    }

    pub(crate) fn is_one_file(&self) -> bool {
        self.files.len() == 1
    }

    /// Returns whether its result changes if something goes wrong: a program that does not compile
    /// never does, and waiting in vain looks like computing without end.
    pub(crate) fn is_telling(&self) -> bool {
        !self.is_slow && self.expected.verdict != "CE"
    }
}

/// Returns whether one of these folders has a program of this name.
pub(crate) fn is_in(path: &str, program: &str) -> bool {
    std::env::split_paths(path).any(|folder| folder.join(program).is_file())
}

/// Returns whether a compiler or interpreter is installed.
pub(crate) fn is_installed(program: &str) -> bool {
    is_in(&std::env::var("PATH").unwrap_or_default(), program)
}

/// All programs in the installed languages.
pub(crate) static CORPUS: LazyLock<Vec<Program>> = LazyLock::new(corpus);

fn corpus() -> Vec<Program> {
    let mut programs = Vec::new();
    for (name, language) in LANGUAGES.iter().filter(|(_, language)| is_installed(&language.tool)) {
        let forms = language.forms.iter().map(Some);
        for form in [None].into_iter().chain(forms) {
            let behaviours = BEHAVIOURS.iter();
            programs.extend(behaviours.filter_map(|one| Program::new(name, language, one, form)));
        }
    }
    programs
}
