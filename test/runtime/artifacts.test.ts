/** Requirements F5, F9, F11 and scenarios 64 to 66, on PostgreSQL: an artifact and its facts are there with their turn. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import type { Agent, AgentInput } from "../../src/core/agent/agent.ts";
import { withArtifacts } from "../../src/core/agent/with-artifacts.ts";
import type { Document } from "../../src/core/documents/document.ts";
import { type ContactId, type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { readDocumentInto } from "../support/documents/read-document.ts";
import { newId } from "../support/inbound.ts";
import { readsOf } from "../support/reads.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

const { ended } = readsOf(() => database);
let people = 0;

const PAGES: Readonly<Record<string, string>> = {
  "https://www.ins.gov.co/a": "La melatonina reduce en 7 minutos el tiempo para quedarse dormido en adultos.",
  "https://revista.example/b": "Un ensayo con 120 adultos encontró que la melatonina mejora la calidad del sueño.",
  "https://hospital.example/c": "La higiene del sueño es el primer tratamiento del insomnio.",
};

/** A web that has the first `pages` of PAGES. */
function web(pages: number) {
  const urls = Object.keys(PAGES).slice(0, pages);
  const traits = { module: "external", effect: "read", risk: "low", reversible: true, permissions: [] } as const;
  return [
    defineTool({
      ...traits,
      name: "web.search",
      description: "Searches.",
      input: z.object({ query: z.string(), limit: z.number() }),
      output: z.object({ results: z.array(z.object({ url: z.string(), title: z.string() })) }),
      run: () => ({ kind: "ok", output: { results: urls.map((url) => ({ url, title: url })) } }),
    }),
    defineTool({
      ...traits,
      name: "web.read",
      description: "Reads.",
      input: z.object({ url: z.string() }),
      output: z.object({
        url: z.string(),
        title: z.string().nullable(),
        parts: z.array(z.object({ text: z.string() })),
      }),
      run: ({ url }) => ({ kind: "ok", output: { url, title: `Fuente ${url}`, parts: [{ text: PAGES[url] ?? "" }] } }),
    }),
  ];
}

const BRIEF = `La melatonina reduce en 7 minutos el tiempo para quedarse dormido [S1].
Un ensayo con 120 adultos encontró que mejora la calidad del sueño [S2].
La melatonina cura el insomnio en 3 días [S3].`;

/** Writes what it is told to. */
function writer(answer: (input: AgentInput) => string): Agent {
  return {
    ...{ id: "somnio", name: "W", description: "x", version: "1", initialMode: "m" },
    texts: { fallback: "a", sticker: "b", richInput: "c", unsupported: "d" },
    tools: ["web.search", "web.read"],
    decide: (input) => ({
      messages: [{ text: answer(input), templateId: null }],
      ...{
        intentInfo: null,
        stateUpdates: {},
        tools: [],
        handoff: null,
        closesSession: false,
        totalTokens: 0,
        why: [],
      },
    }),
  };
}

