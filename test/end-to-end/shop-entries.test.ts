import { afterAll, beforeAll, expect, test } from "vitest";
import { API_TOKEN } from "../support/recado-process.ts";
import { openSomnioShop, type SomnioShop } from "../support/somnio-shop.ts";

/** What a shop's people write is said to the next customer, and only in their shop. */
let shop: SomnioShop;
beforeAll(async () => {
  shop = await openSomnioShop();
});
afterAll(() => shop.close());

async function call(method: string, path: string, body?: unknown, query = "") {
  const answer = await fetch(`${shop.url}/internal/agent/${path}${query}`, {
    method,
    headers: { authorization: `Bearer ${API_TOKEN}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === "" ? null : JSON.parse(text) };
}

const QUESTION = "¿el frasco sirve para celíacos?";
const ENTRY = {
  actor: "ana@tienda.co",
  title: "Celíacos y gluten",
  asks: ["¿sirve para celíacos?", "¿tiene gluten?"],
  text: "El frasco **no lleva gluten**: lo pueden tomar personas celíacas.",
};
const ID = "celiacos-y-gluten";

test("an entry that is written is said to the next customer, changed to the one after, and gone when deleted", async () => {
  const before = shop.customer();
  await before.says(QUESTION);
  expect(before.heard().join("\n")).not.toContain("gluten");

  const added = await call("POST", "knowledge", ENTRY);
  expect(added).toMatchObject({
    status: 201,
    body: { id: ID, version: 1, origin: "shop", changedBy: "ana@tienda.co", until: null },
  });
  const customer = shop.customer();
  await customer.says(QUESTION);
  expect(customer.heard()).toContain("El frasco *no lleva gluten*: lo pueden tomar personas celíacas.");

  const change = { actor: "ana@tienda.co", version: 1, text: "Sí, y está certificado sin gluten." };
  expect(await call("PATCH", `knowledge/${ID}`, change)).toMatchObject({ status: 200, body: { version: 2 } });
  const other = shop.customer();
  await other.says(QUESTION);
  expect(other.heard()).toContain("Sí, y está certificado sin gluten.");

  // Another person saw the first version.
  expect(await call("PATCH", `knowledge/${ID}`, change)).toMatchObject({
    status: 409,
    body: { code: "changed_meanwhile" },
  });
  expect(await call("DELETE", `knowledge/${ID}`, undefined, "?version=2")).toEqual({ status: 204, body: null });
  const last = shop.customer();
  await last.says(QUESTION);
  expect(last.heard().join("\n")).not.toContain("gluten");

  const { body } = await call("GET", `knowledge/${ID}/versions`);
  expect(body.items.map(({ version, isDeleted }: Record<string, unknown>) => [version, isDeleted])).toEqual([
    [3, true],
    [2, false],
    [1, false],
  ]);
  const audited = await shop.database.rows("select action from audit_log where subject_id = $1 order by seq", [ID]);
  expect(audited.map(({ action }) => action)).toEqual(["knowledge.written", "knowledge.written", "knowledge.deleted"]);
  // It may come again, as the next version.
  expect(await call("POST", "knowledge", ENTRY)).toMatchObject({ status: 201, body: { version: 4 } });
});

test("what a version says is never changed, not even by the program itself", async () => {
  await call("POST", "knowledge", { ...ENTRY, title: "Fijo" });
  await expect(shop.database.rows("update knowledge_entries set text = 'otra cosa'")).rejects.toThrow(/never changed/);
  await expect(shop.database.rows("delete from knowledge_entries")).rejects.toThrow(/never changed/);
});

test("entries of files are listed beside those of people, and are not theirs to change", async () => {
  const { body } = await call("GET", "knowledge");
  const file = body.items.find(({ origin }: Record<string, unknown>) => origin === "file");
  expect(file).toMatchObject({ version: null, changedBy: null });
  const change = { actor: "ana", version: 1, text: "otra cosa" };
  expect(await call("PATCH", `knowledge/${file.id}`, change)).toMatchObject({ status: 404 });
  expect(await call("POST", "knowledge", { ...ENTRY, id: file.id })).toMatchObject({
    status: 409,
    body: { detail: expect.stringContaining("change it there") },
  });
});

test("a trial shows what an agent would find", async () => {
  await call("POST", "knowledge", { ...ENTRY, title: "Embalaje", asks: ["¿viene en caja?"], text: "Viene en caja." });
  const { body } = await call("GET", "knowledge/search", undefined, "?text=%C2%BFviene%20en%20caja%3F");
  expect(body.items[0]).toMatchObject({ id: "embalaje", text: "Viene en caja." });
  expect(body.items[0].share).toBeGreaterThan(0.5);
});

test.each([
  ["an empty text", { text: "" }, /text/],
  ["a text that no message holds", { text: "a".repeat(1_025) }, /text/],
  ["a hole that nothing fills", { text: "Vale {{precio}}" }, /hole/],
  ["a day that is none", { until: "2026-02-31" }, /until/],
  ["an id with blanks", { id: "dos palabras" }, /id/],
])("%s is refused in words, and nothing is written", async (_, fault, words) => {
  const before = (await call("GET", "knowledge")).body.items.length;
  const refused = await call("POST", "knowledge", { ...ENTRY, title: "Otra", ...fault });
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.body)).toMatch(words);
  expect((await call("GET", "knowledge")).body.items).toHaveLength(before);
});

test("of two people who change one entry at once, one is told", async () => {
  const { body } = await call("POST", "knowledge", { ...ENTRY, title: "Dos a la vez" });
  const answers = await Promise.all(
    ["una cosa", "otra cosa"].map((text) => call("PATCH", `knowledge/${body.id}`, { actor: "ana", version: 1, text })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a question that is dismissed is listed no more, in near-equal words neither", async () => {
  for (const text of ["¿me arreglan la bicicleta?", "arreglan bicicletas?"]) await shop.customer().says(text);
  const listed = async () => (await call("GET", "unanswered")).body.items.map(({ text }: { text: string }) => text);
  const found = (await listed()).find((text: string) => text.includes("bicicleta"));
  expect(found).toBeDefined();
  expect(await call("POST", "unanswered/dismiss", { actor: "ana", text: found })).toEqual({ status: 204, body: null });
  expect((await listed()).filter((text: string) => text.includes("bicicleta"))).toEqual([]);
});
