// Kills a process of the host. The answer is right only if this is refused, or if it cannot even
// see the process.
class Attack {
    public static void main(String[] arguments) {
        long victim = Long.parseLong(System.getenv("VICTIM"));
        boolean done = ProcessHandle.of(victim).map(ProcessHandle::destroyForcibly).orElse(false);
        System.out.println(done ? "Bob wins" : "Alice wins");
    }
}
