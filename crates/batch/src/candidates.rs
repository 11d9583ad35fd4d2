//! Reads candidates: one or several in each record, with the task that each is for.

use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;

use referee_base::fault::Fault;
use serde_json::value::RawValue;

use crate::fields::{field, text, text_of};
use crate::program::Text;
use crate::records::{Fields, RawRecord, Records};
use crate::table::FieldTable;

/// The names of the field that names the task.
const TASKS: [&str; 6] =
    ["task_id", "problem_id", "question_id", "problem", "task", "problem_name"];

/// The names of the field that names a candidate.
const IDS: [&str; 5] = ["candidate_id", "candidate", "sample_id", "completion_id", "id"];

/// The names of the field that contains a whole program.
const CODES: [&str; 5] = ["code", "solution", "response", "output", "generation"];

/// The names of the field that contains several programs.
const LISTS: [&str; 6] =
    ["code_list", "solutions", "completions", "responses", "outputs", "generations"];

/// The field that contains a continuation of the prompt of a task.
const COMPLETION: &str = "completion";

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Its name, if it has one.
    pub id: Option<String>,
    /// The name of its task.
    pub task: String,
    /// Its text.
    pub text: Text,
}

/// A stream of candidates from several files.
pub(crate) struct Candidates<'a> {
    files: VecDeque<Arc<Path>>,
    records: Option<Records>,
    table: Option<&'a FieldTable>,
    /// The remaining candidates of a record with several.
    rest: VecDeque<Candidate>,
}

impl<'a> Candidates<'a> {
    pub(crate) fn new(files: Vec<Arc<Path>>, table: Option<&'a FieldTable>) -> Candidates<'a> {
        Candidates { files: files.into(), records: None, table, rest: VecDeque::new() }
    }
}

impl Iterator for Candidates<'_> {
    type Item = Result<Candidate, Fault>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(candidate) = self.rest.pop_front() {
                return Some(Ok(candidate));
            }
            let Some(records) = &mut self.records else {
                match Records::open(&self.files.pop_front()?) {
                    Ok(records) => self.records = Some(records),
                    Err(fault) => return Some(Err(fault)),
                }
                continue;
            };
            match records.next() {
                None => self.records = None,
                Some(record) => match record.and_then(|record| of_record(&record, self.table)) {
                    Ok(candidates) => self.rest.extend(candidates),
                    Err(fault) => return Some(Err(fault)),
                },
            }
        }
    }
}

fn of_record(record: &RawRecord, table: Option<&FieldTable>) -> Result<Vec<Candidate>, Fault> {
    let own = table.and_then(|table| table.candidate(record));
    let fields = own.as_ref().unwrap_or(record).fields()?;
    of_fields(&fields).map_err(|message| record.fault(message))
}

fn of_fields(fields: &Fields) -> Result<Vec<Candidate>, String> {
    let task = text(fields, &TASKS)
        .ok_or_else(|| format!("the candidate does not name its task in {}", TASKS.join(", ")))?;
    let id = text(fields, &IDS);
    let language = text(fields, &["language", "lang"]);
    let of = |id: Option<String>, code: String, completes: bool| {
        let text = Text { code, language: language.clone(), completes };
        Candidate { id, task: task.clone(), text }
    };
    if let Some(text) = text(fields, &CODES) {
        return Ok(vec![of(id, text, false)]);
    }
    if let Some(text) = text(fields, &[COMPLETION]) {
        return Ok(vec![of(id, text, true)]);
    }
    let names = || [&CODES[..], &[COMPLETION], &LISTS[..]].concat().join(", ");
    let of_name = |name: &&'static str| Some((*name, field(fields, &[*name])?));
    let (list_name, list) = LISTS.iter().find_map(of_name).unzip();
    let list: Option<Vec<Box<RawValue>>> =
        list.and_then(|list| serde_json::from_str(list.get()).ok());
    let list = list.ok_or_else(|| format!("the candidate has no code in {}", names()))?;
    let texts = list.iter().map(|text| text_of(text)).collect::<Option<Vec<String>>>();
    let texts = texts.ok_or("one of the candidates is not a string")?;
    let name = |at: usize| id.as_ref().map(|id| format!("{id}#{}", at + 1));
    let completes = list_name == Some("completions");
    Ok(texts.into_iter().enumerate().map(|(at, text)| of(name(at), text, completes)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Vec<String>, String> {
        let candidates = of_fields(&serde_json::from_str(json).unwrap())?;
        let described = |one: Candidate| {
            let Candidate { id, task, text: Text { code, language, completes } } = one;
            format!("{id:?} {task} {language:?} {code} {completes}")
        };
        Ok(candidates.into_iter().map(described).collect())
    }

    #[test]
    fn candidates_are_read_in_every_shape() {
        let json = r#"{"problem":"p1","candidate":"p1#7","language":"cpp","code":"x"}"#;
        assert_eq!(read(json).unwrap(), [r#"Some("p1#7") p1 Some("cpp") x false"#]);
        let json = r#"{"task_id":"HumanEval/0","completion":"y"}"#;
        assert_eq!(read(json).unwrap(), ["None HumanEval/0 None y true"]);
        let json = r#"{"question_id":7,"code_list":["a","b"]}"#;
        assert_eq!(read(json).unwrap(), ["None 7 None a false", "None 7 None b false"]);
        let json = r#"{"task_id":1,"id":"s","solutions":["a","b"]}"#;
        let [_, second] = &read(json).unwrap()[..] else { panic!("two candidates") };
        assert!(second.starts_with(r#"Some("s#2")"#), "{second}");
        // As a table writes a column that other rows have.
        let json = r#"{"task":"a","solutions":["x"],"completions":null}"#;
        assert_eq!(read(json).unwrap(), ["None a None x false"]);
        let json = r#"{"task":"a","completions":["x"]}"#;
        assert_eq!(read(json).unwrap(), ["None a None x true"]);
    }

    #[test]
    fn what_is_missing_is_named() {
        assert!(read("{}").unwrap_err().contains("does not name its task"));
        assert!(read(r#"{"task":"a"}"#).unwrap_err().contains("has no code"));
        assert!(read(r#"{"task":"a","code_list":[null]}"#).unwrap_err().contains("not a string"));
    }
}
