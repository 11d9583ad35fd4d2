//! Compacts a record: of each submission on each case, the newest run remains.
//!
//! The new file replaces the old one atomically, so that a crash leaves one of the two.

use std::collections::{HashMap, HashSet};
use std::fs::File;
use std::io::{self, BufReader, Write};

use super::index::pair;
use super::line;
use referee_base::fault::Fault;
use referee_base::files::{Existing, For, OwnFolder, WholeFile};

/// Compacts the file of that name. The caller holds the lock exclusively.
pub(super) fn compact(folder: &OwnFolder, name: &str) -> Result<(), Fault> {
    let path = &folder.path().join(name);
    let open = || folder.file(name, For::Reading).map(BufReader::new);
    let newest = newest(open()?).map_err(|error| Fault::cannot_read(path, &error))?;
    let mut new = WholeFile::begin(path, Existing::Replace)?;
    line::each(open()?, |offset, bytes| {
        if newest.contains(&offset) {
            new.write_all(b"\n")?;
            new.write_all(bytes)?;
        }
        Ok(())
    })
    .map_err(|error| Fault::cannot_write(path, &error))?;
    new.finish()
}

/// Returns the offsets of the newest runs.
fn newest(reader: BufReader<File>) -> io::Result<HashSet<u64>> {
    let mut newest = HashMap::new();
    line::each(reader, |offset, bytes| {
        if let Some(judged) = line::head(bytes).and_then(|head| head.judged) {
            newest.insert(pair(&judged), offset);
        }
        Ok(())
    })?;
    Ok(newest.into_values().collect())
}
