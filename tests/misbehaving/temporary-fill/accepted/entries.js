// Creates as many empty files as it can, which take entries but no space. The answer is right only
// if the entries run out too.
const fs = require("fs");
try {
    for (let number = 0; number < 100000; number++) fs.closeSync(fs.openSync(`/tmp/${number}`, "w"));
    console.log("Bob wins");
} catch {
    console.log("Alice wins");
}
