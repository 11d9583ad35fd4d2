//! `referee batch`: tasks and candidates from data sets, one row for each candidate.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::slice::from_ref;
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};

use crate::json_schema::JsonSchema;
use crate::support::{Folder, REFEREE, Run};

/// Tasks of several shapes: standard input, a function, test code, statements.
fn tasks() -> Vec<Value> {
    vec![
        json!({"id": "sum", "tests": [
            {"input": "1 2\n", "output": "3\n"}, {"input": "5 7\n", "output": "12\n"}]}),
        json!({"id": "inc", "function": "inc", "inputs": [[1], [5]], "outputs": [2, 6]}),
        json!({"task_id": "twice",
            "prompt": "import math\n\ndef near(a, b):\n    return math.isclose(a, b)\n\n\
                def twice(x):\n    \"\"\"Returns 2x.\"\"\"\n",
            "entry_point": "twice",
            "test": "def check(candidate):\n    assert candidate(2) == 4\n    \
                assert near(candidate(0.5), 1)\n    \
                assert all(abs(candidate(i) - 2 * i) < 1e-9 for i in range(9))\n"}),
        json!({"task_id": 7, "test_list": [
            "assert ends([3, 1, 2]) == (1, 3)",
            "values = [2, 1]\nends(values)\nassert values == [1, 2]"]}),
    ]
}

fn lines(values: &[Value]) -> String {
    values.iter().map(|value| format!("{value}\n")).collect()
}

/// Judges candidates on the tasks, and returns their rows.
fn rows_of(candidates: &[Value], more: &[&str], code: i32) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&tasks()));
    folder.write("candidates.jsonl", lines(candidates));
    rows(&batch(&folder, "candidates.jsonl", more).ends_with(code))
}

fn batch(folder: &Folder, candidates: &str, more: &[&str]) -> Run {
    let call = ["batch", "--tasks", "tasks.jsonl", "--candidates", candidates];
    folder.referee(&[&call[..], &["--report", "jsonl"], more].concat())
}

