//! The distribution of results, if not all are known, or if scores have no bounds.

use super::*;

const GROUP: &str = r#"{"title":"all","most_points":10,"rule":"each","cases":["1"]}"#;

/// Returns the statistics of a run with these groups and these results of submissions, in the JSON
/// form of events.
fn statistics(groups: &str, ends: &[&str]) -> Statistics {
    let started = format!(
        r#"{{"event":"started","format":"referee-events","version":1,"referee":"0","problem":"p",
            "cases":["1","2"],"contestants":[],"not_on_disk":[],"groups":[{groups}]}}"#
    );
    let ends = ends.iter().map(|end| {
        format!(r#"{{"event":"submission","contestant":"a","met":"not-permitted",{end}}}"#)
    });
    let mut collector = StatisticsCollector::default();
    for line in [started].into_iter().chain(ends) {
        collector.event(&Event::parse(line.as_bytes()).unwrap().unwrap());
    }
    collector.statistics().unwrap()
}

#[test]
fn unknown_points_are_not_zero_points() {
    let group = r#"{"title":"all","points":8,"most_points":10,"passed":1,"cases":1}"#;
    let known = format!(r#""verdict":"WA","points":8,"groups":[{group}]"#);
    // A case of the other one ended in a judge error.
    let statistics = statistics(GROUP, &[&known, r#""verdict":"WA""#]);
    let results = statistics.results.unwrap();
    assert_eq!((statistics.judged, results.mean.to_string()), (2, "8".into()));
    assert_eq!(results.histogram.iter().map(|bar| bar.count).sum::<usize>(), 1);
}

#[test]
fn scores_without_bounds_have_no_maximum() {
    let of = |scores: [&str; 2]| {
        let ends = scores.map(|score| format!(r#""verdict":"AC","score":{score}"#));
        let statistics = statistics("", &[&ends[0], &ends[1]]);
        statistics.results.map(|spread| statistics.unit.described(&spread))
    };
    let expected = "scores: mean 5.25, median 5.25, best 7";
    assert_eq!(of(["3.5", "7"]).as_deref(), Some(expected));
    assert_eq!(of(["-1", "7"]), None);
    assert_eq!(of(["1e300", "1e300"]), None);
}
