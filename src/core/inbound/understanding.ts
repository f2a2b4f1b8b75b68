import * as z from "zod";

/** What can be understood of a file: a voice note by its words, a picture or a document by what is seen in it. */
export const UNDERSTANDABLE = ["audio", "image", "document"] as const;
export type Understandable = (typeof UNDERSTANDABLE)[number];

/** Requirement R9, counted from the receipt of the message. Who has waited so long is asked to write. */
export const UNDERSTAND_WITHIN_MS: Readonly<Record<Understandable, number>> = {
  audio: 45_000,
  image: 30_000,
  document: 30_000,
};

/** Who waits longer than this for an answer to a file is told that it is being looked at, once. */
export const PROGRESS_AFTER_MS = 5_000;

/** What a picture or a document is (requirement R9). The model says which; what follows from it is decided by code (L-21). */
export const PICTURE_CLASSES = ["DOCUMENT_TEXT", "RECEIPT_INVOICE", "ID_FORM", "GENERAL_IMAGE"] as const;
export type PictureClass = (typeof PICTURE_CLASSES)[number];

/**
 * - `empty`: no words in it, or nothing that can be told
 * - `unreadable`: a type or a size that nobody reads
 * - `no_file`: it could not be fetched
 * - `failed`: whoever was asked did not answer
 * - `timeout`: the time for it is over
 */
export const NOT_UNDERSTOOD = ["empty", "unreadable", "no_file", "failed", "timeout"] as const;
export type NotUnderstood = (typeof NOT_UNDERSTOOD)[number];

/** Kept with the file, so that it is asked for once, whatever becomes of the run. All text in it is a customer's: untrusted. */
export const understandingSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("heard"), text: z.string() }),
  z.object({
    kind: z.literal("seen"),
    pictureClass: z.enum(PICTURE_CLASSES),
    /** What could be said to the customer about it, as the model would. Never said unchecked. */
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

/** A file of a turn, and what came of it. Only of files that somebody tried to understand. */
export interface UnderstoodFile {
  readonly medium: Understandable;
  /** What was written beside it. */
  readonly caption: string | null;
  readonly understanding: Understanding;
}
