//! Numbers and words that a human would try: least and greatest, all equal, sorted, alternating,
//! next to powers of two, and so on.
//!
//! Some break standard libraries. The sequence against median-of-three quicksort follows M. D.
//! McIlroy, "A killer adversary for quicksort" (1999), in closed form for libraries that take the
//! first, the middle and the last item. Multiples of 107,897 and 126,271 collide in the tables of
//! GCC's `unordered_map`, as shown in "Blowing up unordered_map" (neal, 2018).

use std::collections::HashSet;
use std::iter;

use referee_generators::Random;

use referee_counterexamples::with_other_digits;

/// Numbers at which programs go wrong: the limits of types, their square roots, and the limit of
/// exact integers in a `double`.
const BORDERS: [i64; 22] = [
    0,
    1,
    2,
    10,
    127,
    128,
    255,
    256,
    32_767,
    32_768,
    46_340,
    46_341,
    65_535,
    65_536,
    2_147_483_647,
    2_147_483_648,
    3_037_000_499,
    3_037_000_500,
    4_294_967_295,
    4_294_967_296,
    9_007_199_254_740_992,
    9_007_199_254_740_993,
];

/// Numbers with more divisors than any smaller one.
const HIGHLY_COMPOSITE: [i64; 12] = [
    12,
    60,
    120,
    720,
    5_040,
    50_400,
    720_720,
    8_648_640,
    73_513_440,
    735_134_400,
    963_761_198_400,
    897_612_484_786_617_600,
];

/// The largest primes below powers of ten and below 2^31, 2^32 and 2^63. To search each range would
/// take long for a list of many large numbers.
const PRIMES: [i64; 21] = [
    7,
    97,
    997,
    9_973,
    99_991,
    999_983,
    9_999_991,
    99_999_989,
    999_999_937,
    2_147_483_647,
    4_294_967_291,
    9_999_999_967,
    99_999_999_977,
    999_999_999_989,
    9_999_999_999_971,
    99_999_999_999_973,
    999_999_999_999_989,
    9_999_999_999_999_937,
    99_999_999_999_999_997,
    999_999_999_999_999_989,
    9_223_372_036_854_775_783,
];

/// The maximum number of changes of a row that occurs twice: there may be no other row.
const MAX_CHANGES: u32 = 16;

/// The maximum number of attempts to find a product within a range: of 64 bits, one in twenty is
/// below 10^18.
const ATTEMPTS: u32 = 64;

/// Sizes of GCC's hash tables: their multiples all collide.
const COLLIDING: [i64; 2] = [107_897, 126_271];

/// Draws a number from a range, often one at which programs go wrong.
pub(crate) fn number(least: i64, most: i64, random: &mut Random) -> i64 {
    match random.below(10) {
        0 | 1 => most,
        2 => least,
        3 | 4 => near(*random.choose(&BORDERS), random).clamp(least, most),
        5 => (1i64 << random.below(63)).saturating_add(random.between(-1, 1)).clamp(least, most),
        6 => (*random.choose(&HIGHLY_COMPOSITE)).clamp(least, most),
        7 => prime(least, most),
        _ => random.between(least, most),
    }
}

/// Returns a number related to another one: the same, a neighbour, a multiple, a divisor, or one
/// with similar digits.
pub(crate) fn relative(value: i64, random: &mut Random) -> i64 {
    match random.below(8) {
        0 | 1 => value,
        2 => value.saturating_add(random.between(-1, 1)),
        3 => value.saturating_mul(random.between(2, 10)),
        4 => {
            let divides = |divisor: &i64| value % divisor == 0;
            value / (2..100).find(divides).unwrap_or(1)
        }
        _ => with_other_digits(value, random),
    }
}

