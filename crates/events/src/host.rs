//! The machines that judged the shards of a run, and their relative speeds.

use referee_base::listed;
use referee_checker::text::excerpt;
use serde::{Deserialize, Serialize};

use crate::calibration::{CalibrationFigures, SMALL};

/// The maximum number of machines that are named in a sentence.
const NAMED: usize = 6;

/// The maximum length of a name in it, in bytes.
const NAME: usize = 60;

/// A machine that judged shards.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Host {
    /// Its name.
    pub name: String,
    /// The model of its processor, if the system reports it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cpu: Option<String>,
    /// The numbers of its shards.
    pub shards: Vec<usize>,
    /// The shortest times of fixed loops over all its shards.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub machine: Option<CalibrationFigures>,
    /// The time for the same work here, in thousandths of the time on the fastest of the machines,
    /// if they are comparable.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slowness_per_mille: Option<u32>,
}

impl Host {
    /// Returns whether it is slower than the fastest by more than a twentieth.
    fn is_slow(&self) -> bool {
        self.slowness_per_mille.is_some_and(|slowness| slowness > 1000 + SMALL)
    }

    fn shown(&self) -> String {
        excerpt(self.name.as_bytes(), NAME)
    }
}

/// Describes the machines that are slower than the fastest by more than a twentieth, and those that
/// are not comparable; `None` if all are alike.
pub fn uneven(hosts: &[Host]) -> Option<String> {
    let fastest = hosts.iter().filter_map(|host| host.slowness_per_mille.map(|it| (it, host)));
    let fastest = fastest.min_by_key(|(slowness, _)| *slowness).map(|(_, host)| host.shown());
    let slow: Vec<String> = hosts.iter().filter(|host| host.is_slow()).map(slowness).collect();
    let slow = fastest.filter(|_| !slow.is_empty()).map(|fastest| {
        format!("the same work takes {} as long as on {fastest}", listed(&slow, NAMED))
    });
    let unknown: Vec<String> = hosts
        .iter()
        .filter(|host| host.slowness_per_mille.is_none() && host.machine.is_some())
        .map(Host::shown)
        .collect();
    let unknown = (!unknown.is_empty()).then(|| {
        format!("times on {} cannot be compared with those of the others", listed(&unknown, NAMED))
    });
    let parts: Vec<String> = slow.into_iter().chain(unknown).collect();
    let sentence = format!("the machines of the shards are not alike: {}", parts.join("; "));
    (!parts.is_empty()).then_some(sentence)
}

fn slowness(host: &Host) -> String {
    let factor = f64::from(host.slowness_per_mille.unwrap_or(1000)) / 1000.0;
    format!("on {} {factor:.2} times", host.shown())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str, slowness_per_mille: Option<u32>, has_figures: bool) -> Host {
        let figures = CalibrationFigures {
            loops: 1,
            build: "release".into(),
            cpu: None,
            integers_us: 1.0,
            memory_us: 1.0,
            allocation_us: 1.0,
        };
        let machine = has_figures.then_some(figures);
        Host { name: name.into(), cpu: None, shards: vec![1], machine, slowness_per_mille }
    }

    #[test]
    fn machines_are_named_that_are_slower_by_more_than_a_twentieth() {
        let fastest = host("a", Some(1000), true);
        assert_eq!(uneven(&[fastest.clone(), host("b", Some(1050), true)]), None);
        assert_eq!(uneven(&[fastest.clone(), host("b", None, false)]), None);
        let all = [host("b", Some(1051), true), fastest.clone(), host("c\n", Some(2000), true)];
        let expected = "the machines of the shards are not alike: the same work takes on b 1.05 times, \
                        on c\\n 2.00 times as long as on a";
        assert_eq!(uneven(&all).as_deref(), Some(expected));
        let expected = "the machines of the shards are not alike: \
                        times on b cannot be compared with those of the others";
        assert_eq!(uneven(&[fastest, host("b", None, true)]).as_deref(), Some(expected));
        let many: Vec<Host> = (0..20).map(|at| host("x", Some(1000 + at * 100), true)).collect();
        assert!(uneven(&many).is_some_and(|text| text.contains("1.60 times and 13 more as long")));
    }
}
