import { describe, expect, test } from "vitest";
import { talk, templates, texts } from "../talk.ts";
import { LATER_QUESTIONS } from "./later-questions.ts";
import { judge } from "./measure.ts";
import { KEPT_HALF, READ_HALF } from "./questions.ts";

describe("a question beyond the templates", () => {
  test.each([
    ["¿dan factura electrónica?", "knowledge.factura"],
    ["venden al por mayor?", "knowledge.mayoristas"],
    ["¿cuál es el horario de atención?", "knowledge.horario"],
    ["¿hacen cambios y devoluciones?", "knowledge.devoluciones"],
  ])("%s is answered by its entry, and never by the price menu", async (question, entry) => {
    const decision = await talk("conversacion").says(question);
    expect(templates(decision)).toEqual([entry]);
    expect(decision.why.join("\n")).toContain(`"${entry.slice("knowledge.".length)}"`);
    expect(texts(decision).join("\n")).not.toMatch(/79\.900/u);
  });

  test("that the shop cannot answer is asked back, and no entry is guessed", async () => {
    for (const question of ["¿el frasco es reciclable?", "y si lo uso para guardar tornillos de la moto de mi tío"]) {
      const decision = await talk("conversacion").says(question);
      expect(templates(decision).filter((id) => id.startsWith("knowledge."))).toEqual([]);
    }
  });

  test("is answered in the summary, and the order waits for its yes", async () => {
    const { says, orders, passMinutes } = talk();
    await says("quiero comprar 2 frascos");
    await says("Marta Ríos, 3015550142, Carrera 45 # 12-30 barrio Laureles, Medellín, Antioquia, marta@ejemplo.co");
    const decision = await says("¿dan factura electrónica?");
    expect(templates(decision)).toContain("knowledge.factura");
    expect(orders()).toEqual([]);
    await passMinutes(1);
    expect(orders()).toEqual([]);
  });

  test("a question beside a no, a complaint or a danger outranks none of them", async () => {
    const danger = await talk("conversacion").says("mi mamá se desmayó con las pastillas, ¿dan factura electrónica?");
    expect(danger.handoff).not.toBeNull();
    expect(templates(danger)).not.toContain("knowledge.factura");
    const person = await talk("conversacion").says("quiero hablar con una persona, ¿dan factura electrónica?");
    expect(person.handoff).not.toBeNull();
    expect(templates(person)).not.toContain("knowledge.factura");
    const cancelled = await talk("conversacion").says("me arrepiento del pedido, lo quiero cancelar");
    expect(cancelled.handoff).not.toBeNull();
    expect(templates(cancelled)).not.toContain("knowledge.cambios-del-pedido");
    const refusal = await talk("conversacion").says("no gracias, no me interesa, no necesito factura");
    expect(templates(refusal)).not.toContain("knowledge.factura");
  });

  test("of the half that was read, no question is answered wrongly but two that are known", async () => {
    const verdicts = await Promise.all(READ_HALF.map(judge));
    const wrong = READ_HALF.filter((_, at) => verdicts[at]?.verdict === "wrong").map(({ text }) => text);
    // The trained heads hear the delivery in the first, an order in the second: a template answers before any entry is looked at.
    const known = ["con qué transportadora lo mandan, servientrega?", "son una empresa legal o qué"];
    expect(wrong.filter((text) => !known.includes(text))).toEqual([]);
  });

  test("of another kind is answered by an entry at most twice, in the half that is kept unread", async () => {
    const kept = await Promise.all(KEPT_HALF.map(judge));
    const wrong = kept.filter(({ verdict }) => verdict === "wrong").flatMap(({ said }) => said);
    // Two since the model of 2026-11-27, none before it: the same model answers 22 more of 800 sealed messages right.
    expect(wrong.filter((id) => id.startsWith("knowledge.")).length).toBeLessThanOrEqual(2);
  });
});

/** No line of an entry has these words: only the classifier names the entry, and not for sure. */
const SUPPOSED = [
  ["En mi barrio los domiciliarios no suben, ¿lo dejan en la oficina y yo bajo por él?", "recoger"],
  ["deme un fijo o un correo donde yo les pueda escribir", "contacto"],
  ["lo hay en goticas? es que no paso las pastas", "presentaciones"],
] as const;

