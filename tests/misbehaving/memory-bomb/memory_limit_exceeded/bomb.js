// Takes memory without end. Its resident memory is looked at every few milliseconds, and it is stopped.
for (const all = [];;) all.push(Buffer.alloc(1 << 20, 1));
