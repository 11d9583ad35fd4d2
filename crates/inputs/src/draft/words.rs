//! Writes words: of few that were seen, of their letters, repeated, or names.

use referee_generators::Random;

use super::super::names::ATTEMPTS;
use super::super::shape::Count;
use super::super::values::{self, WORD_STYLES};
use super::Writer;

impl Writer<'_> {
    pub(super) fn word(&mut self, slot: usize, stated: Option<Count>) -> Option<Vec<u8>> {
        let is_name = self.are_names(slot);
        if let Some(name) = self.referred(slot) {
            return Some(name);
        }
        let mut word = self.any_word(slot, stated)?;
        for _ in 0..ATTEMPTS {
            if !is_name || !self.names.has(slot, &word) {
                break;
            }
            word = self.any_word(slot, stated)?;
        }
        Some(self.declared(slot, word, is_name))
    }

    /// Returns whether the words at a slot are names: none occurs twice.
    fn are_names(&mut self, slot: usize) -> bool {
        self.keeps_names(slot) && !self.model.facts.names[&slot].has_twice
    }

    /// Returns whether the words at a slot have to do with others what those seen have, which is
    /// decided once for each input.
    fn keeps_names(&mut self, slot: usize) -> bool {
        if !self.kept.contains_key(&slot) {
            let keeps = self.keeps();
            self.kept.insert(slot, keeps);
        }
        self.kept[&slot]
    }

    /// Returns one of the names to which the words at a slot refer, if they do.
    fn referred(&mut self, slot: usize) -> Option<Vec<u8>> {
        let facts = &self.model.facts.names[&slot];
        let of = facts.refers_to().filter(|_| self.keeps_names(slot))?;
        let name = self.names.choose(slot, of, facts, &mut self.random)?;
        self.names.add(slot, &name);
        Some(name)
    }

    /// Returns a word that is written at a slot: a name is distinct from those before it, unless it
    /// must be one of those seen.
    fn declared(&mut self, slot: usize, mut word: Vec<u8>, is_name: bool) -> Vec<u8> {
        let has_choices = self.chosen.contains_key(&slot) || self.model.repeats_words;
        if is_name && !has_choices && self.names.has(slot, &word) {
            let (letters, initials) = self.model.facts.words[&slot].letters();
            let most = usize::try_from(self.range(slot).1).unwrap_or(usize::MAX);
            self.names.make_distinct(slot, &mut word, (&letters, initials.as_deref()), most);
        }
        if is_name || self.model.facts.is_referred_to(slot) {
            self.names.add(slot, &word);
        }
        word
    }

    fn any_word(&mut self, slot: usize, stated: Option<Count>) -> Option<Vec<u8>> {
        let stated = stated.map(|length| self.count(length));
        if !self.model.facts.is_referred_to(slot)
            && let Some(word) = self.choice(slot)
            && stated.flatten().is_none_or(|length| length == word.len())
        {
            return Some(word);
        }
        let length = match (self.given(slot), stated) {
            (Some(length), _) => usize::try_from(length).ok()?,
            (None, Some(length)) => length?,
            (None, None) => self.size(self.range(slot)) as usize,
        };
        let mut random = self.own_random();
        self.word_of(slot, length, stated.is_some(), &mut random)
    }

    /// Chooses one of the few words at a slot: in an input, of one of them, two, or all.
    fn choice(&mut self, slot: usize) -> Option<Vec<u8>> {
        let facts = &self.model.facts.words[&slot];
        let is_letter = self.model.ranges.get(&slot) == Some(&(1, 1));
        let mut words = if is_letter { facts.seen.iter().collect() } else { facts.choices()? };
        if !self.options.is_usual() && !self.chosen.contains_key(&slot) {
            words = match self.random.below(4) {
                0 => vec![*self.random.choose(&words)],
                1 => vec![*self.random.choose(&words), *self.random.choose(&words)],
                _ => words,
            };
        }
        let words = self.chosen.entry(slot).or_insert(words);
        Some(self.random.choose(words).to_vec())
    }

    /// Returns a word of a length, or at most that if it is not exact.
    fn word_of(
        &self,
        slot: usize,
        length: usize,
        is_exact: bool,
        random: &mut Random,
    ) -> Option<Vec<u8>> {
        let facts = &self.model.facts.words[&slot];
        if length > self.options.most_bytes {
            return None;
        }
        if self.model.repeats_words {
            let is_asked = self.options.given.contains_key(&slot);
            return facts.repeated(length, is_exact, is_asked, random);
        }
        let (letters, initials) = facts.letters();
        if facts.are_matching() {
            return Some(values::matching(length, &letters, random));
        }
        let own = random.below(WORD_STYLES);
        let style = self.common_word.unwrap_or(own);
        let mut word = values::word(length, &letters, style, random);
        if let (Some(initials), Some(initial)) = (initials, word.first_mut()) {
            *initial = *random.choose(&initials);
        }
        Some(word)
    }

    /// Writes a list of words: of the lengths seen, all as short or as long as possible, one long
    /// one among short ones, or all equal. If a length is given, one of them has it.
    pub(super) fn words(&mut self, slot: usize, count: usize) -> Option<()> {
        if count > self.options.most_bytes {
            return None;
        }
        let is_name = self.are_names(slot);
        let facts = &self.model.facts.words[&slot];
        let (least, most) = self.range(slot);
        let seen = (facts.longest as i64).clamp(least, most);
        // All of them together rarely may be longer than one of them.
        let long = (most / count.max(1) as i64).max(least);
        let style = if self.options.is_usual() { 0 } else { self.random.below(6) };
        let given = if count > 0 { self.given(slot) } else { None };
        let mut random = self.own_random();
        let odd = random.below(count.max(1) as u64) as usize;
        let choices = facts.choices();
        let mut first = None;
        for at in 0..count {
            let usual = random.between(least, seen);
            let length = match (given, style) {
                (Some(length), _) if at == odd => length,
                (_, 1) => least,
                (_, 2) => long,
                (_, 3) if at == odd => most,
                (_, 3) => least,
                _ => usual,
            };
            let word = match (&choices, first.take()) {
                (Some(choices), _) => (*random.choose(choices)).clone(),
                (None, Some(first)) => first,
                (None, None) => {
                    self.word_of(slot, usize::try_from(length).ok()?, false, &mut random)?
                }
            };
            let word = match self.referred(slot) {
                Some(name) => name,
                None => self.declared(slot, word, is_name),
            };
            self.token(&word);
            if self.out.len() > self.options.most_bytes {
                return None;
            }
            first = (style == 4).then_some(word);
        }
        Some(())
    }
}
