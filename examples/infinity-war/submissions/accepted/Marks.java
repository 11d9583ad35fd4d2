// Right: marks the squares of a row that Bob reaches, row by row, until one has a square that is not marked.

import java.io.StreamTokenizer;
import java.util.Arrays;

public class Marks {
    static int n;
    static int[] dx, dy;

    static boolean onBoard(int x, int y) {
        return 1 <= x && x <= n && 1 <= y && y <= n;
    }

    static long key(int x, int y) {
        return (long) y * (4L * n) + x;
    }

    static boolean captures(int ax, int ay, int bx, int by) {
        long[] keys = new long[n + 1];
        for (int i = 0; i <= n; i++) keys[i] = key(dx[i], dy[i]);
        Arrays.sort(keys);
        for (int i = 0; i <= n; i++) {
            int x = ax + dx[i], y = ay + dy[i];
            if (onBoard(x, y) && Arrays.binarySearch(keys, key(bx - x, by - y)) >= 0) return true;
        }
        return false;
    }

    static String safe(int bx, int by) {
        // The moves by dy, those of one row side by side, and where they begin.
        int[] begins = new int[2 * n + 1], columns = new int[n + 1];
        for (int i = 0; i <= n; i++) begins[dy[i] + n + 1]++;
        for (int i = 1; i < begins.length; i++) begins[i] += begins[i - 1];
        int[] next = begins.clone();
        for (int i = 0; i <= n; i++) columns[next[dy[i] + n]++] = dx[i];
        for (int row = 1; row <= n; row++) {
            // So many pairs end in some rows that these take long; there are always others.
            long pairs = 0;
            for (int i = 0; i <= n; i++) {
                int x = bx + dx[i], y = by + dy[i];
                if (onBoard(x, y)) pairs += begins[row - y + n + 1] - begins[row - y + n];
            }
            if (n >= 15 && pairs > 2L * n) continue;
            boolean[] marked = new boolean[n + 1];
            for (int i = 0; i <= n; i++) {
                int x = bx + dx[i], y = by + dy[i];
                if (!onBoard(x, y)) continue;
                for (int j = begins[row - y + n]; j < begins[row - y + n + 1]; j++)
                    if (onBoard(x + columns[j], row)) marked[x + columns[j]] = true;
            }
            for (int column = 1; column <= n; column++)
                if (!marked[column]) return "tie " + column + " " + row;
        }
        return "Bob wins";
    }

    public static void main(String[] arguments) throws Exception {
        StreamTokenizer in = new StreamTokenizer(new java.io.BufferedInputStream(System.in));
        int[] head = new int[5];
        for (int i = 0; i < 5; i++) head[i] = next(in);
        n = head[0];
        dx = new int[n + 1];
        dy = new int[n + 1];
        for (int i = 0; i < n; i++) {
            dx[i] = next(in);
            dy[i] = next(in);
        }
        boolean wins = captures(head[1], head[2], head[3], head[4]);
        System.out.println(wins ? "Alice wins" : safe(head[3], head[4]));
    }

    static int next(StreamTokenizer in) throws Exception {
        in.nextToken();
        return (int) in.nval;
    }
}
