//! The page of `--report html` in a real browser: opened from a file, without a network and with an
//! empty console; clicked, typed into, navigated by keyboard; its contrast measured; with hostile
//! names and outputs.
//!
//! Needs Debian's `chromium` and `chromium-driver`. Without them the tests say so and pass, unless
//! `REFEREE_BROWSER=required`. Screenshots of all views are left in `target/tmp/browser`.

#[allow(dead_code, reason = "shared with other test programs, which need more of it")]
#[path = "../executables/mod.rs"]
mod executables;
mod pages;
mod shared;
mod webdriver;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use pages::Page;
use serde_json::{Value, json};
use shared::Borrowed;
use webdriver::Browser;

const CHECKS: &str = include_str!("checks.js");
const PURE: &str = include_str!("pure.js");

/// Keys, in WebDriver's encoding.
const ENTER: &str = "\u{e007}";
const ESCAPE: &str = "\u{e00c}";
const TAB: &str = "\u{e004}";

/// Returns a browser, or prints why there is none.
fn browser() -> Option<Borrowed> {
    match Borrowed::take() {
        Ok(browser) => Some(browser),
        Err(why) if std::env::var("REFEREE_BROWSER").is_ok_and(|value| value == "required") => {
            panic!("no browser: {why}")
        }
        Err(why) => {
            // Not `eprintln!`, whose output is only shown for failing tests.
            let _ = writeln!(std::io::stderr(), "skipped, since there is no browser: {why}");
            None
        }
    }
}

/// Runs one of the checks in `checks.js`, and asserts that it finds nothing.
fn assert_nothing(browser: &Browser, check: &str, context: &str) {
    let found = browser.run(&format!("{CHECKS}\nreturn {check}();"));
    assert_eq!(found, json!([]), "{check}, {context}");
}

/// Asserts what must hold for every view of every page.
fn assert_view(browser: &Browser, context: &str) {
    for check in ["structure", "paleTexts", "requests"] {
        assert_nothing(browser, check, context);
    }
    assert_eq!(browser.console(), [""; 0], "{context}");
}

/// Returns the text of an element.
fn text(browser: &Browser, selector: &str) -> String {
    let script = "return document.querySelector(arguments[0])?.innerText ?? ''";
    browser.run_with(script, &[selector.into()]).as_str().unwrap().to_string()
}

/// Returns the number of matching elements.
fn count(browser: &Browser, selector: &str) -> u64 {
    let script = "return document.querySelectorAll(arguments[0]).length";
    browser.run_with(script, &[selector.into()]).as_u64().unwrap()
}

/// Returns the focused cell of the grid: row and column, from 0; -1 for the headers.
fn focus(browser: &Browser) -> [i64; 2] {
    let script = "const { row, column } = document.activeElement.dataset; return [Number(row), Number(column)]";
    serde_json::from_value(browser.run(script)).unwrap()
}

fn fragment(browser: &Browser) -> String {
    browser.run("return decodeURIComponent(location.hash)").as_str().unwrap().to_string()
}

/// Returns the folder of screenshots.
fn pictures() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser")
}

#[test]
fn pure_functions() {
    let Some(browser) = browser() else { return };
    browser.open(Page::of_outputs("infinity-war").path(), "");
    let wrong = browser.run_async(&format!(
        "const done = arguments[0]; (async () => {{ {PURE} }})().then(done, (error) => done([String(error)]));"
    ));
    assert_eq!(wrong, json!([]));
}

#[test]
fn every_view_in_every_light() {
    let Some(browser) = browser() else { return };
    let page = Page::of_submissions();
    let views = [
        ("matrix", ""),
        ("query", "#q=v:W"),
        ("case", "#view=case&case=sample/01-bob-wins"),
        ("submission", "#view=submission&s=accepted/one_move.rs&case=sample/01-bob-wins"),
        ("kinds", "#view=kinds"),
        ("suite", "#view=suite"),
        ("times", "#view=times"),
        ("nothing", "#q=s:nobody"),
        ("missing", "#view=case&case=no/such"),
    ];
    for (view, fragment) in views {
        for (scheme, width) in [("light", 1600), ("dark", 1600), ("light", 400), ("dark", 400)] {
            let context = format!("{view}-{scheme}-{width}");
            browser.resize(width, 1000);
            browser.prefer(scheme, "screen");
            browser.open(page.path(), fragment);
            assert_view(&browser, &context);
            browser.picture(&pictures().join(format!("{context}.png")));
        }
    }
    browser.prefer("dark", "print");
    assert_nothing(&browser, "paleTexts", "print");
}

