//! Fourier transforms of real numbers.
//!
//! The library for them is generic in the number type, so it is compiled into whichever crate names
//! that type, which takes longer than compiling all of `games`. This crate names it, once, beside
//! the others. The functions that plan and compute are never inlined: that would compile the
//! library into their callers.

use std::sync::Arc;

use realfft::{RealFftPlanner, RealToComplex};

pub use realfft::num_complex::Complex;

/// Plans transforms, which share what they have in common.
pub struct Planner(RealFftPlanner<f64>);

impl Default for Planner {
    #[inline(never)]
    fn default() -> Planner {
        Planner(RealFftPlanner::default())
    }
}

impl Planner {
    /// Plans the transform of `length` real numbers.
    #[inline(never)]
    pub fn forward(&mut self, length: usize) -> Transform {
        Transform(self.0.plan_fft_forward(length))
    }
}

/// The transform of real numbers into the nonnegative half of their spectrum, not normalized.
pub struct Transform(Arc<dyn RealToComplex<f64>>);

impl Transform {
    /// Returns the number of terms.
    pub fn terms(&self) -> usize {
        self.0.len()
    }

    /// Returns the number of frequencies: half the number of terms, and 1.
    pub fn frequencies(&self) -> usize {
        self.0.complex_len()
    }

    /// Returns the length of the scratch space.
    pub fn scratch(&self) -> usize {
        self.0.get_scratch_len()
    }

    /// Computes the spectrum of terms, which are overwritten.
    ///
    /// # Panics
    /// If a slice has another length than planned; the scratch space may be longer.
    #[inline(never)]
    pub fn process(
        &self,
        terms: &mut [f64],
        spectrum: &mut [Complex<f64>],
        scratch: &mut [Complex<f64>],
    ) {
        let transformed = self.0.process_with_scratch(terms, spectrum, scratch);
        transformed.expect("lengths as planned");
    }
}
