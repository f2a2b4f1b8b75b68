import { describe, expect, test } from "vitest";
import { CLARIFICATION, GOODBYE, HANDOFF_NOTICES, NO_HURRY, SOMNIO_TEXTS } from "../../../src/agents/somnio/notices.ts";
import { talk, templates, texts } from "./talk.ts";

describe("an acknowledgement", () => {
  test.each(["ok gracias", "jajaja", "👍", "listo", "sí", "muchas gracias por la información", "ok\n👍"])(
    "%j is not answered (20)",
    (text) => {
      const customer = talk("conversacion");
      customer.says("¿qué trae?");
      const decision = customer.says(text);
      expect(decision).toMatchObject({ messages: [], handoff: null, closesSession: false, stateUpdates: {} });
      expect(decision.why.at(-1)).toMatch(/stay silent/);
    },
  );

  test.each(["sí", "dale", "ok", "de una", "listo"])("%j to our question whether to buy is a purchase (19)", (text) => {
    const customer = talk("conversacion");
    expect(texts(customer.says("¿cuánto vale?")).at(-1)).toMatch(/¿Le gustaría hacer su pedido\?/);
    const decision = customer.says(text);
    expect(decision.intentInfo?.intent).toBe("captura_datos_si_compra");
    expect(decision.handoff).not.toBeNull();
  });

  test("the question whether to buy counts for three of our messages, also when a person asked it", () => {
    const customer = talk("conversacion");
    customer.weSaid("¿Desea comprar uno?");
    customer.weSaid("Quedo atento.");
    customer.weSaid("Aquí estoy.");
    expect(customer.says("bueno, dale").intentInfo?.intent).toBe("captura_datos_si_compra");

    const later = talk("conversacion");
    for (const said of ["¿Desea comprar uno?", "Uno", "Dos", "Tres"]) later.weSaid(said);
    expect(later.says("dale").messages).toEqual([]);
  });

  test("thanks are never a purchase", () => {
    const customer = talk("conversacion");
    customer.says("¿cuánto vale?");
    expect(customer.says("jaja gracias")).toMatchObject({ messages: [], handoff: null });
  });
});

describe("a person goes on", () => {
  test.each([
    ["quiero hablar con una persona", "asesor", HANDOFF_NOTICES.asesor],
    ["me llegó dañado, qué pésimo", "queja", HANDOFF_NOTICES.queja],
    ["cancele todo", "cancelar", HANDOFF_NOTICES.cancelar],
    ["asdfgh plim", "fallback", HANDOFF_NOTICES.unknown],
    ["listo, quiero pedir uno", "captura_datos_si_compra", HANDOFF_NOTICES.purchase],
    ["me llevo los 2", "resumen_2x", HANDOFF_NOTICES.purchase],
    ["sí confirmo", "compra_confirmada", HANDOFF_NOTICES.purchase],
  ])("%s: %s, never in silence (35, 39, 40)", (text, intent, notice) => {
    const customer = talk("conversacion");
    const decision = customer.says(text);
    expect(decision.intentInfo?.intent).toBe(intent);
    expect(texts(decision)).toEqual([notice]);
    expect(decision.handoff?.reason).toContain(intent);
    expect(customer.session().mode).toBe("handoff");
    expect(decision.closesSession).toBe(false);
  });

  test("a complaint weighs more than the question beside it, and the record says so", () => {
    const decision = talk("conversacion").says("¿cuánto vale el envío? el otro me llegó dañado");
    expect(decision.intentInfo?.intent).toBe("queja");
    expect(texts(decision)).toEqual([HANDOFF_NOTICES.queja]);
  });

  test("a buyer's questions are answered before the person comes", () => {
    const decision = talk().says("Hola, quiero comprar, ¿es contra entrega y cuánto vale?");
    expect(decision.intentInfo?.intent).toMatch(/captura_datos_si_compra$/);
    expect(decision.messages).toHaveLength(3);
    expect(texts(decision).at(-1)).toBe(HANDOFF_NOTICES.purchase);
  });

  test("a bare 2 is a pack only after the packs were shown", () => {
    const customer = talk("conversacion");
    customer.says("¿qué promociones hay?");
    expect(customer.says("2").intentInfo?.intent).toBe("resumen_2x");
    expect(texts(talk("conversacion").says("2"))).toEqual([CLARIFICATION]);
  });
});

describe("an unclear message", () => {
  test("is asked about once; the second in a row goes to a person (41)", () => {
    const customer = talk("conversacion");
    const first = customer.says("y eso cómo así");
    expect(texts(first)).toEqual([CLARIFICATION]);
    expect(first.handoff).toBeNull();
    expect(customer.session().mode).toBe("conversacion");
    const second = customer.says("no entiendo");
    expect(texts(second)).toEqual([HANDOFF_NOTICES.unknown]);
    expect(second.handoff).not.toBeNull();
  });

  test("after a clear one is asked about again", () => {
    const customer = talk("conversacion");
    customer.says("y eso cómo así");
    customer.says("¿cuánto vale?");
    expect(texts(customer.says("no entiendo"))).toEqual([CLARIFICATION]);
  });
});

describe("not now", () => {
  test("no interest: a polite goodbye closes the session, without a person (38)", () => {
    const decision = talk("conversacion").says("no gracias, no me interesa");
    expect(decision).toMatchObject({ handoff: null, closesSession: true, intentInfo: { intent: "no_interesa" } });
    expect(texts(decision)).toEqual([GOODBYE]);
  });

  test("thinking it over: no hurry, the session stays", () => {
    const decision = talk("conversacion").says("gracias, lo voy a pensar");
    expect(decision).toMatchObject({ handoff: null, closesSession: false });
    expect(texts(decision)).toEqual([NO_HURRY]);
  });
});

describe("without words", () => {
  test("a sticker is answered at most once an hour, and changes no mode (42)", () => {
    const customer = talk("conversacion");
    const first = customer.sends("STICKER_STANDBY");
    expect(texts(first)).toEqual([SOMNIO_TEXTS.sticker]);
    expect(first).toMatchObject({ handoff: null, stateUpdates: {}, intentInfo: { intent: "sticker_standby" } });
    expect(customer.sends("STICKER_STANDBY").messages).toEqual([]);
    customer.passMinutes(58);
    expect(texts(customer.sends("STICKER_STANDBY"))).toEqual([SOMNIO_TEXTS.sticker]);
  });

  test.each([
    ["RICH_INPUT", SOMNIO_TEXTS.richInput],
    ["RICH_INPUT_TOOL_INTENT", SOMNIO_TEXTS.richInput],
    ["UNSUPPORTED", SOMNIO_TEXTS.unsupported],
  ] as const)("%s asks for text (44)", (inputClass, text) => {
    const decision = talk("conversacion").sends(inputClass);
    expect(texts(decision)).toEqual([text]);
    expect(decision).toMatchObject({ handoff: null, stateUpdates: {} });
    expect(decision.intentInfo).not.toBeNull();
  });

  test("a payment slip goes to a person, with notice (45)", () => {
    const decision = talk("conversacion").sends("RICH_INPUT", "ya pagué");
    expect(texts(decision)).toEqual([HANDOFF_NOTICES.asesor]);
    expect(decision.handoff).not.toBeNull();
  });
});

test("templates of the notices are never recorded as sent", () => {
  const customer = talk("conversacion");
  expect(templates(customer.says("quiero hablar con un asesor"))).toEqual(["—"]);
  expect(customer.session().templatesEnviados).toEqual([]);
});
