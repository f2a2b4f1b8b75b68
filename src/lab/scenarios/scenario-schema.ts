/**
 * What a scenario file may say. Each value says in its own words what it must be; `read-scenario-file.ts` puts the place
 * before it. `docs/testing.md` has a table of these words, and a test that compares them.
 */
import * as z from "zod";
import { PICTURE_CLASSES } from "../../core/inbound/understanding.ts";
import { FAULT } from "../../simulator/fault-kinds.ts";
import { readDuration } from "../memory/duration.ts";

const text = z.string({ error: "must be a text" }).min(1, { error: "must not be empty" });
const texts = z.union([text.transform((one) => [one]), z.array(text).min(1)], {
  error: "must be a text or a list of texts",
});
const names = z.array(text, { error: "must be a list, such as [hola, precio]" });
const nameOrNull = z.union([text, z.null()], { error: "must be a name, or null for none" });
const count = z.int({ error: "must be a whole number" }).min(0, { error: "must be 0 or more" });
const yes = z.literal(true, { error: "must be true; leave it out where it does not happen" });
const decision = z.enum(["approve", "deny"], { error: "must be approve or deny" });
const duration = z
  .string({ error: "must be a time such as 90s, 6m, 30h or 2d" })
  .refine((value) => readDuration(value) !== null, { error: "must be a time such as 90s, 6m, 30h or 2d" });
const pattern = text.refine(isPattern, { error: "must be a regular expression; put a backslash before ( [ . * + ? $" });
const words = z.record(z.string(), text, { error: "must be names with texts, such as { nombre: Ana }" });
const wordsOrNull = z.record(z.string(), z.union([text, z.null()], { error: "must be a text, or null for none" }), {
  error: "must be names with texts, such as { nombre: Ana }",
});

function isPattern(value: string): boolean {
  try {
    return Boolean(new RegExp(value, "iu"));
  } catch {
    return false;
  }
}

export const startingPointShape = {
  like: text,
  mode: text,
  data: wordsOrNull,
  pack: nameOrNull,
  intents: names,
  sent: names,
  pending: names,
  said: texts,
  known: words,
  armed: z
    .strictObject({ level: text, in: duration }, { error: "must be a level and a time: { level: L3, in: 10m }" })
    .nullable(),
  bot: z.enum(["on", "off"], { error: "must be on or off" }),
} as const;

export const startingPointSchema = z.strictObject(optional(startingPointShape), {
  error: "must be the name of a starting point, or what one holds",
});
export type WrittenStartingPoint = z.infer<typeof startingPointSchema>;

export const expectationShape = {
  mode: text,
  intent: nameOrNull,
  confidence: z.tuple([count, count], { error: "must be the least and the most, such as [60, 84]" }),
  data: wordsOrNull,
  pack: nameOrNull,
  signals: z.array(z.enum(["start", "reevaluate", "cancel"], { error: "must be start, reevaluate or cancel" }), {
    error: "must be a list of start, reevaluate and cancel",
  }),
  level: nameOrNull,
  dueIn: duration,
  templates: names,
  templateIds: names,
  texts: z.union([pattern.transform((one) => [one]), z.array(pattern)], {
    error: "must be a list of regular expressions",
  }),
  replies: count,
  pending: names,
  orders: z.array(
    z.strictObject({
      pack: nameOrNull.optional(),
      total: count.optional(),
      status: text.optional(),
      source: text.optional(),
      shippingAddress: text.optional(),
      note: nameOrNull.optional(),
    }),
    { error: "must be a list of orders, [] for none" },
  ),
  tools: names,
  tasks: z.array(z.strictObject({ priority: text.optional(), title: pattern.optional() }), {
    error: "must be a list of tasks, [] for none",
  }),
  handoff: z.boolean({ error: "must be true or false" }),
  session: z.enum(["active", "paused", "closed", "handed_off"], {
    error: "must be active, paused, closed or handed_off",
  }),
  bot: z.enum(["on", "off"], { error: "must be on or off" }),
  windowClosed: z.boolean({ error: "must be true or false" }),
  fired: count,
  tokens: count,
} as const;

