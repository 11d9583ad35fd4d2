//! The machines that judged the shards of a run, and how much slower than the fastest each is.

use referee_events::calibration::CalibrationFigures;
use referee_events::{Host, ShardOrigin};

/// Returns the known machines of shards, in the order of their first shards, given the figures of
/// each shard. A machine is identified by its name and its processor.
pub(super) fn of<'s>(
    shards: impl Iterator<Item = (&'s ShardOrigin, Option<&'s CalibrationFigures>)>,
) -> Vec<Host> {
    let mut hosts: Vec<Host> = Vec::new();
    for (origin, figures) in shards.filter(|(origin, _)| !origin.host.is_empty()) {
        let is_it = |host: &&mut Host| (&host.name, &host.cpu) == (&origin.host, &origin.cpu);
        match hosts.iter_mut().find(is_it) {
            Some(host) => {
                host.shards.push(origin.number);
                host.machine = least(host.machine.take(), figures);
            }
            None => hosts.push(Host {
                name: origin.host.clone(),
                cpu: origin.cpu.clone(),
                shards: vec![origin.number],
                machine: figures.cloned(),
                slowness_per_mille: None,
            }),
        }
    }
    compare(&mut hosts);
    hosts
}

/// Returns the smaller of each pair of figures; the first figures if they are not comparable.
fn least(
    known: Option<CalibrationFigures>,
    other: Option<&CalibrationFigures>,
) -> Option<CalibrationFigures> {
    match (known, other) {
        (Some(known), Some(other)) if known.slowness(other).is_some() => Some(known.least(other)),
        (known, other) => known.or_else(|| other.cloned()),
    }
}

/// Compares all machines that are comparable with the first one that has figures.
fn compare(hosts: &mut [Host]) {
    let Some(reference) = hosts.iter().find_map(|host| host.machine.clone()) else { return };
    let slowness = |host: &Host| host.machine.as_ref()?.slowness(&reference);
    let fastest = hosts.iter().filter_map(slowness).fold(f64::INFINITY, f64::min);
    for host in hosts {
        let slower = slowness(host).map(|slowness| slowness / fastest * 1000.0);
        host.slowness_per_mille = slower.map(|slower| slower.round() as u32);
    }
}

/// Returns the ratio of the times for the same work on the slowest and on the fastest machine.
pub(super) fn spread(hosts: &[Host]) -> f64 {
    let slowness = hosts.iter().filter_map(|host| host.slowness_per_mille);
    f64::from(slowness.max().unwrap_or(1000)) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shard(
        number: usize,
        host: &str,
        figures: Option<(f64, &str)>,
    ) -> (ShardOrigin, Option<CalibrationFigures>) {
        let figures = figures.map(|(microseconds, build)| CalibrationFigures {
            loops: 1,
            build: build.into(),
            cpu: None,
            integers_us: microseconds,
            memory_us: microseconds,
            allocation_us: microseconds,
        });
        (ShardOrigin { number, host: host.into(), ..ShardOrigin::default() }, figures)
    }

    #[test]
    fn a_machine_is_as_fast_as_its_fastest_shard_shows() {
        let release = |microseconds| Some((microseconds, "release"));
        let shards = [
            shard(1, "slow", release(30.0)),
            shard(2, "fast", release(10.0)),
            shard(3, "slow", release(12.0)),
            shard(4, "other", Some((1.0, "debug"))),
            shard(5, "unknown", None),
        ];
        let hosts = of(shards.iter().map(|(origin, figures)| (origin, figures.as_ref())));
        let found: Vec<_> = hosts
            .iter()
            .map(|host| (&*host.name, &host.shards[..], host.slowness_per_mille))
            .collect();
        let expected: [(&str, &[usize], Option<u32>); 4] = [
            ("slow", &[1, 3], Some(1200)),
            ("fast", &[2], Some(1000)),
            ("other", &[4], None),
            ("unknown", &[5], None),
        ];
        assert_eq!(found, expected);
        assert!((spread(&hosts) - 1.2).abs() < 1e-9);
        assert!((spread(&[]) - 1.0).abs() < 1e-9);
    }
}
