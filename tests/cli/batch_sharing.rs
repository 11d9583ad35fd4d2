//! `referee batch`: tests and candidates share files and objects, though they are in two sandboxes.

use serde_json::json;

use crate::batch::{gives, gives_after, gives_on, of};

/// Functions that do with files what they are told.
const CODE: &str = "import os, shutil, sqlite3
def read(path):
    with open(path) as file: return file.read()
def write(path, text='a', mode='w'):
    with open(path, mode) as file: file.write(text)
    return path
def log(text): write('app.log', text, 'a')
def list_all(folder):
    return sorted(os.path.relpath(os.path.join(at, name), folder) for at, _, names in os.walk(folder) for name in names)
def make(folder): os.makedirs(folder)
def remove(path): (shutil.rmtree if os.path.isdir(path) else os.remove)(path)
def rename(old, new): os.rename(old, new)
def table(path): sqlite3.connect(path).execute('create table t (n)')
def count(path, table): return len(sqlite3.connect(path).execute('select * from ' + table).fetchall())
def config(): return read('config.ini')
def one(): return 1
class Kept:
    def __init__(self, path): self.file = open(path, 'a+')
    def add(self, text): self.file.write(text); self.file.flush()
    def text(self): self.file.seek(0); return self.file.read()
";

#[test]
fn a_test_and_a_candidate_share_the_files_whose_names_a_test_passes() {
    let given = "def given(path, text):\n    with open(path, 'w') as file: file.write(text)\n    return path\n";
    let tests = [
        ("assert read(given('f', 'a')) == 'a'", "AC"),
        ("assert read(given('f', 'a')) == 'b'", "WA"),
        // Also of the same length, at nearly the same time.
        ("for text in 'ab', 'cd', '': assert read(given('f', text)) == text", "AC"),
        (
            "import os\npath = given('f', 'a')\nread(path)\nos.remove(path)\nassert list_all('.') == []",
            "AC",
        ),
        ("import os\nassert read(os.path.abspath(given('f', 'a'))) == 'a'", "AC"),
        ("from pathlib import Path\nassert read(Path(given('f', 'a'))) == 'a'", "AC"),
        ("import os\nos.mkdir('d')\ngiven('d/e', 'a')\nassert list_all('d') == ['e']", "AC"),
        (
            "paths = [given(name, 'a') for name in 'fg']\nassert list(map(read, paths)) == ['a', 'a']",
            "AC",
        ),
        ("k = Kept('f')\nk.add('a')\ngiven('f', 'xyz')\nassert k.text() == 'xyz'", "AC"),
        (
            "import tempfile\nwith tempfile.NamedTemporaryFile('w') as file:\n    file.write('a')\n    \
             file.flush()\n    assert read(file.name) == 'a'",
            "AC",
        ),
        (
            "import os, tempfile\nwith tempfile.TemporaryDirectory() as d:\n    os.chdir(d)\n    \
             given('f', 'a')\n    assert read('f') == 'a' and list_all(d) == ['f']\n    os.chdir('/')",
            "AC",
        ),
    ];
    gives_after(given, CODE, &tests);
}

#[test]
fn what_a_candidate_writes_its_test_can_read() {
    let tests = [
        ("write('f')\nassert open('f').read() == 'a'", "AC"),
        ("write('f')\nassert open('f').read() == 'b'", "WA"),
        ("write('f', b'\\xff\\0', 'wb')\nassert open('f', 'rb').read() == b'\\xff\\0'", "AC"),
        (
            "import os\nmake('d/e')\nassert os.path.isdir('d/e')\nremove('d')\nassert not os.path.exists('d')",
            "AC",
        ),
        (
            "import os\nwrite('f')\nrename('f', 'g')\nassert os.listdir() != [] and not os.path.exists('f')",
            "AC",
        ),
        ("import os\nwrite('f')\nassert os.path.exists('g')", "WA"),
        ("from pathlib import Path\nassert write(Path('f')).read_text() == 'a'", "AC"),
        (
            "import tempfile\nd = tempfile.mkdtemp()\nwrite(d + '/f')\nassert open(d + '/f').read() == 'a'",
            "AC",
        ),
        // What it removes is gone for both.
        (
            "import os\nfor text in 'ab':\n    log(text)\n    assert open('app.log').read() == text\n    \
             os.remove('app.log')",
            "AC",
        ),
        (
            "import sqlite3\ntable('f')\nassert not sqlite3.connect('f').execute('select * from t').fetchall()",
            "AC",
        ),
        // It was told a name, and has written nothing.
        ("one.__name__\nread.__doc__\nlist_all('f')\nopen('f')", "WA"),
    ];
    gives(CODE, &tests);
}

#[test]
fn a_test_whose_files_do_not_reach_the_candidate_rejects_nothing() {
    let tests = [
        ("with open('config.ini', 'w') as file: file.write('a')\nassert config() == 'a'", "null"),
        ("open('expected', 'w').close()\nassert one() == 2", "null"),
        ("import os\nopen('f', 'w').close()\nos.chmod('f', 0)\nassert read('f') == 'a'", "null"),
        ("import sqlite3\nsqlite3.connect('f')\nassert count('f', 't') == 1", "null"),
        ("open('no-such-file').read()\none()", "null"),
        ("with open('f', 'w+') as file: assert read(file) == ''", "null"),
        // Which need not matter.
        ("import tempfile\nwith tempfile.TemporaryDirectory() as f:\n    assert one() == 1", "AC"),
        ("open('expected', 'w').close()\nassert one() == 1", "AC"),
        ("assert one() == 2", "WA"),
        ("assert read('f') == 'a'", "RTE"),
    ];
    gives(CODE, &tests);
}

#[test]
fn a_candidate_neither_sees_nor_changes_other_files_of_a_test() {
    let code = "import os
def peek(name='f'): return read('expec' + 'ted') if os.path.exists('expec' + 'ted') else None
def read(path):
    with open(path) as file: return file.read()
def change(text):
    with open('expec' + 'ted', 'w') as file: file.write(text)
    return text
def remove(name): change('b'); os.remove('expec' + 'ted'); return name
def accuse(text):
    for name in 'judgeerror.txt', 'program-at-fault':
        with open(name, 'w') as file: file.write(text)
    os.remove('program-at-fault')
    return text
def build(text): os.makedirs('expec' + 'ted/x'); return text
def fill(text):
    for number in range(10_001): open(str(number), 'w').close()
    return text
def point(text): os.symlink('expected', 'f'); change('b'); return text
";
    let expected = "def expect():\n    with open('expected', 'w') as file: file.write('a')\n";
    let tests = [
        ("expect()\nassert peek() is None", "AC"),
        ("expect()\nchange('b')\nassert open('expected').read() == 'a'", "AC"),
        ("expect()\nassert change('b') == open('expected').read()", "null"),
        ("expect()\nremove('f')\nassert open('expected').read() == 'a'", "AC"),
        ("expect()\npoint('f')\nassert open('expected').read() == 'a'", "AC"),
        // The candidate was there first, and does not learn what it is overwritten with.
        ("change('b')\nexpect()\nassert peek() != 'a'", "AC"),
        ("change('b')\nexpect()\nassert change('c') == open('expected').read()", "null"),
        ("assert accuse('b') == 'a'", "WA"),
        // What would make the test fail.
        ("expect()\nassert build('b') == open('expected').read()", "WA"),
        ("assert fill('b') == 'b'", "WA"),
    ];
    gives_after(expected, code, &tests);
}

