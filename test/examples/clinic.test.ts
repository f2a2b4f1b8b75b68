import { expect, test } from "vitest";
import * as z from "zod";
import { openConversation } from "../../src/doors/test.ts";
import { defineFlowAgent, type FlowAgent } from "../../src/flow/define-flow-agent.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../src/tools/define-tool.ts";

const { default: clinic, isFree: clinicsOwn } = (await import(
  new URL("../../examples/clinic/clinic.js", import.meta.url).href
)) as { default: FlowAgent; isFree: Tool };

const DOWN: ToolAnswer<never> = { kind: "error", code: "down", message: "down", type: "unavailable" };

const hooked = { onConfirm: "shop.book", onChange: "shop.move", onCancel: "shop.free" };

/** A Monday, 10:00 in Bogotá. `busy` are hours that are taken; `down` are tools that do not answer. */
function patient(
  given: { busy?: readonly string[]; down?: readonly string[]; hooks?: typeof hooked; timeZone?: string } = {},
) {
  const called: string[] = [];
  const isDown = (name: string) => given.down?.includes(name) === true;
  const traits = { module: "external", risk: "low", permissions: [], reversible: true, effect: "read" } as const;
  const agenda = defineTool({
    ...traits,
    name: "external.agenda.free",
    description: "Tells whether an hour is free.",
    input: z.object({ dia: z.string(), hora: z.string().default("any") }),
    output: z.object({ ok: z.boolean(), options: z.array(z.string()) }),
    run({ dia, hora }) {
      if (isDown("external.agenda.free")) return DOWN;
      const taken = given.busy?.includes(`${dia} ${hora}`) === true;
      return { kind: "ok", output: { ok: !taken, options: ["10:00", "16:30"] } };
    },
  });
  const hooks = Object.values(hooked).map((name) =>
    defineTool({
      ...traits,
      name,
      description: "The clinic's own books.",
      module: "system",
      input: z.object({ order: z.string(), pack: z.string().nullable(), total: z.number(), data: z.unknown() }),
      output: z.unknown(),
      run() {
        if (isDown(name)) return DOWN;
        called.push(name);
        return { kind: "ok", output: null };
      },
    }),
  );
  const agent = given.hooks === undefined ? clinic : defineFlowAgent({ ...clinic.definition, hooks: given.hooks });
  const chat = openConversation(agent, {
    clock: { now: () => new Date("2026-11-23T15:00:00Z") },
    ...(given.timeZone === undefined ? {} : { timeZone: given.timeZone }),
    tools: given.hooks === undefined ? [agenda] : [agenda, ...hooks],
  });
  return { chat, called };
}

type Chat = ReturnType<typeof patient>["chat"];

async function book(chat: Chat) {
  for (const said of ["hola, quiero una cita", "Ana Gómez", "el jueves a las 3 de la tarde", "una limpieza"])
    await chat.says(said);
  return chat.says("sí");
}

test("an appointment is booked with its day and hour said back, and reminded of a day before", async () => {
  const { chat } = patient();
  expect(await book(chat)).toEqual([expect.stringContaining("jueves 26 de noviembre, 3:00 p. m.")]);
  expect(await chat.orders()).toMatchObject([{ pack: "limpieza", status: "confirmed", total: 120_000 }]);
  expect((await chat.state()).reminders).toMatchObject([{ at: new Date("2026-11-25T20:00:00Z") }]);
});

test("the free hours of the day are there to tap", async () => {
  const free: unknown[] = [];
  const chat = openConversation(clinic, {
    clock: { now: () => new Date("2026-11-23T15:00:00Z") },
    tools: [clinicsOwn],
    answers: {
      "external.agenda.free": (input) => {
        free.push(input);
        return { kind: "ok", output: { ok: true, options: ["10:00", "16:30"] } };
      },
    },
  });
  for (const said of ["hola, quiero una cita", "Ana Gómez", "el jueves"]) await chat.says(said);
  expect(free).toEqual([{ dia: "2026-11-26" }]);
  await chat.says("4:30 p. m.");
  await chat.says("una limpieza");
  expect(await chat.says("sí")).toEqual([expect.stringContaining("jueves 26 de noviembre, 4:30 p. m.")]);
});

test("hours are those of the workspace's own clocks: its reminder, and what it calls today", async () => {
  const { chat } = patient({ timeZone: "Europe/Madrid" });
  expect(await book(chat)).toEqual([expect.stringContaining("jueves 26 de noviembre, 3:00 p. m.")]);
  expect((await chat.state()).reminders).toMatchObject([{ at: new Date("2026-11-25T14:00:00Z") }]);
  const far = patient({ timeZone: "Pacific/Auckland" }).chat;
  for (const said of ["hola, quiero una cita", "Ana Gómez", "mañana a las 3 de la tarde"]) await far.says(said);
  // It is already Tuesday there.
  expect(await far.says("una limpieza")).toEqual([expect.stringContaining("miércoles 25 de noviembre")]);
});

test("an hour that is taken is not booked: the free ones are offered, and one of them is taken by its hour", async () => {
  const { chat } = patient({ busy: ["2026-11-26 15:00"] });
  await chat.says("hola, quiero una cita");
  await chat.says("Ana Gómez");
  const [heard] = await chat.says("el jueves a las 3 de la tarde");
  expect(heard).toMatch(/no está libre.*10:00 a\. m\., 4:30 p\. m\./);
  await chat.says("a las 10");
  await chat.says("limpieza");
  await chat.says("sí");
  expect(await chat.orders()).toMatchObject([{ shippingAddress: expect.stringContaining("2026-11-26, 10:00") }]);
});

