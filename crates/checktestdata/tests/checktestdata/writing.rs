//! Writing inputs: whatever is chosen, an input that is written matches, and assertions that hold
//! by chance now and then are no obstacle.

use referee_checktestdata::{Choices, Description, DescriptionError, Limits, Site};

/// Chooses at random.
struct Random(u64);

impl Choices for Random {
    fn integer(&mut self, _: &Site, least: i64, most: i64) -> i64 {
        let width = most.abs_diff(least);
        least.wrapping_add_unsigned(self.below(width.saturating_add(1)))
    }

    fn word(&mut self, letters: &[u8], length: usize) -> Vec<u8> {
        (0..length).map(|_| letters[self.below(letters.len() as u64) as usize]).collect()
    }

    fn below(&mut self, count: u64) -> u64 {
        // Knuth's MMIX generator.
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 20) % count
    }
}

fn written(description: &str, seed: u64) -> Result<Option<Vec<u8>>, DescriptionError> {
    let description = Description::parse(description.as_bytes()).unwrap();
    description.write(&mut Random(seed), Limits { steps: 1_000_000, memory: 1 << 24 })
}

/// Returns the inputs of a description for many seeds, each of which must give one.
#[track_caller]
fn inputs(description: &str) -> Vec<String> {
    let input = |seed| match written(description, seed) {
        Ok(Some(input)) => String::from_utf8(input).unwrap(),
        other => panic!("{description}: {other:?}"),
    };
    (0..100).map(input).collect()
}

/// Returns how many different inputs there are.
#[track_caller]
fn variety(description: &str) -> usize {
    inputs(description).into_iter().collect::<std::collections::BTreeSet<_>>().len()
}

#[test]
fn what_is_open_is_chosen() {
    for (description, least) in [
        ("INT(-3,3) SPACE INT(0,10^9) NEWLINE", 90),
        ("INT(-10^40,10^40) NEWLINE", 40),
        ("INT(10^40,10^40+1) NEWLINE", 2),
        ("FLOAT(-1,1) SPACE FLOAT(0.25,0.5) SPACE FLOAT(-10,10,x,SCIENTIFIC) NEWLINE", 90),
        ("FLOATP(0,1,2,4) SPACE FLOATP(-0.001,0.001,3,3) SPACE FLOATP(5,7,0,0)", 80),
        ("FLOATP(0,1,3,3,x,SCIENTIFIC) SPACE FLOATP(-2000,1000,0,2,y,SCIENTIFIC)", 90),
        ("FLOATP(-1,0,1,1,x,SCIENTIFIC) SPACE FLOATP(123.455,123.457,3,5,y,SCIENTIFIC)", 5),
        ("REGEX(\"[a-c]\") REGEX(\"C|D|H\") REGEX(\"a{2,4}(x|yz)?\") NEWLINE", 40),
        ("INT(0,1,k) IF(k==0) STRING(\" none\") ELSE SPACE INT(7,9) END", 4),
        ("INT(0,5,n) NEWLINE REPI(i,n,SPACE) INT(i,2*i) END NEWLINE", 15),
        ("SET(r=\"[xy]{1,9}\") REGEX(r) NEWLINE WHILE(!ISEOF) INT(0,9) NEWLINE END", 50),
        ("INT(1,3,n) WHILEI(i,i<n) SPACE INT(0,9) END", 50),
    ] {
        let found = variety(description);
        assert!(found >= least, "{description}: {found}");
    }
}

#[test]
fn words_have_the_lengths_that_assertions_ask_for() {
    for description in [
        "INT(1,300,n) NEWLINE REGEX(\"[a-z]+\",s) NEWLINE ASSERT(STRLEN(s)==n)",
        "REGEX(\"[a-z ]*\",s) NEWLINE ASSERT(1<=STRLEN(s) && STRLEN(s)<4)",
        "REGEX(\"#[.#]+#\",s) NEWLINE ASSERT(STRLEN(s)>30 && STRLEN(s)!=35 && 40>STRLEN(s))",
        "REGEX(\"(ab|c{3,5})+(x|yyy)?\",s) NEWLINE ASSERT(STRLEN(s)>=4 && STRLEN(s)<=6)",
        "REPI(i,5) REGEX(\"[a-z]{2,9}\",s[i]) NEWLINE ASSERT(STRLEN(s[i])==i+3) END",
    ] {
        assert!(variety(description) > 5, "{description}");
    }
    let none = "REGEX(\"(ab)+\",s) ASSERT(STRLEN(s)==5)";
    assert_eq!(written(none, 1), Ok(None));
}