/// What a prompt defines: lists, trees, and a class with a method.
const NODES: &str = "class ListNode:
    def __init__(self, val=0, next=None): self.val = val; self.next = next
def listed(values): return ListNode(values[0], listed(values[1:])) if values else None
def same(a, b): return a is b if not a or not b else a.val == b.val and same(a.next, b.next)
class Tree:
    def __init__(self, val, children=()): self.val = val; self.children = list(children)
class Point:
    def __init__(self, x): self.x = x
    def norm(self): return abs(self.x)
from enum import Enum
class Side(Enum): LEFT = 1
";

/// What a candidate does with these.
const SOLUTION: &str = "class Solution:
    def reverse(self, head):
        last = None
        while head: head.next, last, head = last, head, head.next
        return last
    def new(self, n): return ListNode(n, self.new(n - 1)) if n else None
    def drop(self, head): head.next = head.next.next
    def clone(self, tree):
        known = {}
        def cloned(node):
            if node not in known:
                known[node] = Tree(node.val)
                known[node].children = [cloned(child) for child in node.children]
            return known[node]
        return cloned(tree)
    def second(self, nodes): return [node.next for node in nodes]
    def is_node(self, node): return isinstance(node, ListNode)
    def mirror(self, point): return Point(-point.x)
    def keeps(self, x):
        self.__class__.head = ListNode(x, getattr(self, 'head', None))
        return self.head
    def is_val(self, name): setattr(ListNode, name, 1); return True
    def none(self, *nodes): return None
";

#[test]
fn objects_whose_class_a_prompt_defines_are_copied() {
    let tests = [
        ("reverse", "assert same(candidate(listed([1, 2, 3])), listed([3, 2, 1]))", "AC"),
        ("reverse", "assert same(candidate(listed([1, 2, 3])), listed([3, 1, 2]))", "WA"),
        (
            "reverse",
            "h = listed([1, 2, 3])\n    assert candidate(candidate(h)) is h and same(h, listed([1, 2, 3]))",
            "AC",
        ),
        ("new", "assert same(candidate(3), listed([3, 2, 1]))", "AC"),
        ("new", "n = candidate(3)\n    n.next.val = 9\n    assert n.next.val == 9", "AC"),
        (
            "drop",
            "h = listed([1, 2, 3])\n    assert candidate(h) is None and same(h, listed([1, 3]))",
            "AC",
        ),
        (
            "none",
            "h = listed([1, 2, 3])\n    assert candidate(h) is None and same(h, listed([1, 3]))",
            "WA",
        ),
        (
            "clone",
            "t = Tree(1)\n    t.children = [Tree(2, [t]), t]\n    c = candidate(t)\n    \
             assert c is not t and c.children[0].children[0] is c is c.children[1]",
            "AC",
        ),
        (
            "second",
            "assert [n.val for n in candidate([listed([1, 2]), listed([3, 4])])] == [2, 4]",
            "AC",
        ),
        ("is_node", "assert candidate(listed([1])) is True", "AC"),
        ("mirror", "assert candidate(Point(3)).x == -3 and candidate(Point(3)).norm() == 3", "AC"),
        ("mirror", "assert isinstance(candidate(Point(3)), Point)", "null"),
        (
            "keeps",
            "candidate(1)\n    n = candidate(2)\n    n.next.val = 7\n    assert candidate(3).next.next.val == 7",
            "AC",
        ),
        // Its classes are its own.
        ("is_val", "assert candidate('__eq__') and ListNode(1) != ListNode(1)", "AC"),
        ("none", "class Own: pass\n    candidate(Own())", "null"),
        ("none", "candidate(Side.LEFT)", "null"),
        ("none", "class Tree:\n        __slots__ = 'val'\n    candidate(Tree())", "null"),
    ];
    let task = |(function, test, expected): (&str, &str, &str)| {
        let task = json!({"prompt": NODES, "entry_point": format!("Solution().{function}"),
            "test": format!("def check(candidate):\n    {test}\n")});
        (task, expected.to_string())
    };
    gives_on(&tests.map(task), &format!("{NODES}{SOLUTION}"));
}

/// Natively, the class of the candidate would replace that of the prompt.
#[test]
fn a_class_that_a_candidate_defines_in_another_way_rejects_nothing() {
    let task = json!({"task_id": "t", "prompt": NODES, "entry_point": "last",
        "test": "def check(candidate):\n    assert candidate(listed([1, 2])) == 2\n"});
    let node = "class ListNode:\n    def __init__(self, val=0, next=None): self.val = val; self.next = next";
    let alike = format!("{node}\ndef last(node): return node.val");
    let other =
        format!("{node}; self.end = None\ndef last(node): return node.end or node.next.val");
    let unused = format!("{NODES}\nclass Tree: pass\ndef last(node): return node.val");
    assert_eq!(of(&task, &[&alike, &other, &unused]), ["WA", "null", "WA"]);
}

#[test]
fn a_copied_object_has_nothing_but_values() {
    let task = json!({"task_id": "t", "prompt": NODES, "entry_point": "f",
        "test": "def check(candidate):\n    assert candidate(listed([1, 2])).val == 5\n"});
    let changes = [
        "[1, 'ListNode', {'__init__': 5}]",
        "[1, 'ListNode', {'__class__': 5}]",
        "[1, 'ListNode', None]",
        "[-1, 'Point', {}]",
        "[-1, [], {}]",
        "[[], 'ListNode', {}]",
        "5",
        "[1, None, None]",
        "[-1, 'ListNode', {'val': {'copy': 9}}]",
    ];
    let code = |change| {
        format!(
            "{NODES}import __main__\ndef f(node):\n    \
        __main__.Copies.changed = lambda self: [{change}]\n    return node\n"
        )
    };
    let codes = changes.map(code);
    let verdicts = of(&task, &codes.each_ref().map(String::as_str));
    assert_eq!(verdicts, changes.map(|_| "WA"));
}

/// Classes that derive from those of plain values, and functions of their objects.
const DERIVED: &str = "import enum
from collections import OrderedDict
from http import HTTPStatus
from typing import NamedTuple
class Cache(OrderedDict):
    def __init__(self, size): super().__init__(); self.size = size
    def put(self, key, value):
        self[key] = value
        if len(self) > self.size: self.popitem(last=False)
class Stack(list):
    def push(self, x): self.append(x)
class Folded(str):
    def __eq__(self, other): return self.lower() == other.lower()
    __hash__ = None
class Warm(float):
    def degrees(self): return self * 9 / 5 + 32
class Place(NamedTuple):
    x: int
    y: int = 0
    def norm(self): return abs(self.x) + abs(self.y)
class Level(enum.IntEnum): LOW = 1; HIGH = 2
class Plain(list): pass
class Own(list):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
def name(level): return level.name
def stack(*items): return Stack(items)
def own(): return Own([1])
def shown(x): return type(x).__name__
def items(): yield 1
def found(): return HTTPStatus.OK
";

