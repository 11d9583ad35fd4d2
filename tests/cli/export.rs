//! Packages for other judges: identical bytes everywhere, complete, and with validators that a bare
//! `rustc` builds.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use insta::assert_snapshot;
use referee_export::shipped::{MATERIALS, Material};
use referee_export::{ExportedPackage, Format};
use referee_problem as problem;
use sha2::{Digest, Sha256};

use crate::support::Folder;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Returns the package of a problem with its committed cases.
fn package(material: &Material, format: Format) -> ExportedPackage {
    let problem = problem::find(material.problem).unwrap();
    let cases = root().join("cases").join(material.problem);
    format.lay_out(&material.export(&problem, &cases).unwrap()).unwrap()
}

/// Returns the files below a folder, by their paths in it.
fn below(folder: &Path) -> BTreeSet<String> {
    let walk = walkdir::WalkDir::new(folder).into_iter().map(Result::unwrap);
    let files = walk.filter(|entry| entry.file_type().is_file());
    let name =
        |path: PathBuf| path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
    files.map(|entry| name(entry.into_path())).collect()
}

#[test]
fn the_same_problem_gives_the_same_bytes() {
    let mut hashes = String::new();
    for material in &MATERIALS {
        for format in Format::ALL {
            let bytes = package(material, format).archive().unwrap();
            let hash: String =
                Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
            hashes += &format!("{} {} {hash}\n", material.problem, format.name());
        }
    }
    assert_snapshot!(hashes);
}

#[test]
fn each_format_has_its_files_where_it_wants_them() {
    let mut lists = String::new();
    for format in Format::ALL {
        let bytes = package(&MATERIALS[1], format).archive().unwrap();
        let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes)).unwrap();
        lists += &format!("{}\n", format.name());
        for at in 0..archive.len() {
            let file = archive.by_index(at).unwrap();
            let name = file.name().unwrap();
            // Other tests cover the cases.
            if !name.contains("data/secret/") || name.contains("/04-") {
                lists += &format!("  {:o} {name}\n", file.unix_mode().unwrap() & 0o777);
            }
        }
    }
    assert_snapshot!(lists);
}

#[test]
fn metadata_and_statements() {
    let mut texts = String::new();
    for format in Format::ALL {
        for file in &package(&MATERIALS[0], format).files {
            let is_text = ["yaml", "ini", "tex", "txt"].iter().any(|end| file.path.ends_with(end));
            if is_text {
                let text = String::from_utf8(file.content.read().unwrap().into_owned()).unwrap();
                texts += &format!("--- {} {}\n{text}", format.name(), file.path);
            }
        }
    }
    assert_snapshot!(texts);
}

#[test]
fn options_of_the_checker_go_into_the_package() {
    let problem = problem::find("huepfburg").unwrap().with_option("shortest").unwrap();
    let export = MATERIALS[1].export(&problem, &root().join("cases/huepfburg")).unwrap();
    for (format, path, line) in [
        (
            Format::Icpc2025,
            "data/secret/test_group.yaml",
            "output_validator_args: [\"shortest\"]\n",
        ),
        (Format::IcpcLegacy, "problem.yaml", "validator_flags: \"shortest\"\n"),
        (Format::Domjudge, "problem.yaml", "validator_flags: \"shortest\"\n"),
    ] {
        let package = format.lay_out(&export).unwrap();
        let file = package.files.iter().find(|file| file.path == path).unwrap();
        let bytes = file.content.read().unwrap();
        assert!(String::from_utf8_lossy(&bytes).contains(line), "{}", format.name());
    }
}

/// Removes optimization from all scripts that build validators, since it takes longer than all that
/// the tests do with the result.
pub(crate) fn build_without_optimization(package: &Path) {
    let scripts = below(package).into_iter().filter(|name| name.ends_with("/build"));
    let scripts: Vec<PathBuf> = scripts.map(|name| package.join(name)).collect();
    assert_eq!(scripts.len(), 2, "{scripts:?}");
    for script in scripts {
        let text = fs::read_to_string(&script).unwrap();
        assert_eq!(text.matches(" -O ").count(), 2, "{text}");
        fs::write(script, text.replace(" -O ", " ")).unwrap();
    }
}

/// Builds a validator of an exported folder, with the compiler of these tests.
fn build(folder: &Path) -> PathBuf {
    let built = Command::new("sh").arg(folder.join("build")).output().unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    folder.join("run")
}

/// Returns the exit code of a validator.
fn code(program: &Path, arguments: &[&Path], stdin: &Path) -> Option<i32> {
    let mut command = Command::new(program);
    let stdin = fs::File::open(stdin).unwrap();
    command.args(arguments).stdin(stdin).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().unwrap().code()
}

