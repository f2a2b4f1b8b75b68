import { describe, expect, test } from "vitest";
import { CLARIFICATION, GOODBYE, HANDOFF_NOTICES, NO_HURRY, SOMNIO_TEXTS } from "../../../src/agents/somnio/notices.ts";
import { talk, templates, texts } from "./talk.ts";

const toolsOf = (decision: { readonly tools: readonly { readonly tool: string }[] }) =>
  decision.tools.map(({ tool }) => tool);

describe("an acknowledgement", () => {
  test.each(["ok gracias", "jajaja", "👍", "listo", "sí", "muchas gracias por la información", "ok\n👍"])(
    "%j is not answered, and after a while we take it up again (20, 21)",
    async (text) => {
      const customer = talk("conversacion");
      // An answer that arms nothing names no level.
      expect((await customer.says("¿qué trae?")).timer).toBeNull();
      const decision = await customer.says(text);
      expect(decision).toMatchObject({ messages: [], handoff: null, closesSession: false, tools: [] });
      expect(decision.timer?.level).toBe("L5");
      expect(decision.why.join("\n")).toMatch(/stay silent/);
    },
  );

  test.each(["sí", "dale", "ok", "de una", "listo"])(
    "%j to our question whether to buy is a purchase (19)",
    async (text) => {
      const customer = talk("conversacion");
      expect(texts(await customer.says("¿cuánto vale?")).at(-1)).toMatch(/¿Le gustaría hacer su pedido\?/);
      const decision = await customer.says(text);
      expect(decision.intentInfo?.intent).toBe("captura_datos_si_compra");
      expect(customer.session().mode).toBe("collecting_data");
    },
  );

  test("the question whether to buy counts for three of our messages, also when a person asked it", async () => {
    const customer = talk("conversacion", ["¿Desea comprar uno?", "Quedo atento.", "Aquí estoy."]);
    expect((await customer.says("bueno, dale")).intentInfo?.intent).toBe("captura_datos_si_compra");

    const later = talk("conversacion", ["¿Desea comprar uno?", "Uno", "Dos", "Tres"]);
    expect((await later.says("dale")).messages).toEqual([]);
  });

  test("thanks are never a purchase", async () => {
    const customer = talk("conversacion");
    await customer.says("¿cuánto vale?");
    expect(await customer.says("jaja gracias")).toMatchObject({ messages: [], handoff: null });
  });
});

describe("a person goes on", () => {
  test.each([
    ["quiero hablar con una persona", "asesor", HANDOFF_NOTICES.asesor],
    ["me llegó dañado, qué pésimo", "queja", HANDOFF_NOTICES.queja],
    ["cancele todo", "cancelar", HANDOFF_NOTICES.cancelar],
    ["asdfgh plim", "fallback", HANDOFF_NOTICES.unknown],
  ])(
    "%s: %s, with a word to the customer and a task, and nothing counts any more (35, 39, 40)",
    async (text, _, notice) => {
      const customer = talk("conversacion");
      const decision = await customer.says(text);
      expect(texts(decision)).toEqual([notice]);
      expect(decision.handoff).not.toBeNull();
      expect(toolsOf(decision)).toContain("create_task");
      expect(decision.timer).toBeNull();
      expect(customer.session()).toMatchObject({ mode: "handoff", status: "handed_off" });
    },
  );

  test("a message that was not understood is written down for whoever teaches it (40, A21)", async () => {
    expect(toolsOf(await talk("conversacion").says("asdfgh plim"))).toContain("log_disambiguation");
  });

  test("so is one after which the customer is asked what they mean", async () => {
    const asked: string[] = [];
    // The classifier learns: of these at least two must still be unclear to it.
    for (const text of [
      "Conforme con lo anterior. Quedo atento.",
      "y la comadre qué dijo al fin",
      "eso así como viene la cosa",
    ]) {
      const decision = await talk("conversacion").says(text);
      if (!templates(decision).includes("somnio.aclaracion.paso.1")) continue;
      asked.push(text);
      expect(decision.handoff).toBeNull();
      expect(toolsOf(decision), text).toContain("log_disambiguation");
    }
    expect(asked.length).toBeGreaterThanOrEqual(2);
  });

  test("a complaint weighs more than the question beside it, and the record says so", async () => {
    const decision = await talk("conversacion").says("¿cuánto vale el envío? el otro me llegó dañado");
    expect(decision.intentInfo?.intent).toBe("queja");
    expect(texts(decision)).toEqual([HANDOFF_NOTICES.queja]);
  });

  test("after it the agent says nothing, whatever is said (36)", async () => {
    const customer = talk("conversacion");
    await customer.says("quiero hablar con una persona");
    expect(await customer.says("hola?")).toMatchObject({ messages: [], tools: [], handoff: null });
  });
});