fn rows(run: &Run) -> Vec<Value> {
    run.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn verdicts(rows: &[Value]) -> Vec<String> {
    rows.iter().map(|row| row["verdict"].as_str().unwrap_or("null").to_string()).collect()
}

/// Judges programs on a task, and returns their verdicts.
fn judged(task: &str, codes: &[&str]) -> Vec<String> {
    let candidates = codes.iter().map(|code| json!({"task": task, "code": code}));
    verdicts(&rows_of(&candidates.collect::<Vec<_>>(), &[], 0))
}

/// Judges programs on a task that is given as a record, and returns their verdicts.
pub(crate) fn of(task: &Value, codes: &[&str]) -> Vec<String> {
    verdicts(&rows_of_task(task, codes))
}

fn rows_of_task(task: &Value, codes: &[&str]) -> Vec<Value> {
    let folder = Folder::new();
    let id = ["id", "task_id"].into_iter().find_map(|name| task.get(name)).unwrap();
    let candidates = codes.iter().map(|code| json!({"task": id, "code": code}));
    folder.write("tasks.jsonl", lines(from_ref(task)));
    folder.write("c.jsonl", lines(&candidates.collect::<Vec<_>>()));
    rows(&batch(&folder, "c.jsonl", &[]))
}

/// Judges a program on each of these tests alone. The verdict must be the one beside it.
pub(crate) fn gives(code: &str, tests: &[(&str, &str)]) {
    gives_after("", code, tests);
}

/// Does the same with tests that all begin with these lines.
pub(crate) fn gives_after(start: &str, code: &str, tests: &[(&str, &str)]) {
    let task = |(test, expected): &(&str, &str)| {
        (json!({"test_list": [format!("{start}{test}")]}), expected.to_string())
    };
    gives_on(&tests.iter().map(task).collect::<Vec<_>>(), code);
}

/// Judges a program on each of these tasks, which need no names.
pub(crate) fn gives_on(tasks: &[(Value, String)], code: &str) {
    let folder = Folder::new();
    let named = tasks.iter().enumerate().map(|(id, (task, _))| {
        let mut task = task.clone();
        task["id"] = json!(id);
        task
    });
    folder.write("tasks.jsonl", lines(&named.collect::<Vec<_>>()));
    let candidates = (0..tasks.len()).map(|id| json!({"task": id, "code": code}));
    folder.write("c.jsonl", lines(&candidates.collect::<Vec<_>>()));
    let verdicts = verdicts(&rows(&batch(&folder, "c.jsonl", &[])));
    assert_eq!(verdicts.len(), tasks.len());
    for (verdict, (task, expected)) in verdicts.iter().zip(tasks) {
        assert_eq!(verdict, expected, "{task}");
    }
}

const SUM: &str = "a, b = map(int, input().split())\nprint(a + b)\n";

#[test]
fn programs_that_read_standard_input() {
    let endless = json!({"task": "sum", "code": "while True: pass"});
    let candidates = [
        json!({"task": "sum", "code": SUM}),
        json!({"task": "sum", "code": "print(3)"}),
        json!({"task": "sum", "code": SUM}),
        json!({"task": "sum", "code": "import sys\nsys.exit(0)"}),
        json!({"task": "sum", "code": "x ="}),
        json!({"task": "sum", "code": "raise ValueError('no')"}),
        endless,
    ];
    let rows = rows_of(&candidates, &["--time-limit", "0.5"], 0);
    assert_eq!(verdicts(&rows), ["AC", "WA", "AC", "NO", "CE", "RTE", "TLE"]);
    let of = |key: &str| rows.iter().map(|row| row[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("passed"), [2, 1, 2, 0, 0, 0, 0]);
    assert_eq!(of("reward"), [1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!((&rows[0]["id"], &rows[2]["id"]), (&"sum#1".into(), &"sum#3".into()));
    assert_eq!((&rows[0]["repeated"], &rows[2]["repeated"]), (&Value::Null, &true.into()));
    let failed = &rows[1]["first_failed"];
    assert_eq!((&failed["test"], &failed["input"]), (&2.into(), &"5 7".into()));
    assert!(failed["message"].as_str().unwrap().contains("expected \"12\""), "{failed}");
    assert!(rows[5]["first_failed"]["stderr"].as_str().unwrap().contains("ValueError: no"));
    let schema = JsonSchema::new(referee_batch::schema().as_value()).unwrap();
    for row in &rows {
        assert_eq!(schema.errors(row), Vec::<String>::new(), "{row}");
    }
}

#[test]
fn functions_are_called_by_value() {
    let right = [
        "def inc(x):\n    print('noise')\n    return x + 1",
        "class Solution:\n    def inc(self, x: List[int]):\n        return x + 1",
        "\u{feff}def inc(x):\r\n    return x + 1\r\n",
    ];
    assert_eq!(judged("inc", &right), ["AC", "AC", "AC"]);
    let wrong = [
        "def inc(x):\n    return 2",
        "def inc(x):\n    raise ValueError",
        "def inc(x)\n    return x",
        "def dec(x):\n    return x",
    ];
    assert_eq!(judged("inc", &wrong), ["WA", "RTE", "CE", "RTE"]);
    let completions = ["    return 2 * x\n", "def twice(x):\n    return x + x\n", "    pass\n"];
    let completions = completions.map(|code| json!({"task": "twice", "completion": code}));
    assert_eq!(verdicts(&rows_of(&completions, &[], 0)), ["AC", "AC", "WA"]);
    let ends =
        ["def ends(a):\n    a.sort()\n    return a[0], a[-1]", "def ends(a):\n    return 1, 3"];
    assert_eq!(judged("7", &ends), ["AC", "WA"]);
}

/// A test is run whatever names the candidate defines, and one that runs nothing accepts nothing.
#[test]
fn all_that_a_test_defines_is_run() {
    let task = json!({"id": "t", "test_code": "from solution import f\ndef test_f():\n    assert f(1) == 2\n"});
    let own = "def f(x): return 0\ndef test_f(): pass";
    let codes = [own, "def f(x): return 2\ndef test_f(): assert False", "def g(x): return 2"];
    assert_eq!(of(&task, &codes), ["WA", "AC", "WA"]);
    let text = task["test_code"].as_str().unwrap();
    let task = json!({"id": "t", "tests": [{"code": text.replace("f(1)", "check_f(1)").replace("import f", "import check_f")}]});
    assert_eq!(of(&task, &["def check_f(x): return 0", "def check_f(x): return 2"]), ["WA", "AC"]);
    let class = "class T(unittest.TestCase):\n    def test_a(self): self.assertEqual(f(1), 2)\n";
    let task = json!({"id": "t", "entry_point": "f", "test": format!("import unittest\n{class}")});
    assert_eq!(of(&task, &["def f(x): return 0", "def f(x): return 2"]), ["WA", "AC"]);
    let check = "def check(candidate):\n    assert candidate(1) == 2\n";
    for test in [
        check,
        "def test_f(capsys):\n    assert f(1) == 2",
        "class Test:\n    def test_f(self): f(1)",
        "class TestG:\n    def test_g(self): f(1)\ndef test_h(): assert f(1) == 2",
        "async def test_g(): f(1)\ndef test_h(): assert f(1) == 2",
        "import unittest\nclass T(unittest.TestCase):\n    @unittest.skip('')\n    \
            def test_f(self): f(1)\n    def test_g(self): self.assertEqual(f(1), 2)",
    ] {
        let right = "candidate = 1\ndef f(x): return 2";
        assert_eq!(
            of(&json!({"id": "t", "test": test}), &[right, own]),
            ["null", "null"],
            "{test}"
        );
        assert_eq!(
            of(&json!({"id": "t", "tests": [], "test": test}), &[right]),
            ["null"],
            "{test}"
        );
    }
    // What a test only reads is what it tests.
    let task = json!({"id": "t", "test_list": ["assert WORDS == ['a']"]});
    assert_eq!(of(&task, &["WORDS = ['a']", "WORDS = []", ""]), ["AC", "WA", "WA"]);
    // A variable may have the name of a module of another platform.
    let task = json!({"id": "t", "test_list": ["nt = f(1)\nassert nt == 2"]});
    assert_eq!(of(&task, &["def f(x): return 2"]), ["AC"]);
}

#[test]
fn helpers_of_a_prompt_may_be_indented_by_any_width() {
    let near = "def near(a, b):\n  return abs(a - b) < 1\n\ndef f(x):\n";
    let test = "def check(candidate):\n    assert near(candidate(1), 2)\n";
    for prompt in [format!("{near}  \"\"\"Returns 2.\"\"\"\n"), near.into()] {
        let task = json!({"id": "t", "prompt": prompt, "entry_point": "f", "test": test});
        assert_eq!(of(&task, &["def f(x): return 2", "def f(x): return 4"]), ["AC", "WA"]);
    }
}

/// The usual imports of a class `Solution` contain functions of the same names.
#[test]
fn methods_go_before_functions_of_the_usual_imports() {
    let task = json!({"id": "t", "function": "merge", "inputs": [[[2, 1]]], "outputs": [[1, 2]]});
    let method = "class Solution:\n    def merge(self, a): return sorted(a)";
    let set = "class Solution:\n    def __init__(self): self.other = sorted\n\
        def merge(a): return Solution().other(a)";
    assert_eq!(of(&task, &[method, set]), ["AC", "AC"]);
}

#[test]
fn arguments_and_constants_may_be_large() {
    let asserts =
        ["assert f(list(range(10**6))) == 10**6", "a = [3, 2**70]\nf(a)\nassert a == [2**70, 3]"];
    let task = json!({"id": "t", "test_list": asserts});
    let right = "def f(a):\n    a.reverse()\n    return len(a)";
    let circle = format!("root = []\nroot.append(root)\n{right}");
    let table = format!("table = list(range(10**6 + 1))\n{right}");
    assert_eq!(of(&task, &[right, &circle, &table]), ["AC", "AC", "AC"]);
}

#[test]
fn objects_of_the_candidate_are_true_or_false() {
    let task = json!({"id": "t", "test_list": [
        "n = f()\nk = 0\nwhile n:\n    k += 1\n    n = n.next\nassert k == 2",
        "assert Box(1) and not Box(0)"]});
    let node = "class Node:\n    def __init__(self, next): self.next = next\n\
        def f(): return Node(Node(None))\nclass Box:\n    def __init__(self, n): self.n = n\n";
    let of_length = format!("{node}    def __len__(self): return self.n");
    let of_truth = format!("{node}    def __bool__(self): return self.n > 0");
    assert_eq!(of(&task, &[&of_length, &of_truth, node]), ["AC", "AC", "WA"]);
}

/// A program with an iterator and a container.
const OBJECTS: &str = "import itertools
def count(n):
    for i in itertools.count():
        if i == n: return
        yield i
def same(x): return x
def turn(x): x.reverse()
from fractions import Fraction
class Valued:
    def __init__(self, n): self.n = n
    def __eq__(self, other): return self.n == other.n
class Box:
    def __init__(self): self.all = {}
    def __len__(self): return len(self.all)
    def __getitem__(self, key): return self.all[key]
    def __setitem__(self, key, value): self.all[key] = value
    def __delitem__(self, key): del self.all[key]
";

#[test]
fn objects_of_the_candidate_are_read_and_changed_as_in_its_process() {
    let asserts = [
        "assert list(count(3)) == [0, 1, 2] and tuple(count(1)) == (0,)",
        "assert sum(count(5000)) == 12497500",
        "from itertools import islice\nendless = count(None)\nassert next(endless) == 0\n\
            assert list(islice(endless, 2)) == [1, 2] and next(endless) == 3",
        "box = Box()\nbox['a'] = [1]\nassert box['a'] == [1]\ndel box['a']\nassert len(box) == 0",
        "box = Box()\nassert same(box) is box and same(box) == box and Box() != box",
        "assert isinstance(Box(), Box) and not isinstance(count(1), Box)",
        "assert isinstance(Fraction(1, 3), Fraction) and not isinstance(1, Fraction)",
        "both = [Valued(1), Valued(2)]\nturn(both)\nassert both[0].n == 2",
        "v = Valued(1)\nv._kind = v._target = 'x'\nassert v._kind + v._target == 'xx' and v.n == 1",
    ];
    let wrong = OBJECTS.replace("return x", "return Box()");
    for (at, assert) in asserts.iter().enumerate() {
        let task = json!({"id": "t", "test_list": [assert]});
        let expected = ["AC", if at == 4 { "WA" } else { "AC" }];
        assert_eq!(of(&task, &[OBJECTS, &wrong]), expected, "{assert}");
    }
}

/// Objects that keep containers.
const KEEPERS: &str = "class Order:
    def __init__(self): self.menu, self.names, self.tags, self.grid = [], {}, set(), [[0]] * 2
    def add(self, dish): self.menu.append(dish)
    def add_and_fail(self, dish): self.menu.append(dish); raise ValueError('no')
    def all(self): return self.menu
    def count(self): return len(self.menu)
    def total(self): return self.names['a']['b']['c']
    def nest(self):
        self.tags.add('deep')
        for _ in range(300): self.menu[:] = [self.menu[:]]
class Dish:
    def __init__(self, price): self.price = price
";

#[test]
fn a_container_of_an_object_is_the_same_for_the_candidate_and_its_tests() {
    let asserts = [
        "o.menu.append(1)\nassert o.menu == [1] and o.count() == 1",
        "m = o.menu\no.add(2)\nassert m == [2] and o.menu is m",
        "m = o.menu\ntry: o.add_and_fail(2)\nexcept ValueError: pass\nassert m == [2]",
        "o.names['a'] = {'b': {}}\no.names['a']['b']['c'] = 1\nassert o.total() == 1",
        "mine = [1]\no.menu = mine\nmine.append(2)\no.add(3)\nassert o.count() == 3 == mine[-1]",
        "o.all().append(3)\nassert o.count() == 1",
        "o.menu.append(Dish(5))\no.menu[0].price = 6\nassert o.all()[0].price == 6",
        "o.tags.add('x')\no.tags |= {'y', 'z'}\nassert o.tags == {'x', 'y', 'z'}",
        // What is nested too deeply by now keeps nothing else from being shared.
        "tags, menu = o.tags, o.menu\no.nest()\nassert tags == {'deep'} and o.count() == 1",
        // The same row twice.
        "o.grid[0] = [1]\nassert o.grid == [[1], [0]]",
        "kept = [o.menu for o in [Order() for _ in range(99)]]\nkept[50].append(1)\nassert sum(map(len, kept)) == 1",
    ];
    let asserts = asserts.map(|assert| format!("o = Order()\n{assert}"));
    assert_eq!(of(&json!({"id": "t", "test_list": asserts}), &[KEEPERS]), ["AC"]);
    let object = "o = Order()\no.menu.append(object())\nassert o.count()";
    gives(KEEPERS, &[(&format!("{object} == 0"), "AC"), (&format!("{object} == 1"), "null")]);
}

/// A class with operators, beside what returns objects of it.
const VECTOR: &str = "class Vec:
    def __init__(self, x): self.x = x
    def __add__(self, other): return Vec(self.x + other.x)
    def __iadd__(self, other): self.x += other.x; return self
    def __mul__(self, other): return Vec(self.x * getattr(other, 'x', other))
    def __neg__(self): return Vec(-self.x)
    def __abs__(self): return abs(self.x)
    def __int__(self): return self.x
    def __round__(self, digits=0): return round(self.x, digits)
    def __lt__(self, other): return self.x < other.x
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return self.x
    def __repr__(self): return f'Vec({self.x})'
    def __format__(self, form): return form + str(self.x)
    def __reversed__(self): return iter([self.x, 0])
    def __contains__(self, x): return x == self.x
    def __enter__(self): self.x += 1; return self
    def __exit__(self, *error): self.x = 0; return True
def fails():
    'Fails.'
    raise ValueError('no')
";

#[test]
fn operators_of_objects_of_the_candidate_are_its_own() {
    let right = [
        "assert (Vec(1) + Vec(2)).x == 3",
        "v = w = Vec(1)\nv += Vec(2)\nassert w.x == 3 and v is w",
        "assert (-Vec(1)).x == -1 and abs(Vec(-2)) == 2 and int(Vec(3)) == 3",
        "assert round(Vec(1.23), 1) == 1.2",
        "assert repr(Vec(1) * Vec(2)) == str(Vec(2)) == 'Vec(2)' and f'{Vec(2):x}' == 'x2'",
        "assert list(reversed(Vec(1))) == [1, 0]",
        "with Vec(1) as v:\n    assert v.x == 2\nassert v.x == 0",
        "import copy\nv = Vec(1)\nw = copy.deepcopy([v])\nv.x = 2\nassert w[0].x == 1",
        "v = Vec(1)\ndel v.x\nassert not hasattr(v, 'x') and Vec.__name__ == 'Vec'",
        "assert vars(Vec(1)) == {'x': 1} and fails.__doc__ == 'Fails.' and Vec.__doc__ is None",
    ];
    assert_eq!(of(&json!({"id": "t", "test_list": right}), &[VECTOR]), ["AC"]);
    let others = [
        ("assert (Vec(1) + Vec(2)).x == 4", "WA"),
        // What its class does not define.
        ("assert Vec(1) - Vec(1)", "RTE"),
        ("assert Vec(1) - 1", "WA"),
        ("assert Vec(1) <= Vec(1)", "WA"),
        // A block does not catch that a test fails.
        ("with Vec(1) as v:\n    assert v.x == 1", "WA"),
        // The value of a test may be the expected one, and yes or no is easily guessed.
        ("assert (Vec(1) * 2).x == 2", "null"),
        ("assert Vec(1) < Vec(2)", "null"),
        ("assert 1 in Vec(1)", "null"),
        ("assert len({Vec(1), Vec(1)}) == 1", "null"),
        ("with Vec(1):\n    fails()", "null"),
        ("class More(Vec): pass\nassert More(1).x == 1", "null"),
    ];
    gives(VECTOR, &others);
    // It would claim to be as near to any expected value as a test demands.
    let near = json!({"id": "t", "test_list": ["assert abs(f(2) - 4) < 1e-9"]});
    let forged = "class Near:\n    def __sub__(self, other): return 0.0\n    __rsub__ = __sub__\n\
        def f(x): return Near()\n";
    assert_eq!(of(&near, &[forged, "def f(x): return 2.0 * x"]), ["null", "AC"]);
}

#[test]
fn values_are_the_same_for_the_candidate_and_its_tests() {
    let imports = "from collections import *\nfrom datetime import *\nfrom decimal import Decimal\n\
        from fractions import Fraction\nPlace = namedtuple('Place', 'x y')\n";
    let code = "def order(a): a.sort()\ndef third(): return Fraction(1, 3)\n\
        def price(): return Decimal('1.50')\ndef missing(): return {}['a']\n\
        def after(day, days): return day + timedelta(days)\n\
        def letter(): return b'\\xff'.decode()\n\
        def half(all): return all[:len(all) // 2]\n\
        def turned(all): all.rotate(1); return all\n\
        def counted(all): return Counter(all)\ndef keys(all): return all.keys()\n\
        def swapped(all): return OrderedDict((b, a) for a, b in all.items()).items()\n\
        def mirrored(p): return Place(p.y, p.x)\ndef kinds(): return [int, dict]\n\
        def those(all, kind, then=list): return then([a for a in all if isinstance(a, kind)])\n";
    let forged = "class Fraction:\n    def __init__(self, *a): pass\n    \
        def __eq__(self, other): return True\ndef third(): return Fraction()\n";
    let code = format!("{imports}{code}");
    for test in [
        "a = [3, 1]\norder(a=a)\nassert a == [1, 3]",
        "assert third() == Fraction(1, 3)",
        "assert price() == Decimal('1.5')",
        "assert after(date(2024, 2, 28), 2) == date(2024, 3, 1)",
        "assert half(range(0, 8, 2)) == range(0, 4, 2)",
        "a = deque([1, 2])\nassert turned(a) == deque([2, 1]) == a",
        "assert counted('abb')['c'] == 0 and counted('abb').most_common(1) == [('b', 2)]",
        "assert counted('ab') == {'a': 1, 'b': 1} != counted('a') and list(keys({3: 4})) == [3]",
        "assert keys({3: 4, 5: 6}) == {5, 3} and list(swapped(Counter('abb'))) == [(1, 'a'), (2, 'b')]",
        "assert mirrored(Place(1, 2)).x == 2 and mirrored(Place(1, 2)) == (2, 1)",
        "assert those([1, 'a'], str) == ['a'] and those([1], str, len) == 0 and kinds() == [int, dict]",
        "try:\n    missing()\nexcept KeyError as error:\n    assert str(error) == \"'a'\"",
        "try:\n    letter()\nexcept ValueError:\n    pass",
    ] {
        let task = json!({"id": "t", "test_list": [format!("{imports}{test}")]});
        assert_eq!(of(&task, &[&code, forged]), ["AC", "WA"], "{test}");
    }
}

/// Otherwise such a candidate would not be judged, and the rates of its task would be higher.
#[test]
fn a_value_on_which_a_test_cannot_go_on_is_a_wrong_answer() {
    for (test, right, wrong) in [
        ("assert len('a' * f(1)) == 1", "1", "1 << 50"),
        ("assert eval(f(1)) == 2", "'1 + 1'", "'1 +'"),
        // It exceeds the memory limit of tests.
        ("assert len([bytes([1]) * (1 << 27) for _ in range(f(1))]) == 1", "1", "20"),
    ] {
        let task = json!({"id": "t", "test_list": [test]});
        let codes = [right, wrong].map(|value| format!("def f(x): return {value}"));
        assert_eq!(of(&task, &codes.each_ref().map(String::as_str)), ["AC", "WA"], "{test}");
    }
}

#[test]
fn what_only_the_candidate_could_decide_is_not_judged() {
    let code = "class Odd(Exception): pass\nclass A:\n    \
        def __init__(self, n): self.n = n\n    def __eq__(self, other): return self.n == other.n\n\
        def merge(a, b): return A(a.n + b.n)\n\
        def half(n):\n    if n % 2: raise Odd\n    return n // 2\n";
    let by_identity = code.replace("__eq__", "equals");
    for (test, expected) in [
        ("assert merge(A(1), A(2)) == A(3)", ["null", "WA"]),
        ("assert merge(A(1), A(2)) != A(3)", ["null", "AC"]),
        ("assert A(1) == 1 or half(4) == 2", ["AC", "AC"]),
        ("try:\n    half(3)\nexcept Odd:\n    pass", ["AC", "AC"]),
        ("try:\n    half(4)\nexcept Odd:\n    assert False", ["AC", "AC"]),
        (
            "import unittest\nclass T(unittest.TestCase):\n    \
                def test_odd(self): self.assertRaises(Odd, half, 3)",
            ["AC", "AC"],
        ),
    ] {
        let task = json!({"id": "t", "test_list": [test]});
        assert_eq!(of(&task, &[code, &by_identity]), expected, "{test}");
    }
}

/// Names that only the task gives to the candidate are the candidate's in a test.
#[test]
fn functions_may_be_named_as_built_in_ones() {
    let task = json!({"task_id": "t", "code": "def sum(a, b):\n    return 6",
        "test_list": ["assert sum(10, 15) == 6", "assert sum(1, 2) == 3"]});
    let right = "def sum(a, b): return 6 if a == 10 else 3";
    assert_eq!(of(&task, &[right, "def sum(a, b): return 6"]), ["AC", "WA"]);
    // A table may have null in the columns of tasks in another shape.
    let task = json!({"id": "t", "solution": "def sum(a, b):\n    return 6",
        "test": "assert sum(10, 15) == 6", "tests": null, "inputs": null});
    assert_eq!(of(&task, &["def sum(a, b): return 6", "def sum(a, b): return 7"]), ["AC", "WA"]);
    let task = json!({"id": "t", "test_list": ["assert bisect([1]) == 1"]});
    assert_eq!(of(&task, &["def bisect(a): return 1", "def bisect(a): return 2"]), ["AC", "WA"]);
}

/// The usual imports of a class `Solution` contain another `pow`.
#[test]
fn powers_have_a_modulus_in_a_class_solution() {
    let task = json!({"id": "t", "function": "last", "inputs": [[3, 50]], "outputs": [249]});
    let codes = ["pow(a, b, 1000)", "pow(a, b) % 1000"];
    let codes = codes.map(|result| {
        format!("class Solution:\n    def last(self, a, b):\n        return {result}")
    });
    assert_eq!(of(&task, &codes.each_ref().map(String::as_str)), ["AC", "AC"]);
}

/// Integers of any size are the same in the candidate's process.
#[test]
fn arguments_of_functions_stay_as_they_are_written() {
    for (name, count) in [("input_output", 400), ("input_output", 30), ("ground_truth", 30)] {
        let calls = format!(
            "{{\"fn_name\": \"digits\", \"inputs\": [[\n{}]], \"outputs\": [{count}]}}",
            "9".repeat(count)
        );
        let mut task = json!({"id": "t"});
        task[name] = calls.into();
        assert_eq!(of(&task, &["def digits(n): return len(str(n))"]), ["AC"], "{name} {count}");
    }
    let large = "9".repeat(30);
    let folder = Folder::new();
    let code = json!({"task": "t", "code": "def f(n): return n + 1 if type(n) is int else 0"});
    folder.write("c.jsonl", lines(&[code]));
    for tests in [
        format!("\"function\": \"f\", \"inputs\": [[{large}]], \"outputs\": [1{}]", "0".repeat(30)),
        format!(
            "\"tests\": [{{\"function\": \"f\", \"arguments\": [{large}], \"result\": 1{}}}]",
            "0".repeat(30)
        ),
        format!(
            "\"verification_info\": {{\"language\": \"python\", \"test_cases\": [{{\"type\": \
             \"function_call\", \"fn_name\": \"f\", \"input\": [{large}], \"output\": 1{}}}]}}",
            "0".repeat(30)
        ),
    ] {
        folder.write("tasks.jsonl", format!("{{\"id\": \"t\", {tests}}}\n"));
        assert_eq!(verdicts(&rows(&batch(&folder, "c.jsonl", &[]))), ["AC"], "{tests}");
    }
}

/// Tests are in text inside of the text of a record.
#[test]
fn tests_of_verl_and_live_code_bench_may_have_several_forms() {
    let lines = "print(int(input()) + 1)";
    let function = "def f(x, y=1):\n    return x + y";
    let pairs = json!([{"input": "1\n", "output": "2\n"}]);
    for (truth, right, wrong) in [
        (json!({"inputs": ["1", "5"], "outputs": ["2", "6"]}).to_string(), lines, "print(2)"),
        (pairs.to_string(), lines, "print(3)"),
        (json!([pairs.to_string()]).to_string(), lines, "print(3)"),
        (json!({"fn_name": "f", "inputs": [[1]], "outputs": [2]}).to_string(), function, lines),
        (json!({"functional": "assert f(1, 2) == 3"}).to_string(), function, "def f(x, y): pass"),
    ] {
        let extra = json!({"split": "train", "index": 7});
        let model = json!({"ground_truth": &truth});
        let task = json!({"id": "train/7", "reward_model": model, "extra_info": extra});
        assert_eq!(of(&task, &[right])[..], ["AC"], "{truth}");
        assert_ne!(of(&task, &[wrong])[..], ["AC"], "{truth}");
    }
    let call = |input: &str, output: &str| {
        json!([{"input": input, "output": output, "testtype": "functional"}]).to_string()
    };
    let task = json!({
        "id": "t", "public_test_cases": call("1", "2"),
        "private_test_cases": call("[1]\n\n[2]", "[1, 2]"), "metadata": "{\"func_name\": \"f\"}",
    });
    let class = "class Solution:\n    def f(self, x, y=1):\n        return x + y";
    assert_eq!(of(&task, &[class, "def f(x, y=1): return 2"]), ["AC", "WA"]);
}

#[test]
fn rows_are_also_written_in_the_forms_of_harnesses() {
    let folder = Folder::new();
    let model = json!({"ground_truth": {"inputs": ["1", "5"], "outputs": ["2", "6"]}});
    folder.write("tasks.jsonl", lines(&[json!({"id": "t", "reward_model": model})]));
    let codes = ["print(int(input()) + 1)", "print(2)", "1 / 0"];
    folder.write("c.jsonl", lines(&codes.map(|code| json!({"task": "t", "code": code}))));
    let reports = ["lcb=lcb.jsonl", "verl=verl.jsonl"].map(|report| ["--report", report]).concat();
    batch(&folder, "c.jsonl", &[&["--format", "verl"][..], &reports].concat()).ends_with(0);
    let results = |file| -> String {
        let rows = folder.read(file);
        let rows = rows.lines().map(|row| serde_json::from_str::<Value>(row).unwrap());
        rows.map(|row| row["results"].to_string()).collect()
    };
    assert_eq!(results("lcb.jsonl"), "[true,true][true,-2][-4]");
    assert_eq!(results("verl.jsonl"), "[true,true][true,false][-2]");
    let wrong = batch(&folder, "c.jsonl", &["--format", "tables"]).ends_with(2);
    wrong.says("'tables' for '--format <SHAPE>': none of referee, livecodebench, ");
}

/// What is not run accepts nothing.
#[test]
fn no_test_of_a_task_is_passed_over() {
    let add = "def f(x): return x + 1";
    let both = json!({"id": "t", "tests": [{"function": "f", "arguments": [1], "result": 3}],
        "test": "assert f(1) == 2"});
    assert_eq!(of(&both, &[add]), ["WA"]);
    for (name, tests) in [
        ("test_list", json!(["assert f(1) == 2", ["assert f(1) == 3"]])),
        ("ground_truth", json!(["assert f(1) == 2", null])),
        ("tests", json!([{"function": "f", "arguments": [1], "output": 2}])),
    ] {
        let mut task = json!({"id": "t"});
        task[name] = tests;
        assert!(of(&task, &[add]).is_empty(), "{task}: the task is malformed");
    }
}

#[test]
fn what_a_test_sets_in_its_process_is_set_for_the_candidate() {
    let code = "import os, random, sys\nLIMIT = 3\n\
        def shown(x): print(x)\ndef warned(x): print(x, file=sys.stderr)\n\
        def asked(): return int(input('n? '))\ndef rest(): return sys.stdin.read()\n\
        def drawn(): return random.random()\ndef named(key): return os.environ.get(key)\n\
        def first(): return sys.argv[1]\ndef deep(n): return n and 1 + deep(n - 1)\n\
        def limit(): return LIMIT\ndef leave(code): sys.exit(code)\n";
    let redirected = "import contextlib, io\nout, err = io.StringIO(), io.StringIO()\n\
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):\n    \
        shown('a')\n    print('b')\n    shown('c')\n    warned('d')\n\
        assert (out.getvalue(), err.getvalue()) == ('a\\nb\\nc\\n', 'd\\n')\nshown('e')\n\
        assert out.getvalue() == 'a\\nb\\nc\\n'";
    let patched = "import io\nfrom unittest.mock import patch\n\
        with patch('sys.stdout', new_callable=io.StringIO) as out: shown('a')\n\
        assert out.getvalue() == 'TEXT'";
    let input = "import io, sys\nsys.stdin = io.StringIO('7\\n8\\n9\\n')\n\
        assert asked() == 7 and input() == '8' and rest() == '9\\n' and rest() == ''";
    let seeded = "import random\nrandom.seed(3)\nvalues = drawn(), random.random(), drawn()\n\
        random.seed(3)\nassert (random.random(), drawn(), drawn()) == values\n\
        mine = random.Random(3)\nassert values == (mine.random(), mine.random(), mine.random())";
    let exits = "import unittest\nclass Case(unittest.TestCase):\n    def test_exit(self):\n        \
        with self.assertRaises(SystemExit) as raised: leave(3)\n        \
        self.assertEqual(raised.exception.code, 3)";
    let module = "import solution\nfrom unittest.mock import patch\nsolution.LIMIT = 9\nassert limit() == 9\n\
        with patch.object(solution, 'LIMIT', 5): assert limit() == 5\nassert limit() == 9";
    gives(
        code,
        &[
            (redirected, "AC"),
            (&patched.replace("TEXT", "a\\n"), "AC"),
            (&patched.replace("TEXT", "b\\n"), "WA"),
            (input, "AC"),
            (seeded, "AC"),
            (exits, "AC"),
            ("leave(3)", "RTE"),
            ("import os\nos.environ['KEY'] = 'v'\nassert named('KEY') == 'v'", "AC"),
            ("import sys\nsys.argv = ['x', 'y']\nassert first() == 'y'", "AC"),
            ("import sys\nsys.setrecursionlimit(5000)\nassert deep(3000) == 3000", "AC"),
            (module, "AC"),
        ],
    );
}

#[test]
fn what_belongs_to_a_module_is_what_it_is_now() {
    let code = "import dataclasses, json, unittest, zipfile\nCOUNT, ITEMS, LIMIT, name = 0, [], 3, 'x'\n\
        def add():\n    global COUNT\n    COUNT += 1\n    ITEMS.append(COUNT)\n\
        def items(): return len(ITEMS)\ndef limit(): return LIMIT\n\
        def fail(kind):\n    if kind == 'json': json.loads('{')\n    if kind == 'zip': raise zipfile.BadZipFile('no')\n    \
        if kind == 'text': b'\\xff'.decode()\n    if kind == 'skip': raise unittest.SkipTest('no')\n    \
        raise json.JSONDecodeError\n\
        @dataclasses.dataclass(frozen=True)\nclass Point:\n    x: int = 0\nclass Near(Point): pass\n\
        def typed(a: int, b=2) -> str: pass\n";
    let raises = "import unittest, dataclasses, json, zipfile\nclass Case(unittest.TestCase):\n    \
        def test_raises(self):\n        with self.assertRaises(json.JSONDecodeError): fail('json')\n        \
        with self.assertRaisesRegex(zipfile.BadZipFile, 'no'): fail('zip')\n        \
        with self.assertRaises(UnicodeDecodeError): fail('text')\n        \
        with self.assertRaises(dataclasses.FrozenInstanceError): Point().x = 1\n";
    let skips =
        "import unittest\nclass Case(unittest.TestCase):\n    def test_skips(self): fail('skip')\n";
    gives(
        code,
        &[
            ("add()\nadd()\nassert COUNT == 2 and ITEMS == [1, 2]", "AC"),
            ("import solution\nadd()\nassert solution.COUNT == 1 and solution.ITEMS == [1]", "AC"),
            ("add()\nfrom solution import COUNT\nassert COUNT == 1", "AC"),
            ("ITEMS.append(5)\nadd()\nassert items() == 2 and ITEMS == [5, 1]", "AC"),
            ("LIMIT = 4\nassert LIMIT == 4 and limit() == 3", "AC"),
            ("for _ in range(3): add()\nassert COUNT == 2", "WA"),
            ("import solution\nadd()\nassert name == solution.name == 'x'", "AC"),
            (raises, "AC"),
            (skips, "RTE"),
            ("assert Near.__bases__[0].__name__ == 'Point' == Near.__mro__[1].__qualname__", "AC"),
            (
                "assert typed.__annotations__ == {'a': int, 'return': str} and typed.__defaults__ == (2,)",
                "AC",
            ),
        ],
    );
}

#[test]
fn a_candidate_may_call_what_a_test_passes_it() {
    let code = "import functools\ndef apply(g, *a, **k): return g(*a, **k)\ndef same(x): return x\n\
        def total(items): return sum(items)\ndef first(items): return next(items)\n\
        def tries(g, n):\n    for _ in range(n):\n        try: return g()\n        except ValueError: pass\n\
        def timed(g):\n    @functools.wraps(g)\n    def inner(*a):\n        inner.calls += 1\n        \
        return g(*a)\n    inner.calls = 0\n    return inner\n\
        class Bus:\n    def __init__(self): self.all = []\n    def on(self, g): self.all.append(g)\n    \
        def off(self, g): self.all.remove(g)\n    def emit(self, x):\n        for g in self.all: g(x)\n";
    let decorated = "@timed\ndef plus(a, b):\n    'adds'\n    return a + b\n\
        assert plus(1, 2) == 3 and plus(3, 4) == 7 and plus.calls == 2\n\
        assert (plus.__name__, plus.__doc__) == ('plus', 'adds')";
    let raised = "class Odd(Exception): pass\ndef fails(): raise Odd('x')\n\
        try: apply(fails)\nexcept Odd as error: assert str(error) == 'x'\nelse: assert False";
    let retried = "left = [ValueError(), KeyError('k'), ValueError()]\n\
        def g():\n    raise left.pop()\n\
        try: tries(g, 3)\nexcept KeyError as error: assert error.args == ('k',) and len(left) == 1";
    let bus = "got, bus = [], Bus()\nbus.on(got.append)\ndef twice(x): got.append(2 * x)\n\
        bus.on(twice)\nbus.emit(3)\nbus.off(twice)\nbus.emit(4)\nassert got == [3, 6, 4]";
    let nested = "def up(n): return n and 1 + apply(down, n)\ndef down(n): return n and 1 + apply(up, n - 1)\n\
        assert apply(up, 20) == 40";
    let items = "def count():\n    yield 1\n    yield 2\n    yield 3\nitems = count()\n\
        assert first(items) == 1 and total(items) == 5 and total(map(abs, [-1, 2])) == 3";
    let mut tests = vec![
        (
            "assert apply(lambda x, y=1: x + y, 2) == 3 and apply(sorted, [2, 1], key=lambda x: -x) == [2, 1]",
            "AC",
        ),
        ("def g(): pass\nassert same(g) is g and same([g])[0] is g", "AC"),
        (decorated, "AC"),
        (raised, "AC"),
        (retried, "AC"),
        (bus, "AC"),
        (nested, "AC"),
        (items, "AC"),
        ("assert apply(lambda: 1) == 2", "WA"),
        ("apply(lambda: 1 / 0)", "WA"),
        ("def g(): b'\\xff'.decode()\nassert tries(g, 1) is None", "AC"),
    ];
    gives(code, &tests);
    // Of a function of the test, it could only inspect the one of the driver.
    tests.retain(|(test, _)| test.starts_with("assert apply(lambda"));
    tests.iter_mut().for_each(|(_, verdict)| *verdict = "null");
    gives(&format!("import inspect\n{code}"), &tests);
}

#[test]
fn a_test_that_needs_the_process_of_the_candidate_rejects_nothing() {
    let code = "import inspect, logging, random, warnings\nclass Box: pass\n\
        def f(): return int(input())\ndef helper(): return 1\ndef g(): return helper()\n\
        def logs(): logging.getLogger().warning('hello')\ndef warns(): warnings.warn('x')\n\
        async def later(): return 1\ndef two(a, b): return 2\n";
    let patch = "from unittest.mock import patch\n";
    let patches = [
        "with patch('builtins.input', return_value='7'): assert f() == 7",
        "with patch('solution.helper', return_value=5): assert g() == 5",
    ];
    // A candidate could inspect what the test patches.
    gives_after(patch, code, &patches.map(|test| (test, "null")));
    let without = code.replace("inspect, ", "");
    gives_after(patch, &without, &patches.map(|test| (test, "AC")));
    let logs = "import unittest\nclass Case(unittest.TestCase):\n    def test_logs(self):\n        \
        with self.assertLogs(): logs()";
    gives(
        code,
        &[
            (logs, "null"),
            (
                "import warnings\nwith warnings.catch_warnings(record=True) as w: warns()\nassert w",
                "null",
            ),
            ("import asyncio\nassert asyncio.run(later()) == 1", "AC"),
            ("import asyncio\nassert asyncio.run(later()) == 2", "null"),
            ("import inspect\nassert len(inspect.signature(two).parameters) == 2", "null"),
            ("assert type(Box()) is Box", "null"),
            ("assert type(two(1, 2)) is int", "AC"),
            ("assert type(two(1, 2)) is str", "WA"),
        ],
    );
}

#[test]
fn nothing_that_a_candidate_sends_is_run() {
    let asserts = |code: &str| json!({"id": "t", "test_list": [code]});
    let ends = "TEXT = \"__import__('os')._exit(42)\"\ndef f(x): return TEXT\n";
    let pickled = "import os, pickle\nclass End:\n    def __reduce__(self): return os._exit, (42,)\n\
        def f(x): return pickle.dumps(End())\n";
    let command = "def f(x): return 'kill -9 $PPID'\n";
    for (test, attack) in [
        ("assert eval(f(1)) == 4", ends),
        ("assert [*map(eval, [f(1)])] == [4]", ends),
        ("exec(f(1))\nassert False", ends),
        ("import solution\nassert eval(solution.TEXT) == 4", ends),
        ("import timeit\ntimeit.timeit(f(1), number=1)\nassert False", ends),
        ("import sys\nopen('made.py', 'w').write(f(1))\nsys.path.append('.')\nimport made", ends),
        (
            "import os, sys, tempfile\nsys.path.append(tempfile.mkdtemp())\n\
          open(os.path.join(sys.path[-1], 'made.py'), 'w').write(f(1))\nimport made",
            ends,
        ),
        ("import pickle\nassert pickle.loads(f(1)) == 4", pickled),
        ("import subprocess\nassert subprocess.run(f(1), shell=True) == 4", command),
        ("import os\nassert os.system(f(1)) == 4", command),
    ] {
        let rows = rows_of_task(&asserts(test), &[attack]);
        let message = rows[0]["first_failed"]["message"].as_str().unwrap_or_default();
        assert!(
            message.contains(": a test may run what the candidate has sent"),
            "{test}: {rows:?}"
        );
        assert_eq!(verdicts(&rows), ["null"], "{test}");
    }
    let computed = ["'2 + 2'", "'(1 + 1) * 2'", "'5'", "'2 +'"]
        .map(|text| format!("def f(x): return {text}\n"));
    let computed = computed.each_ref().map(String::as_str);
    assert_eq!(of(&asserts("assert eval(f(1)) == 4"), &computed), ["AC", "AC", "WA", "WA"]);
    let library = "assert f(1) == 4\nfrom collections import namedtuple\nimport dataclasses, http.client\n\
        @dataclasses.dataclass\nclass Item:\n    x: int = 1\n\
        assert namedtuple('Pair', 'x y')(1, 2).x == Item().x\n\
        import unittest.mock\nunittest.mock.create_autospec(Item)";
    assert_eq!(of(&asserts(library), &["def f(x): return 4"]), ["AC"]);
}

/// Attacks that succeed against harnesses running in the candidate's process.
#[test]
fn attacks_on_a_harness_are_wrong_answers() {
    let equal = "class Equal(int):\n    def __eq__(self, other): return True\n    \
        __ne__ = __lt__ = __gt__ = __eq__\n    def __sub__(self, other): return 0\n    __hash__ = None\n    \
        def __contains__(self, other): return True\n";
    let attacks = [
        "import sys\nsys.exit(0)\n".to_string(),
        "import os\nos._exit(0)\n".to_string(),
        "import os\ndef NAME(x):\n    os._exit(0)\n".to_string(),
        "import sys\ndef NAME(x):\n    sys.exit(0)\n".to_string(),
        "import atexit, os\natexit.register(os._exit, 0)\ndef NAME(x):\n    raise SystemExit\n".into(),
        // Objects that compare equal to everything.
        format!("{equal}def NAME(x):\n    return Equal()\n"),
        format!("{}def NAME(x):\n    return Equal()\n", equal.replace("(int)", "")),
        // Replaced functions of the test.
        "import builtins, math\nbuiltins.all = builtins.abs = lambda *a: 0\nmath.isclose = lambda *a: True\n\
         def all(x): return True\ndef abs(x): return 0\ndef near(a, b): return True\n\
         def check(candidate): pass\ndef NAME(x): return None\n".into(),
        // Frames and memory searched for the expected value.
        "import gc, sys\ndef NAME(x):\n    frame = sys._getframe()\n    while frame:\n        \
         for value in list(frame.f_locals.values()):\n            \
         if isinstance(value, dict) and 'result' in value: return value['result']\n        \
         frame = frame.f_back\n    for value in gc.get_objects():\n        \
         if isinstance(value, dict) and 'expected' in value: return value['expected']\n".into(),
        // Results and verdicts forged on every open file.
        "import os\nfor fd in range(20):\n    for text in (b'{\"passed\": true}\\n', b'42\\n', b'null\\n', b'true\\n'):\n        \
         try: os.write(fd, text)\n        except OSError: pass\ndef NAME(x): return None\n".into(),
        // A value that the test would make of items without end.
        "import itertools, json\nitems, dumps = [itertools.count()], json.dumps\n\
         made = {'value': {'made': ['decimal.Decimal', {'object': 0}]}}\n\
         def forged(value):\n    is_result = type(value) is dict and value.get('value') == 'made'\n    \
         return dumps(made if is_result else value)\n\
         json.dumps = forged\ndef NAME(x): return 'made'\n".into(),
        // The comparison replaced inside the driver.
        "import json, sys\njson.dumps = lambda *a, **k: '{\"value\": true}'\ndef NAME(x): return None\n".into(),
    ];
    for (task, name) in [("inc", "inc"), ("twice", "twice"), ("7", "ends")] {
        let codes: Vec<String> = attacks.iter().map(|code| code.replace("NAME", name)).collect();
        let codes: Vec<&str> = codes.iter().map(String::as_str).collect();
        let verdicts = judged(task, &codes);
        for (code, verdict) in codes.iter().zip(&verdicts) {
            let is_failure = ["WA", "RTE", "NO", "PE"].contains(&verdict.as_str());
            assert!(is_failure, "{verdict} for {task}:\n{code}");
        }
    }
}

/// Neither a forged list of names nor a name that a test imports replaces a built-in function.
#[test]
fn a_test_calls_its_own_functions() {
    let near = "assert abs(f(2) - 4) < 1e-9";
    let own = "def abs(x): return 0\ndef f(x): return 0.0\n";
    let forged = format!(
        "{own}import sys\nframe = sys._getframe()\nwhile 'Objects' not in frame.f_globals: frame = frame.f_back\n\
        driver = frame.f_globals\nanswer, start = driver['answer'], driver['Objects'].__init__\n\
        def forged(value):\n    if 'names' in value:\n        \
            value['constants']['__builtins__'] = {{'dict': [['abs', {{'object': 0}}]]}}\n    answer(value)\n\
        def begun(self, module):\n    start(self, module)\n    self.all.append(abs)\n\
        driver['answer'], driver['Objects'].__init__ = forged, begun\n"
    );
    let right = "def f(x): return 2.0 * x";
    for test in [near.to_string(), format!("from solution import *\n{near}")] {
        let task = json!({"id": "t", "test_list": [test]});
        assert_eq!(of(&task, &[&forged, own, right]), ["WA", "WA", "AC"], "{test}");
    }
}

#[test]
fn what_cannot_be_judged_is_null_and_the_exit_code_says_so() {
    let folder = Folder::new();
    let broken = json!({"id": "none", "tests": []});
    let values = [tasks(), vec![broken, json!({"id": "what"}), tasks()[0].clone()]].concat();
    let idle = json!({"id": "idle", "test_list": ["assert True"]});
    folder.write("tasks.jsonl", lines(&values) + "{\"id\": 1,\n" + &lines(&[idle]));
    let candidates = [
        json!({"task": "sum", "code": SUM}),
        json!({"task": "idle", "code": ""}),
        json!({"task": "none", "code": "x"}),
        json!({"task": "sum", "code": "x", "language": "klingon"}),
        json!({"task": "inc", "code": "int main() {}", "language": "cpp"}),
    ];
    folder.write("c.jsonl", lines(&candidates) + "[]\n{\"task\": \"sum\"}\n");
    let run = batch(&folder, "c.jsonl", &[]).ends_with(3);
    let rows = rows(&run);
    assert_eq!(verdicts(&rows), ["AC", "null", "null", "null", "null"]);
    for row in &rows[1..] {
        assert!(row["reward"].is_null() && row["confirmed"] == false, "{row}");
        assert!(!row["message"].as_str().unwrap().is_empty(), "{row}");
        assert!(row["cpu_s"].as_f64().unwrap().is_sign_positive(), "{row}");
    }
    // The report for people gives the first reason.
    let human = ["--report", "human", "--report", "lcb=rows.jsonl"];
    let call = ["batch", "--tasks", "tasks.jsonl", "--candidates", "c.jsonl"];
    let told = folder.referee(&[&call[..], &human].concat()).ends_with(3);
    told.says("     4           not judged, such as ").says("calls nothing of the candidate");
    assert_eq!(folder.read("rows.jsonl").lines().count(), 5);
    for part in [
        "tasks.jsonl, line 5, column 1: task none has no tests",
        "tasks.jsonl, line 6, column 1: no known shape of a task: its fields are id",
        "tasks.jsonl, line 7, column 1: there is a task sum already",
        "tasks.jsonl, line 8, column 9: EOF while parsing",
        "c.jsonl, line 6, column",
        "c.jsonl, line 7, column 1: the candidate has no code in",
    ] {
        assert!(run.stderr.contains(part), "{part}:\n{run}");
    }
    folder.write("c.jsonl", "");
    batch(&folder, "c.jsonl", &[]).ends_with(2);
    batch(&folder, "missing.jsonl", &[]).ends_with(2);
    let resumed = folder.referee(&[&call[..], &["--resume"]].concat()).ends_with(2);
    resumed.says("there are no rows to continue with");
    let stdin = folder.referee(&["batch", "--tasks", "-", "--candidates", "-"]).ends_with(2);
    stdin.says("standard input can be read only once");
}

#[test]
fn files_may_be_compressed_arrays_folders_or_standard_input() {
    let folder = Folder::new();
    let mut gzip = GzEncoder::new(Vec::new(), Compression::default());
    gzip.write_all(lines(&tasks()[..2]).as_bytes()).unwrap();
    folder.write("tasks/1.jsonl.gz", gzip.finish().unwrap());
    folder.write("tasks/2.json", serde_json::to_string_pretty(&tasks()[2..]).unwrap());
    folder.write("tasks/notes.txt", "no tasks");
    let candidates = [
        json!({"question_id": "sum", "code_list": [SUM, "print(3)"]}),
        json!({"task": "twice", "completion": "    return 2 * x\n"}),
        json!({"task": "sum", "response": format!("Sure:\n```python\n{SUM}```\nDone.")}),
    ];
    folder.write("candidates.json", serde_json::to_string_pretty(&candidates).unwrap());
    let call = ["batch", "--tasks", "tasks", "--extract", "--report", "jsonl", "--candidates"];
    let run = folder.referee(&[&call[..], &["candidates.json"]].concat()).ends_with(0);
    assert_eq!(verdicts(&rows(&run)), ["AC", "WA", "AC", "AC"]);
    assert_eq!(rows(&run)[3]["extracted"], "block 1 of 1, `python`");
    let pattern = folder.referee(&[&call[..], &["c*.json"]].concat()).ends_with(0);
    let timeless = |run: &Run| rows(run).iter().map(|row| row["key"].clone()).collect::<Vec<_>>();
    assert_eq!(timeless(&pattern), timeless(&run));
    let here = folder.referee(&[&call[..], &["./c*.json"]].concat()).ends_with(0);
    assert_eq!(timeless(&here), timeless(&run));
    let mut child = Command::new(REFEREE)
        .args([&call[..], &["-"]].concat())
        .current_dir(folder.path(""))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text = lines(&candidates);
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap().lines().count(), 4);
    folder.write("t.parquet", "PAR1");
    let parquet = folder.referee(&["batch", "--tasks", "t.parquet", "--candidates", "c"]);
    assert!(parquet.stderr.contains("convert it to JSON lines") && parquet.code == Some(2));
}

#[test]
fn rewards_are_binary_or_shares() {
    let candidates = [json!({"task": "sum", "code": "print(12)"})];
    let share = rows_of(&candidates, &["--reward", "fraction"], 0);
    assert_eq!((&share[0]["reward"], &share[0]["run"]), (&0.5.into(), &2.into()));
    let candidates = [json!({"task": "sum", "code": "print(3)"})];
    let first = rows_of(&candidates, &["--reward", "first-1"], 0);
    assert_eq!((&first[0]["reward"], &first[0]["verdict"]), (&1.0.into(), &"WA".into()));
}

/// Rewards of resumed rows are recomputed from the rows of an earlier call.
#[test]
fn rewards_are_sums_of_parts_and_do_not_come_from_earlier_calls() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&[json!({"id": "one", "tests": [{"input": "", "output": "1"}, {"input": "", "output": "2"}]})]));
    let code = |code: &str| json!({"task": "one", "code": code});
    folder.write("candidates.jsonl", lines(&[code("print(1)"), code("print(")]));
    let judge = |more: &[&str]| {
        let fixed = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        let rows = ["--report", "jsonl=rows.jsonl", "--report", "json"];
        let run = folder.referee(&[&fixed[..], &rows, more].concat()).ends_with(0);
        let rows = folder.read("rows.jsonl");
        let reward = |line: &str| serde_json::from_str::<Value>(line).unwrap()["reward"].as_f64();
        (run, rows.lines().map(|line| reward(line).unwrap()).collect::<Vec<_>>())
    };
    let (_, binary) = judge(&[]);
    assert_eq!(binary, [0.0, 0.0]);
    std::fs::rename(folder.path("rows.jsonl"), folder.path("rows.jsonl.partial")).unwrap();
    let (run, sums) = judge(&["--reward", "0.75*first-1 + 0.25*compiled", "--resume"]);
    assert_eq!(sums, [1.0, 0.0]);
    run.says(r#""resumed":2"#).says(r#""kind":"0.75*first-1+0.25*compiled""#);
    // The environment of a language counts too.
    std::fs::rename(folder.path("rows.jsonl"), folder.path("rows.jsonl.partial")).unwrap();
    folder.write(
        "more.toml",
        "format = 1\n[[language]]\nname = 'python'\nenvironment = ['PYTHONHASHSEED=1']\n",
    );
    judge(&["--languages", "more.toml", "--resume"]).0.says(r#""resumed":0"#);
    let fixed = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
    let refused = |reward: &str| folder.referee(&[&fixed[..], &["--reward", reward]].concat());
    refused("all").ends_with(2).says("not binary, fraction, first-N, compiled, ran, or a sum");
    refused("x*ran").ends_with(2).says("a weight is not a number");
}

/// Shards judge each candidate once, and their merged rows and figures are those of a single call.
#[test]
fn rows_of_shards_are_those_of_one_call() {
    let folder = Folder::new();
    let task = |id: &str| json!({"id": id, "tests": [{"input": "", "output": "1"}]});
    let names: Vec<String> = (0..9).map(|number| format!("task-{number}")).collect();
    folder.write("tasks.jsonl", lines(&names.iter().map(|id| task(id)).collect::<Vec<_>>()));
    let code = |task: &str, code: &str| json!({"task": task, "code": code});
    let both = names.iter().flat_map(|id| [code(id, "print(1)"), code(id, "print(2)")]);
    let strangers = ["none", "neither"].into_iter().flat_map(|id| [code(id, ""), code(id, "")]);
    folder.write("candidates.jsonl", lines(&both.chain(strangers).collect::<Vec<_>>()));
    let judge = |more: &[&str]| {
        let fixed = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        folder.referee(&[&fixed[..], &["--force"], more].concat())
    };
    // No two rows have equal times, so equal rows come from the same run.
    let rows = |name: &str| folder.read(name).lines().map(str::to_string).collect::<Vec<_>>();
    let shards: Vec<String> = (1..=3).map(|number| format!("shard-{number}.jsonl")).collect();
    for (number, name) in (1..).zip(&shards) {
        let shard = format!("{number}/3");
        judge(&["--shard", &shard, "--report", &format!("jsonl={name}")]);
    }
    let of_shards: Vec<String> = shards.iter().flat_map(|name| rows(name)).collect();
    assert_eq!(of_shards.len(), 22);
    assert!(shards.iter().all(|name| rows(name).len() < 22));
    // In any order.
    let files = ["shard-2.jsonl", "shard-3.jsonl", "shard-1.jsonl"];
    let merged = ["--report", "json", "--report", "jsonl=all.jsonl", "--rows"];
    let run = judge(&[&merged[..], &files].concat()).ends_with(3);
    run.says(r#""resumed":18"#).says(r#""not_judged":4"#).says(r#""AC":9"#);
    let all = rows("all.jsonl");
    let sorted = |mut rows: Vec<String>| {
        rows.sort();
        rows
    };
    assert_eq!(sorted(all.clone()), sorted(of_shards));
    judge(&["--report", "jsonl=whole.jsonl"]).ends_with(3);
    let ids = |rows: Vec<String>| -> Vec<Value> {
        let id = |row: &String| serde_json::from_str::<Value>(row).unwrap()["id"].clone();
        rows.iter().map(id).collect()
    };
    assert_eq!(ids(all), ids(rows("whole.jsonl")));
    judge(&["--rows", "shard-1.jsonl", "shard-1.jsonl"]).ends_with(2).says("rows of one shard");
    judge(&["--rows", "none.jsonl"]).ends_with(2).says("none.jsonl");
    judge(&["--shard", "4/3"]).ends_with(2).says("there is no shard 4");
    judge(&["--shard", "last"]).ends_with(2).says("a batch has no last shard");
    judge(&["--shard", "auto"]).ends_with(2).says("no engine provides the number");
}

/// Otherwise the rows of all shards could not be combined.
#[test]
fn a_shard_without_candidates_has_a_file_of_rows_too() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&tasks()));
    folder.write("c.jsonl", lines(&[json!({"task": "sum", "code": SUM})]));
    let call = ["batch", "--tasks", "tasks.jsonl", "--candidates", "c.jsonl"];
    let counts = ["1/2", "2/2"].map(|shard| {
        let more = ["--shard", shard, "--report", "jsonl=rows.jsonl", "--force"];
        folder.referee(&[&call[..], &more].concat()).ends_with(0);
        folder.read("rows.jsonl").lines().count()
    });
    assert_eq!(counts.iter().sum::<usize>(), 1);
}