test("an agenda that does not answer books nothing, in the clinic's words", async () => {
  const { chat } = patient({ down: ["external.agenda.free"] });
  await chat.says("hola, quiero una cita");
  await chat.says("Ana Gómez");
  expect(await chat.says("el jueves a las 3 de la tarde")).toEqual([expect.stringContaining("no puedo ver la agenda")]);
});

test("a yes beside an hour that is taken confirms nothing", async () => {
  const { chat } = patient({ busy: ["2026-11-26 16:00"] });
  for (const said of ["hola, quiero una cita", "Ana Gómez", "el jueves a las 3 de la tarde", "una limpieza"])
    await chat.says(said);
  expect(await chat.says("sí", "a las 4 de la tarde")).toEqual([
    expect.stringContaining("no está libre"),
    expect.stringContaining("3:00 p. m."),
  ]);
  expect(await chat.orders()).toEqual([]);
});

test("a moved appointment moves its reminder, and calls the clinic's tool once", async () => {
  const { chat, called } = patient({ hooks: hooked });
  await book(chat);
  const heard = await chat.says("mejor el viernes a las 9 de la mañana");
  expect(heard).toEqual([expect.stringContaining("viernes 27 de noviembre, 9:00 a. m.")]);
  expect(called).toEqual(["shop.book", "shop.move"]);
  expect((await chat.state()).reminders).toMatchObject([{ at: new Date("2026-11-26T14:00:00Z") }]);
});

test.each([
  "mi mamá también quiere ir, el viernes a las 10",
  "y también una cita para mi hijo, el viernes a las 9 de la mañana",
  "mi esposo también necesita, el viernes a las 3",
])("a time for another person leaves the customer's own where it was: %s", async (said) => {
  const { chat, called } = patient({ hooks: hooked });
  await book(chat);
  await chat.says(said);
  expect(called).toEqual(["shop.book"]);
  expect(await chat.orders()).toMatchObject([{ shippingAddress: expect.stringContaining("2026-11-26, 15:00") }]);
  expect((await chat.state()).reminders).toMatchObject([{ at: new Date("2026-11-25T20:00:00Z") }]);
});

test("a move that the clinic's tool refused moves neither the appointment nor its reminder", async () => {
  const { chat } = patient({ hooks: hooked, down: ["shop.move"] });
  await book(chat);
  const heard = await chat.says("mejor el viernes a las 9 de la mañana");
  expect(heard).toEqual([expect.stringMatching(/¿Lo intento otra vez\?$/)]);
  expect(await chat.orders()).toMatchObject([{ shippingAddress: expect.stringContaining("2026-11-26, 15:00") }]);
  expect((await chat.state()).reminders).toMatchObject([{ at: new Date("2026-11-25T20:00:00Z") }]);
});

test("a cancelled appointment is cancelled, frees its hour and reminds of nothing", async () => {
  const { chat, called } = patient({ hooks: hooked });
  await book(chat);
  await chat.says("quiero cancelar la cita");
  expect((await chat.state()).reminders).toHaveLength(1);
  expect(await chat.says("sí")).toEqual([expect.stringContaining("queda cancelada")]);
  expect(await chat.orders()).toMatchObject([{ status: "cancelled" }]);
  expect(called).toEqual(["shop.book", "shop.free"]);
  expect((await chat.state()).reminders).toEqual([]);
});

test.each(["cancéleme la cita por favor", "anule eso", "mejor no voy"])(
  "%s: the clinic asks before it cancels",
  async (said) => {
    const { chat } = patient();
    await book(chat);
    expect(await chat.says(said)).toEqual([expect.stringMatching(/^¿Confirma que cancelemos su cita\?/)]);
    expect(await chat.orders()).toMatchObject([{ status: "confirmed" }]);
  },
);

test("a cancellation that the clinic's own system did not take leaves the appointment and its reminder", async () => {
  const { chat } = patient({ hooks: hooked, down: ["shop.free"] });
  await book(chat);
  await chat.says("quiero cancelar la cita");
  // A person goes on: nothing is claimed.
  await expect(chat.says("sí")).rejects.toThrow("onCancel, which did not succeed");
  await chat.waits("1m");
  expect(chat.heard().join()).not.toMatch(/queda cancelada/);
  expect(chat.orders()).toMatchObject([{ status: "confirmed" }]);
  expect(chat.state().reminders).toHaveLength(1);
});

test("a no to the cancellation leaves the appointment and its reminder", async () => {
  const { chat } = patient();
  await book(chat);
  await chat.says("quiero cancelar la cita");
  await chat.says("no");
  expect(await chat.orders()).toMatchObject([{ status: "confirmed" }]);
  expect((await chat.state()).reminders).toHaveLength(1);
});

test.each([
  "¿puedo cancelar la cita después?",
  "¿y el miércoles atienden?",
  "nos vemos el jueves",
  "gracias, allá estaré",
])("%s changes nothing of the appointment", async (said) => {
  const { chat, called } = patient({ hooks: hooked });
  await book(chat);
  await chat.says(said);
  expect(await chat.orders()).toMatchObject([
    { status: "confirmed", shippingAddress: expect.stringContaining("2026-11-26, 15:00") },
  ]);
  expect(called).toEqual(["shop.book"]);
});

test("after an appointment another one is made without a person", async () => {
  const { chat } = patient();
  await book(chat);
  for (const said of [
    "quiero otra cita para mi hijo",
    "Luis Gómez",
    "el viernes a las 10 de la mañana",
    "valoración",
    "sí",
  ])
    await chat.says(said);
  expect(await chat.orders()).toHaveLength(2);
});
