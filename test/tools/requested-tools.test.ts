import { expect, test } from "vitest";
import * as z from "zod";
import { requestsOf } from "../../src/core/inbound/input-class.ts";
import { TOOL_REQUESTS, type ToolRequest } from "../../src/core/inbound/tool-request.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";
import { createTools } from "../../src/tools/create-tools.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const WORDS: Readonly<Record<ToolRequest, string>> = {
  remind: "Recuérdame pagar la luz",
  notify: "avíseme cuando llegue",
  schedule: "agéndame una cita",
  search: "búscame en internet cuánto vale",
  note: "anótame que prefiero la tarde",
  expense: "registra un gasto de 20 mil",
};

const medium = (name: string, requestedBy?: readonly ToolRequest[]) =>
  defineTool({
    name,
    description: "Does something that a customer may ask for.",
    module: "system",
    input: z.strictObject({}),
    output: z.strictObject({}),
    effect: "external",
    risk: "medium",
    permissions: [],
    reversible: true,
    ...(requestedBy === undefined ? {} : { requestedBy }),
    run: () => ({ kind: "ok", output: {} }),
  });

const own = [...TOOL_REQUESTS.map((request) => medium(`shop.${request}`, [request])), medium("shop.silent")];
const registry = createTools({ tools: own });

test.each(Object.entries(WORDS))(
  "words that ask to %s open the tool of that request and no other",
  async (asked, body) => {
    const requests = requestsOf([{ type: "text", body }]);
    expect(requests).toEqual([asked]);
    const scope = { ...CUSTOMER_SCOPE, requests, granted: own.map(({ name }) => name) };
    for (const { name } of own) {
      const result = await registry.execute({
        ...{ tool: name, input: {}, idempotencyKey: name, scope },
        signal: new AbortController().signal,
      });
      const rule = result.kind === "confirm" ? result.rule : null;
      expect([name, result.kind, rule]).toEqual(
        name === `shop.${asked}` ? [name, "ok", null] : [name, "confirm", "inferred"],
      );
    }
  },
);

test("no built-in tool of medium risk is opened by a word", () => {
  expect(BUILT_IN_TOOLS.filter(({ risk, requestedBy }) => risk === "medium" && requestedBy.length > 0)).toEqual([]);
});
