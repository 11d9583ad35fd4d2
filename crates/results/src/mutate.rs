//! Formats the outcomes of mutants: for people, as CSV and as JSON.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

use referee_checker::text::escape;
use serde::Serialize;
use serde_json::{Value, json};

use crate::json_line;
use referee_base::spreadsheet::CsvTable;
use referee_base::{part_of, plural};
use referee_display::paint::{BAD, GOOD, LABEL, ODD, painted};
use referee_display::shell::quoted;
use referee_display::width::{fitted, padded, shortened, width};
use referee_display::wrap::{wrapped, wrapped_after};
use referee_strength::mutate::{
    JudgedMutant, Killed, MutatedProgram, MutationResult, OPERATORS, Outcome, Tally,
};

/// The width of the labels in front of facts.
const LABEL_WIDTH: usize = 12;

/// Longer program names are shortened.
const MAX_NAME: usize = 36;

/// Lists the operators with the mistakes that they imitate, for help texts.
pub fn catalogue() -> String {
    let mut text = String::from("Operators:\n");
    for operator in &OPERATORS {
        let _ = writeln!(text, "  {:<17}  {}", operator.name, operator.imitates);
    }
    text += "
Examples:
  referee mutate infinity-war
  referee mutate my-package --max 200 --save survivors
  referee mutate my-package accepted/right.py --operators border,one-off --least 0.95

Kinds of report: human; csv (a row for each mutant); json (one object).";
    text
}

/// Formats the result, in lines of at most `width` characters; `place` is the problem as given on
/// the command line.
pub fn human(result: &MutationResult, place: &Path, width: usize) -> String {
    let tally = result.tally();
    let mut text = head(result, tally);
    text += "\n";
    if result.is_interrupted {
        let (judged, all) = (tally.mutants - tally.not_judged, tally.mutants);
        let share = part_of(judged, all, "mutants", ("was", "were"));
        let _ = writeln!(text, "{} interrupted; {share} judged\n", painted(BAD, "INCOMPLETE:"));
    }
    facts(&mut text, tally, width);
    programs(&mut text, result);
    operators(&mut text, result, width);
    survivors(&mut text, result, place, width);
    equivalents(&mut text, result, width);
    text
}

fn head(result: &MutationResult, tally: Tally) -> String {
    let cases = plural(result.cases, "case", "cases");
    let programs = plural(result.programs.len(), "program", "programs");
    let mutants = plural(tally.mutants, "mutant", "mutants");
    let chosen = if !result.programs.iter().any(|one| one.refused.is_some())
        && tally.mutants < result.found
    {
        format!(" of {} (seed {})", result.found, result.seed)
    } else {
        String::new()
    };
    let problem = escape(result.problem.as_bytes());
    format!("{problem}: {cases}, {programs}, {mutants}{chosen}, limit {} s\n", result.time_limit)
}

/// Returns a share in words, such as `9 of 10, 90.0 %`.
fn share(tally: Tally) -> String {
    let judged = tally.killed() + tally.survived;
    match tally.score() {
        Some(score) => format!("{} of {judged}, {:.1} %", tally.killed(), 100.0 * score),
        None => "-".into(),
    }
}

fn facts(text: &mut String, tally: Tally, width: usize) {
    let mut fact = |label: &str, fact: &str| {
        let label = painted(LABEL, &format!("{label:<LABEL_WIDTH$}"));
        wrapped_after(text, &label, LABEL_WIDTH + 2, width, fact);
    };
    let how: Vec<String> = (Killed::ALL.iter().zip(tally.killed_by))
        .filter(|(_, count)| *count > 0)
        .map(|(how, count)| format!("{count} {}", how.words()))
        .collect();
    let how = if how.is_empty() { String::new() } else { format!(": {}", how.join(", ")) };
    fact("killed", &format!("{}{how}", share(tally)));
    let paint = if tally.survived == 0 { GOOD } else { BAD };
    fact("survived", &painted(paint, &tally.survived.to_string()));
    if tally.slower > 0 {
        let differ = if tally.slower == 1 { "differs" } else { "differ" };
        let (slower, too_slow) = (tally.slower, tally.too_slow);
        let words = format!("from the original in speed only: {too_slow} too slow for a case");
        fact("slower", &format!("{slower} {differ} {words}"));
    }
    if tally.agrees > 0 {
        let agree = if tally.agrees == 1 { "agrees" } else { "agree" };
        let words = "with the original on everything that the hunt has tried: probably equivalent";
        fact("agree", &format!("{} {agree} {words}", tally.agrees));
    }
    let apart = [
        (tally.same_program, "the same program as the original"),
        (tally.duplicates, "the same program as another mutant"),
        (tally.not_compiled, "not compiled"),
    ];
    let apart: Vec<String> = (apart.iter().filter(|(count, _)| *count > 0))
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if !apart.is_empty() {
        fact("left out", &apart.join(", "));
    }
    if tally.not_judged > 0 {
        fact("not judged", &painted(ODD, &tally.not_judged.to_string()));
    }
}

