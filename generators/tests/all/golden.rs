//! The random stream never changes: changing one of these vectors would change every case ever
//! generated. Draws are also uniform.

use proptest::prelude::*;
use referee_generators::{Random, Recipe, Seed, families};
use sha2::{Digest, Sha256};

fn stream(value: u64) -> Random {
    Random::new(Seed::from_value(value))
}

fn draws<T>(value: u64, mut draw: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let mut random = stream(value);
    (0..6).map(|_| draw(&mut random)).collect()
}

#[test]
fn seeds() {
    assert_eq!(Seed::of(&[]).to_string(), "141cfc9842c4b0e3");
    assert_eq!(
        Seed::of(&["salt", "secret/01-a", "uniform", "n=5", "0"]).to_string(),
        "0d90637ab924b4a6"
    );
    assert_ne!(Seed::of(&["a", "b"]), Seed::of(&["ab"]));
    assert_ne!(Seed::of(&["a", "b"]), Seed::of(&["ab", ""]));
    assert_eq!(Seed::from_value(0xabc).to_string(), "0000000000000abc");
}

#[test]
fn first_draws() {
    let bits = |seed| format!("{:x?}", draws(seed, Random::bits));
    assert_eq!(
        bits(0),
        "[271c94bc838aa69d, c336db5053004273, da0a48254dc0c5d5, b7360f315065f1cf, 41b2b3c3af5953d9, a26d66e3e72accf7]"
    );
    assert_eq!(
        bits(1),
        "[33657ac3ea9b3f0a, 78e7ac9d4bc84517, 609a9e357c1c2cc6, 3d5073cc4bda30e5, 598713a5b34c862a, ac1ca04c7e5ea7c7]"
    );
    assert_eq!(
        bits(u64::MAX),
        "[486a6dc8ded7f8c5, 81597b231465e5e6, 5faa00c5d4499928, ff6a6cd828ec5b6c, e6560e84fe1c374c, eb0759f227c8ab38]"
    );
    let below = |bound| format!("{:?}", draws(2, |random| random.below(bound)));
    assert_eq!(below(10), "[3, 4, 8, 9, 7, 2]");
    assert_eq!(
        below(1 << 33),
        "[2600737738, 3659004870, 7078818184, 7905508925, 6579429256, 1871252248]"
    );
    // Nearly half of all draws are rejected here.
    assert_eq!(
        below((1 << 63) + 1),
        "[2792520882893309225, 7600823149724668564, 4201671048044092792, 4638670673953790706, 3792179767250509361, 1007396793711427566]"
    );
    let between = |least, most| format!("{:?}", draws(3, |random| random.between(least, most)));
    assert_eq!(between(-4, 4), "[-3, -2, 1, 0, -3, 2]");
    assert_eq!(
        between(i64::MIN, i64::MAX),
        "[-5180176286628291098, -4176856580725935399, 1088846114185692418, -354286853123291872, -5129629477883460043, 3527119673316644550]"
    );
    let mut order: Vec<u8> = (0..10).collect();
    stream(4).shuffle(&mut order);
    assert_eq!(format!("{order:?}"), "[0, 5, 2, 9, 3, 7, 6, 8, 4, 1]");
}

/// Digests of the first case of each family in a shipped recipe: the first eight bytes of its
/// SHA-256.
fn digests(problem: &str) -> String {
    let recipe = Recipe::parse(families(problem).expect("shipped").recipe).expect("right");
    let mut digests = String::new();
    let mut seen = Vec::new();
    for case in &recipe.cases {
        if !seen.contains(&case.family.name) {
            seen.push(case.family.name);
            let digest = Sha256::digest(case.generate().expect("possible"));
            let start: String = digest[..8].iter().map(|byte| format!("{byte:02x}")).collect();
            digests.push_str(&format!("{} {start}\n", case.name));
        }
    }
    digests
}

#[test]
fn first_cases_of_infinity_war() {
    assert_eq!(
        digests("infinity-war"),
        "sample/01-bob-wins 74167a84e9aa9f62\n\
secret/04-bob-wins-2-1 798dba58a1ece361\n\
secret/06-own-square-only-2-1 0654a64756fa5145\n\
secret/08-one-safe-square-2-1 d66edca748ca2ebd\n\
secret/11-few-safe-squares-4-01 571d1e20fd04943d\n\
secret/13-capture-one-move 734d178add7ea008\n\
secret/15-capture-two-moves 6d9695cca0e4e5ac\n\
secret/18-midpoint-one-order-1 b36be82e75dd3c13\n\
secret/21-null-move-alice-wins da29a61f399599dc\n\
secret/23-uniform-5-1 f091a933cc4e4754\n\
secret/25-alice-wins-300 bcbefbcc327b91cd\n\
secret/27-clustered e71c17e99fca13f1\n\
secret/28-one-row a7d33b1ee1a14bf3\n\
secret/30-one-column 90a5f23d92d3c382\n\
secret/32-extreme-tie fb939465dc4bb014\n\
secret/35-densest-cover-30 5ef23ebff119a134\n\
secret/37-covered-border fdcb971ba8eb96a4\n\
secret/39-hash-libstdcxx 5d2d4d8487371914\n\
secret/59-full-crowded-row 39bcc6a76df7cc59\n\
"
    );
}