#[test]
fn the_kill_matrix_in_every_light() {
    let Some(browser) = browser() else { return };
    let page = Page::of_suite();
    for (scheme, width) in [("light", 1600), ("dark", 1600), ("light", 400), ("dark", 400)] {
        browser.resize(width, 1000);
        browser.prefer(scheme, "screen");
        for (view, fragment) in [("kills", ""), ("kills-given", "#view=suite&order=given")] {
            let context = format!("{view}-{scheme}-{width}");
            browser.open(page.path(), fragment);
            assert_view(&browser, &context);
            assert_nothing(&browser, "grid", &context);
            browser.picture(&pictures().join(format!("{context}.png")));
        }
    }
    assert_eq!(browser.run("return window.stolen ?? null"), Value::Null);
    browser.prefer("dark", "print");
    browser.open(page.path(), "");
    assert_nothing(&browser, "paleTexts", "kills, printed");
}

#[test]
fn the_kill_matrix_says_who_is_caught_by_what() {
    let Some(browser) = browser() else { return };
    let page = Page::of_suite();
    browser.resize(1600, 1000);
    browser.open(page.path(), "");
    assert_eq!(fragment(&browser), "#view=suite");
    let figures = text(&browser, ".kills .numbers");
    for figure in ["16 of 17", "wrong programs caught, 94.1 %", "1 of 2", "accepted, 50.0 %"] {
        assert!(figures.contains(figure), "{figures}");
    }
    assert!(text(&browser, ".kills .columns").contains("and no fewer do; samples always stay"));
    let flags = "return [...document.querySelectorAll('.weak-spot')].map((line) => line.innerText.split(' by ')[0])";
    let weak = [
        "REFUSED accepted/slip.sh",
        "NOT CAUGHT wrong_answer/never.sh",
        "ON DEMAND ONLY wrong_answer/on-demand.sh",
        "ONE CASE wrong_answer/once.sh",
    ];
    assert_eq!(browser.run(flags), json!(weak));
    // A wrong output does not count as caught for a program that is meant to crash.
    let cells = "const row = [...document.querySelectorAll('.sizer .row')].find((row) => row.innerText.includes('stops.sh'));
        return [...row.querySelectorAll('a[data-v]')].map((cell) => `${cell.dataset.v} ${cell.classList.contains('beside')}`)";
    let cells = browser.run(cells);
    let cells: Vec<&str> =
        cells.as_array().unwrap().iter().map(|cell| cell.as_str().unwrap()).collect();
    assert!(cells.contains(&"R false") && cells.contains(&"P true"), "{cells:?}");
    assert!(!cells.contains(&"R true") && !cells.contains(&"P false"), "{cells:?}");
    // From top to bottom, the first case that catches a program comes later and later.
    let steps = "return [...document.querySelectorAll('.sizer .row')].map((row) => {
        const caught = row.querySelector('[role=gridcell] a:not(.beside)');
        return caught ? Number(caught.dataset.column) : -1;
    })";
    let steps: Vec<i64> = serde_json::from_value(browser.run(steps)).unwrap();
    assert!(steps.len() > 10 && steps.is_sorted() && steps[..2] == [-1, 0], "{steps:?}");
    browser.click(".kills .order a:not([aria-current])");
    assert_eq!(fragment(&browser), "#view=suite&order=given");
    assert!(text(&browser, ".groups").contains("sample"));
    browser.press(&["/"]);
    browser.type_text("s:once");
    assert_eq!(text(&browser, ".found"), "1 of 17 wrong programs, 52 of 52 cases");
    browser.press(&[ESCAPE]);
    browser.click(".kills [role=gridcell] a[data-v=W]:not(.beside)");
    assert!(fragment(&browser).starts_with("#view=submission&case="), "{}", fragment(&browser));
    // The other views are there as for any run.
    browser.click("nav a");
    assert_eq!(text(&browser, ".view h2"), "Submissions and cases");
}

