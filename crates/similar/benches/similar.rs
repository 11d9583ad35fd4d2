//! Measures how long it takes to compare a large course: 10,000 programs of 100 lines, on two
//! threads. The floor is folding them once, which every comparison must do; for a smaller course,
//! it is the naive way, which compares all pairs symbol by symbol.
//!
//! Run with `cargo bench -p referee-similar`. It fails if the large course takes longer than 10
//! seconds, or if a copy is not found.

use std::hint::black_box;
use std::time::{Duration, Instant};

use referee_similar::{Comparison, Corpus, Program, Settings, compare};
use referee_tokens::Grammar;

/// The number of programs of the large course, and of lines of each.
const PROGRAMS: usize = 10_000;
const LINES: usize = 100;

/// The number of programs compared naively.
const FEW: usize = 300;

/// One in this many programs is a copy of the previous program.
const COPY: usize = 100;

/// The time limit for the large course.
const LIMIT: Duration = Duration::from_secs(10);

/// Pseudo-random numbers (SplitMix64), so that the programs are the same on every machine.
struct Stream(u64);

impl Stream {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound as u64) as usize
    }

    fn name(&mut self) -> String {
        format!("name{}", self.below(40))
    }

    fn expression(&mut self, depth: usize) -> String {
        match self.below(if depth == 0 { 2 } else { 6 }) {
            0 => self.name(),
            1 => self.below(1000).to_string(),
            2 => format!("{}[{}]", self.name(), self.expression(depth - 1)),
            3 => format!("{}({})", self.name(), self.expression(depth - 1)),
            _ => {
                let operator = ["+", "-", "*", "/", "%", "<", "==", "&&", ">>"][self.below(9)];
                format!("{} {operator} {}", self.expression(depth - 1), self.expression(depth - 1))
            }
        }
    }

    /// A line typical of student programs.
    fn line(&mut self) -> String {
        match self.below(9) {
            0 => format!("int {} = {};", self.name(), self.expression(2)),
            1 => format!("for (int i = 0; i < {}; i++) {{", self.name()),
            2 => format!("if ({}) {{", self.expression(2)),
            3 | 4 => "}".into(),
            5 => format!("return {};", self.expression(2)),
            6 => format!("cout << {} << endl;", self.expression(1)),
            7 => format!("{}.push_back({});", self.name(), self.expression(2)),
            _ => format!("{} += {};", self.name(), self.expression(2)),
        }
    }
}

/// The code given to all students, a tenth of each program.
fn given(stream: &mut Stream) -> Vec<String> {
    (0..LINES / 10).map(|_| stream.line()).collect()
}

/// A course in which every hundredth program is a copy, with other names and some lines of its own.
fn course(programs: usize) -> Vec<String> {
    let mut stream = Stream(17);
    let given = given(&mut stream);
    let mut course: Vec<Vec<String>> = Vec::new();
    for number in 0..programs {
        let mut lines = given.clone();
        match number % COPY {
            1 => {
                let original = &course[number - 1][given.len()..];
                lines.extend(original.iter().map(|line| line.replace("name", "other")));
                for _ in 0..LINES / 10 {
                    let at = given.len() + stream.below(lines.len() - given.len());
                    lines[at] = stream.line();
                }
            }
            _ => lines.extend((given.len()..LINES).map(|_| stream.line())),
        }
        course.push(lines);
    }
    course.into_iter().map(|lines| lines.join("\n")).collect()
}

fn folded(texts: &[String]) -> Vec<Program> {
    texts.iter().map(|text| Program::new(Grammar::C, &[text])).collect()
}

fn compared(programs: &[Program], threads: usize) -> Comparison {
    let corpus = Corpus { programs, current: programs.len(), base: &[] };
    compare(&corpus, &Settings { threads, ..Settings::default() })
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let done = work();
    (done, started.elapsed())
}

/// Asserts that the pairs that stand out are exactly the copies.
fn assert_copies(found: &Comparison, programs: usize) {
    let threshold = found.distribution.threshold;
    let outstanding = found.pairs.iter().filter(|pair| pair.similarity() >= threshold);
    let mut outstanding: Vec<(usize, usize)> =
        outstanding.map(|pair| (pair.left, pair.right)).collect();
    outstanding.sort_unstable();
    let copies: Vec<(usize, usize)> =
        (0..programs).step_by(COPY).map(|number| (number, number + 1)).collect();
    assert_eq!(outstanding, copies);
}

fn main() {
    let texts = course(PROGRAMS);
    let (programs, folding) = timed(|| folded(&texts));
    let symbols: usize = programs.iter().map(Program::symbols).sum();
    let (found, comparing) = timed(|| compared(&programs, 2));
    assert_copies(&found, PROGRAMS);
    let whole = folding + comparing;
    println!(
        "{PROGRAMS} programs of {LINES} lines, {symbols} symbols: folded in {folding:.2?} on one thread, compared in {comparing:.2?} \
         on two; {:.1} times the folding",
        whole.as_secs_f64() / folding.as_secs_f64()
    );
    let few = &programs[..FEW];
    let (found, fast) = timed(|| compared(few, 1));
    assert_copies(&found, FEW);
    let (_, naive) = timed(|| {
        for left in 0..few.len() {
            for right in left + 1..few.len() {
                black_box(compared(&[few[left].clone(), few[right].clone()], 1));
            }
        }
    });
    println!(
        "{FEW} programs: compared in {fast:.2?}; all pairs one by one in {naive:.2?}, {:.0} times as long",
        naive.as_secs_f64() / fast.as_secs_f64()
    );
    assert!(whole <= LIMIT, "{whole:.1?} are longer than {LIMIT:.0?}");
}
