/**
 * The parts of a message that the business sends, with Meta's limits. A missing part and a wrong
 * one have different words: Meta has a code for each.
 */
import * as z from "zod";

export const IS_MISSING = "is required";

const must = (what: string) => ({
  error: (issue: { readonly input?: unknown }) => (issue.input === undefined ? IS_MISSING : what),
});

const lengthOf = (text: string) => Array.from(text).length;

const words = (most: number) =>
  z
    .string(must("must be a string"))
    .refine((text) => text.trim() !== "", "must not be empty")
    .refine((text) => lengthOf(text) <= most, `must be at most ${most} characters long`);

const object = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape, must("must be an object"));
const list = <Item extends z.ZodType>(item: Item) => z.array(item, must("must be a list"));

const areUnlike = (all: readonly string[]) => new Set(all).size === all.length;

const mediaSource = {
  id: words(256).optional(),
  link: z.url({ protocol: /^https?$/, error: "must be a http(s) address" }).optional(),
};
const hasOneSource = (part: { id?: unknown; link?: unknown }) => (part.id === undefined) !== (part.link === undefined);
const ONE_SOURCE = "must have one of id and link";

const file = object(mediaSource).refine(hasOneSource, ONE_SOURCE);
const captioned = object({ ...mediaSource, caption: words(1024).optional() }).refine(hasOneSource, ONE_SOURCE);
const document = object({ ...mediaSource, caption: words(1024).optional(), filename: words(240).optional() }).refine(
  hasOneSource,
  ONE_SOURCE,
);
const audio = object({ ...mediaSource, voice: z.boolean("must be a boolean").optional() })
  .refine(hasOneSource, ONE_SOURCE)
  .refine((part) => !("caption" in part), "takes no caption");
const sticker = object(mediaSource)
  .refine(hasOneSource, ONE_SOURCE)
  .refine((part) => !("caption" in part), "takes no caption");

const header = z.discriminatedUnion(
  "type",
  [
    object({ type: z.literal("text"), text: words(60) }),
    object({ type: z.literal("image"), image: file }),
    object({ type: z.literal("video"), video: file }),
    object({ type: z.literal("document"), document }),
  ],
  must("must be a header of type text, image, video or document"),
);
const textHeader = object({ type: z.literal("text", "must be one of {TEXT}"), text: words(60) });
const footer = object({ text: words(60) });

const button = object({
  type: z.literal("reply", "must be one of {REPLY}"),
  reply: object({ id: words(256), title: words(20) }),
});
const row = object({ id: words(200), title: words(24), description: words(72).optional() });
const section = object({ title: words(24).optional(), rows: list(row).min(1, "must have at least 1 row") });

const interactive = z.discriminatedUnion(
  "type",
  [
    object({
      type: z.literal("button"),
      header: header.optional(),
      body: object({ text: words(1024) }),
      footer: footer.optional(),
      action: object({
        buttons: list(button)
          .min(1, "must have at least 1 button")
          .max(3, "must have at most 3 buttons")
          .refine((all) => areUnlike(all.map(({ reply }) => reply.title)), "must have unlike titles")
          .refine((all) => areUnlike(all.map(({ reply }) => reply.id)), "must have unlike ids"),
      }),
    }),
    object({
      type: z.literal("list"),
      header: textHeader.optional(),
      body: object({ text: words(4096) }),
      footer: footer.optional(),
      action: object({
        button: words(20),
        sections: list(section)
          .min(1, "must have at least 1 section")
          .max(10, "must have at most 10 sections")
          .refine((all) => all.length === 1 || all.every(({ title }) => title !== undefined), "must each have a title")
          .refine((all) => all.flatMap(({ rows }) => rows).length <= 10, "must have at most 10 rows in all")
          .refine((all) => areUnlike(all.flatMap(({ rows }) => rows.map(({ id }) => id))), "must have unlike row ids"),
      }),
    }),
    object({
      type: z.literal("location_request_message"),
      body: object({ text: words(1024) }),
      action: object({ name: z.literal("send_location", must("must be one of {SEND_LOCATION}")) }),
    }),
    object({
      type: z.literal("cta_url"),
      header: header.optional(),
      body: object({ text: words(1024) }),
      footer: footer.optional(),
      action: object({
        name: z.literal("cta_url", must("must be one of {CTA_URL}")),
        parameters: object({ display_text: words(20), url: words(2000) }),
      }),
    }),
  ],
  must("must be of type button, list, location_request_message or cta_url"),
);

const template = object({
  name: words(512).refine((name) => /^[a-z0-9_]+$/.test(name), "must be lower case letters, digits and underscores"),
  language: object({ code: words(15) }),
  components: list(object({ type: words(20) })).optional(),
});

const degrees = (most: number) =>
  z.coerce.number("must be a number").min(-most, `must be at least -${most}`).max(most, `must be at most ${most}`);

/** Parts by the name of their type. */
export const MESSAGE_PARTS = {
  text: object({ body: words(4096), preview_url: z.boolean("must be a boolean").optional() }),
  interactive,
  image: captioned,
  video: captioned,
  document,
  audio,
  sticker,
  template,
  reaction: object({
    message_id: words(256),
    emoji: z.string("must be a string").max(32, "must be one emoji").optional(),
  }),
  location: object({ latitude: degrees(90), longitude: degrees(180) }),
  contacts: list(object({ name: object({ formatted_name: words(256) }) })).min(1, "must have at least 1 contact"),
} as const;

export const MESSAGE_TYPES = Object.keys(MESSAGE_PARTS);
