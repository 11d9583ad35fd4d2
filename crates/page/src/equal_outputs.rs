//! Which submissions wrote the same wrong output on a case: copies of a program, or a common
//! mistake.

use referee_events::JudgedCase;

/// The byte for outputs beyond the first 254 of a case.
const OTHER: u8 = 255;

/// Digests of the rejected outputs of each case, in order of first occurrence.
#[derive(Debug)]
pub(crate) struct EqualOutputs(Vec<Vec<u64>>);

impl EqualOutputs {
    pub(crate) fn of(cases: usize) -> EqualOutputs {
        EqualOutputs(vec![Vec::new(); cases])
    }

    /// Returns the byte of a rejected output among those of its case, from 1; 0 if unknown.
    pub(crate) fn byte_of(&mut self, case: usize, judged: &JudgedCase) -> u8 {
        let digest = judged.output_digest.as_deref();
        let Some(digest) = digest.and_then(|digest| u64::from_str_radix(digest, 16).ok()) else {
            return 0;
        };
        let seen = &mut self.0[case];
        let at = seen.iter().position(|known| *known == digest).unwrap_or_else(|| {
            if seen.len() < usize::from(OTHER) - 1 {
                seen.push(digest);
                seen.len() - 1
            } else {
                usize::from(OTHER) - 1
            }
        });
        u8::try_from(at + 1).unwrap_or(OTHER)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_events::Reason;

    #[test]
    fn equal_outputs_of_a_case_have_one_number() {
        let mut outputs = EqualOutputs::of(2);
        let judged = |digest: Option<u64>| {
            let plain = JudgedCase::plain(&"a".into(), &"1".into(), Reason::Refuted, "");
            JudgedCase { output_digest: digest.map(|digest| format!("{digest:016x}")), ..plain }
        };
        let mut byte_of = |case, digest| outputs.byte_of(case, &judged(digest));
        assert_eq!([9, 8, 9].map(|digest| byte_of(0, Some(digest))), [1, 2, 1]);
        assert_eq!((byte_of(1, Some(8)), byte_of(1, None)), (1, 0));
        let bytes: Vec<u8> = (100..400).map(|digest| byte_of(1, Some(digest))).collect();
        assert_eq!((bytes[0], bytes[252], bytes[253], bytes[299]), (2, 254, 255, 255));
    }
}
