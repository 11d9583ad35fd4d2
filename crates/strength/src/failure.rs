//! How a program fails: what two failures caused by the same mistake have in common.

use referee_counterexamples::Failure;

use referee_events::{JudgedCase, Reason, STDERR};

/// Facts that say nothing about the mistake: whether they are present depends on the size of the
/// input.
const ASIDE: [&str; 3] = [STDERR, "pass", "values"];

/// Returns a failure with its kind: the reason, how the program ended, what it claims and what
/// refutes that, without numbers.
pub(crate) fn failure(judged: &JudgedCase) -> Failure {
    let mut kind = vec![judged.reason.code().to_string()];
    if judged.reason == Reason::RunTimeError {
        let used = judged.used.as_ref();
        kind.extend(used.and_then(|used| used.signal).map(|signal| format!("signal {signal}")));
        kind.extend(used.and_then(|used| used.exit).map(|exit| format!("exit {exit}")));
        let stderr = judged.facts.iter().find(|fact| fact.label == STDERR);
        kind.extend(stderr.and_then(|fact| exception(&fact.text)).map(String::from));
    }
    kind.extend(
        judged.says.split_whitespace().next().filter(|word| is_word(word)).map(String::from),
    );
    let labels = judged.facts.iter().map(|fact| &*fact.label);
    kind.extend(labels.filter(|label| !ASIDE.contains(label)).map(String::from));
    Failure { kind: kind.join(", "), message: judged.message.to_string() }
}

fn is_word(text: &str) -> bool {
    text.chars().all(char::is_alphabetic)
}

/// Returns the name of the exception that ended a program, as printed by interpreters.
fn exception(stderr: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut words = stderr.split(|c| !is_part(c));
    words.find(|word| word.ends_with("Error") || word.ends_with("Exception"))
}
