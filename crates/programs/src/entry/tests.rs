use super::*;

#[test]
fn programs_start_where_their_language_says() {
    for (language, text, expected) in [
        ("c", "int main(void) { return 0; }", true),
        ("c", "int main(void);\nvoid f() { main(0); }", false),
        ("c", "// int main() {}\nchar *s = \"int main() {\";", false),
        ("c", "main(argc, argv) char **argv; {}", true),
        ("cpp", "auto main() -> int {}", true),
        ("cpp", "int main() try {} catch (...) {}", true),
        ("cpp", "struct A { int main() { return 1; } };", false),
        ("cpp", "int main", false),
        ("cpp", "int main((", false),
        ("c", "main(main(int)) {}", true),
        ("c", "int main(int (*f)(void)) {}", true),
        ("c", "int main(int (*f)(void)); int (*g)(void) {}", false),
        ("c", "int main(int), (*f)(int) {}", false),
        ("cpp", "int f() { return 1'000'000'000; }\nint main() {}", true),
        ("c", "char open() { return '{'; }\nint main(void) {}", true),
        ("rust", "fn main() {}", true),
        ("rust", "struct A { name: &'static str }\nfn main() {}", true),
        ("rust", "fn f(c: char) -> bool { c == '}' || c == 'a' }\nfn main() {}", true),
        ("rust", "mod a { fn main() {} }", false),
        ("go", "package main\nfunc main() {}", true),
        ("kotlin", "fun main(args: Array<String>) {}", true),
        ("java", "class A { public static void main(String[] a) {} }", true),
        ("java", "class A { static void main() {} }", false),
        ("csharp", "class A { static async Task<int> Main(string[] a) {} }", true),
        ("csharp", "class A { static int Main() {} }", true),
        ("csharp", "class Main {}", false),
        ("pascal", "program A;\nuses B;\nbegin end.", true),
        ("pascal", "{ of A }\n Unit B;\ninterface\nimplementation\nend.", false),
    ] {
        assert_eq!(starts(language, text), Some(expected), "{text}");
    }
    assert_eq!(starts("python", "def main(): pass"), None);
}

/// If each were followed to its end, this would take minutes.
#[test]
fn parentheses_that_never_close_are_read_once() {
    assert_eq!(starts("c", &"main(".repeat(200_000)), Some(false));
}

#[test]
fn scripts_are_programs_unless_another_file_names_them() {
    let languages = Languages::shipped();
    for (files, expected) in [
        (&[("a.py", "print(1)"), ("b.py", "print(2)")][..], &["a.py", "b.py"][..]),
        (&[("a.py", "import b"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "import sys, b as c"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "try: import b\nexcept ImportError: pass"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "x = 1; from b import f"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "from .p.b import (f)"), ("p/b.py", ""), ("p/__init__.py", "")], &["a.py"]),
        (&[("__init__.py", ""), ("__main__.py", "")], &["__main__.py"]),
        (&[("a.py", "exec(open('b.py').read())"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "s = spec_from_file_location('b', 'b.py')"), ("b.py", "")], &["a.py"]),
        (&[("a.py", "b = 1 # important"), ("b.py", "")], &["a.py", "b.py"]),
        (&[("a.py", "import b"), ("b.py", "# used by a.py")], &["a.py"]),
        (&[("a.py", "print(1)"), ("b.py", "os.system('python3 a.py')")], &["a.py", "b.py"]),
        (&[("a.py", "if(__name__ == '__main__'): f()"), ("b.py", "import a")], &["a.py", "b.py"]),
        (&[("a.py", "import b"), ("b.py", "if __name__ == '__main__':\n  f()")], &["a.py", "b.py"]),
        (
            &[
                ("Main.hs", "import Twice (twice)\nmain = twice"),
                ("Twice.hs", "module Twice where"),
            ],
            &["Main.hs"],
        ),
        (&[("A.hs", "main = a"), ("B.hs", "main = b")], &["A.hs", "B.hs"]),
        (&[("a.pl", "use strict;\nuse B qw(f);"), ("B.pm", "package B;")], &["a.pl"]),
        (&[("a.pl", "use strict;"), ("B.pm", "package B;")], &["B.pm", "a.pl"]),
        (&[("a.nim", "import b"), ("b.nim", "")], &["a.nim"]),
        (&[("a.lua", "local b = require('b')"), ("b.lua", "")], &["a.lua"]),
        (&[("a.rb", "require_relative 'b'"), ("b.rb", "")], &["a.rb"]),
        (&[("a.js", "require('./b')"), ("b.js", "")], &["a.js"]),
        (&[("a.js", "import f from './lib/b.js'"), ("lib/b.js", "")], &["a.js"]),
        (&[("a.js", "require('./my-b')"), ("my-b.js", "")], &["a.js"]),
        (&[("a.js", "x = 1 /b"), ("b.js", "b.js")], &["a.js"]),
        (&[("a.js", "let x = 1"), ("b.js", "// b.js")], &["a.js", "b.js"]),
        (&[("a.py", ""), ("b.cpp", "int main() {}"), ("c.h", "int main() {}")], &["a.py", "b.cpp"]),
        (&[("a.cpp", "int main() {}"), ("b.cpp", "int f() {}")], &["a.cpp"]),
        (&[("a.py", ""), ("b.zip", "")], &["a.py", "b.zip"]),
    ] {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in files {
            let path = folder.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        let names: Vec<String> = files.iter().map(|(file, _)| file.to_string()).collect();
        assert_eq!(programs(folder.path(), &names, &languages).unwrap(), expected, "{files:?}");
    }
}
