//! Calls of the judge by other users, from other folders, and with other system settings.

use std::path::Path;
use std::sync::LazyLock;

use tempfile::TempDir;

use crate::corpus::{Program, is_in, is_installed};
use crate::environments::{ENVIRONMENTS, Environment};
use crate::packed::STUDENTS_OWN;
use crate::scene::{HAND_INS, HandIn, Scene, scratch};
use crate::transformations::Transformation;

/// The folders of compilers and interpreters that all users may run.
const SYSTEM: &str = "/usr/bin:/bin";

/// Assignments of `env`, by the name of the change. Those that hide the home folder only apply to
/// programs with tools of all users.
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

/// What a shell does before it becomes the judge, and the behaviour that shows an effect.
const SHELL: [(&str, &str, &str); 21] = [
    ("umask 077", "umask 077", "data"),
    ("umask 0", "umask 0", "data"),
    ("files that only their owner reads", "chmod -R go= problem hand-ins", "data"),
    ("files that everybody writes", "chmod -R a+rwX problem hand-ins", "data"),
    ("few open files", "ulimit -S -n 40", "device"),
    ("a small stack", "ulimit -S -s 512", "thread"),
    ("an unlimited stack", "ulimit -S -s unlimited || ulimit -S -s $(ulimit -H -s)", "thread"),
    ("small files", "ulimit -S -f 8", "device"),
    ("little address space", "ulimit -S -v 4000000", "thread"),
    ("little data", "ulimit -S -d 100000", "allocate"),
    ("few processes", "ulimit -S -u 10", "thread"),
    ("little time", "ulimit -S -t 5", "right"),
    ("no locked memory", "ulimit -S -l 0", "thread"),
    (
        "hard limits that are enough",
        "ulimit -c 0 -l 0 -q 0 -x 0 -i 1000 -n 1024 -u 1024 -t 600",
        "thread",
    ),
    ("signals ignored", "trap '' PIPE INT HUP CHLD XCPU XFSZ USR1 ALRM", "crash"),
    ("standard input closed", "exec <&-", "device"),
    ("standard error closed", "exec 2>&-", "device"),
    ("more open files", "exec 7</etc/passwd 8>/dev/null 9<.", "data"),
    ("a low priority", "renice -n 19 $$ > /dev/null", "thread"),
    ("one core", "taskset -p -c 0 $$ > /dev/null", "thread"),
    ("standard input at a terminal's place", "exec < /dev/zero", "device"),
];

/// Mounts over /dev/shm.
const SHARED_MEMORY: [(&str, &str); 3] = [
    ("small", "mount -t tmpfs -o size=64k,mode=1777 none /dev/shm"),
    (
        "full",
        "mount -t tmpfs -o size=64k,mode=1777 none /dev/shm && ! head -c 1000000 /dev/zero 2> /dev/null > /dev/shm/full",
    ),
    ("read-only", "mount -t tmpfs -o ro none /dev/shm"),
];

/// The only change that needs a program that is not installed everywhere.
pub(crate) const BY_PYPY: &str = "Python run by PyPy";

/// A file of languages.
const PYPY: &str = "format = 1\n[[language]]\nname = 'python'\nrun = ['pypy3', '{main}']\n";

/// Current folders of the caller, and the paths of the problem and of the submissions from there.
const STANDING: [(&str, [&str; 2]); 2] =
    [("problem", [".", "../hand-ins"]), (HAND_INS, ["../problem", "."])];

/// Folders unrelated to both.
const ELSEWHERE: [&str; 4] = ["/", "/usr/bin", "/dev/shm", "/proc/self"];

