// Right: marks every square that Bob reaches, pair of moves by pair of moves.

import java.io.StreamTokenizer;
import java.util.BitSet;

public class Marks {
    static int n;
    static int[] dx, dy;

    static boolean onBoard(int x, int y) {
        return 1 <= x && x <= n && 1 <= y && y <= n;
    }

    static BitSet reach(int x, int y) {
        BitSet marked = new BitSet(n * n);
        for (int i = 0; i <= n; i++) {
            int mx = x + dx[i], my = y + dy[i];
            if (!onBoard(mx, my)) continue;
            for (int j = 0; j <= n; j++)
                if (onBoard(mx + dx[j], my + dy[j])) marked.set((my + dy[j] - 1) * n + mx + dx[j] - 1);
        }
        return marked;
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
        if (reach(head[1], head[2]).get((head[4] - 1) * n + head[3] - 1)) {
            System.out.println("Alice wins");
            return;
        }
        int safe = reach(head[3], head[4]).nextClearBit(0);
        System.out.println(safe < n * n ? "tie " + (safe % n + 1) + " " + (safe / n + 1) : "Bob wins");
    }

    static int next(StreamTokenizer in) throws Exception {
        in.nextToken();
        return (int) in.nval;
    }
}
