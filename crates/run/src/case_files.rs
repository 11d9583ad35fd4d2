//! The cases of a run for a page: starts of files, pictures, and the origins of cases.

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeSet, HashMap};
use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::output::OutputSettings;
use crate::target::Target;
use referee_base::files;
use referee_base::machine::Machine;
use referee_display::drawing;
use referee_page::{CaseSource, CaseView, EmbeddedImage, SvgPicture, TextStart};
use referee_problem::cases::CaseFile;
use referee_problem::cases::excerpts::{self, SHOWN};
use referee_problem::cases::manifest;
use referee_problem::cases::outputs::Contestant;
use referee_problem::{CaseJudge, Images, Problem, VisualizerImage};

/// The size of the largest input that is drawn, in bytes: pictures are made after the run, while
/// the caller waits.
const MAX_DRAWN: u64 = 256 << 10;

/// The number of cases that are drawn without an output: the first ones.
const DRAWN: usize = 200;

/// The maximum time that all programs of a package that draw images may take together: they run
/// after the run, too.
const MAX_TIME: Duration = Duration::from_secs(60);

/// The maximum number of notes about such programs that fail.
const MAX_NOTES: usize = 5;

/// Reads the cases of a run.
pub struct CaseFiles<'a> {
    problem: &'a Problem,
    cases: &'a [CaseFile],
    /// The contestants whose outputs are files.
    contestants: &'a [Contestant],
    machine: Machine,
    place: &'a Target,
    output: &'a OutputSettings,
    /// The time that programs of a package have taken to draw.
    spent: Cell<Duration>,
    /// Their failures, to be printed at the end.
    notes: RefCell<BTreeSet<String>>,
    /// The origins of cases, by name, once requested.
    provenance: OnceCell<HashMap<String, String>>,
}

impl<'a> CaseFiles<'a> {
    /// Prepares the cases of a problem for a page, with the contestants whose outputs are files.
    pub fn new(
        problem: &'a Problem,
        place: &'a Target,
        cases: &'a [CaseFile],
        contestants: &'a [Contestant],
        machine: Machine,
        output: &'a OutputSettings,
    ) -> CaseFiles<'a> {
        CaseFiles {
            problem,
            cases,
            contestants,
            machine,
            place,
            output,
            spent: Cell::default(),
            notes: RefCell::default(),
            provenance: OnceCell::new(),
        }
    }
}

impl CaseFiles<'_> {
    /// Draws a case, and an output if one is given; `None` if there is nothing to draw.
    fn draw(&self, case: usize, output: Option<&mut dyn Read>) -> Option<SvgPicture> {
        if self.size(case)? > MAX_DRAWN {
            return None;
        }
        let resolved = self.problem.resolve(&self.cases[case]).ok()?;
        let CaseJudge::Rules(rules) = resolved.judge(None, self.machine).ok()? else { return None };
        let drawing = rules.draw(output).ok()??;
        Some(SvgPicture { svg: drawing::svg(&drawing), alt: drawing.description })
    }

    /// Passes the output of a contestant to `act`: its file, or the output that the run has kept.
    /// `None` if there is neither.
    fn with_output<T>(
        &self,
        case: usize,
        contestant: &str,
        output: Option<&str>,
        act: impl FnOnce(&mut dyn Read) -> T,
    ) -> Option<T> {
        match self.contestants.iter().find(|known| *known.name == *contestant) {
            Some(contestant) => {
                let path = contestant.output(case, &self.cases[case].name)?;
                Some(act(&mut files::open_no_link(&path).ok()?))
            }
            // Excerpts lack the end of their last line.
            None => Some(act(&mut output?.as_bytes().chain(&b"\n"[..]))),
        }
    }

    fn provenance(&self) -> &HashMap<String, String> {
        self.provenance.get_or_init(|| {
            let manifest = if self.place.cases.is_dir() {
                manifest::read(&self.place.cases).ok().flatten()
            } else {
                None
            };
            let entries = manifest.into_iter().flat_map(|manifest| manifest.cases);
            entries.map(|entry| (entry.name.clone(), entry.origin())).collect()
        })
    }

    /// Returns the images of a case that `make` draws, unless the time is up.
    fn images(&self, case: usize, make: impl FnOnce() -> Images) -> Vec<EmbeddedImage> {
        if self.spent.get() > MAX_TIME {
            let seconds = MAX_TIME.as_secs();
            self.note(format!("visualizers took more than {seconds} s; not all cases are drawn"));
            return Vec::new();
        }
        let start = Instant::now();
        let Images { images, notes } = make();
        self.spent.set(self.spent.get() + start.elapsed());
        let case = &self.cases[case].name;
        notes.into_iter().for_each(|note| self.note(format!("{case} is not drawn: {note}")));
        let embedded = images.into_iter().map(|image| {
            let VisualizerImage { name, media_type, bytes } = image;
            EmbeddedImage::new(name, media_type, &bytes)
        });
        embedded.collect()
    }

    fn note(&self, note: String) {
        let mut notes = self.notes.borrow_mut();
        if notes.len() < MAX_NOTES {
            notes.insert(note);
        }
    }
}

impl Drop for CaseFiles<'_> {
    /// Prints the failures, below the progress of the run.
    fn drop(&mut self) {
        self.notes.borrow().iter().for_each(|note| self.output.note(note));
    }
}

impl CaseSource for CaseFiles<'_> {
    fn size(&self, case: usize) -> Option<u64> {
        Some(self.cases[case].input.metadata().ok()?.len())
    }

    fn view(&self, case: usize, number: usize) -> CaseView {
        let file = &self.cases[case];
        CaseView {
            input: start(&file.input),
            answer: start(&file.answer()).filter(|_| file.has_answer),
            picture: (number < DRAWN).then(|| self.draw(case, None)).flatten(),
            images: self.images(case, || self.problem.case_images(file)),
            provenance: self.provenance().get(&*file.name).cloned(),
        }
    }

    fn refusal(
        &self,
        case: usize,
        contestant: &str,
        output: Option<&str>,
    ) -> (Option<SvgPicture>, Vec<EmbeddedImage>) {
        let draw = |output: &mut dyn Read| self.draw(case, Some(output));
        let images = |output: &mut dyn Read| {
            self.images(case, || self.problem.output_images(&self.cases[case], output))
        };
        (
            self.with_output(case, contestant, output, draw).flatten(),
            self.with_output(case, contestant, output, images).unwrap_or_default(),
        )
    }
}

/// Returns the start of a file; `None` if it cannot be read.
fn start(path: &Path) -> Option<TextStart> {
    let file: File = files::open(path).ok()?;
    let bytes = file.metadata().ok()?.len();
    let mut start = Vec::new();
    file.take(SHOWN as u64 + 1).read_to_end(&mut start).ok()?;
    let (text, cut) = excerpts::start_of(&start);
    Some(TextStart { text, bytes, cut })
}
