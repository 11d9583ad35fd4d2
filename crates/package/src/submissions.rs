//! The expected results of submissions: by folders, submissions.yaml, or a line in sources.
//!
//! In `submissions.yaml` a pattern that is the name of a standard folder replaces the default of
//! that folder; any other pattern adds a rule. All rules whose patterns match must hold.

use globset::{GlobBuilder, GlobSet};
use referee_checker::text::excerpt;

use super::expected::{CRASHED, ENDLESS, ExpectedVerdicts, LimitBound, VerdictRule, WRONG};
use super::keys::Keys;
use super::layout::SUBMISSIONS;
use super::names::are_about;
use super::verdict::Verdict::{self, Accepted, CompileError, NoOutput, OutputLimit, TimeLimit};
use super::version::Version;
use super::{Diagnostics, keys, tree::Tree};
use crate::purpose::{SAMPLE, SECRET};
use referee_base::yaml::Node;

const FILE: &str = "submissions/submissions.yaml";

/// The marker before the expected verdicts in a source.
const MARK: &str = "@EXPECTED_RESULTS@:";

/// The rules about the submissions of a package.
#[derive(Debug)]
pub struct Submissions {
    patterns: Vec<Pattern>,
    version: Version,
}

/// An entry of `submissions.yaml`: a pattern with its rules.
#[derive(Debug)]
struct Pattern {
    text: String,
    submissions: GlobSet,
    rules: Vec<VerdictRule>,
    /// Whether the submission is the model solution, which answers the cases.
    is_model: bool,
    /// The file to start.
    entry_point: Option<String>,
}

impl Submissions {
    /// Reads the rules.
    pub(super) fn read(
        tree: &Tree,
        version: Version,
        diagnostics: &mut Diagnostics,
    ) -> Submissions {
        let mut submissions = Submissions { patterns: Vec::new(), version };
        if !tree.has_file(FILE) {
            return submissions;
        }
        if version.is_legacy() {
            diagnostics.warning(FILE, format!("it has no meaning in version {version}"));
            return submissions;
        }
        // No verdict depends on the expected results.
        let Some(node) = keys::read(tree, FILE, None, diagnostics) else { return submissions };
        let keys = Keys::of(&node, FILE, FILE, version, None, diagnostics);
        let Some(mut keys) = keys else { return submissions };
        for (pattern, node) in keys.rest() {
            let Some(glob) = glob(pattern, node, &mut keys) else { continue };
            if let Some(pattern) = read_pattern(pattern, glob, node, &mut keys) {
                submissions.patterns.push(pattern);
            }
        }
        submissions
    }

    /// Returns whether the submission with this path is marked as the model solution.
    pub(super) fn is_model(&self, name: &str) -> bool {
        self.about(name).any(|pattern| pattern.is_model)
    }

    /// Returns the file of a submission to start, if a rule names it.
    pub fn entry_point(&self, name: &str) -> Option<&str> {
        self.about(name).filter_map(|pattern| pattern.entry_point.as_deref()).next_back()
    }

    /// Returns the patterns that match a submission, or a folder that contains it.
    fn about(&self, name: &str) -> impl DoubleEndedIterator<Item = &Pattern> {
        self.patterns.iter().filter(move |pattern| are_about(&pattern.submissions, name))
    }

    /// Returns the expected result of the submission with this name and these first bytes of its
    /// sources; `None` for a submission outside of any folder.
    pub fn expected(&self, name: &str, sources: &[u8]) -> Option<ExpectedVerdicts> {
        let folder = name.split('/').next().filter(|folder| folder.len() < name.len());
        let matching: Vec<&Pattern> = self.about(name).collect();
        let is_restated = matching.iter().any(|pattern| Some(pattern.text.as_str()) == folder);
        let mut rules = Vec::new();
        if !is_restated {
            rules.extend(folder.and_then(|folder| self.of_folder(folder)));
        }
        let has_standard = !rules.is_empty() || is_restated;
        rules.extend(matching.iter().flat_map(|pattern| pattern.rules.clone()));
        if !has_standard {
            rules.extend(marked(sources));
        }
        let folder = folder?;
        // The format defines no default for other folders, so any result is as expected.
        let words = if rules.is_empty() { "anything".into() } else { folder.replace('_', " ") };
        Some(ExpectedVerdicts::new(words, rules))
    }

    fn of_folder(&self, folder: &str) -> Option<VerdictRule> {
        let slow = [&WRONG[..], &[Accepted, TimeLimit]].concat();
        Some(match folder {
            // Only the final result is expected: another failure may come first.
            "partially_accepted" => VerdictRule::new(every(), Vec::new()),
            "time_limit_exceeded" if self.version.is_legacy() => {
                VerdictRule::new([&slow[..], &[OutputLimit]].concat(), ENDLESS.to_vec())
            }
            "run_time_error" if self.version.is_legacy() => {
                VerdictRule::new([&slow[..], &CRASHED].concat(), CRASHED.to_vec())
            }
            // The final verdict counts: groups may forgive the failure of a case.
            "accepted" if self.version.knows_old() => {
                VerdictRule { is_of_groups: true, ..VerdictRule::new(vec![Accepted], Vec::new()) }
            }
            // Unless a rule says otherwise, only submissions that must be accepted set the time
            // limit: the format also counts the others that must not be too slow, but after its
            // first failure a submission may run endlessly.
            _ => ExpectedVerdicts::of_folder(folder)?.rules()[0].clone(),
        })
    }
}

