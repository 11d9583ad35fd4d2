//! The keys of a YAML file of a package: taken one by one and typed; what is wrong is noted, and reading goes on.

use referee_base::document::{DocumentError, nearest};
use referee_checker::text::excerpt;

use super::constants::{Constants, filled};
use super::diagnostic::{Diagnostic, Diagnostics};
use super::tree::Tree;
use referee_base::files;
use referee_base::yaml::{Fields, Node};

/// The most bytes of a file that is read, a little more than a document may have.
const MAX_BYTES: u64 = 17 << 20;

/// Reads a YAML file of the package; nothing where it cannot be used, which is noted.
pub(super) fn read(tree: &Tree, path: &str, diagnostics: &mut Diagnostics) -> Option<Node> {
    parse(path, &bytes_of(tree, path, diagnostics)?, &Constants::new(), diagnostics)
}

/// What is in a file of the package; nothing where it cannot be read, which is noted.
pub(super) fn bytes_of(tree: &Tree, path: &str, diagnostics: &mut Diagnostics) -> Option<Vec<u8>> {
    let read = files::read_at_most(&tree.path(path), MAX_BYTES);
    read.map_err(|fault| diagnostics.blocking_error(path, fault.message)).ok()
}

/// Reads the text of a YAML file, into which constants are filled; nothing where it cannot be used, which is noted.
pub(super) fn parse(
    path: &str,
    bytes: &[u8],
    constants: &Constants,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    if bytes.starts_with(b"\xef\xbb\xbf") {
        diagnostics
            .warning(path, "it begins with a byte order mark")
            .help("save it as UTF-8 without one");
    }
    if bytes.contains(&b'\r') {
        diagnostics
            .warning(path, "its lines end with carriage returns")
            .help("save it with Unix line ends");
    }
    if !bytes.is_empty() && !bytes.ends_with(b"\n") {
        diagnostics.warning(path, "its last line is not ended");
    }
    match Node::read(&filled(bytes, constants)) {
        Ok(node) => Some(node),
        Err(error) => {
            diagnostics.document(path, error);
            None
        }
    }
}

/// The keys of a mapping that have not all been taken yet.
pub(super) struct Keys<'a, 'd> {
    fields: Fields<'a>,
    path: &'d str,
    diagnostics: &'d mut Diagnostics,
}

impl<'a, 'd> Keys<'a, 'd> {
    /// The keys of a node, called `what`; nothing where it is no mapping, which is noted.
    pub(super) fn of(
        node: &'a Node,
        what: &str,
        path: &'d str,
        diagnostics: &'d mut Diagnostics,
    ) -> Option<Keys<'a, 'd>> {
        match Fields::of(node, what) {
            Ok(fields) => Some(Keys { fields, path, diagnostics }),
            Err(error) => {
                diagnostics.document(path, error);
                None
            }
        }
    }

    /// The value of a key.
    pub(super) fn node(&mut self, key: &'static str) -> Option<&'a Node> {
        self.fields.take(key)
    }

    /// A text. A number or a truth value without quotes is none.
    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        let node = self.node(key)?;
        self.text_of(node, key)
    }

    /// The text that a node is.
    pub(super) fn text_of(&mut self, node: &Node, what: &str) -> Option<String> {
        if node.string().is_none() {
            let is_scalar = node.text().is_some();
            let diagnostic = self.wrong(node, what, "a text");
            diagnostic.blocks = false;
            if is_scalar {
                diagnostic.help("put it in quotes");
            }
        }
        node.string().map(String::from)
    }

