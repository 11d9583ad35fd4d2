// Takes memory without end. Whichever notices first, its virtual machine or the sandbox, ends it.
import java.util.ArrayList;

class Bomb {
    public static void main(String[] arguments) {
        for (var all = new ArrayList<int[]>();;) all.add(new int[1 << 18]);
    }
}
