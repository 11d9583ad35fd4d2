// Prints the right answer, and then throws an exception. The exit code counts.
class Thrown {
    public static void main(String[] arguments) {
        System.out.println("Alice wins");
        throw new IllegalStateException("after all was done");
    }
}