/// Everything from data sets is shown as plain text in the page.
#[test]
fn a_page_shows_tasks_and_how_their_candidates_fail() {
    let folder = Folder::new();
    let task = |id: &str| json!({"id": id, "tests": [{"input": "<i>\n", "output": "right"}]});
    folder.write("tasks.jsonl", lines(&[task("<b>one"), task("two")]));
    let code = |task: &str, id: &str, code: &str| json!({"task": task, "id": id, "code": code});
    let wrong = ["a", "b", "c"].map(|id| code("<b>one", id, &format!("# {id}\nprint('<u>7')")));
    let others = [code("two", "<script>", "print('right')"), code("three", "x", "")];
    folder.write("candidates.jsonl", lines(&[&wrong[..], &others].concat()));
    let page = |more: &[&str]| {
        let fixed = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
        let report = ["--report", "html=page.html", "--details", "no-times", "--force"];
        folder.referee(&[&fixed[..], &report, more].concat()).ends_with(3);
        folder.read("page.html")
    };
    let whole = page(&[]);
    for said in [
        "<h1>5 candidates of 2 tasks</h1>",
        "<dd>50.00 %</dd>",
        "&lt;b&gt;one</a>: 3 candidates give one equal output to test 1, and 0 are accepted: is the answer right?",
        "1 candidate could not be judged, such as x: there is no task three",
        "Failure 1: wrong answer in test 1, 3 candidates",
        "&lt;u&gt;7",
        "&lt;script&gt;",
    ] {
        assert!(whole.contains(said), "{said}");
    }
    for markup in ["<b>one", "<u>", "<script", "programs/s"] {
        assert!(!whole.contains(markup), "{markup}");
    }
    assert!(whole == page(&[]), "something in it is of this machine");
    let call = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl", "--details"];
    let refused = |detail: &str| folder.referee(&[&call[..], &[detail]].concat()).ends_with(2);
    refused("cases").says("unknown detail `cases` (expected one of: no-times, html=SIZE)");
    refused("html=0").says("not a size");
}