/// Returns three numbers within their ranges, of which the first is the product of the others:
/// exactly, or what a type of 64 or of 32 bits holds of it. `None` if none was found.
pub(crate) fn product(ranges: [(i64, i64); 3], random: &mut Random) -> Option<[i64; 3]> {
    let bits = random.below(3);
    let held = |product: i128| match bits {
        0 => product,
        1 => i128::from(product as i64),
        _ => i128::from(product as u32),
    };
    let [whole, one, other] = ranges;
    (0..ATTEMPTS).find_map(|_| {
        let (one, other) = (number(one.0, one.1, random), number(other.0, other.1, random));
        let product = i128::from(one) * i128::from(other);
        let held = i64::try_from(held(product)).ok()?;
        // Else, nearly all products of many bits would be exact, too.
        let is_of_kind = bits == 0 || i128::from(held) != product;
        (is_of_kind && (whole.0..=whole.1).contains(&held)).then_some([held, one, other])
    })
}

fn near(value: i64, random: &mut Random) -> i64 {
    let value = value.saturating_add(random.between(-1, 1));
    if random.below(8) == 0 { -value } else { value }
}

/// Returns the largest of the primes in a range, or its end if there is none.
fn prime(least: i64, most: i64) -> i64 {
    PRIMES.into_iter().rev().find(|prime| (least..=most).contains(prime)).unwrap_or(most)
}

/// A way to fill a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Random,
    Small,
    Large,
    AllLeast,
    AllMost,
    AllEqual,
    Rising,
    Falling,
    Alternating,
    OneOther,
    OneRise,
    Runs,
    Borders,
    Organ,
    AgainstQuicksort,
    Colliding,
    Congruent,
    OverHalf,
    Fibonacci,
}

/// Numbers of which lists consist of multiples: one of them divides no power of ten.
const MODULI: [u64; 4] = [2, 3, 5, 7];

/// The styles of the lists of an input.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Styles {
    first: Style,
    are_equal: bool,
}

impl Styles {
    /// Returns the styles of a turn. Each style comes once in as many turns as there are, also in
    /// every second or every fourth turn, since their number is odd: first for all lists of an
    /// input, then only for the first one, and so on.
    pub(crate) fn of_turn(turn: u64) -> Styles {
        let count = STYLES.len() as u64;
        let first = STYLES[(turn % count) as usize];
        Styles { first, are_equal: (turn / count).is_multiple_of(2) }
    }

    /// Returns the style of a list after `earlier` other ones.
    pub(crate) fn next(self, earlier: usize, random: &mut Random) -> Style {
        let other = *random.choose(&STYLES);
        if earlier == 0 || self.are_equal { self.first } else { other }
    }
}

pub(crate) const BRACKETS: [[u8; 2]; 4] = [*b"()", *b"[]", *b"{}", *b"<>"];

const STYLES: [Style; 19] = [
    Style::Random,
    Style::AllMost,
    Style::Rising,
    Style::Small,
    Style::Large,
    Style::AllLeast,
    Style::Falling,
    Style::AllEqual,
    Style::Alternating,
    Style::OneOther,
    Style::Borders,
    Style::OneRise,
    Style::Runs,
    Style::Organ,
    Style::AgainstQuicksort,
    Style::Colliding,
    Style::Congruent,
    Style::OverHalf,
    Style::Fibonacci,
];

