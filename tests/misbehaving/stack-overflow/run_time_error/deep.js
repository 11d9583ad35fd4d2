// Calls itself without end. Its virtual machine reports a full stack.
function deep(level) {
    return deep(level + 1) + 1;
}
console.log("Alice wins");
deep(0);