#[test]
fn checkers_and_tables_of_fields() {
    let folder = Folder::new();
    let icpc = "import sys\ntotal = int(open(sys.argv[1]).read())\n\
        sys.exit(42 if sum(map(int, sys.stdin.read().split())) == total else 43)\n";
    let prints = "import sys\nprint(int(sorted(open(sys.argv[2]).read().split()) == sorted(open(sys.argv[3]).read().split())))\n";
    let record = |id: &str, checker: Value| json!({"meta": json!({"key": id}).to_string(), "io": {"given": ["5"], "wanted": ["2 3"]}, "judge": checker});
    let tasks = [
        record("icpc", json!({"source": icpc})),
        record("prints", json!({"source": prints, "protocol": "prints"})),
        record("c++", json!({"source": "int main() {}", "language": "cpp", "protocol": "prints"})),
        record("plain", Value::Null),
        record("tokens", Value::Null),
    ];
    folder.write("tasks.jsonl", lines(&tasks));
    folder.write(
        "fields.toml",
        "format = 1\n[task]\nid = 'meta.key'\ninputs = 'io.given'\noutputs = 'io.wanted'\nchecker = 'judge'\n\
         [candidate]\ntask = 'for'\ncode = 'answer'\n",
    );
    let answers = ["icpc", "prints", "plain"].into_iter();
    let answers =
        answers.flat_map(|task| ["print('3 2')", "print('2 2')"].map(|code| (task, code)));
    let answers: Vec<Value> =
        answers.map(|(task, code)| json!({"for": task, "answer": code})).collect();
    folder.write("c.jsonl", lines(&answers));
    let run = batch(&folder, "c.jsonl", &["--fields", "fields.toml"]).ends_with(0);
    assert_eq!(verdicts(&rows(&run)), ["AC", "WA", "AC", "WA", "WA", "WA"]);
    folder.write("c.jsonl", lines(&[json!({"for": "c++", "answer": "print(5)"})]));
    let run = batch(&folder, "c.jsonl", &["--fields", "fields.toml"]).ends_with(3);
    let message = rows(&run)[0]["message"].to_string();
    assert!(message.contains("a checker that prints a number is in Python, not in C++"), "{run}");
    folder.write("c.jsonl", lines(&[json!({"for": "tokens", "answer": "print('2\\n3')"})]));
    let call = ["--fields", "fields.toml", "--compare-by", "tokens"];
    assert_eq!(verdicts(&rows(&batch(&folder, "c.jsonl", &call).ends_with(0))), ["AC"]);
    // The table may be a pipe, which can be read only once.
    let call = "cat fields.toml | $referee batch --tasks tasks.jsonl --candidates c.jsonl \
        --fields /dev/stdin --compare-by tokens --report jsonl";
    assert_eq!(verdicts(&rows(&folder.shell(call).ends_with(0))), ["AC"]);
    // A table of candidates alone says nothing about tasks.
    folder.write("tasks.jsonl", lines(&[self::tasks()[2].clone()]));
    folder.write("fields.toml", "format = 1\n[candidate]\ntask = 'for'\ncode = 'answer'\n");
    folder.write(
        "c.jsonl",
        lines(&[json!({"for": "twice", "answer": "def twice(x): return 2 * x"})]),
    );
    let run = batch(&folder, "c.jsonl", &["--fields", "fields.toml"]).ends_with(0);
    assert_eq!(verdicts(&rows(&run)), ["AC"]);
}

