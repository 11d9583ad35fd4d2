// Right: one heap by marking what is hot from each cold size, several by nim-values, each found by marking as well.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut lines = text.lines();
    let rule = lines.next().unwrap();
    let heaps: Vec<usize> =
        lines.nth(1).unwrap().split(' ').map(|word| word.parse().unwrap()).collect();
    let largest = *heaps.iter().max().unwrap();
    let mut amounts: Vec<usize> = match rule.strip_prefix("set ") {
        Some(amounts) => amounts.split(' ').map(|word| word.parse().unwrap()).collect(),
        None => (1..).map(|root| root * root).take_while(|&square| square <= largest).collect(),
    };
    amounts.retain(|&amount| amount <= largest);
    amounts.sort_unstable();
    // Round v finds the sizes of value v: those without a value yet from which no move leads to another one of them. Of one
    // heap, more than "cold" or "hot" need not be known.
    let mut values = vec![u32::MAX; largest + 1];
    let mut open: Vec<usize> = (0..=largest).collect();
    let mut value = 0;
    while !open.is_empty() && (heaps.len() > 1 || value == 0) {
        let mut is_marked = vec![false; largest + 1];
        for &size in &open {
            if !is_marked[size] {
                values[size] = value;
                for amount in amounts.iter().take_while(|&&amount| size + amount <= largest) {
                    is_marked[size + amount] = true;
                }
            }
        }
        open.retain(|&size| is_marked[size]);
        value += 1;
    }
    if heaps.len() == 1 {
        for hot in open {
            values[hot] = 1;
        }
    }
    let sum = heaps.iter().fold(0, |sum, &heap| sum ^ values[heap]);
    for (heap, number) in heaps.iter().zip(1..) {
        for amount in amounts.iter().take_while(|&amount| amount <= heap) {
            if sum != 0 && values[heap - amount] == values[*heap] ^ sum {
                println!("hot {} {}", number, amount);
                return;
            }
        }
    }
    println!("cold");
}
