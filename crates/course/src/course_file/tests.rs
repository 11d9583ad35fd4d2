use super::*;

fn parse(text: &str) -> Result<CourseFile, String> {
    let text = format!("format = 1\n{text}");
    CourseFile::parse(Path::new("term"), &text).map_err(|error| {
        error.to_string() + &error.help.map_or(String::new(), |help| format!(" ({help})"))
    })
}

#[test]
fn the_only_exercise_stands_at_the_top() {
    let text = "title = 'Moves'\nproblem = 'no-such-folder'\nsubmissions = 'moodle.zip'\nlanguage = 'en'\n\
        due = '2026-11-22 23:59'\nlate = '10%/day'\nextensions = 'more.csv'\nfeedback = 'own-output'\n\
        worksheet = 'w.csv'\ncolumns = 'grade=Points'\nattempt = 'best'\neach = 'file'\nmaximum = 12.5";
    let course = parse(text).unwrap();
    let [exercise] = &course.exercises[..] else { panic!("{course:?}") };
    assert!(!course.has_several);
    assert_eq!((exercise.name.as_str(), exercise.title.as_str()), ("exercise", "Moves"));
    assert_eq!(exercise.problem, Path::new("term/no-such-folder"));
    assert_eq!(exercise.submissions, Path::new("term/moodle.zip"));
    assert_eq!(exercise.attempts, Attempts::Best);
    assert_eq!(exercise.grouping, Grouping::EachFile);
    assert_eq!(exercise.feedback, Some(FeedbackLevel::OwnOutput));
    assert_eq!(exercise.maximum, Some(Points::of_hundredths(1250)));
    assert_eq!(course.results, Path::new("term/results"));
}

#[test]
fn an_exercise_says_what_differs_from_the_others() {
    let shipped = referee_checker::problems()[0].name();
    let text = format!(
        "title = 'Term'\nbest = 1\nlate = '10%'\ndue = '2026-11-22'\nsubmissions = 'all'\n\
        problem = '{shipped}'\n[[exercise]]\nname = 'a'\ntitle = 'First'\n\
        [[exercise]]\nname = 'b'\nlate = '20%'\nweight = 2"
    );
    let course = parse(&text).unwrap();
    let of = |exercise: &Exercise| {
        let late = exercise.late.map(|rule| rule.to_string());
        (exercise.title.clone(), late, exercise.weight.to_string())
    };
    let all: Vec<_> = course.exercises.iter().map(of).collect();
    assert_eq!(course.exercises[0].problem, Path::new(shipped));
    let expected = [("First", "10%", "1"), ("b", "20%", "2")];
    let expected = expected.map(|(title, late, weight)| {
        (title.to_string(), Some(late.to_string()), weight.to_string())
    });
    assert_eq!(all, expected);
}

/// What all exercises share may have no effect in some of them, but not in all.
#[test]
fn an_exercise_without_a_due_time_is_never_late() {
    let shared = "submissions = 'a'\nlate = '10%'\nextensions = 'x.csv'\n";
    let others = "[[exercise]]\nname = 'a'\n[[exercise]]\nname = 'b'\n";
    let course = parse(&format!("{shared}{others}due = '2026-11-22'")).unwrap();
    let are_due: Vec<bool> = course.exercises.iter().map(|one| one.due.is_some()).collect();
    assert_eq!(are_due, [false, true]);
    let why = |text: &str| parse(text).unwrap_err();
    let words = "this has no effect without `due`";
    assert_eq!(why(&format!("{shared}{others}")), format!("line 3, column 8: {words}"));
    let own = "submissions = 'a'\n[[exercise]]\nname = 'a'\nlate = '10%'\n\
        [[exercise]]\nname = 'b'\ndue = '2026-11-22'";
    assert_eq!(why(own), format!("line 5, column 8: {words}"));
}

/// An exercise replaces what all are scaled to, and is not scaled to a worksheet that it lacks.
#[test]
fn exercises_are_scaled_to_their_own_maximum() {
    let scales = |text: &str| -> Vec<(bool, Option<String>)> {
        let of = |one: &Exercise| (one.scale, one.maximum.map(|maximum| maximum.to_string()));
        parse(text).unwrap().exercises.iter().map(of).collect()
    };
    let shared = "submissions = 'a'\nscale = true\n";
    let own = "[[exercise]]\nname = 'a'\nworksheet = 'w'\n\
        [[exercise]]\nname = 'b'\n\
        [[exercise]]\nname = 'c'\nworksheet = 'w'\nmaximum = 3\n\
        [[exercise]]\nname = 'd'\nworksheet = 'w'\nscale = false";
    let expected = [(true, None), (false, None), (false, Some("3".into())), (false, None)];
    assert_eq!(scales(&format!("{shared}{own}")), expected);
    let shared = "submissions = 'a'\nmaximum = 10\nworksheet = 'w'\n";
    let own = "[[exercise]]\nname = 'a'\nscale = true\n[[exercise]]\nname = 'b'";
    let expected = [(true, None), (false, Some("10".into()))];
    assert_eq!(scales(&format!("{shared}{own}")), expected);
    let why = |keys: &str| parse(&format!("submissions = 'a'\nscale = true\n{keys}")).unwrap_err();
    let no_worksheet = "line 3, column 9: this has no effect without `worksheet`";
    assert_eq!(why("[[exercise]]\nname = 'a'"), no_worksheet);
    let both = "line 3, column 9: points are scaled to `maximum`, or to the worksheet's";
    assert_eq!(why("maximum = 3"), both);
}

