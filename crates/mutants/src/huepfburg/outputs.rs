//! The mutants of Hüpfburg that find the right meeting and write down something else.

use super::solver::{Mutant, RIGHT, Solver, Ways, line, say, written};
use super::wrong::mutant;

/// A mutant that writes a meeting in another way.
macro_rules! meeting {
    ($name:literal, $fault:literal, $say:expr) => {
        mutant!($name, $fault, say: |ways| match ways {
            None => say(None),
            Some(ways) => {
                let say: fn(&Ways, i64) -> String = $say;
                say(ways, ways[0].len() as i64 - 1)
            }
        })
    };
}

/// A mutant that writes something else for `impossible`.
macro_rules! impossible {
    ($name:literal, $fault:literal, $text:literal) => {
        mutant!($name, $fault, say: |ways| match ways {
            None => $text.into(),
            Some(_) => say(ways),
        })
    };
}

pub(crate) const OUTPUTS: &[Mutant] = &[
    meeting!("jumps-plus-1", "k counts fields", |[s, m], k| written(k + 1, s, m)),
    meeting!("jumps-minus-1", "k one too small", |[s, m], k| written(k - 1, s, m)),
    meeting!("no-jumps-line", "k omitted", |[s, m], _| format!("{}\n{}\n", line(s), line(m))),
    meeting!("zero-based", "fields count from 0", |ways, k| {
        let [s, m] = ways.each_ref().map(|way| way.iter().map(|f| f - 1).collect::<Vec<_>>());
        written(k, &s, &m)
    }),
    meeting!("without-start", "starts omitted", |[s, m], k| written(k, &s[1..], &m[1..])),
    meeting!("without-start-k", "starts omitted, k reduced", |[s, m], k| {
        written(k - 1, &s[1..], &m[1..])
    }),
    meeting!("without-last", "last fields omitted", |[s, m], k| {
        let last = k as usize;
        written(k, &s[..last], &m[..last])
    }),
    meeting!("without-last-k", "last fields omitted, k reduced", |[s, m], k| {
        let last = k as usize;
        written(k - 1, &s[..last], &m[..last])
    }),
    meeting!("last-twice", "last fields repeated", |[s, m], k| {
        let [s, m] = [s, m].map(|way| way.iter().chain(way.last()).copied().collect::<Vec<_>>());
        written(k + 1, &s, &m)
    }),
    meeting!("mika-first", "Mika's fields first", |[s, m], k| written(k, m, s)),
    meeting!("backwards", "fields reversed", |ways, k| {
        let [s, m] = ways.each_ref().map(|way| way.iter().rev().copied().collect::<Vec<_>>());
        written(k, &s, &m)
    }),
    meeting!("mika-backwards", "Mika's fields reversed", |[s, m], k| {
        written(k, s, &m.iter().rev().copied().collect::<Vec<_>>())
    }),
    meeting!("different-lengths", "Mika's last field omitted", |[s, m], k| {
        written(k, s, &m[..m.len() - 1])
    }),
    meeting!("pair-by-pair", "one line per jump", |[s, m], k| {
        let pairs = s.iter().zip(m).map(|(a, b)| format!("{a} {b}\n"));
        format!("{k}\n{}", pairs.collect::<String>())
    }),
    meeting!("labels", "players' names printed", |[s, m], k| {
        format!("{k}\nSasha: {}\nMika: {}\n", line(s), line(m))
    }),
    meeting!("commas", "commas between fields", |[s, m], k| {
        written(k, s, m).replace(' ', ", ")
    }),
    meeting!("only-k", "fields omitted", |_, k| format!("{k}\n")),
    mutant!("always-impossible", "always `impossible`", say: |_| say(None)),
    mutant!("never-impossible", "never `impossible`", say: |ways| match ways {
        None => written(1, &[1, 1], &[2, 1]),
        Some(_) => say(ways),
    }),
    impossible!("impossible-silent", "nothing for `impossible`", ""),
    impossible!("impossible-zero", "0 for `impossible`", "0\n"),
    impossible!("impossible-minus-1", "-1 for `impossible`", "-1\n"),
    impossible!("impossible-and-0", "0 after `impossible`", "impossible\n0\n"),
    impossible!("not-possible", "`not possible`", "not possible\n"),
];
