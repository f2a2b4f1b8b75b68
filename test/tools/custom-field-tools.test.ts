import { expect, test } from "vitest";
import type { CrmContact } from "../../src/core/answers/crm.ts";
import type { ToolActor, ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const AGENT: ToolActor = { kind: "agent", name: "prueba", role: null };
const OWNER: ToolActor = { kind: "operator", name: "Dora", role: "owner" };
const FIELDS = [
  { name: "cumple", type: "date", choices: [] },
  { name: "hijos", type: "number", choices: [] },
  { name: "mayorista", type: "boolean", choices: [] },
  { name: "talla", type: "choice", choices: ["S", "M"] },
] as const;

function call(tool: string, input: unknown, actor: ToolActor = AGENT) {
  const contact = { id: CUSTOMER_SCOPE.contactId } as CrmContact;
  const crm: ToolScope["crm"] = {
    ...CUSTOMER_SCOPE.crm,
    contact: async () => contact,
    fields: async () => [...FIELDS],
    fieldValues: async () => ({ hijos: 2 }),
  };
  return SHOP_TOOLS.execute({
    ...{ tool, input, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: { ...CUSTOMER_SCOPE, granted: ["crm.custom-field.update", "crm.custom-field.read"], crm, actor },
  });
}
const set = (field: string, value: string | null) => call("crm.custom-field.update", { field, value });

test.each([
  ["cumple", "1990-05-17", "1990-05-17"],
  ["hijos", " 3 ", 3],
  ["mayorista", "true", true],
  ["talla", "M", "M"],
  ["talla", null, null],
])("%s takes %s", async (field, value, kept) => {
  expect(await set(field, value)).toMatchObject({ kind: "ok", effect: { change: { field, value: kept } } });
});

test.each([
  ["cumple", "17 de mayo", "a day as"],
  ["cumple", "1990-02-31", "a day as"],
  ["hijos", "dos", "a number"],
  ["hijos", "Infinity", "a number"],
  ["mayorista", "sí", "true or false"],
  ["talla", "XL", "one of S, M"],
])("%s refuses %s and says what it takes: the customer is asked again", async (field, value, what) => {
  expect(await set(field, value)).toMatchObject({
    ...{ kind: "error", code: "field_value", message: expect.stringContaining(what) },
    suggestion: "Ask for it again.",
  });
});

test("a field keeps its type, whoever fills it", async () => {
  const other = { field: "hijos", value: "dos", type: "text" };
  expect(await call("crm.custom-field.update", other, OWNER)).toMatchObject({ kind: "error", code: "field_type" });
});

test("all fields are read with their types, and one that the shop does not have is named as such", async () => {
  expect(await call("crm.custom-field.read", {})).toMatchObject({
    output: {
      fields: FIELDS.map(({ name, type }) => ({ name, type, value: name === "hijos" ? 2 : null })),
    },
  });
  expect(await call("crm.custom-field.read", { field: "hijos" })).toMatchObject({
    output: { fields: [{ name: "hijos", value: 2 }] },
  });
  expect(await call("crm.custom-field.read", { field: "signo" })).toMatchObject({
    ...{ code: "field_not_found", suggestion: expect.stringContaining("cumple, hijos, mayorista, talla") },
  });
});
