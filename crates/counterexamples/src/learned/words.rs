//! Words that a human would try: all letters equal, one different, alternating, palindromes.

use referee_generators::Random;

/// Makes a word of `length` letters out of `letters`, which must not be empty.
pub(super) fn word(length: usize, letters: &[u8], random: &mut Random) -> Vec<u8> {
    let (a, b) = (*random.choose(letters), *random.choose(letters));
    let odd = *random.choose(&[0, length / 2, length.saturating_sub(1)]);
    let style = random.below(8);
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
        _ => *random.choose(letters),
    };
    let mut word: Vec<u8> = (0..length).map(letter).collect();
    if style == 7 && length.is_multiple_of(2) {
        // A palindrome.
        for place in 0..length / 2 {
            word[length - 1 - place] = word[place];
        }
    }
    word
}
