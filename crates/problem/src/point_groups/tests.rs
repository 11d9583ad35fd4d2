use super::*;

fn read(text: &str) -> Result<Option<PointGroups>, DocumentError> {
    let mut table = Table::parse(text)?;
    let groups = PointGroups::read(&mut table)?;
    table.finish()?;
    Ok(groups)
}

fn scheme(text: &str) -> Result<PointScheme, DocumentError> {
    read(text)?.expect("there are groups").share_out(&CASES.map(Arc::from))
}

const CASES: [&str; 5] = ["sample/1", "secret/1", "secret/2", "secret/2-more/a", "secretive"];

#[test]
fn a_pattern_is_a_folder_a_case_or_a_glob() {
    for (pattern, expected) in [
        ("sample", [1, 0, 0, 0, 0]),
        ("secret", [0, 1, 1, 1, 0]),
        ("secret/", [0, 1, 1, 1, 0]),
        ("secret/2", [0, 0, 1, 0, 0]),
        ("secret/2*", [0, 0, 1, 1, 0]),
        ("*/1", [1, 1, 0, 0, 0]),
        ("s*", [1, 1, 1, 1, 1]),
        ("**", [1, 1, 1, 1, 1]),
    ] {
        let text = format!("[[groups]]\ncases = '{pattern}'\npoints = 1");
        let scheme = scheme(&text).unwrap();
        let found = scheme.group_of.iter().map(|group| i32::from(group.is_some()));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{pattern}");
    }
}

#[test]
fn what_is_wrong_with_groups_is_named() {
    let of_sample = "[[groups]]\ncases = 'sample'\npoints = 1\n";
    for (more, place, expected) in [
        ("[[groups]]\npoints = 1", 4, "the key `cases` is missing"),
        ("[[groups]]\ncases = 'secret'", 4, "the key `points` is missing"),
        ("[[groups]]\ncases = 'secret'\npoints = -1", 6, "points = -1 is not a number from 0"),
        ("[[groups]]\ncases = 'secret'\npoints = 0.125", 6, "at most two decimal places"),
        ("[[groups]]\ncases = 'secret'\npoints = 1e3", 6, "points = 1e3 is not a number"),
        ("[[groups]]\ncases = 'secret'\npoints = inf", 6, "points = inf is not a number"),
        ("[[groups]]\ncases = 'secret'\npoints = '1'", 6, "points must be a decimal number"),
        ("[[groups]]\ncases = 'secret'\npoints = 1000001", 6, "from 0 to 1000000"),
        ("[[groups]]\ncases = 'secret'\npoints = 1\nrule = 'any'", 7, "unknown rule `any`"),
        ("[[groups]]\ncases = '{'\npoints = 1", 5, "`{` is not a valid pattern"),
        ("[[groups]]\ncases = 'none'\npoints = 1", 4, "there is no case in the group `none`"),
        ("[[groups]]\ncases = '*/1'\npoints = 1", 4, "sample/1 is already in the group `sample`"),
    ] {
        let text = format!("{of_sample}{more}");
        let error = scheme(&text).unwrap_err();
        assert!(error.message.contains(expected), "{error}");
        assert_eq!(error.place.line, place, "{error}");
    }
    assert!(read("").unwrap().is_none());
}
