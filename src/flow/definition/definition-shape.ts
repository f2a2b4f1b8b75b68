/**
 * The required form of a shop's data. TypeScript tells most of it to authors who write TypeScript;
 * this check tells all authors, one sentence for each fault.
 */
import * as z from "zod";
import { LOCALES } from "../../core/locale/locale.ts";
import { templateContent } from "../../core/outbound/outbound-content.ts";
import { MESSAGE_PRIORITIES } from "../../core/outbound/outbox.ts";
import { CONCERNS, STANDING_QUESTIONS } from "../../core/ports/flow-reader.ts";
import { SessionEnd } from "../../core/time/session-end.ts";
import { TIMER_PRESETS } from "../../core/time/timer-policy.ts";
import { SALE_FIELDS } from "../../core/turn/crm-change.ts";
import type { FlowOptions } from "./flow-defaults.ts";
import {
  EFFECTS,
  GATES,
  type ModePurposes,
  OPTIONAL_STEPS,
  PICKUP_STEPS,
  STAGES,
  STEPS,
  VISIT_TYPES,
} from "./flow-definition.ts";
import { FLOW_ENGINES, type ModelUse, type OrchestratorDefinition } from "./model-use.ts";
import { TIMER_ACTIONS, TIMER_LEVELS } from "./timer-definition.ts";

const word = z.string().trim().min(1);
const names = z.array(word);
const called = z.custom<(...values: never[]) => unknown>((value) => typeof value === "function", "must be a function");
const confidence = z.number().min(0).max(100);

const fieldSets = z.strictObject({ critical: names, minimum: names, all: names, welcome: names, offerAt: z.int() });

const purposes = z.strictObject({
  talk: word,
  collect: word,
  collectPickup: word.nullable(),
  offer: word,
  summary: word,
  confirmed: word,
  orderedWithoutPack: word.nullable(),
  orderedUnconfirmed: word.nullable(),
  handoff: word,
} satisfies Record<keyof ModePurposes<string>, z.ZodType>);

const intent = z.strictObject({
  effect: z.enum(EFFECTS),
  examples: names,
  label: word.max(20).optional(),
  pack: word.optional(),
  asQuestion: word.optional(),
  unlessTold: z.boolean().optional(),
  isDoubt: z.boolean().optional(),
  actFrom: confidence.optional(),
});

const pickup = z.strictObject({
  fields: fieldSets,
  flag: z.strictObject({ field: word, value: word }),
  clears: names,
  cityField: word.nullable(),
  addressField: word,
  remoteCities: names,
  homeCities: names,
  speaksOf: names,
  address: word,
  note: word,
});

const template = z.strictObject({
  id: word,
  intent: word,
  visitType: z.enum(VISIT_TYPES),
  order: z.number(),
  priority: z.enum(MESSAGE_PRIORITIES),
  gist: z.string(),
  text: z.string(),
  delaySeconds: z.number().min(0).optional(),
  asks: z.array(z.enum(STANDING_QUESTIONS)).optional(),
  media: z
    .strictObject({
      type: z.enum(["image", "video", "document"]),
      link: z.url({ protocol: /^https?$/, error: "must be an address that begins with http:// or https://" }),
      fileName: word.exactOptional(),
    })
    .exactOptional(),
  buttons: names.min(1).max(3).exactOptional(),
  list: z
    .strictObject({
      button: word.max(20),
      rows: z
        .array(z.strictObject({ intent: word, description: word.max(72).exactOptional() }))
        .min(1)
        .max(10),
    })
    .exactOptional(),
});

const timer = z.strictObject({
  action: z.enum(TIMER_ACTIONS),
  seconds: z.strictObject(
    Object.fromEntries(TIMER_PRESETS.map((preset) => [preset, z.number()])) as Record<
      (typeof TIMER_PRESETS)[number],
      z.ZodNumber
    >,
  ),
});

const orchestrator = z.strictObject({
  voice: word,
  policies: names,
  facts: names,
  tools: z.array(
    z.union([
      word,
      z.strictObject({
        name: word,
        description: word.exactOptional(),
        inputs: z.array(z.strictObject({ name: word, description: word })).exactOptional(),
        fixed: z.record(z.string(), z.unknown()).exactOptional(),
      }),
    ]),
  ),
  oneCall: z.boolean(),
} satisfies Record<keyof OrchestratorDefinition, z.ZodType>);

