//! Draws the images of a package's cases and outputs on demand.
//!
//! For an output, the output validator runs again if possible: it may create images itself.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read, Seek};
use std::path::Path;

use super::checker_dir::CheckerDir;
use super::external::RunMode;
use super::feedback::MAX_BYTES;
use super::jury_program::JuryProgram;
use super::packaged::Packaged;
use super::prepared::CaseJudge;
use super::visualizer::{Images, draw};
use crate::cases::CaseFile;
use referee_base::fault::Fault;
use referee_base::files::everyone;
use referee_base::machine::Machine;
use referee_package::{CaseSettings, Diagnostics};
use referee_sandbox::Stdin;

impl Packaged {
    /// Returns the images of a case: its illustration, and what the input visualizer draws.
    pub(super) fn case_images(&self, file: &CaseFile) -> Images {
        let mut images = Images::default();
        let case = self.package.case(&file.name);
        if let Some((case, kind)) = case.and_then(|case| Some((case, case.illustration()?))) {
            images.read(&self.package.path(&case.file(kind)));
        }
        if let Some(visualizer) = &self.input_visualizer {
            let arguments = self.case_settings(file).arguments.input_visualizer.unwrap_or_default();
            if let Err(fault) = draw_case(visualizer, file, &arguments, &mut images) {
                images.note(&fault);
            }
        }
        images
    }

    /// Returns the images of an output: what the output validator and the output visualizer draw.
    pub(super) fn output_images(&self, file: &CaseFile, output: &mut dyn Read) -> Images {
        let mut images = Images::default();
        if self.output_visualizer.is_none() && !self.judges_files() {
            return images;
        }
        if let Err(fault) = self.draw_output(file, output, &mut images) {
            images.note(&fault);
        }
        images
    }

    fn draw_output(
        &self,
        file: &CaseFile,
        output: &mut dyn Read,
        images: &mut Images,
    ) -> Result<(), Fault> {
        let mut output = spooled(output)?;
        let CaseSettings { arguments, checker_arguments, .. } = self.case_settings(file);
        let arguments = arguments.output_visualizer.unwrap_or_default();
        let external = self.judge_of(file, &checker_arguments)?;
        let Some(CaseJudge::Program(case)) = &external else {
            let Some(visualizer) = &self.output_visualizer else { return Ok(()) };
            let mut desk = visualizer.desk()?;
            let places = lay_out(&mut desk, file)?;
            let called = called(visualizer, &desk, &places, &arguments)?;
            draw(visualizer, &desk, called, self.stdin_of(&output))?;
            images.read_folder(desk.feedback(), is_of_output);
            return Ok(());
        };
        let mut attempt = case.begin()?;
        attempt.check(&mut output).map_err(|error| Fault::judge(error.to_string()))?;
        if let Some(visualizer) = &self.output_visualizer {
            rewind(&mut output)?;
            let places = attempt.files().map(OsString::from);
            let desk = attempt.desk();
            let drawn = called(visualizer, desk, &places, &arguments)
                .and_then(|called| draw(visualizer, desk, called, Stdin::File(&output)));
            drawn.unwrap_or_else(|fault| images.note(&fault));
        }
        images.read_folder(attempt.desk().feedback(), is_of_output);
        Ok(())
    }

    /// Returns the judge of a case's outputs, if it is a program that can judge a complete output.
    fn judge_of(&self, file: &CaseFile, arguments: &[String]) -> Result<Option<CaseJudge>, Fault> {
        if !self.judges_files() {
            return Ok(None);
        }
        // The bound is for answers read into this process; a program reads its own.
        let machine = Machine { jobs: 1, memory: 0 };
        self.checker(arguments)?.prepare(file, machine).map(Some)
    }

    /// Returns whether a program judges outputs, without the program that wrote them.
    fn judges_files(&self) -> bool {
        !self.compares() && self.run_mode() == RunMode::PLAIN
    }

