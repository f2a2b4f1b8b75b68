import { createHash } from "node:crypto";
import * as z from "zod";
import { readIdentity } from "../core/inbound/identity.ts";
import { field, text } from "../whatsapp/loose-fields.ts";
import { badParameter, type GraphRefusal, missingParameter, refusalOf } from "./graph-refusal.ts";
import { IS_MISSING, MESSAGE_PARTS, MESSAGE_TYPES } from "./message-parts.ts";

/** A message from the business. */
export interface SendBusiness {
  /** The sender's own spelling; Meta returns it as `contacts[].input`. */
  readonly recipient: string;
  readonly opaque: string | null;
  /** `text`, `interactive/button`, `image`, `template`, … */
  readonly kind: string;
  /** The message alone: `type`, the part named like it, `context`. */
  readonly content: Readonly<Record<string, unknown>>;
  /** The uploaded files that it shows. */
  readonly mediaIds: readonly string[];
}

/** What can be told of a refused message. */
export interface RefusedSend {
  readonly recipient: string | null;
  readonly opaque: string | null;
  readonly kind: string | null;
  readonly content: unknown;
}

/** The content of a POST to `/{phone_number_id}/messages`. */
export type SendOrder =
  | { readonly kind: "message"; readonly send: SendBusiness }
  | { readonly kind: "mark_read"; readonly messageId: string; readonly isTyping: boolean }
  | { readonly kind: "refused"; readonly refusal: GraphRefusal };

const ENVELOPE = z.looseObject({
  recipient_type: z.literal("individual", "must be one of {INDIVIDUAL}").optional(),
  to: z
    .string("must be a string")
    .refine((to) => readIdentity(to)?.phone != null, "must be a phone number with country code")
    .optional(),
  recipient: z
    .string("must be a string")
    .refine((recipient) => readIdentity(recipient)?.bsuid != null, "must be a business-scoped user id")
    .optional(),
  type: z.string("must be a string").optional(),
  context: z
    .looseObject({ message_id: z.string("must be a string").min(1, "must not be empty") }, "must be an object")
    .optional(),
  biz_opaque_callback_data: z.string("must be a string").max(512, "must be at most 512 characters long").optional(),
});

const MARK_READ = z.looseObject({
  status: z.literal("read", "must be one of {READ}"),
  message_id: z.string("must be a string").min(1, "must not be empty"),
  typing_indicator: z.looseObject({ type: z.literal("text", "must be one of {TEXT}") }, "must be an object").optional(),
});

/** Checks a body as Meta does: Meta refuses what it refuses. */
export function readSend(body: unknown): SendOrder {
  if (field(body, "messaging_product") !== "whatsapp") return refuse(missingParameter("messaging_product"));
  if (field(body, "status") !== undefined) return readMark(body);
  if (field(body, "to") === undefined && field(body, "recipient") === undefined) return refuse(missingParameter("to"));
  const envelope = ENVELOPE.safeParse(body);
  if (!envelope.success) return refuse(badParameter(faultOf(envelope.error, []).words));
  const { to, recipient, type = "text", context, biz_opaque_callback_data: opaque } = envelope.data;
  const part = partOf(type);
  if (part === null) {
    const known = MESSAGE_TYPES.map((name) => name.toUpperCase()).join(", ");
    return refuse(badParameter(`Param type must be one of {${known}} - got "${type}".`));
  }
  const read = part.safeParse(field(body, type));
  if (!read.success) return refuse(partRefusal(type, read.error));
  if (type === "reaction" && context !== undefined) {
    return refuse(badParameter("Param context is not allowed with a reaction"));
  }
  // The original text: a schema that leaves out or changes fields would not show what was sent.
  const content = { type, [type]: field(body, type), ...(context === undefined ? {} : { context }) };
  const send = {
    // The phone wins when both are given.
    recipient: to ?? recipient ?? "",
    opaque: opaque ?? null,
    kind: type === "interactive" ? `interactive/${String(field(field(body, type), "type"))}` : type,
    content,
    mediaIds: mediaIdsOf(type, field(body, type)),
  };
  return { kind: "message", send };
}

/** The apparent content of a malformed body; null for a body that is no object. */
export function guessSend(body: unknown): RefusedSend | null {
  if (typeof body !== "object" || body === null) return null;
  const words = (name: string) => text.parse(field(body, name));
  const kind = words("type");
  const content = kind === null ? null : { type: kind, [kind]: field(body, kind) };
  return { recipient: words("to") ?? words("recipient"), opaque: words("biz_opaque_callback_data"), kind, content };
}

/** The same for twins, whatever their recipient. */
export function contentHash(content: unknown): string {
  return createHash("sha256").update(JSON.stringify(content)).digest("hex");
}

function partOf(type: string): z.ZodType | null {
  const known: Readonly<Record<string, z.ZodType>> = MESSAGE_PARTS;
  return Object.hasOwn(known, type) ? (known[type] ?? null) : null;
}

function readMark(body: unknown): SendOrder {
  const read = MARK_READ.safeParse(body);
  if (!read.success) return refuse(badParameter(faultOf(read.error, []).words));
  const { message_id: messageId, typing_indicator: typing } = read.data;
  return { kind: "mark_read", messageId, isTyping: typing !== undefined };
}

/**
 * Graph itself refuses the texts of `text` and the frame of a message (100); for the rest WhatsApp
 * has its codes.
 */
function partRefusal(type: string, error: z.ZodError): GraphRefusal {
  const { words, isMissing } = faultOf(error, [type]);
  if (type === "text") return badParameter(words);
  return refusalOf({ code: isMissing ? 131008 : 131009, details: words });
}

function mediaIdsOf(type: string, part: unknown): string[] {
  const header = type === "interactive" ? field(part, "header") : undefined;
  const headerFile = field(header, String(field(header, "type")));
  const isFile = ["image", "video", "audio", "document", "sticker"].includes(type);
  return [isFile ? field(part, "id") : undefined, field(headerFile, "id")].filter((id) => typeof id === "string");
}

function refuse(refusal: GraphRefusal): SendOrder {
  return { kind: "refused", refusal };
}

function faultOf(error: z.ZodError, above: readonly string[]): { words: string; isMissing: boolean } {
  const issue = error.issues[0];
  const [first = "body", ...rest] = [...above, ...(issue?.path.map(String) ?? [])];
  const message = issue?.message ?? "is not valid";
  const words = `Param ${first}${rest.map((part) => `['${part}']`).join("")} ${message}`;
  return { words, isMissing: message === IS_MISSING };
}
