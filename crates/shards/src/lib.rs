//! Divides a run among several machines.
//!
//! There is no coordinator. Each shard computes the plan from the same inputs; a hash of everything
//! that matters shows whether they were in fact the same.

mod assembly;
pub mod blocks;
pub mod cluster;
pub mod engines;
mod escaped;
mod file;
mod hosts;
pub mod last;
pub mod merge;
mod open_files;
pub mod plan;
pub mod plan_file;
mod turns;
pub mod weights;

use std::fmt;
use std::str::FromStr;

/// One of the shards of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// Its number, from 1.
    pub number: usize,
    /// The number of shards.
    pub of: usize,
}

/// The maximum number of shards.
pub const MAX_SHARDS: usize = 1000;

/// The shard that the user requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RequestedShard {
    /// This shard.
    Given(Shard),
    /// The shard that an engine's variables specify; the number of shards may be given.
    Auto(Option<usize>),
    /// The shard that judges again what the others found near the limit.
    Last,
}

impl Shard {
    /// Creates the shard with this number.
    ///
    /// # Errors
    /// There is no such shard; the error is a sentence.
    pub fn new(number: usize, of: usize) -> Result<Shard, String> {
        if !(1..=MAX_SHARDS).contains(&of) {
            return Err(format!("there are from 1 to {MAX_SHARDS} shards, not {of}"));
        }
        if (1..=of).contains(&number) {
            Ok(Shard { number, of })
        } else {
            Err(format!("there is no shard {number}: the first of {of} is 1"))
        }
    }
}

impl fmt::Display for RequestedShard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RequestedShard::Given(Shard { number, of }) => write!(f, "{number}/{of}"),
            RequestedShard::Auto(None) => f.write_str("auto"),
            RequestedShard::Auto(Some(of)) => write!(f, "auto/{of}"),
            RequestedShard::Last => f.write_str("last"),
        }
    }
}

impl FromStr for RequestedShard {
    type Err = String;

    /// Parses `k/N`, `auto/N`, `auto` or `last`.
    fn from_str(text: &str) -> Result<RequestedShard, String> {
        let form = "write it as 2/8, for the second of 8; or as auto, auto/8 or last";
        let number = |digits: &str| digits.parse::<usize>().map_err(|_| form.to_string());
        match text.split_once('/') {
            None if text == "auto" => Ok(RequestedShard::Auto(None)),
            None if text == "last" => Ok(RequestedShard::Last),
            None => Err(form.to_string()),
            Some(("auto", of)) => {
                Shard::new(1, number(of)?).map(|shard| RequestedShard::Auto(Some(shard.of)))
            }
            Some((at, of)) => Shard::new(number(at)?, number(of)?).map(RequestedShard::Given),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_count_from_1() {
        let shard = |number, of| Ok(RequestedShard::Given(Shard { number, of }));
        for text in ["1/1", "1000/1000", "auto", "last", "auto/7"] {
            assert_eq!(text.parse::<RequestedShard>().unwrap().to_string(), text);
        }
        assert_eq!("1/1".parse(), shard(1, 1));
        assert_eq!("1000/1000".parse(), shard(1000, 1000));
        assert_eq!("auto".parse(), Ok(RequestedShard::Auto(None)));
        assert_eq!("last".parse(), Ok(RequestedShard::Last));
        assert_eq!("auto/7".parse(), Ok(RequestedShard::Auto(Some(7))));
    }

    #[test]
    fn what_is_no_shard_is_refused() {
        for (text, message) in [
            ("0/4", "there is no shard 0: the first of 4 is 1"),
            ("5/4", "there is no shard 5: the first of 4 is 1"),
            ("1/0", "there are from 1 to 1000 shards, not 0"),
            ("auto/0", "there are from 1 to 1000 shards, not 0"),
            ("1/1001", "there are from 1 to 1000 shards, not 1001"),
            ("3", "write it as 2/8, for the second of 8; or as auto, auto/8 or last"),
            ("-1/4", "write it as 2/8, for the second of 8; or as auto, auto/8 or last"),
        ] {
            assert_eq!(text.parse::<RequestedShard>(), Err(message.to_string()), "{text}");
        }
    }
}
