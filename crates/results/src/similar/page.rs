//! The web page: what pairs share, side by side. One HTML file that has no script, and loads and
//! sends nothing.

use maud::{Markup, html};

use super::human::{SimilarStyle, head, kind_of, lines, name, names, none_shown, percent, spread};
use super::listing::{self, Mark, colour};
use referee_base::plural;
use referee_checker::text::escape;
use referee_course::similar::{Passage, PassagePair, Similarities};
use referee_display::page::{PAGE_STYLE, plain_page};
use referee_similar::{FEW_PAIRS, Pair};

/// The styles of this page in addition to the common ones.
const STYLE: &str = include_str!("similar.css");

/// The number of columns in the histogram of all pairs.
const COLUMNS: usize = 50;

pub(super) fn page(found: &Similarities, style: &SimilarStyle) -> String {
    let shown = found.shown(style.least, style.pairs);
    let (views, incomplete) = views(found, &shown, style.room);
    let content = html! {
        header {
            h1 { "Similar programs" }
            p { (head(found)) "." }
        }
        main {
            p.verdictless {
                "This page says where to look, and not who has copied. Programs are alike for many reasons: a short exercise, a \
                 lecture, a book, work in pairs that was allowed. Read the lines on both sides before you judge."
            }
            (figure(found))
            (identical(found))
            (table(found, &shown, style))
            @for view in &views { (view) "\n" }
            @if incomplete > 0 {
                p.left-out {
                    "Of " (plural(incomplete, "pair", "pairs")) ", something is left out here: --details html=SIZE makes room."
                }
            }
            (left_out(found))
            (method(found))
        }
    };
    plain_page("Similar programs", "similar", STYLE, content)
}

/// The histogram of all pairs; pairs that stand out have another colour, and are to the right of a
/// line.
fn figure(found: &Similarities) -> Markup {
    let distribution = &found.comparison.distribution;
    let mut counts = [0_usize; COLUMNS];
    for similarity in &distribution.sample {
        counts[((similarity * COLUMNS as f64) as usize).min(COLUMNS - 1)] += 1;
    }
    let most = counts.iter().copied().max().unwrap_or(0).max(1);
    // Heights grow with the square root, so that a few pairs among thousands remain visible.
    let height = |count: usize| (100.0 * (count as f64 / most as f64).sqrt()).ceil() as usize;
    let x = |share: f64| (share * 1000.0).round() / 2.0;
    let step = 500 / COLUMNS;
    let threshold = x(distribution.threshold);
    let sampled = if distribution.sample.len() < distribution.pairs {
        format!(" A sample of {} is drawn.", distribution.sample.len())
    } else {
        String::new()
    };
    html! {
        section aria-labelledby="all" {
            h2 #all { "All pairs" }
            p { (spread(found)) "." (sampled) }
            @if distribution.sample.len() >= FEW_PAIRS {
                svg.spread viewBox="-14 -8 534 136" role="img" aria-label=(spread(found)) {
                    @for (column, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
                        rect.out[column * step >= threshold as usize]
                            x=(column * step) y=(100 - height(*count)) width=(step - 1) height=(height(*count)) {
                            title { (plural(*count, "pair", "pairs")) " from " (column * 100 / COLUMNS) " %" }
                        }
                    }
                    line.rule x1="0" y1="100.5" x2="500" y2="100.5" {}
                    line.limit x1=(threshold) y1="-6" x2=(threshold) y2="104" {}
                    @for share in [0, 20, 40, 60, 80, 100] {
                        text x=(share * 5) y="118" text-anchor="middle" { (share) " %" }
                    }
                    text.limit-label x=(threshold + if threshold > 400.0 { -4.0 } else { 4.0 }) y="4"
                        text-anchor=(if threshold > 400.0 { "end" } else { "start" }) { "stands out" }
                }
            }
        }
    }
}

fn identical(found: &Similarities) -> Markup {
    html! {
        @if !found.identical.is_empty() {
            section aria-labelledby="identical" {
                h2 #identical { "Identical" }
                ul.plain {
                    @for (identity, programs) in &found.identical {
                        li {
                            b { (names(found, programs)) } " " (kind_of(*identity))
                        }
                    }
                }
            }
        }
        @if !found.comparison.clusters.is_empty() {
            section aria-labelledby="connected" {
                h2 #connected { "Connected" }
                p.quiet { "Each member of a group stands out together with at least one other." }
                ul.plain {
                    @for cluster in &found.comparison.clusters { li { b { (names(found, cluster)) } } }
                }
            }
        }
    }
}

