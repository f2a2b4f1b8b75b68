import { describe, expect, test } from "vitest";
import { somnioClassifier, somnioRules } from "../../../src/agents/somnio/classifier.ts";

function classify(text: string) {
  return somnioRules.classifyIntent(text, { lastAssistant: [] });
}

/** What customers write, and what they want. */
const PHRASES: readonly (readonly [text: string, intent: string])[] = [
  // Saludos
  ["Buenas tardes", "hola"],
  ["holaaaa", "hola"],
  ["ola buenas", "hola"],
  ["Wenas noches", "hola"],
  ["Buen día", "hola"],
  ["qué más pues", "hola"],
  ["Hello! Can I get more info on this?", "hola+contenido_envase"],
  ["hi", "hola"],
  // Precio
  ["cuanto bale", "precio"],
  ["¿Cuánto cuesta?", "precio"],
  ["q precio tiene", "precio"],
  ["kuanto cuesta el frasco", "precio"],
  ["a cómo lo tiene", "precio"],
  ["en cuánto sale", "precio"],
  ["¿cuánto valen 2?", "precio"],
  ["¿cuánto me valen los dos?", "precio"],
  ["Me regala el valor por favor", "precio"],
  ["presioooo", "precio"],
  ["¿cuál es el costo?", "precio"],
  ["cuánto por los 3?", "precio"],
  ["y el de tres?", "precio"],
  ["cuanto el de 3", "precio"],
  ["cuanto me sale puesto en Medellín", "precio"],
  ["cuanto sale con el envio", "precio"],
  // Promociones
  ["tienen alguna promo?", "info_promociones"],
  ["¿qué descuento hay si llevo varios?", "info_promociones"],
  ["hay ofertas vigentes", "info_promociones"],
  ["uy está muy caro", "info_promociones"],
  // Contenido
  ["¿qué trae el frasquito?", "contenido_envase"],
  ["¿y cuántas pastillas eran?", "contenido_envase"],
  ["q contiene", "contenido_envase"],
  ["qué ingredientes tiene", "contenido_envase"],
  ["cuanto me dura un frasco", "contenido_envase"],
  ["Quiero más información", "contenido_envase"],
  ["trae melatonina?", "contenido_envase"],
  ["son pastillas o gotas?", "contenido_envase"],
  ["info", "contenido_envase"],
  // Cómo se toma
  ["como se toma", "como_se_toma"],
  ["komo me las debo tomar", "como_se_toma"],
  ["cuántas pastillas me tomo al día?", "como_se_toma"],
  ["a qué hora se la toma uno", "como_se_toma"],
  ["cuál es la dosis", "como_se_toma"],
  ["cómo se consumen", "como_se_toma"],
  ["me las tomo antes de dormir?", "como_se_toma"],
  // Pago
  ["cómo hago para pagar", "modopago"],
  ["¿cómo cancelo?", "modopago"],
  ["qué medios de pago manejan", "metodos_de_pago"],
  ["reciben nequi?", "metodos_de_pago"],
  ["puedo pagar con targeta", "metodos_de_pago"],
  ["es contra entrega?", "modopago2"],
  ["¿y se puede pagar al recibir?", "modopago2"],
  ["pago cuando me llegue?", "modopago2"],
  ["toca pagar antes?", "modopago2"],
  // Envío
  ["hacen enbios a pasto?", "envio"],
  ["cuánto vale el envío", "envio"],
  ["el envio tiene costo?", "envio"],
  ["cuanto se demora en llegar a Cúcuta", "envio"],
  ["llega a Quibdó?", "envio"],
  ["tienen domicilio", "envio"],
  // Registro, ubicación
  ["tiene imvima?", "invima"],
  ["cuentan con registro sanitario", "invima"],
  ["dnd están ubicados", "ubicacion"],
  ["¿dónde quedan?", "ubicacion"],
  ["de dónde son ustedes", "ubicacion"],
  ["tienen punto físico?", "ubicacion"],
  ["son de bogota?", "ubicacion"],
  ["dónde lo puedo comprar", "ubicacion"],
  // Precauciones
  ["tiene contraindicaciones?", "contraindicaciones"],
  ["lo puede tomar una mujer embarazada", "contraindicaciones"],
  ["soy hipertenso, le hace daño?", "contraindicaciones"],
  ["eso no crea dependencia?", "contraindicaciones"],
  ["tengo 70 años, lo puedo tomar?", "contraindicaciones"],
  ["puedo tomarlo si tomo losartán", "contraindicaciones"],
  // Sirve
  ["¿eso sí sirve o es puro cuento?", "sisirve"],
  ["de verdad funsiona?", "sisirve"],
  ["es efectivo?", "sisirve"],
  ["sufro de insomnio", "sisirve"],
  ["para qué sirve", "sisirve"],
  // Compra
  ["listo, quiero pedir uno", "captura_datos_si_compra"],
  ["kiero comprarlo", "captura_datos_si_compra"],
  ["cómo hago el pedido", "captura_datos_si_compra"],
  ["lo quiero", "captura_datos_si_compra"],
  ["listo lo compro", "captura_datos_si_compra"],
  ["si quiero", "captura_datos_si_compra"],
  ["regáleme uno", "captura_datos_si_compra"],
  ["me gustaría pedir 3", "resumen_3x"],
  ["quiero la promo de 2", "resumen_2x"],
  ["Mándeme uno porfa", "captura_datos_si_compra"],
  ["el de 2", "resumen_2x"],
  ["me llevo los tres", "resumen_3x"],
  ["mejor deme los 3", "resumen_3x"],
  ["deme el de uno", "resumen_1x"],
  ["quiero 2 frascos", "resumen_2x"],
  ["sí confirmo", "compra_confirmada"],
  ["lo voy a pensar", "no_confirmado"],
  ["no, todavía no", "no_confirmado"],
  ["en la quincena le escribo", "no_confirmado"],
  ["no gracias, no me interesa", "no_interesa"],
  ["No, gracias", "no_interesa"],
  ["no me escriban más", "no_interesa"],
  ["no estoy interesada", "no_interesa"],
  // Una persona
  ["quiero hablar con una persona", "asesor"],
  ["páseme un acesor", "asesor"],
  ["me pueden llamar?", "asesor"],
  ["ya pagué", "asesor"],
  ["me llegó dañado, qué pésimo", "queja"],
  ["no me ha llegado el pedido", "queja"],
  ["no me sirvió para nada", "queja"],
  ["quiero la devolución de mi plata", "queja"],
  ["cancele todo", "cancelar"],
  ["cancelar todo por favor", "cancelar"],
  ["quiero cancelar el pedido", "cancelar"],
  ["¿puedo hablar con alguien?", "asesor"],
  ["son unos ladrones", "queja"],
  ["dónde está mi pedido", "queja"],
  // Un saludo y algo más
  ["hola k tal kiero saver el presio i como lo tomo", "hola+precio"],
  ["buenas tardes me interesa el producto", "hola+contenido_envase"],
  ["Hola, ¿cuánto cuesta el frasco?", "hola+precio"],
  ["buenas tardes como se toma", "hola+como_se_toma"],
  ["Hola, qué tal, hacen envíos a Tunja?", "hola+envio"],
  ["buenos días, ¿dónde quedan?", "hola+ubicacion"],
  ["hola quiero comprar", "hola+captura_datos_si_compra"],
  ["¡Hola! Quiero más información", "hola+contenido_envase"],
  ["hola tiene invima", "hola+invima"],
  ["buenas, ¿sí funciona?", "hola+sisirve"],
  ["hola y que promociones hay", "hola+info_promociones"],
  ["hola, cómo les pago?", "hola+modopago"],
  ["hola tiene contraindicaciones", "hola+contraindicaciones"],
  // No está en la lista de combinados: manda la pregunta
  ["hola, es contra entrega?", "modopago2"],
];

