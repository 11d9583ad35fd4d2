// Writes the right answer without end. The byte beyond the limit ends it.
const text = "Alice wins\n".repeat(4096);
for (;;) require("fs").writeSync(1, text);
