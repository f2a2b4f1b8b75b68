import { z } from "@hono/zod-openapi";
import { RecadoError } from "../core/errors.ts";
import { type ConversationId, isUuid } from "../core/ids.ts";
import type { Page } from "../core/ports/page.ts";
import { InvalidRequest } from "./problem.ts";

/** A cursor is opaque to the server and to callers. The store refuses one that it did not make. */
export const PageQuery = z.object({
  cursor: z
    .string()
    .regex(/^[\w=.:|~+/-]{1,512}$/, "not a cursor of this server; start again without one")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

export const ConversationQuery = z
  .string()
  .refine((text): text is ConversationId => isUuid(text), "not an id")
  .optional();

/** Reads a page. A cursor that the store does not know is the caller's mistake. */
export async function readPage<Read extends Page<unknown> | null>(page: Promise<Read>): Promise<Read> {
  try {
    return await page;
  } catch (thrown) {
    if (thrown instanceof RecadoError && thrown.code === "request_invalid") {
      throw new InvalidRequest([{ field: "cursor", message: "not a cursor of this server; start again without one" }]);
    }
    throw thrown;
  }
}
