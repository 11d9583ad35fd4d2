//! GitHub: a matrix of jobs, a shard each, whose events are artifacts, and a job that merges them.

use referee_base::yaml::{lines, quoted};

use super::Work;
use super::shell::word;

/// How many jobs a matrix has at most.
pub const MOST: usize = 256;

/// A run as jobs of a workflow.
#[derive(Debug)]
pub struct GithubWorkflow<'a> {
    /// What is to be done. Relative paths begin in the repository.
    pub work: &'a Work,
    /// The archive with the program, and the SHA-256 of its content.
    pub archive: (&'a str, &'a str),
    /// The machines that run jobs.
    pub runner: &'a str,
    /// How many jobs may run at the same time; all, if nothing is said.
    pub at_once: Option<usize>,
    /// The files that the merge makes, which the workflow keeps.
    pub reports: &'a [String],
}

/// What GitHub replaces by the number of the shard.
const SHARD: &str = "${{ matrix.shard }}";

impl GithubWorkflow<'_> {
    /// Returns the file of the workflow.
    pub fn workflow(&self) -> String {
        let of = self.work.shards;
        let all: Vec<String> = (1..=of).map(|shard| shard.to_string()).collect();
        let all = all.join(", ");
        let at_once =
            self.at_once.map_or(String::new(), |most| format!("      max-parallel: {most}\n"));
        let (runner, install) = (quoted(self.runner), self.install());
        let events = "jsonl=shard-$SHARD.jsonl";
        let shard = self.work.shard_command(&format!("\"$SHARD/{of}\""), events, "");
        let shard = lines(&format!("{} || [ $? = 1 ]\n", plain(&shard)), 10);
        let merge = self.work.merge_command("shard-*.jsonl");
        let merge = lines(&format!("{}\n", plain(&merge)), 10);
        let reports = self.upload();
        format!(
            r#"# For GitHub Actions: judges {of} shards at the same time, and merges. Written by `referee cluster github`. Copy it to
# .github/workflows/ of the repository.
name: judge
on: [push, workflow_dispatch]
permissions:
  contents: read
jobs:
  shard:
    runs-on: {runner}
    strategy:
      fail-fast: false
{at_once}      matrix:
        shard: [{all}]
    steps:
      - uses: actions/checkout@v4
{install}      # Ubuntu forbids namespaces of users; without this, the other layers isolate programs, and the report says so.
      - name: Allow namespaces
        run: sudo sysctl --write kernel.apparmor_restrict_unprivileged_userns=0
      # A wrong submission, exit code 1, is no failure of its shard.
      - name: Judge
        env:
          SHARD: {SHARD}
        run: {shard}
      - uses: actions/upload-artifact@v4
        with:
          name: shard-{SHARD}
          path: shard-{SHARD}.jsonl
          if-no-files-found: error
  merge:
    needs: shard
    # Names shards that are missing, with exit code 3.
    if: ${{{{ !cancelled() }}}}
    runs-on: {runner}
    steps:
      - uses: actions/checkout@v4
{install}      - uses: actions/download-artifact@v4
        with:
          pattern: shard-*
          merge-multiple: true
      - name: Merge
        run: {merge}
{reports}"#
        )
    }

    /// The step that keeps the reports of the merge, if there are any.
    fn upload(&self) -> String {
        if self.reports.is_empty() {
            return String::new();
        }
        let reports: String =
            self.reports.iter().map(|path| format!("{}\n", plain(path))).collect();
        let reports = lines(&reports, 12);
        format!(
            r#"      - uses: actions/upload-artifact@v4
        if: always()
        with:
          name: reports
          path: {reports}
          if-no-files-found: ignore
"#
        )
    }

    fn install(&self) -> String {
        let (url, digest) = self.archive;
        let script = format!(
            r#"curl --fail --silent --show-error --location --output "$RUNNER_TEMP/referee.tar.gz" {}
echo "{digest}  $RUNNER_TEMP/referee.tar.gz" | sha256sum --check
mkdir "$RUNNER_TEMP/referee"
tar -xzf "$RUNNER_TEMP/referee.tar.gz" --directory "$RUNNER_TEMP/referee" --strip-components 1
echo "$RUNNER_TEMP/referee/bin" >> "$GITHUB_PATH"
"#,
            word(url)
        );
        format!("      - name: Install referee\n        run: {}\n", lines(&plain(&script), 10))
    }
}

/// Returns a text in which GitHub replaces nothing.
fn plain(text: &str) -> String {
    text.replace("${{", "${{ '${{' }}")
}