/// Fills a list with `count` numbers from a range.
pub(crate) fn list(
    style: Style,
    count: usize,
    (least, most): (i64, i64),
    random: &mut Random,
) -> Vec<i64> {
    let width = most.abs_diff(least);
    let at = |part: u64| least.saturating_add_unsigned(part.min(width));
    // Evenly spaced, as far apart as possible.
    let step = width.checked_div(count.saturating_sub(1) as u64).unwrap_or(0);
    let rising = |place: usize| at(step.max(1).saturating_mul(place as u64));
    let equal = number(least, most, random);
    let other = number(least, most, random);
    let odd = *random.choose(&[0, count / 2, count.saturating_sub(1)]);
    let colliding = *random.choose(&COLLIDING);
    let small = 1 + random.below(4);
    let run = 1 + random.below(1 + count as u64 / 2) as usize;
    // Multiples of a number, or what exceeds them by as much as the least value.
    let modulus = *random.choose(&MODULI);
    let to_multiple = least.saturating_neg().rem_euclid(modulus as i64).unsigned_abs();
    let shift = if style == Style::Congruent { *random.choose(&[0, to_multiple]) } else { 0 };
    let fibonacci = fibonacci(if style == Style::Fibonacci { width } else { 0 });
    let mut of_place = |place: usize| match style {
        Style::Random => random.between(least, most),
        Style::Small => at(random.below(small + 1)),
        // Fractions of such numbers differ by less than the precision of a `float`.
        Style::Large => at(width.saturating_sub(random.below(small + 1))),
        Style::AllLeast => least,
        Style::AllMost => most,
        Style::AllEqual => equal,
        Style::Rising => rising(place),
        Style::Falling => rising(count - 1 - place),
        Style::Alternating => [least, most][place % 2],
        Style::OneOther => [equal, other][usize::from(place == odd)],
        Style::OneRise => [least, most][usize::from(place >= odd)],
        Style::Runs => [equal, other][place / run % 2],
        Style::Borders => number(least, most, random),
        Style::Organ => rising(place.min(count - 1 - place)),
        // Sums of such numbers leave most values out.
        Style::Congruent => {
            let room = width.saturating_sub(shift) / modulus;
            at(shift + modulus * random.below(1 + room))
        }
        // Parts of a whole of which no two fit together, and none fits alone.
        Style::OverHalf => {
            let half = width / 2 + 1;
            at(half + place as u64 % width.saturating_sub(half).max(1))
        }
        // No three are the sides of a triangle, trees that join the least two are as deep as
        // possible, and common divisors take Euclid's algorithm longest.
        Style::Fibonacci => at(fibonacci[place % fibonacci.len()]),
        Style::AgainstQuicksort => at(against_quicksort(place, count) as u64 - 1),
        Style::Colliding => at((colliding.unsigned_abs())
            .saturating_mul(1 + place as u64 % (1 + width / colliding.unsigned_abs()))),
    };
    (0..count).map(&mut of_place).collect()
}

/// Returns the Fibonacci numbers 1, 2, 3, 5 and so on, up to `most`, but at least the first one.
fn fibonacci(most: u64) -> Vec<u64> {
    let next = |&(one, other): &(u64, u64)| Some((other, one.checked_add(other)?));
    let numbers = iter::successors(Some((1, 2)), next).map(|(number, _)| number);
    numbers.take_while(|&number| number <= most.max(1)).collect()
}

/// Returns the item at a place of the sequence 1 k+1 3 k+3 ... 2 4 6 ... 2k, with k even and about
/// half the length. There, the median of three splits off as little as possible.
fn against_quicksort(place: usize, count: usize) -> usize {
    let half = count / 4 * 2;
    if place >= 2 * half {
        place + 1
    } else if place >= half {
        2 * (place - half + 1)
    } else if place.is_multiple_of(2) {
        place + 1
    } else {
        half + place
    }
}

/// Makes numbers distinct, if the range has room: each repeated number moves to the next free one,
/// or if there is none, to the greatest free one.
pub(crate) fn make_distinct(values: &mut [i64], (least, most): (i64, i64)) {
    if most.abs_diff(least) < values.len().saturating_sub(1) as u64 {
        return;
    }
    // Most often they are, and sorting takes a quarter of the time of a table.
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    if sorted.is_sorted_by(|a, b| a < b) {
        return;
    }
    let mut taken = HashSet::with_capacity(values.len());
    // Where the searches for free numbers stopped, so that all searches together take linear time.
    let (mut above, mut from_most) = (least, most);
    for value in values {
        if taken.insert(*value) {
            continue;
        }
        above = above.max(*value);
        while above < most && taken.contains(&above) {
            above += 1;
        }
        let mut free = above;
        if taken.contains(&free) {
            while taken.contains(&from_most) {
                from_most -= 1;
            }
            free = from_most;
        }
        taken.insert(free);
        *value = free;
    }
}

