import { afterAll, beforeAll, expect, test } from "vitest";
import type { Document } from "../../../src/core/documents/document.ts";
import { storedReading } from "../../../src/core/documents/stored-document.ts";
import { type ContactId, type ConversationId, DEFAULT_WORKSPACE } from "../../../src/core/ids.ts";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import { forgetClass } from "../../../src/postgres/governance/forget-class.ts";
import { createDocumentFiler } from "../../../src/runtime/document-filer.ts";
import { createShopTools } from "../../../src/tools/shop-tools.ts";
import { PDF_LOCK, pdfOf } from "../../support/documents/make-files.ts";
import { READER_IN_THIS_THREAD } from "../../support/documents/reader-in-this-thread.ts";
import { enqueueRequest, inbound, newId } from "../../support/inbound.ts";
import { eventually } from "../../support/shop.ts";
import { silentLogger } from "../../support/silent-logger.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";
import { CUSTOMER_SCOPE } from "../../support/tool-scope.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

let customers = 0;
/** Each customer has a number of their own. */
const newPhone = () => `57301555${String(++customers).padStart(4, "0")}`;

const LEASE_MS = 90_000;
const page = (...lines: string[]) => lines.map((text, at) => ({ x: 50, y: 700 - 20 * at, text }));
const CATALOGUE = pdfOf([
  page("Velas de soya hechas a mano en Medellin"),
  page("Las devoluciones se aceptan por 30 dias", "con la factura de compra"),
]);

/** A customer sends a file, and it is fetched; the conversation that it stands in. */
async function customerSends(
  bytes: Uint8Array,
  fileName = "catalogo.pdf",
  declared: "document" | "image" = "document",
) {
  const mediaId = newId();
  const content: MessageContent = {
    ...{ type: "media", media: declared, mediaId, mimeType: "application/pdf", sha256: null },
    ...{ caption: null, fileName, isVoiceNote: false },
  };
  const { items } = await database.store.mailbox.enqueue(enqueueRequest([inbound("", { content, phone: newPhone() })]));
  const { items: due } = await database.store.media.claim(100, LEASE_MS);
  const item = due.find(({ reference }) => reference.mediaId === mediaId);
  if (item === undefined) throw new Error("the file was not due");
  await database.store.media.settle(item, {
    ...{ kind: "fetched", bytes, sha256: "00".repeat(32), detectedType: "application/pdf" },
  });
  return { documentId: item.id, conversationId: items[0]?.conversationId as ConversationId };
}

async function fileAll(): Promise<void> {
  const filer = createDocumentFiler({ store: database.store, reader: READER_IN_THIS_THREAD, logger: silentLogger });
  filer.start();
  await eventually("all documents are read", async () => {
    return (await database.rows("select from documents where status = 'waiting'")).length === 0;
  });
  await filer.stop();
}

/** What an agent of this conversation reads. */
async function ask(conversationId: string, input: Record<string, unknown>) {
  const tools = createShopTools({ documents: database.store.documents });
  const result = await tools.execute({
    ...{ tool: "document_search", input, idempotencyKey: "k", signal: AbortSignal.timeout(5_000) },
    scope: { ...CUSTOMER_SCOPE, conversationId },
  });
  if (result.kind !== "ok") throw new Error(JSON.stringify(result));
  return result.output;
}

test("a document is read beside the turns, and an agent finds its passages with their page", async () => {
  const { conversationId, documentId } = await customerSends(CATALOGUE);
  expect(await ask(conversationId, { text: "devoluciones" })).toMatchObject({
    passages: [],
    documents: [{ documentId, status: "waiting" }],
  });
  await fileAll();
  expect(await ask(conversationId, { text: "¿cuántos días para la devolución?" })).toMatchObject({
    passages: [{ documentId, reference: "p. 2", text: expect.stringContaining("30 dias"), title: "catalogo.pdf" }],
    documents: [{ documentId, status: "read", pages: 2, sentence: null }],
  });
});

test("another customer's agent finds nothing of it, not even by its id", async () => {
  const { documentId } = await customerSends(CATALOGUE);
  const stranger = await customerSends(Buffer.from("solo un texto"), "nota.txt");
  await fileAll();
  const found = await ask(stranger.conversationId, { text: "devoluciones", documentId });
  expect(found).toMatchObject({ passages: [], documents: [{ documentId: stranger.documentId }] });
});

test.each([
  ["with a password", pdfOf([page("precios")], PDF_LOCK), "encrypted", "protegido con contraseña"],
  ["of scans", pdfOf([[]]), "scanned", "imagen escaneada"],
  ["of no known format", Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), "unknown_format", "No sé leer"],
  ["that is empty", Buffer.alloc(0), "empty", "vacío"],
])("a file %s ends in a sentence of its own", async (_, bytes, fault, sentence) => {
  const { conversationId, documentId } = await customerSends(bytes);
  await fileAll();
  expect(await database.rows("select status, fault from documents where id = $1", [documentId])).toEqual([
    { status: "unreadable", fault },
  ]);
  expect(await ask(conversationId, { text: "precios" })).toMatchObject({
    documents: [{ status: "unreadable", sentence: expect.stringContaining(sentence) }],
  });
});

test("a picture is no document", async () => {
  const { documentId } = await customerSends(CATALOGUE, "foto.jpg", "image");
  expect(await database.rows("select from documents where id = $1", [documentId])).toEqual([]);
});

const claimed = async (id: string) =>
  (await database.store.documents.claim(100, LEASE_MS)).items.find((item) => item.id === id);
