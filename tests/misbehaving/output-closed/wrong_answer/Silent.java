// Closes its output before writing to it, and reports success. There is no answer.
class Silent {
    public static void main(String[] arguments) {
        System.out.close();
        System.out.println("Alice wins");
    }
}
