//! The parsed input: the allowed amounts, and the heaps.

use std::collections::HashMap;
use std::fmt;

use crate::IllegalInstance;
use crate::text::{InputError, Scanner, Strictness, is_space, push_integer};

/// The largest heap.
pub const MAX_HEAP: u64 = 1 << 32;

/// The largest amount that a set may allow; it may be larger than every heap.
pub const MAX_AMOUNT: u64 = 1_000_000_000_000;

/// The maximum number of heaps, and of amounts in a set.
pub const MAX_COUNT: u32 = 1 << 20;

/// The amounts that may be taken from a heap in one turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Rule {
    /// 1, 4, 9, 16, ...
    Squares,
    /// These amounts, distinct and positive, in the order of the input.
    Set(Vec<u64>),
}

impl Rule {
    /// Whether an amount may be taken from a heap that is large enough.
    pub fn allows(&self, amount: u64) -> bool {
        match self {
            Rule::Squares => amount > 0 && amount.isqrt().pow(2) == amount,
            Rule::Set(amounts) => amounts.contains(&amount),
        }
    }

    /// All amounts up to `most`, in increasing order.
    pub fn up_to(&self, most: u64) -> Vec<u64> {
        match self {
            Rule::Squares => (1..=most.isqrt()).map(|root| root * root).collect(),
            Rule::Set(amounts) => {
                let mut chosen: Vec<u64> = amounts.iter().copied().filter(|&a| a <= most).collect();
                chosen.sort_unstable();
                chosen
            }
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rule::Squares => f.write_str("squares"),
            Rule::Set(amounts) => {
                f.write_str("set")?;
                amounts.iter().try_for_each(|amount| write!(f, " {amount}"))
            }
        }
    }
}

/// A legal input: an instance that breaks a rule of the grammar cannot be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instance {
    rule: Rule,
    heaps: Vec<u64>,
}

impl Instance {
    /// An instance from its parts.
    ///
    /// # Errors
    /// No heap or more than [`MAX_COUNT`], a heap larger than [`MAX_HEAP`], a set with no amount or
    /// more than [`MAX_COUNT`], with 0, an amount above [`MAX_AMOUNT`] or a duplicate.
    pub fn new(rule: Rule, heaps: Vec<u64>) -> Result<Self, IllegalInstance> {
        let illegal = |message: String| Err(IllegalInstance(message));
        if !(1..=MAX_COUNT as usize).contains(&heaps.len()) {
            return illegal(format!("{} heaps; there must be 1 to {MAX_COUNT}", heaps.len()));
        }
        if let Some(heap) = heaps.iter().find(|&&heap| heap > MAX_HEAP) {
            return illegal(format!("a heap of {heap}; it can have {MAX_HEAP}"));
        }
        if let Rule::Set(amounts) = &rule {
            if !(1..=MAX_COUNT as usize).contains(&amounts.len()) {
                return illegal(format!(
                    "{} amounts; there must be 1 to {MAX_COUNT}",
                    amounts.len()
                ));
            }
            let legal = 1..=MAX_AMOUNT;
            if let Some(amount) = amounts.iter().find(|amount| !legal.contains(amount)) {
                return illegal(format!("amount {amount} is outside 1..={MAX_AMOUNT}"));
            }
            if let Some((_, second)) = first_twice(amounts) {
                return illegal(format!("amount {} is there twice", amounts[second]));
            }
        }
        Ok(Instance { rule, heaps })
    }

    /// Parses an input: `squares` or `set d1 d2 ... ds`, the number of heaps, their sizes.
    ///
    /// # Errors
    /// The first fault, with its place.
    pub fn parse(input: &[u8], form: Strictness) -> Result<Self, InputError> {
        let mut scanner = Scanner::new(input, form);
        // Skips white space in the lenient form.
        scanner.word("")?;
        let first = input[scanner.offset()..].split(|&byte| is_space(byte)).next();
        let rule = match first {
            Some(b"squares") => {
                scanner.literal("squares")?;
                scanner.line_end()?;
                Rule::Squares
            }
            Some(b"set") => {
                scanner.literal("set")?;
                Rule::Set(parse_amounts(&mut scanner)?)
            }
            _ => return Err(scanner.unexpected("`squares` or `set`")),
        };
        let p = scanner.integer("p", 1, MAX_COUNT.into())? as usize;
        scanner.line_end()?;
        let mut heaps = Vec::with_capacity(p.min(scanner.remaining() / 2 + 1));
        while heaps.len() < p {
            let read = scanner.integer("a heap", 0, MAX_HEAP as i64).and_then(|heap| {
                heaps.push(heap as u64);
                if heaps.len() < p { scanner.space() } else { Ok(()) }
            });
            let Err(fault) = read else { continue };
            return Err(match ending(&input[scanner.offset()..], form) {
                Some(ending) if heaps.len() < p => {
                    let message = format!(
                        "expected {p} heaps, as p = {p} announces; the {ending} ends after {}",
                        heaps.len()
                    );
                    scanner.error(scanner.offset(), message)
                }
                _ => fault,
            });
        }
        scanner.line_end()?;
        scanner.end(&format!("the last heap (p = {p})"))?;
        Ok(Instance { rule, heaps })
    }

    /// Appends the instance in the strict form.
    pub fn write(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.rule.to_string().as_bytes());
        out.push(b'\n');
        push_integer(out, self.heaps.len() as i64);
        out.push(b'\n');
        for (at, &heap) in self.heaps.iter().enumerate() {
            if at > 0 {
                out.push(b' ');
            }
            push_integer(out, heap as i64);
        }
        out.push(b'\n');
    }

    /// The allowed amounts.
    pub fn rule(&self) -> &Rule {
        &self.rule
    }

    /// The heaps, in the order of the input. People count them from 1.
    pub fn heaps(&self) -> &[u64] {
        &self.heaps
    }
}

/// What ends here, if anything: a line, or the file if line breaks do not matter.
fn ending(rest: &[u8], form: Strictness) -> Option<&'static str> {
    match form {
        Strictness::Strict => rest.starts_with(b"\n").then_some("line"),
        Strictness::Lenient => rest.trim_ascii().is_empty().then_some("file"),
    }
}

/// Reads the amounts of a set, all on the line of `set`, and the end of the line.
fn parse_amounts(scanner: &mut Scanner) -> Result<Vec<u64>, InputError> {
    if !scanner.line_goes_on() {
        return Err(scanner.unexpected("a single space and an amount"));
    }
    let mut amounts = Vec::new();
    loop {
        amounts.push(scanner.integer("an amount", 1, MAX_AMOUNT as i64)? as u64);
        if !scanner.line_goes_on() {
            break;
        }
        if amounts.len() == MAX_COUNT as usize {
            return Err(scanner.unexpected(&format!("a line break after {MAX_COUNT} amounts")));
        }
    }
    scanner.line_end()?;
    match first_twice(&amounts) {
        None => Ok(amounts),
        Some((first, second)) => {
            let message = format!(
                "amount {} is there twice, as number {} and {}; all amounts must be distinct",
                amounts[second],
                first + 1,
                second + 1
            );
            Err(scanner.error_at_token(1 + second, message))
        }
    }
}

/// The positions of the first repeated amount and of its earlier occurrence.
fn first_twice(amounts: &[u64]) -> Option<(usize, usize)> {
    let mut seen = HashMap::new();
    amounts
        .iter()
        .enumerate()
        .find_map(|(second, &amount)| seen.insert(amount, second).map(|first| (first, second)))
}
