//! What can be removed from an input, together with everything that depends on it, so that inputs
//! stay legal while they are shrunk; and the bytes of an input, for these and for families.

use std::ops::Range;

/// An input as a list of elements that can be removed.
pub trait Removable: Send + Sync {
    /// Returns the number of elements.
    fn elements(&self) -> usize;

    /// Returns the rest after the removal of some elements; `None` if nothing legal is left.
    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>>;

    /// Returns the input.
    fn write(&self) -> Vec<u8>;
}

/// Reads an input as a list of elements; `None` if it is not legal.
pub type View = fn(&[u8]) -> Option<Box<dyn Removable>>;

/// An instance with the elements that can be removed from it.
pub(crate) struct Elements<I> {
    pub(crate) instance: I,
    /// Returns their number.
    pub(crate) count: fn(&I) -> usize,
    /// Returns the rest after the removal of some.
    pub(crate) without: fn(&I, Range<usize>) -> Option<I>,
    /// Writes the instance in the strict form.
    pub(crate) write: fn(&I, &mut Vec<u8>),
}

impl<I: Send + Sync + 'static> Removable for Elements<I> {
    fn elements(&self) -> usize {
        (self.count)(&self.instance)
    }

    fn without(&self, elements: Range<usize>) -> Option<Box<dyn Removable>> {
        let instance = (self.without)(&self.instance, elements)?;
        Some(Box::new(Elements { instance, ..*self }))
    }

    fn write(&self) -> Vec<u8> {
        written(|out| (self.write)(&self.instance, out))
    }
}

/// Returns what `write` writes, such as an instance in the strict form.
pub(crate) fn written(write: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut out = Vec::new();
    write(&mut out);
    out
}

/// Removes a range of items from a list.
pub(crate) fn without<T: Copy>(items: &[T], removed: Range<usize>) -> Vec<T> {
    [&items[..removed.start], &items[removed.end..]].concat()
}