const model = z.strictObject({
  engine: z.enum(FLOW_ENGINES).optional(),
  calibration: z.array(z.tuple([confidence, confidence])).optional(),
  paraphrases: z.boolean().optional(),
  comparesGist: z.boolean().optional(),
  orchestrator: orchestrator.nullable().optional(),
} satisfies Record<keyof ModelUse, z.ZodType>);

const concern = z.discriminatedUnion("does", [
  z.strictObject({
    does: z.literal("hand_over"),
    intent: word,
    notice: word,
    task: word.optional(),
    urgent: z.boolean().optional(),
  }),
  z.strictObject({
    does: z.literal("answer"),
    intent: word,
    beside: names,
    presses: z.boolean(),
    holds: z
      .strictObject({ field: word, held: word, told: word.optional(), freed: word, notice: word, task: word })
      .optional(),
  }),
]);

const SHAPE = z.strictObject({
  id: word.regex(/^[a-z][a-z0-9_-]*$/, 'must be small letters, digits, "-" and "_", such as "panaderia"'),
  name: word,
  description: word,
  version: word.optional(),
  initialMode: word,
  modes: z.record(z.string(), z.strictObject({ stage: z.enum(STAGES) })),
  transitions: z.record(z.string(), z.record(z.string(), z.boolean())),
  purposes,
  gates: z.record(z.string(), z.array(z.enum(GATES))).optional(),
  greeting: word,
  intents: z.record(z.string(), intent),
  unknownIntent: word.optional(),
  fields: z.array(
    z.strictObject({
      name: word,
      label: word,
      unsettles: names.optional(),
      show: called.optional(),
      saysBack: z.literal(true).exactOptional(),
      validate: z
        .strictObject({ tool: word, with: names.exactOptional(), refused: word, failed: word })
        .exactOptional(),
      options: z
        .strictObject({
          values: z.array(word).min(1).max(10).exactOptional(),
          tool: word.exactOptional(),
          with: names.exactOptional(),
        })
        .refine(
          ({ values, tool }) => (values === undefined) !== (tool === undefined),
          "has `values` or a `tool`, and one of them",
        )
        .exactOptional(),
    }),
  ),
  fieldSets,
  nameFields: z.strictObject({ given: word, surname: word.nullable() }),
  address: z.string(),
  contactFields: z.partialRecord(z.enum(SALE_FIELDS).exclude(["name"]), word).exactOptional(),
  pickup: pickup.nullable().optional(),
  hooks: z
    .strictObject({ onConfirm: word.exactOptional(), onChange: word.exactOptional(), onCancel: word.exactOptional() })
    .exactOptional(),
  cancelQuestion: word.max(1_000).exactOptional(),
  remind: z
    .strictObject({
      date: word,
      hour: word.exactOptional(),
      before: z.string().regex(/^[1-9]\d{0,2}[dhm]$/, 'is a time such as "1d", "2h" or "30m"'),
      text: word,
      template: z.strictObject({
        name: templateContent.shape.name,
        language: templateContent.shape.language,
        parameters: names,
      }),
    })
    .exactOptional(),
  locale: z.enum(LOCALES).optional(),
  packs: z.array(z.strictObject({ id: word, name: word, quantity: z.number(), price: z.number() })).min(1),
  lines: z
    .strictObject({
      field: word,
      of: names,
      extras: z.array(z.strictObject({ name: word, price: z.number().int().min(0) })),
    })
    .exactOptional(),
  formatPrice: called.optional(),
  placeholderPack: word.optional(),
  unconfirmedOrderValue: z.enum(["pack_price", "zero"]).optional(),
  order: z.strictObject({ tags: names, stage: word }).optional(),
  templates: z.array(template),
  steps: z.partialRecord(z.enum([...STEPS, ...PICKUP_STEPS, ...OPTIONAL_STEPS]), word).optional(),
  leadIns: z.array(z.string()).optional(),
  timers: z.partialRecord(z.enum(TIMER_LEVELS), timer).optional(),
  memory: z.enum(["always", "on_request"]).optional(),
  sessionEnd: SessionEnd.optional(),
  handoff: z
    .strictObject({ orderBlocked: word, orderChange: word, picture: word.optional(), tooMany: word.optional() })
    .optional(),
  onNoInterest: z.enum(["close", "hand_over"]).optional(),
  concerns: z.partialRecord(z.enum(CONCERNS), concern).optional(),
  media: z
    .strictObject({
      sticker: z.enum(["standby_reply", "gesture", "ignore"]).optional(),
      image: z.enum(["handoff", "vision"]).optional(),
      audio: z.enum(["transcribe", "ask_to_write"]).optional(),
      document: z.enum(["vision", "ask_to_write"]).optional(),
    })
    .optional(),
  bands: z.strictObject({ act: confidence, reanalyse: confidence, clarify: confidence }).optional(),
  lowConfidenceHandoff: confidence.nullable().optional(),
  choice: word.nullable().optional(),
  limits: z.strictObject({ templates: z.int().min(1), intents: z.int().min(1) }).optional(),
  questionsIn: called.optional(),
  deliveryTime: called.optional(),
  knowledge: z
    .array(z.strictObject({ id: word, title: word, asks: names, text: word, until: z.iso.date().nullable() }))
    .optional(),
  texts: z.strictObject({
    fallback: word,
    sticker: word,
    richInput: word,
    unsupported: word,
    toolFailed: word.optional(),
    media: z
      .strictObject({
        listening: word,
        looking: word,
        inaudible: word,
        unseen: word,
        picture: word,
        identityDocument: word,
      })
      .partial()
      .optional(),
  }),
  reader: z.object({
    read: called,
    compareGist: called,
    judgeRepeats: called.optional(),
    acceptValue: called.optional(),
  }),
  model: model.optional(),
} satisfies Record<keyof FlowOptions, z.ZodType>);