/// Makes the rows of columns of numbers distinct, as far as possible: each repeated row gets
/// another number in one of its columns, at random.
pub(crate) fn make_rows_distinct(
    columns: &mut [Vec<i64>],
    ranges: &[(i64, i64)],
    random: &mut Random,
) {
    let row_of = |columns: &[Vec<i64>], row: usize| -> Vec<i64> {
        columns.iter().map(|column| column[row]).collect()
    };
    let mut taken = HashSet::new();
    for row in 0..columns.first().map_or(0, Vec::len) {
        let mut changes = 0;
        while !taken.insert(row_of(columns, row)) && changes < MAX_CHANGES {
            let column = random.below(columns.len() as u64) as usize;
            columns[column][row] = random.between(ranges[column].0, ranges[column].1);
            changes += 1;
        }
    }
}

/// Changes one row, or every second one, so that programs that write two numbers as one, of which
/// the first counts multiples, take it for the row before: the first number is one more, and the
/// other as much less as that counts. Either column may be the first.
pub(crate) fn collide(columns: &mut [Vec<i64>], ranges: [(i64, i64); 2], random: &mut Random) {
    let lead = random.below(2) as usize;
    let [first, other] = [ranges[lead], ranges[1 - lead]];
    let width = other.1.saturating_sub(other.0);
    let factors = [width, other.1, other.1.saturating_add(1), 1_000, 100_000, 1_000_000_000];
    let factors: Vec<i64> = factors.into_iter().filter(|it| (1..=width).contains(it)).collect();
    let pairs = columns[0].len() / 2;
    if factors.is_empty() || pairs == 0 {
        return;
    }
    let factor = *random.choose(&factors);
    let one = random.below(pairs as u64) as usize;
    let chosen = if random.below(2) == 0 { 0..pairs } else { one..one + 1 };
    for row in chosen.map(|pair| 2 * pair) {
        let above = columns[1 - lead][row];
        let fits = above >= other.0 + factor;
        let above = if fits { above } else { random.between(other.0 + factor, other.1) };
        let before = columns[lead][row].min(first.1.saturating_sub(1)).max(first.0);
        columns[lead][row] = before;
        columns[lead][row + 1] = before.saturating_add(1).min(first.1);
        columns[1 - lead][row] = above;
        columns[1 - lead][row + 1] = above - factor;
    }
}

/// Makes the first of two columns, given by their places, not exceed the second in any row: they
/// are exchanged where necessary, or else the second number grows. Where they may not be equal, the
/// second one grows up to `most`, or else the first one shrinks.
pub(crate) fn order(
    columns: &mut [Vec<i64>],
    (lower, upper): (usize, usize),
    are_exchanged: bool,
    may_be_equal: bool,
    most: i64,
) {
    for row in 0..columns[lower].len() {
        let (a, b) = (columns[lower][row], columns[upper][row]);
        let (a, b) = if are_exchanged { (a.min(b), a.max(b)) } else { (a, b.max(a)) };
        let moves = i64::from(a == b && !may_be_equal);
        let (a, b) = if b < most { (a, b + moves) } else { (a.saturating_sub(moves), b) };
        (columns[lower][row], columns[upper][row]) = (a, b);
    }
}

/// Turns the first two columns into the ends of intervals that do not overlap, in any order, as far
/// as their ranges have room. If they may, each touches the next one in half of the cases, and some
/// are single points.
pub(crate) fn keep_apart(
    columns: &mut [Vec<i64>],
    may_touch: bool,
    may_be_points: bool,
    ranges: &[(i64, i64)],
    random: &mut Random,
) {
    let [first, second, ..] = columns else { return };
    let mut ends: Vec<i64> = first.iter().chain(&*second).copied().collect();
    make_distinct(&mut ends, span(ranges, (0, 1)));
    ends.sort_unstable();
    let touch = may_touch && random.below(2) == 0;
    let step = if touch { 1 } else { 2 };
    let mut intervals: Vec<(i64, i64)> =
        ends.windows(2).step_by(step).map(|ends| (ends[0], ends[1])).collect();
    intervals.truncate(first.len());
    for (first, last) in &mut intervals {
        if may_be_points && random.below(4) == 0 {
            *last = *first;
        }
    }
    random.shuffle(&mut intervals);
    (*first, *second) = intervals.into_iter().unzip();
}

