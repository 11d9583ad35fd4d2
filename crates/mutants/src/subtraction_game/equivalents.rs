//! Changes of the jury's programs for this problem that make no difference within the bounds of its statement.

use crate::equivalents::Equivalents;

pub(crate) const EQUIVALENTS: &[Equivalents] = &[
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "\
Amounts above the largest heap are never taken: a loop over amounts ends before them. And more
room than is needed does no harm.",
        diff: r#"
-     amounts.retain(|&amount| amount <= largest);
+
-     let mut values = vec![u32::MAX; largest + 1];
+     let mut values = vec![u32::MAX; largest + 2];
-         let mut is_marked = vec![false; largest + 1];
+         let mut is_marked = vec![false; largest + 2];
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "\
Of several heaps, all sizes get a value in the end, and of a single one, those without get 1; so
it does not matter what is there before. Values are at most as many as amounts, 1000, which fits
in 16 bits.",
        diff: r#"
-     let mut values = vec![u32::MAX; largest + 1];
+     let mut values = vec![u16::MAX; largest + 1];
+     let mut values = vec![u32::MIN; largest + 1];
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "\
Nim-values of a single heap too: right, only more than is needed. A heap of 1,000,000 takes a
second at most.",
        diff: r#"
-     while !open.is_empty() && (heaps.len() > 1 || value == 0) {
+     while !open.is_empty() && (heaps.len() >= 1 || value == 0) {
+     while !open.is_empty() && (heaps.len() > 0 || value == 0) {
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "\
All values doubled: a number is doubled without carry as it is with, so that sums are doubled,
too.",
        diff: r#"
-         value += 1;
+         value += 2;
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "\
A hot heap alone need only have another value than the cold ones, 0: any number, or that which
was there before. Of several heaps, none is open any more, so that the loop does nothing.",
        diff: r#"
-     if heaps.len() == 1 {
+     if false {
+     if true {
+     if heaps.len() != 1 {
+     if heaps.len() == 0 {
+     if heaps.len() == 2 {
-             values[hot] = 1;
+
+             values[hot] = 2;
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "\
There are at most 10,000 heaps, sizes are at most 1,000,000, larger amounts are left out, and
values are at most as many as amounts, 1000. Mutants that lose more bits than that are killed on
demand: see *Killed by many heaps on demand*.",
        diff: r#"
-     int p;
+     short p;
-     std::vector<long long> amounts;
+     std::vector<int> amounts;
-         for (long long root = 1; root * root <= largest; root++) amounts.push_back(root * root);
+         for (int root = 1; root * root <= largest; root++) amounts.push_back(root * root);
-         for (long long amount : amounts) {
+         for (int amount : amounts) {
-     int sum = 0;
+     short sum = 0;
-     for (int i = 0; sum && i < p; i++)
+     for (short i = 0; sum && i < p; i++)
-         for (long long amount : amounts)
+         for (int amount : amounts)
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "\
Amounts above the largest heap are never taken, if they are kept: the loops compare them with
sizes. They are in order, so that going on after the first one that is too large only takes
time.",
        diff: r#"
-             if (amount <= largest) amounts.push_back(amount);
+             if (true) amounts.push_back(amount);
-             if (amount > size) break;
+             if (amount > size) continue;
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "\
More room than is needed, or as much as is: with s amounts, values are 0 to s. Before the first
size, any negative number says that a value was not met. No move leads from size 0, whose value
is 0 without the loop.",
        diff: r#"
-     std::vector<int> values(largest + 1), met(amounts.size() + 2, -1);
+     std::vector<int> values(largest + 2), met(amounts.size() + 2, -1);
+     std::vector<int> values(largest + 1), met(amounts.size() + 1, -1);
+     std::vector<int> values(largest + 1), met(amounts.size() + 3, -1);
+     std::vector<int> values(largest + 1), met(amounts.size() + 2, -2);
-     for (int size = 0; size <= largest; size++) {
+     for (int size = 1; size <= largest; size++) {
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "\
If the sum is not 0, some move makes it 0, and is found before the heaps end; if it is 0, none
does, since no move leads to the same value.",
        diff: r#"
-     for (int i = 0; sum && i < p; i++)
+     for (int i = 0; sum || i < p; i++)
+     for (int i = 0; sum && i <= p; i++)
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "\
One line of output is flushed at the end anyway.",
        diff: r#"
-                 std::cout << "hot " << i + 1 << " " << amount << "\n";
+                 std::cout << "hot " << i + 1 << " " << amount << std::endl;
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "\
Amounts above the largest heap are left out, or never taken; those below it are all there: the
root is exact.",
        diff: r#"
-         amounts = [root * root for root in range(1, int(largest**0.5) + 2)]
+         amounts = [root * root for root in range(1, (int(largest**0.5) + 2) + 1)]
+         amounts = [root * root for root in range(1, (int(largest**0.5) + 2) - 1)]
+         amounts = [root * root for root in range(1, int(largest**0.5) + 1)]
+         amounts = [root * root for root in range(1, int(largest**0.5) + 3)]
-     amounts = [amount for amount in amounts if amount <= largest]
+     pass
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "\
No move leads from the largest heap to a larger one, so that it need not be asked; and one place
more than is needed.",
        diff: r#"
-     is_hot = bytearray(largest + 1)
+     is_hot = bytearray(largest + 2)
-     for position in range(largest + 1):
+     for position in range((largest + 1) - 1):
+     for position in range(largest + 0):
+     for position in range((largest + 1) + 1):
+     for position in range(largest + 2):
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "\
Amounts are in order: to go on after the first one that is too large only takes time.",
        diff: r#"
-                     break
+                     continue
-                 break
+                 continue
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "\
A hot heap alone need only have another value than the cold ones.",
        diff: r#"
-                 is_hot[position + amount] = 1
+                 is_hot[position + amount] = 2
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "\
All values doubled, and so are sums without carry.",
        diff: r#"
-             value += 1
+             value += 2
"#,
    },
];
