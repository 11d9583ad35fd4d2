use super::*;

fn of(variables: &str, of: Option<usize>) -> Result<(Shard, String), Fault> {
    let value = |name: &str| {
        let set = variables.split(' ').filter_map(|one| one.split_once('='));
        let mut named = set.filter(|(known, _)| *known == name);
        named.next().map(|(_, value)| value.to_string())
    };
    find(value, of)
}

#[test]
fn each_engine_tells_its_shard() {
    for (variables, given, number, count) in [
        ("SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=8", None, 4, 8),
        (
            "SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_STEP=4 SLURM_ARRAY_TASK_COUNT=3",
            None,
            3,
            3,
        ),
        ("SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=8", Some(8), 7, 8),
        ("PBS_ARRAY_INDEX=2", Some(5), 2, 5),
        ("SGE_TASK_ID=12 SGE_TASK_FIRST=10 SGE_TASK_LAST=19 SGE_TASK_STEPSIZE=1", None, 3, 10),
        ("SGE_TASK_ID=undefined CI_NODE_INDEX=1 CI_NODE_TOTAL=2", None, 1, 2),
        ("LSB_JOBINDEX=4 LSB_JOBINDEX_END=4", None, 4, 4),
        ("LSB_JOBINDEX=0 CIRCLE_NODE_INDEX=0 CIRCLE_NODE_TOTAL=2", None, 1, 2),
        ("JOB_COMPLETION_INDEX=0", Some(3), 1, 3),
        ("AWS_BATCH_JOB_ARRAY_INDEX=2", Some(3), 3, 3),
        ("CI_NODE_INDEX=2 CI_NODE_TOTAL=2", None, 2, 2),
        ("BUILDKITE_PARALLEL_JOB=1 BUILDKITE_PARALLEL_JOB_COUNT=4", None, 2, 4),
        ("PARALLEL_SEQ=6 SLURM_ARRAY_TASK_ID=1", Some(9), 6, 9),
    ] {
        let (found, _) = of(variables, given).unwrap();
        assert_eq!(found, Shard { number, of: count }, "{variables}");
    }
}

#[test]
fn the_variables_that_counted_are_told() {
    let (_, stated_by) = of("CI_NODE_INDEX=1 CI_NODE_TOTAL=2", None).unwrap();
    assert_eq!(stated_by, "GitLab: CI_NODE_INDEX=1, CI_NODE_TOTAL=2");
}

#[test]
fn what_tells_no_shard_is_refused() {
    for (variables, message) in [
        ("", "no engine provides the number of this shard"),
        ("PARALLEL_SEQ=3", "GNU parallel does not provide the number of shards"),
        ("JOB_COMPLETION_INDEX=x", "JOB_COMPLETION_INDEX of Kubernetes is no number: x"),
        (
            "CI_NODE_INDEX=3 CI_NODE_TOTAL=2",
            "there is no shard 3: the first of 2 is 1 (GitLab: CI_NODE_INDEX=3, CI_NODE_TOTAL=2)",
        ),
        (
            "SLURM_ARRAY_TASK_ID=1 SLURM_ARRAY_TASK_MIN=4 SLURM_ARRAY_TASK_COUNT=2",
            "there is no shard 0: the first of 2 is 1 (Slurm: SLURM_ARRAY_TASK_ID=1, SLURM_ARRAY_TASK_MIN=4, SLURM_ARRAY_TASK_COUNT=2)",
        ),
    ] {
        assert_eq!(of(variables, None).unwrap_err().message, message, "{variables}");
    }
}

#[test]
fn which_shard_it_is_must_be_said_where_not_all_jobs_are_started() {
    for (variables, message) in [
        (
            "SLURM_ARRAY_TASK_ID=7 SLURM_ARRAY_TASK_MIN=7 SLURM_ARRAY_TASK_COUNT=1",
            "1 job was started for 8 shards (Slurm: SLURM_ARRAY_TASK_ID=7, SLURM_ARRAY_TASK_MIN=7, SLURM_ARRAY_TASK_COUNT=1)",
        ),
        (
            "SGE_TASK_ID=3 SGE_TASK_FIRST=3 SGE_TASK_LAST=4",
            "2 jobs were started for 8 shards (Grid Engine: SGE_TASK_ID=3, SGE_TASK_FIRST=3, SGE_TASK_LAST=4)",
        ),
    ] {
        assert_eq!(of(variables, Some(8)).unwrap_err().message, message);
    }
}
