//! What two messages have in common: a message without the numbers and quotations in it, so that equal mistakes on different inputs are seen
//! to be equal.

/// The number of characters of a message that tell kinds apart.
const CHARACTERS: usize = 160;

/// What stands for a number.
const NUMBER: char = '#';

/// Returns a message without the numbers and the quotations in it.
pub(super) fn normalised(message: &str) -> String {
    let mut text = String::new();
    let mut letters = message.chars().take(CHARACTERS).peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        match letter {
            '0'..='9' if !before.is_alphanumeric() => {
                while letters.next_if(|next| next.is_ascii_digit() || *next == '.').is_some() {}
                text.push(NUMBER);
            }
            '"' | '`' => {
                while letters.next_if(|next| *next != letter).is_some() {}
                letters.next();
                text.extend([letter, '…', letter]);
            }
            _ => text.push(letter),
        }
        before = letter;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_quotations_make_no_kind() {
        for (message, expected) in [
            ("there is a square that Bob cannot reach", "there is a square that Bob cannot reach"),
            ("jump 3: Sasha from 14 to 4", "jump #: Sasha from # to #"),
            (
                "took 2.01 s of CPU time; the limit is 2.00 s",
                "took # s of CPU time; the limit is # s",
            ),
            ("token \"3 4\" where `a` was expected", "token \"…\" where `…` was expected"),
            ("an open \"quotation 12", "an open \"…\""),
            ("ended by SIGSEGV at x86 on (8,-7)", "ended by SIGSEGV at x86 on (#,-#)"),
        ] {
            assert_eq!(normalised(message), expected);
        }
        assert_eq!(normalised(&"é".repeat(1000)).chars().count(), CHARACTERS);
    }
}
