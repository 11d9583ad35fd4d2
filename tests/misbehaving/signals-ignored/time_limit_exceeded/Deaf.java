// Works on while it delays its end forever. It is killed by the signal that cannot be handled.
class Deaf {
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { for (;;) {} }));
        for (;;) {}
    }
}
