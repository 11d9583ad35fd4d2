//! The cost of Infinity War, as ratios to a floor in the same run.
//!
//! `cargo bench --bench infinity_war` runs everything except the largest size, which `-- --large`
//! adds. Every bench asserts its answer; no time is asserted.

use std::fmt::Write as _;

use referee_benches::{Table, medians, speed};
use referee_checker::Strictness;
use referee_checker::infinity_war::{Claim, Instance, Move, Prepared, Square};
use referee_checker::text::Scanner;
use referee_checker::text::push_integer;
use referee_generators::{Arguments, Family, ParameterValue, Random, Seed, families};
use referee_solvers::infinity_war::{bidirectional, exact};

/// The side of the largest contest input.
const N: usize = 100_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, n] = arguments.as_slice()
        && flag == "--peak-memory"
    {
        return print_peak_memory(n.parse().expect("a number"));
    }
    let sizes: &[usize] = if arguments.iter().any(|argument| argument == "--large") {
        &[N, 10 * N, 100 * N]
    } else {
        &[N, 10 * N]
    };
    let input = uniform(N);
    println!("Infinity War, n = {N}, {} bytes, moves drawn uniformly\n", input.len());
    let mut table = Table::begin();
    parsing(&mut table, &input);
    solving(&mut table, &input);
    checking(&mut table, &input);
    generating(&mut table);
    growing(&mut table, sizes);
    memory(&mut table, *sizes.last().expect("a size"));
    table.end();
}

/// An input of side n from the uniform family that is a tie, so that no solver finishes early.
fn uniform(n: usize) -> Vec<u8> {
    let mut inputs = (0..).map(|attempt| generate(n, attempt));
    let is_tie = |input: &Vec<u8>| matches!(exact::solve(&parse(input)), Claim::Tie { .. });
    inputs.find(is_tie).expect("nearly all are ties")
}

fn generate(n: usize, attempt: u32) -> Vec<u8> {
    let family: &Family = families("infinity-war").unwrap().family("uniform").unwrap();
    let mut arguments = Arguments::default();
    arguments.set("n", ParameterValue::Integer(n as i64));
    let mut random = Random::new(Seed::of(&["bench", &n.to_string(), &attempt.to_string()]));
    (family.generate)(&arguments, &mut random).expect("an input")
}

fn parse(input: &[u8]) -> Instance {
    Instance::parse(input, Strictness::Strict).expect("a legal instance")
}

/// The moves, one per line, parsed by the standard library, for comparison.
fn parse_naively(input: &str) -> Vec<Move> {
    let number = |word: Option<&str>| word.expect("a word").parse::<i32>().expect("a number");
    let lines = input.lines().skip(3);
    lines
        .map(|line| {
            let mut words = line.split(' ');
            Move { dx: number(words.next()), dy: number(words.next()) }
        })
        .collect()
}

/// A sum over all moves, so that no pass over them can be optimized away.
fn pass_over(moves: &[Move]) -> u64 {
    moves.iter().map(|m| u64::from((m.dx ^ m.dy) as u32)).sum()
}

fn count_lines(input: &[u8]) -> u64 {
    input.iter().filter(|&&b| b == b'\n').count() as u64
}

fn parsing(table: &mut Table, input: &[u8]) {
    let text = std::str::from_utf8(input).unwrap();
    let instance = parse(input);
    assert_eq!(instance.moves(), parse_naively(text));
    assert_eq!(instance.moves(), parse_moves_alone(input));
    assert_eq!(count_lines(input), instance.n() as u64 + 3);
    let [ours, moves_alone, lenient, peer, floor] = medians([
        &mut || parse(input).n() as u64,
        &mut || parse_moves_alone(input).len() as u64,
        &mut || Instance::parse(input, Strictness::Lenient).unwrap().n() as u64,
        &mut || parse_naively(text).len() as u64,
        &mut || count_lines(input),
    ]);
    let size = input.len();
    table.times("parse, against counting lines", ours, floor, None);
    table.times("parse, against str::parse without any checks", ours, peer, Some(1.0));
    table.times("parse leniently, against strictly", lenient, ours, Some(1.5));
    // The only absolute figure: a busy machine, or one slower than those of recent years, misses
    // it.
    let nanosecond_a_byte = size as f64 / 1e9;
    for (name, time, target) in [
        ("tokenize and parse, against 1 GB/s", moves_alone, Some(1.0)),
        ("the same, and all moves distinct", ours, None),
    ] {
        let ratio = time.as_secs_f64() / nanosecond_a_byte;
        table.row(name, &speed(size, time), "1.00 GB/s", ratio, target);
    }
}

