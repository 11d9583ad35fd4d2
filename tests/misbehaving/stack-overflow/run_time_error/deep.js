// Calls itself without end. Its virtual machine says that the stack has no more room.
function deep(level) {
    return deep(level + 1) + 1;
}
console.log("Alice wins");
deep(0);
