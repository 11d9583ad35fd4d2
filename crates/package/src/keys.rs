//! Typed access to the keys of YAML files: each is taken once, and errors are recorded.

use referee_base::document::{DocumentError, suggestion};
use referee_checker::text::excerpt;

use super::constants::{Constants, substitute};
use super::diagnostic::{Diagnostic, Diagnostics, Work};
use super::tree::Tree;
use super::version::Version;
use referee_base::files;
use referee_base::yaml::{Fields, Node, old};

/// The maximum size of a file, in bytes: slightly more than the maximum of a document.
const MAX_BYTES: u64 = 17 << 20;

/// Reads a YAML file of the package that `needed_for` requires; records an error and returns `None`
/// if it is unusable.
pub(super) fn read(
    tree: &Tree,
    path: &str,
    needed_for: Option<Work>,
    diagnostics: &mut Diagnostics,
) -> Option<Node> {
    let bytes = bytes_of(tree, path, needed_for, diagnostics)?;
    parse(path, &bytes, &Constants::new(), needed_for, diagnostics)
}

/// Reads a file of the package; records an error and returns `None` if it is unreadable.
pub(super) fn bytes_of(
    tree: &Tree,
    path: &str,
    needed_for: Option<Work>,
    diagnostics: &mut Diagnostics,
) -> Option<Vec<u8>> {
    let read = files::read_at_most(&tree.path(path), MAX_BYTES);
    read.map_err(|fault| diagnostics.error(path, fault.message).blocking(needed_for)).ok()
}

/// Parses a YAML text with constants; records an error and returns `None` if it is unusable.
pub(super) fn parse(
    path: &str,
    bytes: &[u8],
    constants: &Constants,
    needed_for: Option<Work>,
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
        diagnostics.warning(path, "its last line has no line feed");
    }
    match Node::read_repeating(&substitute(bytes, constants)) {
        Ok((node, repeated)) => {
            for DocumentError { place, message, .. } in repeated {
                diagnostics
                    .warning(path, format!("{message}; the last one counts"))
                    .at(place)
                    .help("remove the others; some systems refuse the file");
            }
            Some(node)
        }
        Err(error) => {
            diagnostics.document(path, error).blocking(needed_for);
            None
        }
    }
}

/// Returns the items of a list, or a node that is no list as the only item.
pub(super) fn items(node: &Node) -> &[Node] {
    node.sequence().unwrap_or(std::slice::from_ref(node))
}

/// The keys of a mapping; each is taken once.
pub(super) struct Keys<'a, 'd> {
    fields: Fields<'a>,
    path: &'d str,
    /// The version of the package, which determines how plain scalars are read.
    pub(super) version: Version,
    /// The work that needs the values of the keys and is impossible if they are wrong.
    pub(super) needed_for: Option<Work>,
    diagnostics: &'d mut Diagnostics,
}

impl<'a, 'd> Keys<'a, 'd> {
    /// Opens the mapping of a node, called `what` in messages, that `needed_for` requires; records
    /// an error and returns `None` if it is not a mapping.
    pub(super) fn of(
        node: &'a Node,
        what: &str,
        path: &'d str,
        version: Version,
        needed_for: Option<Work>,
        diagnostics: &'d mut Diagnostics,
    ) -> Option<Keys<'a, 'd>> {
        match Fields::of(node, what) {
            Ok(fields) => Some(Keys { fields, path, version, needed_for, diagnostics }),
            Err(error) => {
                diagnostics.document(path, error).blocking(needed_for);
                None
            }
        }
    }

