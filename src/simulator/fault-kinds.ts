import * as z from "zod";

/** What a fault applies to, and how often. Without any of these it always applies. */
const when = {
  phoneNumberId: z
    .string()
    .regex(/^[0-9]{1,32}$/, "must be Meta's id of a number: digits")
    .optional(),
  /** A phone or a BSUID. */
  recipient: z.string().min(1).optional(),
  /** It happens this many times and is over. */
  next: z.int().min(1).max(1_000_000).optional(),
  /** Every n-th time. */
  every: z.int().min(1).max(1_000_000).optional(),
  probability: z.number().min(0).max(1).optional(),
  /** For `probability`: the same seed makes the same choices. */
  seed: z.int().min(0).max(0xffff_ffff).optional(),
};

const httpError = z.int().min(500).max(599).default(500);
const ms = (most: number) => z.int().min(0).max(most);
const code = z.int().min(0).max(9_999_999);
const updates = z.enum(["messages", "statuses", "any"]).default("any");
const windowMs = ms(60_000).min(1).default(300);
const maxUpdates = z.int().min(2).max(1000).default(1000);

const fault = <Kind extends string, Shape extends z.ZodRawShape>(kind: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(kind), ...when, ...shape });

/** Faults of the business's calls. */
const SEND_FAULTS = [
  /** The send is accepted, and the connection closes without an answer (or within it). */
  fault("drop_response", { cut: z.enum(["before_headers", "in_body"]).default("before_headers") }),
  fault("delay_response", { delayMs: ms(600_000) }),
  fault("error_before_accept", { httpStatus: httpError }),
  fault("error_after_accept", { httpStatus: httpError }),
  fault("refuse", {
    code,
    httpStatus: z.int().min(400).max(599).optional(),
    subcode: z.int().optional(),
    isTransient: z.boolean().optional(),
    retryAfterS: z.int().min(0).max(86_400).optional(),
    message: z.string().min(1).max(500).optional(),
    details: z.string().min(1).max(500).optional(),
  }),
  /** The token is no longer valid: only `newToken` is, or none until the fault is cleared. */
  fault("token_expired", {
    newToken: z
      .string()
      .regex(/^[\x21-\x7e]+$/)
      .optional(),
  }),
  /** 130429 beyond this many sends of a number within a second. */
  fault("throughput", { perSecond: z.int().min(1).max(100_000).default(80) }),
  /** The first report is posted, and answered, before the response leaves. */
  fault("webhook_first", {}),
] as const;

/** Faults of the reports about a message. */
const STATUS_FAULTS = [
  fault("no_statuses", {}),
  fault("missing_sent", {}),
  /** `sent` comes last. */
  fault("late_sent", {}),
  fault("read_without_delivered", {}),
  /** Accepted, and then `failed` instead of `sent`. */
  fault("failed", { code, withoutOpaque: z.boolean().default(false) }),
  fault("failed_after_sent", { code, withoutOpaque: z.boolean().default(false) }),
  /** Each report waits this long. */
  fault("delay_statuses", { delayMs: ms(600_000) }),
] as const;

/** Faults of posts to the webhook. */
const WEBHOOK_FAULTS = [
  fault("duplicate", { updates, copies: z.int().min(1).max(50).default(1) }),
  /** Updates within the window leave in another order. */
  fault("reorder", { updates, windowMs }),
  /** Updates to a number within the window leave as one change with many updates. */
  fault("batch", { updates, windowMs, maxUpdates }),
  /** Updates to all numbers within the window leave in one POST, an entry for each number. */
  fault("merge", { updates, windowMs, maxUpdates }),
  /** Inside a POST of 3 MB, among reports about other people's messages. */
  fault("huge_batch", { updates }),
  fault("unsigned", { updates }),
  fault("wrong_signature", { updates }),
  /** Signed as Meta writes it, and rewritten on the way. */
  fault("reserialised", { updates }),
] as const;

const MEDIA_FAULTS = [
  /** The address of a file expires: at once, or after this long (Meta: five minutes). */
  fault("media_url_expired", { afterMs: ms(300_000).default(0) }),
] as const;

export const FAULT = z.discriminatedUnion("kind", [
  ...SEND_FAULTS,
  ...STATUS_FAULTS,
  ...WEBHOOK_FAULTS,
  ...MEDIA_FAULTS,
]);

/** How to order a fault, and its settings. */
export type FaultOrder = z.infer<typeof FAULT>;
export type FaultKind = FaultOrder["kind"];
export type FaultOf<Kind extends FaultKind> = Extract<FaultOrder, { kind: Kind }>;

export const FAULT_KINDS: readonly FaultKind[] = FAULT.options.map((option) => option.shape.kind.value);
