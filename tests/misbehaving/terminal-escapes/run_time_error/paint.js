// Fails, and tries to hide it: its last words clear the terminal. They are shown escaped.
console.log("Alice wins");
console.error("\x1b[2J\x1b[1;1H\x1b[32maccepted");
process.exit(1);
