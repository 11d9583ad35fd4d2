use super::{SourceFile, cause};

/// A file that was compiled under the name that its author gave it.
fn file(name: &str) -> SourceFile {
    SourceFile { compiled: name.into(), own: name.into() }
}

/// The stack below a report: frames of the library, of the program, and of the code that starts it.
fn stack(function: &str, line: u32) -> String {
    format!(
        "    #0 0x7f0b in __interceptor_memset ../../../../src/libsanitizer/common.inc:799\n    \
         #1 0x55d0 in std::vector<int>::size() const /usr/include/c++/12/bits/stl_vector.h:988\n    \
         #2 0x55d0 in {function} /tmp/box/program/./main.cpp:{line}\n    \
         #3 0x55d0 in main /tmp/box/program/./main.cpp:90\n    \
         #4 0x7f00 in __libc_start_main_impl ../csu/libc-start.c:360\n\n"
    )
}

fn told(text: &str) -> Option<String> {
    cause(text.as_bytes(), &[file("main.cpp"), file("util/main.cpp")])
}

fn error(what: &str, line: u32, behind: &str) -> String {
    let head = format!("noise\n=====\n==7==ERROR: AddressSanitizer: {what}\n");
    format!("{head}{}{behind}", stack("solve(std::vector<int>&, int)", line))
}

#[test]
fn errors_of_addresses_are_one_line() {
    let freed = format!("freed by thread T0 here:\n{}", stack("clear(Node*)", 7));
    for (what, behind, expected) in [
        (
            "heap-buffer-overflow on address 0x60 at pc 0x55 bp 0x7f sp 0x7f\nREAD of size 4 at 0x60 thread T0",
            "0x60 is located 0 bytes to the right of 16-byte region [0x50,0x60)\n",
            "heap-buffer-overflow: read of 4 bytes after a block of 16 bytes, main.cpp:12 (in solve)",
        ),
        (
            "heap-buffer-overflow on address 0x60\nWRITE of size 1 at 0x60 thread T0",
            "0x60 is located 4 bytes before 16-byte region [0x50,0x60)\n",
            "heap-buffer-overflow: write of 1 byte before a block of 16 bytes, main.cpp:12 (in solve)",
        ),
        (
            "stack-buffer-overflow on address 0x60\nWRITE of size 8 at 0x60 thread T0",
            "    [48, 88) 'row' (line 6) <== Memory access at offset 88 overflows this variable\n",
            "stack-buffer-overflow: write of 8 bytes after `row`, main.cpp:12 (in solve)",
        ),
        (
            "global-buffer-overflow on address 0x60\nREAD of size 4 at 0x60 thread T0",
            "0x60 is located 4 bytes to the left of global variable 'board' defined in 'main.cpp:3:5' (0x60) of size 400\n",
            "global-buffer-overflow: read of 4 bytes before `board`, main.cpp:12 (in solve)",
        ),
        (
            "heap-use-after-free on address 0x60\nREAD of size 8 at 0x60 thread T0",
            &freed,
            "heap-use-after-free: read of 8 bytes of memory that was freed (main.cpp:7), main.cpp:12 (in solve)",
        ),
        (
            "attempting double-free on 0x60 in thread T0:",
            &freed,
            "double-free: memory is freed that was freed before (main.cpp:7), main.cpp:12 (in solve)",
        ),
        (
            "SEGV on unknown address 0x0 (pc 0x5 bp 0x7 sp 0x7 T0)\n==7==The signal is caused by a READ memory access.\n\
             ==7==Hint: address points to the zero page.",
            "",
            "SEGV: read through a null pointer, main.cpp:12 (in solve)",
        ),
        (
            "stack-overflow on address 0x7f (pc 0x5)",
            "",
            "stack-overflow: too deep a recursion, or too large a local array, main.cpp:12 (in solve)",
        ),
        (
            "requested allocation size 0x15d3ef798000 (0x15d3ef799000 after adjustments) exceeds maximum supported size",
            "",
            "too large an allocation (22888183 MiB), main.cpp:12 (in solve)",
        ),
        // An unknown kind of error is reported by its own name.
        ("new-kind-of-error on 0x60", "", "new-kind-of-error, main.cpp:12 (in solve)"),
    ] {
        assert_eq!(told(&error(what, 12, behind)).as_deref(), Some(expected));
    }
}

