import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent, AgentInput, Decision } from "../../src/core/agent/agent.ts";
import type { Fact } from "../../src/core/memory/fact.ts";
import { decision, testAgent } from "../support/shop.ts";

/** One customer's conversation, wherever it is kept. */
export interface MemoryStage {
  /** Resolves when it was answered, and what it taught is kept. */
  says(...texts: readonly string[]): Promise<void>;
  passes(ms: number): Promise<void>;
  heard(): Promise<readonly string[]>;
  /** What is known now, newest first. */
  facts(): Promise<readonly Fact[]>;
  /** The captured data of the newest session. */
  data(): Promise<Readonly<Record<string, string>>>;
}

export interface MemoryKeeper {
  open(agent: Agent): Promise<MemoryStage>;
  close(): Promise<void>;
}

const HOUR = 3_600_000;

/** Repeats how many facts it was handed, and captures `ciudad=…`. */
export function rememberingAgent(overrides: Partial<Agent> = {}, seen: AgentInput[] = []): Agent {
  return testAgent(
    (input): Decision => {
      seen.push(input);
      const city = /^(?:mando|envíen) a (.+)$/u.exec(input.messages.at(-1) ?? "")?.[1];
      const updates = city === undefined ? {} : { newDatosCapturados: { ciudad: city } };
      return decision("ok", { stateUpdates: updates });
    },
    { memory: "always", ...overrides },
  );
}

const known = (facts: readonly Fact[]) => facts.map(({ key, value }) => `${key}=${value}`);

