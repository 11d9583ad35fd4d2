//! Whether times that are measured on this machine can be trusted: what takes processor time away
//! from programs, or pauses them.

use std::fs;
use std::path::Path;

use referee_sandbox::control_groups;

/// The share of processor time that a host may take from a virtual machine before it matters.
const STOLEN: f64 = 0.01;

/// Returns what distorts times, in words, on a machine with this many processors.
pub(super) fn distortions(processors: usize) -> Vec<String> {
    let read = |path: &Path| fs::read_to_string(path).unwrap_or_default();
    let of_proc = |name: &str| read(&Path::new("/proc").join(name));
    let all = [
        control_groups().iter().find_map(|group| quota(&read(&group.join("cpu.max")), processors)),
        load(&of_proc("loadavg"), processors),
        stolen(&of_proc("stat")),
    ];
    all.into_iter().flatten().collect()
}

/// Describes a control group that allows less time than the processors have, and so pauses
/// programs: `cpu.max` holds its time and the period.
fn quota(text: &str, processors: usize) -> Option<String> {
    let (time, period) = text.trim().split_once(' ')?;
    let (time, period): (f64, f64) = (time.parse().ok()?, period.parse().ok()?);
    let share = time / period;
    (share < processors as f64).then(|| {
        format!("a control group allows the time of {share:.2} processors on {processors}, and pauses programs that take more")
    })
}

/// Describes a load that is too high: the average number of running processes in the last minute,
/// the first number of `/proc/loadavg`.
fn load(text: &str, processors: usize) -> Option<String> {
    let load: f64 = text.split_whitespace().next()?.parse().ok()?;
    // A judged program needs a processor to itself.
    (load + 1.0 > processors as f64 + 0.5).then(|| {
        format!("other processes are busy: a load of {load:.1} on {processors} processors")
    })
}

/// Describes the share of time that the host of a virtual machine has taken since its start: the
/// eighth number of the first line of `/proc/stat`.
fn stolen(text: &str) -> Option<String> {
    let line = text.lines().next()?.strip_prefix("cpu ")?;
    let times: Vec<f64> = line.split_whitespace().map_while(|time| time.parse().ok()).collect();
    // The ninth and the tenth are already included in the first two.
    let (all, stolen) = (times.iter().take(8).sum::<f64>(), *times.get(7)?);
    let share = stolen / all.max(1.0);
    (share > STOLEN).then(|| {
        let percent = share * 100.0;
        format!("the host of this virtual machine takes {percent:.1} % of the processor time")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quota_pauses_programs_only_where_it_is_less_than_the_processors() {
        let said = quota("150000 100000\n", 2).unwrap();
        assert!(said.contains("1.50 processors on 2"), "{said}");
        for text in ["200000 100000\n", "max 100000\n", "", "x y", "1"] {
            assert_eq!(quota(text, 2), None, "{text:?}");
        }
    }

    #[test]
    fn a_processor_must_be_free() {
        let said = load("1.75 0.50 0.40 2/345 6789\n", 2).unwrap();
        assert!(said.contains("a load of 1.8 on 2"), "{said}");
        for text in ["1.20 0 0 1/1 1\n", "", "x"] {
            assert_eq!(load(text, 2), None, "{text:?}");
        }
        assert!(load("0.75 0 0 1/1 1", 1).is_some());
    }

    #[test]
    fn time_that_the_host_takes_is_counted() {
        let said = stolen("cpu  10 0 10 70 0 0 0 10 0 0\ncpu0 1\n").unwrap();
        assert!(said.contains("10.0 %"), "{said}");
        for text in [
            "cpu  50 0 10 39 0 0 0 1 0 0\n",
            "cpu  1 2\n",
            "",
            "intr 1\n",
            "cpu  0 0 0 0 0 0 0 0\n",
        ] {
            assert_eq!(stolen(text), None, "{text:?}");
        }
    }
}
