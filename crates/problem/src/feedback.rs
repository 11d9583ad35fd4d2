//! Reads the feedback folder of a checker: messages, a score, the input of the next pass.
//!
//! The checker may leave anything there: links to any file, pipes, huge files. So only regular
//! files are read, and only up to a bound.

use std::fs;
use std::io::Read;
use std::path::Path;

use referee_base::files;
use referee_package::Score;

/// The maximum length of a checker's message, in bytes.
pub(super) const SAID: u64 = 2000;

/// The maximum size of a file that a checker writes, also of the next pass's input, in bytes.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// The maximum length of the text of a score, in bytes.
const MAX_SCORE: u64 = 200;

const MESSAGE: &str = "judgemessage.txt";
/// Why there is no verdict, for the jury.
const JUDGE_ERROR: &str = "judgeerror.txt";
const TEAM_MESSAGE: &str = "teammessage.txt";
const POINTS: &str = "score.txt";
const MULTIPLIER: &str = "score_multiplier.txt";
const NEXT_PASS: &str = "nextpass.in";
/// Our own checkers make this file when they begin to work on what the program gave them.
const AT_FAULT: &str = "program-at-fault";

/// A feedback folder after its checker has exited.
pub struct FeedbackFolder<'a>(pub &'a Path);

impl FeedbackFolder<'_> {
    /// Returns the start of the message for the jury.
    pub fn message(&self) -> Vec<u8> {
        self.start(MESSAGE, SAID).unwrap_or_default()
    }

    /// Returns the start of the message for the contestant.
    pub fn team_message(&self) -> Vec<u8> {
        self.start(TEAM_MESSAGE, SAID).unwrap_or_default()
    }

    /// Returns why the checker gives no verdict, in one line, if it says so.
    pub(super) fn judge_error(&self) -> Option<String> {
        let said = self.start(JUDGE_ERROR, SAID)?;
        let said = String::from_utf8_lossy(&said);
        let words: Vec<&str> = said.split_whitespace().collect();
        (!words.is_empty()).then(|| words.join(" "))
    }

    /// Returns whether the program is at fault if a limit stops the checker.
    pub(super) fn blames_program(&self) -> bool {
        self.start(AT_FAULT, 0).is_some()
    }

    /// Returns the score of an output, if the checker gives one.
    ///
    /// # Errors
    /// The folder has two scores, or one that is not a number or out of range, or a score for a
    /// rejected output. The error is the message.
    pub fn score(&self, is_accepted: bool) -> Result<Option<Score>, String> {
        let points = self.number(POINTS)?;
        let multiplier = self.number(MULTIPLIER)?;
        match (points, multiplier) {
            (None, None) => Ok(None),
            _ if !is_accepted => Err("it gives a score to an output that it rejects".into()),
            (Some(_), Some(_)) => Err(format!("it wrote both {POINTS} and {MULTIPLIER}")),
            (Some(points), None) => Ok(Some(Score::Points(points))),
            (None, Some(part)) if (0.0..=1.0).contains(&part) => Ok(Some(Score::Multiplier(part))),
            (None, Some(part)) => Err(format!("{MULTIPLIER} is {part}, which is not in 0..=1")),
        }
    }

    /// Removes the input of the next pass, if there is one, from the folder and returns it.
    ///
    /// # Errors
    /// The input cannot be read or removed, or is too large. The error is the message.
    pub fn take_next_pass(&self) -> Result<Option<Vec<u8>>, String> {
        let path = self.0.join(NEXT_PASS);
        if path.symlink_metadata().is_err() {
            return Ok(None);
        }
        let input = self.start(NEXT_PASS, MAX_BYTES + 1);
        let input = input.ok_or_else(|| format!("{NEXT_PASS} cannot be read as a file"))?;
        if input.len() as u64 > MAX_BYTES {
            return Err(format!("{NEXT_PASS} is larger than {} MiB", MAX_BYTES >> 20));
        }
        fs::remove_file(&path)
            .map_err(|error| format!("{NEXT_PASS} cannot be removed: {error}"))?;
        Ok(Some(input))
    }

    fn number(&self, name: &str) -> Result<Option<f64>, String> {
        if self.0.join(name).symlink_metadata().is_err() {
            return Ok(None);
        }
        let text = self.start(name, MAX_SCORE + 1).unwrap_or_default();
        // The rest of a truncated number may change its value, like an exponent.
        let is_whole = text.len() as u64 <= MAX_SCORE;
        number(text.trim_ascii())
            .filter(|_| is_whole)
            .map(Some)
            .ok_or_else(|| format!("{name} does not contain a decimal number"))
    }

    /// Returns the start of a file; `None` if it cannot be read as a regular file.
    fn start(&self, name: &str, most: u64) -> Option<Vec<u8>> {
        let path = self.0.join(name);
        let mut text = Vec::new();
        files::open_no_link(&path).ok()?.take(most).read_to_end(&mut text).ok()?;
        Some(text)
    }
}

/// Parses a number as in the package format: decimal, without names for infinities or NaN.
fn number(text: &[u8]) -> Option<f64> {
    let is_plain = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
    if !text.iter().all(is_plain) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
}

#[cfg(test)]
mod tests;