    /// Returns what the output visualizer reads: nothing if the problem is interactive.
    fn stdin_of<'a>(&self, output: &'a File) -> Stdin<'a> {
        if self.run_mode().interactive { Stdin::Empty } else { Stdin::File(output) }
    }

    /// Returns the settings of a case. Errors in them have been reported before.
    fn case_settings(&self, file: &CaseFile) -> CaseSettings {
        let case = self.package.case(&file.name);
        let settings = case.map(|case| self.package.settings(case, &mut Diagnostics::default()));
        settings.unwrap_or_default()
    }
}

/// Runs the input visualizer on a case. It may give the images in its working folder any name.
fn draw_case(
    visualizer: &JuryProgram,
    file: &CaseFile,
    arguments: &[String],
    images: &mut Images,
) -> Result<(), Fault> {
    let mut desk = visualizer.desk()?;
    let [input, answer] = lay_out(&mut desk, file)?;
    let arguments = [input, answer].into_iter().chain(arguments.iter().map(OsString::from));
    draw(visualizer, &desk, arguments.collect(), Stdin::Empty)?;
    images.read_folder(desk.feedback(), |_| true);
    Ok(())
}

/// Makes the files of a case readable for a program, and returns their paths there.
fn lay_out(desk: &mut CheckerDir, file: &CaseFile) -> Result<[OsString; 2], Fault> {
    let mut lay_out = |path: &Path| {
        let absolute = path.canonicalize();
        let laid_out = absolute.and_then(|path| desk.lay_out(&path));
        laid_out.map(OsString::from).map_err(|error| Fault::cannot_read(path, &error))
    };
    Ok([lay_out(&file.input)?, lay_out(&file.answer())?])
}

/// Returns the arguments of the output visualizer: those of a validator, with its own flags.
fn called(
    visualizer: &JuryProgram,
    desk: &CheckerDir,
    files: &[OsString; 2],
    arguments: &[String],
) -> Result<Vec<OsString>, Fault> {
    // Joined with nothing, it ends with a separator.
    let feedback = visualizer.working_inside(desk.feedback())?.join("");
    let fixed = files.iter().cloned().chain([feedback.into()]);
    Ok(fixed.chain(arguments.iter().map(OsString::from)).collect())
}

/// Returns whether a file of a feedback folder is an image of an output, by its stem.
fn is_of_output(stem: &str) -> bool {
    ["judgeimage", "teamimage"].iter().any(|name| {
        stem.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    })
}

/// Writes an output to a file that jury programs may read. Error: it is too large.
fn spooled(output: &mut dyn Read) -> Result<File, Fault> {
    let cannot = |error: io::Error| Fault::judge(format!("cannot keep the output: {error}"));
    let mut spool = tempfile::tempfile().map_err(cannot)?;
    everyone::permit_open(&spool, 0o644).map_err(cannot)?;
    let size = io::copy(&mut output.take(MAX_BYTES + 1), &mut spool).map_err(cannot)?;
    if size > MAX_BYTES {
        let message = format!("the output is larger than {} MiB and not drawn", MAX_BYTES >> 20);
        return Err(Fault::bad_input(message));
    }
    rewind(&mut spool)?;
    Ok(spool)
}

fn rewind(file: &mut File) -> Result<(), Fault> {
    file.rewind().map_err(|error| Fault::judge(format!("cannot read the output: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_without_end_is_not_drawn() {
        let fault = spooled(&mut io::repeat(b'x')).unwrap_err();
        assert_eq!(fault.message, "the output is larger than 64 MiB and not drawn");
    }

    #[test]
    fn images_of_outputs_are_known_by_their_names() {
        for (stem, expected) in [
            ("judgeimage", true),
            ("teamimage", true),
            ("judgeimage-1", true),
            ("teamimage-last-pass", true),
            ("judgeimages", false),
            ("image", false),
            ("", false),
        ] {
            assert_eq!(is_of_output(stem), expected, "{stem}");
        }
    }
}
