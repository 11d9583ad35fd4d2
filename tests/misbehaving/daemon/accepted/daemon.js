// Leaves another program behind. The answer is right, and that program does not survive.
require("child_process").spawn("sleep", ["3600"], { detached: true, stdio: "ignore" }).unref();
console.log("Alice wins");
