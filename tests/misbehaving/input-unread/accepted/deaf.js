// Answers without having read anything. The answer is right.
process.stdin.destroy();
console.log("Alice wins");
