/**
 * A message to a customer, with the limits of the Cloud API. It is checked before a call: a message
 * that Meta would refuse is a mistake of ours, and its error names the field, the fault and the
 * limit. It never shows the value, which may be a customer's.
 */
import * as z from "zod";
import { templateComponents } from "./template-components.ts";

/** Meta counts characters and does not say what one is; code points count least, so what is over by them is over anyhow. */
const words = (most: number) =>
  z
    .string()
    .refine((text) => text.trim() !== "", "must not be empty")
    .refine((text) => Array.from(text).length <= most, {
      error: ({ input }) => `must be at most ${most} characters long, not ${Array.from(String(input)).length}`,
    });

/** Comes back when the customer taps. Meta's schema: no blanks around it. */
const tapId = (most: number) => words(most).refine((id) => id.trim() === id, "must not begin or end with a blank");

const httpLink = z.string().refine(isHttpLink, "must be an address that begins with http:// or https://");

const mediaSource = z.union([z.strictObject({ id: words(256) }), z.strictObject({ link: httpLink })], {
  error: "must be { id } of something uploaded or { link } with an http(s) address, one of the two",
});

const header = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: words(60) }),
  z.strictObject({ type: z.enum(["image", "video"]), source: mediaSource }),
  z.strictObject({ type: z.literal("document"), source: mediaSource, fileName: words(240).exactOptional() }),
]);

const text = z.strictObject({ type: z.literal("text"), body: words(4096), previewUrl: z.boolean().exactOptional() });

const buttons = z.strictObject({
  type: z.literal("buttons"),
  body: words(1024),
  header: header.exactOptional(),
  footer: words(60).exactOptional(),
  buttons: z
    .array(z.strictObject({ id: tapId(256), title: words(20) }))
    .min(1, "must have 1 to 3 buttons, not none")
    .max(3, { error: ({ input }) => `must have 1 to 3 buttons, not ${lengthOf(input)}` })
    .refine((all) => areUnique(all.map(({ title }) => title)), "must have unlike titles")
    .refine((all) => areUnique(all.map(({ id }) => id)), "must have unlike ids"),
});

const listRow = z.strictObject({ id: tapId(200), title: words(24), description: words(72).exactOptional() });

const list = z.strictObject({
  type: z.literal("list"),
  body: words(4096),
  /** Text alone: Meta takes no picture above a list. */
  header: words(60).exactOptional(),
  footer: words(60).exactOptional(),
  /** The label that the customer taps to open the list. */
  button: words(20),
  sections: z
    .array(
      z.strictObject({
        title: words(24).exactOptional(),
        rows: z.array(listRow).min(1, "must have at least one row"),
      }),
    )
    .min(1, "must have at least one section")
    .max(10, { error: ({ input }) => `must be at most 10 sections, not ${lengthOf(input)}` })
    .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined), "must each have a title")
    .refine((all) => all.flatMap(({ rows }) => rows).length <= 10, "must have at most 10 rows in all")
    .refine((all) => areUnique(all.flatMap(({ rows }) => rows.map(({ id }) => id))), "must have unlike row ids"),
});

const media = z
  .strictObject({
    type: z.literal("media"),
    media: z.enum(["image", "audio", "video", "document", "sticker"]),
    source: mediaSource,
    caption: words(1024).exactOptional(),
    fileName: words(240).exactOptional(),
    isVoiceNote: z.boolean().exactOptional(),
  })
  .refine((one) => one.caption === undefined || !["audio", "sticker"].includes(one.media), {
    path: ["caption"],
    error: "must not stand with audio or a sticker: WhatsApp shows none there",
  })
  .refine((one) => one.fileName === undefined || one.media === "document", {
    path: ["fileName"],
    error: "must not stand there: only a document has a file name",
  })
  .refine((one) => one.isVoiceNote === undefined || one.media === "audio", {
    path: ["isVoiceNote"],
    error: "must not stand there: only audio can be a voice note",
  });

export const TEMPLATE_CATEGORIES = ["marketing", "utility", "authentication"] as const;

export const templateContent = z.strictObject({
  type: z.literal("template"),
  name: words(512).refine((name) => /^[a-z0-9_]*$/.test(name), "must be small letters, digits and _ only"),
  language: z
    .string()
    .refine((code) => /^[a-z]{2,3}(_[A-Za-z0-9]{2,4})?$/.test(code), 'must be a code as Meta writes it: "es", "es_CO"'),
  /** Meta's category: it decides price, opt-out and contact hours. */
  category: z.enum(TEMPLATE_CATEGORIES),
  components: templateComponents,
});

const reaction = z.strictObject({
  type: z.literal("reaction"),
  targetWamid: words(256),
  /** `""` takes the reaction away. */
  emoji: z.string().refine((emoji) => ONE_EMOJI_OR_NONE.test(emoji), 'must be one emoji, or "" to take it away'),
});

const locationRequest = z.strictObject({ type: z.literal("location_request"), body: words(1024) });

export const outboundContent = z.discriminatedUnion("type", [
  text,
  buttons,
  list,
  media,
  templateContent,
  reaction,
  locationRequest,
]);

/** A message to a customer. The channel adapter turns it into its own body. */
export type OutboundContent = z.infer<typeof outboundContent>;

/**
 * The faults of a message, in one line, field by field: `buttons[0].title: must be at most 20 …`.
 * null when there are none.
 */
export function contentFault(content: unknown): string | null {
  const read = outboundContent.safeParse(content);
  if (read.success) return null;
  return read.error.issues.map(({ path, message }) => `${z.core.toDotPath(path) || "message"}: ${message}`).join("; ");
}

/** The words of a message, as the chat record keeps them; for what has none, what it is, in square brackets. */
export function spokenText(content: OutboundContent): string {
  switch (content.type) {
    case "text":
    case "buttons":
    case "list":
    case "location_request":
      return content.body;
    case "media":
      return content.caption ?? `[${content.media}]`;
    case "template":
      return `[template ${content.name}]`;
    case "reaction":
      return content.emoji === "" ? "[reaction removed]" : content.emoji;
  }
}

const PICTOGRAPH = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:[\u{E0020}-\u{E007E}]+\u{E007F})?`;

/** One emoji by the pattern of Unicode's UTS #51: a picture or several joined to one, a flag, a keycap; or nothing. */
const ONE_EMOJI_OR_NONE = new RegExp(
  String.raw`^(?:${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*|\p{Regional_Indicator}{2}|[0-9#*]\uFE0F?\u20E3)?$`,
  "u",
);

function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}

function lengthOf(input: unknown): number {
  return Array.isArray(input) ? input.length : 0;
}

function isHttpLink(link: string): boolean {
  return /^https?:\/\/[^\s]+$/.test(link) && URL.canParse(link);
}
