import * as z from "zod";

/**
 * What can be understood of a file: a voice note by its words, a picture or a document by its
 * content.
 */
export const UNDERSTANDABLE = ["audio", "image", "document"] as const;
export type Understandable = (typeof UNDERSTANDABLE)[number];

/** Requirement R9, counted from the receipt of the message. Who has waited so long is asked to write. */
export const UNDERSTAND_WITHIN_MS: Readonly<Record<Understandable, number>> = {
  audio: 45_000,
  image: 30_000,
  document: 30_000,
};

/**
 * A customer who waits longer than this for an answer to a file hears, once, that it is being read.
 */
export const PROGRESS_AFTER_MS = 5_000;

/**
 * The class of a picture or a document (requirement R9). The model says which; code decides what
 * follows (L-21).
 */
export const PICTURE_CLASSES = ["DOCUMENT_TEXT", "RECEIPT_INVOICE", "ID_FORM", "GENERAL_IMAGE"] as const;
export type PictureClass = (typeof PICTURE_CLASSES)[number];

/**
 * - `empty`: no words in it, or nothing that can be told
 * - `unreadable`: an unsupported type or size
 * - `no_file`: it could not be fetched
 * - `failed`: the service did not answer
 * - `timeout`: its time is over
 */
export const NOT_UNDERSTOOD = ["empty", "unreadable", "no_file", "failed", "timeout"] as const;
export type NotUnderstood = (typeof NOT_UNDERSTOOD)[number];

/** Kept with the file, so that it is asked for once, whatever becomes of the run. All text in it is a customer's: untrusted. */
export const understandingSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heard"), text: z.string() }),
  z.object({
    kind: z.literal("seen"),
    pictureClass: z.enum(PICTURE_CLASSES),
    /** The model's proposed words to the customer about it. Never said unchecked. */
    responseText: z.string(),
    extractedText: z.string(),
    toolIntentDetected: z.boolean(),
  }),
  z.object({ kind: z.literal("not_understood"), reason: z.enum(NOT_UNDERSTOOD) }),
]);
export type Understanding = z.infer<typeof understandingSchema>;

/** The picture of an identity document is not kept: the customer is told so. */
export function isNotKept(understanding: Understanding): boolean {
  return understanding.kind === "seen" && understanding.pictureClass === "ID_FORM";
}

/** A file of a turn, and its result. Only for files that a service tried to understand. */
export interface UnderstoodFile {
  readonly medium: Understandable;
  /** The words beside it. */
  readonly caption: string | null;
  readonly understanding: Understanding;
}
