// Recado's own processes, as an operator starts them.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { APP_SECRET } from "./webhooks.js";

const ENTRY = fileURLToPath(new URL("../../bin/recado.js", import.meta.url));

/** `command`: start, serve or worker; `engine`: what wakes it, if it does not look for work itself. Resolves when it is ready. */
export async function startRecado(command, { database, provider, engine }) {
  const dataDir = mkdtempSync(join(tmpdir(), "recado-bench-process-"));
  const port = command === "worker" ? null : await freePort();
  const child = spawn(process.execPath, ["--no-regexp-tier-up", engine?.entry ?? ENTRY, command], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: String(port ?? 4600),
      RECADO_DATA_DIR: dataDir,
      RECADO_API_TOKEN: "bench-api-token-0123456789",
      DATABASE_URL: database.url,
      WHATSAPP_API_URL: provider.url,
      WHATSAPP_ACCESS_TOKEN: "bench-access-token",
      WHATSAPP_APP_SECRET: APP_SECRET,
      WHATSAPP_VERIFY_TOKEN: "bench-verify-token",
      RECADO_RESPONSE_SPEED: "0",
      LOG_LEVEL: "warn",
      ...(await engine?.environment(command)),
    },
  });
  let output = "";
  let isReady = false;
  const keep = (chunk) => {
    output = (output + chunk).slice(-20_000);
    if (output.includes("worker is running")) isReady = true;
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  let hasEnded = false;
  const ended = new Promise((resolve) => child.once("exit", resolve)).then(() => {
    hasEnded = true;
    rmSync(dataDir, { recursive: true, force: true });
  });
  const giveUpAt = performance.now() + 60_000;
  while (!isReady) {
    if (hasEnded || performance.now() > giveUpAt) throw new Error(`recado ${command} did not start:\n${output}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
    if (port !== null)
      isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
  }
  return {
    pid: child.pid,
    port,
    output: () => output,
    signal: (name) => child.kill(name),
    async stop() {
      child.kill("SIGCONT");
      child.kill("SIGTERM");
      await ended;
    },
    ended,
  };
}

export async function freePort() {
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}