#[test]
fn exported_validators_build_and_tell_right_from_wrong() {
    let folder = Folder::new();
    let feedback = folder.path("feedback");
    fs::create_dir(&feedback).unwrap();
    let mut built: Option<[PathBuf; 2]> = None;
    for material in &MATERIALS {
        let package = package(material, Format::Icpc2025);
        let path = folder.path(material.problem);
        package.write_folder(&path, referee_base::files::Existing::Keep).unwrap();
        build_without_optimization(&path);
        let folders = ["input_validators/grammar", "output_validator"].map(|name| path.join(name));
        for folder in &folders {
            let script = fs::read_to_string(folder.join("build")).unwrap();
            let built_for = format!("REFEREE_PROBLEM={} rustc", material.problem);
            assert!(script.contains(&built_for), "{script}");
        }
        // Building takes long. The validators of one problem also handle the others, given their
        // name.
        let [grammar, output_validator] =
            built.get_or_insert_with(|| folders.map(|folder| build(&folder))).clone();
        let is_first = material.problem == MATERIALS[0].problem;
        let named = if is_first { vec![] } else { vec!["--problem", material.problem] };
        let named: Vec<&Path> = named.into_iter().map(Path::new).collect();
        let check = |input: &Path, output: &Path| {
            let answer = input.with_extension("ans");
            code(&output_validator, &[&[input, &answer, &feedback][..], &named].concat(), output)
        };
        let inputs = |kind: &str| -> Vec<PathBuf> {
            let all = below(&path.join("data").join(kind)).into_iter();
            let inputs = all.filter(|name| name.ends_with(".in"));
            inputs.map(|name| path.join("data").join(kind).join(name)).collect()
        };
        for input in inputs("sample").into_iter().chain(inputs("secret")) {
            assert_eq!(code(&grammar, &named, &input), Some(42), "{}", input.display());
            let answer = input.with_extension("ans");
            assert_eq!(check(&input, &answer), Some(42), "{}", input.display());
        }
        for input in inputs("invalid_input") {
            // The other validator checks bounds.
            let is_beyond = input.ends_with("heap-out-of-bounds.in");
            let expected = if is_beyond { 42 } else { 43 };
            assert_eq!(code(&grammar, &named, &input), Some(expected), "{}", input.display());
        }
        for (kind, expected) in [("invalid_output", 43), ("valid_output", 42)] {
            for input in inputs(kind) {
                assert_eq!(code(&grammar, &named, &input), Some(42), "{}", input.display());
                let output = input.with_extension("out");
                assert_eq!(check(&input, &output), Some(expected), "{}", input.display());
            }
        }
    }
}

#[test]
fn an_archive_is_not_overwritten_and_a_folder_not_filled_up() {
    let folder = Folder::new();
    let cases = root().join("cases/subtraction-game");
    let cases = cases.to_str().unwrap();
    let export = |out: &str, more: &[&str]| {
        let words = ["export", "subtraction-game", "--format", "icpc-legacy", "--cases", cases];
        folder.referee(&[&words[..], &["--out", out], more].concat())
    };
    export("game.zip", &[]).ends_with(0).says("icpc-legacy").says("rustc 1.89");
    let first = fs::read(folder.path("game.zip")).unwrap();
    export("game.zip", &[]).ends_with(2).says("game.zip");
    export("game.zip", &["--force"]).ends_with(0);
    assert_eq!(fs::read(folder.path("game.zip")).unwrap(), first);
    export("game/", &["--quiet"]).ends_with(0);
    assert!(folder.has("game/problem.yaml") && folder.has("game/output_validators"));
    export("game/", &[]).ends_with(2);
    folder.write("game/data/secret/of-yesterday.in", "1\n");
    let other = "1 file was already in the folder and kept, such as data/secret/of-yesterday.in";
    export("game/", &["--force"]).ends_with(0).says(other);
    assert_eq!(folder.left_over(), Vec::<String>::new());
    let missing = |name| folder.referee(&["export", name, "--format", "icpc-legacy", "--out", "x"]);
    missing("chess").ends_with(2).says("the path of a package's folder");
    missing("game/chess").ends_with(2).says("there is no such file or folder");
}

#[test]
fn a_full_disk_is_said_in_plain_words() {
    let folder = Folder::new();
    let cases = root().join("cases/subtraction-game");
    for out in ["x.zip", "x"] {
        let run = folder.shell(&format!(
            "trap '' XFSZ; ulimit -f 8; exec \"$referee\" export subtraction-game --format icpc-legacy --cases '{}' --out {out}",
            cases.display()
        ));
        let run = run.ends_with(3).says(&format!("error: {out}: cannot write it: File too large"));
        assert!(!run.stderr.contains("Zip") && folder.names().is_empty(), "{run}");
    }
}
