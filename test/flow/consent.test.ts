import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../src/lab/memory/starting-point.ts";
import { COLLECTING, OFFERING, SIX, summing } from "../scenarios/somnio/starting-points.ts";
import { generatedRuns } from "../support/generated-runs.ts";

/** Sentences from parts, so that no list of examples is learnt: each run draws others. */
const of = (...words: string[]) => fc.constantFrom(...words);
const sentence = (...parts: fc.Arbitrary<string>[]) =>
  fc.tuple(...parts).map((words) =>
    words
      .filter((word) => word !== "")
      .join(" ")
      .replace(/ ,/g, ","),
  );
const RUNS = generatedRuns("a yes with a reservation", 150);

const ordinal = of("primer", "segundo", "tercer");
const ordinalFem = of("primera", "segunda", "tercera", "última");
const number = of("2", "3", "dos", "tres", "1");

const NUMBERS_OF_ELSEWHERE = fc.oneof(
  sentence(
    of("", "el apartamento queda en", "vivo en", "es en", "me lo suben al", "yo estoy en"),
    of("el"),
    ordinal,
    of("piso", "bloque", "nivel"),
  ),
  sentence(
    of("es", "queda en", "entra por"),
    of("la"),
    ordinalFem,
    of("casa", "puerta", "entrada", "torre", "cuadra", "etapa"),
    of("", "a mano derecha", "subiendo"),
  ),
  sentence(
    of("la casa es de", "el edificio tiene", "son"),
    number,
    of("pisos", "cuadras abajo del parque", "torres", "escalones"),
  ),
  sentence(of("tengo", "somos", "yo vivo con"), number, of("hijos", "personas", "niños", "hermanos")),
  sentence(of("mi", "el"), ordinal, of("apellido es Gómez", "nombre es Lucía", "número de celular es del trabajo")),
  sentence(
    of("la torre es la", "la casa es la", "el apto es el", "el barrio queda en la calle", "el timbre es el"),
    number,
  ),
  sentence(of("que llegue el", "yo salgo el", "estoy desde el"), ordinal, of("día", "sábado del mes", "turno")),
  sentence(of("llego a las", "estoy en la casa después de las", "salgo a las"), number),
  sentence(of("mi hijo tiene", "yo tengo", "ella cumple"), number, of("años", "meses")),
  sentence(of("nos vemos el", "me pagan el"), number, of("de diciembre", "de este mes")),
  sentence(of("la cédula termina en", "el celular termina en", "la placa termina en"), number),
);

const yes = of("sí", "sí señora", "listo", "dale", "ok", "claro", "sí confirmo", "perfecto", "de una", "hágale pues");
const doubt = fc.oneof(
  sentence(
    of(", pero", ", aunque", ", solo que", " y", ","),
    of(
      "primero consulto con mi señora",
      "no estoy muy convencida",
      "déjeme lo hablo en la casa",
      "me toca mirar la plata",
      "quiero preguntarle a mi doctor",
      "mi esposo decide",
      "me da cosita",
      "tengo mis dudas",
      "ando corta de plata",
      "mañana le cuento",
      "apenas me paguen",
      "deme un tiempito",
      "todavía lo estoy pensando",
    ),
  ),
  sentence(
    of(", si", " siempre y cuando", ", pero solo si", ", con tal que"),
    of(
      "me llega antes del viernes",
      "me rebajan algo",
      "me lo garantizan",
      "mi hijo está de acuerdo",
      "el envío sale gratis",
      "traen el registro",
    ),
  ),
  sentence(
    of(",", " y", ", pero"),
    of(
      "¿cuánto se demora?",
      "¿cómo sé que no es estafa?",
      "¿eso sí funciona?",
      "¿qué pasa si no me gusta?",
      "¿me hacen factura?",
      "¿puedo devolverlo?",
    ),
  ),
  sentence(
    of(", pero", ","),
    of(
      "mándelo la otra semana",
      "dentro de ocho días",
      "cuando vuelva del viaje",
      "después de la quincena",
      "más adelantico",
    ),
  ),
);

