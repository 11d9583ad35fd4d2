//! Changes of the jury's programs for this problem that make no difference within the bounds of its
//! statement, or only to cases that are made on demand.

use crate::equivalents::Equivalents;

pub(crate) const EQUIVALENTS: &[Equivalents] = &[
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "The board is square: the order of coordinates does not matter.",
        diff: r#"
-     static boolean onBoard(int x, int y) {
+     static boolean onBoard(int y, int x) {
-             if (onBoard(x, y) && Arrays.binarySearch(keys, key(bx - x, by - y)) >= 0) return true;
+             if (onBoard(y, x) && Arrays.binarySearch(keys, key(bx - x, by - y)) >= 0) return true;
-                 if (!onBoard(x, y)) continue;
+                 if (!onBoard(y, x)) continue;
-                     if (onBoard(x + columns[j], row)) marked[x + columns[j]] = true;
+                     if (onBoard(row, x + columns[j])) marked[x + columns[j]] = true;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "Any keys that differ will do, and `4 * n` fits in 32 bits.",
        diff: r#"
-     static long key(int x, int y) {
+     static long key(int y, int x) {
-         return (long) y * (4L * n) + x;
+         return (long) y * (3L * n) + x;
+         return (long) y * (4 * n) + x;
+         return (long) y * (5L * n) + x;
+         return (long) y * (4L * n) - x;
-             if (n >= 15 && pairs > 2L * n) continue;
+             if (n >= 15 && pairs > 2 * n) continue;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "Spare elements, or a loop that skips the null move or a row that no move reaches.",
        diff: r#"
-         long[] keys = new long[n + 1];
+         long[] keys = new long[n + 2];
-         for (int i = 0; i <= n; i++) keys[i] = key(dx[i], dy[i]);
+         for (int i = 0; i < n; i++) keys[i] = key(dx[i], dy[i]);
-         for (int i = 0; i <= n; i++) {
+         for (int i = 0; i < n; i++) {
-         int[] begins = new int[2 * n + 1], columns = new int[n + 1];
+         int[] begins = new int[3 * n + 1], columns = new int[n + 1];
+         int[] begins = new int[2 * n + 2], columns = new int[n + 1];
+         int[] begins = new int[2 * n + 1], columns = new int[n + 2];
-         for (int i = 1; i < begins.length; i++) begins[i] += begins[i - 1];
+         for (int i = 2; i < begins.length; i++) begins[i] += begins[i - 1];
-         for (int i = 0; i <= n; i++) columns[next[dy[i] + n]++] = dx[i];
+         for (int i = 0; i < n; i++) columns[next[dy[i] + n]++] = dx[i];
-         int[] head = new int[5];
+         int[] head = new int[6];
-         dx = new int[n + 1];
+         dx = new int[n + 2];
-         dy = new int[n + 1];
+         dy = new int[n + 2];
-             boolean[] marked = new boolean[n + 1];
+             boolean[] marked = new boolean[n + 2];
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "The number of pairs is an estimate: it only decides which row is searched.",
        diff: r#"
-             long pairs = 0;
+             long pairs = 1;
-             for (int i = 0; i <= n; i++) {
+             for (int i = 1; i <= n; i++) {
+             for (int i = 0; i < n; i++) {
-                 int x = bx + dx[i], y = by + dy[i];
+                 int x = by + dx[i], y = by + dy[i];
+                 int x = bx - dx[i], y = by + dy[i];
+                 int x = bx + dy[i], y = by + dy[i];
+                 int x = bx + dx[i], y = by - dy[i];
-                 if (onBoard(x, y)) pairs += begins[row - y + n + 1] - begins[row - y + n];
+                 if (onBoard(y, y)) pairs += begins[row - y + n + 1] - begins[row - y + n];
+                 if (onBoard(y, x)) pairs += begins[row - y + n + 1] - begins[row - y + n];
-             if (n >= 15 && pairs > 2L * n) continue;
+             if (n > 15 && pairs > 2L * n) continue;
+             if (n >= 14 && pairs > 2L * n) continue;
+             if (n >= 16 && pairs > 2L * n) continue;
+             if (n >= 15 && pairs >= 2L * n) continue;
+             if (n >= 15 && pairs > 1L * n) continue;
+             if (n >= 15 && pairs > 3L * n) continue;
+             if (n >= 15 && pairs > 2L + n) continue;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "Too slow only beyond 10^9 pairs in a row: killed on demand by `secret/59-full-crowded-row`.",
        diff: r#"
-             long pairs = 0;
+             int pairs = 0;
-             for (int i = 0; i <= n; i++) {
+             for (int i = 0; i >= n; i++) {
-                 int x = bx + dx[i], y = by + dy[i];
+                 int x = bx + dx[i], y = bx + dy[i];
+                 int x = bx + dx[i], y = by + dx[i];
-                 if (onBoard(x, y)) pairs += begins[row - y + n + 1] - begins[row - y + n];
+                 if (false) pairs += begins[row - y + n + 1] - begins[row - y + n];
+                 if (onBoard(x, y)) ;
+                 if (onBoard(x, y)) pairs -= begins[row - y + n + 1] - begins[row - y + n];
+                 if (onBoard(x, y)) pairs = begins[row - y + n + 1] - begins[row - y + n];
+                 if (onBoard(x, y)) pairs += begins[row - y + n - 1] - begins[row - y + n];
+                 if (onBoard(x, y)) pairs += begins[row - y + n + 0] - begins[row - y + n];
-             if (n >= 15 && pairs > 2L * n) continue;
+             if (false) continue;
+             if (n <= 15 && pairs > 2L * n) continue;
+             if (n >= 15 && pairs > 2L * n) ;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/Marks.java",
        why: "Marks too many squares, but never all from n = 4 on. For n = 2 and 3, all inputs were tried.",
        diff: r#"
-                 if (!onBoard(x, y)) continue;
+                 if (!onBoard(y, y)) continue;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "Overflow needs a board above 64 KiB: killed on demand, from n = 65,536 on.",
        diff: r#"
- int n;
+ short n;
- std::vector<std::pair<int, int>> moves;
+ std::vector<std::pair<short, int>> moves;
+ std::vector<std::pair<int, short>> moves;
- bool on_board(int x, int y) { return 1 <= x && x <= n && 1 <= y && y <= n; }
+ bool on_board(short x, int y) { return 1 <= x && x <= n && 1 <= y && y <= n; }
+ bool on_board(int x, short y) { return 1 <= x && x <= n && 1 <= y && y <= n; }
- std::vector<long long> landings(int x, int y) {
+ std::vector<long long> landings(short x, int y) {
+ std::vector<long long> landings(int x, short y) {
-         if (on_board(x + dx, y + dy)) squares.push_back((long long)(x + dx) * (n + 1) + y + dy);
+         if (on_board(x + dx, y + dy)) squares.push_back((int)(x + dx) * (n + 1) + y + dy);
- bool reaches(const std::vector<long long>& first, int x, int y) {
+ bool reaches(const std::vector<long long>& first, short x, int y) {
+ bool reaches(const std::vector<long long>& first, int x, short y) {
-         long long square = (long long)(x - dx) * (n + 1) + y - dy;
+         int square = (long long)(x - dx) * (n + 1) + y - dy;
+         long long square = (int)(x - dx) * (n + 1) + y - dy;
-     int ax, ay, bx, by;
+     short ax, ay, bx, by;
-     for (int i = 0; i < n; i++)
+     for (short i = 0; i < n; i++)
-         long long at = n < 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
+         long long at = n < 15 ? tried : (long long)((draw >> 33) % ((int)n * n));
-         int x = at % n + 1, y = at / n + 1;
+         short x = at % n + 1, y = at / n + 1;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "The board is square.",
        diff: r#"
- bool on_board(int x, int y) { return 1 <= x && x <= n && 1 <= y && y <= n; }
+ bool on_board(int y, int x) { return 1 <= x && x <= n && 1 <= y && y <= n; }
-         if (on_board(x + dx, y + dy)) squares.push_back((long long)(x + dx) * (n + 1) + y + dy);
+         if (on_board(y + dy, x + dx)) squares.push_back((long long)(x + dx) * (n + 1) + y + dy);
-         if (on_board(x - dx, y - dy) && std::binary_search(first.begin(), first.end(), square)) return true;
+         if (on_board(y - dy, x - dx) && std::binary_search(first.begin(), first.end(), square)) return true;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "Legal input never gets there.",
        diff: r#"
-     if (scanf("%d%d%d%d%d", &n, &ax, &ay, &bx, &by) != 5) return 1;
+     if (scanf("%d%d%d%d%d", &n, &ax, &ay, &bx, &by) != 5) return 0;
+     if (scanf("%d%d%d%d%d", &n, &ax, &ay, &bx, &by) != 5) return 2;
-         if (scanf("%d%d", &moves[i].first, &moves[i].second) != 2) return 1;
+         if (scanf("%d%d", &moves[i].first, &moves[i].second) != 2) return 0;
+         if (scanf("%d%d", &moves[i].first, &moves[i].second) != 2) return 2;
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "Adds the null move twice.",
        diff: r#"
-     moves.resize(n + 1);
+     moves.resize(n + 2);
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "Other random squares: each is safe with a probability of almost 1/2.",
        diff: r#"
-     unsigned long long draw = 1;
+     unsigned long long draw = 0;
+     unsigned long long draw = 2;
-         draw = draw * 6364136223846793005ULL + 1442695040888963407ULL;
+         draw = draw + 6364136223846793005ULL + 1442695040888963407ULL;
+         draw = draw * 6364136223846793004ULL + 1442695040888963407ULL;
+         draw = draw * 6364136223846793006ULL + 1442695040888963407ULL;
+         draw = draw * 636413622384679300ULL + 1442695040888963407ULL;
+         draw = draw * 6364136223846793005ULL - 1442695040888963407ULL;
+         draw = draw * 6364136223846793005ULL + 1442695040888963406ULL;
+         draw = draw * 6364136223846793005ULL + 1442695040888963408ULL;
+         draw = draw * 6364136223846793005ULL + 144269504088896340ULL;
-         long long at = n < 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
+         int at = n < 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
+         long long at = n < 15 ? tried : (long long)((draw << 33) % ((long long)n * n));
+         long long at = n < 15 ? tried : (long long)((draw >> 32) % ((long long)n * n));
+         long long at = n < 15 ? tried : (long long)((draw >> 34) % ((long long)n * n));
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/half_searches.cpp",
        why: "From n = 4 on, some square is safe; for n = 14 and 15, half are. Counts fit in 32 bits.",
        diff: r#"
-     for (long long tried = 0; n >= 15 || tried < (long long)n * n; tried++) {
+     for (int tried = 0; n >= 15 || tried < (long long)n * n; tried++) {
+     for (long long tried = 0; n > 15 || tried < (long long)n * n; tried++) {
+     for (long long tried = 0; n >= 14 || tried < (long long)n * n; tried++) {
+     for (long long tried = 0; n >= 15 || tried < (int)n * n; tried++) {
-         long long at = n < 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
+         long long at = n <= 15 ? tried : (long long)((draw >> 33) % ((long long)n * n));
+         long long at = n < 14 ? tried : (long long)((draw >> 33) % ((long long)n * n));
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/marks.rs",
        why: "The board is square.",
        diff: r#"
-     let on_board = |(x, y): (i64, i64)| (1..=n).contains(&x) && (1..=n).contains(&y);
+     let on_board = |(y, x): (i64, i64)| (1..=n).contains(&x) && (1..=n).contains(&y);
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/marks.rs",
        why: "Spare elements, a row that no move reaches, or column 0, which is never read.",
        diff: r#"
-     let mut begins = vec![0; 2 * n as usize + 1];
+     let mut begins = vec![0; 3 * n as usize + 1];
+     let mut begins = vec![0; 2 * n as usize + 2];
-     for at in 1..begins.len() {
+     for at in 2..begins.len() {
-         let mut marked = vec![false; n as usize + 1];
+         let mut marked = vec![false; n as usize + 2];
-             for m in second(y).iter().filter(|m| (1..=n).contains(&(x + m.1))) {
+             for m in second(y).iter().filter(|m| (0..=n).contains(&(x + m.1))) {
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/marks.rs",
        why: "The number of pairs is an estimate, as in `Marks.java`.",
        diff: r#"
-         if n >= 15 && pairs > 2 * n as usize {
+         if n > 15 && pairs > 2 * n as usize {
+         if n >= 14 && pairs > 2 * n as usize {
+         if n >= 16 && pairs > 2 * n as usize {
+         if n >= 15 && pairs >= 2 * n as usize {
+         if n >= 15 && pairs > 1 * n as usize {
+         if n >= 15 && pairs > 3 * n as usize {
+         if n >= 15 && pairs > 2 + n as usize {
"#,
    },
    Equivalents {
        program: "infinity-war/submissions/accepted/marks.rs",
        why: "Too slow on demand only, as in `Marks.java`.",
        diff: r#"
-         let pairs: usize = first.iter().map(|&(_, y)| second(y).len()).sum();
+         let pairs: usize = first.iter().map(|&(y, _)| second(y).len()).sum();
-         if n >= 15 && pairs > 2 * n as usize {
+         if false {
+         if n <= 15 && pairs > 2 * n as usize {
-             continue;
+             ;
"#,
    },
    Equivalents {
        program: "infinity-war/contestants/ants.py",
        why: "The midpoint is checked twice; either check is enough.",
        diff: r#"
-             if 1 <= x + dx <= n and 1 <= y + dy <= n
+             if 0 <= x + dx <= n and 1 <= y + dy <= n
+             if 1 <= x + dx <= n and 0 <= y + dy <= n
-             1 <= x - dx <= n and 1 <= y - dy <= n and (x - dx) * (n + 1) + y - dy in first
+             0 <= x - dx <= n and 1 <= y - dy <= n and (x - dx) * (n + 1) + y - dy in first
+             1 <= x - dx <= n and 0 <= y - dy <= n and (x - dx) * (n + 1) + y - dy in first
"#,
    },
    Equivalents {
        program: "infinity-war/contestants/ants.py",
        why: "Draws or scans on other boards. 50 draws miss the only safe square of 9 once in 360 runs.",
        diff: r#"
-     if n < 15:
+     if False:
+     if n <= 15:
+     if n < 14:
+     if n < 16:
-         squares = [(x, y) for x in range(1, n + 1) for y in range(1, n + 1)]
+         squares = [(y, x) for x in range(1, n + 1) for y in range(1, n + 1)]
"#,
    },
    Equivalents {
        program: "infinity-war/contestants/ants.py",
        why: "Other random squares, or one more or less of them.",
        diff: r#"
-         draw = random.Random(1)
+         draw = random.Random(0)
+         draw = random.Random(2)
-         squares = ((draw.randint(1, n), draw.randint(1, n)) for _ in range(50))
+         squares = ((draw.randint(2, n), draw.randint(1, n)) for _ in range(50))
+         squares = ((draw.randint(1, n), draw.randint(2, n)) for _ in range(50))
+         squares = ((draw.randint(1, n), draw.randint(1, n)) for _ in range(1, 50))
+         squares = ((draw.randint(1, n), draw.randint(1, n)) for _ in range((50) + 1))
+         squares = ((draw.randint(1, n), draw.randint(1, n)) for _ in range((50) - 1))
"#,
    },
];
