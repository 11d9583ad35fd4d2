//! `generate`: makes cases, and compares existing cases with their rules.
//!
//! Cases come from the recipe of a shipped problem ([`recipe_plan`]) or of a `problem.toml`
//! ([`custom_plan`]), with a manifest beside them ([`case_folder`]), or from the `generators.yaml`
//! of a package ([`packaged`]).

pub mod case_folder;
pub mod commands;
pub mod custom_plan;
pub mod custom_recipe;
pub mod kept_rule;
pub mod packaged;
pub mod recipe_plan;
pub mod written_case;

use std::io::{Read, Seek};
use std::path::Path;

use referee_base::diff;
use referee_base::fault::Fault;
use referee_base::files::{self, Existing};

/// The maximum number of bytes of two files that are read to describe their difference.
const COMPARED: u64 = 1 << 20;

/// The mode of `generate`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GenerateMode {
    /// Write missing cases.
    Fill,
    /// Write all, replacing those that differ.
    Replace,
    /// Write nothing; report every difference.
    Check,
}

/// The outcome of a case.
#[derive(Debug)]
pub enum Generated {
    /// It was missing and was written.
    New,
    /// It differed and was replaced.
    Replaced,
    /// It exists and matches the recipe.
    Unchanged,
    /// It is too large, or too slow to generate, to be committed, and is not on disk.
    OnDemand,
    /// It differs from the recipe, in these ways, and was kept.
    Different(Vec<String>),
    /// It could not be generated.
    Failed(Fault),
}

impl Generated {
    /// Writes the missing files of a case, and replaces those that differ.
    fn written<F>(
        missing: Vec<F>,
        differing: Vec<F>,
        mut write: impl FnMut(F, Existing) -> Result<(), Fault>,
    ) -> Result<Generated, Fault> {
        let generated = match (differing.is_empty(), missing.is_empty()) {
            (false, _) => Generated::Replaced,
            (true, false) => Generated::New,
            (true, true) => Generated::Unchanged,
        };
        missing.into_iter().try_for_each(|file| write(file, Existing::Keep))?;
        differing.into_iter().try_for_each(|file| write(file, Existing::Replace))?;
        Ok(generated)
    }
}

/// How a file on disk compares with its expected content.
pub enum OnDisk {
    /// There is no such file.
    Missing,
    /// It has exactly that content.
    Same,
    /// The difference.
    Other(String),
}

/// The content of a file to be compared and written.
pub trait SeekableContent: Read + Seek {}

impl<T: Read + Seek> SeekableContent for T {}

/// Compares a file with its expected content, without reading either into memory.
pub fn compare(path: &Path, expected: &mut dyn SeekableContent) -> Result<OnDisk, Fault> {
    if path.symlink_metadata().is_err() {
        return Ok(OnDisk::Missing);
    }
    let mut found = files::open(path)?;
    let mut read = || {
        expected.rewind()?;
        if files::same(&mut found, expected)? {
            return Ok(OnDisk::Same);
        }
        expected.rewind()?;
        found.rewind()?;
        let start = |content: &mut dyn SeekableContent| {
            let mut start = Vec::new();
            content.take(COMPARED).read_to_end(&mut start).map(|_| start)
        };
        let (found, expected) = (start(&mut found)?, start(expected)?);
        Ok(OnDisk::Other(if found == expected {
            format!("the first {COMPARED} bytes are the same")
        } else {
            diff::first_difference(&found, &expected)
        }))
    };
    read().map_err(|error| Fault::cannot_read(path, &error))
}
