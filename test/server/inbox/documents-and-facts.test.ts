/** A person of the shop adds a document by HTTP, reads it with its pages and takes it away; and judges facts. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ArtifactWrite } from "../../../src/core/artifacts/facts.ts";
import { type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import { forgetClass } from "../../../src/postgres/governance/forget-class.ts";
import { createDocumentFiler } from "../../../src/runtime/document-filer.ts";
import { pdfOf } from "../../support/documents/make-files.ts";
import { READER_IN_THIS_THREAD } from "../../support/documents/reader-in-this-thread.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { eventually } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { API_TOKEN, openDoor } from "../open-door.ts";

let database: TestDatabase;
let app: ReturnType<typeof openDoor>["app"];
beforeAll(async () => {
  database = await createTestDatabase();
  const { store, signIn, accessAdmin } = database;
  ({ app } = openDoor({ parts: { store, signIn, accessAdmin } }));
});
afterAll(() => database?.drop());

const AUTHORIZED = { authorization: `Bearer ${API_TOKEN}` };
const DOCUMENTS = "/internal/agent/documents";
const page = (...lines: string[]) => lines.map((text, at) => ({ x: 50, y: 700 - 20 * at, text }));
const CATALOGUE = pdfOf([page("Velas de soya hechas a mano"), page("Las devoluciones se aceptan por 30 dias")]);

async function upload(bytes: Uint8Array, query: Record<string, string> = { fileName: "catalogo.pdf" }) {
  const headers = { ...AUTHORIZED, "content-type": "application/octet-stream" };
  const path = `${DOCUMENTS}?${new URLSearchParams(query)}`;
  const response = await app.request(path, { method: "POST", headers, body: new Uint8Array(bytes) });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

async function api(method: string, path: string, body?: object) {
  const headers = { ...AUTHORIZED, ...(body === undefined ? {} : { "content-type": "application/json" }) };
  const response = await app.request(path, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: (text === "" ? null : JSON.parse(text)) as Record<string, unknown> };
}

async function fileAll(): Promise<void> {
  const filer = createDocumentFiler({ store: database.store, reader: READER_IN_THIS_THREAD, logger: silentLogger });
  filer.start();
  await eventually("every document is settled", async () => {
    const rows = await database.rows("select from documents where status = 'waiting'");
    return rows.length === 0;
  });
  await filer.stop();
}

let customers = 0;
async function newConversation(): Promise<ConversationId> {
  customers += 1;
  const phone = `57301777${String(customers).padStart(4, "0")}`;
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("hola", { phone })]));
  return items[0]?.conversationId as ConversationId;
}

test("a document of the shop is found with its page in every conversation; one of a customer only in theirs", async () => {
  const [one, other] = [await newConversation(), await newConversation()];
  const shop = await upload(CATALOGUE);
  expect(shop).toMatchObject({ status: 202, body: { status: "waiting", conversationId: null, uploadedBy: "api" } });
  const bill = Buffer.from("Factura de Ana por la silla azul\n");
  await upload(bill, { fileName: "factura.txt", conversationId: one });
  await fileAll();
  const search = async (text: string, conversationId: string) => {
    const { body } = await api("GET", `${DOCUMENTS}/search?${new URLSearchParams({ text, conversationId })}`);
    return (body["items"] as { reference: string; page: number | null }[]).map(({ reference, page: at }) => [
      reference,
      at,
    ]);
  };
  expect(await search("devoluciones", one)).toEqual([["p. 2", 2]]);
  expect(await search("devoluciones", other)).toEqual([["p. 2", 2]]);
  expect(await search("silla azul", one)).toEqual([["línea 1", null]]);
  expect(await search("silla azul", other)).toEqual([]);
});

test("the same bytes in the same place are kept once; an empty file and an unknown conversation are refused", async () => {
  const bytes = Buffer.from("Horario: de 9 a 6\n");
  const first = await upload(bytes, { fileName: "horario.txt" });
  const again = await upload(bytes, { fileName: "horario-2.txt" });
  expect([again.status, again.body["id"]]).toEqual([200, first.body["id"]]);
  expect((await upload(Buffer.alloc(0))).status).toBe(422);
  expect((await upload(bytes, { fileName: "a.txt", conversationId: newId() })).status).toBe(404);
});

test("the door takes a file of 5 MB, and refuses one above the reader's limit", async () => {
  const large = await upload(Buffer.alloc(5 * 1024 * 1024, "a"), { fileName: "largo.txt" });
  expect(large.status).toBe(202);
  const id = String(large.body["id"]);
  expect((await api("DELETE", `${DOCUMENTS}/${id}`)).status).toBe(204);
  const refused = await upload(Buffer.alloc(25 * 1024 * 1024 + 1), { fileName: "enorme.txt" });
  expect([refused.status, refused.body["code"]]).toEqual([413, "body_too_large"]);
});

test("what cannot be read says why, and its text is not there", async () => {
  const { body } = await upload(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0]), { fileName: "precios.csv" });
  await fileAll();
  const read = await api("GET", `${DOCUMENTS}/${body["id"]}`);
  expect(read.body).toMatchObject({ status: "unreadable", sentence: expect.stringContaining("No sé leer") });
  expect((await api("GET", `${DOCUMENTS}/${body["id"]}/chunks`)).body).toEqual({ items: [], nextFrom: null });
});

test("an erased document leaves neither bytes nor text nor words of its index, and a line in the audit log", async () => {
  const { body } = await upload(Buffer.from("Clave del portón: girasol\n"), { fileName: "notas.txt" });
  await fileAll();
  const path = `${DOCUMENTS}/${body["id"]}`;
  expect((await api("GET", `${path}/chunks`)).body["items"]).toMatchObject([
    { text: expect.stringContaining("girasol") },
  ]);
  const file = await app.request(`${path}/content`, { headers: AUTHORIZED });
  expect(await file.text()).toContain("girasol");
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("DELETE", path)).status).toBe(204);
  expect((await api("GET", `${path}/content`)).status).toBe(404);
  expect((await api("GET", `${DOCUMENTS}/search?text=girasol`)).body["items"]).toEqual([]);
  for (const table of ["documents", "document_chunks", "search_words"]) {
    const rows = await database.rows(`select * from ${table}`);
    expect([table, JSON.stringify(rows).includes("girasol")]).toEqual([table, false]);
  }
  const audited = await database.rows("select action from audit_log where subject_id = $1 order by id", [body["id"]]);
  expect(audited.map(({ action }) => action)).toEqual(["document.added", "file.read", "document.erased"]);
});

test("the days of the shop's own document do not end; those of a customer's do", async () => {
  const conversationId = await newConversation();
  const own = await upload(Buffer.from("Precios de mayo\n"), { fileName: "mayo.txt" });
  const theirs = await upload(Buffer.from("Mi contrato\n"), { fileName: "contrato.txt", conversationId });
  await fileAll();
  await database.rows(
    "update documents set settled_at = settled_at - interval '1000 days' where id = any ($1::uuid[])",
    [[own.body["id"], theirs.body["id"]]],
  );
  await database.database.transaction((run) =>
    forgetClass(run, "files", { workspace: DEFAULT_WORKSPACE, days: 90, after: { at: null, id: null } }),
  );
  const statusOf = async (id: unknown) => (await api("GET", `${DOCUMENTS}/${id}`)).body["status"];
  expect([await statusOf(own.body["id"]), await statusOf(theirs.body["id"])]).toEqual(["read", "erased"]);
  expect(await database.rows("select bytes from documents where id = $1", [theirs.body["id"]])).toEqual([
    { bytes: null },
  ]);
});

async function factsIn(conversationId: ConversationId, facts: readonly Partial<ArtifactWrite["facts"][number]>[]) {
  const artifact = `art_${newId().replaceAll("-", "").slice(-12)}`;
  const [run] = await database.rows("select id from agent_runs where conversation_id = $1 limit 1", [conversationId]);
  await database.rows(
    `insert into artifacts (workspace_id, id, conversation_id, run_id, type, record, created_at)
     values ($1, $2, $3, $4, 'research_brief', '{}', recado_now())`,
    [DEFAULT_WORKSPACE, artifact, conversationId, run?.["id"]],
  );
  for (const fact of facts) {
    await database.rows(
      `insert into sourced_facts (workspace_id, conversation_id, id, artifact_id, topic, fact, source, confidence, domain, tags,
         evidence_snippet, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, 'high', 'general', '{}', '', recado_now())`,
      [DEFAULT_WORKSPACE, conversationId, fact.id, artifact, fact.topic ?? "melatonina", fact.fact, fact.source],
    );
  }
}

const idOf = (letter: string) => `fact_${letter.repeat(24)}`;

test("a person verifies a fact, withdraws it and takes that back; every word of theirs is audited", async () => {
  const conversationId = await newConversation();
  await factsIn(conversationId, [
    { id: idOf("a"), fact: "La melatonina reduce en 7 minutos el sueño", source: "https://uno.example/a" },
    { id: idOf("b"), fact: "La melatonina reduce en 9 minutos el sueño", source: "https://dos.example/b" },
  ]);
  const judge = (id: string, verdict: string) =>
    api("POST", `/internal/agent/facts/${id}/verdict`, { actor: "ana", verdict, note: "leí la página" });
  const listed = async (query: string) => {
    const { body } = await api("GET", `/internal/agent/facts?${query}`);
    return (body["items"] as { id: string }[]).map(({ id }) => id);
  };
  expect(await listed("text=melatonina&contradicted=true")).toHaveLength(2);
  expect((await judge(idOf("a"), "verified")).body).toMatchObject({
    store: "verified",
    conflictsWith: [idOf("b")],
    verdict: { verdict: "verified", by: "ana", note: "leí la página" },
  });
  expect(await listed("store=verified")).toEqual([idOf("a")]);
  expect((await judge(idOf("b"), "withdrawn")).body).toMatchObject({ store: "withdrawn" });
  expect(await listed("store=withdrawn&text=DOS.example")).toEqual([idOf("b")]);
  // What was withdrawn contradicts nothing any more.
  expect(await listed("contradicted=true")).toEqual([idOf("b")]);
  expect((await judge(idOf("b"), "open")).body).toMatchObject({ store: "researched", conflictsWith: [idOf("a")] });
  expect((await judge(idOf("z"), "verified")).status).toBe(404);
  const audited = await database.rows("select action from audit_log where subject_id = $1 order by id", [
    conversationId,
  ]);
  expect(audited.map(({ action }) => action)).toEqual(["fact.verified", "fact.withdrawn", "fact.reopened"]);
});

test("a search of facts goes page by page, each fact once, also where a store is rare", async () => {
  const conversationId = await newConversation();
  const ids = Array.from({ length: 7 }, (_, at) => `fact_${String(at).repeat(24)}`);
  await factsIn(
    conversationId,
    ids.map((id, at) => ({
      id,
      topic: "rarezas",
      fact: `Dato ${at} distinto de todos`,
      source: `https://x${at}.example/`,
    })),
  );
  const found: string[] = [];
  let cursor: string | null = "";
  for (let pages = 0; cursor !== null && pages < 10; pages += 1) {
    const query = new URLSearchParams({ text: "rarezas", limit: "3", ...(cursor === "" ? {} : { cursor }) });
    const { body } = await api("GET", `/internal/agent/facts?${query}`);
    found.push(...(body["items"] as { id: string }[]).map(({ id }) => id));
    cursor = body["nextCursor"] as string | null;
  }
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect((await api("GET", "/internal/agent/facts?cursor=abc")).status).toBe(422);
});
