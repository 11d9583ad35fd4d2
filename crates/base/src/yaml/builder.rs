//! Builds the tree of a document from the events of the parser.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

use crate::Position;
use crate::document::DocumentError;
use crate::text::excerpt;
use saphyr_parser::{Event, Marker, Parser, ScalarStyle};

use super::node::{Node, Value};

const MAX_DEPTH: usize = 64;
/// The maximum number of values; those behind an alias count each time it is used.
const MAX_VALUES: usize = 1_000_000;

/// Builds the one document of a text, `None` if the text is empty, and lists the keys that repeat
/// an earlier one of their mapping: the last one counts.
pub(super) fn build(text: &str) -> Result<(Option<Node>, Vec<DocumentError>), DocumentError> {
    let source = Source::of(text);
    let mut builder = TreeBuilder::default();
    for event in Parser::new_from_str(text) {
        let (event, span) =
            event.map_err(|e| DocumentError::new(source.begin(e.marker()).0, e.info()))?;
        builder.event(event, source.begin(&span.start))?;
    }
    Ok((builder.document, builder.repeated))
}

/// The source of a document, in which the parser counts characters.
struct Source<'a> {
    text: &'a str,
    /// The offset of each character whose number is a multiple of [`STEP`].
    offsets: Vec<usize>,
}

const STEP: usize = 64;

impl Source<'_> {
    fn of(text: &str) -> Source<'_> {
        Source { text, offsets: text.char_indices().map(|(at, _)| at).step_by(STEP).collect() }
    }

    /// Returns the offset of a character.
    fn offset(&self, index: usize) -> usize {
        let Some(&offset) = self.offsets.get(index / STEP) else { return self.text.len() };
        let mut after = self.text[offset..].char_indices();
        after.nth(index % STEP).map_or(self.text.len(), |(at, _)| offset + at)
    }

    /// Returns the position of a marker, and the byte there.
    fn begin(&self, marker: &Marker) -> (Position, u8) {
        let at = self.offset(marker.index());
        let column = at - self.offset(marker.index().saturating_sub(marker.col())) + 1;
        let place = Position { line: marker.line() as u64, column: column as u64 };
        (place, self.text.as_bytes().get(at).copied().unwrap_or(0))
    }
}

/// A sequence or a mapping that has not ended yet.
struct Open {
    begin: (Position, u8),
    anchor: usize,
    is_mapping: bool,
    nodes: Vec<Node>,
}

#[derive(Default)]
struct TreeBuilder {
    open: Vec<Open>,
    anchors: HashMap<usize, Node>,
    document: Option<Node>,
    repeated: Vec<DocumentError>,
}

impl TreeBuilder {
    fn event(&mut self, event: Event<'_>, begin: (Position, u8)) -> Result<(), DocumentError> {
        let (place, first) = begin;
        match event {
            Event::Scalar(text, style, anchor, tag) => {
                let is_text =
                    tag.is_some_and(|tag| tag.is_yaml_core_schema() && tag.suffix == "str");
                let is_plain = style == ScalarStyle::Plain && !is_text;
                self.add(Node::scalar(begin, &text, is_plain), anchor)
            }
            Event::SequenceStart(anchor, _) => self.begin(begin, anchor, false),
            Event::MappingStart(anchor, _) => self.begin(begin, anchor, true),
            Event::SequenceEnd | Event::MappingEnd => match self.open.pop() {
                None => Ok(()),
                Some(open) => {
                    let anchor = open.anchor;
                    let node = close(open, &mut self.repeated)?;
                    self.add(node, anchor)
                }
            },
            Event::Alias(anchor) => match self.anchors.get(&anchor) {
                Some(node) => {
                    // Errors name the place of the alias. The clone shares the values below it.
                    let node = Node { place, first, ..node.clone() };
                    self.add(node, 0)
                }
                // The parser rejects unknown anchors, so this one belongs to a value that is still
                // open.
                None => Err(DocumentError::new(place, "the alias is inside what it stands for")),
            },
            Event::DocumentStart(_) if self.document.is_some() => {
                Err(DocumentError::new(place, "a second document begins here; expected one"))
            }
            _ => Ok(()),
        }
    }

