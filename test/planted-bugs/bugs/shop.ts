import type { PlantedBug } from "../planted-bug.ts";

/** Of what an owner and an operator do in a day. */
export const SHOP_BUGS: readonly PlantedBug[] = [
  {
    invariant: "A green tick stands for what was looked at",
    bug: "a step of which Meta said nothing counts as done",
    file: "src/server/shop/going-live.ts",
    find: "isWhole && findings.every(({ ok }) => ok)",
    replace: "findings.every(({ ok }) => ok)",
    test: "test/server/shop/going-live.test.ts",
    named: "a wrong secret",
  },
  {
    invariant: "A shop is told of its own numbers alone",
    bug: "a number of another workspace is shown",
    file: "src/whatsapp/account/inspect-account.ts",
    find: "list.filter(({ id }) => isOwnNumber(id))",
    replace: "list",
    test: "test/server/shop/going-live.test.ts",
    named: "a number of another workspace",
  },
  {
    invariant: "8: a question lives as long as the shop has set",
    bug: "the shop's time is not heeded",
    file: "src/runtime/compose-commit.ts",
    find: 'audience === "operator" && shopMinutes !== null',
    replace: "shopMinutes === -1",
    test: "test/runtime/confirmations.test.ts",
    named: "lives as long as the shop has set",
  },
  {
    invariant: "No tap on an old message orders",
    bug: "a tap may mean any intent",
    file: "src/flow/options/rich-templates.ts",
    find: "definition === undefined || !TAPPED_EFFECTS.includes(definition.effect)",
    replace: "definition === undefined",
    test: "test/flow/options/rich-templates.test.ts",
    named: "no tap orders, chooses or refuses",
  },
  {
    invariant: "The words of a template are never lost",
    bug: "a caption that WhatsApp refuses leaves all the same",
    file: "src/flow/options/rich-templates.ts",
    find: "content === null || contentFault(content) !== null",
    replace: "content === null",
    test: "test/flow/options/rich-templates.test.ts",
    named: "words too long to stand under a picture",
  },
  {
    invariant: "Each customer stands once in the list of customers",
    bug: "the list has each conversation",
    file: "src/postgres/inbox/inbox-list.ts",
    find: 'per === "customer" ? sql`c.id in (${newestOfEach(workspace)})` : sql`true`',
    replace: "sql`true`",
    test: "test/server/inbox/inbox.test.ts",
    named: "says each customer once",
  },
];
