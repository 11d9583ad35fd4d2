//! What the processor can do at once: the same code, compiled for wider registers.
//!
//! The innermost loops are plain loops over words, which the compiler turns into vector
//! instructions. Which ones it may use is fixed when a function is compiled, but what the processor
//! has is known only when it runs. So the loops are compiled once for each width and chosen then.

#![expect(unsafe_code, reason = "code for wider registers may be called only where they are")]

/// What is worth compiling for each width: a function with its arguments.
pub(super) trait Work {
    /// What comes out.
    type Output;

    /// Does it. To be inlined always, with all that it calls: what is not is compiled only once,
    /// for every processor.
    fn run(self) -> Self::Output;
}

/// A set of instructions that this processor has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lanes(Width);

/// Private, so that nobody makes [`Lanes`] that were not detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Width {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Lanes {
    /// What every processor has that the program was compiled for.
    pub const PORTABLE: Lanes = Lanes(Width::Portable);

    /// All that this processor has, the widest last.
    pub fn available() -> Vec<Lanes> {
        let mut found = vec![Lanes::PORTABLE];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") {
                found.push(Lanes(Width::Avx2));
            }
            if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512vl") {
                found.push(Lanes(Width::Avx512));
            }
        }
        found
    }

    /// The widest that this processor has.
    pub fn widest() -> Lanes {
        Lanes::available().pop().unwrap_or(Lanes::PORTABLE)
    }

    /// What people call it.
    pub fn name(self) -> &'static str {
        match self.0 {
            Width::Portable => "portable",
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => "avx2",
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => "avx512",
        }
    }

    /// Does the work, compiled for these.
    #[inline]
    pub(super) fn run<W: Work>(self, work: W) -> W::Output {
        match self.0 {
            Width::Portable => work.run(),
            // SAFETY: there are such `Lanes` only where `available` has found the instructions.
            #[cfg(target_arch = "x86_64")]
            Width::Avx2 => unsafe { with_avx2(work) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Width::Avx512 => unsafe { with_avx512(work) },
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
