import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type App, startApp } from "../../src/app/app.ts";
import { readConfig } from "../../src/app/config.ts";
import type { Substitutes } from "../../src/app/substitutes.ts";
import { systemClock } from "../../src/runtime/system-clock.ts";
import { type GraphServer, openGraphServer } from "./provider/graph-server.ts";
import { API_TOKEN, appEnvironment, postWebhook, readApi, textWebhook } from "./recado-process.ts";
import { eventually } from "./shop.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** What the API says of a conversation, as far as these tests look. */
export interface SeenConversation {
  readonly id: string;
  readonly botEnabled?: boolean;
  readonly session: {
    readonly id: string;
    readonly status: string;
    readonly mode: string;
    readonly datos_capturados: Readonly<Record<string, string>>;
    readonly pack_seleccionado: string | null;
    readonly templates_enviados: readonly string[];
  } | null;
  readonly timer: { readonly level: string; readonly dueAt: string } | null;
  readonly orders: readonly {
    readonly id: string;
    readonly status: string;
    readonly source: string;
    readonly pack: string | null;
    readonly total: number;
  }[];
}

export interface Customer {
  readonly phone: string;
  /** Each text in a webhook of its own, one after the other, each answered before the next. */
  says(...texts: string[]): Promise<void>;
  /** All of them at once. */
  bursts(...texts: string[]): Promise<void>;
  posts(wamid: string, text: string): Promise<number>;
  /** What reached the phone since it was last asked. */
  heard(): string[];
  seen(): Promise<SeenConversation>;
}

export interface SomnioShop {
  readonly database: TestDatabase;
  readonly graph: GraphServer;
  readonly url: string;
  customer(): Customer;
  /** Time passes in the database, and what is due happens. */
  passes(seconds: number): Promise<void>;
  /** The same while no process runs; then it is started again. */
  sleeps(seconds: number): Promise<void>;
  /** Until nothing is left to do at once. */
  isQuiet(): Promise<void>;
  command(conversationId: string, what: "takeover" | "handback"): Promise<number>;
  close(): Promise<void>;
}

/** Recado as it is started, with the agent that is shipped: signed webhooks in at the door, a Cloud API with a ledger at the other end. */
export async function openSomnioShop(
  env: Readonly<Record<string, string>> = {},
  substitutes: Substitutes = {},
  beforeStart: (database: TestDatabase) => Promise<unknown> = async () => {},
): Promise<SomnioShop> {
  const database = await createTestDatabase();
  await beforeStart(database);
  const graph = await openGraphServer();
  const dataDir = await mkdtemp(join(tmpdir(), "recado-somnio-"));
  const config = readConfig(
    {
      ...appEnvironment({ dataDir, databaseUrl: database.url, graphUrl: graph.url }),
      ...env,
    },
    { agentIds: ["somnio"], cwd: dataDir },
  );
  // The process, the phones and the database have one clock.
  let aheadMs = 0;
  const clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) };
  const halves = { http: true, worker: true, access: "shared", logStyle: "json" } as const;
  const start = () => startApp(config, halves, { clock, ...substitutes });
  let app: App = await start();
  const address = () => app.address as string;

  const isQuiet = () =>
    eventually("all is quiet", async () => {
      const rows = await database.rows(
        `-- the test asks
         select from conversations
         where run_at <= recado_now() or leased_by is not null or send_at <= recado_now() or sender is not null
         union all
         select from timers where fire_at <= recado_now() and fired_at is null and cancelled_at is null`,
      );
      return rows.length === 0;
    });

  return {
    database,
    graph,
    get url() {
      return address();
    },
    isQuiet,
    customer() {
      // Digits of 3 to 8 alone: what a test searches for ("129.900") stands in no phone by chance.
      const phone = `57300${[...randomBytes(7)].map((byte) => 3 + (byte % 6)).join("")}`;
      let read = 0;
      const posts = (wamid: string, text: string) => {
        const stamp = `"timestamp":"${Math.floor(clock.now().getTime() / 1_000)}"`;
        const body = JSON.stringify(textWebhook(phone, wamid, text)).replace(/"timestamp":"\d+"/, stamp);
        return postWebhook(address(), body);
      };
      const newWamid = () => `wamid.${randomBytes(12).toString("base64url")}`;
      return {
        phone,
        posts,
        async says(...texts) {
          for (const text of texts) {
            await posts(newWamid(), text);
            await isQuiet();
          }
        },
        async bursts(...texts) {
          await Promise.all(texts.map((text) => posts(newWamid(), text)));
          await isQuiet();
        },
        heard() {
          const all = graph.ledger.filter(({ to }) => to === phone).map(({ text }) => text);
          const fresh = all.slice(read);
          read = all.length;
          return fresh;
        },
        async seen() {
          const list = await readApi(address(), `/internal/agent/conversations?contact=${phone}`);
          const [item] = (list.body as { items: { id: string }[] }).items;
          return (await readApi(address(), `/internal/agent/conversations/${item?.id}`)).body as SeenConversation;
        },
      };
    },
    async passes(seconds) {
      aheadMs += seconds * 1_000;
      await database.advance(seconds * 1_000);
      await isQuiet();
    },
    async sleeps(seconds) {
      await app.stop();
      aheadMs += seconds * 1_000;
      await database.advance(seconds * 1_000);
      app = await start();
      await isQuiet();
    },
    async command(conversationId, what) {
      const answer = await fetch(`${address()}/internal/agent/conversations/${conversationId}/${what}`, {
        method: "POST",
        headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
        body: JSON.stringify({ actor: "test" }),
      });
      return answer.status;
    },
    async close() {
      await app.stop();
      await graph.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
