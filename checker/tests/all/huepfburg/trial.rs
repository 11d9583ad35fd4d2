//! One instance on trial: true and false claims are checked, the naive oracle decides which are
//! true, and every refutation is verified as a person would.

use referee_checker::huepfburg::{Claim, Instance, Meeting, Prepared, Shortest};
use referee_checker::{CheckVerdict, Explanation, RefusalKind, Settings};

use super::check;
use super::oracle::{self, has_arrow, is_meeting, is_walk};
use crate::support::Draws;

/// Checks claims on one instance, once under the rules alone, once with `shortest`.
pub(crate) struct Trial {
    instance: Instance,
    /// The oracle's meeting with the least number of jumps.
    least: Option<Meeting>,
    any: Prepared,
    shortest: Prepared,
}

impl Trial {
    pub(crate) fn new(instance: Instance) -> Trial {
        Trial {
            least: oracle::shortest(&instance),
            any: Prepared::new(instance.clone(), Settings::default()),
            shortest: Prepared::new(instance.clone(), super::shortest()),
            instance,
        }
    }

    fn least_jumps(&self) -> Option<u64> {
        self.least.as_ref().map(Meeting::jumps)
    }

    /// Claims of all kinds; the oracle decides which are true. Returns the least number of jumps.
    pub(crate) fn run(&self, draws: &mut Draws) -> Option<u64> {
        self.try_search();
        self.try_claim(&Claim::Impossible);
        let field = draws.between(0, self.instance.n() as i32 + 1) as u32;
        self.try_claim(&Claim::Meeting(Meeting { sasha: vec![1, field], mika: vec![2, field] }));
        let mut meetings: Vec<Meeting> = self.least.iter().cloned().collect();
        meetings.extend(self.least.as_ref().map(|least| self.longer(least)));
        meetings.extend(self.wander(draws));
        for meeting in &meetings {
            self.try_claim(&Claim::Meeting(meeting.clone()));
        }
        if !meetings.is_empty() {
            let which = draws.between(0, meetings.len() as i32 - 1) as usize;
            self.try_mistakes(meetings.swap_remove(which), draws);
        }
        self.least_jumps()
    }

    /// Common mistakes in a meeting: in one field, in the last jump, in the count, in the format.
    fn try_mistakes(&self, meeting: Meeting, draws: &mut Draws) {
        let text = written(&Claim::Meeting(meeting.clone()));
        let mut short = meeting.clone();
        if short.jumps() > 1 {
            short.sasha.pop();
            short.mika.pop();
            self.try_claim(&Claim::Meeting(short));
        }
        let mut wrong = meeting;
        let way = if draws.between(0, 1) == 0 { &mut wrong.sasha } else { &mut wrong.mika };
        let at = draws.between(0, way.len() as i32 - 1) as usize;
        way[at] = draws.between(0, self.instance.n() as i32 + 1) as u32;
        self.try_claim(&Claim::Meeting(wrong));
        let (jumps, ways) = text.split_once('\n').expect("a line of its own");
        let miscounted = |by: i64| format!("{}\n{ways}", jumps.parse::<i64>().unwrap() + by);
        let broken = match draws.between(0, 2) {
            0 => miscounted(1),
            1 => miscounted(-1),
            _ => text.trim_end().rsplit_once([' ', '\n']).expect("many fields").0.to_string(),
        };
        for prepared in [&self.any, &self.shortest] {
            let verdict = check(prepared, broken.as_bytes());
            assert!(matches!(verdict, CheckVerdict::Refused(_)), "{broken:?}: {:?}", self.instance);
        }
    }

    fn try_claim(&self, claim: &Claim) {
        let text = written(claim);
        let (is_true, is_shortest) = match claim {
            Claim::Impossible => (self.least.is_none(), true),
            Claim::Meeting(meeting) => {
                (is_meeting(&self.instance, meeting), Some(meeting.jumps()) == self.least_jumps())
            }
        };
        for (prepared, expected) in [(&self.any, is_true), (&self.shortest, is_true && is_shortest)]
        {
            match check(prepared, text.as_bytes()) {
                CheckVerdict::Accepted(_) => assert!(expected, "{text:?} for {:?}", self.instance),
                CheckVerdict::Refused(refusal) => {
                    let explanation = &refusal.explanation;
                    let holds = refusal.kind == RefusalKind::WrongAnswer
                        && self.holds(claim, explanation)
                        && !explanation.public.is_empty();
                    assert!(!expected && holds, "{text:?}: {explanation}{:?}", self.instance);
                }
            }
        }
    }

