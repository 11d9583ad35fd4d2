//! What a run for grades is told of a course, held against what the run before it was told.
//!
//! Whoever judges a class again and leaves a flag away would silently forgive lateness, or hand out what was held back.

use std::collections::HashMap;

use crate::output::OutputSettings;
use crate::{GradingSpec, RunSpec};
use referee_base::fault::Fault;
use referee_checker::text::excerpt;
use referee_display::shell::quoted;
use referee_judge::record::Record;
use referee_judge::record::course::CourseFlags;

/// The flags in their order on a command line.
const FLAGS: [&str; 5] = ["--due", "--late", "--extensions", "--worksheet", "--withhold"];

/// The longest value that is shown, in bytes.
const LONGEST: usize = 200;

/// Refuses a run that was told less than the one before it, and remembers what this one is told. A run on some of the cases gives no
/// grades, and neither does one of programs that are no student's.
///
/// # Errors
/// A flag is missing that was given before.
pub fn remember<T>(
    record: Option<&Record>,
    spec: &RunSpec,
    students: &HashMap<T, impl Sized>,
    output: &OutputSettings,
) -> Result<(), Fault> {
    // The file of a course says it all, each time.
    let is_by_flags = spec.grading.exercise.is_none() && spec.only.is_empty();
    let Some(record) = record.filter(|_| is_by_flags && !students.is_empty()) else {
        return Ok(());
    };
    let (before, now) = (record.course(), flags(&spec.grading));
    let is_missing = |flag: &&str| before.contains_key(*flag) && !now.contains_key(*flag);
    let missing: Vec<String> = FLAGS
        .into_iter()
        .filter(is_missing)
        .map(|flag| format!("{flag} {}", quoted(&excerpt(before[flag].as_bytes(), LONGEST))))
        .collect();
    if !missing.is_empty() && !spec.grading.forget_course {
        let missing = missing.join(" ");
        let message = format!("the run before this one had {missing}; without it, grades change");
        return Err(Fault::bad_input(message).help(
            "give it again, or --forget-course to grade without what earlier runs were told",
        ));
    }
    if before != now
        && let Err(fault) = record.keep_course(&now)
    {
        output.warn(&format!("the next run will not miss the flags of this course: {fault}"));
    }
    Ok(())
}

/// Returns the flags with their values. The worksheet matters where times are taken from it.
fn flags(given: &GradingSpec) -> CourseFlags {
    let path = |path: &std::path::PathBuf| path.to_string_lossy().into_owned();
    let worksheet = given.sheet.worksheet.as_ref().filter(|_| given.due.is_some());
    let values = [
        given.due.map(|due| due.to_string()),
        given.late.map(|rule| rule.to_string()),
        given.extensions.as_ref().map(path),
        worksheet.map(path),
        given.hold.as_ref().map(path),
    ];
    let all = FLAGS.into_iter().zip(values);
    all.filter_map(|(flag, value)| Some((flag.to_string(), value?))).collect()
}
