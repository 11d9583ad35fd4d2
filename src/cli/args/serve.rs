//! The flags of `serve`.

use std::path::PathBuf;

use clap::Args;

use super::batch::{CandidateArgs, parse_shape};
use referee_batch::{Address, Shape};

/// Judge candidate programs that are asked for, on standard input or over HTTP
///
/// Each line of standard input is a request: an object with a program and its task, or the key of a
/// task that was sent before. Each line of standard output is an answer, in the order in which they
/// are known. With --listen, requests and answers are bodies of HTTP.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  referee serve --jobs 8 < requests.jsonl\n  referee serve --listen 127.0.0.1:8080\n\n\
    A request: {\"id\": \"1\", \"task\": {...}, \"code\": \"...\"}. An answer: {\"id\": \"1\", \"verdict\": \"AC\", ...}."
)]
pub(in crate::cli) struct ServeArgs {
    /// Know these tasks by name: data files, problems, packages, folders of them, or shipped problems
    #[arg(long, value_name = "PATH", num_args = 1..)]
    pub(in crate::cli) tasks: Vec<PathBuf>,
    /// Read all tasks in this shape, instead of recognising it by the fields
    #[arg(long, value_name = "SHAPE", value_parser = parse_shape)]
    pub(in crate::cli) format: Option<Shape>,
    /// Answer over HTTP at this address: IP:PORT (port 0 is any that is free), or unix:PATH
    #[arg(long, value_name = "ADDRESS")]
    pub(in crate::cli) listen: Option<Address>,
    /// Answer only those over HTTP who know the token in this file; needed if others reach ADDRESS
    #[arg(long, value_name = "FILE", requires = "listen")]
    pub(in crate::cli) token_file: Option<PathBuf>,
    #[command(flatten)]
    pub(in crate::cli) judging: CandidateArgs,
}