#[test]
fn objects_that_derive_from_plain_values_are_both() {
    let tests = [
        (
            "c = Cache(1)\nc.put('a', 1)\nc.put('b', 2)\nassert c == {'b': 2} and 'a' not in c and len(c) == 1",
            "AC",
        ),
        (
            "s = stack(1)\ns.push(2)\nassert s == [1, 2] and s + [3] == [1, 2, 3] and [0] + s == [0, 1, 2]",
            "AC",
        ),
        (
            "s = t = stack(1)\ns[0] = 3\nassert t == stack(3) and t != stack(4) and isinstance(t, list)",
            "AC",
        ),
        ("assert shown(stack()) == 'Stack' and max(stack(1, 3)) == 3", "AC"),
        (
            "p = Place(1, -2)\nx, y = p\nassert p.norm() == 3 and p == (1, -2) and {p: x}[1, -2] == p.x",
            "AC",
        ),
        (
            "assert name(Level.LOW) == 'LOW' and Level.HIGH > 1 and Level(2) is Level.HIGH == 2",
            "AC",
        ),
        ("assert list(Level.__members__) == ['LOW', 'HIGH'] and {1: 'a'}[Level.LOW] == 'a'", "AC"),
        ("w = Warm(100)\nassert w.degrees() == 212 and 2 * w == 200 and abs(w - 99.5) < 1", "AC"),
        ("assert Folded('A') == 'A' and Plain([1]) == [1]", "AC"),
        ("assert found() == 200 == found().value and found().name == 'OK' and found() < 300", "AC"),
        ("assert isinstance(found(), int) and '%d' % found() == '200'", "AC"),
        ("import json\nassert {200: 1}[found()] == 1 and json.dumps([found()]) == '[200]'", "AC"),
        ("import http\nassert found() is http.HTTPStatus.OK and found().phrase == 'OK'", "AC"),
        ("import http\nassert shown(http.HTTPStatus.OK) == 'HTTPStatus'", "AC"),
        ("assert found() == 404", "WA"),
        ("import types\nassert isinstance(items(), types.GeneratorType)", "AC"),
        ("assert stack(1) == [2]", "WA"),
        ("assert own() == [2]", "WA"),
        ("assert stack(1).peek() == 1", "RTE"),
        // Only the candidate can tell, or would be told.
        ("assert Folded('A') == Folded('a')", "null"),
        ("assert own() - 4 == 0", "null"),
        ("assert stack(1) < [2]", "null"),
        ("s = stack(1)\ns += [2]\nassert s == [1, 2]", "null"),
        ("import json\nassert json.dumps(stack(1)) == '[1]'", "null"),
    ];
    gives(DERIVED, &tests);
    // The value of a number is the same whenever a test compares it.
    let lying = "import __main__
class Number(int):
    def own(self): pass
def f(): return Number(1)
values, simple = [-9, 9], __main__.Objects.simple
def other(self, value, deeper):
    return values.pop() if type(value) is Number else simple(self, value, deeper)
__main__.Objects.simple = other
";
    gives(lying, &[("number = f()\nassert 3 <= number <= 5", "WA"), ("assert f() == 9", "AC")]);
}

#[test]
fn objects_that_derive_from_containers_stay_in_what_is_shared() {
    let code = "class Cache(dict):\n    def own(self): pass\nclass Bag(set):\n    def own(self): pass\n\
        class Stack(list):\n    def push(self, item): self.append(item)\n\
        class Holder:\n    def __init__(self): self.items = [Cache(a=1), Bag([2])]\n    \
        def first(self): return [dict(self.items[0]), set(self.items[1])]\n\
        def wrap(a): a[0] = Stack(a[0])\n";
    let tests = [
        ("h = Holder()\nh.items.append(1)\nassert h.first() == [{'a': 1}, {2}]", "AC"),
        ("h = Holder()\nh.items.append(1)\nassert h.first() == [{}, {2}]", "WA"),
        ("a = [[1]]\nwrap(a)\na[0].push(2)\nassert a[0] == [1, 2]", "AC"),
    ];
    gives(code, &tests);
}

#[test]
fn a_candidate_may_return_or_keep_an_argument() {
    let code = "class Log:\n    def __init__(self, items): self.items = items\n    \
        def add(self, item): self.items.append(item)\n\
        class Copy(Log):\n    def __init__(self, items): self.items = list(items)\n\
        def order(a): a.sort(); return a\ndef ordered(a): return sorted(a)\ndef same(a): return a\n";
    let tests = [
        ("a = [2, 1]\nassert order(a) is a and a == [1, 2]", "AC"),
        ("a = {}\nsame(a)['x'] = 1\nassert a == {'x': 1}", "AC"),
        ("a = [1]\nassert ordered(a) is not a and ordered(a) == a", "AC"),
        ("a = [1]\nassert order(a) is not a", "WA"),
        (
            "a = [1]\nlog, other = Log(a), Log(a)\nlog.add(2)\nassert a == [1, 2] == other.items",
            "AC",
        ),
        ("a = [1]\nlog = Log(a)\na.append(2)\nassert log.items == [1, 2] and log.items is a", "AC"),
        ("a = [1]\nCopy(a).add(2)\nassert a == [1]", "AC"),
        ("a = [1]\nLog(a).add(2)\nassert a == [1]", "WA"),
        ("a = [1]\nb = same(a)\nb.append(2)\nassert a == [1]", "WA"),
    ];
    gives(code, &tests);
}

#[test]
fn an_exception_keeps_its_name_its_arguments_and_its_attributes() {
    let code = "class Bad(ValueError):\n    def __init__(self, code): super().__init__('bad', code); self.code = code\n    \
        def __str__(self): return 'bad code'\n\
        def fail(): raise Bad(5)\ndef read(): open('/none/such')\n\
        def echo():\n    yield 1\n    return 7\n\
        def caught(f):\n    try: f()\n    except Exception as error: return type(error).__name__, error.args, error.code\n";
    let tests = [
        (
            "try: fail()\nexcept ValueError as error:\n    assert error.code == 5 and str(error) == 'bad code'",
            "AC",
        ),
        ("try: fail()\nexcept ValueError as error:\n    assert error.args == ('bad', 5)", "AC"),
        ("try: fail()\nexcept Exception as error:\n    assert type(error).__name__ == 'Bad'", "AC"),
        ("try: fail()\nexcept ValueError as error:\n    assert error.code == 6", "WA"),
        (
            "try: read()\nexcept OSError as error:\n    assert error.errno == 2 and '/none/such' in str(error)",
            "AC",
        ),
        (
            "items = echo()\nnext(items)\ntry: next(items)\nexcept StopIteration as end: assert end.value == 7",
            "AC",
        ),
        (
            "class Odd(Exception): code = 0\ndef odd():\n    error = Odd('x', 2)\n    error.code = 3\n    \
                raise error\nassert caught(odd) == ('Odd', ('x', 2), 3)",
            "AC",
        ),
        ("try: fail()\nexcept ValueError as error: assert error.__cause__ is not None", "WA"),
    ];
    gives(code, &tests);
}

