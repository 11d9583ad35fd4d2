//! Changes of the jury's programs for this problem that make no difference within the bounds of its
//! statement.

use crate::equivalents::Equivalents;

pub(crate) const EQUIVALENTS: &[Equivalents] = &[
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "Legal input never gets there.",
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
        why: "6000 fields and 10,000 arrows fit in 16 bits, 2 n^2 in 32. More fields: killed on demand.",
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
        why: "Spare elements, or values that are never read.",
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
        why: "The start is queued twice, but all its half steps are known by then.",
        diff: r#"
-     seen[2 * 1] = true;
+
+     seen[2 * 1] = false;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/half_steps.cpp",
        why: "Either mark ends the search. Without the other, it takes 10^8 steps at most: under a second.",
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
        why: "White space is free in outputs.",
        diff: r#"
-                 puts("");
+
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "Any predecessor of the start will do: the way back ends there.",
        diff: r#"
-     before[pair(0, 1)] = pair(0, 1) as u32;
+     before[pair(0, 1)] = pair(1, 1) as u32;
+     before[pair(0, 1)] = pair(0, 0) as u32;
+     before[pair(0, 1)] = pair(0, 2) as u32;
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "Depth first also finds a meeting; killed with the option `shortest`.",
        diff: r#"
-     while let Some(at) = queue.pop_front() {
+     while let Some(at) = queue.pop_back() {
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "`pair` sorts its fields; on the way back, either order is right if both are possible.",
        diff: r#"
-                 let next = pair(a, b);
+                 let next = pair(b, a);
-         let (a, b) = (next / n, next % n);
+         let (b, a) = (next / n, next % n);
"#,
    },
    Equivalents {
        program: "huepfburg/submissions/accepted/unordered_pairs.rs",
        why: "If just one of these arrows exists, both players could have met here, ending the search.",
        diff: r#"
-         let straight = arrows[s].contains(&a) && arrows[m].contains(&b);
+         let straight = arrows[s].contains(&a) || arrows[m].contains(&b);
"#,
    },
    Equivalents {
        program: "huepfburg/contestants/ants.py",
        why: "`n` is never read, or one field more has no arrows.",
        diff: r#"
-     n, arrows = numbers[0], [[] for _ in range(numbers[0] + 1)]
+     n, arrows = numbers[1], [[] for _ in range(numbers[0] + 1)]
+     n, arrows = numbers[0], [[] for _ in range((numbers[0] + 1) + 1)]
+     n, arrows = numbers[0], [[] for _ in range(numbers[0] + 2)]
"#,
    },
];
