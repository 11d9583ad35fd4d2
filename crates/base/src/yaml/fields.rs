//! The fields of a mapping, taken one by one: fields that are left over are unknown.

use crate::document::{DocumentError, suggestion};

use super::node::Node;

/// A mapping whose fields are taken one by one.
pub struct Fields<'a> {
    node: &'a Node,
    known: Vec<&'static str>,
    /// The fields that were taken although they should not exist.
    foreign: Vec<&'static str>,
}

/// A field that was not taken.
pub struct Unknown<'a> {
    /// Its name.
    pub name: &'a str,
    /// The key.
    pub key: &'a Node,
    /// Its value.
    pub value: &'a Node,
}

impl<'a> Fields<'a> {
    /// Returns the fields of a node, which an error message calls `what`; `null` has no fields.
    ///
    /// # Errors
    /// The node is not a mapping.
    pub fn of(node: &'a Node, what: &str) -> Result<Fields<'a>, DocumentError> {
        if node.is_null() || node.mapping().is_some() {
            Ok(Fields { node, known: Vec::new(), foreign: Vec::new() })
        } else {
            Err(node.is_not(what, "a mapping"))
        }
    }

    /// Takes a field; `null` counts as missing.
    pub fn take(&mut self, name: &'static str) -> Option<&'a Node> {
        self.take_even_null(name).filter(|value| !value.is_null())
    }

    /// Takes a field, even if its value is `null`.
    pub fn take_even_null(&mut self, name: &'static str) -> Option<&'a Node> {
        self.known.push(name);
        self.value(name)
    }

    /// Takes a field that should not exist: no error suggests it. `null` counts as missing.
    pub fn take_foreign(&mut self, name: &'static str) -> Option<&'a Node> {
        self.foreign.push(name);
        self.value(name).filter(|value| !value.is_null())
    }

    fn value(&self, name: &str) -> Option<&'a Node> {
        let mut entries = self.node.mapping().unwrap_or_default().iter();
        entries.find(|(key, _)| key.text() == Some(name)).map(|(_, value)| value)
    }

    /// Returns the fields that were not taken, in the order of the document.
    pub fn rest(&self) -> impl Iterator<Item = Unknown<'a>> {
        let entries = self.node.mapping().unwrap_or_default().iter();
        entries.filter_map(|(key, value)| {
            let name = key.text().unwrap_or_default();
            let is_taken = self.known.contains(&name) || self.foreign.contains(&name);
            (!is_taken).then_some(Unknown { name, key, value })
        })
    }

    /// Returns an error for each field that was not taken, with the name that may have been meant.
    pub fn unknown(&self) -> Vec<DocumentError> {
        let unknown = self.rest().map(|field| {
            let name = crate::text::excerpt(field.name.as_bytes(), 40);
            let help = Some(suggestion(field.name, &self.known));
            DocumentError { help, ..field.key.error(format!("unknown key `{name}`")) }
        });
        unknown.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_taken_is_unknown() {
        let node = Node::read(b"name: x\ntime_limt: 2\nempty:\n? other\nold: 1\n").unwrap();
        let mut fields = Fields::of(&node, "problem.yaml").ok().unwrap();
        assert_eq!(fields.take("name").unwrap().text(), Some("x"));
        assert!(fields.take("time_limit").is_none() && fields.take("empty").is_none());
        assert!(fields.take_even_null("empty").is_some());
        assert!(fields.take_foreign("old").is_some() && fields.take_foreign("older").is_none());
        let unknown = fields.unknown();
        let known =
            unknown.iter().map(|error| format!("{error}: {}", error.help.as_deref().unwrap()));
        assert_eq!(
            known.collect::<Vec<_>>().join("\n"),
            "line 2, column 1: unknown key `time_limt`: did you mean `time_limit`?\n\
             line 4, column 3: unknown key `other`: expected one of: name, time_limit, empty, empty"
        );
        let error = Fields::of(&Node::read(b"[1]").unwrap(), "problem.yaml").err().unwrap();
        assert_eq!(error.message, "problem.yaml is a list; expected a mapping");
        assert!(Fields::of(&Node::read(b"").unwrap(), "").is_ok());
    }
}
