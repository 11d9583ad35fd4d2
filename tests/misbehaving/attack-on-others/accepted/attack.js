// Kills a process of the host. It may not: only then is the answer right.
try {
    process.kill(Number(process.env.VICTIM), "SIGKILL");
    console.log("Bob wins");
} catch {
    console.log("Alice wins");
}
