/**
 * What we can say to a customer, with the limits of the Cloud API (whatsapp.md §2). Checked before a call is made: a message
 * that Meta would refuse is a mistake of ours, and its error says which field and how long it may be.
 */
import * as z from "zod";

/** Meta counts characters and does not say what one is; code points count least, so what is over by them is over anyhow. */
const words = (most: number) =>
  z
    .string()
    .refine((text) => text.trim() !== "", "must not be empty")
    .refine((text) => Array.from(text).length <= most, `must be at most ${most} characters long`);

const mediaSource = z.union([
  z.strictObject({ id: words(256) }),
  z.strictObject({ link: z.url({ protocol: /^https?$/ }) }),
]);

const header = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("text"), text: words(60) }),
  z.strictObject({ type: z.enum(["image", "video", "document"]), source: mediaSource }),
]);

const text = z.strictObject({ type: z.literal("text"), body: words(4096), previewUrl: z.boolean().exactOptional() });

const buttons = z.strictObject({
  type: z.literal("buttons"),
  body: words(1024),
  header: header.exactOptional(),
  footer: words(60).exactOptional(),
  buttons: z
    .array(z.strictObject({ id: words(256), title: words(20) }))
    .min(1)
    .max(3)
    .refine((all) => areUnique(all.map(({ title }) => title)), "must have unlike titles")
    .refine((all) => areUnique(all.map(({ id }) => id)), "must have unlike ids"),
});

const listRow = z.strictObject({ id: words(200), title: words(24), description: words(72).exactOptional() });

const list = z.strictObject({
  type: z.literal("list"),
  body: words(4096),
  header: words(60).exactOptional(),
  footer: words(60).exactOptional(),
  button: words(20),
  sections: z
    .array(z.strictObject({ title: words(24).exactOptional(), rows: z.array(listRow).min(1) }))
    .min(1)
    .max(10)
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
  .refine(
    (one) => one.caption === undefined || !["audio", "sticker"].includes(one.media),
    "audio and stickers take no caption",
  )
  .refine((one) => one.fileName === undefined || one.media === "document", "only a document takes a file name")
  .refine((one) => one.isVoiceNote === undefined || one.media === "audio", "only audio can be a voice note");

const template = z.strictObject({
  type: z.literal("template"),
  name: words(512),
  language: words(15),
  /** What Meta files it under: decides price, opt-out and contact hours. */
  category: z.enum(["marketing", "utility", "authentication"]),
  /** As Meta writes them: header, body and button parameters. */
  components: z.array(z.looseObject({ type: z.string() })),
});

const reaction = z.strictObject({
  type: z.literal("reaction"),
  targetWamid: words(256),
  /** `""` takes the reaction away. */
  emoji: z.string().max(32),
});

const locationRequest = z.strictObject({ type: z.literal("location_request"), body: words(1024) });

export const outboundContent = z.discriminatedUnion("type", [
  text,
  buttons,
  list,
  media,
  template,
  reaction,
  locationRequest,
]);

/** What we say to a customer. The channel adapter turns it into its own body. */
export type OutboundContent = z.infer<typeof outboundContent>;

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

function areUnique(values: readonly string[]): boolean {
  return new Set(values).size === values.length;
}
