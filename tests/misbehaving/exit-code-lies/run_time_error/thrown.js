// The right answer, and then an exception. The exit code counts.
console.log("Alice wins");
throw new Error("after all was done");
