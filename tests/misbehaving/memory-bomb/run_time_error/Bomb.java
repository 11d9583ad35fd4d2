// Allocates memory without end. Its virtual machine or the sandbox ends it, whichever notices
// first.
import java.util.ArrayList;

class Bomb {
    public static void main(String[] arguments) {
        for (var all = new ArrayList<int[]>();;) all.add(new int[1 << 18]);
    }
}
