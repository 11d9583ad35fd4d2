/* Its virtual machine refuses the memory beyond the heap, and the system refuses the rest. */
import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class Burst {
    public static void main(String[] words) throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        boolean heapIsRefused = false;
        boolean restIsRefused = false;
        try {
            System.out.print(new long[100 << 20].length == 0 ? "no" : "");
        } catch (OutOfMemoryError error) {
            heapIsRefused = true;
        }
        try {
            unsafe.allocateMemory(9L << 30);
        } catch (OutOfMemoryError error) {
            restIsRefused = true;
        }
        System.out.println(heapIsRefused && restIsRefused ? "Alice wins" : "no");
    }
}
