//! Tells the program how it was built: what `referee --version --verbose` says.

use std::env;
use std::fs;
use std::process::Command;

fn main() {
    let features = env::vars().filter_map(|(name, _)| {
        let feature = name.strip_prefix("CARGO_FEATURE_")?;
        Some(feature.to_lowercase().replace('_', "-"))
    });
    let features = features.collect::<Vec<_>>().join(" ");
    let said = |name: &str| env::var(name).unwrap_or_default();
    for (name, value) in [
        ("COMMIT", commit().unwrap_or_default()),
        ("PROFILE", said("PROFILE")),
        ("TARGET", said("TARGET")),
        ("FEATURES", features),
        ("COMPILER", compiler().unwrap_or_default()),
    ] {
        println!("cargo::rustc-env=REFEREE_{name}={value}");
    }
}

/// Returns the commit that the builder names, or that a package from a registry was made from. No
/// repository is read, so that neither a commit nor a checkout without one makes another program of
/// the same sources.
fn commit() -> Option<String> {
    const PACKAGED: &str = ".cargo_vcs_info.json";
    println!("cargo::rerun-if-env-changed=REFEREE_COMMIT");
    let named = env::var("REFEREE_COMMIT").ok();
    let packaged = || {
        let text = fs::read_to_string(PACKAGED).ok()?;
        Some(text.split_once("\"sha1\":")?.1.split('"').nth(1)?.to_string())
    };
    let is_commit = |text: &String| text.bytes().all(|byte| byte.is_ascii_hexdigit());
    named.or_else(packaged).filter(is_commit)
}

/// Returns the version of the compiler.
fn compiler() -> Option<String> {
    let output = Command::new(env::var_os("RUSTC")?).arg("--version").output().ok()?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_string())
}
