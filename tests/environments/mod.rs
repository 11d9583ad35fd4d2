//! Environments in which `referee` may have to run programs, with less than a full system offers.
//!
//! Each is made from the machine at hand, by dropping root and by refusing system calls. If that is
//! impossible (nobody can become root), the test says so and is skipped.

use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The user that replaces root where a test must not be root.
const USER: u32 = 1000;

/// An environment, as seen by a program.
pub(crate) struct Environment {
    /// The name used in docs/sandbox.md and `about.txt`.
    pub(crate) name: &'static str,
    /// Where it occurs.
    #[allow(dead_code, reason = "not every test program that has this module needs it")]
    pub(crate) about: &'static str,
    is_root: bool,
    /// Whether it is root of a namespace without other users.
    is_root_of_one: bool,
    lacks: &'static [&'static str],
}

/// All environments, the least restricted first.
pub(crate) const ENVIRONMENTS: [Environment; 8] = [
    Environment {
        name: "root",
        about: "root on a machine of its own",
        is_root: true,
        is_root_of_one: false,
        lacks: &[],
    },
    Environment {
        name: "user",
        about: "any other user, if namespaces are allowed",
        is_root: false,
        is_root_of_one: false,
        lacks: &[],
    },
    Environment {
        name: "user-old",
        about: "the same on a kernel without Landlock",
        is_root: false,
        is_root_of_one: false,
        lacks: &["landlock"],
    },
    Environment {
        name: "container-root",
        about: "root without namespaces, which Docker forbids by default",
        is_root: true,
        is_root_of_one: false,
        lacks: &["namespaces"],
    },
    Environment {
        name: "container-root-old",
        about: "the same on a kernel without Landlock",
        is_root: true,
        is_root_of_one: false,
        lacks: &["namespaces", "landlock"],
    },
    Environment {
        name: "container-user",
        about: "any other user, without namespaces",
        is_root: false,
        is_root_of_one: false,
        lacks: &["namespaces"],
    },
    Environment {
        name: "container-one-id",
        about: "root of a user namespace that has no other user, without further namespaces",
        is_root: false,
        is_root_of_one: true,
        lacks: &["namespaces"],
    },
    Environment {
        name: "container-user-old",
        about: "any other user, without namespaces, on a kernel without Landlock",
        is_root: false,
        is_root_of_one: false,
        lacks: &["namespaces", "landlock"],
    },
];

impl Environment {
    /// Returns the environment of this name.
    pub(crate) fn named(name: &str) -> &'static Environment {
        ENVIRONMENTS.iter().find(|environment| environment.name == name).expect("it is listed")
    }

    /// The isolation layers that are missing there.
    #[allow(dead_code, reason = "not every test program that has this module needs it")]
    pub(crate) fn lacks(&self) -> &'static [&'static str] {
        self.lacks
    }

    /// Returns whether the environment can be made here.
    #[allow(dead_code, reason = "not every test program that has this module needs it")]
    pub(crate) fn is_possible(&self, helpers: &Path) -> bool {
        let is_root = rustix::process::geteuid().is_root();
        let status = || self.command(helpers, "true").status();
        (is_root || !self.is_root) && status().is_ok_and(|status| status.success())
    }

    /// The user who must own a program's files there, if it is not the user of the test.
    pub(crate) fn user(&self) -> Option<u32> {
        (!self.is_root && rustix::process::geteuid().is_root()).then_some(USER)
    }

    /// Returns a command in the environment. The helper program for it is compiled into the folder
    /// `helpers`.
    pub(crate) fn command(&self, helpers: &Path, program: &str) -> Command {
        let mut words: Vec<String> = Vec::new();
        if self.is_root && !self.lacks.is_empty() {
            // Root in a container is in root's groups.
            words.extend(["setpriv", "--groups=0"].map(String::from));
        }
        if self.is_root_of_one {
            words.extend(["unshare", "--user", "--map-root-user"].map(String::from));
        }
        if !self.lacks.is_empty() {
            words.push(without(helpers).display().to_string());
            words.extend(self.lacks.iter().map(|lack| lack.to_string()));
            words.push("--".to_string());
        }
        words.push(program.to_string());
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        if let Some(user) = self.user() {
            command.uid(user).gid(user);
        }
        command
    }
}

/// Returns the program that refuses system calls.
fn without(helpers: &Path) -> PathBuf {
    let program = helpers.join("without");
    if !program.exists() {
        let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/environments/without.c");
        let status = Command::new("cc").args(["-o"]).arg(&program).arg(source).status();
        assert!(status.is_ok_and(|status| status.success()), "no C compiler");
    }
    program
}
