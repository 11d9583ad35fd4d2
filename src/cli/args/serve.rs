//! The flags of `serve`.

use std::path::PathBuf;

use clap::Args;

use super::batch::{CandidateArgs, parse_shape};
use referee_batch::{Address, Shape};

/// Judge candidate programs on request, from standard input or over HTTP
///
/// Each line of standard input is a request: an object with a program and its task, or the key of a
/// task that was sent before. Each line of standard output is an answer, written as soon as it is
/// known. With --listen, requests and answers are HTTP bodies.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee serve --jobs 8 < requests.jsonl\n  referee serve --listen 127.0.0.1:8080\n\n\
    A request: {\"id\": \"1\", \"task\": {...}, \"code\": \"...\"}. An answer: {\"id\": \"1\", \"verdict\": \"AC\", ...}."
)]
pub(in crate::cli) struct ServeArgs {
    /// Serve these tasks by name: data files, problems, packages, folders of them, or shipped problems
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(in crate::cli) tasks: Vec<PathBuf>,
    /// Read all tasks in this shape, instead of recognising the shape by the fields
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    pub(in crate::cli) format: Option<Shape>,
    /// Listen for HTTP at this address: IP:PORT (port 0 selects a free one), or unix:PATH
    #[arg(long, value_name = "ADDRESS")]
    pub(in crate::cli) listen: Option<Address>,
    /// Require the token in this file from HTTP clients; needed if other machines can reach ADDRESS
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub(in crate::cli) token_file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) judging: CandidateArgs,
}
