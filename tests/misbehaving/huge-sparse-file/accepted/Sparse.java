// Makes a file of a tebibyte that has nothing in it. It must be refused: only then is the answer right.
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
