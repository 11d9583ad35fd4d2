//! A comparison as the tables of Dolos (`dolos run -f csv`), for its viewer and for other tools
//! that read them.
//!
//! Deviation: pairs.csv counts symbols, where Dolos counts fingerprints. Pairs that share nothing
//! are left out. The viewer itself searches for the fragments of a pair, in the tokens in
//! files.csv, by fingerprints that must be in kgrams.csv, so these are computed as in Dolos
//! (`core/src/hashing` of <https://github.com/dodona-edu/dolos>, version 3).
//!
//! Names are written such that no spreadsheet takes them for a formula. The code in files.csv is
//! unchanged, since the viewer counts its columns: that file is for the viewer, and should not be
//! opened in a spreadsheet.

use std::collections::BTreeMap;
use std::io;

use serde::Serialize;

use referee_base::spreadsheet::{CsvTable, harmless};
use referee_course::similar::{ComparedProgram, Similarities};
use referee_similar::SymbolPlace;

/// The modulus of all hashes in Dolos, a prime.
const MODULUS: u64 = 33_554_393;

/// The factor of a token's hash.
const TOKEN_BASE: u64 = 747_287;

/// The factor of a k-gram's hash.
const GRAM_BASE: u64 = 4_194_301;

/// The position of a token as counted by Dolos, from 0.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Region {
    start_row: usize,
    start_col: usize,
    end_row: usize,
    end_col: usize,
}

/// Returns the names and bytes of all tables.
///
/// # Errors
/// They cannot be written.
pub fn tables(found: &Similarities) -> io::Result<Vec<(&'static str, Vec<u8>)>> {
    Ok(vec![
        ("metadata.csv", metadata(found)?),
        ("pairs.csv", pairs(found)?),
        ("kgrams.csv", kgrams(found)?),
        ("files.csv", files(found)?),
    ])
}

/// Writes a row for each pair that shares something.
pub(super) fn pairs(found: &Similarities) -> io::Result<Vec<u8>> {
    let header = "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,\
        longestFragment,leftCovered,rightCovered";
    let rows = found.comparison.pairs.iter().zip(0..).map(|(pair, id): (_, usize)| {
        let (left, right) = (pair.left_covered.0, pair.right_covered.0);
        vec![
            id.to_string(),
            pair.left.to_string(),
            path(&found.programs[pair.left]),
            pair.right.to_string(),
            path(&found.programs[pair.right]),
            pair.similarity().to_string(),
            (left + right).to_string(),
            pair.longest.to_string(),
            left.to_string(),
            right.to_string(),
        ]
    });
    table(header, rows)
}

fn metadata(found: &Similarities) -> io::Result<Vec<u8>> {
    let (k, window) = (found.settings.k.to_string(), found.settings.window.to_string());
    let language = found.languages().keys().next().map_or("", |language| language).to_lowercase();
    let rows = [
        ("reportName", "referee similar", "string"),
        ("kgramLength", &k, "number"),
        ("kgramsInWindow", &window, "number"),
        ("language", &language, "string"),
        ("languageDetected", "true", "boolean"),
        ("maxFingerprintCount", "null", "object"),
        ("maxFingerprintPercentage", "null", "object"),
        ("minFragmentLength", "0", "number"),
        ("minSimilarity", "0", "number"),
        ("sortBy", "similarity", "string"),
        ("fragmentSortBy", "file order", "string"),
        ("kgramData", "false", "boolean"),
        ("includeComments", "false", "boolean"),
    ];
    table("property,value,type", rows.iter().map(|(key, value, kind)| [*key, value, kind]))
}

fn files(found: &Similarities) -> io::Result<Vec<u8>> {
    let mut table = CsvTable::new(Vec::new());
    table.row("id,ignored,path,content,amountOfKgrams,ast,mapping,extra".split(','))?;
    for (id, program) in found.programs.iter().enumerate() {
        let places = program.places();
        let tokens: Vec<&str> = places.iter().map(|place| &*place.folded).collect();
        let grams = tokens.len().saturating_sub(found.settings.k - 1);
        let mut extra = BTreeMap::from([("fullName", program.title())]);
        if let Some(earlier) = &program.earlier {
            extra.insert("labels", earlier.to_string());
        }
        let texts: Vec<&str> = program.files.iter().map(|file| &*file.text).collect();
        table.exact_row([
            id.to_string(),
            "false".into(),
            harmless(&path(program)).into_owned(),
            texts.join("\n"),
            grams.to_string(),
            serde_json::to_string(&tokens)?,
            serde_json::to_string(&regions(&texts, &places))?,
            serde_json::to_string(&extra)?,
        ])?;
    }
    table.into_text().map(String::into_bytes)
}

/// Writes the fingerprints shared by several programs, and marks those to be ignored: in given
/// code, or in too many programs.
fn kgrams(found: &Similarities) -> io::Result<Vec<u8>> {
    let (k, window) = (found.settings.k, found.settings.window);
    let given = found.base_places().into_iter().flat_map(|places| grams(&places, k));
    let given: std::collections::HashSet<u64> = given.collect();
    let mut holders: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (id, program) in found.programs.iter().enumerate() {
        for hash in chosen(&grams(&program.places(), k), window) {
            let list = holders.entry(hash).or_default();
            if list.last() != Some(&id) {
                list.push(id);
            }
        }
    }
    let most = ((found.settings.common * found.programs.len() as f64) as usize).max(4);
    let shared = holders.iter().filter(|(_, holders)| holders.len() > 1);
    let mut rows = Vec::new();
    for (id, (hash, holders)) in shared.enumerate() {
        let is_ignored = given.contains(hash) || holders.len() > most;
        rows.push([
            id.to_string(),
            hash.to_string(),
            is_ignored.to_string(),
            String::new(),
            serde_json::to_string(holders)?,
        ]);
    }
    table("id,hash,ignored,data,files", rows)
}

