// Starts threads without end. The kernel gives it no more than its limit; that ends it, or the time that all of them take.
class Bomb {
    public static void main(String[] arguments) {
        for (;;) {
            Thread thread = new Thread(() -> {
                try {
                    Thread.sleep(Long.MAX_VALUE);
                } catch (InterruptedException end) {
                    return;
                }
            });
            thread.setDaemon(true);
            thread.start();
        }
    }
}
