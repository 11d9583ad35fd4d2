//! The script of the page: ECMAScript modules, joined into one text when the first page is written.
//!
//! As modules, their imports and the types declared in comments are checked during development
//! (`tests/browser/lint`). A page is one file that loads nothing, so its script cannot import: each
//! module becomes a constant named after its file, whose fields are its exports. The modules use
//! only the forms of `import` and `export` that [`import`] and [`exported`] parse. None of them
//! writes markup: texts of contestants become text nodes.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// The modules, each after those that it imports.
const MODULES: [(&str, &str); 22] = [
    ("dom", include_str!("script/dom.js")),
    ("query", include_str!("script/query.js")),
    ("scale", include_str!("script/scale.js")),
    ("verdicts", include_str!("script/verdicts.js")),
    ("select", include_str!("script/select.js")),
    ("order", include_str!("script/order.js")),
    ("route", include_str!("script/route.js")),
    ("store", include_str!("script/store.js")),
    ("parts", include_str!("script/parts.js")),
    ("plot", include_str!("script/plot.js")),
    ("grid", include_str!("script/grid.js")),
    ("matrix", include_str!("script/matrix.js")),
    ("times", include_str!("script/times.js")),
    ("case_view", include_str!("script/case_view.js")),
    ("submission_view", include_str!("script/submission_view.js")),
    ("kinds", include_str!("script/kinds.js")),
    ("kills", include_str!("script/kills.js")),
    ("suite", include_str!("script/suite.js")),
    ("changes", include_str!("script/changes.js")),
    ("statistics", include_str!("script/statistics.js")),
    ("views", include_str!("script/views.js")),
    ("main", include_str!("script/main.js")),
];

pub(crate) static SCRIPT: LazyLock<String> = LazyLock::new(|| {
    let mut script = String::from("\"use strict\";\n");
    for (name, text) in MODULES {
        write_module(&mut script, name, text);
    }
    script
});

fn write_module(script: &mut String, name: &str, text: &str) {
    let mut exports = Vec::new();
    let mut is_comment = false;
    let _ = writeln!(script, "const {} = (() => {{", constant(name));
    for line in text.lines() {
        // Comments are for developers, and make up a fifth of the script.
        is_comment |= line.trim_start().starts_with("/*");
        if is_comment {
            is_comment = !line.ends_with("*/");
            continue;
        }
        if let Some(Import { names, from }) = import(line) {
            // A whole module already is a constant of the same name.
            if names.starts_with('{') {
                let _ = writeln!(script, "const {names} = {};", constant(from));
            }
            continue;
        }
        let (declaration, export) = exported(line);
        exports.extend(export);
        let _ = writeln!(script, "{declaration}");
    }
    let _ = writeln!(script, "return {{ {} }};\n}})();", exports.join(", "));
}

/// An import: `names`, which is `* as Name` or a list in braces, from the module `from`.
struct Import<'a> {
    names: &'a str,
    from: &'a str,
}

fn import(line: &str) -> Option<Import<'_>> {
    let (names, from) = line.strip_prefix("import ")?.split_once(" from \"./")?;
    Some(Import { names, from: from.strip_suffix(".js\";")? })
}

/// Splits a line into its declaration without `export`, and the exported name.
fn exported(line: &str) -> (&str, Option<&str>) {
    let Some(declaration) = line.strip_prefix("export ") else {
        return (line, None);
    };
    let keywords = ["async", "function", "const", "class"];
    let mut words = declaration.split(|c: char| !c.is_alphanumeric() && c != '_');
    (declaration, words.find(|word| !keywords.contains(word)))
}

/// Returns the constant of a module: `case_view` becomes `CaseView`.
fn constant(name: &str) -> String {
    let capitalized = |word: &str| {
        let (first, rest) = word.split_at(1);
        first.to_uppercase() + rest
    };
    name.split('_').map(capitalized).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_constant() {
        let mut script = String::new();
        let text = "/*\n * Of two.\n */\n\
                    import { make } from \"./dom.js\";\nimport * as Order from \"./order.js\";\n\n\
                    /** @type {number} */\nconst own = 1;\n\
                    export const first = () => Order.of(own);\n\
                    export async function second() {\n}\n";
        write_module(&mut script, "case_view", text);
        let expected = "const CaseView = (() => {\n\
                        const { make } = Dom;\n\nconst own = 1;\n\
                        const first = () => Order.of(own);\nasync function second() {\n}\n\
                        return { first, second };\n})();\n";
        assert_eq!(script, expected);
    }

    #[test]
    fn comments_stand_on_lines_of_their_own() {
        for (name, text) in MODULES {
            let mut lines = text.lines().map(str::trim);
            let stands_alone = |line: &str| match line.strip_prefix("/*") {
                Some(rest) => !rest.trim_end_matches("*/").contains("*/"),
                None => !line.contains("/*") && (line == "*/" || !line.contains("*/")),
            };
            assert!(lines.all(stands_alone), "{name}");
        }
    }

    #[test]
    fn each_module_comes_after_those_that_it_imports() {
        let mut before: Vec<&str> = Vec::new();
        for (name, text) in MODULES {
            for line in text.lines().filter(|line| line.starts_with("import")) {
                let Import { names, from } =
                    import(line).unwrap_or_else(|| panic!("{name}: {line}"));
                assert!(before.contains(&from), "{name} imports {from}");
                let whole = format!("* as {}", constant(from));
                assert!(names == whole || names.starts_with("{ "), "{name}: {line}");
            }
            before.push(name);
        }
    }
}