#[test]
fn more_values_are_the_same_on_both_sides() {
    let code = "from collections import defaultdict, deque\nfrom datetime import time\nfrom uuid import UUID\nimport re\n\
        def same(x): return x\ndef count(d, key): d[key] += 1; return d\n\
        def grouped(words):\n    groups = defaultdict(list)\n    for word in words: groups[word[0]].append(word)\n    return groups\n\
        class Row:\n    def __getitem__(self, key): return key.start, key.stop, key.step\n\
        class App:\n    n = 0\n    def add(self): self.n += 1; return self.n\n\
        app, NOTHING, QUEUE, WORD = App(), None, deque([1]), re.compile('a+')\ndef get(): return app\n\
        def push(x): QUEUE.append(x)\n\
        def pool(f, n):\n    from concurrent.futures import ThreadPoolExecutor\n    \
        with ThreadPoolExecutor(4) as threads: return list(threads.map(f, range(n)))\n";
    let tests = [
        ("d = grouped(['ab', 'c'])\nassert d == {'a': ['ab'], 'c': ['c']} and d['z'] == []", "AC"),
        (
            "from collections import defaultdict\nassert count(defaultdict(int), 'a') == {'a': 1}",
            "AC",
        ),
        (
            "from collections import defaultdict\nassert count(defaultdict(lambda: 5), 'a') == {'a': 6}",
            "AC",
        ),
        (
            "from collections import Counter\nc = Counter('ab')\ncount(c, 'a')\nassert c == Counter('aab')",
            "AC",
        ),
        ("b = bytearray(2)\nm = memoryview(b)\ncount(b, 0)\nassert m[0] == 1", "AC"),
        (
            "class Own(dict):\n    def get(self, key): raise KeyError(key)\n\
             o = Own(a=1)\ncount(o, 'a')\nassert o == {'a': 2}",
            "AC",
        ),
        (
            "from datetime import time\nassert same(time(9, 30)) == time(9, 30) != same(time(9))",
            "AC",
        ),
        ("import uuid\nassert same(uuid.UUID(int=5)) == uuid.UUID(int=5)", "AC"),
        ("assert Row()[1:2] == (1, 2, None) and same(slice(1)) == slice(1)", "AC"),
        ("assert app.add() == 1 and get() is app and NOTHING is None and WORD.match('aa')", "AC"),
        ("push(2)\nassert list(QUEUE) == [1, 2]", "AC"),
        ("assert pool(lambda x: x * x, 50) == [x * x for x in range(50)]", "AC"),
    ];
    gives(code, &tests);
}

#[test]
fn what_a_candidates_object_is_in_python_rejects_nothing() {
    let code = "from dataclasses import dataclass\n@dataclass\nclass Item:\n    x: int\n\
        class Slim: __slots__ = 'x'\ndef item(): return Item(1)\nasync def later(): return 1\n";
    let tests = [
        ("assert type(item()).__name__ == item().__class__.__name__ == 'Item'", "AC"),
        ("import dataclasses\nassert dataclasses.asdict(item()) == {'x': 1}", "null"),
        ("import dataclasses\nassert dataclasses.replace(item(), x=2).x == 2", "null"),
        ("import dataclasses\nassert dataclasses.is_dataclass(item())", "null"),
        ("assert Slim.__slots__ == 'x'", "null"),
        (
            "import unittest\nclass Case(unittest.IsolatedAsyncioTestCase):\n    \
             async def test_later(self): assert await later() == 1",
            "null",
        ),
        ("assert not callable(item())", "AC"),
        ("match item():\n    case Item(x=1): pass\n    case _: assert False", "null"),
        ("assert item().x == 2", "WA"),
    ];
    gives(code, &tests);
}

#[test]
fn objects_have_the_special_methods_of_their_class() {
    let code = "class Plain: pass\nclass Bag:\n    def __init__(self): self.items = {}\n    \
        def __len__(self): return len(self.items)\n    def __iter__(self): return iter(self.items)\n    \
        def __contains__(self, item): return item in self.items\n\
        class Half:\n    def __floor__(self): return 1\n    def __ceil__(self): return 2\n    \
        def __trunc__(self): return 3\n    def __round__(self, digits=None): return digits or 4\n    \
        def __float__(self): return 1.5\n    def __index__(self): return 1\n\
        def plain(): return Plain()\n";
    let abstract_classes = "from collections.abc import Callable, Iterable, Sized\n";
    let is_plain = "assert not isinstance(plain(), (Callable, Iterable, Sized))";
    let is_bag = "assert isinstance(Bag(), Iterable) and isinstance(Bag(), Sized)";
    let tests = [
        ("assert not hasattr(plain(), '__len__') and not hasattr(plain(), '__iter__')", "AC"),
        ("assert hasattr(Bag(), '__len__') and hasattr(Bag(), '__iter__') and not Bag()", "AC"),
        ("assert hasattr(plain(), '__len__')", "WA"),
        (
            "try: len(plain())\nexcept TypeError as error: assert \"'Plain' has no len\" in str(error)",
            "AC",
        ),
        ("import math\nhalf = Half()\nassert math.floor(half) == 1 and math.ceil(half) == 2", "AC"),
        (
            "import math\nhalf = Half()\nassert math.trunc(half) == 3 and round(half) == 4 and round(half, 7) == 7",
            "AC",
        ),
        ("assert float(Half()) == 1.5 and [0, 5][Half()] == 5", "AC"),
        ("import math\nassert math.floor(Half()) == 2", "WA"),
        ("assert 'a' not in Bag()", "AC"),
        // Its own method may find it.
        ("assert 'a' in Bag()", "null"),
        ("assert issubclass(Plain, object) and not issubclass(Plain, Bag)", "AC"),
    ];
    gives(code, &tests);
    gives_after(abstract_classes, code, &[(is_plain, "AC"), (is_bag, "AC")]);
}

#[test]
fn what_a_function_returns_twice_is_the_same() {
    let code = "from functools import lru_cache\nINNER = [1]\nOUTER = [INNER]\n\
        def inner(): return INNER\ndef outer(): return OUTER\ndef copied(): return list(INNER)\n\
        def add(x): INNER.append(x)\n@lru_cache\ndef cached(n): return [n]\n\
        class Box:\n    def __init__(self): self.items = []\n    def add(self, item): self.items.append(item)\n";
    let tests = [
        ("assert inner() is inner() and copied() is not copied() and copied() == inner()", "AC"),
        ("assert copied() is copied()", "WA"),
        ("a = cached(1)\nassert cached(1) is a and cached(2) is not a", "AC"),
        ("a = cached(1)\na.append(5)\nassert cached(1) == [1, 5]", "AC"),
        ("a = outer()\nadd(2)\nassert a == [[1, 2]]", "AC"),
        ("a = outer()[0]\nadd(2)\nassert a == [1, 2]", "AC"),
        ("a = outer()[0]\nadd(2)\nassert a == [1]", "WA"),
        ("box, a = Box(), [1]\nbox.add(a)\na.append(2)\nassert box.items == [[1, 2]]", "AC"),
    ];
    gives(code, &tests);
}