fn table(found: &Similarities, shown: &[&Pair], style: &SimilarStyle) -> Markup {
    let distribution = &found.comparison.distribution;
    html! {
        section aria-labelledby="pairs" {
            h2 #pairs { "Pairs to look at" }
            @if shown.is_empty() {
                p {
                    (none_shown(style))
                    @if style.least.is_none() { " " code { "--least 0.3" } " shows less similar ones." }
                }
            } @else {
                div.wide tabindex="0" role="region" aria-labelledby="pairs" {
                    table {
                        thead {
                            tr {
                                th scope="col" { "Pair" }
                                th.number scope="col" { "Shared" }
                                th scope="col" { "Left" }
                                th.number scope="col" { "of it" }
                                th scope="col" { "Right" }
                                th.number scope="col" { "of it" }
                                th.number scope="col" { "Fragments" }
                                th.number scope="col" { "Longest, in lines" }
                            }
                        }
                        tbody {
                            @for (pair, number) in shown.iter().zip(1_usize..) {
                                tr {
                                    th scope="row" { a href=(format!("#pair-{number}")) { "Pair " (number) } }
                                    td.number {
                                        span.meter aria-hidden="true" {
                                            span style=(format!("width: {:.0}%", 100.0 * pair.similarity())) {}
                                        }
                                        span.share-shown { (percent(pair.similarity())) }
                                        @if !pair.stands_out(distribution) { span.quiet { " (usual)" } }
                                    }
                                    td.name { (name(found, pair.left)) }
                                    td.number { (percent(pair.left_share())) }
                                    td.name { (name(found, pair.right)) }
                                    td.number { (percent(pair.right_share())) }
                                    td.number { (pair.fragments.len()) }
                                    td.number { (longest(found, pair)) }
                                }
                            }
                        }
                    }
                }
                p.quiet {
                    "Pairs are sorted by how surprising the shared code is: long and rare fragments before short and common ones. Shared is the share of both programs that their fragments cover."
                }
            }
        }
    }
}

/// Returns the number of lines of the longest fragment on the left side.
fn longest(found: &Similarities, pair: &Pair) -> usize {
    let passages = found.passages(pair);
    passages.iter().map(|passages| passages.left.lines.clone().count()).max().unwrap_or(0)
}

/// Returns the views of pairs, as far as there is space, and the number of those with parts left
/// out: the fragments of all pairs come first, then whole programs.
fn views(found: &Similarities, shown: &[&Pair], room: usize) -> (Vec<Markup>, usize) {
    let mut room = room.saturating_sub(PAGE_STYLE.len() + STYLE.len() + (64 << 10));
    let mut take = |part: Markup| {
        let left = room.checked_sub(part.0.len());
        room = left.unwrap_or(room);
        left.map(|_| part)
    };
    let views = shown.iter().zip(1..);
    let views = views.map(|(&pair, number)| PairView {
        found,
        pair,
        number,
        passages: found.passages(pair),
    });
    let views: Vec<PairView> = views.collect();
    let fragments: Vec<_> = views.iter().map(|view| take(view.fragments())).collect();
    let whole: Vec<_> = views.iter().map(|view| take(view.whole())).collect();
    let is_left_out = |(one, other): &(&Option<_>, &Option<_>)| one.is_none() || other.is_none();
    let left_out = fragments.iter().zip(&whole).filter(is_left_out).count();
    let parts = fragments.into_iter().zip(whole);
    let sections = views.iter().zip(parts).map(|(view, parts)| view.section(parts));
    (sections.collect(), left_out)
}

struct PairView<'a> {
    found: &'a Similarities,
    pair: &'a Pair,
    number: usize,
    passages: Vec<PassagePair>,
}

