// Answers without reading anything. The answer is right.
process.stdin.destroy();
console.log("Alice wins");
