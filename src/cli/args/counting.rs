//! The flags that count instructions, for `judge`.

use clap::{Args, ValueEnum};
use referee_run::CountingSpec;
use referee_sandbox::TimeBy;

/// Whether instructions are counted, and whether they decide.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct CountingArgs {
    /// Count instructions, and show them beside the CPU time
    #[arg(long, value_name = "WHEN", default_value = "off")]
    count_instructions: CountWhen,
    /// What the time limit applies to, for languages compiled to machine code
    #[arg(long, value_name = "WHAT", default_value = "cpu")]
    time_by: TimeByArg,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CountWhen {
    /// If the machine can
    Auto,
    /// Never
    #[default]
    Off,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum TimeByArg {
    /// CPU time
    #[default]
    Cpu,
    /// Instructions: 2 * 10^9 count as a second; needs a machine that counts them
    Instructions,
}

impl CountingArgs {
    /// What is counted.
    pub(super) fn spec(self) -> CountingSpec {
        let instructions = self.count_instructions == CountWhen::Auto;
        let time_by = match self.time_by {
            TimeByArg::Cpu => TimeBy::Cpu,
            TimeByArg::Instructions => TimeBy::Instructions,
        };
        CountingSpec { instructions, time_by }
    }
}
