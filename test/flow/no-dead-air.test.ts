import fc from "fast-check";
import { expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { SILENCES } from "../../src/flow/draft/silences.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, OFFERING, summing, TALKING } from "../scenarios/somnio/starting-points.ts";
import { generatedRuns } from "../support/generated-runs.ts";

const RETAKEN: StartingPoint = { ...TALKING, sent: ["somnio.retoma_larga.paso.1", "somnio.retoma_corta.paso.1"] };
const MODES: Readonly<Record<string, StartingPoint>> = {
  bienvenida: {},
  conversacion: TALKING,
  "taken up twice": { ...RETAKEN, sent: [...(RETAKEN.sent ?? []), "somnio.como_se_toma.primera_vez.1"] },
  collecting_data: COLLECTING,
  "collecting, some known": { ...COLLECTING, data: { nombre: "Marta", ciudad: "Cali" } },
  "collecting, reminded": { ...COLLECTING, sent: ["somnio.recordatorio_datos.paso.1"] },
  collecting_data_inter: { ...COLLECTING, mode: "collecting_data_inter", data: { entrega: "oficina" } },
  ofrecer_promos: OFFERING,
  resumen: summing("2x"),
  confirmado: CONFIRMED,
  pedido_sinpack: { ...CONFIRMED, mode: "pedido_sinpack", pack: null },
  pedido_pendiente: { ...CONFIRMED, mode: "pedido_pendiente" },
};

const word = fc.constantFrom(
  ..."hola sí no ok gracias listo 2 tres frasco quiero precio Cali Ana para que mis datos es eso envían cuando no entiendo pero y mi mamá la dirección 3105550142 Cra 45 # 12-30 👋 🙏 ? ¿ ... asdf xd bueno pues señora cómo así el pedido ya voy".split(
    " ",
  ),
);
const anything = fc.oneof(
  fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" ")),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    "👋",
    "🌙🌙",
    "?",
    "no entiendo",
    "¿y eso?",
    "¿para qué mis datos?",
    "me da desconfianza",
    "eso no",
    "mmm",
    "…",
    "ya le dije",
  ),
);
const said = fc.array(fc.array(anything, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 4 });
const LISTED = new Set<string>(Object.values(SILENCES));

test("whatever a customer writes, in whatever mode, is answered, or silent for a listed reason", async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(MODES)), said, async (mode, runs) => {
      const conversation = createSandboxConversation(somnioFlow, MODES[mode]);
      for (const messages of runs) {
        const { decision } = await conversation.hear(messages);
        if (decision === null) return;
        const isSilent = decision.messages.length === 0;
        const reason = decision.why.filter((why) => LISTED.has(why));
        if (isSilent) expect(reason, `${mode}: ${JSON.stringify(runs)}\n${decision.why.join("\n")}`).toHaveLength(1);
      }
    }),
    generatedRuns("no silence without a reason", 400),
  );
});

const talk = (start: StartingPoint) => createSandboxConversation(somnioFlow, start);
const idsIn = (decision: { readonly messages: readonly { readonly templateId: string | null }[] } | null) =>
  (decision?.messages ?? []).map(({ templateId }) => templateId?.split(".")[1]);

test.each(["👋", "🙂🙂", "👍", "ok", "sí"])("%s as a stranger's first message is greeted", async (first) => {
  const { decision } = await talk({}).hear([first]);
  expect(idsIn(decision)).toEqual(["hola"]);
});

test("what is not understood while data is collected is told what was read and what is missing; the third time a person comes", async () => {
  const conversation = talk({ ...COLLECTING, data: { nombre: "Marta", ciudad: "Cali" } });
  const first = (await conversation.hear(["no entiendo"])).decision;
  expect(first?.messages[0]?.text).toMatch(/anoté: Marta, Cali/);
  expect(first?.messages[0]?.text).toMatch(/me falta:\n\n• Apellido/);
  expect(idsIn((await conversation.hear(["pero cómo así"])).decision)).toEqual(["datos_hasta_ahora"]);
  expect((await conversation.hear(["asdf lkj"])).decision?.handoff).not.toBeNull();
});

test("after both reminders a thank-you gets a last kind word, once", async () => {
  const conversation = talk({ ...TALKING, sent: [...(RETAKEN.sent ?? []), "somnio.como_se_toma.primera_vez.1"] });
  expect(idsIn((await conversation.hear(["jaja gracias"])).decision)).toEqual(["no_confirmado"]);
  expect((await conversation.hear(["🙏"])).decision?.messages).toEqual([]);
});

test("once the one reminder for data was said, an ok is told what is missing", async () => {
  const conversation = talk({ ...COLLECTING, sent: ["somnio.recordatorio_datos.paso.1"] });
  expect(idsIn((await conversation.hear(["ok"])).decision)).toEqual(["datos_hasta_ahora"]);
});

test("only data is kept in silence, and mistrust of giving it is answered", async () => {
  expect((await talk(COLLECTING).hear(["Ana Ruiz"])).decision?.messages).toEqual([]);
  expect(idsIn((await talk(COLLECTING).hear(["¿para qué mis datos?"])).decision)).toEqual(["tratamiento_datos"]);
});
