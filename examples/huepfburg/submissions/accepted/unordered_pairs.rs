// Right: breadth-first search over pairs; who of them is where does not matter, so half of the pairs are enough.

use std::collections::VecDeque;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<usize> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let n = numbers[0];
    let mut arrows = vec![Vec::new(); n];
    for arrow in numbers[2..].chunks(2) {
        arrows[arrow[0] - 1].push(arrow[1] - 1);
    }
    // For each pair (a, b) with a <= b: the pair before it, or none.
    let mut before = vec![u32::MAX; n * n];
    let pair = |a: usize, b: usize| a.min(b) * n + a.max(b);
    before[pair(0, 1)] = pair(0, 1) as u32;
    let mut queue = VecDeque::from([pair(0, 1)]);
    while let Some(at) = queue.pop_front() {
        for &a in &arrows[at / n] {
            for &b in &arrows[at % n] {
                let next = pair(a, b);
                if before[next] != u32::MAX {
                    continue;
                }
                before[next] = at as u32;
                if a == b {
                    return answer(&before, n, next, &arrows);
                }
                queue.push_back(next);
            }
        }
    }
    println!("impossible");
}

fn answer(before: &[u32], n: usize, last: usize, arrows: &[Vec<usize>]) {
    let mut pairs = vec![last];
    while pairs[pairs.len() - 1] != 1 {
        pairs.push(before[pairs[pairs.len() - 1]] as usize);
    }
    pairs.reverse();
    let (mut sasha, mut mika) = (vec![0], vec![1]);
    for next in &pairs[1..] {
        let (s, m) = (sasha[sasha.len() - 1], mika[mika.len() - 1]);
        let (a, b) = (next / n, next % n);
        let straight = arrows[s].contains(&a) && arrows[m].contains(&b);
        let (a, b) = if straight { (a, b) } else { (b, a) };
        sasha.push(a);
        mika.push(b);
    }
    println!("{}", pairs.len() - 1);
    for fields in [sasha, mika] {
        let fields: Vec<String> = fields.iter().map(|field| (field + 1).to_string()).collect();
        println!("{}", fields.join(" "));
    }
}
