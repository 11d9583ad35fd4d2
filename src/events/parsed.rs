//! Reads an event from its line. Only as much is known of it as this version writes.

use std::borrow::Cow;

use serde::Deserialize;

use super::Event;

/// The kind of a line.
#[derive(Deserialize)]
struct Head<'a> {
    #[serde(borrow)]
    event: Cow<'a, str>,
}

/// An event about no contestant, or no case.
#[derive(Deserialize)]
struct Note {
    #[serde(default)]
    contestant: String,
    #[serde(default)]
    path: String,
    message: String,
}

impl Event {
    /// Parses a line of the JSON form; none if it is of a kind that a later version has added. `finished` tells only that the run ends.
    ///
    /// # Errors
    /// The line is no event.
    pub fn parse(line: &[u8]) -> serde_json::Result<Option<Event>> {
        let Head { event } = serde_json::from_slice(line)?;
        let event = match &*event {
            "started" => Event::Started(serde_json::from_slice(line)?),
            "judged" => Event::Judged(serde_json::from_slice(line)?),
            "submission" => Event::Submission(serde_json::from_slice(line)?),
            "fault" => Event::Fault { message: serde_json::from_slice::<Note>(line)?.message },
            "extra" => {
                let Note { contestant, path, message } = serde_json::from_slice(line)?;
                Event::Extra { contestant: contestant.into(), path, message }
            }
            "finished" => Event::Finished(super::Totals::default()),
            _ => return Ok(None),
        };
        Ok(Some(event))
    }
}
