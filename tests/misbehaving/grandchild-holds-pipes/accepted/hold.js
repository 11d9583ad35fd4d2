// A child holds standard output and error open. The judge does not wait for it: the answer is right
// as soon as the program has ended.
require("child_process").spawn("sleep", ["3600"], { detached: true, stdio: "inherit" }).unref();
console.log("Alice wins");
