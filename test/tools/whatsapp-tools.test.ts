import { expect, test } from "vitest";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { SHOP_TOOLS } from "../../src/tools/shop-tools.ts";
import { CUSTOMER_SCOPE } from "../support/tool-scope.ts";

const template = (name: string, language: string, body: string, variables: number) =>
  ({ name, language, category: "utility", body, variables }) as const;
const TEMPLATES = [
  template("pedido_listo", "es", "Hola {{1}}, su pedido {{2}} va en camino.", 2),
  template("pedido_listo", "en", "Hello {{1}}, your order {{2}} is on its way.", 2),
  template("gracias", "es", "Gracias por su compra.", 0),
];

function call(tool: string, input: unknown) {
  const crm: ToolScope["crm"] = { ...CUSTOMER_SCOPE.crm, templates: async () => TEMPLATES };
  return SHOP_TOOLS.execute({
    ...{ tool, input, idempotencyKey: "run:1", signal: new AbortController().signal },
    scope: {
      ...{ ...CUSTOMER_SCOPE, crm, approval: { confirmationId: "0195d6a0-0000-7000-8000-0000000000c9" } },
      granted: ["whatsapp.template.send", "whatsapp.template.list"],
    },
  });
}

test("a template leaves with exactly the values that its text asks for", async () => {
  const named = { name: "pedido_listo", language: "es" };
  for (const values of [[], ["Marta"], ["Marta", "o-1", "mañana"]]) {
    expect(await call("whatsapp.template.send", { ...named, values })).toMatchObject({
      ...{ kind: "error", code: "template_values", suggestion: expect.stringContaining("su pedido {{2}}") },
    });
  }
  expect(await call("whatsapp.template.send", { ...named, values: ["Marta", "o-1"] })).toMatchObject({
    kind: "ok",
    effect: {
      content: {
        ...{ type: "template", name: "pedido_listo", language: "es" },
        components: [
          {
            type: "body",
            parameters: [
              { type: "text", text: "Marta" },
              { type: "text", text: "o-1" },
            ],
          },
        ],
      },
    },
  });
});

test("a template in a language that it does not have is none, and the ones that there are get named", async () => {
  expect(await call("whatsapp.template.send", { name: "gracias", language: "en" })).toMatchObject({
    ...{ code: "template_not_found", suggestion: expect.stringContaining("gracias (es)") },
  });
});

test("the templates of one language are listed without those of another", async () => {
  const listed = async (input: object) => {
    const answer = await call("whatsapp.template.list", input);
    const { templates } = (answer as { output: { templates: { name: string; language: string }[] } }).output;
    return templates.map(({ name, language }) => `${name}/${language}`);
  };
  expect(await listed({ language: "es" })).toEqual(["pedido_listo/es", "gracias/es"]);
  expect(await listed({})).toHaveLength(3);
});
