import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:http2";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { WakeEngine } from "../../src/core/ports/wake-engine.ts";
import { type RestateSdk, restateEngine } from "../../src/engines/restate-engine.ts";
import { freePort } from "../support/recado-process.ts";
import { eventually } from "../support/shop.ts";
import { type Balancer, openBalancer } from "./balancer.ts";
import { keepsTheContract } from "./engine-contract.ts";

const PACKAGES = fileURLToPath(new URL("../../.ci/engines/node_modules/", import.meta.url));
const SERVER = join(PACKAGES, `@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`);

if (existsSync(SERVER)) {
  describe("Restate, for real", tryRestate);
} else {
  // Half a gigabyte that nobody else needs: `npm install --prefix .ci/engines --ignore-scripts`.
  test.skip("Restate is not installed here: its contract is not tried", () => {});
}

function tryRestate(): void {
  let server: ChildProcess;
  let folder: string;
  let ingressUrl: string;
  let adminUrl: string;
  let sdk: RestateSdk;
  let balancer: Balancer;

  beforeAll(async () => {
    // Calls that are cut off are what is tried here: the SDK need not tell of each.
    process.env["RESTATE_LOGGING"] = "ERROR";
    sdk = (await import(pathToFileURL(join(PACKAGES, "@restatedev/restate-sdk/dist/index.js")).href)) as RestateSdk;
    balancer = await openBalancer();
    folder = await mkdtemp(join(tmpdir(), "recado-restate-"));
    const [ingress, admin, node] = [await freePort(), await freePort(), await freePort()];
    ingressUrl = `http://127.0.0.1:${ingress}`;
    adminUrl = `http://127.0.0.1:${admin}`;
    const config = `[admin]\nbind-address = "127.0.0.1:${admin}"\n[ingress]\nbind-address = "127.0.0.1:${ingress}"\n`;
    await writeFile(join(folder, "restate.toml"), config);
    server = spawn(
      SERVER,
      [
        ...["--no-logo", "--config-file", "restate.toml", "--listen-mode", "tcp"],
        ...["--bind-ip", "127.0.0.1", "--bind-port", String(node)],
      ],
      { cwd: folder, stdio: "ignore" },
    );
    await eventually("Restate is up", async () => (await fetch(`${adminUrl}/health`).catch(() => null))?.ok === true);
  });
  afterAll(async () => {
    const gone = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGKILL");
    await gone;
    await balancer.close();
    await rm(folder, { recursive: true, force: true });
  });

  test("Restate: a worker stops though its connections are kept open", async () => {
    const port = await freePort();
    const engine = restateEngine(sdk, { ingressUrl, port });
    await engine.serve({ work: async () => ({ nextAt: null }), sweep: async () => {}, tell: async () => {} });
    const kept = connect(`http://127.0.0.1:${port}`);
    await once(kept, "connect");
    await Promise.all([once(kept, "close"), engine.close()]);
  });

  keepsTheContract("Restate", () => {
    const ports = new Map<WakeEngine, number>();
    return {
      open() {
        // Restate knows one address; behind it stand as many workers as there are.
        let port = 0;
        const engine: { -readonly [Method in keyof WakeEngine]: WakeEngine[Method] } = {
          ...restateEngine(sdk, { ingressUrl }),
          async serve(woken) {
            port = await freePort();
            ports.set(engine, port);
            balancer.add(port);
            const own = restateEngine(sdk, { ingressUrl, adminUrl, port, publicUrl: balancer.url });
            engine.close = async () => {
              balancer.remove(port);
              await own.close();
            };
            await own.serve(woken);
          },
        };
        return engine;
      },
      die: (engine) => balancer.remove(ports.get(engine) ?? 0),
    };
  });
}
