//! All of the smallest graphs, by number of fields and then of arrows. The arrows of each are in
//! increasing order: all orders would be far more inputs, and a program that depends on the order
//! also gets each graph with its fields renumbered.

use referee_checker::huepfburg::{Arrow, Instance};

use crate::removable::written;
use crate::scattered::scattered;

/// The largest number of fields. There are 16 graphs of 2 fields, 512 of 3, 65,536 of 4, and
/// 33,554,432 of 5.
const MAX_FIELDS: u64 = 5;

/// Returns the input with number `index`, from 0 on.
pub(crate) fn smallest(mut index: u64) -> Option<Vec<u8>> {
    for n in 2..=MAX_FIELDS {
        for m in 0..=n * n {
            let count = choose(n * n, m);
            if index < count {
                return Some(graph(n, m, scattered(index, count)));
            }
            index -= count;
        }
    }
    None
}

/// The number of subsets with `chosen` of `of` elements.
fn choose(of: u64, chosen: u64) -> u64 {
    (0..chosen.min(of)).fold(u64::from(chosen <= of), |sets, i| sets * (of - i) / (i + 1))
}

/// The graph with this number among those of `n` fields and `m` arrows, by the combinatorial number
/// system.
fn graph(n: u64, m: u64, mut number: u64) -> Vec<u8> {
    let mut arrows = Vec::new();
    for at in 0..n * n {
        let left = m - arrows.len() as u64;
        if left == 0 {
            break;
        }
        // The sets with this arrow come first.
        let with_it = choose(n * n - at - 1, left - 1);
        if number < with_it {
            arrows.push(Arrow { from: (at / n) as u32 + 1, to: (at % n) as u32 + 1 });
        } else {
            number -= with_it;
        }
    }
    let instance = Instance::new(n as u32, arrows).expect("distinct arrows");
    written(|out| instance.write(out))
}