#[test]
fn times_have_zones_and_tuples_their_classes() {
    let code = "from collections import namedtuple\nfrom datetime import *\nfrom zoneinfo import ZoneInfo\n\
        Point = namedtuple('Point', 'x y')\n\
        class Own(tzinfo):\n    def utcoffset(self, time): return timedelta(hours=1)\n\
        def later(time): return time + timedelta(days=1)\n\
        def here(time): return time.astimezone(ZoneInfo('UTC'))\n\
        def own(): return datetime(2020, 1, 2, tzinfo=Own())\n\
        def point(): return Point(1, 2)\ndef is_point(p): return isinstance(p, Point)\n";
    let imports =
        "from datetime import *\nutc = timezone.utc\nday = datetime(2020, 1, 2, tzinfo=utc)\n";
    let tests = [
        (
            "assert later(day) == datetime(2020, 1, 3, tzinfo=utc) and later(day).tzinfo is utc",
            "AC",
        ),
        ("assert later(day) == day", "WA"),
        ("assert here(day) == day and here(day).tzinfo.key == 'UTC'", "AC"),
        ("assert later(day.astimezone(timezone(timedelta(hours=1), 'X'))).tzname() == 'X'", "AC"),
        ("assert own().hour == 0 and own().utcoffset() == timedelta(hours=1)", "AC"),
        ("assert isinstance(point(), Point) and is_point(Point(1, 2))", "AC"),
    ];
    gives_after(imports, code, &tests);
}

#[test]
fn exceptions_of_the_candidate_are_caught_by_its_classes() {
    let code = "class Base(Exception): code = 7\nclass Odd(Base, ValueError):\n    \
        def __init__(self, text, n=0): super().__init__(text); self.n = n\n    def twice(self): return 2 * self.n\n\
        class Stack:\n    class Empty(Exception): pass\n    def pop(self): raise self.Empty\n\
        Any, Failure = Exception, type('Failure', (AssertionError,), {})\n\
        def odd(): raise Odd('x', 3)\ndef base(): raise Base('b')\ndef one(): return 1\n\
        def caught(f):\n    try: f()\n    except Odd as error: return error.n\n\
        def chained():\n    try: odd()\n    except Odd as error: raise KeyError('k') from error\n\
        def group(): raise ExceptionGroup('all', [ValueError('a'), Base('b')])\n\
        def long():\n    e = ExceptionGroup('all', [ValueError('a')])\n    e.log = 'a' * 99999\n    raise e\n\
        def circle():\n    e = ValueError('a')\n    e.__cause__ = ExceptionGroup('all', [e])\n    raise e.__cause__\n";
    let tests = [
        (
            "try: odd()\nexcept Odd as e: assert (str(e), e.n, e.code, e.twice()) == ('x', 3, 7, 6)",
            "AC",
        ),
        (
            "try: odd()\nexcept ValueError as e: assert isinstance(e, Base) and isinstance(e, Odd)",
            "AC",
        ),
        ("try: odd()\nexcept Odd as e: assert e.n == 4", "WA"),
        ("try: base()\nexcept Odd: pass", "RTE"),
        ("assert issubclass(Odd, Base) and not issubclass(Base, Odd) and Odd.code == 7", "AC"),
        (
            "try: chained()\nexcept KeyError as e: assert type(e.__cause__) is Odd and e.__cause__.n == 3",
            "AC",
        ),
        ("try: chained()\nexcept KeyError as e: assert e.__cause__ is None", "WA"),
        ("try: long()\nexcept ExceptionGroup as e: assert e.message == 'all'", "AC"),
        ("try: circle()\nexcept ExceptionGroup as e: assert str(e.exceptions[0]) == 'a'", "AC"),
        ("e = Odd('y', 5)\nassert isinstance(e, Odd) and str(e) == 'y' and e.twice() == 10", "AC"),
        ("try: Stack().pop()\nexcept Stack.Empty: pass", "AC"),
        ("def f(): odd()\nassert caught(f) == 3", "AC"),
        // Of what a test raises, it catches nothing.
        ("try: assert one() == 2\nexcept Odd: pass", "WA"),
        ("try: assert one() == 2\nexcept Failure: pass", "WA"),
        ("try: assert one() == 2\nexcept Any: pass", "null"),
        (
            "n = 0\ntry: group()\nexcept* ValueError: n += 1\nexcept* Base: n += 2\nassert n == 3",
            "AC",
        ),
        (
            "try: group()\nexcept ExceptionGroup as e: assert (e.message, len(e.exceptions)) == ('all', 3)",
            "WA",
        ),
    ];
    gives(code, &tests);
}

#[test]
fn a_candidate_uses_mocks_of_a_test() {
    let code = "import os, random, time\ndef user(db, i): return db.find(i).name.upper()\n\
        def save(db):\n    with db.session() as s: return s.add(5)\n\
        def tries(f):\n    try: return f()\n    except ValueError: return f()\n\
        def helper(): return 1\ndef total(): return helper() + 1\ndef ask(): return input('n? ')\n\
        def roll(): return random.randint(1, 6) + os.path.getsize('/none')\n\
        def read(path):\n    with open(path) as file: return file.read()\n\
        def home(): return os.environ['HOME']\n\
        def forge(m):\n    m.assert_called_once_with = lambda *a: None\n    \
        try: m.configure_mock(assert_called_once_with=lambda *a: None)\n    except AttributeError: pass\n";
    let tests = [
        (
            "db = MagicMock()\ndb.find.return_value.name = 'bob'\nassert user(db, 5) == 'BOB'\n\
                db.find.assert_called_once_with(5)",
            "AC",
        ),
        ("db = MagicMock()\ndb.find.return_value.name = 'b'\nassert user(db, 5) == 'C'", "null"),
        (
            "db = MagicMock()\nsave(db)\n\
                db.session.return_value.__enter__.return_value.add.assert_called_once_with(5)",
            "AC",
        ),
        (
            "f = Mock(side_effect=[ValueError(), 7])\nassert tries(f) == 7 and f.call_count == 2",
            "AC",
        ),
        (
            "with patch('solution.helper', return_value=5): assert total() == 6 and helper() == 1\nassert total() == 2",
            "AC",
        ),
        (
            "with patch('builtins.input', return_value='7') as m: assert ask() == '7'\nm.assert_called_once_with('n? ')",
            "AC",
        ),
        (
            "import random\nwith patch.object(random, 'randint', return_value=4), \
                patch('os.path.getsize', return_value=9): assert roll() == 13",
            "AC",
        ),
        ("with patch('builtins.open', mock_open(read_data='a')): assert read('none') == 'a'", "AC"),
        ("with patch.dict('os.environ', {'HOME': '/h'}): assert home() == '/h'", "AC"),
        // What says that it was called is the test's own.
        ("m = Mock()\nforge(m)\nm.assert_called_once_with(4)", "null"),
    ];
    gives_after("from unittest.mock import *\n", code, &tests);
}

