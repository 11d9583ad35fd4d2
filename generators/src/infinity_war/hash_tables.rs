//! Simulations of the hash tables that contestants use by default. They count probes, since "this
//! input is slow" must be measured.
//!
//! - [`ChainedTable`]: `std::unordered_set` of libstdc++ with the identity as its hash; a prime
//!   number of buckets that at least doubles, one chain for each.
//! - [`PythonSet`]: CPython's `set` (3.7 to 3.12); a power of two of slots, runs of ten, then a
//!   jump that shifts five more bits of the hash in. Its hashes: [`python_int_hash`],
//!   [`python_pair_hash`].
//!
//! Both accept only new keys, so they need only the hashes, not the keys.

/// The bucket counts through which an `unordered_set` grows by insertion.
pub const LIBSTDCXX_PRIMES: [u64; 21] = [
    1, 13, 29, 59, 127, 257, 541, 1109, 2357, 5087, 10273, 20753, 42043, 85229, 172_933, 351_061,
    712_697, 1_447_153, 2_938_679, 5_967_347, 12_117_689,
];

/// A chained table of integers that are their own hashes.
pub struct ChainedTable {
    grown: usize,
    chains: Vec<u32>,
    keys: Vec<u64>,
}

impl Default for ChainedTable {
    fn default() -> Self {
        ChainedTable { grown: 0, chains: vec![0], keys: Vec::new() }
    }
}

impl ChainedTable {
    /// Inserts a new key; returns the number of keys it was compared with.
    pub fn insert(&mut self, key: i64) -> u64 {
        // As in C++, a negative key is sign-extended, then read as unsigned.
        let key = key as u64;
        let compared = self.look_up(key as i64);
        if self.keys.len() >= self.chains.len() && self.grown + 1 < LIBSTDCXX_PRIMES.len() {
            self.grown += 1;
            self.chains = vec![0; LIBSTDCXX_PRIMES[self.grown] as usize];
            for &old in &self.keys {
                let bucket = self.bucket(old);
                self.chains[bucket] += 1;
            }
        }
        let bucket = self.bucket(key);
        self.chains[bucket] += 1;
        self.keys.push(key);
        compared
    }

    /// Returns the number of keys that an unsuccessful look-up compares.
    pub fn look_up(&self, key: i64) -> u64 {
        u64::from(self.chains[self.bucket(key as u64)])
    }

    fn bucket(&self, key: u64) -> usize {
        (key % self.chains.len() as u64) as usize
    }
}

/// The number of further slots that a run probes after its first, before the next jump.
const LINEAR_PROBES: usize = 9;

/// CPython's set.
pub struct PythonSet {
    slots: Vec<Option<u64>>,
    used: usize,
}

impl Default for PythonSet {
    fn default() -> Self {
        PythonSet { slots: vec![None; 8], used: 0 }
    }
}

impl PythonSet {
    /// Inserts a new key by its hash; returns the number of probed slots.
    pub fn insert(&mut self, hash: u64) -> u64 {
        let (slot, probes) = self.free_slot(hash);
        self.slots[slot] = Some(hash);
        self.used += 1;
        // CPython grows a set that is three fifths full: by 4, or by 2 beyond 50,000 entries.
        if self.used * 5 >= (self.slots.len() - 1) * 3 {
            let wanted = if self.used > 50_000 { self.used * 2 } else { self.used * 4 };
            let mut size = 8;
            while size <= wanted {
                size *= 2;
            }
            let old = std::mem::replace(&mut self.slots, vec![None; size]);
            for hash in old.into_iter().flatten() {
                let (slot, _) = self.free_slot(hash);
                self.slots[slot] = Some(hash);
            }
        }
        probes
    }

    /// Returns the number of slots that an unsuccessful look-up probes.
    pub fn look_up(&self, hash: u64) -> u64 {
        self.free_slot(hash).1
    }

    fn free_slot(&self, hash: u64) -> (usize, u64) {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        let mut perturb = hash;
        let mut probes = 0;
        loop {
            // A run that would leave the table is shortened to its first slot.
            let run = if at + LINEAR_PROBES <= mask { LINEAR_PROBES } else { 0 };
            for slot in at..=at + run {
                probes += 1;
                if self.slots[slot].is_none() {
                    return (slot, probes);
                }
            }
            perturb >>= 5;
            at = at.wrapping_mul(5).wrapping_add(1).wrapping_add(perturb as usize) & mask;
        }
    }
}

/// Returns CPython's hash of an int smaller than 2^61 - 1 in magnitude: the int itself, but -2 for
/// -1.
pub fn python_int_hash(value: i64) -> u64 {
    if value == -1 { -2i64 as u64 } else { value as u64 }
}

pub(super) const XX_PRIME_1: u64 = 11_400_714_785_074_694_791;
pub(super) const XX_PRIME_2: u64 = 14_029_467_366_897_019_727;
pub(super) const XX_PRIME_5: u64 = 2_870_177_450_012_600_261;

/// Returns CPython's hash of a tuple of two ints, since 3.8.
pub fn python_pair_hash(x: i64, y: i64) -> u64 {
    let sum = python_pair_state(x).wrapping_add(python_int_hash(y).wrapping_mul(XX_PRIME_2));
    let hash = sum.rotate_left(31).wrapping_mul(XX_PRIME_1);
    let hash = hash.wrapping_add(2 ^ XX_PRIME_5 ^ 3_527_539);
    if hash == u64::MAX { 1_546_275_796 } else { hash }
}

/// Returns the intermediate state of that hash after the first int.
pub(super) fn python_pair_state(x: i64) -> u64 {
    let sum = XX_PRIME_5.wrapping_add(python_int_hash(x).wrapping_mul(XX_PRIME_2));
    sum.rotate_left(31).wrapping_mul(XX_PRIME_1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected values are those of CPython 3.11 on a 64-bit machine.
    #[test]
    fn pairs_hash_as_in_python() {
        assert_eq!(python_pair_hash(0, 0), 9_988_604_870_027_030_631);
        assert_eq!(python_pair_hash(3, -5), 15_356_796_198_942_515_584);
        assert_eq!(python_pair_hash(-1, 7), 5_130_140_236_324_056_618);
        assert_eq!(python_pair_hash(100_000, -99_999), 1_985_364_857_563_809_498);
        assert_eq!(python_int_hash(-1), python_int_hash(-2));
    }

    #[test]
    fn equal_remainders_make_one_chain() {
        let mut table = ChainedTable::default();
        let compared: u64 = (0..1109).map(|i| table.insert(i * 1109)).sum();
        // The last stage starts with the 542nd key; before it, keys were spread.
        assert!(compared >= (542..1109).sum::<u64>());
        assert_eq!(table.look_up(1109 * 5000), 1109);
        assert_eq!(table.look_up(1109 * 5000 + 1), 0);
        // A negative key has another remainder modulo the prime.
        assert_eq!(table.look_up(-1109), 0);
    }

    #[test]
    fn a_set_jumps_after_ten_slots() {
        let mut set = PythonSet::default();
        let probes: Vec<u64> = (0..20).map(|i| set.insert(i << 40)).collect();
        assert_eq!(probes[..4], [1, 2, 3, 4]);
        assert!((0..20).all(|i| set.look_up(i << 40) >= 10));
        assert_eq!(set.look_up(100), 1);
    }
}
