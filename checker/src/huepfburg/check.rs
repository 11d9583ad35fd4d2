//! The check: every claim is proved or refuted from the input alone, and read as a stream.

use std::io::Read;

use super::refutation::{Player, Refutation, said};
use super::search::Shortest;
use super::{Prepared, SHORTEST};
use crate::output::{Output, Parsed, accept};
use crate::{CheckError, CheckVerdict, TooLarge};

const EXPECTED: &str = "the number of jumps, at least 1, or \"impossible\"";

/// How reading a claim ended.
enum Said {
    /// Both ways are right.
    Meeting { jumps: u64 },
    /// The players are said not to be able to meet.
    Impossible,
    /// This is wrong with the way of a player, whatever follows.
    Wrong { jumps: u64, refutation: Refutation },
}

impl Prepared {
    /// Proves or refutes the claim of an output. Needs the search only for `impossible`, and for the
    /// least number of jumps; a meeting is followed jump by jump, in O(1) memory.
    ///
    /// # Errors
    /// Those of the reader, and too little memory for the search.
    pub fn check(&self, output: &mut dyn Read) -> Result<CheckVerdict, CheckError> {
        let (claim, refutation) = match self.read(&mut Output::new(output))? {
            Err(refusal) => return Ok(CheckVerdict::Refused(refusal)),
            Ok(Said::Wrong { jumps, refutation }) => (said(jumps), refutation),
            Ok(Said::Impossible) => {
                let refutation = match (self.shortest(), self.shown.get()) {
                    (Ok(None), _) => return Ok(CheckVerdict::Accepted("impossible".into())),
                    (Ok(Some(shortest)), _) => Refutation::CanMeet(shortest.clone()),
                    (Err(_), Some(&jumps)) => Refutation::Shown(jumps),
                    (Err(error), None) => return Err(error.into()),
                };
                ("impossible".into(), refutation)
            }
            Ok(Said::Meeting { jumps }) => {
                self.shown.get_or_init(|| jumps);
                match self.least_jumps(jumps)? {
                    None => return Ok(CheckVerdict::Accepted(said(jumps))),
                    Some(shortest) => (said(jumps), Refutation::NotShortest(shortest.clone())),
                }
            }
        };
        Ok(CheckVerdict::Refused(Box::new(self.refusal(claim, &refutation))))
    }

    /// A shorter meeting than one of `jumps` jumps, if the least number is demanded.
    fn least_jumps(&self, jumps: u64) -> Result<Option<&Shortest>, TooLarge> {
        match self.settings.has_option(SHORTEST) {
            true => Ok(self.shortest()?.filter(|shortest| shortest.jumps < jumps)),
            false => Ok(None),
        }
    }

    fn read(&self, output: &mut Output) -> Parsed<Said> {
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
            match accept!(self.follow(player, jumps, output)) {
                Ok(last) => *end = last,
                Err(refutation) => return Ok(Ok(Said::Wrong { jumps, refutation })),
            }
        }
        accept!(output.end(&format!("Mika's {} fields", jumps.saturating_add(1))));
        let [sasha, mika] = ends;
        Ok(Ok(match sasha == mika {
            true => Said::Meeting { jumps },
            false => Said::Wrong { jumps, refutation: Refutation::Apart { sasha, mika } },
        }))
    }

    /// Reads the fields of a player and follows the arrows. Returns the last field, or the first fault.
    fn follow(
        &self,
        player: Player,
        jumps: u64,
        output: &mut Output,
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
        }
        Ok(Ok(Ok(at)))
    }
}
