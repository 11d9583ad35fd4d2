//! The lists of `--details` in the help of each command.

/// A value, and its meaning.
pub type Description = (&'static str, &'static str);

const REJECTIONS: Description =
    ("N", "Explain up to N rejections of each kind per contestant [default: 2]");
const EXPECTED: Description = ("expected", "Also explain expected rejections");
const CASES: Description =
    ("cases", "A row per case in the human report, with the submissions that fail it");
const CAUSES: Description = (
    "causes",
    "Causes of failures in C and C++, by repeating the first of each kind under AddressSanitizer and UndefinedBehaviorSanitizer",
);
const EXCERPTS: Description =
    ("excerpts", "The starts of inputs and outputs, for reports made from events");
const NO_TIMES: Description =
    ("no-times", "Omit times, memory use and machines, so that runs can be compared byte for byte");
const HTML: Description =
    ("html=SIZE", "Omit details if a page would exceed SIZE, such as 20m or 1g [default: 20m]");

/// The details of runs.
pub const OF_RUNS: [Description; 7] =
    [REJECTIONS, EXPECTED, CASES, CAUSES, EXCERPTS, NO_TIMES, HTML];

/// The details of the check of outputs.
pub const OF_REPORTS: [Description; 3] = [REJECTIONS, CASES, HTML];

/// The details of merged shards.
pub const OF_MERGES: [Description; 4] = [REJECTIONS, CASES, NO_TIMES, HTML];

/// The details of batches.
pub const OF_BATCHES: [Description; 2] = [
    ("no-times", "Omit times except in rows, so that reports can be compared byte for byte"),
    HTML,
];
