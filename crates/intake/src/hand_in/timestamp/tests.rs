use proptest::prelude::*;

use super::*;

#[test]
fn times_are_read_as_platforms_write_them() {
    for (text, expected) in [
        ("2026-11-22 23:59", "2026-11-22 23:59:00"),
        ("2026-11-22, 23:59", "2026-11-22 23:59:00"),
        ("2026-11-22t23:59:30z", "2026-11-22 23:59:30Z"),
        ("2026-11-22 23:59 UTC", "2026-11-22 23:59:00Z"),
        ("2026-11-22 23:59-00:00", "2026-11-22 23:59:00Z"),
        ("2026-11-22 04:05:06.123456000 Z", "2026-11-22 04:05:06Z"),
        ("2026-11-22 04:05:06,5Z", "2026-11-22 04:05:06Z"),
        ("2026-11-22 04:05:06.123 -08:00", "2026-11-22 04:05:06-08:00"),
        ("2026-11-22 04:05-08:00", "2026-11-22 04:05:00-08:00"),
        ("2026-11-22 04:05-08", "2026-11-22 04:05:00-08:00"),
        ("2026-11-22 04:05-0800", "2026-11-22 04:05:00-08:00"),
        ("2026-11-22T04:05+0530", "2026-11-22 04:05:00+05:30"),
        ("2026-11-22T04:05:06+05", "2026-11-22 04:05:06+05:00"),
        ("2026-11-22T04:05\u{2212}03:30", "2026-11-22 04:05:00-03:30"),
        ("20261122T235901", "2026-11-22 23:59:01"),
        ("20261122T2359-08", "2026-11-22 23:59:00-08:00"),
        ("20261122T235901-0800", "2026-11-22 23:59:01-08:00"),
        ("2026-11-22-23-59-01", "2026-11-22 23:59:01"),
        ("2026-11-22_23-59", "2026-11-22 23:59:00"),
        ("2026-11-22_23-59-01-0800", "2026-11-22 23:59:01-08:00"),
        ("2026-11-22T23.59.01", "2026-11-22 23:59:01"),
        ("2024-02-29", "2024-02-29 23:59:59"),
        ("Sunday, 22 November 2026, 8:49 PM", "2026-11-22 20:49:00"),
        ("Monday, 2 March 2026, 12:05 AM", "2026-03-02 00:05:00"),
        ("Sonntag, 22. November 2026, 20:49", "2026-11-22 20:49:00"),
        ("Samstag, 7. März 2026, 07:00", "2026-03-07 07:00:00"),
        ("dimanche 22 novembre 2026, 20:49", "2026-11-22 20:49:00"),
        ("mardi 24 février 2026, 20:49", "2026-02-24 20:49:00"),
        ("domingo, 22 de noviembre de 2026, 20:49", "2026-11-22 20:49:00"),
        ("November 22, 2026, 8:49:07 pm", "2026-11-22 20:49:07"),
        ("Sun, 22 Nov 2026 20:49:07 -0800", "2026-11-22 20:49:07-08:00"),
    ] {
        let read = Timestamp::parse(text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(read.to_string(), expected, "{text}");
    }
}

#[test]
fn what_is_not_understood_is_named_with_its_column() {
    for (text, column, rest) in [
        ("2023-02-29", 9, "29"),
        ("2026-13-01 10:00", 6, "13-01 10:00"),
        ("2026-11-22 24:00", 12, "24:00"),
        ("2026-11-22 10:61", 12, "10:61"),
        ("2026-11-22 10:00 noon", 18, "noon"),
        ("2026-11-22 08:49 PM", 18, "PM"),
        ("2026-11-22 10:00 CET", 18, "CET"),
        ("2026-11-22 10:00+25:00", 17, "+25:00"),
        ("2026-11-22 10:00+1", 17, "+1"),
        ("2026-11-22 10:00+01:00[Europe/Berlin]", 23, "[Europe/Berlin]"),
        ("2026-11-22 10:00:5", 17, ":5"),
        ("2026-11-22 10:00.", 17, "."),
        ("2026-11-22 10:00-08:0", 20, ":0"),
        ("2026-11-22 10.00:30", 17, ":30"),
        ("2026-1122 10:00", 8, "22 10:00"),
        ("  2026-11-22 x", 14, "x"),
        ("22/11/2026, 20:49", 1, "22/11/2026, 20:49"),
        ("Monday, 22 November 2026, 8:49 PM", 1, "Monday, 22 November 2026, 8:49 PM"),
        ("Sunday, 22 November 2026, 13:49 PM", 27, "13:49 PM"),
        ("Sunday, 22 November 2026, 8:49 PM sharp", 35, "sharp"),
        ("22 November 2026", 17, ""),
        ("tomorrow", 1, "tomorrow"),
        ("", 1, ""),
    ] {
        let error = Timestamp::parse(text).expect_err(text);
        assert_eq!((error.column, error.rest.as_str()), (column, rest), "{text}");
    }
    let error = Timestamp::parse("2026-11-22 10:00 CET").unwrap_err().to_string();
    assert_eq!(error, "`2026-11-22 10:00 CET` is not a valid time: `CET` in column 18 is invalid");
}

proptest! {
    #[test]
    fn no_text_is_too_odd(text in r"([0-9]{1,5}|[-:., TZ+]|[äß]|pm|mar|nov|\u{2212}){0,14}") {
        if let Ok(time) = Timestamp::parse(&text) {
            let shown = time.to_string();
            prop_assert_eq!(Timestamp::parse(&shown), Ok(time), "{}", shown);
        }
    }
}

fn since(one: &str, other: &str) -> Result<i64, Incomparable> {
    Timestamp::parse(one).unwrap().since(Timestamp::parse(other).unwrap())
}

#[test]
fn times_are_compared_if_both_have_a_zone_or_neither() {
    assert_eq!(since("2026-11-22 12:00", "2026-11-21 12:00"), Ok(DAY));
    assert_eq!(since("2026-11-22 12:00Z", "2026-11-22 12:00+01:00"), Ok(3600));
    assert_eq!(since("2026-03-01 00:00", "2026-02-28 23:59:59"), Ok(1));
    assert_eq!(since("2026-11-22 12:00Z", "2026-11-22 12:00"), Err(Incomparable));
    assert_eq!(since("2026-11-22 12:00", "2026-11-22 12:00+01:00"), Err(Incomparable));
}

#[test]
fn zones_count_around_the_changes_of_daylight_saving() {
    // In Berlin, 02:00 is followed by 03:00 on 29 March, and 02:59 by 02:00 on 25 October.
    assert_eq!(since("2026-03-29 03:01+02:00", "2026-03-29 01:59+01:00"), Ok(120));
    assert_eq!(since("2026-10-25 02:00+01:00", "2026-10-25 02:59+02:00"), Ok(60));
    assert_eq!(since("2026-10-25 02:30+01:00", "2026-10-25 02:30+02:00"), Ok(3600));
    // In Los Angeles, on 8 March and 1 November.
    assert_eq!(since("2026-03-08 10:00:30Z", "2026-03-08 01:59:30-08:00"), Ok(60));
    assert_eq!(since("2026-11-01 01:00-08:00", "2026-11-01T08:59:59Z"), Ok(1));
    let mut in_order = ["2026-10-25 02:59+02:00", "2026-10-25 02:00+01:00"];
    in_order.sort_by_key(|text| Timestamp::parse(text).unwrap());
    assert_eq!(in_order, ["2026-10-25 02:59+02:00", "2026-10-25 02:00+01:00"]);
}
