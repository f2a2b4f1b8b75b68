// `npm run bench:frameworks`: the same turn of eight steps with three agent frameworks and with Recado, on the same
// PostgreSQL, in turns. Installs into this folder what package-lock.json names; nothing else of the project needs it.
import "../../bin/node-version.js";
import { execFileSync, fork } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
const { setUp } = await import("../../bin/set-up.js");
await setUp();
if (!existsSync(`${here}node_modules/.package-lock.json`)) {
  console.error("Installing the frameworks…");
  execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: here, stdio: "inherit" });
}
const { openServer } = await import("../support/server.js");
const { describeMachine } = await import("../support/machine.js");
const { median } = await import("../support/percentiles.js");
const { sectionText } = await import("../support/report.js");

const ROUNDS = 3;
const JOB = { durationMs: 5_000, warmUpMs: 2_000, atOnce: 16 };
const CONTESTANTS = {
  Recado: { process: "../processes/engine.js", kind: "product" },
  "LangGraph.js, Postgres saver": { process: "turns.js", framework: "langgraph" },
  "Mastra workflow, Postgres store": { process: "turns.js", framework: "mastra" },
  "DBOS workflow": { process: "turns.js", framework: "dbos" },
};

const server = await openServer();
const found = Object.fromEntries(Object.keys(CONTESTANTS).map((name) => [name, []]));
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, contestant] of Object.entries(CONTESTANTS)) found[name].push(await measure(contestant));
  }
} finally {
  await server.close();
}
const recado = median(found.Recado.map((one) => one.turnsPerSecond));
const rows = Object.entries(found).map(([name, rounds]) => {
  const of = (what) => median(rounds.map((one) => one[what]));
  return [name, of("turnsPerSecond"), recado / of("turnsPerSecond"), of("statements"), of("commits"), of("walBytes")];
});
const machine = describeMachine(server.version);
const text = sectionText({
  title: "A turn of eight steps with other frameworks",
  how: `${machine}. ${ROUNDS} rounds in turns, ${JOB.durationMs / 1000} s each, ${JOB.atOnce} turns at once, 2,000 customers; medians. Recado does more in its turn (order, dedupe, lease, outbox, record of the send); the others' steps only return.`,
  columns: ["", "turns/s", "Recado is faster by", "statements a turn", "commits a turn", "WAL bytes a turn"],
  rows,
});
console.log(text);
writeFileSync(
  `${here}RESULTS.md`,
  `# Results\n\nWritten by \`npm run bench:frameworks\` on ${new Date().toISOString().slice(0, 10)}.\n\n${text}`,
);

async function measure({ process: path, ...about }) {
  const database = about.kind === "product" ? await server.createDatabase() : await server.createBareDatabase();
  const child = fork(fileURLToPath(new URL(path, import.meta.url)), { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const heard = () =>
    new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`${JSON.stringify(about)} ended with ${code} and no result`)));
    });
  child.send({ ...JOB, ...about, url: database.url, tellsWhenWarm: true });
  await heard();
  const before = await server.usage(database);
  child.send("go");
  const { turns, elapsedMs } = await heard();
  await new Promise((resolve) => setTimeout(resolve, 1_500)); // The server publishes its counters with some delay.
  const after = await server.usage(database);
  child.kill();
  await server.dropDatabase(database);
  const each = (what) => (after[what] === null ? null : (after[what] - before[what]) / turns);
  return {
    turnsPerSecond: (turns / elapsedMs) * 1000,
    statements: each("statements"),
    commits: each("commits"),
    walBytes: each("walBytes"),
  };
}