/// Returns the range that contains those of two columns.
fn span(ranges: &[(i64, i64)], (one, other): (usize, usize)) -> (i64, i64) {
    (ranges[one].0.min(ranges[other].0), ranges[one].1.max(ranges[other].1))
}

/// Turns rows into rectangles that do not overlap, in any order: as far as ranges have room, all or
/// all but one beside each other, all above each other, or in a grid. Of each direction, the
/// columns with the lower and the upper ends are given.
pub(crate) fn tile(
    columns: &mut [Vec<i64>],
    directions: [(usize, usize); 2],
    ranges: &[(i64, i64)],
    random: &mut Random,
) {
    let count = columns[0].len();
    let spans = directions.map(|pair| span(ranges, pair));
    let [most, down] = spans.map(|(least, most)| {
        let room = most.abs_diff(least).saturating_add(1) / 2;
        usize::try_from(room).unwrap_or(usize::MAX).clamp(1, count.max(1))
    });
    let wanted = *random.choose(&[1, count.isqrt(), count.saturating_sub(1), count]);
    let across = wanted.max(count.div_ceil(down)).clamp(1, most);
    let numbers = [across, count.div_ceil(across)];
    let mut cells: Vec<usize> = (0..count).collect();
    random.shuffle(&mut cells);
    for (direction, (lower, upper)) in directions.into_iter().enumerate() {
        let all = [&columns[lower][..], &columns[upper]].concat();
        let ends = spread(all, 2 * numbers[direction], spans[direction]);
        for (row, cell) in cells.iter().enumerate() {
            let place = if direction == 0 { cell % across } else { cell / across };
            (columns[lower][row], columns[upper][row]) = (ends[2 * place], ends[2 * place + 1]);
        }
    }
}

/// Returns `count` distinct values in order, the least and the greatest of `values` among them, as
/// far as the range has room.
pub(crate) fn spread(mut values: Vec<i64>, count: usize, range: (i64, i64)) -> Vec<i64> {
    values.sort_unstable();
    values.dedup();
    if values.len() > count && count > 1 {
        let last = values.len() - 1;
        return (0..count).map(|place| values[place * last / (count - 1)]).collect();
    }
    values.resize(count, range.0);
    make_distinct(&mut values, range);
    values.sort_unstable();
    values
}

pub(crate) fn sort_rows(columns: &mut [Vec<i64>]) {
    let Some(first) = columns.first() else { return };
    let mut order: Vec<usize> = (0..first.len()).collect();
    order.sort_by_key(|row| first[*row]);
    for column in columns {
        *column = order.iter().map(|row| column[*row]).collect();
    }
}

/// Returns the most by which a number exceeds its place, counted from 0; `None` if there is none.
pub(crate) fn excess(values: &[i64]) -> Option<i64> {
    (0..).zip(values).map(|(place, value)| value.saturating_sub(place)).max()
}

/// Lowers the numbers that exceed their places by more than `excess`, but not below `least`.
pub(crate) fn lower_to_places(values: &mut [i64], excess: i64, least: i64) {
    for (place, value) in (0..).zip(values) {
        *value = (*value).min(excess.saturating_add(place)).max(least);
    }
}

/// Changes all numbers by about the same amount, as far as the range allows, until their sum is
/// `total`.
pub(crate) fn add_up(values: &mut [i64], (least, most): (i64, i64), total: i64) {
    let sum: i128 = values.iter().map(|&value| i128::from(value)).sum();
    let mut missing = i128::from(total) - sum;
    // What is still missing after equal shares is at the ends of the range.
    for has_equal_shares in [true, false] {
        let mut left = values.len() as i128;
        for value in &mut *values {
            if missing == 0 {
                return;
            }
            let share = if has_equal_shares { missing / left } else { missing };
            let changed = (i128::from(*value) + share).clamp(least.into(), most.into());
            missing -= changed - i128::from(*value);
            (*value, left) = (changed as i64, left - 1);
        }
    }
}

