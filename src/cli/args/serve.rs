//! The flags of `serve`.

use clap::Args;

use super::batch::{CandidateArgs, parse_shape};
use referee_batch::Shape;

/// Judge candidate programs that are asked for on standard input
///
/// Each line of standard input is a request: an object with a program and its task, or the key of a
/// task that was sent before. Each line of standard output is an answer, in the order in which they
/// are known.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  referee serve --jobs 8 < requests.jsonl\n\n\
    A request: {\"id\": \"1\", \"task\": {...}, \"code\": \"...\"}. An answer: {\"id\": \"1\", \"verdict\": \"AC\", ...}.")]
pub(in crate::cli) struct ServeArgs {
    /// Read all tasks in this shape, instead of recognising it by the fields
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    pub(in crate::cli) format: Option<Shape>,
    #[command(flatten)]
    pub(in crate::cli) judging: CandidateArgs,
}
