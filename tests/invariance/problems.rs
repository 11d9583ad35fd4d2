//! The problem of all programs, in several forms: how outputs are compared, and what the cases are
//! worth.

use crate::behaviours::{CASES, Expected};

/// The problem as a folder of files.
pub(crate) struct Problem {
    pub(crate) name: &'static str,
    /// Its files except the cases.
    files: &'static [(&'static str, &'static str)],
    /// The folder of its cases.
    cases: &'static str,
    /// Groups of cases, by their indices, and the points that are lost with one failure.
    groups: &'static [(&'static [usize], f64)],
}

const TOKENS: &str = "format = 1\nname = 'doubling'\ncases = 'cases'\n[checker]\nkind = 'tokens'\n";

/// The checker is a command that reads files beside it.
const CHECKER: &str = "format = 1\nname = 'doubling'\ncases = 'cases'\n[checker]\n\
    command = ['sh', '{folder}/check.sh']\nprotocol = 'icpc'\n";
const CHECK: &str = "here=$(dirname \"$0\")\n. \"$here/lib/read.sh\"\nwords < \"$2\"\nanswer=$words\nwords\n\
    read right wrong < \"$here/codes.txt\"\n[ \"$words\" = \"$answer\" ] && exit $right\nexit $wrong\n";
const READ: &str = "words() { read -r number word; words=\"$number $word\"; }\n";

/// In the second group, one failure costs all points.
const GROUPS: &str = "format = 1\nname = 'doubling'\ncases = 'cases'\n[checker]\nkind = 'tokens'\n\
    [[groups]]\ntitle = 'Sample'\ncases = 'sample'\npoints = 10\n\
    [[groups]]\ntitle = 'Early'\ncases = 'secret/[12]'\npoints = 30\nrule = 'all'\n\
    [[groups]]\ntitle = 'Last'\ncases = 'secret/3'\npoints = 60\n";

const PACKAGE: &str = "problem_format_version: 2025-09\nname: Doubling\n\
    uuid: 5b0f9be4-4d3c-4b56-8a2e-6f6a7b5b8c01\nlimits:\n  time_limit: 10\n";

/// All forms of the problem.
pub(crate) const PROBLEMS: [Problem; 4] = [
    Problem { name: "tokens", files: &[("problem.toml", TOKENS)], cases: "cases", groups: &[] },
    Problem {
        name: "checker",
        files: &[
            ("problem.toml", CHECKER),
            ("check.sh", CHECK),
            ("lib/read.sh", READ),
            ("codes.txt", "42 43\n"),
        ],
        cases: "cases",
        groups: &[],
    },
    Problem {
        name: "groups",
        files: &[("problem.toml", GROUPS)],
        cases: "cases",
        groups: &[(&[0], 10.0), (&[1, 2], 30.0), (&[3], 60.0)],
    },
    Problem { name: "package", files: &[("problem.yaml", PACKAGE)], cases: "data", groups: &[] },
];

impl Problem {
    /// Returns all its files.
    pub(crate) fn files(&self) -> impl Iterator<Item = (String, String)> {
        let cases = CASES.iter().flat_map(|(name, input)| {
            let words: Vec<&str> = input.split(' ').collect();
            let answer = format!("{} {}\n", 2 * words[0].parse::<u32>().unwrap(), words[1]);
            let path = |ending| format!("{}/{name}.{ending}", self.cases);
            [(path("in"), format!("{input}\n")), (path("ans"), answer)]
        });
        let files = self.files.iter().map(|(name, text)| (name.to_string(), text.to_string()));
        files.chain(cases)
    }

    /// Returns the verdict: a checker that is a program calls an empty output wrong.
    pub(crate) fn verdict(&self, expected: &Expected) -> &'static str {
        match expected.verdict {
            "NO" if self.name == "checker" => "WA",
            verdict => verdict,
        }
    }

    /// Returns the remaining points.
    pub(crate) fn points(&self, expected: &Expected) -> Option<f64> {
        let fails = |case: &usize| expected.verdict == "CE" || expected.failures.contains(case);
        let kept = self.groups.iter().filter(|(cases, _)| !cases.iter().any(fails));
        (!self.groups.is_empty()).then(|| kept.fold(0.0, |sum, (_, points)| sum + points))
    }
}
