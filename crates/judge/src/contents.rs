//! Everything that the verdicts of a run depend on, in parts with a hash of each. Machines that
//! share a run compare the parts before they judge, so that differences can be named, and the hash
//! of all parts when results are merged.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde::{Deserialize, Serialize};

use crate::inputs::{Judge, Policy, StopPolicy};
use crate::prepared::Prepare;
use referee_base::digest::{ContentHash, Digest, to_hex};
use referee_base::fault::Fault;
use referee_base::plural;
use referee_checker::text::excerpt;
use referee_intake::submission::Submission;
use referee_problem::dependencies::Part;
use referee_sandbox::Limits;

/// The maximum number of bytes of a name or a setting that are shown.
const SHOWN: usize = 80;

/// Everything that the verdicts of a run depend on, with its names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The version of this program.
    pub version: String,
    /// The name of the problem.
    pub problem: String,
    /// The hash of its checker, including its options.
    pub checker: String,
    /// The hash of the groups of cases, as far as points and scores follow from them.
    pub groups: String,
    /// The options that affect verdicts, and the limits, in words.
    pub settings: BTreeMap<String, String>,
    /// The hash of the compiler and the interpreter of each language.
    pub compilers: BTreeMap<String, String>,
    /// The cases, in order.
    pub cases: Vec<NamedContent>,
    /// The submissions, in order.
    pub submissions: Vec<NamedContent>,
    /// The entries that cannot be judged, by name.
    pub others: Vec<String>,
}

/// The name of something, and the hash of its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedContent {
    /// The name.
    pub name: String,
    /// The hash of the content, in hexadecimal.
    pub content: String,
}

impl Judge<'_> {
    /// Returns the content hash of each submission, or the hash of its name if its files cannot be
    /// read.
    pub fn contents_of_submissions(&self) -> Vec<ContentHash> {
        let content = |one: &Submission| {
            one.source.content().unwrap_or_else(|_| Digest::of(one.name.as_bytes()))
        };
        self.inputs.found.submissions.iter().map(content).collect()
    }

    /// Returns everything that the verdicts depend on.
    ///
    /// # Errors
    /// A case cannot be read.
    pub fn contents(&self) -> Result<Contents, Fault> {
        let inputs = &self.inputs;
        let mut checker = Digest::new();
        // Machines that share a run need not have the same packages: only the versions of the
        // programs that judge are compared.
        checker.add(&inputs.dependencies.without(Part::Packages).number());
        inputs.problem.options().iter().for_each(|option| checker.add(option.as_bytes()));
        let groups = inputs.scoring.map_or(&[][..], |scoring| scoring.groups());
        let mut digest_of_groups = Digest::new();
        digest_of_groups.add(format!("{groups:?}").as_bytes());
        let scoring = inputs.problem.scoring_dependencies()?;
        digest_of_groups.add(&scoring.without(Part::Packages).number());
        let cases = (0..inputs.cases.len()).map(|at| {
            let content = to_hex(&self.case_key(&self.open(at)?)?.dependencies.number());
            Ok(NamedContent { name: inputs.name(at).to_string(), content })
        });
        let submissions = inputs.found.submissions.iter().zip(self.contents_of_submissions());
        let submissions = submissions.map(|(one, content)| {
            let mut digest = Digest::new();
            digest.add(&content);
            digest.add(format!("{:?} {:?}", one.expected, one.refused).as_bytes());
            let handed = inputs.found.handed_in.get(&one.name);
            let lateness = handed.and_then(|handed| handed.lateness.as_ref());
            digest.add(format!("{lateness:?}").as_bytes());
            NamedContent { name: one.name.to_string(), content: to_hex(&digest.number()) }
        });
        Ok(Contents {
            version: env!("CARGO_PKG_VERSION").into(),
            problem: inputs.problem_name(),
            checker: to_hex(&checker.number()),
            groups: to_hex(&digest_of_groups.number()),
            settings: settings(&self.policy, self.services.sanitizers.is_some()),
            compilers: self.compilers(),
            cases: cases.collect::<Result<_, Fault>>()?,
            submissions: submissions.collect(),
            others: inputs.found.others.iter().map(|(name, _)| name.to_string()).collect(),
        })
    }

    /// Returns the hash of the compiler and the interpreter of each language.
    fn compilers(&self) -> BTreeMap<String, String> {
        let mut digests: BTreeMap<&str, Digest> = BTreeMap::new();
        let mut languages = Vec::new();
        for one in &self.inputs.found.submissions {
            let language = &one.source.language;
            if !languages.contains(&language) {
                languages.push(language);
                let toolchain = self.services.toolchains.of(language, self.services.executor);
                digests.entry(&language.title).or_default().add(&toolchain.number());
            }
        }
        let hex = |(title, digest): (&str, Digest)| (title.to_string(), to_hex(&digest.number()));
        digests.into_iter().map(hex).collect()
    }
}

