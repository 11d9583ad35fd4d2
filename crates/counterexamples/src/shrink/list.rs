//! A text as a list of elements that can be removed, defined by a function that writes the text
//! without some of them.

use std::ops::Range;
use std::sync::Arc;

use referee_generators::Removable;

/// Writes the text with only some of its elements, given by their indices in order; `None` if
/// nothing legal is left.
type Write = dyn Fn(&[usize]) -> Option<Vec<u8>> + Send + Sync;

struct List {
    kept: Vec<usize>,
    write: Arc<Write>,
    /// The text, once elements were removed.
    written: Option<Vec<u8>>,
}

/// Creates a list of `count` elements.
pub(super) fn list(
    count: usize,
    write: impl Fn(&[usize]) -> Option<Vec<u8>> + Send + Sync + 'static,
) -> Box<dyn Removable> {
    Box::new(List { kept: (0..count).collect(), write: Arc::new(write), written: None })
}

impl Removable for List {
    fn elements(&self) -> usize {
        self.kept.len()
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let kept = [&self.kept[..elements.start], &self.kept[elements.end..]].concat();
        let written = Some((self.write)(&kept)?);
        Some(Box::new(List { kept, write: Arc::clone(&self.write), written }))
    }

    fn write(&self) -> Vec<u8> {
        self.written.clone().or_else(|| (self.write)(&self.kept)).unwrap_or_default()
    }
}

/// Returns the indices below `count` that are not kept.
pub(super) fn removed(count: usize, kept: &[usize]) -> impl Iterator<Item = usize> {
    let mut kept = kept.iter().peekable();
    (0..count).filter(move |index| kept.next_if_eq(&index).is_none())
}