/// Returns numbers that are each the same as another one, one more or less, the same multiple of
/// it, or as far from the end of the range as it is from its beginning, as far as the range allows.
/// Fractions of neighbours are nearly, and of multiples exactly alike; of two pairs of opposites,
/// none exceeds the other.
pub(crate) fn related(others: &[i64], (least, most): (i64, i64), random: &mut Random) -> Vec<i64> {
    let multiple = random.between(2, 10);
    let opposite = (-1, least.saturating_add(most));
    let (factor, more) = *random.choose(&[(1, 0), (1, 1), (1, -1), (multiple, 0), opposite]);
    let of = |other: &i64| other.saturating_mul(factor).saturating_add(more).clamp(least, most);
    others.iter().map(of).collect()
}

/// Returns numbers that differ from others by `step`, within a range if possible.
pub(crate) fn beside(
    others: &[i64],
    step: u64,
    (least, most): (i64, i64),
    random: &mut Random,
) -> Vec<i64> {
    let mut next = |&other: &i64| {
        let (below, above) =
            (other.saturating_sub_unsigned(step), other.saturating_add_unsigned(step));
        let is_above = below < least || (above <= most && random.below(2) == 0);
        if is_above { above } else { below }
    };
    others.iter().map(&mut next).collect()
}

/// Makes a word of matching brackets, each kind of which is among `letters`: nested, one after the
/// other, both, and random ones. An odd `length` is rounded down.
pub(crate) fn matching(length: usize, letters: &[u8], random: &mut Random) -> Vec<u8> {
    let kinds: Vec<[u8; 2]> =
        BRACKETS.into_iter().filter(|pair| letters.contains(&pair[0])).collect();
    let style = random.below(6);
    let length = length & !1;
    let (mut word, mut open) = (Vec::with_capacity(length), Vec::new());
    for place in 0..length {
        let opens = match style {
            0 => true,
            1 => false,
            2 => open.len() < 2,
            3 => place % 3 < 2,
            4 => random.below(2) == 0,
            _ => random.below(8) < 5,
        };
        // As many as are open must be closed at the end.
        if open.is_empty() || (opens && open.len() < length - place) {
            let [opening, closing] = *random.choose(&kinds);
            word.push(opening);
            open.push(closing);
        } else {
            word.extend(open.pop());
        }
    }
    word
}

pub(crate) const WORD_STYLES: u64 = 9;

/// Makes a word of `length` letters out of `letters`, which must not be empty: all letters equal,
/// one different, alternating, one of each among equal ones, palindromes.
pub(crate) fn word(length: usize, letters: &[u8], style: u64, random: &mut Random) -> Vec<u8> {
    let (a, b) = (*random.choose(letters), *random.choose(letters));
    let odd = *random.choose(&[0, length / 2, length.saturating_sub(1)]);
    let mut words = (vec![a], vec![b]);
    while style == 4 && words.1.len() < length {
        // Fibonacci words: few palindromes and many repetitions.
        words = (words.1.clone(), [words.1, words.0].concat());
    }
    let letter = |place: usize| match style {
        0 => letters[0],
        1 => letters[letters.len() - 1],
        2 => [a, b][usize::from(place == odd)],
        3 => [a, b][place % 2],
        4 => words.1[place],
        5 => [a, b][usize::from(place >= length / 2)],
        6 => [a, b][place.count_ones() as usize % 2],
        8 => a,
        _ => *random.choose(letters),
    };
    let mut word: Vec<u8> = (0..length).map(letter).collect();
    if style == 7 && length.is_multiple_of(2) {
        // A palindrome.
        for place in 0..length / 2 {
            word[length - 1 - place] = word[place];
        }
    }
    if style == 8 && length > 0 {
        for letter in letters {
            word[random.below(length as u64) as usize] = *letter;
        }
    }
    word
}

#[cfg(test)]
mod tests;
