/** Scenarios 64 to 66 with the shipped assistant, on PostgreSQL: with a model and without one. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openAssistant } from "../../src/agents/assistant/assistant.ts";
import type { Agent } from "../../src/core/agent/agent.ts";
import { CONTRACT_NAMES, type ContractName } from "../../src/core/artifacts/contracts.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../src/core/ids.ts";
import { createDocumentFiler } from "../../src/runtime/document-filer.ts";
import { createShopTools } from "../../src/tools/shop-tools.ts";
import { pdfOf } from "../support/documents/make-files.ts";
import { READER_IN_THIS_THREAD } from "../support/documents/reader-in-this-thread.ts";
import { newId } from "../support/inbound.ts";
import { webOf } from "../support/provider/web-tools.ts";
import { readsOf } from "../support/reads.ts";
import { eventually, openShop, recordingChannel, registryOf, type Shop } from "../support/shop.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../support/test-database.ts";
import { turnModel, withModel } from "../support/turn-model.ts";

let database: TestDatabase;
const shops: Shop[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => Promise.all(shops.splice(0).map((shop) => shop.worker.stop(500))));

const { ended } = readsOf(() => database);
let people = 0;

const assistant = (contracts: readonly ContractName[] = CONTRACT_NAMES, tools: readonly string[] = []): Agent => ({
  ...openAssistant({ contracts, tools }),
  id: "somnio",
});
const WEB = ["web.search", "web.read"];
const PAGES = {
  "https://www.ins.gov.co/a": "La melatonina reduce en 7 minutos el tiempo para quedarse dormido en adultos.",
  "https://revista.example/b": "Un ensayo con 120 adultos encontró que la melatonina mejora la calidad del sueño.",
  "https://hospital.example/c": "La higiene del sueño es el primer tratamiento del insomnio.",
};

function open(agent: Agent, pages: Readonly<Record<string, string>> | "down" = PAGES) {
  const { channel, texts } = recordingChannel();
  const { artifacts, documents } = database.store;
  const tools = createShopTools({ tools: webOf(pages), artifacts, documents });
  const shop = openShop(database.store, { channel, agents: registryOf(agent), tools }, { pollMs: 100 });
  shops.push(shop);
  shop.worker.start();
  people += 1;
  const phone = `57308${String(people).padStart(7, "0")}`;
  const heard = async (before: number, count = 1) => {
    await eventually("the reply is sent", async () => texts().length >= before + count);
    return texts().slice(before).join("\n");
  };
  return {
    texts,
    heard,
    async says(text: string) {
      const before = texts().length;
      const { runId, conversationId } = await shop.says(text, { phone });
      await ended(runId);
      return {
        of: { workspaceId: DEFAULT_WORKSPACE, conversationId: conversationId as ConversationId },
        reply: await heard(before),
      };
    },
    async asks(text: string) {
      const { conversationId } = await shop.says(text, { phone });
      return conversationId as ConversationId;
    },
  };
}

const page = (...lines: string[]) => lines.map((text, at) => ({ x: 50, y: 700 - 20 * at, text }));
const CATALOGUE = pdfOf([
  page("Velas de soya hechas a mano en Medellin."),
  page("Las devoluciones se aceptan por 30 dias con la factura de compra."),
]);

async function addDocument(conversationId: ConversationId | null, bytes: Uint8Array, fileName = "catalogo.pdf") {
  const file = { id: newId(), workspaceId: DEFAULT_WORKSPACE, conversationId, fileName, bytes };
  await database.store.documents.add({ ...file, sha256: newId(), by: "ana" });
}

async function fileAll(): Promise<void> {
  const filer = createDocumentFiler({ store: database.store, reader: READER_IN_THIS_THREAD, logger: silentLogger });
  filer.start();
  await eventually("every document is settled", async () => {
    return (await database.rows("select from documents where status = 'waiting'")).length === 0;
  });
  await filer.stop();
}

const RESEARCH = "investiga melatonina en adultos, con fuentes";

test("64: a model writes from the fetched pages, and each finding names the page that was fetched", async () => {
  const model = turnModel(({ sources = [] }) =>
    sources
      .slice(0, 2)
      .map(({ id, text }) => `${text.replace(/\.$/u, "")} [${id}].`)
      .concat("La melatonina cura todo [S9].")
      .join("\n"),
  );
  const { of, reply } = await open(withModel(assistant(CONTRACT_NAMES, WEB), model)).says(RESEARCH);
  expect(reply).toContain("https://www.ins.gov.co/a");
  expect(reply).not.toContain("cura todo");
  expect(model.questions).toHaveLength(1);
  expect((await database.store.artifacts.facts(of))?.map(({ source }) => source).sort()).toEqual([
    "https://revista.example/b",
    "https://www.ins.gov.co/a",
  ]);
});

test("64: without a model, without the web or with engines down no brief is made, and each is said in its own words", async () => {
  const model = turnModel(() => "x");
  const brief = async (agent: Agent, pages: Readonly<Record<string, string>> | "down" = PAGES) => {
    const { of, reply } = await open(agent, pages).says(RESEARCH);
    expect(await database.store.artifacts.last(of, "research_brief")).toBeNull();
    return reply;
  };
  expect(await brief(assistant(CONTRACT_NAMES, WEB))).toContain("Todavía no puedo investigar");
  expect(await brief(withModel(assistant(), model))).toContain("Todavía no puedo investigar");
  expect(await brief(withModel(assistant(CONTRACT_NAMES, WEB), model), "down")).toContain("El buscador no me responde");
  const two = { "https://a.example/": "Uno.", "https://b.example/": "Dos." };
  expect(await brief(withModel(assistant(CONTRACT_NAMES, WEB), model), two)).toContain("suficientes fuentes");
  expect(model.questions).toHaveLength(0);
});

test("65: a request whose document is still being read waits for it, and is answered with its page", async () => {
  const chat = open(assistant());
  const { of } = await chat.says("hola");
  await addDocument(of.conversationId, CATALOGUE);
  const before = chat.texts().length;
  await chat.asks("¿qué dice el documento sobre las devoluciones?");
  expect(await chat.heard(before)).toContain("Estoy leyendo su documento");
  await fileAll();
  await database.advance(5_000);
  expect(await chat.heard(before + 1)).toContain("p. 2");
  expect(await database.store.artifacts.last(of, "doc_extract")).toMatchObject({ content: { page_refs: ["p. 2"] } });
});

test("65: a document that cannot be read is answered with its reason", async () => {
  const chat = open(assistant());
  const { of } = await chat.says("hola");
  await addDocument(of.conversationId, Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 0, 1]), "precios.pdf");
  await fileAll();
  expect((await chat.says("resume el documento, por favor")).reply).toContain("No sé leer ese tipo de archivo");
});

test("a question that no rule knows is answered from the shop's document, with its page, and is no artifact", async () => {
  await addDocument(null, pdfOf([page("El parqueadero cierra a las nueve de la noche.")]), "parqueadero.pdf");
  await fileAll();
  const { of, reply } = await open(assistant()).says("¿el parqueadero a qué hora cierra?");
  expect(reply).toContain("p. 1");
  expect(reply).toContain("nueve de la noche");
  expect(await database.store.artifacts.last(of, "doc_extract")).toBeNull();
});

test("66: without a model a plan keeps the steps that the customer states; without steps it asks for them", async () => {
  const chat = open(assistant());
  expect((await chat.says("ayúdame con un plan para la mudanza de esta semana")).reply).toContain("Dígame los pasos");
  const { of, reply } = await chat.says(
    "ayúdame con un plan para la mudanza de esta semana: empacar la cocina, limpiar el apartamento, entregar las llaves",
  );
  expect(reply).toContain("entregar las llaves");
  expect(await database.store.artifacts.last(of, "plan")).toMatchObject({
    content: { steps: ["empacar la cocina", "limpiar el apartamento", "entregar las llaves"] },
  });
});

test("F13: a contract that is off is not made, and an expense stays an expense", async () => {
  const chat = open(assistant(["doc_extract"]));
  const { of } = await chat.says("ayúdame con un plan para la mudanza de esta semana: empacar, limpiar, entregar");
  expect(await database.store.artifacts.last(of, "plan")).toBeNull();
  const all = open(assistant());
  const { reply } = await all.says("gasté 45 mil en mi plan de datos de esta semana");
  expect(reply).toContain("Anotado");
});