export const expectationSchema = z.strictObject(optional(expectationShape), {
  error: "must say what is expected, such as { mode: resumen }",
});

const file = z.strictObject(
  {
    kind: z.enum(["image", "audio", "video", "document"], { error: "must be image, audio, video or document" }),
    words: text.optional(),
    shows: z
      .strictObject(
        {
          class: z.enum(PICTURE_CLASSES, { error: `must be one of ${PICTURE_CLASSES.join(", ")}` }),
          text: text.optional(),
        },
        { error: "must be a class, and the text if there is any: { class: RECEIPT_INVOICE, text: Pago exitoso }" },
      )
      .optional(),
  },
  { error: "must be a kind, and words if there are any: { kind: audio, words: soy Ana }" },
);

/** What can happen: one of them in a step. */
export const actionShape = {
  says: texts,
  button: text,
  sticker: yes,
  media: file,
  wait: duration,
  away: duration,
  forced: text,
  operatorSays: text,
  takesOver: yes,
  handsBack: yes,
  answers: z.union(
    [
      decision.transform((one) => ({ decision: one })),
      z.strictObject({ decision, question: z.int({ error: "must be a whole number" }).min(1).optional() }),
    ],
    { error: "must be approve or deny, or say which of several: { decision: approve, question: 2 }" },
  ),
  nightly: yes,
  fault: FAULT,
  replay: yes,
} as const;

export const stepShape = {
  ...actionShape,
  files: z.array(file, { error: "must be a list of files, such as [{ kind: image }]" }).min(1),
  cutAfter: count,
  expect: expectationSchema,
} as const;

const ACTIONS = Object.keys(actionShape);

const stepSchema = z
  .strictObject(optional(stepShape), { error: "must be something that happens, such as { says: hola }" })
  .superRefine((step, issues) => {
    const taken = ACTIONS.filter((name) => Reflect.get(step, name) !== undefined);
    const fail = (message: string) => issues.addIssue({ code: "custom", message });
    if (taken.length === 0) fail(`says nothing that happens: give it one of ${ACTIONS.join(", ")}`);
    if (taken.length > 1) fail(`has ${taken.join(" and ")}: give each a step of its own`);
    const files = [...(step.media === undefined ? [] : [step.media]), ...(step.files ?? [])];
    for (const { kind, shows } of files) {
      if (shows !== undefined && kind !== "image" && kind !== "document")
        fail(`has a ${kind} that shows something: shows is for an image or a document`);
    }
    if (step.files !== undefined && step.says === undefined && step.media === undefined) {
      fail("has files without says or media: they came together with it");
    }
    if (step.cutAfter !== undefined && step.says === undefined) {
      fail("has cutAfter without says: it tells how much had left when the customer spoke");
    }
  });

export const scenarioShape = {
  id: text,
  title: text,
  from: z
    .union([text, startingPointSchema], { error: "must be the name of a starting point, or what one holds" })
    .optional(),
  steps: z.array(stepSchema, { error: "must be a list of steps" }).min(1, { error: "must have at least one step" }),
  only: z.enum(["memory", "full"], { error: "must be memory or full" }).optional(),
  fails: text.optional(),
} as const;

const scenarioSchema = z.strictObject(scenarioShape, { error: "must be an id, a title and steps" });
export type WrittenScenario = z.infer<typeof scenarioSchema>;

export const fileShape = {
  agent: text.optional(),
  uses: texts.optional(),
  startingPoints: z.record(z.string(), startingPointSchema, { error: "must be names with starting points" }).optional(),
  scenarios: z.array(scenarioSchema, { error: "must be a list of scenarios" }).optional(),
} as const;

export const fileSchema = z.strictObject(fileShape, { error: "must hold `scenarios:`, a list" });
export type WrittenFile = z.infer<typeof fileSchema>;

function optional<Shape extends z.ZodRawShape>(shape: Shape): { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> } {
  return Object.fromEntries(Object.entries(shape).map(([name, type]) => [name, z.optional(type)])) as {
    [Name in keyof Shape]: z.ZodOptional<Shape[Name]>;
  };
}
