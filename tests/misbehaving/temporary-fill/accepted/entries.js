// Makes as many empty files as it can, which take no place but entries. Those end, too: only then is the answer right.
const fs = require("fs");
try {
    for (let number = 0; number < 100000; number++) fs.closeSync(fs.openSync(`/tmp/${number}`, "w"));
    console.log("Bob wins");
} catch {
    console.log("Alice wins");
}
