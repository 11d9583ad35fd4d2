//! `referee new`. On a terminal it asks for what the flags leave open; elsewhere it uses the
//! defaults.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

use super::args::NewArgs;
use referee_author::new::{self, ProblemForm, TemplateLanguage, TemplateLanguages};
use referee_base::fault::{Fault, show};
use referee_base::files::{Existing, write_whole};
use referee_base::plural;
use referee_course::course_file;
use referee_display::shell::quoted;
use referee_events::exit::Exit;
use referee_run::output::OutputSettings;

pub(super) fn run(args: &NewArgs, output: &OutputSettings) -> anyhow::Result<Exit> {
    if args.course {
        return new_course(&args.folder, output);
    }
    let is_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
    let (form, languages) = if is_terminal && !output.quiet {
        choose(args, Some(&mut Questions::new(io::stdin().lock(), io::stderr())))?
    } else {
        choose::<io::Empty, io::Sink>(args, None)?
    };
    let count = new::write(&args.folder, form, languages)?;
    if !output.quiet {
        output.print(&summary(args, form, count))?;
    }
    Ok(Exit::Expected)
}

fn new_course(folder: &Path, output: &OutputSettings) -> anyhow::Result<Exit> {
    let file = folder.join(course_file::NAME);
    write_whole(&file, course_file::TEMPLATE.as_bytes(), Existing::Keep).map_err(|fault| {
        // There is no --force here.
        if file.exists() {
            fault.help("move it away to start over; nothing was written")
        } else {
            fault
        }
    })?;
    output.print_unless_quiet(&format!(
        "{}   it explains every key\n\nnext   referee grade {}\n",
        show(&file),
        quoted(&folder.to_string_lossy())
    ))?;
    Ok(Exit::Expected)
}

/// Returns what to create, from the flags, the answers, and the defaults.
fn choose<R: BufRead, W: Write>(
    args: &NewArgs,
    mut questions: Option<&mut Questions<R, W>>,
) -> Result<(ProblemForm, TemplateLanguages), Fault> {
    let form = match (args.package, &mut questions) {
        (Some(form), _) => form,
        (None, Some(questions)) => questions.ask("What should it be?", &FORMS)?,
        (None, None) => ProblemForm::TomlFolder,
    };
    let roles = [args.checker, args.validator, args.generator, args.solution];
    let language = match (args.language, questions) {
        (Some(language), _) => language,
        (None, Some(questions)) if roles.iter().any(Option::is_none) => {
            questions.ask("In which language should its programs be?", &LANGUAGES)?
        }
        (None, _) => TemplateLanguage::Rust,
    };
    let [checker, validator, generator, solution] = roles.map(|role| role.unwrap_or(language));
    Ok((form, TemplateLanguages { checker, validator, generator, solution }))
}

fn summary(args: &NewArgs, form: ProblemForm, count: usize) -> String {
    let folder = show(&args.folder);
    let name = quoted(&args.folder.to_string_lossy());
    let files = plural(count, "file", "files");
    let (parts, what) = match form {
        ProblemForm::TomlFolder => (
            "cases, a checker, a validator, a solver, a generator, right and wrong submissions",
            format!("{folder}/problem.toml says what is what"),
        ),
        ProblemForm::LegacyPackage | ProblemForm::Package2025 => (
            "a statement, validators, a generator, cases, right, wrong and slow submissions",
            format!(
                "{folder}/problem.yaml says what it is, \
                 {folder}/generators/generators.yaml which cases it has"
            ),
        ),
    };
    format!(
        "{folder}   {files}: {parts}\n\n\
         next   referee judge {name}\n       \
         referee validate {name}\n       \
         referee generate {name} --check\n       \
         {what}\n"
    )
}

/// The options of a question: the words that select them, their values, and their meanings.
type Choices<T> = [(&'static str, T, &'static str); 3];

const FORMS: Choices<ProblemForm> = [
    ("folder", ProblemForm::TomlFolder, "a folder with a problem.toml, for this program only"),
    ("2025-09", ProblemForm::Package2025, "a problem package, also for BAPCtools and newer Kattis"),
    (
        "legacy",
        ProblemForm::LegacyPackage,
        "a problem package, also for problemtools, Kattis and DOMjudge",
    ),
];

const LANGUAGES: Choices<TemplateLanguage> = [
    ("rust", TemplateLanguage::Rust, "Rust"),
    ("cpp", TemplateLanguage::Cpp, "C++"),
    ("python", TemplateLanguage::Python, "Python 3"),
];

/// Asks questions, repeating each until it is answered.
struct Questions<R, W> {
    answers: R,
    screen: W,
}

impl<R: BufRead, W: Write> Questions<R, W> {
    fn new(answers: R, screen: W) -> Questions<R, W> {
        Questions { answers, screen }
    }

    /// Returns the chosen value. The answer is its word, a prefix of its word, or its number; an
    /// empty line selects the first.
    fn ask<T: Copy>(&mut self, question: &str, choices: &Choices<T>) -> Result<T, Fault> {
        let mut text = format!("{question}\n");
        for (at, (word, _, meaning)) in choices.iter().enumerate() {
            text += &format!("  {}  {word:9}{meaning}\n", at + 1);
        }
        self.show(&text)?;
        loop {
            self.show(&format!("[{}] ", choices[0].0))?;
            let mut line = String::new();
            let read = self.answers.read_line(&mut line);
            if read.map_err(|error| Fault::bad_input(format!("cannot read an answer: {error}")))?
                == 0
            {
                let fault = Fault::bad_input("there is no answer; nothing was written");
                return Err(fault.help("--package and --language answer in advance"));
            }
            let answer = line.trim().to_lowercase();
            let is_meant = |(at, (word, ..)): &(usize, &(&str, T, &str))| {
                word.starts_with(&answer) || answer == (at + 1).to_string()
            };
            // An empty answer begins every word, and so selects the first.
            if let Some((_, (_, value, _))) = choices.iter().enumerate().find(is_meant) {
                return Ok(*value);
            }
            let words = choices.map(|(word, ..)| word).join(", ");
            self.show(&format!("one of {words}, please\n"))?;
        }
    }

    fn show(&mut self, text: &str) -> Result<(), Fault> {
        let shown = self.screen.write_all(text.as_bytes()).and_then(|()| self.screen.flush());
        shown.map_err(|error| Fault::bad_input(format!("cannot ask: {error}")))
    }
}

#[cfg(test)]
mod tests;
