//! The judge called by others, from other folders, with other settings of the system.

use std::sync::LazyLock;

use tempfile::TempDir;

use crate::corpus::{Program, is_in, is_installed};
use crate::environments::{ENVIRONMENTS, Environment};
use crate::scene::{Scene, scratch};
use crate::transformations::Transformation;

/// Where the compilers and interpreters of everybody are.
const SYSTEM: &str = "/usr/bin:/bin";

/// Assignments of `env`, by the name of the change. They are for programs of everybody if they hide a home.
const VARIABLES: [(&str, &[&str], bool); 13] = [
    ("LC_ALL=C", &["LC_ALL=C"], false),
    ("LC_ALL=POSIX, and LANG another", &["LC_ALL=POSIX", "LANG=en_US.UTF-8"], false),
    ("LANG=de_DE.ISO-8859-1", &["-u", "LC_ALL", "LANG=de_DE.ISO-8859-1"], false),
    ("LC_ALL=tr_TR.UTF-8", &["LC_ALL=tr_TR.UTF-8"], false),
    ("LC_ALL that is not known", &["LC_ALL=nonsense", "LANGUAGE=xx"], false),
    ("no locale", &["-u", "LC_ALL", "-u", "LANG", "-u", "LC_CTYPE"], false),
    ("no HOME", &["-u", "HOME"], true),
    ("a HOME that does not exist", &["HOME=/nonexistent/home"], true),
    ("a minimal PATH", &["PATH=/usr/bin:/bin"], true),
    ("no variables but a minimal PATH", &["-i", "PATH=/usr/bin:/bin"], true),
    (
        "variables of interpreters",
        &[
            "PYTHONPATH=/nonexistent",
            "NODE_OPTIONS=--no-such",
            "PERL5OPT=-Mnothing",
            "BASH_ENV=/etc/passwd",
        ],
        false,
    ),
    (
        "variables of compilers",
        &["CFLAGS=-x", "JAVA_TOOL_OPTIONS=-Xbad", "RUSTFLAGS=-x", "CPATH=/nonexistent"],
        false,
    ),
    ("another time zone", &["TZ=Asia/Kathmandu"], false),
];

/// What a shell does before it becomes the judge.
const SHELL: [(&str, &str); 20] = [
    ("umask 077", "umask 077"),
    ("umask 0", "umask 0"),
    ("files that only their owner reads", "chmod -R go= problem hand-ins"),
    ("files that everybody writes", "chmod -R a+rwX problem hand-ins"),
    ("few open files", "ulimit -S -n 40"),
    ("a small stack", "ulimit -S -s 512"),
    ("an unlimited stack", "ulimit -S -s unlimited || ulimit -S -s $(ulimit -H -s)"),
    ("small files", "ulimit -S -f 8"),
    ("little address space", "ulimit -S -v 4000000"),
    ("little data", "ulimit -S -d 100000"),
    ("few processes", "ulimit -S -u 10"),
    ("little time", "ulimit -S -t 5"),
    ("no locked memory", "ulimit -S -l 0"),
    ("signals ignored", "trap '' PIPE INT HUP CHLD XCPU XFSZ USR1 ALRM"),
    ("standard input closed", "exec <&-"),
    ("standard error closed", "exec 2>&-"),
    ("more open files", "exec 7</etc/passwd 8>/dev/null 9<."),
    ("a low priority", "renice -n 19 $$ > /dev/null"),
    ("one core", "taskset -p -c 0 $$ > /dev/null"),
    ("standard input at a terminal's place", "exec < /dev/zero"),
];

/// What is mounted over /dev/shm.
const SHARED_MEMORY: [(&str, &str); 3] = [
    ("small", "mount -t tmpfs -o size=64k,mode=1777 none /dev/shm"),
    (
        "full",
        "mount -t tmpfs -o size=64k,mode=1777 none /dev/shm && ! head -c 1000000 /dev/zero 2> /dev/null > /dev/shm/full",
    ),
    ("read-only", "mount -t tmpfs -o ro none /dev/shm"),
];

/// A file of languages.
const PYPY: &str = "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n";

/// Folders in which the caller stands.
const STANDING: [&str; 4] = ["/", "/usr/bin", "/dev/shm", "/proc/self"];

pub(crate) fn transformations() -> Vec<Transformation<Scene>> {
    let variables = VARIABLES.into_iter().map(|(name, words, hides_home)| {
        let applies = move |program: &Program| !hides_home || is_everybodys(program);
        Transformation::new(name, applies, move |scene: &mut Scene| {
            scene.through(&[&["env"], words].concat())
        })
    });
    let shell = SHELL.into_iter().map(|(name, command)| {
        Transformation::of_all(name, move |scene: &mut Scene| through_shell(scene, command))
    });
    let environments = ENVIRONMENTS.iter().map(|environment| {
        Transformation::new(
            format!("in the environment {}", environment.name),
            is_everybodys,
            |scene: &mut Scene| {
                within(scene, environment);
            },
        )
    });
    let shared = SHARED_MEMORY.into_iter().flat_map(|(name, command)| {
        ["root", "user", "container-root", "container-user"].map(|environment| {
            let environment = Environment::named(environment);
            let title = format!("{name} /dev/shm in the environment {}", environment.name);
            Transformation::new(title, is_everybodys, move |scene: &mut Scene| {
                scene.through(&["unshare", "--mount"]);
                through_shell(scene, command);
                within(scene, environment);
            })
        })
    });
    let standing = STANDING.into_iter().map(|folder| {
        Transformation::of_all(format!("standing in {folder}"), move |scene: &mut Scene| {
            let paths =
                scene.named.iter().map(|name| scene.folder.join(name).display().to_string());
            scene.named = paths.collect();
            scene.through(&["env", "-C", folder]);
        })
    });
    let by_pypy = Transformation::new(
        "Python run by PyPy",
        |program| program.language.tool == "python3" && is_installed("pypy3"),
        |scene: &mut Scene| {
            scene.beside.push(("pypy.toml".to_string(), PYPY.into()));
            scene.options.extend(["--languages", "pypy.toml"].map(String::from));
        },
    );
    variables
        .chain([by_pypy])
        .chain(shell)
        .chain(environments)
        .chain(shared)
        .chain(standing)
        .collect()
}

/// Whether every user may use its compiler.
fn is_everybodys(program: &Program) -> bool {
    is_in(SYSTEM, &program.language.tool)
}

fn through_shell(scene: &mut Scene, command: &str) {
    scene.through(&["bash", "-c", &format!("{{ {command}; }} && exec \"$0\" \"$@\"")]);
}

/// The programs that make environments.
static HELPERS: LazyLock<TempDir> = LazyLock::new(|| scratch(&std::env::temp_dir()));

/// Calls the judge in an environment, as its user.
fn within(scene: &mut Scene, environment: &Environment) {
    if let Some(user) = environment.user() {
        let [user, group] = ["reuid", "regid"].map(|option| format!("--{option}={user}"));
        scene.through(&["setpriv", &user, &group, "--clear-groups"]);
        // The home of whoever calls the test is not that user's.
        scene.through(&["env", "HOME=/tmp"]);
    }
    let command = environment.command(HELPERS.path(), "env");
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let words: Vec<&str> = words.map(|word| word.to_str().unwrap()).collect();
    scene.through(&words);
}
