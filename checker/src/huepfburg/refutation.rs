//! Why a claim is wrong, so that a person can verify it by hand.

use std::fmt;

use super::search::Shortest;
use super::{Instance, Prepared};
use crate::text::Position;
use crate::{Explanation, Refusal, RefusalKind};

/// The maximum number of a field's arrows named.
const NAMED: usize = 10;

/// The maximum number of jumps of a meeting that is drawn.
const DRAWN_UP_TO: usize = 12;

const CAN_MEET: &str = "the players can meet";

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Player {
    /// Starts on field 1.
    Sasha,
    /// Starts on field 2.
    Mika,
}

impl Player {
    /// The field on which the player starts.
    pub(super) fn start(self) -> u32 {
        match self {
            Player::Sasha => 1,
            Player::Mika => 2,
        }
    }
}

impl fmt::Display for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Player::Sasha => "Sasha",
            Player::Mika => "Mika",
        })
    }
}

/// The reason for rejecting a claim. Jumps are counted from 1, on the path of one player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Refutation {
    /// The players can meet, for example like this.
    CanMeet(Shortest),
    /// The players can meet: a claim of this many jumps was accepted. A search for the smallest
    /// number would take too much memory.
    Shown(u64),
    /// There is a meeting with fewer jumps, and the smallest number is required.
    NotShortest(Shortest),
    /// A path does not start on its player's field.
    WrongStart { player: Player, field: u32, place: Position },
    /// A path leads to a field that does not exist; jump 0 is the start.
    NoSuchField { player: Player, jump: u64, field: i64, place: Position },
    /// A jump follows no arrow.
    NoArrow { player: Player, jump: u64, from: u32, to: u32, place: Position },
    /// The last fields differ.
    Apart { sasha: u32, mika: u32 },
}

impl Prepared {
    /// The rejection of a claim, with everything that a person needs to verify it.
    pub(super) fn refusal(&self, says: String, refutation: &Refutation) -> Refusal {
        let explanation = Explanation { says, ..Explanation::default() };
        let explanation = match refutation {
            Refutation::CanMeet(shortest) => {
                let lead = if shortest.jumps == 1 { "leads" } else { "lead" };
                let but = format!("{} {lead} them to one field", said(shortest.jumps));
                shortest.show(explanation.with("but", but), CAN_MEET)
            }
            Refutation::Shown(jumps) => Explanation {
                public: CAN_MEET.into(),
                ..explanation
                    .with("but", format!("the jury's answer has them meet after {}", said(*jumps)))
            },
            Refutation::NotShortest(shortest) => {
                let are = if shortest.jumps == 1 { "is" } else { "are" };
                let but = format!("{} {are} enough", said(shortest.jumps));
                shortest.show(explanation.with("but", but), "there is a shorter meeting")
            }
            &Refutation::WrongStart { player, field, place } => Explanation {
                place: Some(place),
                public: format!("{player} does not start on field {}", player.start()),
                ..explanation
                    .with("but", format!("{player} starts on {}, not on {field}", player.start()))
            },
            &Refutation::NoSuchField { player, jump, field, place } => Explanation {
                place: Some(place),
                public: format!("{player} is on a field that does not exist"),
                ..explanation.with(
                    "but",
                    format!(
                        "{}: {player} on {field}: fields go from 1 to {}",
                        if jump == 0 { "at the start".into() } else { format!("jump {jump}") },
                        self.instance().n()
                    ),
                )
            },
            &Refutation::NoArrow { player, jump, from, to, place } => Explanation {
                place: Some(place),
                public: format!("jump {jump} of {player} follows no arrow"),
                ..explanation
                    .with(
                        "but",
                        format!(
                            "jump {jump}: {player} from {from} to {to}: there is no such arrow"
                        ),
                    )
                    .with("arrows", arrows_from(self.instance(), from))
            },
            Refutation::Apart { sasha, mika } => Explanation {
                public: "the last fields of Sasha and Mika differ".into(),
                ..explanation.with(
                    "but",
                    format!("after the last jump Sasha is on {sasha} and Mika on {mika}"),
                )
            },
        };
        Refusal { kind: RefusalKind::WrongAnswer, explanation }
    }
}

impl Shortest {
    /// Adds the paths of both players: drawn one below the other if they are short, otherwise in
    /// words.
    fn show(&self, explanation: Explanation, public: &str) -> Explanation {
        let explanation = Explanation { public: public.into(), ..explanation };
        if self.first.len() <= DRAWN_UP_TO + 1 && self.last.is_empty() {
            return Explanation { drawing: self.drawing(), ..explanation };
        }
        let way = |of: fn(&(u32, u32)) -> u32| {
            let words = |pairs: &[(u32, u32)]| {
                pairs.iter().map(|pair| of(pair).to_string()).collect::<Vec<_>>().join(" ")
            };
            match self.last.as_slice() {
                [] => words(&self.first),
                last => format!("{} ... {}", words(&self.first), words(last)),
            }
        };
        explanation.with("Sasha", way(|pair| pair.0)).with("Mika", way(|pair| pair.1))
    }

    fn drawing(&self) -> Vec<String> {
        let jumps: Vec<String> = (0..self.first.len()).map(|jump| jump.to_string()).collect();
        let sasha: Vec<String> = self.first.iter().map(|pair| pair.0.to_string()).collect();
        let mika: Vec<String> = self.first.iter().map(|pair| pair.1.to_string()).collect();
        let row = |name: &str, cells: &[String]| {
            let mut line = format!("{name:<5}");
            for (column, cell) in cells.iter().enumerate() {
                let width = jumps[column].len().max(sasha[column].len()).max(mika[column].len());
                line.push_str(&format!("  {cell:>width$}"));
            }
            line
        };
        vec![row("jump", &jumps), row("Sasha", &sasha), row("Mika", &mika)]
    }
}

/// The targets of the arrows from a field, in words.
fn arrows_from(instance: &Instance, field: u32) -> String {
    let targets = instance.targets(field);
    let named: Vec<String> = targets.iter().take(NAMED).map(u32::to_string).collect();
    match (targets.len(), targets.len().saturating_sub(NAMED)) {
        (0, _) => format!("no arrow leads away from {field}"),
        (1, _) => format!("the only arrow from {field} leads to {}", named[0]),
        (_, 0) => format!("arrows from {field} lead to {}", named.join(", ")),
        (_, more) => format!("arrows from {field} lead to {} and {more} more", named.join(", ")),
    }
}

/// The words for a meeting in a verdict.
pub(super) fn said(jumps: u64) -> String {
    if jumps == 1 { "1 jump".into() } else { format!("{jumps} jumps") }
}
