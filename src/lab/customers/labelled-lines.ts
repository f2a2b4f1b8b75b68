/** The lines of `recado eval customers`. `docs/customers.md` tells every word. */
import * as z from "zod";
import { readDuration } from "../memory/duration.ts";
import type { ScenarioStep } from "../memory/scenario.ts";
import type { StartingPoint } from "../memory/starting-point.ts";
import { resolveStartingPoint } from "../scenarios/resolve-starting-point.ts";
import { startingPointShape } from "../scenarios/scenario-schema.ts";

const text = z.string().min(1);
const said = z.union([text.transform((one): [string, ...string[]] => [one]), z.tuple([text], text)]);
const { like: _, ...placeShape } = startingPointShape;

/** Either what the customer had written before, or a starting point as in a scenario, or both. */
const Context = z
  .union([
    z.array(text).transform((before) => ({ before })),
    z
      .strictObject(placeShape)
      .partial()
      .extend({ before: z.array(text).optional() }),
  ])
  .transform(({ before = [], ...place }): { readonly before: readonly string[]; readonly from: StartingPoint } => ({
    before,
    from: resolveStartingPoint(place, {}),
  }));

/** One outcome, or several that must all happen. Any one entry of a list is enough. */
const AnyOf = z.array(z.union([text, z.array(text).min(1)]));
const Fields = z.record(z.string(), z.union([text, z.null()]));

const shared = {
  id: text.optional(),
  /** The group in which the line is counted. */
  class: text.default("all"),
  context: Context.prefault([]),
  /** Values that must have been read; null where none may be. */
  fields: Fields.default({}),
  /** Outcomes that do harm. */
  forbidden: z.array(text).default([]),
};

export const MessageLine = z.strictObject({
  ...shared,
  text: said,
  /** Empty: nothing is asked of the outcome but the fields. */
  intents: AnyOf.default([]),
  acceptable: AnyOf.default([]),
});
export type MessageLine = z.output<typeof MessageLine>;

const duration = text.refine((value) => readDuration(value) !== null, "must be a time such as 90s, 6m, 30h or 2d");
const Step = z.union([
  said.transform((says): ScenarioStep => ({ says })),
  z
    .union([
      z.strictObject({ wait: duration }),
      z.strictObject({ button: text }),
      z.strictObject({ sticker: z.literal(true) }),
    ])
    .transform((step): ScenarioStep => step),
]);

export const ConversationLine = z.strictObject({
  ...shared,
  steps: z.array(Step).min(1),
  /** The order that must exist at the end; null: none may exist. */
  order: z.strictObject({ pack: z.union([text, z.null()]).optional(), total: z.int().min(0).optional() }).nullable(),
});
export type ConversationLine = z.output<typeof ConversationLine>;