const objection = fc.oneof(
  sentence(
    of("", "uy", "la verdad", "ay señorita"),
    of(
      "está muy caro",
      "no me convence",
      "no quiero todavía",
      "no gracias",
      "lo voy a pensar",
      "no confío mucho",
      "me parece carísimo",
      "no tengo plata ahora",
      "eso huele a estafa",
      "mi esposo no quiere",
      "prefiero esperar",
      "no estoy segura",
    ),
  ),
  sentence(
    of("y", "pero", ""),
    of(
      "¿quién me garantiza eso?",
      "¿no será una estafa?",
      "¿y si no me sirve?",
      "¿me hacen rebaja?",
      "¿y si llega dañado?",
      "¿por qué tan caro?",
      "¿eso no será puro cuento?",
    ),
  ),
  sentence(of("jmm", "no sé", "uy"), of("blen trufa", "así como pues", "el del otro día", "como le dijera")),
);

const politeness = of("ok gracias", "gracias", "bueno gracias", "muy amable");

function at(from: StartingPoint) {
  return createSandboxConversation(somnioFlow, from);
}

describe("a number that belongs to something else", () => {
  test("chooses no pack, wherever the sale stands", async () => {
    const starts: StartingPoint[] = [summing("1x"), summing("3x"), OFFERING, { ...COLLECTING, data: SIX }];
    await fc.assert(
      fc.asyncProperty(NUMBERS_OF_ELSEWHERE, fc.constantFrom(...starts), async (says, from) => {
        const conversation = at(from);
        const pack = conversation.session().packSeleccionado;
        await conversation.hear([says]);
        expect(conversation.session().packSeleccionado, says).toBe(pack);
      }),
      RUNS,
    );
  });

  test("and a pack is still chosen by its number, its ordinal or its noun", async () => {
    for (const [says, pack] of [
      ["el tercero", "3x"],
      ["2", "2x"],
      ["mejor dos", "2x"],
      ["cámbielo a la promo de 3", "3x"],
      ["ay no, mejor mándeme los 3 frascos que mi mamá también quiere", "3x"],
      ["el de dos por favor", "2x"],
    ] as const) {
      const conversation = at(summing("1x"));
      await conversation.hear([says]);
      expect(conversation.session().packSeleccionado, says).toBe(pack);
      expect(conversation.orders()).toEqual([]);
    }
  });
});

test("D5: a yes beside a doubt, a condition, a delay or a question orders nothing, in one message or in two", async () => {
  await fc.assert(
    fc.asyncProperty(yes, doubt, fc.boolean(), async (agrees, but, isBurst) => {
      const conversation = at(summing("2x"));
      await conversation.hear(isBurst ? [agrees, but.replace(/^[ ,]+/, "")] : [`${agrees}${but}`]);
      expect(conversation.orders(), `${agrees}${but}`).toEqual([]);
    }),
    RUNS,
  );
});

test.each([
  "dale, solo que deme un tiempito",
  "listo, deme un consejito",
  "sí, pero con una rebajita",
  "ok, falta mi hijito",
  "dale, regáleme otro pedacito",
  "sí, la facturita",
  "dale la casita",
  "listo el recibito",
])("a yes with something asked for in a diminutive orders nothing: %s", async (says) => {
  const conversation = at(summing("2x"));
  await conversation.hear([says]);
  expect(conversation.orders()).toEqual([]);
});

const anotherNumber = sentence(
  of("pensándolo mejor,", "ay no vea, mejor", "mire,", "la verdad es que", "uy espere,", ""),
  of(
    "redúzcalo a",
    "que sean",
    "déjelo en",
    "súbalo a",
    "bájele a",
    "me quedo con",
    "pásemelo a",
    "ya no quiero dos sino",
  ),
  of("un frasco", "uno", "tres", "tres frascos", "3"),
  of("", "que mi hermana también quiere", "porque no me alcanza", "pues", "por favor", "que eso se acaba rápido"),
);

test("after another number at the summary, understood or not, a yes never orders the old one", async () => {
  await fc.assert(
    fc.asyncProperty(anotherNumber, yes, async (says, agrees) => {
      const conversation = at(summing("2x"));
      await conversation.hear([says]);
      await conversation.hear([agrees]);
      expect(
        conversation.orders().filter(({ pack }) => pack === "2x"),
        says,
      ).toEqual([]);
    }),
    RUNS,
  );
});

test.each(["ehhh", "pues eso", "ajá y entonces", "bueno y qué"])(
  "a sound, and words that wait for what we say, order nothing: %s",
  async (says) => {
    const conversation = at(summing("2x"));
    await conversation.hear([says]);
    expect(conversation.orders()).toEqual([]);
  },
);

