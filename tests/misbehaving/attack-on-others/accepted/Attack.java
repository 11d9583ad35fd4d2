// Kills a process of the host. It may not, or does not even see it: only then is the answer right.
class Attack {
    public static void main(String[] arguments) {
        long victim = Long.parseLong(System.getenv("VICTIM"));
        boolean done = ProcessHandle.of(victim).map(ProcessHandle::destroyForcibly).orElse(false);
        System.out.println(done ? "Bob wins" : "Alice wins");
    }
}
