use super::*;

/// Returns each table and key, with the words in braces of its text.
fn keys(language: FeedbackLanguage) -> Vec<(String, String, Vec<String>)> {
    let Texts(tables) = language.texts();
    let all = tables.iter().flat_map(|(table, texts)| {
        texts.iter().map(move |(key, text)| {
            let words =
                text.split('{').skip(1).filter_map(|part| part.split(['|', ',', '}']).next());
            let mut words: Vec<String> = words.map(String::from).collect();
            words.sort();
            words.dedup();
            (table.clone(), key.clone(), words)
        })
    });
    all.collect()
}

#[test]
fn all_languages_have_the_same_texts_with_the_same_words() {
    let english = keys(FeedbackLanguage::En);
    assert!(english.len() > 70, "{}", english.len());
    for (name, language) in FeedbackLanguage::NAMES {
        assert_eq!(keys(language), english, "{name}.toml");
        let Texts(tables) = language.texts();
        assert!(tables.values().flat_map(BTreeMap::values).all(|text| !text.is_empty()));
    }
}

#[test]
fn what_the_judge_says_is_told_in_the_language() {
    let german = FeedbackLanguage::De.texts();
    for (english, expected) in [
        ("\"12\", at line 1, column 2 of the answer", "\"12\", in Zeile 1, Spalte 2 der Antwort"),
        (
            "nothing more, at line 3, column 1 of the answer",
            "nichts weiter, in Zeile 3, Spalte 1 der Antwort",
        ),
        ("ended by SIGFPE (division by zero)", "wurde beendet durch SIGFPE (Division durch null)"),
        (
            "took 2.01 s of CPU time; the limit is 0.5 s",
            "brauchte 2,01 s Rechenzeit; das Limit ist 0,5 s",
        ),
        (
            "a.pdf is a PDF document, not a program; hand in the source file of the program: accepted extensions are .c, .py and 34 more",
            "a.pdf ist ein PDF-Dokument, kein Programm; geben Sie die Quelldatei des Programms ab (akzeptierte Endungen: .c, .py und 34 weitere)",
        ),
        (
            "none of these files is a program, but a PDF document, a picture; hand in a .zip: accepted extensions are .c",
            "keine dieser Dateien ist ein Programm, sondern ein PDF-Dokument, ein Bild; geben Sie eine ZIP-Datei ab (akzeptierte Endungen: .c)",
        ),
        ("Alice captures Bob, nothing more", "Alice captures Bob, nothing more"),
    ] {
        assert_eq!(german.translated(english), expected);
        assert_eq!(FeedbackLanguage::En.texts().translated(english), english);
    }
    // Each text has literal words that identify it.
    let Texts(english) = FeedbackLanguage::En.texts();
    for text in english["told"].values() {
        assert_eq!(FeedbackLanguage::En.texts().translated(text), *text);
        assert!(!text.split('{').all(|part| part.ends_with('}')), "{text}");
    }
}

#[test]
fn what_is_filled_in_is_not_filled_again() {
    let texts = Texts::parse("[t]\nk = 'a {x} {y}'");
    assert_eq!(texts.fill("t", "k", &[("x", "{y}"), ("y", "2")]), "a {y} 2");
    for (most, expected) in [("1", "0.5 of 1 point"), ("0.5", "0.5 of 0.5 points")] {
        let values = [("points", "0.5"), ("most", most)];
        assert_eq!(FeedbackLanguage::En.texts().fill("page", "points", &values), expected);
    }
}
