// `npm test`: sets up, then runs vitest in this process with the arguments given.
import "./node-version.js";

const { setUp } = await import("./set-up.js");
await setUp();
process.argv.splice(2, 0, "run");
await import("../node_modules/vitest/vitest.mjs");
