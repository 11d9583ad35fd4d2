//! `referee cluster kubernetes`, `gitlab` and `github`: one file each, made of the words of the command alone.

use std::path::{Path, PathBuf};

use super::super::args::{
    ClusterGithubArgs, ClusterGitlabArgs, ClusterKubernetesArgs, JudgeArgs, SharedRunArgs,
};
use super::super::output::OutputSettings;
use super::work;
use crate::cluster::github::{self, GithubWorkflow};
use crate::cluster::gitlab::{self, GitlabPipeline};
use crate::cluster::kubernetes::KubernetesJob;
use crate::exit::Exit;
use crate::report::ReportKind;
use crate::shard::MOST;
use referee_base::fault::{Fault, show};
use referee_base::files::{self, Existing};

pub(super) fn kubernetes(
    mut args: ClusterKubernetesArgs,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let shards = begin(&mut args.run, MOST)?;
    let folder = &*args.folder;
    let default = [
        format!("jsonl={folder}/merged.jsonl"),
        format!("html={folder}/report.html"),
        "human".into(),
    ];
    let work = work::work(&args.run.judge, args.referee.clone(), (shards, false), &default)?;
    let manifest = KubernetesJob {
        work: &work,
        name: &args.name,
        image: &args.image,
        claim: &args.claim,
        mount: &args.mount,
        folder,
        cpus: args.cpus,
        memory: args.pod_memory,
        at_once: args.at_once,
    }
    .manifest();
    write(&manifest, args.write.as_deref(), &args.run.judge, output)
}

pub(super) fn gitlab(mut args: ClusterGitlabArgs, output: &OutputSettings) -> anyhow::Result<Exit> {
    let shards = begin(&mut args.run, gitlab::MOST)?;
    let work = work::work(&args.run.judge, args.referee.clone(), (shards, false), &ci_reports())?;
    let reports = ReportFiles::of(&args.run.judge)?;
    let pipeline = GitlabPipeline {
        work: &work,
        image: &args.image,
        reports: &reports.all,
        junit: &reports.junit,
    }
    .pipeline();
    write(&pipeline, args.write.as_deref(), &args.run.judge, output)
}

pub(super) fn github(mut args: ClusterGithubArgs, output: &OutputSettings) -> anyhow::Result<Exit> {
    let shards = begin(&mut args.run, github::MOST)?;
    let work = work::work(&args.run.judge, args.referee.clone(), (shards, false), &ci_reports())?;
    let workflow = GithubWorkflow {
        work: &work,
        archive: (&args.archive, &args.sha256),
        runner: &args.runner,
        at_once: args.at_once,
        reports: &ReportFiles::of(&args.run.judge)?.all,
    }
    .workflow();
    write(&workflow, args.write.as_deref(), &args.run.judge, output)
}

/// Returns the number of shards, which must be given: nothing of the problem is read.
///
/// # Errors
/// It is not given, or too large; a flag is of single runs; each shard would infer another time limit.
fn begin(run: &mut SharedRunArgs, most: usize) -> Result<usize, Fault> {
    work::prepare(&mut run.judge)?;
    if run.judge.runs.limits.infer_time_limit.is_some() && run.judge.sharding.plan.is_none() {
        let fault = Fault::bad_input("each shard would infer another time limit");
        return Err(fault.help(
            "give the limit, as in --time 2; or a --plan by `referee cluster plan`, which has one",
        ));
    }
    match run.shards {
        Some(shards) if shards <= most => Ok(shards),
        Some(shards) => {
            let message = format!("these are {shards} shards, and {most} is the most here");
            let help = "a shard pays from some minutes of work on: make fewer";
            Err(Fault::bad_input(message).help(help))
        }
        None => {
            let fault = Fault::bad_input("it is not known how many shards there are to be");
            Err(fault.help("give --shards N, so that each takes some ten minutes"))
        }
    }
}

/// The page and the JUnit report of a build server.
const CI_FILES: [(ReportKind, &str); 2] =
    [(ReportKind::Html, "report.html"), (ReportKind::Junit, "report.xml")];

fn ci_reports() -> [String; 3] {
    ["html=report.html", "junit=report.xml", "human"].map(String::from)
}

/// The files of reports that a build server keeps.
#[derive(Default)]
struct ReportFiles {
    all: Vec<String>,
    junit: Vec<String>,
}

impl ReportFiles {
    fn of(judge: &JudgeArgs) -> Result<ReportFiles, Fault> {
        let named = judge.reports.reports.iter().map(|to| (to.kind, to.file.clone()));
        let default = CI_FILES.map(|(kind, file)| (kind, Some(PathBuf::from(file))));
        let reports: Vec<(ReportKind, Option<PathBuf>)> = match judge.reports.reports.is_empty() {
            true => default.into(),
            false => named.collect(),
        };
        let mut files = ReportFiles::default();
        for (kind, file) in reports {
            let Some(file) = file else { continue };
            let Some(name) = file.to_str().map(String::from) else {
                return Err(Fault::bad_input("the name of a report is not UTF-8").at(&file));
            };
            files.junit.extend((kind == ReportKind::Junit).then(|| name.clone()));
            files.all.push(name);
        }
        Ok(files)
    }
}

/// Prints a text, or writes it into a file.
fn write(
    text: &str,
    file: Option<&Path>,
    judge: &JudgeArgs,
    output: &OutputSettings,
) -> anyhow::Result<Exit> {
    let Some(path) = file else {
        output.print(text)?;
        return Ok(Exit::Expected);
    };
    let existing = if judge.reports.force { Existing::Replace } else { Existing::Keep };
    files::write_whole(path, text.as_bytes(), existing)?;
    output.tell(&format!("{} written; its first lines say how to use it\n", show(path)))?;
    Ok(Exit::Expected)
}
