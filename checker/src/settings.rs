//! The settings of a checker besides input and output: options, and a memory limit.

use std::{fmt, io};

/// A requirement of a problem's checker beyond the rules. Off by default.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CheckerOption {
    /// The name in `problem.toml` and on the command line, such as `shortest`.
    pub name: &'static str,
    /// What it requires.
    pub summary: &'static str,
}

/// How to check. The default requires nothing beyond the rules and does not limit memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Settings {
    /// Bit i: whether the option at position i of the problem's options is on.
    options: u32,
    /// The maximum number of bytes for a search.
    pub memory: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Settings { options: 0, memory: u64::MAX }
    }
}

impl Settings {
    /// The same settings with one of the problem's options, `known`, turned on; `None` if there is
    /// no such option.
    pub fn with_option(self, known: &[CheckerOption], name: &str) -> Option<Settings> {
        let at = known.iter().position(|option| option.name == name)?;
        Some(Settings { options: self.options | 1 << at, ..self })
    }

    /// The same settings with at most `memory` bytes for a search.
    pub fn with_memory(self, memory: u64) -> Settings {
        Settings { memory, ..self }
    }

    /// Whether the option at this position of the problem's options is on.
    pub fn has_option(self, position: usize) -> bool {
        self.options >> position & 1 == 1
    }
}

/// A search that would need more memory than available. It was not started, or was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TooLarge {
    /// The content of that memory, such as `all pairs of 1000000 fields`.
    pub what: String,
    /// The minimum number of bytes needed.
    pub needed: u64,
    /// The number of bytes available.
    pub available: u64,
}

impl TooLarge {
    /// Fails if `needed` is more than `available`.
    ///
    /// # Errors
    /// Only that.
    pub fn unless(needed: u64, available: u64, what: impl Fn() -> String) -> Result<(), TooLarge> {
        if needed <= available { Ok(()) } else { Err(TooLarge { what: what(), needed, available }) }
    }

    /// Makes room for `more` elements in a list, besides `beside` bytes in use. A list that is full
    /// is copied to one of at least twice its size, so both exist at the same time.
    ///
    /// # Errors
    /// That takes more than `available` bytes, or than the system gives.
    #[inline]
    pub fn unless_room<T>(
        list: &mut Vec<T>,
        more: usize,
        beside: u64,
        available: u64,
        what: impl Fn() -> String,
    ) -> Result<(), TooLarge> {
        let (length, capacity) = (list.len() + more, list.capacity());
        if length <= capacity {
            return Ok(());
        }
        let bytes = |elements: usize| (elements * size_of::<T>()) as u64;
        let held = beside + bytes(capacity);
        let needed = held + bytes(length.max(2 * capacity));
        TooLarge::unless(needed, available, &what)?;
        let left = if list.try_reserve(more).is_ok() { needed } else { held };
        TooLarge::unless(needed, left, what)
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TooLarge { what, needed, available } = self;
        write!(f, "{what} would take {needed} bytes of memory, of which {available} are available")
    }
}

impl std::error::Error for TooLarge {}

/// Why a check has no verdict, which is never the contestant's fault.
#[derive(Debug)]
pub enum CheckError {
    /// The output could not be read.
    Read(io::Error),
    /// The case is too large for the memory limit.
    TooLarge(TooLarge),
    /// The checker itself failed, which external programs can.
    Failed(String),
}

impl fmt::Display for CheckError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CheckError::Read(error) => write!(f, "cannot read the output: {error}"),
            CheckError::TooLarge(error) => error.fmt(f),
            CheckError::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for CheckError {}

impl From<io::Error> for CheckError {
    fn from(error: io::Error) -> Self {
        CheckError::Read(error)
    }
}

impl From<TooLarge> for CheckError {
    fn from(error: TooLarge) -> Self {
        CheckError::TooLarge(error)
    }
}