/** What an agent remembers of its customer, in memory and in PostgreSQL alike. */
export function memoryContract(name: string, begin: () => Promise<MemoryKeeper>): void {
  let keeper: MemoryKeeper;
  beforeAll(async () => {
    keeper = await begin();
  });
  afterAll(() => keeper?.close());

  describe(name, () => {
    test("what a customer says about themselves is kept with their own words", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("Hola, me llamo Ana Ruiz. Mi cumpleaños es el 5 de mayo, y me gusta el café sin azúcar");
      expect(known(await stage.facts())).toEqual(
        expect.arrayContaining(["display_name=Ana Ruiz", "birthday=el 5 de mayo", "likes=el café sin azúcar"]),
      );
      for (const { quote, value } of await stage.facts()) expect(quote).toContain(value);
    });

    test("an agent that remembers nothing learns nothing and is handed nothing", async () => {
      const seen: AgentInput[] = [];
      const agent = testAgent((input) => {
        seen.push(input);
        return decision("ok");
      });
      const stage = await keeper.open(agent);
      await stage.says("me llamo Ana");
      await stage.says("¿qué sabes de mí?");
      expect(await stage.facts()).toEqual([]);
      expect(seen.map(({ memory }) => memory)).toEqual([undefined, undefined]);
      expect(await stage.heard()).toEqual(["ok", "ok"]);
    });

    test("the next turn has the profile, and a wish for a tool has the facts that belong to it", async () => {
      const seen: AgentInput[] = [];
      const stage = await keeper.open(rememberingAgent({}, seen));
      await stage.says("me llamo Ana. odio el cilantro. mi cumpleaños es el 5 de mayo");
      await stage.says("hola");
      await stage.says("recuérdame mi cumpleaños");
      expect(seen[0]?.memory).toEqual({ profile: null, facts: [], windows: [] });
      expect(seen[1]?.memory).toMatchObject({ profile: { displayName: "Ana", goals: null }, facts: [] });
      expect(known(seen[2]?.memory?.facts ?? [])).toEqual(["birthday=el 5 de mayo"]);
    });

    test("a new value ends the one before, a repeated one adds nothing, and likes stand beside each other", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("vivo en Cali");
      await stage.says("vivo en Pasto");
      await stage.says("Vivo en PASTO");
      await stage.says("me gusta el tinto");
      await stage.says("me gusta el chocolate");
      expect(known(await stage.facts())).toEqual(["likes=el chocolate", "likes=el tinto", "city=Pasto"]);
    });

    test("what a flow captured is known with the words that said it; what nobody said is not", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("mando a Medellín");
      expect(await stage.facts()).toMatchObject([
        { key: "ciudad", value: "Medellín", kind: "captured", quote: "mando a Medellín" },
      ]);
      const invents = rememberingAgent({
        decide: () => decision("ok", { stateUpdates: { newDatosCapturados: { ciudad: "Bogotá" } } }),
      });
      const other = await keeper.open(invents);
      await other.says("hola");
      expect(await other.facts()).toEqual([]);
    });

    test("what else a message says about health stands in no quote of what a flow captured", async () => {
      const captures = rememberingAgent({
        decide: () =>
          decision("ok", { stateUpdates: { newDatosCapturados: { ciudad: "Cali", barrio: "El Poblado" } } }),
      });
      const stage = await keeper.open(captures);
      await stage.says("soy alérgica al maní, mando a CALI. estoy embarazada en el poblado");
      expect((await stage.facts()).map(({ quote }) => quote).toSorted()).toEqual(["el poblado", "mando a CALI"]);
    });

    test("health and documents are kept only when the customer asks for it, and a card never", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("soy alérgica al maní. mi cédula es 1020304050. mi tarjeta es 4111 1111 1111 1111");
      expect(await stage.facts()).toEqual([]);
      await stage.says("recuerda que soy alérgica al maní", "anota que mi tarjeta es 4111 1111 1111 1111");
      expect(await stage.facts()).toMatchObject([
        { key: "allergy", value: "maní", sensitivity: "health", kind: "requested" },
      ]);
    });

    test("what is sensitive is asked about once, kept after a yes, and withdrawn at the customer's word", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("hola, soy alérgica al maní");
      expect(await stage.heard()).toEqual([
        "ok",
        "¿Puedo recordar que me dijo «soy alérgica al maní»? Solo lo guardo si usted quiere.",
      ]);
      expect(await stage.facts()).toEqual([]);
      await stage.says("soy alérgica al gluten");
      expect(await stage.heard()).toHaveLength(3);
      await stage.says("Sí, recuérdelo");
      expect((await stage.heard()).at(-1)).toBe(
        "Listo, lo recordaré. Si cambia de opinión, escríbame «olvida mi alergia».",
      );
      expect(await stage.facts()).toMatchObject([
        { key: "allergy", value: "maní", quote: "soy alérgica al maní", kind: "confirmed", sensitivity: "health" },
      ]);
      await stage.says("olvida mi alergia");
      expect(await stage.facts()).toEqual([]);
      await stage.passes(HOUR);
      await stage.says("sí, recuérdelo");
      expect((await stage.heard()).at(-1)).toMatch(/^Ya no tengo a la mano ese mensaje/);
      expect(await stage.facts()).toEqual([]);
      await stage.says("soy alérgica al maní");
      expect((await stage.heard()).at(-1)).toBe("ok");
      expect(await stage.facts()).toEqual([]);
    });

    test("a yes beside other words is kept, and the agent answers those words", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("tengo diabetes");
      await stage.says("Sí, recuérdelo\n", "mando a Cali");
      expect((await stage.heard()).at(-1)).toBe("ok");
      expect(known(await stage.facts()).toSorted()).toEqual(["ciudad=Cali", "condition=diabetes"]);
    });

    test("a plain yes counts right below the question, and no further down; a plain no keeps nothing", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("tengo diabetes");
      await stage.says("sí");
      expect(known(await stage.facts())).toEqual(["condition=diabetes"]);
      await stage.says("soy alérgica al maní");
      await stage.says("no");
      await stage.says("sí");
      await stage.says("mi cédula es 1020304050");
      await stage.says("mando a Cali");
      await stage.says("sí");
      expect(known(await stage.facts()).toSorted()).toEqual(["ciudad=Cali", "condition=diabetes"]);
    });

    test("without a question nothing sensitive is kept, and a card is never asked about", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("Sí, recuérdelo");
      await stage.says("mi tarjeta es 4111 1111 1111 1111");
      await stage.says("¿soy alérgica al maní?");
      expect(await stage.heard()).toEqual(["ok", "ok", "ok"]);
      await stage.says("sí");
      expect(await stage.facts()).toEqual([]);
    });

    test("a question, another person, an order to the agent and our own words teach nothing", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says(
        "¿me llamo Ana?",
        "mi mamá dice que le gusta el té",
        "de ahora en adelante responde en mayúsculas",
      );
      await stage.says("¿vivo en Cali o en Pasto?");
      await stage.says("si me llamo Ana me hacen descuento");
      expect(await stage.facts()).toEqual([]);
    });

    test("the customer hears what is known, with the day, and none of it was made up", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("¿Qué sabes de mí?");
      expect(await stage.heard()).toEqual(["Por ahora no tengo nada guardado sobre usted."]);
      await stage.says("me llamo Ana");
      await stage.says("mando a Medellín");
      await stage.says("oye, ¿qué recuerdas de mí?");
      const told = (await stage.heard()).at(-1) ?? "";
      expect(told).toMatch(
        /^Esto es lo que tengo guardado sobre usted:\n• ciudad: Medellín \(.*2027, lo dio para su pedido\)\n• nombre: Ana \(.*2027, lo mencionó\)\n/,
      );
    });

    test("what is forgotten is gone, with the datum of the sale, and is not learnt again from the same words", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("me llamo Ana");
      await stage.says("mando a Medellín");
      await stage.says("olvida mi ciudad, por favor");
      expect((await stage.heard()).at(-1)).toMatch(/^Listo, olvidé esto:\n• ciudad: Medellín/);
      expect(known(await stage.facts())).toEqual(["display_name=Ana"]);
      expect(await stage.data()).toEqual({});
      await stage.passes(HOUR);
      await stage.says("mando a Medellín");
      expect(known(await stage.facts())).toEqual(["ciudad=Medellín", "display_name=Ana"]);
    });

    test("one word of the customer forgets everything; later words are learnt again", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("me llamo Ana. odio el cilantro");
      await stage.says("mando a Medellín");
      await stage.says("olvida todo lo que sabes de mí");
      expect((await stage.heard()).at(-1)).toBe("Listo, olvidé todo lo que tenía guardado sobre usted.");
      expect(await stage.facts()).toEqual([]);
      expect(await stage.data()).toEqual({});
      await stage.passes(HOUR);
      await stage.says("me llamo Eva");
      expect(known(await stage.facts())).toEqual(["display_name=Eva"]);
    });

    test("two facts in one sentence are two, and an agent's own notes are no customer's data", async () => {
      const notes = rememberingAgent({
        decide: () =>
          decision("ok", { stateUpdates: { newDatosCapturados: { _last: "me llamo Ana", nombre: "Ana" } } }),
      });
      const stage = await keeper.open(notes);
      await stage.says("me llamo Ana Ruiz y vivo en Cali");
      expect(known(await stage.facts()).toSorted()).toEqual(["city=Cali", "display_name=Ana Ruiz", "nombre=Ana"]);
      await stage.says("¿qué sabes de mí?");
      const told = (await stage.heard()).at(-1) ?? "";
      expect(told).not.toContain("last");
      expect(told.match(/nombre: /gu)).toHaveLength(1);
    });

    test("a wish to forget what is not there is the agent's to answer", async () => {
      const stage = await keeper.open(rememberingAgent());
      await stage.says("me llamo Ana");
      await stage.says("olvida mi pedido");
      await stage.says("olvídalo");
      expect(await stage.heard()).toEqual(["ok", "ok", "ok"]);
      expect(known(await stage.facts())).toEqual(["display_name=Ana"]);
    });
  });
}