    fn begin(
        &mut self,
        begin: (Position, u8),
        anchor: usize,
        is_mapping: bool,
    ) -> Result<(), DocumentError> {
        if self.open.len() == MAX_DEPTH {
            return Err(too_deep(begin.0));
        }
        self.open.push(Open { begin, anchor, is_mapping, nodes: Vec::new() });
        Ok(())
    }

    fn add(&mut self, node: Node, anchor: usize) -> Result<(), DocumentError> {
        if anchor > 0 {
            self.anchors.insert(anchor, node.clone());
        }
        match self.open.last_mut() {
            Some(open) => open.nodes.push(node),
            None => self.document = Some(node),
        }
        Ok(())
    }
}

/// Completes a sequence or a mapping.
fn close(open: Open, repeated: &mut Vec<DocumentError>) -> Result<Node, DocumentError> {
    let Open { begin: (place, first), is_mapping, nodes, .. } = open;
    let value = if is_mapping { mapping(nodes, repeated)? } else { Value::Sequence(nodes.into()) };
    let below: Vec<&Node> = match &value {
        Value::Scalar { .. } => Vec::new(),
        Value::Sequence(nodes) => nodes.iter().collect(),
        Value::Mapping(entries) => entries.iter().flat_map(|(key, value)| [key, value]).collect(),
    };
    // An alias shares memory but counts in full: a few lines can expand to billions of values.
    let values = 1 + below.iter().map(|node| node.values).sum::<usize>();
    let depth = 1 + below.iter().map(|node| node.depth).max().unwrap_or(0);
    if values > MAX_VALUES {
        return Err(DocumentError::new(
            place,
            format!("it stands for more than {MAX_VALUES} values"),
        ));
    }
    // `begin` does not see the depth that aliases add.
    if depth > MAX_DEPTH {
        return Err(too_deep(place));
    }
    Ok(Node { place, value, first, values, depth })
}

/// Builds a mapping from alternating keys and values, with merge keys resolved.
fn mapping(nodes: Vec<Node>, repeated: &mut Vec<DocumentError>) -> Result<Value, DocumentError> {
    let mut entries: Vec<(Node, Node)> = Vec::new();
    let mut merged: Vec<(Node, Node)> = Vec::new();
    // The position of each key in `entries`.
    let mut known: HashMap<Arc<str>, usize> = HashMap::new();
    let mut nodes = nodes.into_iter();
    while let (Some(key), Some(value)) = (nodes.next(), nodes.next()) {
        let Value::Scalar { text, .. } = &key.value else {
            return Err(key.is_not("a key", "a string"));
        };
        // A quoted `<<` is an ordinary key.
        if key.plain() == Some("<<") {
            let single = std::slice::from_ref(&value);
            for source in value.sequence().unwrap_or(single) {
                let source = source.mapping().ok_or_else(|| source.is_not("<<", "a mapping"))?;
                merged.extend_from_slice(source);
            }
            continue;
        }
        if let Some(&at) = known.get(text) {
            let name = excerpt(text.as_bytes(), 40);
            repeated.push(key.error(format!("the key `{name}` occurs twice")));
            entries[at] = (key, value);
            continue;
        }
        known.insert(Arc::clone(text), entries.len());
        entries.push((key, value));
    }
    // Added last, since a mapping's own keys win, before or after `<<`; among sources, the first
    // wins.
    for (key, value) in merged {
        let Some(text) = key.text().map(Arc::from) else { continue };
        if let Entry::Vacant(new) = known.entry(text) {
            new.insert(entries.len());
            entries.push((key, value));
        }
    }
    Ok(Value::Mapping(entries.into()))
}

fn too_deep(place: Position) -> DocumentError {
    DocumentError::new(place, format!("it is nested deeper than {MAX_DEPTH} levels"))
}
