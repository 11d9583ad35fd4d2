// The right answer, and then an exception. The exit code counts.
class Thrown {
    public static void main(String[] arguments) {
        System.out.println("Alice wins");
        throw new IllegalStateException("after all was done");
    }
}
