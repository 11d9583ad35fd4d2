//! The flags that count instructions, for `judge`.

use clap::{Args, ValueEnum};
use referee_base::fault::Fault;
use referee_sandbox::{Counted, Layers, TimeBy};

/// Whether instructions are counted, and whether they decide.
#[derive(Debug, Clone, Default, PartialEq, Args)]
pub(in crate::cli) struct CountingArgs {
    /// Count the instructions that programs execute, and show them beside the CPU time
    #[arg(long, value_name = "WHEN", default_value = "off")]
    count_instructions: CountWhen,
    /// What the time limit bounds, for languages that are compiled to machine code
    #[arg(long, value_name = "WHAT", default_value = "cpu")]
    time_by: TimeByArg,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
enum CountWhen {
    /// Where the machine can
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
    /// Instructions: two thousand million count as a second. Needs a machine that counts them
    Instructions,
}

impl CountingArgs {
    /// Returns what programs are to be counted by.
    pub(in crate::cli) fn counted(&self) -> Option<Counted> {
        let is_wanted =
            self.count_instructions == CountWhen::Auto || self.time_by == TimeByArg::Instructions;
        is_wanted.then_some(Counted::Instructions)
    }

    /// Returns what the time limit bounds.
    pub(in crate::cli) fn time_by(&self) -> TimeBy {
        match self.time_by {
            TimeByArg::Cpu => TimeBy::Cpu,
            TimeByArg::Instructions => TimeBy::Instructions,
        }
    }

    /// Refuses to decide by what the machine does not count.
    pub(in crate::cli) fn check(&self, layers: &Layers) -> Result<(), Fault> {
        match (&layers.counter, self.time_by) {
            (Err(reason), TimeByArg::Instructions) => {
                let message =
                    format!("--time-by instructions: they are not counted here: {reason}");
                let help = "`referee doctor` tells what enables it; leave the flag away to judge by CPU time";
                Err(Fault::judge(message).help(help))
            }
            _ => Ok(()),
        }
    }

    /// Returns the flags that ask for the same.
    pub(in crate::cli) fn words(&self) -> Vec<String> {
        let name =
            |value: Option<clap::builder::PossibleValue>| Some(value?.get_name().to_string());
        let count = Some(self.count_instructions).filter(|when| *when != CountWhen::default());
        let time_by = Some(self.time_by).filter(|what| *what != TimeByArg::default());
        let flags = [
            ("--count-instructions", name(count.and_then(|when| when.to_possible_value()))),
            ("--time-by", name(time_by.and_then(|what| what.to_possible_value()))),
        ];
        let flags = flags.into_iter().filter_map(|(flag, value)| Some([flag.to_string(), value?]));
        flags.flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_sandbox::ControlGroup;

    /// The layers of a machine on which nothing holds but perhaps the counter.
    fn layers(counter: Result<(), String>) -> Layers {
        let none = || Err("not here".to_string());
        Layers {
            namespaces: none(),
            landlock: Err("not here".into()),
            seccomp: none(),
            limits: none(),
            cgroup: Err::<ControlGroup, _>("not here".into()),
            counter,
            notes: Vec::new(),
        }
    }

    #[test]
    fn only_what_is_counted_decides() {
        let without = layers(Err("the machine has no counters".into()));
        let all = [CountWhen::Auto, CountWhen::Off].into_iter().flat_map(|count_instructions| {
            let time_by = [TimeByArg::Cpu, TimeByArg::Instructions].into_iter();
            time_by.map(move |time_by| CountingArgs { count_instructions, time_by })
        });
        for args in all {
            assert!(args.check(&layers(Ok(()))).is_ok(), "{args:?}");
            let refused = args.check(&without).err();
            assert_eq!(refused.is_some(), args.time_by() == TimeBy::Instructions, "{args:?}");
            if let Some(fault) = refused {
                let said = "--time-by instructions: they are not counted here: the machine has no counters";
                assert_eq!(fault.message, said);
            }
            let is_off = args == CountingArgs::default();
            assert_eq!((args.counted().is_none(), args.words().is_empty()), (is_off, is_off));
        }
    }
}