#[test]
fn classes_of_a_candidate_are_those_of_python() {
    let code = "from dataclasses import dataclass\nfrom datetime import *\nfrom zoneinfo import ZoneInfo\n\
        Names = list[int]\n@dataclass\nclass Bag:\n    x: int = 1\n\
        def hidden():\n    class Base(ValueError): pass\n    class Odd(Base): 'An error.'; count = 0\n    return Odd\n\
        Odd = hidden()\ndef odd(): raise Odd('x')\ndef count(): return Odd.count\ndef one(): return [1]\n\
        class Each(ExceptionGroup): pass\ndef each(): raise Each('all', [Odd('a'), ValueError('b')])\n\
        def hours(time): return time.utcoffset().total_seconds() / 3600\n";
    let tests = [
        (
            "from typing import List\ndef f(bags: List[Bag]): pass\nassert {Bag: one()}[Bag] == [1]",
            "AC",
        ),
        ("try: odd()\nexcept ValueError as e: assert repr(e) == \"Odd('x')\"", "AC"),
        ("Odd.count = 5\nassert Odd.count == count() == 5 and Odd.__doc__ == 'An error.'", "AC"),
        ("class Own(Odd): pass\nassert one() == [1]", "null"),
        (
            "n = 0\ntry: each()\nexcept* Odd as e: n += e.exceptions[0].count + 1\n\
                except* ValueError: n += 1\nassert n == 2",
            "AC",
        ),
        ("class Own: pass\na = one()\na[0] = Own()\nassert one() == [1]", "AC"),
        ("class Own: pass\na = one()\na[0] = Own()\nassert one() == [2]", "null"),
        (
            "from datetime import *\nfrom zoneinfo import ZoneInfo\n\
                time = datetime(2020, 11, 1, 1, 30, fold=1, tzinfo=ZoneInfo('America/New_York'))\nassert hours(time) == -5",
            "AC",
        ),
    ];
    gives(code, &tests);
    // The exceptions of the prompt are those of the candidate.
    let odd = "class Odd(Exception): pass\n";
    let tasks = ["[1]", "[2]"].map(|result| {
        let test = format!("try: odd()\nexcept Odd: pass\nassert one() == {result}");
        json!({"prompt": odd, "tests": [{"code": test}], "language": "python"})
    });
    let code = format!("{odd}def odd(): raise Odd('x')\ndef one(): return [1]\n");
    let verdicts = ["AC", "WA"].map(String::from);
    gives_on(&tasks.into_iter().zip(verdicts).collect::<Vec<_>>(), &code);
}

#[test]
fn threads_of_a_test_ask_one_after_another() {
    let code = "import threading\nclass Count:\n    n = 0\n    def add(self): self.n += 1; return self.n\n\
        class Queue:\n    def __init__(self): self.items, self.is_full = [], threading.Condition()\n    \
        def put(self, item):\n        with self.is_full: self.items.append(item); self.is_full.notify()\n    \
        def take(self):\n        with self.is_full:\n            while not self.items: self.is_full.wait()\n            \
        return self.items.pop()\ndef square(x): return x * x\n";
    let start = "from concurrent.futures import ThreadPoolExecutor\nfrom threading import Thread\n\
        def in_threads(f, n):\n    threads = [Thread(target=f) for _ in range(n)]\n    \
        for thread in threads: thread.start()\n    for thread in threads: thread.join()\n";
    let tests = [
        (
            "c = Count()\nin_threads(lambda: [c.add() for _ in range(20)], 8)\nassert c.n == 160",
            "AC",
        ),
        ("c = Count()\nin_threads(c.add, 50)\nassert c.n == 51", "WA"),
        (
            "with ThreadPoolExecutor(8) as pool: assert list(pool.map(square, range(99))) == [x * x for x in range(99)]",
            "AC",
        ),
        // It would wait forever.
        ("q = Queue()\nt = Thread(target=q.take)\nt.start()\nq.put(1)\nt.join()", "null"),
    ];
    gives_after(start, code, &tests);
}

#[test]
fn what_a_test_imports_is_not_of_the_candidate() {
    let test = "from math import isclose\nfrom solution import *\nassert isclose(f(1), 2)";
    let task = json!({"id": "t", "entry_point": "f", "test_code": test});
    let wrong = "def f(x): return 5\ndef isclose(a, b): return True";
    assert_eq!(of(&task, &[wrong, "def f(x): return 2"]), ["WA", "AC"]);
    // What only a function imports hides nothing.
    let test = "from solution import *\ndef right(x):\n    from math import isqrt\n    return isqrt(x)\n\
        def test_all(): assert isqrt(9) == right(9)";
    let task = json!({"id": "t", "entry_point": "f", "test_code": test});
    let code = "def f(x): pass\ndef isqrt(x): return 3";
    assert_eq!(of(&task, &[code]), ["AC"]);
}

/// Dataclasses, and functions of their objects.
const FIELDS: &str = "from dataclasses import dataclass, field
@dataclass
class Point:
    x: int
    y: int = 0
    def norm(self): return abs(self.x) + abs(self.y)
@dataclass(frozen=True)
class Line:
    ends: tuple
    tags: list = field(default_factory=list)
@dataclass
class Near:
    x: int
    def __eq__(self, other): return True
@dataclass
class Next:
    x: int
    def __post_init__(self): self.x += 1
class Cart:
    def __init__(self): self.items = []
    def add(self, item): self.items.append(item)
    def total(self): return sum(item.x for item in self.items)
def point(): return Point(1, 2)
def points(): return [Point(1, 2), Point(3)]
def line(): return Line((Point(0), Point(1, 2)), ['a'])
def moved(p): return Point(p.x + 1, p.y)
def same(p): return p
";

#[test]
fn objects_of_dataclasses_are_compared_by_their_fields() {
    let tests = [
        ("assert point() == Point(1, 2) == Point(y=2, x=1) and Point(1, 3) != point()", "AC"),
        ("assert points() == [Point(1, 2), Point(3)] and Point(3, 0) in points()", "AC"),
        (
            "assert line() == Line((Point(0), Point(1, 2)), ['a']) != Line((Point(0), Point(1, 2)))",
            "AC",
        ),
        ("assert point() == Point(1, 3)", "WA"),
        ("assert point() != Point(1, 2)", "WA"),
        ("assert line() == Line((Point(0), Point(2, 2)), ['a'])", "WA"),
        ("assert point() == (1, 2)", "WA"),
        ("p = Point(1, 2)\nassert moved(p) == Point(2, 2) and p == p and same(p) is p", "AC"),
        ("p = Point(1)\np.x = -5\nassert p.norm() == 5 and repr(p) == 'Point(x=-5, y=0)'", "AC"),
        (
            "p, cart = Point(4), Cart()\ncart.add(p)\np.x = 5\nassert cart.items == [p] and cart.total() == 5",
            "AC",
        ),
        ("cart = Cart()\ncart.items.append(Point(4))\nassert cart.total() == 4", "AC"),
        (
            "tags = []\nl = Line((), tags)\nassert same(l).tags == []\ntags.append('a')\nassert same(l).tags == ['a']",
            "AC",
        ),
        ("assert Point(1).x == 1 and Point(1) == Point(1, 0)", "AC"),
        ("try: Point()\nexcept TypeError: pass\nelse: assert False", "AC"),
        ("assert Next(1).x == 2", "AC"),
        // The candidate knows what it is asked to make, or to show.
        ("p = Point(1, 2)\nrepr(p)\nassert point() == p", "null"),
        ("assert same(Near(1)) == Near(2)", "null"),
    ];
    gives(FIELDS, &tests);
}

/// Python compares objects in each other, and sends them, only up to a depth.
#[test]
fn objects_of_dataclasses_may_be_deep_in_each_other() {
    let code = "def nested(n):\n    l = None\n    for _ in range(n): l = Line((l,))\n    return l\n\
        def depth(l): return 1 + depth(l.ends[0]) if l else 0\n";
    let code = format!("{FIELDS}{}", code);
    let start = "def lines(n, l=None):\n    for _ in range(n): l = Line((l,))\n    return l\n";
    let tests = [
        ("assert depth(lines(900)) == 900", "AC"),
        ("assert nested(40) == lines(40) != lines(39, 1)", "AC"),
        ("assert nested(40) == lines(39, 1)", "WA"),
        ("assert nested(300) == lines(300)", "null"),
        (
            "first = last = Line(())\nfor _ in range(400):\n    last.tags.append(Line(()))\n    \
             last = last.tags[0]\nassert same(first) is first",
            "null",
        ),
    ];
    gives_after(start, &code, &tests);
}

