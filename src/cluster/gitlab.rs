//! GitLab: a job of which as many copies run as there are shards, and one that merges in the last stage.

use referee_base::yaml::{lines, list, quoted};

use super::Work;

/// How many copies of a job GitLab runs at most.
pub const MOST: usize = 200;

/// A run as jobs of a pipeline.
#[derive(Debug)]
pub struct GitlabPipeline<'a> {
    /// What is to be done. Relative paths begin in the repository.
    pub work: &'a Work,
    /// The image of the jobs, with the program and the compilers.
    pub image: &'a str,
    /// The files that the merge makes beside its log, which the job keeps.
    pub reports: &'a [String],
    /// Those of them that GitLab shows beside a merge request.
    pub junit: &'a [String],
}

impl GitlabPipeline<'_> {
    /// Returns the file of the pipeline.
    pub fn pipeline(&self) -> String {
        let of = self.work.shards;
        let image = quoted(self.image);
        let shard = self.work.shard_command("auto", "jsonl=shard-$CI_NODE_INDEX.jsonl", "");
        let shard = lines(&format!("{shard} || [ $? = 1 ]\n"), 6);
        let merge = lines(&format!("{}\n", self.work.merge_command("shard-*.jsonl")), 6);
        let reports = self.artifacts();
        format!(
            r#"# For GitLab: judges {of} shards at the same time, and merges. Written by `referee cluster gitlab`. Copy it to .gitlab-ci.yml of the
# repository, or include it.
judge:
  image:
    name: {image}
    entrypoint: [""]
  parallel: {of}
  # Where a runner fails, the shard is judged again. A wrong submission, exit code 1, is no failure of its shard.
  retry:
    max: 2
    when: [runner_system_failure, stuck_or_timeout_failure]
  script:
    - {shard}
  artifacts:
    when: always
    paths: ["shard-*.jsonl"]
merge:
  stage: .post
  # Names shards that are missing, with exit code 3.
  when: always
  image:
    name: {image}
    entrypoint: [""]
  script:
    - {merge}
{reports}"#
        )
    }

    /// What the job that merges keeps, if it makes anything.
    fn artifacts(&self) -> String {
        let paths = match self.reports {
            [] => return String::new(),
            some => list(some),
        };
        let junit = match self.junit {
            [] => String::new(),
            some => format!("    reports:\n      junit: {}\n", list(some)),
        };
        format!("  artifacts:\n    when: always\n    paths: {paths}\n{junit}")
    }
}
