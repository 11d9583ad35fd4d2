//! The scoring of groups in the new versions: their maximum scores, with the defaults of the
//! format, and the static validation of submissions.

use super::keys::Keys;
use super::metadata::Metadata;
use crate::purpose::SECRET;
use referee_base::yaml::Node;

/// The maximum score of a group.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxScore {
    /// A fixed maximum.
    Bounded(f64),
    /// No maximum: the output validator decides.
    Unbounded,
}

/// How the score of a group is computed from those of its parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregation {
    /// All cases must be accepted.
    PassFail,
    /// The sum of the scores.
    Sum,
    /// The minimum of the scores.
    Min,
}

/// The scoring of a group in a new version; `None` for values that a file does not set.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scoring {
    /// The maximum score of the group.
    pub max_score: Option<MaxScore>,
    /// How the score is computed from those of the parts.
    pub aggregation: Option<Aggregation>,
    /// The groups that must be passed first.
    pub require_pass: Vec<String>,
    /// The static validation of submissions.
    pub static_validation: Option<StaticValidation>,
}

/// The static validation of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticValidation {
    /// The maximum score of the validation; `None` in a pass-fail group.
    pub most_score: Option<f64>,
    /// The arguments of the validator.
    pub arguments: Vec<String>,
}

/// The maximum score of all secret cases together in the newest version.
const WHOLE: f64 = 100.0;

impl Scoring {
    /// Returns how a group in this folder computes its score.
    pub fn aggregation_in(&self, folder: &str) -> Aggregation {
        let otherwise = if folder == SECRET { Aggregation::Sum } else { Aggregation::PassFail };
        self.aggregation.unwrap_or(otherwise)
    }

    /// Returns the maximum score of a group in this folder.
    pub fn max_score_in(&self, folder: &str) -> MaxScore {
        let otherwise = match folder {
            SECRET => MaxScore::Bounded(WHOLE),
            _ => MaxScore::Unbounded,
        };
        self.max_score.unwrap_or(otherwise)
    }

    /// Reads the keys of a group in a folder below `data`; `node` is the whole document.
    pub(super) fn read(folder: &str, node: &Node, metadata: &Metadata, keys: &mut Keys) -> Scoring {
        let mut scoring = Scoring {
            max_score: max_score(keys),
            aggregation: keys.word("score_aggregation", &["pass-fail", "sum", "min"]).map(|word| {
                match word {
                    "pass-fail" => Aggregation::PassFail,
                    "sum" => Aggregation::Sum,
                    _ => Aggregation::Min,
                }
            }),
            require_pass: keys.texts("require_pass", true).unwrap_or_default(),
            static_validation: None,
        };
        scoring.static_validation = static_validation(folder, metadata, &scoring, keys);
        let scores = scoring.max_score.is_some()
            || scoring.aggregation.is_some()
            || !scoring.require_pass.is_empty();
        if scores && !metadata.kinds.scoring {
            keys.blemish(node, "groups of a pass-fail problem have no score")
                .help("remove max_score, score_aggregation and require_pass, or write `type: scoring` into problem.yaml");
        } else if scores && folder == "sample" {
            keys.blemish(node, "the samples have no score");
        }
        scoring
    }
}

fn max_score(keys: &mut Keys) -> Option<MaxScore> {
    let node = keys.node("max_score")?;
    match (node.text(), node.integer()) {
        (Some("unbounded"), _) => Some(MaxScore::Unbounded),
        (_, Some(score)) if score >= 0 => Some(MaxScore::Bounded(score as f64)),
        _ => {
            keys.wrong(node, "max_score", "a whole number from 0 on, or `unbounded`");
            None
        }
    }
}

/// Reads the keys of a static validation, after the other keys of the group's scoring.
fn static_validation(
    folder: &str,
    metadata: &Metadata,
    scoring: &Scoring,
    keys: &mut Keys,
) -> Option<StaticValidation> {
    const SCORE: &str = "static_validation_score";
    const ARGUMENTS: &str = "static_validator_args";
    let arguments = keys.node(ARGUMENTS);
    let Some(node) = keys.node(SCORE) else {
        if let Some(arguments) = arguments {
            keys.blemish(arguments, format!("{ARGUMENTS} have no effect without {SCORE}"));
        }
        return None;
    };
    let aggregation = if metadata.kinds.scoring && folder != "sample" {
        scoring.aggregation_in(folder)
    } else {
        Aggregation::PassFail
    };
    let passes_or_fails = aggregation == Aggregation::PassFail;
    let number = node.integer().filter(|&number| number >= 0).map(|number| number as f64);
    let most_score = match (node.text(), number) {
        (Some("pass-fail"), _) if passes_or_fails => None,
        (Some("pass-fail"), _) => {
            keys.error(node, format!("{SCORE} is `pass-fail`, but this group makes a score"))
                .help("write a number, or `score_aggregation: pass-fail`");
            None
        }
        (_, Some(_)) if passes_or_fails => {
            keys.blemish(node, format!("{SCORE} is a number, but this group passes or fails"))
                .help("write `pass-fail`");
            None
        }
        (_, Some(most)) => {
            if let MaxScore::Bounded(of) = scoring.max_score_in(folder)
                && most > of
            {
                keys.error(node, format!("{SCORE} is {most}, more than the {of} of the group"));
            }
            Some(most)
        }
        (_, None) => {
            keys.wrong(node, SCORE, "a whole number from 0 on, or `pass-fail`");
            None
        }
    };
    let arguments = arguments.and_then(|node| keys.texts_of(node, ARGUMENTS, false));
    Some(StaticValidation { most_score, arguments: arguments.unwrap_or_default() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_all_secret_cases_have_a_worth_that_is_not_said() {
        let scoring = Scoring::default();
        let of = |folder| (scoring.aggregation_in(folder), scoring.max_score_in(folder));
        assert_eq!(of("secret"), (Aggregation::Sum, MaxScore::Bounded(100.0)));
        assert_eq!(of("secret/group1"), (Aggregation::PassFail, MaxScore::Unbounded));
    }
}
