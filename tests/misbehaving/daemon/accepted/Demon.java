// Leaves another program behind. The answer is right, and that program does not survive.
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

class Demon {
    public static void main(String[] arguments) throws IOException {
        new ProcessBuilder("sleep", "3600").redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD).start();
        System.out.println("Alice wins");
    }
}
