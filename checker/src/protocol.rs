//! A verdict under the two protocols of output validators: exit codes and messages, as values.
//!
//! - ICPC problem package format: 42 accepts, 43 rejects, anything else is a judge error.
//! - testlib: 0 accepts, 1 is a wrong answer, 2 a malformed output, 3 a judge error.

use crate::text::escape;
use crate::{CheckVerdict, Refusal, RefusalKind};

/// ICPC: the output is accepted.
pub const ICPC_ACCEPTED: u8 = 42;
/// ICPC: the output is rejected.
pub const ICPC_REFUSED: u8 = 43;
/// Both: a judge error (under ICPC, any code except 42 and 43).
pub const JUDGE_ERROR: u8 = 3;

/// The result of a stand-alone run: a verdict, or a judge error in words.
pub type Result = std::result::Result<CheckVerdict, String>;

/// The exit code under the ICPC protocol.
pub fn icpc_code(result: &Result) -> u8 {
    match result {
        Ok(CheckVerdict::Accepted(_)) => ICPC_ACCEPTED,
        Ok(CheckVerdict::Refused(_)) => ICPC_REFUSED,
        Err(_) => JUDGE_ERROR,
    }
}

/// The text of `judgemessage.txt`: for the jury, with the whole explanation.
pub fn judge_message(result: &Result) -> String {
    match result {
        Ok(CheckVerdict::Accepted(claim)) => format!("accepted: {claim}\n"),
        Ok(CheckVerdict::Refused(refusal)) => {
            let place = refusal.explanation.place;
            let at = place.map_or(String::new(), |place| format!(", {place}"));
            format!("{}{at}\n{}", refusal.kind, refusal.explanation)
        }
        Err(fault) => format!("judge error: {}\n", escape(fault.as_bytes())),
    }
}

/// The text of `teammessage.txt`: reveals nothing of the input or of a right answer.
pub fn team_message(result: &Result) -> Option<String> {
    match result {
        Ok(CheckVerdict::Refused(refusal)) => Some(format!("{}\n", refusal.explanation.public)),
        _ => None,
    }
}

/// The exit code under the testlib protocol.
pub fn testlib_code(result: &Result) -> u8 {
    match result {
        Ok(CheckVerdict::Accepted(_)) => 0,
        Ok(CheckVerdict::Refused(refusal)) => match refusal.kind {
            RefusalKind::WrongAnswer => 1,
            RefusalKind::Empty | RefusalKind::NotText | RefusalKind::Malformed => 2,
        },
        Err(_) => JUDGE_ERROR,
    }
}

/// The testlib prefix of a message on standard error, and the outcome attribute of its XML report.
fn testlib_words(code: u8) -> (&'static str, &'static str) {
    match code {
        0 => ("ok", "accepted"),
        1 => ("wrong answer", "wrong-answer"),
        2 => ("wrong output format", "presentation-error"),
        _ => ("FAIL", "fail"),
    }
}

/// The message under the testlib protocol, on one line.
fn testlib_message(result: &Result) -> String {
    match result {
        Ok(CheckVerdict::Accepted(claim)) => claim.clone(),
        Ok(CheckVerdict::Refused(refusal)) => one_line(refusal),
        // It may contain file names, which may be anything.
        Err(fault) => escape(fault.as_bytes()),
    }
}

/// A rejection on one line: the claim and what refutes it, or what was expected where.
pub fn one_line(Refusal { kind, explanation }: &Refusal) -> String {
    let at = explanation.place.map_or(String::new(), |place| format!("{place}: "));
    match kind {
        RefusalKind::WrongAnswer => format!("{}: {}", explanation.says, explanation.reason()),
        _ => format!("{at}expected {}", explanation.headline()),
    }
}

/// The text on standard error under the testlib protocol if there is no report file.
pub fn testlib_stderr(result: &Result) -> String {
    let (prefix, _) = testlib_words(testlib_code(result));
    format!("{prefix} {}\n", testlib_message(result))
}

/// The testlib report file: the message alone, or with `-appes` one element of XML.
pub fn testlib_report(result: &Result, appes: bool) -> String {
    let message = testlib_message(result);
    if !appes {
        return message + "\n";
    }
    let (_, outcome) = testlib_words(testlib_code(result));
    // The declaration names testlib's encoding; the text is ASCII, which is valid in it.
    format!(
        "<?xml version=\"1.0\" encoding=\"windows-1251\"?><result outcome = \"{outcome}\">{}</result>\n",
        xml_text(&message)
    )
}

/// Text for the inside of an XML element, in ASCII. Control characters do not occur: messages are
/// escaped.
fn xml_text(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_ascii() => out.push(c),
            c => out.push_str(&format!("&#{};", c as u32)),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_name_breaks_a_message() {
        let fault = Err("cannot read a\u{1b}[31m\n<&>\u{fffe}: no".to_string());
        let escaped = r"cannot read a\x1b[31m\n";
        assert_eq!(judge_message(&fault), format!("judge error: {escaped}<&>\\u{{fffe}}: no\n"));
        assert_eq!(
            testlib_report(&fault, true),
            format!(
                "<?xml version=\"1.0\" encoding=\"windows-1251\"?>\
                 <result outcome = \"fail\">{escaped}&lt;&amp;&gt;\\u{{fffe}}: no</result>\n"
            )
        );
    }
}
