import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import type { Agent, AgentInput } from "../../src/core/agent/agent.ts";
import { MOST_READS, type ReadResult } from "../../src/core/tool-calls/turn-reads.ts";
import { defineTool, type Tool, type ToolAnswer } from "../../src/tools/define-tool.ts";
import { decision, testAgent } from "../support/shop.ts";

export interface ReadsUnderTest {
  /** Opens a conversation with this agent and these tools. `says` returns what the customer hears. */
  converse(agent: Agent, tools: readonly Tool[]): Promise<{ says(text: string): Promise<readonly string[]> }>;
  close(): Promise<void>;
}

type Said = (order: string, calls: number, signal: AbortSignal) => ToolAnswer | Promise<ToolAnswer>;

/** A read of another shop's system; `asked` are the inputs that reached it. */
export function orderStatus(says: Said, { effect = "read", timeout = 1_000 }: Partial<ReadTraits> = {}) {
  const asked: string[] = [];
  const tool = defineTool({
    name: "external.orders.status",
    description: "Tells where an order is.",
    module: "external",
    input: z.object({ order: z.string() }),
    output: z.unknown(),
    effect,
    risk: "low",
    timeout,
    permissions: [],
    reversible: true,
    run: ({ order }, _scope, { signal }) => {
      asked.push(order);
      return says(order, asked.length, signal);
    },
  });
  return { tool, asked };
}

interface ReadTraits {
  readonly effect: Tool["effect"];
  readonly timeout: number;
}

/** An agent that may use the tool and says what comes of `asks`. */
export function reader(asks: (input: AgentInput) => Promise<string>, tools = ["external.orders.status"]): Agent {
  return testAgent(async (input) => decision(await asks(input)), { tools });
}

export const read = (input: AgentInput, order = "1234") => input.tools.read("external.orders.status", { order });

const worded = (result: ReadResult) =>
  result.ok ? `está ${JSON.stringify(result.output)}` : `${result.error} ${result.code}`;
const says = async (input: AgentInput) => worded(await read(input));

const onItsWay: Said = () => ({ kind: "ok", output: "en camino" });
const fails = (error: Omit<Extract<ToolAnswer, { kind: "error" }>, "kind" | "message">): Said => {
  return () => ({ kind: "error", message: "no", ...error });
};

/** What a read inside a turn promises, wherever the turn runs. */
export function readsContract(name: string, open: () => Promise<ReadsUnderTest>): void {
  describe(`reads on ${name}`, () => {
    let under: ReadsUnderTest;
    beforeAll(async () => {
      under = await open();
    });
    afterAll(() => under.close());

    async function hears(agent: Agent, tool: Tool): Promise<readonly string[]> {
      return (await under.converse(agent, [tool])).says("¿dónde va mi pedido 1234?");
    }

    test("an agent without a model says what a tool answered", async () => {
      const { tool, asked } = orderStatus(onItsWay);
      expect(await hears(reader(says), tool)).toEqual(['está "en camino"']);
      expect(asked).toEqual(["1234"]);
    });

    test.each<[string, Said, string]>([
      ["a number that is not there", fails({ code: "http_404", type: "not_found" }), "not_found http_404"],
      ["a side that is down", fails({ code: "unavailable", type: "unavailable" }), "unavailable unavailable"],
      ["a refusal", fails({ code: "closed" }), "refused closed"],
      ["a spent limit", fails({ code: "http_429", type: "rate_limited" }), "unavailable http_429"],
      ["the business's own no", () => ({ kind: "denied", reason: "not on Sundays" }), "refused denied"],
      [
        "a tool that throws",
        () => {
          throw new Error("socket hang up");
        },
        "unavailable tool_failed",
      ],
    ])("an error is a value, never a failed turn: %s", async (_what, answer, heard) => {
      const { tool, asked } = orderStatus(answer);
      expect(await hears(reader(says), tool)).toEqual([heard]);
      expect(asked).toEqual(["1234"]);
    });

    test("a tool that never answers has timed out after its own time, and is told to stop", async () => {
      let stopped = 0;
      const { tool } = orderStatus(
        (_order, _calls, signal) => {
          signal.addEventListener("abort", () => {
            stopped += 1;
          });
          return new Promise(() => {});
        },
        { timeout: 20 },
      );
      expect(await hears(reader(says), tool)).toEqual(["timed_out tool_timeout"]);
      expect(stopped).toBe(1);
    });

    test.each(["transactional", "external"] as const)(
      "a tool of effect %s is no read: it is not called",
      async (effect) => {
        const { tool, asked } = orderStatus(onItsWay, { effect });
        expect(await hears(reader(says), tool)).toEqual(["denied not_a_read"]);
        expect(asked).toEqual([]);
      },
    );

    test("an agent reads only what it was given, with an input that fits", async () => {
      const { tool, asked } = orderStatus(onItsWay);
      expect(await hears(reader(says, []), tool)).toEqual(["denied not_granted"]);
      const wrong = reader(async (input) => worded(await input.tools.read("external.orders.status", { order: 7 })));
      expect(await hears(wrong, tool)).toEqual(["invalid_input invalid_input"]);
      expect(asked).toEqual([]);
    });

    test("an attempt that fails after a read does not ask again: the journal answers", async () => {
      const { tool, asked } = orderStatus((_order, calls) => ({ kind: "ok", output: calls }));
      let attempts = 0;
      const agent = reader(async (input) => {
        const [one, other] = await Promise.all([read(input), read(input, "77")]);
        attempts += 1;
        if (attempts === 1) throw new Error("the attempt fails after its reads");
        return `${worded(one)} y ${worded(other)}`;
      });
      expect(await hears(agent, tool)).toEqual(["está 1 y está 2"]);
      expect(attempts).toBe(2);
      expect(asked).toEqual(["1234", "77"]);
    });

    test("an answer that failed stands for the next attempt too: both decide on the same", async () => {
      const { tool, asked } = orderStatus((_order, calls) =>
        calls === 1 ? { kind: "error", code: "down", message: "no", type: "unavailable" } : { kind: "ok", output: 1 },
      );
      let attempts = 0;
      const agent = reader(async (input) => {
        const said = await says(input);
        attempts += 1;
        if (attempts === 1) throw new Error("the attempt fails after its read");
        return said;
      });
      expect(await hears(agent, tool)).toEqual(["unavailable down"]);
      expect(asked).toEqual(["1234"]);
    });

    test("the same question in one turn has one answer, and the next turn asks again", async () => {
      const { tool, asked } = orderStatus((_order, calls) => ({ kind: "ok", output: calls }));
      const agent = reader(async (input) => `${await says(input)} ${await says(input)}`);
      const conversation = await under.converse(agent, [tool]);
      expect(await conversation.says("¿dónde va?")).toEqual(["está 1 está 1"]);
      expect(await conversation.says("¿y ahora?")).toEqual(["está 2 está 2"]);
      expect(asked).toHaveLength(2);
    });

    test("a turn that keeps reading is stopped by a value", async () => {
      const { tool, asked } = orderStatus(onItsWay);
      const agent = reader(async (input) => {
        const results: ReadResult[] = [];
        for (let n = 0; n < MOST_READS + 1; n += 1) results.push(await read(input, String(n)));
        return worded(results.at(-1) as ReadResult);
      });
      expect(await hears(agent, tool)).toEqual(["denied too_many_reads"]);
      expect(asked).toHaveLength(MOST_READS);
    });
  });
}
