// Is refused the memory: the runtime gets at most twice the limit, 1 GiB, and 8 GiB for the stacks
// of threads.
try {
  const parts = [];
  for (let part = 0; part < 24; part++) parts.push(new ArrayBuffer(500 * 2 ** 20));
  console.log("no");
} catch (error) {
  console.log(error instanceof RangeError ? "Alice wins" : "no");
}
