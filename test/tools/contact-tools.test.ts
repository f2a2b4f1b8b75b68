import { expect, test } from "vitest";
import type { CrmContact, CrmOrder } from "../../src/core/answers/crm.ts";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const CONTACT: CrmContact = {
  ...{ id: CUSTOMER_SCOPE.contactId, name: "Marta Ruiz", phone: "573015550142", bsuid: null, tags: ["vip"] },
  profile: { city: "Cali" },
  createdAt: new Date("2026-05-01T12:00:00Z"),
  deletedAt: null,
};
const ORDER = { id: "o-1", status: "confirmed", pack: "2x", total: 129_900 } as CrmOrder;

function call(tool: string, input: unknown) {
  const asked: unknown[] = [];
  const crm: ToolScope["crm"] = {
    ...CUSTOMER_SCOPE.crm,
    contact: async (id) => (id === CONTACT.id ? CONTACT : null),
    orders: async (filter) => {
      asked.push(filter);
      return [ORDER];
    },
  };
  const answer = SHOP_TOOLS.execute({
    ...{ tool, input, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: { ...CUSTOMER_SCOPE, crm, granted: ["crm.contact.read", "crm.contact.update"] },
  });
  return answer.then((result) => ({ result, asked }));
}

test("a contact's orders are read when they are asked for, and only that contact's", async () => {
  const { result, asked } = await call("crm.contact.read", { withOrders: true });
  expect(result).toMatchObject({
    output: { contact: { name: "Marta Ruiz" }, orders: [{ id: "o-1", total: 129_900 }] },
  });
  expect(asked).toEqual([{ contactId: CONTACT.id, limit: 10 }]);
  const alone = await call("crm.contact.read", {});
  expect(alone.result).toMatchObject({ output: { orders: [] } });
  expect(alone.asked).toEqual([]);
});

test("a change of nothing is refused with the fields that there are, and writes nothing", async () => {
  const { result } = await call("crm.contact.update", {});
  expect(result).toMatchObject({
    ...{ kind: "error", code: "nothing_to_change", suggestion: expect.stringContaining("city") },
  });
  expect(result).not.toHaveProperty("effect");
});
