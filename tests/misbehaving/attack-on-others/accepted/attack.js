// Kills a process of the host. The answer is right only if this is refused.
try {
    process.kill(Number(process.env.VICTIM), "SIGKILL");
    console.log("Bob wins");
} catch {
    console.log("Alice wins");
}
