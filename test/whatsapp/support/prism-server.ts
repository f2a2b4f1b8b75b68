import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export interface PrismServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** A server that we did not write: it checks every request against an OpenAPI document and refuses what breaks it with a 422. */
export async function startPrism(document: string): Promise<PrismServer> {
  const folder = await mkdtemp(join(tmpdir(), "recado-prism-"));
  const file = join(folder, "openapi.yaml");
  await writeFile(file, document);
  // The package's main file is its command.
  const command = fileURLToPath(import.meta.resolve("@stoplight/prism-cli"));
  const child = spawn(process.execPath, [command, "mock", "--errors", "--host", "127.0.0.1", "--port", "0", file], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const stop = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  let output = "";
  const url = await new Promise<string | null>((resolve) => {
    const hear = (chunk: Buffer) => {
      output += chunk.toString("utf8");
      const address = /listening on (http:\/\/[\d.:]+)/.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    void ended.then(() => resolve(null));
  });
  if (url === null) {
    await stop();
    throw new Error(`Prism did not start:\n${output}`);
  }
  return { url, stop };
}
