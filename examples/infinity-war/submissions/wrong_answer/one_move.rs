// Wrong: looks at single moves only.

use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<i64> = text.split_whitespace().map(|word| word.parse().unwrap()).collect();
    let (n, ax, ay, bx, by) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4]);
    let moves: Vec<(i64, i64)> = numbers[5..].chunks(2).map(|pair| (pair[0], pair[1])).collect();
    if moves.contains(&(bx - ax, by - ay)) {
        println!("Alice wins");
        return;
    }
    for x in 1..=n {
        for y in 1..=n {
            if (x, y) != (bx, by) && !moves.contains(&(x - bx, y - by)) {
                println!("tie {x} {y}");
                return;
            }
        }
    }
    println!("Bob wins");
}