/// The result comes first: the distribution of points, then a matrix as wide as the page, with
/// groups of cases as columns.
#[test]
fn a_class_is_seen_at_a_glance() {
    let Some(browser) = browser() else { return };
    let page = Page::of_class();
    for (scheme, width) in [("light", 1600), ("dark", 1600), ("light", 400), ("dark", 400)] {
        browser.resize(width, 1000);
        browser.prefer(scheme, "screen");
        browser.open(page.path(), "");
        let context = format!("class-{scheme}-{width}");
        assert_view(&browser, &context);
        assert_nothing(&browser, "grid", &context);
        browser.picture(&pictures().join(format!("{context}.png")));
    }
    browser.resize(1600, 1000);
    browser.prefer("light", "screen");
    browser.open(page.path(), "");
    let bars = "return [...document.querySelectorAll('.spread li')].map((bar) => Number(bar.children[1].textContent))";
    let bars: Vec<u32> = serde_json::from_value(browser.run(bars)).unwrap();
    assert_eq!((bars.len() >= 10, bars.iter().sum::<u32>()), (true, 30), "{bars:?}");
    let heads = text(&browser, "#summary thead");
    assert!(heads.contains("Samples of 2") && heads.contains("Large ones of 5"), "{heads}");
    // No box scrolls if everything is visible, and little of the width is empty.
    let free = "const grid = document.querySelector('.grid'), cells = [...grid.querySelectorAll('.sizer .cell')];
        const right = Math.max(...cells.map((cell) => cell.getBoundingClientRect().right));
        return [grid.scrollHeight <= grid.clientHeight, (grid.getBoundingClientRect().right - right) / grid.clientWidth]";
    let (is_whole, free): (bool, f64) = serde_json::from_value(browser.run(free)).unwrap();
    assert!(is_whole && free < 0.2, "{is_whole} {free}");
    // The keyboard reaches every row, and the page scrolls along.
    browser.run("document.querySelector('.grid [tabindex=\"0\"]').focus()");
    browser.press(&["\u{e010}"]);
    let seen = "const { top, bottom } = document.activeElement.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight";
    assert_eq!(browser.run(seen), json!(true));
    // A case is only called never failed if every submission ran on it.
    browser.open(page.path(), "#view=suite");
    let suite = text(&browser, ".suite");
    assert!(
        suite.contains("may catch some: not all submissions ran them, after a failure"),
        "{suite}"
    );
    // Paper cannot be scrolled.
    browser.resize(794, 1100);
    browser.prefer("light", "print");
    browser.open(page.path(), "");
    assert_nothing(&browser, "paleTexts", "class, printed");
    let cut = "const page = document.documentElement, grid = document.querySelector('.grid');
        return [page.scrollWidth - page.clientWidth, grid.scrollWidth - grid.clientWidth]";
    assert_eq!(browser.run(cut), json!([0, 0]));
    browser.picture(&pictures().join("class-print.png"));
}

/// The page of a batch says what to look at, and has no script.
#[test]
fn a_batch_is_a_plain_page() {
    let Some(browser) = browser() else { return };
    let page = Page::of_batch();
    for (scheme, width) in [("light", 1280), ("dark", 1280), ("light", 400)] {
        browser.resize(width, 1000);
        browser.prefer(scheme, "screen");
        browser.load(page.path(), "");
        let context = format!("batch-{scheme}-{width}");
        assert_eq!(text(&browser, "#suspicions a"), "sums/3");
        assert_eq!((count(&browser, "script"), count(&browser, ".task")), (0, 14));
        assert_view(&browser, &context);
        let cut =
            "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
        assert_eq!(browser.run(cut), json!(0), "{context}");
        browser.picture(&pictures().join(format!("{context}.png")));
    }
}

