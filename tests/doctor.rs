//! `referee doctor` in every environment where programs may have to run: it names what is missing
//! there, and how to enable it.

#[allow(dead_code, reason = "shared with other test programs, which need more of it")]
mod environments;
mod executables;
mod one_language;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Output};

use environments::{ENVIRONMENTS, Environment};
use executables::{REFEREE, write_executable};
use one_language::alone;
use serde_json::Value;

/// Runs `referee` in an environment; `None` if the environment cannot be made.
fn referee(environment: &Environment, folder: &Path, arguments: &[&str]) -> Option<Output> {
    if !environment.is_possible(folder) {
        println!("SKIPPED: this machine cannot be made {}", environment.about);
        return None;
    }
    let program = folder.join("referee");
    if !program.exists() {
        write_executable(&program, fs::read(REFEREE).unwrap());
    }
    let mut command = environment.command(folder, &program.display().to_string());
    command.args(arguments).current_dir(folder).env_remove("CI").env("HOME", folder);
    Some(command.output().unwrap())
}

/// Without languages.
const DOCTOR: [&str; 3] = ["doctor", "--languages", "none.toml"];

#[test]
fn each_missing_layer_is_named_with_what_enables_it() {
    // A folder that every user may enter.
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    fs::write(folder.path().join(DOCTOR[2]), alone(None)).unwrap();
    for environment in &ENVIRONMENTS {
        let name = environment.name;
        let json = [&DOCTOR[..], &["--report", "json"]].concat();
        let Some(output) = referee(environment, folder.path(), &json) else { continue };
        assert_eq!(output.status.code(), Some(0), "{name}: {output:?}");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let layers = found["isolation"]["layers"].as_array().unwrap();
        let missing: Vec<&str> = layers
            .iter()
            .filter(|layer| layer["holds"] == false)
            .map(|layer| {
                for fact in ["reason", "enable"] {
                    let fact = layer[fact].as_str().unwrap();
                    assert!(!fact.is_empty() && !fact.contains('\n'), "{name}: {layer}");
                }
                layer["name"].as_str().unwrap()
            })
            .collect();
        assert_eq!(missing, environment.lacks(), "{name}: {layers:?}");
        assert_eq!(found["isolation"]["complete"], missing.is_empty(), "{name}");
        assert_eq!(found["machine"]["shared_memory"], !missing.contains(&"namespaces"), "{name}");
        let strict = [&DOCTOR[..], &["--strict", "--quiet"]].concat();
        let strict = referee(environment, folder.path(), &strict).unwrap();
        let (code, said) = (strict.status.code(), String::from_utf8(strict.stdout).unwrap());
        assert_eq!(code, Some(i32::from(!missing.is_empty())), "{name}: {said}");
        // With --quiet, only problems are printed.
        assert_eq!(said.is_empty(), missing.is_empty(), "{name}: {said}");
        // Less exact measuring is not a problem.
        let isolation = said.split("\nmeasuring ").next().unwrap();
        let enabled = isolation.matches("\n      enable  ").count();
        assert_eq!(enabled, missing.len(), "{name}: {said}");
    }
}

#[test]
fn low_limits_of_the_caller_are_named_and_no_compiler_is_called_missing() {
    let folder = tempfile::tempdir_in("/tmp").unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let environment = Environment::named("user");
    let Some(_) = referee(environment, folder.path(), &["--version"]) else { return };
    // Root would raise the limit.
    let mut command = Command::new("prlimit");
    command.arg("--cpu=5").arg(folder.path().join("referee")).arg("doctor");
    if let Some(user) = environment.user() {
        command.uid(user).gid(user);
    }
    let output = command.current_dir(folder.path()).env("HOME", folder.path()).output();
    let said = String::from_utf8(output.unwrap().stdout).unwrap();
    let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
    for part in [
        "no program that may use more CPU time than 5 s, by an inherited limit (ulimit -Ht)",
        "of them: cannot run programs: the judge was started under a limit of 5 s on CPU time",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
    assert!(!said.contains("C (cc)"), "{said}");
}