/// A row is taken from an earlier call only if nothing has changed on which it depends.
#[test]
fn the_language_of_a_checker_is_part_of_the_key() {
    let folder = Folder::new();
    let checker = json!({"source": "cat > /dev/null; exit $CODE\n", "language": "shell"});
    let tests = json!([{"input": "", "output": "1"}]);
    folder.write("tasks.jsonl", lines(&[json!({"id": "t", "tests": tests, "checker": checker})]));
    let candidate = json!({"task": "t", "code": "print(1)", "language": "python"});
    folder.write("candidates.jsonl", lines(&[candidate]));
    let row = |code: &str| {
        let shell = "name = 'shell'\nendings = ['sh']\nrun = ['sh', '{main}']\n";
        let text = format!("format = 1\n[[language]]\n{shell}environment = ['CODE={code}']\n");
        folder.write("more.toml", text);
        rows(&batch(&folder, "candidates.jsonl", &["--languages", "more.toml"])).remove(0)
    };
    let (right, wrong) = (row("42"), row("43"));
    assert_eq!([&right["verdict"], &wrong["verdict"]], ["AC", "WA"]);
    assert_ne!(right["key"], wrong["key"]);
}

/// A checker that also fails on the right output judges nothing.
#[test]
fn a_checker_that_fails_on_an_output_alone_rejects_it() {
    let source = "import sys\nprint(int(int(open(sys.argv[3]).read()) == 5))\n";
    let checker = json!({"source": source, "protocol": "prints"});
    for (output, expected) in [("5", ["AC", "WA", "WA"]), ("five", ["AC", "WA", "null"])] {
        let tests = json!([{"input": "1", "output": output}]);
        let task = json!({"id": "t", "tests": tests, "checker": checker});
        assert_eq!(of(&task, &["print(5)", "print(4)", "print('x')"]), expected, "{output}");
    }
}