/// The page of a student begins with the result, and has no script.
#[test]
fn a_student_reads_a_plain_page() {
    let Some(browser) = browser() else { return };
    let page = Page::of_class();
    let views = [
        ("light", "screen", 1280),
        ("dark", "screen", 1280),
        ("light", "screen", 400),
        ("dark", "screen", 400),
        ("light", "print", 794),
    ];
    for (scheme, medium, width) in views {
        browser.resize(width, 1000);
        browser.prefer(scheme, medium);
        browser.load(page.student(1), "");
        let context = format!("student-{scheme}-{medium}-{width}");
        assert_eq!(text(&browser, ".sentence"), "wrong answer, 5 of 10 points");
        assert_eq!(count(&browser, "script, input, a"), 0);
        assert_view(&browser, &context);
        let cut =
            "const page = document.documentElement; return page.scrollWidth - page.clientWidth";
        assert_eq!(browser.run(cut), json!(0), "{context}");
        browser.picture(&pictures().join(format!("{context}.png")));
    }
}

#[test]
fn surprises_come_first() {
    let Some(browser) = browser() else { return };
    browser.open(Page::of_submissions().path(), "");
    assert_eq!(text(&browser, ".sentence"), "1 of 3 as expected; 2 surprises");
    let surprises = text(&browser, ".surprises");
    assert!(surprises.contains("NOT AS EXPECTED accepted/one_move.rs wrong answer"), "{surprises}");
    assert!(surprises.contains("NOT CAUGHT wrong_answer/marks.rs accepted"), "{surprises}");
    let first = "return [...document.querySelectorAll('.sizer .row')].map((row) => row.querySelector('.name').textContent)";
    let names = ["accepted/one_move.rs", "wrong_answer/marks.rs", "accepted/marks.rs"];
    assert_eq!(browser.run(first), json!(names));
    browser.click(".surprises a");
    assert_eq!(text(&browser, "h2"), "accepted/one_move.rs");
    assert_eq!(browser.run("return document.activeElement.tagName"), "H2");
    browser.back();
    assert_eq!(text(&browser, ".view h2"), "Submissions and cases");
}

#[test]
fn of_one_submission_its_own_page_is_the_first() {
    let Some(browser) = browser() else { return };
    browser.open(Page::of_contestant("subtraction-game", "bees").path(), "");
    assert_eq!(text(&browser, ".view h2"), "bees");
    assert_eq!(text(&browser, "nav [aria-current]"), "Result");
    assert!(count(&browser, ".refusal-line") > 10);
    assert_view(&browser, "one submission");
}

#[test]
fn changes_stand_old_beside_new() {
    let Some(browser) = browser() else { return };
    let page = Page::of_changes();
    browser.open(page.path(), "#view=changes");
    let changes = text(&browser, ".changes");
    assert!(changes.contains("Against old.jsonl"), "{changes}");
    assert_eq!(text(&browser, ".changes tbody th"), "ants");
    assert_eq!(text(&browser, ".changes tbody td:last-child"), "2");
    assert!(changes.contains("New") && changes.contains("bees"), "{changes}");
    browser.click(".changes summary");
    let first = text(&browser, ".changes details a");
    assert!(first.starts_with("A → W sample/01-bob-wins"), "{first}");
    assert_view(&browser, "changes");
    browser.click(".changes details a");
    assert_eq!(fragment(&browser), "#view=submission&case=sample/01-bob-wins&s=ants");
}

#[test]
fn answers_of_several_lines_are_compared_line_by_line() {
    let Some(browser) = browser() else { return };
    let page = Page::of_lines();
    browser.open(page.path(), "");
    browser.click("[role=gridcell] a[data-v=W]");
    assert_eq!(count(&browser, ".opened .diff tbody tr"), 2);
    assert_eq!(count(&browser, ".opened .diff tr.differs"), 1);
    let caption = text(&browser, ".opened .diff caption");
    assert_eq!(caption, "Output beside the jury's answer, 1 of 2 lines differs");
    assert!(text(&browser, ".opened .diff tr.differs").contains("2.25"));
    assert_eq!(count(&browser, ".opened .diff .none"), 0);
}

