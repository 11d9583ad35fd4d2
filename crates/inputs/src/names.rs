//! Names: words of which none occurs twice where they are declared, and others that refer to them.
//!
//! Validators reject inputs that refer to a name that was not declared, that declare one twice, or
//! that relate a name with itself or two names twice. Words of random letters do all of this.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use referee_generators::Random;

/// The maximum number of attempts to draw a name that fits.
pub(crate) const ATTEMPTS: usize = 16;

/// What the words at a slot have to do with others of the same input.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameFacts {
    pub(crate) has_twice: bool,
    /// The slots of words of which each is one, earlier in its input; `None` before the first word.
    refers_to: Option<BTreeSet<usize>>,
    /// Whether some word equals the one before it on its line.
    has_loops: bool,
    /// Whether some word comes twice with the same word before it on its line, in either order.
    has_pair_twice: bool,
}

impl NameFacts {
    /// Returns the slot of the names that the words refer to.
    pub(crate) fn refers_to(&self) -> Option<usize> {
        self.refers_to.as_ref()?.first().copied()
    }
}

/// The words of one input, read or written so far.
#[derive(Debug, Default)]
pub(crate) struct Names {
    all: BTreeMap<usize, Vec<Vec<u8>>>,
    known: BTreeMap<usize, HashSet<Vec<u8>>>,
    /// By the slot of the second name: the pairs, with the lesser name first.
    pairs: BTreeMap<usize, HashSet<[Vec<u8>; 2]>>,
    /// The last word, with its slot.
    last: Option<(usize, Vec<u8>)>,
}

impl Names {
    /// Adds a word that was read, and what it shows to the facts about its slot.
    pub(crate) fn read(&mut self, slot: usize, word: &[u8], facts: &mut NameFacts) {
        let of = self.known.iter().filter(|(of, known)| **of < slot && known.contains(word));
        let of: BTreeSet<usize> = of.map(|(of, _)| *of).collect();
        match &mut facts.refers_to {
            Some(known) => known.retain(|slot| of.contains(slot)),
            None => facts.refers_to = Some(of),
        }
        facts.has_twice |= self.has(slot, word);
        if let Some(pair) = self.pair(slot, word) {
            facts.has_loops |= pair[0] == pair[1];
            facts.has_pair_twice |= self.has_pair(slot, &pair);
        }
        self.add(slot, word);
    }

    pub(crate) fn add(&mut self, slot: usize, word: &[u8]) {
        if let Some(pair) = self.pair(slot, word) {
            self.pairs.entry(slot).or_default().insert(pair);
        }
        self.known.entry(slot).or_default().insert(word.to_vec());
        self.all.entry(slot).or_default().push(word.to_vec());
        self.last = Some((slot, word.to_vec()));
    }

    /// Draws one of the names at the slot `of` for a word that refers to them; `None` if there are
    /// none.
    pub(crate) fn choose(
        &self,
        slot: usize,
        of: usize,
        facts: &NameFacts,
        random: &mut Random,
    ) -> Option<Vec<u8>> {
        let names = self.all.get(&of)?;
        let fits = |name: &&Vec<u8>| {
            (facts.has_twice || !self.has(slot, name))
                && self.pair(slot, name).is_none_or(|pair| {
                    (facts.has_loops || pair[0] != pair[1])
                        && (facts.has_pair_twice || !self.has_pair(slot, &pair))
                })
        };
        let mut drawn = (0..ATTEMPTS).map(|_| random.choose(names));
        drawn.find(fits).or_else(|| names.last()).cloned()
    }

    /// Makes a word distinct from those before it at its slot: its last letters become the digits
    /// of their number. It grows if there are more digits, up to `most` letters. The first letter
    /// stays if it is one of the initials.
    pub(crate) fn make_distinct(
        &self,
        slot: usize,
        word: &mut Vec<u8>,
        (letters, initials): (&[u8], Option<&[u8]>),
        most: usize,
    ) {
        let first = usize::from(initials.is_some()).min(word.len());
        let mut number = self.all.get(&slot).map_or(0, Vec::len);
        let mut place = word.len();
        while number > 0 && (place > first || word.len() < most) {
            if place > first {
                place -= 1;
            } else {
                word.insert(first, 0);
            }
            word[place] = letters[number % letters.len()];
            number /= letters.len().max(2);
        }
    }

    /// Returns whether a word at this slot was read or written before.
    pub(crate) fn has(&self, slot: usize, word: &[u8]) -> bool {
        self.known.get(&slot).is_some_and(|known| known.contains(word))
    }

    fn has_pair(&self, slot: usize, pair: &[Vec<u8>; 2]) -> bool {
        self.pairs.get(&slot).is_some_and(|pairs| pairs.contains(pair))
    }

    /// Returns a word with the one right before it, if that has the slot before.
    fn pair(&self, slot: usize, word: &[u8]) -> Option<[Vec<u8>; 2]> {
        let (_, before) = self.last.as_ref().filter(|(before, _)| before + 1 == slot)?;
        let mut pair = [before.clone(), word.to_vec()];
        pair.sort();
        Some(pair)
    }
}