test.each(["dale mi reina bella", "sí mi hermano querido", "mmm, sí", "pues, sí"])(
  "a yes stays one beside what the customer calls us, or a sound: %s",
  async (says) => {
    const conversation = at(summing("2x"));
    await conversation.hear([says]);
    expect(conversation.orders()).toMatchObject([{ pack: "2x" }]);
  },
);

test.each([
  "sí camarita, hágale con confianza",
  "si patroncito confirmado, estaba en el peaje",
  "yess confirma",
  "todo correcto confirma",
  "sí mija confirma eso",
  "confirmo el pedido en los términos expuestos",
  "confirmo sumercé, yo le aviso a ella",
  "si mani todo fino",
  "hágale mijo que yo ya estoy aquí esperando con la escoba en la mano",
])("a yes stays one where its clause says more, which holds nothing back: %s", async (says) => {
  const conversation = at(summing("2x"));
  await conversation.hear([says]);
  expect(conversation.orders()).toMatchObject([{ pack: "2x" }]);
});

test.each([
  "sí mani todo fino con tal que llegue el viernes",
  "si eso llega mañana confirmo",
  "si dice ella que sí, confirmo",
  "yo le aviso si ella confirma",
  "si de verdad sirve, mándelo",
  "hágale mijo pero sin el correo ese",
  "confirmo sumercé, yo le aviso cuándo",
  "hágale mija que sí son los tres frascos que pedí",
])("a yes that opens its clause is none beside a condition, a delay or another number: %s", async (says) => {
  const conversation = at(summing("2x"));
  await conversation.hear([says]);
  expect(conversation.orders()).toEqual([]);
});

test.each(["tomo anticoagulantes", "estoy en quimioterapia", "me están dando corticoides"])(
  "who takes a kind of medicine buys through a person, whatever they agree to: %s",
  async (says) => {
    const conversation = at(summing("2x"));
    await conversation.hear([says]);
    await conversation.hear(["sí, confirmo"]);
    await conversation.wait(3_600);
    expect(conversation.orders()).toEqual([]);
  },
);

test.each(["no, para Tunja", "Tunja", "es a Tunja Boyacá", "no, Tunja"])(
  "asked whether it goes where they only asked about, a customer names another place, and it goes there: %s",
  async (says) => {
    const conversation = at({});
    for (const told of [
      "hacen envíos a Neiva?",
      "me quedo con el de dos",
      "Álvaro Pérez",
      "3040418526",
      "Calle 64 # 49-25",
    ])
      await conversation.hear([told]);
    await conversation.wait(1_300);
    await conversation.hear([says]);
    expect(conversation.session().datosCapturados).toMatchObject({ ciudad: "Tunja", departamento: "Boyacá" });
    await conversation.hear(["sí"]);
    expect(conversation.orders()).toMatchObject([{ pack: "2x" }]);
  },
);

test.each(["no, para Tunja", "no señora, va para Tunja", "no, Tunja"])(
  "a no with another place at the summary is that place: %s",
  async (says) => {
    const conversation = at(summing("2x"));
    await conversation.hear([says]);
    expect(conversation.orders()).toEqual([]);
    expect(conversation.session().datosCapturados).toMatchObject({ ciudad: "Tunja" });
  },
);

test("D5, A33: silence after an objection, a refusal or words not understood orders nothing, however polite what follows is", async () => {
  await fc.assert(
    fc.asyncProperty(
      objection,
      fc.option(politeness, { nil: null }),
      fc.constantFrom(summing("1x"), OFFERING),
      async (says, polite, from) => {
        const conversation = at(from);
        await conversation.hear([says]);
        if (polite !== null && conversation.session().status === "active") {
          await conversation.wait(120);
          await conversation.hear([polite]);
        }
        await conversation.wait(3_600);
        expect(conversation.orders(), says).toEqual([]);
      },
    ),
    RUNS,
  );
});

test.each(["¿me hacen factura?", "¿cómo rastreo el pedido?"])(
  "silence after a question that an entry of the shop's knowledge answers orders nothing: %s",
  async (asks) => {
    for (const from of [summing("2x"), OFFERING]) {
      const conversation = at(from);
      await conversation.hear([asks]);
      await conversation.wait(3_600);
      expect(conversation.orders()).toEqual([]);
    }
  },
);

test("who chose and then says nothing still gets the pending order of the timer", async () => {
  const conversation = at(OFFERING);
  await conversation.hear(["el de 2 por favor"]);
  await conversation.wait(700);
  expect(conversation.orders()).toMatchObject([{ pack: "2x", status: "pending" }]);
});
