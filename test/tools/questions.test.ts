import { expect, test } from "vitest";
import type { ToolScope } from "../../src/core/ports/tools.ts";
import { BUILT_IN_TOOLS } from "../../src/tools/built-in-tools.ts";

const ID = "01a21878-5c33-7daa-90b2-6c5eccbfd9cd";
const CATALOGUE = { packs: [{ id: "1x", name: "Un frasco", price: 79_900 }], placeholderPack: "1x" };

/** An input that each tool takes which changes something. */
const INPUTS: Readonly<Record<string, object>> = {
  "crm.contact.create": { name: "Marta", tags: [] },
  "crm.contact.update": { city: "Cali" },
  "crm.contact.delete": { reason: "lo pidió" },
  "crm.tag.add": { tag: "vip" },
  "crm.tag.remove": { tag: "vip" },
  "crm.order.create": { pack: "1x", shippingAddress: "Calle 1 # 2-3, Cali" },
  "crm.order.update": { orderId: ID, note: "portería" },
  "crm.order.updateStatus": { orderId: ID, status: "confirmed" },
  "crm.order.delete": { orderId: ID, reason: "lo pidió" },
  "crm.order.duplicate": { orderId: ID },
  "crm.task.create": { title: "llamar" },
  "crm.task.update": { taskId: ID, note: "mañana" },
  "crm.task.complete": { taskId: ID, note: "se llamó" },
  "crm.note.create": { text: "prefiere la tarde" },
  "crm.note.delete": { noteId: ID },
  "crm.custom-field.update": { field: "talla_camisa", value: "M" },
  "whatsapp.message.send": { text: "ya salió" },
  "whatsapp.template.send": { name: "pedido", values: ["Marta"] },
  "whatsapp.conversation.assign": { assignee: "Ana" },
  "whatsapp.conversation.close": { reason: "terminó" },
};
const CHANGING = BUILT_IN_TOOLS.filter(({ effect }) => effect !== "read");

test.each(CHANGING.map((tool) => [tool.name, tool] as const))(
  "%s asks in words, without its code or a bracket",
  (name, tool) => {
    const prepared = tool.prepare(INPUTS[name], {
      catalogue: CATALOGUE,
      actor: { kind: "agent" },
    } as unknown as ToolScope);
    if (prepared.kind !== "valid") throw new Error(JSON.stringify(prepared));
    expect(prepared.value.question).toMatch(/^¿/);
    expect(prepared.value.question).not.toMatch(/[{}[\]]|crm\.|whatsapp\.|undefined|null/);
  },
);
