//! Inputs that make weak hash tables slow. Measured relative to the probes of random moves (the
//! simulation in `hash_tables`, moves inserted, then looked up as "the rest of the way to Bob"):
//! `libstdcxx` is quadratic (560 to 860 times at n = 5,000, 7,500 to 24,000 times at n = 100,000,
//! depending on how many of the look-ups collide); the two Python sets lose a factor only (8 to 17
//! for ints, 6 to 14 for tuples), since they shift the upper bits of the hash in after ten probes.
//!
//! Idea: for libstdc++, all keys dx*n + dy are equal modulo one of its bucket counts, the one that
//! costs most. For Python's ints, they are multiples of a power of two; for its tuples, the low
//! bits of the hash are equal, which is a range of values of one sum and is found by sorting.
//! Landing squares of one piece have keys shifted by a constant: they collide as well, except for
//! tuples.

use referee_checker::infinity_war::{Move, Prepared, Square};

use super::draft::{
    Draft, after, attempts, between, bytes, minus, on_board, promise, promise_outcome,
    uniform_move, uniform_square,
};
use super::hash_tables::{
    ChainedTable, LIBSTDCXX_PRIMES, PythonSet, XX_PRIME_2, python_int_hash, python_pair_hash,
    python_pair_state,
};
use crate::{Arguments, Family, FamilyError, Parameter, Random};

pub(super) const HASH_COLLISIONS: Family = Family {
    name: "hash-collisions",
    summary: "the keys dx*n + dy, or the tuples (dx, dy), collide in a common hash table; a tie",
    purpose: "unordered_set with its identity hash (quadratic), Python's sets (a factor)",
    parameters: &[
        Parameter::integer("n", 1000, 1_000_000, "side of the board, number of moves"),
        Parameter::choice(
            "target",
            &["libstdcxx", "python-int", "python-tuple"],
            "the hash table that is meant",
        ),
    ],
    generate: hash_collisions,
};

/// Returns the promised ratio to the probes of random moves.
fn promised_ratio(target: &str, n: u64) -> u64 {
    match target {
        "libstdcxx" => n / 40,
        "python-int" => 6,
        _ => 4,
    }
}

fn hash_collisions(arguments: &Arguments, random: &mut Random) -> Result<Vec<u8>, FamilyError> {
    let (n, target) = (arguments.integer("n"), arguments.text("target"));
    let mut colliding = match target {
        "libstdcxx" => equal_modulo(n, worst_prime(n), random),
        "python-int" => equal_modulo(n, 1 << n.ilog2(), random),
        _ => equal_low_bits(n),
    };
    random.shuffle(&mut colliding);
    let mut draft = Draft::new(n);
    let side = draft.n();
    let (alice, bob) = attempts(10_000, "place for the pieces", || place(n, &colliding, random))?;
    for &m in &colliding {
        if !captures(&draft, m, alice, bob) {
            draft.add(m);
        }
    }
    draft.fill_without_capture(random, alice, bob)?;
    let prepared = draft.in_order(alice, bob)?;
    promise_outcome(&prepared, "tie")?;
    let found = probes(target, &prepared);
    let usual = {
        let mut draft = Draft::new(n);
        draft.fill(side as usize, || uniform_move(random, side), |_, _| true)?;
        probes(target, &draft.in_order(alice, bob)?)
    };
    let ratio = promised_ratio(target, n as u64);
    promise(found >= ratio * usual, || {
        format!(
            "{found} probes are not {ratio} times the {usual} of random moves; choose another n"
        )
    })?;
    Ok(bytes(&prepared))
}

/// Draws pieces such that the rest of Alice's way to Bob after a move is likely to collide as well:
/// the way is the sum of three moves minus a fourth, whose key is in the class of twice a move's
/// key.
fn place(n: i64, moves: &[Move], random: &mut Random) -> Option<(Square, Square)> {
    let side = n as i32;
    let alice = uniform_square(random, side);
    let mut way = Move { dx: 0, dy: 0 };
    for _ in 0..3 {
        let m = random.choose(moves);
        way = Move { dx: way.dx + m.dx, dy: way.dy + m.dy };
    }
    let way = minus(way, *random.choose(moves));
    let bob = after(alice, way);
    (on_board(side, bob) && bob != alice).then_some((alice, bob))
}

/// Returns whether `m`, alone or with a move of the draft, takes Alice to Bob. Unlike
/// [`Draft::leads`], this respects the board: a class of keys has few moves to spare.
fn captures(draft: &Draft, m: Move, alice: Square, bob: Square) -> bool {
    let way = between(alice, bob);
    let rest = minus(way, m);
    let lands = |m: Move| on_board(draft.n(), after(alice, m));
    draft.leads(m, way) && (m == way || lands(m) || lands(rest))
}

