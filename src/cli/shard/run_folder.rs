//! The shared folder of a run: its files, and the missing shards.

use std::collections::BTreeSet;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use referee_base::fault::Fault;
use referee_base::files::{self, Existing};
use referee_shards::cluster::folder::{MERGED, PAGE, PLAN, events, restarts};
use referee_shards::merge::Merge;
use referee_shards::plan_file::PlanFile;

pub(super) struct RunFolder {
    /// Its absolute path.
    pub(super) path: PathBuf,
    /// The absolute path of the working directory.
    pub(super) home: PathBuf,
}

impl RunFolder {
    /// Finds the folder, which need not exist.
    pub(super) fn find(path: &Path) -> Result<RunFolder, Fault> {
        let absolute = |path: &Path| {
            std::path::absolute(path).map_err(|error| Fault::cannot_read(path, &error))
        };
        Ok(RunFolder { path: absolute(path)?, home: absolute(Path::new("."))? })
    }

    /// Returns a path as text for scripts.
    pub(super) fn text(path: &Path) -> Result<&str, Fault> {
        path.to_str().ok_or_else(|| {
            let fault = Fault::bad_input("the name of this folder is not UTF-8").at(path);
            fault.help("scripts are UTF-8 text: use another folder")
        })
    }

    /// Returns the reports that are made if none is requested.
    pub(super) fn reports(&self) -> Result<[String; 3], Fault> {
        let path = RunFolder::text(&self.path)?;
        Ok([format!("jsonl={path}/{MERGED}"), format!("html={path}/{PAGE}"), "human".into()])
    }

    pub(super) fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }

    /// Writes plan and scripts.
    pub(super) fn write(
        &self,
        plan: &PlanFile,
        scripts: &[(&'static str, String)],
        force: bool,
    ) -> Result<(), Fault> {
        // The plan comes first: the same command can continue after an interruption.
        if self.is_new(plan)? {
            files::write_whole(&self.file(PLAN), &plan.bytes()?, Existing::Keep)?;
        }
        let existing = if force { Existing::Replace } else { Existing::Keep };
        for (name, text) in scripts {
            let path = self.file(name);
            if fs::read(&path).ok().as_deref() != Some(text.as_bytes()) {
                files::write_whole(&path, text.as_bytes(), existing)?;
            }
        }
        Ok(())
    }

    /// Returns whether the folder has no run yet.
    fn is_new(&self, plan: &PlanFile) -> Result<bool, Fault> {
        let path = self.file(PLAN);
        if path.exists() {
            let there = PlanFile::read(&path)?;
            if there.digest() == plan.digest() {
                return Ok(false);
            }
            let fault =
                Fault::bad_input("this folder contains shards of another run").at(&self.path);
            let differences = plan.contents.differences(&there.contents).join("\n");
            let details = (!differences.is_empty()).then(|| differences.into());
            return Err(Fault { details, ..fault }
                .help("use the same inputs and options, or name a new --folder"));
        }
        match fs::read_dir(&self.path).map(|mut entries| entries.next().is_some()) {
            Ok(true) => {
                let fault = Fault::bad_input("this folder is not empty").at(&self.path);
                Err(fault.help("name a new --folder"))
            }
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Fault::cannot_read(&self.path, &error))
            }
            _ => Ok(true),
        }
    }

    /// Returns the shards with events. The folder is listed, since a network file system may cache
    /// for a minute that a single file did not exist.
    pub(super) fn done(&self, shards: usize) -> BTreeSet<usize> {
        let entries = fs::read_dir(&self.path).into_iter().flatten().flatten();
        let names: BTreeSet<OsString> = entries.map(|entry| entry.file_name()).collect();
        (1..=shards).filter(|&shard| names.contains(OsStr::new(&events(shard)))).collect()
    }

    /// Returns the missing shards: those without events, or with incomplete ones.
    pub(super) fn missing(&self, shards: usize) -> Result<Vec<usize>, Fault> {
        let paths: Vec<PathBuf> =
            self.done(shards).iter().map(|&shard| self.file(&events(shard))).collect();
        if paths.is_empty() { Ok((1..=shards).collect()) } else { Ok(Merge::open(&paths)?.missing) }
    }

    /// Returns the shards that an engine has restarted, each with the number of restarts.
    pub(super) fn restarted(&self, shards: usize) -> Vec<(usize, u64)> {
        let restarts = |shard| {
            let text = fs::read_to_string(self.file(&restarts(shard))).ok()?;
            Some((shard, text.trim().parse().ok()?))
        };
        (1..=shards).filter_map(restarts).collect()
    }
}