/// The signal is sent after the first row; the second candidate never ends.
#[test]
fn a_batch_that_is_ended_says_what_is_kept_and_how_to_go_on() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&tasks()));
    let programs = [SUM, "while True: pass"];
    let candidates = programs.map(|code| json!({"task": "sum", "code": code}));
    folder.write("c.jsonl", lines(&candidates));
    let mut call = folder.command(REFEREE);
    call.args(["batch", "--tasks", "tasks.jsonl", "--candidates", "c.jsonl", "--jobs", "1"]);
    call.args(["--time-limit", "600", "--report", "jsonl=rows.jsonl", "--report", "jsonl"]);
    let mut child = call.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(told.next().unwrap().unwrap().contains("\"AC\""));
    folder.shell(&format!("kill -INT {}", child.id())).ends_with(0);
    assert_eq!(told.count(), 0, "no row is written behind one that is missing");
    let run = folder.run_of(&child.wait_with_output().unwrap()).ends_with(130);
    assert_eq!(
        run.stderr,
        "interrupted: judged 1 candidate; each row is kept in rows.jsonl.partial\n\
         help: run the same command with --resume to continue\n"
    );
    assert_eq!(folder.read("rows.jsonl.partial").lines().count(), 1);
}

#[test]
fn an_interrupted_batch_goes_on() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&tasks()));
    let programs = [SUM, "print(3)", "print(4)"];
    let candidates = programs.map(|code| json!({"task": "sum", "code": code}));
    folder.write("c.jsonl", lines(&candidates));
    let call = ["batch", "--tasks", "tasks.jsonl", "--candidates", "c.jsonl"];
    let to = ["--report", "jsonl=rows.jsonl", "--report", "json"];
    let run = |more: &[&str]| folder.referee(&[&call[..], &to, more].concat());
    run(&[]).ends_with(0);
    let whole = fs::read_to_string(folder.path("rows.jsonl")).unwrap();
    run(&[]).ends_with(2);
    // As a call leaves them that was killed while writing the third row.
    let cut = whole.len() - 9;
    fs::remove_file(folder.path("rows.jsonl")).unwrap();
    folder.write("rows.jsonl.partial", &whole[..cut]);
    run(&[]).ends_with(2);
    let resumed = run(&["--resume"]).ends_with(0);
    let figures: Value = serde_json::from_str(&resumed.stdout).unwrap();
    assert_eq!((&figures["candidates"]["resumed"], &figures["runs"]), (&json!(2), &json!(1)));
    let again = fs::read_to_string(folder.path("rows.jsonl")).unwrap();
    let first_two = |text: &str| text.lines().take(2).map(String::from).collect::<Vec<_>>();
    assert_eq!((first_two(&again), again.lines().count()), (first_two(&whole), 3));
    assert!(!folder.path("rows.jsonl.partial").exists());
    // A call that judges nothing has no rate.
    folder.write("rows.jsonl.partial", &whole);
    let human = ["--report", "jsonl=rows.jsonl", "--report", "human", "--resume", "--force"];
    let told = folder.referee(&[&call[..], &human].concat()).ends_with(0).says("s in all");
    assert!(!told.stdout.contains("programs/s"), "{told}");
    // Other settings make other rows.
    folder.write("rows.jsonl.partial", &whole);
    let other = run(&["--resume", "--force", "--all-tests"]).ends_with(0);
    let figures: Value = serde_json::from_str(&other.stdout).unwrap();
    assert_eq!(figures["candidates"]["resumed"], 0);
}

