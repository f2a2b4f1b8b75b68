import { Worker } from "node:worker_threads";
import type { Task } from "./create-document-reader.ts";
import { readOrRefuse } from "./read-here.ts";

// While a file is read nothing else gets its turn in this thread, so another one watches.
new Worker(new URL("./watch-process.js", import.meta.url)).unref();

// The terminal's Ctrl-C, and a service manager's stop, come to all processes: the one that asked says when this one ends.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);

/** The process of `create-document-reader.ts`: a file comes in, its reading goes out. */
process.on("message", async ({ bytes, name, limits }: Task) => {
  // A copy, because what comes shares its memory with the rest of the message, and begins anywhere in it.
  process.send?.(await readOrRefuse(new Uint8Array(bytes), name, limits));
});