describe("an unclear message", () => {
  test("is asked about once; the second in a row goes to a person (41)", async () => {
    const customer = talk("conversacion");
    const first = await customer.says("y eso cómo así");
    expect(texts(first)).toEqual([CLARIFICATION]);
    expect(first.handoff).toBeNull();
    expect(customer.session().mode).toBe("conversacion");
    const second = await customer.says("no entiendo");
    expect(texts(second)).toEqual([HANDOFF_NOTICES.unknown]);
    expect(second.handoff).not.toBeNull();
  });

  test("after a clear one is asked about again", async () => {
    const customer = talk("conversacion");
    await customer.says("y eso cómo así");
    await customer.says("¿cuánto vale?");
    expect(texts(await customer.says("no entiendo"))).toEqual([CLARIFICATION]);
  });
});

describe("not now", () => {
  test("no interest: a polite goodbye closes the session, without a person (38)", async () => {
    const decision = await talk("conversacion").says("no gracias, no me interesa");
    expect(decision).toMatchObject({ handoff: null, closesSession: true, intentInfo: { intent: "no_interesa" } });
    expect(texts(decision)).toEqual([GOODBYE]);
  });

  test("thinking it over: no hurry, the session stays, and no timer presses", async () => {
    const customer = talk("conversacion");
    const decision = await customer.says("gracias, lo voy a pensar");
    expect(decision).toMatchObject({ handoff: null, closesSession: false });
    expect(texts(decision)).toEqual([NO_HURRY]);
    expect(await customer.passMinutes(60)).toEqual([]);
  });
});

describe("without words", () => {
  test("a sticker is answered at most once an hour, and changes no mode (42)", async () => {
    const customer = talk("conversacion");
    const first = await customer.sends("STICKER_STANDBY");
    expect(texts(first)).toEqual([SOMNIO_TEXTS.sticker]);
    expect(first).toMatchObject({ handoff: null, stateUpdates: {}, intentInfo: { intent: "sticker_standby" } });
    expect((await customer.sends("STICKER_STANDBY")).messages).toEqual([]);
    await customer.passMinutes(61);
    expect(texts(await customer.sends("STICKER_STANDBY"))).toEqual([SOMNIO_TEXTS.sticker]);
  });

  test.each([
    ["RICH_INPUT", SOMNIO_TEXTS.richInput],
    ["UNSUPPORTED", SOMNIO_TEXTS.unsupported],
  ] as const)("%s asks for text (44)", async (inputClass, text) => {
    const decision = await talk("conversacion").sends(inputClass);
    expect(texts(decision)).toEqual([text]);
    expect(decision).toMatchObject({ handoff: null, stateUpdates: {} });
    expect(decision.intentInfo).not.toBeNull();
  });

  test("a payment slip goes to a person, with notice (45)", async () => {
    const decision = await talk("conversacion").sends("RICH_INPUT", "ya pagué");
    expect(texts(decision)).toEqual([HANDOFF_NOTICES.asesor]);
    expect(decision.handoff).not.toBeNull();
  });
});