/// Returns the template with its examples turned into keys.
fn with_examples() -> String {
    let is_example = |rest: &&str| rest.starts_with(|c: char| c.is_ascii_lowercase() || c == '[');
    let key = |line: &'static str| line.strip_prefix('#').filter(is_example).unwrap_or(line);
    TEMPLATE.lines().map(|line| key(line).to_string() + "\n").collect()
}

#[test]
fn the_template_explains_every_key() {
    let folder = Path::new(".");
    let bare = CourseFile::parse(folder, TEMPLATE).unwrap();
    assert!(!bare.has_several && bare.exercises[0].due.is_none());
    let text = with_examples();
    let course = CourseFile::parse(folder, &text).unwrap();
    let [exercise] = &course.exercises[..] else { panic!("{course:?}") };
    assert_eq!((exercise.name.as_str(), course.best), ("sheet-3", Some(9)));
    assert!(exercise.late.is_some() && exercise.columns.is_some());
    // The advice for an unknown key lists all keys.
    for (above, end) in
        [("", "\nsubmissions = 'x'"), ("submissions = 'x'\n[[exercise]]\nname = 'a'\n", "")]
    {
        let unknown = format!("format = 1\n{above}qqqqqqqqqqqq = 1{end}");
        let help = CourseFile::parse(folder, &unknown).unwrap_err().help.unwrap();
        let known = help.strip_prefix("expected one of: ").unwrap();
        for key in known.split(", ").filter(|key| *key != "exercise") {
            assert!(text.contains(&format!("\n{key} = ")), "{key}");
        }
    }
}

#[test]
fn what_is_not_understood_is_named_with_its_place() {
    for (text, why) in [
        (
            "titel = 'x'\nsubmissions = 'a'",
            "line 2, column 1: unknown key `titel` (did you mean `title`?)",
        ),
        (
            "title = 'x'",
            "line 1, column 1: the key `submissions` is missing: it names the hand-ins",
        ),
        ("due = 'soon'\nsubmissions = 'a'", "line 2, column 7: due: `soon` is not a valid time"),
        (
            "due = '2026-11-22'\nlate = 'much'\nsubmissions = 'a'",
            "line 3, column 8: late: `much` is neither",
        ),
        ("late = '10%'\nsubmissions = 'a'", "line 2, column 8: this has no effect without `due`"),
        (
            "extensions = 'a'\nsubmissions = 'a'",
            "line 2, column 14: this has no effect without `due`",
        ),
        (
            "columns = 'id=x'\nsubmissions = 'a'",
            "line 2, column 11: this has no effect without `worksheet`",
        ),
        (
            "attempt = 'first'",
            "line 2, column 11: attempt = \"first\" is none of latest, best, all",
        ),
        (
            "feedback = 'all'",
            "line 2, column 12: feedback = \"all\" is none of verdict, own-output, full",
        ),
        ("language = 'fr'", "line 2, column 12: language = \"fr\" is none of en, de"),
        ("each = 'student'", "line 2, column 8: each = \"student\" is none of file, folder"),
        ("students = 7", "line 2, column 12: students must be a string in quotes, found: integer"),
        ("best = 0", "line 2, column 8: best = 0 is outside 1..=1000"),
        ("name = 'a/b'", "line 2, column 8: name: this cannot be the name of a folder; `a-b` can"),
        (
            "name = 'x'\n[[exercise]]\nname = 'a'",
            "line 2, column 8: name: this is not in an exercise",
        ),
        ("[[exercise]]\ntitle = 'x'", "line 2, column 1: this exercise has no name"),
        (
            "submissions = 'a'\n[[exercise]]\nname = 'a'\n[[exercise]]\nname = 'A'",
            "line 6, column 8: name: another exercise or file of a run is called A",
        ),
        (
            "submissions = 'a'\n[[exercise]]\nname = 'Published'",
            "line 4, column 8: name: another exercise or file of a run is called Published",
        ),
        ("[[exercise]]\nname = 'a'\nbest = 2", "line 4, column 1: unknown key `best`"),
    ] {
        let error = parse(text).unwrap_err();
        assert!(error.starts_with(why), "{text}: {error}");
    }
}

#[test]
fn the_version_is_not_guessed() {
    let error = CourseFile::parse(Path::new("."), "submissions = 'a'").unwrap_err();
    assert_eq!(error.to_string(), "line 1, column 1: the key `format` is missing");
}
