import { expect, test } from "vitest";
import * as z from "zod";
import clinic from "../../../examples/clinic/clinic.js";
import type { MessageContent } from "../../../src/core/inbound/content.ts";
import type { OutboundContent } from "../../../src/core/outbound/outbound-content.ts";
import { defineFlowAgent, FlowDefinitionError } from "../../../src/flow/define-flow-agent.ts";
import type { FieldOptions } from "../../../src/flow/definition/field-definition.ts";
import { toolsInMemory } from "../../../src/lab/memory/memory-tools.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import { defineTool, type ToolAnswer } from "../../../src/tools/define-tool.ts";
import { createShopTools } from "../../../src/tools/shop-tools.ts";
import { detected, type TestModel, turnModel, withModel } from "../../support/turn-model.ts";

const FREE = ["10:00", "16:30"];
const DOWN: ToolAnswer<never> = { kind: "error", code: "down", message: "down", type: "unavailable" };

/** The clinic, on a Monday at 10:00 in Bogotá, with options for the hour. */
function patient({
  hours = FREE,
  options = { tool: "external.agenda.hours", with: ["dia"] },
  sites,
  model,
}: Partial<Given> = {}) {
  const asked: unknown[] = [];
  const traits = { module: "external", risk: "low", permissions: [], reversible: true, effect: "read" } as const;
  const tools = [
    defineTool({
      ...traits,
      name: "external.agenda.hours",
      description: "Tells the free hours of a day.",
      input: z.object({ dia: z.string() }),
      output: z.unknown(),
      run(input) {
        asked.push(input);
        return hours === "down" ? DOWN : { kind: "ok", output: { options: hours } };
      },
    }),
    defineTool({
      ...traits,
      name: "external.agenda.free",
      description: "Tells whether an hour is free.",
      input: z.object({ dia: z.string(), hora: z.string() }),
      output: z.unknown(),
      run: ({ hora }) => ({ kind: "ok", output: { ok: FREE.includes(hora), options: FREE } }),
    }),
  ];
  const { definition } = clinic;
  const site = sites === undefined ? [] : [{ name: "sede", label: "La sede", options: { values: sites } }];
  const fields = [
    ...definition.fields.map((field) => (field.name === "hora" ? { ...field, options } : field)),
    ...site,
  ];
  const names = fields.map(({ name }) => name);
  const fieldSets = { critical: names, minimum: names, all: names, welcome: [], offerAt: names.length };
  const agent = defineFlowAgent({ ...definition, fields, fieldSets });
  const chat = createSandboxConversation(
    model === undefined ? agent : withModel(agent, model),
    {},
    { tools: toolsInMemory(createShopTools({ tools })), startMs: Date.UTC(2026, 10, 23, 15) },
  );
  const hear = async (...texts: (string | MessageContent)[]) => {
    let content: OutboundContent | undefined;
    let heard: readonly string[] = [];
    for (const text of texts) {
      const turn = await chat.hear([text]);
      heard = turn.heard;
      content = turn.decision?.messages.at(-1)?.content;
    }
    return { heard: heard.join("\n"), content };
  };
  return { hear, asked, chat };
}

interface Given {
  readonly hours: readonly string[] | "down";
  readonly options: FieldOptions;
  readonly sites: readonly string[];
  readonly model: TestModel;
}

const UNTIL_THE_HOUR = ["hola, quiero una cita", "Ana Gómez", "el jueves"];

test("the free hours of the day are buttons, and a tap is that hour", async () => {
  const { hear, asked, chat } = patient();
  const { content } = await hear(...UNTIL_THE_HOUR);
  expect(content).toMatchObject({
    type: "buttons",
    buttons: [
      { id: "hora:10:00@2026-11-26", title: "10:00 a. m." },
      { id: "hora:16:30@2026-11-26", title: "4:30 p. m." },
    ],
  });
  expect(asked).toContainEqual({ dia: "2026-11-26" });
  await hear("4:30 p. m.");
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ hora: "16:30" });
});

test("more than three are a list; more than ten are cut to ten", async () => {
  const hours = Array.from({ length: 12 }, (_, n) => `${String(n + 8).padStart(2, "0")}:00`);
  const { content } = await patient({ hours }).hear(...UNTIL_THE_HOUR);
  expect(content).toMatchObject({ type: "list", button: "Ver opciones" });
  expect(content?.type === "list" && content.sections[0]?.rows).toHaveLength(10);
});

