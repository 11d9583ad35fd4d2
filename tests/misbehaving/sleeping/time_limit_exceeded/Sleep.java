// Does nothing after the right answer. The clock ends it.
class Sleep {
    public static void main(String[] arguments) throws InterruptedException {
        System.out.println("Alice wins");
        Thread.sleep(3600_000);
    }
}
