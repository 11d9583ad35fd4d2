// Prints the right answer, and then throws an exception. The exit code counts.
console.log("Alice wins");
throw new Error("after all was done");
