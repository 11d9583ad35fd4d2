//! Writes the seeds of all targets where cargo-fuzz looks for what it begins with:
//! `corpus/TARGET/`.

use std::{fs, io};

use referee_fuzz::TARGETS;

fn main() -> io::Result<()> {
    for target in TARGETS {
        let folder = format!("{}/corpus/{}", env!("CARGO_MANIFEST_DIR"), target.name);
        fs::create_dir_all(&folder)?;
        for (number, seed) in target.seeds.iter().enumerate() {
            fs::write(format!("{folder}/seed-{number}"), seed)?;
        }
    }
    Ok(())
}