/// Formats a line for each program, if there are several, or some were not mutated.
fn programs(text: &mut String, result: &MutationResult) {
    if result.programs.len() < 2 && result.programs.iter().all(|one| one.refused.is_none()) {
        return;
    }
    let names = result.programs.iter().map(|program| width(&program.name));
    let longest = names.max().unwrap_or(0).min(MAX_NAME);
    text.push('\n');
    for program in &result.programs {
        let name = shortened(&program.name, longest);
        let fact = match &program.refused {
            Some(why) => painted(BAD, &escape(why.as_bytes())),
            None => share(program.tally()),
        };
        let _ = writeln!(text, "  {}  {fact}", padded(&name, longest));
    }
}

fn operators(text: &mut String, result: &MutationResult, width: usize) {
    let rows = result.by_operator();
    let names = rows.iter().map(|(operator, _)| operator.name.len()).max().unwrap_or(0);
    let shares: Vec<String> = rows.iter().map(|(_, tally)| share(*tally)).collect();
    let widest = shares.iter().map(String::len).max().unwrap_or(0);
    if !rows.is_empty() {
        text.push('\n');
    }
    for ((operator, _), share) in rows.iter().zip(shares) {
        let start = format!("  {:names$}  {share:widest$}  ", operator.name);
        wrapped_after(text, &start, start.len(), width, operator.imitates);
    }
}

fn survivors(text: &mut String, result: &MutationResult, place: &Path, width: usize) {
    for (program, judged) in result.survivors() {
        let name = judged.mutant.name();
        let title = format!("{}, {name}", program.name);
        let _ = writeln!(text, "\n{}", painted(BAD, &escape(title.as_bytes())));
        change(text, judged, width);
        if let Some(find) = &judged.find {
            crate::hunt::killer(text, find);
        }
        if let Some(path) = judged.saved.as_ref().filter(|_| judged.find.is_none()) {
            let words = [place, path].map(|path| quoted(&path.to_string_lossy()));
            let _ =
                writeln!(text, "  {}  referee hunt {}", painted(LABEL, "hunt"), words.join(" "));
        }
    }
    let is_left = |judged: &JudgedMutant| judged.saved.is_none() && judged.find.is_none();
    let unsaved = result.survivors().filter(|(_, judged)| is_left(judged)).count();
    if unsaved > 0 {
        text.push('\n');
        let advice = "--hunt 10s looks for a case that kills each of these; --save DIR writes them as programs, with a \
            `referee hunt` for each";
        wrapped(text, 0, width, advice);
    }
}

/// Lists the mutants that are probably equivalent, for people to check.
fn equivalents(text: &mut String, result: &MutationResult, width: usize) {
    for (program, judged) in result.mutants() {
        let Outcome::Agrees { candidates } = judged.outcome else { continue };
        let title = format!("{}, {}", program.name, judged.mutant.name());
        let count = usize::try_from(candidates).unwrap_or(usize::MAX);
        let count = plural(count, "candidate", "candidates");
        let title = painted(ODD, &escape(title.as_bytes()));
        let _ = writeln!(text, "\n{title}  agrees on {count}");
        change(text, judged, width);
    }
}

/// Formats the changed lines of a mutant, before and after.
fn change(text: &mut String, judged: &JudgedMutant, width: usize) {
    let mutant = &judged.mutant;
    let margin = mutant.line().to_string();
    let sides = [("-", mutant.old()), ("+", &*mutant.changed())];
    let lines = sides.iter().flat_map(|(sign, side)| side.lines().map(move |line| (sign, line)));
    let digits = margin.len();
    for (at, (sign, line)) in lines.enumerate() {
        let shown = if at == 0 { &*margin } else { "" };
        // Tabs should not be escaped here.
        let line = escape(line.replace('\t', "    ").trim_end().as_bytes());
        let line = fitted(&line, width.saturating_sub(digits + 6));
        let _ = writeln!(text, "  {shown:digits$}  {sign} {line}");
    }
}

/// Formats the result as CSV: a row for each mutant.
///
/// # Errors
/// Memory is exhausted.
pub fn csv(result: &MutationResult) -> std::io::Result<String> {
    let mut out = CsvTable::new(Vec::new());
    let columns =
        ["number", "program", "operator", "file", "line", "outcome", "how", "case", "old", "new"];
    out.row(columns)?;
    for (program, judged) in result.mutants() {
        let mutant = &judged.mutant;
        let (how, case) = detail(&judged.outcome);
        let lines = [mutant.old(), &*mutant.changed()].map(|lines| escape(lines.as_bytes()));
        out.row([
            &*mutant.number.to_string(),
            &program.name,
            mutant.operator.name,
            &mutant.file,
            &mutant.line().to_string(),
            judged.outcome.code(),
            &how,
            &case,
            &lines[0],
            &lines[1],
        ])?;
    }
    out.into_text()
}

