//! What programs do, and what must come of it.

use crate::templates::Language;

/// The names of the cases, in their order, and their inputs. The answer is the number twice, and the word.
pub(crate) const CASES: [(&str, &str); 4] = [
    ("sample/1", "3 abc 3 ABC"),
    ("secret/1", "40 Höhe 4 HÖHE"),
    // Here misbehaves who does.
    ("secret/2", "100 źdźbło 6 ŹDŹBŁO"),
    ("secret/3", "777 Ärger 5 ÄRGER"),
];

/// One way of right programs and of wrong ones.
pub(crate) struct Behaviour {
    /// How the statement of a language is called by which it comes about.
    pub(crate) name: &'static str,
    is_endless: bool,
    verdict: &'static str,
    /// The only case that fails; without one all do, or none is run.
    case: Option<usize>,
}

/// All of them.
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

/// What must come of a program.
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

    /// Whether it runs until its time is up.
    pub(crate) fn is_slow(&self) -> bool {
        self.verdict == "TLE"
    }

    /// The statement by which a program of the language does so, if it can.
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
