//! A hash for numbers in sets of moves and arrows: the standard one is slower, and starts from a
//! random state, which this crate avoids.

use std::hash::Hasher;

/// A hasher of integers. Not safe against numbers chosen to collide.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u32(u32::from(byte));
        }
    }

    fn write_u32(&mut self, value: u32) {
        let mixed = (self.0 ^ u64::from(value)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 = mixed ^ (mixed >> 32);
    }

    fn write_i32(&mut self, value: i32) {
        self.write_u32(value as u32);
    }
}