/// Returns Dolos's hash of each run of k tokens.
fn grams(places: &[SymbolPlace], k: usize) -> Vec<u64> {
    let tokens: Vec<u64> = places.iter().map(|place| token_hash(&place.folded)).collect();
    let add = |hash: u64, token: &u64| (GRAM_BASE * hash + token) % MODULUS;
    tokens.windows(k).map(|tokens| tokens.iter().fold(0, add)).collect()
}

fn token_hash(token: &str) -> u64 {
    token.encode_utf16().fold(0, |hash, unit| (hash + u64::from(unit)) * TOKEN_BASE % MODULUS)
}

/// Returns the smallest hash of each window. As in Dolos, windows are shorter at the start.
fn chosen(grams: &[u64], window: usize) -> Vec<u64> {
    let last = |end: usize| &grams[(end + 1).saturating_sub(window)..=end];
    let mut chosen: Vec<u64> =
        (0..grams.len()).filter_map(|end| last(end).iter().min().copied()).collect();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

/// Returns the region of each symbol in the concatenation of all texts. Columns count UTF-16 units,
/// as in the viewer.
fn regions(texts: &[&str], places: &[SymbolPlace]) -> Vec<Region> {
    let first_rows = texts.iter().scan(0, |row, text| {
        let first = *row;
        *row += text.matches('\n').count() + 1;
        Some(first)
    });
    let first_rows: Vec<usize> = first_rows.collect();
    let mut at = (0, 0, (0, 0));
    let mut regions = Vec::with_capacity(places.len());
    for SymbolPlace { file, bytes, .. } in places {
        // Symbols are in text order, so each position is counted from the previous one.
        let mut position = |to: usize| {
            let (in_file, from, (row, column)) = at;
            let (from, row, column) = if in_file == *file && from <= to {
                (from, row, column)
            } else {
                (0, first_rows[*file], 0)
            };
            let passed = &texts[*file][from..to];
            let lines = passed.matches('\n').count();
            let line = passed.rsplit('\n').next().unwrap_or(passed);
            let units = line.encode_utf16().count();
            let place = (row + lines, if lines == 0 { column + units } else { units });
            at = (*file, to, place);
            place
        };
        let (start_row, start_col) = position(bytes.start);
        let (end_row, end_col) = position(bytes.end);
        regions.push(Region { start_row, start_col, end_row, end_col });
    }
    regions
}

fn path(program: &ComparedProgram) -> String {
    let file = program.files.first().map_or("", |file| &file.name);
    let folder = match &program.earlier {
        Some(earlier) => format!("{earlier}/{}", program.name),
        None => program.name.to_string(),
    };
    // A submission of a single file already has its name.
    if folder.ends_with(file) { folder } else { format!("{folder}/{file}") }
}

fn table<R, C>(header: &str, rows: impl IntoIterator<Item = R>) -> io::Result<Vec<u8>>
where
    R: IntoIterator<Item = C>,
    C: AsRef<str>,
{
    let mut table = CsvTable::new(Vec::new());
    table.row(header.split(','))?;
    rows.into_iter().try_for_each(|row| table.row(row))?;
    table.into_text().map(String::into_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The results of `TokenHash`, `RollingHash(3)` and `WinnowFilter(3, 4)` in Dolos.
    #[test]
    fn hashes_are_those_of_dolos() {
        let hashes = ["name", ";", "0", "for", "é"].map(token_hash);
        assert_eq!(hashes, [20_418_989, 10_535_540, 2_315_383, 358_735, 6_345_906]);
        let words = ["name", "=", "0", ";", "for", "(", "name", ")", "name", "++", ";"];
        let place = |folded: &str| SymbolPlace { file: 0, bytes: 0..0, folded: folded.into() };
        let grams = grams(&words.map(place), 3);
        assert_eq!(grams[..4], [26_927_132, 26_761_584, 20_388_580, 19_368_676]);
        assert_eq!(grams[4..], [6_947_894, 14_628_239, 230_279, 6_629_423, 27_111_660]);
        let expected = [230_279, 6_947_894, 19_368_676, 20_388_580, 26_761_584, 26_927_132];
        assert_eq!(chosen(&grams, 4), expected);
    }

    #[test]
    fn regions_count_on_from_text_to_text() {
        let texts = ["a = 1\n\n", "é = 'é'; b"];
        let places: Vec<SymbolPlace> = [(0, 0..1), (0, 4..5), (1, 5..9), (1, 11..12)]
            .map(|(file, bytes)| SymbolPlace { file, bytes, folded: String::new() })
            .into();
        let regions: Vec<_> = regions(&texts, &places)
            .iter()
            .map(|region| (region.start_row, region.start_col, region.end_row, region.end_col))
            .collect();
        assert_eq!(regions, [(0, 0, 0, 1), (0, 4, 0, 5), (3, 4, 3, 7), (3, 9, 3, 10)]);
    }
}
