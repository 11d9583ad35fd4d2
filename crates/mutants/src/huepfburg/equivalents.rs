//! Changes of the jury's programs for this problem that make no difference within the bounds of its statement.

use crate::equivalents::Equivalents;

pub(crate) const EQUIVALENTS: &[Equivalents] = &[
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
The input is legal, so nothing is returned here, whatever it would be.",
        diff: r#"
-     if (scanf("%d%d", &n, &m) != 2) return 1;
+     if (scanf("%d%d", &n, &m) != 2) return 0;
+     if (scanf("%d%d", &n, &m) != 2) return 2;
-         if (scanf("%d%d", &from, &to) != 2) return 1;
+         if (scanf("%d%d", &from, &to) != 2) return 0;
+         if (scanf("%d%d", &from, &to) != 2) return 2;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
There are at most 6000 fields and 10,000 arrows: their numbers fit in 16 bits, and 2 n^2 fits in
32. Mutants that lose more bits than that are killed on demand: see *Killed by many fields on
demand*.",
        diff: r#"
-     int n, m;
+     short n, m;
-     std::vector<std::vector<int>> arrows(n);
+     std::vector<std::vector<short>> arrows(n);
-     for (int i = 0; i < m; i++) {
+     for (short i = 0; i < m; i++) {
-         int from, to;
+         short from, to;
-     std::vector<bool> seen(2LL * n * n);
+     std::vector<bool> seen(2 * n * n);
-     for (size_t at = 0; at < queue.size(); at++) {
+     for (int at = 0; at < queue.size(); at++) {
-         for (int field : arrows[state.sasha]) {
+         for (short field : arrows[state.sasha]) {
-             long long half = 2 * ((long long)field * n + state.mika) + 1;
+             int half = 2 * ((long long)field * n + state.mika) + 1;
+             long long half = 2 * ((int)field * n + state.mika) + 1;
-             for (int field : arrows[half.mika]) {
+             for (short field : arrows[half.mika]) {
-                 long long whole = 2 * ((long long)half.sasha * n + field);
+                 int whole = 2 * ((long long)half.sasha * n + field);
+                 long long whole = 2 * ((int)half.sasha * n + field);
-                 for (size_t i = 0; i < way.size(); i++) printf("%d ", way[i].sasha + 1);
+                 for (int i = 0; i < way.size(); i++) printf("%d ", way[i].sasha + 1);
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
More room than is needed; and numbers that nobody reads: what is before the start need only be
negative, and what is before a half step is not looked at.",
        diff: r#"
-     std::vector<bool> seen(2LL * n * n);
+     std::vector<bool> seen(3LL * n * n);
-     std::vector<State> queue = {{0, 1, -1}};
+     std::vector<State> queue = {{0, 1, -2}};
-             halves.push_back({field, state.mika, (int)at});
+             halves.push_back({field, state.mika, (short)at});
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
Without its mark, the start is put into the queue once more, and all half steps from there are
known by then.",
        diff: r#"
-     seen[2 * 1] = true;
+
+     seen[2 * 1] = false;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
Of the two marks, each alone ends the search. Without that of half steps, each arrow of Sasha is
taken with each of Mika, once for each pair: at most m^2 = 10^8 times. Without that of pairs, a
pair is in the queue once for each half step that leads there, at most n m = 6 * 10^7 in all,
and goes no further the second time. That is a part of a second for a program in C++. *Killed by
many arrows on demand* has the first of them where m is not bounded.",
        diff: r#"
-             if (seen[half]) continue;
+             if (false) continue;
+             if (seen[half]) ;
-             seen[half] = true;
+
+             seen[half] = false;
-                 if (seen[whole]) continue;
+                 if (false) continue;
+                 if (seen[whole]) ;
-                 seen[whole] = true;
+
+                 seen[whole] = false;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "\
White space is free in the output: a line need not end.",
        diff: r#"
-                 puts("");
+
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "\
Whatever is written down as the pair before the start, it is not \"none\", and the way back ends
at the start.",
        diff: r#"
-     before[pair(0, 1)] = pair(0, 1) as u32;
+     before[pair(0, 1)] = pair(1, 1) as u32;
+     before[pair(0, 1)] = pair(0, 0) as u32;
+     before[pair(0, 1)] = pair(0, 2) as u32;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "\
In depth instead of breadth: each pair is still visited once, and any meeting is right. With the
option `shortest`, cases kill it.",
        diff: r#"
-     while let Some(at) = queue.pop_front() {
+     while let Some(at) = queue.pop_back() {
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "\
`pair` puts its fields in order itself. On the way back, either field may be tried first as
Sasha's: where both are possible, both are right.",
        diff: r#"
-                 let next = pair(a, b);
+                 let next = pair(b, a);
-         let (a, b) = (next / n, next % n);
+         let (b, a) = (next / n, next % n);
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "\
Say that Sasha's arrow is there, and Mika's is not. Since the pair was reached, the other way
round both are: so both players have an arrow to `a`, and would have met there with this jump,
which ends the search. (And the same with `b`.)",
        diff: r#"
-         let straight = arrows[s].contains(&a) && arrows[m].contains(&b);
+         let straight = arrows[s].contains(&a) || arrows[m].contains(&b);
"#,
    },
    Equivalents {
        program: "huepfburg/contestants/ants.py",
        why: "\
`n` is not used, and one field more has no arrows.",
        diff: r#"
-     n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
+     n, arrows = numbers[1], [[] for _ in range(numbers[0] + 1)]
+     n, arrows = numbers[0], [[] for _ in range((numbers[0] + 1) + 1)]
+     n, arrows = numbers[0], [[] for _ in range(numbers[0] + 2)]
"#,
    },
];