/// Returns all verdicts that a run can have.
fn every() -> Vec<Verdict> {
    [&[Accepted, TimeLimit][..], &WRONG, &CRASHED].concat()
}

fn glob(pattern: &str, node: &Node, keys: &mut Keys) -> Option<GlobSet> {
    let shown = excerpt(pattern.as_bytes(), 60);
    if pattern.contains("**") || pattern.contains(['[', ']', '\\']) {
        keys.error(node, format!("`{shown}` is not a valid pattern"))
            .help("patterns consist of names, `*`, `?` and `{a,b}`");
        return None;
    }
    // No name contains a space, but some packages write spaces between braces.
    let pattern = pattern.trim_end_matches('/').replace(' ', "");
    let built = GlobBuilder::new(&pattern).literal_separator(true).build();
    let set = built.and_then(|glob| GlobSet::builder().add(glob).build());
    match set {
        Ok(set) => Some(set),
        Err(error) => {
            keys.error(node, format!("`{shown}` is not a valid pattern: {}", error.kind()));
            None
        }
    }
}

fn read_pattern(text: &str, submissions: GlobSet, node: &Node, keys: &mut Keys) -> Option<Pattern> {
    let mut keys = keys.below_node(node, "a pattern of submissions")?;
    keys.text("language");
    let entry_point = keys.text("entrypoint");
    if let Some(node) = keys.node("authors") {
        super::credits::persons(node, "authors", &mut keys);
    }
    let is_model = keys.boolean("model_solution").unwrap_or(false);
    let standard = ExpectedVerdicts::of_folder(text).filter(|_| SUBMISSIONS.contains(&text));
    let standard = standard.map(|expected| expected.rules()[0].clone());
    let mut rules = vec![rule(&mut keys, standard)];
    for (cases, node) in keys.rest() {
        // All other known keys were already taken; every case is below one of these folders.
        if ![SAMPLE, SECRET, "*", "{"].iter().any(|start| cases.starts_with(start)) {
            let shown = excerpt(cases.as_bytes(), 40);
            keys.blemish(node, format!("unknown key `{shown}`"))
                .help("patterns of cases begin with `sample` or `secret`");
            continue;
        }
        let Some(set) = glob(cases, node, &mut keys) else { continue };
        let Some(mut inner) = keys.below_node(node, "a pattern of cases") else { continue };
        let nested = rule(&mut inner, None);
        inner.finish();
        rules.push(VerdictRule { cases: Some(set), ..nested });
    }
    Some(Pattern { text: text.to_string(), submissions, rules, is_model, entry_point })
}

/// Reads the rule of a mapping; missing keys default to those of `standard`, or permit anything.
fn rule(keys: &mut Keys, standard: Option<VerdictRule>) -> VerdictRule {
    let base = standard.unwrap_or(VerdictRule::new(every(), Vec::new()));
    let permitted = verdicts("permitted", keys).unwrap_or(base.permitted);
    let required = verdicts("required", keys).unwrap_or(base.required);
    let message = keys.text("message");
    let score = keys.node("score").and_then(|node| {
        let pair = node.sequence().map(|nodes| nodes.iter().map(Node::number).collect::<Vec<_>>());
        let score = match (node.number(), pair.as_deref()) {
            (Some(score), _) => Some((score, score)),
            (_, Some([Some(least), Some(most)])) if least <= most => Some((*least, *most)),
            _ => None,
        };
        if score.is_none() {
            keys.wrong(node, "score", "a number, or a list of the least and the most");
        }
        score
    });
    let rule = VerdictRule { message, score, ..VerdictRule::new(permitted, required) };
    let mut rule = rule.bounding_time();
    if let Some(node) = keys.node("use_for_time_limit") {
        match (keys.boolean_of(node, "use_for_time_limit"), node.text()) {
            (Some(true), _) => {}
            (Some(false), _) => rule.time_bound = None,
            (_, Some("lower")) => {
                rule.time_bound = Some(LimitBound::Lower);
                rule.permitted.retain(|&verdict| verdict != TimeLimit);
            }
            (_, Some("upper")) => {
                rule.time_bound = Some(LimitBound::Upper);
                rule.required = vec![TimeLimit];
            }
            _ => {
                keys.wrong(node, "use_for_time_limit", "true, false, `lower` or `upper`");
            }
        }
    }
    rule
}

fn verdicts(key: &'static str, keys: &mut Keys) -> Option<Vec<Verdict>> {
    let node = keys.node(key)?;
    let words = keys.texts_of(node, key, true)?;
    let mut verdicts = Vec::new();
    for word in words {
        match word.as_str() {
            "AC" => verdicts.push(Accepted),
            "TLE" => verdicts.push(TimeLimit),
            "WA" => verdicts.extend(WRONG),
            "RTE" => verdicts.extend(CRASHED),
            other => {
                let shown = excerpt(other.as_bytes(), 40);
                keys.error(node, format!("{key}: `{shown}` is not a verdict"))
                    .help("expected one of: AC, WA, TLE, RTE");
            }
        }
    }
    Some(verdicts)
}