test.each<[string, Given["hours"]]>([
  ["is down", "down"],
  ["has none", []],
])("an agenda that %s is no obstacle: the hour is asked for in words, and words are read", async (_, hours) => {
  const { hear, chat } = patient({ hours });
  const { content } = await hear(...UNTIL_THE_HOUR);
  expect(content).toBeUndefined();
  const [asked] = await chat.wait(900);
  expect(asked?.heard.join()).toContain("La hora que le sirve");
  await hear("a las 10 de la mañana");
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ hora: "10:00" });
});

test("an hour that is not free is refused with the free ones to tap", async () => {
  const { content, heard } = await patient().hear(...UNTIL_THE_HOUR, "a las 3 de la tarde");
  expect(heard).toMatch(/no está libre/);
  expect(content).toMatchObject({ type: "buttons", buttons: [{ title: "10:00 a. m." }, { title: "4:30 p. m." }] });
});

test("fixed values need no tool, and the words of one that no reader knows are taken", async () => {
  const { hear, chat } = patient({ sites: ["Centro", "Laureles"] });
  const { content } = await hear("hola, quiero una cita", "Ana Gómez", "el jueves a las 10 de la mañana");
  expect(content).toMatchObject({ type: "buttons", buttons: [{ id: "sede:Centro" }, { id: "sede:Laureles" }] });
  await hear("laureles");
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ sede: "Laureles" });
});

const tap = (payload: string, title = "la segunda"): MessageContent => ({ type: "button", title, payload });

test("a tap is read by its id, whatever its words are", async () => {
  const { hear, chat } = patient();
  await hear(...UNTIL_THE_HOUR, tap("hora:16:30@2026-11-26"));
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ hora: "16:30" });
});

test("a tap on the list of another day is none of this day's hours: it is said, with those of the day", async () => {
  const { hear, chat } = patient();
  const { heard, content } = await hear(
    ...UNTIL_THE_HOUR,
    "mejor el viernes",
    tap("hora:10:00@2026-11-26", "10:00 a. m."),
  );
  expect(heard).toMatch(/no está libre/);
  expect(content).toMatchObject({
    type: "buttons",
    buttons: [{ id: "hora:10:00@2026-11-27" }, { id: "hora:16:30@2026-11-27" }],
  });
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ dia: "2026-11-27" });
  expect(chat.snapshot().state.session?.datosCapturados["hora"] ?? "").toBe("");
});

test("a tap on a value that is gone is said without a validation too, and the others are there to tap", async () => {
  const { hear, chat } = patient({ sites: ["Centro", "Laureles"] });
  const said = ["hola, quiero una cita", "Ana Gómez", "el jueves a las 10 de la mañana"];
  const { heard, content } = await hear(...said, tap("sede:Bello", "Bello"));
  expect(heard).toContain("Esa opción ya no está disponible");
  expect(content).toMatchObject({ type: "buttons", buttons: [{ id: "sede:Centro" }, { id: "sede:Laureles" }] });
  expect(chat.snapshot().state.session?.datosCapturados["sede"] ?? "").toBe("");
});

test("a second tap changes the answer", async () => {
  const { hear, chat } = patient();
  await hear(...UNTIL_THE_HOUR, tap("hora:16:30@2026-11-26"), tap("hora:10:00@2026-11-26"));
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ hora: "10:00" });
});

test("a shop with a model offers its values too, and asks no model what a tap means", async () => {
  const model = turnModel(() => detected("hola", 30));
  const { hear, chat } = patient({ model });
  const { content } = await hear(...UNTIL_THE_HOUR);
  expect(content).toMatchObject({ type: "buttons" });
  const asked = model.questions.length;
  await hear(tap("hora:16:30@2026-11-26"));
  expect(model.questions).toHaveLength(asked);
  expect(chat.snapshot().state.session?.datosCapturados).toMatchObject({ hora: "16:30" });
});

test.each<[FieldOptions, RegExp]>([
  [{ tool: "external.agenda.hours", values: ["10:00"] }, /one of them/],
  [{}, /one of them/],
  [{ tool: "external.agenda.hours", with: ["sede"] }, /options\.with names the field "sede"/],
])("%j is a fault of the definition", (options, fault) => {
  expect(() => patient({ options })).toThrow(FlowDefinitionError);
  expect(() => patient({ options })).toThrow(fault);
});