    /// Takes the value of a key.
    pub(super) fn node(&mut self, key: &'static str) -> Option<&'a Node> {
        self.fields.take(key)
    }

    /// Takes a text. A number or boolean without quotes is not a text.
    pub(super) fn text(&mut self, key: &'static str) -> Option<String> {
        let node = self.node(key)?;
        self.text_of(node, key)
    }

    /// Returns the text of a node.
    pub(super) fn text_of(&mut self, node: &Node, what: &str) -> Option<String> {
        if node.string().is_none() {
            let is_scalar = node.text().is_some();
            let diagnostic = self.wrong(node, what, "a string");
            diagnostic.blocked = None;
            if is_scalar {
                diagnostic.help("put it in quotes");
            }
        }
        node.string().map(String::from)
    }

    /// Takes a boolean, which no kind of work requires.
    pub(super) fn boolean(&mut self, key: &'static str) -> Option<bool> {
        let node = self.node(key)?;
        let value = self.boolean_of(node, key);
        if value.is_none() {
            self.wrong(node, key, "true or false").blocked = None;
        }
        value
    }

    /// Returns the boolean of a node. Words of YAML 1.1, such as `yes`, count in all versions,
    /// because some systems read them as booleans in all versions.
    pub(super) fn boolean_of(&mut self, node: &Node, what: &str) -> Option<bool> {
        let value = old::boolean(node)?;
        if node.boolean().is_none() && !self.version.knows_old() {
            let word = node.text().unwrap_or_default();
            self.warning(node, format!("{what} is `{word}`, which some systems read as a string"))
                .help(format!("write {value}"));
        }
        Some(value)
    }

    /// Returns the number of a node.
    pub(super) fn number_of(&self, node: &Node) -> Option<f64> {
        if self.version.knows_old() { old::number(node) } else { node.number() }
    }

    fn integer_of(&self, node: &Node) -> Option<i64> {
        if self.version.knows_old() { old::integer(node) } else { node.integer() }
    }

    /// Takes a number from `least` to `most`; if `least` is 0, the number must be positive.
    pub(super) fn number(&mut self, key: &'static str, least: f64, most: f64) -> Option<f64> {
        let node = self.node(key)?;
        let fits = |number: &f64| (least..=most).contains(number) && *number > 0.0;
        let number = self.number_of(node).filter(fits);
        if number.is_none() {
            let wanted = match least {
                0.0 => format!("a number above 0, {most} at most"),
                _ => format!("a number from {least} to {most}"),
            };
            self.wrong(node, key, &wanted);
        }
        number
    }

    /// Takes an integer of at least `least`.
    pub(super) fn integer(&mut self, key: &'static str, least: i64) -> Option<u64> {
        let node = self.node(key)?;
        let number = self.integer_of(node).filter(|&number| number >= least);
        if number.is_none() {
            self.wrong(node, key, &format!("a whole number from {least} on"));
        }
        number.map(|number| number as u64)
    }

    /// Takes a list of texts; a single text counts as a list if `or_one` is set.
    pub(super) fn texts(&mut self, key: &'static str, or_one: bool) -> Option<Vec<String>> {
        let node = self.node(key)?;
        self.texts_of(node, key, or_one)
    }

    /// Returns the texts of a node. Numbers count as texts, because arguments are often numbers.
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
            self.wrong(node, what, "a list of strings");
        }
        texts
    }

    /// Takes one of the known words.
    pub(super) fn word<'w>(&mut self, key: &'static str, known: &[&'w str]) -> Option<&'w str> {
        let node = self.node(key)?;
        let word = node.text().and_then(|text| known.iter().find(|known| **known == text));
        if word.is_none() {
            self.unknown_word(node, key, node.text().unwrap_or(node.kind()), known);
        }
        word.copied()
    }

    /// Reports that a word of a node is unknown.
    pub(super) fn unknown_word(&mut self, node: &Node, what: &str, word: &str, known: &[&str]) {
        let shown = excerpt(word.as_bytes(), 40);
        let help = suggestion(&shown, known);
        self.error(node, format!("{what} is `{shown}`, which is not known")).help(help);
    }

    /// Reports that a value is not what is expected, such as `a list of texts`.
    pub(super) fn wrong(&mut self, node: &Node, what: &str, wanted: &str) -> &mut Diagnostic {
        let error = match node.text() {
            Some(text) => {
                let shown = excerpt(text.as_bytes(), 40);
                node.error(format!("{what} is `{shown}`; expected {wanted}"))
            }
            None => node.is_not(what, wanted),
        };
        self.diagnostics.document(self.path, error).blocking(self.needed_for)
    }

    /// Reports an error about a required value that cannot be used.
    pub(super) fn error(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        let needed_for = self.needed_for;
        self.blemish(node, message).blocking(needed_for)
    }

    /// Reports an error about a value that can be used despite it.
    pub(super) fn blemish(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.error(self.path, message).at(node.place)
    }

    /// Reports a warning about a value.
    pub(super) fn warning(&mut self, node: &Node, message: impl Into<String>) -> &mut Diagnostic {
        self.diagnostics.warning(self.path, message).at(node.place)
    }

    /// Reports a missing key.
    pub(super) fn missing(&mut self, key: &str) -> &mut Diagnostic {
        self.diagnostics.error(self.path, format!("the key `{key}` is missing"))
    }

    /// Opens the mapping under a key.
    pub(super) fn below<'s>(&'s mut self, key: &'static str) -> Option<Keys<'a, 's>> {
        let node = self.node(key)?;
        self.below_node(node, key)
    }

    /// Opens the mapping of a node.
    pub(super) fn below_node<'n, 's>(
        &'s mut self,
        node: &'n Node,
        what: &str,
    ) -> Option<Keys<'n, 's>> {
        let Keys { path, version, needed_for, .. } = *self;
        Keys::of(node, what, path, version, needed_for, self.diagnostics)
    }

    /// Reports keys of other versions of the format, with the right key of this version.
    pub(super) fn not_in_this_version(&mut self, keys: &[(&'static str, &str)]) {
        for &(key, instead) in keys {
            if let Some(node) = self.fields.take_foreign(key) {
                let message = format!("there is no key `{key}` in this version of the format");
                self.blemish(node, message).help(instead);
            }
        }
    }

    /// Reports the keys that were not taken.
    pub(super) fn finish(self) {
        for DocumentError { place, message, help } in self.fields.unknown() {
            self.diagnostics.error(self.path, message).at(place).help = help;
        }
    }

    /// Returns the keys that were not taken.
    pub(super) fn rest(&self) -> Vec<(&'a str, &'a Node)> {
        self.fields.rest().map(|field| (field.name, field.value)).collect()
    }
}