#[test]
fn repetitions_are_made_anew_where_assertions_fail() {
    for description in [
        "INT(2,50,n) NEWLINE REP(n) INT(1,n,a) SPACE INT(1,n,b) NEWLINE ASSERT(a!=b) END",
        // What a failed repetition has changed is undone.
        "SET(s=0) REP(9) INT(1,9,x) SPACE SET(s=s+x) ASSERT(x%3!=0) END INT(s,s)",
        "REP(5) REPI(i,3) INT(1,5,a[i]) SPACE END ASSERT(a[0]<a[1]) UNSET(a) INT(1,3,b) NEWLINE ASSERT(b==1) END",
        "REPI(i,4) INT(0,9,a[i]) SPACE END REP(3) UNSET(a) INT(0,4,a) SPACE ASSERT(a>1) END",
    ] {
        assert!(variety(description) > 50, "{description}");
    }
    assert_eq!(written("REP(2) INT(1,2,x) ASSERT(x>2) END", 1), Ok(None));
    assert_eq!(written("INT(2,2,x) SPACE INT(x+5,6)", 1), Ok(None), "nothing is from 7 to 6");
    assert_eq!(written("FLOATP(0.01,0.02,1,1)", 1), Ok(None), "nothing has a single decimal");
}

#[test]
fn values_are_unique_where_they_must_be() {
    for description in [
        "REPI(i,20,SPACE) INT(1,22,a[i]) END ASSERT(UNIQUE(a))",
        "INT(0,40,n) NEWLINE REPI(i,n) INT(1,13,x[i]) SPACE REGEX(\"C|D|H|S\",y[i]) NEWLINE END IF(n>0) ASSERT(UNIQUE(x,y)) END",
        "REP(6) REPI(i,5) INT(0,5,l[i]) SPACE END ASSERT(UNIQUE(l)) UNSET(l) NEWLINE END",
        "REPI(i,9) INT(1,5,a) SPACE INT(1,5,b) NEWLINE ASSERT(a!=b) SET(c[i]=a,d[i]=b) END ASSERT(UNIQUE(c,d))",
        // A value that is overwritten may occur again.
        "REP(9) INT(1,2,x[0]) SPACE END ASSERT(UNIQUE(x))",
    ] {
        assert!(variety(description) > 30, "{description}");
    }
}

#[test]
fn sizes_are_known_to_be_sizes() {
    /// Makes sizes as small, and all else as large as possible, and checks where it is asked.
    struct Small;

    impl Choices for Small {
        fn integer(&mut self, site: &Site, least: i64, most: i64) -> i64 {
            // One is clearly outside of the range, and is moved into it.
            assert!(site.at < site.of && !site.is_again && !site.is_distinct, "{site:?}");
            if site.is_size { least - 1 } else { most }
        }

        fn word(&mut self, letters: &[u8], length: usize) -> Vec<u8> {
            vec![letters[letters.len() - 1]; length]
        }

        fn below(&mut self, count: u64) -> u64 {
            count - 1
        }
    }

    let description = b"INT(2,9,n) SPACE INT(1,9,m) SPACE INT(0,9,k) NEWLINE SET(t=m+1)
        REPI(i,n) REP(t,SPACE) INT(0,7) END NEWLINE END
        REGEX(\"[a-z]+\",s) NEWLINE REGEX(\"[a-z]{1,9}\",r) NEWLINE ASSERT(STRLEN(r)==k+1)";
    let description = Description::parse(description).unwrap();
    let input = description.write(&mut Small, Limits::default()).unwrap().unwrap();
    assert_eq!(String::from_utf8(input).unwrap(), "2 1 0\n7 7\n7 7\nz\nz\n");
}

/// A chain of variables that leads to a size, and many that must be unique.
#[test]
fn each_command_is_looked_at_once_to_find_sizes() {
    let chain: String = (1..10_000).map(|at| format!("SET(a{at}=a{})\n", at - 1)).collect();
    let unique: String = (0..3_500).map(|at| format!("ASSERT(UNIQUE(b{at}))\n")).collect();
    let description = format!("INT(2,2,a0)\n{chain}REP(a9999) SPACE END IF(0==1)\n{unique}END");
    assert_eq!(written(&description, 1), Ok(Some(b"2  ".to_vec())));
}

#[test]
fn limits_hold() {
    for description in [
        "REP(10^9) SPACE END",
        "REP(10^9) REGEX(\"\") END",
        "REP(10^9) REGEX(\"(a{300}){200}\") END",
        "REP(10^9) REGEX(\"((|b){300}){200}\") END",
        "WHILE(1==1) SET(a=1) END",
        "INT(0,0,x) SPACE INT(0,1/x)",
    ] {
        let result = written(description, 3);
        assert!(result.is_err(), "{description}: {result:?}");
    }
}
