// Allocates memory without end. Its resident memory is checked every few milliseconds, and it is
// stopped.
for (const all = [];;) all.push(Buffer.alloc(1 << 20, 1));
