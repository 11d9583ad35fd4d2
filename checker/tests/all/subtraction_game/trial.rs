//! One rule on trial: claims of all kinds are checked, the naive oracle decides which are true, and
//! every refutation is verified as a person would.

use referee_checker::subtraction_game::{Claim, HeapMove, Prepared};
use referee_checker::{Case, CheckVerdict, Explanation, RefusalKind};

use super::oracle::Oracle;
use super::{check, game};

/// Checks claims about positions under one rule.
pub(crate) struct Trial {
    /// The first line of the input.
    rule: String,
    oracle: Oracle,
}

impl Trial {
    /// A trial of squares, in heaps up to `largest`.
    pub(crate) fn of_squares(largest: u64) -> Trial {
        let amounts = (1..).map(|root| root * root).take_while(|&square| square <= largest + 2);
        Trial { rule: "squares".into(), oracle: Oracle::new(amounts.collect()) }
    }

    pub(crate) fn of_set(amounts: &[u64]) -> Trial {
        let words: Vec<String> = amounts.iter().map(u64::to_string).collect();
        let rule = format!("set {}", words.join(" "));
        Trial { rule, oracle: Oracle::new(amounts.to_vec()) }
    }

    /// Checks every claim about a position, and a few more. Returns the number of true ones.
    pub(crate) fn run(&mut self, heaps: &[u64]) -> usize {
        let prepared = game(&self.rule, heaps);
        self.try_evaluation(&prepared, heaps);
        let largest = self.oracle.amounts().iter().max().expect("amounts are never none");
        let moves = (0..=heaps.len() as i64 + 1).flat_map(|heap| {
            (-1..=*largest as i64 + 2).map(move |take| Claim::Hot(HeapMove { heap, take }))
        });
        let claims: Vec<Claim> = moves.chain([Claim::Cold]).collect();
        claims.into_iter().filter(|&claim| self.try_claim(&prepared, heaps, claim)).count()
    }

    /// Compares the checker's own evaluation of the position with the oracle.
    fn try_evaluation(&mut self, prepared: &Prepared, heaps: &[u64]) {
        let is_cold = self.oracle.is_cold(heaps);
        assert_eq!(prepared.is_cold(), Ok(is_cold), "{} {heaps:?}", self.rule);
        assert_eq!(prepared.outcome(), Ok(if is_cold { "cold" } else { "hot" }));
        match prepared.winning_move().expect("memory enough") {
            None => assert!(is_cold, "{} {heaps:?}", self.rule),
            Some(HeapMove { heap, take }) => {
                let left = self.oracle.after(heaps, heap, take).expect("a legal move");
                assert!(!is_cold && self.oracle.is_cold(&left), "{} {heaps:?}", self.rule);
            }
        }
    }

    /// Checks one claim, and returns whether it is true.
    fn try_claim(&mut self, prepared: &Prepared, heaps: &[u64], claim: Claim) -> bool {
        let is_true = match claim {
            Claim::Cold => self.oracle.is_cold(heaps),
            Claim::Hot(HeapMove { heap, take }) => {
                let left = self.oracle.after(heaps, heap, take);
                left.is_some_and(|left| self.oracle.is_cold(&left))
            }
        };
        match check(prepared, claim.to_string().as_bytes()) {
            CheckVerdict::Accepted(said) => {
                assert!(is_true, "{claim} for {} {heaps:?}", self.rule);
                assert_eq!(said, claim.to_string());
            }
            CheckVerdict::Refused(refusal) => {
                let explanation = &refusal.explanation;
                let holds = refusal.kind == RefusalKind::WrongAnswer
                    && explanation.says == claim.to_string()
                    && !explanation.public.is_empty()
                    && self.holds(heaps, claim, explanation);
                assert!(!is_true && holds, "{} {heaps:?}\n{explanation}", self.rule);
            }
        }
        is_true
    }

    /// Whether an explanation is true and refutes the claim.
    fn holds(&mut self, heaps: &[u64], claim: Claim, explanation: &Explanation) -> bool {
        let headline = explanation.headline();
        let Claim::Hot(HeapMove { heap, take }) = claim else {
            return self.wins(heaps, "taking", headline) && self.values_hold(heaps, explanation);
        };
        let size = usize::try_from(heap - 1).ok().and_then(|heap| heaps.get(heap)).copied();
        let Some(size) = size else {
            return headline == format!("heaps go from 1 to {}", heaps.len());
        };
        if let Some(allowed) = headline.strip_prefix("only squares may be taken: ") {
            return allowed == "1, 4, 9, ..." && !is_square(take);
        }
        if let Some(allowed) = headline.strip_prefix("only these may be taken: ") {
            let allowed: Vec<u64> = allowed.split(", ").map(|word| number(word) as u64).collect();
            return allowed == self.oracle.amounts() && !allowed.contains(&(take as u64));
        }
        if let Some(only) = headline.strip_prefix("that heap has only ") {
            return number(only) == size as i64 && take > size as i64;
        }
        let Some(left) = self.oracle.after(heaps, heap, take) else { return false };
        self.wins(&left, "the opponent then takes", headline)
            && match (fact(explanation, "right"), fact(explanation, "cold")) {
                (Some(right), None) => self.wins(heaps, "taking", right),
                (None, Some(_)) => self.oracle.is_cold(heaps),
                _ => false,
            }
            && self.values_hold(heaps, explanation)
    }

    /// Whether a move in words is legal in this position and leaves a cold one.
    fn wins(&mut self, heaps: &[u64], whoever: &str, told: &str) -> bool {
        let Some(told) = told.strip_prefix(whoever) else { return false };
        let words: Vec<&str> =
            told.trim_start().split([' ', ',']).filter(|w| !w.is_empty()).collect();
        let (heap, [take, from, to]) = match words[..] {
            [take, from, "to", to, .., "leaves", "a", "cold", "position"] if heaps.len() == 1 => {
                (1, [take, from, to].map(number))
            }
            [take, "from", "heap", heap, from, "to", to, .., "leaves", "a", "cold", "position"] => {
                (number(heap), [take, from, to].map(number))
            }
            _ => return false,
        };
        let Some(left) = self.oracle.after(heaps, heap, take) else { return false };
        let at = heap as usize - 1;
        [heaps[at], left[at]] == [from as u64, to as u64] && self.oracle.is_cold(&left)
    }

    /// Whether the values of several heaps add up, and are equal exactly where two heaps are
    /// equivalent: where these two alone are a cold position.
    fn values_hold(&mut self, heaps: &[u64], explanation: &Explanation) -> bool {
        let Some(told) = fact(explanation, "values") else { return heaps.len() == 1 };
        let told =
            told.strip_prefix("nim-values of the heaps ").and_then(|t| t.split_once(", together "));
        let Some((values, sum)) = told else { return false };
        let values: Vec<i64> = values.split(' ').map(number).collect();
        let adds_up = values.iter().fold(0, |sum, value| sum ^ value) == number(sum);
        let mut pairs = (0..heaps.len()).flat_map(|b| (0..b).map(move |a| (a, b)));
        let same = |(a, b)| self.oracle.is_cold(&[heaps[a], heaps[b]]) == (values[a] == values[b]);
        values.len() == heaps.len() && adds_up && pairs.all(same)
    }
}

fn fact<'e>(explanation: &'e Explanation, label: &str) -> Option<&'e str> {
    explanation.facts.iter().find(|fact| fact.label == label).map(|fact| fact.text.as_str())
}

fn number(word: &str) -> i64 {
    word.parse().expect("a number")
}

fn is_square(number: i64) -> bool {
    (1..=number).any(|root| root * root == number)
}