describe("what Colombian customers write", () => {
  test.each(PHRASES)("%s → %s", (text, intent) => {
    const info = classify(text);
    expect({ intent: info.intent, why: info.reasoning }).toMatchObject({ intent });
    expect(info.confidence).toBeGreaterThanOrEqual(60);
  });
});

describe("what must not match", () => {
  const NEVER: readonly (readonly [text: string, intent: string, because: string])[] = [
    ["¿cuánto valen 2?", "resumen_2x", "a price question"],
    ["¿cuánto me valen los dos?", "resumen_2x", "a price question"],
    ["el de 2 qué precio tiene", "resumen_2x", "a price question"],
    ["tengo 2 hijos", "resumen_2x", "not a pack"],
    ["¿cómo cancelo?", "cancelar", "to pay"],
    ["cancelo al recibir", "cancelar", "to pay on delivery"],
    ["cuánto vale el envío", "precio", "the shipping's price"],
    ["no quiero comprar", "captura_datos_si_compra", "a refusal"],
    ["no lo quiero", "captura_datos_si_compra", "a refusal"],
    ["¿y si no me sirve?", "queja", "a worry, not a complaint"],
    ["no me sirvió", "sisirve", "a complaint, not a question"],
    ["me llamo Rosa Asencio", "asesor", "a name"],
    ["no me ha llegado el pedido", "envio", "a complaint"],
    ["reciben efectivo?", "sisirve", "cash"],
    ["gracias por la información", "contenido_envase", "thanks"],
    ["esto es una estafa?", "queja", "a doubt, not a complaint"],
    ["mándeme el precio", "envio", "asks for a price"],
    ["vale", "precio", "an acknowledgement"],
    ["vale la pena?", "precio", "not a price"],
    ["que tenga buena tarde", "hola", "a goodbye"],
    ["2", "resumen_2x", "no packs were shown"],
    ["sí", "captura_datos_si_compra", "nothing was offered"],
  ];

  test.each(NEVER)("%s is not %s: %s", (text, intent) => {
    const info = classify(text);
    const named = [info, ...info.alternatives].flatMap((candidate) => candidate.intent.split("+"));
    expect(named).not.toContain(intent);
  });
});

