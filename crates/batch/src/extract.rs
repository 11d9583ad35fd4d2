//! Extracts code from texts that models write: from Markdown fences, with prose around them.

/// The result of an extraction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Extracted {
    /// The code.
    pub code: String,
    /// How it was found, for people.
    pub how: String,
}

/// A block between fences.
struct Block<'a> {
    /// The word after the opening fence, in lower case.
    tag: String,
    code: &'a str,
    is_closed: bool,
}

/// Extracts the code from a text: the last block in the language, or else the last one without a
/// language, or else the last one. A text without fences is all code.
pub(crate) fn extract(text: &str, is_language: impl Fn(&str) -> bool) -> Extracted {
    let blocks = blocks(text);
    let last = |is_it: &dyn Fn(&Block) -> bool| blocks.iter().rposition(is_it);
    let of_language = last(&|block| !block.tag.is_empty() && is_language(&block.tag));
    let untagged = || last(&|block| block.tag.is_empty());
    let Some(at) = of_language.or_else(untagged).or_else(|| last(&|_| true)) else {
        return Extracted { code: text.to_string(), how: "the whole text".into() };
    };
    let block = &blocks[at];
    let mut how = format!("block {} of {}", at + 1, blocks.len());
    if !block.tag.is_empty() {
        how += &format!(", `{}`", block.tag);
    }
    if !block.is_closed {
        how += ", which has no end";
    }
    Extracted { code: block.code.to_string(), how }
}

/// Finds all blocks. A fence is closed by one of the same character that is at least as long, so
/// that code may contain shorter ones.
fn blocks(text: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    // The character and length of the open fence, its tag, and where its code begins.
    let mut open: Option<(char, usize, String, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some((sign, length, rest)) = fence(line) else { continue };
        match &open {
            None => {
                let tag = rest.split([' ', '{', ',', ':']).next().unwrap_or("").to_lowercase();
                open = Some((sign, length, tag, at));
            }
            Some((opened, least, tag, from))
                if *opened == sign && length >= *least && rest.is_empty() =>
            {
                blocks.push(Block { tag: tag.clone(), code: &text[*from..start], is_closed: true });
                open = None;
            }
            Some(_) => {}
        }
    }
    if let Some((_, _, tag, from)) = open {
        blocks.push(Block { tag, code: &text[from..], is_closed: false });
    }
    blocks
}

/// Returns the character and length of a fence, and what follows it.
fn fence(line: &str) -> Option<(char, usize, &str)> {
    let line = line.trim();
    let sign = line.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
    let rest = line.trim_start_matches(sign);
    let length = line.len() - rest.len();
    (length >= 3 && !rest.contains('`')).then_some((sign, length, rest.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String) {
        let Extracted { code, how } = extract(text, |tag| tag == "python" || tag == "py");
        (code, how)
    }

    #[test]
    fn the_last_block_of_the_language_is_taken() {
        let text = "First:\n```python\na\n```\nThen\n```py\nb\n```\nPrints:\n```\n3\n```\n";
        assert_eq!(of(text), ("b\n".into(), "block 2 of 3, `py`".into()));
    }

    #[test]
    fn blocks_without_a_language_count_if_there_are_no_others() {
        assert_eq!(of("```\nx\n```"), ("x\n".into(), "block 1 of 1".into()));
        assert_eq!(of("```\nx\n```\n```sql\ny\n```").0, "x\n");
        assert_eq!(of("```sql\ny\n```").1, "block 1 of 1, `sql`");
    }

    #[test]
    fn fences_may_be_open_or_longer_or_missing() {
        assert_eq!(
            of("```python\nx = 1\n"),
            ("x = 1\n".into(), "block 1 of 1, `python`, which has no end".into())
        );
        assert_eq!(of("````python\n```\nx\n```\n````").0, "```\nx\n```\n");
        assert_eq!(of("~~~py\nx\n~~~").0, "x\n");
        assert_eq!(of("print(1)"), ("print(1)".into(), "the whole text".into()));
        assert_eq!(of("s = '```'\n").1, "the whole text");
    }
}
