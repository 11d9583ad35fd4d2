//! Generates docs/feedback.md: each text in every language, for the output of real programs.
//! `UPDATE_DOCS=1 cargo test -p referee-course --test examples` rewrites it.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use referee_events::{INSTALLED, JudgedCase, LINE, LabelledFact, Reason, STDERR, SourceLine};
use serde::Deserialize;

use referee_course::feedback::{FeedbackLanguage, Mistake, of_compiler, of_program};

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

/// The output of a program, as far as a student sees it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Example {
    language: String,
    stderr: Option<String>,
    line: Option<String>,
    installed: Option<String>,
    compiler: Option<String>,
    output: Option<String>,
    answer: Option<String>,
    writes: Option<String>,
    reason: Option<String>,
}

impl Example {
    fn mistakes(&self) -> Vec<Mistake> {
        if let Some(message) = &self.compiler {
            return of_compiler(message);
        }
        let writes = self.writes.clone().map(|text| SourceLine { line: 2, text });
        let reason = match self.reason.as_deref() {
            _ if self.stderr.is_some() => Reason::RunTimeError,
            None if writes.is_some() => Reason::Empty,
            None => Reason::Refuted,
            Some("not-text") => Reason::NotText,
            Some("empty") => Reason::Empty,
            Some("time-limit") => Reason::TimeLimit,
            Some(other) => panic!("{other}"),
        };
        let labels = [(STDERR, &self.stderr), (LINE, &self.line), (INSTALLED, &self.installed)];
        let facts = labels.into_iter().filter_map(|(label, text)| {
            Some(LabelledFact { label: label.into(), text: text.as_deref()?.trim_end().into() })
        });
        let judged = JudgedCase::plain(&"ann".into(), &"sample/1".into(), reason, "it failed");
        let (output, answer) = (self.output.clone(), self.answer.clone());
        of_program(
            &JudgedCase { facts: facts.collect(), output, answer, ..judged },
            writes.as_ref(),
        )
    }

    /// Returns a summary in one line; of standard error, the line that names the error.
    fn left(&self) -> String {
        let is_error = |line: &&str| {
            let ends =
                ["Error", "xception", "panic:", "what():", "Result::unwrap", "out of bounds"];
            ends.iter().any(|end| line.contains(end)) && !line.trim_start().starts_with("at ")
        };
        let code = |text: &str| {
            if text.contains('`') {
                return format!("`` {} ``", text.trim());
            }
            format!("`{}`", text.trim().replace('\n', "` `"))
        };
        let stderr = self.stderr.iter().flat_map(|text| text.lines().rfind(is_error));
        let parts = [
            stderr.map(code).next(),
            self.compiler.as_deref().map(code),
            self.output.as_deref().map(|text| match text {
                "" => "no output".into(),
                text => format!("output {}", code(text)),
            }),
            self.answer.as_deref().map(|text| format!("for {}", code(text))),
            self.writes.as_deref().map(code),
            self.reason.as_ref().map(|reason| reason.replace('-', " ")),
        ];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

#[test]
fn every_text_has_an_example_in_the_docs() {
    let examples: Examples = toml::from_str(include_str!("examples.toml")).unwrap();
    let mut page = String::from(
        "# What students read about mistakes\n\nEach recognized mistake, as made by a real program, and what its author reads about it in \
         the\nlanguages of [feedback](students.md#feedback-for-students). If a program ends with an exception, \
         a\nsentence with the exception and its line comes first; this page shows it once in each form. A test\ngenerates this page from `crates/course/tests/examples`.\n",
    );
    let mut told = BTreeSet::new();
    let mut languages = BTreeSet::new();
    let mut exceptions = BTreeSet::new();
    let mut last = "";
    for example in &examples.example {
        let mistakes = example.mistakes();
        assert!(!mistakes.is_empty(), "{}", example.left());
        told.extend(mistakes.iter().map(|mistake| mistake.key));
        if example.language != last {
            last = &example.language;
            let title = if last == "any" { "In any language" } else { last };
            let _ = write!(page, "\n## {title}\n\n| symptom |");
            FeedbackLanguage::NAMES.iter().for_each(|(name, _)| page += &format!(" {name} |"));
            let _ = write!(page, "\n|---|{}\n", "---|".repeat(FeedbackLanguage::NAMES.len()));
            languages.insert(last);
        }
        let mut is_shown = |mistake: &Mistake| {
            !mistake.key.starts_with("exception")
                || mistakes.len() == 1
                || exceptions.insert(mistake.key)
        };
        let mistakes: Vec<_> = mistakes.iter().filter(|mistake| is_shown(mistake)).collect();
        let cell = |text: String| text.replace('|', "\\|");
        let _ = write!(page, "| {} |", cell(example.left()));
        for (_, language) in FeedbackLanguage::NAMES {
            let words = mistakes.iter().map(|mistake| mistake.words(language.texts()));
            let _ = write!(page, " {} |", cell(words.collect::<Vec<_>>().join("<br>")));
        }
        page.push('\n');
    }
    // Nine languages, and examples that are the same in all.
    assert_eq!(languages.len(), 10, "{languages:?}");
    let texts: toml::Table = include_str!("../../src/feedback/en.toml").parse().unwrap();
    let all = texts["hint"].as_table().unwrap().keys().map(String::as_str);
    assert_eq!(told, all.collect(), "keys without an example");
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/feedback.md");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &page).unwrap();
    }
    assert!(
        fs::read_to_string(&file).is_ok_and(|text| text == page),
        "docs/feedback.md is another"
    );
}
