import { describe, expect, test } from "vitest";
import { PAGE_GREETING, stripPageGreeting } from "../../../src/agents/somnio/page-greeting.ts";
import { talk, templates, texts } from "./talk.ts";

describe("an answer that the customer cut off", () => {
  const price = {
    content: { type: "text", body: "Estos son nuestros precios: $79.900" },
    templateId: "somnio.precio.primera_vez.1",
    priority: "CORE",
  } as const;

  test("is said first in the next one, and counts as said", () => {
    const customer = talk();
    const decision = customer.cutsOff([price], "y el envío?");
    expect(templates(decision)).toEqual(["somnio.precio.primera_vez.1", "somnio.envio.primera_vez.1"]);
    expect(texts(decision)[0]).toBe("Estos son nuestros precios: $79.900");
    expect(customer.session().templatesEnviados).toEqual(["somnio.precio.primera_vez.1", "somnio.envio.primera_vez.1"]);
  });

  test("waits where there is nothing to answer, and is not said twice where the answer says it anyway", () => {
    expect(texts(talk().cutsOff([price], "jaja"))).toEqual([]);
    expect(templates(talk().cutsOff([price], "cuánto vale?"))).toEqual(["somnio.precio.primera_vez.1"]);
  });

  test("loses what was optional", () => {
    const decision = talk().cutsOff([{ ...price, priority: "OPCIONAL" }], "y el envío?");
    expect(templates(decision)).toEqual(["somnio.envio.primera_vez.1"]);
  });
});

describe("a greeting", () => {
  test("is returned, and the conversation begins (1)", () => {
    const customer = talk();
    const decision = customer.says("Buenas tardes");
    expect(decision.intentInfo?.intent).toBe("hola");
    expect(texts(decision)).toEqual([expect.stringMatching(/bienvenida/)]);
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1"]);
    expect(customer.session().mode).toBe("conversacion");
  });

  test("with a question: one greeting, then the answer (2)", () => {
    const customer = talk();
    const decision = customer.says("Hola, ¿cuánto cuesta el frasco?");
    expect(decision.intentInfo?.intent).toBe("hola+precio");
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1", "somnio.precio.primera_vez.1"]);
    expect(texts(decision)[1]).toMatch(/\$79\.900[\s\S]*\$129\.900[\s\S]*\$169\.900/);
    expect(customer.session().intentsVistos.map(({ intent }) => intent)).toEqual(["hola", "precio"]);
  });

  test("of the website's button is stripped (3)", () => {
    const decision = talk().says(`${PAGE_GREETING} y quiero saber del envío`);
    expect(decision.intentInfo?.intent).toBe("hola+envio");
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1", "somnio.envio.primera_vez.1"]);
    expect(decision.why[0]).toMatch(/stripped/);
  });

  test("alone, the button's text is a greeting", () => {
    expect(talk().says(PAGE_GREETING).intentInfo?.intent).toBe("hola");
  });

  test("again is answered shortly, and never with the words of the first", () => {
    const customer = talk();
    const first = texts(customer.says("hola"));
    const second = texts(customer.says("hola"));
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });

  test.each([
    [PAGE_GREETING, "Hola"],
    [`${PAGE_GREETING}. ¿Precio?`, "Hola ¿Precio?"],
    ["hola vengo de la pagina de somnio quiero uno", "Hola quiero uno"],
    ["Hola, vengo de parte de mi tía", "Hola, vengo de parte de mi tía"],
  ])("%j is stripped to %j", (text, stripped) => {
    expect(stripPageGreeting(text)).toBe(stripped);
  });
});

describe("a question", () => {
  test("asked twice gets other words the second time, none of them sent before (4)", () => {
    const customer = talk("conversacion");
    const first = customer.says("¿qué trae el frasquito?");
    const second = customer.says("¿y cuántas pastillas eran?");
    expect(first.intentInfo?.intent).toBe("contenido_envase");
    expect(second.intentInfo?.intent).toBe("contenido_envase");
    expect(templates(first)[0]).toBe("somnio.contenido_envase.primera_vez.1");
    expect(templates(second)).toEqual(["somnio.contenido_envase.siguientes.1"]);
    expect(texts(first)).not.toContain(texts(second)[0]);
  });

  test("asked for the fourth time is still answered, with the repeat text sent longest ago", () => {
    const customer = talk("conversacion");
    const asked = ["¿precio?", "¿cuánto vale?", "¿qué precio tiene?", "¿cuánto cuesta?", "¿cuánto vale?"].map((text) =>
      templates(customer.says(text)),
    );
    expect(asked).toEqual([
      ["somnio.precio.primera_vez.1"],
      ["somnio.precio.siguientes.1"],
      ["somnio.precio.siguientes.2"],
      ["somnio.precio.siguientes.1"],
      ["somnio.precio.siguientes.2"],
    ]);
  });

  test("about whether it works (5)", () => {
    const customer = talk("conversacion");
    const decision = customer.says("¿eso sí sirve o es puro cuento?");
    expect(decision.intentInfo?.intent).toBe("sisirve");
    expect(templates(decision)[0]).toBe("somnio.sisirve.primera_vez.1");
    expect(customer.session().mode).toBe("conversacion");
  });

  test("with two others: one answer each, three at most (63)", () => {
    const decision = talk("conversacion").says("¿cómo se toma, cuánto vale y dónde quedan?");
    expect(templates(decision)).toEqual([
      "somnio.como_se_toma.primera_vez.1",
      "somnio.precio.primera_vez.1",
      "somnio.ubicacion.primera_vez.1",
    ]);
  });

  test("a fourth question waits, and a greeting gives way to a third", () => {
    const decision = talk().says("hola, ¿cómo se toma, cuánto vale, dónde quedan y tiene invima?");
    expect(templates(decision)).toHaveLength(3);
    expect(templates(decision).every((id) => !id.includes(".hola."))).toBe(true);
  });

  test("in two messages of one burst is one turn (54)", () => {
    const decision = talk().says("hola", "cuánto vale");
    expect(decision.intentInfo?.intent).toBe("hola+precio");
    expect(decision.messages).toHaveLength(2);
  });

  test("with a greeting that A8 does not combine is greeted and answered all the same", () => {
    const decision = talk().says("hola, ¿es contra entrega?");
    expect(decision.intentInfo?.intent).toBe("modopago2");
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1", "somnio.modopago2.primera_vez.1"]);
  });

  test("that follows a guess is a first visit: only what was answered counts as seen", () => {
    const customer = talk("conversacion");
    customer.says("y eso cómo así");
    expect(templates(customer.says("¿qué contiene?"))[0]).toBe("somnio.contenido_envase.primera_vez.1");
  });

  test("with a photo is read once, from its caption", () => {
    const decision = talk("conversacion").sends("RICH_INPUT", "¿este cuánto vale?");
    expect(templates(decision)).toEqual(["somnio.precio.primera_vez.1"]);
  });
});

test("a forced intent is not read from the message (A7)", () => {
  const customer = talk("conversacion");
  const offered = customer.forced("ofrecer_promos");
  expect(offered.intentInfo).toMatchObject({ intent: "ofrecer_promos", confidence: 100 });
  expect(templates(offered)).toEqual(["somnio.info_promociones.primera_vez.1"]);
  expect(customer.forced("compra_confirmada")).toMatchObject({ messages: [], handoff: expect.anything() });
});
