//! What programs do, and their expected results.

use crate::templates::Language;

/// The names of the cases, in order, and their inputs. The answer is twice the number, and the
/// word.
pub(crate) const CASES: [(&str, &str); 4] = [
    ("sample/1", "3 abc 3 ABC"),
    ("secret/1", "40 Höhe 4 HÖHE"),
    // The case on which misbehaving programs misbehave.
    ("secret/2", "100 źdźbło 6 ŹDŹBŁO"),
    ("secret/3", "777 Ärger 5 ÄRGER"),
];

/// A behaviour of right or wrong programs.
pub(crate) struct Behaviour {
    /// The name of the statement of a language that causes it.
    pub(crate) name: &'static str,
    is_endless: bool,
    verdict: &'static str,
    /// The only case that fails; if `None`, all cases fail or none is run.
    case: Option<usize>,
}

/// All behaviours.
pub(crate) static BEHAVIOURS: [Behaviour; 14] = [
    Behaviour::right("right"),
    Behaviour::right("characters"),
    Behaviour::right("device"),
    Behaviour::right("thread"),
    Behaviour::right("data"),
    Behaviour { name: "wrong", is_endless: false, verdict: "WA", case: None },
    Behaviour { name: "late", is_endless: false, verdict: "WA", case: Some(3) },
    Behaviour { name: "broken", is_endless: false, verdict: "CE", case: None },
    Behaviour::endless("nothing", "TLE"),
    Behaviour::endless("crash", "RTE"),
    Behaviour::endless("fail", "RTE"),
    Behaviour::endless("leave", "NO"),
    Behaviour::endless("flood", "OLE"),
    Behaviour::endless("allocate", "MLE"),
];

/// The expected result of a program.
pub(crate) struct Expected {
    pub(crate) verdict: &'static str,
    /// The cases that fail, by their index.
    pub(crate) failures: Vec<usize>,
}

impl Behaviour {
    const fn right(name: &'static str) -> Behaviour {
        Behaviour { name, is_endless: false, verdict: "AC", case: None }
    }

    const fn endless(name: &'static str, verdict: &'static str) -> Behaviour {
        Behaviour { name, is_endless: true, verdict, case: Some(2) }
    }

    /// Returns whether the program runs until its time is up.
    pub(crate) fn is_slow(&self) -> bool {
        self.verdict == "TLE"
    }

    /// Returns the statement with this behaviour in a language, if it has one.
    pub(crate) fn statement(&self, language: &Language) -> Option<String> {
        match self.name {
            "right" => Some(language.statement("right").unwrap_or_default().to_string()),
            name if self.is_endless => language.endless(name),
            name => language.statement(name).map(String::from),
        }
    }

    pub(crate) fn expected(&self) -> Expected {
        let failures = match (self.verdict, self.case) {
            ("AC" | "CE", _) => Vec::new(),
            (_, Some(case)) => vec![case],
            (_, None) => (0..CASES.len()).collect(),
        };
        Expected { verdict: self.verdict, failures }
    }
}