/// Checks every rule of the grammar except that moves are distinct.
fn parse_moves_alone(input: &[u8]) -> Vec<Move> {
    let mut scanner = Scanner::new(input, Strictness::Strict);
    let n = scanner.integer("n", 2, 1 << 29).unwrap();
    scanner.line_end().unwrap();
    scanner.pairs(["x", "y"], 1..=n as i32, 2, |_, _| {}).unwrap();
    let mut moves = Vec::with_capacity(n as usize);
    let range = 1 - n as i32..=n as i32 - 1;
    scanner.pairs(["dx", "dy"], range, n as usize, |dx, dy| moves.push(Move { dx, dy })).unwrap();
    scanner.end("the last move").unwrap();
    moves
}

fn solving(table: &mut Table, input: &[u8]) {
    for (name, instance) in [
        ("uniform", parse(input)),
        ("a tie, all moves short", short_moves(N as i32)),
        ("a tie, one row", row_moves(N as i32)),
    ] {
        let prepared = Prepared::new(instance.clone());
        assert_eq!(prepared.check(exact::solve(&instance)), Ok(()), "{name}");
        let mut bytes = Vec::new();
        instance.write(&mut bytes);
        let [ours, peer, parsing, both] = medians([
            &mut || answer(exact::solve(&instance)),
            &mut || answer(bidirectional::solve(&instance)),
            &mut || parse(&bytes).n() as u64,
            &mut || answer(exact::solve(&parse(&bytes))),
        ]);
        table.times(&format!("solve, against parsing: {name}"), ours, parsing, Some(2.0));
        table.times(&format!("parse and solve, against parsing: {name}"), both, parsing, None);
        table.times(&format!("exact, against bidirectional: {name}"), ours, peer, None);
    }
}

fn answer(claim: Claim) -> u64 {
    match claim {
        Claim::AliceWins => 1,
        Claim::Tie { x, y } => (x ^ y) as u64,
        Claim::BobWins => 2,
    }
}

/// An instance whose moves are among the shortest, with Bob in the middle and Alice in a corner:
/// every move is an inner one, and buckets are full.
fn short_moves(n: i32) -> Instance {
    let side = f64::from(n).sqrt() as i32 + 1;
    let grid = (0..side).flat_map(|dy| (0..side).map(move |dx| Move { dx, dy: dy - side / 2 }));
    let moves = grid.take(n as usize).collect();
    Instance::new(Square { x: 1, y: 1 }, Square { x: n / 2, y: n / 2 }, moves).unwrap()
}

/// An instance whose moves are all in one row.
fn row_moves(n: i32) -> Instance {
    let moves = (0..n).map(|dx| Move { dx: dx - n / 2, dy: 1 }).collect();
    Instance::new(Square { x: 1, y: 1 }, Square { x: n / 2, y: n / 2 }, moves).unwrap()
}

fn checking(table: &mut Table, input: &[u8]) {
    let instance = parse(input);
    // A true claim of a tie, for which every first move must be tried.
    let claim = bidirectional::solve(&instance);
    assert!(matches!(claim, Claim::Tie { .. }), "the bench wants a tie, not {claim}");
    let prepared = Prepared::new(instance);
    assert_eq!(prepared.check(claim), Ok(()));
    let moves = prepared.instance().moves();
    let [ours, floor, once] = medians([
        &mut || u64::from(prepared.check(claim).is_ok()),
        &mut || pass_over(moves),
        &mut || u64::from(Prepared::new(prepared.instance().clone()).capture().is_some()),
    ]);
    table.times("check a tie, against a pass over the moves", ours, floor, None);
    table.times("check a tie, against preparing the instance", ours, once, Some(1.0));
}

