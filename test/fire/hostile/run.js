// `npm run test:hostile [-- --minutes <n> --seed <n>]`: sets itself up as `npm test` does. An hour unless told.
import { parseArgs } from "node:util";

const { values } = parseArgs({ options: { minutes: { type: "string" }, seed: { type: "string" } } });
if (values.minutes !== undefined) process.env["RECADO_HOSTILE_MINUTES"] = values.minutes;
if (values.seed !== undefined) process.env["RECADO_HOSTILE_SEED"] = values.seed;
process.argv.splice(2, process.argv.length, "--config", "test/fire/hostile/vitest.config.ts", "--root", ".");
await import("../../../bin/test.js");
