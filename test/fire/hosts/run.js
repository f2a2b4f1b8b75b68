// `npm run test:hosts [-- --seconds <n> --customers <n> --seed <n>]`: sets itself up as `npm test` does. As root, with
// iproute2, iptables and pgbouncer. RECADO_HOSTS_LOG=warn shows what the processes say.
import { parseArgs } from "node:util";

const options = { seconds: { type: "string" }, customers: { type: "string" }, seed: { type: "string" } };
const { values } = parseArgs({ options });
for (const [name, value] of Object.entries(values)) process.env[`RECADO_HOSTS_${name.toUpperCase()}`] = value;
process.argv.splice(2, process.argv.length, "--config", "test/fire/hosts/vitest.config.ts", "--root", ".");
await import("../../../bin/test.js");