#[test]
fn clicks_lead_from_a_letter_to_its_refusal_and_back() {
    let Some(browser) = browser() else { return };
    let page = Page::of_outputs("infinity-war");
    browser.resize(1600, 1000);
    browser.open(page.path(), "");
    assert_nothing(&browser, "grid", "matrix");
    browser.click("[role=gridcell] a[data-v=W]");
    assert_eq!(fragment(&browser), "#view=submission&case=secret/07-own-square-only-3-1&s=crabs");
    assert!(text(&browser, ".opened").contains("there is a square that Bob cannot reach"));
    assert_eq!(count(&browser, ".opened .diff tr.differs"), 1);
    assert_nothing(&browser, "grid", "submission");
    browser.click(".opened h3 a");
    assert_eq!(text(&browser, ".case h2"), "secret/07-own-square-only-3-1");
    assert!(
        text(&browser, ".kind h3").starts_with("W wrong answer"),
        "{}",
        text(&browser, ".kind h3")
    );
    assert!(text(&browser, ".excerpt pre").starts_with("3\n"));
    browser.back();
    browser.back();
    assert_eq!(fragment(&browser), "");
    assert_eq!(count(&browser, "[role=grid]"), 1);
}

#[test]
fn what_is_pointed_at_and_copied_is_said() {
    let Some(browser) = browser() else { return };
    browser.resize(1600, 1000);
    browser.open(Page::of_submissions().path(), "");
    // Within a link, the mouse is over the folder or the file name.
    let point = "document.querySelector('.sizer .side .file')
        .dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))";
    browser.run(point);
    assert_eq!(text(&browser, ".said"), "accepted/one_move.rs");
    browser.click(".sizer [role=gridcell] a[data-v=W]");
    browser.click(".opened .command button");
    let said = "const done = arguments[0], status = document.querySelector('.opened [role=status]');
        const look = () => status.textContent ? done(status.textContent) : requestAnimationFrame(look);
        look();";
    let said = browser.run_async(said);
    assert!(said == "Copied" || said == "Selected", "{said}");
}

#[test]
fn two_clicks_show_no_times_twice() {
    let Some(browser) = browser() else { return };
    browser.open(Page::of_suite().path(), "#view=times");
    let names = "const done = arguments[0], more = document.querySelector('.panels + button');
        const names = () => [...document.querySelectorAll('.panels figcaption')].map((name) => name.innerText);
        const look = () => names().length < 19 ? requestAnimationFrame(look) : done(names());
        more.click();
        more.click();
        look();";
    let names: Vec<String> = serde_json::from_value(browser.run_async(names)).unwrap();
    let different: std::collections::HashSet<&String> = names.iter().collect();
    assert_eq!((names.len(), different.len()), (19, 19), "{names:?}");
}

