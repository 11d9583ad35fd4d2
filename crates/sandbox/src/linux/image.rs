//! The memory that a program reserves before it starts, according to its ELF file.
//!
//! A program with static arrays that do not fit into its address space is killed during `execve`,
//! by a signal that looks like its own. This module finds the reason.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Returns the size in bytes of all segments that are loaded, for a 64-bit ELF file of this
/// machine's byte order.
pub(super) fn reserved(program: &Path) -> Option<u64> {
    const MAGIC: &[u8] = b"\x7fELF\x02";
    const LOADED: u32 = 1;
    /// The size of a program header, and the maximum number that the kernel accepts.
    const HEADER: (usize, usize) = (56, (64 << 10) / 56);
    let mut file = File::open(program).ok()?;
    let mut start = [0; 64];
    file.read_exact(&mut start).ok()?;
    if !start.starts_with(MAGIC) {
        return None;
    }
    let headers = u64::from_ne_bytes(start[32..40].try_into().ok()?);
    let size = usize::from(u16::from_ne_bytes(start[54..56].try_into().ok()?));
    let count = usize::from(u16::from_ne_bytes(start[56..58].try_into().ok()?));
    if size != HEADER.0 || count > HEADER.1 {
        return None;
    }
    let mut table = vec![0; size * count];
    file.read_exact_at(&mut table, headers).ok()?;
    let mut reserved = 0u64;
    for header in table.chunks_exact(size) {
        if u32::from_ne_bytes(header[..4].try_into().ok()?) == LOADED {
            let bytes = u64::from_ne_bytes(header[40..48].try_into().ok()?);
            reserved = reserved.saturating_add(bytes);
        }
    }
    Some(reserved)
}
