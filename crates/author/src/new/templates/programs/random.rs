// Writes a random input. Called as `random LOW HIGH SEED`. The random numbers are SplitMix64: the
// same seed gives the same input on every machine, which many libraries do not guarantee.

use std::env;

fn main() {
    let arguments: Vec<u64> =
        env::args().skip(1).map(|word| word.parse().expect("arguments are numbers")).collect();
    let [low, high, seed] = arguments[..] else { panic!("usage: random LOW HIGH SEED") };
    let mut state = seed;
    println!("{}", low + next(&mut state) % (high - low + 1));
}

fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut bits = *state;
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}
