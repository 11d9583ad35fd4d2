//! The cost of Hüpfburg, as ratios to a floor in the same run.
//!
//! `cargo bench --bench huepfburg` runs everything except the slowest comparison, which `--
//! --large` adds: the naive search at full size. Every bench asserts its answer; no time is
//! asserted.

use std::time::{Duration, Instant};

use referee_benches::{Table, medians, speed};
use referee_checker::huepfburg::{Arrow, Instance, Prepared, strict_form};
use referee_checker::{CheckVerdict, Settings, Strictness};
use referee_generators::{Arguments, ParameterValue, Random, Seed, families};
use referee_solvers::huepfburg::adaptive;
use referee_solvers::huepfburg::gauge::RowPolicy;
use referee_solvers::huepfburg::graph::Graph;
use referee_solvers::huepfburg::pairs;
use referee_solvers::solver;

/// The number of fields in the largest inputs, which have ten arrows each.
const N: u32 = 10_000;

const DEGREE: i64 = 10;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, what] = arguments.as_slice()
        && flag == "--peak-memory"
    {
        return print_peak_memory(what);
    }
    let mut table = Table::begin();
    random(&mut table);
    impossible(&mut table);
    naive(&mut table, 2000);
    if arguments.iter().any(|argument| argument == "--large") {
        naive(&mut table, N);
    }
    rings(&mut table);
    for n in [1000, N] {
        long(&mut table, n);
    }
    streams(&mut table);
    growing(&mut table);
    memory(&mut table);
    table.end();
}

fn made(family: &str, n: u32, degree: i64) -> Vec<u8> {
    let family = families("huepfburg").unwrap().family(family).unwrap();
    let mut arguments = Arguments::default();
    arguments.set("n", ParameterValue::Integer(n.into()));
    arguments.set("degree", ParameterValue::Integer(degree));
    let mut random = Random::new(Seed::of(&["bench", family.name, &n.to_string()]));
    (family.generate)(&arguments, &mut random).expect("an input")
}

fn parse(input: &[u8]) -> Instance {
    Instance::parse(input, Strictness::Strict).expect("a legal instance")
}

fn graph(input: &[u8]) -> Graph {
    Graph::new(&parse(input))
}

fn parse_naively(input: &str) -> Vec<Arrow> {
    let number = |word: Option<&str>| word.expect("a word").parse().expect("a number");
    let lines = input.lines().skip(1);
    lines
        .map(|line| {
            let mut words = line.split(' ');
            Arrow { from: number(words.next()), to: number(words.next()) }
        })
        .collect()
}

/// The number of jumps found by the default solver; 0 if there is no meeting.
fn solve(graph: &Graph) -> u64 {
    let way = adaptive::solve(graph, u64::MAX, RowPolicy::Measured).expect("enough memory");
    way.map_or(0, |way| way.jumps())
}

fn solve_by_pairs(graph: &Graph) -> u64 {
    pairs::solve(graph, u64::MAX).expect("enough memory").map_or(0, |meeting| meeting.jumps())
}

/// The naive way: unordered pairs, every arrow of one field with every arrow of the other. O(m^2).
fn solve_naively(graph: &Graph) -> u64 {
    let n = graph.fields.len();
    let mut seen = vec![0u64; (n * n).div_ceil(64)];
    let mut queue = vec![(0, 1)];
    let (mut layer, mut jumps) = (0..1, 0);
    while !layer.is_empty() {
        jumps += 1;
        for at in layer.clone() {
            let (a, b) = queue[at];
            for &x in graph.forward.of(a) {
                for &y in graph.forward.of(b) {
                    if x == y {
                        return jumps;
                    }
                    let bit = x.min(y) as usize * n + x.max(y) as usize;
                    if seen[bit / 64] >> (bit % 64) & 1 == 0 {
                        seen[bit / 64] |= 1 << (bit % 64);
                        queue.push((x, y));
                    }
                }
            }
        }
        layer = layer.end..queue.len();
    }
    0
}

fn random(table: &mut Table) {
    let input = made("uniform", N, DEGREE);
    let text = std::str::from_utf8(&input).unwrap();
    let file = tempfile::NamedTempFile::new().expect("a temporary file");
    std::fs::write(file.path(), &input).expect("room for it");
    assert_eq!(parse(&input).arrows(), parse_naively(text));
    let expected = solve_by_pairs(&graph(&input));
    let [reading, parsing, peer, solving, whole] = medians([
        &mut || std::fs::read(file.path()).expect("the file").len() as u64,
        &mut || parse(&input).arrows().len() as u64,
        &mut || parse_naively(text).len() as u64,
        &mut || solve(&graph(&input)),
        &mut || solve(&graph(&std::fs::read(file.path()).expect("the file"))),
    ]);
    assert_eq!(solve(&graph(&input)), expected);
    let m = parse(&input).arrows().len();
    println!("random, n = {N}, m = {m}, {expected} jumps, {} bytes", input.len());
    table.times("parse and sort arrows, against str::parse", parsing, peer, Some(1.0));
    table.times("parse and sort arrows, against reading the file", parsing, reading, None);
    table.times("parse and solve, against parsing", solving, parsing, Some(3.0));
    table.times("read, parse, solve, against reading the file", whole, reading, None);
}

