// Creates an empty file of a tebibyte. The answer is right only if this is refused.
import java.io.*;

class Sparse {
    public static void main(String[] arguments) throws IOException {
        try (var file = new RandomAccessFile("sparse", "rw")) {
            file.setLength(1L << 40);
            System.out.println("Bob wins");
        } catch (IOException refused) {
            System.out.println("Alice wins");
        }
    }
}
