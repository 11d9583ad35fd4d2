//! The flags for where results are recorded, and which recorded ones are used.

use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt as _;
use std::path::PathBuf;

use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};

use super::choice::Listed;
use referee_run::RecordSpec;

/// The help of each value of `--record`.
const PLACES: [(&str, &str); 3] = [
    (
        "DIR",
        "Record results in this folder [default: .referee next to problem.toml, or in the case folder]",
    ),
    (
        "from=DIR",
        "Also use the results recorded there, without writing; later ones take precedence",
    ),
    ("off", "Neither record results nor use recorded ones"),
];

/// Where results are recorded.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct RecordArgs {
    /// Ignore recorded results, and report which verdicts changed
    #[arg(long)]
    pub(in crate::cli) rerun: bool,
    /// Where to record results; can be repeated
    #[arg(long, value_name = "DIR", value_parser = parser())]
    record: Vec<RecordArg>,
}

/// A value of `--record`.
#[derive(Debug, Clone, PartialEq)]
enum RecordArg {
    In(PathBuf),
    From(PathBuf),
    Off,
}

fn parser() -> impl TypedValueParser<Value = RecordArg> {
    Listed { parser: OsStringValueParser::new().try_map(RecordArg::parse), values: &PLACES }
}

impl RecordArg {
    fn parse(word: OsString) -> Result<RecordArg, String> {
        match word.as_bytes().strip_prefix(b"from=") {
            Some(b"") => Err("the folder after `from=` is missing".into()),
            Some(folder) => Ok(RecordArg::From(OsStr::from_bytes(folder).into())),
            None if word.is_empty() => Err("the folder is missing".into()),
            None if word == "off" => Ok(RecordArg::Off),
            None => Ok(RecordArg::In(word.into())),
        }
    }
}

impl RecordArgs {
    /// Returns where results are recorded.
    pub(super) fn spec(self) -> RecordSpec {
        let mut spec = RecordSpec { reruns: self.rerun, ..RecordSpec::default() };
        for record in self.record {
            match record {
                RecordArg::In(folder) => spec.folders.push(folder),
                RecordArg::From(folder) => spec.from.push(folder),
                RecordArg::Off => spec.is_off = true,
            }
        }
        spec
    }
}
