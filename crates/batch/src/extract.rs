//! Extracts code from texts that models write: from Markdown fences, with prose around them.

struct Block {
    /// The word after the opening fence, in lower case.
    tag: String,
    code: String,
    is_closed: bool,
}

/// A line that opens or closes a block.
struct Fence<'a> {
    sign: char,
    length: usize,
    /// The number of columns before it.
    indent: usize,
    rest: &'a str,
}

/// Extracts the code from a text, and returns it with how it was found, for people: the last block
/// in the language, or else the last one without a language, or else the last one. A text without
/// fences is all code.
pub(crate) fn extract(text: &str, is_language: impl Fn(&str) -> bool) -> (String, String) {
    let blocks = blocks(text);
    let last = |is_it: &dyn Fn(&Block) -> bool| blocks.iter().rposition(is_it);
    let of_language = last(&|block| !block.tag.is_empty() && is_language(&block.tag));
    let untagged = || last(&|block| block.tag.is_empty());
    let Some(at) = of_language.or_else(untagged).or_else(|| last(&|_| true)) else {
        return (text.to_string(), "the whole text".into());
    };
    let block = &blocks[at];
    let mut how = format!("block {} of {}", at + 1, blocks.len());
    if !block.tag.is_empty() {
        how += &format!(", `{}`", block.tag);
    }
    if !block.is_closed {
        how += ", which has no end";
    }
    (block.code.clone(), how)
}

/// Finds all blocks. A fence is closed by one of the same character that is at least as long and at
/// most three columns further to the right, so that code may contain shorter ones, and others in
/// its comments.
fn blocks(text: &str) -> Vec<Block> {
    let mut blocks = Vec::new();
    // The open fence, its tag, and where its code begins.
    let mut open: Option<(Fence, String, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let Some(fence) = fence(line) else { continue };
        match &open {
            None => {
                let word = fence.rest.split([' ', '{', ',', ':']).next();
                open = Some((fence, word.unwrap_or("").to_lowercase(), at));
            }
            Some((opened, tag, from)) if closes(&fence, opened) => {
                let code = unindented(&text[*from..start], opened.indent);
                blocks.push(Block { tag: tag.clone(), code, is_closed: true });
                open = None;
            }
            Some(_) => {}
        }
    }
    if let Some((opened, tag, from)) = open {
        let code = unindented(&text[from..], opened.indent);
        blocks.push(Block { tag, code, is_closed: false });
    }
    blocks
}

fn fence(line: &str) -> Option<Fence<'_>> {
    let text = line.trim();
    let sign = text.chars().next().filter(|sign| ['`', '~'].contains(sign))?;
    let rest = text.trim_start_matches(sign);
    let length = text.len() - rest.len();
    let indent = line.chars().take_while(|c| c.is_whitespace());
    let indent: usize = indent.map(|c| if c == '\t' { 4 } else { 1 }).sum();
    let is_fence = length >= 3 && !rest.contains('`');
    is_fence.then_some(Fence { sign, length, indent, rest: rest.trim() })
}

fn closes(fence: &Fence, opened: &Fence) -> bool {
    fence.sign == opened.sign
        && fence.length >= opened.length
        && fence.indent < opened.indent + 4
        && fence.rest.is_empty()
}

/// Returns the code of a block, as of one in a list, without the columns before its fence, if they
/// are empty in all lines.
fn unindented(code: &str, indent: usize) -> String {
    let spaces = |line: &str| line.bytes().take(indent).take_while(|byte| *byte == b' ').count();
    let filled = code.lines().filter(|line| !line.trim().is_empty());
    let common = filled.map(spaces).min().unwrap_or(0);
    code.split_inclusive('\n').map(|line| &line[common.min(spaces(line))..]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (String, String) {
        extract(text, |tag| tag == "python" || tag == "py")
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

    #[test]
    fn fences_may_be_in_lists_and_in_comments() {
        let listed = "1. So:\n\n   ```python\n   def f():\n       return 1\n\n   ```\n2. Done.\n";
        assert_eq!(of(listed).0, "def f():\n    return 1\n\n");
        let comment = "def f():\n    \"\"\"\n    ```\n    f()\n    ```\n    \"\"\"\n";
        assert_eq!(of(&format!("```python\n{comment}```\n")).0, comment);
    }
}
