//! Converts statements to other notations.
//!
//! Statements are written once, in plain Markdown: paragraphs, headings, lists, `*emphasis*`, ``
//! `code` `` and mathematics between dollar signs. They are converted to TeX for judges that
//! require it, and to plain text for those that support neither.

/// The placeholder for the samples; other formats place samples by themselves.
const SAMPLES: &str = "{{remainingsamples}}";

/// Converts the statement to TeX, as the legacy format requires.
pub fn tex(title: &str, markdown: &str) -> String {
    let mut tex = format!("\\problemname{{{}}}\n\n", tex_line(title));
    let mut in_list = false;
    for line in markdown.lines().filter(|line| *line != SAMPLES) {
        let item = line.strip_prefix("- ");
        // An indented line continues the item.
        let goes_on = line.starts_with("  ");
        if in_list && item.is_none() && !goes_on {
            tex.push_str("\\end{itemize}\n");
            in_list = false;
        }
        if let Some(heading) = line.strip_prefix("## ") {
            tex.push_str(&format!("\\section*{{{}}}\n", tex_line(heading)));
        } else if let Some(item) = item {
            if !in_list {
                tex.push_str("\\begin{itemize}\n");
                in_list = true;
            }
            tex.push_str(&format!("  \\item {}\n", tex_line(item)));
        } else {
            tex.push_str(&format!("{}\n", tex_line(line)));
        }
    }
    if in_list {
        tex.push_str("\\end{itemize}\n");
    }
    format!("{}\n", tex.trim_end())
}

/// Returns the title that a statement in TeX has in `\problemname`; `None` if it contains markup.
pub fn problem_name(tex: &str) -> Option<String> {
    let (_, rest) = tex.split_once("\\problemname{")?;
    let (name, _) = rest.split_once('}')?;
    let is_plain = !name.contains(['\\', '{', '$', '_', '^', '~', '%', '#', '&', '`', '\n']);
    let name = name.trim();
    (is_plain && !name.is_empty()).then(|| name.to_string())
}

/// Converts a line of Markdown to TeX. Mathematics is not changed.
fn tex_line(line: &str) -> String {
    let (mut tex, mut in_math, mut in_code, mut in_emphasis) = (String::new(), false, false, false);
    for c in line.chars() {
        match c {
            '$' if !in_code => {
                in_math = !in_math;
                tex.push('$');
            }
            _ if in_math => tex.push(c),
            '`' => {
                tex.push_str(if in_code { "}" } else { "\\texttt{" });
                in_code = !in_code;
            }
            '*' if !in_code => {
                tex.push_str(if in_emphasis { "}" } else { "\\emph{" });
                in_emphasis = !in_emphasis;
            }
            '%' | '&' | '#' | '_' | '{' | '}' | '$' => {
                tex.push('\\');
                tex.push(c);
            }
            '~' => tex.push_str("\\textasciitilde{}"),
            '^' => tex.push_str("\\textasciicircum{}"),
            '\\' => tex.push_str("\\textbackslash{}"),
            c => tex.push(c),
        }
    }
    tex
}

/// TeX commands and their plain text.
const IN_TEXT: [(&str, &str); 11] = [
    ("le", "<="),
    ("leq", "<="),
    ("ge", ">="),
    ("geq", ">="),
    ("dots", "..."),
    ("ldots", "..."),
    ("cdots", "..."),
    ("times", "x"),
    ("cdot", "*"),
    ("left", ""),
    ("right", ""),
];

/// A sample in the statement.
pub struct Sample {
    /// The text of its input.
    pub input: String,
    /// The text of its answer.
    pub answer: String,
}

/// Converts the statement to plain text, under its title and followed by the samples.
pub fn text(title: &str, markdown: &str, samples: &[Sample]) -> String {
    let mut text = format!("{title}\n{}\n\n", "=".repeat(title.chars().count()));
    for line in markdown.lines().filter(|line| *line != SAMPLES) {
        match line.strip_prefix("## ") {
            Some(heading) => {
                let underline = "-".repeat(heading.chars().count());
                text.push_str(&format!("{heading}\n{underline}\n"));
            }
            None => text.push_str(&format!("{}\n", text_line(line))),
        }
    }
    for (number, Sample { input, answer }) in samples.iter().enumerate() {
        let head = format!("Sample {}", number + 1);
        let underline = "-".repeat(head.len());
        let indented = |text: &str| text.lines().map(|line| format!("    {line}\n")).collect();
        let [input, answer]: [String; 2] = [indented(input), indented(answer)];
        text.push_str(&format!("{head}\n{underline}\n{input}\n    answer:\n\n{answer}\n"));
    }
    format!("{}\n", text.trim_end())
}

/// Converts mathematics to plain text. Unknown commands stay as they are.
fn mathematics(tex: &str) -> String {
    let mut parts = tex.split('\\');
    let mut text = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(part.len());
        let (name, rest) = part.split_at(end);
        match IN_TEXT.iter().find(|(tex, _)| *tex == name) {
            Some((_, plain)) => text.push_str(plain),
            None => text.extend(["\\", name]),
        }
        text.push_str(rest);
    }
    text.replace(['{', '}'], "")
}

fn text_line(line: &str) -> String {
    let mut text = String::new();
    for (at, part) in line.split('$').enumerate() {
        let is_math = at % 2 == 1;
        if is_math {
            text.push_str(&mathematics(part))
        } else {
            text.push_str(&part.replace(['`', '*'], ""))
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_replaced_whole() {
        let shown =
            text("T", "$1 \\leq n \\le 9$, $\\left(a_{1}, \\ldots\\right)$ \\le $\\lessgtr$", &[]);
        assert_eq!(shown, "T\n=\n\n1 <= n <= 9, (a_1, ...) \\le \\lessgtr\n");
    }
}