/// Counts the probes of a set of all moves: inserted, then the rest of Alice's way looked up for
/// each.
fn probes(target: &str, prepared: &Prepared) -> u64 {
    let instance = prepared.instance();
    let n = i64::from(instance.n());
    let way = between(instance.alice(), instance.bob());
    let key = |m: Move| i64::from(m.dx) * n + i64::from(m.dy);
    let moves = instance.moves().iter();
    if target == "libstdcxx" {
        let mut table = ChainedTable::default();
        let inserted: u64 = moves.clone().map(|&m| 1 + table.insert(key(m))).sum();
        return inserted + moves.map(|&m| 1 + table.look_up(key(minus(way, m)))).sum::<u64>();
    }
    let hash = |m: Move| match target {
        "python-int" => python_int_hash(key(m)),
        _ => python_pair_hash(i64::from(m.dx), i64::from(m.dy)),
    };
    let mut table = PythonSet::default();
    let inserted: u64 = moves.clone().map(|&m| table.insert(hash(m))).sum();
    inserted + moves.map(|&m| table.look_up(hash(minus(way, m)))).sum::<u64>()
}

/// Returns the bucket count at which n keys of one class cost most: the final one, which look-ups
/// use as well, unless a class has too few keys for that.
fn worst_prime(n: i64) -> u64 {
    let n = n as u64;
    let cost = |prime: u64, before: u64| {
        let (keys, stage) = (n.min(2 * n * n / prime), n.min(prime));
        let inserted = stage.min(keys).pow(2).saturating_sub(before.pow(2)) / 2;
        let looked_up = if prime >= n { keys * keys / 2 } else { 0 };
        inserted + looked_up
    };
    let stages = LIBSTDCXX_PRIMES.windows(2).filter(|stage| stage[0] < n);
    stages.max_by_key(|stage| cost(stage[1], stage[0])).map_or(13, |stage| stage[1])
}

/// Returns n moves, or as many as exist, with distinct keys that are equal modulo `modulus` as
/// unsigned 64-bit integers.
fn equal_modulo(n: i64, modulus: u64, random: &mut Random) -> Vec<Move> {
    let class = if modulus.is_power_of_two() { 0 } else { random.below(modulus) };
    let most = n * n - 1;
    let mut keys: Vec<i64> = Vec::new();
    // The two halves have different remainders: 2^64 is not a multiple of a prime.
    for (least, most) in [(-most + n, -1), (0, most)] {
        let step = modulus as i64;
        let first = (least..least + step).find(|&key| key as u64 % modulus == class);
        let mut key = first.unwrap_or(most + 1);
        while key <= most {
            keys.push(key);
            key += step;
        }
    }
    random.shuffle(&mut keys);
    keys.truncate(n as usize);
    let mut move_of = |key: i64| {
        let (dx, dy) = (key.div_euclid(n), key.rem_euclid(n));
        // Two moves have that key; if both fit, one is drawn.
        let lower = dx + 1 < n && dy > 0 && random.below(2) == 0;
        let (dx, dy) = if lower { (dx + 1, dy - n) } else { (dx, dy) };
        Move { dx: dx as i32, dy: dy as i32 }
    };
    keys.into_iter().map(&mut move_of).collect()
}

/// Returns moves whose tuples have hashes with equal low bits: as many bits as leave enough moves.
///
/// The low bits of the hash are bits 33 and up of a sum of one term for dx and one for dy. So for
/// each dx the terms of dy that fit are a range, modulo a power of two, of the sorted terms.
fn equal_low_bits(n: i64) -> Vec<Move> {
    let bits = (4 * n).ilog2() - 1;
    let mask = (1u64 << (33 + bits)) - 1;
    let term = |dy: i64| python_int_hash(dy).wrapping_mul(XX_PRIME_2) & mask;
    let mut terms: Vec<(u64, i64)> = (1 - n..n).map(|dy| (term(dy), dy)).collect();
    terms.sort_unstable();
    let mut moves = Vec::new();
    for dx in 1 - n..n {
        // The wanted low bits are 0: the sum must be below 2^33.
        let from = python_pair_state(dx).wrapping_neg() & mask;
        let start = terms.partition_point(|&(term, _)| term < from);
        let around = terms[start..].iter().chain(&terms[..start]);
        let fitting = around.take_while(|(term, _)| term.wrapping_sub(from) & mask < 1 << 33);
        moves.extend(fitting.map(|&(_, dy)| Move { dx: dx as i32, dy: dy as i32 }));
    }
    moves
}