#[test]
fn what_gives_up_is_told_in_its_own_words() {
    let abort = error("ABRT on unknown address 0x4e (pc 0x7f)", 12, "");
    for (said, expected) in [
        ("", "it aborted, main.cpp:12 (in solve)"),
        (
            "p: main.cpp:12: int solve(): Assertion `n > 100' failed.\n",
            "failed assertion `n > 100`, main.cpp:12 (in solve)",
        ),
        (
            "p: main.cpp:12: int solve(): Assertion `c == 'a'' failed.\n",
            "failed assertion `c == 'a'`, main.cpp:12 (in solve)",
        ),
        (
            "/usr/include/c++/12/bits/stl_vector.h:1123: constexpr std::vector<_Tp, _Alloc>::reference \
             std::vector<_Tp, _Alloc>::operator[](size_type) [with _Tp = int; size_type = long unsigned int]: \
             Assertion '__n < this->size()' failed.\n",
            "failed check `__n < this->size()` in std::vector::operator[], main.cpp:12 (in solve)",
        ),
        (
            "terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check\n",
            "uncaught exception std::out_of_range: vector::_M_range_check, main.cpp:12 (in solve)",
        ),
        (
            "terminate called after throwing an instance of 'int'\n",
            "uncaught exception int, main.cpp:12 (in solve)",
        ),
    ] {
        assert_eq!(told(&format!("{said}{abort}")).as_deref(), Some(expected));
    }
}

#[test]
fn undefined_behaviour_is_a_cause_of_its_own_and_of_others() {
    let overflow = format!(
        "./main.cpp:9:46: runtime error: signed integer overflow: 92567588 * 31 cannot be represented in type 'int'\n{}",
        stack("hash", 9)
    );
    let cause = "signed integer overflow: 92567588 * 31 cannot be represented in type 'int', main.cpp:9 (in hash)";
    assert_eq!(told(&overflow).as_deref(), Some(cause));
    let segv = error("SEGV on unknown address 0x62", 12, "");
    let both = told(&format!("{overflow}{segv}")).unwrap();
    let end = "SEGV: access at an address that is not the program's, main.cpp:12 (in solve)";
    assert_eq!(both, format!("{end}; before that: {cause}"));
    // On the same line, the sanitizer that knows the operation takes precedence.
    let division =
        format!("main.cpp:12:7: runtime error: division by zero\n{}", stack("solve", 12));
    let fpe = error("FPE on unknown address 0x55", 12, "");
    let told_once = told(&format!("{division}{fpe}")).unwrap();
    assert_eq!(told_once, "division by zero, main.cpp:12 (in solve)");
    // Without a stack, only the place in front of the message is left.
    let bare = "./util/main.cpp:3:1: runtime error: load of null pointer of type 'int'\n";
    assert_eq!(told(bare).unwrap(), "load of null pointer of type 'int', util/main.cpp:3");
}

#[test]
fn names_of_functions_are_short() {
    for (signature, expected) in [
        ("main", "main"),
        ("Board::~Board()", "Board::~Board"),
        ("solve(std::vector<int, std::allocator<int> >&, int)", "solve"),
        ("int sum<int>(int, int)", "sum"),
        ("winner[abi:cxx11](int)", "winner"),
        ("(anonymous namespace)::step(int)", "(anonymous namespace)::step(int)"),
        ("Less::operator()(int, int) const", "Less::operator()(int, int) const"),
    ] {
        let text = format!("==7==ERROR: AddressSanitizer: FPE on x\n{}", stack(signature, 5));
        assert!(
            told(&text).unwrap().ends_with(&format!("main.cpp:5 (in {expected})")),
            "{signature}"
        );
    }
}

#[test]
fn what_says_nothing_has_no_cause_and_nothing_panics() {
    for text in ["", "wrong\n", "ERROR: AddressSanitizer", ": runtime error", "#0 in x y:1"] {
        assert_eq!(told(text), None, "{text:?}");
    }
    // A program can print such a line itself: it is escaped and shortened.
    let hostile = format!("main.cpp:1:1: runtime error: \x1b[31m{}\n", "x".repeat(9999));
    let said = told(&hostile).unwrap();
    assert!(!said.contains('\x1b') && said.len() < 400, "{said}");
    for cut in 0..400 {
        let whole =
            error("heap-buffer-overflow on é\nREAD of size 4 at", 12, "0 is located 4 bytes after");
        let bytes = &whole.as_bytes()[..cut.min(whole.len())];
        let _ = cause(bytes, &[file("main.cpp")]);
    }
}