describe("a question of ours that waits gives an answer in words its meaning", () => {
  test.each([
    ["el de 2", [], "resumen_2x"],
    ["los tres por favor", ["packs"], "resumen_3x"],
    ["solo uno", ["pack"], "resumen_1x"],
    ["sí, quiero pedirlo", ["buy"], "captura_datos_si_compra"],
    ["sí señora, todo está correcto", ["confirm"], "compra_confirmada"],
  ] as const)("%s after %j → %s", (text, asked, intent) => {
    expect(somnioRules.classifyIntent(text, { lastAssistant: [], asked }).intent).toBe(intent);
  });
});

test.each([
  ["hágale pues, mándeme dos", ["packs"]],
  ["ay bueno hágale pues, mándeme dos", []],
  ["bueno regáleme dos pues vecina", ["packs"]],
  ["listo, hágale con dos", ["packs"]],
] as const)(
  "%s after %j chooses the pack, rules and trained model together, without being asked again",
  async (text, asked) => {
    const said = await somnioClassifier.classifyIntent(text, { lastAssistant: [], asked });
    expect(said.intent).toBe("resumen_2x");
    expect(said.confidence).toBeGreaterThanOrEqual(85);
  },
);

test("three questions are three intents, each as sure as if it stood alone (L-20)", () => {
  const info = classify("¿cómo se toma, cuánto vale y dónde quedan?");
  expect(info.intent).toBe("como_se_toma");
  expect(info.alternatives.map(({ intent }) => intent)).toEqual(["precio", "ubicacion"]);
  for (const { intent, confidence } of [info, ...info.alternatives]) {
    const alone = { como_se_toma: "¿cómo se toma?", precio: "¿cuánto vale?", ubicacion: "¿dónde quedan?" }[
      intent
    ] as string;
    expect(classify(alone).confidence).toBe(confidence);
  }
});

test("a vague question is neither understood nor given up", () => {
  for (const text of ["y eso cómo así", "no entiendo", "?", "tengo una duda"]) {
    const { confidence } = classify(text);
    expect(confidence, text).toBeGreaterThanOrEqual(40);
    expect(confidence, text).toBeLessThan(60);
  }
});

test("a knock on the keys is fallback, below 40; words that no rule knows are worth a question", () => {
  for (const text of ["asdfgh plim", "qwerty", "xkcd zzyzx la"]) {
    expect(classify(text), text).toMatchObject({ intent: "fallback", alternatives: [] });
    expect(classify(text).confidence).toBeLessThan(40);
  }
  for (const text of ["el clima está bonito en Manizales", "mi perro se llama Bruno", "y cómo es la vuelta"]) {
    expect(classify(text), text).toMatchObject({ alternatives: [] });
    expect(classify(text).confidence, text).toBeGreaterThanOrEqual(40);
    expect(classify(text).confidence, text).toBeLessThan(60);
  }
});

test("the reasoning names the rules that fired", () => {
  expect(classify("hola, cuánto vale y hacen envíos?").reasoning).toBe("rule greeting + price-how-much; also shipping");
});
