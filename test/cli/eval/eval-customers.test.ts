import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { evaluateCustomers } from "../../../src/cli/eval/eval-customers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

afterEach(() => void vi.restoreAllMocks());

const AGENT = fileURLToPath(new URL("parrot-agent.js", import.meta.url));

type Lines = readonly (object | string)[];

async function evaluated(lines: { messages?: Lines; conversations?: Lines }, agent = AGENT): Promise<unknown> {
  const folder = temporaryFolder("recado-customers-");
  const files = Object.entries(lines).map(([name, written]) => {
    const path = join(folder, `${name}.jsonl`);
    writeFileSync(path, written.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
    return [name, path] as const;
  });
  let out = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    out += String(text);
    return true;
  });
  await evaluateCustomers({ ...Object.fromEntries(files), agent, failures: true, json: true });
  return JSON.parse(out);
}

/** The verdict of one message; the parrot takes it for `precio` at 90 unless the message says otherwise. */
async function verdictOf(line: object): Promise<string> {
  const { messages } = (await evaluated({ messages: [line] })) as {
    messages: { byClass: { all: Record<string, number> } };
  };
  return Object.entries(messages.byClass.all).flatMap(([verdict, count]) => (count === 1 ? [verdict] : []))[0] ?? "";
}

test("a message is right when any of its intents came, and when all of one list came", async () => {
  expect(await verdictOf({ text: "says precio 90", intents: ["envio", "precio"] })).toBe("right");
  expect(await verdictOf({ text: "says precio 90", intents: [["envio", "precio"]] })).toBe("wrong");
  expect(await verdictOf({ text: "says hola+precio 90", intents: [["hola", "precio"]] })).toBe("right");
  expect(await verdictOf({ text: "says precio 90", intents: ["envio"], acceptable: ["precio"] })).toBe("acceptable");
});

test("what is forbidden is harm, however right the rest is", async () => {
  expect(await verdictOf({ text: "takes 2x", intents: ["precio"], forbidden: ["pack"] })).toBe("harmful");
  expect(await verdictOf({ text: "takes 2x", intents: ["precio"], forbidden: ["pack:3x"] })).toBe("right");
  expect(await verdictOf({ context: { pack: "2x" }, text: "takes 2x", intents: ["precio"], forbidden: ["pack"] })).toBe(
    "right",
  );
});

test("a note of why a sale is held is no datum of the customer's, and may still be forbidden by its name", async () => {
  const asked = { text: "tomo losartán, ¿me la puedo tomar?", intents: ["contraindicaciones"] };
  const verdict = async (forbidden: string[]): Promise<string> => {
    const { messages } = (await evaluated({ messages: [{ ...asked, forbidden }] }, "somnio")) as {
      messages: { right: { count: number }; harmful: { count: number } };
    };
    return messages.harmful.count === 1 ? "harmful" : messages.right.count === 1 ? "right" : "other";
  };
  expect(await verdict(["data"])).toBe("right");
  expect(await verdict(["field:venta_en_pausa_medicina"])).toBe("harmful");
});

test("silence, an answer without understanding and a handover have names of their own", async () => {
  expect(await verdictOf({ text: "hush", intents: ["precio"] })).toBe("silent");
  expect(await verdictOf({ text: "hush", intents: ["silence"] })).toBe("right");
  expect(await verdictOf({ text: "says precio 30", intents: ["envio"] })).toBe("unclear");
  expect(await verdictOf({ text: "person", intents: ["person"] })).toBe("right");
});

test("a datum must be known afterwards, by its value, and one that was known before is not new", async () => {
  const told = { text: "tells ciudad Bogotá", intents: ["precio"] };
  expect(await verdictOf({ ...told, fields: { ciudad: "bogota" } })).toBe("right");
  expect(await verdictOf({ ...told, fields: { ciudad: "Cali" } })).toBe("wrong");
  expect(await verdictOf({ ...told, fields: { ciudad: null } })).toBe("wrong");
  expect(await verdictOf({ ...told, forbidden: ["field:ciudad"] })).toBe("harmful");
  const known = { context: { data: { ciudad: "Bogotá" } }, text: "says precio 90", intents: ["precio"] };
  expect(await verdictOf({ ...known, forbidden: ["data"], fields: { ciudad: "Bogotá" } })).toBe("right");
  const phone = { text: "tells telefono 573001112233", intents: [], fields: { telefono: "300 111 2233" } };
  expect(await verdictOf(phone)).toBe("right");
  const door = { text: "tells direccion Carrera 39 # 45-12", intents: [] };
  expect(await verdictOf({ ...door, fields: { direccion: "cra 39 #45-12" } })).toBe("right");
  expect(await verdictOf({ ...door, fields: { direccion: "cra 39 # 45-13" } })).toBe("wrong");
});

