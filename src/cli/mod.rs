//! The command line: parses arguments, calls the engines in other crates, and returns the exit
//! code.

mod args;
mod batch;
mod check;
mod doctor;
mod evaluate;
mod export;
mod generate;
mod generate_package;
mod generated_cases;
mod grade;
mod hunt;
mod hunting;
mod judge;
mod limits;
mod mutate;
mod new;
mod serve;
mod shard;
mod show;
mod similar;
mod solve;
mod strength;
mod validate;

use std::process::ExitCode;

use anstream::ColorChoice;
use args::{Cli, Command, GameArg};
use clap::CommandFactory;
use clap_complete::Shell;
use referee_base::fault::Fault;
use referee_base::files;
use referee_base::machine::Machine;
use referee_events::exit::Exit;
use referee_problem::{self as problem, Shipped};
use referee_programs::StartRule;
use referee_run::output::{OutputSettings, columns};

/// Returns the definition of all commands and flags, for manual pages.
pub fn command() -> clap::Command {
    args::with_headings(Cli::command())
}

/// Runs the command of the process.
pub fn main() -> ExitCode {
    let cli = Cli::given();
    cli.as_ref().map_or(ColorChoice::Auto, |cli| cli.common.color).write_global();
    let output = OutputSettings::new(cli.as_ref().is_some_and(|cli| cli.common.quiet))
        .verbose(cli.as_ref().map_or(0, |cli| cli.common.verbose))
        .starting(cli.as_ref().map_or(StartRule::Auto, |cli| cli.common.start));
    let exit = files::clean_up_when_interrupted(
        Exit::Interrupted as i32,
        output.last_words(),
        OutputSettings::say_last,
    )
    .map_err(anyhow::Error::from)
    .map(|()| files::remove_what_was_left())
    .and_then(|()| match cli {
        Some(cli) => run(cli.command, cli.common.jobs.map(usize::from), &output),
        None => doctor::version(&output),
    })
    .unwrap_or_else(|error| output.error(&error));
    output.print_complaints();
    let exit = match output.verify() {
        Ok(()) => exit,
        Err(changed) => exit.max(output.error(&changed.into())),
    };
    let exit = if files::is_stopped() { Exit::Interrupted } else { exit };
    ExitCode::from(exit as u8)
}

fn run(command: Command, jobs: Option<usize>, output: &OutputSettings) -> anyhow::Result<Exit> {
    // Queried only for commands that need it.
    let machine = || Machine::here(jobs);
    match command {
        Command::Problems { problems } => list_problems(&problems, output),
        Command::Generate(args) => generate::run(args, machine(), output),
        Command::Solve(args) => solve::run(args, machine(), output),
        Command::Validate(args) => validate::run(args, machine(), output),
        Command::Check(args) => check::run(args, machine(), output),
        Command::Evaluate { game: GameArg::Subtraction(args) } => {
            evaluate::run(args, machine(), output)
        }
        Command::Export(args) => export::run(args, machine(), output),
        Command::Grade(args) => grade::run(&args, jobs, output),
        Command::Judge(args) => judge::run(*args, jobs, output),
        Command::Batch(args) => batch::run(*args, jobs, output),
        Command::Serve(args) => serve::run(&args, jobs, output),
        Command::Shard { command } => shard::run(command.0, jobs, output),
        Command::Show(args) => show::run(args, machine(), output),
        Command::Hunt(args) => hunt::run(args, jobs, output),
        Command::Similar(args) => similar::run(args, jobs, output),
        Command::Mutate(args) => mutate::run(args, jobs, output),
        Command::Strength(args) => strength::run(args, jobs, output),
        Command::Limits(args) => limits::run(args, jobs, output),
        Command::Doctor(args) => doctor::run(args, jobs, output),
        Command::New(args) => new::run(&args, output),
        Command::Completions { shell } => print_completions(shell, output),
    }
}

fn print_completions(shell: Shell, output: &OutputSettings) -> anyhow::Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "referee", &mut script);
    output.print(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Expected)
}

fn list_problems(names: &[String], output: &OutputSettings) -> anyhow::Result<Exit> {
    let wanted = names.iter().map(|name| problem::find(name)).collect::<Result<Vec<_>, Fault>>()?;
    let wanted: Vec<Shipped> =
        if wanted.is_empty() { problem::shipped().collect() } else { wanted };
    output.print_sentences(&referee_results::catalogue::problems(
        wanted.into_iter(),
        columns().min(100),
    ))?;
    Ok(Exit::Expected)
}