#[test]
fn the_committed_schema_of_rows_is_that_of_the_types() {
    let schema = serde_json::to_string_pretty(&referee_batch::schema()).unwrap() + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/batch.schema.json");
    if env::var_os("UPDATE_DOCS").is_some() {
        fs::write(&file, &schema).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    let hint = "docs/batch.schema.json is stale; run UPDATE_DOCS=1 cargo test --test cli schema";
    assert!(committed == schema, "{hint}");
}

/// Tasks with solutions of their own: correct tests, tests that reject a right solution, tests that
/// accept a wrong one, and no tests.
fn audited_tasks() -> Vec<Value> {
    let solution = |code: &str, right: bool| json!({"code": code, "right": right});
    let tests = |wanted: &str| json!([{"input": "1 2\n", "output": "3\n"}, {"input": "5 7\n", "output": wanted}]);
    vec![
        json!({"id": "good", "tests": tests("12\n"),
            "solutions": [solution(SUM, true), solution("print(3)", false)]}),
        json!({"id": "strict", "tests": tests("13\n"),
            "solutions": [solution("print(3)", false), solution(SUM, true), solution("x =", true)]}),
        json!({"id": "weak", "tests": [{"input": "1 2\n", "output": "3\n"}],
            "solutions": [solution(SUM, true), solution("print(3)", false)]}),
        json!({"id": "bare", "tests": tests("12\n")}),
        json!({"id": "foreign", "tests": tests("12\n"),
            "solutions": [{"code": "x", "language": "no such language"}]}),
    ]
}

#[test]
fn an_audit_names_tasks_that_disagree_with_their_own_solutions() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&audited_tasks()));
    let reports = ["--details", "no-times", "--report", "human", "--report", "audit=card.jsonl"];
    let call = [&["batch", "--tasks", "tasks.jsonl", "--audit"][..], &reports].concat();
    insta::assert_snapshot!(folder.referee(&call).ends_with(1).stdout);
    let card = fs::read_to_string(folder.path("card.jsonl")).unwrap();
    let card: Vec<Value> = card.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of = |key: &str| card.iter().map(|task| task[key].clone()).collect::<Vec<_>>();
    assert_eq!(of("task"), ["good", "strict", "weak", "foreign"]);
    assert_eq!(of("right"), [1, 2, 1, 0]);
    assert_eq!(of("rejected"), [0, 2, 0, 0]);
    assert_eq!(of("wrong"), [1, 1, 1, 0]);
    assert_eq!(of("accepted"), [0, 0, 1, 0]);
    assert_eq!(of("not_judged"), [0, 0, 0, 1]);
    assert_eq!(card[1]["first_rejected"], json!({"solution": 2, "verdict": "WA", "test": 2}));
    assert_eq!(card[2]["first_accepted"], json!(2));
}