/// Reads the expected verdicts from a marked line in the sources.
fn marked(sources: &[u8]) -> Option<VerdictRule> {
    let text = String::from_utf8_lossy(sources);
    let start = text.to_ascii_uppercase().find(MARK)? + MARK.len();
    let mut given = Vec::new();
    for word in text[start..].lines().next().unwrap_or("").split(',') {
        match &*word.trim().to_ascii_uppercase().replace('-', "_") {
            "ACCEPTED" | "CORRECT" => given.push(Accepted),
            "WRONG_ANSWER" => given.extend(WRONG),
            "NO_OUTPUT" => given.push(NoOutput),
            "OUTPUT_LIMIT" => given.push(OutputLimit),
            "COMPILER_ERROR" => given.push(CompileError),
            "TIME_LIMIT_EXCEEDED" | "TIMELIMIT" => given.extend(ENDLESS),
            "RUN_TIME_ERROR" | "RUN_ERROR" => given.extend(CRASHED),
            _ => {}
        }
    }
    if given.is_empty() {
        return None;
    }
    let required = if given.contains(&Accepted) { Vec::new() } else { given.clone() };
    given.push(Accepted);
    Some(VerdictRule { time_bound: None, ..VerdictRule::new(given, required) })
}

#[cfg(test)]
mod tests {
    use super::super::expected::{CaseVerdict, ExpectationResult};
    use super::super::verdict::Verdict::{RunTimeError, WrongAnswer};
    use super::*;

    fn compare(expected: &ExpectedVerdicts, verdicts: &[Verdict]) -> ExpectationResult {
        let got =
            verdicts.iter().map(|&verdict| CaseVerdict { case: "secret/1", verdict, message: "" });
        expected.compare(&got.collect::<Vec<_>>(), None)
    }

    #[test]
    fn folders_of_old_versions_allow_more() {
        let old = Submissions { patterns: Vec::new(), version: Version::Legacy };
        let slow = old.expected("time_limit_exceeded/a.py", b"").unwrap();
        assert_eq!(compare(&slow, &[WrongAnswer, TimeLimit]), ExpectationResult::AsExpected);
        assert_eq!(compare(&slow, &[WrongAnswer]), ExpectationResult::NotCaught);
        assert_eq!(compare(&slow, &[WrongAnswer, OutputLimit]), ExpectationResult::AsExpected);
        assert_eq!(compare(&slow, &[TimeLimit, RunTimeError]), ExpectationResult::NotPermitted);
        let new = Submissions { patterns: Vec::new(), version: Version::V2025_09 };
        let slow = new.expected("time_limit_exceeded/a.py", b"").unwrap();
        assert_eq!(compare(&slow, &[WrongAnswer, TimeLimit]), ExpectationResult::NotPermitted);
        assert!(new.expected("mine.py", b"").is_none());
    }

    #[test]
    fn sources_say_what_they_are_to_get_outside_of_such_folders() {
        let submissions = Submissions { patterns: Vec::new(), version: Version::V2025_09 };
        let source = b"# @EXPECTED_RESULTS@: wrong-answer, TIMELIMIT\nprint(1)\n";
        let expected = submissions.expected("mixed/a.py", source).unwrap();
        assert_eq!(compare(&expected, &[Accepted, TimeLimit]), ExpectationResult::AsExpected);
        assert_eq!(compare(&expected, &[OutputLimit]), ExpectationResult::AsExpected);
        assert_eq!(compare(&expected, &[Accepted]), ExpectationResult::NotCaught);
        assert_eq!(compare(&expected, &[RunTimeError]), ExpectationResult::NotPermitted);
        let expected = submissions.expected("accepted/a.py", source).unwrap();
        assert_eq!(compare(&expected, &[TimeLimit]), ExpectationResult::NotPermitted);
        let source = b"@expected_results@: COMPILER-ERROR, OUTPUT-LIMIT, NO-OUTPUT";
        let expected = submissions.expected("multiple/a.py", source).unwrap();
        for verdict in [CompileError, OutputLimit, NoOutput] {
            assert_eq!(compare(&expected, &[verdict]), ExpectationResult::AsExpected);
        }
        assert_eq!(compare(&expected, &[WrongAnswer]), ExpectationResult::NotPermitted);
    }

    #[test]
    fn folders_of_domjudge_are_known() {
        let submissions = Submissions { patterns: Vec::new(), version: Version::V2025_09 };
        for (folder, verdict) in [
            ("compiler_error", CompileError),
            ("no_output", NoOutput),
            ("output_limit", OutputLimit),
        ] {
            let expected = submissions.expected(&format!("{folder}/a.c"), b"").unwrap();
            assert_eq!(compare(&expected, &[verdict]), ExpectationResult::AsExpected);
            assert_eq!(compare(&expected, &[WrongAnswer]), ExpectationResult::NotPermitted);
        }
    }
}
