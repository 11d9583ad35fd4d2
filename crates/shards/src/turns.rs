//! Reads the submissions of a run in order, each from the file that has its events. The files are
//! read piece by piece, and each piece is parsed separately.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use referee_base::fault::Fault;

use super::escaped::escaped;
use super::file::{Piece, ShardFile, damaged};
use super::open_files::OpenFiles;
use referee_events::{CaseNames, Event, Names};

/// The events of a submission in one of the files.
#[derive(Debug, Clone)]
pub(super) struct Turn {
    pub(super) name: Arc<str>,
    pub(super) shard: usize,
    pub(super) fate: Fate,
    /// The part of the submission, if it is cut into blocks.
    pub(super) part: Option<TurnPart>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// They are emitted.
    Told,
    /// The last shard's events replace them.
    Replaced,
    /// They are dropped, since others of the submission are missing.
    Dropped,
}

/// A part of a submission whose cases several shards have.
#[derive(Debug, Clone, Copy)]
pub(super) struct TurnPart {
    pub(super) position: usize,
    /// Whether no other part follows.
    pub(super) is_last: bool,
}

/// The turns of a run that are still to be read.
pub(super) struct Turns {
    files: BTreeMap<usize, ShardFile>,
    open: OpenFiles,
    left: std::vec::IntoIter<Turn>,
    now: Option<Turn>,
}

impl Turns {
    pub(super) fn new(files: BTreeMap<usize, ShardFile>, turns: Vec<Turn>) -> Turns {
        Turns { files, open: OpenFiles::default(), left: turns.into_iter(), now: None }
    }

    pub(super) fn paths(&self) -> BTreeMap<usize, PathBuf> {
        self.files.iter().map(|(&number, file)| (number, file.path.clone())).collect()
    }

    /// Reads the next piece; `None` at the end, and after a fault.
    pub(super) fn next(&mut self) -> Option<Result<(Turn, Piece), Fault>> {
        let turn = self.now.take().or_else(|| self.left.next())?;
        let file = self.files.get_mut(&turn.shard)?;
        match file.piece(turn.shard, &mut self.open) {
            Ok(piece) => {
                self.now = (!piece.has_ended).then(|| turn.clone());
                Some(Ok((turn, piece)))
            }
            Err(fault) => {
                self.left = Vec::new().into_iter();
                Some(Err(fault))
            }
        }
    }

    /// Checks that only the ends of the shards are left.
    pub(super) fn end(mut self) -> Result<(), Fault> {
        let open = &mut self.open;
        self.files.iter_mut().try_for_each(|(&number, file)| file.ends(number, open))
    }
}

/// A piece with the event of each line; `None` for a kind of event that a later version has added.
pub(super) struct ParsedPiece {
    pub(super) turn: Turn,
    pub(super) piece: Piece,
    pub(super) events: Vec<Option<Event>>,
}

/// Parses the events of a piece.
pub(super) fn parsed(
    turn: Turn,
    piece: Piece,
    cases: &CaseNames,
    path: &Path,
) -> Result<ParsedPiece, Fault> {
    let mut names = Names::of(&turn.name, cases);
    let parse = |(number, line): (u64, &[u8])| {
        let event = Event::parse_with(&escaped(line), &mut names);
        let event = event.map_err(|error| damaged(path, number, &format!("no event: {error}")))?;
        if event.as_ref().is_none_or(|event| belongs(event, &turn.name)) {
            Ok(event)
        } else {
            Err(damaged(path, number, "this event is none of the next submission's"))
        }
    };
    let events = piece.lines().map(parse).collect::<Result<Vec<_>, Fault>>()?;
    Ok(ParsedPiece { turn, piece, events })
}

fn belongs(event: &Event, name: &str) -> bool {
    match event {
        Event::Submission(end) => *end.contestant == *name,
        Event::Judged(judged) => *judged.contestant == *name,
        Event::Block(block) => *block.result.contestant == *name,
        Event::Fault { .. } => true,
        Event::Started(_) | Event::Extra { .. } | Event::Finished(_) => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_texts_of_an_edited_event_are_escaped() {
        let bytes = br#"{"event":"fault","message":"\u001b[2J"}"#.to_vec();
        let piece = Piece { first: 2, bytes, has_ended: true };
        let turn = Turn { name: "a".into(), shard: 1, fate: Fate::Told, part: None };
        let read = parsed(turn, piece, &CaseNames::of(&[]), Path::new("s.jsonl"));
        let Ok(ParsedPiece { events, .. }) = read else { panic!("it is an event") };
        assert_eq!(events, [Some(Event::Fault { message: r"\x1b[2J".into() })]);
    }
}
