import { describe, expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import type { Decision } from "../../../src/core/agent/agent.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { COLLECTING, CONFIRMED, summing, TALKING } from "../../scenarios/somnio/starting-points.ts";

const DATA = "Marta Ríos, 301 555 0142, Cll 45 # 12-30 barrio Laureles, Medellín, Antioquia";

async function outcomeOf(start: StartingPoint, steps: readonly (string | number)[]) {
  const conversation = createSandboxConversation(somnioFlow, start);
  let last: Decision | null = null;
  for (const step of steps) {
    if (typeof step === "number") await conversation.wait(step);
    else last = (await conversation.hear([step])).decision ?? null;
  }
  const said = (last?.messages ?? []).map(({ text = "" }) => text).join("\n");
  return {
    packs: conversation.orders().map(({ pack }) => pack),
    data: conversation.session().datosCapturados,
    mode: conversation.session().mode,
    handoff: last?.handoff ?? null,
    said,
  };
}

describe("a yes with a note to the courier", () => {
  test.each([
    ["sí, pero que llamen antes de ir", "llamen antes de ir"],
    ["confirmo, pero que me timbren cuando lleguen porque el timbre no suena", "timbren cuando lleguen"],
    ["sí señora, que lo traigan por la tarde", "traigan por la tarde"],
    ["dale, avísenme cuando estén cerca", "avísenme cuando estén cerca"],
  ])("orders, and the order carries it: %s", async (says, note) => {
    const { packs, data } = await outcomeOf(summing("2x"), [says]);
    expect(packs).toEqual(["2x"]);
    expect(data["indicaciones_extra"]).toContain(note);
  });

  test.each([
    "sí, pero que llegue antes del viernes",
    "sí, que me avisen antes porque no sé si lo voy a comprar",
    "sí pero que me llamen antes para cuadrar el precio",
  ])("that is a condition orders nothing: %s", async (says) => {
    expect((await outcomeOf(summing("2x"), [says, 3_600])).packs).toEqual([]);
  });
});

describe("a yes beside the question where to pay", () => {
  test.each(["Sí confirmo, mándeme el nequi", "confirmado, ¿a qué cuenta le consigno?"])(
    "orders, and is answered: %s",
    async (says) => {
      const { packs, said } = await outcomeOf(summing("2x"), [says]);
      expect(packs).toEqual(["2x"]);
      expect(said).toMatch(/Nequi/);
    },
  );

  test.each([
    "sí, pero le consigno la mitad",
    "sí, ¿me rebaja si le pago por nequi?",
    "sí y le consigno cuando me paguen",
  ])("orders nothing when it bargains or waits: %s", async (says) => {
    expect((await outcomeOf(summing("2x"), [says, 3_600])).packs).toEqual([]);
  });
});

test.each(["no me lo manden", "ya no lo envíen por favor", "que no lo despachen"])(
  "an order that is called off in other words goes to a person: %s",
  async (says) => {
    expect((await outcomeOf(CONFIRMED, [says])).handoff).not.toBeNull();
  },
);

test.each(["a la casa por favor", "en mi casa", "en la casita"])(
  "where it goes, while data is collected, is no riddle: the rest is asked for (%s)",
  async (says) => {
    const { said, handoff } = await outcomeOf(COLLECTING, ["Marta Ríos, 301 555 0142", says]);
    expect(handoff).toBeNull();
    expect(said).toMatch(/falta/);
    expect(said).not.toMatch(/no le entendí/);
  },
);

describe("a town of which there are several", () => {
  test("all else is told: which one it is is asked at once", async () => {
    const { said } = await outcomeOf(COLLECTING, ["Dora Chaves, 310 445 8891, Calle 3 # 5-12", "san pablo"]);
    expect(said).toMatch(/Departamento/);
  });

  test("its department was all that an order lacked: the next step at once", async () => {
    const { said } = await outcomeOf(COLLECTING, ["Dora Chaves, 310 445 8891, Calle 3 # 5-12", "san pablo", "Nariño"]);
    expect(said).toMatch(/Cuál le gustaría/);
  });
});

describe("another number at the summary", () => {
  test.each([
    ["3x", "no espere, tres es mucho, que sea uno", /Somnio 90 Caps\* por|Somnio 90 Caps\*\n/],
    ["2x", "uy no espere, mejor 3 que mi hermana también quiere", /x3/],
  ] as const)("is said back, and nothing is ordered: %s, %s", async (from, says, pack) => {
    const { packs, said } = await outcomeOf(summing(from), [says]);
    expect(packs).toEqual([]);
    expect(said).toMatch(pack);
  });
});

describe("a wish in other words begins the sale with its number and its town", () => {
  test.each([
    ["epa mano un frasco pa bucaramanga", "1x", "Bucaramanga"],
    ["2 frascos a Sincelejo x favor", "2x", "Sincelejo"],
    ["va uno para Santa Marta", "1x", "Santa Marta"],
    ["Un frasco para Puerto Carreño Vichada, ¿se puede?", "1x", "Puerto Carreño"],
    ["oe un frasco de esos pa dormir", "1x", undefined],
    ["¿me lleva 3?", "3x", undefined],
    ["Buenas, me encarga uno por favor?", "1x", undefined],
    ["quiero pedir el frasco de 79.900", "1x", undefined],
  ])("%s", async (says, pack, city) => {
    const conversation = createSandboxConversation(somnioFlow, TALKING);
    await conversation.hear([says]);
    expect(conversation.session().packSeleccionado).toBe(pack);
    expect(conversation.session().datosCapturados["ciudad"]).toBe(city);
  });
});

test("a wish beside an address without numbers is kept with it", async () => {
  const { said } = await outcomeOf(TALKING, [
    "¿cuánto por 3?",
    "listo los 3. Robinson Angulo, 318 774 0026, av Simón Bolívar km 6 barrio Caldas casa 40, Buenaventura",
  ]);
  expect(said).toMatch(/x3.*169\.900/s);
});

test.each(["sí, confirmo, ella paga al recibir", "sí, mi mamá cancela contra entrega"])(
  "who pays at the door changes nothing of a yes: %s",
  async (says) => {
    expect((await outcomeOf(summing("3x"), [says])).packs).toEqual(["3x"]);
  },
);

test("a name behind a phone calls for no warning and no person", async () => {
  const { handoff, said, data } = await outcomeOf(COLLECTING, [
    "Álvaro Uricoechea Téllez",
    "mi celu: 319 442 7650, Jenny",
  ]);
  expect(handoff).toBeNull();
  expect(said).not.toMatch(/médico/);
  expect(data["nombre"]).toBe("Álvaro");
});

describe("an illness that is told", () => {
  test("is answered, and their own yes orders", async () => {
    expect(
      (await outcomeOf(TALKING, ["la menopausia no me deja dormir", "quiero uno solo", DATA, "sí, confirmo"])).packs,
    ).toEqual(["1x"]);
  });

  test("is followed by no order without a yes", async () => {
    expect((await outcomeOf(TALKING, ["soy hipertensa", "quiero dos frascos", DATA, 3_600, 10_800])).packs).toEqual([]);
  });

  test("a bare yes behind the answer is asked once more", async () => {
    const { packs, said } = await outcomeOf(summing("2x"), ["tomo losartán", "sí"]);
    expect(packs).toEqual([]);
    expect(said).toMatch(/visto bueno|confirmo/);
    expect((await outcomeOf(summing("2x"), ["tomo losartán", "sí", "sí"])).packs).toEqual(["2x"]);
  });

  test.each([
    "le pregunté a mi doctor y me dijo que sí puedo. quiero un frasco",
    "mi cardióloga me autorizó, deme un frasco",
  ])("with a doctor of their own goes on: %s", async (says) => {
    expect((await outcomeOf(TALKING, ["tomo losartán, ¿lo puedo tomar?", says, DATA, "sí"])).packs).toEqual(["1x"]);
  });

  test.each([
    "quiero un frasco",
    "el doctor me lo prohibió pero deme un frasco",
    "¿toca preguntarle al médico? deme uno solo",
  ])("and asked about, without a doctor, goes to a person: %s", async (says) => {
    const { packs, mode } = await outcomeOf(TALKING, ["tomo losartán, ¿lo puedo tomar?", says, DATA, "sí, confirmo"]);
    expect(packs).toEqual([]);
    expect(mode).toBe("handoff");
  });
});

test("who says the known town at the summary, three times over, is asked for the yes and brings no person", async () => {
  const town = "Medellín, Antioquia";
  const { handoff, mode, said } = await outcomeOf(summing("1x"), [town, town, town]);
  expect({ handoff, mode }).toEqual({ handoff: null, mode: "resumen" });
  expect(said).toMatch(/confirma/i);
});

test.each(["otro para mi suegra", "me antojé de otro", "póngame otro por favor", "también quiero para mi papá"])(
  "a wish for another after an order begins a new sale, whatever a classifier makes of it: %s",
  async (wish) => {
    const { mode, handoff, said } = await outcomeOf(CONFIRMED, [wish]);
    expect({ mode, handoff }).toEqual({ mode: "collecting_data", handoff: null });
    expect(said).toMatch(/datos de su pedido anterior/);
  },
);
