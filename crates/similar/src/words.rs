//! Words with a meaning in a language, and how they are folded.

use referee_tokens::Grammar;

/// How a word is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WordRole {
    /// A name: of a variable, a function, a class.
    Name,
    /// A keyword, which is kept.
    Key,
    /// The name of a built-in type. Adjacent ones, such as `long long`, are one name.
    Type,
    /// The start of a loop of any kind.
    Loop,
    /// The start of a declaration of any kind.
    Declaration,
    /// A value, such as `true`.
    Literal,
    /// A word that can usually be added or removed without changing what a program does.
    Nothing,
    /// The start of a statement that names other files or modules.
    Import,
}

/// Returns how a word is folded.
pub(super) fn role(grammar: Grammar, word: &str) -> WordRole {
    let words = words(grammar);
    let is_in = |list: &[&str]| list.contains(&word);
    match word {
        "for" | "while" | "foreach" | "loop" => WordRole::Loop,
        "true" | "false" | "null" | "nullptr" | "nil" | "None" | "True" | "False" | "NULL"
        | "undefined" => WordRole::Literal,
        _ if is_in(words.imports) => WordRole::Import,
        _ if is_in(words.nothing) => WordRole::Nothing,
        _ if is_in(words.declarations) => WordRole::Declaration,
        _ if is_in(words.types) => WordRole::Type,
        _ if is_in(words.keys) => WordRole::Key,
        _ => WordRole::Name,
    }
}

/// The words of a language.
struct LanguageWords {
    keys: &'static [&'static str],
    types: &'static [&'static str],
    declarations: &'static [&'static str],
    nothing: &'static [&'static str],
    imports: &'static [&'static str],
}

fn words(grammar: Grammar) -> &'static LanguageWords {
    match grammar {
        Grammar::C => &C,
        Grammar::CSharp => &C_SHARP,
        Grammar::Go => &GO,
        Grammar::Java => &JAVA,
        Grammar::JavaScript => &JAVA_SCRIPT,
        Grammar::Kotlin => &KOTLIN,
        Grammar::Python => &PYTHON,
        Grammar::Rust => &RUST,
    }
}

const C: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "do", "switch", "case", "default", "break", "continue", "return", "goto",
        "struct", "class", "union", "enum", "typedef", "template", "typename", "new", "delete",
        "sizeof", "operator", "try", "catch", "throw", "define", "ifdef", "ifndef", "endif",
        "namespace", "friend", "virtual",
    ],
    types: &[
        "int", "long", "short", "unsigned", "signed", "char", "bool", "float", "double", "auto",
        "size_t", "int32_t", "int64_t", "uint32_t", "uint64_t", "uint8_t", "ll", "ull",
    ],
    declarations: &[],
    nothing: &[
        "const", "static", "inline", "constexpr", "register", "volatile", "extern", "mutable",
        "public", "private", "protected", "explicit", "noexcept", "override", "final", "this",
        "std",
    ],
    imports: &["using"],
};

const C_SHARP: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "do", "switch", "case", "default", "break", "continue", "return", "goto",
        "struct", "class", "enum", "interface", "new", "try", "catch", "finally", "throw", "in",
        "out", "ref", "is", "as", "delegate", "namespace", "yield",
    ],
    types: &[
        "int", "long", "short", "uint", "ulong", "ushort", "byte", "sbyte", "char", "bool",
        "float", "double", "decimal", "string", "var", "object",
    ],
    declarations: &[],
    nothing: &[
        "const", "static", "readonly", "public", "private", "protected", "internal", "sealed",
        "override", "virtual", "abstract", "partial", "this",
    ],
    imports: &["using"],
};

const GO: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "switch", "case", "default", "break", "continue", "return", "goto", "func",
        "struct", "interface", "map", "chan", "go", "defer", "select", "range", "fallthrough",
    ],
    types: &[
        "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64",
        "float32", "float64", "byte", "rune", "string", "bool",
    ],
    declarations: &["var", "const", "type"],
    nothing: &[],
    imports: &["import", "package"],
};

const JAVA: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "do", "switch", "case", "default", "break", "continue", "return", "class",
        "enum", "interface", "record", "new", "try", "catch", "finally", "throw", "throws",
        "instanceof", "extends", "implements", "super", "yield", "assert",
    ],
    types: &[
        "int", "long", "short", "byte", "char", "boolean", "float", "double", "var", "String",
        "Integer", "Long", "Double", "Boolean", "Character",
    ],
    declarations: &[],
    nothing: &[
        "public", "private", "protected", "static", "final", "abstract", "transient", "volatile",
        "synchronized", "native", "strictfp", "this",
    ],
    imports: &["import", "package"],
};

const JAVA_SCRIPT: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "do", "switch", "case", "default", "break", "continue", "return", "class",
        "extends", "new", "try", "catch", "finally", "throw", "typeof", "instanceof", "in", "of",
        "function", "await", "yield", "delete", "super", "interface", "enum", "type",
    ],
    types: &["number", "string", "boolean", "any", "bigint"],
    declarations: &["let", "const", "var"],
    nothing: &["public", "private", "protected", "readonly", "static", "async", "export", "this"],
    imports: &["import"],
};

const KOTLIN: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "do", "when", "break", "continue", "return", "class", "interface", "object",
        "fun", "try", "catch", "finally", "throw", "in", "is", "as", "super", "typealias", "init",
    ],
    types: &[
        "Int", "Long", "Short", "Byte", "Char", "Boolean", "Float", "Double", "String", "UInt",
        "ULong", "Unit",
    ],
    declarations: &["val", "var"],
    nothing: &[
        "public", "private", "protected", "internal", "open", "final", "override", "inline",
        "const", "lateinit", "data", "suspend", "this",
    ],
    imports: &["import", "package"],
};

const PYTHON: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "elif", "break", "continue", "return", "def", "class", "try", "except",
        "finally", "raise", "with", "as", "in", "is", "and", "or", "not", "lambda", "yield",
        "global", "nonlocal", "del", "assert", "pass", "match", "case",
    ],
    types: &[],
    declarations: &[],
    nothing: &["async", "await"],
    imports: &["import", "from"],
};

const RUST: LanguageWords = LanguageWords {
    keys: &[
        "if", "else", "match", "break", "continue", "return", "fn", "struct", "enum", "trait",
        "impl", "in", "as", "move", "where", "type", "mod", "unsafe", "dyn", "ref", "self",
    ],
    types: &[
        "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32", "u64", "u128", "usize",
        "f32", "f64", "bool", "char", "str", "String",
    ],
    declarations: &["let", "const", "static"],
    nothing: &["pub", "mut"],
    imports: &["use", "extern"],
};
