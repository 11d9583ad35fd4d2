//! Events without everything that differs between two runs of the same programs: times, memory,
//! machines, and whether results come from earlier runs.
//!
//! This allows comparing the events of two machines byte for byte.

use std::borrow::Cow;

use super::{
    ALONE, BlockResult, Event, JudgedCase, Reason, Runs, ShardOrigin, Started, SubmissionResult,
    Totals,
};

impl Event {
    /// Returns the event without times, memory, machines, and whether results come from earlier
    /// runs.
    pub fn untimed(&self) -> Event {
        match self.clone() {
            Event::Started(started) => {
                let runs = started.runs.map(|runs| Runs { inferred: None, machine: None, ..runs });
                let (host, kernel) = (String::new(), String::new());
                let without = |shard| ShardOrigin { host, cpu: None, kernel, ..shard };
                let shard = started.shard.map(|shard| Box::new(without(*shard)));
                Event::Started(Started { runs, shard, hosts: Vec::new(), ..started })
            }
            Event::Judged(judged) => Event::Judged(untimed(judged)),
            Event::Submission(end) => Event::Submission(SubmissionResult { slowest: None, ..end }),
            Event::Block(block) => {
                let result = SubmissionResult { slowest: None, ..block.result };
                Event::Block(BlockResult { result, ..block })
            }
            Event::Finished(totals) => {
                Event::Finished(Totals { kept: 0, machine: None, calibration: None, ..totals })
            }
            event @ (Event::Extra { .. } | Event::Fault { .. }) => event,
        }
    }
}

fn untimed(judged: JudgedCase) -> JudgedCase {
    // The messages for these reasons contain the time or the resources used.
    let message = match (judged.reason, judged.message.split_once(':')) {
        (Reason::TimeLimit, _) => Cow::Borrowed("over the time limit"),
        (Reason::MemoryLimit | Reason::RunTimeError, Some((end, _))) => Cow::Owned(end.to_string()),
        _ => judged.message.clone(),
    };
    let mut facts = judged.facts;
    facts.retain(|fact| fact.label != ALONE);
    // A fact may repeat the message.
    for fact in facts.iter_mut().filter(|fact| *fact.text == *judged.message) {
        fact.text = message.to_string();
    }
    JudgedCase {
        message,
        facts,
        used: None,
        kept: false,
        near_limit: None,
        before: None,
        retried: None,
        recheck: None,
        ..judged
    }
}