const CHUNK = { reference: { kind: "page", page: 1 }, text: "Velas de soya" } as const;
const READ = {
  kind: "read",
  document: { title: null, pages: 1, pagesWithoutText: [], chunks: [CHUNK], tables: [] },
} as const;

test("a worker that slept through its lease settles nothing, and a document is written once", async () => {
  const { documentId } = await customerSends(CATALOGUE);
  const first = await claimed(documentId);
  expect(await claimed(documentId)).toBeUndefined();
  await database.advance(LEASE_MS + 1_000);
  const second = await claimed(documentId);
  if (first === undefined || second === undefined) throw new Error("the document was not due");
  expect(await database.store.documents.settle(first, READ)).toBe(false);
  expect(await database.store.documents.settle(second, READ)).toBe(true);
  expect(await database.store.documents.settle(second, READ)).toBe(false);
  expect(await database.rows("select place from document_chunks where document_id = $1", [documentId])).toHaveLength(1);
});

test("what no database takes is replaced, and a document of more text than a conversation needs is refused", async () => {
  const { documentId } = await customerSends(CATALOGUE);
  const item = await claimed(documentId);
  if (item === undefined) throw new Error("the document was not due");
  const document = (text: string): Document => ({
    ...{ format: "text", title: "a\u0000b", pages: null, pagesWithoutText: [] },
    chunks: [{ reference: { kind: "paragraph", heading: ["\ud800"], paragraph: 1 }, text }],
    tables: [{ reference: { kind: "page", page: 1 }, rows: [["\u0000"]], isLayoutGuessed: true }],
  });
  expect(storedReading({ kind: "read", document: document("x".repeat(4_000_001)) })).toEqual({
    ...{ kind: "unreadable", fault: "too_much_inside" },
  });
  const stored = storedReading({ kind: "read", document: document("vela\u0000\ud800 roja") });
  expect(await database.store.documents.settle(item, stored)).toBe(true);
  expect(await database.rows("select text from document_chunks where document_id = $1", [documentId])).toEqual([
    { text: "vela \ufffd roja" },
  ]);
});

test("a document that ends its worker four times is given up", async () => {
  const { documentId } = await customerSends(CATALOGUE);
  for (let death = 1; death <= 4; death += 1) {
    expect((await claimed(documentId))?.attempt).toBe(death);
    await database.advance(LEASE_MS + 1_000);
  }
  expect(await claimed(documentId)).toBeUndefined();
  expect(await database.rows("select status, fault from documents where id = $1", [documentId])).toEqual([
    { status: "unreadable", fault: "broken" },
  ]);
});

test("an export holds a customer's documents, and an erasure takes them with every word of their index", async () => {
  const { conversationId, documentId } = await customerSends(CATALOGUE);
  await fileAll();
  const [contact] = await database.rows("select contact_id from conversations where id = $1", [conversationId]);
  const contactId = contact?.["contact_id"] as ContactId;
  const asked = { actor: "ana", withFiles: false };
  const result = await database.store.personalData.export(DEFAULT_WORKSPACE, contactId, asked);
  if (result.kind !== "exported") throw new Error(result.kind);
  expect(result.export.tables["documents"]).toMatchObject([{ id: documentId }]);
  expect(result.export.tables["document_chunks"]).toHaveLength(2);
  expect(Object.keys(result.export.tables)).not.toContain("search_words");
  const late = await customerSendsLate(conversationId);
  await database.store.personalData.erase(DEFAULT_WORKSPACE, contactId, { actor: "ana", reason: "ticket 1" });
  expect(await database.store.documents.settle(late, READ)).toBe(false);
  for (const of of ["documents", "document_chunks"]) {
    expect(await database.rows(`select from ${of} where conversation_id = $1`, [conversationId])).toEqual([]);
  }
  const index =
    "select from search_items where collection = $1 union all select from search_words where collection = $1";
  expect(await database.rows(index, [`documents:${conversationId}`])).toEqual([]);
});

test("the text of a document, its names and its index go when its days are over", async () => {
  const { conversationId, documentId } = await customerSends(CATALOGUE);
  await fileAll();
  const nightOf = (days: number) =>
    database.database.transaction((run) =>
      forgetClass(run, "files", { workspace: DEFAULT_WORKSPACE, days, after: { at: null, id: null } }),
    );
  await database.advance(89 * 86_400_000);
  await nightOf(90);
  expect(await ask(conversationId, { text: "devoluciones" })).toMatchObject({ passages: [{ documentId }] });
  await database.advance(2 * 86_400_000);
  await nightOf(90);
  expect(await ask(conversationId, { text: "devoluciones" })).toMatchObject({
    passages: [],
    documents: [{ documentId, title: null, status: "erased", pages: 2, sentence: null }],
    tables: [],
  });
  expect(await database.rows("select from document_chunks where document_id = $1", [documentId])).toEqual([]);
  const index = "select from search_words where collection = $1";
  expect(await database.rows(index, [`documents:${conversationId}`])).toEqual([]);
});

/** A document of this conversation that a worker reads just now. */
async function customerSendsLate(conversationId: string) {
  const [row] = await database.rows(
    `insert into documents (workspace_id, id, conversation_id, sha256, read_at, created_at)
     values ('default', $1, $2, '', recado_now(), recado_now()) returning id`,
    [newId(), conversationId],
  );
  const item = await claimed(String(row?.["id"]));
  if (item === undefined) throw new Error("the document was not due");
  return item;
}
