// Restate's real server, for one piece of work, and the processes of Recado that it calls.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { fromDist, silentLogger } from "./dist.js";
import { freePort } from "./recado.js";

const PACKAGES = fileURLToPath(new URL("../../.ci/engines/node_modules/", import.meta.url));
const SERVER = join(PACKAGES, `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);
const SDK = pathToFileURL(join(PACKAGES, "@restatedev/restate-sdk/dist/index.js")).href;
const ENTRY = fileURLToPath(new URL("../processes/woken.js", import.meta.url));

export const isRestateThere = () => existsSync(SERVER);

/** A fresh server, taken down again whatever happens. `work` gets the engine that `onStage` starts processes with. */
export async function onRestate(work) {
  const folder = mkdtempSync(join(tmpdir(), "recado-bench-restate-"));
  const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
  // One partition, as docs/engines/restate.md says for a small machine.
  const config = `default-num-partitions = 1\n[admin]\nbind-address = "127.0.0.1:${admin}"\n[ingress]\nbind-address = "127.0.0.1:${ingress}"\n`;
  writeFileSync(join(folder, "restate.toml"), config);
  const server = spawn(
    SERVER,
    [
      ...["--no-logo", "--config-file", "restate.toml", "--listen-mode", "tcp"],
      ...["--bind-ip", "127.0.0.1", "--bind-port", String(node)],
    ],
    { cwd: folder, stdio: "ignore" },
  );
  const gone = new Promise((resolve) => server.once("exit", resolve));
  const balancer = await openBalancer();
  try {
    await untilUp(`http://127.0.0.1:${admin}/health`);
    const ingressUrl = `http://127.0.0.1:${ingress}`;
    const { createWaker } = await fromDist("runtime/worker/waker.js");
    const { restateEngine } = await fromDist("engines/restate-engine.js");
    const engine = restateEngine(await import(SDK), { ingressUrl });
    return await work({
      entry: ENTRY,
      /** What one process is told of Restate. */
      async environment(command) {
        const port = await freePort();
        if (command !== "serve") balancer.ports.push(port);
        return {
          ...{ BENCH_RESTATE_SDK: SDK, BENCH_RESTATE_INGRESS: ingressUrl },
          ...{ BENCH_RESTATE_ADMIN: `http://127.0.0.1:${admin}` },
          ...{ BENCH_RESTATE_PORT: String(port), BENCH_RESTATE_PUBLIC: balancer.url },
          RESTATE_LOGGING: "ERROR",
        };
      },
      /** Asks for all that is due, as a door does after its commit. */
      tell: (mailbox) =>
        createWaker(mailbox, engine, { clock: { now: () => new Date() }, logger: silentLogger }).look(),
    });
  } finally {
    server.kill("SIGKILL");
    await gone;
    await balancer.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function untilUp(url) {
  const giveUpAt = performance.now() + 60_000;
  while (!(await fetch(url).catch(() => null))?.ok) {
    if (performance.now() > giveUpAt) throw new Error("Restate did not start within a minute");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** One address for Restate; each connection goes to the next worker that takes it. */
async function openBalancer() {
  const ports = [];
  const sockets = new Set();
  let next = 0;
  const keep = (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  };
  const pass = (inbound, tries) => {
    if (tries === 0) return inbound.destroy();
    const outbound = connect({ port: ports[next++ % ports.length], host: "127.0.0.1", noDelay: true });
    keep(outbound);
    let isOpen = false;
    outbound.once("connect", () => {
      isOpen = true;
      inbound.pipe(outbound).pipe(inbound);
      inbound.once("close", () => outbound.destroy());
    });
    outbound.on("error", () => {});
    outbound.once("close", () => (isOpen ? inbound.destroy() : pass(inbound, tries - 1)));
  };
  const server = createServer({ noDelay: true }, (inbound) => {
    keep(inbound);
    inbound.on("error", () => {});
    pass(inbound, ports.length);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    ports,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
