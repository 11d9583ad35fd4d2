// Starts threads without end. The kernel allows no more than the limit; that ends it, or the time
// of all threads does.
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
