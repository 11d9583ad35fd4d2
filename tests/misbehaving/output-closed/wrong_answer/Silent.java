// Closes its output before it writes to it, and says that all is well. There is no answer.
class Silent {
    public static void main(String[] arguments) {
        System.out.close();
        System.out.println("Alice wins");
    }
}
