import { describe, expect, test } from "vitest";
import { PAGE_GREETING, stripPageGreeting } from "../../../src/agents/somnio/page-greeting.ts";
import { talk, templates, texts } from "./talk.ts";

describe("an answer that the customer cut off", () => {
  test("is said in the next one, and counts as said", async () => {
    const customer = talk("conversacion");
    await customer.says("¿cuánto vale?");
    customer.cutsOffAfter(0);
    const decision = await customer.says("y el envío?");
    expect(templates(decision)).toEqual(
      expect.arrayContaining(["somnio.precio.primera_vez.1", "somnio.envio.primera_vez.1"]),
    );
    const sent = customer.session().templatesEnviados;
    expect(sent.filter((id) => id === "somnio.precio.primera_vez.1")).toHaveLength(1);
  });

  test("waits where there is nothing to answer, and is not said twice where the answer says it anyway", async () => {
    const silent = talk("conversacion");
    await silent.says("¿cuánto vale?");
    silent.cutsOffAfter(0);
    expect(texts(await silent.says("jaja"))).toEqual([]);

    const again = talk("conversacion");
    await again.says("¿cuánto vale?");
    again.cutsOffAfter(0);
    const ids = templates(await again.says("cuánto vale?"));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a greeting", () => {
  test("is returned, and the conversation begins (1)", async () => {
    const customer = talk();
    const decision = await customer.says("Buenas tardes");
    expect(decision.intentInfo?.intent).toBe("hola");
    expect(texts(decision)).toEqual([expect.stringMatching(/bienvenida/)]);
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1"]);
    expect(customer.session().mode).toBe("conversacion");
  });

  test("with a question: one greeting, then the answer (2)", async () => {
    const customer = talk();
    const decision = await customer.says("Hola, ¿cuánto cuesta el frasco?");
    expect(decision.intentInfo?.intent).toBe("hola+precio");
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1", "somnio.precio.primera_vez.1"]);
    expect(texts(decision)[1]).toMatch(/\$79\.900[\s\S]*\$129\.900[\s\S]*\$169\.900/);
    expect(customer.session().intentsVistos.map(({ intent }) => intent)).toEqual(["hola", "precio"]);
  });

  test("alone, the button's text is a greeting (A10)", async () => {
    expect((await talk().says(PAGE_GREETING)).intentInfo?.intent).toBe("hola");
  });

  test("again is answered shortly, and never with the words of the first", async () => {
    const customer = talk();
    const first = texts(await customer.says("hola"));
    const second = texts(await customer.says("hola"));
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
  });

  test("that A8 does not combine with the question beside it is returned and answered all the same", async () => {
    const decision = await talk().says("hola, ¿es contra entrega?");
    expect(decision.intentInfo?.intent).toBe("modopago2");
    expect(templates(decision)).toEqual(["somnio.hola.primera_vez.1", "somnio.modopago2.primera_vez.1"]);
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
  test("asked for the fifth time is still answered, in words that were not said before", async () => {
    const customer = talk("conversacion");
    const said: string[] = [];
    for (const text of ["¿precio?", "¿cuánto vale?", "¿qué precio tiene?", "¿cuánto cuesta?", "¿cuánto vale?"]) {
      const words = texts(await customer.says(text));
      expect(words.length).toBeGreaterThan(0);
      for (const one of words) expect(said).not.toContain(one);
      said.push(...words);
    }
  });

  test("beside two others: three answers at most, one of each (63, A27)", async () => {
    const decision = await talk("conversacion").says("¿cómo se toma, cuánto vale y dónde quedan?");
    expect(templates(decision)).toEqual([
      "somnio.como_se_toma.primera_vez.1",
      "somnio.precio.primera_vez.1",
      "somnio.ubicacion.primera_vez.1",
    ]);
  });

  test("that is the fourth waits, and a greeting gives way to a third", async () => {
    const decision = await talk().says("hola, ¿cómo se toma, cuánto vale, dónde quedan y tiene invima?");
    expect(templates(decision)).toHaveLength(3);
    expect(templates(decision).every((id) => !id.includes(".hola."))).toBe(true);
  });

  test("in two messages of one burst is one turn (54)", async () => {
    const decision = await talk().says("hola", "cuánto vale");
    expect(decision.intentInfo?.intent).toBe("hola+precio");
    expect(decision.messages).toHaveLength(2);
  });

  test("that follows a guess is a first visit: only what was answered counts as seen", async () => {
    const customer = talk("conversacion");
    await customer.says("y eso cómo así");
    expect(templates(await customer.says("¿qué contiene?"))[0]).toBe("somnio.contenido_envase.primera_vez.1");
  });

  test("with a photo is read once, from its caption", async () => {
    const decision = await talk("conversacion").sends("RICH_INPUT", "¿este cuánto vale?");
    expect(templates(decision)).toEqual(["somnio.precio.primera_vez.1"]);
  });
});

describe("a forced intent (A7)", () => {
  test("is not read from a message: the packs are offered whatever is missing", async () => {
    const offered = await talk("collecting_data").forced("ofrecer_promos");
    expect(offered.intentInfo).toMatchObject({ intent: "ofrecer_promos", confidence: 100 });
    expect(templates(offered)).toEqual(["somnio.ofrecer_promos.paso.1"]);
  });

  test("that confirms says nothing, because its caller has; without data a person is asked", async () => {
    const confirmed = await talk("conversacion").forced("compra_confirmada");
    expect(confirmed.tools.map(({ tool }) => tool)).toEqual(["create_task"]);
    expect(confirmed.handoff).not.toBeNull();
  });
});

describe("what was asked is found", () => {
  test("three questions of the shop are all answered", async () => {
    const decision = await talk("conversacion").says(
      "¿dan factura?, ¿hasta qué hora atienden?, ¿tienen muestras gratis?",
    );
    expect(templates(decision)).toEqual(
      expect.arrayContaining(["knowledge.factura", "knowledge.horario", "knowledge.muestras"]),
    );
  });

  test.each([
    "el mío está dañado, le dejo el de mi esposo: 3046619020",
    "es que el celular mío está malo, anote el de mi hermana",
  ])("a phone that is broken is no complaint: %s", async (text) => {
    expect((await talk("collecting_data").says(text)).handoff).toBeNull();
  });

  test.each([
    ["¿en cuántos días se ve el cambio?", "somnio.sisirve.primera_vez.1"],
    ["¿cuál es el horario en que puedo llamarlos?", "knowledge.horario"],
  ])("a word of something else changes no question: %s", async (text, told) => {
    expect(templates(await talk("conversacion").says(text))).toContain(told);
  });

  test.each(["será que alcanzan a frenar el pedido", "todavía puedo frenar el pedido?", "alcanzan a anularlo?"])(
    "who asks whether there is time to stop the order is passed on: %s",
    async (text) => {
      const decision = await talk("confirmado").says(text);
      expect(decision.intentInfo?.intent).toBe("cancelar");
      expect(decision.handoff).not.toBeNull();
    },
  );

  test("a broken jar is one", async () => {
    for (const text of ["me llegó quebrado el frasco", "el mío llegó destapado y con pastillas partidas"]) {
      expect((await talk("confirmado").says(text)).handoff, text).not.toBeNull();
    }
  });
});