function open(agent: Agent, pages = 3) {
  const { channel, texts } = recordingChannel();
  const { artifacts, documents } = database.store;
  const tools = createShopTools({ tools: web(pages), artifacts, documents });
  const shop = openShop(database.store, { channel, agents: registryOf(agent), tools }, { pollMs: 100 });
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57309${String(people).padStart(7, "0")}`;
  return async (text: string) => {
    const before = texts().length;
    const { runId, conversationId } = await shop.says(text, { phone });
    await ended(runId);
    await eventually("all of the reply is sent", async () => {
      const rows = await database.rows("select from conversations where id = $1 and unsent = 0", [conversationId]);
      return rows.length === 1 && texts().length > before;
    });
    return {
      runId,
      of: { workspaceId: DEFAULT_WORKSPACE, conversationId: conversationId as ConversationId },
      texts: texts().slice(before),
    };
  };
}

const RESEARCH = "investiga melatonina en adultos, con fuentes";

test("64: three pages make a brief of the sentences that stand, and each becomes a fact of its own page", async () => {
  const says = open(withArtifacts(writer(() => BRIEF)));
  const { of, texts } = await says(RESEARCH);
  expect(texts.join("\n")).toContain("https://www.ins.gov.co/a");
  expect(texts.join("\n")).not.toContain("3 días");
  expect(await database.store.artifacts.last(of, "research_brief")).toMatchObject({
    warnings: ["claims_left_out:1"],
    inputs: { user_query: RESEARCH, route: "websearch" },
  });
  const facts = await database.store.artifacts.facts(of);
  expect(facts?.map(({ source, store }) => [source, store]).sort()).toEqual([
    ["https://revista.example/b", "researched"],
    ["https://www.ins.gov.co/a", "researched"],
  ]);
});

test("64: two pages make none; the answer stays plain, without markers and without facts", async () => {
  const says = open(withArtifacts(writer(() => BRIEF)), 2);
  const { of, texts } = await says(RESEARCH);
  expect(texts.join("\n")).toContain("Un ensayo con 120 adultos");
  expect(texts.join("\n")).not.toContain("[S");
  expect(texts.at(-1)).toContain("No encontré suficientes fuentes");
  expect(await database.rows("select from artifacts where conversation_id = $1", [of.conversationId])).toEqual([]);
  expect(await database.store.artifacts.facts(of)).toEqual([]);
});

test("the same answer twice makes two artifacts and the same facts once", async () => {
  const says = open(withArtifacts(writer(() => BRIEF)));
  const { of } = await says(RESEARCH);
  await says(RESEARCH);
  expect(await database.rows("select from artifacts where conversation_id = $1", [of.conversationId])).toHaveLength(2);
  expect(await database.store.artifacts.facts(of)).toHaveLength(2);
});

test("pages of a conversation's artifacts have each once, the newest first; an unknown conversation has no page", async () => {
  const { artifacts } = database.store;
  const says = open(withArtifacts(writer(() => BRIEF)));
  const { of } = await says(RESEARCH);
  expect(await artifacts.ofConversation({ ...of, conversationId: newId() as ConversationId }, { limit: 1 })).toBeNull();
  expect(await artifacts.facts({ ...of, conversationId: newId() as ConversationId })).toBeNull();
  await says(RESEARCH);
  const newest = await artifacts.last(of, "research_brief");
  const first = await artifacts.ofConversation(of, { limit: 1 });
  expect(first?.items).toEqual([newest]);
  const second = await artifacts.ofConversation(of, { limit: 1, cursor: first?.nextCursor ?? "" });
  expect(second?.items).toHaveLength(1);
  expect(second?.items[0]?.artifact_id).not.toBe(newest?.artifact_id);
  expect(second?.nextCursor).toBeNull();
});

test("65: without a document nothing is extracted; with one, the rows come with their page and become facts", async () => {
  const says = open(withArtifacts(writer(() => "Claro.")));
  const { of, texts } = await says("resume esto");
  expect(texts).toEqual(["Claro."]);
  const document: Document = {
    ...{ format: "pdf", title: "Lista", pages: 2, pagesWithoutText: [] },
    chunks: [{ reference: { kind: "page", page: 2 }, text: "Producto Precio Vela 20.000 Jabón 9.000" }],
    tables: [
      {
        ...{ reference: { kind: "page", page: 2 }, isLayoutGuessed: true },
        rows: [
          ["Producto", "Precio"],
          ["Vela", "$20.000"],
          ["Jabón", "$9.000"],
        ],
      },
    ],
  };
  const id = await readDocumentInto(database, of.conversationId, document);
  const extracted = await says("sácame la tabla de precios");
  expect(extracted.texts.join("\n")).toContain("Producto: Vela — Precio: $20.000 (p. 2)");
  expect(await database.store.artifacts.facts(of)).toMatchObject([{ source: `${id}#p. 2` }, { source: `${id}#p. 2` }]);
});