    /// Whether an explanation is true and refutes the claim.
    fn holds(&self, claim: &Claim, explanation: &Explanation) -> bool {
        let words: Vec<&str> = explanation.headline().split([' ', ':', ',']).collect();
        let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
        let number = |word: &str| word.parse::<u32>().expect("a number");
        let Claim::Meeting(meeting) = claim else {
            return match words[..] {
                [jumps, _, _, "them", "to", "one", "field"] => {
                    self.shows(number(jumps), explanation)
                }
                _ => false,
            };
        };
        // The field of a player after a jump, according to the claim.
        let on = |player: &str, jump: u32| match player {
            "Sasha" => meeting.sasha[jump as usize],
            "Mika" => meeting.mika[jump as usize],
            other => panic!("{other} does not play"),
        };
        let exists = |field: u32| (1..=self.instance.n()).contains(&field);
        match words[..] {
            ["jump", jump, player, "from", from, "to", to, "there", ..] => {
                let [jump, from, to] = [jump, from, to].map(number);
                [on(player, jump - 1), on(player, jump)] == [from, to]
                    && !has_arrow(&self.instance, from, to)
            }
            ["jump", jump, player, "on", field, "fields", ..] => {
                on(player, number(jump)) == number(field) && !exists(number(field))
            }
            ["at", "the", "start", player, "on", field, "fields", ..] => {
                on(player, 0) == number(field) && !exists(number(field))
            }
            [player, "starts", "on", start, "not", "on", field] => {
                on(player, 0) == number(field)
                    && start == if player == "Sasha" { "1" } else { "2" }
                    && field != start
            }
            ["after", .., sasha, "and", "Mika", "on", mika] => {
                meeting.sasha.last() == Some(&number(sasha))
                    && meeting.mika.last() == Some(&number(mika))
                    && sasha != mika
            }
            [jumps, "jump" | "jumps", "is" | "are", "enough"] => {
                u64::from(number(jumps)) < meeting.jumps() && self.shows(number(jumps), explanation)
            }
            _ => false,
        }
    }

    /// Whether an explanation shows a meeting of this many jumps, which is the least number.
    fn shows(&self, jumps: u32, explanation: &Explanation) -> bool {
        let way = |player: &str| match explanation.drawing.as_slice() {
            [] => {
                let fact = explanation.facts.iter().find(|fact| fact.label == player);
                fact.expect("both ways are shown").text.clone()
            }
            drawing => {
                let line = drawing.iter().find_map(|line| line.strip_prefix(player));
                line.expect("both ways are drawn").to_string()
            }
        };
        let parts = |player: &str| {
            let way = way(player);
            let fields = |part: &str| part.split_whitespace().map(|f| f.parse().unwrap()).collect();
            way.split("...").map(fields).collect::<Vec<Vec<u32>>>()
        };
        let (sasha, mika) = (parts("Sasha"), parts("Mika"));
        self.least_jumps() == Some(jumps.into()) && self.is_abridged_meeting(&sasha, &mika)
    }

    /// Whether this is a meeting with the least number of jumps, whole or without its middle.
    fn is_abridged_meeting(&self, sasha: &[Vec<u32>], mika: &[Vec<u32>]) -> bool {
        let least = self.least_jumps().expect("shown only if there is one");
        match (sasha, mika) {
            ([sasha], [mika]) => {
                let meeting = Meeting { sasha: sasha.clone(), mika: mika.clone() };
                meeting.jumps() == least && is_meeting(&self.instance, &meeting)
            }
            ([sasha_first, sasha_last], [mika_first, mika_last]) => {
                let shown = sasha_first.len() + sasha_last.len();
                sasha_first[0] == 1
                    && mika_first[0] == 2
                    && sasha_first.len() == mika_first.len()
                    && sasha_last.len() == mika_last.len()
                    && sasha_last.last() == mika_last.last()
                    && (shown as u64) < least + 1
                    && [sasha, mika]
                        .iter()
                        .all(|way| way.iter().all(|part| is_walk(&self.instance, part)))
            }
            _ => false,
        }
    }

    /// Compares the checker's own search with the oracle.
    fn try_search(&self) {
        let found = self.any.shortest().expect("memory enough");
        let jumps = found.map(|shortest| shortest.jumps);
        assert_eq!(jumps, self.least_jumps(), "{:?}", self.instance);
        assert_eq!(self.any.can_meet(), Ok(jumps.is_some()));
        if let Some(Shortest { first, last, .. }) = found {
            let parts = |of: fn(&(u32, u32)) -> u32| {
                let parts = [first, last].into_iter().filter(|part| !part.is_empty());
                parts.map(|part| part.iter().map(of).collect()).collect::<Vec<Vec<u32>>>()
            };
            let is_real = self.is_abridged_meeting(&parts(|pair| pair.0), &parts(|pair| pair.1));
            assert!(is_real, "{found:?} for {:?}", self.instance);
        }
    }

    /// A longer meeting: they jump on together as long as there are arrows, at most five times.
    fn longer(&self, meeting: &Meeting) -> Meeting {
        let mut longer = meeting.clone();
        for _ in 0..5 {
            let at = longer.sasha.last().expect("a start");
            let Some(&to) = self.instance.targets(*at).first() else { break };
            longer.sasha.push(to);
            longer.mika.push(to);
        }
        longer
    }

    /// A random walk of both players, of up to nine jumps, cut at their last common field if there
    /// is one.
    fn wander(&self, draws: &mut Draws) -> Option<Meeting> {
        let (mut sasha, mut mika) = (vec![1], vec![2]);
        for _ in 0..draws.between(1, 9) {
            let [to_sasha, to_mika] = [&sasha, &mika].map(|way| {
                let targets = self.instance.targets(way[way.len() - 1]);
                targets.get(draws.between(0, targets.len().max(1) as i32 - 1) as usize)
            });
            let (Some(&to_sasha), Some(&to_mika)) = (to_sasha, to_mika) else { break };
            sasha.push(to_sasha);
            mika.push(to_mika);
        }
        let meets = (1..sasha.len()).rfind(|&at| sasha[at] == mika[at]);
        let length = meets.map_or(sasha.len(), |at| at + 1);
        sasha.truncate(length);
        mika.truncate(length);
        (length > 1).then_some(Meeting { sasha, mika })
    }
}

fn written(claim: &Claim) -> String {
    let mut text = Vec::new();
    claim.write(&mut text).expect("a vector takes everything");
    String::from_utf8(text).expect("digits and words")
}
