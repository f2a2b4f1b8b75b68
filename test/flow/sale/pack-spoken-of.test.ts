import { expect, test } from "vitest";
import { somnioFlow } from "../../../src/agents/somnio/somnio-flow.ts";
import { createSandboxConversation } from "../../../src/lab/memory/sandbox-conversation.ts";
import type { StartingPoint } from "../../../src/lab/memory/starting-point.ts";
import { summing } from "../../scenarios/somnio/starting-points.ts";

const DATA = "Ana Ruiz, 3001112233, Calle 5 # 10-20 barrio San Fernando, Cali Valle";

/** The mode and the pack once these messages are said, one after the other. */
async function after(said: readonly string[], from?: StartingPoint): Promise<string> {
  const conversation = createSandboxConversation(somnioFlow, from);
  for (const text of said) await conversation.hear([text]);
  const { mode, packSeleccionado } = conversation.session();
  return `${mode} ${packSeleccionado}`;
}

test.each<[string, readonly string[]]>([
  ["2x", ["ya había comprado y me sirvió, kiero 2 esta vez"]],
  ["2x", ["¿cómo hago para pedir dos frascos?"]],
  ["2x", ["si me hace el favor me manda dos fraquitos"]],
  ["2x", ["quiero comprar el de 129"]],
  ["2x", ["buenas noches, ¿todavía atienden? quiero comprar el de 129"]],
  ["2x", ["quiero el dúo"]],
  ["3x", ["me llevo el trío"]],
  ["3x", ["¿cuál es la mejor promo?", "esa de los tres me gustó, la quiero"]],
  ["2x", ["¿el de dos frascos en cuánto quedó?", "lo llevo"]],
  ["3x", ["los 3 cuanto", "ok los quiero"]],
  ["1x", ["quería el de 1 pero antes: si lo pido hoy, ¿cuándo llega a Cali?"]],
  ["1x", ["quiero comprar", "el que sale más barato, uno"]],
  ["2x", ["ella me pidió que le encargara 2 de esos"]],
])("%s was spoken of, so the summary says it as soon as the data is told: %j", async (pack, said) => {
  expect(await after([...said, DATA])).toBe(`resumen ${pack}`);
});

test.each<[string, readonly string[]]>([
  ["1x", ["no hay tienda entonces, ¿cómo hago para pedir uno?"]],
  ["1x", ["pa cuánto me sale 1 tarro puesto en Cali", "hágale pues"]],
  ["1x", ["vi q vale 79900, lo quiero"]],
  ["3x", ["buenas ese de la promoción de 3 todavía está?"]],
])(
  "%s may be meant: the summary asks as soon as the data is told, a yes orders it, and silence nothing: %j",
  async (pack, said) => {
    const told = [...said, DATA];
    expect(await after(told)).toBe(`resumen ${pack}`);
    expect(await after([...told, "sí, confirmo"])).toBe(`confirmado ${pack}`);
    const conversation = createSandboxConversation(somnioFlow);
    const turns = [];
    for (const text of told) turns.push(await conversation.hear([text]));
    expect(turns.at(-1)?.decision?.timer).toBeNull();
    expect(turns.at(-1)?.decision?.timerSignals).toMatchObject([{ type: "cancel" }]);
  },
);

test.each(["79", "129", "169"])("a door of %s supposes no pack", async (door) => {
  expect(await after(["quiero comprar", `Ana Ruiz, 3001112233, Transversal ${door} # 10-20, Cali Valle`, "sí"])).toBe(
    "ofrecer_promos null",
  );
});

test("words that chose nothing, once the data is there, are said back", async () => {
  const told = [
    "Para pedido: Ana Ruiz, 3001112233, Calle 5 # 10-20, Cali",
    "el de tres me rinde más porque somos dos tomando",
  ];
  expect(await after(told)).toBe("resumen 3x");
});

test("what they asked the price of and take with their data is the pack", async () => {
  expect(await after(["vi la promo, ¿los dos en 129?", `me los llevo, soy ${DATA}`])).toBe("resumen 2x");
});

test.each<[readonly string[]]>([
  [["quiero comprar", "¿los tres vienen juntos?"]],
  [["quiero comprar", "no sé si pedir dos o tres"]],
  [["quiero comprar, es que somos dos en la casa"]],
])("what was only asked, doubted or counted otherwise chooses none: %j", async (said) => {
  expect(await after([...said, DATA, "sí"])).toBe("ofrecer_promos null");
});

test.each<[string, string]>([
  ["uy no, me equivoqué, era 1", "1x"],
  ["mejor que sean uno que ando corto", "1x"],
  ["dice que 2, mi mamá todavía tiene", "2x"],
  ["el de dos que sale más barato cada uno", "2x"],
])("another number at the summary of three is said back, and the yes orders it: %s", async (says, pack) => {
  expect(await after([says], summing("3x"))).toBe(`resumen ${pack}`);
  expect(await after([says, "sí, confirmo"], summing("3x"))).toBe(`confirmado ${pack}`);
});

test("who is short of money is in no danger", async () => {
  const conversation = createSandboxConversation(somnioFlow, summing("3x"));
  const { decision } = await conversation.hear(["dice que 1 que ando corto"]);
  expect(decision?.handoff).toBeNull();
});
