use proptest::prelude::*;

use super::*;

#[test]
fn the_public_type_is_found() {
    for (text, name) in [
        ("public class Main { }", Some("Main")),
        ("package a.b;\nimport java.util.*;\npublic final class Main{}", Some("Main")),
        ("public interface I {}", Some("I")),
        ("public enum E { A, B }", Some("E")),
        ("public record R(int a) {}", Some("R")),
        ("public @interface A {}", Some("A")),
        ("public sealed abstract class S permits T {}", Some("S")),
        ("public non-sealed class S extends T {}", Some("S")),
        ("public strictfp class Größe_2$ <T> {}", Some("Größe_2$")),
        ("class Helper { public class Inner {} }\npublic class Main {}", Some("Main")),
        ("class Helper { }", None),
        ("class Helper { public static void main(String[] a) {} }", None),
        ("// public class Not {}\n/* public class Nor\n{ */ public class Main {}", Some("Main")),
        ("/** {@code public class Not} don't */ public class Main {}", Some("Main")),
        (
            "class A { String s = \"} public class Not {\"; char c = '\\''; char d = '\"'; }\npublic class Main {}",
            Some("Main"),
        ),
        (
            "class A { String s = \"\"\"\n } \"public\" \\\"\"\" class Not { \"\"\"; }\npublic class Main {}",
            Some("Main"),
        ),
        ("@SuppressWarnings({\"public class Not\", \"{\"})\npublic class Main {}", Some("Main")),
        ("@A(public = class Not.class) public class Main {}", Some("Main")),
        ("public @Deprecated class Main {}", Some("Main")),
        ("public class", None),
        ("\"unclosed\npublic class Main {}", Some("Main")),
        ("/* unclosed public class Main {}", None),
        ("}}} public class Main {", Some("Main")),
        ("public", None),
        ("", None),
    ] {
        assert_eq!(public_type(text), name, "{text}");
    }
}

#[test]
fn types_at_the_top_level_are_found() {
    let text = "package a; import b.record.C;\n@D(E.class) public class Main<T> { class F {} }\n\
        record G(int h) {}\ninterface I {}\nenum J { K }\n// class L {}\n@interface M {}";
    let mut names: Vec<String> = types(text).into_iter().collect();
    names.sort();
    assert_eq!(names, ["a.G", "a.I", "a.J", "a.M", "a.Main"]);
    let types_of = |text: &str| types(text).into_iter().collect::<Vec<_>>();
    assert_eq!(types_of("package a.b; class C {}"), ["a.b.C"]);
    assert_eq!(types_of("class C {}"), [".C"]);
}

/// With a copy of the whole name for each type, this would take terabytes.
#[test]
fn a_package_with_a_long_name_may_have_many_types() {
    let classes: String = (0..20_000).map(|at| format!("class C{at} {{}}")).collect();
    for package in ["a".repeat(8 << 20), "a.".repeat(4 << 20) + "a"] {
        let names = types(&format!("package {package}; {classes}"));
        assert_eq!(names.len(), 20_000);
        assert!(names.iter().all(|name| name.len() < 300));
    }
}

#[test]
fn sources_are_read_in_the_encodings_that_they_come_in() {
    for bytes in [
        "// größer\n".as_bytes().to_vec(),
        [b"\xef\xbb\xbf", "// größer\n".as_bytes()].concat(),
        b"// gr\xf6\xdfer\n".to_vec(),
        [vec![0xff, 0xfe], "// größer\n".encode_utf16().flat_map(u16::to_le_bytes).collect()]
            .concat(),
        [vec![0xfe, 0xff], "// größer\n".encode_utf16().flat_map(u16::to_be_bytes).collect()]
            .concat(),
    ] {
        assert_eq!(decoded(&bytes), "// größer\n", "{bytes:?}");
    }
    assert_eq!(decoded(b""), "");
    assert_eq!(decoded(b"\xff\xfe\x00"), "");
}

proptest! {
    #[test]
    fn any_text_has_a_public_type_or_none(text in "(public|class|[\"'\\\\/*{}()\n aö;@]){0,60}") {
        let _ = public_type(&text);
    }
}