#[test]
fn candidates_of_doubtful_tasks_are_left_out_if_asked() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&audited_tasks()));
    let candidates =
        ["good", "strict", "weak", "bare"].map(|task| json!({"task": task, "code": SUM}));
    folder.write("candidates.jsonl", lines(&candidates));
    let judged = |more: &[&str]| rows(&batch(&folder, "candidates.jsonl", more).ends_with(0));
    assert_eq!(verdicts(&judged(&["--audit"])), ["AC", "WA", "AC", "AC"]);
    let rows = judged(&["--audit=leave-out"]);
    assert_eq!(verdicts(&rows), ["AC", "null", "null", "AC"]);
    assert!(rows[1]["message"].as_str().unwrap().starts_with("left out: "), "{}", rows[1]);
    let json = folder.referee(&[
        "batch",
        "--tasks",
        "tasks.jsonl",
        "--candidates",
        "candidates.jsonl",
        "--audit=leave-out",
        "--report",
        "json",
    ]);
    let json: Value = serde_json::from_str(&json.ends_with(0).stdout).unwrap();
    assert_eq!(json["candidates"]["left_out"], 2);
    assert_eq!(json["audit"]["doubtful"], json!(["strict", "weak"]));
    assert_eq!(json["audit"]["solutions"]["rejected"], 2);
}

#[test]
fn an_audit_without_solutions_is_refused() {
    let folder = Folder::new();
    folder.write("tasks.jsonl", lines(&tasks()));
    let run = folder.referee(&["batch", "--tasks", "tasks.jsonl", "--audit"]).ends_with(2);
    assert!(run.stderr.contains("no task comes with a solution"), "{}", run.stderr);
    // Solutions that cannot be judged say nothing about tests.
    folder.write("tasks.jsonl", lines(&audited_tasks()[4..]));
    let run = folder.referee(&["batch", "--tasks", "tasks.jsonl", "--audit"]).ends_with(3);
    run.says("1           could not be judged");
}

/// Headers shared by several programs are precompiled once, without any effect on results or
/// compiler messages.
#[test]
fn headers_of_many_programs_are_compiled_once() {
    let folder = Folder::new();
    let task = json!({"id": "one", "tests": [{"input": "", "output": "1"}]});
    folder.write("tasks.jsonl", lines(&[task]));
    let code = |number: usize, body: &str| {
        let code = format!(
            "// {number}\n#include <cstdio>\n#include <vector>\nint main() {{ std::vector<int> v{{1, {number}}}; {body} }}\n"
        );
        json!({"task": "one", "code": code, "language": "cpp"})
    };
    let right = "std::printf(\"%d\\n\", v[0]);";
    let wrong = "v.push_back(std::vector<int>());";
    let bodies = [wrong, right, right, right, right, right, right, wrong, "return 1;"];
    let candidates = bodies.iter().enumerate().map(|(number, body)| code(number, body));
    folder.write("candidates.jsonl", lines(&candidates.collect::<Vec<_>>()));
    let words = ["batch", "--tasks", "tasks.jsonl", "--candidates", "candidates.jsonl"];
    let more = ["--jobs", "1", "-vv", "--report", "jsonl"];
    let run = folder.referee(&[&words[..], &more].concat()).ends_with(0);
    let rows: Vec<Value> =
        run.stdout.lines().map(|row| serde_json::from_str(row).unwrap()).collect();
    assert_eq!(verdicts(&rows), ["CE", "AC", "AC", "AC", "AC", "AC", "AC", "CE", "RTE"]);
    assert_eq!(rows[0]["message"], rows[7]["message"]);
    let headers = run.stderr.matches("-x c++-header").count();
    // The fifth program that compiles is compiled both ways, to the same bytes. One that does not
    // compile with the headers is compiled again without them.
    let with =
        run.stderr.lines().filter(|line| line.contains("-include") && !line.contains("c++-header"));
    assert_eq!((headers, with.count()), (1, 4), "{}", run.stderr);
}
