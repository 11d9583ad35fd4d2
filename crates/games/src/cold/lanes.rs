//! Instruction sets of the processor: the same code compiled for wider registers.
//!
//! The innermost loops are plain loops over words, which the compiler turns into vector
//! instructions. The instruction set is fixed when a function is compiled, but that of the
//! processor is known only at run time. So the loops are compiled once for each width, and one
//! version is selected at run time.

#![expect(unsafe_code, reason = "code for wider registers may be called only where they are")]

/// Work that is compiled for each width: a function with its arguments.
pub(super) trait Work {
    type Output;

    /// Does the work. Must be inlined, with every function that it calls: a function that is not
    /// inlined is compiled only once, for every processor.
    fn run(self) -> Self::Output;
}

/// An instruction set that this processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes(LaneWidth);

/// Private: other modules cannot create [`Lanes`] that were not detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum LaneWidth {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Lanes {
    /// The instruction set for which the program was compiled.
    pub const PORTABLE: Lanes = Lanes(LaneWidth::Portable);

    /// Returns all instruction sets of this processor, the widest last.
    pub fn available() -> Vec<Lanes> {
        let mut found = vec![Lanes::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                found.push(Lanes(LaneWidth::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                found.push(Lanes(LaneWidth::Avx512));
            }
        }
        found
    }

    /// Returns the widest instruction set of this processor.
    pub fn widest() -> Lanes {
        Lanes::available().pop().unwrap_or(Lanes::PORTABLE)
    }

    /// Returns its name for users.
    pub fn name(self) -> &'static str {
        match self.0 {
            LaneWidth::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            LaneWidth::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            LaneWidth::Avx512 => "avx512",
        }
    }

    /// Does the work, compiled for this instruction set.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            LaneWidth::Portable => work.run(),
            // SAFETY: such `Lanes` exist only if `available` has detected the instructions.
            #[cfg(target_arch = "x86_64")]
            LaneWidth::Avx2 => unsafe { with_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            LaneWidth::Avx512 => unsafe { with_avx512(work) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2<W: Work>(work: W) -> W::Output {
    work.run()
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl")]
fn with_avx512<W: Work>(work: W) -> W::Output {
    work.run()
}
