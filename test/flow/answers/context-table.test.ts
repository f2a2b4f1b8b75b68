import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, OFFERING, summing, TALKING } from "../../scenarios/somnio/starting-points.ts";

/** Where the last thing that left was a template, and nobody's words are there to guess from. */
const sent = (start: StartingPoint, ...ids: readonly string[]): StartingPoint => ({
  ...start,
  said: [],
  sent: [...(start.sent ?? []), ...ids.map((id) => `somnio.${id}`)],
});

const PRICES = sent(TALKING, "precio.primera_vez.1");
const RETAKEN = sent(TALKING, "retoma_corta.paso.1");
const EXPLAINED = sent(TALKING, "contenido_envase.primera_vez.1");
const LONG_AGO = sent(PRICES, "invima.primera_vez.1", "ubicacion.primera_vez.1", "envio.primera_vez.1");
const CLARIFIED = sent(TALKING, "aclaracion.paso.1");
const OFFICE = sent(COLLECTING, "pregunta_oficina.paso.1");
const OFFERED = sent(OFFERING, "ofrecer_promos.paso.1");
const SUMMED = sent(summing("2x"), "resumen.paso.1");
const ANSWERED_SINCE = sent(summing("2x"), "resumen.paso.1", "envio.primera_vez.1");
const TO_BE_CORRECTED = sent(summing("2x"), "resumen.paso.1", "corregir_datos.primera_vez.1");
const ALONE = { ...CONFIRMED, mode: "pedido_sinpack", pack: null, sent: ["somnio.timer_sinpack.paso.1"] };

const CASES: readonly (readonly [string, StartingPoint, Readonly<Record<string, string>>])[] = [
  [
    "asked to buy with the prices",
    PRICES,
    {
      sí: "collecting_data",
      dale: "collecting_data",
      ok: "collecting_data",
      "👍": "collecting_data",
      2: "collecting_data 2x",
      no: "closed",
      gracias: "—",
    },
  ],
  ["asked to buy", RETAKEN, { "de una": "collecting_data", listo: "collecting_data", "no señora": "closed" }],
  ["nothing asked", EXPLAINED, { sí: "—", ok: "—", 2: "collecting_data 2x", no: "aclaracion", gracias: "—" }],
  ["asked to buy too long ago", LONG_AGO, { sí: "—", ok: "—" }],
  ["asked what is meant", CLARIFIED, { sí: "collecting_data", ok: "—", 2: "collecting_data 2x" }],
  ["home or office", OFFICE, { sí: "pregunta_oficina", no: "pregunta_oficina", gracias: "—" }],
  ["data is missing", COLLECTING, { sí: "—", ok: "—", no: "—", "👍": "—" }],
  [
    "which pack",
    OFFERED,
    {
      sí: "cual_pack",
      listo: "cual_pack",
      "👍": "cual_pack",
      2: "resumen 2x",
      tres: "resumen 3x",
      no: "closed",
      gracias: "—",
      "2️⃣": "resumen 2x",
    },
  ],
  [
    "asked to confirm",
    SUMMED,
    {
      sí: "confirmado",
      dale: "confirmado",
      ok: "confirmado",
      "👍": "confirmado",
      3: "resumen 3x",
      no: "no_confirmado",
      gracias: "pedir_confirmacion",
    },
  ],
  [
    "asked to confirm, then something else",
    ANSWERED_SINCE,
    { sí: "confirmado", ok: "pedir_confirmacion", no: "no_confirmado" },
  ],
  [
    "asked what should stand in place of a wrong datum",
    TO_BE_CORRECTED,
    { sí: "—", ok: "—", dale: "—", no: "pedir_confirmacion", gracias: "—" },
  ],
  ["confirmed", sent(CONFIRMED), { sí: "—", ok: "—", no: "—", "no gracias": "—" }],
  ["a timer has ordered", ALONE, { 2: "pedido_sinpack 2x", sí: "cual_pack", ok: "—", no: "handoff" }],
];

describe.each(CASES)("%s", (_, start, answers) => {
  test.each(Object.entries(answers))("%s → %s", async (says, outcome) => {
    const conversation = createSandboxConversation(somnioFlow, start);
    const before = conversation.session();
    const { decision } = await conversation.hear([says]);
    const after = conversation.session();
    const pack = after.packSeleccionado === before.packSeleccionado ? "" : ` ${after.packSeleccionado}`;
    const said = decision?.messages.map(({ templateId }) => templateId?.split(".")[1]) ?? [];
    const moved = after.mode !== before.mode || pack !== "";
    const came = after.status === "closed" ? "closed" : moved ? `${after.mode}${pack}` : (said[0] ?? "—");
    expect(came).toBe(outcome);
  });
});

test("what the table answers is marked as such, and nobody need be asked", async () => {
  const { decision } = await createSandboxConversation(somnioFlow, SUMMED).hear(["sí"]);
  expect(decision?.intentInfo).toMatchObject({ intent: "compra_confirmada", confidence: 95, engine: "context" });
});
