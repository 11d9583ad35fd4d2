//! The engine of `referee evaluate --stretches FILE`: cold positions in a file instead of in
//! memory, found by a search that can be resumed after an interruption.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Seek, SeekFrom, Write};
use std::path::Path;
use std::time::Instant;

use referee_base::fault::Fault;
use referee_base::machine::Machine;
use referee_games::Rule;
use referee_games::cold::stretches::{STRETCH, Stretches};

use crate::evaluate::{Count, Evaluation, fits};

/// The size of the buffer for reading the file, in bytes.
const READ: usize = 1 << 16;

/// The exponent of n in the growth of the marks for squares below n.
const GROWTH: f64 = 1.2;

const METHOD: &str = "stretches";

/// Evaluates the cold positions below `size`, from those in the file; reports its progress.
///
/// # Errors
/// The file cannot be read or written, has other contents, or another run uses it.
pub fn evaluate(
    rule: &Rule,
    size: u64,
    path: &Path,
    machine: &Machine,
    progress: &dyn Fn(f64),
) -> Result<Evaluation, Fault> {
    let stretches = Stretches::new(rule.clone(), STRETCH);
    fits(rule, size, stretches.memory(size), machine.whole_memory())?;
    let start = Instant::now();
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => Fault::bad_input(error.to_string()).at(path),
        _ => Fault::cannot_write(path, &error),
    };
    let count = size.div_ceil(STRETCH);
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)
        .map_err(failed)?;
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Fault::bad_input("another run is using this file").at(path));
    }
    let mut search = || -> io::Result<Vec<Count>> {
        if file.metadata()?.len() == 0 {
            file.write_all(stretches.head().as_bytes())?;
        }
        for number in whole(&stretches, &mut file)?..count {
            progress((number as f64 / count as f64).powf(GROWTH));
            let found = stretches.find(number, &mut from_start(&stretches, &mut file)?)?;
            file.seek(SeekFrom::End(0))?;
            file.write_all(&found)?;
        }
        counts(&stretches, size, &mut file)
    };
    let mut counts = search().map_err(failed)?;
    progress(1.0);
    let cold = counts.pop().map_or(0, |last| last.cold);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Evaluation::of_counts(rule, size, METHOD, seconds, cold, counts))
}

/// Returns the number of complete stretches in the file, and truncates it after them.
fn whole(stretches: &Stretches, file: &mut File) -> io::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let (number, bytes) = stretches.whole(&mut BufReader::with_capacity(READ, &mut *file))?;
    file.set_len(bytes)?;
    Ok(number)
}

/// Returns a reader that starts at the first stretch.
fn from_start<'f>(
    stretches: &Stretches,
    file: &'f mut File,
) -> io::Result<BufReader<&'f mut File>> {
    file.seek(SeekFrom::Start(stretches.head().len() as u64))?;
    Ok(BufReader::with_capacity(READ, file))
}

/// Counts the cold positions below each power of two up to the size, and below the size.
fn counts(stretches: &Stretches, size: u64, file: &mut File) -> io::Result<Vec<Count>> {
    let powers = (0..u64::BITS).take_while(|&exponent| 1 << exponent <= size);
    let mut ends: Vec<(u32, u64)> = powers.map(|exponent| (exponent, 1 << exponent)).collect();
    ends.push((0, size));
    let mut counts = vec![0; ends.len()];
    let mut reader = from_start(stretches, file)?;
    stretches.visit(size.div_ceil(STRETCH), &mut reader, &mut |position| {
        // Counted at the first end above it; the counts are accumulated below.
        let at = ends.partition_point(|&(_, end)| end <= position);
        if let Some(count) = counts.get_mut(at) {
            *count += 1;
        }
    })?;
    let mut below = 0;
    let all = ends.iter().zip(counts).map(|(&(exponent, _), count)| {
        below += count;
        Count { exponent, cold: below, largest: None }
    });
    Ok(all.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_one_run_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("squares");
        let rule = Rule::named("squares").unwrap();
        let machine = Machine { jobs: 1, memory: 1 << 30 };
        let run = || evaluate(&rule, 100, &path, &machine, &|_| {});
        let cold = run().unwrap().cold;
        let other = File::open(&path).unwrap();
        other.lock().unwrap();
        assert!(run().unwrap_err().message.contains("another run"));
        drop(other);
        assert_eq!(run().unwrap().cold, cold);
    }
}
