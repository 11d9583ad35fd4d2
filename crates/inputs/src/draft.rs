//! Writes inputs of a shape, with values that a human would try.
//!
//! Decisions take the same number of draws at any size, and lists, words and graphs are filled from
//! random streams of their own. So with the same random numbers, an input is of the same kind at
//! any size.

mod words;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::{slice, vec};

use referee_generators::{Random, Seed};

use super::drawings;
use super::graphs;
use super::model::{Drawing, Model};
use super::names::Names;
use super::queries;
use super::rows::RowFacts;
use super::shape::{self, Count, Field, Part};
use super::values::{self, Style, Styles, WORD_STYLES};

/// The maximum size of an input, in bytes.
pub(crate) const MAX_BYTES: usize = 8 << 20;

/// The maximum of a count that no number in the input states.
const FREE: i64 = 8;

/// One in this many lists of rows of two or more numbers has rows that collide.
const COLLIDING_ROWS: u64 = 8;

/// The requested properties of an input.
#[derive(Debug, Clone)]
pub(crate) struct DraftOptions {
    /// The maximum size of the input, in bytes.
    pub(crate) most_bytes: usize,
    /// The upper bound of every count, as far as the shape allows.
    pub(crate) most: i64,
    /// How often, in four draws, a count is below its maximum.
    pub(crate) fewer: u64,
    pub(crate) values: DraftValues,
    /// Fixed values by slot: for a list, one of its numbers; for a word, its length.
    pub(crate) given: BTreeMap<usize, i64>,
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum DraftValues {
    /// All keep the properties of the inputs learned from, and all lists have this style.
    Usual(Style),
    /// They need not keep them, and lists have these styles.
    Any(Styles),
}

impl DraftOptions {
    fn is_usual(&self) -> bool {
        matches!(self.values, DraftValues::Usual(_))
    }
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) enum NotDrafted {
    /// It would be too large, or the options cannot be met.
    Impossible,
    /// With these random numbers, it has no place for a fixed value.
    NoPlace,
}

pub(crate) fn draft(
    model: &Model,
    options: &DraftOptions,
    mut random: Random,
) -> Result<Vec<u8>, NotDrafted> {
    let word_style = random.below(WORD_STYLES);
    let common_word = (random.below(2) == 0).then_some(word_style);
    let mut writer = Writer {
        model,
        options,
        random,
        values: Vec::new(),
        out: Vec::new(),
        styles: BTreeMap::new(),
        common_word,
        drawn: BTreeMap::new(),
        not_given: options.given.keys().copied().collect(),
        kept: BTreeMap::new(),
        last: Vec::new(),
        drawn_rows: BTreeMap::new(),
        drawn_ends: BTreeMap::new(),
        names: Names::default(),
        chosen: BTreeMap::new(),
        times: 1,
        products: BTreeMap::new(),
    };
    writer.parts(&model.parts).ok_or(NotDrafted::Impossible)?;
    if writer.not_given.is_empty() { Ok(writer.out) } else { Err(NotDrafted::NoPlace) }
}

/// Writes an input without fixed values, which need not keep what others have in common. Its lists
/// have the styles of a turn.
pub(crate) fn free_draft(
    model: &Model,
    (most, fewer): (i64, u64),
    turn: u64,
    seed: Seed,
) -> Option<Vec<u8>> {
    let (given, values) = (BTreeMap::new(), DraftValues::Any(Styles::of_turn(turn)));
    let options = DraftOptions { most_bytes: MAX_BYTES, most, fewer, values, given };
    draft(model, &options, Random::new(seed)).ok()
}

/// Numbers to write, by slot.
type Columns = BTreeMap<usize, vec::IntoIter<i64>>;

struct Writer<'a> {
    model: &'a Model,
    options: &'a DraftOptions,
    random: Random,
    /// The values of the numbers written so far, by slot.
    values: Vec<Option<i64>>,
    out: Vec<u8>,
    /// The style of each list, by slot: usually the same for all lists of a slot.
    styles: BTreeMap<usize, Style>,
    /// The numbers of lists and columns that were drawn with their total, by slot.
    drawn: BTreeMap<usize, Vec<i64>>,
    /// The slots of the fixed values that were not written yet.
    not_given: BTreeSet<usize>,
    /// The style of all words, in half of the inputs.
    common_word: Option<u64>,
    /// By slot: whether words are distinct and refer to others, as those seen.
    kept: BTreeMap<usize, bool>,
    /// The last list or column that was drawn.
    last: Vec<i64>,
    /// The points and edges that were drawn with the number of edges, by the slot of the first
    /// column.
    drawn_rows: BTreeMap<usize, Vec<Vec<i64>>>,
    drawn_ends: BTreeMap<usize, Ends>,
    names: Names,
    /// The words to choose from, by slot.
    chosen: BTreeMap<usize, Vec<&'a Vec<u8>>>,
    /// How often the part being written is repeated.
    times: i64,
    /// Numbers of which one is the product of two others, by slot.
    products: BTreeMap<usize, i64>,
}

