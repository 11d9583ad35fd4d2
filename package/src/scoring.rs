//! How the cases of a group count in the new versions: what the group is worth, and what a static validator says of submissions.

use super::keys::Keys;
use super::metadata::Metadata;
use referee_base::yaml::Node;

/// The most that a group can be worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaxScore {
    /// So much.
    Bounded(f64),
    /// As much as the validator says.
    Unbounded,
}

/// How the scores of the parts of a group make its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Aggregation {
    /// All cases must pass.
    PassFail,
    /// Their sum.
    Sum,
    /// The least of them.
    Min,
}

/// How cases count in a new version, as far as it is said.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scoring {
    /// What the group is worth.
    pub max_score: Option<MaxScore>,
    /// How its parts make its score.
    pub aggregation: Option<Aggregation>,
    /// The groups that must be passed before.
    pub require_pass: Vec<String>,
    /// What a static validator is to say of submissions.
    pub static_validation: Option<StaticValidation>,
}

/// The static validation of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct StaticValidation {
    /// What it is worth where the group makes a score; none where it passes or fails.
    pub most_score: Option<f64>,
    /// What the validator is told.
    pub arguments: Vec<String>,
}

impl Scoring {
    /// Takes the keys of a group in this folder below `data`; `node` is all that the group says.
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

/// Takes the keys of a static validation. What the group says of scores besides must have been read.
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
            keys.blemish(arguments, format!("{ARGUMENTS} mean nothing without {SCORE}"));
        }
        return None;
    };
    let aggregation = match metadata.kinds.scoring && folder != "sample" {
        true => scoring.aggregation_in(folder),
        false => Aggregation::PassFail,
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
