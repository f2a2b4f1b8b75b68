import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, test } from "vitest";
import type { WakeEngine } from "../../src/core/ports/wake-engine.ts";
import { type InngestClient, inngestEngine } from "../../src/engines/inngest-engine.ts";
import { keepsTheContract } from "./engine-contract.ts";
import { type Executor, type Handler, openExecutor } from "./inngest-executor.ts";

const SDK = join(fileURLToPath(new URL("../../.ci/engines/node_modules/", import.meta.url)), "inngest");

interface InngestSdk {
  readonly Inngest: new (options: object) => InngestClient;
}

interface InngestServe {
  readonly serve: (options: object) => Handler;
}

if (existsSync(SDK)) {
  describe("Inngest's SDK, by its specification", tryInngest);
} else {
  // Half a gigabyte that nobody else needs: `npm install --prefix .ci/engines --ignore-scripts`.
  test.skip("Inngest's SDK is not installed here: its contract is not tried", () => {});
}

function tryInngest(): void {
  let sdk: InngestSdk;
  let serve: InngestServe["serve"];
  const executors: Executor[] = [];
  beforeAll(async () => {
    sdk = (await import(pathToFileURL(join(SDK, "index.js")).href)) as InngestSdk;
    ({ serve } = (await import(pathToFileURL(join(SDK, "edge.js")).href)) as InngestServe);
  });
  afterAll(() => Promise.all(executors.map((executor) => executor.close())));

  keepsTheContract("Inngest", () => {
    const executor = openExecutor();
    executors.push(executor);
    const handlers = new Map<WakeEngine, Handler>();
    const remove = (engine: WakeEngine) => {
      const handler = handlers.get(engine);
      if (handler !== undefined) executor.remove(handler);
      handlers.delete(engine);
    };
    return {
      open() {
        const client = new sdk.Inngest({ id: "recado", isDev: true, eventKey: "key", fetch: executor.post });
        const own = inngestEngine(client);
        const handler = serve({ client, functions: own.functions });
        const engine: WakeEngine = {
          ...own,
          async serve(woken) {
            await own.serve(woken);
            handlers.set(engine, handler);
            executor.add(handler);
          },
          async close() {
            remove(engine);
            await own.close();
          },
        };
        return engine;
      },
      die: remove,
    };
  });
}
