import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { customers } from "../support/database-work.js";
import { processorMsOf } from "../support/processor-time.js";
import { tell } from "../support/progress.js";
import { openProvider } from "../support/provider.js";
import { measureFirstReplies } from "../support/reply-times.js";
import { onStage } from "../support/stage.js";

export const title = "A live message beside the plainest program that answers it";
export const how =
  "The same webhooks, the same provider and its three reports a reply, as many replies and one typing call, 100 messages/s, after 3,000 messages of others. HTTP alone: a signature checked, a body parsed, a fixed reply. With plain SQL: the message, the turn, the sends and the reports each written in a statement of a group that gathers as Recado does, one table with one key each. It understands nothing, knows no customer and decides nothing: the decision of the shipped agent stands in the section beside the floor of plain SQL.";

const PROCESS = fileURLToPath(new URL("../processes/bare.js", import.meta.url));
const RATE = 100;

export async function run({ server, isQuick }) {
  const size = isQuick ? { warmUp: 100, messages: 200 } : { warmUp: 3_000, messages: 1_000 };
  const start = await onStage(server, { commands: ["start"] }, (stage) => measure(server, stage, size));
  const bare = (isStored) =>
    onBareStage(server, { replies: start.replies, isStored }, (stage) => measure(server, stage, size));
  const stored = await bare(true);
  const http = await bare(false);
  return {
    columns: [
      "program",
      "Node CPU ms",
      "PostgreSQL CPU ms",
      "sum",
      "replies",
      "statements",
      "WAL bytes",
      "first reply p95 ms",
    ],
    rows: [
      ["HTTP alone", http.nodeMs, null, http.nodeMs, http.replies, null, null, http.p95],
      ["HTTP and plain SQL", ...cells(stored)],
      ["start", ...cells(start)],
    ],
    raw: { start, stored, http },
  };
}

function cells({ nodeMs, postgresMs, replies, statements, walBytes, p95 }) {
  return [nodeMs, postgresMs, nodeMs + postgresMs, replies, statements, walBytes, p95];
}

async function measure(server, { database, provider, processes, port }, { warmUp, messages }) {
  await measureFirstReplies({ port, provider }, { rate: RATE, writers: customers(90_000, warmUp), body: "hola" });
  const read = async () => {
    // The server publishes its counters with some delay.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    const nodeMs = processes.reduce((sum, { pid }) => sum + processorMsOf(pid), 0);
    return { ...(await server.usage(database)), nodeMs, sent: provider.messages() };
  };
  const before = await read();
  const { p95 } = await measureFirstReplies(
    { port, provider },
    { rate: RATE, writers: customers(0, messages), body: "hola" },
  );
  const after = await read();
  const each = (name) => (after[name] - before[name]) / messages;
  tell(`${each("nodeMs").toFixed(2)} ms Node, ${each("cpuMs").toFixed(2)} ms PostgreSQL a message`);
  return {
    ...{
      nodeMs: each("nodeMs"),
      postgresMs: each("cpuMs"),
      statements: each("statements"),
      walBytes: each("walBytes"),
    },
    ...{ replies: each("sent"), p95 },
  };
}

/** Does what `onStage` does, around the bare program. */
async function onBareStage(server, job, work) {
  const database = await server.createBareDatabase();
  const provider = await openProvider();
  tell(job.isStored ? "HTTP and plain SQL" : "HTTP alone");
  const child = fork(PROCESS, { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  try {
    child.send({ ...job, url: database.url, provider: provider.url });
    const { port } = await new Promise((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", (code) => reject(new Error(`the bare program ended with ${code}`)));
    });
    return await work({ database, provider, processes: [{ pid: child.pid }], port });
  } finally {
    child.kill();
    await ended;
    await provider.close();
    await server.dropDatabase(database);
  }
}