impl PairView<'_> {
    fn section(&self, (fragments, whole): (Option<Markup>, Option<Markup>)) -> Markup {
        let (left, right) = (name(self.found, self.pair.left), name(self.found, self.pair.right));
        let id = format!("pair-{}", self.number);
        html! {
            section.pair-view id=(id) aria-labelledby=(format!("{id}-title")) {
                h2 id=(format!("{id}-title")) {
                    span.quiet { "Pair " (self.number) ": " } span.name { (left) } span.quiet { " and " } span.name { (right) }
                }
                p {
                    (percent(self.pair.left_share())) " of " (left) ", " (percent(self.pair.right_share())) " of " (right) ", in "
                    (plural(self.passages.len(), "fragment", "fragments")) ". "
                    a href="#pairs" { "Back to the table" }
                }
                @for part in [fragments, whole].iter().flatten() { (part) }
            }
        }
    }

    fn fragments(&self) -> Markup {
        html! {
            @for (passages, number) in self.passages.iter().zip(1_usize..) {
                article class=(format!("fragment {}", colour(number))) {
                    h3 { "Fragment " (number) " " span.quiet { (plural(passages.symbols, "symbol", "symbols")) } }
                    div.sides {
                        (self.side(self.pair.left, &passages.left, number))
                        (self.side(self.pair.right, &passages.right, number))
                    }
                }
            }
        }
    }

    fn side(&self, program: usize, passage: &Passage, number: usize) -> Markup {
        let file = &self.found.programs[program].files[passage.file];
        let place = format!("{}, {}", escape(file.name.as_bytes()), lines(&passage.lines));
        let owner = name(self.found, program);
        html! {
            div {
                (caption(&owner, &file.name, &lines(&passage.lines)))
                pre.code tabindex="0" role="region" aria-label=(format!("{owner}, {place}")) {
                    (listing::passage(&file.text, passage, number))
                }
            }
        }
    }

    fn whole(&self) -> Markup {
        let left: Vec<&Passage> = self.passages.iter().map(|passages| &passages.left).collect();
        let right: Vec<&Passage> = self.passages.iter().map(|passages| &passages.right).collect();
        html! {
            details {
                summary { "Both programs whole" }
                div.sides {
                    (self.program(self.pair.left, &left))
                    (self.program(self.pair.right, &right))
                }
            }
        }
    }

    fn program(&self, program: usize, passages: &[&Passage]) -> Markup {
        let files = &self.found.programs[program].files;
        let owner = name(self.found, program);
        let marks = |file: usize| {
            let mut marks: Vec<Mark> = passages
                .iter()
                .zip(1..)
                .filter(|(passage, _)| passage.file == file)
                .map(|(passage, number)| (number, passage.bytes.clone()))
                .collect();
            marks.sort_by_key(|mark| mark.1.start);
            marks
        };
        html! {
            div {
                @for (number, file) in files.iter().enumerate() {
                    @let place = escape(file.name.as_bytes());
                    (caption(&owner, &file.name, ""))
                    pre.code.whole tabindex="0" role="region" aria-label=(format!("{owner}, {place}, whole")) {
                        (listing::whole(&file.text, &marks(number)))
                    }
                }
            }
        }
    }
}

/// Formats the program and the file of some lines; if both have the same name, only once.
fn caption(owner: &str, file: &str, lines: &str) -> Markup {
    let file = escape(file.as_bytes());
    html! {
        p.where {
            span.name { (owner) }
            span.quiet { @if !owner.ends_with(&file) { " " (file) } " " (lines) }
        }
    }
}

fn left_out(found: &Similarities) -> Markup {
    html! {
        @if !found.skipped.is_empty() {
            section aria-labelledby="left-out" {
                h2 #left-out { "Not compared" }
                ul.plain {
                    @for skipped in &found.skipped {
                        li { b { (escape(skipped.name.as_bytes())) } " " (escape(skipped.why.as_bytes())) }
                    }
                }
            }
        }
    }
}

/// Formats how the figures are computed, for people who must justify decisions.
fn method(found: &Similarities) -> Markup {
    let settings = &found.settings;
    html! {
        section aria-labelledby="method" {
            h2 #method { "How this is found" }
            p {
                "Programs are compared as symbols: names, types and literals count as equal, and white space, comments, braces and \
                 imports as nothing; a table of literals is one. A fragment is a run of at least " (settings.k) " symbols that two \
                 programs share, as long as possible; fragments do not overlap, and may be in any order."
            }
            p {
                "What is in more than " (percent(settings.common)) " of the programs (and in more than four) is ignored"
                @if found.base_files > 0 { ", as is what is in the given code" }
                ": it may be part of a fragment, but does not count."
            }
            p {
                "A pair stands out if it is more similar than the most similar of as many pairs would be by chance, if all scattered \
                 about their median as the middle half of these does: the median and sqrt(2 ln n) standard deviations, of which 1.35 lie \
                 between the quartiles; at least 40 %. Where all programs are alike, as they are for a short exercise, almost nothing \
                 stands out, as it should be; what is at least 95 % always does."
            }
            @if found.is_anonymous {
                p { "Names are pseudonyms, and comments are left out. Names within programs and texts are as they were." }
            }
            p { "None of this left the machine on which it was made, and none of it is in students' feedback." }
        }
    }
}
