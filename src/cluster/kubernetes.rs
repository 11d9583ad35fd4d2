//! Kubernetes: an Indexed Job whose pods judge a shard each, and a Job that merges, suspended until it is wanted, since no Job waits for
//! another.
//!
//! Words reach the program as arguments of a pod, not through a shell. Kubernetes replaces `$(NAME)` in them; two dollar signs are one.
//!
//! Sources: the pages of Kubernetes on Jobs, pod failure policies, and variables in commands.

use referee_base::yaml::{lines, list, quoted};

use super::Work;
use super::shell::word;

/// A run as Jobs of Kubernetes.
#[derive(Debug)]
pub struct KubernetesJob<'a> {
    /// What is to be done. Relative paths begin in the volume.
    pub work: &'a Work,
    /// The name of the Job.
    pub name: &'a str,
    /// The image of the pods, with the program and the compilers.
    pub image: &'a str,
    /// The claim of a volume that all pods can write to at the same time.
    pub claim: &'a str,
    /// Where pods see it.
    pub mount: &'a str,
    /// The folder in it that gets events and reports.
    pub folder: &'a str,
    /// The cores of a pod.
    pub cpus: usize,
    /// The memory of a pod, in MiB.
    pub memory: u64,
    /// How many pods may run at the same time; all, if nothing is said.
    pub at_once: Option<usize>,
}

/// The longest name of a Job: with `-merge` behind it, pods are still called by all of it.
const LONGEST_NAME: usize = 50;

/// Returns whether a name can be that of a Job: a label of a host, in small letters.
pub fn is_name(name: &str) -> bool {
    let is_inner = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(is_inner)
        && !name.starts_with('-')
        && !name.ends_with('-')
}

impl KubernetesJob<'_> {
    /// Returns the manifest.
    pub fn manifest(&self) -> String {
        let KubernetesJob { name, work, .. } = self;
        let of = work.shards;
        let parallelism = self.at_once.unwrap_or(of).min(of);
        let shard = self.pod(&self.shard(), &work.judge);
        let merge = self.pod(&self.merge(), &work.merge);
        format!(
            r#"# Judges {of} shards on Kubernetes (1.29 or newer), and merges. Written by `referee cluster kubernetes`.
#
#     kubectl apply --filename FILE
#     kubectl wait --for=condition=Complete --timeout=24h job/{name}
#     kubectl patch job/{name}-merge --patch '{{"spec":{{"suspend":false}}}}'
#     kubectl logs --follow job/{name}-merge
#
# The volume has the problem and the submissions; it gets events, the record of runs, and reports. All pods write to it at the same
# time (ReadWriteMany), as the user of the image.
apiVersion: batch/v1
kind: Job
metadata:
  name: "{name}"
spec:
  completionMode: Indexed
  completions: {of}
  parallelism: {parallelism}
  backoffLimitPerIndex: 2
  podFailurePolicy:
    rules:
      # A pod that the cluster ends itself, to make room or to empty a node, is replaced, and does not count.
      - action: Ignore
        onPodConditions:
          - type: DisruptionTarget
            status: "True"
  template:
{shard}---
# Begins when it is no longer suspended. Names what is missing, with exit code 3.
apiVersion: batch/v1
kind: Job
metadata:
  name: "{name}-merge"
spec:
  suspend: true
  backoffLimit: 0
  template:
{merge}"#
        )
    }

    /// The script that judges a shard with the arguments of the pod. Indexes count from 0. Exit code 1 says that a submission is
    /// wrong: the pod itself went well.
    fn shard(&self) -> String {
        let (of, folder, cpus) = (self.work.shards, word(self.folder), self.cpus);
        format!(
            r#"shard=$((JOB_COMPLETION_INDEX + 1))
"$0" judge --shard "$shard/{of}" --report jsonl={folder}/shard-"$shard".jsonl --force --jobs {cpus} "$@" || [ $? = 1 ]
"#
        )
    }

    fn merge(&self) -> String {
        let folder = word(&below(self.folder));
        format!("exec \"$0\" merge {folder}/shard-*.jsonl --force \"$@\"\n")
    }

    /// A pod that runs a script with arguments. Requests that equal limits, in whole cores, let times mean something; submissions find
    /// no token of the cluster.
    fn pod(&self, script: &str, arguments: &[String]) -> String {
        let plain = |text: &str| text.replace('$', "$$");
        let arguments: Vec<String> = arguments.iter().map(|word| plain(word)).collect();
        let (arguments, script) = (list(&arguments), lines(&plain(script), 14));
        let (image, claim, mount) = (quoted(self.image), quoted(self.claim), quoted(self.mount));
        let referee = quoted(&plain(&self.work.referee));
        let resources = format!("{{cpu: \"{}\", memory: \"{}Mi\"}}", self.cpus, self.memory);
        format!(
            r#"    spec:
      restartPolicy: Never
      automountServiceAccountToken: false
      containers:
        - name: referee
          image: {image}
          workingDir: {mount}
          command:
            - sh
            - -c
            - {script}
            - {referee}
          args: {arguments}
          resources:
            requests: {resources}
            limits: {resources}
          volumeMounts:
            - {{name: shared, mountPath: {mount}}}
            - {{name: temporary, mountPath: /tmp}}
      volumes:
        - name: shared
          persistentVolumeClaim: {{claimName: {claim}}}
        # On a disk of the node.
        - {{name: temporary, emptyDir: {{}}}}
"#
        )
    }
}

/// Returns a path that no command takes for an option.
fn below(path: &str) -> String {
    if path.starts_with('-') { format!("./{path}") } else { path.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_labels() {
        assert!(is_name("exam-2") && is_name("a"));
        for name in ["", "-a", "a-", "Exam", "a.b", "a b", &"a".repeat(51)] {
            assert!(!is_name(name), "{name}");
        }
    }
}