test("earlier messages are heard first, and only the last one is judged", async () => {
  const line = { context: ["tells ciudad Cali", "takes 2x"], text: "says precio 90", intents: ["precio"] };
  expect(await verdictOf({ ...line, forbidden: ["data", "pack"], fields: { ciudad: "Cali" } })).toBe("right");
});

test("the report counts by class, by band of confidence, and says how sure a share is", async () => {
  const messages = [
    { class: "price", text: "says precio 90", intents: ["precio"] },
    { class: "price", text: "says precio 90", intents: ["envio"] },
    { class: "hello", text: "says hola 70", intents: ["hola"] },
  ];
  expect(await evaluated({ messages })).toMatchObject({
    conversations: null,
    messages: {
      count: 3,
      right: { count: 2, of: 3, share: 0.6667, interval: [0.2077, 0.9385] },
      byClass: { price: { right: 1, wrong: 1, harmful: 0 }, hello: { right: 1 } },
      calibration: [
        { from: 0, to: 39, right: { of: 0, share: null, interval: null } },
        { from: 40, to: 59, right: { of: 0 } },
        { from: 60, to: 84, right: { count: 1, of: 1 } },
        { from: 85, to: 100, right: { count: 1, of: 2 } },
      ],
    },
    failures: [{ class: "price", verdict: "wrong", text: ["says precio 90"] }],
  });
});

test("Somnio's conversations are played to their end: a sale, and a refusal that nothing orders", async () => {
  const sale = [
    "hola, quiero comprar",
    "Marta Ríos, cel 301 555 0142, Cll 45 #12-30 Laureles, Medellín, marta@ejemplo.co",
    "2",
    "sí confirmo",
  ];
  const conversations = [
    { steps: sale, order: { pack: "2x", total: 129_900 }, fields: { ciudad: "medellin" } },
    { steps: sale, order: { pack: "3x" } },
    { steps: sale, order: null },
    { steps: ["hola, cuánto vale?", "no gracias, muy caro", { wait: "21m" }], order: null },
    { steps: ["hola"], order: {} },
  ];
  expect(await evaluated({ conversations }, "somnio")).toMatchObject({
    messages: null,
    conversations: {
      count: 5,
      right: { count: 2, of: 5 },
      harmful: { count: 2, of: 5 },
      buyers: { count: 1, of: 3 },
      unwantedOrders: { count: 1, of: 2 },
      ordersByTurn: { 4: 3 },
      byClass: { all: { right: 2, wrong: 1, harmful: 2 } },
    },
  });
});

test("the examples of the page are read, and what fits no line is refused with its place", async () => {
  const page = readFileSync(new URL("../../../docs/customers.md", import.meta.url), "utf8");
  const blocks = [...page.matchAll(/```jsonl customers-(messages|conversations)\n([^`]*)```/g)];
  const lines = Object.fromEntries(blocks.map(([, name = "", text = ""]) => [name, text.trim().split("\n")]));
  expect(await evaluated(lines, "somnio")).toMatchObject({ messages: { count: 4 }, conversations: { count: 2 } });
  await expect(evaluated({ messages: [{ text: "hola", intent: ["hola"] }] })).rejects.toThrow(
    /messages\.jsonl:1 is no labelled message: .*intent/,
  );
  await expect(evaluated({ conversations: [{ steps: [{ wait: "soon" }], order: null }] })).rejects.toThrow(/jsonl:1/);
  await expect(evaluated({})).rejects.toThrow(/--messages, --conversations/);
});

test("a label with a name that the agent does not have is told with its line and the known names", async () => {
  const told: string[] = [];
  vi.spyOn(process.stderr, "write").mockImplementation((text) => told.push(String(text)) > 0);
  const order = { class: "buyer", steps: ["hola"], order: null };
  await evaluated(
    {
      messages: [
        { text: "hola", intents: ["hola", ["opt_out", "knowledge.factura"]], fields: { correo: null } },
        { text: "hola", intents: ["hola"], acceptable: ["knowledge.fatura"], forbidden: ["pack:9x"] },
      ],
      conversations: [order, { ...order, fields: { email: "ana@ejemplo.co" } }],
    },
    "somnio",
  );
  expect(told).toEqual([
    expect.stringMatching(/messages\.jsonl, line 2: .*"knowledge\.fatura"; outcomes are .*knowledge\.factura/u),
    expect.stringMatching(/messages\.jsonl, line 2: .*"pack:9x"; outcomes are pack:1x, pack:2x, pack:3x\n$/u),
    expect.stringMatching(/conversations\.jsonl, line 2: no field is called "email"; fields are .*correo/u),
  ]);
});
