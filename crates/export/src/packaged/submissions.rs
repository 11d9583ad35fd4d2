//! Exports the submissions of a package, and their expected results in the format's terms.
//!
//! The folders have more meanings in old versions than in 2025-09, where `submissions.yaml` can
//! define them. For submissions in other folders, DOMjudge reads the expected results from a line
//! in their sources.

use std::collections::{BTreeMap, BTreeSet};

use super::super::{FOLDERS, File, FileContent, Format, OmittedPart};
use super::parts::Parts;
use referee_base::fault::Fault;
use referee_base::files::read_at_most;
use referee_events::Verdict;
use referee_package::expected::{CRASHED, ExpectedVerdicts, VerdictRule, WRONG};
use referee_programs::MAX_BYTES;

/// Further folders that 2025-09 has.
const NEW: [&str; 2] = ["brute_force", "rejected"];

/// Further folders that DOMjudge has. A line in the sources must not contradict them.
const DOMJUDGE: [&str; 3] = ["compiler_error", "no_output", "output_limit"];

/// The file with the expectations.
const RULES: &str = "submissions.yaml";

/// The start of a line comment, by the extensions of sources.
const COMMENTS: [(&str, &[&str]); 3] = [
    (
        "//",
        &["c", "cc", "cpp", "cxx", "java", "rs", "go", "kt", "cs", "js", "ts", "scala", "swift"],
    ),
    ("#", &["py", "py2", "py3", "rb", "pl", "sh", "jl"]),
    ("--", &["hs", "lua", "adb"]),
];

/// Takes the submissions.
pub(super) fn put(parts: &mut Parts) -> Result<Vec<File>, Fault> {
    let mut files = parts.take("submissions");
    for file in &mut files {
        file.path = file.path["submissions/".len()..].to_string();
    }
    let (files, beside): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|file| file.path.contains('/'));
    let is_old = parts.package.metadata.version.is_legacy();
    let mut rules = None;
    for file in beside {
        if file.path == RULES && parts.format == Format::Icpc2025 && !is_old {
            rules = Some(file);
            continue;
        }
        let why = match file.path.as_str() {
            RULES => "in this format, the folders alone say what submissions are meant to get",
            _ => "it belongs to no submission",
        };
        parts.leave_out(format!("submissions/{}", file.path), why);
    }
    if let Some(rules) = rules {
        return Ok([files, vec![rules]].concat());
    }
    match parts.format {
        Format::Icpc2025 => with_rules(parts, files),
        Format::IcpcLegacy => Ok(in_known_folders(parts, files)),
        Format::Domjudge => marked(parts, files),
    }
}

/// Returns the folder of a submission and the submission, which is a file or a folder in it.
fn parts_of(path: &str) -> (&str, &str) {
    let folder = path.find('/').unwrap_or(path.len());
    let end = path[folder..].char_indices().skip(1).find(|(_, c)| *c == '/');
    (&path[..folder], &path[..end.map_or(path.len(), |(at, _)| folder + at)])
}

/// Adds rules for the folders and submissions whose meaning differs in old versions.
fn with_rules(parts: &mut Parts, mut files: Vec<File>) -> Result<Vec<File>, Fault> {
    let mut rules: BTreeMap<&str, String> = BTreeMap::new();
    for (name, sources) in sources(&files)? {
        let (folder, _) = parts_of(name);
        let Some(expected) = parts.package.submissions.expected(name, &sources) else { continue };
        if expected.rules().iter().any(|rule| rule.permitted.contains(&Verdict::CompileError)) {
            let what = format!("submissions/{name}: what it is meant to get");
            parts.leave_out(what, "the format has no verdict for a program that does not compile");
            continue;
        }
        let is_known = FOLDERS.contains(&folder) || NEW.contains(&folder);
        let standard = ExpectedVerdicts::of_folder(folder).filter(|_| is_known);
        let rule = said(expected.rules());
        if standard.is_none_or(|standard| said(standard.rules()) != rule) {
            // A rule for a known folder replaces the folder's meaning.
            rules.insert(if is_known { folder } else { name }, rule);
        }
    }
    let text: String = rules.iter().map(|(name, rule)| format!("{name}: {rule}\n")).collect();
    if !text.is_empty() {
        files.push(File::new(RULES, FileContent::Made(text)));
    }
    Ok(files)
}

/// Formats rules as `submissions.yaml`.
fn said(rules: &[VerdictRule]) -> String {
    let words = |verdicts: &[Verdict]| -> String {
        let in_words = in_words(verdicts);
        let is_there = |word: &&str| in_words.contains(word);
        let words: Vec<&str> = ["AC", "WA", "TLE", "RTE"].into_iter().filter(is_there).collect();
        format!("[{}]", words.join(", "))
    };
    let Some(rule) = rules.first() else { return "{permitted: [AC, WA, TLE, RTE]}".into() };
    let required = if rule.required.is_empty() {
        String::new()
    } else {
        format!(", required: {}", words(&rule.required))
    };
    format!("{{permitted: {}{required}}}", words(&rule.permitted))
}

