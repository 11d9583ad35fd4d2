// Is refused it: the runtime gets at most twice the limit and 1 GiB.
try {
  const parts = [];
  for (let part = 0; part < 4; part++) parts.push(new ArrayBuffer(500 * 2 ** 20));
  console.log("no");
} catch (error) {
  console.log(error instanceof RangeError ? "Alice wins" : "no");
}
