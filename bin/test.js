// `npm test`: sets up, then runs vitest in this process with the arguments given.
import { fileURLToPath } from "node:url";
import "./node-version.js";

const { setUp } = await import("./set-up.js");
await setUp();
// Tests load what was just built (test/support/built-source.ts).
process.env.RECADO_TEST_BUILD = fileURLToPath(new URL("../dist/", import.meta.url));
process.argv.splice(2, 0, "run");
await import("../node_modules/vitest/vitest.mjs");