fn impossible(table: &mut Table) {
    let input = made("two-colours", N, DEGREE);
    let graph = graph(&input);
    assert_eq!(solve(&graph), 0);
    let prepared = Prepared::new(parse(&input), Settings::default());
    assert_eq!(prepared.shortest().expect("enough memory"), None);
    let [rows, lists, by_pairs, checker] = medians([
        &mut || solve(&graph),
        &mut || {
            let narrow = adaptive::solve(&graph, u64::MAX, RowPolicy::AlwaysNarrow);
            u64::from(narrow.expect("enough memory").is_some())
        },
        &mut || solve_by_pairs(&graph),
        &mut || {
            let prepared = Prepared::new(prepared.instance().clone(), Settings::default());
            u64::from(prepared.shortest().expect("enough memory").is_some())
        },
    ]);
    println!("impossible, two colours, n = {N}, m = {}", N * DEGREE as u32);
    table.times("adaptive, against pairs", rows, by_pairs, Some(0.1));
    table.times("adaptive, against itself with lists only", rows, lists, None);
    table.times("the checker's proof, against pairs", checker, by_pairs, None);
}

fn naive(table: &mut Table, n: u32) {
    let graph = graph(&made("two-colours", n, DEGREE));
    let (ours, naive) = if n < N {
        let [ours, naive] = medians([&mut || solve(&graph), &mut || solve_naively(&graph)]);
        (ours, naive)
    } else {
        (time(|| solve(&graph)), time(|| solve_naively(&graph)))
    };
    let name = format!("adaptive, against naive pairs, n = {n}");
    table.times(&name, ours, naive, Some(1.0 / 20.0));
}

/// The time of a single run, for work that takes many seconds.
fn time(run: impl FnOnce() -> u64) -> Duration {
    let start = Instant::now();
    std::hint::black_box(run());
    start.elapsed()
}

/// A ring of layers of `width` fields each, ten arrows from every field to the next layer.
fn ring(layers: u32, width: u32) -> Graph {
    let mut random = Random::new(Seed::of(&["bench", "ring", &layers.to_string()]));
    let mut arrows = Vec::new();
    for from in 0..layers * width {
        let mut targets: Vec<u32> = (0..width).collect();
        random.shuffle(&mut targets);
        for at in &targets[..DEGREE as usize] {
            // Fields 1 and 2 are in the first two layers.
            arrows.push(Arrow { from: from + 1, to: (from + 1) % layers + at * layers + 1 });
        }
    }
    Graph::new(&Instance::new(layers * width, arrows).expect("a legal instance"))
}

fn rings(table: &mut Table) {
    for (layers, width) in [(50, 200), (200, 50), (1000, 10)] {
        let graph = ring(layers, width);
        assert_eq!(solve(&graph), 0);
        let [ours, by_pairs] = medians([&mut || solve(&graph), &mut || solve_by_pairs(&graph)]);
        let name = format!("ring of {layers} x {width}: adaptive, against pairs");
        table.times(&name, ours, by_pairs, Some(1.4));
    }
}

/// The longest known meeting: a cycle with a chord, starts half way round.
fn wielandt(n: u32) -> Vec<u8> {
    // Positions on the ring 0..n, with a chord from n - 2 to 0; the starts are on n - 1 and n / 2 -
    // 1.
    let name = |place: u32| match place {
        place if place == n - 1 => 1,
        place if place == n / 2 - 1 => 2,
        place if place < n / 2 - 1 => place + 3,
        place => place + 2,
    };
    let arrow = |from: u32, to: u32| Arrow { from: name(from), to: name(to) };
    let mut arrows: Vec<Arrow> = (0..n).map(|at| arrow(at, (at + 1) % n)).collect();
    arrows.push(arrow(n - 2, 0));
    let mut input = Vec::new();
    Instance::new(n, arrows).expect("a legal instance").write(&mut input);
    input
}

fn wielandt_jumps(n: u64) -> u64 {
    ((n - 1).pow(2) + 1).div_ceil(2)
}