    /// A truth value.
    pub(super) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        if node.boolean().is_none() {
            self.wrong(node, key, "true or false");
        }
        node.boolean()
    }

    /// A number of at least `least`; above 0 where that is 0.
    pub(super) fn number(&mut self, key: &'static str, least: f64) -> Option<f64> {
        let node = self.node(key)?;
        let fits = |number: &f64| *number >= least && *number > 0.0;
        let number = node.number().filter(fits);
        if number.is_none() {
            let wanted = match least {
                0.0 => "a number above 0".to_string(),
                _ => format!("a number from {least} on"),
            };
            self.wrong(node, key, &wanted);
        }
        number
    }

    /// A whole number of at least `least`.
    pub(super) fn integer(&mut self, key: &'static str, least: i64) -> Option<u64> {
        let node = self.node(key)?;
        let number = node.integer().filter(|&number| number >= least);
        if number.is_none() {
            self.wrong(node, key, &format!("a whole number from {least} on"));
        }
        number.map(|number| number as u64)
    }

    /// A list of texts; a single one counts as a list of it where `or_one` says so.
    pub(super) fn texts(&mut self, key: &'static str, or_one: bool) -> Option<Vec<String>> {
        let node = self.node(key)?;
        self.texts_of(node, key, or_one)
    }

    /// The list of texts that a node is. Numbers count as texts, since arguments are often numbers.
    pub(super) fn texts_of(
        &mut self,
        node: &Node,
        what: &str,
        or_one: bool,
    ) -> Option<Vec<String>> {
        if let (true, Some(text)) = (or_one, node.text()) {
            return Some(vec![text.to_string()]);
        }
        let texts: Option<Vec<String>> = node
            .sequence()
            .and_then(|nodes| nodes.iter().map(|node| node.text().map(String::from)).collect());
        if texts.is_none() {
            self.wrong(node, what, "a list of texts");
        }
        texts
    }

    /// One of some words.
    pub(super) fn word<'w>(&mut self, key: &'static str, known: &[&'w str]) -> Option<&'w str> {
        let node = self.node(key)?;
        let word = node.text().and_then(|text| known.iter().find(|known| **known == text));
        if word.is_none() {
            self.unknown_word(node, key, node.text().unwrap_or(node.kind()), known);
        }
        word.copied()
    }

    /// Notes that a word of a node is none of those that are known.
    pub(super) fn unknown_word(&mut self, node: &Node, what: &str, word: &str, known: &[&str]) {
        let shown = excerpt(word.as_bytes(), 40);
        let near = nearest(&shown, known.iter().copied());
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("known are: {}", known.join(", ")),
        };
        self.error(node, format!("{what} is `{shown}`, which is not known")).help(help);
    }

    /// Notes that a value is not what is wanted, such as `a list of texts`.
    pub(super) fn wrong(&mut self, node: &Node, what: &str, wanted: &str) -> &mut Diagnostic {
        let error = match node.text() {
            Some(text) => {
                let shown = excerpt(text.as_bytes(), 40);
                node.error(format!("{what} is `{shown}`; wanted is {wanted}"))
            }
            None => node.is_not(what, wanted),
        };
        self.diagnostics.document(self.path, error)
    }

    /// Notes something about a value, which decides verdicts.
    pub(super) fn error(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.blocking_error(self.path, message).at(node.place)
    }

    /// Notes something about a value that decides no verdict.
    pub(super) fn blemish(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.error(self.path, message).at(node.place)
    }

    /// Notes that somebody may be surprised by a value.
    pub(super) fn warning(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.warning(self.path, message).at(node.place)
    }

    /// Notes that a key is missing.
    pub(super) fn missing(&mut self, key: &str) -> &mut Diagnostic {
        self.diagnostics.error(self.path, format!("the key `{key}` is missing"))
    }

    /// The keys of the mapping that a key holds.
    pub(super) fn below<'s>(&'s mut self, key: &'static str) -> Option<Keys<'a, 's>> {
        let node = self.node(key)?;
        self.below_node(node, key)
    }

    /// The keys of the mapping that a node is.
    pub(super) fn below_node<'n, 's>(
        &'s mut self,
        node: &'n Node,
        what: &str,
    ) -> Option<Keys<'n, 's>> {
        Keys::of(node, what, self.path, self.diagnostics)
    }

    /// Notes keys that another version of the format knows, and what is right there.
    pub(super) fn not_in_this_version(&mut self, keys: &[(&'static str, &str)]) {
        for &(key, instead) in keys {
            if let Some(node) = self.node(key) {
                let message = format!("there is no key `{key}` in this version of the format");
                self.blemish(node, message).help(instead);
            }
        }
    }

    /// Notes the keys that nobody has taken.
    pub(super) fn finish(self) {
        for DocumentError { place, message, help } in self.fields.unknown() {
            self.diagnostics.error(self.path, message).at(place).help = help;
        }
    }

    /// The keys that nobody has taken.
    pub(super) fn rest(&self) -> Vec<(&'a str, &'a Node)> {
        self.fields.rest().map(|field| (field.name, field.value)).collect()
    }
}