/// Returns verdicts in the words of the format, in which endless output is a time limit exceeded.
fn in_words(verdicts: &[Verdict]) -> BTreeSet<&'static str> {
    let is_endless = verdicts.contains(&Verdict::TimeLimit);
    let in_word = |verdict: &Verdict| match verdict {
        Verdict::Accepted => Some("AC"),
        Verdict::TimeLimit => Some("TLE"),
        Verdict::OutputLimit if is_endless => None,
        _ if WRONG.contains(verdict) => Some("WA"),
        _ if CRASHED.contains(verdict) => Some("RTE"),
        _ => None,
    };
    verdicts.iter().filter_map(in_word).collect()
}

/// Drops submissions in folders without a meaning in the legacy format.
fn in_known_folders(parts: &mut Parts, files: Vec<File>) -> Vec<File> {
    let scores = parts.package.metadata.kinds.scoring;
    let is_known = |path: &str| {
        let (folder, _) = parts_of(path);
        FOLDERS.contains(&folder) || folder == "partially_accepted" && scores
    };
    let (known, unknown): (Vec<File>, Vec<File>) =
        files.into_iter().partition(|file| is_known(&file.path));
    let names: BTreeSet<&str> = unknown.iter().map(|file| parts_of(&file.path).1).collect();
    let left_out = names.into_iter().map(|name| {
        OmittedPart::new(format!("submissions/{name}"), "the format has no folder of this name")
    });
    parts.left_out.extend(left_out);
    known
}

/// Adds a line to the sources of submissions in folders that DOMjudge does not have.
fn marked(parts: &mut Parts, mut files: Vec<File>) -> Result<Vec<File>, Fault> {
    let mut lost: BTreeSet<String> = BTreeSet::new();
    let mut done: BTreeSet<String> = BTreeSet::new();
    let sources = sources(&files)?;
    let sources: BTreeMap<String, Vec<u8>> =
        sources.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect();
    for file in &mut files {
        let (folder, name) = parts_of(&file.path);
        let text = sources.get(name).map(Vec::as_slice).unwrap_or_default();
        let is_mark = |part: &[u8]| part.eq_ignore_ascii_case(MARK.as_bytes());
        let is_marked = text.windows(MARK.len()).any(is_mark);
        let has_folder = FOLDERS.contains(&folder) || DOMJUDGE.contains(&folder);
        // One marked file per submission is enough.
        if has_folder || is_marked || done.contains(name) {
            continue;
        }
        let line = parts
            .package
            .submissions
            .expected(name, text)
            .and_then(|expected| expected.rules().first().map(results))
            .filter(|results| !results.is_empty())
            .zip(comment(&file.path));
        let text = String::from_utf8(file.content.read()?.into_owned());
        match (line, text) {
            (Some((results, comment)), Ok(text)) => {
                let gap = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
                let text = format!("{text}{gap}{comment} {MARK}: {results}\n");
                done.insert(name.to_string());
                file.content = FileContent::Made(text);
            }
            _ => drop(lost.insert(name.to_string())),
        }
    }
    lost.retain(|name| !done.contains(name));
    files.retain(|file| !lost.contains(parts_of(&file.path).1));
    for name in lost {
        let why = "nothing says what it is meant to get in a way that DOMjudge understands";
        parts.leave_out(format!("submissions/{name}"), why);
    }
    Ok(files)
}

/// The marker of expected results in a source.
const MARK: &str = "@EXPECTED_RESULTS@";

/// Returns the expected results of a submission, in DOMjudge's terms.
fn results(rule: &VerdictRule) -> String {
    let wanted = if rule.required.is_empty() { &rule.permitted } else { &rule.required };
    let verdicts: Vec<Verdict> =
        wanted.iter().copied().filter(|verdict| rule.permitted.contains(verdict)).collect();
    let words =
        [("AC", "CORRECT"), ("WA", "WRONG-ANSWER"), ("TLE", "TIMELIMIT"), ("RTE", "RUN-ERROR")];
    let is_there = |word: &str| in_words(&verdicts).contains(word);
    let words: Vec<&str> =
        words.into_iter().filter(|(word, _)| is_there(word)).map(|(_, word)| word).collect();
    words.join(", ")
}

fn comment(path: &str) -> Option<&'static str> {
    let (_, extension) = path.rsplit_once('.')?;
    COMMENTS
        .iter()
        .find(|(_, extensions)| extensions.contains(&extension))
        .map(|(comment, _)| *comment)
}

/// Returns the concatenated sources of each submission.
fn sources(files: &[File]) -> Result<BTreeMap<&str, Vec<u8>>, Fault> {
    let mut sources: BTreeMap<&str, Vec<u8>> = BTreeMap::new();
    for file in files {
        let bytes = match &file.content {
            FileContent::OnDisk(path) => read_at_most(path, MAX_BYTES)?,
            other => other.read()?.into_owned(),
        };
        sources.entry(parts_of(&file.path).1).or_default().extend(bytes);
    }
    Ok(sources)
}