/// The ends of edges, in two columns, and the range of the vertices.
struct Ends {
    columns: Vec<Vec<i64>>,
    range: (i64, i64),
}

impl Ends {
    /// Returns the ends of edges between this many vertices, which are numbered from `first` on.
    fn of(edges: &[(usize, usize)], first: i64, vertices: usize) -> Ends {
        let from = edges.iter().map(|edge| edge.0 as i64 + first).collect();
        let to = edges.iter().map(|edge| edge.1 as i64 + first).collect();
        Ends { columns: vec![from, to], range: (first, first + vertices as i64 - 1) }
    }
}

impl Writer<'_> {
    fn parts(&mut self, parts: &[Part]) -> Option<()> {
        if !self.options.is_usual() && self.random.below(8) == 0 {
            self.multiply(parts);
        }
        parts.iter().try_for_each(|part| self.part(part))
    }

    /// Makes one of the numbers that these parts begin or consist of the product of two others, and
    /// in half of the cases all others the least ones.
    fn multiply(&mut self, parts: &[Part]) {
        let fields = parts.iter().filter_map(|part| match part {
            Part::Line(fields) => Some(fields),
            _ => None,
        });
        let slots = fields.flatten().filter_map(Field::number);
        let mut slots: Vec<usize> = slots.filter(|slot| !self.model.is_size(*slot)).collect();
        let (mut random, are_others_least) = (self.own_random(), self.random.below(2) == 0);
        random.shuffle(&mut slots);
        let &[whole, one, other, ref others @ ..] = &slots[..] else { return };
        let of = [whole, one, other];
        let others = others.iter().filter(|_| are_others_least);
        let least = others.map(|slot| (*slot, self.range(*slot).0));
        let found = values::product(of.map(|slot| self.range(slot)), &mut random);
        let related = found.into_iter().flat_map(|values| of.into_iter().zip(values));
        self.products = least.chain(related).collect();
    }

    fn part(&mut self, part: &Part) -> Option<()> {
        match part {
            Part::Line(fields) => {
                self.fields(fields)?;
                self.end_line();
            }
            Part::Kinds { kinds, .. } => {
                let all: Vec<_> = kinds.iter().collect();
                let (first, fields) = *self.random.choose(&all);
                self.token(first);
                self.fields(fields)?;
                self.end_line();
            }
            Part::Repeat { times, parts } => self.repeat(*times, parts)?,
        }
        (self.out.len() <= self.options.most_bytes).then_some(())
    }

    fn repeat(&mut self, times: Count, parts: &[Part]) -> Option<()> {
        let times = self.count(times)?;
        let columns = shape::number_columns(parts);
        // A number that states a count must be known, so it is written like a single one.
        if !columns.is_empty() && !columns.iter().any(|slot| self.model.is_size(*slot)) {
            return self.rows(times, &columns, shape::fields_after(parts, &columns));
        }
        // A repetition may write nothing, if all repetitions within it are empty.
        if times > self.options.most_bytes {
            return None;
        }
        if !self.options.is_usual()
            && let Some(kinds) = queries::kinds(parts, self.model)
            && self.random.below(4) > 0
        {
            return self.queries(times, &kinds);
        }
        let outer = self.times;
        self.times = outer.saturating_mul(times.max(1) as i64);
        self.with_own_random(|writer| (0..times).try_for_each(|_| writer.parts(parts)))?;
        self.times = outer;
        Some(())
    }

    /// Writes a part of the input with a random stream of its own.
    fn with_own_random(&mut self, write: impl FnOnce(&mut Self) -> Option<()>) -> Option<()> {
        let own = self.own_random();
        let before = std::mem::replace(&mut self.random, own);
        let written = write(self);
        self.random = before;
        written
    }

    /// Returns a random stream for one part of the input.
    fn own_random(&mut self) -> Random {
        Random::new(Seed::from_value(self.random.bits()))
    }

    /// Writes lines of numbers, column by column, each with words after them. The numbers become
    /// edges if they look like edges.
    fn rows(&mut self, count: usize, slots: &[usize], words: &[Field]) -> Option<()> {
        if count.saturating_mul(slots.len()) > self.options.most_bytes {
            return None;
        }
        let drawn = self.drawn_rows.remove(&slots[0]);
        let columns = drawn
            .filter(|drawn| drawn[0].len() == count)
            .unwrap_or_else(|| self.columns_of_rows(count, slots));
        let write = |writer: &mut Self| {
            for row in 0..count {
                columns.iter().for_each(|column| writer.integer(column[row]));
                writer.fields(words)?;
                writer.end_line();
            }
            (writer.out.len() <= writer.options.most_bytes).then_some(())
        };
        if words.is_empty() { write(self) } else { self.with_own_random(write) }
    }

    /// Draws the numbers of repeated lines.
    fn columns_of_rows(&mut self, count: usize, slots: &[usize]) -> Vec<Vec<i64>> {
        let ends = self.ends(slots[0], count);
        let vertices = ends.as_ref().map(|ends| ends.range);
        let mut columns = ends.map_or_else(Vec::new, |ends| ends.columns);
        if columns.is_empty() && self.draws_longest(slots[0]) {
            for (&slot, style) in slots.iter().zip([Style::AllLeast, Style::AllMost]) {
                let range = self.beside(slot);
                columns.push(self.filled(slot, style, count, range));
            }
        }
        for &slot in &slots[columns.len()..] {
            let step = self.model.facts.step(slot).filter(|_| self.keeps());
            if let (Some(step), Some(before)) = (step, columns.last()) {
                let range = self.beside(slot - 1);
                columns.push(values::beside(before, step, range, &mut self.own_random()));
            } else {
                columns.push(self.column(slot, count));
            }
        }
        if let Some(facts) = self.model.facts.rows.get(&slots[0]) {
            self.relate(facts, slots, &mut columns, vertices);
            let are_free = vertices.is_none() && facts.are_free();
            if are_free && !self.options.is_usual() && self.random.below(COLLIDING_ROWS) == 0 {
                let ranges = [self.narrowed(slots[0]), self.narrowed(slots[1])];
                values::collide(&mut columns, ranges, &mut self.own_random());
            }
            // A value that the others leave no place for is in none of the columns any more.
            let is_lost = |slot: &&usize| {
                let value = self.options.given.get(slot);
                value.is_some_and(|value| !columns.iter().any(|column| column.contains(value)))
            };
            self.not_given.extend(slots.iter().filter(is_lost));
        }
        columns
    }

    /// Gives rows the properties that all observed ones have. `vertices` is the range of the first
    /// two columns if they are edges.
    fn relate(
        &mut self,
        facts: &RowFacts,
        slots: &[usize],
        columns: &mut [Vec<i64>],
        vertices: Option<(i64, i64)>,
    ) {
        let ranges: Vec<(i64, i64)> = slots.iter().map(|slot| self.narrowed(*slot)).collect();
        if self.model.facts.are_drawn_on(slots[0]) && self.random.below(4) > 0 {
            if self.random.below(4) > 0 && !self.has_given(slots) {
                (columns.iter_mut().zip(&ranges).take(2))
                    .for_each(|(column, range)| drawings::compress(column, range.0));
            }
            drawings::into_triangle(columns, &ranges, &mut self.own_random());
        }
        // Edges of paths look so by chance.
        if facts.has_distinct_first && facts.is_connected.is_empty() && self.keeps() {
            let range = vertices.unwrap_or(ranges[0]);
            values::make_distinct(&mut columns[0], range);
        }
        if facts.is_distinct && self.keeps() {
            values::make_rows_distinct(columns, &ranges, &mut self.own_random());
        }
        let model = self.model;
        let is_free = |column: usize| !model.facts.add_up(slots[column]);
        // The ends of an edge are compared with nothing else.
        let is_related = |pair: (usize, usize)| {
            pair == (0, 1) || (vertices.is_none() && is_free(pair.0) && is_free(pair.1))
        };
        for (pair, may_be_equal) in facts.ordered() {
            if is_related(pair) && self.keeps() {
                let are_exchanged = pair == (0, 1) || are_alike(ranges[pair.0], ranges[pair.1]);
                values::order(columns, pair, are_exchanged, may_be_equal, ranges[pair.1].1);
            }
        }
        if vertices.is_some() {
            return;
        }
        self.lay_out(facts, slots, columns, &ranges);
        if facts.is_sorted && self.keeps() {
            values::sort_rows(columns);
        }
    }

    /// Gives rows the places in a plane or on a line that they have to each other.
    fn lay_out(
        &mut self,
        facts: &RowFacts,
        slots: &[usize],
        columns: &mut [Vec<i64>],
        ranges: &[(i64, i64)],
    ) {
        if let Some(layout) = facts.rectangles()
            && self.keeps()
        {
            values::tile(columns, layout, ranges, &mut self.own_random());
        } else if facts.are_segments() && self.keeps() {
            let ranges = [0, 1].map(|axis| common(ranges[axis], ranges[axis + 2]));
            let is_free = !self.has_given(slots) && !self.options.is_usual();
            drawings::into_segments(columns, ranges, is_free, &mut self.own_random());
        } else if let Some(apart) = facts.apart()
            && self.keeps()
        {
            values::keep_apart(columns, !apart, facts.has_loops, ranges, &mut self.own_random());
        }
    }

    /// Draws the points and edges of a drawing whose number of edges is at a slot, and returns that
    /// number; `None` if there is no drawing, or sometimes.
    fn drawing(&mut self, slot: usize) -> Option<i64> {
        let model = self.model;
        let edges = model.edges.get(&slot)?;
        let Drawing { points, edges: first, least } = edges.drawing.as_ref()?;
        if !self.keeps() {
            return None;
        }
        let count = self.count(Count::of(edges.vertices))?;
        if count.saturating_mul(points.len()) > self.options.most_bytes {
            return None;
        }
        let (columns, made) = match self.rings(points, count, *least) {
            Some(drawn) => drawn,
            None => self.triangulation(slot, points, count, *least)?,
        };
        let number = made.len() as i64;
        self.not_given
            .extend(self.options.given.get(&slot).filter(|given| **given != number).map(|_| slot));
        let first_vertex = i64::from(!model.facts.rows[first].has_zero);
        self.drawn_ends.insert(*first, Ends::of(&made, first_vertex, count));
        self.drawn_rows.insert(points[0], columns);
        Some(number)
    }

    /// Draws points and edges as rings, in half of the drawings, unless that breaks a property that
    /// they need.
    fn rings(&mut self, points: &[usize], count: usize, least: usize) -> Option<drawings::Drawn> {
        let &[x, y] = points else { return None };
        if self.options.is_usual() || least > 3 || self.random.below(2) == 0 {
            return None;
        }
        let ranges = [self.narrowed(x), self.narrowed(y)];
        drawings::rings(count, ranges, &mut self.own_random())
    }

    /// Draws points, and about as many edges of a triangulation as the number at a slot says.
    fn triangulation(
        &mut self,
        slot: usize,
        points: &[usize],
        count: usize,
        least: usize,
    ) -> Option<drawings::Drawn> {
        let columns = self.columns_of_rows(count, points);
        let drawn = self.drawn_number(slot);
        let wanted = usize::try_from(self.given(slot).unwrap_or(drawn)).ok()?;
        let edges = drawings::edges(&columns, wanted, least, &mut self.own_random());
        Some((columns, edges))
    }

    /// Draws the ends of the edges of a graph, if rows look like edges.
    fn ends(&mut self, slot: usize, count: usize) -> Option<Ends> {
        let drawn = self.drawn_ends.remove(&slot).filter(|ends| ends.columns[0].len() == count);
        if drawn.is_some() {
            return drawn;
        }
        let graph = self.model.graph(slot, count, &self.values);
        let mut kind = graph.filter(|_| self.random.below(8) > 0)?;
        // Small graphs look connected and simple by chance.
        kind.is_connected &= self.keeps();
        kind.has_cliques = kind.has_cliques && self.keeps();
        kind.has_loops |= !self.keeps();
        kind.has_twice |= !self.keeps();
        let first = i64::from(!self.model.facts.rows[&slot].has_zero);
        Some(Ends::of(&graphs::edges(kind, &mut self.own_random()), first, kind.vertices))
    }

    /// Decides whether rows that may be intervals are all as long as possible.
    fn draws_longest(&mut self, slot: usize) -> bool {
        let rows = self.model.facts.rows.get(&slot);
        let are_intervals =
            rows.is_some_and(|rows| rows.ordered.contains_key(&(0, 1)) && !rows.is_distinct);
        are_intervals && !self.options.is_usual() && self.random.below(6) == 0
    }

    fn queries(&mut self, count: usize, kinds: &[queries::Kind]) -> Option<()> {
        for phase in queries::phases(count, kinds.len(), &mut self.random) {
            let mut columns: Vec<Columns> = Vec::new();
            for (kind, (_, fields)) in kinds.iter().enumerate() {
                let count = phase.iter().filter(|query| **query == kind).count();
                columns.push(self.columns(fields, count));
            }
            let keeps = self.keeps();
            for kind in phase {
                let (first, fields) = kinds[kind];
                self.token(first);
                self.query(fields, keeps, &mut columns[kind])?;
                self.end_line();
            }
        }
        Some(())
    }

    /// Draws the numbers of `count` queries of one kind.
    fn columns(&mut self, fields: &[Field], count: usize) -> Columns {
        let draw = |slot| {
            // Those of the query before do not bound the numbers of these.
            self.values.get_mut(slot).map(Option::take);
            let (style, range) = (queries::style(&mut self.random), self.beside(slot));
            (slot, self.filled(slot, style, count, range).into_iter())
        };
        fields.iter().filter_map(Field::number).map(draw).collect()
    }

    /// Writes the fields of a query, whose numbers were drawn before. If it `keeps` properties,
    /// each number also heeds those before it in the query.
    fn query(&mut self, fields: &[Field], keeps: bool, columns: &mut Columns) -> Option<()> {
        for field in fields {
            let Field::Number(slot) = field else {
                self.fields(slice::from_ref(field))?;
                continue;
            };
            let mut value = columns.get_mut(slot)?.next()?;
            if keeps {
                let (least, most) = self.narrowed(*slot);
                value = value.clamp(least, most);
            }
            shape::set(&mut self.values, *slot, value);
            self.integer(value);
        }
        (self.out.len() <= self.options.most_bytes).then_some(())
    }

    /// Draws a column of numbers, unless it was drawn with its total.
    fn column(&mut self, slot: usize, count: usize) -> Vec<i64> {
        self.drawn_with_total(slot, count).unwrap_or_else(|| {
            let (range, style) = (self.beside(slot), self.style(slot));
            self.filled(slot, style, count, range)
        })
    }

    /// Returns the numbers of a list or column that were drawn with their total.
    fn drawn_with_total(&mut self, slot: usize, count: usize) -> Option<Vec<i64>> {
        self.drawn.remove(&slot).filter(|drawn| drawn.len() == count)
    }

    /// Draws the numbers whose total the number at a slot is, which makes them add up to it;
    /// `None` if it is no total, or if they would be too many.
    fn total(&mut self, slot: usize) -> Option<i64> {
        let (numbers, count) = self.model.total(slot)?;
        let count = self.count(count).filter(|count| *count <= self.options.most_bytes)?;
        // That of the test case before does not bound the numbers of this one.
        self.values.get_mut(slot).map(Option::take);
        let is_list = self.model.facts.lists.contains_key(&numbers);
        let mut list =
            if is_list { self.list(numbers, count) } else { self.column(numbers, count) };
        let sum = |list: &[i64]| list.iter().fold(0i64, |sum, value| sum.saturating_add(*value));
        let (drawn, range) = (sum(&list), self.model.ranges.get(&slot));
        let usual = range.map_or(drawn, |range| drawn.clamp(range.0, range.1));
        let given = self.given(slot);
        values::add_up(&mut list, self.range(numbers), given.unwrap_or(usual));
        let total = sum(&list);
        self.not_given.extend(given.filter(|given| *given != total).map(|_| slot));
        self.last.clone_from(&list);
        self.drawn.insert(numbers, list);
        Some(total)
    }

    fn fields(&mut self, fields: &[Field]) -> Option<()> {
        for field in fields {
            match field {
                Field::Number(slot) => {
                    let drawn = self.number(*slot);
                    let value = self.model.written(*slot, drawn);
                    shape::set(&mut self.values, *slot, value);
                    match self.digits(*slot) {
                        Some(digits) => self.token(&digits),
                        None => self.integer(value),
                    }
                }
                Field::Numbers { slot, count } => {
                    let count = self.count(*count)?;
                    if count > self.options.most_bytes {
                        return None;
                    }
                    for value in self.list(*slot, count) {
                        self.integer(value);
                    }
                }
                Field::Word { slot, length } => {
                    let word = self.word(*slot, *length)?;
                    self.token(&word);
                }
                Field::Words { slot, count } => {
                    let count = self.count(*count)?;
                    self.words(*slot, count)?;
                }
            }
        }
        Some(())
    }

    fn token(&mut self, token: &[u8]) {
        self.separate();
        self.out.extend(token);
    }

    fn integer(&mut self, value: i64) {
        self.separate();
        // Writing to memory does not fail.
        let _ = write!(self.out, "{value}");
    }

    /// Writes a space, unless a line begins.
    fn separate(&mut self) {
        if self.out.last().is_some_and(|&last| last != b'\n') {
            self.out.push(b' ');
        }
    }

    fn end_line(&mut self) {
        self.out.push(b'\n');
    }

    fn count(&mut self, count: Count) -> Option<usize> {
        match count {
            Count::Free => usize::try_from(self.size((0, FREE.min(self.options.most)))).ok(),
            Count::Number { slot, .. } => count.stated(shape::value(&self.values, slot)?),
        }
    }

    /// Draws a count from a range.
    fn size(&mut self, (least, most): (i64, i64)) -> i64 {
        let most = most.min((self.options.most / self.times).max(1)).max(least);
        let (case, drawn) = (self.random.below(4), self.random.between(least, most));
        if case < self.options.fewer { drawn } else { most }
    }

    /// Draws a number that states a count, up to what others leave room for. If others are within
    /// it, one large part is as likely as many small ones, and as about as many as within each.
    fn stated_size(&mut self, slot: usize, range: (i64, i64)) -> i64 {
        let nested = &self.model.nested;
        let value = |slot| shape::value(&self.values, slot);
        let room = nested.room(slot, nested.product.unwrap_or(i64::MAX), value);
        let drawn = self.size((range.0, range.1.min(room)));
        if !nested.is_first(slot) || self.options.is_usual() {
            return drawn;
        }
        let few = range.0.saturating_add(self.random.between(0, FREE));
        match self.random.below(4) {
            0 => range.0.max(1).min(drawn),
            1 => drawn.min(few),
            2 if nested.product.is_some() => drawn.min(room.isqrt()).max(range.0),
            _ => drawn,
        }
    }

    fn number(&mut self, slot: usize) -> i64 {
        let is_total = !self.model.ranges.contains_key(&slot) || self.keeps();
        if is_total && let Some(total) = self.total(slot) {
            return total;
        }
        if let Some(number) = self.drawing(slot) {
            return number;
        }
        // Drawn in any case, so that nothing else depends on whether it is fixed.
        let drawn = self.drawn_number(slot);
        self.given(slot).unwrap_or(drawn)
    }

    /// Draws the digits of a number that may be greater than any `i64`, in most inputs: all nines,
    /// a power of ten, one digit repeated, or any.
    fn digits(&mut self, slot: usize) -> Option<Vec<u8>> {
        let most = *self.model.digits.get(&slot)?;
        if self.options.given.contains_key(&slot) {
            return None;
        }
        let is_usual = self.options.is_usual();
        if !is_usual && self.random.below(4) == 0 {
            return None;
        }
        let drawn = self.size((1, most as i64)) as usize;
        let (length, style) = (if is_usual { most } else { drawn }, self.random.below(6));
        let (mut random, first) = (self.own_random(), self.random.between(1, 9) as u8);
        let digit = |place: usize| match style {
            0 => 9,
            1 => u8::from(place == 0),
            2 => first,
            _ if place == 0 => first,
            _ => random.below(10) as u8,
        };
        Some((0..length).map(digit).map(|digit| b'0' + digit).collect())
    }

    fn drawn_number(&mut self, slot: usize) -> i64 {
        let mut range = self.beside(slot);
        if let Some(edges) = self.model.edges.get(&slot) {
            range = edges.clamp(range, &self.values);
            if self.random.below(3) == 0 {
                return edges.few(range, &self.values, &mut self.random);
            }
        }
        if self.model.is_size(slot) {
            self.stated_size(slot, range)
        } else if let DraftValues::Usual(style) = self.options.values {
            if style == Style::AllLeast { range.0 } else { self.random.between(range.0, range.1) }
        } else if let Some(value) = self.products.remove(&slot) {
            value
        } else {
            let earlier: Vec<i64> = self.values.iter().flatten().copied().collect();
            if !earlier.is_empty() && self.random.below(3) == 0 {
                let other = *self.random.choose(&earlier);
                return values::relative(other, &mut self.random).clamp(range.0, range.1);
            }
            values::number(range.0, range.1, &mut self.random)
        }
    }

    /// Returns the range of a number, usually narrowed by earlier numbers: what the samples never
    /// show may still be valid.
    fn beside(&mut self, slot: usize) -> (i64, i64) {
        if self.keeps() { self.narrowed(slot) } else { self.range(slot) }
    }

    /// Returns the range of a number, narrowed by earlier numbers.
    fn narrowed(&self, slot: usize) -> (i64, i64) {
        self.model.facts.numbers[&slot].beside(self.range(slot), &self.values)
    }

    /// Returns whether to keep a property that all observed inputs have: by chance, perhaps.
    fn keeps(&mut self) -> bool {
        self.options.is_usual() || self.random.below(self.model.doubt) > 0
    }

    fn range(&self, slot: usize) -> (i64, i64) {
        self.model.ranges.get(&slot).copied().unwrap_or((0, 1))
    }

    fn style(&mut self, slot: usize) -> Style {
        match self.options.values {
            DraftValues::Usual(style) => style,
            DraftValues::Any(styles) => {
                let new = styles.next(self.styles.len(), &mut self.random);
                *self.styles.entry(slot).or_insert(new)
            }
        }
    }

    fn list(&mut self, slot: usize, count: usize) -> Vec<i64> {
        if let Some(drawn) = self.drawn_with_total(slot, count) {
            return drawn;
        }
        let facts = &self.model.facts.lists[&slot];
        let mut range = self.range(slot);
        let (_, most) = facts.beside(range, &self.values);
        if self.keeps() {
            range.1 = most;
        }
        let style = self.style(slot);
        if facts.is_permutation {
            let last = facts.least.saturating_add_unsigned(count.saturating_sub(1) as u64);
            let ranks = (facts.least, last);
            let mut list = self.filled(slot, style, count, ranks);
            values::make_distinct(&mut list, ranks);
            return list;
        }
        let (is_distinct, is_sorted) = (facts.is_distinct, facts.is_sorted);
        let mut list = self.filled(slot, style, count, range);
        // Lists of two or three numbers look distinct or sorted by chance.
        let keeps = self.keeps();
        if is_distinct && keeps {
            values::make_distinct(&mut list, range);
        }
        if is_sorted && keeps {
            list.sort_unstable();
        }
        list
    }

    /// Returns whether a value of one of these slots is fixed.
    fn has_given(&self, slots: &[usize]) -> bool {
        slots.iter().any(|slot| self.options.given.contains_key(slot))
    }

    /// Returns the fixed value of a slot.
    fn given(&mut self, slot: usize) -> Option<i64> {
        let value = self.options.given.get(&slot).copied()?;
        self.not_given.remove(&slot);
        Some(value)
    }

    /// Fills a list, sometimes with numbers related to those of the last list. The fixed value of
    /// the slot, if any, replaces one number.
    fn filled(&mut self, slot: usize, style: Style, count: usize, range: (i64, i64)) -> Vec<i64> {
        let mut random = self.own_random();
        let is_related = !self.options.is_usual() && random.below(8) == 0;
        let mut list = if is_related && self.last.len() == count {
            values::related(&self.last, range, &mut random)
        } else {
            values::list(style, count, range, &mut random)
        };
        let mut place = random.below(count.max(1) as u64) as usize;
        if let Some(excess) = self.model.facts.excess(slot)
            && self.keeps()
        {
            values::lower_to_places(&mut list, excess, range.0);
            place = count.saturating_sub(1);
        }
        if count > 0
            && let Some(value) = self.given(slot)
        {
            list[place] = value;
        }
        self.last.clone_from(&list);
        list
    }
}

