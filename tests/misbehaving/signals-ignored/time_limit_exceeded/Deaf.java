// Works on while its end is delayed for ever. It is killed by the signal that asks nobody.
class Deaf {
    public static void main(String[] arguments) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> { for (;;) {} }));
        for (;;) {}
    }
}