fn long(table: &mut Table, n: u32) {
    let input = wielandt(n);
    let graph = graph(&input);
    let jumps = wielandt_jumps(n.into());
    assert_eq!(solve(&graph), jumps);
    let default = solver("huepfburg", "adaptive").expect("the default solver");
    let [ways, written, by_pairs] = medians([
        &mut || solve(&graph),
        &mut || {
            let mut counted = Counted(0);
            (default.solve)(&input, u64::MAX, &mut counted).expect("an answer");
            counted.0
        },
        &mut || solve_by_pairs(&graph),
    ]);
    let a_jump = |time: Duration| format!("{:.1} ns", time.as_secs_f64() * 1e9 / jumps as f64);
    println!("Wielandt, n = {n}: {jumps} jumps; times a jump");
    for (name, time) in [("both ways", ways), ("both ways, written", written)] {
        let ratio = time.as_secs_f64() / by_pairs.as_secs_f64();
        let target = (name == "both ways").then_some(1.2);
        let name = format!("{name}, against both ways by pairs");
        table.row(&name, &a_jump(time), &a_jump(by_pairs), ratio, target);
    }
}

/// A writer that only counts bytes.
struct Counted(u64);

impl std::io::Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn streams(table: &mut Table) {
    let input = wielandt(3000);
    let answer = solver("huepfburg", "adaptive").expect("it").answer(&input).expect("an answer");
    let prepared = Prepared::new(parse(&input), Settings::default());
    let check = || prepared.check(&mut answer.as_slice()).expect("bytes");
    assert!(matches!(check(), CheckVerdict::Accepted(_)));
    let text = std::str::from_utf8(&answer).unwrap();
    let [checking, form, peer, counting] = medians([
        &mut || u64::from(matches!(check(), CheckVerdict::Accepted(_))),
        &mut || {
            let form = strict_form(&mut answer.as_slice(), prepared.instance());
            u64::from(form.expect("bytes").is_ok())
        },
        &mut || text.split_ascii_whitespace().map(|word| word.parse::<u64>().unwrap()).sum(),
        &mut || answer.iter().filter(|&&byte| byte == b' ').count() as u64,
    ]);
    println!("an answer of {} bytes", answer.len());
    let size = answer.len();
    table.times("check each jump, against str::parse alone", checking, peer, Some(2.0));
    table.times("its strict form, against str::parse alone", form, peer, None);
    let ratio = checking.as_secs_f64() / counting.as_secs_f64();
    let (ours, floor) = (speed(size, checking), speed(size, counting));
    table.row("check it, against counting spaces", &ours, &floor, ratio, None);
}

/// The time for n fields as a ratio to the time for half as many.
fn growing(table: &mut Table) {
    for (name, family) in [("random", "uniform"), ("impossible", "two-colours")] {
        for n in [N / 4, N / 2, N] {
            let [input, half] = [n, n / 2].map(|n| made(family, n, DEGREE));
            let [ours, of_half] =
                medians([&mut || solve(&graph(&input)), &mut || solve(&graph(&half))]);
            table.times(&format!("{name}, n = {n}, against n = {}", n / 2), ours, of_half, None);
        }
    }
    for n in [N / 4, N / 2] {
        let [graph, half] = [n, n / 2].map(|n| graph(&wielandt(n)));
        let [ours, of_half] = medians([&mut || solve(&graph), &mut || solve(&half)]);
        table.times(&format!("Wielandt, n = {n}, against n = {}", n / 2), ours, of_half, None);
    }
}

/// The peak memory of separate processes, compared with one GB.
fn memory(table: &mut Table) {
    for what in ["two-colours", "wielandt"] {
        let name = format!("peak memory, {what}, against 1 GB");
        let program = std::env::current_exe().expect("this program");
        let child = std::process::Command::new(program).args(["--peak-memory", what]).output();
        let output = String::from_utf8(child.expect("a child process").stdout).expect("text");
        let Ok(peak) = output.trim().parse::<f64>() else {
            println!("{name:<48} not measured on this system");
            continue;
        };
        table.row(&name, &format!("{:.0} MB", peak / 1e6), "1000 MB", peak / 1e9, Some(1.0));
    }
}

/// The child process: solves one input, including paths, and prints its peak memory in bytes;
/// nothing if the system does not report it.
fn print_peak_memory(what: &str) {
    let input = match what {
        "wielandt" => wielandt(N),
        _ => made(what, N, DEGREE),
    };
    let default = solver("huepfburg", "adaptive").expect("the default solver");
    (default.solve)(&input, u64::MAX, &mut Counted(0)).expect("an answer");
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    if let Some(kilobytes) = peak.and_then(|rest| rest.trim().strip_suffix(" kB")) {
        println!("{}", kilobytes.trim().parse::<u64>().expect("a number") * 1024);
    }
}
