// Closes its input, and answers without reading anything. The answer is right.
class Deaf {
    public static void main(String[] arguments) throws java.io.IOException {
        System.in.close();
        System.out.println("Alice wins");
    }
}
