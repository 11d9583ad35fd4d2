//! How a program fails: what two failures caused by the same mistake have in common.

use referee_counterexamples::Failure;

use referee_events::{Crash, JudgedCase, Reason, STDERR};

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
        kind.extend(stderr.and_then(|fact| exception(&fact.text)));
    }
    let claim = judged.says.split_whitespace().next();
    kind.extend(claim.filter(|word| word.chars().all(char::is_alphabetic)).map(String::from));
    let labels = judged.facts.iter().map(|fact| &*fact.label);
    kind.extend(labels.filter(|label| !ASIDE.contains(label)).map(String::from));
    Failure { kind: kind.join(", "), message: judged.message.to_string() }
}

/// Returns the name of the exception that ended a program. In an unknown format, it is the first
/// word that looks like one.
fn exception(stderr: &str) -> Option<String> {
    let kind = Crash::read(stderr).map(|crash| crash.kind).filter(|kind| !kind.is_empty());
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let is_name = |word: &&str| word.ends_with("Error") || word.ends_with("Exception");
    kind.or_else(|| stderr.split(|c| !is_part(c)).find(is_name).map(String::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exceptions_are_of_the_kind_that_the_language_writes() {
        let java = "Exception in thread \"main\" java.lang.ArithmeticException: / by zero\n\
            \tat Main.main(Main.java:6)";
        let rust = "thread 'main' panicked at src/main.rs:3:5:\nindex out of bounds: TheError";
        let cpp = "terminate called after throwing an instance of 'std::out_of_range'";
        let ruby = "main.rb:1:in `/': divided by 0 (ZeroDivisionError)\n\tfrom main.rb:1";
        for (stderr, expected) in [
            (java, Some("ArithmeticException")),
            (&java.replace("java.lang.ArithmeticException", "Stuck"), Some("Stuck")),
            (rust, Some("panic")),
            (cpp, Some("out_of_range")),
            (ruby, Some("ZeroDivisionError")),
            ("it does not work", None),
        ] {
            assert_eq!(exception(stderr).as_deref(), expected, "{stderr}");
        }
    }
}