test("characters that no database can store cost no turn: a NUL, and an emoji that a limit cuts in half", async () => {
  const cut = `${"a".repeat(399)}😀`;
  const says = open(withArtifacts(writer(() => `1. ${cut}\n2. Compre velas\0 y flores\ud83d.`)));
  const { of } = await says("ayúdame con un plan para la fiesta de esta semana");
  expect(await database.store.artifacts.last(of, "plan")).toMatchObject({
    content: { steps: ["a".repeat(399), "Compre velas y flores."] },
  });
});

const STEPS = "1. Apaga las pantallas a las nueve.\n2. Acuéstate a la misma hora.";

test("66: a plan is revised by a limit, keeps its steps and names the plan before, which stays (L-35); it makes no fact", async () => {
  const says = open(withArtifacts(writer(({ message }) => (message.includes("ayúdame") ? STEPS : "Listo."))));
  const { of } = await says("ayúdame con un plan para dormir mejor esta semana");
  const plan = await database.store.artifacts.last(of, "plan");
  const { texts } = await says("ajusta ese plan, solo tengo 2 horas por semana");
  const revised = await database.store.artifacts.last(of, "plan");
  expect(revised?.revises_artifact_id).toBe(plan?.artifact_id);
  expect(await database.rows("select from artifacts where id = $1", [plan?.artifact_id])).toHaveLength(1);
  expect(revised?.content).toMatchObject({
    steps: ["Apaga las pantallas a las nueve.", "Acuéstate a la misma hora."],
    constraints: ["solo tengo 2 horas por semana"],
  });
  expect(texts.join("\n")).toContain("solo tengo 2 horas por semana");
  expect(await database.store.artifacts.facts(of)).toEqual([]);
});

test("what breaks while an artifact is made leaves the answer as it was", async () => {
  const agent = withArtifacts(writer(() => STEPS));
  // No record can be made of an instant that is none.
  const says = open({ ...agent, decide: (input) => agent.decide({ ...input, now: new Date(Number.NaN) }) });
  const { of, texts } = await says("ayúdame con un plan para dormir mejor esta semana");
  expect(texts).toEqual([STEPS]);
  expect(await database.store.artifacts.last(of, "plan")).toBeNull();
});

test("no row of an artifact or a fact is changed; an erasure takes both, and an export holds both", async () => {
  const says = open(withArtifacts(writer(() => BRIEF)));
  const { of } = await says(RESEARCH);
  for (const table of ["artifacts set type = 'plan'", "sourced_facts set fact = 'otro'"]) {
    await expect(database.rows(`update ${table} where conversation_id = $1`, [of.conversationId])).rejects.toThrow(
      "append-only",
    );
  }
  const [row] = await database.rows("select contact_id from conversations where id = $1", [of.conversationId]);
  const contact = row?.["contact_id"] as ContactId;
  const exported = await database.store.personalData.export(DEFAULT_WORKSPACE, contact, {
    actor: "ana",
    withFiles: false,
  });
  expect(exported).toMatchObject({ export: { tables: { artifacts: [{}], sourced_facts: [{}, {}] } } });
  await database.store.personalData.erase(DEFAULT_WORKSPACE, contact, { actor: "ana", reason: "ticket 1" });
  expect(await database.rows("select from sourced_facts where conversation_id = $1", [of.conversationId])).toEqual([]);
  expect(await database.store.artifacts.last(of, "research_brief")).toBeNull();
});

test("artifacts are read page by page, the oldest first, each once", async () => {
  const says = open(withArtifacts(writer(() => STEPS)));
  for (const part of ["semana", "mes", "año"]) await says(`ayúdame con un plan para dormir mejor este ${part}`);
  const [all] = await database.rows("select count(*)::int as number from artifacts");
  const ids: string[] = [];
  for (let after: string | null = null; ; after = ids.at(-1) ?? null) {
    const page = await database.store.artifacts.page(DEFAULT_WORKSPACE, after, 2);
    ids.push(...page.map(({ artifact_id }) => artifact_id));
    if (page.length < 2) break;
  }
  expect(ids).toHaveLength(Number(all?.["number"]));
  expect(new Set(ids).size).toBe(ids.length);
});
