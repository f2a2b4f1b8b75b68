import { createHash } from "node:crypto";
import * as z from "zod";
import { readIdentity } from "../../core/identity.ts";
import { field } from "../loose-fields.ts";
import { badParameter, type GraphRefusal, missingParameter } from "./graph-refusal.ts";

/** A message from the business. */
export interface SendBusiness {
  /** As the sender wrote it; Meta gives it back as `contacts[].input`. */
  readonly recipient: string;
  readonly opaque: string | null;
  /** `text`, `interactive/button`, `image`, `template`, … */
  readonly kind: string;
  /** The message alone: `type`, the part named like it, `context`. */
  readonly content: Readonly<Record<string, unknown>>;
}

/** What a POST to `/{phone_number_id}/messages` asks for. */
export type SendOrder =
  | { readonly kind: "message"; readonly send: SendBusiness }
  | { readonly kind: "mark_read"; readonly messageId: string; readonly isTyping: boolean }
  | { readonly kind: "refused"; readonly refusal: GraphRefusal };

/** The same for twins, whoever they went to. */
export function contentHash(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

const MAX_TEXT = 4096;

const TEXT = z.looseObject({
  recipient_type: z.literal("individual", "must be one of {INDIVIDUAL}").optional(),
  to: z
    .string("must be a string")
    .refine((to) => readIdentity(to)?.phone != null, "must be a phone number with country code")
    .optional(),
  recipient: z
    .string("must be a string")
    .refine((recipient) => readIdentity(recipient)?.bsuid != null, "must be a business-scoped user id")
    .optional(),
  type: z.literal("text", "must be one of {TEXT}: this simulator takes text, read marks and typing").optional(),
  text: z.looseObject(
    {
      body: z
        .string("must be a string")
        .refine((body) => body.trim() !== "", "must not be empty")
        .refine((body) => Array.from(body).length <= MAX_TEXT, `must be at most ${MAX_TEXT} characters long`),
      preview_url: z.boolean("must be a boolean").optional(),
    },
    "must be an object",
  ),
  biz_opaque_callback_data: z.string("must be a string").max(512, "must be at most 512 characters long").optional(),
});

const MARK_READ = z.looseObject({
  status: z.literal("read", "must be one of {READ}"),
  message_id: z.string("must be a string").min(1, "must not be empty"),
  typing_indicator: z.looseObject({ type: z.literal("text", "must be one of {TEXT}") }, "must be an object").optional(),
});

/** Checks a body as Meta does: what it refuses here, Meta refuses. */
export function readSend(body: unknown): SendOrder {
  if (field(body, "messaging_product") !== "whatsapp") return refuse(missingParameter("messaging_product"));
  if (field(body, "status") !== undefined) return readMark(body);
  if (field(body, "to") === undefined && field(body, "recipient") === undefined) return refuse(missingParameter("to"));
  const read = TEXT.safeParse(body);
  if (!read.success) return refuse(badParameter(faultOf(read.error)));
  const { to, recipient, text, biz_opaque_callback_data: opaque } = read.data;
  // The phone wins where both are given.
  const content = { type: "text", text };
  return { kind: "message", send: { recipient: to ?? recipient ?? "", opaque: opaque ?? null, kind: "text", content } };
}

function readMark(body: unknown): SendOrder {
  const read = MARK_READ.safeParse(body);
  if (!read.success) return refuse(badParameter(faultOf(read.error)));
  const { message_id: messageId, typing_indicator: typing } = read.data;
  return { kind: "mark_read", messageId, isTyping: typing !== undefined };
}

function refuse(refusal: GraphRefusal): SendOrder {
  return { kind: "refused", refusal };
}

function faultOf(error: z.ZodError): string {
  const issue = error.issues[0];
  const [first = "body", ...rest] = issue?.path.map(String) ?? [];
  return `Param ${first}${rest.map((part) => `['${part}']`).join("")} ${issue?.message ?? "is not valid"}`;
}