#[test]
fn queries_are_typed_sent_and_undone() {
    let Some(browser) = browser() else { return };
    browser.open(Page::of_outputs("infinity-war").path(), "");
    browser.press(&["/"]);
    browser.type_text("v:P c:secret/1*");
    assert_eq!(text(&browser, ".found"), "1 of 3 submissions, 2 of 73 cases");
    assert_eq!(fragment(&browser), "#q=v:P c:secret/1*");
    browser.type_text(" x:y");
    assert!(text(&browser, "#query-error").contains("There is no key “x:”"));
    assert_eq!(browser.run("return document.activeElement.getAttribute('aria-invalid')"), "true");
    browser.press(&[ESCAPE]);
    assert_eq!(text(&browser, ".found"), "3 of 3 submissions, 73 of 73 cases");
    browser.type_text("s:nobody");
    browser.press(&[ENTER]);
    assert!(text(&browser, ".nothing").contains("Nothing matches"));
    browser.click(".nothing a");
    assert_eq!(fragment(&browser), "");
    // The same query in the address, as in a shared link.
    browser.open(Page::of_outputs("infinity-war").path(), "#q=s:bees%20v:W");
    assert_eq!(text(&browser, ".found"), "1 of 3 submissions, 7 of 73 cases");
    assert_eq!(browser.run("return document.getElementById('query').value"), "s:bees v:W");
    browser.click(".help summary");
    browser.click(".help a");
    assert_eq!(fragment(&browser), "#q=v:W");
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn the_grid_is_walked_by_keyboard() {
    let Some(browser) = browser() else { return };
    let [left, up, right, down] = ["\u{e012}", "\u{e013}", "\u{e014}", "\u{e015}"];
    let [end, home, control] = ["\u{e010}", "\u{e011}", "\u{e009}"];
    browser.resize(800, 700);
    browser.open(Page::of_outputs("infinity-war").path(), "");
    // With the keyboard only: out of the field, past the help and the order, into the grid.
    browser.press(&["/"]);
    let mut stops = 0;
    while browser.run("return !document.activeElement.closest('[role=grid]')") == true {
        browser.press(&[TAB]);
        stops += 1;
        assert!(stops < 10, "the grid is not reached by Tab");
    }
    assert_eq!(focus(&browser), [0, -1]);
    let outline = "return getComputedStyle(document.activeElement).outlineStyle";
    assert_eq!(browser.run(outline), "solid");
    browser.press(&[right, right, down]);
    assert_eq!(focus(&browser), [1, 1]);
    browser.press(&[up, up]);
    assert_eq!(focus(&browser), [-1, 1]);
    browser.press(&[up, left, left]);
    assert_eq!(focus(&browser), [-1, 0], "there is nothing in the corner");
    browser.press(&[down, end]);
    assert_eq!(focus(&browser), [0, 72]);
    assert_nothing(&browser, "grid", "at the end");
    let in_sight = "const cell = document.activeElement.getBoundingClientRect();
        const grid = document.querySelector('[role=grid]').getBoundingClientRect();
        return cell.right <= grid.right && cell.left >= grid.left";
    assert_eq!(browser.run(in_sight), true);
    // Scrolling moves the cell out of sight but keeps its focus.
    let scroll = "const done = arguments[0]; document.querySelector('[role=grid]').scrollLeft = 0;
        requestAnimationFrame(() => requestAnimationFrame(() => done(document.activeElement.dataset.column)));";
    assert_eq!(browser.run_async(scroll), "72");
    assert_nothing(&browser, "grid", "scrolled away");
    browser.press(&[home, ENTER]);
    assert_eq!(fragment(&browser), "#view=submission&s=crabs");
    browser.back();
    browser.press(&[control]);
    assert_eq!(browser.console(), [""; 0]);
}

#[test]
fn hostile_names_and_outputs_stay_text() {
    let Some(browser) = browser() else { return };
    let page = Page::of_hostile_outputs();
    browser.open(page.path(), "");
    let names = browser.run("return Store.open().then(({ run }) => [run.submissions.map(({ name }) => name), run.cases])");
    let names: [Vec<String>; 2] = serde_json::from_value(names).unwrap();
    let blocks = count(&browser, "script[type='application/octet-stream']");
    for name in &names[0] {
        for case in &names[1] {
            for view in ["submission", "case"] {
                let encode = "const [view, s, name] = [...arguments].map(encodeURIComponent);
                    return `#view=${view}&s=${s}&case=${name}`;";
                let fragment = browser
                    .run_with(encode, &[view.into(), name.as_str().into(), case.as_str().into()]);
                browser.open(page.path(), fragment.as_str().unwrap());
                assert_view(&browser, &format!("{view} {name} {case}"));
                // The page contains only its own elements.
                assert_eq!(count(&browser, "script"), blocks + 1);
                assert_eq!(
                    count(
                        &browser,
                        "[onerror], [onload], iframe, object, embed, base, link, marquee"
                    ),
                    0
                );
                assert_eq!(browser.run("return window.stolen ?? null"), Value::Null);
            }
        }
    }
    for fragment in [
        "",
        "#view=kinds",
        "#view=suite",
        "#q=%3Cscript%3E",
        "#view=%3Cb%3E&q=%22%3E%3Cimg%20src=x%20onerror=alert(1)%3E",
    ] {
        browser.open(page.path(), fragment);
        assert_view(&browser, fragment);
    }
}

/// The page that a student gets, which has no views.
const STUDENT: &str = "a student";

/// A page without views.
const PLAIN: &str = "a batch";

/// `tests/browser/install` puts axe-core into target/browser.
#[test]
fn axe_finds_nothing() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let file = target.join("browser/axe.min.js");
    let Ok(axe) = fs::read_to_string(&file) else {
        let is_required = std::env::var("REFEREE_BROWSER").is_ok_and(|value| value == "required");
        assert!(!is_required, "{} is missing: run tests/browser/install", file.display());
        let _ = writeln!(
            std::io::stderr(),
            "skipped, since axe-core is not there: tests/browser/install"
        );
        return;
    };
    let Some(browser) = browser() else { return };
    let (page, suite, class) = (Page::of_submissions(), Page::of_suite(), Page::of_class());
    let batch = Page::of_batch();
    let views = [
        (&page, ""),
        (&page, "#view=submission&s=accepted/one_move.rs&case=sample/01-bob-wins"),
        (&page, "#view=case&case=sample/01-bob-wins"),
        (&page, "#view=kinds"),
        (&page, "#view=suite"),
        (&page, "#view=times"),
        (&suite, "#view=suite"),
        (&suite, "#view=suite&order=given"),
        (&class, ""),
        (&class, "#view=suite"),
        (&class, "#view=statistics"),
        (&class, STUDENT),
        (&batch, PLAIN),
    ];
    for scheme in ["light", "dark"] {
        browser.prefer(scheme, "screen");
        for (page, view) in views {
            match view {
                STUDENT => browser.load(page.student(1), ""),
                PLAIN => browser.load(page.path(), ""),
                view => browser.open(page.path(), view),
            }
            browser.run(&axe);
            let found = browser.run_async(
                "const done = arguments[0];
                axe.run(document, { preload: false }).then(({ violations }) => done(violations.map(({ id, nodes }) =>
                    [id, nodes.slice(0, 3).map(({ html, failureSummary }) => [html.slice(0, 200), failureSummary])])),
                    (error) => done([String(error)]));",
            );
            assert_eq!(found, json!([]), "{view} {scheme}");
        }
    }
}

