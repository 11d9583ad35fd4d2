//! Hides the authors of programs: their names, the names of their files, and comments.
//!
//! The order of pseudonyms depends on the programs, not on the names, so a list of the names does
//! not reveal it.

use super::compared::ComparedProgram;
use super::reading::SimilarSources;
use referee_base::digest::Digest;
use referee_tokens::Grammar;

/// Replaces all names.
pub(super) fn give(sources: &mut SimilarSources) {
    let SimilarSources { current, earlier, base: _, skipped } = sources;
    rename(current, "program");
    rename(earlier, "earlier program");
    for one in skipped.iter_mut() {
        one.name = "a submission".into();
        one.why.clone_from(&one.nameless_why);
    }
    skipped.sort_by(|one, other| one.why.cmp(&other.why));
}

fn rename(programs: &mut [ComparedProgram], word: &str) {
    let hash = |program: &ComparedProgram| {
        let mut digest = Digest::new();
        program.files.iter().for_each(|file| digest.add(file.text.as_bytes()));
        digest.number()
    };
    programs.sort_by_cached_key(hash);
    let width = programs.len().to_string().len();
    for (program, number) in programs.iter_mut().zip(1..) {
        program.name = format!("{word} {number:0width$}").into();
        program.earlier = program.earlier.as_ref().map(|_| "earlier".into());
        for (file, number) in program.files.iter_mut().zip(1..) {
            let extension = file.name.rsplit_once('.').map_or("", |(_, extension)| extension);
            file.name = format!("file{number}.{extension}").into();
            file.text = without_comments(program.grammar, &file.text);
        }
    }
}

/// Replaces everything that is not a token by blanks, so that every token keeps its position.
fn without_comments(grammar: Grammar, text: &str) -> String {
    let mut blank = String::with_capacity(text.len());
    let mut at = 0;
    let mut pass = |blank: &mut String, end: usize, next: &str| {
        for character in text[at..end].chars() {
            if character.is_whitespace() {
                blank.push(character)
            } else {
                blank.extend(std::iter::repeat_n(' ', character.len_utf8()))
            }
        }
        blank.push_str(next);
        at = end + next.len();
    };
    for token in grammar.tokens(text) {
        pass(&mut blank, token.start, token.text);
    }
    pass(&mut blank, text.len(), "");
    blank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_blanks() {
        let text = "// Ann Lée\nint a; /* by\nme */ b(\"// c\");\n#include \"ann.h\"\n";
        let blank = without_comments(Grammar::C, text);
        let lines: Vec<&str> = blank.lines().map(str::trim_end).collect();
        assert_eq!(lines, ["", "int a;", "      b(\"// c\");", ""]);
        assert_eq!(blank.len(), text.len());
    }
}
