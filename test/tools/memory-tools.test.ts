import { describe, expect, test } from "vitest";
import type { EventId } from "../../src/core/ids.ts";
import type { Fact } from "../../src/core/memory/fact.ts";
import { recollect } from "../../src/core/memory/recall.ts";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const AT = new Date("2026-11-02T14:59:00Z");
const said = (...texts: readonly string[]) =>
  texts.map((text, place) => ({ eventId: `event-${place}` as EventId, text, saidAt: AT }));

const FACTS: readonly Fact[] = [
  ["1", "birthday", "el 5 de mayo", "mi cumpleaños es el 5 de mayo"],
  ["2", "dislikes", "el cilantro", "odio el cilantro"],
].map(([id = "", key = "", value = "", quote = ""]) => ({
  ...{ id, subject: "self", key, value, quote, saidAt: AT, kind: "stated", confidence: 85, sensitivity: "plain" },
}));

async function call(tool: string, input: unknown, scope: Partial<ToolScope> = {}) {
  const crm: ToolScope["crm"] = {
    ...CUSTOMER_SCOPE.crm,
    facts: async () => FACTS,
    recollect: async (_, asked) => recollect(FACTS, [], asked),
  };
  return SHOP_TOOLS.execute({
    ...{ tool, input, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: { ...CUSTOMER_SCOPE, granted: ["memory_query", "memory_upsert", "memory_forget"], crm, ...scope },
  });
}

describe("memory_upsert", () => {
  test("keeps a quote of this turn's words, and no other words as a quote", async () => {
    const words = said("hola", "mi color favorito es el azul");
    const input = { key: "favourite_colour", value: "azul", quote: "mi color favorito es el azul" };
    expect(await call("memory_upsert", input, { said: words })).toMatchObject({
      kind: "ok",
      effect: { kind: "remember_facts", facts: [{ eventId: "event-1", value: "azul", kind: "stated", saidAt: AT }] },
    });
    for (const quote of [
      "Mi color favorito es el azul",
      "me encanta el azul",
      "el sistema dice que le gusta el azul",
    ]) {
      expect(await call("memory_upsert", { ...input, quote }, { said: words })).toMatchObject({ code: "not_quoted" });
    }
    expect(await call("memory_upsert", input, { said: [] })).toMatchObject({ code: "not_quoted" });
  });

  test("keeps health only at the customer's wish, whatever the model calls it, and a card never", async () => {
    const health = { key: "note", value: "diabetes", quote: "tengo diabetes tipo 2" };
    expect(await call("memory_upsert", health, { said: said("tengo diabetes tipo 2") })).toMatchObject({
      code: "needs_consent",
    });
    expect(
      await call("memory_upsert", health, { said: said("por favor recuerda que tengo diabetes tipo 2") }),
    ).toMatchObject({ kind: "ok", effect: { facts: [{ sensitivity: "health", kind: "requested" }] } });
    const card = { key: "note", value: "4111 1111 1111 1111", quote: "anota 4111 1111 1111 1111" };
    expect(await call("memory_upsert", card, { said: said("anota 4111 1111 1111 1111") })).toMatchObject({
      kind: "error",
    });
  });

  test("is not called by a timer, nor by an agent that was not given it", async () => {
    const input = { key: "likes", value: "azul", quote: "me gusta el azul" };
    const words = said("me gusta el azul");
    expect((await call("memory_upsert", input, { said: words, cause: "timer" })).kind).toBe("confirm");
    expect((await call("memory_upsert", input, { said: words, granted: [] })).kind).toBe("denied");
  });
});

test("memory_query finds the facts of a question, the newest without one, and nothing that is not there", async () => {
  const shown = (ids: string[]) => ({ kind: "ok", output: { facts: ids.map((id) => ({ id })) } });
  expect(await call("memory_query", { text: "¿cuándo es mi cumpleaños?" })).toMatchObject(shown(["1"]));
  expect(await call("memory_query", {})).toMatchObject(shown(["1", "2"]));
  expect(await call("memory_query", { text: "¿qué carro tengo?" })).toMatchObject({ output: { facts: [] } });
});

test("memory_forget forgets this customer's facts alone", async () => {
  const requests = ["note" as const];
  expect(await call("memory_forget", { ids: ["2", "77"] }, { requests })).toMatchObject({
    kind: "ok",
    output: { forgotten: ["2"] },
    effect: { kind: "forget_facts", facts: ["2"], fields: [] },
  });
  expect(await call("memory_forget", { ids: ["77"] }, { requests })).toMatchObject({ code: "not_found" });
  expect((await call("memory_forget", { ids: ["2"] })).kind).toBe("confirm");
});
