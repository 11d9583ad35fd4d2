//! Changes of the jury's programs for this problem that make no difference within the bounds of its
//! statement.

use crate::equivalents::Equivalents;

pub(crate) const EQUIVALENTS: &[Equivalents] = &[
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "Amounts above the largest heap are never taken; or spare elements.",
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
        why: "Every value is set before it is read, and values up to 1000 fit in 16 bits.",
        diff: r#"
-     let mut values = vec![u32::MAX; largest + 1];
+     let mut values = vec![u16::MAX; largest + 1];
+     let mut values = vec![u32::MIN; largest + 1];
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "Computes nim-values of a single heap, too: a second at most.",
        diff: r#"
-     while !open.is_empty() && (heaps.len() > 1 || value == 0) {
+     while !open.is_empty() && (heaps.len() >= 1 || value == 0) {
+     while !open.is_empty() && (heaps.len() > 0 || value == 0) {
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "All values doubled: so is their nim-sum.",
        diff: r#"
-         value += 1;
+         value += 2;
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/marks.rs",
        why: "A single hot heap needs any value but 0; of several heaps, none is left open.",
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
        why: "10,000 heaps, sizes to 1,000,000 and values to 1000 fit. More heaps: killed on demand.",
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
        why: "Amounts above the largest heap are never taken: looking at them only takes time.",
        diff: r#"
-             if (amount <= largest) amounts.push_back(amount);
+             if (true) amounts.push_back(amount);
-             if (amount > size) break;
+             if (amount > size) continue;
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "Spare elements, another negative number for \"not seen\", or size 0, which has no moves.",
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
        why: "A winning move is found before the heaps end just if the sum is not 0.",
        diff: r#"
-     for (int i = 0; sum && i < p; i++)
+     for (int i = 0; sum || i < p; i++)
+     for (int i = 0; sum && i <= p; i++)
"#,
    },
    Equivalents {
        program: "subtraction-game/submissions/accepted/nim_values.cpp",
        why: "Output is flushed at the end anyway.",
        diff: r#"
-                 std::cout << "hot " << i + 1 << " " << amount << "\n";
+                 std::cout << "hot " << i + 1 << " " << amount << std::endl;
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "Amounts above the largest heap are never taken, and the root is exact.",
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
        why: "No move leads from the largest heap to a larger one; or a spare element.",
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
        why: "Amounts are sorted: going on only takes time.",
        diff: r#"
-                     break
+                     continue
-                 break
+                 continue
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "A single hot heap needs any value but 0.",
        diff: r#"
-                 is_hot[position + amount] = 1
+                 is_hot[position + amount] = 2
"#,
    },
    Equivalents {
        program: "subtraction-game/contestants/ants.py",
        why: "All values doubled: so is their nim-sum.",
        diff: r#"
-             value += 1
+             value += 2
"#,
    },
];
