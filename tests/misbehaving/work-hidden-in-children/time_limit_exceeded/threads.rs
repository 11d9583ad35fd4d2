// Lets threads work while it only waits. Their time counts in total.
use std::thread;

fn main() {
    let work = || loop { std::hint::spin_loop() };
    let workers: Vec<thread::JoinHandle<()>> = (0..4).map(|_| thread::spawn(work)).collect();
    for worker in workers {
        worker.join().unwrap();
    }
}