#[test]
fn first_cases_of_huepfburg() {
    assert_eq!(
        digests("huepfburg"),
        "sample/01-meeting 044113fb9cc1bebe\n\
secret/07-all-arrows fb9f1e794914b8da\n\
secret/10-meeting-9 385fe6ff36e2216a\n\
secret/12-meet-at-field-1 1cd828d5717f35b1\n\
secret/14-meet-at-field-n 7f2d555e0c4dc9f7\n\
secret/15-self-arrow-at-meeting 6a470242396a55bb\n\
secret/17-one-way-impossible 777b82392eb61124\n\
secret/19-header-arrow-opens 96009785b7466fe9\n\
secret/21-swap-places-impossible dde4c7c5e3e03682\n\
secret/23-decoy-meeting-later 94e3d39becc19b35\n\
secret/26-dead-end-of-sasha 0b37aaa97b155b28\n\
secret/31-wielandt-13-jumps 4ee148a6e97c56a5\n\
secret/32-jumps-n-plus-1 bfed4db215400417\n\
secret/37-coprime-cycles-30-jumps 76b4ab26c8d68e0d\n\
secret/41-long-path-2500-jumps 3ecae8a2f756dc3e\n\
secret/42-prime-cycles-3 f278fa25fb2c0124\n\
secret/45-two-colours 94e1aeaecd1b3355\n\
secret/48-layered-ring-impossible 51f72cf738a34d22\n\
secret/50-pair-keys-1000 72e975e918257e62\n\
"
    );
}

proptest! {
    #[test]
    fn below_stays_below(seed: u64, bound in 1u64..) {
        prop_assert!(draws(seed, |random| random.below(bound)).iter().all(|&d| d < bound));
    }

    #[test]
    fn between_stays_between(seed: u64, a: i64, b: i64) {
        let (least, most) = (a.min(b), a.max(b));
        let found = draws(seed, |random| random.between(least, most));
        prop_assert!(found.iter().all(|d| (least..=most).contains(d)));
    }

    #[test]
    fn shuffle_keeps_the_items(seed: u64, items: Vec<u8>) {
        let mut shuffled = items.clone();
        stream(seed).shuffle(&mut shuffled);
        let sorted = |mut items: Vec<u8>| { items.sort_unstable(); items };
        prop_assert_eq!(sorted(shuffled), sorted(items));
    }
}

/// Six standard deviations: with fixed seeds, this either always holds or indicates a fault.
#[test]
fn draws_are_fair() {
    let rounds = 60_000;
    for bound in [2, 3, 6, 7] {
        let mut counts = vec![0u32; bound];
        let mut random = stream(bound as u64);
        for _ in 0..rounds {
            counts[random.below(bound as u64) as usize] += 1;
        }
        assert_fair(&counts, f64::from(rounds) / bound as f64);
    }
    let mut orders = std::collections::BTreeMap::new();
    let mut random = stream(9);
    for _ in 0..rounds {
        let mut order = [0, 1, 2];
        random.shuffle(&mut order);
        *orders.entry(order).or_insert(0u32) += 1;
    }
    assert_eq!(orders.len(), 6);
    assert_fair(&orders.into_values().collect::<Vec<_>>(), f64::from(rounds) / 6.0);
}

fn assert_fair(counts: &[u32], expected: f64) {
    for &count in counts {
        let off = (f64::from(count) - expected).abs();
        assert!(off < 6.0 * expected.sqrt(), "{counts:?}, each about {expected}");
    }
}

#[test]
fn first_cases_of_subtraction_games() {
    assert_eq!(
        digests("subtraction-game"),
        "sample/01-squares 05c603ecb83d2f0c\n\
secret/06-all-empty 92aa00247fcbc575\n\
secret/07-one-amount 543e55ab3e60f52d\n\
secret/08-uniform-squares-1 87f333bf14a73e08\n\
secret/13-no-move-of-one-cold 692c61d2cf24d468\n\
secret/15-amounts-all-too-large 3c6f1ef03237d86e\n\
secret/18-parity-squares 1f42f53500b75387\n\
secret/20-one-winning-move dfe6b33cb4cbc0e0\n\
secret/22-raising-move 878af3d529797575\n\
secret/23-greedy-squares fdc99d3d817411e8\n\
secret/25-overdraw-end-of-table fc8ae70c54c40633\n\
secret/27-pairs ab5727213581768d\n\
secret/32-separately-cold e71cb76223cb6726\n\
secret/34-xor-of-sizes-cold 3e7aad1fce414304\n\
secret/36-many-heaps-squares 6a976df3764c861a\n\
secret/39-off-residues-cold cf5bb2b579b4716f\n\
secret/42-byte-overflow 261b98236569a55f\n\
secret/43-late-amount-1000-cold cb41697bfe3a2a5c\n\
secret/45-long-before-period 4d85a67b56f28e25\n\
secret/47-large-cold-heap 6cf0c0e4af00d7d7\n\
secret/49-large-heap-set 5ee7100efafdf642\n\
"
    );
}
