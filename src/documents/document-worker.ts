import { parentPort } from "node:worker_threads";
import type { Task } from "./create-document-reader.ts";
import { readOrRefuse } from "./read-here.ts";

/** The thread of `create-document-reader.ts`: a file comes in, its reading goes out. */
parentPort?.on("message", async ({ bytes, name, limits }: Task) => {
  parentPort?.postMessage(await readOrRefuse(bytes, name, limits));
});
