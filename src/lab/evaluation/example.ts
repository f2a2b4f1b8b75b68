/** The lines of a dataset of `recado eval run`. `docs/evaluation.md` tells every word. */
import * as z from "zod";
import type { StartingPoint } from "../memory/starting-point.ts";
import { resolveStartingPoint } from "../scenarios/resolve-starting-point.ts";
import { expectationSchema, startingPointShape } from "../scenarios/scenario-schema.ts";

/**
 * - `golden`: the answer was right, and must stay so
 * - `failure`: the answer was wrong, and must not come again
 * - `correction`: a person has said what the answer should have been
 */
export const EXAMPLE_KINDS = ["golden", "failure", "correction"] as const;
export type ExampleKind = (typeof EXAMPLE_KINDS)[number];

const text = z.string().trim().min(1);
const texts = z.union([text.transform((one) => [one]), z.array(text).min(1)]);
const { like: _, ...placeShape } = startingPointShape;

const ASKS = ["output", "correct", "expect", "says", "never"] as const;

export const Example = z
  .strictObject({
    id: text.max(200).optional(),
    kind: z.enum(EXAMPLE_KINDS),
    /** Only for this agent: other agents leave it out. */
    agent: text.optional(),
    /** Where the example comes from, such as the run that it was harvested from. For people. */
    source: text.optional(),
    /** The conversation begins in the middle. */
    from: z.strictObject(placeShape).partial().optional(),
    /** What the customer wrote before, one message each. */
    before: z.array(text).default([]),
    /** What the customer writes now; several that came together are a list. */
    input: texts,
    /** What was said then: right in a `golden` example, wrong in the others. */
    output: texts.optional(),
    /** What should have been said. */
    correct: texts.optional(),
    /** In the words of a scenario. */
    expect: expectationSchema.optional(),
    /** Words that must be heard, in any of the messages. */
    says: texts.optional(),
    /** Words that must not be heard. */
    never: texts.optional(),
  })
  .superRefine((example, issues) => {
    const fail = (message: string) => issues.addIssue({ code: "custom", message });
    if (!ASKS.some((name) => example[name] !== undefined))
      fail(`it asks for nothing: give it one of ${ASKS.join(", ")}`);
    if (example.kind === "correction" && example.correct === undefined && example.expect === undefined) {
      fail('a correction needs "correct" or "expect"');
    }
    if (example.kind !== "correction" && example.correct !== undefined) fail('only a correction has "correct"');
  })
  .transform(({ from, ...example }): ReadExample => ({ ...example, from: resolveStartingPoint(from ?? {}, {}) }));

interface ReadExample {
  readonly id?: string | undefined;
  readonly kind: ExampleKind;
  readonly agent?: string | undefined;
  readonly source?: string | undefined;
  readonly from: StartingPoint;
  readonly before: readonly string[];
  readonly input: readonly string[];
  readonly output?: readonly string[] | undefined;
  readonly correct?: readonly string[] | undefined;
  readonly expect?: z.output<typeof expectationSchema> | undefined;
  readonly says?: readonly string[] | undefined;
  readonly never?: readonly string[] | undefined;
}
export type Example = ReadExample;
export type WrittenExample = z.input<typeof Example>;