pub(crate) fn transformations() -> Vec<Transformation<Scene>> {
    let variables = VARIABLES.into_iter().map(|(name, words, hides_home)| {
        let applies = move |program: &Program| !hides_home || is_everybodys(program);
        let change = move |scene: &mut Scene| scene.through(&[&["env"], words].concat());
        Transformation::new(name, applies, change).shown_by("characters")
    });
    let shell = SHELL.into_iter().map(|(name, command, behaviour)| {
        let change = move |scene: &mut Scene| through_shell(scene, command);
        Transformation::of_all(name, change).shown_by(behaviour)
    });
    let environments = ENVIRONMENTS.iter().map(|environment| {
        let title = format!("in the environment {}", environment.name);
        let change = |scene: &mut Scene| within(scene, environment);
        Transformation::new(title, is_everybodys, change).shown_by("device")
    });
    let shared = SHARED_MEMORY.into_iter().flat_map(|(name, command)| {
        ["root", "user", "container-root", "container-user"].map(|environment| {
            let environment = Environment::named(environment);
            let title = format!("{name} /dev/shm in the environment {}", environment.name);
            let change = move |scene: &mut Scene| {
                scene.lie_in(Path::new(OUTSIDE));
                let temporary = format!("TMPDIR={}", scene.temporary.path().display());
                scene.through(&["env", &temporary, "unshare", "--mount"]);
                through_shell(scene, command);
                within(scene, environment);
            };
            Transformation::new(title, is_everybodys, change).shown_by("device")
        })
    });
    let by_pypy = Transformation::new(
        BY_PYPY,
        |program| program.language.tool == "python3" && is_installed("pypy3"),
        |scene: &mut Scene| {
            scene.beside.push(("pypy.toml".to_string(), PYPY.into()));
            scene.options.extend(["--languages", "pypy.toml"].map(String::from));
        },
    );
    let of_another_group = Transformation::new(
        "root of another group",
        |_| rustix::process::geteuid().is_root(),
        |scene: &mut Scene| scene.through(&["setpriv", "--regid", "4242", "--clear-groups"]),
    )
    .shown_by("data");
    let machine =
        variables.chain([by_pypy, of_another_group]).chain(shell).chain(environments).chain(shared);
    machine.chain(standing()).collect()
}

/// Returns changes of the caller's current folder.
fn standing() -> impl Iterator<Item = Transformation<Scene>> {
    let standing = STANDING.into_iter().map(|(folder, named)| {
        let change = move |scene: &mut Scene| {
            scene.named = named.map(String::from).to_vec();
            scene.through(&["env", "-C", folder]);
        };
        Transformation::of_all(format!("standing in the folder {folder}"), change).shown_by("data")
    });
    let elsewhere = ELSEWHERE.into_iter().map(|folder| {
        let change = move |scene: &mut Scene| {
            let paths =
                scene.named.iter().map(|name| scene.folder.join(name).display().to_string());
            scene.named = paths.collect();
            scene.through(&["env", "-C", folder]);
        };
        Transformation::of_all(format!("standing in {folder}"), change).shown_by("data")
    });
    let at_home = Transformation::new(
        "standing in a program's own folder, and its file named",
        Program::is_one_file,
        in_own_folder,
    );
    standing.chain(elsewhere).chain([at_home])
}

/// Returns whether all users may use the compiler of a program.
fn is_everybodys(program: &Program) -> bool {
    is_in(SYSTEM, &program.language.tool)
}

fn through_shell(scene: &mut Scene, command: &str) {
    scene.through(&["bash", "-c", &format!("{{ {command}; }} && exec \"$0\" \"$@\"")]);
}

/// Calls the judge in the folder of the first program, and names its file and those of the others.
/// A student's file of languages has no effect.
fn in_own_folder(scene: &mut Scene) {
    for (number, hand_in) in scene.hand_ins.iter_mut().enumerate() {
        let (above, name) =
            hand_in.files[0].0.rsplit_once('/').unwrap_or(("", &hand_in.files[0].0));
        hand_in.files[0].0 =
            format!("{above}/{number:03} {name}").trim_start_matches('/').to_string();
        hand_in.files.push(("referee.toml".to_string(), STUDENTS_OWN.into()));
    }
    let path = |hand_in: &HandIn| format!("../{}", hand_in.path(&hand_in.files[0].0));
    let others = scene.hand_ins[1..].iter().map(path);
    let own = scene.hand_ins[0].files[0].0.clone();
    scene.named = ["../../problem".to_string(), own].into_iter().chain(others).collect();
    scene.through(&["env", "-C", &format!("{HAND_INS}/{}", scene.hand_ins[0].entry)]);
}

/// A folder where hiding /dev/shm hides nothing that is needed.
const OUTSIDE: &str = "/var/tmp";

/// The helper programs for environments.
static HELPERS: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = scratch(Path::new(OUTSIDE));
    // Compiles the helper once, before two calls need it at the same time.
    Environment::named("container-root").command(folder.path(), "true");
    folder
});

/// Calls the judge in an environment, as its user.
fn within(scene: &mut Scene, environment: &Environment) {
    if let Some(user) = environment.user() {
        let [user, group] = ["reuid", "regid"].map(|option| format!("--{option}={user}"));
        scene.through(&["setpriv", &user, &group, "--clear-groups"]);
        // The home folder of the test's user does not belong to that user.
        scene.through(&["env", "HOME=/tmp"]);
    }
    let command = environment.command(HELPERS.path(), "env");
    let words = [command.get_program()].into_iter().chain(command.get_args());
    let words: Vec<&str> = words.map(|word| word.to_str().unwrap()).collect();
    scene.through(&words);
}
