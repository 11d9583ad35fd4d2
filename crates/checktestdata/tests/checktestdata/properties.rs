//! Properties of all descriptions and inputs.

use proptest::prelude::*;
use referee_checktestdata::{CheckError, Description, Limits};

/// A description without variables, and an input that matches it.
fn described() -> impl Strategy<Value = (String, String)> {
    let command = prop_oneof![
        Just(("SPACE".to_string(), " ".to_string())),
        Just(("NEWLINE".to_string(), "\n".to_string())),
        (-1000i64..1000, 0i64..100, 0i64..100).prop_map(|(value, below, above)| {
            (format!("INT({},{}) SPACE", value - below, value + above), format!("{value} "))
        }),
        (0u32..100, 0u32..1000).prop_map(|(whole, decimals)| {
            let value = format!("{whole}.{decimals:03}");
            (format!("FLOATP({value},{value},3,3) NEWLINE"), format!("{value}\n"))
        }),
        "[a-z]{1,5}".prop_map(|word| (format!("STRING(\"{word}\") SPACE"), word + " ")),
        "[a-z]{1,5}".prop_map(|word| ("REGEX(\"[a-z]+\") SPACE".to_string(), word + " ")),
    ];
    let join = |parts: Vec<(String, String)>| {
        let (commands, texts): (Vec<String>, Vec<String>) = parts.into_iter().unzip();
        (commands.join(" "), texts.concat())
    };
    let block = prop::collection::vec(command, 1..5).prop_map(join);
    block.prop_recursive(3, 20, 3, move |inner| {
        let looped = (inner.clone(), 1usize..4).prop_map(|((commands, text), times)| {
            (format!("REP({times},NEWLINE) {commands} END"), vec![text; times].join("\n"))
        });
        let chosen = inner
            .clone()
            .prop_map(|(commands, text)| (format!("IF(ISEOF) SPACE ELSE {commands} END"), text));
        prop::collection::vec(prop_oneof![inner, looped, chosen], 1..4).prop_map(join)
    })
}

/// Returns whether a text is an integer as the language defines it, reading digit by digit.
fn is_integer(text: &str, (min, max): (i128, i128)) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let is_canonical = match digits.as_bytes() {
        [] => false,
        [b'0', ..] => text == "0",
        bytes => bytes.iter().all(u8::is_ascii_digit),
    };
    is_canonical && text.parse::<i128>().is_ok_and(|value| min <= value && value <= max)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// White space counts: no byte of it can be left out, doubled, or replaced.
    #[test]
    fn inputs_of_a_description_are_accepted_and_other_white_space_is_not((description, input) in described()) {
        let description = Description::parse(description.as_bytes()).unwrap();
        prop_assert_eq!(description.check(input.as_bytes(), Limits::default()), Ok(()));
        for (at, _) in input.match_indices([' ', '\n']) {
            let (before, after) = (&input[..at], &input[at + 1..]);
            let own = &input[at..=at];
            let other = if own == " " { "\n" } else { " " };
            for space in [own.repeat(2), "\t".into(), other.into(), format!("{own}\r"), String::new()] {
                let changed = [before, &space, after].concat();
                let found = description.check(changed.as_bytes(), Limits::default());
                let Err(CheckError::Mismatch(mismatch)) = found else {
                    // Two adjacent changes may swap a space and a line end.
                    prop_assert!(changed == input, "{changed:?} is accepted");
                    continue;
                };
                let line = before.matches('\n').count() as u64 + 1;
                prop_assert!(mismatch.place.line + 1 >= line, "{mismatch}");
            }
        }
    }

    #[test]
    fn integers_are_read_as_one_digit_after_the_other(
        text in "-?0?[0-9]{0,30}", bounds in any::<(i128, i128)>(), shift in 0u32..127,
    ) {
        let (min, max) = (bounds.0.min(bounds.1) >> shift, bounds.0.max(bounds.1) >> shift);
        let description = Description::parse(format!("INT({min},{max})").as_bytes()).unwrap();
        let is_accepted = description.check(text.as_bytes(), Limits::default()).is_ok();
        prop_assert_eq!(is_accepted, is_integer(&text, (min, max)));
    }

    #[test]
    fn arithmetic_is_that_of_machines(a in any::<i64>(), b in any::<i64>(), shift in 0u32..63) {
        let (a, b) = (i128::from(a >> shift), i128::from(b));
        let mut test = format!("{a}+{b}=={} && {a}-{b}=={} && {a}*{b}=={}", a + b, a - b, a * b);
        if b != 0 {
            test += &format!(" && {a}/{b}=={} && {a}%{b}=={}", a / b, a % b);
        }
        // Uses a variable, so that the result is not computed in advance.
        let description = format!("SET(a={a}) ASSERT({})", test.replace(&format!("{a}+"), "a+"));
        let description = Description::parse(description.as_bytes()).unwrap();
        prop_assert_eq!(description.check(b"", Limits::default()), Ok(()));
    }

    /// Decimals with the same exponent compare like their digits.
    #[test]
    fn floats_are_compared_exactly(a in -10_000_000i64..10_000_000, b in -10_000_000i64..10_000_000, places in 0usize..7) {
        let shown = |value: i64| {
            let digits = format!("{:0>8}", value.abs());
            let (whole, fraction) = digits.split_at(8 - places);
            let sign = if value < 0 { "-" } else { "" };
            format!("{sign}{whole}.{fraction}e{places}")
        };
        let test = format!("ASSERT(({}<{})==1)", shown(a), shown(b)).replace(")==1)", "))");
        let description = Description::parse(test.as_bytes()).unwrap();
        prop_assert_eq!(description.check(b"", Limits::default()).is_ok(), a < b);
    }

    #[test]
    fn no_bytes_panic(description in "[A-Z]{0,3}(REP|IF|INT|SET|FLOAT|REGEX|STRING)[(]?[a-z0-9\"(\\[,.^*+=<>!&|)-]{0,40}( END)?", input in "[ -~\n]{0,20}") {
        let limits = Limits { steps: 100_000, memory: 1 << 20 };
        if let Ok(description) = Description::parse(description.as_bytes()) {
            let _ = description.check(input.as_bytes(), limits);
        }
    }
}
