//! Inserts a case into the text of a `generators.yaml` as one line, and changes no other.

use referee_base::yaml::{Node, Value};

/// Adds a case after the last one of a group, such as `secret`, and returns the whole text. `rule`
/// is its value, in one line. The planner determines the final name of the case, since it numbers
/// the cases of lists.
///
/// Returns `None` if the text has no such group, or writes its cases in one line.
pub fn insert(text: &str, group: &[&str], name: &str, rule: &str) -> Option<String> {
    let root = Node::read(text.as_bytes()).ok()?;
    let cases = group
        .iter()
        .try_fold(child(&root, "data")?, |cases, part| child(case(cases, part)?, "data"))?;
    let (last, mark) = match &cases.value {
        Value::Mapping(pairs) => (&pairs.last()?.0, ""),
        Value::Sequence(items) => (items.last()?, "- "),
        Value::Scalar { .. } => return None,
    };
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let begin = usize::try_from(last.place.line).ok()?.checked_sub(1)?;
    let margin = margin(lines.get(begin)?);
    // A case on the line of its group, or after a comment or a tag, is left to the user.
    let column = (margin.len() + mark.len() + 1) as u64;
    if last.place.column != column || !lines[begin][margin.len()..].starts_with(mark) {
        return None;
    }
    let depth = margin.len();
    let is_beyond = |line: &str| !line.trim().is_empty() && self::margin(line).len() <= depth;
    let rest = &lines[begin + 1..];
    let end = begin + 1 + rest.iter().position(|line| is_beyond(line)).unwrap_or(rest.len());
    // Empty lines and comments before the next group stay there, unless the last case has them.
    let keeps = keeps_empty_lines(cases);
    let is_last = |line: &str| keeps || !line.trim().is_empty();
    let end = (begin + 1..end).rev().find(|&at| is_last(lines[at])).map_or(begin + 1, |at| at + 1);
    let mut whole = lines[..end].concat();
    if !whole.ends_with('\n') {
        whole.push('\n');
    }
    whole += &format!("{margin}{mark}{name}: {rule}\n");
    Some(whole + &lines[end..].concat())
}

/// Returns whether the last text of a node ends in empty lines, as a block after `|+` may.
fn keeps_empty_lines(node: &Node) -> bool {
    match &node.value {
        Value::Mapping(pairs) => pairs.last().is_some_and(|(_, value)| keeps_empty_lines(value)),
        Value::Sequence(items) => items.last().is_some_and(keeps_empty_lines),
        Value::Scalar { text, .. } => &**text == "\n" || text.ends_with("\n\n"),
    }
}

/// Returns the leading spaces of a line.
fn margin(line: &str) -> &str {
    &line[..line.len() - line.trim_start_matches(' ').len()]
}

fn child<'a>(node: &'a Node, key: &str) -> Option<&'a Node> {
    let found = node.mapping()?.iter().find(|(name, _)| name.text() == Some(key));
    found.map(|(_, value)| value)
}

/// Finds a case or a group by name, in a mapping or in a list of mappings.
fn case<'a>(cases: &'a Node, name: &str) -> Option<&'a Node> {
    match cases.sequence() {
        Some(items) => items.iter().find_map(|item| child(item, name)),
        None => child(cases, name),
    }
}

#[cfg(test)]
mod tests {
    use super::insert;

    const LIST: &str = "data:\n  secret:\n    data:\n      - small: {in: '1'}\n      - large:\n          \
                        generate: random 1\n          count: 3\n\n  # What is wrong.\n  invalid_input:\n    \
                        data:\n      - empty: {in: ''}\n";

    fn inserted(text: &str, group: &[&str]) -> Option<String> {
        insert(text, group, "found", "{in: \"7\\n\"}")
    }

    #[test]
    fn a_case_is_added_after_the_last_of_its_group() {
        let added = inserted(LIST, &["secret"]).unwrap();
        let line = "      - found: {in: \"7\\n\"}\n";
        assert_eq!(added.replacen(line, "", 1), LIST);
        assert!(added.contains(&format!("count: 3\n{line}\n  # What")), "{added}");
        let last = inserted(LIST, &["invalid_input"]).unwrap();
        assert!(last.ends_with(&format!("{{in: ''}}\n{line}")), "{last}");
    }

    #[test]
    fn mappings_and_lists_without_a_margin_are_extended_as_they_are_written() {
        let mapping = "data:\n secret:\n  data:\n   a:\n    in: |\n      1\n\n      2";
        let added = inserted(mapping, &["secret"]).unwrap();
        assert_eq!(added, format!("{mapping}\n   found: {{in: \"7\\n\"}}\n"));
        let flat = "data:\n- secret:\n    data:\n    - a: {in: '1'}\n# end\nsolution: /a.py\n";
        let added = inserted(flat, &["secret"]).unwrap();
        assert!(added.contains("'1'}\n    - found: {in: \"7\\n\"}\n# end"), "{added}");
    }

    #[test]
    fn the_empty_lines_of_a_text_stay_in_it() {
        let block = "data:\n secret:\n  data:\n   a:\n    in: |+\n      1\n\n\n";
        let added = inserted(&format!("{block}# end\n"), &["secret"]).unwrap();
        assert_eq!(added, format!("{block}   found: {{in: \"7\\n\"}}\n# end\n"));
    }

    #[test]
    fn what_has_no_such_group_or_no_lines_of_its_own_is_left_alone() {
        for text in [
            "data: {secret: {data: {a: {in: '1'}}}}\n",
            "data:\n  secret:\n    data: [a: {in: '1'}]\n",
            "data:\n  other:\n    data:\n      - a: {in: '1'}\n",
            "data:\n  secret:\n    data:\n",
            "data: [\n",
            "",
        ] {
            assert_eq!(inserted(text, &["secret"]), None, "{text}");
        }
    }
}