/// Describes the options that affect verdicts, and the limits.
fn settings(policy: &Policy, sanitizes: bool) -> BTreeMap<String, String> {
    // Names all fields, so that a new one cannot be forgotten here.
    let Policy {
        mode,
        limits,
        compile_limits,
        time_limit_to_tle,
        repeat,
        rechecks,
        apart: _,
        allow_missing_compilers,
        excerpts,
        // The way a program is started does not change its result.
        start: _,
    } = policy;
    let Limits {
        cpu,
        time_by,
        wall,
        memory,
        memory_rule,
        output,
        processes,
        file_size,
        disk,
        stack,
    } = limits;
    let mode = match mode {
        StopPolicy::FirstFailure => "to its first failure",
        StopPolicy::All => "on all cases",
        StopPolicy::Timing => "timing",
        StopPolicy::Measuring => "measuring",
    };
    let slow = time_limit_to_tle.map_or("none".into(), |factor| factor.to_string());
    let settings = [
        ("how far a submission is judged", mode.to_string()),
        ("the time limit", format!("{} s", cpu.as_secs_f64())),
        ("what counts as time", format!("{time_by:?}").to_lowercase()),
        ("the wall limit", format!("{} s", wall.as_secs_f64())),
        ("the memory limit", format!("{memory} bytes, {memory_rule:?}")),
        ("the output limit", format!("{output} bytes")),
        ("the limit of processes", processes.to_string()),
        ("the limit of files", format!("{file_size} bytes, {disk} together")),
        ("the limit of the stack", format!("{stack} bytes")),
        ("the limits of compilers", format!("{compile_limits:?}")),
        ("the factor of submissions that are too slow", slow),
        ("--repeat", repeat.to_string()),
        ("--recheck", rechecks.to_string()),
        ("--missing-compilers skip", allow_missing_compilers.to_string()),
        ("--details excerpts", excerpts.to_string()),
        ("--details causes", sanitizes.to_string()),
    ];
    settings.into_iter().map(|(name, value)| (name.to_string(), value)).collect()
}

impl Contents {
    /// Returns the hash of all parts.
    pub fn digest(&self) -> ContentHash {
        // Names all fields, so that a new one cannot be forgotten here.
        let Contents {
            version,
            problem,
            checker,
            groups,
            settings,
            compilers,
            cases,
            submissions,
            others,
        } = self;
        let mut digest = Digest::new();
        for text in [version, problem, checker, groups] {
            digest.add(text.as_bytes());
        }
        for list in [of_map(settings), of_map(compilers), of_list(cases), of_list(submissions)] {
            // The length separates the list from the next one.
            digest.add(&list.len().to_le_bytes());
            for (name, value) in list {
                digest.add(name.as_bytes());
                digest.add(value.as_bytes());
            }
        }
        others.iter().for_each(|name| digest.add(name.as_bytes()));
        digest.number()
    }

    /// Describes each difference from the plan, one line each.
    pub fn differences(&self, planned: &Contents) -> Vec<String> {
        let texts = [
            ("the version of referee", &self.version, &planned.version),
            ("the problem", &self.problem, &planned.problem),
        ];
        let texts = texts.into_iter().filter(|(_, here, plan)| here != plan);
        let texts = texts.map(|(what, here, plan)| differs(what, here, plan));
        let hashes = [
            ("the checker or its options", self.checker != planned.checker),
            ("the groups of cases", self.groups != planned.groups),
        ];
        let hashes = hashes.into_iter().filter(|(_, is_other)| *is_other);
        let hashes = hashes.map(|(what, _)| format!("{what}: not those of the plan"));
        let settings: BTreeSet<&String> =
            planned.settings.keys().chain(self.settings.keys()).collect();
        let settings = settings.into_iter().filter_map(|name| {
            let values = [self, planned].map(|contents| contents.settings.get(name));
            let [here, plan] = values.map(|value| value.map_or("none", String::as_str));
            (here != plan).then(|| differs(name, here, plan))
        });
        let both = [self, planned];
        let lists = [
            (("compiler", "compilers"), both.map(|contents| of_map(&contents.compilers))),
            (("case", "cases"), both.map(|contents| of_list(&contents.cases))),
            (("submission", "submissions"), both.map(|contents| of_list(&contents.submissions))),
        ];
        let lists = lists.iter().filter_map(|(unit, [here, plan])| changes(*unit, here, plan));
        let mut all: Vec<String> = texts.chain(hashes).chain(settings).chain(lists).collect();
        if all.is_empty() && self != planned {
            all.push("the entries that cannot be judged, or the order of submissions".into());
        }
        all
    }
}

fn differs(what: &str, here: &str, plan: &str) -> String {
    let [what, here, plan] = [what, here, plan].map(|text| excerpt(text.as_bytes(), SHOWN));
    format!("{what}: {here} here, {plan} in the plan")
}

/// Names, each with the hash of its content or with a value.
type Pairs<'a> = Vec<(&'a str, &'a str)>;

fn of_map(map: &BTreeMap<String, String>) -> Pairs<'_> {
    map.iter().map(|(name, value)| (&**name, &**value)).collect()
}

fn of_list(list: &[NamedContent]) -> Pairs<'_> {
    list.iter().map(|one| (&*one.name, &*one.content)).collect()
}

/// Describes how many entries of a list were changed, added and removed since the plan, with an
/// example; `None` if none were.
fn changes(
    (one, several): (&str, &str),
    here: &[(&str, &str)],
    planned: &[(&str, &str)],
) -> Option<String> {
    let in_plan: HashMap<&str, &str> = planned.iter().copied().collect();
    let there: HashMap<&str, &str> = here.iter().copied().collect();
    let is_changed = |(name, content): &&(&str, &str)| {
        in_plan.get(*name).is_some_and(|planned| *planned != *content)
    };
    let changed: Vec<_> = here.iter().filter(is_changed).collect();
    let added: Vec<_> = here.iter().filter(|(name, _)| !in_plan.contains_key(*name)).collect();
    let removed: Vec<_> = planned.iter().filter(|(name, _)| !there.contains_key(*name)).collect();
    let parts = [(changed, "changed"), (added, "not in the plan"), (removed, "missing here")];
    let parts = parts.iter().filter_map(|(list, what)| {
        let (name, _) = list.first()?;
        let name = excerpt(name.as_bytes(), SHOWN);
        let example = if list.len() > 1 { format!("such as {name}") } else { name };
        Some(format!("{} {what} ({example})", plural(list.len(), one, several)))
    });
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

#[cfg(test)]
mod tests;
