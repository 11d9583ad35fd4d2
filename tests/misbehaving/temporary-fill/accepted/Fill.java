// Fills the folder of temporary files. The answer is right only if it is full soon.
import java.io.IOException;
import java.nio.file.*;

class Fill {
    public static void main(String[] arguments) {
        try {
            for (int number = 0; number < 256; number++) {
                Files.write(Files.createTempFile("fill", null), new byte[1 << 16]);
            }
            System.out.println("Bob wins");
        } catch (IOException full) {
            System.out.println("Alice wins");
        }
    }
}