describe("a question in words that no line of an entry has", () => {
  test("is answered by the entry that the classifier supposes, when it supposes nothing else", async () => {
    for (const [question, entry] of SUPPOSED) {
      const decision = await talk("conversacion").says(question);
      expect(templates(decision), question).toEqual([`knowledge.${entry}`]);
    }
  });

  test("is answered with the fact that is likeliest, beside a refusal and a place too", async () => {
    const questions: readonly (readonly [string, string])[] = [
      ["y uno queda pegado a eso? mi tía tomaba otras y ya no las podía soltar", "contraindicaciones"],
      ["viene sellado y sin letreros? no quiero que mi suegra sepa", "knowledge.empaque"],
      ["soy profe rural, estoy en una vereda de Barbacoas, hasta allá no llega ni la señal... ustedes sí?", "envio"],
    ];
    for (const [question, told] of questions) {
      const { says, session } = talk("conversacion");
      expect(templates(await says(question)).join(" "), question).toContain(told);
      // The same fact did not help: asked again, it is not told again.
      const again = templates(await says(question));
      if (!told.startsWith("knowledge.")) expect(again.join(" "), question).not.toContain(`.${told}.`);
      expect(session().packSeleccionado).toBeNull();
    }
  });

  test("is asked back where it is likeliest of no shop's", async () => {
    for (const question of ["el frasco es reciclable?", "el domiciliario espera mientras saco plata?"]) {
      const said = templates(await talk("conversacion").says(question));
      expect(said, question).toEqual(["somnio.aclaracion.paso.1"]);
    }
  });

  test("a complaint that no rule knows goes to a person, and a sale under way does not", async () => {
    const complaint =
      "el muchacho de ustedes me tiró el paquete por encima de la reja, ni timbró, y el perro ya había roto la caja";
    const talking = await talk("conversacion").says(complaint);
    expect(talking.handoff).not.toBeNull();
    const buying = await talk("ofrecer_promos").says("a la finca, ahí siempre hay alguien");
    expect(buying.handoff).toBeNull();
    const thanks = await talk("confirmado").says("Hola, ya me llegó, muy amables 🙏");
    expect(thanks.handoff).toBeNull();
  });

  test("is no data, though a name or a place stands in it", async () => {
    const { says, session } = talk("conversacion");
    const decision = await says("eso es hecho acá en Colombia o lo traen de la china, qué laboratorio es");
    expect(templates(decision)).toEqual(["knowledge.fabricacion"]);
    expect(session().datosCapturados).toEqual({});
  });

  test("and another one beside it are both answered", async () => {
    const decision = await talk("conversacion").says("dan factura? y tienen muestras gratis?");
    expect(templates(decision)).toEqual(["knowledge.factura", "knowledge.muestras"]);
  });
});

describe("a question that a template and an entry could answer", () => {
  test.each([
    ["¿Ese valor tiene el IVA incluido?", "knowledge.factura"],
    ["¿mandan un link de seguimiento?", "knowledge.rastreo"],
    ["¿lo venden libre o con fórmula?", "knowledge.receta"],
    ["¿lo hacen acá o lo traen de afuera?", "knowledge.fabricacion"],
  ])("%s: the entry says it, as a word of the question is its own", async (question, entry) => {
    expect(templates(await talk("conversacion").says(question))).toEqual([entry]);
  });

  test("how long an open jar lasts is told by both: by when it spoils, and how many nights it gives", async () => {
    const said = templates(await talk("conversacion").says("una vez abierto, ¿cuánto dura el tarrito?"));
    expect(said[0]).toBe("knowledge.vencimiento");
    expect(said.join(" ")).toContain("contenido_envase");
  });

  test.each([
    "¿y el envío?",
    "¿cómo pago?",
    "¿qué precio tiene?",
    "¿sí sirve?",
    "en cuánto sale",
    "¿y a qué hora llega?",
  ])("%s: the template says it, as the shop's usual words mark no entry", async (question) => {
    const said = templates(await talk("conversacion").says(question));
    expect(said.filter((id) => id.startsWith("knowledge."))).toEqual([]);
  });

  test("of a second set by other hands, no entry is said in place of the right answer but three that are known", async () => {
    const verdicts = await Promise.all(LATER_QUESTIONS.map(judge));
    const wrong = LATER_QUESTIONS.filter((_, at) => {
      const { verdict, said = [] } = verdicts[at] ?? {};
      return verdict === "wrong" && said.some((id) => id.startsWith("knowledge."));
    });
    // "Guardar" is asked of a jar that was opened, too: the entry on how long it lasts. "Venden también" is likeliest of other forms.
    // "Enseñan" has the letters of none of them, and is nearest to what one pays with.
    const known = ["me guardan uno hasta enero?", "venden también para las rodillas?", "enseñan a meditar?"];
    expect(wrong.filter(({ text }) => !known.includes(text))).toEqual([]);
    const right = verdicts.filter(({ verdict }) => verdict === "right");
    expect(right.length).toBeGreaterThanOrEqual(50);
  });
});

describe("the time of delivery", () => {
  test("is told when the customer asks, and for their city after the order", async () => {
    const { says } = talk();
    expect(texts(await says("¿cuánto se demora el envío?")).join("\n")).toMatch(/1 a 2 días hábiles.*Medellín/u);
    await says("quiero comprar 2 frascos");
    await says("Marta Ríos, 3015550142, Carrera 45 # 12-30 barrio Laureles, Pasto, Nariño, marta@ejemplo.co");
    await says("el de 2");
    expect(texts(await says("sí, confirmo")).join("\n")).toMatch(/llega en \*2 a 3 días hábiles\*/u);
  });
});