/// Returns the details of an outcome, and the case that kills.
fn detail(outcome: &Outcome) -> (String, String) {
    match outcome {
        Outcome::Killed { how, case } => (how.code().into(), case.to_string()),
        Outcome::Duplicate(number) => (number.to_string(), String::new()),
        Outcome::NotJudged(why) => (escape(why.as_bytes()), String::new()),
        Outcome::Agrees { candidates } => (candidates.to_string(), String::new()),
        Outcome::Slower(Some(case)) => (Killed::TooSlow.code().into(), case.to_string()),
        Outcome::Slower(None) | Outcome::Survived | Outcome::SameProgram | Outcome::NotCompiled => {
            Default::default()
        }
    }
}

/// The JSON form of a result.
#[derive(Serialize)]
struct Json<'a> {
    format: &'static str,
    version: u32,
    problem: &'a str,
    cases: usize,
    time_limit: f64,
    found: usize,
    seed: u64,
    totals: Value,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    interrupted: bool,
    programs: Vec<JsonMutatedProgram<'a>>,
    operators: Vec<Value>,
}

#[derive(Serialize)]
struct JsonMutatedProgram<'a> {
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<&'a str>,
    totals: Value,
    mutants: Vec<JsonMutant<'a>>,
}

#[derive(Serialize)]
struct JsonMutant<'a> {
    number: usize,
    name: String,
    operator: &'static str,
    file: &'a str,
    line: usize,
    old: &'a str,
    new: String,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    how: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    case: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    duplicate_of: Option<usize>,
    /// Why it was not judged, or in how many runs the input kills it, if not in all.
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saved: Option<String>,
    /// The number of candidates of a hunt on which it agreed with the original.
    #[serde(skip_serializing_if = "Option::is_none")]
    candidates: Option<u64>,
    /// An input that kills it, found by a hunt.
    #[serde(skip_serializing_if = "Option::is_none")]
    killing_input: Option<String>,
}

impl<'a> JsonMutant<'a> {
    fn of(judged: &'a JudgedMutant) -> JsonMutant<'a> {
        let JudgedMutant { mutant, outcome, saved, find } = judged;
        let input = find.as_ref().map(|find| String::from_utf8_lossy(&find.shrunk.shrunk.input));
        let share = find.as_ref().map(|find| find.share).filter(|share| !share.is_always());
        let mut message = share.map(crate::hunt::share_in_words);
        let (mut killed, mut duplicate_of, mut candidates) = (None, None, None);
        match outcome {
            Outcome::Killed { how, case } => killed = Some((how.code(), &**case)),
            Outcome::Slower(case) => {
                killed = case.as_ref().map(|case| (Killed::TooSlow.code(), &**case));
            }
            Outcome::Duplicate(number) => duplicate_of = Some(*number),
            Outcome::NotJudged(why) => message = Some(why.clone()),
            Outcome::Agrees { candidates: count } => candidates = Some(*count),
            Outcome::Survived | Outcome::SameProgram | Outcome::NotCompiled => {}
        }
        let (how, case) = killed.unzip();
        JsonMutant {
            number: mutant.number,
            name: mutant.name(),
            operator: mutant.operator.name,
            file: &mutant.file,
            line: mutant.line(),
            old: mutant.old(),
            new: mutant.changed(),
            outcome: outcome.code(),
            how,
            case,
            duplicate_of,
            message,
            saved: saved.as_ref().map(|path| path.to_string_lossy().into_owned()),
            candidates,
            killing_input: input.map(Cow::into_owned),
        }
    }
}

/// Formats the result as one JSON object.
pub fn json(result: &MutationResult) -> String {
    json_line(&Json {
        format: "referee-mutate",
        version: 1,
        problem: &result.problem,
        cases: result.cases,
        time_limit: result.time_limit,
        found: result.found,
        seed: result.seed,
        totals: json_tally(result.tally()),
        interrupted: result.is_interrupted,
        programs: result.programs.iter().map(json_program).collect(),
        operators: (result.by_operator().into_iter())
            .map(|(operator, tally)| {
                json!({
                    "name": operator.name,
                    "imitates": operator.imitates,
                    "totals": json_tally(tally),
                })
            })
            .collect(),
    })
}

/// The mutants that differ from the original only in speed are `slower`, too slow for a case or
/// not.
fn json_tally(tally: Tally) -> Value {
    let [wrong_answer, crash, too_slow, too_large] = tally.killed_by;
    json!({
        "mutants": tally.mutants,
        "killed": tally.killed(),
        "wrong_answer": wrong_answer,
        "crash": crash,
        "too_slow": too_slow,
        "too_large": too_large,
        "survived": tally.survived,
        "slower": tally.slower,
        "agrees": tally.agrees,
        "same_program": tally.same_program,
        "duplicates": tally.duplicates,
        "not_compiled": tally.not_compiled,
        "not_judged": tally.not_judged,
        "score": tally.score(),
    })
}

fn json_program(program: &MutatedProgram) -> JsonMutatedProgram<'_> {
    JsonMutatedProgram {
        name: &program.name,
        refused: program.refused.as_deref(),
        totals: json_tally(program.tally()),
        mutants: program.mutants.iter().map(JsonMutant::of).collect(),
    }
}