#[test]
fn what_a_candidate_says_of_a_dataclass_makes_nothing_equal() {
    let code = "import __main__\nanswer = __main__.answer\ndef forged(reply):\n    \
        if 'names' in reply: reply['names']['Point'][1]['fields'] = FIELDS\n    answer(reply)\n\
        __main__.answer = forged\nlast, new = [None], Point.__init__\n\
        def init(self, *all): last[0] = self; new(self, *all)\nPoint.__init__ = init\n\
        def point(): return last[0] or Point(5, 2)\n";
    for fields in ["[['x'], ['x']]", "[['_kind'], ['__module__']]", "[['x'], ['y']]", "[[]]", "5"] {
        let tests = ["assert point() == Point(1, 2)", "p = Point(1, 2)\nassert point() == p"];
        for test in tests {
            let task = json!({"id": "t", "test_list": [test]});
            let verdict = of(&task, &[&format!("{FIELDS}{}", code.replace("FIELDS", fields))]);
            assert!(["WA", "RTE"].contains(&&*verdict[0]), "{fields}: {test}");
        }
    }
}

#[test]
fn a_candidate_neither_ends_a_loop_of_a_test_nor_learns_what_is_expected() {
    let code = "def stops(x): raise StopIteration\nclass Stops:\n    @property\n    def v(self): raise StopIteration\n\
        def made(): return Stops()\nclass Lying(str):\n    other = ()\n    def startswith(self, *_): return True\n    \
        def difference(self, other): self.other = other; return set()\n    def __iter__(self): return iter(self.other)\n\
        def lying(): return Lying('b')\nclass Set(set): pass\ndef numbers(): return Set([1, 2])\n\
        def many(): yield from range(200_000)\n\
        class Name(str):\n    def twice(self): return self * 2\ndef name(): return Name('ab')\n\
        class Tree(dict):\n    def startswith(self, text): return True\ndef tree(): return Tree()\n\
        class Count:\n    n = 0\n    def __iter__(self): return self\n    def __next__(self):\n        \
        if self.n == 3: raise StopIteration\n        self.n += 1\n        return self.n\n    def following(self): return next(self)\n\
        def echo():\n    x = yield 0\n    while x < 9: x = yield x\n    return 'end'\n";
    let equal = "import unittest\nclass Case(unittest.TestCase):\n    def test_a(self): self.assertSetEqual(";
    let tests = [
        ("assert all(map(lambda x: stops(x) == 3, [1, 2]))", "RTE"),
        ("for x in map(stops, [1, 2]): assert x == 3", "RTE"),
        ("assert all(map(lambda x: made().v == 3, [1, 2]))", "RTE"),
        ("try: stops(1)\nexcept StopIteration: pass", "AC"),
        ("assert list(Count()) == [1, 2, 3] and [next(Count())] == [1]", "AC"),
        ("c = Count()\nassert list(c) and next(c, None) is None and list(zip(c, [1])) == []", "AC"),
        ("c = Count()\nassert iter(c) is c and next(c) == 1 and list(c) == [2, 3]", "AC"),
        ("i = iter(many())\nassert next(i) == 0 and sum(i) == 19_999_900_000", "AC"),
        ("e = echo()\nassert next(e) == 0 and e.send(5) == 5", "AC"),
        (
            "e = echo()\nnext(e)\ntry: e.send(9)\nexcept StopIteration as s: assert s.value == 'end'",
            "AC",
        ),
        ("assert lying().startswith('a')", "WA"),
        ("assert name().startswith('a') and not name().endswith('a')", "AC"),
        ("assert numbers().issubset({1, 2, 3}) and not numbers().isdisjoint([1])", "AC"),
        ("assert numbers().issubset({1, 3})", "WA"),
        ("assert tree().startswith('a')", "null"),
        (&format!("{equal}lying(), {{1, 2}})"), "WA"),
        (&format!("{equal}numbers(), {{1, 2}})"), "AC"),
        (&format!("{equal}numbers(), {{1, 3}})"), "WA"),
    ];
    gives(code, &tests);
}

#[test]
fn a_value_of_a_test_says_what_it_equals() {
    let code = "class Item:\n    def __init__(self, x): self.x = x\nclass Lying(Item):\n    def __eq__(self, other): return True\n\
        class Names(list):\n    def first(self): return self[0]\n\
        def item(): return Item(1)\ndef lying(): return Lying(1)\ndef names(): return Names(['a'])\n";
    let start = "from unittest.mock import ANY\nclass Like:\n    def __init__(self, x): self.x = x\n    \
        def __eq__(self, other): return self.x == other.x\n";
    let tests = [
        ("assert item() == ANY and [lying(), 1] == [ANY, 1] and names() == ANY", "AC"),
        ("assert item() != ANY", "WA"),
        ("assert item() == Like(1) and item() != Like(2)", "AC"),
        ("assert lying() == Like(2)", "WA"),
        ("assert lying() == object()", "WA"),
    ];
    gives_after(start, code, &tests);
}

/// Otherwise such a candidate would not be judged.
#[test]
fn an_object_that_cannot_be_shown_does_not_keep_a_test_from_failing() {
    let code = "import os\nclass Hidden:\n    def __repr__(self): HOW\ndef hidden(): return Hidden()\ndef one(): return 1\n";
    for how in ["raise ValueError", "os._exit(0)"] {
        let tests = [("assert one() == 2, hidden()", "WA"), ("assert {1: 2}[hidden()] == 1", "WA")];
        gives(&code.replace("HOW", how), &tests);
    }
}

#[test]
fn a_test_uses_what_its_candidate_imports() {
    let code = "from datetime import datetime\nimport xml.etree.ElementTree as ET, os as json\n\
        def year(): return datetime.now().year\ndef text(): return ET.fromstring('<a>b</a>').text\n";
    let tests = [
        ("assert year() - datetime.now().year in (-1, 0)", "AC"),
        ("assert year() == datetime.now().year + 5", "WA"),
        ("assert text() == ET.fromstring('<a>b</a>').text", "AC"),
        ("assert text() == ET.fromstring('<a>c</a>').text", "WA"),
        // The names of modules are always theirs.
        ("assert text() == json.loads('\"b\"')", "AC"),
        ("assert datetime.MAXYEAR > year()", "AC"),
    ];
    gives(code, &tests);
}

