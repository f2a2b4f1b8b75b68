import * as z from "zod";

const words = (most: number) => z.string().min(1).max(most);
const wamid = words(256);
const digits = z.string().regex(/^[0-9]{1,32}$/, "must be Meta's id of a number: digits");

/** The customer and the business number. */
const envelope = {
  phoneNumberId: digits,
  name: words(200).optional(),
  username: words(64).optional(),
};

const kind = <Kind extends string, Shape extends z.ZodRawShape>(name: Kind, shape: Shape) =>
  z.strictObject({ kind: z.literal(name), ...envelope, ...shape });

/** An uploaded file, or a sample of its kind. */
const file = {
  mediaId: z
    .string()
    .regex(/^[0-9]{1,32}$/, "must be the id of an uploaded file")
    .optional(),
};
const caption = { caption: words(1024).optional() };
/** The message that it answers. */
const quote = { replyTo: wamid.optional() };
/** The message that it is about; default: the latest one that fits. */
const target = { of: wamid.optional() };

/** Everything a customer can do that reaches the business. */
export const CUSTOMER_ACT = z.discriminatedUnion("kind", [
  kind("text", { text: words(65_536), ...quote }),
  /**
   * Taps choice number n of the latest message that has any: buttons, a list, a template's quick
   * replies.
   */
  kind("choice", { number: z.int().min(1).max(100), ...target }),
  kind("button_reply", { id: words(256), title: words(100), ...quote }),
  kind("list_reply", { id: words(256), title: words(100), description: words(200).optional(), ...quote }),
  /** A template's quick reply. */
  kind("template_reply", { payload: words(256), text: words(100), ...quote }),
  kind("image", { ...file, ...caption, ...quote }),
  kind("video", { ...file, ...caption, ...quote }),
  kind("document", { ...file, ...caption, fileName: words(240).optional(), ...quote }),
  kind("audio", { ...file, isVoiceNote: z.boolean().default(true), ...quote }),
  kind("sticker", { ...file, ...quote }),
  kind("location", {
    latitude: z.number().min(-90).max(90),
    longitude: z.number().min(-180).max(180),
    place: words(200).optional(),
    address: words(500).optional(),
    ...quote,
  }),
  kind("contacts", { contactName: words(200), contactPhone: words(40), ...quote }),
  /** An empty emoji removes it. */
  kind("reaction", { emoji: z.string().max(32), ...target }),
  kind("edit", { text: words(65_536), ...target }),
  kind("revoke", target),
  kind("number_changed", { newPhone: words(40) }),
  kind("user_id_changed", { newUserId: words(140) }),
  /** A person of the shop answers from the shop's own phone. */
  kind("echo", { text: words(65_536) }),
  kind("preferences", { marketing: z.enum(["stop", "resume"]) }),
  /** Comes by way of an ad. */
  kind("ad", { text: words(65_536), headline: words(200).optional(), sourceUrl: words(2000).optional() }),
  kind("unsupported", {}),
]);

export type CustomerAct = z.infer<typeof CUSTOMER_ACT>;
export const CUSTOMER_KINDS: readonly CustomerAct["kind"][] = CUSTOMER_ACT.options.map(
  (option) => option.shape.kind.value,
);

/** Any message as Meta writes it, without ids: `{ "type": "image", "image": { "id": "1" } }`. */
export const RAW_SAYS = z.strictObject({ ...envelope, message: z.looseObject({ type: words(64) }) });
