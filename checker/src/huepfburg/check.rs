//! The check: every claim is proved or refuted from the input alone, and read as a stream.

use std::io::Read;

use super::refutation::{Player, Refutation, said};
use super::search::Shortest;
use super::{Prepared, SHORTEST};
use crate::output::{Output, Parsed, accept};
use crate::{CheckError, CheckVerdict, TooLarge};

const EXPECTED: &str = "the number of jumps, at least 1, or \"impossible\"";

/// The result of reading a claim.
pub(super) enum Said {
    /// Both paths are right.
    Meeting { jumps: u64 },
    /// The claim is that the players cannot meet.
    Impossible,
    /// The path of a player is wrong, whatever follows.
    Wrong { jumps: u64, refutation: Refutation },
}

impl Prepared {
    /// Proves or refutes the claim of an output. Searches only for `impossible` and for the
    /// smallest number of jumps; a meeting is followed jump by jump, in O(1) memory.
    ///
    /// # Errors
    /// Those of the reader, and too little memory for the search.
    pub fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let said = match self.read(&mut Output::new(output), |_, _| {})? {
            Ok(said) => said,
            Err(refusal) => return Ok(CheckVerdict::Refused(refusal)),
        };
        let (claim, refutation) = self.judge(said)?;
        Ok(match refutation {
            None => CheckVerdict::Accepted(claim),
            Some(refutation) => CheckVerdict::Refused(Box::new(self.refusal(claim, &refutation))),
        })
    }

    /// The claim in words, and what refutes it.
    pub(super) fn judge(&self, claim: Said) -> Result<(String, Option<Refutation>), TooLarge> {
        Ok(match claim {
            Said::Wrong { jumps, refutation } => (said(jumps), Some(refutation)),
            Said::Impossible => {
                let refutation = match (self.shortest(), self.shown.get()) {
                    (Ok(None), _) => None,
                    (Ok(Some(shortest)), _) => Some(Refutation::CanMeet(shortest.clone())),
                    (Err(_), Some(&jumps)) => Some(Refutation::Shown(jumps)),
                    (Err(error), None) => return Err(error),
                };
                ("impossible".into(), refutation)
            }
            Said::Meeting { jumps } => {
                self.shown.get_or_init(|| jumps);
                let shorter = self.least_jumps(jumps)?;
                (said(jumps), shorter.cloned().map(Refutation::NotShortest))
            }
        })
    }

    /// A shorter meeting than one of `jumps` jumps, if the smallest number is required.
    fn least_jumps(&self, jumps: u64) -> Result<Option<&Shortest>, TooLarge> {
        if self.settings.has_option(SHORTEST) {
            Ok(self.shortest()?.filter(|shortest| shortest.jumps < jumps))
        } else {
            Ok(None)
        }
    }

    /// Reads a claim up to the first mistake, and passes on every correct field of a path.
    pub(super) fn read(
        &self,
        output: &mut Output,
        mut seen: impl FnMut(Player, u32),
    ) -> Parsed<Said> {
        let Some(first) = accept!(output.next()) else {
            return Ok(Err(output.empty(EXPECTED)));
        };
        if first.is("impossible") {
            accept!(output.end("\"impossible\""));
            return Ok(Ok(Said::Impossible));
        }
        let Some(jumps) = first.integer().filter(|&jumps| jumps >= 1) else {
            return Ok(Err(output.malformed(Some(first.place), EXPECTED)));
        };
        let jumps = jumps as u64;
        let mut ends = [0; 2];
        for (player, end) in [Player::Sasha, Player::Mika].into_iter().zip(&mut ends) {
            match accept!(self.follow(player, jumps, output, &mut seen)) {
                Ok(last) => *end = last,
                Err(refutation) => return Ok(Ok(Said::Wrong { jumps, refutation })),
            }
        }
        accept!(output.end(&format!("Mika's {} fields", jumps.saturating_add(1))));
        let [sasha, mika] = ends;
        Ok(Ok(if sasha == mika {
            Said::Meeting { jumps }
        } else {
            Said::Wrong { jumps, refutation: Refutation::Apart { sasha, mika } }
        }))
    }

    /// Reads the fields of a player and follows the arrows. Returns the last field, or the first
    /// fault.
    fn follow(
        &self,
        player: Player,
        jumps: u64,
        output: &mut Output,
        seen: &mut impl FnMut(Player, u32),
    ) -> Parsed<Result<u32, Refutation>> {
        let mut at = 0;
        for jump in 0..=jumps {
            let (field, place) = accept!(output.integer(|| {
                let all = jumps.saturating_add(1);
                format!("field {} of {all} of {player}, an integer", jump + 1)
            }));
            let known = u32::try_from(field).ok().filter(|f| (1..=self.instance().n()).contains(f));
            let Some(to) = known else {
                return Ok(Ok(Err(Refutation::NoSuchField { player, jump, field, place })));
            };
            if jump == 0 && to != player.start() {
                return Ok(Ok(Err(Refutation::WrongStart { player, field: to, place })));
            }
            if jump > 0 && !self.instance().has_arrow(at, to) {
                return Ok(Ok(Err(Refutation::NoArrow { player, jump, from: at, to, place })));
            }
            at = to;
            seen(player, to);
        }
        Ok(Ok(Ok(at)))
    }
}