/// Returns what two ranges have in common, or one number if that is nothing.
fn common(one: (i64, i64), other: (i64, i64)) -> (i64, i64) {
    let least = one.0.max(other.0);
    (least, one.1.min(other.1).max(least))
}

/// Returns whether two ranges have more than half of the larger one in common.
fn are_alike(one: (i64, i64), other: (i64, i64)) -> bool {
    let common = one.1.min(other.1).checked_sub(one.0.max(other.0)).unwrap_or(i64::MAX);
    let larger = one.1.abs_diff(one.0).max(other.1.abs_diff(other.0));
    u64::try_from(common).is_ok_and(|common| common > larger / 2)
}

#[cfg(test)]
mod tests {
    use super::*;
    use referee_counterexamples::text::Text;

    /// As long as nothing is written, the maximum size of an input does not end a repetition.
    #[test]
    fn what_writes_nothing_is_not_repeated_without_end() {
        let inputs = ["2 1 0\n7\n8\n", "1 0 3\n1 2\n3 4\n5 6\n", "2 1 1\n5\n1 2\n6\n3 4\n"];
        let texts = inputs.map(|input| Text::new(input.as_bytes().to_vec()));
        let model = Model::learn(&texts, 1, &|| false).pop().expect("there is a shape");
        let of = |times| {
            let given = BTreeMap::from([(0, times), (1, 0), (2, 0)]);
            let options = DraftOptions {
                most_bytes: MAX_BYTES,
                most: i64::MAX,
                fewer: 2,
                values: DraftValues::Usual(Style::Random),
                given,
            };
            draft(&model, &options, Random::new(Seed::from_value(1)))
        };
        assert_eq!(of(3), Ok(b"3 0 0\n".to_vec()));
        assert_eq!(of(10_000_000), Err(NotDrafted::Impossible));
    }
}
