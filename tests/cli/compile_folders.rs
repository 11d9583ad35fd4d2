//! Files of compilers: a submission that fills the disk, or nests its folders thousands deep, harms
//! only itself; a full disk says nothing about submissions.

use crate::support::{Folder, Run, skip};

/// A language whose compiler runs the program, and one whose compiler writes 12 MB.
const LANGUAGES: &str = "format = 1\n\
    [[language]]\nname = 'obedient'\nendings = ['obey']\ncompile = ['python3', '{main}']\n\
    run = ['python3', '{main}']\n\
    [[language]]\nname = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n\
    [[language]]\nname = 'large'\nendings = ['large']\n\
    compile = ['sh', '-c', 'head -c 12000000 /dev/zero > zeros && sh -n {main}']\n\
    run = ['sh', '{main}']\n";

const RIGHT: &str =
    "read n\ncase $n in 3) echo Alice wins;; 4) echo tie 1 1;; *) echo Bob wins;; esac\n";

fn scene() -> Folder {
    let folder = Folder::with_cases();
    folder.write("languages.toml", LANGUAGES);
    folder.write("temporary/.keep", "");
    folder
}

fn judge(folder: &Folder, before: &str) -> Run {
    let judged = "\"$referee\" judge cases submissions --record off --jobs 1 --time-limit 20 --languages languages.toml";
    folder.shell(&format!("export TMPDIR=$PWD/temporary; {before} {judged}"))
}

fn has(program: &str) -> bool {
    std::process::Command::new(program).arg("--version").output().is_ok()
}

#[test]
fn a_submission_that_fills_its_folder_costs_nobody_but_itself() {
    if !has("python3") {
        return skip("compile folders", "no python3");
    }
    let nested = "import os\nfor i in range(14000):\n    os.mkdir('d')\n    os.chdir('d')\n";
    let many = "for i in range(30000):\n    open(str(i), 'w').close()\n";
    let large = "for name in 'ab':\n    open(name, 'w').truncate(300 << 20)\n";
    // It is stopped while it writes; it would continue until its time limit.
    let endless = "i = 0\nwhile True:\n    open(str(i), 'w').close()\n    i += 1\n";
    let closed = "import os\nos.makedirs('d/e')\nos.chmod('d', 0)\n";
    let folder = scene();
    for (name, text) in [("nested", nested), ("many", many), ("large", large), ("endless", endless)]
    {
        folder.write(format!("submissions/compile_error/{name}.obey"), text);
    }
    folder.write("submissions/rejected/closed.obey", format!("{closed}print('none')\n"));
    folder.write("submissions/accepted/right.sh", RIGHT);
    let run = judge(&folder, "").ends_with(0).says("6 of 6 as expected");
    assert!(!run.stderr.contains("panicked"), "{run}");
    let left: Vec<_> = std::fs::read_dir(folder.path("temporary")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "{left:?}");
    // Where it was not expected, the reason is printed.
    std::fs::remove_dir_all(folder.path("submissions")).unwrap();
    folder.write("submissions/nested.obey", nested);
    judge(&folder, "").ends_with(1).says(
        "the compiler writes more than 512 MiB, 20000 files and folders, or 100 nested folders",
    );
}

/// A file without a name takes space too.
#[test]
fn what_a_compiler_holds_open_counts() {
    if !has("python3") {
        return skip("compile folders", "no python3");
    }
    let folder = scene();
    let hidden = "import os, time\nfiles = []\nfor name in 'ab':\n    file = open(name, 'w')\n    \
        os.unlink(name)\n    file.truncate(300 << 20)\n    files.append(file)\ntime.sleep(1000)\n";
    folder.write("submissions/hidden.obey", hidden);
    let run = judge(&folder, "");
    if !run.stdout.contains("isolated by namespaces") {
        return skip("compile folders", "no namespaces");
    }
    run.ends_with(1).says("the compiler writes without end");
}

#[test]
fn a_full_disk_is_no_compile_error() {
    let folder = scene();
    folder.write("submissions/accepted/right.large", RIGHT);
    folder.write("submissions/accepted/second.large", format!("{RIGHT}\n"));
    folder.write("submissions/accepted/small.sh", RIGHT);
    let room = |size: &str| {
        let mount = format!("mount -t tmpfs -o size={size} none temporary && exec \"$@\"");
        format!("unshare --mount sh -c '{mount}' sh")
    };
    let tried = folder.shell(&format!("{} true", room("1m")));
    if tried.code != Some(0) {
        return skip("a full disk", "no file system can be mounted");
    }
    let run = judge(&folder, &room("100k"));
    // Not "CE", which the random name of a folder may contain.
    assert!(!run.stdout.contains("compile error"), "{run}");
    run.says("there is no room for what the compiler writes").says("small.sh");
    // There is room for both in sequence, since built files are removed after their last use.
    let run = judge(&folder, &room("20m"));
    run.ends_with(0).says("3 of 3 as expected");
}

#[test]
fn what_is_checked_imports_nothing_from_its_folder() {
    if !has("python3") {
        return skip("imports", "no python3");
    }
    let folder = Folder::with_cases();
    let right =
        "n = int(input().split()[0])\nprint({3: 'Alice wins', 4: 'tie 1 1'}.get(n, 'Bob wins'))\n";
    for module in ["py_compile", "os", "token", "sitecustomize"] {
        let path = format!("submissions/accepted/{module}");
        folder.write(format!("{path}/main.py"), right);
        folder.write(format!("{path}/{module}.py"), "raise SystemExit('it was imported')\n");
    }
    let run =
        folder.referee(&["judge", "cases", "submissions", "--record", "off", "--time-limit", "20"]);
    assert!(!run.stdout.contains("compile error"), "{run}");
    run.ends_with(0).says("4 of 4 as expected");
}
