//! `--only` and `--student`: select cases by patterns of their names, and one submission by a name
//! as an assistant would type it.

use std::sync::Arc;

use globset::{Glob, GlobSet, GlobSetBuilder};

use referee_base::document::nearest;
use referee_base::fault::Fault;
use referee_base::listed;
use referee_checker::text::excerpt;
use referee_events::Student;
use referee_intake::hand_in::alike::folded;
use referee_intake::submission::FoundSubmissions;

const LISTED: usize = 6;

/// Compiles the patterns into one set; `None` if there are no patterns.
///
/// # Errors
/// A pattern is not well-formed.
pub fn globs_of_only(patterns: &[String]) -> Result<Option<GlobSet>, Fault> {
    if patterns.is_empty() {
        return Ok(None);
    }
    let wrong = |error: globset::Error| {
        Fault::bad_input(format!("--only: {error}")).help("as in --only 'secret/2*'")
    };
    let mut set = GlobSetBuilder::new();
    for pattern in patterns {
        set.add(Glob::new(pattern).map_err(wrong)?);
    }
    set.build().map(Some).map_err(wrong)
}

/// Returns the fault that no case matches.
pub fn no_case(patterns: &[String]) -> Fault {
    Fault::bad_input(format!("no case matches --only {}", patterns.join(" --only ")))
}

/// Drops all submissions but the one with that name. Returns all that were found, because a time
/// limit may follow from them.
///
/// # Errors
/// No submission has that name, or several have.
pub fn keep_student(found: &mut FoundSubmissions, wanted: &str) -> Result<FoundSubmissions, Fault> {
    let name = named(found, wanted)?;
    Ok(found.keep_only(&name))
}

/// Returns the name of the submission: the one with exactly this name, the one of exactly this
/// student, or the only one whose name contains this.
fn named(found: &FoundSubmissions, wanted: &str) -> Result<Arc<str>, Fault> {
    let submissions = found.submissions.iter().map(|one| &one.name);
    let all = submissions.chain(found.others.iter().map(|(name, _)| name));
    let mut names: Vec<&Arc<str>> = all.collect();
    names.sort();
    let student = |name: &Arc<str>| found.handed_in.get(name).map(|handed| &handed.student);
    let text = folded(wanted);
    let is_student = |one: &Student| [&one.name, &one.id].iter().any(|name| folded(name) == text);
    let matching = |is_it: &dyn Fn(&Arc<str>) -> bool| {
        let found: Vec<&Arc<str>> = names.iter().copied().filter(|name| is_it(name)).collect();
        (!found.is_empty()).then_some(found)
    };
    let candidates = matching(&|name| **name == *wanted)
        .or_else(|| matching(&|name| student(name).is_some_and(is_student)))
        .or_else(|| matching(&|name| !text.is_empty() && folded(name).contains(&text)));
    let shown = excerpt(wanted.as_bytes(), 60);
    match candidates.as_deref() {
        Some([one]) => Ok(Arc::clone(one)),
        Some(several) => Err(Fault::bad_input(format!(
            "`{shown}` is in the names of {} submissions",
            several.len()
        ))
        .help(format!("write more of the name: {}", listed(several, LISTED)))),
        None => {
            let fault = Fault::bad_input(format!("there is no submission of `{shown}`"));
            let near = nearest(wanted, names.iter().map(|name| &***name));
            Err(fault.help(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("there are: {}", listed(&names, LISTED)),
            }))
        }
    }
}
