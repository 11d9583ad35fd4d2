//! The time limit in problem.yaml: `time_limit` in the mapping `limits`.

use referee_base::Position;
use referee_base::yaml::{Node, flow};

use super::edits::{appended, is_same, spliced};

const MAPPING: &str = "limits";
const KEY: &str = "time_limit";

/// Returns whether a text sets a limit.
pub(super) fn has(text: &str) -> bool {
    Node::read(text.as_bytes()).is_ok_and(|root| limit(&root).is_some())
}

/// Returns the text with this limit; `None` if there is no safe way to change it.
pub(super) fn with(text: &str, seconds: &str) -> Option<String> {
    let root = Node::read(text.as_bytes()).ok()?;
    let new = match (limit(&root), entry(&root, MAPPING)) {
        (Some(node), _) if is_same(node.text()?, seconds) => return Some(text.to_string()),
        (Some(node), _) => {
            let at = offset(text, node.place)?;
            // A quoted value differs from its source text.
            let old = node.text().filter(|old| text[at..].starts_with(old))?;
            spliced(text, at..at + old.len(), seconds)
        }
        (None, Some((key, value))) => {
            let begin = value.mapping().and_then(|_| offset(text, value.place));
            match begin.filter(|&at| text[at..].starts_with('{')) {
                Some(at) => {
                    let comma = if value.mapping()?.is_empty() { "" } else { ", " };
                    spliced(text, at + 1..at + 1, &format!("{KEY}: {seconds}{comma}"))
                }
                None => {
                    let line = offset(text, key.place)?;
                    let end = text[line..].find('\n').map_or(text.len(), |at| line + at);
                    let first = value.mapping().and_then(<[_]>::first);
                    let indent = first.map_or(3, |(key, _)| key.place.column) as usize - 1;
                    spliced(text, end..end, &format!("\n{}{KEY}: {seconds}", " ".repeat(indent)))
                }
            }
        }
        (None, None) => appended(text, &format!("{MAPPING}:\n  {KEY}: {seconds}\n")),
    };
    let changed = Node::read(new.as_bytes()).ok()?;
    let is_set = limit(&changed)?.text().is_some_and(|new| is_same(new, seconds));
    (is_set && others(&changed) == others(&root)).then_some(new)
}

fn limit(root: &Node) -> Option<&Node> {
    Some(&entry(&entry(root, MAPPING)?.1, KEY)?.1)
}

fn entry<'n>(node: &'n Node, name: &str) -> Option<&'n (Node, Node)> {
    node.mapping()?.iter().find(|(key, _)| key.text() == Some(name))
}

/// Returns everything but the limit, as text.
fn others(root: &Node) -> Vec<String> {
    let entries = |node: &Node| node.mapping().unwrap_or_default().to_vec();
    let is_other = |name: &'static str| move |(key, _): &(Node, Node)| key.text() != Some(name);
    let shown = |(key, value): (Node, Node)| format!("{}: {}", flow(&key), flow(&value));
    let limits = entry(root, MAPPING).map_or(Vec::new(), |(_, value)| entries(value));
    let limits = limits.into_iter().filter(is_other(KEY)).map(shown);
    let rest = entries(root).into_iter().filter(is_other(MAPPING)).map(shown);
    limits.map(|line| format!("{MAPPING} {line}")).chain(rest).collect()
}

/// Returns the byte offset of a position; `None` if it is none in this text, which may have a byte
/// order mark.
fn offset(text: &str, place: Position) -> Option<usize> {
    let before = text.split_inclusive('\n').take(place.line as usize - 1);
    let at = before.map(str::len).sum::<usize>() + place.column as usize - 1;
    text.is_char_boundary(at).then_some(at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_replaced_or_added_and_nothing_else() {
        for (text, wanted) in [
            (
                "name: ü\nlimits:\n  # memory first\n  memory: 512\n  time_limit: 2 # old\nuuid: a\n",
                "name: ü\nlimits:\n  # memory first\n  memory: 512\n  time_limit: 1.5 # old\nuuid: a\n",
            ),
            (
                "limits: # all\n    # of programs\n    memory: 512\n",
                "limits: # all\n    time_limit: 1.5\n    # of programs\n    memory: 512\n",
            ),
            ("limits: {memory: 512}\n", "limits: {time_limit: 1.5, memory: 512}\n"),
            ("limits: {memory: 1, time_limit: 2}", "limits: {memory: 1, time_limit: 1.5}"),
            ("limits: {}\n", "limits: {time_limit: 1.5}\n"),
            ("limits:\nname: a\n", "limits:\n  time_limit: 1.5\nname: a\n"),
            ("limits: {time_limit: 1.50}\n", "limits: {time_limit: 1.50}\n"),
            ("name: a # no end", "name: a # no end\nlimits:\n  time_limit: 1.5\n"),
        ] {
            assert_eq!(with(text, "1.5").as_deref(), Some(wanted), "{text}");
            assert_eq!(with(wanted, "1.5").as_deref(), Some(wanted), "again: {text}");
            assert!(has(wanted));
        }
    }

    #[test]
    fn what_cannot_be_changed_safely_is_left_to_people() {
        // A flow mapping as the document, two documents, quotes, no mapping, no YAML.
        for text in [
            "{name: a}\n",
            "name: a\n...\n",
            "limits: {time_limit: '2'}\n",
            "limits: 3\n",
            "limits: null\n",
            "a: [\n",
        ] {
            assert_eq!(with(text, "1.5"), None, "{text}");
        }
        assert!(!has("limits: {memory: 1}\n") && !has("a: [\n"));
    }
}