/** @internal */
export const OPTION_NAMES: readonly string[] = Object.keys(SHAPE.shape);

/** One sentence for each wrong place in the data. */
export function checkShape(options: unknown): string[] {
  const parsed = SHAPE.safeParse(options, { reportInput: true });
  return parsed.success ? [] : parsed.error.issues.flatMap(sentencesOf);
}

function sentencesOf(issue: z.core.$ZodIssue): string[] {
  const where = issue.path.length === 0 ? "the definition" : pathText(issue.path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => `${where} has "${key}", which nothing reads`);
    case "invalid_type":
      return [
        issue.input === undefined
          ? `${where} is missing`
          : `${where} must be ${article(issue.expected)}, and is ${shown(issue.input)}`,
      ];
    case "invalid_value":
      return [
        `${where} ${issue.input === undefined ? "is missing" : `is ${shown(issue.input)}`}; it must be one of ${issue.values.join(", ")}`,
      ];
    case "too_small":
      return [
        issue.origin === "string" || issue.origin === "array"
          ? `${where} is empty`
          : `${where} is ${shown(issue.input)}; the least is ${issue.minimum}`,
      ];
    case "too_big":
      return [`${where} is ${shown(issue.input)}; the most is ${issue.maximum}`];
    case "custom":
      return [issue.input === undefined ? `${where} is missing` : `${where} ${issue.message}`];
    case "invalid_format":
      return [`${where} is ${shown(issue.input)}; it ${issue.message}`];
    default:
      return [`${where}: ${issue.message}`];
  }
}

/** `intents.hola.examples[0]` */
function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((part, at) => (typeof part === "number" ? `[${part}]` : `${at === 0 ? "" : "."}${String(part)}`))
    .join("");
}

function article(expected: string): string {
  const what = { record: "object", int: "whole number" }[expected] ?? expected;
  return `${/^[aeiou]/.test(what) ? "an" : "a"} ${what}`;
}

function shown(value: unknown): string {
  if (typeof value === "object" && value !== null) return Array.isArray(value) ? "a list" : "an object";
  // biome-ignore lint/suspicious/noUnnecessaryConditions: JSON.stringify of undefined is undefined, which its type hides
  return typeof value === "function" ? "a function" : (JSON.stringify(value) ?? String(value));
}
