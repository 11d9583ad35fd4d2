//! Writes values in one line each. Strings are in double quotes, as in JSON, which YAML reads the same way.

use super::node::{Node, Value};

/// Returns a string in double quotes.
pub fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns a list of strings in one line of YAML.
pub fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// Returns a value in one line of YAML.
pub fn flow(node: &Node) -> String {
    match &node.value {
        Value::Scalar { text, is_plain } => {
            let is_text = node.string().is_some() || !is_plain;
            if is_text { quoted(text) } else { text.to_string() }
        }
        Value::Sequence(values) => {
            let values: Vec<String> = values.iter().map(flow).collect();
            format!("[{}]", values.join(", "))
        }
        Value::Mapping(entries) => {
            let entries: Vec<String> = entries
                .iter()
                .map(|(key, value)| format!("{}: {}", flow(key), flow(value)))
                .collect();
            format!("{{{}}}", entries.join(", "))
        }
    }
}
