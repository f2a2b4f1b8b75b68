// `npm run test:chaos [-- --suite <name> --seed <n> --count <n> --share <0 to 1>]`: sets itself up as `npm test` does.
// With a share, all suites run at so much of their full length, and the report says so. RECADO_CHAOS_LOG=warn shows what the processes say.
import { parseArgs } from "node:util";

const options = {
  suite: { type: "string" },
  seed: { type: "string" },
  count: { type: "string" },
  kills: { type: "string" },
  share: { type: "string" },
};
const { values } = parseArgs({ options });
const count = values.count ?? values.kills;
for (const [name, value] of Object.entries({
  SUITE: values.suite,
  SEED: values.seed,
  COUNT: count,
  SHARE: values.share,
})) {
  if (value !== undefined) process.env[`RECADO_CHAOS_${name}`] = value;
}
process.argv.splice(2, process.argv.length, "--config", "test/fire/chaos/vitest.config.ts", "--root", ".");
await import("../../../bin/test.js");
