// Writes the right answer without end. The byte beyond the limit ends it.
class Flood {
    public static void main(String[] arguments) {
        for (String text = "Alice wins\n".repeat(4096);;) System.out.print(text);
    }
}
