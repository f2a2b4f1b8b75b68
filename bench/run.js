// `npm run bench`: sets up, measures section by section, writes RESULTS.md. `-- --quick`: a minute, printed only.
// `-- --only ack`: one section, printed only. `-- --quick --keep`: a quick run is written too, and says that it is one.
import "../bin/node-version.js";
import { parseArgs } from "node:util";
import { SECTIONS } from "./sections.js";

const { setUp } = await import("../bin/set-up.js");
await setUp();

const { values } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    keep: { type: "boolean", default: false },
    only: { type: "string", multiple: true },
    help: { type: "boolean" },
  },
});
const unknown = values.only?.find((name) => !SECTIONS.includes(name));
if (values.help || unknown !== undefined) {
  if (unknown !== undefined) console.error(`There is no section "${unknown}".`);
  console.error(`npm run bench [-- --quick [--keep]] [-- --only <section>]\nsections: ${SECTIONS.join(", ")}`);
  process.exit(unknown === undefined ? 0 : 2);
}

const { openServer } = await import("./support/server.js");
const { describeMachine } = await import("./support/machine.js");
const { sectionText, writeReport } = await import("./support/report.js");

const startedMs = performance.now();
const server = await openServer();
const sections = [];
const stop = async () => {
  await server.close();
  process.exit(130);
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
try {
  const machine = describeMachine(server.version);
  console.log(`${machine}\n`);
  for (const name of values.only ?? SECTIONS) {
    const { run, ...about } = await import(`./sections/${name}.js`);
    const sectionMs = performance.now();
    const result = await run({ server, isQuick: values.quick });
    if (result.leftOut !== undefined) {
      console.log(`(${name} is left out: ${result.leftOut})\n`);
      continue;
    }
    const section = { name, ...about, ...result };
    sections.push(section);
    console.log(sectionText(section));
    console.error(`(${name}: ${Math.round((performance.now() - sectionMs) / 1000)} s)\n`);
  }
  if ((!values.quick || values.keep) && values.only === undefined) {
    const date = new Date().toISOString().slice(0, 10);
    const tookSeconds = (performance.now() - startedMs) / 1000;
    writeReport({ machine, date, tookSeconds, isQuick: values.quick, sections });
    console.log("Written to bench/RESULTS.md and bench/results.json.");
  }
} finally {
  await server.close();
}
