import { z } from "@hono/zod-openapi";
import { RecadoError } from "../core/errors.ts";
import type { Page } from "../core/ports/page.ts";
import { InvalidRequest } from "./problem.ts";

/** A cursor is the store's own word: opaque here and to callers, refused by the store when it is not one of its own. */
export const PageQuery = z.object({
  cursor: z
    .string()
    .regex(/^[\w=.:|~+/-]{1,512}$/, "not a cursor of this server; start again without one")
    .optional(),
  limit: z.coerce.number().int().min(1).max(100).default(50),
});

/** Reads a page; a cursor that the store does not know is the caller's mistake. */
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