fn generating(table: &mut Table) {
    let bytes = uniform(N);
    let instance = parse(&bytes);
    let mut ours_out = Vec::with_capacity(bytes.len());
    let mut peer_out = String::with_capacity(bytes.len());
    let mut floor_out = Vec::with_capacity(bytes.len());
    let [write, peer, floor, whole] = medians([
        &mut || {
            ours_out.clear();
            instance.write(&mut ours_out);
            ours_out.len() as u64
        },
        &mut || {
            peer_out.clear();
            for Move { dx, dy } in instance.moves() {
                writeln!(peer_out, "{dx} {dy}").unwrap();
            }
            peer_out.len() as u64
        },
        &mut || {
            floor_out.clear();
            floor_out.extend_from_slice(std::hint::black_box(&bytes));
            floor_out.len() as u64
        },
        &mut || generate(N, 0).len() as u64,
    ]);
    assert_eq!(ours_out, bytes);
    table.times("write an instance, against copying its bytes", write, floor, None);
    table.times("write an instance, against writeln!", write, peer, Some(1.0));
    table.times("generate a uniform input, against writing it", whole, write, None);
}

/// The time per byte of each size, as a ratio to the smallest size.
fn growing(table: &mut Table, sizes: &[usize]) {
    let smallest = uniform(sizes[0]);
    for &n in &sizes[1..] {
        let input = uniform(n);
        let factor = input.len() as f64 / smallest.len() as f64;
        let instance = parse(&input);
        let small = parse(&smallest);
        let claim = exact::solve(&instance);
        assert_eq!(Prepared::new(instance.clone()).check(claim), Ok(()));
        let [parsing, solving, small_parsing, small_solving] = medians([
            &mut || parse(&input).n() as u64,
            &mut || answer(exact::solve(&instance)),
            &mut || parse(&smallest).n() as u64,
            &mut || answer(exact::solve(&small)),
        ]);
        let from = sizes[0];
        let parsed = format!("parse n = {n}, a byte, against n = {from}");
        table.times(&parsed, parsing.div_f64(factor), small_parsing, None);
        let solved = format!("solve n = {n}, a byte, against n = {from}");
        table.times(&solved, solving.div_f64(factor), small_solving, None);
        table.times(&format!("solve n = {n}, against parsing"), solving, parsing, Some(2.0));
    }
}

/// The peak memory of a separate process that parses and solves, as a ratio to the size of the
/// file.
fn memory(table: &mut Table, n: usize) {
    let name = format!("peak memory of solving n = {n}, against the file");
    let program = std::env::current_exe().expect("this program");
    let child =
        std::process::Command::new(program).args(["--peak-memory", &n.to_string()]).output();
    let output = String::from_utf8(child.expect("a child process").stdout).expect("text");
    let numbers: Vec<f64> = output.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let [peak, file] = numbers[..] else {
        return println!("{name:<48} not measured on this system");
    };
    let megabytes = |bytes: f64| format!("{:.1} MB", bytes / 1e6);
    table.row(&name, &megabytes(peak), &megabytes(file), peak / file, Some(4.0));
}

/// The child process: generates an input with nothing else in memory, solves it, and prints its
/// peak memory and the size of the input, both in bytes; nothing if the system does not report it.
fn print_peak_memory(n: i32) {
    let input = scattered(n);
    let claim =
        exact::solve(&Instance::parse(&input, Strictness::Lenient).expect("a legal instance"));
    assert_ne!(claim, Claim::BobWins);
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|rest| rest.trim().strip_suffix(" kB"));
    if let Some(kilobytes) = kilobytes {
        println!("{} {}", kilobytes.trim().parse::<u64>().expect("a number") * 1024, input.len());
    }
}

/// An input with scattered moves, written directly as bytes: dx never repeats, dy is scattered.
fn scattered(n: i32) -> Vec<u8> {
    let width = i64::from(n);
    let mut input = Vec::with_capacity(64 + 18 * n as usize);
    push_integer(&mut input, width);
    input.push(b'\n');
    let mut line = |a: i64, b: i64| {
        push_integer(&mut input, a);
        input.push(b' ');
        push_integer(&mut input, b);
        input.push(b'\n');
    };
    line(1, 1);
    line(width, width / 2);
    for i in 0..width {
        line(2 * i + 1 - width, (i * 7_368_787) % (2 * width - 1) + 1 - width);
    }
    input
}
