//! Programs with measured times run on a processor of their own.

use referee_base::cores::cores;
use referee_sandbox::{Isolation, Setup};

use crate::support::{Probe, setup};

#[test]
fn all_programs_of_a_sandbox_run_on_its_processor() {
    let command = ["sed", "-n", "s/^Cpus_allowed_list:[[:space:]]*//p", "/proc/self/status"];
    let cores = cores();
    assert!(!cores.is_empty());
    for processor in cores {
        for isolation in [Isolation::Auto, Isolation::Off] {
            let setup = Setup { isolation, processor: Some(processor), ..setup(&[]) };
            let seen = Probe::of(&setup).command(&command.map(Into::into));
            assert_eq!(seen.output.trim(), processor.to_string(), "{:?}", seen.ended);
        }
    }
}