#[test]
fn what_a_class_of_the_library_makes_of_an_object_is_kept() {
    let code = "import array, enum, types, typing\nfrom collections import ChainMap, UserList, deque\n\
        from collections.abc import MutableMapping, MutableSet\n\
        class Table(MutableMapping):\n    def __init__(self): self.all = {}\n    def __getitem__(self, key): return self.all[key]\n    \
        def __setitem__(self, key, value): self.all[key] = value\n    def __delitem__(self, key): del self.all[key]\n    \
        def __iter__(self): return iter(self.all)\n    def __len__(self): return len(self.all)\n\
        class Bag(MutableSet):\n    def __init__(self, items): self.all = list(items)\n    def __contains__(self, x): return x in self.all\n    \
        def __iter__(self): return iter(self.all)\n    def __len__(self): return len(self.all)\n    \
        def add(self, x): self.all.append(x)\n    def discard(self, x): self.all.remove(x)\n    EQ\n\
        class Own(UserList): pass\nclass Side(enum.IntFlag): LEFT = 1; RIGHT = 2\n\
        T = typing.TypeVar('T')\nclass Box(typing.Generic[T]):\n    def put(self, x): return [x]\n\
        def last(): return deque([1, 2], maxlen=2)\ndef push(d): d.append(9)\ndef numbers(): return array.array('i', [1])\n\
        def view(b): return memoryview(b)\ndef fixed(): return types.MappingProxyType({'a': 1})\n\
        def chain(): return ChainMap({'a': 1}, {'b': 2})\ndef bag(): return Bag([1, 2])\ndef own(): return Own([1])\n\
        def sides(): return Side.LEFT | Side.RIGHT\n";
    let tests = [
        ("t = Table()\nt['a'] = 1\nassert t == {'a': 1} and t != {'a': 2}", "AC"),
        ("t = Table()\nt['a'] = 1\nassert t == {}", "WA"),
        ("assert bag() == {2, 1} and {1, 2} == bag() and bag() != {1}", "AC"),
        ("assert fixed() == {'a': 1} and chain() == {'a': 1, 'b': 2} and own() == [1]", "AC"),
        ("try: fixed()['b'] = 1\nexcept TypeError: pass\nelse: assert False", "AC"),
        (
            "assert view(b'ab') == b'ab' and view(b'ab').tobytes() == b'ab' and len(view(b'ab')) == 2",
            "AC",
        ),
        (
            "import array\nassert isinstance(numbers(), array.array) and numbers().tolist() == [1]",
            "AC",
        ),
        ("assert numbers() == [1]", "WA"),
        ("d = last()\nd.append(3)\nassert list(d) == [2, 3] and d.maxlen == 2", "AC"),
        (
            "from collections import deque\nd = deque([1, 2], maxlen=2)\npush(d)\nassert list(d) == [2, 9]",
            "AC",
        ),
        ("assert Box[int]().put(1) == [1]", "AC"),
        ("assert Side.LEFT in sides() and sides() in sides() and sides() not in Side.LEFT", "AC"),
    ];
    gives(&code.replace("EQ", ""), &tests);
    let forged = "def __eq__(self, other): return True";
    gives(&code.replace("EQ", forged), &[("assert bag() == {1, 3}", "WA")]);
}

#[test]
fn functions_and_classes_of_a_candidate_are_the_same_wherever_they_are() {
    let code = "KNOWN = {}\ndef known(one): KNOWN[one.__name__] = one; return one\n\
        @known\nclass Dog: pass\n@known\nclass Cat: pass\n@known\ndef run(x): return x\n\
        class Puppy(Dog): pass\nalso = run\ndef get(name): return KNOWN.get(name)\n";
    let tests = [
        ("assert get('Dog') is Dog is KNOWN['Dog'] and get('Cat') is not Dog", "AC"),
        ("assert get('Dog') in (Cat, Dog) and {Dog: 1}[get('Dog')] == 1", "AC"),
        ("assert Puppy.__bases__ == (Dog,) and get('run') is run is also", "AC"),
        ("import solution\nassert solution.Dog is get('Dog')", "AC"),
        ("assert get('Dog') is Cat", "WA"),
    ];
    gives(code, &tests);
}

#[test]
fn what_a_test_replaces_is_not_used_to_judge() {
    let code = "import json, os\ndef one(): return 1\ndef is_file(path): return os.path.isfile(path)\n\
        def written(value): return json.dumps(value)\ndef read(text): return json.loads(text)\n\
        def both(f): return f(), is_file('f')\n";
    let tests = [
        ("with patch('os.walk') as m: one()\nm.assert_called()", "null"),
        ("with patch('os.walk') as m: one()\nm.assert_not_called()", "AC"),
        (
            "with patch('json.dumps', return_value='x') as m: assert written({}) == 'x'\nm.assert_called_once_with({})",
            "AC",
        ),
        (
            "with patch('json.loads', return_value=5): assert read('') == 5\nassert read('6') == 6",
            "AC",
        ),
        (
            "with patch('os.path.isfile', return_value=7): assert both(lambda: is_file('g')) == (7, 7)",
            "AC",
        ),
        (
            "def f():\n    with patch('os.path.isfile', return_value=7): return one()\nassert both(f) == (1, False)",
            "AC",
        ),
    ];
    gives_after("from unittest.mock import patch\n", code, &tests);
}

#[test]
fn a_module_that_a_candidate_does_not_have_is_its_fault() {
    let code = "import __main__, os as ET\nanswer = __main__.answer\ndef forged(reply):\n    \
        if 'names' in reply: reply['modules'] = {'ET': 'os.none'}\n    answer(reply)\n__main__.answer = forged\n";
    gives(code, &[("assert ET.sep == '/'", "WA")]);
}

/// It takes long to find out that no drawing leads to a state.
#[test]
fn a_candidate_may_often_set_the_state_of_random() {
    let code = "import random\ndef drawn(seed): random.seed(seed); return random.random()\n";
    let test = "import random\nrandom.seed(1)\nassert all(drawn(n) < 1 for n in range(3000))";
    gives(code, &[(test, "AC")]);
}

#[test]
fn what_a_candidate_sends_besides_results_gives_it_nothing() {
    let code = "import __main__, os\nanswer, names = __main__.answer, ['expected.txt', '.']\n\
        def one(): return names\ndef result(): return 'x'\ndef ordered(items): return []\n\
        def forged(reply):\n    \
            reply['random'] = {'tuple': [3, {'tuple': [0] * 624 + [624]}, None]}\n    \
            if os.path.exists('expected.txt'): reply['files'] = {'expected.txt': b'x'.hex()}\n    \
            if 'names' in reply: reply['names']['Failure'] = [None, {'has': 0, 'error': ['solution.Any']}]\n    \
            if reply.get('value') == {'list': names}: reply['shared'] = 1\n    answer(reply)\n\
        __main__.answer = forged\n";
    let tasks = [
        (
            "one()\nimport random\nfor _ in range(20):\n    \
                items = [random.random() for _ in range(random.randint(0, 9))]\n    \
                assert ordered(items) == sorted(items)",
            "WA",
        ),
        (
            "one()\nimport random\nrandom.seed(3)\none()\nfor _ in range(20):\n    \
                items = [random.random() for _ in range(random.randint(0, 9))]\n    \
                assert ordered(items) == sorted(items)",
            "WA",
        ),
        (
            "open('expected.txt', 'w').write('42')\none()\none()\n\
                assert result() == open('expected.txt').read()",
            "null",
        ),
        ("try: assert result() == 2\nexcept Failure: pass", "WA"),
    ];
    let task = |(test, expected): (&str, &str)| {
        let task =
            json!({"prompt": "Any = Exception\n", "tests": [{"code": test}], "language": "python"});
        (task, expected.to_string())
    };
    gives_on(&tasks.map(task), code);
}