/// The script adds text nodes only. Creating markup from text would require one of these words.
#[test]
fn the_script_makes_no_markup_of_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/page/src/script");
    let list = fs::read_to_string(folder.with_extension("rs")).unwrap();
    let words = [
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
        "srcdoc",
        "createContextualFragment",
        "DOMParser",
        "setHTML",
        "javascript:",
        "http:",
        "import(",
        "fetch(",
    ];
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if !name.ends_with(".js") {
            continue; // settings of `tests/browser/lint`
        }
        assert!(list.contains(&format!("script/{name}")), "{name} is no part of the page");
        // The only URL in it is a namespace name.
        let text = fs::read_to_string(&path).unwrap().replace("http://www.w3.org/2000/svg", "");
        // A closing script tag, or an opening comment, would end the script of the page early.
        for word in words.into_iter().chain(["</script", "<!--"]) {
            assert!(!text.contains(word), "{name}: {word}");
        }
    }
}

/// Prints how long a large page takes to become usable, and the memory of its script:
/// `REFEREE_PAGE=FILE cargo test --test browser -- --ignored --nocapture`.
#[test]
#[ignore = "measures a page that somebody else makes"]
fn time_until_usable() {
    let page = PathBuf::from(std::env::var_os("REFEREE_PAGE").expect("REFEREE_PAGE names a page"));
    let browser = browser().expect("a browser");
    for fragment in ["", "#q=v:W", "#q=v:W%20near", "#view=kinds", "#view=suite", "#view=times"] {
        browser.open(&page, fragment);
        let figures = browser.run(
            "return [document.documentElement.dataset.usable, performance.memory.usedJSHeapSize >> 20]",
        );
        println!("{fragment:16} usable after {} ms, {} MiB", figures[0], figures[1]);
    }
}
