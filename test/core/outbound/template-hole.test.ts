import { expect, test } from "vitest";
import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";
import { templateHole } from "../../../src/core/outbound/template-hole.ts";

const HOLE = "{{precio}}";

const WITH_A_HOLE: readonly [string, OutboundContent][] = [
  ["text", { type: "text", body: `Vale ${HOLE}` }],
  ["button", { type: "buttons", body: "¿Sí?", buttons: [{ id: "si", title: HOLE }] }],
  ["footer", { type: "buttons", body: "¿Sí?", footer: HOLE, buttons: [{ id: "si", title: "Sí" }] }],
  [
    "header",
    { type: "buttons", body: "¿Sí?", header: { type: "text", text: HOLE }, buttons: [{ id: "si", title: "Sí" }] },
  ],
  [
    "row",
    {
      type: "list",
      body: "Elija",
      button: "Ver",
      sections: [{ rows: [{ id: "1", title: "Uno", description: HOLE }] }],
    },
  ],
  ["caption", { type: "media", media: "image", source: { id: "1" }, caption: HOLE }],
  ["link", { type: "media", media: "image", source: { link: `https://x.co/${HOLE}` } }],
  [
    "parameter",
    {
      type: "template",
      name: "pedido",
      language: "es",
      category: "utility",
      components: [{ type: "body", parameters: [{ type: "text", text: HOLE }] }],
    },
  ],
  ["question for a place", { type: "location_request", body: HOLE }],
];

test.each(WITH_A_HOLE)("a variable that nobody filled is found in a %s", (_where, content) => {
  expect(templateHole(content)).toBe(HOLE);
});

test("a hole that is not closed is one, and a text without any is none (A25)", () => {
  expect(templateHole({ type: "text", body: "Vale {{precio" })).toBe("{{precio");
  expect(templateHole({ type: "text", body: "Vale {79.900}" })).toBeNull();
});

test("of braces that stay open, no more is told than a name is long", () => {
  const body = `Va para {{ Marta Ríos, Calle 45 # 12-30, torre 3, apartamento 201, celular 301 555 0142`;
  expect(templateHole({ type: "text", body })?.length).toBeLessThanOrEqual(44);
});
