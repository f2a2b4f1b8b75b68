import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Agent, AgentInput } from "../../src/core/agent/agent.ts";
import { SEGMENT_LIMITS } from "../../src/core/agent/segment.ts";
import type { Tools } from "../../src/core/ports/tools.ts";
import { decision, testAgent } from "../support/shop.ts";

export interface SegmentsUnderTest {
  converse(agent: Agent, tools?: Tools): Promise<ConversationUnderTest>;
  close(): Promise<void>;
}

export interface ConversationUnderTest {
  /** What the customer hears until there is nothing left to do at once. */
  says(text: string): Promise<readonly string[]>;
  /** Time passes, and what falls due happens. */
  waits(seconds: number): Promise<readonly string[]>;
}

const MINUTE_MS = 60_000;
const inMinutes = ({ now }: AgentInput, minutes: number) => new Date(now.getTime() + minutes * MINUTE_MS);

/** What a run that goes on in segments promises, wherever it runs. */
export function segmentsContract(name: string, open: () => Promise<SegmentsUnderTest>): void {
  describe(`segments on ${name}`, () => {
    let under: SegmentsUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    test("segments at once are said one after the other, each with its number, key and state", async () => {
      const seen: unknown[] = [];
      const agent = testAgent(({ segment = null }) => {
        const number = segment?.number ?? 0;
        if (segment !== null) seen.push([segment.number, segment.key, segment.state]);
        const next = number < 3 ? { key: `part.${number + 1}`, at: null, state: { done: number } } : null;
        return decision(`parte ${number}`, { next });
      });
      const customer = await under.converse(agent);
      expect(await customer.says("hola")).toEqual(["parte 0", "parte 1", "parte 2", "parte 3"]);
      expect(seen).toEqual([
        [1, "part.1", { done: 0 }],
        [2, "part.2", { done: 1 }],
        [3, "part.3", { done: 2 }],
      ]);
    });

    test("a segment waits for its time, once", async () => {
      const agent = testAgent((input) =>
        input.segment == null
          ? decision("estoy en eso", { next: { key: "look", at: inMinutes(input, 10) } })
          : decision("listo"),
      );
      const customer = await under.converse(agent);
      expect(await customer.says("hola")).toEqual(["estoy en eso"]);
      expect(await customer.waits(9 * 60)).toEqual([]);
      expect(await customer.waits(2 * 60)).toEqual(["listo"]);
      expect(await customer.waits(60 * 60)).toEqual([]);
    });

    test("a customer who writes meanwhile is answered at once, and the segment reads what they said", async () => {
      const read: unknown[] = [];
      const agent = testAgent((input) => {
        if (input.segment != null) {
          read.push(input.segment.since.map(({ content }) => content));
          return decision("ya está");
        }
        if (input.message === "¿ya?") return decision(`espera ${input.parked?.[0]?.key}`);
        return decision("estoy en eso", { next: { key: "look", at: inMinutes(input, 10) } });
      });
      const customer = await under.converse(agent);
      await customer.says("¿dónde va?");
      expect(await customer.says("¿ya?")).toEqual(["espera look"]);
      expect(await customer.waits(11 * 60)).toEqual(["ya está"]);
      expect(read).toEqual([["¿ya?"]]);
    });

    test.each([
      ["/cancel", /cancelé/u],
      ["no me escriban más", /./u],
    ])("%s calls it off: nothing more is said", async (words, answer) => {
      const agent = testAgent((input) =>
        input.segment == null
          ? decision("estoy en eso", { next: { key: "look", at: inMinutes(input, 10) } })
          : decision("no debe salir"),
      );
      const customer = await under.converse(agent);
      await customer.says("hola");
      expect(await customer.says(words)).toEqual([expect.stringMatching(answer)]);
      expect(await customer.waits(60 * 60)).toEqual([]);
    });

    test("a question in the middle of a segment waits for the customer; a yes makes the call once and the run goes on", async () => {
      const made = new Set<string>();
      const tools: Tools = {
        kindOf: () => ({ kind: "transactional", timeoutMs: 1_000, riskLevel: "high" }),
        async execute({ scope, idempotencyKey }) {
          if (scope.approval === null) {
            return { kind: "confirm", rule: "money", reason: "money", audience: "customer", question: "¿Lo hago?" };
          }
          made.add(idempotencyKey);
          return { kind: "ok", output: 1, effect: null };
        },
      };
      const agent = testAgent(({ segment = null, message }) => {
        if (segment === null) {
          return message === "hola" ? decision("parte 0", { next: { key: "pay", at: null } }) : decision("¿cómo?");
        }
        if (segment.number === 2) return decision("parte 2");
        const call = { callId: "pay", tool: "pay", input: {} };
        return decision("parte 1", { tools: [call], next: { key: "after", at: null } });
      });
      const customer = await under.converse(agent, tools);
      expect(await customer.says("hola")).toEqual(["parte 0", "¿Lo hago?"]);
      expect(await customer.waits(60)).toEqual([]);
      expect(made.size).toBe(0);
      expect(await customer.says("sí")).toEqual(["parte 1", "parte 2"]);
      expect(made.size).toBe(1);
    });

    test("a no to that question makes no call, and the run is over", async () => {
      let made = 0;
      const tools: Tools = {
        kindOf: () => ({ kind: "transactional", timeoutMs: 1_000, riskLevel: "high" }),
        async execute({ scope }) {
          if (scope.approval === null) {
            return { kind: "confirm", rule: "money", reason: "money", audience: "customer", question: "¿Lo hago?" };
          }
          made += 1;
          return { kind: "ok", output: 1, effect: null };
        },
      };
      const agent = testAgent(({ segment = null, message }) => {
        if (segment === null) {
          return message === "hola" ? decision("parte 0", { next: { key: "pay", at: null } }) : decision("¿cómo?");
        }
        const call = { callId: "pay", tool: "pay", input: {} };
        return decision("hecho", { tools: [call], next: { key: "after", at: null } });
      });
      const customer = await under.converse(agent, tools);
      await customer.says("hola");
      expect(await customer.says("no")).not.toContain("hecho");
      expect(await customer.waits(60 * 60)).toEqual([]);
      expect(made).toBe(0);
    });

    test("a run that would go on for ever ends at the most segments that a run may have", async () => {
      let parts = 0;
      const agent = testAgent(() => {
        parts += 1;
        return decision(null, { next: { key: "again", at: null } });
      });
      const customer = await under.converse(agent);
      await customer.says("sin fin");
      expect(parts).toBe(1 + SEGMENT_LIMITS.segments);
    });
  });
}
